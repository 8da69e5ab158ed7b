//! Definitions and uses of names, for editors. Only a session with an [`Index`] records them.
//!
//! Things (bodies, corpora and so on) are recorded as lines run, because only then the value of an interpolated name is known.
//! Variables and user-defined commands are found in the text itself, by their scopes, so that they are also found in lines
//! which never run.

mod lexical;
mod quantities;
mod recorder;
mod settle;
mod things;
mod written;

pub(in crate::session) use lexical::expressions;
pub use lexical::{Given, Local, locals_at};
pub(in crate::session) use recorder::record;
pub(in crate::session) use written::written;

use crate::lang::value::show;
use crate::session::Variable;
use crate::session::command::Thing;
use crate::source::{SourceId, Span};
use settle::Pending;
use std::collections::{BTreeMap, BTreeSet};

/// Kind of thing that a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// An object, a body, a corpus and the like.
    Thing(Thing),
    /// A variable.
    Variable,
    /// A user-defined command.
    Command,
}

/// An occurrence of a name in a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    /// Place of the name.
    pub span: Span,
    /// Thing that it refers to.
    pub symbol: Symbol,
    /// The name; the text of the span differs if the name is assembled from pieces.
    pub name: String,
    /// Place of the definition; none for names that exist initially.
    pub definition: Option<Span>,
    /// Place at which the current corpus was named.
    pub corpus: Option<Span>,
    /// Source position at which the name is written, if a parameter inserts it: the position of this reference contains the
    /// parameter in braces.
    pub written: Option<Span>,
}

impl Use {
    /// Creates an occurrence of a name that is written there, outside any corpus.
    fn of(span: Span, symbol: Symbol, name: &str, definition: Span) -> Self {
        Use {
            span,
            symbol,
            name: name.to_owned(),
            definition: Some(definition),
            corpus: None,
            written: None,
        }
    }

    /// Whether this is the definition.
    #[must_use]
    pub fn is_definition(&self) -> bool {
        self.definition == Some(self.span)
    }

    /// Whether both refer to the same thing. A loop may define several names at one place.
    #[must_use]
    pub fn is_same(&self, other: &Use) -> bool {
        self.definition.is_some()
            && self.definition == other.definition
            && self.symbol == other.symbol
            && self.name == other.name
    }
}

/// Most values of a variable that are stored for display.
const SHOWN: usize = 4;

/// Most assignments at a place that are examined for other values.
const LOOKS: u32 = 64;

/// All names of the texts of a session.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// All occurrences, each once, in the order of discovery.
    pub uses: Vec<Use>,
    seen: BTreeSet<Use>,
    /// Latest definitions of names, also by statements that could not run.
    given: BTreeMap<(Symbol, String), Span>,
    /// Source positions of names that parameters insert into the defining lines.
    brought: BTreeMap<(Span, String), Span>,
    /// Names that are resolved once all texts are read.
    pending: Vec<Pending>,
    /// User-defined commands.
    commands: Vec<CommandSite>,
    /// Definitions of global variables.
    globals: Vec<(String, Span)>,
    /// Lines whose expressions were visited and contain no interpolated names.
    looked_at: BTreeSet<Span>,
    /// Number of assignments and stored values of variables, by the position of their definition.
    values: BTreeMap<Span, (u32, Vec<String>)>,
}

/// A user-defined command.
#[derive(Clone, Debug)]
struct CommandSite {
    name: String,
    place: Span,
    parameters: Vec<(String, Span)>,
}

impl Index {
    /// Returns the names at an offset of a source, including their end, where a cursor may be. Several if a line that runs
    /// several times refers to several things. Of nested names, returns the innermost ones.
    #[must_use]
    pub fn at(&self, source: SourceId, offset: u32) -> Vec<&Use> {
        let holds = |found: &&Use| {
            found.span.source == source && (found.span.start..=found.span.end).contains(&offset)
        };
        let length = |found: &Use| found.span.end - found.span.start;
        let found: Vec<&Use> = self.uses.iter().filter(holds).collect();
        let Some(innermost) = found.iter().min_by_key(|found| length(found)) else {
            return vec![];
        };
        let place = innermost.span;
        found.into_iter().filter(|f| f.span == place).collect()
    }

    /// Returns all references to the same thing, including the given one.
    pub fn of<'i>(&'i self, wanted: &Use) -> impl Iterator<Item = &'i Use> {
        self.uses.iter().filter(move |found| found.is_same(wanted))
    }

    /// Whether a command's parameter is defined at a place.
    #[must_use]
    pub fn is_parameter(&self, place: Span) -> bool {
        let mut parameters = self.commands.iter().flat_map(|command| &command.parameters);
        parameters.any(|(_, other)| *other == place)
    }

    /// Returns values assigned to a variable at a place, as text; the first few if a line assigns several.
    #[must_use]
    pub fn values(&self, place: Span) -> &[String] {
        self.values.get(&place).map_or(&[], |(_, values)| values)
    }

    /// Stores an occurrence, once.
    fn keep(&mut self, found: Use) {
        if !self.seen.contains(&found) {
            self.seen.insert(found.clone());
            self.uses.push(found);
        }
    }

    /// Stores a value of a variable, or its kind if the value is only known when the script runs.
    pub(in crate::session) fn value(&mut self, variable: &Variable) {
        let (looks, values) = self.values.entry(variable.place).or_default();
        *looks += 1;
        if *looks <= LOOKS && values.len() < SHOWN {
            let text = match variable.datum.is_unknown() {
                false => show(&variable.datum),
                true => variable.datum.kind(),
            };
            if !values.contains(&text) {
                values.push(text);
            }
        }
    }
}
