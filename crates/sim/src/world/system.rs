//! The world as a system for the integrators: forces in, accelerations out. Each function follows the pipeline.

use super::account::{OUTER, POWERS, book_evaluation, book_impulses};
use super::contact::{apply_ground, has_holds, hold_points};
use super::corpus::Corpus;
use super::flight::{Before, Turn, before_flight, keep_momenta, longest_turn};
use super::joint_forces::apply_joints;
use super::midpoint;
use super::overlooked::meets_stop;
use super::push::apply_outer;
use super::root_motion::drive_power;
use super::stiction::{Searched, choose};
use super::watch::Stage;
use crate::contact::Ground;
use corpus_dynamics::integrate::{System, Tried};
use corpus_dynamics::{articulated_body, kinematics_once};
use nalgebra::Vector3;

/// A corpus for the duration of an advance.
pub(super) struct Running<'a> {
    pub corpus: &'a mut Corpus,
    pub ground: Option<&'a Ground>,
    /// Acceleration of gravity (m/s2).
    pub gravity: Vector3<f64>,
    /// Start and end of the advance (s).
    pub span: [f64; 2],
    /// Whether works are integrated with the state.
    pub by_rates: bool,
    /// Its motion at the start of the step, if it flies freely.
    before: Option<Before>,
}

impl<'a> Running<'a> {
    pub fn new(corpus: &'a mut Corpus, ground: Option<&'a Ground>, gravity: Vector3<f64>) -> Self {
        Running {
            corpus,
            ground,
            gravity,
            span: [0.0; 2],
            by_rates: false,
            before: None,
        }
    }
}

/// External conditions of a corpus.
#[derive(Clone, Copy)]
pub(super) struct Surroundings<'a> {
    pub ground: Option<&'a Ground>,
    /// Acceleration of gravity (m/s2).
    pub gravity: Vector3<f64>,
    pub span: [f64; 2],
    pub by_rates: bool,
}

/// Computes the accelerations of a corpus at (time, y), for a linearly implicit step of `h` seconds or explicitly for h = 0.
pub(super) fn accelerate(corpus: &mut Corpus, around: Surroundings, time: f64, y: &[f64], h: f64) {
    corpus.contact.set_time(time);
    // Kinematics: poses and velocities.
    kinematics_once(&corpus.model, y, &mut corpus.step.workspace);
    // Springs, dampers, motors; in an implicit step, at its end.
    apply_joints(corpus, time + h, y, h);
    corpus
        .measured
        .book
        .evaluates(corpus.model.bodies(), around.by_rates);
    // Ground, friction, sticky feet.
    if let Some(ground) = around.ground {
        apply_ground(corpus, ground, h, Stage::First);
    }
    // External pulls and pushes.
    apply_outer(corpus, h, Stage::First);
    // Energy account.
    book_evaluation(corpus, around, time, y);
    // Accelerations from forces.
    solve(corpus, around.gravity);
}

/// Computes accelerations from the forces in the workspace. A figure that cannot be solved gets NaN accelerations, at which
/// every integrator stops.
pub(super) fn solve(corpus: &mut Corpus, gravity: Vector3<f64>) {
    if articulated_body(
        &corpus.model,
        &mut corpus.step.workspace,
        gravity,
        &mut corpus.step.acceleration,
    )
    .is_err()
    {
        corpus.step.acceleration.fill(f64::NAN);
    }
}

impl<'a> Running<'a> {
    pub fn around(&self) -> Surroundings<'a> {
        Surroundings {
            ground: self.ground,
            gravity: self.gravity,
            span: self.span,
            by_rates: self.by_rates,
        }
    }

    /// Finds the friction of joints in a step of `h` seconds from `(time, y)`, and imposes it; the other forces are those of a linearly implicit
    /// step of `g` seconds, or explicit for g = 0. Returns the number of evaluations.
    fn find_friction(&mut self, searched: Searched, time: f64, [h, g]: [f64; 2], y: &[f64]) -> u64 {
        let (around, corpus) = (self.around(), &mut *self.corpus);
        let y = &y[..corpus.layout().len()];
        corpus.begin_friction(searched, h, y);
        corpus.step.watch.begin(true);
        corpus.contact.set_time(time);
        kinematics_once(&corpus.model, y, &mut corpus.step.workspace);
        apply_joints(corpus, time + g, y, g);
        if let Some(ground) = around.ground {
            apply_ground(corpus, ground, g, Stage::First);
        }
        apply_outer(corpus, g, Stage::First);
        corpus.keep_other_forces();
        let tries = choose(corpus.laws.gripped.len(), |all| {
            corpus.apply_friction(h);
            solve(corpus, around.gravity);
            corpus.change_friction(h, all)
        });
        corpus.impose_friction(h);
        tries
    }

    /// Stretches the springs of joints that dry friction holds at rest, and whose load is not known yet, so that they bear it.
    pub fn load_held_joints(&mut self, time: f64, y: &[f64]) {
        if let Some(h) = self.corpus.loaded_step() {
            self.find_friction(Searched::Unloaded, time, [h, 0.0], y);
            self.corpus.take_loads();
        }
    }

    /// Makes a step of one stage: velocities by the acceleration, then positions by the new velocities.
    fn step(&mut self, time: f64, h: f64, y: &mut [f64], implicit: bool) {
        let around = self.around();
        let corpus = &mut *self.corpus;
        corpus.step.watch.begin(true);
        accelerate(corpus, around, time, y, if implicit { h } else { 0.0 });
        if around.ground.is_some() {
            book_impulses(corpus, &around.gravity, h);
        }
        let before = before_flight(corpus, h, y);
        let driven = drive_power(corpus, y);
        if let Some(before) = before {
            let mut start = std::mem::take(&mut corpus.step.start);
            start.copy_from_slice(y);
            corpus
                .model
                .semi_implicit_update(y, &corpus.step.acceleration, h);
            keep_momenta(
                corpus,
                &before,
                &around.gravity,
                h,
                &start,
                y,
                Turn::Symmetric,
            );
            corpus.step.start = start;
        } else {
            corpus
                .model
                .semi_implicit_update(y, &corpus.step.acceleration, h);
        }
        if driven != 0.0 {
            let work = 0.5 * h * (driven + drive_power(corpus, y));
            corpus.measured.book.drives(work);
        }
    }
}

