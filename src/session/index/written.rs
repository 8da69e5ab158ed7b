//! Source positions of names given to parameters: in `make leg1`, not in the `get {name}` of `define make name`.

use super::recorder::Recorder;
use super::{Index, Use};
use crate::session::Session;
use crate::source::Span;

/// Returns the source position of an argument's text: its own or, if it is only a parameter in braces, that of the parameter's
/// argument. None without an index.
pub(in crate::session) fn written(session: &Session, argument: Span, value: &str) -> Option<Span> {
    session.index.as_ref()?;
    let text = session.sources.text(argument);
    match alone(text) {
        Some(name) => session.variable(name)?.written,
        None => (text == value || text.contains('{')).then_some(argument),
    }
}

impl Index {
    /// Returns the source positions of the words of a loop, if its items are as many words.
    #[must_use]
    pub fn words(items: Span, text: &str, count: usize) -> Vec<Span> {
        if text.contains(['{', '[', '"']) {
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
}

impl Recorder<'_> {
    /// Returns the source position of the name used at a place, if it differs.
    pub(super) fn brought_from(&self, place: Span) -> Option<Span> {
        let name = alone(self.session.sources.text(place))?;
        self.session.variable(name)?.written
    }
}

/// Returns the name in braces that is the whole text: `name` in `{name}`.
fn alone(text: &str) -> Option<&str> {
    let name = text.strip_prefix('{')?.strip_suffix('}')?.trim();
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name && !name.is_empty()).then_some(name)
}

impl Index {
    /// Records the definition of a name; if a parameter inserts the name, the definition is where it is written.
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

    /// Records an occurrence of a name, and also where it is written if a parameter inserts it.
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

    /// Returns the source position of a definition: its own, or where the name is written.
    pub(super) fn home(&self, place: Span, name: &str) -> Span {
        let key = (place, name.to_owned());
        self.brought.get(&key).copied().unwrap_or(place)
    }
}
