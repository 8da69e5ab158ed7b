//! Lexer of expressions, with or without braces.

use super::code::Code;
use super::lines::Tokens;
use super::plain::Plain;
use super::{Fault, Symbol, Token};
use crate::value::format::{is_format, is_meant_as_format};
use logos::{Lexer, Logos};

/// Deepest nesting of brackets: more than needed, and safe for the stack.
const DEEPEST: usize = 32;
/// Most tokens of one expression.
const LONGEST: usize = 4000;
/// Most operators of a chain, such as a sum, and of the enclosing chains: each makes the tree deeper.
const MOST_OPERATORS: usize = 200;
/// Most prefix or right-associative operators.
const MOST_NESTING: usize = 64;

/// Mark of the open bracket of a comprehension, whose elements are not separated by blanks.
const COMPREHENSION: u8 = b'f';

/// Lexer of one expression with the expressions in its names.
pub(super) struct Braces<'o> {
    out: &'o mut Tokens,
    /// Open brackets, innermost last: `{`, `(` or `[`, with their offsets.
    open: Vec<(u8, usize)>,
    tokens: usize,
    nesting: usize,
    /// Number of operators so far in the chain around each open bracket, and in the innermost one.
    operators: Vec<usize>,
    /// Whether the braces are in a text, where formats are expected rather than records.
    in_text: bool,
}

/// Returns the buffers for the next expression: a script has one on every other line.
impl Drop for Braces<'_> {
    fn drop(&mut self) {
        let buffers = (&mut self.open, &mut self.operators);
        self.out.buffers = (std::mem::take(buffers.0), std::mem::take(buffers.1));
    }
}

impl<'o> Braces<'o> {
    pub fn new(out: &'o mut Tokens) -> Self {
        let (mut open, mut operators) = std::mem::take(&mut out.buffers);
        open.clear();
        operators.clear();
        operators.push(0);
        Braces {
            out,
            open,
            tokens: 0,
            nesting: 0,
            operators,
            in_text: false,
        }
    }

    /// Makes a lexer of braces in a text or a name.
    pub fn in_text(out: &'o mut Tokens) -> Self {
        let mut braces = Braces::new(out);
        braces.in_text = true;
        braces
    }

    /// Reads up to the `}` of a `{` that was read; returns whether the line has one.
    pub fn closed(mut self, lexer: &mut Lexer<Plain>, open: usize) -> bool {
        self.open.push((b'{', open));
        self.read(lexer, false)
    }

    /// Reads a comprehension `[x^2 for x in a]` among arguments, whose `[` was just read.
    pub fn comprehension(mut self, lexer: &mut Lexer<Plain>, open: usize) {
        self.out.push(Token::Open, open, open);
        self.out.push(Token::OpenList, open, open + 1);
        self.open.push((COMPREHENSION, open));
        self.read(lexer, false);
        let end = lexer.span().end;
        self.out.push(Token::Close, end, end);
    }

    /// Reads a bare expression up to the end of the line or a comment. With `claim` a text in quotes at its end does not belong
    /// to it.
    pub fn bare(mut self, lexer: &mut Lexer<Plain>, claim: bool) {
        let start = lexer.span().end;
        let blanks =
            lexer.remainder().len() - lexer.remainder().trim_start_matches([' ', '\t']).len();
        self.out.push(Token::Open, start + blanks, start + blanks);
        self.read(lexer, claim);
    }

    fn read(&mut self, lexer: &mut Lexer<Plain>, claim: bool) -> bool {
        let bare = self.open.is_empty();
        let mut code = lexer.clone().morph::<Code>();
        let mut done = lexer.span().end;
        let mut ended = false;
        while let Some(found) = code.next() {
            let found = found.unwrap_or_else(Code::Bad);
            if matches!(found, Code::LineEnd | Code::Comment) {
                break;
            }
            let blank_after = code.remainder().starts_with([' ', '\t']);
            if found == Code::Token(Token::Quoted) && code.slice().contains('{') {
                interpolated(self.out, code.source(), code.span());
                done = code.span().end;
                self.tokens += 1;
                continue;
            }
            if found == Code::Symbol(Symbol::Colon) && self.format(&mut code) {
                done = code.span().end;
                continue;
            }
            let found = match found {
                Code::OpenList if is_comprehension(code.remainder()) => Code::Comprehension,
                other => other,
            };
            self.one(found, code.span().start, code.span().end, blank_after);
            done = code.span().end;
            // The outermost brace is closed: the line continues.
            if !bare && self.open.is_empty() {
                ended = true;
                break;
            }
            if self.rest_of_name(&mut code) {
                done = code.span().end;
            }
            self.tokens += 1;
            self.count_operators();
            let operators: usize = self.operators.iter().sum();
            let too_deep = self.nesting > MOST_NESTING
                || self.open.len() > DEEPEST
                || operators > MOST_OPERATORS;
            if self.tokens > LONGEST || too_deep {
                let long = code.span();
                self.out
                    .push(Token::Bad(Fault::TooDeep), long.start, long.end);
                done = skip_line(&mut code);
                self.open.clear();
                break;
            }
        }
        lexer.bump(done - lexer.span().end);
        if let Some((_, at)) = (!ended).then(|| self.open.first().copied()).flatten() {
            self.unclosed(at, done);
        }
        if !ended && bare {
            let why = if claim { self.take_reason() } else { vec![] };
            let end = match (why.first(), self.out.list.last()) {
                (_, Some((_, last))) => last.end as usize,
                (Some((_, span)), None) => span.start as usize,
                _ => done,
            };
            self.out.push(Token::Close, end, end);
            self.out.list.extend(why);
        }
        ended
    }

