//! Names with pieces in braces, composed once for an expression that is evaluated often.

use super::{Names, spell};
use crate::syntax::{Expression, ExpressionKind, Piece};
use std::sync::Arc;

/// Composes the names in an expression whose pieces read only variables that never change.
#[must_use]
pub fn composed_once(
    expression: &Arc<Expression>,
    names: &dyn Names,
    never_changes: &dyn Fn(&str) -> bool,
) -> Arc<Expression> {
    let mut composed = Arc::clone(expression);
    if has_spelled(expression) {
        compose(Arc::make_mut(&mut composed), names, never_changes);
    }
    composed
}

fn has_spelled(expression: &Expression) -> bool {
    let mut found = matches!(expression.kind, ExpressionKind::Spelled(_));
    expression.parts(&mut |part| found |= has_spelled(part));
    found
}

fn compose(expression: &mut Expression, names: &dyn Names, never_changes: &dyn Fn(&str) -> bool) {
    match &expression.kind {
        ExpressionKind::Spelled(pieces) => {
            let is_fixed = pieces.iter().all(|piece| match piece {
                Piece::Plain(_) => true,
                Piece::Computed(of) => reads_only(of, names, never_changes),
            });
            if is_fixed && let Ok(Some(name)) = spell(pieces, names) {
                expression.kind = ExpressionKind::Composed(name.into());
            }
        }
        // Its loop variables may have the names of others.
        ExpressionKind::Comprehension(_) => {}
        _ => expression.parts_mut(&mut |part| compose(part, names, never_changes)),
    }
}

/// Whether a piece is made of literals and variables that never change; calls may read anything.
fn reads_only(of: &Expression, names: &dyn Names, never_changes: &dyn Fn(&str) -> bool) -> bool {
    match &of.kind {
        ExpressionKind::Known(_) => true,
        ExpressionKind::Name => never_changes(names.text(of.span)),
        ExpressionKind::Prefix(..) | ExpressionKind::Binary(..) | ExpressionKind::Formatted(..) => {
            let mut only = true;
            of.parts(&mut |part| only &= reads_only(part, names, never_changes));
            only
        }
        _ => false,
    }
}
