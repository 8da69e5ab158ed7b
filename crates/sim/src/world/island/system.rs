//! An island as a system for the integrators.

use super::super::account::{OUTER, POWERS};
use super::super::contact::{ContactMethod, Sunk, has_holds, hold_points};
use super::super::flight::{before_flight, keep_momenta, longest_turn};
use super::super::midpoint;
use super::super::overlooked::meets_stop;
use super::super::root_motion::drive_power;
use super::super::stiction::Searched;
use super::pipeline::Island;
use crate::contact::FrictionLaw;
use corpus_dynamics::integrate::{Attempt, System};
use corpus_dynamics::kinematics_once;

impl System for Island<'_> {
    fn dimension(&self) -> usize {
        let sums = if self.around.by_rates { POWERS } else { 0 };
        self.states() + sums * self.members.len()
    }

    fn controlled(&self) -> usize {
        self.states()
    }

    fn derivative(&mut self, time: f64, y: &[f64], rate: &mut [f64]) {
        let states = self.states();
        let has_rows = self.has_rows();
        match has_rows {
            true => self.accelerate_held(time, &y[..states]),
            false => self.accelerate(time, &y[..states], 0.0),
        }
        let (rates, works) = rate.split_at_mut(states);
        for (member, &i) in self.members.iter().enumerate() {
            let span = self.span(member);
            let corpus = &self.corpora[i];
            let (y, rate) = (&y[span.clone()], &mut rates[span]);
            corpus.model.derivative(y, &corpus.step.acceleration, rate);
        }
        let works = works.chunks_exact_mut(POWERS);
        for ((member, works), &i) in works.enumerate().zip(self.members) {
            let corpus = &self.corpora[i];
            works.copy_from_slice(&corpus.measured.recorder.powers());
            works[OUTER] += drive_power(corpus, &y[self.span(member)]);
            if has_rows {
                self.add_powers(member, works);
            }
        }
    }

    fn normalise(&self, y: &mut [f64]) {
        for (member, &i) in self.members.iter().enumerate() {
            let span = self.span(member);
            self.corpora[i].model.normalise(&mut y[span]);
        }
    }

    fn must_stop(&self) -> bool {
        self.stop.is_set()
    }

    fn settle(&mut self, time: f64, h: f64, y: &[f64], explicit: bool) -> u64 {
        let with_friction = |&i: &usize| self.corpora[i].has_dry_friction();
        if !self.members.iter().any(with_friction) {
            return 0;
        }
        let g = if explicit { 0.0 } else { h };
        self.find_friction(Searched::All, time, [h, g], y)
    }

    fn begin(&mut self, h: f64, y: &[f64]) {
        self.forces.manifolds.begin();
        self.before.clear();
        for (member, &i) in self.members.iter().enumerate() {
            let y = &y[self.span(member)];
            let corpus = &mut self.corpora[i];
            corpus.step.events.begin(true);
            corpus.step.start.copy_from_slice(y);
            kinematics_once(&corpus.model, y, &mut corpus.step.workspace);
            self.before.push(before_flight(corpus, h, y));
        }
        if self.has_rows() {
            self.choose_held((self.forces.manifolds.time(), h), y);
        }
    }

    fn cut(&mut self, time: f64, h: f64, y: &[f64]) -> Option<f64> {
        match self.has_rows() {
            true => self.cut_held(time + h, h, y),
            false => None,
        }
    }

    fn conserve(&mut self, h: f64, y: &mut [f64]) {
        for (member, &i) in self.members.iter().enumerate() {
            let y = &mut y[self.offsets[member]..self.offsets[member + 1]];
            let corpus = &mut self.corpora[i];
            let acted = corpus.step.events.acted || corpus.step.events.pushed;
            if let (Some(Some(before)), false) = (self.before.get(member), acted) {
                let start = std::mem::take(&mut corpus.step.start);
                let turn = before.turn_of_high_order();
                keep_momenta(corpus, before, &self.around.gravity, h, &start, y, turn);
                corpus.step.start = start;
            }
        }
    }

    fn semi_implicit_step(&mut self, time: f64, h: f64, y: &mut [f64]) {
        self.step(time, h, y, false);
    }

    fn linearly_implicit_step(&mut self, time: f64, h: f64, y: &mut [f64]) {
        self.strike((time, h), y);
        self.step(time, h, y, true);
    }

    fn midpoint_step(
        &mut self,
        time: f64,
        h: f64,
        tolerance: Option<f64>,
        y: &[f64],
        out: &mut [f64],
    ) -> Attempt {
        for &i in self.members {
            let corpus = &mut self.corpora[i];
            corpus.step.events.begin(tolerance.is_none());
            corpus.measured.recorder.attempts();
        }
        self.forces.told = [0.0; 2];
        self.forces.met.clear();
        self.forces.pinched = None;
        let mut tried = match tolerance {
            Some(tolerance) if self.is_near_rigid(h, y) => {
                self.extrapolated_step((time, h), tolerance, y, out)
            }
            _ => self.two_stage_step((time, h), tolerance, y, out),
        };
        if let Some(tolerance) = tolerance {
            self.find_overlooked(h, tolerance, out, &mut tried);
        }
        if tried.error <= 1.0 {
            self.set_time(time + h);
            self.close_loops(out);
        }
        tried
    }

    fn longest_step(&mut self, y: &[f64]) -> f64 {
        let members = self.members.iter().enumerate();
        let longest = members.fold(f64::INFINITY, |least, (member, &i)| {
            let y = &y[self.span(member)];
            least.min(midpoint::longest_step(&self.corpora[i], y))
        });
        if self.forces.manifolds.is_empty() || self.method == ContactMethod::Rigid {
            return longest;
        }
        self.place(y);
        longest.min(self.forces.manifolds.longest_step(self.corpora))
    }

    fn longest_explicit_step(&mut self, y: &[f64]) -> (f64, usize) {
        let members = self.members.iter().enumerate();
        members.fold((f64::INFINITY, 0), |least, (member, &i)| {
            let y = &y[self.span(member)];
            let (step, component) = self.corpora[i].longest_held_step(y);
            match step < least.0 {
                true => (step, self.offsets[member] + component),
                false => least,
            }
        })
    }

    fn longest_turn(&mut self, time: f64, h: f64, y: &[f64], explicit: bool) -> Option<f64> {
        // A figure in a larger island does not fly freely, but what loops join turns as a whole.
        if !self.is_alone && !self.has_loops() {
            return None;
        }
        let turns = self.members.iter().enumerate().filter_map(|(member, &i)| {
            longest_turn(&self.corpora[i], (time, h), &y[self.span(member)], explicit)
        });
        let longest = turns.reduce(f64::min)?;
        // Parts of a step do not find the forces of rigid contact.
        (!self.is_near_rigid(h, y)).then_some(longest)
    }

    fn meets_stop(&mut self, h: f64, y: &[f64]) -> bool {
        let mut members = self.members.iter().enumerate();
        let meets =
            members.any(|(member, &i)| meets_stop(&self.corpora[i], h, &y[self.span(member)]));
        meets && !self.is_near_rigid(h, y)
    }

    fn jump(&mut self, time: f64, h: f64, y: &mut [f64]) {
        self.separate(h, y);
        if self.around.is_auto {
            self.strike((time, 0.0), y);
        }
        if self.has_rows() {
            self.set_time(time);
            self.bear_held(h);
            self.close_loops(y);
            self.strike_held(time, y);
            self.choose_held((time, h), y);
            self.keep_held();
        }
    }

    fn accept(&mut self, time: f64, h: f64, y: &[f64]) {
        let may_break = self.may_break();
        self.set_time(time);
        self.tell_of_cones(time - h);
        self.keep_met();
        for (member, &i) in self.members.iter().enumerate() {
            let y = &y[self.span(member)];
            let corpus = &mut self.corpora[i];
            corpus.contact.set_time(time);
            corpus.measured.recorder.accepted();
            corpus.drag_anchors(y);
            if let Some(ground) = self.around.ground {
                if let Some([depth, thickness]) = corpus.depth_of_driven_root()
                    && !ground.rigid
                {
                    self.faults.sinks(Sunk {
                        corpus: i,
                        depth,
                        thickness,
                        time,
                    });
                }
                if has_holds(corpus, ground) {
                    hold_points(corpus, ground, h, y);
                }
            }
            if may_break {
                kinematics_once(&corpus.model, y, &mut corpus.step.workspace);
            }
        }
        if self.is_alone {
            return;
        }
        self.keep_loads(time);
        self.find_jumps(time, h);
        if may_break {
            self.break_ties(time, h);
        }
        if self.method == ContactMethod::Springs
            && self.law.law == FrictionLaw::Stick
            && !self.forces.manifolds.is_empty()
        {
            self.place(y);
            self.forces.manifolds.hold(self.corpora, self.law, h);
        }
        self.note_faults(time);
    }
}
