//! Warnings of collisions that the laws cannot follow.

use super::Accuracy;
use crate::diagnostic::quote;
use crate::record::{prefixed, si};
use crate::source::Span;
use crate::world::{ContactMethod, Corpus, DeepOverlap, Prevented, Sunk, World};

/// Overlap, as a part of the thinner body, beyond which springs push a body out on the other side.
const THROUGH: f64 = 0.5;

/// Overlap, as a part of the thinner body, to which bodies have sunk in: most impacts by impulses end at a thousandth.
const SUNK: f64 = 0.05;

/// Energy that collisions may seem to add by errors of the integration, as a part of the energy that moved.
const ADDED: f64 = 0.02;

/// Energy that is rounding, as a part of all of it, or of the energy that moved.
const NO_ENERGY: f64 = 1e-9;

/// Force that is rounding (N), per kg of the figures.
const NO_FORCE: f64 = 1e-8;

impl Accuracy {
    /// Checks the collisions of a world after a `go`; `before` is the result of [`World::energy_of_collisions`] at its start.
    pub(in crate::session) fn check_collisions(
        &mut self,
        world: &mut World,
        before: [f64; 2],
        at: Span,
    ) {
        let faults = world.take_collision_faults();
        let deepest = faults.deepest;
        let deepest = deepest.and_then(|found| too_deep(world, &found));
        let sunk = || faults.sunk.and_then(|found| sunk(world, &found));
        let deepest = deepest.or_else(sunk);
        let prevented = faults.prevented.filter(|of| counts(world, of.energy));
        let prevented = prevented.map(|found| told_prevented(world, &found));
        let weakened = faults.weakened.filter(|(energy, _)| counts(world, *energy));
        let weakened = weakened.map(told_weakened);
        let gained = || energy_gained(world, before);
        let gained = prevented.or(weakened).or_else(gained);
        let missed = faults.missed.map(missed);
        let raised = faults.lifted.filter(|(force, ..)| pulls(world, *force));
        let lifted = raised.map(|found| lifted(world, found));
        let jumped = faults.jumped.map(|found| jumped(world, found));
        let passed = faults.passed.and_then(|found| passed(world, found));
        let crowd = faults.crowd.map(crowd);
        let all = [
            ("W038", deepest),
            ("W039", gained),
            ("W051", missed),
            ("W052", lifted),
            ("W055", crowd),
            ("W057", jumped),
            ("W058", passed),
        ];
        for (code, found) in all {
            if let Some((message, help)) = found.filter(|_| !self.has_warned(code)) {
                self.warn(code, at, message, help);
            }
        }
    }
}

/// Whether an energy (J) is more than rounding of the energy that moved, and of those of the figures.
fn counts(world: &World, energy: f64) -> bool {
    let integrated = world.corpora.iter().filter(|c| c.integrated);
    let least = |of: &Corpus| (NO_ENERGY * of.account().moved()).max(of.rounding_energy());
    energy > integrated.map(least).sum()
}

/// Whether a force (N) is more than rounding beside the weight of the figures.
fn pulls(world: &World, force: f64) -> bool {
    let masses = world.corpora.iter().map(|of| of.model.total_mass());
    force > NO_FORCE * masses.sum::<f64>()
}

/// Message and help on an overlap that the law of the collisions cannot follow.
fn too_deep(world: &World, found: &DeepOverlap) -> Option<(String, &'static str)> {
    let by_impulses = world.interactions.collision.method == ContactMethod::Impulses;
    let most = if by_impulses { SUNK } else { THROUGH };
    if found.part() <= most {
        return None;
    }
    let [one, two] = world.names_of(&found.pair).map(|name| quote(&name));
    let (depth, thickness) = (
        prefixed(found.depth, "m", 3),
        prefixed(found.thickness, "m", 3),
    );
    let place = format!(
        "{one} and {two} overlap by {depth} at {}, and the thinner of them is {thickness} thick",
        si(found.time, "s")
    );
    Some(match by_impulses {
        true => (
            format!("{place}: impulses do not hold bodies that rest on each other, which sink in"),
            "for lasting support use springs, `contact springs bodies`, or `contact rigid`",
        ),
        false => (
            format!(
                "{place}: the springs between them are too soft, so bodies may pass through each other"
            ),
            "use stiffer springs (`collisionea`, `collisioneB`, `collisionemaxz`), thicker bodies, or `contact rigid`",
        ),
    })
}

/// Message and help on a driven root that the springs of the ground cannot stop.
fn sunk(world: &World, found: &Sunk) -> Option<(String, &'static str)> {
    if found.depth <= THROUGH * found.thickness {
        return None;
    }
    let of = world.corpora.get(found.corpus)?;
    let message = format!(
        "{}, whose motion is given, is {} deep in the ground at {}, and {} thick: its springs push it with a force that grows with the depth, and it does not yield",
        quote(&format!("{}.{}", of.name, of.names.first()?)),
        prefixed(found.depth, "m", 3),
        si(found.time, "s"),
        prefixed(found.thickness, "m", 3),
    );
    let help = "end the motion before it is so deep, or move the root by a joint, which yields: `rootmotion jointed` and a `servo`";
    Some((message, help))
}

/// Message and help on an impact whose law would have added energy.
fn told_prevented(world: &World, found: &Prevented) -> (String, &'static str) {
    let [one, two] = world.names_of(&found.pair).map(|name| quote(&name));
    let message = format!(
        "in the oblique impact of {one} and {two} at {}, the law of impulses with friction would have added {} of energy; the impact was weakened so that it adds none",
        si(found.time, "s"),
        prefixed(found.energy, "J", 3)
    );
    let help = "the speeds after such impacts are uncertain: lower `collisione` or `collisionfric`, or use springs, `contact springs bodies`";
    (message, help)
}

