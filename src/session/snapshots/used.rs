//! Variables that a pending command has used, and those that it will read when it runs.

use crate::lang::evaluate::spell;
use crate::lang::syntax::{Argument, ArgumentKind, Expression, ExpressionKind, Piece};
use crate::session::command::{Bound, Value};
use crate::session::{Lookup, Session};
use crate::source::Span;
use std::collections::BTreeSet;

/// Names of variables in the arguments of a command and of those within it.
#[derive(Default)]
pub(super) struct Used {
    /// Those whose values went into the command when it was bound.
    pub bound: BTreeSet<String>,
    /// Those that are read when it runs.
    pub live: BTreeSet<String>,
}

impl Used {
    /// Adds the names in the arguments of a command.
    pub fn gather(&mut self, session: &Session, bound: &Bound, arguments: &[Argument]) {
        let is_live = bound.later.is_some()
            || bound.values.iter().any(|value| {
                matches!(
                    value,
                    Value::Expression(_) | Value::Expressions(_) | Value::Prose(_)
                )
            });
        if is_live {
            self.live.extend(names_in(session, arguments.iter()));
            return;
        }
        let values = bound.values.iter().zip(&bound.spans);
        let within: Vec<(&Bound, Span)> = values
            .filter_map(|(value, span)| match value {
                Value::Command(inner) => Some((&**inner, *span)),
                _ => None,
            })
            .collect();
        let is_in = |argument: &Argument, span: &Span| {
            span.start <= argument.span.start && argument.span.end <= span.end
        };
        let own = arguments
            .iter()
            .filter(|argument| !within.iter().any(|(_, span)| is_in(argument, span)));
        self.bound.extend(names_in(session, own));
        for (inner, span) in &within {
            let mut inside = arguments.iter().filter(|argument| is_in(argument, span));
            // The first is its head.
            inside.next();
            let inside: Vec<Argument> = inside.cloned().collect();
            self.gather(session, inner, &inside);
        }
    }
}

fn names_in<'a>(
    session: &Session,
    arguments: impl Iterator<Item = &'a Argument>,
) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for argument in arguments {
        in_argument(session, argument, &mut names);
    }
    names
}

fn in_argument(session: &Session, argument: &Argument, names: &mut BTreeSet<String>) {
    match &argument.kind {
        ArgumentKind::Computed(expression) => in_expression(session, expression, names),
        ArgumentKind::Spelled(pieces) | ArgumentKind::Text(pieces) => {
            in_pieces(session, pieces, names);
        }
        ArgumentKind::List(elements) => {
            for element in elements.iter() {
                in_argument(session, element, names);
            }
        }
        ArgumentKind::Named(named) => in_argument(session, &named.value, names),
        _ => {}
    }
}

fn in_pieces(session: &Session, pieces: &[Piece], names: &mut BTreeSet<String>) {
    for piece in pieces {
        if let Piece::Computed(expression) = piece {
            in_expression(session, expression, names);
        }
    }
}

fn in_expression(session: &Session, expression: &Expression, names: &mut BTreeSet<String>) {
    let mut keep = |name: &str| {
        let first = name.split('.').next().unwrap_or(name);
        names.insert(first.to_owned());
    };
    match &expression.kind {
        ExpressionKind::Known(_) => {}
        ExpressionKind::Name => keep(session.sources.text(expression.span)),
        ExpressionKind::Spelled(pieces) => {
            if let Ok(Some(name)) = spell(pieces, &Lookup::new(session)) {
                keep(&name);
            }
            in_pieces(session, pieces, names);
        }
        ExpressionKind::List(all) | ExpressionKind::Call { arguments: all, .. } => {
            for one in all {
                in_expression(session, one, names);
            }
        }
        ExpressionKind::Prefix(_, one)
        | ExpressionKind::Member(one, _)
        | ExpressionKind::Convert(one, _) => in_expression(session, one, names),
        ExpressionKind::Binary(_, both) | ExpressionKind::Index(both) => {
            for one in both.iter() {
                in_expression(session, one, names);
            }
        }
        ExpressionKind::Range(ends, step) => {
            for one in ends.iter().chain(step.as_deref()) {
                in_expression(session, one, names);
            }
        }
    }
}
