//! The grammar of arguments: words, numbers, texts, lists, named values, and expressions.

use super::lexer::{Fault, Symbol, Token};
use super::mistake::{Kind, Mistake};
use super::reader::Reader;
use super::syntax::{Argument, ArgumentKind, Piece};
use crate::source::Span;
use std::sync::Arc;

impl Reader<'_> {
    /// Reads all arguments up to a token that begins none, such as the end of the line.
    pub fn arguments(&mut self) -> Vec<Argument> {
        let mut all = vec![];
        while let Some(argument) = self.argument() {
            all.push(argument);
        }
        all
    }

    fn argument(&mut self) -> Option<Argument> {
        match self.peek() {
            Some(Token::Named) => Some(self.named()),
            _ => self.unnamed(),
        }
    }

    /// Reads a list, or a word of pieces, some of which may be computed.
    fn unnamed(&mut self) -> Option<Argument> {
        if self.peek() == Some(Token::OpenList) {
            return Some(self.list_of_arguments());
        }
        let first = self.piece()?;
        Some(match self.peek() {
            Some(Token::Glue) => self.spell(first),
            _ => first,
        })
    }

    /// Reads one piece of a word, or the whole of it.
    fn piece(&mut self) -> Option<Argument> {
        let span = self.here();
        let kind = match self.peek()? {
            Token::Word | Token::End => ArgumentKind::Word,
            Token::Number(value) => ArgumentKind::Number { value, unit: None },
            Token::Measure(measure) => ArgumentKind::Number {
                value: measure.value,
                unit: Some(span.starting(span.start + measure.unit_at)),
            },
            Token::Relative(value) => ArgumentKind::Relative { value },
            Token::Quoted => ArgumentKind::Quoted,
            Token::Message(start) => {
                self.step();
                return Some(message(start, span));
            }
            Token::Text => ArgumentKind::Text([Piece::Plain(span)].into()),
            Token::Open => return Some(self.computed()),
            Token::QuoteOpen => return Some(self.interpolated()),
            Token::Bad(fault) => self.refused(Kind::Refused(fault), span),
            Token::Dots => self.refused(Kind::DotsInLine, span),
            _ => return None,
        };
        self.step();
        Some(Argument { kind, span })
    }

    fn refused(&mut self, kind: Kind, span: Span) -> ArgumentKind {
        self.mistakes.push(Mistake { span, kind });
        ArgumentKind::Bad
    }

    /// Reads an expression with its braces. An invalid one is skipped to its end, so that the following text is read correctly.
    pub fn computed(&mut self) -> Argument {
        let before = self.count();
        let open = self.step();
        let read = self
            .braced()
            .and_then(|expression| Ok((expression, self.expect(Token::Close)?)));
        match read {
            Ok((expression, close)) => {
                let kind = ArgumentKind::Computed(Arc::new(expression));
                Argument::new(kind, open.to(close))
            }
            Err(mistake) => {
                self.mistakes.push(mistake);
                self.back_to(before);
                Argument::new(ArgumentKind::Bad, open.to(self.skip_braces()))
            }
        }
    }

    /// Reads a text in quotes with expressions in braces.
    pub fn interpolated(&mut self) -> Argument {
        let (before, start) = (self.count(), self.here());
        match self.text_in_quotes() {
            Ok(text) => Argument {
                span: text.span,
                kind: ArgumentKind::Computed(Arc::new(text)),
            },
            Err(mistake) => {
                self.mistakes.push(mistake);
                self.back_to(before);
                let mut last = self.step();
                while !matches!(self.peek(), None | Some(Token::LineEnd)) {
                    let is_end = self.peek() == Some(Token::QuoteClose);
                    last = self.step();
                    if is_end {
                        break;
                    }
                }
                Argument::new(ArgumentKind::Bad, start.to(last))
            }
        }
    }

    /// Reads the head of a function, and its body if that is on the same line.
    pub fn function_head(&mut self) -> Vec<Argument> {
        let before = self.count();
        match self.function() {
            Ok(head) => head,
            Err(mistake) => {
                self.mistakes.push(mistake);
                self.back_to(before);
                let open = self.here();
                vec![Argument::new(
                    ArgumentKind::Bad,
                    open.to(self.skip_braces()),
                )]
            }
        }
    }

    /// Reads `name(a, b=1)`, and `= expression` if it follows.
    fn function(&mut self) -> Result<Vec<Argument>, Mistake> {
        self.expect(Token::Open)?;
        let mut head = vec![Argument::new(ArgumentKind::Word, self.expect(Token::Name)?)];
        if !self.step_over_sign(Symbol::Open) {
            self.expect(Token::Symbol(Symbol::Call))?;
        }
        while self.peek() != Some(Token::Symbol(Symbol::Close)) {
            let name = self.expect(Token::Name)?;
            head.push(match self.step_over_sign(Symbol::Is) {
                true => {
                    let value = self.expression()?;
                    let span = name.to(value.span);
                    let value = Argument {
                        span: value.span,
                        kind: ArgumentKind::Computed(Arc::new(value)),
                    };
                    Argument::named(name, None, value, span)
                }
                false => Argument::new(ArgumentKind::Word, name),
            });
            if !self.step_over_sign(Symbol::Comma) {
                break;
            }
        }
        self.expect(Token::Symbol(Symbol::Close))?;
        if self.step_over_sign(Symbol::Is) {
            let body = self.expression()?;
            let span = body.span;
            head.push(Argument::new(ArgumentKind::Computed(Arc::new(body)), span));
        }
        self.expect(Token::Close)?;
        Ok(head)
    }

    /// Skips `{` and everything up to its `}` or the end of the line; returns the last span.
    fn skip_braces(&mut self) -> Span {
        let mut last = self.step();
        let mut open = 1;
        while let Some(token) = self.peek() {
            match token {
                Token::Open => open += 1,
                Token::Close => open -= 1,
                Token::LineEnd => break,
                _ => {}
            }
            last = self.step();
            if open == 0 {
                break;
            }
        }
        last
    }

    /// Joins the pieces of a word or text, of which the first has been read.
    fn spell(&mut self, first: Argument) -> Argument {
        let mut span = first.span;
        let mut is_text = false;
        let mut is_bad = false;
        let mut pieces = vec![];
        let mut next = Some(first);
        while let Some(piece) = next {
            span = span.to(piece.span);
            is_text |= matches!(piece.kind, ArgumentKind::Text(_));
            match piece.kind {
                ArgumentKind::Bad => is_bad = true,
                ArgumentKind::Computed(computed) => pieces.push(Piece::Computed(computed)),
                _ => pieces.push(Piece::Plain(piece.span)),
            }
            next = self.step_over(Token::Glue).and_then(|_| self.piece());
        }
        let kind = match (is_bad, is_text) {
            (true, _) => ArgumentKind::Bad,
            (_, true) => ArgumentKind::Text(pieces.into()),
            _ => ArgumentKind::Spelled(pieces.into()),
        };
        Argument { kind, span }
    }

    /// Reads a list `[a b c]`.
    fn list_of_arguments(&mut self) -> Argument {
        let open = self.step();
        let before = self.mistakes.len();
        let elements = self.arguments();
        // A list in this one that is never closed took its end.
        let own = self.mistakes.get(before..).unwrap_or_default();
        let is_told = own.last().is_some_and(|mistake| {
            matches!(mistake.kind, Kind::Refused(Fault::Open | Fault::TooDeep))
        });
        match self.step_over(Token::CloseList) {
            Some(close) => Argument::new(ArgumentKind::List(elements.into()), open.to(close)),
            None if is_told => Argument::new(ArgumentKind::Bad, open),
            None => Argument::new(self.refused(Kind::Refused(Fault::Open), open), open),
        }
    }

    /// Reads `name=value`, without a blank.
    fn named(&mut self) -> Argument {
        let name = self.step();
        match self.unnamed() {
            Some(value) if value.span.start == name.end => {
                let span = name.to(value.span);
                let name = name.ending(name.end - 1);
                Argument::named(name, None, value, span)
            }
            _ => Argument::new(self.refused(Kind::Refused(Fault::NoValue), name), name),
        }
    }
}

/// Makes the argument of a `!`: the rest of its line, whose trimmed text starts at an offset.
pub(super) fn message(start: u32, span: Span) -> Argument {
    Argument::new(ArgumentKind::Message, span.starting(start))
}
