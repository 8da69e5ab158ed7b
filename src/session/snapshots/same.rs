//! Checks whether the text of a pending command still has the meaning that it had when it was set.

use crate::lang::syntax::Piece;
use crate::session::Session;
use crate::session::command::{Bound, Value};

impl Session {
    /// Whether two commands that were bound from the same text do the same.
    pub(super) fn says_the_same(&self, a: &Bound, b: &Bound) -> bool {
        if a.later.is_some() && b.later.is_some() {
            // Computed when it runs.
            return a.environment.mirrored == b.environment.mirrored;
        }
        let values = a.values.iter().zip(&b.values);
        let each = a.each.iter().zip(b.each.iter());
        std::ptr::eq(a.command, b.command)
            && a.form == b.form
            && a.environment.speaks_of_the_same(&b.environment)
            && a.later.is_some() == b.later.is_some()
            && a.values.len() == b.values.len()
            && a.each.len() == b.each.len()
            && values.into_iter().all(|(a, b)| self.is_same_value(a, b))
            && each.into_iter().all(|(a, b)| self.says_the_same(a, b))
    }

    fn is_same_value(&self, a: &Value, b: &Value) -> bool {
        match (a, b) {
            (Value::Missing, Value::Missing) => true,
            (Value::Number(a), Value::Number(b)) | (Value::Relative(a), Value::Relative(b)) => {
                a.to_bits() == b.to_bits()
            }
            (Value::Word(a), Value::Word(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Switch(a), Value::Switch(b)) => a == b,
            (Value::Index(a), Value::Index(b)) => a == b,
            (Value::Command(a), Value::Command(b)) => self.says_the_same(a, b),
            (Value::Data(a), Value::Data(b)) => a == b,
            (Value::Call(a, x), Value::Call(b, y)) => a.name == b.name && x == y,
            (Value::Matrix(a), Value::Matrix(b)) => {
                let pairs = a.iter().zip(b.iter());
                pairs.into_iter().all(|(a, b)| a.to_bits() == b.to_bits())
            }
            (Value::Expression(a), Value::Expression(b)) => {
                self.sources.text(a.span) == self.sources.text(b.span)
            }
            // Text with expressions is computed when it is printed.
            (Value::Prose(a), Value::Prose(b)) => self.said(a) == self.said(b),
            _ => false,
        }
    }

    /// A text with expressions as it stands, however it was taken apart.
    fn said(&self, pieces: &[Piece]) -> String {
        let mut text = String::new();
        for piece in pieces {
            match piece {
                Piece::Plain(span) => text += self.sources.text(*span),
                Piece::Computed(expression) => {
                    text.push('{');
                    text += self.sources.text(expression.span).trim();
                    text.push('}');
                }
            }
        }
        text
    }
}
