// What a regular expression cannot decide: where the unit of a number ends, whether a `for` has an expression or a list of
// words, whether a list is computed, whether a colon in braces begins a format, whether the end of a block is missing, and
// which plain names are commands defined by the script. These are the state: a bit for each.

#include "tree_sitter/parser.h"
#include "units.h"

#include <stdlib.h>
#include <string.h>

enum Token {
  UNIT_OF_VALUE,
  RANGE_FOLLOWS,
  COMPREHENSION_FOLLOWS,
  FORMAT,
  MISSING_END,
  OWN_NAME_FOLLOWS,
  OWN_HEAD,
  RECOVERING
};

// First words of motor programs; a script may define commands of these names.
static const char *const PLAIN[] = {"stance", "swing"};
enum { PLAIN_COUNT = sizeof PLAIN / sizeof *PLAIN };

static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }

// Beyond ASCII everything counts as a letter: a unit that is none is for the program to refuse, and the lexer of the
// grammar has the exact classes.
static bool is_letter(int32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80;
}

static bool is_any(int32_t c, const char *of) { return c > 0 && c < 0x80 && strchr(of, (char)c) != NULL; }

static bool is_line_end(const TSLexer *lexer) {
  return lexer->lookahead == '\n' || lexer->lookahead == '\r' || lexer->eof(lexer);
}

static bool is_blank(int32_t c) { return c == ' ' || c == '\t'; }

static void next(TSLexer *lexer) { lexer->advance(lexer, false); }

static bool is_unit(const char *symbol) {
  for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++) {
    if (strcmp(UNITS[i], symbol) == 0) return true;
  }
  return false;
}

// Reads letters, and tells whether they are the symbol of a unit. The micro sign, the Greek mu and u are one.
static bool symbol(TSLexer *lexer) {
  char text[8];
  size_t length = 0;
  bool fits = true;
  while (is_letter(lexer->lookahead)) {
    int32_t c = lexer->lookahead;
    bool micro = length == 0 && (c == 0xB5 || c == 0x3BC);
    bool degree = length == 0 && c == 0xB0;
    fits = fits && length + 1 < sizeof text && (c < 0x80 || micro || degree);
    if (fits && degree) {
      memcpy(text, "deg", 3);
      length = 3;
    } else if (fits) {
      text[length++] = micro ? 'u' : (char)c;
    }
    next(lexer);
  }
  text[fits ? length : 0] = '\0';
  return fits && is_unit(text);
}

// A `/` belongs to the unit where a unit with its power, and nothing else that touches, follows; a `*` never does.
static bool unit_of_value(TSLexer *lexer) {
  if (!is_letter(lexer->lookahead)) return false;
  while (is_letter(lexer->lookahead) || is_digit(lexer->lookahead) || lexer->lookahead == '^') {
    if (lexer->lookahead == '^') {
      lexer->mark_end(lexer);
      next(lexer);
      if (lexer->lookahead == '-') next(lexer);
      if (!is_digit(lexer->lookahead)) return true;
    }
    next(lexer);
  }
  lexer->mark_end(lexer);
  while (lexer->lookahead == '/') {
    next(lexer);
    if (!symbol(lexer)) return true;
    if (lexer->lookahead == '^') {
      next(lexer);
      if (!is_digit(lexer->lookahead)) return true;
    }
    while (is_digit(lexer->lookahead)) next(lexer);
    if (is_letter(lexer->lookahead) || lexer->lookahead == '^') return true;
    lexer->mark_end(lexer);
  }
  return true;
}

// Whether the rest of the line is one name, a call, a sum or product with blanks around its sign, or holds two dots that
// belong neither to brackets nor to a path.
static bool range_follows(TSLexer *lexer) {
  lexer->mark_end(lexer);
  enum { BEFORE, WITHIN, BEHIND, NO } name = BEFORE;
  enum { NONE, VALUE, SIGN } word = NONE;
  bool computed = false, plain = true, quoted = false, dotted = false;
  int depth = 0, length = 0;
  int32_t last = 0;
  while (!is_line_end(lexer)) {
    int32_t c = lexer->lookahead;
    if (c == '#' && !quoted) break;
    next(lexer);
    if (c == '"') quoted = !quoted;
    if (c == '"' || c == '{') plain = false;
    if (c == '{' || c == '[') depth++;
    if (c == '}' || c == ']') depth--;
    if (c == '.' && depth == 0 && !quoted && last != '/' && lexer->lookahead == '.') {
      next(lexer);
      if (lexer->lookahead != '/') return true;
      c = '/';
    }
    if (c == '(' && name == WITHIN && !dotted) return true;
    dotted = dotted || c == '.';
    if (is_blank(c)) {
      if (name == WITHIN) name = BEHIND;
    } else if (name == BEFORE) {
      name = is_letter(c) || c == '_' ? WITHIN : NO;
    } else if (name == BEHIND || !(is_letter(c) || is_digit(c) || c == '_' || c == '.')) {
      name = NO;
    }
    length = is_blank(c) ? 0 : length + 1;
    if (length > 0 && (is_blank(lexer->lookahead) || is_line_end(lexer))) {
      bool sign = length == 1 && is_any(c, "+-*/");
      computed = computed || (!sign && word == SIGN);
      word = !sign ? VALUE : word == VALUE ? SIGN : NONE;
    }
    last = c;
  }
  return name == WITHIN || name == BEHIND || (computed && plain);
}

