//! Splits text into lines; the head of a line decides its form.

use super::braces::{Braces, interpolated, is_comprehension};
use super::plain::Plain;
use super::{Fault, Symbol, Token, forms};
use crate::source::{SourceId, Span};
use crate::vocabulary::{Follows, Rest, Shape, Vocabulary};
use logos::{Lexer, Logos};

/// Returns the tokens of a text with their spans, in order. Skips a byte order mark at the start, blanks, tabs and comments;
/// all other text is covered by exactly one token.
#[must_use]
pub fn lex(source: SourceId, text: &str, vocabulary: &dyn Vocabulary) -> Vec<(Token, Span)> {
    read(source, text, vocabulary, false)
}

/// Returns the tokens with [`Token::Head`] and [`Token::Else`] at the starts of lines.
pub(crate) fn lines(
    source: SourceId,
    text: &str,
    vocabulary: &dyn Vocabulary,
) -> Vec<(Token, Span)> {
    read(source, text, vocabulary, true)
}

fn read(
    source: SourceId,
    text: &str,
    vocabulary: &dyn Vocabulary,
    has_heads: bool,
) -> Vec<(Token, Span)> {
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let mark = mark.min('\u{feff}'.len_utf8());
    let mut lines = Lines {
        // A script has about one token per five bytes.
        out: Tokens::new(source, Vec::with_capacity(text.len() / 4)),
        vocabulary,
        has_heads,
        lists: 0,
        rejected: 0,
    };
    let mut lexer = Plain::lexer(text);
    lexer.bump(mark);
    while lines.line(&mut lexer) {}
    lines.out.list
}

/// A word in the lexer of arguments.
const WORD: Result<Plain, Fault> = Ok(Plain::Token(Token::Word));

/// Deepest nesting of lists in arguments: more than needed, and safe for the stack.
const DEEPEST: usize = 16;

/// Tokens in order, with marks for adjacent ones.
pub(super) struct Tokens {
    source: SourceId,
    pub list: Vec<(Token, Span)>,
    /// Buffers for the brackets and chains of operators of an expression.
    pub buffers: (Vec<(u8, usize)>, Vec<usize>),
}

impl Tokens {
    pub(super) fn new(source: SourceId, list: Vec<(Token, Span)>) -> Self {
        Tokens {
            source,
            list,
            buffers: (vec![], vec![]),
        }
    }

    /// Adds a token without checking its neighbours.
    pub fn push(&mut self, token: Token, start: usize, end: usize) {
        self.list.push((token, Span::of(self.source, start..end)));
    }

    /// Whether the last token ends at this offset.
    pub fn touches(&self, start: usize) -> bool {
        matches!(self.list.last(), Some((token, last)) if last.end as usize == start && *token != Token::LineEnd)
    }

    /// Returns the offset of a token by its number; the largest one if there is none.
    fn start_of(&self, number: usize) -> usize {
        let token = self.list.get(number);
        token.map_or(usize::MAX, |(_, span)| span.start as usize)
    }

    /// Returns the last token.
    pub fn last(&self) -> Option<Token> {
        self.list.last().map(|(token, _)| *token)
    }

    /// Adds a token of a line of arguments; a token that touches the previous one is a piece of the same word if one of them is
    /// in braces, and an error otherwise.
    fn argument(&mut self, token: Token, start: usize, end: usize) {
        if !self.touches(start) {
            return self.push(token, start, end);
        }
        match (self.last(), token) {
            // Already rejected: text that touches it is part of the same error.
            (Some(Token::Bad(_)), _) => {
                if let Some((_, place)) = self.list.last_mut() {
                    place.end = end as u32;
                }
            }
            (Some(Token::Named | Token::OpenList), _) | (_, Token::CloseList | Token::Bad(_)) => {
                self.push(token, start, end);
            }
            (Some(Token::Close), Token::Word | Token::End | Token::Dots)
            | (Some(Token::Close), Token::Number(_) | Token::Measure(_) | Token::Relative(_)) => {
                self.push(Token::Glue, start, start);
                self.push(token, start, end);
            }
            _ => self.push(Token::Bad(Fault::Touching), start, end),
        }
    }
}

struct Lines<'v> {
    out: Tokens,
    vocabulary: &'v dyn Vocabulary,
    /// Whether the starts of lines are marked.
    has_heads: bool,
    /// Number of open lists.
    lists: usize,
    /// Number of these whose `[` is part of rejected text.
    rejected: usize,
}

