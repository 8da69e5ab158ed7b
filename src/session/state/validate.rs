//! Validates a file as the state of a world: it accepts only states that a script could have reached.

use super::saved_world::{SavedTimer, SavedWorld};
use crate::contact::Joined;
use crate::control::{Gait, JointParameters, Motor, terms};
use crate::diagnostic::quote;
use crate::integrate::LOOSEST;
use crate::world::{
    BodyOf, Colliding, CorpusSnapshot, End, Fastening, MOST_PUSHES, Pull, RigidTouch, SpeedLimit,
    Structure, WorldSettings, WorldSnapshot,
};
use nalgebra::Vector3;

/// Largest count that floating point represents exactly.
const MOST_COUNTED: u64 = 1 << 53;

/// Largest valid time, position and speed (SI).
pub(super) const FARTHEST: f64 = 1e12;

/// Largest valid constant and length of springs between bodies (SI).
const MOST: f64 = 1e30;

/// Most missed runs of an `every`.
const MOST_MISSED: f64 = 1e6;

/// Largest deviation of the length of an orientation from 1: rounding, in a hand-written file.
const LENGTH: f64 = 1e-6;

impl SavedWorld {
    /// Returns a fault of the world, if there is one.
    pub(super) fn fault(&self) -> Option<String> {
        let (state, world) = (&self.state, &self.state.world);
        let counted = [
            state.frames,
            world.counters.steps,
            world.counters.rejected,
            world.counters.evaluations,
        ];
        if !(world.time.abs() < FARTHEST && (0.0..FARTHEST).contains(&state.simulated)) {
            return Some("its times are invalid".to_owned());
        }
        if counted.iter().any(|count| *count > MOST_COUNTED) {
            return Some("a count in it is too large".to_owned());
        }
        if world.corpora.len() != self.figures.len()
            || state.gaits.len() != self.gaits.len()
            || state.neurons.len() != self.neurons.len()
            || state.travels.len() > self.figures.len()
        {
            return Some("it has lists of different lengths".to_owned());
        }
        let mut corpora = self.figures.iter().zip(&world.corpora);
        let mut gaits = self.gaits.iter().zip(&state.gaits);
        let mut timers = self.timers.iter();
        settings(&world.settings)
            .or_else(|| corpora.find_map(|(of, corpus)| of_corpus(of, corpus)))
            .or_else(|| of_attachments(world, &self.figures))
            .or_else(|| of_collisions(world, &self.figures))
            .or_else(|| of_rigid_contacts(world, &self.figures))
            .or_else(|| {
                let unsound = state.neurons.iter().any(|neuron| !neuron.is_sound());
                unsound.then(|| "a neuron in it has an invalid state".to_owned())
            })
            .or_else(|| gaits.find_map(|(name, gait)| of_gait(name, gait)))
            .or_else(|| {
                let unsound = timers.find(|timer| !timer.is_sound(world.time))?;
                let text = quote(unsound.lines.text.lines().next().unwrap_or_default());
                Some(format!("{text} has an invalid time"))
            })
    }
}

/// Returns a fault of a gait, if there is one.
pub(super) fn of_gait(name: &str, gait: &Gait) -> Option<String> {
    let name = quote(name);
    (!gait.is_sound(MOST_COUNTED)).then(|| format!("the gait {name} has invalid times"))
}

/// Whether a figure has a body of this number.
fn has_body(figures: &[Structure], corpus: usize, body: usize) -> bool {
    let figure = figures.get(corpus);
    figure.is_some_and(|figure| figure.order.contains(&body))
}

fn of_attachments(world: &WorldSnapshot, figures: &[Structure]) -> Option<String> {
    world
        .attachments
        .iter()
        .enumerate()
        .find_map(|(number, of)| {
            let fault = |why: &str| Some(format!("attachment {number} {why}"));
            if !of.law.is_sound(MOST) {
                return fault("has invalid springs, or is an invalid loop");
            }
            if let Joined::Closure(closure) = &of.law
                && let Some(trajectory) = closure.trajectory()
                && !(world.trajectories.get(trajectory))
                    .is_some_and(|trajectory| trajectory.is_sound(MOST))
            {
                return fault("follows an invalid formula");
            }
            if of.ends.iter().all(|end| matches!(end, End::World(_))) {
                return fault("joins the world to itself");
            }
            if let Fastening::Broken { time, length, load } = of.hold
                && !(time.abs() < MOST
                    && (0.0..MOST).contains(&length)
                    && load.is_none_or(|load| (0.0..MOST).contains(&load)))
            {
                return fault("broke at an invalid time, length or load");
            }
            of.ends.iter().find_map(|end| {
                let within = match end {
                    End::World(point) | End::Body { point, .. } => {
                        point.iter().all(|x| x.abs() < MOST)
                    }
                    End::Joint { factor, .. } => factor.abs() < MOST,
                };
                if !within {
                    return fault("has an end beyond the allowed range");
                }
                if let End::Joint { corpus, body, .. } = *end
                    && (figures.get(corpus)).is_some_and(|of| of.order.first() == Some(&body))
                {
                    return fault("belongs to a joint that is not in the file");
                }
                let (corpus, body) = end.holder()?;
                match has_body(figures, corpus, body) {
                    true => None,
                    false => fault("belongs to a body that is not in the file"),
                }
            })
        })
}

