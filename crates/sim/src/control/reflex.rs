//! Reflexes of the gait: conditions that start or delay a step (McKenna 1990, sections 3.1 and 4.6).
//!
//! The step reflex starts a step of a leg whose joint is bent beyond an angle, as hair receptors of the cockroach do when a leg
//! has reached its rearmost position. The load reflex delays a step while a joint of the leg exerts more than a force: the leg
//! carries load. While one of the two is on, no leg starts a step while a neighbour in front, behind or on the other side is in
//! the air.
//!
//! In 1990 the load reflex delays a step for as long as it acts. A figure at rest then never walks on if its legs exert more than
//! their thresholds as they stand: each waits for its load to fall, which only a step of another leg could bring about.
//! [`Trigger::longest`] ends such a delay.

use serde::{Deserialize, Serialize};

/// Side of a threshold on which a reflex acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Above it (`+`).
    Above,
    /// Below it (`-`).
    Below,
}

impl Side {
    /// Whether a value is on this side of another.
    fn is(self, value: f64, of: f64) -> bool {
        match self {
            Side::Above => value > of,
            Side::Below => value < of,
        }
    }
}

/// A monitored joint, and the threshold at which a reflex acts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trigger {
    /// The body that the joint carries, by its number in the figure.
    pub body: usize,
    /// Angle (rad) or length (m) for the step reflex, torque (N m) or force (N) for the load reflex.
    pub value: f64,
    /// Side of the threshold on which it acts.
    pub side: Side,
    /// Longest time by which the load reflex delays a step (s); without end if none.
    pub longest: Option<f64>,
}

/// Number of actions of a leg's reflex, with the times of the first and last (s).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Acted {
    /// Number of actions.
    pub times: u64,
    /// Time of the first action.
    pub first: Option<f64>,
    /// Time of the last action.
    pub last: Option<f64>,
}

impl Acted {
    pub(super) fn note(&mut self, time: f64) {
        self.times += 1;
        self.first.get_or_insert(time);
        self.last = Some(time);
    }

    fn shift(&mut self, by: f64) {
        for time in [&mut self.first, &mut self.last].into_iter().flatten() {
            *time += by;
        }
    }

    fn is_sound(&self, most: u64) -> bool {
        let times = [self.first, self.last];
        self.times <= most && times.into_iter().flatten().all(f64::is_finite)
    }
}

/// The reflexes of one leg.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LegReflexes {
    /// Trigger of the step reflex, which starts a step.
    pub step: Option<Trigger>,
    /// Trigger of the load reflex, which delays a step.
    pub load: Option<Trigger>,
    /// Whether the joint was bent beyond the angle at the last update.
    pub(super) bent: bool,
    /// Whether the joint force was beyond the threshold at the last update.
    pub(super) loaded: bool,
    /// Whether the step reflex requested the due step.
    pub(super) asked: bool,
    /// Since when a step is due (s).
    pub(super) due: Option<f64>,
    /// Whether a step is being delayed because the leg carries load, and because of a neighbour.
    pub(super) held: [bool; 2],
    /// Steps started by the step reflex.
    pub stepped: Acted,
    /// Steps delayed by the load reflex.
    pub bore: Acted,
    /// Steps delayed because a neighbour was in the air.
    pub waited: Acted,
}

impl LegReflexes {
    /// Whether the load reflex delays a step that is due `now` (s), and was since [`LegReflexes::due`].
    pub(super) fn bears(&self, now: f64) -> bool {
        let longest = self.load.and_then(|load| load.longest);
        let end = self.due.zip(longest).map(|(due, longest)| due + longest);
        self.loaded && end.is_none_or(|end| now < end)
    }
}

/// The reflexes of a gait.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reflexes {
    /// Whether the step reflex acts.
    pub step: bool,
    /// Whether the load reflex acts.
    pub load: bool,
    /// Reflexes of each leg that has some; empty before any is set.
    pub legs: Vec<LegReflexes>,
}

impl Reflexes {
    /// Whether one of the reflexes acts.
    #[must_use]
    pub fn are_on(&self) -> bool {
        self.step || self.load
    }

    /// Returns the reflexes of a leg.
    #[must_use]
    pub fn leg(&self, leg: usize) -> LegReflexes {
        self.legs.get(leg).copied().unwrap_or_default()
    }

    /// Updates the reflexes from the joints that they monitor: `joint` returns position and force of a body's joint.
    pub fn feel(&mut self, mut joint: impl FnMut(usize) -> (f64, f64)) {
        for leg in &mut self.legs {
            let bent = leg
                .step
                .is_some_and(|t| t.side.is(joint(t.body).0, t.value));
            let loaded = leg
                .load
                .is_some_and(|t| t.side.is(joint(t.body).1, t.value));
            leg.bent = self.step && bent;
            leg.loaded = self.load && loaded;
        }
    }

    /// Resets the records of actions.
    pub(super) fn reset(&mut self) {
        for leg in &mut self.legs {
            *leg = LegReflexes {
                step: leg.step,
                load: leg.load,
                ..LegReflexes::default()
            };
        }
    }

    pub(super) fn shift_clock(&mut self, by: f64) {
        for leg in &mut self.legs {
            for acted in [&mut leg.stepped, &mut leg.bore, &mut leg.waited] {
                acted.shift(by);
            }
            if let Some(due) = &mut leg.due {
                *due += by;
            }
        }
    }

    /// Whether its values are valid, which a file may violate.
    pub(super) fn is_sound(&self, legs: usize, most: u64) -> bool {
        self.legs.len() <= legs
            && self.legs.iter().all(|leg| {
                let triggers = [leg.step, leg.load];
                let acted = [leg.stepped, leg.bore, leg.waited];
                let is_time = |t: f64| t.is_finite() && t > 0.0;
                (triggers.into_iter().flatten())
                    .all(|t| t.value.is_finite() && t.longest.is_none_or(is_time))
                    && leg.due.is_none_or(f64::is_finite)
                    && acted.iter().all(|a| a.is_sound(most))
            })
    }
}