    /// Counts the last token if it is an operator; a bracket or a comma begins a new chain.
    fn count_operators(&mut self) {
        use Symbol::{By, Call, Close, Comma, False, Index, Negative, Not, Open, Range, True};
        self.operators.resize(self.open.len() + 1, 0);
        let (Some(Token::Symbol(symbol)), Some(last)) =
            (self.out.last(), self.operators.last_mut())
        else {
            return;
        };
        match symbol {
            Comma => *last = 0,
            // It belongs to the chain around the bracket.
            Index => {
                if let [.., around, _] = self.operators.as_mut_slice() {
                    *around += 1;
                }
            }
            Open | Call | Close | True | False | Range | By | Not | Negative => {}
            _ => *last += 1,
        }
    }

    /// Removes a text in quotes after a value from the expression.
    fn take_reason(&mut self) -> Vec<(Token, crate::source::Span)> {
        let list = &mut self.out.list;
        let start = match list.last() {
            Some((Token::Quoted, _)) => Some(list.len() - 1),
            Some((Token::QuoteClose, _)) => list
                .iter()
                .rposition(|(token, _)| *token == Token::QuoteOpen),
            _ => None,
        };
        let before = start.and_then(|start| list.get(start.checked_sub(1)?));
        match (start, before) {
            (Some(start), Some((before, _))) if before.ends_value() => list.split_off(start),
            _ => vec![],
        }
    }

    fn one(&mut self, found: Code, start: usize, end: usize, blank_after: bool) {
        let touches = self.out.touches(start);
        let before = self.out.last();
        let after_value = touches && before.is_some_and(Token::ends_value);
        let in_list = matches!(self.open.last(), Some((b'[', _)));
        let token = match found {
            Code::Name => match before {
                Some(Token::Symbol(Symbol::To)) => Token::Unit,
                _ if after_value => Token::Bad(Fault::Touching),
                _ => Token::Name,
            },
            Code::Token(token) => token,
            Code::Symbol(Symbol::Open) => {
                self.open.push((b'(', start));
                match before {
                    Some(Token::Name) if touches => Token::Symbol(Symbol::Call),
                    _ => Token::Symbol(Symbol::Open),
                }
            }
            Code::OpenList => {
                self.open.push((b'[', start));
                if after_value {
                    Token::Symbol(Symbol::Index)
                } else {
                    Token::OpenList
                }
            }
            Code::Open => {
                self.open.push((b'{', start));
                if touches && matches!(before, Some(Token::Name | Token::Close)) {
                    self.out.push(Token::Glue, start, start);
                }
                Token::Open
            }
            Code::Comprehension if !after_value => {
                self.open.push((COMPREHENSION, start));
                Token::OpenList
            }
            Code::Comprehension => {
                self.open.push((b'[', start));
                Token::Symbol(Symbol::Index)
            }
            // A record has colons, and no other braces do.
            Code::Symbol(Symbol::Colon) if !matches!(self.open.last(), Some((b'{', _))) => {
                Token::Bad(Fault::Stray)
            }
            Code::Symbol(Symbol::Close) => self.close(b'(', Token::Symbol(Symbol::Close), start),
            Code::CloseList => self.close(b'[', Token::CloseList, start),
            Code::Close => self.close(b'{', Token::Close, start),
            Code::Symbol(Symbol::Minus) if in_list && !after_value && !blank_after => {
                self.nesting += 1;
                Token::Symbol(Symbol::Negative)
            }
            Code::Symbol(symbol) => {
                let nests = matches!(symbol, Symbol::Not | Symbol::Power)
                    || symbol == Symbol::Minus && !before.is_some_and(Token::ends_value);
                self.nesting += usize::from(nests);
                Token::Symbol(symbol)
            }
            Code::Bad(fault) => Token::Bad(fault),
            Code::LineEnd | Code::Comment => return,
        };
        self.out.push(token, start, end);
    }

    fn close(&mut self, open: u8, token: Token, start: usize) -> Token {
        let is_partner = |other: u8| other == open || (open, other) == (b'[', COMPREHENSION);
        let Some(partner) = self.open.iter().rposition(|(other, _)| is_partner(*other)) else {
            return Token::Bad(Fault::Close);
        };
        if let Some((_, inner)) = self.open.get(partner + 1).copied() {
            self.unclosed(inner, start);
        }
        self.open.truncate(partner);
        token
    }

