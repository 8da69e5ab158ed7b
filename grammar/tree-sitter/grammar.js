/**
 * @file The corpus language for tree-sitter. `../corpus.ebnf` is the same grammar in prose.
 * @license MIT OR Apache-2.0
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// The first words with a syntax of their own, in their line or in the lines below. A test of the main package compares the
// file with the table of commands; every other first word is the name of a command for this grammar.
const FORMS = require('./forms.json');

/** One of some words; a choice of one is none. */
const any = (words) => (words.length === 1 ? words[0] : choice(...words));

/** The first words of lines that form one kind of node, and whose rest has the same syntax. */
function head(node, rest) {
  const words = Object.keys(FORMS).filter(
    (word) => FORMS[word].node === node && FORMS[word].rest === rest,
  );
  if (words.length === 0) {
    throw new Error(`forms.json has no ${node} with ${rest}`);
  }
  return field('head', any(words));
}

// What the rules below know how to read: node, rest of the line, lines below.
const KNOWN = [
  'assignment assignment nothing',
  'assignment parameter nothing',
  'claim claim nothing',
  'conditional expression branches',
  'definition arguments block',
  'event arguments block',
  'event claim block',
  'event moment block',
  'for_loop loop block',
  'function function block',
  'loop expression block',
  'matrix arguments rows',
  'output text nothing',
  'program arguments list',
  'return expression nothing',
];
for (const [word, { node, rest, follows }] of Object.entries(FORMS)) {
  if (!KNOWN.includes(`${node} ${rest} ${follows}`)) {
    throw new Error(`forms.json: no rule reads ${word} (${node} ${rest} ${follows})`);
  }
}

// How tightly operators bind, the loosest first.
const TO = 1;
const OR = 2;
const AND = 3;
const NOT = 4;
const COMPARE = 5;
const SUM = 6;
const PRODUCT = 7;
const SIGN = 8;
const POWER = 9;
const PART = 10;

const START = '[\\p{XID_Start}_]';
const CONTINUE = '[\\p{XID_Continue}_]';
const INSIDE = '[\\p{XID_Continue}_./~*?\\-]';
const UNSIGNED = '([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?';

/** What touches the piece before it; preferred to what may also stand apart. */
const touching = (what) => token.immediate(prec(1, what));

/** None or more, with commas; one may stand after the last. */
const separated = (what) => optional(seq(what, repeat(seq(',', what)), optional(',')));

/** One element or several of a value. */
const index = (value, $) =>
  prec(PART, seq(field('value', value), touching('['), field('index', $._computed), ']'));

/** A part of a value with a name. */
const member = (value, $) =>
  prec(
    PART,
    seq(
      field('value', value),
      token.immediate('.'),
      field('member', choice(alias($.name, $.property), alias($.spelled_name, $.spelled))),
    ),
  );

