//! Advance of the corpora of one island.

use super::Islands;
use super::pipeline::Island;
use crate::contact::Ground;
use crate::world::World;
use crate::world::account::POWERS;
use crate::world::contact::ContactMethod;
use crate::world::divergence::{Divergence, Scene, What, find_runaway};
use crate::world::forces::Surroundings;
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
        let mut islands = std::mem::take(&mut self.interactions.islands);
        islands.gather(first, &self.corpora, &self.interactions.attachments);
        let is_alone = islands.of(first).is_none();
        islands.forces.manifolds.activate(first);
        let result = self.advance_members(&mut islands, is_alone, to, longest, settings);
        self.interactions.islands = islands;
        result
    }

    fn advance_members(
        &mut self,
        islands: &mut Islands,
        is_alone: bool,
        to: f64,
        longest: f64,
        settings: &Settings,
    ) -> Result<(), Box<Divergence>> {
        let around = Surroundings {
            ground: self.ground_on.then_some(&self.ground),
            gravity: self.gravity.vector(),
            span: [self.time, to],
            by_rates: settings.method.adds_up_rates(),
            is_auto: settings.method == Method::Auto,
        };
        let law: Ground = self.interactions.collision.law.as_ground(&self.ground);
        let no_parting = self.interactions.partings.is_empty();
        let first = islands.members[0];
        let (_, counters) = self.integrator.memory();
        self.integrator
            .remember(self.corpora[first].step.memory, counters);
        let mut y = std::mem::take(&mut islands.y);
        let mut outer = std::mem::take(&mut islands.outer);
        let mut island = Island {
            corpora: &mut self.corpora,
            members: &islands.members,
            offsets: &islands.offsets,
            forces: &mut islands.forces,
            attachments: &mut self.interactions.attachments,
            courses: &self.interactions.courses,
            broken: &mut islands.broken,
            faults: &mut islands.faults,
            before: &mut islands.before,
            around,
            ramp: self.ground.restitution_speed,
            law: &law,
            method: self.interactions.collision.method,
            impact: self.interactions.collision.impact,
            cones: self.interactions.collision.cones,
            stabilization: self.interactions.stabilization,
            stop: &self.stop,
            is_alone,
        };
        let states = y.len();
        island.set_time(self.time);
        island.load_held_joints(self.time, &y);
        island.fit_velocities(&mut y, self.time);
        if around.is_auto {
            island.strike((self.time, 0.0), &mut y);
        }
        y.resize(island.dimension(), 0.0);
        let moved = match island
            .members
            .iter()
            .all(|&i| island.corpora[i].never_moves())
        {
            true => Ok(()),
            false => self
                .integrator
                .advance(&mut island, settings, &mut y, self.time, to, self.dt),
        };
        let moved = moved.map_err(|failure| {
            if matches!(failure, Failure::Stopped { .. }) {
                return Divergence::stopped(failure.time());
            }
            let (members, offsets) = (island.members, island.offsets);
            let of = (0..members.len())
                .find(|member| failure.component() < offsets[member + 1])
                .unwrap_or(0);
            let scene = Scene {
                corpus: &island.corpora[members[of]],
                y: &y[offsets[of]..offsets[of + 1]],
                settings,
                longest,
            };
            scene.failed(&within(&failure, offsets[of]))
        });
        let runaway = |(member, &i): (usize, &usize)| {
            let y = &y[island.offsets[member]..island.offsets[member + 1]];
            Some((member, find_runaway(&island.corpora[i], y, longest)?))
        };
        let fastest = island.members.iter().enumerate().find_map(runaway);
        let moved = match (moved, fastest) {
            (Ok(()), Some((member, speed))) => {
                let members = island.members;
                let mut good: Vec<f64> = vec![];
                for &i in members {
                    good.extend_from_slice(&island.corpora[i].good.y);
                }
                good.resize(y.len(), 0.0);
                let mut rate = vec![0.0; y.len()];
                let i = members[member];
                let watch = &island.corpora[i].step.events;
                let (acted, grounded) = (watch.acted, watch.grounded);
                island.derivative(self.time, &good, &mut rate);
                let span = island.offsets[member]..island.offsets[member + 1];
                let watch = &mut island.corpora[i].step.events;
                watch.acted |= acted;
                watch.grounded |= grounded;
                let scene = Scene {
                    corpus: &island.corpora[i],
                    y: &good[span.clone()],
                    settings,
                    longest,
                };
                Err(scene.ran_away(&rate[span], self.time, speed))
            }
            (moved, _) => moved,
        };
        if moved.is_ok() {
            for (member, &i) in island.members.iter().enumerate() {
                let y = &y[island.offsets[member]..island.offsets[member + 1]];
                island.corpora[i].y.copy_from_slice(y);
            }
            let span = to - self.time;
            let may_rest = island.forces.ties.is_empty()
                && island.method != ContactMethod::Impulses
                && no_parting;
            let by_cones = island.has_cones();
            let rests_itself = |&i: &usize| island.corpora[i].has_come_to_rest(span, to, by_cones);
            let grow = |&i: &usize| island.corpora[i].growth();
            let rests = may_rest
                && island.members.iter().all(rests_itself)
                && island.members.iter().map(grow).sum::<f64>() <= 0.0;
            for &i in island.members {
                island.corpora[i].set_rest(rests);
            }
            island.look(&mut outer);
            let works = y[states..].chunks_exact(POWERS).map(|w| w.try_into().ok());
            let mut works = works.chain(std::iter::repeat(None));
            for (&i, outer) in island.members.iter().zip(&outer) {
                let works = works.next().flatten();
                island.corpora[i].close_account(around, works, *outer);
            }
        }
        let memory = self.integrator.memory().0;
        for &i in &islands.members {
            self.corpora[i].step.memory = memory;
        }
        y.clear();
        (islands.y, islands.outer) = (y, outer);
        moved.map_err(|divergence| {
            Box::new(match divergence.what {
                What::Stopped => divergence,
                _ => self.overlap(islands).unwrap_or(divergence),
            })
        })
    }

    /// Returns the divergence of two bodies that overlapped too far at the start of a failed advance, if that was its cause.
    fn overlap(&mut self, islands: &mut Islands) -> Option<Divergence> {
        for &i in &islands.members {
            let corpus = self.corpora.get_mut(i)?;
            corpus.place();
        }
        islands.forces.manifolds.look(&self.corpora, Stage::Look);
        let collision = &self.interactions.collision;
        let by_springs = collision.method == ContactMethod::Springs;
        let springs = by_springs.then(|| collision.law.as_ground(&self.ground));
        let manifolds = &islands.forces.manifolds;
        let (spots, overlapping) = manifolds.worst(springs.as_ref())?;
        let [Some(a), Some(b)] =
            spots.map(|spot| Some((self.corpora.get(spot.corpus)?, spot.body)))
        else {
            return None;
        };
        Divergence::overlap([a, b], self.time, overlapping)
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
