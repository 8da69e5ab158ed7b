//! Words to choose from.

use super::binder::Binder;
use crate::command::{Param, Value};
use crate::diagnostic::suggest::nearest;
use crate::lang::syntax::{Argument, ArgumentKind};
use crate::lang::value::Datum;

impl Binder<'_> {
    pub(super) fn choice(
        &mut self,
        param: &Param,
        argument: &Argument,
        words: &'static [&'static str],
    ) -> Option<Value> {
        let found = &*self.said(argument);
        if let Some(word) = words.iter().find(|word| **word == found) {
            return Some(Value::Word(word));
        }
        self.unfit(param, argument, nearest(found, words.iter().copied()));
        None
    }

    /// One of two words, the first of which means no.
    pub(super) fn switch(
        &mut self,
        param: &Param,
        argument: &Argument,
        words: [&str; 2],
    ) -> Option<Value> {
        match &argument.kind {
            ArgumentKind::Value(Datum::Flag(flag)) => return Some(Value::Switch(*flag)),
            ArgumentKind::Value(Datum::Number(x)) if x.value == 0.0 || x.value == 1.0 => {
                return Some(Value::Switch(x.value == 1.0));
            }
            _ => {}
        }
        let found = self.said(argument);
        if let Some(i) = words.iter().position(|word| **word == *found) {
            return Some(Value::Switch(i == 1));
        }
        let meant = match found.to_lowercase().as_str() {
            "off" | "0" | "no" | "false" => Some(words[0]),
            "on" | "1" | "yes" | "true" => Some(words[1]),
            _ => None,
        };
        self.unfit(param, argument, meant);
        None
    }
}
