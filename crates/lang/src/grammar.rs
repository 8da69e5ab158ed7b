//! The grammar of lines and blocks, by combinators: each rule has its name in `grammar/corpus.ebnf`. Arguments and expressions,
//! where the next token decides everything, are read by a [`Reader`].

use super::arguments::message as message_text;
use super::lexer::Token;
use super::mistake::{Kind, Mistake};
use super::nesting::{Body, Ending, Line, Nesting};
use super::reader::Reader;
use super::syntax::{Argument, ArgumentKind, Statement};
use super::vocabulary::{Follows, Rest};
use crate::source::Span;
use chumsky::input::{InputRef, MapExtra, MappedInput};
use chumsky::inspector::SimpleState;
use chumsky::prelude::*;
use chumsky::primitive::select;

/// Tokens with their spans.
type Tokens<'t> = MappedInput<'t, Token, Span, &'t [(Token, Span)]>;
type Extra<'t> = extra::Full<Mistake, SimpleState<Nesting<'t>>, ()>;

/// A parser of a piece of a script.
pub(super) trait Rule<'t, T>: Parser<'t, Tokens<'t>, T, Extra<'t>> + Clone {}
impl<'t, T, P: Parser<'t, Tokens<'t>, T, Extra<'t>> + Clone> Rule<'t, T> for P {}

/// Statements made from lines.
struct Statements(Vec<Statement>);

impl FromIterator<Line> for Statements {
    fn from_iter<T: IntoIterator<Item = Line>>(lines: T) -> Self {
        let mut all = vec![];
        for line in lines {
            match line {
                Line::Statement(statement) => all.push(statement),
                Line::Unclosed(statements) => all.extend(statements),
                Line::Nothing => {}
            }
        }
        Statements(all)
    }
}

/// Parses a script: lines up to the end of the text.
pub(super) fn script<'t>(text: &'t str) -> impl Rule<'t, Vec<Statement>> {
    let empty_lines = select! { Token::LineEnd => () }.repeated();
    let lines = recursive(|lines| {
        // A boxed rule uses no stack while another one reads nested text.
        let blocks = choice((
            block(Follows::Block, text, lines.clone()).boxed(),
            if_choice(text, lines.clone()).boxed(),
            block(Follows::List, text, lines).boxed(),
            too_deep(text).boxed(),
        ));
        let other = choice((
            blocks,
            rows(text).boxed(),
            stray_rows(text).boxed(),
            misplaced(text).boxed(),
        ));
        let line = simple(text).boxed();
        let line = line.or(within_lines().ignore_then(other));
        let lines = line.recover_with(via_parser(headless().boxed())).repeated();
        lines.collect().map(|Statements(all)| all)
    });
    empty_lines.ignore_then(lines)
}

/// Parses the end of a line with the empty lines below. Skips any invalid text before it.
fn line_end<'t>() -> impl Rule<'t, ()> {
    let ends = select! { Token::LineEnd => () }.repeated().at_least(1);
    let line_end = ends.or(end());
    let first = select! { token if !matches!(token, Token::LineEnd | Token::Glue) => () };
    let rest = first.then(select! { token if token != Token::LineEnd => () }.repeated());
    let skip = rest.ignore_then(line_end);
    line_end.recover_with(via_parser(skip))
}

/// Parses a line with an invalid start, up to its end.
fn headless<'t>() -> impl Rule<'t, Line> {
    let first = at(|token, _, nesting| {
        use Token::{Dots, Else, End, Head, LineEnd, Measure, Message, Number};
        let is_head = matches!(token, Head(_) | Message(_) | Number(_) | Measure(_));
        let is_end = matches!(token, Dots | Else | End | LineEnd);
        (!is_head && !is_end).then(|| nesting.may_have_opened())
    });
    let rest = select! { token if token != Token::LineEnd => () }.repeated();
    let line = first.then(rest).then(line_end());
    line.map(|_| Line::Nothing)
}

// ---- Statements ----

/// Parses a command, a form or a message, without lines below that belong to it.
fn simple<'t>(text: &'t str) -> impl Rule<'t, Line> {
    let statement = before(Follows::Nothing).ignore_then(head(text));
    let statement = statement.or(message()).then_ignore(line_end());
    statement.map(Line::Statement)
}

/// Parses `! TEXT`: the `!` is the head.
fn message<'t>() -> impl Rule<'t, Statement> {
    let message = at(|token, span, _| match token {
        Token::Message(start) => Some((span, start)),
        _ => None,
    });
    message.map(|(span, start)| {
        let end = span.start + 1;
        let head = Span { end, ..span };
        statement((head, vec![message_text(start, span)]))
    })
}

