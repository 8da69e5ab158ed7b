//! The gait controller: coupled oscillators with Wilson's rules (McKenna 1990, sections 3.1 and 4.6; Wilson 1966).
//!
//! There is one master oscillator; each leg's oscillator is the master shifted in phase. Legs further back lead by a constant
//! time, opposite legs differ by half a cycle. As the cycle shortens, the waves of steps overlap and a wave gait changes
//! through the tetrapod gait into the tripod gait.

use super::reflex::{LegReflexes, Reflexes};
use serde::{Deserialize, Serialize};
use std::mem::take;

/// Phase of a leg: stance or step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LegPhase {
    /// The foot is on the ground and pushes the body forward (retraction).
    #[default]
    Stance,
    /// The foot swings forward through the air (protraction).
    Step,
}

/// Event of a gait: the motor program of a leg starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GaitEvent {
    /// Number of the leg.
    pub leg: usize,
    /// The phase that begins.
    pub begins: LegPhase,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Leg {
    phase: LegPhase,
    /// Phase of its oscillator at the last frame (cycles, not wrapped).
    oscillator: f64,
    /// Whether a step is due but has not started.
    step_pending: bool,
    /// End of the current step (s).
    step_ends: f64,
    steps: u64,
    /// Start and end of its last step (s).
    began: Option<f64>,
    ended: Option<f64>,
    /// Time between the last two starts, and duration of the last whole step (s).
    period: Option<f64>,
    swing: Option<f64>,
}

/// The gait of one figure: times in seconds.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Gait {
    /// Duration of a step (protraction).
    pub protraction: f64,
    /// Duration of stance (retraction) if the script fixes it; otherwise it is the cycle minus the protraction.
    pub fixed_retraction: Option<f64>,
    /// Delay between the steps of neighbouring legs on one side.
    pub leg_delay: f64,
    /// Cycle at `speed 1`.
    pub shortest_cycle: f64,
    /// Change of speed made by [`Gait::increase_speed`].
    pub speed_change: f64,
    /// Smallest speed value, which is the fastest walk.
    pub top_speed: f64,
    /// Largest speed value, which is the slowest walk.
    pub bottom_speed: f64,
    /// Whether the oscillators run.
    pub running: bool,
    speed: f64,
    /// Phase of the master oscillator (cycles).
    master: f64,
    legs: Vec<Leg>,
    /// Reflexes, which start and delay steps.
    pub reflexes: Reflexes,
}

impl Clone for Gait {
    fn clone(&self) -> Self {
        Gait {
            legs: self.legs.clone(),
            reflexes: self.reflexes.clone(),
            ..*self
        }
    }

    /// Allocates nothing where the capacity suffices: each frame stores the gait at its start.
    fn clone_from(&mut self, source: &Self) {
        let (mut legs, mut reflexes) = (take(&mut self.legs), take(&mut self.reflexes));
        legs.clone_from(&source.legs);
        reflexes.legs.clone_from(&source.reflexes.legs);
        *self = Gait {
            legs,
            reflexes: Reflexes {
                legs: reflexes.legs,
                ..source.reflexes
            },
            ..*source
        };
    }
}

/// Phase (cycles) at which a leg steps: 90 degrees, the peak of the sine wave.
const TRIGGER: f64 = 0.25;

/// Largest shift of oscillators by a change of speed that counts as a change (cycles). A small shift moves a leg's next step
/// forward or back; a larger one, as from standing to the fastest walk, is a new start and triggers no step by itself.
const LARGEST_SHIFT: f64 = 0.125;

impl Gait {
    /// Creates a gait at rest for `legs` legs: even numbers on the left, odd ones on the right, from front to back in pairs.
    #[must_use]
    pub fn new(legs: usize) -> Self {
        Gait {
            protraction: 0.05,
            fixed_retraction: None,
            leg_delay: 0.05,
            shortest_cycle: 0.1,
            speed_change: 0.1,
            top_speed: 1.0,
            bottom_speed: 1000.0,
            running: false,
            speed: 1.0,
            master: 0.0,
            legs: vec![Leg::default(); legs],
            reflexes: Reflexes::default(),
        }
    }

    /// Sets the durations of step and delay to `time`, the shortest cycle to twice that: at `speed 1` a tripod gait.
    pub fn set_metabolism(&mut self, time: f64) {
        self.protraction = time;
        self.leg_delay = time;
        self.shortest_cycle = 2.0 * time;
        self.fixed_retraction = None;
    }

    /// Sets the speed value: 1 is the fastest walk; a cycle takes `speed` times the shortest one.
    pub fn set_speed(&mut self, speed: f64) {
        self.speed = speed.clamp(self.top_speed.min(self.bottom_speed), self.bottom_speed);
    }

