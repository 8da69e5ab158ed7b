//! A step of `auto` where rigid contact, the end of a joint's range or a rope may act: the time stepping of `implicit`, extrapolated.
//!
//! A step of first order finds the forces at which all contacts obey their law at its end, whichever of them open, stick or slide in it. With
//! its result y1, and y2 of two steps of half the length, 2 y2 - y1 is of second order while no contact changes (Hairer & Wanner, *Solving Ordinary
//! Differential Equations II*, IV.9), and the difference of this result and y1 shows what does change (Studer, Leine & Glocker,
//! *International Journal for Numerical Methods in Engineering* 76, 2008, 1747). Only a fast approach would escape it, since it ends at the surface
//! in both, whenever it arrives: such a step ends where the first gap closes, and the next one begins with the impact.

use super::super::corpus::{Corpus, Midpoint};
use super::super::midpoint;
use super::attempt::REPEATED;
use super::pipeline::Island;
use corpus_dynamics::integrate::Attempt;
use corpus_dynamics::state::root_orientation;

/// Part of the allowed error of a velocity that a slow approach has.
const FAST: f64 = 0.1;

/// Length of a step, in parts of the figures' time scale, in which nothing moves: that steps so short are tried says that the outcome of an impact is
/// no continuous function of its state, as where a body strikes with two corners at once, and one outcome is as right as another.
const INSTANT: f64 = 1e-7;

/// Most of a step that is tried again because something begins to touch in it.
const SHORTER: f64 = 0.98;

impl Island<'_> {
    /// Makes a step of `h` seconds from `(time, y)` to `out`, and measures its error in parts of `tolerance`.
    pub fn extrapolated_step(
        &mut self,
        (time, h): (f64, f64),
        tolerance: f64,
        y: &[f64],
        out: &mut [f64],
    ) -> Attempt {
        let rates = self.members.iter();
        let rates = rates.map(|&i| self.corpora[i].step.scales.rate());
        if h * rates.fold(0.0, f64::max) <= INSTANT {
            return self.instant((time, h), y, out);
        }
        let half = h / 2.0;
        let mut whole = std::mem::take(&mut self.forces.whole);
        let mut halves = std::mem::take(&mut self.forces.halves);
        for result in [&mut whole, &mut halves] {
            result.clear();
            result.extend_from_slice(y);
        }
        let fast = self.fast(tolerance);
        let arrivals = [
            self.part((time, h), -1.0, (fast, false), &mut whole),
            self.part((time, half), 2.0, (fast, false), &mut halves),
            {
                self.keep_middle(&halves);
                let last = self.part((time + half, half), 2.0, (fast, true), &mut halves);
                last.map(|arrives| half + arrives)
            },
        ];
        let mut tried = Attempt {
            evaluations: 3,
            ..Attempt::default()
        };
        for (member, &i) in self.members.iter().enumerate() {
            let span = self.span(member);
            let corpus = &mut self.corpora[i];
            corpus.measured.recorder.adds_parts();
            let (y, out) = (&y[span.clone()], &mut out[span.clone()]);
            extrapolate(corpus, [&whole[span.clone()], &halves[span]], h, y, out);
            let own = midpoint::judge(corpus, self.around, h, tolerance, y, out);
            self.take_worse(&mut tried, own, member);
        }
        (self.forces.whole, self.forces.halves) = (whole, halves);
        let first = arrivals.into_iter().flatten().reduce(f64::min);
        if let (Some(arrives), false) = (first, tried.error.is_nan()) {
            let arrives = arrives.min(SHORTER * h);
            let shorter = tried.shorter.filter(|_| tried.error > 1.0);
            tried.shorter = Some(shorter.map_or(arrives, |shorter| shorter.min(arrives)));
            tried.error = tried.error.max(REPEATED);
        }
        tried
    }

    /// Makes such a step in which nothing moves: only velocities can have changed, by an impact at its start.
    fn instant(&mut self, (time, h): (f64, f64), y: &[f64], out: &mut [f64]) -> Attempt {
        out.copy_from_slice(y);
        self.part((time, h), 1.0, (f64::INFINITY, false), out);
        for (member, &i) in self.members.iter().enumerate() {
            let span = self.span(member);
            let corpus = &mut self.corpora[i];
            corpus.measured.recorder.adds_parts();
            corpus.model.normalise(&mut out[span]);
        }
        Attempt {
            evaluations: 1,
            ..Attempt::default()
        }
    }

    /// Returns the speed (m/s) from which an approach is fast: what stops it changes a velocity by more than a small part of the tolerance.
    pub fn fast(&self, tolerance: f64) -> f64 {
        let speeds = self
            .members
            .iter()
            .map(|&i| self.corpora[i].step.scales.speed());
        FAST * tolerance * speeds.fold(f64::INFINITY, f64::min)
    }

    /// Makes a part of such a step, whose result counts `by` times. Returns the time (s) in it at which something begins to touch that approaches
    /// `fast` (m/s), if it does; in a `later` part that is also what touches at its start, since the first one has stopped what did so before.
    fn part(
        &mut self,
        (time, h): (f64, f64),
        by: f64,
        (fast, later): (f64, bool),
        y: &mut [f64],
    ) -> Option<f64> {
        self.forces.bonds.is_exact = true;
        self.step(time, h, y, true);
        self.forces.bonds.is_exact = false;
        for &i in self.members {
            self.corpora[i].measured.recorder.weighs(by);
        }
        self.first_arrival(fast, later)
    }

    /// Keeps the state in the middle of a step.
    fn keep_middle(&mut self, y: &[f64]) {
        for (member, &i) in self.members.iter().enumerate() {
            let span = self.span(member);
            self.corpora[i]
                .step
                .midpoint
                .stage
                .copy_from_slice(&y[span]);
        }
    }
}

/// Writes the extrapolated result of a step of `h` seconds in one and in two parts, and the rates from which its error is measured.
fn extrapolate(
    corpus: &mut Corpus,
    [whole, halves]: [&[f64]; 2],
    h: f64,
    y: &[f64],
    out: &mut [f64],
) {
    for ((out, whole), halves) in out.iter_mut().zip(whole).zip(halves) {
        *out = 2.0 * halves - whole;
    }
    let layout = corpus.layout();
    let [from, to] = [whole, halves].map(root_orientation);
    let turned = to * (from.inverse() * to);
    out[layout.orientation()].copy_from_slice(&[turned.w, turned.i, turned.j, turned.k]);
    let Midpoint {
        kappa1,
        lambda1,
        kappa2,
        lambda2,
        ..
    } = &mut corpus.step.midpoint;
    kappa1.fill(0.0);
    let turn = (from.inverse() * turned).scaled_axis();
    let place = layout.position().zip(0..3).map(|(i, _)| out[i] - whole[i]);
    let joints = layout.q().map(|i| out[i] - whole[i]);
    let moved = turn.iter().copied().chain(place).chain(joints);
    for (kappa, moved) in kappa2.iter_mut().zip(moved) {
        *kappa = moved / h;
    }
    for ((one, two), i) in lambda1.iter_mut().zip(lambda2).zip(layout.velocity()) {
        *one = (whole[i] - y[i]) / h;
        *two = (out[i] - y[i]) / h;
    }
}