/// Parses the line of a head: a command with its arguments, or a form.
fn head<'t>(text: &'t str) -> impl Rule<'t, Statement> {
    let word = |rest: Rest| {
        at(move |token, span, _| {
            matches!(token, Token::Head(shape) if shape.rest == rest).then_some(span)
        })
    };
    let all = arguments(text);
    choice((
        word(Rest::Arguments).then(all.clone()),
        word(Rest::Assignment).then(assignment(text).or(all.clone())),
        word(Rest::Parameter).then(parameter(text).or(all.clone())),
        word(Rest::Expression).then(condition(text).or(all.clone())),
        word(Rest::Claim).then(claim(text).or(all.clone())),
        word(Rest::Moment).then(claim(text).or(all.clone())),
        word(Rest::Loop).then(counter(text).or(all.clone())),
        word(Rest::Function).then(function(text).or(all.clone())),
        word(Rest::Text).then(all.clone()),
        word(Rest::Command).then(all),
    ))
    .map(statement)
}

/// Parses `NAME(PARAMETERS)` and possibly `= EXPRESSION`, after `function`.
fn function<'t>(text: &'t str) -> impl Rule<'t, Vec<Argument>> {
    let open = at(|token, span, _| (token == Token::Open && span.range().is_empty()).then_some(()));
    open.rewind()
        .ignore_then(by_hand(text, Reader::function_head))
}

/// Parses `NAME = EXPRESSION`, after `let`, `set` or `result`; the target may be a part of a value.
fn assignment<'t>(text: &'t str) -> impl Rule<'t, Vec<Argument>> {
    let value = expression(text).or_not();
    let target = name().or(expression(text));
    let assignment = target.then_ignore(sign()).then(value);
    assignment.map(|(name, value)| [Some(name), value].into_iter().flatten().collect())
}

/// Parses `NAME = EXPRESSION` and possibly `from EXPRESSION to EXPRESSION`, after `param`.
fn parameter<'t>(text: &'t str) -> impl Rule<'t, Vec<Argument>> {
    let target = name().or(expression(text));
    let parameter = target.then_ignore(sign()).then(arguments(text));
    parameter.map(|(name, rest)| [vec![name], rest].concat())
}

/// Parses a bare expression, after `if`, `while` or `repeat`.
fn condition<'t>(text: &'t str) -> impl Rule<'t, Vec<Argument>> {
    expression(text).map(|condition| vec![condition])
}

/// Parses a bare expression and an optional text, after `expect`, `when` or `every`.
fn claim<'t>(text: &'t str) -> impl Rule<'t, Vec<Argument>> {
    let interpolated = select! { Token::QuoteOpen => () }.rewind();
    let interpolated = interpolated.ignore_then(by_hand(text, Reader::interpolated));
    let claim = expression(text).then(quoted().or(interpolated).or_not());
    claim.map(|(claim, reason)| [Some(claim), reason].into_iter().flatten().collect())
}

/// Parses `NAME in` and a range, the name of a list, or values.
fn counter<'t>(text: &'t str) -> impl Rule<'t, Vec<Argument>> {
    let items = condition(text).or(arguments(text));
    let counter = name().then_ignore(sign()).then(items);
    counter.map(|(name, items)| [vec![name], items].concat())
}

// ---- Blocks ----

/// Parses a head, lines and an end: the rules `block` and `program`. A motor program contains no other one directly.
fn block<'t>(
    follows: Follows,
    text: &'t str,
    lines: impl Rule<'t, Vec<Statement>>,
) -> impl Rule<'t, Line> {
    let head = opening(follows, text);
    let block = head.then(lines).then(ending(text));
    block.validate(|((head, lines), ending), e, emitter| {
        let body = Body::new(head, lines);
        e.state().leave(body, ending, emitter)
    })
}

/// Parses `if` and its lines, each `else if` with its own, `else` with its own, and an end: the rule `choice`.
fn if_choice<'t>(text: &'t str, lines: impl Rule<'t, Vec<Statement>>) -> impl Rule<'t, Line> {
    let head = opening(Follows::Branches, text);
    let branch = else_head(text, true).then(lines.clone());
    let branches = branch.repeated().collect::<Vec<_>>();
    let choice = head.then(lines).then(branches).then(ending(text));
    choice.validate(|(((head, lines), branches), ending), e, emitter| {
        for pair in branches.windows(2) {
            if let [((first, None), _), ((span, _), _)] = pair {
                emitter.emit(Mistake::new(*span, Kind::SecondElse(*first)));
            }
        }
        let mut body = Body::new(head, lines);
        body.branches = branches;
        e.state().leave(body, ending, emitter)
    })
}

