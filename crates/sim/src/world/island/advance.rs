//! Advance of the corpora of one island.

use super::pipeline::Island;
use crate::contact::Ground;
use crate::world::World;
use crate::world::account::POWERS;
use crate::world::contact::ContactMethod;
use crate::world::divergence::{Divergence, Scene, What, find_runaway};
use crate::world::forces::Surroundings;
use crate::world::interactions::Interactions;
use crate::world::step_events::Stage;
use corpus_dynamics::integrate::{Failure, Method, Settings, System};

impl World {
    /// Advances the island whose first member is corpus `first`.
    pub(in crate::world) fn advance_island(
        &mut self,
        first: usize,
        to: f64,
        longest: f64,
        settings: &Settings,
    ) -> Result<(), Box<Divergence>> {
        let Interactions {
            islands,
            attachments,
            collision,
            partings,
            stabilization,
            trajectories,
            ..
        } = &mut self.interactions;
        islands.gather(first, &self.corpora, attachments);
        islands.forces.manifolds.activate(first);
        let is_alone = islands.of(first).is_none();
        let around = Surroundings {
            ground: self.ground_on.then_some(&self.ground),
            gravity: self.gravity.vector(),
            span: [self.time, to],
            by_rates: settings.method.adds_up_rates(),
            is_auto: settings.method == Method::Auto,
        };
        let law: Ground = collision.law.as_ground(&self.ground);
        let memory = self.corpora[islands.members[0]].step.memory;
        let (_, counters) = self.integrator.memory();
        self.integrator.remember(memory, counters);
        let y = &mut islands.y;
        let mut island = Island {
            corpora: &mut self.corpora,
            members: &islands.members,
            offsets: &islands.offsets,
            forces: &mut islands.forces,
            attachments,
            trajectories,
            broken: &mut islands.broken,
            faults: &mut islands.faults,
            before: &mut islands.before,
            around,
            ramp: self.ground.restitution_speed,
            law: &law,
            method: collision.method,
            impact: collision.impact,
            cones: collision.cones,
            stabilization: *stabilization,
            stop: &self.stop,
            is_alone,
        };
        let states = y.len();
        island.set_time(self.time);
        island.load_held_joints(self.time, y);
        island.forces.active.clear();
        island.forces.pinched = None;
        island.fit_velocities(y, self.time);
        if around.is_auto {
            island.strike((self.time, 0.0), y);
        }
        if island.has_rows() {
            island.strike_held(self.time, y);
        }
        y.resize(island.dimension(), 0.0);
        let mut members = island.members.iter();
        let moved = match members.all(|&i| island.corpora[i].never_moves()) {
            true => Ok(()),
            false => self
                .integrator
                .advance(&mut island, settings, y, self.time, to, self.dt),
        };
        let fails = match moved {
            Ok(()) => {
                let pinched = island.forces.pinched.take();
                let pinched = pinched.map(|found| Divergence::pinched(island.corpora, &found));
                pinched.or_else(|| island.run_away(y, self.time, (settings, longest)))
            }
            Err(failure) => Some(island.failed(&failure, y, (settings, longest))),
        };
        if fails.is_none() {
            for (member, &i) in island.members.iter().enumerate() {
                let y = &y[island.offsets[member]..island.offsets[member + 1]];
                island.corpora[i].y.copy_from_slice(y);
            }
            let span = to - self.time;
            let may_rest = island.forces.ties.is_empty()
                && island.method != ContactMethod::Impulses
                && partings.is_empty();
            let by_cones = island.has_cones();
            let rests_itself = |&i: &usize| island.corpora[i].has_come_to_rest(span, to, by_cones);
            let grow = |&i: &usize| island.corpora[i].growth();
            let rests = may_rest
                && island.members.iter().all(rests_itself)
                && island.members.iter().map(grow).sum::<f64>() <= 0.0;
            for &i in island.members {
                island.corpora[i].set_rest(rests);
            }
            let outer = &mut islands.outer;
            island.look(outer);
            let works = y[states..].chunks_exact(POWERS).map(|w| w.try_into().ok());
            let mut works = works.chain(std::iter::repeat(None));
            for (&i, outer) in island.members.iter().zip(outer) {
                let works = works.next().flatten();
                island.corpora[i].close_account(around, works, *outer);
            }
        }
        let memory = self.integrator.memory().0;
        for &i in island.members {
            island.corpora[i].step.memory = memory;
        }
        let Some(divergence) = fails else {
            return Ok(());
        };
        Err(Box::new(match divergence.what {
            What::Stopped => divergence,
            _ => island.overlap(self.time).unwrap_or(divergence),
        }))
    }
}

