//! Validates a file as the state of a world: it accepts only states that a script could have reached.

use super::{FORMAT, SavedAction, SavedCorpus, SavedTimer, SavedWorld};
use crate::control::{Motor, terms};
use crate::diagnostic::quote;
use crate::integrate::LOOSEST;
use crate::world::{MOST_PUSHES, WorldSettings};

/// Largest count that floating point represents exactly.
const MOST_COUNTED: u64 = 1 << 53;

/// Largest valid position and speed (SI).
const FARTHEST: f64 = 1e12;

/// Most missed runs of an `every`.
const MOST_MISSED: f64 = 1e6;

/// Largest deviation of the length of an orientation from 1: rounding, in a hand-written file.
const LENGTH: f64 = 1e-6;

impl SavedWorld {
    /// Returns a fault of the world, if there is one.
    pub(super) fn fault(&self) -> Option<String> {
        if self.corpus_world != FORMAT {
            return Some(format!(
                "it has format {}, but this program reads format {FORMAT}",
                self.corpus_world
            ));
        }
        let counted = [
            self.frames,
            self.counters.steps,
            self.counters.rejected,
            self.counters.evaluations,
        ];
        if !(self.time_s.abs() < FARTHEST && (0.0..FARTHEST).contains(&self.simulated_s)) {
            return Some("its times are invalid".to_owned());
        }
        if counted.iter().any(|count| *count > MOST_COUNTED) {
            return Some("a count in it is too large".to_owned());
        }
        let positive = |x: f64| x > 0.0;
        let of_corpora = self.corpora.iter().map(|corpus| corpus.remembered_step);
        let mut memories = of_corpora.chain([self.remembered_step]).flatten();
        if !memories.all(|m| positive(m.h) && m.first_try.is_none_or(positive)) {
            return Some("its integrator has no positive step".to_owned());
        }
        settings(&self.settings)
            .or_else(|| self.corpora.iter().find_map(SavedCorpus::fault))
            .or_else(|| self.fault_of_attachments())
            .or_else(|| self.fault_of_collisions())
            .or_else(|| {
                let mut gaits = self.gaits.iter();
                let unsound = gaits.find(|saved| !saved.gait.is_sound(MOST_COUNTED))?;
                let name = quote(&unsound.name);
                Some(format!("the gait {name} has invalid times"))
            })
            .or_else(|| {
                let mut timers = self.timers.iter();
                let unsound = timers.find(|timer| !timer.is_sound(self.time_s))?;
                let text = quote(unsound.lines.text.lines().next().unwrap_or_default());
                Some(format!("{text} has an invalid time"))
            })
    }
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
    let down = s.gravity_direction.norm();
    let fine = s.frames_per_count > 0
        && (down - 1.0).abs() <= LENGTH
        && s.dt < FARTHEST
        && s.integration.allowed_error <= LOOSEST
        && positive.iter().all(|x| *x > 0.0)
        && not_negative.iter().all(|x| *x >= 0.0);
    (!fine).then(|| "its settings of ground, frames or integration are invalid".to_owned())
}

impl SavedCorpus {
    /// Returns a fault of it, if there is one.
    pub(crate) fn fault(&self) -> Option<String> {
        let name = quote(&self.name);
        let (bodies, a) = (self.bodies.len(), &self.acting);
        let lengths = [
            self.joints.len() + 1,
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
        if self.state.len() != 11 + 2 * bodies {
            return Some(format!(
                "the state of {name} has {} numbers, but {bodies} bodies need {}",
                self.state.len(),
                11 + 2 * bodies
            ));
        }
        let turn: f64 = self.state.iter().skip(3).take(4).map(|x| x * x).sum();
        if (turn.sqrt() - 1.0).abs() > LENGTH {
            return Some(format!("the orientation of {name} is not a rotation"));
        }
        let anchors = self.anchors.iter().flat_map(|(_, at)| at);
        let holds = self.holds.iter();
        let holds = holds.flat_map(|(_, hold)| hold.at.iter().chain(hold.point.iter()));
        let places = self.state.iter().chain(anchors).chain(holds);
        if !places.into_iter().all(|x| x.abs() < FARTHEST) {
            return Some(format!("the state of {name} is beyond the allowed range"));
        }
        if let Some(account) = &self.account
            && !account.is_sound(bodies)
        {
            return Some(format!("the energy account of {name} is inconsistent"));
        }
        let numbers = self.anchors.iter().map(|(i, _)| i);
        let mut numbers = numbers.chain(self.holds.iter().map(|(i, _)| i));
        if numbers.any(|i| *i as usize >= self.points) {
            return Some(format!(
                "{name} has contact data for points that do not exist"
            ));
        }
        let depths = 0.0..FARTHEST;
        if !(a.sunk.iter()).all(|sunk| sunk.is_sound(self.points, &depths)) {
            return Some(format!("the ground below {name} has invalid depths"));
        }
        let joints = 1..bodies;
        let held = |(body, anchor): &(u32, f64)| {
            joints.contains(&(*body as usize)) && anchor.abs() < FARTHEST
        };
        if !self.dry.iter().all(held) {
            return Some(format!(
                "dry friction holds a joint of {name} beyond the allowed range"
            ));
        }
        let strong = |p: &crate::control::JointParameters| {
            p.q_type <= terms::ALL
                && [p.b, p.k, p.ea, p.eb, p.lk, p.lb, p.armature, p.friction]
                    .iter()
                    .all(|x| *x >= 0.0)
                && p.actuator.is_sound()
        };
        let arrives = |m: &Motor| !matches!(m, Motor::Moving(m) if m.duration <= 0.0);
        let limited =
            |l: &crate::world::SpeedLimit| l.body < bodies && l.linear > 0.0 && l.angular > 0.0;
        let pulled = |p: &crate::world::Pull| {
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
            format!(
                "the joints, motors, pushes, pulls or speed limits of {name} have invalid values"
            )
        })
    }
}

impl SavedTimer {
    /// Whether it is a valid pending timer at the clock `now` (s).
    pub(crate) fn is_sound(&self, now: f64) -> bool {
        let due = self.due_s.abs() < FARTHEST && self.phase_s.is_none_or(|p| p >= 0.0);
        due && match self.action {
            SavedAction::Command | SavedAction::Block => true,
            SavedAction::Every {
                start_s,
                period_s,
                passes,
            } => {
                let far = start_s.abs().max(now.abs()).max(self.due_s.abs());
                start_s.abs() < FARTHEST
                    && passes <= MOST_COUNTED
                    && far + period_s > far
                    && (now - start_s) / period_s < MOST_MISSED + passes as f64
            }
        }
    }
}