/// Parses `else if CONDITION` or `else`, with an open `if` or without one.
fn else_head<'t>(text: &'t str, has_if: bool) -> impl Rule<'t, (Span, Option<Argument>)> {
    let else_ = at(move |token, span, nesting| {
        (token == Token::Else && nesting.ends_lines(token) == has_if).then_some(span)
    });
    let if_ = at(move |token, span, _| {
        (token == Token::Word && text.get(span.range()) == Some("if")).then_some(())
    });
    let other = arguments(text).validate(|arguments, e, emitter| {
        let span = arguments.first().map_or(e.span(), |first| first.span);
        if !arguments.first().is_some_and(Argument::is_faulty) {
            emitter.emit(Mistake::new(span, Kind::AfterElse));
        }
        let kind = ArgumentKind::Bad;
        Some(Argument { kind, span })
    });
    let condition = if_.ignore_then(expression(text)).map(Some);
    let nothing = select! { Token::LineEnd => () }.or(end()).rewind().to(None);
    let head = else_.then(choice((condition, nothing, other)));
    head.then_ignore(line_end()).boxed()
}

/// Parses the line of a head that opens a block.
fn opening<'t>(follows: Follows, text: &'t str) -> impl Rule<'t, Statement> {
    let head = before(follows).ignore_then(head(text));
    let line = head.then_ignore(line_end()).map_with(move |head, e| {
        e.state().enter(&head, follows);
        head
    });
    line.boxed()
}

/// Parses the line of a head whose block would exceed the nesting limit.
fn too_deep<'t>(text: &'t str) -> impl Rule<'t, Line> {
    let opens = at(|token, _, nesting| {
        let opens = matches!(token, Token::Head(shape) if shape.follows.is_block());
        (opens && nesting.is_full()).then_some(())
    });
    let line = opens.rewind().ignore_then(head(text));
    line.then_ignore(line_end()).validate(|head, e, emitter| {
        e.state().leave_out(head.head, emitter);
        Line::Nothing
    })
}

/// Parses the end of the lines of a block.
fn ending<'t>(text: &'t str) -> impl Rule<'t, Ending> {
    let its_own = end_line(text, |token, end, nesting| nesting.is_its_end(token, end));
    let end_of_text = end().to(Ending::EndOfText);
    let missing = empty().to(Ending::Missing);
    choice((its_own.map(Ending::At), end_of_text, missing)).boxed()
}

/// Parses an expected `end`, `.` or `..`, alone on its line.
fn end_line<'t>(
    text: &'t str,
    wanted: impl Fn(Token, Span, &mut Nesting<'t>) -> bool + Clone,
) -> impl Rule<'t, Span> {
    let end = at(move |token, span, nesting| {
        (matches!(token, Token::End | Token::Dots) && wanted(token, span, nesting)).then_some(span)
    });
    let line = end.then(arguments(text)).then_ignore(line_end());
    line.validate(|(end, arguments), _, emitter| {
        let first = arguments.first().filter(|first| !first.is_faulty());
        if let Some(Argument { span, .. }) = first {
            emitter.emit(Mistake::new(*span, Kind::AfterClose(end)));
        }
        end
    })
}

// ---- Rows ----

/// Parses a head and rows of numbers, which continue its arguments.
fn rows<'t>(text: &'t str) -> impl Rule<'t, Line> {
    let head = before(Follows::Rows).ignore_then(head(text));
    let other = misplaced(text).recover_with(via_parser(headless()));
    let below = row(text).map(Some).or(other.map(|_| None)).repeated();
    let rows = head.then_ignore(line_end()).foldl(below, |mut head, row| {
        head.arguments.extend(row.into_iter().flatten());
        head.span = head
            .arguments
            .last()
            .map_or(head.span, |a| head.span.to(a.span));
        head
    });
    rows.map(Line::Statement)
}

/// Parses a number with the rest of its line.
fn row<'t>(text: &'t str) -> impl Rule<'t, Vec<Argument>> {
    let number = select! { Token::Number(_) | Token::Measure(_) => () };
    let row = number.rewind().ignore_then(arguments(text));
    row.then_ignore(line_end())
}

// ---- Misplaced text ----

/// Parses rows without a head: one report for all.
fn stray_rows<'t>(text: &'t str) -> impl Rule<'t, Line> {
    let rows = row(text).foldl(row(text).repeated(), |first, _| first);
    rows.validate(|first, _, emitter| {
        if let Some(Argument { span, .. }) = first.first() {
            emitter.emit(Mistake::new(*span, Kind::Row));
        }
        Line::Nothing
    })
}

