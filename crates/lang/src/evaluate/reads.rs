//! Whether an expression reads the running world.

use super::*;

/// Whether a variable is a function of the script that may read the running world, itself or by the functions that it names.
pub(super) fn is_reading(name: &str, names: &dyn Names, seen: &mut Vec<Span>) -> bool {
    let Some(Datum::Function(Callee::Own(function))) = names.variable(name) else {
        return false;
    };
    if seen.contains(&function.place) {
        return false;
    }
    seen.push(function.place);
    let mut used = function.uses().iter();
    function.reads_world || used.any(|name| is_reading(name, names, seen))
}

/// Whether an expression reads the running world, so that its value may change later.
#[must_use]
pub fn reads_world(expression: &Expression, names: &dyn Names) -> bool {
    let of = |e: &Expression| reads_world(e, names);
    match &expression.kind {
        ExpressionKind::Known(_) | ExpressionKind::Factor(..) => false,
        ExpressionKind::Name => {
            let text = names.text(expression.span);
            match text.split_once('.') {
                Some((first, path)) => {
                    let variable = names.variable(first);
                    variable.is_none_or(|found| members(found, path).is_err())
                }
                // A function that another one calls.
                None => is_reading(text, names, &mut vec![]),
            }
        }
        ExpressionKind::Spelled(pieces)
            if pieces.iter().any(|piece| match piece {
                Piece::Plain(span) => names.text(*span).contains('.'),
                Piece::Computed(_) => false,
            }) =>
        {
            true
        }
        // The member of a text is a quantity.
        ExpressionKind::Member(whole, _) if matches!(whole.kind, ExpressionKind::Name) => true,
        ExpressionKind::Call { function, .. }
            if names.text(*function).contains('.')
                || is_reading(names.text(*function), names, &mut vec![]) =>
        {
            true
        }
        _ => {
            let mut reads = false;
            expression.parts(&mut |part| reads |= of(part));
            reads
        }
    }
}