impl Lines<'_> {
    /// Reads a line and its end; returns whether there is more.
    fn line(&mut self, lexer: &mut Lexer<Plain>) -> bool {
        (self.lists, self.rejected) = (0, 0);
        let Some(first) = lexer.next() else {
            return false;
        };
        if !self.token(first, lexer) {
            return true;
        }
        if first == WORD && lexer.slice() == "else" {
            self.mark(Token::Else);
            forms::branch(lexer, &mut self.out);
        } else if first == WORD {
            let shape = self.vocabulary.shape(lexer.slice());
            let head = self.out.list.len();
            self.mark(Token::Head(shape));
            forms::rest(shape.rest, lexer, &mut self.out);
            let rest_of_line = lexer
                .source()
                .get(self.out.start_of(head)..lexer.span().end);
            let is_function = shape.rest == Rest::Function && self.has_heads;
            if is_function && self.is_one_line(head, rest_of_line.unwrap_or_default()) {
                let follows = Follows::Nothing;
                if let Some((token, _)) = self.out.list.get_mut(head - 1) {
                    *token = Token::Head(Shape { follows, ..shape });
                }
            }
            match shape.rest {
                Rest::Text => self.text(lexer),
                Rest::Command => return self.delayed(lexer),
                _ => {}
            }
        }
        self.arguments(lexer)
    }

    /// Whether a function has its body on the line of its head: an `=` follows its parameters, or stands anywhere in a head that is
    /// none.
    fn is_one_line(&self, head: usize, text: &str) -> bool {
        let tokens = self.out.list.get(head..).unwrap_or_default();
        if let [(Token::Bad(Fault::NoFunction), _)] = tokens {
            return text.contains('=');
        }
        let mut depth = 0_i32;
        tokens.iter().any(|(token, _)| {
            match token {
                Token::Symbol(Symbol::Call | Symbol::Open | Symbol::Index) | Token::OpenList => {
                    depth += 1;
                }
                Token::Symbol(Symbol::Close) | Token::CloseList => depth -= 1,
                _ => {}
            }
            depth == 0 && *token == Token::Symbol(Symbol::Is)
        })
    }

    /// Reads arguments and the end of the line; tells whether there is more.
    fn arguments(&mut self, lexer: &mut Lexer<Plain>) -> bool {
        while let Some(next) = lexer.next() {
            if !self.token(next, lexer) {
                return true;
            }
        }
        false
    }

    /// Reads an argument and the command after it, whose text is read as at the start of a line; tells whether there is more.
    fn delayed(&mut self, lexer: &mut Lexer<Plain>) -> bool {
        let mut has_argument = false;
        while let Some(next) = lexer.next() {
            let start = lexer.span().start;
            let is_command =
                has_argument && next == WORD && self.lists == 0 && !self.out.touches(start);
            if !self.token(next, lexer) {
                return true;
            }
            if !is_command {
                has_argument = true;
                continue;
            }
            let word = lexer.slice();
            match self.vocabulary.shape(word).rest {
                // A word in braces is no command, and the rest is read as arguments.
                _ if lexer.remainder().starts_with('{') => {}
                Rest::Text => self.text(lexer),
                Rest::Command => {
                    has_argument = false;
                    continue;
                }
                Rest::Arguments => {}
                // It needs a line of its own, which is reported; what stands after it is not looked at.
                Rest::Expression
                | Rest::Claim
                | Rest::Moment
                | Rest::Assignment
                | Rest::Parameter
                | Rest::Loop
                | Rest::Function => {
                    self.after_form(lexer);
                }
            }
            return self.arguments(lexer);
        }
        false
    }

    /// Reads the rest of a line, up to a comment, as one text.
    fn after_form(&mut self, lexer: &mut Lexer<Plain>) {
        let line = lexer
            .remainder()
            .split(['\n', '\r'])
            .next()
            .unwrap_or_default();
        let end = line.find(" #").unwrap_or(line.len());
        let text = line.get(..end).unwrap_or_default();
        let start = lexer.span().end + text.len() - text.trim_start().len();
        let end = lexer.span().end + text.trim_end().len();
        if start < end {
            self.out.push(Token::Text, start, end);
            lexer.bump(text.len());
        }
    }

    /// Marks the word at the start of a line, if requested.
    fn mark(&mut self, head: Token) {
        if self.has_heads
            && let Some((token, _)) = self.out.list.last_mut()
        {
            *token = head;
        }
    }

    /// Adds a token of the lexer; returns whether the line continues.
    fn token(&mut self, found: Result<Plain, Fault>, lexer: &mut Lexer<Plain>) -> bool {
        let (start, mut end) = (lexer.span().start, lexer.span().end);
        let token = match found.unwrap_or_else(Plain::Bad) {
            Plain::Token(Token::Quoted)
                if lexer.slice().contains('{')
                    && (!self.out.touches(start)
                        || matches!(self.out.last(), Some(Token::Named | Token::OpenList))) =>
            {
                interpolated(&mut self.out, lexer.source(), lexer.span());
                return true;
            }
            Plain::Token(token) => token,
            Plain::OpenList if is_comprehension(lexer.remainder()) => {
                match self.out.touches(start)
                    && !matches!(self.out.last(), Some(Token::Named | Token::OpenList))
                {
                    true => self.out.push(Token::Bad(Fault::Touching), start, end),
                    false => Braces::new(&mut self.out).comprehension(lexer, start),
                }
                return true;
            }
            Plain::OpenList if self.lists == DEEPEST => Token::Bad(Fault::TooDeep),
            Plain::OpenList => {
                self.lists += 1;
                Token::OpenList
            }
            Plain::CloseList if self.lists == 0 => Token::Bad(Fault::Close),
            Plain::CloseList => {
                self.lists -= 1;
                Token::CloseList
            }
            Plain::Bad(fault) => Token::Bad(fault),
            Plain::Message => {
                let after = lexer.slice().get(1..).unwrap_or_default().trim_end();
                end = start + 1 + after.len();
                Token::Message((end - after.trim_start().len()) as u32)
            }
            Plain::Open => {
                self.brace(lexer);
                return true;
            }
            Plain::LineEnd => {
                self.out.push(Token::LineEnd, start, end);
                return false;
            }
        };
        match token {
            // It closes its list even after a rejected piece.
            Token::CloseList if self.rejected == 0 => self.out.push(token, start, end),
            Token::CloseList => {
                self.rejected -= 1;
                self.out.argument(token, start, end);
            }
            _ => self.out.argument(token, start, end),
        }
        let is_rejected = token == Token::OpenList && self.out.last() != Some(Token::OpenList);
        self.rejected += usize::from(is_rejected);
        true
    }

    /// Reads an expression in braces, whose `{` was just read.
    fn brace(&mut self, lexer: &mut Lexer<Plain>) {
        let (start, end) = (lexer.span().start, lexer.span().end);
        let mut in_name = false;
        if self.out.touches(start) {
            match self.out.last() {
                Some(Token::Named | Token::OpenList) => {}
                Some(
                    Token::Quoted
                    | Token::QuoteClose
                    | Token::CloseList
                    | Token::Message(_)
                    | Token::Bad(_),
                ) => {
                    self.out.push(Token::Bad(Fault::Touching), start, end);
                    return;
                }
                _ => {
                    self.out.push(Token::Glue, start, start);
                    in_name = true;
                }
            }
        }
        self.out.push(Token::Open, start, end);
        let braces = match in_name {
            true => Braces::in_text(&mut self.out),
            false => Braces::new(&mut self.out),
        };
        braces.closed(lexer, start);
    }

    /// Reads text with expressions in braces, up to the end of the line or a comment.
    fn text(&mut self, lexer: &mut Lexer<Plain>) {
        let mut quoted = false;
        loop {
            let rest = lexer.remainder();
            let skipped = rest.len() - rest.trim_start_matches([' ', '\t']).len();
            let first = matches!(self.out.last(), Some(Token::Word | Token::Head(_)));
            let after = rest.get(skipped..).unwrap_or_default();
            let length = text_length(after, &mut quoted);
            let piece = after.get(..length).unwrap_or_default();
            let goes_on = after.get(length..).is_some_and(|r| r.starts_with('{'));
            // Blanks between two pieces are kept, those at the ends are not.
            let is_edge = first || piece.is_empty() && !goes_on;
            let start = lexer.span().end + if is_edge { skipped } else { 0 };
            let kept = if goes_on { piece } else { piece.trim_end() };
            let end = lexer.span().end + skipped + kept.len();
            if start < end {
                if !first {
                    self.out.push(Token::Glue, start, start);
                }
                self.out.push(Token::Text, start, end);
            }
            lexer.bump(skipped + length);
            if !goes_on {
                return;
            }
            let open = lexer.span().end;
            if !first || start < end {
                self.out.push(Token::Glue, open, open);
            }
            self.out.push(Token::Open, open, open + 1);
            lexer.bump(1);
            if !Braces::in_text(&mut self.out).closed(lexer, open) {
                return;
            }
        }
    }
}

/// Returns the number of bytes up to a brace, a comment or the end of the line. A `#` after a blank begins a comment, but not
/// in double quotes, which may be open from before.
fn text_length(text: &str, quoted: &mut bool) -> usize {
    let mut blank = true;
    for (at, c) in text.char_indices() {
        match c {
            '\n' | '\r' | '{' => return at,
            '#' if blank && !*quoted => return at,
            '"' => *quoted = !*quoted,
            _ => {}
        }
        blank = matches!(c, ' ' | '\t');
    }
    text.len()
}
