//! Rewinding by a time.

use crate::diagnostic::Diagnostic;
use crate::session::{Session, Stop, si};
use crate::source::Span;
use std::sync::Arc;

/// Tolerance for times that are sums of many frames, as a part of a frame.
const SAME: f64 = 1e-3;

/// Rewinds as [`Session::rewind_by`] does, for a command at a place.
pub(crate) fn rewind_by(session: &mut Session, seconds: f64, at: Span) -> Result<f64, Stop> {
    let stage = session.here();
    if !(seconds > 0.0 && seconds.is_finite()) {
        let message = format!("the time must be above zero, found {seconds}");
        let help = "for example `rewind 50ms`";
        return Err(Stop::mistake("E027", at, message, help));
    }
    let goal = stage.simulated - seconds;
    match session.mode.has_effects() {
        true => go_back(session, seconds, goal, at),
        false => suppose_gone_back(session, seconds, goal, at),
    }
}

/// Updates a check after a rewind.
fn suppose_gone_back(
    session: &mut Session,
    seconds: f64,
    goal: f64,
    at: Span,
) -> Result<f64, Stop> {
    let stage = session.here();
    let is_kept = stage.past.goes_back_to(goal + SAME * stage.world.dt);
    if session.check.knows_time() && !session.check.doubts.anything() && !is_kept {
        return Err(too_far_back(session, seconds, at).into());
    }
    session.check.suppose_gone_back();
    let stage = session.here_mut();
    stage.world.time -= seconds;
    stage.simulated = goal;
    stage.past.marks.went_back(goal);
    Ok(stage.world.time)
}

fn go_back(session: &mut Session, seconds: f64, goal: f64, at: Span) -> Result<f64, Stop> {
    let stage = session.here();
    let dt = stage.world.dt;
    // There is nothing before the first frame of this world, but a goal within a frame of it means its start.
    let Some(moment) = stage.past.history.at_or_before(goal + SAME * dt) else {
        return Err(too_far_back(session, seconds, at).into());
    };
    let moment = Arc::clone(moment);
    let missed = goal - moment.simulated;
    session.here_mut().past.history.cut(moment.simulated, true);
    session.here_mut().past.marks.went_back(moment.simulated);
    super::restore(session, &moment)?;
    let time = session.here().world.time;
    if missed > moment.world.settings.dt * (1.0 - SAME) {
        let (time, missed) = (si(time, "s"), si(missed, "s"));
        session.print(&format!(
            "back at {time}, {missed} further than requested: the frames between are not stored"
        ));
    }
    Ok(time)
}

fn too_far_back(session: &Session, seconds: f64, at: Span) -> Diagnostic {
    let stage = session.here();
    let Some(first) = stage.past.first_kept() else {
        let message = "there is no simulated time to rewind";
        let help = "simulate with `go` first; `rewind TIME` cannot go back beyond a `load`, but `rewind NAME` goes back to any `mark NAME`";
        return Diagnostic::error("E067", at, message).help(help);
    };
    let most = si(stage.simulated - first, "s");
    let message = format!("only {most} can be rewound, found {}", si(seconds, "s"));
    Diagnostic::error("E067", at, message).help(format!(
        "`rewind {}` goes back as far as possible",
        most.replace(' ', "")
    ))
}
