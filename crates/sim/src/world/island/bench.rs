//! Where an island is advanced: its memory, and what all islands have in common.

use super::forces::IslandForces;
use super::pipeline::Island;
use crate::contact::{Ground, Stabilization};
use crate::control::Trajectory;
use crate::stop::StopSignal;
use crate::world::account::POWERS;
use crate::world::attachment::Attachment;
use crate::world::contact::{CollisionFaults, CollisionSettings};
use crate::world::corpus::Corpus;
use crate::world::divergence::{Divergence, What};
use crate::world::flight::Before;
use crate::world::forces::Surroundings;
use corpus_dynamics::integrate::{Counters, Integrator, Settings, System};

/// What the islands of a world have in common during an advance.
#[derive(Clone, Copy)]
pub(in crate::world) struct Conditions<'a> {
    pub around: Surroundings<'a>,
    pub settings: &'a Settings,
    /// A time (s) in which no joint should turn many times.
    pub longest: f64,
    /// Duration of a frame (s).
    pub frame: f64,
    /// The speed over which restitution falls from 1 to its value (m/s).
    pub ramp: f64,
    /// Law of the forces between bodies.
    pub law: &'a Ground,
    pub collision: &'a CollisionSettings,
    pub stabilization: Stabilization,
    /// The formulas that joints follow.
    pub trajectories: &'a [Trajectory],
    /// Whether bodies may come to rest.
    pub may_rest: bool,
    /// Whether the advance should stop.
    pub stop: &'a StopSignal,
}

/// Memory in which an island is advanced, and what was found then.
#[derive(Clone, Debug, Default)]
pub(super) struct Bench {
    /// The numbers of its corpora.
    members: Vec<usize>,
    /// Start of each member's state, and the end of the last one.
    offsets: Vec<usize>,
    y: Vec<f64>,
    pub forces: IslandForces,
    before: Vec<Option<Before>>,
    outer: Vec<[f64; 2]>,
    integrator: Integrator,
    /// Attachments that broke, and the worst collisions.
    pub broken: Vec<usize>,
    pub faults: CollisionFaults,
    /// Why it could not be advanced.
    pub fails: Option<Box<Divergence>>,
}

impl Bench {
    /// Takes the members of an island, and their states.
    pub fn gather(&mut self, members: impl Iterator<Item = usize>, corpora: &[Corpus]) {
        self.members.clear();
        self.members.extend(members);
        self.offsets.clear();
        self.y.clear();
        for &i in &self.members {
            self.offsets.push(self.y.len());
            self.y.extend_from_slice(&corpora[i].y);
        }
        self.offsets.push(self.y.len());
        self.forces.ties.clear();
    }

    /// Returns the counters of the last advance.
    pub fn counters(&self) -> Counters {
        self.integrator.counters()
    }

    /// Advances a corpus without bonds, of which the number is given.
    pub fn advance_lone(&mut self, number: usize, corpus: &mut Corpus, conditions: &Conditions) {
        let corpora = std::slice::from_mut(corpus);
        self.gather(std::iter::once(0), corpora);
        self.advance(corpora, &mut [], conditions, true);
        // Here its number was 0.
        if let Some((of, ..)) = &mut self.faults.passed {
            *of = number;
        }
        if let Some(sunk) = &mut self.faults.sunk {
            sunk.corpus = number;
        }
    }

    /// Advances the island that was gathered.
    pub fn advance(
        &mut self,
        corpora: &mut [Corpus],
        attachments: &mut [Attachment],
        conditions: &Conditions,
        is_alone: bool,
    ) {
        let Conditions {
            around,
            settings,
            longest,
            ..
        } = *conditions;
        let [time, to] = around.span;
        let (integrator, y) = (&mut self.integrator, &mut self.y);
        let memory = corpora[self.members[0]].step.memory;
        integrator.remember(memory, Counters::default());
        self.faults = CollisionFaults::default();
        let mut island = Island {
            corpora,
            members: &self.members,
            offsets: &self.offsets,
            forces: &mut self.forces,
            attachments,
            trajectories: conditions.trajectories,
            broken: &mut self.broken,
            faults: &mut self.faults,
            before: &mut self.before,
            around,
            ramp: conditions.ramp,
            law: conditions.law,
            method: conditions.collision.method,
            impact: conditions.collision.impact,
            cones: conditions.collision.cones,
            stabilization: conditions.stabilization,
            stop: conditions.stop,
            is_alone,
        };
        let states = y.len();
        island.set_time(time);
        island.load_held_joints(time, y);
        island.forces.active.clear();
        island.forces.met.clear();
        island.forces.pinched = None;
        island.fit_velocities(y, time);
        if around.is_auto {
            island.strike((time, 0.0), y);
        }
        if island.has_rows() {
            island.strike_held(time, y);
        }
        island.keep_met();
        y.resize(island.dimension(), 0.0);
        let mut members = island.members.iter();
        let moved = match members.all(|&i| island.corpora[i].never_moves()) {
            true => Ok(()),
            false => integrator.advance(&mut island, settings, y, time, to, conditions.frame),
        };
        let fails = match moved {
            Ok(()) => {
                let pinched = island.forces.pinched.take();
                let pinched = pinched.map(|found| Divergence::pinched(island.corpora, &found));
                pinched.or_else(|| island.run_away(y, time, (settings, longest)))
            }
            Err(failure) => Some(island.failed(&failure, y, (settings, longest))),
        };
        if fails.is_none() {
            for (member, &i) in island.members.iter().enumerate() {
                let y = &y[island.offsets[member]..island.offsets[member + 1]];
                island.corpora[i].y.copy_from_slice(y);
            }
            let span = to - time;
            let by_cones = island.has_cones();
            let rests_itself = |&i: &usize| island.corpora[i].has_come_to_rest(span, to, by_cones);
            let grow = |&i: &usize| island.corpora[i].growth();
            let rests = conditions.may_rest
                && island.forces.ties.is_empty()
                && island.members.iter().all(rests_itself)
                && island.members.iter().map(grow).sum::<f64>() <= 0.0;
            for &i in island.members {
                island.corpora[i].set_rest(rests);
            }
            let outer = &mut self.outer;
            island.look(outer);
            let works = y[states..].chunks_exact(POWERS).map(|w| w.try_into().ok());
            let mut works = works.chain(std::iter::repeat(None));
            for (&i, outer) in island.members.iter().zip(outer) {
                let works = works.next().flatten();
                island.corpora[i].close_account(around, works, *outer);
            }
        }
        let memory = integrator.memory().0;
        for &i in island.members {
            island.corpora[i].step.memory = memory;
        }
        self.fails = fails.map(|divergence| {
            Box::new(match divergence.what {
                What::Stopped => divergence,
                _ => island.overlap(time).unwrap_or(divergence),
            })
        });
    }
}
