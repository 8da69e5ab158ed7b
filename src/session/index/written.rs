//! Places at which names given to parameters are written: in `make leg1`, not in the `get {name}` of `define make name`.

use super::{Index, Use};
use crate::session::Session;
use crate::source::Span;

impl Session {
    /// Where the text of an argument is written: there, or, if it is no more than a parameter in braces, where that was given.
    /// Nothing if nobody keeps names.
    pub(in crate::session) fn written(&self, argument: Span, value: &str) -> Option<Span> {
        self.gathered.index.as_ref()?;
        let text = self.sources.text(argument);
        match alone(text) {
            Some(name) => self.variable(name)?.written,
            None => (text == value || text.contains('{')).then_some(argument),
        }
    }

    /// Where the words of a loop are written, if its items are as many words.
    pub(crate) fn items_written(&self, items: Span, count: usize) -> Vec<Span> {
        let text = self.sources.text(items);
        if self.gathered.index.is_none() || text.contains(['{', '[', '"']) {
            return vec![];
        }
        let start =
            |word: &str| items.start + (word.as_ptr() as usize - text.as_ptr() as usize) as u32;
        let words = text.split_whitespace().map(|word| Span {
            start: start(word),
            end: start(word) + word.len() as u32,
            ..items
        });
        let words: Vec<Span> = words.collect();
        if words.len() == count { words } else { vec![] }
    }

    /// Where the name is written that stands in a place, if that is another one.
    pub(super) fn brought_from(&self, place: Span) -> Option<Span> {
        let name = alone(self.sources.text(place))?;
        self.variable(name)?.written
    }
}

/// The name in braces that is all of a text: `name` in `{name}`.
fn alone(text: &str) -> Option<&str> {
    let name = text.strip_prefix('{')?.strip_suffix('}')?.trim();
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name && !name.is_empty()).then_some(name)
}

impl Index {
    /// Keeps a name that is given in a place; where a parameter brings it there, it is given where it is written.
    pub(super) fn give_written(&mut self, mut given: Use) {
        if let Some(written) = given.written {
            let key = (given.span, given.name.clone());
            let home = *self.brought.entry(key).or_insert(written);
            given.definition = Some(home);
        }
        let key = (given.symbol, given.name.clone());
        self.given
            .insert(key, given.definition.unwrap_or(given.span));
        self.keep_written(given);
    }

    /// Keeps a name, and where a parameter brings it there, the place where it is written too.
    pub(super) fn keep_written(&mut self, found: Use) {
        if let Some(written) = found.written {
            self.keep(Use {
                span: written,
                written: None,
                ..found.clone()
            });
        }
        self.keep(found);
    }

    /// Where a name was given that a line gave: there, or where it is written.
    pub(super) fn home(&self, place: Span, name: &str) -> Span {
        let key = (place, name.to_owned());
        self.brought.get(&key).copied().unwrap_or(place)
    }
}
