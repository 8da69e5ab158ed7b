//! Definitions and uses of names, for editors. Only a session with an [`Index`] records them.
//!
//! Things (bodies, corpora and so on) are recorded as lines run, because only then the value of an interpolated name is
//! known. Variables and user-defined commands are found in the text itself, by their scopes,
//! so that they are also found in lines which never run.

mod lexical;
mod quantities;
mod settle;
mod things;
mod written;

pub use lexical::{Given, Local, locals_at};

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
    /// A value with a name.
    Variable,
    /// A command that a script defines.
    Command,
}

/// A name in a text.
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
    /// Place at which the name is written, if a parameter inserts it: the place of this reference contains the parameter in
    /// braces.
    pub written: Option<Span>,
}

impl Use {
    /// Whether the name is given here.
    #[must_use]
    pub fn is_definition(&self) -> bool {
        self.definition == Some(self.span)
    }

    /// Whether both refer to the same thing. A loop may give several names in one place.
    #[must_use]
    pub fn is_same(&self, other: &Use) -> bool {
        self.definition.is_some()
            && self.definition == other.definition
            && self.symbol == other.symbol
            && self.name == other.name
    }
}

/// So many values of a variable are kept to be shown.
const SHOWN: usize = 4;

/// So often a line is looked at for other values.
const LOOKS: u32 = 64;

/// All names of the texts of a session.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// Each once, in the order of finding.
    pub uses: Vec<Use>,
    seen: BTreeSet<Use>,
    /// Where names were given last, also by statements that could not run.
    given: BTreeMap<(Symbol, String), Span>,
    /// Where names are written that parameters bring to the lines that give them.
    brought: BTreeMap<(Span, String), Span>,
    /// Names whose meaning is known once all texts are read.
    pending: Vec<Pending>,
    /// The commands that scripts define.
    commands: Vec<CommandSite>,
    /// Where variables of the whole script get a value.
    globals: Vec<(String, Span)>,
    /// Lines whose expressions have been looked at and spell no names.
    looked_at: BTreeSet<Span>,
    /// How often variables got a value, and what they stood for then, by where they got it.
    values: BTreeMap<Span, (u32, Vec<String>)>,
}

/// A command that a script defines.
#[derive(Clone, Debug)]
struct CommandSite {
    name: String,
    place: Span,
    parameters: Vec<(String, Span)>,
}

impl Index {
    /// Names at an offset of a source, including its end, where a cursor may be. Several if lines that run several times refer
    /// to several things. Of nested names, the innermost ones.
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

    /// All references to the thing at a place, including that place.
    pub fn of<'i>(&'i self, wanted: &Use) -> impl Iterator<Item = &'i Use> {
        self.uses.iter().filter(move |found| found.is_same(wanted))
    }

    /// Whether a place is where a command's parameter is named.
    #[must_use]
    pub fn is_parameter(&self, place: Span) -> bool {
        let mut parameters = self.commands.iter().flat_map(|command| &command.parameters);
        parameters.any(|(_, other)| *other == place)
    }

    /// Values assigned to a variable at a place, as text; the first few if a line assigns several.
    #[must_use]
    pub fn values(&self, place: Span) -> &[String] {
        self.values.get(&place).map_or(&[], |(_, values)| values)
    }

    /// Keeps a name, once.
    fn keep(&mut self, found: Use) {
        if !self.seen.contains(&found) {
            self.seen.insert(found.clone());
            self.uses.push(found);
        }
    }

    /// Keeps what a variable stands for: its value, or what kind of value where that is known only when the script runs.
    fn value(&mut self, variable: &Variable) {
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