    /// Makes one error of everything from an unclosed bracket up to a place.
    fn unclosed(&mut self, open: usize, end: usize) {
        let list = &mut self.out.list;
        let at = list
            .iter()
            .rposition(|(token, span)| span.start as usize == open && *token != Token::Glue);
        list.truncate(at.unwrap_or(list.len()));
        if list.last().is_some_and(|(token, _)| *token == Token::Glue) {
            list.pop();
        }
        self.out
            .push(Token::Bad(Fault::Open), open, end.max(open + 1));
    }

    /// Reads the format after a `:` in braces, if it is one and ends them: `{x:.2f}`.
    fn format(&mut self, code: &mut Lexer<Code>) -> bool {
        let rest = code.remainder();
        let Some(format) = rest.find('}').and_then(|end| rest.get(..end)) else {
            return false;
        };
        let is_in_braces = matches!(self.open.last(), Some((b'{', _)));
        if !is_in_braces {
            return false;
        }
        let token = if is_format(format) {
            Token::Format
        } else if self.in_text
            && self.open.len() == 1
            && (!self.names_field() || is_meant_as_format(format))
        {
            Token::Bad(Fault::Format)
        } else {
            return false;
        };
        let start = code.span().end;
        self.out.push(token, start - 1, start + format.len());
        code.bump(format.len());
        true
    }

    /// Whether the last token may be the name of a field of a record.
    fn names_field(&self) -> bool {
        let list = self.out.list.as_slice();
        matches!(
            list,
            [
                ..,
                (Token::Open | Token::Symbol(Symbol::Comma), _),
                (Token::Name, _)
            ]
        )
    }

    /// Reads the rest of a name or unit that touches its first word or a `}`.
    fn rest_of_name(&mut self, code: &mut Lexer<Code>) -> bool {
        let inside: fn(char) -> bool = match self.out.last() {
            Some(Token::Unit) => {
                |c| c.is_alphanumeric() || matches!(c, '*' | '/' | '^' | '-' | '°' | 'µ')
            }
            Some(Token::Close) => |c| c.is_alphanumeric() || matches!(c, '_' | '.'),
            _ => return false,
        };
        let rest = code.remainder();
        let mut length = rest.find(|c| !inside(c)).unwrap_or(rest.len());
        if self.out.last() == Some(Token::Close) {
            // Two dots are a range.
            let name = rest.get(..length).unwrap_or_default();
            length = name.find("..").unwrap_or(length);
        }
        let start = code.span().end;
        if length == 0 {
            return false;
        }
        code.bump(length);
        if self.out.last() == Some(Token::Unit) {
            if let Some((_, span)) = self.out.list.last_mut() {
                span.end = code.span().end as u32;
            }
        } else {
            self.out.push(Token::Glue, start, start);
            self.out.push(Token::Name, start, start + length);
        }
        true
    }
}

/// Reads a text in quotes with expressions in braces. `\{` is a literal brace.
pub(super) fn interpolated(out: &mut Tokens, source: &str, quoted: std::ops::Range<usize>) {
    let last = quoted.end - 1;
    // The expressions see no text beyond the closing quote.
    let inside = source.get(..last).unwrap_or_default();
    out.push(Token::QuoteOpen, quoted.start, quoted.start + 1);
    let mut at = quoted.start + 1;
    while let Some(open) = next_brace(inside, at) {
        if at < open {
            out.push(Token::Text, at, open);
        }
        out.push(Token::Open, open, open + 1);
        let mut lexer = Plain::lexer(inside);
        lexer.bump(open + 1);
        Braces::in_text(out).closed(&mut lexer, open);
        at = lexer.span().end;
    }
    if at < last {
        out.push(Token::Text, at, last);
    }
    out.push(Token::QuoteClose, last, quoted.end);
}

/// Returns the offset of the next `{` that no `\` precedes.
fn next_brace(text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let mut braces = rest.match_indices('{').map(|(at, _)| from + at);
    braces.find(|at| !text.get(..*at).is_some_and(|before| before.ends_with('\\')))
}

/// Whether the text after a `[` is a comprehension: `x^2 for x in a]`.
pub(super) fn is_comprehension(rest: &str) -> bool {
    let (mut depth, mut quoted) = (0_i32, false);
    for (at, c) in rest.char_indices() {
        match c {
            '\n' | '\r' => return false,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '[' | '(' | '{' => depth += 1,
            ']' if depth == 0 => return false,
            ']' | ')' | '}' => depth -= 1,
            'f' if depth == 0 && rest[..at].ends_with([' ', '\t', ')', ']', '}']) => {
                let mut words = rest[at..].split_whitespace();
                if words.next() == Some("for")
                    && words.next().is_some()
                    && words.next() == Some("in")
                {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

/// Skips to the end of the line; returns its offset.
fn skip_line(code: &mut Lexer<Code>) -> usize {
    let rest = code.remainder().split(['\n', '\r']).next();
    code.bump(rest.map_or(0, str::len));
    code.span().end
}