fn of_rigid_contacts(world: &WorldSnapshot, figures: &[Structure]) -> Option<String> {
    let bodies = |corpus: usize| figures.get(corpus).map_or(0, |of| of.bodies.len());
    let is_sound = |corpus: usize, touch: &RigidTouch| {
        let other = touch.other.is_none_or(|(of, body)| body < bodies(of));
        let vectors = [touch.place, touch.normal, touch.force];
        let finite = vectors.iter().all(|v| v.amax() < MOST) && touch.depth.abs() < MOST;
        touch.body < bodies(corpus) && other && finite
    };
    let is_stop =
        |corpus: usize, (body, force): &(usize, f64)| *body < bodies(corpus) && force.abs() < MOST;
    let mut corpora = world.corpora.iter().enumerate();
    let fault = corpora.any(|(i, of)| {
        let stops = of.stops.iter().all(|stop| is_stop(i, stop));
        !(stops && of.rigid.iter().all(|touch| is_sound(i, touch)))
    });
    fault.then(|| "it has an invalid point of rigid contact, or an invalid hard end".to_owned())
}

fn of_collisions(world: &WorldSnapshot, figures: &[Structure]) -> Option<String> {
    let has_body = |of: &BodyOf| has_body(figures, of.corpus, of.body);
    let grips = &world.grips;
    let is_pair = |pair: &Colliding| pair[0] < pair[1] && pair.iter().all(has_body);
    let (mut gripping, mut searched) = (grips.iter(), world.searches.iter());
    let mut parting = world.partings.iter();
    let fault = if !world.settings.collision.law.is_sound(MOST) {
        "its collision springs are invalid"
    } else if !world.settings.stabilization.is_sound(MOST) {
        "its stabilization of loops is invalid"
    } else if let Some(fault) = world.rules.fault(has_body) {
        fault
    } else if !gripping.all(|(pair, _)| is_pair(pair))
        || !searched.all(|(pair, ..)| is_pair(pair))
        || !parting.all(|(pair, _)| is_pair(pair))
    {
        "it has the state of touching bodies that are not in the file"
    } else if !grips.is_sorted_by(|(a, _), (b, _)| a < b)
        || !(world.searches).is_sorted_by_key(|(pair, number, _)| (*pair, *number))
        || !world.partings.is_sorted_by(|(a, _), (b, _)| a < b)
    {
        "its pairs of touching bodies are not in order"
    } else if !(world.partings.iter()).all(|(_, parting)| parting.is_sound(&(0.0..FARTHEST))) {
        "two bodies in each other have an invalid depth"
    } else if !grips.iter().all(|(_, grip)| grip.is_sound(MOST)) {
        "the friction state of two bodies is beyond the allowed range"
    } else {
        return None;
    };
    Some(fault.to_owned())
}

fn settings(s: &WorldSettings) -> Option<String> {
    let g = &s.ground;
    let positive = [
        s.dt,
        s.integration.tolerance,
        s.integration.step.unwrap_or(1.0),
        s.integration.smallest_step,
        s.integration.allowed_error,
        g.largest_depth,
        g.slip_speed,
        g.static_part,
        g.restitution_speed,
        g.sticky.largest_length,
    ];
    let not_negative = [
        g.k,
        g.b,
        g.krf,
        g.ea,
        g.eb,
        g.e,
        g.friction,
        g.stick.k.unwrap_or(0.0),
        g.stick.b.unwrap_or(0.0),
        g.stick.e,
        g.sticky.ea,
        g.sticky.eb,
        g.sticky.e,
    ];
    let is_unit = |v: &Vector3<f64>| (v.norm() - 1.0).abs() <= LENGTH;
    let fine = s.frames_per_count > 0
        && is_unit(&s.gravity_direction)
        && is_unit(&g.surface.normal)
        && g.surface.normal.z > 0.0
        && s.dt < FARTHEST
        && s.integration.allowed_error <= LOOSEST
        && positive.iter().all(|x| *x > 0.0)
        && not_negative.iter().all(|x| *x >= 0.0);
    (!fine).then(|| "its settings of ground, frames or integration are invalid".to_owned())
}

