//! Binds a statement to a command: every error of argument count, kind, unit and name is reported here.

pub(super) mod binder;
mod call;
mod choices;
pub(super) mod closest;
pub(super) mod computed;
mod cursor;
mod findings;
pub(super) mod fit;
mod head;
mod later;
pub(super) mod line;
mod miscounted;
mod names;
mod nested;
mod numbers;
pub(super) mod other_kind;
pub(super) mod parameter_names;
mod raw;
mod reports;
mod unknown;

use super::command::{Bound, Command, Follows};
use crate::diagnostic::Diagnostic;
pub use crate::lang::function::not_a_variable;
use crate::lang::syntax::Statement;
use crate::session::{Closure, Code, Environment, Session, Stop, advice};
use closest::{closest, separated};
pub(crate) use computed::readable;
use fit::{Fit, Found, Slip};
pub use head::Head;
use later::cannot_wait;
pub use line::BindContext;
use line::{Line, Slips};
pub(crate) use names::{root_has_no_joint, scenery_never_moves};
pub(crate) use numbers::there_is_no_gait;
use std::sync::Arc;

/// Errors of a statement. Empty if all of them follow from an error reported before.
pub type Mistakes = Vec<Diagnostic>;

/// Binds a statement to its command.
///
/// # Errors
/// All errors in it, in order.
pub fn bind(statement: &Statement, context: BindContext) -> Result<Bound, Mistakes> {
    bind_statement(statement, context)
        .map_err(|slips| slips.into_iter().map(|slip| slip.report).collect())
}

fn bind_statement(statement: &Statement, context: BindContext) -> Result<Bound, Slips> {
    let line = Line {
        head: statement.head,
        arguments: &statement.arguments,
        named: &[],
        block: statement.block.as_ref(),
        branches: &statement.branches,
        span: statement.span,
        faulty: statement.is_faulty(),
    };
    let bound = bind_line(line, context)?;
    Ok(match context.session.activity.mirrored.as_ref() {
        Some(reflection) => reflection.image(&bound),
        None => bound,
    })
}

/// Binds a line that depends on the world, at the time when it runs.
///
/// # Errors
/// The errors in it now.
pub fn bind_again(statement: &Statement, session: &Session) -> Result<Bound, Stop> {
    let context = BindContext {
        in_list: session.activity.phase.is_some(),
        deferred: true,
        ..BindContext::new(session)
    };
    bind(statement, context).map_err(|mistakes| {
        let mut mistakes = mistakes.into_iter();
        mistakes.next().map_or(Stop::Reported, Stop::from)
    })
}

fn bind_line(line: Line, context: BindContext) -> Result<Bound, Slips> {
    let head = context.session.sources.text(line.head);
    match context.session.head(head) {
        Head::Own(definition) => call::bind_call(definition, line, context),
        Head::Command(command) => match bind_to(command, line, context) {
            Err(_) if context.session.check.doubts.names_command(head) => Err(vec![]),
            bound => bound,
        },
        Head::Doubtful => Err(vec![]),
        Head::Unknown => {
            let report = advice::command(head, line, context);
            Err(report.into_iter().map(Slip::from).collect())
        }
    }
}

fn bind_to(command: &'static Command, line: Line, context: BindContext) -> Result<Bound, Slips> {
    if context.deferred && !command.in_lists {
        return Err(vec![cannot_wait(command, line.head).into()]);
    }
    let list = bind_list(command, line, context);
    if line.faulty {
        return Err(list.err().unwrap_or_default());
    }
    match (fit(command, line, context), list) {
        (Ok((form, fit)), Ok(list)) => {
            let each = fit.found.clone();
            let later = line.again(fit.reads_world, context);
            let mut bound = line.bound(command, context);
            (bound.form, bound.values, bound.spans) = (form, fit.values, fit.spans);
            (bound.list, bound.later) = (list, later);
            if let Some(found) = each.filter(|found| found.names.len() > 1) {
                bound.each = for_each(&bound, &found, line, context)?;
            }
            Ok(bound)
        }
        (Ok(_), Err(mistakes)) | (Err(mistakes), Ok(_)) => Err(mistakes),
        (Err(mut mistakes), Err(more)) => {
            mistakes.extend(more);
            Err(mistakes)
        }
    }
}

/// Binds the line for each name that its pattern matches.
fn for_each(
    first: &Bound,
    found: &Found,
    line: Line,
    context: BindContext,
) -> Result<Arc<[Bound]>, Slips> {
    let mut all = vec![first.clone()];
    for which in 1..found.names.len() {
        let one = Some((found, which));
        let (form, fit) = fit_one(first.command, line, context, one)?;
        all.push(Bound {
            form,
            values: fit.values,
            spans: fit.spans,
            ..first.clone()
        });
    }
    Ok(all.into())
}

/// Fits a line to the form of a command that is closest to it.
fn fit(command: &'static Command, line: Line, context: BindContext) -> Result<(usize, Fit), Slips> {
    fit_one(command, line, context, None)
}

/// Fits a line as [`fit`] does, with one of the names that a pattern matches.
fn fit_one(
    command: &'static Command,
    line: Line,
    context: BindContext,
    one: Option<(&Found, usize)>,
) -> Result<(usize, Fit), Slips> {
    separated(command, line, |line| {
        closest(command, line, context, one)
            .map_err(|mistakes| advice::explained(command, line, context, mistakes))
    })
}

/// Returns the environment of a closure that is being bound. The substitutes of bodies by `mirror` are added with its whole
/// line.
fn environment(context: BindContext) -> Environment {
    Environment {
        mirrored: None,
        ..context.session.environment()
    }
}

/// Binds the commands of a list; none if the command opens no list.
fn bind_list(
    command: &Command,
    line: Line,
    context: BindContext,
) -> Result<Option<Arc<Closure>>, Slips> {
    let (Follows::List, Some(block)) = (command.follows, line.block) else {
        return Ok(None);
    };
    let inside = BindContext {
        in_list: true,
        deferred: true,
        later: true,
        ..context
    };
    let mut list = Vec::with_capacity(block.statements.len());
    let mut mistakes = vec![];
    for statement in &block.statements {
        match bind_statement(statement, inside) {
            Ok(bound) => list.push(bound),
            Err(more) => mistakes.extend(more),
        }
    }
    if list.len() < block.statements.len() {
        return Err(mistakes);
    }
    let code = Code::Commands(list.into());
    let closure = Closure::new(code, line.head, Some(environment(context)));
    Ok(Some(Arc::new(closure)))
}