    /// Returns the current speed value.
    #[must_use]
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Increases the walking speed by one change of speed, at most to the top speed (if the change is negative, decreases it,
    /// at least to the bottom speed).
    pub fn increase_speed(&mut self) {
        self.set_speed(self.speed - self.speed_change);
    }

    /// Returns the duration of a whole cycle (s).
    #[must_use]
    pub fn cycle(&self) -> f64 {
        self.speed * self.shortest_cycle
    }

    /// Returns the duration of stance (s), never below zero.
    #[must_use]
    pub fn retraction(&self) -> f64 {
        self.fixed_retraction
            .unwrap_or_else(|| (self.cycle() - self.protraction).max(0.0))
    }

    /// Whether its values are valid, which a file may violate: times above zero, no count beyond `most`.
    #[must_use]
    pub fn is_sound(&self, most: u64) -> bool {
        let times = [
            self.protraction,
            self.fixed_retraction.unwrap_or(1.0),
            self.leg_delay,
            self.shortest_cycle,
            self.top_speed,
            self.bottom_speed,
            self.speed,
        ];
        times.iter().all(|x| x.is_finite() && *x > 0.0)
            && self.speed_change.is_finite()
            && self.reflexes.is_sound(self.legs.len(), most)
            && self.master.is_finite()
            && self.legs.iter().all(|leg| {
                let seen = [leg.began, leg.ended, leg.period, leg.swing];
                leg.steps <= most
                    && leg.oscillator.is_finite()
                    && leg.step_ends.is_finite()
                    && seen.into_iter().flatten().all(f64::is_finite)
                    && leg.period.is_none_or(|period| period > 0.0)
            })
    }

    /// Returns the number of legs.
    #[must_use]
    pub fn legs(&self) -> usize {
        self.legs.len()
    }

    /// Returns the phase of a leg, step or stance; stance for a leg that does not exist.
    #[must_use]
    pub fn phase(&self, leg: usize) -> LegPhase {
        self.legs.get(leg).map_or(LegPhase::Stance, |l| l.phase)
    }

    /// Steps begun by a leg.
    #[must_use]
    pub fn steps(&self, leg: usize) -> u64 {
        self.legs.get(leg).map_or(0, |l| l.steps)
    }

    /// Returns the start of a leg's last step (s), if it has made one.
    #[must_use]
    pub fn began(&self, leg: usize) -> Option<f64> {
        self.legs.get(leg)?.began
    }

    /// Returns the end of a leg's last step (s), if it has ended one.
    #[must_use]
    pub fn ended(&self, leg: usize) -> Option<f64> {
        self.legs.get(leg)?.ended
    }

    /// Returns the duty factor: the fraction of its last cycle that a leg was in stance, from the start of one step to the
    /// next; 1 before its second step.
    #[must_use]
    pub fn duty(&self, leg: usize) -> f64 {
        let seen = self.legs.get(leg).and_then(|l| l.swing.zip(l.period));
        seen.map_or(1.0, |(swing, period)| 1.0 - swing / period)
    }

    /// Returns the delay of a leg's last step after the last leg of its side, as a fraction of that leg's last cycle, from 0 to
    /// 1; 0 before it is known.
    #[must_use]
    pub fn lag(&self, leg: usize) -> f64 {
        let hind = (leg % 2..self.legs.len()).step_by(2).next_back();
        let hind = hind.and_then(|hind| self.legs.get(hind));
        let seen = hind.and_then(|hind| Some((hind.began?, hind.period?)));
        let (Some((begin, period)), Some(own)) = (seen, self.began(leg)) else {
            return 0.0;
        };
        let part = ((own - begin) / period).rem_euclid(1.0);
        // Legs that start together may differ by rounding.
        if part > 1.0 - 1e-6 { 0.0 } else { part }
    }

    /// Returns the phase of a leg's oscillator ahead of the master (cycles): delay per pair over the cycle, half a cycle on the
    /// right.
    #[must_use]
    pub fn offset(&self, leg: usize) -> f64 {
        let pair = (leg / 2) as f64;
        let side = if leg % 2 == 1 { 0.5 } else { 0.0 };
        pair * self.leg_delay / self.cycle() + side
    }

    /// Returns the phase of a leg's oscillator within its cycle (degrees, 0 to 360).
    #[must_use]
    pub fn oscillator_degrees(&self, leg: usize) -> f64 {
        (self.master + self.offset(leg)).rem_euclid(1.0) * 360.0
    }

    /// Resets the oscillators: all legs in stance, the master oscillator at zero.
    pub fn reset(&mut self) {
        self.master = 0.0;
        for leg in &mut self.legs {
            *leg = Leg::default();
        }
        self.reflexes.reset();
        self.align();
    }

    /// Shifts all times after the clock was set forward by `by` (s).
    pub fn shift_clock(&mut self, by: f64) {
        self.reflexes.shift_clock(by);
        for leg in &mut self.legs {
            leg.step_ends += by;
            for time in [&mut leg.began, &mut leg.ended].into_iter().flatten() {
                *time += by;
            }
        }
    }

    /// Starts or stops the oscillators.
    pub fn run(&mut self, running: bool) {
        if running && !self.running {
            self.align();
        }
        self.running = running;
    }

    /// Marks the oscillators' current phases as processed, so that a start or a change of offsets triggers no step by itself.
    fn align(&mut self) {
        for leg in 0..self.legs.len() {
            self.legs[leg].oscillator = self.master + self.offset(leg);
        }
    }

    /// Advances the gait by one frame: ends finished steps, advances the oscillators by `dt`, and starts the steps that are due.
    /// Events are in the order of legs, ends before starts.
    pub fn advance(&mut self, time: f64, dt: f64, mut tell: impl FnMut(GaitEvent)) {
        // A frame's time is a sum of many dt: compare with a tolerance of a part of a frame.
        let now = time + 1e-6 * dt;
        for (number, leg) in self.legs.iter_mut().enumerate() {
            if leg.phase == LegPhase::Step && leg.step_ends <= now {
                leg.phase = LegPhase::Stance;
                leg.ended = Some(time);
                leg.swing = leg.began.map(|began| time - began);
                tell(GaitEvent {
                    leg: number,
                    begins: LegPhase::Stance,
                });
            }
        }
        if !self.running {
            return;
        }
        let advance = dt / self.cycle();
        self.master += advance;
        for number in 0..self.legs.len() {
            let oscillator = self.master + self.offset(number);
            let leg = &mut self.legs[number];
            let shift = oscillator - leg.oscillator - advance;
            if shift.abs() > LARGEST_SHIFT {
                leg.oscillator = oscillator;
            }
            // A small shift back (the cycle has become longer) must not trigger the same peak twice.
            let last = leg.oscillator;
            leg.oscillator = oscillator.max(last);
            // With the same tolerance: legs whose peaks are exactly at frames keep their distance in whole frames.
            let peaks = |phase: f64| (phase + 1e-6 * advance - TRIGGER).floor();
            if peaks(leg.oscillator) > peaks(last) {
                leg.step_pending = true;
            }
            if self.reflexes.are_on() {
                self.ask(number);
                if self.is_put_off(number, [time, now]) {
                    continue;
                }
            }
            let leg = &mut self.legs[number];
            if leg.step_pending && leg.phase == LegPhase::Stance {
                leg.step_pending = false;
                leg.phase = LegPhase::Step;
                leg.step_ends = time + self.protraction;
                leg.steps += 1;
                leg.period = leg.began.map(|began| time - began).filter(|p| *p > 0.0);
                leg.began = Some(time);
                if let Some(own) = self.reflexes.legs.get_mut(number)
                    && std::mem::take(&mut own.asked)
                {
                    own.stepped.note(time);
                }
                tell(GaitEvent {
                    leg: number,
                    begins: LegPhase::Step,
                });
            }
        }
    }

    /// Returns the reflexes of a leg, to set them; none for a leg that does not exist.
    pub fn reflexes_of(&mut self, leg: usize) -> Option<&mut LegReflexes> {
        let legs = self.legs.len();
        if leg < legs && self.reflexes.legs.len() < legs {
            self.reflexes.legs.resize(legs, LegReflexes::default());
        }
        self.reflexes.legs.get_mut(leg)
    }

    /// Requests a step of a leg in stance if its step reflex acts.
    fn ask(&mut self, number: usize) {
        let (Some(leg), Some(own)) = (
            self.legs.get_mut(number),
            self.reflexes.legs.get_mut(number),
        ) else {
            return;
        };
        if leg.phase == LegPhase::Stance && own.bent && !leg.step_pending {
            leg.step_pending = true;
            own.asked = true;
        }
    }

    /// Whether a due step of a leg is delayed: the leg carries too much load, or a neighbour is in the air. `now` is the time with a
    /// tolerance.
    fn is_put_off(&mut self, number: usize, [time, now]: [f64; 2]) -> bool {
        let wanted = (self.legs.get(number))
            .is_some_and(|leg| leg.step_pending && leg.phase == LegPhase::Stance);
        // In front and behind on its side, and opposite.
        let neighbours = [number.wrapping_sub(2), number + 2, number ^ 1];
        let in_air = |leg: usize| self.phase(leg) == LegPhase::Step;
        // Of neighbours that wait for each other, the one with the earlier last step goes first, so that none waits forever.
        let order = |leg: usize| (self.legs.get(leg).and_then(|leg| leg.began), leg);
        let goes_first = |leg: usize| {
            let own = self.reflexes.legs.get(leg);
            let is_held = own.is_some_and(|own| own.held == [false, true]);
            is_held && order(leg) < order(number)
        };
        let waits = wanted
            && neighbours
                .iter()
                .any(|leg| in_air(*leg) || goes_first(*leg));
        let Some(own) = self.reflexes.legs.get_mut(number) else {
            return waits;
        };
        own.due = wanted.then(|| own.due.unwrap_or(time));
        let bears = wanted && own.bears(now);
        let [held_by_load, held_by_neighbour] = &mut own.held;
        for (now, held, acted) in [
            (bears, held_by_load, &mut own.bore),
            (waits, held_by_neighbour, &mut own.waited),
        ] {
            if now && !*held {
                acted.note(time);
            }
            *held = now;
        }
        bears || waits
    }
}

#[cfg(test)]
mod reflex_tests;
#[cfg(test)]
mod tests;