module.exports = grammar({
  name: 'corpus',

  externals: ($) => [
    // The unit of a number in an expression: in 4mm/s the `/s` belongs to it, in 4mm/n the `/n` does not.
    $._unit_of_value,
    // Of no width, before what a loop goes over: an expression follows, and no list of arguments.
    $._range_follows,
    // Of no width, after the [ of a list whose elements are computed by `for`.
    $._comprehension_follows,
    // After an expression in braces: `:.2f`. Another colon follows the name of a field.
    $.format,
    // Of no width, at the end of the text, where the end of a block is missing: what stands before keeps its tree.
    $._missing_end,
    // Of no width, after `define`: from here on a plain name, as `swing`, may be a command of the script's own.
    $._own_name_follows,
    // Such a name as the first word of a line.
    $._own_head,
    // Valid nowhere: tells the scanner that the parser is recovering.
    $._recovering,
  ],

  extras: ($) => [/[ \t]/, $.comment],

  // Whether an empty line goes on to another row shows on a later line.
  conflicts: ($) => [[$.matrix]],

  supertypes: ($) => [$._statement, $._expression],

  rules: {
    script: ($) => seq(repeat($._line), optional($._statement)),

    _line: ($) => seq(optional($._statement), $._newline),
    _newline: () => /\r\n|\n|\r/,
    comment: () => /#[^\r\n]*/,

    _statement: ($) =>
      choice(
        $.command,
        $.message,
        $.assignment,
        $.conditional,
        $.loop,
        $.for_loop,
        $.event,
        $.definition,
        $.function,
        $.return,
        $.claim,
        $.output,
        $.program,
        $.matrix,
      ),

    // ---- Statements of the 1990 layer

    command: ($) =>
      seq(field('head', choice($.word, alias($._own_head, $.word))), repeat(field('argument', $._argument))),

    program: ($) =>
      seq(
        head('program', 'arguments'),
        repeat(field('argument', $._argument)),
        choice(
          seq(
            $._newline,
            field('body', optional($.block)),
            field('end', choice('end', '.', '..')),
          ),
          $._open,
        ),
      ),

    matrix: ($) =>
      seq(
        head('matrix', 'arguments'),
        repeat(field('argument', $._argument)),
        repeat(seq(repeat1($._newline), $.row)),
      ),
    row: ($) => seq($.number, repeat($._argument)),

    message: ($) => seq('!', optional(alias(token(prec(1, /[^ \t\r\n]([^\r\n]*[^ \t\r\n])?/)), $.text))),

    // ---- The language's own forms

    assignment: ($) =>
      choice(
        seq(
          head('assignment', 'assignment'),
          field('name', $._variable),
          '=',
          field('value', $._computed),
        ),
        seq(
          head('assignment', 'parameter'),
          field('name', $._variable),
          '=',
          field('value', $._computed),
          optional(
            seq('from', field('least', $._expression), 'to', field('largest', $._expression)),
          ),
        ),
      ),
    // A name, or a part of its value.
    _variable: ($) =>
      choice(
        $.name,
        alias($.spelled_name, $.spelled),
        $.splice,
        alias($.index_of_variable, $.index),
        alias($.member_of_variable, $.member),
      ),
    index_of_variable: ($) => index($._variable, $),
    member_of_variable: ($) => member($._variable, $),

    conditional: ($) =>
      seq(
        head('conditional', 'expression'),
        field('condition', $._computed),
        choice(
          seq(
            $._newline,
            field('body', optional($.block)),
            repeat(field('alternative', $.else_if)),
            choice(
              seq(optional(field('alternative', $.else)), $._end),
              field('alternative', choice(alias($._open_else_if, $.else_if), alias($._open_else, $.else))),
            ),
          ),
          $._open,
        ),
      ),
    else_if: ($) =>
      seq('else', 'if', field('condition', $._computed), $._newline, field('body', optional($.block))),
    else: ($) => seq('else', $._newline, field('body', optional($.block))),
    _open_else_if: ($) => seq('else', 'if', field('condition', $._computed), $._open),
    _open_else: ($) => seq('else', $._open),

    loop: ($) =>
      seq(head('loop', 'expression'), field('condition', $._computed), $._body),

    for_loop: ($) =>
      seq(
        head('for_loop', 'loop'),
        field('name', $.name),
        'in',
        choice(
          seq($._range_follows, field('over', $._computed)),
          repeat1(field('item', $._argument)),
        ),
        $._body,
      ),

    event: ($) =>
      seq(
        choice(
          seq(
            head('event', 'claim'),
            field('condition', $._computed),
            optional(field('name', $.string)),
          ),
          seq(head('event', 'moment'), field('time', $._expression), optional(field('name', $.string))),
          seq(head('event', 'moment'), field('time', $.named), optional(field('name', $.string))),
          seq(head('event', 'arguments'), repeat(field('count', $._argument))),
        ),
        $._body,
      ),

    definition: ($) =>
      seq(
        head('definition', 'arguments'),
        optional($._own_name_follows),
        field('name', $.word),
        repeat(field('parameter', choice($.word, $.named))),
        $._body,
      ),

    function: ($) =>
      seq(
        head('function', 'function'),
        field('name', alias($.name, $.word)),
        '(',
        separated(field('parameter', choice(alias($.name, $.word), alias($.named_value, $.named)))),
        ')',
        choice(seq('=', field('value', $._computed)), $._body),
      ),

    return: ($) => seq(head('return', 'expression'), field('value', $._computed)),

    claim: ($) =>
      seq(head('claim', 'claim'), field('condition', $._computed), optional(field('reason', $.string))),

    output: ($) => seq(head('output', 'text'), repeat(choice($.text, $.splice, $.record))),
    // A # starts a comment after a space, but not in double quotes.
    text: () => {
      const quoted = '"[^"\\r\\n{]*"';
      const first = `([^ \\t\\r\\n{#"]|${quoted})`;
      const next = `([^ \\t\\r\\n{"]|${quoted})`;
      const unclosed = '"[^"\\r\\n{]*';
      return token(
        new RustRegex(`${first}(${next}|[ \\t]+${first})*([ \\t]*${unclosed})?|${unclosed}`),
      );
    },

    _body: ($) => choice(seq($._newline, field('body', optional($.block)), $._end), $._open),
    // A block whose end is missing goes on to the end of the text.
    _open: ($) =>
      seq(
        optional(seq($._newline, field('body', optional(alias($._open_block, $.block))))),
        $._missing_end,
      ),
    _open_block: ($) => choice(seq(repeat1($._line), optional($._statement)), $._statement),
    _end: () => field('end', 'end'),
    block: ($) => repeat1($._line),

    // ---- Arguments

    _argument: ($) => choice($._value, $.named, $.message),
    _value: ($) => choice($._piece, $.splice, $.record, $.spelled, $.string, $.list, $.comprehension),
    _piece: ($) => choice($.word, $.number, $.relative),

    word: () =>
      token(
        new RustRegex(
          [
            `(${START}|[/~?])${INSIDE}*`,
            `[+-](${START}${INSIDE}*)?`,
            `--${INSIDE}*`,
            '\\p{Alphabetic}+(\\+\\p{Alphabetic}+)+',
            `\\.${START}${INSIDE}*`,
            `\\.\\.?/${INSIDE}*`,
            `\\*(\\.?(${START}|[?/])${INSIDE}*)?`,
          ].join('|'),
        ),
      ),
    number: ($) => seq(new RustRegex(`[+-]?${UNSIGNED}(/[0-9]+)?`), optional($.unit)),
    unit: () =>
      touching(new RustRegex('[\\p{Alphabetic}µ°]([\\p{Alphabetic}\\p{Nd}µ°*/^]|\\^-)*')),
    relative: () => token(new RustRegex(`\\*[+-]?${UNSIGNED}`)),
    string: ($) =>
      seq('"', repeat(choice($.escape, $._characters, $.splice, $.record)), touching('"')),
    escape: () => touching('\\{'),
    _characters: () => touching(/[^"{\\\r\n]+|\\/),
    list: ($) => seq('[', repeat($._value), ']'),
    named: ($) => seq(field('name', $.word), touching('='), field('value', $._value)),

    splice: ($) => seq('{', $._computed, optional($.format), '}'),
    _touching_splice: ($) => seq(touching('{'), $._computed, optional($.format), '}'),
    record: ($) => seq('{', $.field, repeat(seq(',', $.field)), '}'),
    field: ($) =>
      seq(field('name', alias($.name, $.property)), ':', field('value', $._expression)),
    // A word with pieces in braces.
    spelled: ($) =>
      seq(
        choice($._piece, $.splice),
        repeat1(
          choice(
            alias($._touching_splice, $.splice),
            alias(touching(new RustRegex('[\\p{XID_Continue}_./~*?+°µ^\\-]+')), $.word),
          ),
        ),
      ),

    // ---- Expressions

    _computed: ($) => choice($._expression, $.range),

    range: ($) =>
      seq(
        field('from', $._expression),
        '..',
        field('to', $._expression),
        optional(seq('by', field('step', $._expression))),
      ),

    _expression: ($) => choice($._primary, $.unary, $.binary, $.tolerance, $.conversion),

    _primary: ($) =>
      choice(
        $.name,
        alias($.spelled_name, $.spelled),
        alias($.value_number, $.number),
        $.string,
        $.boolean,
        $.call,
        $.index,
        $.member,
        $.group,
        alias($.value_list, $.list),
        $.comprehension,
        $.splice,
        $.record,
      ),

    name: () => new RustRegex(`${START}${CONTINUE}*`),
    spelled_name: ($) =>
      seq(
        choice($.name, $.splice),
        repeat1(
          choice(
            alias($._touching_splice, $.splice),
            alias(touching(new RustRegex(`${CONTINUE}+`)), $.name),
          ),
        ),
      ),
    value_number: ($) =>
      seq(
        /([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]+)?/,
        optional(choice(alias($._unit_of_value, $.unit), alias(touching('%'), $.unit))),
      ),
    boolean: () => choice('true', 'false'),

    call: ($) =>
      seq(
        field('function', choice($.name, $.member)),
        touching('('),
        separated(choice($._computed, alias($.named_value, $.named))),
        ')',
      ),
    named_value: ($) =>
      seq(field('name', alias($.name, $.word)), '=', field('value', $._computed)),
    index: ($) => index($._primary, $),
    member: ($) => member($._primary, $),
    group: ($) => seq('(', $._expression, ')'),

    // Elements have nothing but blanks between them, so that only a - before one is read as an operator.
    value_list: ($) =>
      seq('[', repeat(choice($._primary, alias($.negative_element, $.unary))), ']'),
    negative_element: ($) => seq(field('operator', '-'), $._primary),
    comprehension: ($) =>
      seq(
        '[',
        $._comprehension_follows,
        field('value', $._expression),
        $.for_clause,
        repeat(choice($.for_clause, $.if_clause)),
        ']',
      ),
    for_clause: ($) => seq('for', field('name', $.name), 'in', field('over', $._computed)),
    if_clause: ($) => seq('if', field('condition', $._expression)),

    unary: ($) =>
      choice(
        prec(SIGN, seq(field('operator', '-'), $._expression)),
        prec(NOT, seq(field('operator', 'not'), $._expression)),
      ),
    binary: ($) => {
      const operators = [
        [prec.left, OR, ['or']],
        [prec.left, AND, ['and']],
        [prec.left, COMPARE, ['==', '!=', '<', '<=', '>', '>=', '~']],
        [prec.left, SUM, ['+', '-']],
        [prec.left, PRODUCT, ['*', '/']],
        [prec.right, POWER, ['^']],
      ];
      return choice(
        ...operators.map(([side, tightness, words]) =>
          side(
            tightness,
            seq(
              field('left', $._expression),
              field('operator', any(words)),
              field('right', $._expression),
            ),
          ),
        ),
      );
    },
    // What stands before it is a comparison by `~`.
    tolerance: ($) =>
      prec.left(
        COMPARE,
        seq(
          field('comparison', $._expression),
          field('operator', choice('within', '±', token(prec(1, '+-')))),
          field('tolerance', $._expression),
        ),
      ),
    conversion: ($) =>
      prec.left(
        TO,
        seq(
          field('value', $._expression),
          field('operator', 'to'),
          field('unit', alias($.unit_word, $.unit)),
        ),
      ),
    unit_word: () =>
      token(new RustRegex('([\\p{Alphabetic}µ°]|1/)([\\p{Alphabetic}\\p{Nd}µ°*/^]|\\^-)*')),
  },
});
