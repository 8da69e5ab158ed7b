//! Whether an expression reads the running world.

use super::names::members;
use super::surroundings::Names;
use crate::function;
use crate::syntax::{Expression, ExpressionKind, Piece};
use crate::value::{Callee, Datum};
use std::sync::Arc;

/// Whether a value is a function of the script that may read the running world, itself or by others that it names, or holds a
/// function that may.
fn may_read(value: &Datum, names: &dyn Names, seen: &mut Vec<*const function::Function>) -> bool {
    let function = match value {
        Datum::Function(Callee::Own(function)) => function,
        Datum::List(list) => return list.holds_functions(),
        Datum::Record(record) => return record.holds_functions(),
        _ => return false,
    };
    let this = Arc::as_ptr(function);
    if seen.contains(&this) {
        return false;
    }
    seen.push(this);
    let captured = function.captured();
    let defaults = function
        .parameters
        .iter()
        .filter_map(|p| p.default.as_ref());
    let mut own = captured.iter().map(|(_, value)| value).chain(defaults);
    let is_own = |name: &Arc<str>| captured.iter().any(|(other, _)| other == name);
    let mut others = function.uses().iter().filter(|name| !is_own(name));
    function.reads_world
        || own.any(|value| may_read(value, names, seen))
        || others.any(|name| {
            let value = names.global(name);
            value.is_some_and(|value| may_read(&value, names, seen))
        })
}

/// Whether an expression reads the running world, so that its value may change later.
#[must_use]
pub fn reads_world(expression: &Expression, names: &dyn Names) -> bool {
    let of = |e: &Expression| reads_world(e, names);
    let is_reader = |name: &str| {
        let value = names.variable(name);
        value.is_some_and(|value| may_read(&value, names, &mut vec![]))
    };
    match &expression.kind {
        ExpressionKind::Known(_) | ExpressionKind::Factor(..) => false,
        ExpressionKind::Name => {
            let text = names.text(expression.span);
            match text.split_once('.') {
                Some((first, path)) => {
                    let variable = names.variable(first);
                    let value = variable.and_then(|found| members(found, path).ok());
                    value.is_none_or(|value| may_read(&value, names, &mut vec![]))
                }
                // A function that is given to another one.
                None => is_reader(text),
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
        ExpressionKind::Composed(name) if name.contains('.') => true,
        ExpressionKind::SpelledCall(_) => true,
        // The member of a text is a quantity.
        ExpressionKind::Member(whole, _) if matches!(whole.kind, ExpressionKind::Name) => true,
        ExpressionKind::Call { function, .. }
            if names.text(*function).contains('.') || is_reader(names.text(*function)) =>
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
