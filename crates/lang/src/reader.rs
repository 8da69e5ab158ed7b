//! Predictive parser over the tokens of a text: one token decides how to continue, so there is no backtracking.

use super::lexer::{Symbol, Token};
use super::mistake::{Kind, Mistake};
use crate::source::Span;

/// A position before a token. The grammar of its arguments is in [`super::arguments`], that of expressions in
/// [`super::expression`].
#[derive(Default)]
pub(super) struct Reader<'t> {
    /// The source.
    pub text: &'t str,
    tokens: &'t [(Token, Span)],
    at: usize,
    /// Whether the right side of a `~` is being read, which ends at `+-`.
    pub(super) before_margin: bool,
    /// Errors so far that did not stop the reader.
    pub mistakes: Vec<Mistake>,
}

impl<'t> Reader<'t> {
    /// Creates a reader before the first token.
    pub fn new(text: &'t str, tokens: &'t [(Token, Span)]) -> Self {
        Reader {
            text,
            tokens,
            ..Reader::default()
        }
    }

    /// Returns the number of tokens read.
    pub fn count(&self) -> usize {
        self.at
    }

    /// Returns the next token.
    pub fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).map(|(token, _)| *token)
    }

    /// Returns the next two tokens.
    pub fn peek_two(&self) -> [Option<Token>; 2] {
        let token = |at| self.tokens.get(at).map(|(token, _)| *token);
        [token(self.at), token(self.at + 1)]
    }

    /// Whether a list that is next is a comprehension: `[x for x in a]`.
    pub fn is_at_comprehension(&self) -> bool {
        use Symbol::{Call, Close, Index, Open};
        let mut depth = 0_i32;
        for (token, span) in self.tokens.get(self.at + 1..).unwrap_or_default() {
            match token {
                Token::OpenList | Token::Open | Token::Symbol(Open | Call | Index) => depth += 1,
                Token::CloseList | Token::Close | Token::Symbol(Close) => depth -= 1,
                Token::LineEnd => return false,
                Token::Name if depth == 0 && self.text.get(span.range()) == Some("for") => {
                    return true;
                }
                _ => {}
            }
            if depth < 0 {
                return false;
            }
        }
        false
    }

    /// Whether the next two tokens are `+-`, without a blank between them.
    pub fn is_at_margin(&self) -> bool {
        let minus = Symbol::Minus;
        match self.tokens.get(self.at..) {
            Some(
                [
                    (Token::Symbol(Symbol::Plus), plus),
                    (Token::Symbol(sign), next),
                    ..,
                ],
            ) => *sign == minus && plus.end == next.start,
            _ => false,
        }
    }

    /// Whether a blank follows the `+-` that is next.
    pub fn is_margin_apart(&self) -> bool {
        match self.tokens.get(self.at + 1..) {
            Some([(_, minus), (_, next), ..]) => minus.end < next.start,
            _ => false,
        }
    }

    /// Returns the span of the next token; after the last one, the end of the text.
    pub fn here(&self) -> Span {
        match (self.tokens.get(self.at), self.tokens.last()) {
            (Some((_, span)), _) => *span,
            (None, Some((_, last))) => last.after(),
            (None, None) => Span::default(),
        }
    }

    /// Skips the next token; returns its span.
    pub fn step(&mut self) -> Span {
        let span = self.here();
        self.at += 1;
        span
    }

    /// Returns to the position after this number of tokens.
    pub fn back_to(&mut self, count: usize) {
        self.at = count;
    }

    /// Skips the next token if it is this one; returns its span.
    pub fn step_over(&mut self, token: Token) -> Option<Span> {
        (self.peek() == Some(token)).then(|| self.step())
    }

    /// Skips the next sign if it is this one.
    pub fn step_over_sign(&mut self, sign: Symbol) -> bool {
        self.step_over(Token::Symbol(sign)).is_some()
    }

    /// Skips a token that is required at this place.
    pub fn expect(&mut self, token: Token) -> Result<Span, Mistake> {
        self.step_over(token).ok_or_else(|| self.unexpected())
    }

    /// Makes the error of a `+-` without a `~` before it, which is next.
    pub fn lone_margin(&self) -> Mistake {
        let plus = self.here();
        Mistake::new(plus.ending(plus.end + 1), Kind::LoneMargin)
    }

    /// Makes the error of an unexpected token.
    pub fn unexpected(&self) -> Mistake {
        Mistake::of(self.peek(), self.here())
    }
}
