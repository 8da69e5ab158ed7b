//! Blocks that run at a time, or when a condition becomes true.

use super::{Closure, Session, Stop, Watch, si};
use crate::lang::syntax::Expression;
use crate::run::Conditions;
use std::sync::Arc;

/// Runs the lines of an event; `again` says whether they may run again.
///
/// # Errors
/// The error of the lines.
pub(super) fn run(session: &mut Session, event: &Closure, again: bool) -> Result<(), Stop> {
    let before = session.diagnostics.len();
    let result = session.run_closure(event, event.head);
    if session.mode.continues_after_errors() {
        return result;
    }
    let ran = si(session.here().world.time, "s");
    let is_removed = again && matches!(result, Err(Stop::Mistake(_) | Stop::Reported));
    session
        .diagnostics
        .annotate(before, result, event.head, || match is_removed {
            true => format!("this event ran at {ran} and is now removed, because its lines fail"),
            false => format!("this event ran at {ran}"),
        })
}

/// Whether the condition is true as of the last [`Session::observe`], evaluated in its own environment.
fn has_come_true(
    session: &mut Session,
    watch: &Watch,
    holds: fn(&mut Session, &Expression) -> Result<Option<bool>, Stop>,
) -> Result<Option<bool>, Stop> {
    session.inside(&watch.closure, |session| holds(session, &watch.condition))
}

/// Compares all conditions with their last evaluation. A condition without a value is reported by the next one.
pub(super) fn conditions(session: &mut Session) -> Conditions {
    let mut found = Conditions::Unchanged;
    session.observe();
    for i in 0..session.here().watches.len() {
        let Some(watch) = session.here().watches.get(i).cloned() else {
            break;
        };
        match has_come_true(session, &watch, Session::would_hold) {
            Ok(Some(true)) if !watch.held => return Conditions::ComeTrue,
            Ok(Some(holds)) if holds == watch.held => {}
            _ => found = Conditions::Changed,
        }
    }
    found
}

/// Resets conditions that have become false, for example by lines that have just run, so that they can become true again.
pub(super) fn let_go_of_what_ceased(session: &mut Session) {
    session.observe();
    for i in 0..session.here().watches.len() {
        let watch = session
            .here()
            .watches
            .get(i)
            .filter(|watch| watch.held)
            .cloned();
        let ceased = watch.is_some_and(|watch| {
            let holds = has_come_true(session, &watch, Session::would_hold);
            matches!(holds, Ok(Some(false)))
        });
        if let (true, Some(kept)) = (ceased, session.here_mut().watches.get_mut(i)) {
            kept.held = false;
        }
    }
}

/// Evaluates the conditions, and runs the blocks of those that have become true since the last evaluation.
///
/// # Errors
/// A condition has no value, or a block failed.
pub(super) fn look(session: &mut Session) -> Result<(), Stop> {
    let mut is_seen = false;
    for i in 0..session.here().watches.len() {
        let Some(watch) = session.here().watches.get(i).cloned() else {
            break;
        };
        if !is_seen {
            session.observe();
            is_seen = true;
        }
        let holds = has_come_true(session, &watch, Session::holds_seen);
        let ran = match holds {
            Ok(holds) => {
                let holds = holds.unwrap_or(false);
                if let Some(kept) = session.here_mut().watches.get_mut(i) {
                    kept.held = holds;
                }
                if holds && !watch.held {
                    is_seen = false;
                    run(session, &watch.closure, true)
                } else {
                    Ok(())
                }
            }
            Err(stop) => {
                let now = si(session.here().world.time, "s");
                let before = session.diagnostics.len();
                session
                    .diagnostics
                    .annotate(before, Err(stop), watch.closure.head, || {
                        format!("this condition was checked at {now} and is now removed")
                    })
            }
        };
        if matches!(ran, Err(Stop::Mistake(_) | Stop::Reported)) {
            // It would fail again.
            let of_it = |kept: &Watch| Arc::ptr_eq(&kept.closure, &watch.closure);
            session.here_mut().watches.retain(|kept| !of_it(kept));
        }
        ran?;
    }
    Ok(())
}