impl Island<'_> {
    /// Returns the divergence by which the integration of a state failed.
    fn failed(
        &self,
        failure: &Failure,
        y: &[f64],
        (settings, longest): (&Settings, f64),
    ) -> Divergence {
        if matches!(failure, Failure::Stopped { .. }) || self.stop.is_set() {
            return Divergence::stopped(failure.time());
        }
        let of = (0..self.members.len())
            .find(|member| failure.component() < self.offsets[member + 1])
            .unwrap_or(0);
        let scene = Scene {
            corpus: &self.corpora[self.members[of]],
            y: &y[self.span(of)],
            settings,
            longest,
        };
        scene.failed(&within(failure, self.offsets[of]))
    }

    /// Returns the divergence of a member that is faster in a state than any step can follow, if one is; it names what moved it at the
    /// start of the advance at `time` (s).
    fn run_away(
        &mut self,
        y: &[f64],
        time: f64,
        (settings, longest): (&Settings, f64),
    ) -> Option<Divergence> {
        let runaway = |(member, &i): (usize, &usize)| {
            let y = &y[self.span(member)];
            Some((member, find_runaway(&self.corpora[i], y, longest)?))
        };
        let (member, speed) = self.members.iter().enumerate().find_map(runaway)?;
        let mut good: Vec<f64> = vec![];
        for &i in self.members {
            good.extend_from_slice(&self.corpora[i].good.y);
        }
        good.resize(y.len(), 0.0);
        let mut rate = vec![0.0; y.len()];
        let i = self.members[member];
        let watch = &self.corpora[i].step.events;
        let (acted, grounded) = (watch.acted, watch.grounded);
        self.derivative(time, &good, &mut rate);
        let span = self.span(member);
        let watch = &mut self.corpora[i].step.events;
        watch.acted |= acted;
        watch.grounded |= grounded;
        let scene = Scene {
            corpus: &self.corpora[i],
            y: &good[span.clone()],
            settings,
            longest,
        };
        Some(scene.ran_away(&rate[span], time, speed))
    }

    /// Returns the divergence of two bodies that overlapped too far at the start of an advance that failed, at `time` (s), if that was its
    /// cause.
    fn overlap(&mut self, time: f64) -> Option<Divergence> {
        for &i in self.members {
            self.corpora[i].place();
        }
        self.forces.manifolds.look(self.corpora, Stage::Look);
        let springs = (self.method == ContactMethod::Springs).then_some(self.law);
        let (spots, overlapping) = self.forces.manifolds.worst(springs)?;
        let [Some(a), Some(b)] =
            spots.map(|spot| Some((self.corpora.get(spot.corpus)?, spot.body)))
        else {
            return None;
        };
        Divergence::overlap([a, b], time, overlapping)
    }
}

/// Converts a failure of an island to the component numbers of one member's state.
fn within(failure: &Failure, offset: usize) -> Failure {
    let mut failure = *failure;
    match &mut failure {
        Failure::NotFinite { component, .. }
        | Failure::StepTooSmall { component, .. }
        | Failure::TooManyEvaluations { component, .. } => *component -= offset,
        Failure::Stopped { .. } => {}
    }
    failure
}