// Whether `for`, a name and `in` stand outside of brackets before the end of a list.
static bool comprehension_follows(TSLexer *lexer) {
  lexer->mark_end(lexer);
  int depth = 0;
  int32_t last = 0;
  bool quoted = false;
  while (!is_line_end(lexer)) {
    int32_t c = lexer->lookahead;
    if (!quoted && (c == '#' || (c == ']' && depth == 0))) return false;
    if (c == 'f' && depth == 0 && !quoted && is_any(last, " \t)]}")) {
      const char *word = "for";
      while (*word != 0 && lexer->lookahead == *word) {
        next(lexer);
        word++;
      }
      if (*word == 0 && is_blank(lexer->lookahead)) {
        while (is_blank(lexer->lookahead)) next(lexer);
        while (!is_blank(lexer->lookahead) && !is_line_end(lexer)) next(lexer);
        while (is_blank(lexer->lookahead)) next(lexer);
        if (lexer->lookahead != 'i') return false;
        next(lexer);
        if (lexer->lookahead != 'n') return false;
        next(lexer);
        return is_blank(lexer->lookahead) || is_line_end(lexer);
      }
      last = 'f';
      continue;
    }
    next(lexer);
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == '[' || c == '(' || c == '{')) depth++;
    if (!quoted && (c == ']' || c == ')' || c == '}')) depth--;
    last = c;
  }
  return false;
}

// Reads a colon and `[fill align] [+] [width] [,] [.precision] type`, which a closing brace follows.
static bool format(TSLexer *lexer) {
  if (lexer->lookahead != ':') return false;
  next(lexer);
  int32_t text[16];
  size_t length = 0, at = 0;
  while (lexer->lookahead != '}' && !is_line_end(lexer) && length < sizeof text / sizeof *text) {
    text[length++] = lexer->lookahead;
    next(lexer);
  }
  lexer->mark_end(lexer);
  if (lexer->lookahead != '}' || length == 0 || !is_any(text[--length], "fegds%")) return false;
  if (length > 1 && is_any(text[1], "<>^")) {
    at = 2;
  } else if (length > 0 && is_any(text[0], "<>^")) {
    at = 1;
  }
  if (at < length && text[at] == '+') at++;
  while (at < length && is_digit(text[at])) at++;
  if (at < length && text[at] == ',') at++;
  if (at < length && text[at] == '.') {
    at++;
    if (at == length || !is_digit(text[at])) return false;
    while (at < length && is_digit(text[at])) at++;
  }
  return at == length;
}

// Reads a word, and tells which of the plain names it is; their count if none.
static int plain_name(TSLexer *lexer) {
  char text[8];
  size_t length = 0;
  for (;;) {
    int32_t c = lexer->lookahead;
    if (!is_letter(c) && !is_digit(c) && (c == 0 || strchr("_./~*?-{+", c) == NULL)) break;
    text[length] = c < 0x80 ? (char)c : '?';
    if (length + 1 < sizeof text) length++;
    next(lexer);
  }
  text[length] = '\0';
  int at = 0;
  while (at < PLAIN_COUNT && strcmp(PLAIN[at], text) != 0) at++;
  return at;
}

bool tree_sitter_corpus_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  char *own = payload;
  if (valid[RECOVERING]) return false;
  bool apart = is_blank(lexer->lookahead);
  if (valid[MISSING_END] || valid[OWN_HEAD] || valid[OWN_NAME_FOLLOWS]) {
    while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  }
  if (valid[MISSING_END] && lexer->eof(lexer)) {
    lexer->mark_end(lexer);
    lexer->result_symbol = MISSING_END;
    return true;
  }
  if (valid[OWN_NAME_FOLLOWS]) {
    lexer->mark_end(lexer);
    int name = plain_name(lexer);
    if (name == PLAIN_COUNT) return false;
    *own |= (char)(1 << name);
    lexer->result_symbol = OWN_NAME_FOLLOWS;
    return true;
  }
  if (valid[OWN_HEAD] && *own != 0 && lexer->lookahead == 's') {
    int name = plain_name(lexer);
    lexer->result_symbol = OWN_HEAD;
    return name < PLAIN_COUNT && (*own & (1 << name)) != 0;
  }
  if (valid[UNIT_OF_VALUE] && !apart && unit_of_value(lexer)) {
    lexer->result_symbol = UNIT_OF_VALUE;
    return true;
  }
  if (valid[COMPREHENSION_FOLLOWS] && comprehension_follows(lexer)) {
    lexer->result_symbol = COMPREHENSION_FOLLOWS;
    return true;
  }
  if (valid[FORMAT]) {
    while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
    lexer->result_symbol = FORMAT;
    return format(lexer);
  }
  if (valid[RANGE_FOLLOWS] && range_follows(lexer)) {
    lexer->result_symbol = RANGE_FOLLOWS;
    return true;
  }
  return false;
}

void *tree_sitter_corpus_external_scanner_create(void) { return calloc(1, 1); }

void tree_sitter_corpus_external_scanner_destroy(void *payload) { free(payload); }

unsigned tree_sitter_corpus_external_scanner_serialize(void *payload, char *buffer) {
  char own = *(char *)payload;
  buffer[0] = own;
  return own != 0;
}

void tree_sitter_corpus_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  *(char *)payload = length > 0 ? buffer[0] : 0;
}
