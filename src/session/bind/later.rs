//! Lines that run later and depend on the world at that time.

use super::fit::Slip;
use super::{BindContext, Line, Slips};
use crate::diagnostic::Diagnostic;
use crate::lang::evaluate::{capture, capture_pieces};
use crate::lang::syntax::{Argument, ArgumentKind, Named, Statement};
use crate::lang::value::Datum;
use crate::session::Lookup;
use std::sync::Arc;

/// The line with its local names replaced by what they stand for now, if it is one that runs later and reads the world.
pub(super) fn if_needed(
    reads_world: bool,
    line: Line,
    context: BindContext,
) -> Result<Option<Arc<Statement>>, Slips> {
    if !(reads_world && context.later) {
        return Ok(None);
    }
    let arguments = line.arguments.iter().map(|a| captured(a, context));
    Ok(Some(Arc::new(Statement {
        head: line.head,
        arguments: arguments.collect::<Result<_, _>>()?,
        block: line.block.cloned(),
        branches: line.branches.to_vec(),
        span: line.span,
    })))
}

/// An argument with its local names replaced.
pub(super) fn captured(argument: &Argument, context: BindContext) -> Result<Argument, Slips> {
    let session = context.session;
    let reader = Lookup::new(session);
    let local = |name: &str| -> Option<Datum> { session.local(name).map(|v| v.datum.clone()) };
    let mistake = |report: Box<Diagnostic>| vec![Slip::from(*report)];
    let kind = match &argument.kind {
        ArgumentKind::Computed(expression) => {
            let expression = capture(expression, &local, &reader).map_err(mistake)?;
            ArgumentKind::Computed(Arc::new(expression))
        }
        ArgumentKind::Spelled(pieces) => {
            ArgumentKind::Spelled(capture_pieces(pieces, &local, &reader).map_err(mistake)?)
        }
        ArgumentKind::Text(pieces) => {
            ArgumentKind::Text(capture_pieces(pieces, &local, &reader).map_err(mistake)?)
        }
        ArgumentKind::List(elements) => {
            let elements = elements.iter().map(|e| captured(e, context));
            ArgumentKind::List(elements.collect::<Result<_, _>>()?)
        }
        ArgumentKind::Named(named) => ArgumentKind::Named(Arc::new(Named {
            name: named.name,
            value: captured(&named.value, context)?,
        })),
        kind => kind.clone(),
    };
    Ok(Argument {
        kind,
        span: argument.span,
    })
}