/// Message and help on an impact of rigid contact that was weakened: the energy (J) that its law would have added, and its time (s).
fn told_weakened((energy, time): (f64, f64)) -> (String, &'static str) {
    let message = format!(
        "in an oblique impact at {}, restitution with friction would have added {} of energy; the impact was weakened so that it adds none",
        si(time, "s"),
        prefixed(energy, "J", 3)
    );
    let help = "the speeds after such impacts are uncertain: lower the restitution or the friction, or use `contact springs`";
    (message, help)
}

/// Message and help on an impact with more points than the law follows, at a time (s).
fn crowd((points, time): (usize, f64)) -> (String, &'static str) {
    let message = format!(
        "in an impact at {}, {points} points of bodies that touch each other were struck at once: too many for the impact law, so each returned Newton's part of its speed",
        si(time, "s")
    );
    let help = "bodies that are struck apart from each other follow the law; or write `impactlaw newton`, which says the same for all";
    (message, help)
}

/// Message and help on a rolling body that would have lifted off: the force (N) that held it down, its time (s), and its attachment.
fn lifted(world: &World, (force, time, number): (f64, f64, usize)) -> (String, &'static str) {
    let [body, _] = world.ends_of(number).unwrap_or_default();
    let message = format!(
        "{}, which rolls, was held down by {} at {}: it would have lifted off",
        quote(&body),
        prefixed(force, "N", 3),
        si(time, "s")
    );
    let help = "`roll` neither slips nor lifts off; use `contact rigid` with friction for a wheel that may, or give `break`";
    (message, help)
}

/// Message and help on a joint whose formula jumps: the height (rad or m), the time (s), and the number of the drive.
fn jumped(world: &World, (height, time, number): (f64, f64, usize)) -> (String, &'static str) {
    let [joint, _] = world.ends_of(number).unwrap_or_default();
    let height = match world.breaks_by_torque(number) {
        true => format!("{:.4} deg", height.to_degrees()),
        false => prefixed(height, "m", 4),
    };
    let message = format!(
        "the formula that {} follows jumps by {height} at {}, and the joint with it",
        quote(&joint),
        si(time, "s")
    );
    let help = "no force moves a joint so; let the formula change over some time, for example by `clamp` or `lerp`";
    (message, help)
}

/// Message and help on a driven root that passes what cannot yield: its corpus, the depth (m), and the time (s).
fn passed(
    world: &World,
    (corpus, depth, time): (usize, f64, f64),
) -> Option<(String, &'static str)> {
    let of = world.corpora.get(corpus)?;
    let name = quote(&format!("{}.{}", of.name, of.names.first()?));
    let message = format!(
        "{name}, whose motion is given, is {} deep at {} in what cannot yield: it passes through, and no force acts between them",
        prefixed(depth, "m", 3),
        si(time, "s")
    );
    let help = "end the motion before they touch, move the root by a joint with `rootmotion jointed` and a `servo`, or let it press on springs: `contact springs`";
    Some((message, help))
}

/// Message and help on forces of rigid contact that miss their law by a speed (m/s), at a time (s).
fn missed((speed, time): (f64, f64)) -> (String, &'static str) {
    let message = format!(
        "the forces of rigid contact miss their law by {} at {}",
        prefixed(speed, "m/s", 2),
        si(time, "s")
    );
    let help = "a shorter step `h` leaves less; bodies that wedge each other, or start deep in each other, have no exact forces";
    (message, help)
}

/// Message and help on collisions that have added more energy than their springs stored `before` the run.
fn energy_gained(world: &mut World, before: [f64; 2]) -> Option<(String, &'static str)> {
    let law = &world.interactions.collision.law;
    // Above 1 restitution adds energy.
    if world.collision_rules().is_empty() || law.e > 1.0 {
        return None;
    }
    let [added, stored] = before;
    let gained = world.work_of_collisions() - added - stored;
    let accounts = world.corpora.iter().filter(|c| c.integrated);
    let (moved, doubt) = accounts.fold((0.0, 0.0), |(moved, doubt), corpus| {
        let account = corpus.account();
        let energy = NO_ENERGY * account.energy.unwrap_or(0.0).abs();
        let rounding = energy.max(corpus.rounding_energy());
        (moved + account.moved(), doubt + account.doubt + rounding)
    });
    let is_gain = gained > ADDED * moved + doubt;
    is_gain.then(|| {
        let (gained, part) = (prefixed(gained, "J", 3), 100.0 * gained / moved);
        match world.interactions.collision.method {
            ContactMethod::Rigid => (
                format!("rigid contact has added {gained} of energy: {part:.1} % of the energy involved"),
                "place bodies so that they do not overlap, which lifts what rests on them; or choose a shorter step `h`",
            ),
            _ => (
                format!("collisions have added {gained} more energy than the springs between overlapping bodies stored before: {part:.1} % of the energy involved"),
                "lower `tolerance`, or choose softer springs with `collisionea` and `collisioneB`",
            ),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Mode, Quiet};

    /// A body of 1 g that has fallen for 0.1 s has moved 0.48 mJ.
    #[test]
    fn rounding_of_an_impact_is_not_told() {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let _ = session.run_text(
            "falls",
            "addcorpus c\nbox o size=[1cm 1cm 1cm]\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\ngrav on\ngo 0.1s",
        );
        let world = &session.here().world;
        assert!(!counts(world, 8.18e-34) && !counts(world, 4e-13));
        assert!(counts(world, 1e-9));
    }
}