/// Returns a fault of the state of a figure, if there is one.
pub(super) fn of_corpus(of: &Structure, kept: &CorpusSnapshot) -> Option<String> {
    let name = quote(&of.name);
    let (bodies, a) = (of.bodies.len(), &*kept.acting);
    let lengths = [
        of.order.len(),
        of.kinds.len(),
        a.joints.len(),
        a.motors.len(),
        a.sticky.len(),
        a.stepping.len(),
    ];
    if bodies == 0 || lengths.iter().any(|length| *length != bodies) {
        return Some(format!(
            "{name} has lists whose length does not match its {bodies} bodies"
        ));
    }
    let (found, wanted) = (kept.y.len(), 11 + 2 * bodies);
    if found != wanted {
        return Some(format!(
            "the state of {name} has {found} numbers, but {bodies} bodies need {wanted}"
        ));
    }
    let positive = |x: f64| x > 0.0;
    let memory = kept.memory;
    if memory.is_some_and(|m| !positive(m.h) || !m.first_try.is_none_or(positive)) {
        return Some("its integrator has no positive step".to_owned());
    }
    let turn: f64 = kept.y.iter().skip(3).take(4).map(|x| x * x).sum();
    if (turn.sqrt() - 1.0).abs() > LENGTH {
        return Some(format!("the orientation of {name} is not a rotation"));
    }
    let holds = kept.holds.iter();
    let places = holds.flat_map(|(_, hold)| hold.at.iter().chain(hold.point.iter()));
    if !kept.y.iter().chain(places).all(|x| x.abs() < FARTHEST) {
        return Some(format!("the state of {name} is beyond the allowed range"));
    }
    if !kept.account.is_sound(bodies) {
        return Some(format!("the energy account of {name} is inconsistent"));
    }
    if kept.holds.iter().any(|(i, _)| *i as usize >= of.points) {
        return Some(format!(
            "{name} has contact data for points that do not exist"
        ));
    }
    let depths = 0.0..FARTHEST;
    if a.finishes.len() > bodies || !a.finishes.iter().all(|finish| finish.is_sound(MOST)) {
        return Some(format!("{name} has an invalid surface"));
    }
    if !(a.sunk.iter()).all(|sunk| sunk.is_sound(of.points, &depths)) {
        return Some(format!("the ground below {name} has invalid depths"));
    }
    let joints = 1..bodies;
    let held =
        |(body, anchor): &(u32, f64)| joints.contains(&(*body as usize)) && anchor.abs() < FARTHEST;
    if !kept.anchors.iter().all(held) {
        return Some(format!(
            "dry friction holds a joint of {name} beyond the allowed range"
        ));
    }
    let strong = |p: &JointParameters| {
        p.q_type <= terms::ALL
            && [p.b, p.k, p.ea, p.eb, p.lk, p.lb, p.armature, p.friction]
                .iter()
                .all(|x| *x >= 0.0)
            && p.actuator.is_sound()
    };
    let arrives = |m: &Motor| !matches!(m, Motor::Moving(m) if m.duration <= 0.0);
    let limited = |l: &SpeedLimit| l.body < bodies && l.linear > 0.0 && l.angular > 0.0;
    let pulled = |p: &Pull| {
        let places = p.point.iter().chain(p.goal.iter());
        p.body < bodies
            && places.into_iter().all(|x| x.abs() < FARTHEST)
            && (0.0..FARTHEST).contains(&p.stiffness)
            && (0.0..FARTHEST).contains(&p.damping)
    };
    let fine = a.pull.iter().all(pulled)
        && a.pushes.len() <= MOST_PUSHES
        && a.pushes.iter().all(|push| push.is_sound(bodies))
        && a.joints.iter().all(strong)
        && a.motors.iter().all(arrives)
        && a.speed_limits.iter().all(limited);
    (!fine).then(|| {
        format!("the joints, motors, pushes, pulls or speed limits of {name} have invalid values")
    })
}

impl SavedTimer {
    /// Whether it is a valid pending timer at the clock `now` (s).
    pub(super) fn is_sound(&self, now: f64) -> bool {
        let due = self.due.abs() < FARTHEST && self.phase.is_none_or(|p| p >= 0.0);
        due && self.every.is_none_or(|every| {
            let far = every.start.abs().max(now.abs()).max(self.due.abs());
            every.start.abs() < FARTHEST
                && every.passes <= MOST_COUNTED
                && far + every.period > far
                && (now - every.start) / every.period < MOST_MISSED + every.passes as f64
        })
    }
}
