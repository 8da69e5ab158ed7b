//! Marks of a script: setting them, and rewinding to them.

use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Diagnostic, quote};
use crate::run::MOST_MARKS;
use crate::session::{Session, Snapshot, Stage, Stop};
use crate::source::Span;
use std::sync::Arc;

impl Stage {
    /// Updates a check after rewinding to a mark.
    fn suppose_back_at(&mut self, snapshot: &Snapshot, lowest: f64) {
        (self.world.time, self.simulated) = (snapshot.world.time, snapshot.simulated);
        // The next `go` stores the moment of the mark itself; moments of an abandoned course are not stored.
        let is_begin = |from: f64| from >= snapshot.simulated;
        let left = lowest < snapshot.simulated;
        if left || self.past.gone_from.is_some_and(is_begin) {
            self.past.gone_from = None;
        }
        self.past.marks.went_back(match left {
            true => f64::NEG_INFINITY,
            false => snapshot.simulated,
        });
    }
}

/// Stores the current state of the world under a name, which may be empty; while time passes, the state at the end of the
/// frame.
///
/// # Errors
/// There are too many.
pub(crate) fn mark(session: &mut Session, name: &str, at: Span) -> Result<(), Stop> {
    if session.here().past.marks.are_too_many_with(name) {
        let message = format!("there are already {MOST_MARKS} marks");
        let help = "a mark with an existing name replaces the old one";
        return Err(Stop::mistake("E067", at, message, help));
    }
    session.here_mut().past.marks.want(name);
    // The current frame sets them at its end; a check has no frames.
    if !(session.activity.going && session.mode.has_effects()) {
        session.here_mut().make_marks();
    }
    Ok(())
}

/// Rewinds to a mark; without a name, to the latest one.
///
/// # Errors
/// The mark was never set in this world, or a table could not be written.
pub(crate) fn rewind_to(session: &mut Session, name: Option<&str>, at: Span) -> Result<(), Stop> {
    let Some((snapshot, lowest)) = session.here().past.marks.find(name) else {
        // A check may run lines in another order than the script, or may have skipped some.
        if session.check.is_uncertain() || session.check.doubts.covers_marks() {
            return Ok(());
        }
        return Err(no_mark(session, name, at).into());
    };
    let snapshot = Arc::clone(snapshot);
    match session.mode.has_effects() {
        true => go_back_to(session, &snapshot, lowest),
        false => {
            session.check.suppose_gone_back();
            // The settings of the clock are those of that moment.
            session.check.suppose_any_time(true);
            session.here_mut().suppose_back_at(&snapshot, lowest);
            Ok(())
        }
    }
}

/// Rewinds to the moment of a mark; the earliest rewind since the mark was to `lowest` (s of simulation).
fn go_back_to(session: &mut Session, snapshot: &Arc<Snapshot>, lowest: f64) -> Result<(), Stop> {
    let (simulated, stage) = (snapshot.simulated, session.here_mut());
    if lowest >= simulated {
        // The next `go` stores the moment of the mark itself.
        stage.past.history.cut(simulated, false);
        stage.past.marks.went_back(simulated);
    } else {
        // It is on an abandoned course: the moments before it are not stored.
        stage.past.history.clear();
        stage.past.marks.returned_to(snapshot);
    }
    super::restore(session, snapshot)
}

fn no_mark(session: &Session, name: Option<&str>, at: Span) -> Diagnostic {
    let marks = &session.here().past.marks;
    let names: Vec<&str> = marks.names().collect();
    let message = match name {
        Some(name) => format!("there is no mark {}", quote(name)),
        None => "there is no mark to go back to".to_owned(),
    };
    let mut stages = session.stages.iter();
    let elsewhere = stages.find(|stage| stage.past.marks.find(name).is_some());
    let near = name.and_then(|name| nearest(name, names.iter().copied()));
    let help = match (near, elsewhere) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, Some(stage)) => format!(
            "it was made in the world `{}`: use `setworld {}` first",
            stage.name, stage.name
        ),
        (None, None) => match (names.as_slice(), name) {
            ([], None) => "`mark` makes one".to_owned(),
            ([], Some(name)) => format!("`mark {name}` makes one"),
            ([one], _) => format!("there is only {}", quote(one)),
            ([first @ .., last], _) => {
                let first: Vec<String> = first.iter().map(|name| quote(name)).collect();
                format!("there are {} and {}", first.join(", "), quote(last))
            }
        },
    };
    Diagnostic::error("E066", at, message).help(help)
}
