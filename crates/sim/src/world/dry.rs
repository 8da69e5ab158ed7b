//! Anchors of dry friction in joints: the rest positions of the springs that hold them.

use super::corpus::Corpus;
use super::overlooked::{AIM, Overlooked};
use corpus_dynamics::Freedom;

/// Length of the step in which the load of joints at rest is found, as a multiple of the time constants of the springs that hold them: so
/// long that at its end they hardly move, and their resistance is the load. Springs of time constants above 1 s count as those of 1 s.
const LOADED_STEP: f64 = 1e3;

/// Longest explicit step where friction holds a joint, as a part of the time constant of its spring. The limit of stability is
/// at 2.8 for the inertia of the joint at rest; where other joints yield, the joint moves less.
const HELD_STEP: f64 = 0.5;

impl Corpus {
    /// Gives an anchor to each joint that has dry friction and no anchor yet. The axes of a ball have none: their positions are
    /// not integrals of their rates.
    pub(super) fn anchor_joints(&mut self) {
        for body in 1..self.model.bodies() {
            if self.laws.forces[body].dry.is_none() {
                continue;
            }
            let (q, qd) = (self.q(body), self.qd(body));
            if !matches!(self.model.freedom(body), Freedom::Ball(_)) {
                self.laws.forces[body].dry.anchor_at(q, qd);
            }
        }
    }

    /// Returns the length of the step (s) in which the load of joints at rest is found that have just got an anchor; none without such
    /// joints.
    pub(super) fn loaded_step(&self) -> Option<f64> {
        let unloaded = self.laws.forces.iter().filter(|law| law.dry.is_unloaded());
        let slowest = unloaded.map(|law| law.dry.rate()).reduce(f64::min)?;
        Some(LOADED_STEP / slowest.max(1.0))
    }

    /// Stretches the springs of these joints by the loads found in that step.
    pub(super) fn take_loads(&mut self) {
        for law in &mut self.laws.forces {
            law.dry.take_load();
        }
        self.release_friction();
    }

    /// Returns the anchors, by the numbers of the bodies; without those of joints whose load is not known yet.
    pub(super) fn anchors(&self) -> impl Iterator<Item = (u32, f64)> {
        let laws = (0..).zip(&self.laws.forces);
        let known = laws.filter(|(_, law)| !law.dry.is_unloaded());
        known.filter_map(|(body, law)| Some((body, law.dry.anchor()?)))
    }

    /// Restores the given anchors.
    pub(super) fn set_anchors(&mut self, anchors: impl Iterator<Item = (u32, f64)>) {
        for law in &mut self.laws.forces {
            law.dry.set_anchor(None);
        }
        for (body, anchor) in anchors {
            if let Some(law) = self.laws.forces.get_mut(body as usize) {
                law.dry.set_anchor(Some(anchor));
            }
        }
    }

    /// Returns the longest step (s) with which an explicit method follows the springs that hold joints at the state `y`, and
    /// the component of the state that is the rate of the joint with the stiffest one.
    pub(super) fn longest_held_step(&self, y: &[f64]) -> (f64, usize) {
        let layout = self.layout();
        let states = y[layout.q()].iter().zip(&y[layout.qd()]);
        let laws = layout.qd().zip(self.laws.forces[1..].iter().zip(states));
        let held = laws.filter(|(_, (law, (q, qd)))| law.dry.holds(**q, **qd));
        let steps = held.map(|(component, (law, _))| (HELD_STEP / law.dry.rate(), component));
        let longest = steps.min_by(|a, b| a.0.total_cmp(&b.0));
        longest.unwrap_or((f64::INFINITY, 0))
    }

    /// Moves the anchors to an accepted state.
    pub(super) fn drag_anchors(&mut self, y: &[f64]) {
        self.release_friction();
        let q = self.layout().q();
        for (law, &q) in self.laws.forces[1..].iter_mut().zip(&y[q]) {
            law.dry.drag_to(q);
        }
    }
}

/// Finds the worst joint that slid at the start `y` of a step and has reversed at its end `out`, where friction may hold it.
/// The error is its speed at the end, which friction would have kept at zero. The rule for repeating such a step assumes errors
/// that grow with the square of the time, so the error is reported as if it were quadratic, in parts of `tolerance`.
pub(super) fn find_rest(
    corpus: &Corpus,
    [y, out]: [&[f64]; 2],
    h: f64,
    tolerance: f64,
) -> Option<Overlooked> {
    let layout = corpus.layout();
    let (at, at_rate) = (layout.q().start, layout.qd().start);
    let mut worst: Option<Overlooked> = None;
    let weighted = corpus.laws.forces[1..]
        .iter()
        .zip(&corpus.step.scales.weights);
    for (i, (law, weight)) in weighted.enumerate() {
        if law.dry.is_none() {
            continue;
        }
        let (before, after) = (y[at_rate + i], out[at_rate + i]);
        if before * after >= 0.0 || !law.dry.slides(y[at + i], before) {
            continue;
        }
        let (speed, rest) = (weight * before.abs(), weight * after.abs());
        let part = rest / (corpus.step.scales.rate() + speed.max(rest)) / tolerance;
        let error = part * part * tolerance;
        if worst.is_none_or(|worst| error > worst.error) {
            worst = Some(Overlooked {
                error,
                since: h * rest / (rest + speed),
                component: at_rate + i,
                aim: AIM,
            });
        }
    }
    worst
}