impl System for Running<'_> {
    fn dimension(&self) -> usize {
        self.controlled() + if self.by_rates { POWERS } else { 0 }
    }

    fn controlled(&self) -> usize {
        self.corpus.layout().len()
    }

    fn derivative(&mut self, time: f64, y: &[f64], rate: &mut [f64]) {
        let around = self.around();
        let (y, (rate, works)) = (
            &y[..self.controlled()],
            rate.split_at_mut(self.controlled()),
        );
        accelerate(self.corpus, around, time, y, 0.0);
        let corpus = &self.corpus;
        corpus.model.derivative(y, &corpus.step.acceleration, rate);
        for (rate, power) in works.iter_mut().zip(self.corpus.measured.book.powers()) {
            *rate = power;
        }
        if let Some(outer) = works.get_mut(OUTER) {
            *outer += drive_power(self.corpus, y);
        }
    }

    fn normalise(&self, y: &mut [f64]) {
        self.corpus.model.normalise(y);
    }

    fn settle(&mut self, time: f64, h: f64, y: &[f64], explicit: bool) -> u64 {
        if !self.corpus.has_dry_friction() {
            return 0;
        }
        let g = if explicit { 0.0 } else { h };
        self.find_friction(Searched::All, time, [h, g], y)
    }

    fn begin(&mut self, h: f64, y: &[f64]) {
        let y = &y[..self.controlled()];
        let corpus = &mut *self.corpus;
        corpus.step.watch.begin(true);
        corpus.step.start.copy_from_slice(y);
        kinematics_once(&corpus.model, y, &mut corpus.step.workspace);
        self.before = before_flight(corpus, h, y);
    }

    fn conserve(&mut self, h: f64, y: &mut [f64]) {
        let y = &mut y[..self.controlled()];
        if let (Some(before), false) = (self.before, self.corpus.step.watch.acted) {
            let start = std::mem::take(&mut self.corpus.step.start);
            let turn = before.turn_of_high_order();
            keep_momenta(self.corpus, &before, &self.gravity, h, &start, y, turn);
            self.corpus.step.start = start;
        }
    }

    fn semi_implicit_step(&mut self, time: f64, h: f64, y: &mut [f64]) {
        self.step(time, h, y, false);
    }

    fn linearly_implicit_step(&mut self, time: f64, h: f64, y: &mut [f64]) {
        self.step(time, h, y, true);
    }

    fn midpoint_step(
        &mut self,
        time: f64,
        h: f64,
        tolerance: Option<f64>,
        y: &[f64],
        out: &mut [f64],
    ) -> Tried {
        let around = self.around();
        midpoint::attempt(self.corpus, around, (time, h), tolerance, y, out)
    }

    fn longest_step(&mut self, y: &[f64]) -> f64 {
        midpoint::longest_step(self.corpus, y)
    }

    fn longest_explicit_step(&mut self, y: &[f64]) -> (f64, usize) {
        self.corpus.longest_held_step(y)
    }

    fn longest_turn(&mut self, time: f64, h: f64, y: &[f64], explicit: bool) -> Option<f64> {
        longest_turn(self.corpus, (time, h), &y[..self.controlled()], explicit)
    }

    fn meets_stop(&mut self, h: f64, y: &[f64]) -> bool {
        meets_stop(self.corpus, h, y)
    }

    fn accept(&mut self, time: f64, h: f64, y: &[f64]) {
        self.corpus.contact.set_time(time);
        self.corpus.measured.book.accepted();
        self.corpus.drag_anchors(y);
        let Some(ground) = self.ground else { return };
        if has_holds(self.corpus, ground) {
            hold_points(self.corpus, ground, h, &y[..self.corpus.layout().len()]);
        }
    }
}
