//! The steps of a gait's legs over time.

use crate::control::LegPhase;
use crate::plot::{LegTrack, Step, Walk};
use crate::run::{Language, Roach, Stage};
use crate::world::Corpus;

/// Samples of a gait.
#[derive(Clone, Debug)]
pub(crate) struct WalkTrace {
    walk: Walk,
    /// Number of steps of each leg at the last sample.
    begun: Vec<u64>,
    /// Bodies of each leg, by their numbers in the running corpus.
    bodies: Vec<Vec<usize>>,
    is_empty: bool,
}

impl WalkTrace {
    /// Creates an empty trace.
    pub fn new<L: Language>(stage: &Stage<L>, roach: &Roach<L>) -> Self {
        let legs = roach.gait.legs();
        WalkTrace {
            walk: Walk {
                name: roach.name.clone(),
                legs: vec![LegTrack::default(); legs],
                ..Walk::default()
            },
            begun: (0..legs).map(|leg| roach.gait.steps(leg)).collect(),
            bodies: leg_bodies(stage, roach),
            is_empty: true,
        }
    }

    /// Samples the current gait of a stage, whose observation is up to date.
    pub fn see<L: Language>(&mut self, stage: &Stage<L>, now: f64) {
        let Some(roach) = stage.definitions.roach() else {
            return;
        };
        if std::mem::replace(&mut self.is_empty, false) {
            self.walk.from = now;
            // Programs and corpus may have been added since.
            self.bodies = leg_bodies(stage, roach);
        }
        self.walk.to = now;
        let corpus = stage.corpus_of(roach);
        let gait = &roach.gait;
        for (leg, track) in self.walk.legs.iter_mut().enumerate() {
            let steps = gait.steps(leg);
            let begun = self.begun.get(leg).copied().unwrap_or_default();
            let swings = gait.phase(leg) == LegPhase::Step;
            let unseen = swings && track.steps.is_empty() && steps == begun;
            if let Some(last) = track.steps.last_mut()
                && last.end.is_infinite()
                && (!swings || steps != begun)
            {
                last.end = gait.ended(leg).unwrap_or(now);
            }
            if steps != begun || unseen {
                track.steps.push(Step {
                    begin: match unseen {
                        true => f64::NEG_INFINITY,
                        false => gait.began(leg).unwrap_or(now),
                    },
                    end: match swings {
                        true => f64::INFINITY,
                        false => gait.ended(leg).unwrap_or(now),
                    },
                });
            }
            if let Some(count) = self.begun.get_mut(leg) {
                *count = steps;
            }
            if let (true, Some(corpus)) = (stage.world.ground_on, corpus) {
                let bodies = self.bodies.get(leg).map_or(&[][..], Vec::as_slice);
                see_contact(track, corpus, bodies, now);
            }
        }
    }

    /// Returns the samples, ready to be drawn.
    pub fn walk(&self) -> Walk {
        let mut walk = self.walk.clone();
        for track in &mut walk.legs {
            let last = track.contacts.as_mut().and_then(|c| c.last_mut());
            if let Some(last) = last.filter(|last| last[1].is_infinite()) {
                last[1] = walk.to;
            }
        }
        walk
    }

    /// Makes all samples later by a time (s), because the clock was set: cycles last as long as they were simulated.
    pub fn shift(&mut self, by: f64) {
        self.walk.from += by;
        self.walk.to += by;
        for track in &mut self.walk.legs {
            for step in &mut track.steps {
                step.begin += by;
                step.end += by;
            }
            for contact in track.contacts.iter_mut().flatten() {
                *contact = contact.map(|time| time + by);
            }
        }
    }

    /// Removes the samples at a time or after it.
    pub fn forget_after(&mut self, time: f64) {
        self.walk.to = self.walk.to.min(time);
        self.walk.from = self.walk.from.min(time);
        for (track, begun) in self.walk.legs.iter_mut().zip(&mut self.begun) {
            let before = track.steps.len();
            track.steps.retain(|step| step.begin < time);
            *begun = begun.saturating_sub((before - track.steps.len()) as u64);
            if let Some(last) = track.steps.last_mut()
                && last.end >= time
            {
                last.end = f64::INFINITY;
            }
            if let Some(contacts) = &mut track.contacts {
                contacts.retain(|c| c[0] < time);
                if let Some(last) = contacts.last_mut() {
                    last[1] = last[1].min(time);
                }
            }
        }
    }
}

fn see_contact(track: &mut LegTrack, corpus: &Corpus, bodies: &[usize], now: f64) {
    if bodies.is_empty() {
        return;
    }
    let seen = &corpus.observed().bodies;
    let touches = bodies
        .iter()
        .any(|b| seen.get(*b).is_some_and(|body| body.in_contact));
    let contacts = track.contacts.get_or_insert_default();
    match contacts.last_mut().filter(|last| last[1].is_infinite()) {
        Some(last) if !touches => last[1] = now,
        None if touches => contacts.push([now, f64::INFINITY]),
        _ => {}
    }
}

/// Returns the bodies of each leg: those whose joints its programs drive, and their distal bodies; none if that is unknown.
pub(crate) fn leg_bodies<L: Language>(stage: &Stage<L>, roach: &Roach<L>) -> Vec<Vec<usize>> {
    let Some(corpus) = stage.corpus_of(roach) else {
        return vec![];
    };
    let bodies_of = |moved: Vec<usize>| -> Vec<usize> {
        let carried = |body: &usize| {
            let mut carriers = std::iter::successors(Some(*body), |b| corpus.model.parent(*b));
            carriers.any(|b| {
                corpus
                    .numbering
                    .order
                    .get(b)
                    .is_some_and(|body| moved.contains(body))
            })
        };
        (0..corpus.model.bodies()).filter(carried).collect()
    };
    let programs = roach.programs.iter();
    programs.map(|p| bodies_of(p.moved_bodies())).collect()
}
