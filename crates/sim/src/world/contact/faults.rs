//! Contacts that the laws cannot follow: overlaps through half a body, impacts whose law would add energy, and what is driven where nothing yields.

use super::pairs::Colliding;

/// An overlap of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeepOverlap {
    /// The bodies.
    pub pair: Colliding,
    /// Depth (m).
    pub depth: f64,
    /// Thickness of the thinner body (m).
    pub thickness: f64,
    /// Time (s).
    pub time: f64,
}

impl DeepOverlap {
    /// Returns the depth as a part of the thinner body.
    #[must_use]
    pub fn part(&self) -> f64 {
        self.depth / self.thickness
    }
}

/// Energy that Newton's law of impact would have added, and that the impact did not add.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prevented {
    /// The bodies that approached fastest.
    pub pair: Colliding,
    /// The energy (J).
    pub energy: f64,
    /// Time (s).
    pub time: f64,
}

/// The driven root of a corpus, by its number, in the springs of the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sunk {
    /// The corpus.
    pub corpus: usize,
    /// Depth (m).
    pub depth: f64,
    /// Thickness of the root's body along the ground's normal (m).
    pub thickness: f64,
    /// Time (s).
    pub time: f64,
}

/// A body that a driven root presses where nothing yields: each by its corpus and the model's number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pinched {
    /// The body, and the root.
    pub bodies: [(usize, usize); 2],
    /// How deep it is in what does not yield (m).
    pub depth: f64,
    /// Time (s).
    pub time: f64,
}

/// The worst of these since it was last asked for. No part of the state: nothing depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollisionFaults {
    /// The overlap that is deepest as a part of the thinner body.
    pub deepest: Option<DeepOverlap>,
    /// The impact whose law would have added most energy.
    pub prevented: Option<Prevented>,
    /// The largest velocity (m/s) by which the forces of rigid contact missed their law in a step, and its time (s).
    pub missed: Option<(f64, f64)>,
    /// The most energy (J) that the law of impact of rigid contact would have added in a step, and its time (s).
    pub weakened: Option<(f64, f64)>,
    /// The largest force (N) with which a rolling body was held down, its time (s), and the number of its attachment.
    pub lifted: Option<(f64, f64, usize)>,
    /// The largest jump of what a joint follows (rad or m), its time (s), and the number of its attachment.
    pub jumped: Option<(f64, f64, usize)>,
    /// The greatest depth (m) to which the driven root of a corpus, by its number, has passed what cannot yield, and its time (s).
    pub passed: Option<(usize, f64, f64)>,
    /// The driven root that was deepest in the springs of the ground, as a part of its thickness.
    pub sunk: Option<Sunk>,
    /// The most points of one impact that were too many for the impact law, and its time (s).
    pub crowd: Option<(usize, f64)>,
}

impl CollisionFaults {
    /// Takes those of another island where they are worse.
    pub(in crate::world) fn join(&mut self, other: &CollisionFaults) {
        let other = *other;
        other
            .deepest
            .into_iter()
            .for_each(|found| self.overlaps(found));
        other
            .prevented
            .into_iter()
            .for_each(|found| self.prevents(found));
        (other.missed.into_iter()).for_each(|(speed, time)| self.misses(speed, time));
        (other.weakened.into_iter()).for_each(|(energy, time)| self.weakens(energy, time));
        (other.lifted.into_iter())
            .for_each(|(force, time, number)| self.lifts(force, time, number));
        (other.jumped.into_iter())
            .for_each(|(height, time, number)| self.jumps(height, time, number));
        (other.passed.into_iter())
            .for_each(|(corpus, depth, time)| self.passes(corpus, depth, time));
        other.sunk.into_iter().for_each(|found| self.sinks(found));
        (other.crowd.into_iter()).for_each(|(points, time)| self.crowds(points, time));
    }

    pub(in crate::world) fn overlaps(&mut self, found: DeepOverlap) {
        if self.deepest.is_none_or(|worst| found.part() > worst.part()) {
            self.deepest = Some(found);
        }
    }

    pub(in crate::world) fn weakens(&mut self, energy: f64, time: f64) {
        if self.weakened.is_none_or(|(worst, _)| energy > worst) {
            self.weakened = Some((energy, time));
        }
    }

    pub(in crate::world) fn misses(&mut self, speed: f64, time: f64) {
        if self.missed.is_none_or(|(worst, _)| speed > worst) {
            self.missed = Some((speed, time));
        }
    }

    pub(in crate::world) fn lifts(&mut self, force: f64, time: f64, number: usize) {
        if self.lifted.is_none_or(|(worst, ..)| force > worst) {
            self.lifted = Some((force, time, number));
        }
    }

    pub(in crate::world) fn jumps(&mut self, height: f64, time: f64, number: usize) {
        if self
            .jumped
            .is_none_or(|(worst, ..)| height.abs() > worst.abs())
        {
            self.jumped = Some((height, time, number));
        }
    }

    pub(in crate::world) fn passes(&mut self, corpus: usize, depth: f64, time: f64) {
        if self.passed.is_none_or(|(_, worst, _)| depth > worst) {
            self.passed = Some((corpus, depth, time));
        }
    }

    pub(in crate::world) fn sinks(&mut self, found: Sunk) {
        let part = |of: &Sunk| of.depth / of.thickness;
        if self.sunk.is_none_or(|worst| part(&found) > part(&worst)) {
            self.sunk = Some(found);
        }
    }

    pub(in crate::world) fn crowds(&mut self, points: usize, time: f64) {
        if self.crowd.is_none_or(|(most, _)| points > most) {
            self.crowd = Some((points, time));
        }
    }

    pub(in crate::world) fn prevents(&mut self, found: Prevented) {
        if self
            .prevented
            .is_none_or(|worst| found.energy > worst.energy)
        {
            self.prevented = Some(found);
        }
    }
}
