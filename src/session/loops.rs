//! Closed loops that a `go` opens, and drives that work against what cannot give way.

use super::{Session, Stop};
use crate::diagnostic::quote;
use crate::record::{prefixed, si};
use crate::source::Span;
use crate::world::World;

/// Largest gap of a loop at the start of a `go`, and in it, as a part of its lever.
const GAP: f64 = 1e-3;

/// Speed at which the points of a loop may move apart, as a part of their own.
pub(crate) const SLIP: f64 = 1e-3;

/// Whether a closed loop holds.
pub(crate) fn has_loops(world: &World) -> bool {
    let mut attachments = world.attachments().iter();
    attachments.any(|of| of.holds() && of.law.is_loop())
}

/// Formats the gap of a loop: an angle for a gear whose first joint turns.
pub(crate) fn told_gap(world: &World, number: usize, gap: f64) -> String {
    match world.breaks_by_torque(number) {
        true => format!("{:.4} deg", gap.to_degrees()),
        false => prefixed(gap, "m", 3),
    }
}

/// Returns the names of the two ends of an attachment.
pub(crate) fn names(world: &World, number: usize) -> String {
    let names = world.ends_of(number).unwrap_or_default();
    names.map(|name| quote(&name)).join(" and ")
}

/// Refuses a loop that a `go` has opened.
pub(crate) fn check_held(session: &mut Session, at: Span) -> Result<(), Stop> {
    if !(session.mode.has_effects() && has_loops(&session.here().world)) {
        return Ok(());
    }
    session.here_mut().world.observe();
    // What fights opens a loop, too.
    refuse_fight(session, at)?;
    refuse_open(
        session,
        at,
        "its loops contradict each other, or it joins bodies of very unlike masses: results after it opened are wrong",
    )
}

/// Refuses a drive that has begun to fight what cannot give way.
pub(super) fn watch_drives(session: &mut Session, at: Span) -> Result<(), Stop> {
    match session.here().world.slowest_drive() {
        Some(_) => check_held(session, at),
        None => Ok(()),
    }
}

/// Refuses a drive that fights what cannot give way: no force settles that.
fn refuse_fight(session: &mut Session, at: Span) -> Result<(), Stop> {
    let world = &session.here().world;
    let Some((number, slip)) = world.slowest_drive() else {
        return Ok(());
    };
    let what = if let Some((corpus, body)) = world.forced_end() {
        let name = world.corpora.get(corpus).map(|of| of.degree_name(body));
        format!(
            "the hard end of the range of {}",
            quote(name.unwrap_or_default())
        )
    } else if let Some(rope) = world.forced_rope() {
        format!("the rope of {}", names(world, rope))
    } else if slip > SLIP {
        "a loop that cannot give way".to_owned()
    } else {
        return Ok(());
    };
    let [joint, _] = world.ends_of(number).unwrap_or_default();
    let message = format!(
        "the drive of {} works against {what} at {}",
        quote(&joint),
        si(world.time, "s")
    );
    let help = "results since they met are wrong: end the drive before, by `drive JOINT off` or with `break`; or let a `servo` with a `limit` move the joint";
    Err(Stop::mistake("E096", at, message, help))
}

/// Refuses a loop that is open.
pub(crate) fn refuse_open(session: &mut Session, at: Span, help: &str) -> Result<(), Stop> {
    session.here_mut().world.observe();
    let world = &session.here().world;
    if let Some((number, gap, lever)) = world.widest_gap()
        && gap > GAP * lever
    {
        let whose = names(world, number);
        let gap = told_gap(world, number, gap);
        let message = format!("the loop of {whose} is open by {gap}");
        return Err(Stop::mistake("E096", at, message, help));
    }
    Ok(())
}
