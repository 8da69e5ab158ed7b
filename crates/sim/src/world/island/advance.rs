//! Advance of the islands of a world.

use super::Islands;
use super::bench::{Bench, Conditions};
use super::pipeline::Island;
use crate::contact::Ground;
use crate::world::World;
use crate::world::contact::ContactMethod;
use crate::world::corpus::Corpus;
use crate::world::divergence::{Divergence, Scene, find_runaway};
use crate::world::forces::Surroundings;
use crate::world::interactions::Interactions;
use crate::world::step_events::Stage;
use corpus_dynamics::integrate::{Failure, Method, Settings, System};
use rayon::prelude::*;

impl World {
    /// Advances the islands that move to a time (s): lone corpora on several threads, where the world may use them and there is enough to do. Each
    /// has its own memory, so that the results do not depend on how many.
    pub(in crate::world) fn advance_islands(
        &mut self,
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
        let law: Ground = collision.law.as_ground(&self.ground);
        let conditions = Conditions {
            around: Surroundings {
                ground: self.ground_on.then_some(&self.ground),
                gravity: self.gravity.vector(),
                span: [self.time, to],
                by_rates: settings.method.adds_up_rates(),
                is_auto: settings.method == Method::Auto,
            },
            settings,
            longest,
            frame: self.dt,
            ramp: self.ground.restitution_speed,
            law: &law,
            collision,
            stabilization: *stabilization,
            trajectories,
            may_rest: partings.is_empty() && collision.method != ContactMethod::Impulses,
            stop: &self.stop,
        };
        let on_threads = self.uses_threads && islands.are_worth_threads(&self.corpora, &conditions);
        if on_threads {
            islands.advance_lone(&mut self.corpora, &conditions);
        }
        let mut lone = 0;
        for at in 0..islands.moving.len() {
            let first = islands.moving[at];
            let bench = match islands.of(first) {
                Some(_) => {
                    islands.gather(first, &self.corpora, attachments);
                    islands.bench.forces.manifolds.activate(first);
                    let bench = &mut islands.bench;
                    bench.advance(&mut self.corpora, attachments, &conditions, false);
                    bench
                }
                None if on_threads => {
                    lone += 1;
                    &mut islands.lone[lone - 1]
                }
                None => {
                    islands.make_lone(1);
                    let bench = &mut islands.lone[0];
                    bench.advance_lone(first, &mut self.corpora[first], &conditions);
                    bench
                }
            };
            self.counters += bench.counters();
            islands.faults.join(&bench.faults);
            islands.broken.append(&mut bench.broken);
            if let Some(divergence) = bench.fails.take() {
                return Err(divergence);
            }
        }
        Ok(())
    }
}

/// Work of an advance, in steps of one body, that threads must be able to take from each other: some 100 us.
const WORTH_THREADS: f64 = 250.0;

impl Islands {
    /// Makes memory for that many lone corpora.
    fn make_lone(&mut self, number: usize) {
        if self.lone.len() < number {
            self.lone.resize_with(number, Bench::default);
        }
    }

    /// Whether the lone corpora that move have so much to do that threads gain by it: more than the one that has most.
    fn are_worth_threads(&self, corpora: &[Corpus], conditions: &Conditions) -> bool {
        let [from, to] = conditions.around.span;
        let lone = self
            .moving
            .iter()
            .filter(|first| self.of(**first).is_none());
        let steps = |corpus: &Corpus| match corpus.step.memory {
            Some(memory) => ((to - from) / memory.h).max(1.0),
            None => 4.0,
        };
        let works = lone.map(|&i| corpora[i].model.bodies() as f64 * steps(&corpora[i]));
        let (all, most) = works.fold((0.0, 0.0), |(all, most): (f64, f64), work| {
            (all + work, most.max(work))
        });
        all - most > WORTH_THREADS
    }

    /// Advances all lone corpora that move, each on a bench of its own, on several threads.
    fn advance_lone(&mut self, corpora: &mut [Corpus], conditions: &Conditions) {
        let moving = self.moving.iter().copied();
        let mut lone = moving.filter(|first| self.of(*first).is_none()).peekable();
        let all = corpora.iter_mut().enumerate();
        let mine: Vec<_> = all.filter(|(i, _)| lone.next_if_eq(i).is_some()).collect();
        self.make_lone(mine.len());
        let benches = self.lone.par_iter_mut().with_max_len(1);
        benches.zip(mine).for_each(|(bench, (i, corpus))| {
            bench.advance_lone(i, corpus, conditions);
        });
    }
}

impl Island<'_> {
    /// Returns the divergence by which the integration of a state failed.
    pub(super) fn failed(
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
    pub(super) fn run_away(
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
    pub(super) fn overlap(&mut self, time: f64) -> Option<Divergence> {
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
