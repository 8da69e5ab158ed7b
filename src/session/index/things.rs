//! Names of things, recorded as lines run.

use super::{Index, Symbol, Use};
use crate::lang::pattern::matches;
use crate::lang::syntax::{Argument, ArgumentKind, Statement};
use crate::session::command::{Bound, Kind, Param, Thing, Value};
use crate::session::{Session, Variable};
use crate::source::Span;

impl Session {
    /// Records the names of a bound command, of its list and of the nested command.
    pub(in crate::session) fn index_bound(&mut self, bound: &Bound) {
        let Some(mut index) = self.gathered.index.take() else {
            return;
        };
        self.names_of_bound(bound, &mut index);
        self.gathered.index = Some(index);
    }

    fn names_of_bound(&self, bound: &Bound, index: &mut Index) {
        for one in bound.each.iter() {
            self.names_of_bound(one, index);
        }
        let params = bound.command.forms.get(bound.form).copied();
        let given = bound.values.iter().zip(&bound.spans);
        for (param, (value, span)) in params.unwrap_or_default().iter().zip(given) {
            match (value, param.kind) {
                (Value::Missing, _) => {}
                // Recorded below, with the commands of a list.
                (Value::Command(_), _) => {}
                (Value::Text(pattern), Kind::Pattern | Kind::TwinPattern) => {
                    for name in self.names(Thing::Body) {
                        if matches(pattern, &name).is_some() {
                            self.name_of(param.kind, &name, *span, index);
                        }
                    }
                }
                (Value::Text(name), _) => self.name_of(param.kind, name, *span, index),
                (Value::Index(number), kind) => {
                    let written = self.sources.text(*span);
                    let name = thing_of(kind).and_then(|thing| self.called(thing, *number));
                    self.name_of(kind, name.unwrap_or(written), *span, index);
                }
                _ => {}
            }
        }
        for inner in bound.deferred() {
            self.names_of_bound(inner, index);
        }
    }

    /// Returns the name of the thing of that number; none for a part, whose number is that of its body.
    fn called(&self, thing: Thing, number: usize) -> Option<&str> {
        let stage = self.here();
        let name = match thing {
            Thing::Object => &stage.definitions.objects.get(number)?.object.name,
            Thing::Body => {
                &stage
                    .definitions
                    .draft()?
                    .figure
                    .bodies
                    .get(number)?
                    .spec
                    .name
            }
            Thing::Part => return None,
            Thing::Corpus => &stage.definitions.drafts.get(number)?.figure.name,
            Thing::World => &self.stages.get(number)?.name,
            Thing::Roach => &stage.definitions.roaches.get(number)?.name,
        };
        Some(name)
    }

    /// Records the names of a faulty statement, for arguments whose parameters are names.
    pub(in crate::session) fn index_mistaken(&mut self, statement: &Statement) {
        let Some(mut index) = self.gathered.index.take() else {
            return;
        };
        self.names_of_mistaken(statement, &mut index);
        self.gathered.index = Some(index);
    }

    fn names_of_mistaken(&self, statement: &Statement, index: &mut Index) {
        self.names_of_line(statement.head, &statement.arguments, index);
        let block = statement.block.iter();
        for inner in block.flat_map(|block| &block.statements) {
            self.names_of_mistaken(inner, index);
        }
    }

    fn names_of_line(&self, head: Span, arguments: &[Argument], index: &mut Index) {
        let Some(command) = self.table.find(self.sources.text(head)) else {
            return;
        };
        let long_enough = |form: &&&[Param]| form.len() >= arguments.len();
        let form = command.forms.iter().find(long_enough);
        let form = form.or(command.forms.first()).copied().unwrap_or_default();
        let mut rest = arguments;
        for param in form {
            let Some((first, after)) = rest.split_first() else {
                return;
            };
            let text = self.sources.text(first.span);
            match param.kind {
                Kind::Filler(word) if text != word => continue,
                Kind::Command => return self.names_of_line(first.span, after, index),
                Kind::Text | Kind::Matrix => return,
                kind if first.kind == ArgumentKind::Word => {
                    self.name_of(kind, text, first.span, index);
                }
                _ => {}
            }
            rest = after;
        }
    }

    /// Records the name at a place, if the parameter takes a name.
    fn name_of(&self, kind: Kind, name: &str, span: Span, index: &mut Index) {
        let Some(thing) = thing_of(kind) else { return };
        let found = Use {
            span,
            symbol: Symbol::Thing(thing),
            name: name.to_owned(),
            definition: Some(span),
            corpus: self.corpus_named(),
            written: self.brought_from(span),
        };
        if matches!(kind, Kind::New(_)) {
            index.give_written(found);
        } else {
            self.keep_thing(thing, found, index);
        }
    }

    /// Records the name of an existing thing, or of one that a faulty line should have made.
    pub(super) fn keep_thing(&self, thing: Thing, mut found: Use, index: &mut Index) {
        let known = self.find(thing, &found.name).is_some();
        found.definition = match self.first_named(thing, &found.name) {
            None if !known => {
                let key = (found.symbol, found.name.clone());
                index.given.get(&key).copied()
            }
            place => place.map(|place| index.home(place, &found.name)),
        };
        if let Some(place) = found.definition
            && self.sources.text(place) != found.name
        {
            // The twins of `mirror` have no name in the text: the line of `mirror` is their definition.
            index.keep(Use {
                span: place,
                written: None,
                ..found.clone()
            });
        }
        if known || found.definition.is_some() {
            index.keep_written(found);
        }
    }

    /// Records the value of a variable.
    pub(in crate::session) fn index_value(&mut self, variable: &Variable) {
        if let Some(index) = &mut self.gathered.index {
            index.value(variable);
        }
    }

    /// Returns the source position at which the current corpus was named.
    pub(super) fn corpus_named(&self) -> Option<Span> {
        let corpus = &self.here().definitions.draft()?.figure.name;
        self.first_named(Thing::Corpus, corpus)
    }
}

/// Returns the kind of thing that a parameter names.
fn thing_of(kind: Kind) -> Option<Thing> {
    match kind {
        Kind::New(thing) | Kind::Old(thing) => Some(thing),
        Kind::Jointed | Kind::AnyBody | Kind::Pattern | Kind::TwinPattern => Some(Thing::Body),
        _ => None,
    }
}
