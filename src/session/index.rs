//! Where each name is given and where it is used: what editors ask for. Only a session that has an [`Index`] keeps it.

use super::Session;
use crate::command::{Bound, Kind, Param, Thing, Value, find};
use crate::lang::syntax::{Argument, ArgumentKind, Statement};
use crate::source::{SourceId, Span};
use std::collections::BTreeMap;

/// What a name may stand for.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// Where it stands.
    pub span: Span,
    /// What it stands for.
    pub symbol: Symbol,
    /// The name itself; the text of the span may differ from it where a name is put together from pieces.
    pub name: String,
    /// Where it was given; nothing for what a session begins with.
    pub definition: Option<Span>,
    /// Where the corpus was named that was current.
    pub corpus: Option<Span>,
}

impl Use {
    /// Whether the name is given here.
    #[must_use]
    pub fn is_definition(&self) -> bool {
        self.definition == Some(self.span)
    }
}

/// All names of the texts of a session.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// In the order of running.
    pub uses: Vec<Use>,
    /// Where names were given last, also by statements that could not run.
    given: BTreeMap<(Symbol, String), Span>,
}

impl Index {
    /// The name at an offset of a source; its end belongs to it, as a cursor may stand there.
    #[must_use]
    pub fn at(&self, source: SourceId, offset: u32) -> Option<&Use> {
        let holds = |span: Span| span.source == source && (span.start..=span.end).contains(&offset);
        self.uses.iter().find(|found| holds(found.span))
    }

    /// All places of what was named at a place, that place included.
    pub fn of(&self, definition: Span) -> impl Iterator<Item = &Use> {
        let same = move |found: &&Use| found.definition == Some(definition);
        self.uses.iter().filter(same)
    }

    /// Keeps the place where a name is given.
    fn give(&mut self, given: Use) {
        let key = (given.symbol, given.name.clone());
        self.given.insert(key, given.span);
        self.uses.push(given);
    }
}

impl Session {
    /// Keeps the names of a bound command, of its list and of the command within it.
    pub(super) fn index_bound(&mut self, bound: &Bound) {
        let Some(mut index) = self.index.take() else {
            return;
        };
        self.names_of_bound(bound, &mut index);
        self.index = Some(index);
    }

    fn names_of_bound(&self, bound: &Bound, index: &mut Index) {
        let params = bound.command.forms.get(bound.form).copied();
        let given = bound.values.iter().zip(&bound.spans);
        for (param, (value, span)) in params.unwrap_or_default().iter().zip(given) {
            match value {
                Value::Missing => {}
                Value::Command(inner) => self.names_of_bound(inner, index),
                _ => self.name_of(param.kind, *span, index),
            }
        }
        for inner in bound.list.iter() {
            self.names_of_bound(inner, index);
        }
    }

    /// Keeps the names of a statement that makes no sense as a whole, as far as its words are where names belong.
    pub(super) fn index_mistaken(&mut self, statement: &Statement) {
        let Some(mut index) = self.index.take() else {
            return;
        };
        self.names_of_mistaken(statement, &mut index);
        self.index = Some(index);
    }

    fn names_of_mistaken(&self, statement: &Statement, index: &mut Index) {
        self.names_of_line(statement.head, &statement.arguments, index);
        let block = statement.block.iter();
        for inner in block.flat_map(|block| &block.statements) {
            self.names_of_mistaken(inner, index);
        }
    }

    fn names_of_line(&self, head: Span, arguments: &[Argument], index: &mut Index) {
        let Some(command) = find(self.sources.text(head)) else {
            return;
        };
        let long_enough = |form: &&&[Param]| form.len() >= arguments.len();
        let form = command.forms.iter().find(long_enough);
        let form = form.or(command.forms.first()).copied().unwrap_or_default();
        let mut rest = arguments;
        for param in form {
            let Some((first, behind)) = rest.split_first() else {
                return;
            };
            match param.kind {
                Kind::Filler(word) if self.sources.text(first.span) != word => continue,
                Kind::Command => return self.names_of_line(first.span, behind, index),
                Kind::Text | Kind::Matrix => return,
                kind if first.kind == ArgumentKind::Word => self.name_of(kind, first.span, index),
                _ => {}
            }
            rest = behind;
        }
    }

    /// Keeps the name at a place, if a name is what the parameter takes.
    fn name_of(&self, kind: Kind, span: Span, index: &mut Index) {
        let (thing, is_new) = match kind {
            Kind::New(thing) => (thing, true),
            Kind::Old(thing) => (thing, false),
            Kind::Jointed => (Thing::Body, false),
            _ => return,
        };
        let name = self.sources.text(span).to_owned();
        let symbol = Symbol::Thing(thing);
        let corpus = self.here().draft().map(|draft| &draft.figure.name);
        let mut found = Use {
            span,
            symbol,
            definition: Some(span),
            corpus: corpus.and_then(|corpus| self.first_named(Thing::Corpus, corpus)),
            name,
        };
        if is_new {
            index.give(found);
            return;
        }
        let given = || index.given.get(&(symbol, found.name.clone())).copied();
        let known = self.find(thing, &found.name).is_some();
        found.definition = match self.first_named(thing, &found.name) {
            None if !known => given(),
            place => place,
        };
        if known || found.definition.is_some() {
            index.uses.push(found);
        }
    }
}
