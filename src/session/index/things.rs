//! Names of things, recorded as lines run.

use super::recorder::Recorder;
use super::{Symbol, Use};
use crate::lang::pattern::matches;
use crate::lang::syntax::{Argument, ArgumentKind, Statement};
use crate::session::command::{Bound, Kind, Param, Thing, Value};
use crate::source::Span;

impl<'a> Recorder<'a> {
    /// Records the names of a bound command, of its list and of the nested command.
    pub(in crate::session) fn names_of_bound(&mut self, bound: &Bound) {
        for one in bound.each.iter() {
            self.names_of_bound(one);
        }
        let params = bound.command.forms.get(bound.form).copied();
        let given = bound.values.iter().zip(&bound.spans);
        for (param, (value, span)) in params.unwrap_or_default().iter().zip(given) {
            match (value, param.kind) {
                (Value::Missing, _) => {}
                // Recorded below, with the commands of a list.
                (Value::Command(_), _) => {}
                (Value::Text(pattern), Kind::Pattern | Kind::TwinPattern) => {
                    for name in self.session.names(Thing::Body) {
                        if matches(pattern, &name).is_some() {
                            self.name_of(param.kind, &name, *span);
                        }
                    }
                }
                (Value::Text(name), _) => self.name_of(param.kind, name, *span),
                (Value::Index(number), kind) => {
                    let session = self.session;
                    let written = session.sources.text(*span);
                    let name = thing_of(kind).and_then(|thing| self.called(thing, *number));
                    self.name_of(kind, name.unwrap_or(written), *span);
                }
                _ => {}
            }
        }
        for inner in bound.deferred() {
            self.names_of_bound(inner);
        }
    }

    /// Returns the name of the thing of that number; none for a part, whose number is that of its body.
    fn called(&self, thing: Thing, number: usize) -> Option<&'a str> {
        let session = self.session;
        let stage = session.here();
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
            Thing::World => &session.stages.get(number)?.name,
            Thing::Roach => &stage.definitions.roaches.get(number)?.name,
            Thing::Neuron => &stage.definitions.neurons.get(number)?.name,
        };
        Some(name)
    }

    /// Records the names of a faulty statement, for arguments whose parameters are names.
    pub(in crate::session) fn names_of_mistaken(&mut self, statement: &Statement) {
        self.names_of_line(statement.head, &statement.arguments);
        let block = statement.block.iter();
        for inner in block.flat_map(|block| &block.statements) {
            self.names_of_mistaken(inner);
        }
    }

    fn names_of_line(&mut self, head: Span, arguments: &[Argument]) {
        let Some(command) = self.session.table.find(self.session.sources.text(head)) else {
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
            let text = self.session.sources.text(first.span);
            match param.kind {
                Kind::Filler(word) if text != word => continue,
                Kind::Command => return self.names_of_line(first.span, after),
                Kind::Text | Kind::Matrix => return,
                kind if first.kind == ArgumentKind::Word => {
                    self.name_of(kind, text, first.span);
                }
                _ => {}
            }
            rest = after;
        }
    }

    /// Records the name at a place, if the parameter takes a name.
    fn name_of(&mut self, kind: Kind, name: &str, span: Span) {
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
            self.index.give_written(found);
        } else {
            self.keep_thing(thing, found);
        }
    }

    /// Records the name of an existing thing, or of one that a faulty line should have made.
    pub(super) fn keep_thing(&mut self, thing: Thing, mut found: Use) {
        let known = self.session.find(thing, &found.name).is_some();
        found.definition = match self.session.first_named(thing, &found.name) {
            None if !known => {
                let key = (found.symbol, found.name.clone());
                self.index.given.get(&key).copied()
            }
            place => place.map(|place| self.index.home(place, &found.name)),
        };
        if let Some(place) = found.definition
            && self.session.sources.text(place) != found.name
        {
            // The twins of `mirror` have no name in the text: the line of `mirror` is their definition.
            self.index.keep(Use {
                span: place,
                written: None,
                ..found.clone()
            });
        }
        if known || found.definition.is_some() {
            self.index.keep_written(found);
        }
    }

    /// Returns the source position at which the current corpus was named.
    pub(super) fn corpus_named(&self) -> Option<Span> {
        let corpus = &self.session.here().definitions.draft()?.figure.name;
        self.session.first_named(Thing::Corpus, corpus)
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
