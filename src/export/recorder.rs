//! Records a motion from a running script.

use super::clip::{Bone, Clip};
use crate::dynamics::JointKind;
use crate::film::Cast;
use crate::scene::{Pose, Scene};
use crate::session::Stage;
use std::ops::ControlFlow;

/// Most poses of all moments together: 560 MB.
const MOST_POSES: usize = 10_000_000;

/// Moments to sample (simulated seconds).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Time of the first sample.
    pub from: f64,
    /// Time after which no sample is taken.
    pub to: Option<f64>,
    /// Interval between samples.
    pub interval: f64,
}

/// Samples a stage as its clock advances; between two simulated frames poses are interpolated.
#[derive(Debug)]
pub struct Recorder {
    moments: Moments,
    clip: Clip,
    cast: Option<Cast>,
    /// Name of the recorded world.
    world: Option<String>,
    last: Option<f64>,
    old: Vec<Pose>,
    new: Vec<Pose>,
    /// Whether the limit of poses was exceeded.
    pub too_many: bool,
    /// Whether another world moved, which the clip does not include.
    pub other_world: bool,
}

impl Recorder {
    /// Creates a recorder without samples.
    #[must_use]
    pub fn new(name: &str, moments: Moments) -> Self {
        Recorder {
            moments,
            clip: Clip {
                name: name.to_owned(),
                ..Clip::default()
            },
            cast: None,
            world: None,
            last: None,
            old: vec![],
            new: vec![],
            too_many: false,
            other_world: false,
        }
    }

    fn next_time(&self) -> Option<f64> {
        let time = self.moments.from + self.clip.times.len() as f64 * self.moments.interval;
        let end = self
            .moments
            .to
            .map_or(f64::INFINITY, |to| to + 1e-9 * self.moments.interval);
        (time <= end).then_some(time)
    }

    /// Prepares for a `go` of this duration (s): figures may have been added.
    pub fn set_up(&mut self, stage: &Stage, seconds: f64) {
        let world = self.world.get_or_insert_with(|| stage.name.clone());
        if *world != stage.name {
            self.other_world = true;
            return;
        }
        let mut cast = Cast::of(stage);
        cast.place(stage, &mut self.old);
        let end = stage.world.time + seconds;
        let end = self.moments.to.map_or(end, |to| to.min(end));
        let frames = (end - self.moments.from) / self.moments.interval;
        self.too_many |= frames * self.old.len() as f64 > MOST_POSES as f64;
        // Figures that were added later had their current poses before.
        for frame in &mut self.clip.frames {
            let came = self.old.get(frame.len()..).unwrap_or_default();
            frame.extend_from_slice(came);
        }
        self.clip.scene = cast.scene.clone();
        self.clip.bones = bones(stage, &cast.scene);
        self.last = Some(stage.world.time);
        self.cast = Some(cast);
    }

    /// Samples up to the stage's clock; returns `Break` after the last sample.
    pub fn catch_up(&mut self, stage: &Stage) -> ControlFlow<()> {
        let Some(mut cast) = self.cast.take() else {
            return ControlFlow::Continue(());
        };
        if self.world.as_ref() != Some(&stage.name) {
            self.cast = Some(cast);
            return ControlFlow::Continue(());
        }
        let now = stage.world.time;
        let begin = self.last.unwrap_or(now);
        let slack = 1e-9 * self.moments.interval;
        cast.place(stage, &mut self.new);
        while let Some(time) = self
            .next_time()
            .filter(|t| *t <= now + slack && !self.too_many)
        {
            self.too_many = self.clip.frames.len() * self.new.len() > MOST_POSES;
            let frame = if now > begin && time < now {
                let part = ((time - begin) / (now - begin)).max(0.0);
                let both = self.old.iter().zip(&self.new);
                both.map(|(a, b)| Pose::interpolate(a, b, part)).collect()
            } else {
                self.new.clone()
            };
            self.clip.times.push(time);
            self.clip.frames.push(frame);
        }
        std::mem::swap(&mut self.old, &mut self.new);
        self.last = Some(now);
        self.cast = Some(cast);
        match self.next_time() {
            Some(_) if !self.too_many => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }

    /// Returns the recorded clip.
    #[must_use]
    pub fn finish(self) -> Clip {
        let mut clip = self.clip;
        for frame in &mut clip.frames {
            frame.resize(clip.scene.actors.len(), Pose::at([0.0; 3]));
        }
        // Of the two quaternions of each rotation, chooses the one nearer to that of the previous sample.
        for actor in 0..clip.scene.actors.len() {
            let mut before: Option<[f64; 4]> = None;
            for pose in clip
                .frames
                .iter_mut()
                .filter_map(|frame| frame.get_mut(actor))
            {
                let q = pose.orientation;
                let turned = before.is_some_and(|b| (0..4).map(|k| b[k] * q[k]).sum::<f64>() < 0.0);
                if turned {
                    pose.orientation = q.map(|c| -c);
                }
                before = Some(pose.orientation);
            }
        }
        clip
    }
}

/// Returns the bodies of all figures of a stage, with the actors that show them.
fn bones(stage: &Stage, scene: &Scene) -> Vec<Bone> {
    let mut bones: Vec<Bone> = vec![];
    let mut from = 0;
    for draft in &stage.drafts {
        let running = draft.running.and_then(|c| stage.world.corpora.get(c));
        let Some(corpus) = running else { continue };
        // The bone of each body.
        let mut numbers = vec![None; corpus.order.len()];
        for (number, &body) in corpus.order.iter().enumerate() {
            let parent = corpus.model.parent(number);
            let parent = parent.and_then(|p| numbers.get(p).copied().flatten());
            let Some(spec) = draft.figure.bodies.get(body).map(|body| &body.spec) else {
                // A further degree of freedom of a joint has no bone: its children have its parent's bone as parent.
                if let Some(own) = numbers.get_mut(number) {
                    *own = parent;
                }
                continue;
            };
            // Actors are in the order of figures and bodies.
            let later = scene.actors.iter().enumerate().skip(from);
            let shown = later.into_iter().find(|(_, actor)| actor.name == spec.name);
            let Some((actor, shown)) = shown else {
                continue;
            };
            from = actor + 1;
            let corners = scene.meshes.get(shown.mesh).and_then(|mesh| mesh.corners());
            let tip = corners.map_or([0.0; 3], |(low, high)| {
                std::array::from_fn(|k| f64::from(low[k]) + f64::from(high[k]))
            });
            if let Some(own) = numbers.get_mut(number) {
                *own = Some(bones.len());
            }
            bones.push(Bone {
                name: spec.name.clone(),
                figure: draft.figure.name.clone(),
                parent,
                actor,
                slides: number > 0 && spec.joint == JointKind::Sliding,
                tip,
            });
        }
    }
    bones
}