/// Parses an end or an `else` without a block, a head in braces, and invalid text in place of a head.
fn misplaced<'t>(text: &'t str) -> impl Rule<'t, Line> {
    let end = end_line(text, |token, _, nesting| !nesting.ends_lines(token)).validate(
        |end, e, emitter| {
            e.state().stray_end(end, emitter);
            Line::Nothing
        },
    );
    let branch = else_head(text, false).validate(|(head, _), e, emitter| {
        e.state().stray_else(head, emitter);
        Line::Nothing
    });
    let computed =
        select! { Token::Head(_) = e => e.span() }.then_ignore(select! { Token::Glue => () });
    let computed = computed.then(arguments(text)).then_ignore(line_end());
    let computed = computed.validate(|(head, arguments), e, emitter| {
        let span = arguments.first().map_or(head, |first| head.to(first.span));
        emitter.emit(Mistake::new(span, Kind::ComputedHead));
        e.state().may_have_opened();
        Line::Nothing
    });
    // Its own report suffices; the rest of the line is still parsed.
    let refused = select! { Token::Bad(_) => () }.rewind();
    let refused = refused.ignore_then(arguments(text)).then_ignore(line_end());
    let refused = refused.map_with(|_, e| {
        e.state().may_have_opened();
        Line::Nothing
    });
    choice((end, branch, computed, refused))
}

// ---- Pieces of a line ----

/// Matches if the next token is a head with these lines below.
fn before<'t>(follows: Follows) -> impl Rule<'t, ()> {
    let head = at(move |token, _, nesting| match token {
        Token::Head(shape) if shape.follows == follows => {
            (!follows.is_block() || !nesting.is_full()).then_some(())
        }
        _ => None,
    });
    head.rewind()
}

/// Matches if the next token does not end the lines of a block.
fn within_lines<'t>() -> impl Rule<'t, ()> {
    at(|token, _, nesting| (!nesting.ends_lines(token)).then_some(())).rewind()
}

/// Parses the name after the head of a form.
fn name<'t>() -> impl Rule<'t, Argument> {
    select! { Token::Word = e => Argument { kind: ArgumentKind::Word, span: e.span() } }
}

/// Parses the `=` or `in` after it.
fn sign<'t>() -> impl Rule<'t, ()> {
    select! { Token::Sign => () }
}

fn quoted<'t>() -> impl Rule<'t, Argument> {
    select! { Token::Quoted = e => Argument { kind: ArgumentKind::Quoted, span: e.span() } }
}

/// Parses an expression without braces: it begins with an [`Token::Open`] of zero width.
fn expression<'t>(text: &'t str) -> impl Rule<'t, Argument> {
    let open = at(|token, span, _| (token == Token::Open && span.range().is_empty()).then_some(()));
    open.rewind().ignore_then(by_hand(text, Reader::computed))
}

/// Parses all arguments up to the end of the line.
fn arguments<'t>(text: &'t str) -> impl Rule<'t, Vec<Argument>> {
    by_hand(text, Reader::arguments)
}

/// Parses with a reader, and collects its errors.
fn by_hand<'t, T>(text: &'t str, read: impl Fn(&mut Reader<'t>) -> T + Clone) -> impl Rule<'t, T> {
    let read = custom(move |input: &mut InputRef<'t, '_, Tokens<'t>, Extra<'t>>| {
        let from = input.cursor();
        let mut reader = Reader::new(text, input.slice_from(&from..));
        let read = read(&mut reader);
        for _ in 0..reader.count() {
            input.skip();
        }
        Ok((read, reader.mistakes))
    });
    read.validate(|(read, mistakes), _, emitter| {
        for mistake in mistakes {
            emitter.emit(mistake);
        }
        read
    })
}

/// Parses a token accepted by a function, which receives its span and the blocks that are open there.
fn at<'t, T>(
    find: impl Fn(Token, Span, &mut Nesting<'t>) -> Option<T> + Clone,
) -> impl Rule<'t, T> {
    select(
        move |token, e: &mut MapExtra<'t, '_, Tokens<'t>, Extra<'t>>| {
            let span = e.span();
            find(token, span, e.state())
        },
    )
}

fn statement((head, arguments): (Span, Vec<Argument>)) -> Statement {
    let span = arguments.last().map_or(head, |last| head.to(last.span));
    Statement {
        head,
        arguments,
        block: None,
        branches: vec![],
        span,
    }
}
