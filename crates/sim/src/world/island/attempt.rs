//! An attempt of a step by `auto`: its two stages, and what they have overlooked.

use super::super::contact::ContactMethod;
use super::super::flight::keep_energy;
use super::super::midpoint;
use super::super::step_events::Stage;
use super::pipeline::Island;
use corpus_dynamics::integrate::Attempt;

/// Error of an attempt that must be repeated, in parts of the allowed one.
pub(super) const REPEATED: f64 = 2.0;

impl Island<'_> {
    /// Makes a step of `h` seconds from `(time, y)` to `out` by the midpoint method; with a tolerance, measures its error in parts of that.
    pub fn two_stage_step(
        &mut self,
        (time, h): (f64, f64),
        tolerance: Option<f64>,
        y: &[f64],
        out: &mut [f64],
    ) -> Attempt {
        self.forces.manifolds.begin();
        let mut tried = Attempt::default();
        let mut rested = false;
        loop {
            tried.evaluations += 2;
            let fits = self.two_stages((time, h), y);
            let rests = |&i: &usize| self.corpora[i].step.events.found_rest;
            // A point comes to rest within the step: repeat it with static friction.
            let rests = fits && !rested && self.members.iter().any(rests);
            if fits && !rests && self.solve_stage() {
                break;
            }
            rested |= rests;
            for &i in self.members {
                self.corpora[i].step.events.begin_again();
            }
        }
        self.finish((time, h), y, out);
        for (member, &i) in self.members.iter().enumerate() {
            let span = self.offsets[member]..self.offsets[member + 1];
            let (y, out) = (&y[span.clone()], &mut out[span]);
            let Some(tolerance) = tolerance else {
                let corpus = &mut self.corpora[i];
                corpus.model.normalise(out);
                if let (Some(before), true) = (self.before[member], self.is_alone) {
                    keep_energy(corpus, &before, (time, h), y, out);
                }
                continue;
            };
            let own = midpoint::judge(&mut self.corpora[i], self.around, h, tolerance, y, out);
            self.take_worse(&mut tried, own, member);
        }
        self.leave_cones();
        tried
    }

    /// Takes the error of a member, if it is the largest so far.
    pub(super) fn take_worse(&self, tried: &mut Attempt, own: Attempt, member: usize) {
        if own.error > tried.error || own.error.is_nan() {
            tried.error = own.error;
            tried.component = self.offsets[member] + own.component;
            tried.shorter = own.shorter;
        }
    }

    /// Rejects a step of `h` seconds to `out` that is accurate but has overlooked what begins to touch or breaks in it.
    pub fn find_overlooked(&mut self, h: f64, tolerance: f64, out: &[f64], tried: &mut Attempt) {
        if tried.error <= 1.0
            && let Some(since) = self.late_arrival(self.fast(tolerance), h, out)
        {
            tried.error = REPEATED;
            tried.shorter = Some(h - since);
        }
        if tried.error <= 1.0
            && self.method != ContactMethod::Rigid
            && !self.forces.manifolds.is_empty()
        {
            self.place(out);
            self.forces.manifolds.look(self.corpora, Stage::Look);
            if self.method == ContactMethod::Impulses {
                if let Some(since) = self.forces.manifolds.too_deep()
                    && since < h
                {
                    tried.error = REPEATED;
                    tried.shorter = Some(h - since);
                }
            } else if let Some((member, found)) =
                self.forces.manifolds.overlooked(self.corpora, self.law, h)
            {
                midpoint::repeat_up_to(tried, h, Some(found), tolerance);
                if tried.shorter.is_some() {
                    tried.component = self.offsets[member] + found.component;
                }
            }
        }
        if tried.error <= 1.0 && self.may_break() {
            self.place(out);
            if let Some((member, found)) = self.overlooked_break() {
                midpoint::repeat_up_to(tried, h, Some(found), tolerance);
                if tried.shorter.is_some() {
                    tried.component = self.offsets[member] + found.component;
                }
            }
        }
    }
}
