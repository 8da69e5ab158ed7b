//! Words to choose from.

use super::binder::Binder;
use crate::command::{Param, Value};
use crate::diagnostic::suggest::nearest;
use crate::source::Span;

impl Binder<'_> {
    pub(super) fn choice(
        &mut self,
        param: &Param,
        span: Span,
        words: &'static [&'static str],
    ) -> Option<Value> {
        let found = self.text(span);
        if let Some(word) = words.iter().find(|word| **word == found) {
            return Some(Value::Word(word));
        }
        self.unfit(param, span, nearest(found, words.iter().copied()));
        None
    }

    /// One of two words, the first of which means no.
    pub(super) fn switch(&mut self, param: &Param, span: Span, words: [&str; 2]) -> Option<Value> {
        let found = self.text(span);
        if let Some(i) = words.iter().position(|word| *word == found) {
            return Some(Value::Switch(i == 1));
        }
        let meant = match found.to_lowercase().as_str() {
            "off" | "0" | "no" | "false" => Some(words[0]),
            "on" | "1" | "yes" | "true" => Some(words[1]),
            _ => None,
        };
        self.unfit(param, span, meant);
        None
    }
}
