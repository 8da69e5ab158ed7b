//! Things whose quantities expressions read: `tail` in `tail.z`, and interpolated names as in `leg_{side}4.load`.

use super::lexical::parts;
use super::{Index, Symbol, Use};
use crate::lang::evaluate::spell;
use crate::lang::syntax::{Argument, ArgumentKind, Expression, ExpressionKind, Piece, Statement};
use crate::session::command::Thing;
use crate::session::{Lookup, Session};
use crate::source::Span;

impl Session {
    /// Records the things that the expressions of a line refer to.
    pub(in crate::session) fn index_expressions(&mut self, statement: &Statement) {
        let Some(mut index) = self.gathered.index.take() else {
            return;
        };
        if !index.looked_at.contains(&statement.head) && !self.things_of(statement, &mut index) {
            index.looked_at.insert(statement.head);
        }
        self.gathered.index = Some(index);
    }

    /// Records them. Returns whether some names are interpolated, and may differ when the line runs again.
    fn things_of(&self, statement: &Statement, index: &mut Index) -> bool {
        let conditions = statement
            .branches
            .iter()
            .filter_map(|b| b.condition.as_ref());
        let mut spells = false;
        for argument in statement.arguments.iter().chain(conditions) {
            spells |= self.things_of_argument(argument, index);
        }
        // The lines of a list are bound with their head.
        let is_list = self
            .table
            .find(self.sources.text(statement.head))
            .is_some_and(|command| command.follows == crate::session::command::Follows::List);
        for inner in statement
            .block
            .iter()
            .filter(|_| is_list)
            .flat_map(|b| &b.statements)
        {
            spells |= self.things_of(inner, index);
        }
        spells
    }

    fn things_of_argument(&self, argument: &Argument, index: &mut Index) -> bool {
        match &argument.kind {
            ArgumentKind::Computed(expression) => self.things_of_expression(expression, index),
            ArgumentKind::Spelled(pieces) | ArgumentKind::Text(pieces) => {
                let mut spells = false;
                for piece in pieces.iter() {
                    if let Piece::Computed(expression) = piece {
                        spells |= self.things_of_expression(expression, index);
                    }
                }
                spells
            }
            ArgumentKind::List(elements) => elements.iter().fold(false, |spells, e| {
                self.things_of_argument(e, index) | spells
            }),
            ArgumentKind::Named(named) => self.things_of_argument(&named.value, index),
            _ => false,
        }
    }

    fn things_of_expression(&self, expression: &Expression, index: &mut Index) -> bool {
        let span = expression.span;
        let mut spells = false;
        match &expression.kind {
            ExpressionKind::Name => {
                let path = self.sources.text(span);
                let first = path.split('.').next().unwrap_or_default();
                if first.len() < path.len() && self.variable(first).is_none() {
                    self.keep_path(path, span, true, index);
                }
            }
            ExpressionKind::Spelled(pieces) => {
                spells = true;
                if let Ok(Some(path)) = spell(pieces, &Lookup::new(self)) {
                    let first = path.split('.').next().unwrap_or_default();
                    match self.variable(first) {
                        Some(variable) => index.keep(Use {
                            span,
                            symbol: Symbol::Variable,
                            name: first.to_owned(),
                            definition: Some(variable.place),
                            corpus: None,
                            written: None,
                        }),
                        None => self.keep_path(&path, span, false, index),
                    }
                }
            }
            _ => {}
        }
        parts(expression, &mut |part| {
            spells |= self.things_of_expression(part, index);
        });
        spells
    }

    /// Records the things that a path refers to; each literal name has its own span.
    fn keep_path(&self, path: &str, span: Span, is_written: bool, index: &mut Index) {
        let Some((things, _)) = self.spoken_of(path) else {
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
                    let definition = self.named_in(thing, corpus, name);
                    let definition = definition.map(|place| index.home(place, name));
                    index.keep_written(Use {
                        definition,
                        corpus: self
                            .first_named(Thing::Corpus, &self.here().drafts[corpus].figure.name),
                        ..found
                    });
                }
                None => self.keep_thing(thing, found, index),
            }
            corpus = (thing == Thing::Corpus)
                .then(|| self.find(thing, name))
                .flatten();
        }
    }

    /// Returns the span of the braces before the first dot of a path, and the source position of the name that a parameter
    /// inserts there.
    fn braces_before_dot(&self, path: Span) -> Option<(Span, Span)> {
        let (first, _) = self.sources.text(path).split_once('.')?;
        let end = path.start + first.len() as u32;
        let braces = Span { end, ..path };
        Some((braces, self.brought_from(braces)?))
    }
}
