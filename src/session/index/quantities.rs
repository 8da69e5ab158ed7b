//! Things whose quantities expressions read: `tail` in `tail.z`, and interpolated names as in `leg_{side}4.load`.

use super::lexical::expressions;
use super::recorder::Recorder;
use super::{Symbol, Use};
use crate::lang::evaluate::spell;
use crate::lang::syntax::{Expression, ExpressionKind, Statement};
use crate::session::Lookup;
use crate::session::command::Thing;
use crate::session::names::Place;
use crate::source::Span;

impl Recorder<'_> {
    /// Records the things that the expressions of a line refer to.
    pub(in crate::session) fn expressions(&mut self, statement: &Statement) {
        if !self.index.looked_at.contains(&statement.head) && !self.things_of(statement) {
            self.index.looked_at.insert(statement.head);
        }
    }

    /// Records them. Returns whether some names are interpolated, and may differ when the line runs again.
    fn things_of(&mut self, statement: &Statement) -> bool {
        let conditions = statement
            .branches
            .iter()
            .filter_map(|b| b.condition.as_ref());
        let mut spells = false;
        for argument in statement.arguments.iter().chain(conditions) {
            expressions(argument, &mut |expression| {
                spells |= self.things_of_expression(expression);
            });
        }
        // The lines of a list are bound with their head.
        let is_list = self
            .session
            .table
            .opens_list(self.session.sources.text(statement.head));
        let block = statement.block.iter().filter(|_| is_list);
        for inner in block.flat_map(|block| &block.statements) {
            spells |= self.things_of(inner);
        }
        spells
    }

    fn things_of_expression(&mut self, expression: &Expression) -> bool {
        let span = expression.span;
        let mut spells = false;
        match &expression.kind {
            ExpressionKind::Name => {
                let path = self.session.sources.text(span);
                let first = path.split('.').next().unwrap_or_default();
                if first.len() < path.len() && self.session.variable(first).is_none() {
                    self.keep_path(path, span, true);
                }
            }
            ExpressionKind::Call {
                function,
                arguments,
                ..
            } if self
                .session
                .is_question(self.session.sources.text(*function)) =>
            {
                self.keep_path(self.session.sources.text(*function), *function, true);
                for argument in arguments {
                    self.keep_name(argument);
                }
            }
            ExpressionKind::SpelledCall(call) => {
                spells = true;
                if let Ok(Some(path)) = spell(&call.function, &Lookup::new(self.session))
                    && self.session.is_question(&path)
                {
                    self.keep_path(&path, call.span, false);
                    for argument in &call.arguments {
                        self.keep_name(argument);
                    }
                }
            }
            ExpressionKind::Spelled(pieces) => {
                spells = true;
                if let Ok(Some(path)) = spell(pieces, &Lookup::new(self.session)) {
                    let first = path.split('.').next().unwrap_or_default();
                    match self.session.variable(first) {
                        Some(variable) => {
                            self.index
                                .keep(Use::of(span, Symbol::Variable, first, variable.place));
                        }
                        None => self.keep_path(&path, span, false),
                    }
                }
            }
            _ => {}
        }
        expression.parts(&mut |part| {
            spells |= self.things_of_expression(part);
        });
        spells
    }

    /// Records the body or figure that an argument of a question names.
    fn keep_name(&mut self, argument: &Expression) {
        let name = self.session.sources.text(argument.span);
        let mut things = [Thing::Body, Thing::Corpus].into_iter();
        let thing = things.find(|thing| self.session.find(*thing, name).is_some());
        if let (ExpressionKind::Name, Some(thing)) = (&argument.kind, thing) {
            let found = Use {
                span: argument.span,
                symbol: Symbol::Thing(thing),
                name: name.to_owned(),
                definition: None,
                corpus: self.corpus_named(),
                written: None,
            };
            self.keep_thing(thing, found);
        }
    }

    /// Records the things that a path refers to; each literal name has its own span.
    fn keep_path(&mut self, path: &str, span: Span, is_written: bool) {
        let Some((things, _)) = self.session.spoken_of(path) else {
            return;
        };
        let mut start = span.start;
        let mut corpus = None;
        for (number, (thing, name)) in things.into_iter().enumerate() {
            let end = start + name.len() as u32;
            let place = Span { start, end, ..span };
            start = end + 1;
            // `{name}.q`: the name of the thing is in the braces.
            let (in_braces, written) = match number {
                0 if !is_written => self.braces_before_dot(span).unzip(),
                _ => (None, None),
            };
            let found = Use {
                span: if is_written {
                    place
                } else {
                    in_braces.unwrap_or(span)
                },
                symbol: Symbol::Thing(thing),
                name: name.to_owned(),
                definition: None,
                corpus: self.corpus_named(),
                written,
            };
            match corpus {
                // A body of a figure that may not be the current one.
                Some(corpus) => {
                    let place = Place {
                        figure: Some(corpus),
                        ..self.session.place()
                    };
                    let definition = self.session.names.get(place, thing, name);
                    let definition = definition.map(|named| self.index.home(named.place, name));
                    self.index.keep_written(Use {
                        definition,
                        corpus: self.session.first_named(
                            Thing::Corpus,
                            &self.session.here().definitions.drafts[corpus].figure.name,
                        ),
                        ..found
                    });
                }
                None => self.keep_thing(thing, found),
            }
            corpus = (thing == Thing::Corpus)
                .then(|| self.session.find(thing, name))
                .flatten();
        }
    }

    /// Returns the span of the braces before the first dot of a path, and the source position of the name that a parameter
    /// inserts there.
    fn braces_before_dot(&self, path: Span) -> Option<(Span, Span)> {
        let (first, _) = self.session.sources.text(path).split_once('.')?;
        let end = path.start + first.len() as u32;
        let braces = Span { end, ..path };
        Some((braces, self.brought_from(braces)?))
    }
}
