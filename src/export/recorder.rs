//! Records a motion from a running script.

use super::clip::{Bone, Clip};
use crate::dynamics::{Freedom, JointKind};
use crate::figure::Degree;
use crate::film::{Sample, SampleTimes, Sampler};
use crate::scene::{BodyNumber, Pose, Scene};
use crate::session::Stage;
use std::ops::ControlFlow;

/// Most poses of all moments together: 560 MB.
const MOST_POSES: usize = 10_000_000;

/// Samples the motion of a stage in the order in which it is simulated. The times of the clip rise evenly from the clock time
/// of its first sample, also where the clock jumps.
#[derive(Debug)]
pub struct Recorder {
    sampler: Sampler,
    /// Time between two samples (s).
    interval: f64,
    clip: Clip,
    /// Name of the recorded world.
    world: Option<String>,
    /// Whether the limit of poses was exceeded.
    pub too_many: bool,
    /// Whether another world moved, which the clip does not include.
    pub other_world: bool,
}

impl Recorder {
    /// Creates a recorder without samples.
    #[must_use]
    pub fn new(name: &str, times: SampleTimes) -> Self {
        Recorder {
            sampler: Sampler::new(times),
            interval: times.interval,
            clip: Clip {
                name: name.to_owned(),
                ..Clip::default()
            },
            world: None,
            too_many: false,
            other_world: false,
        }
    }

    /// Prepares for a `go` of this duration (s): figures may have been added.
    pub fn start_go(&mut self, stage: &Stage, seconds: f64) {
        let world = self.world.get_or_insert_with(|| stage.name.clone());
        if *world != stage.name {
            self.other_world = true;
            return;
        }
        let (world, poses) = self.sampler.start_go(stage);
        self.clip.scene = world.scene.clone();
        self.clip.bones = bones(stage, &world.scene);
        let poses = poses.to_vec();
        let frames = self.sampler.count_by(stage.world.time + seconds);
        self.too_many |= frames * poses.len() as f64 > MOST_POSES as f64;
        // Figures that were added later had their current poses before.
        for frame in &mut self.clip.frames {
            frame.extend_from_slice(poses.get(frame.len()..).unwrap_or_default());
        }
    }

    /// Samples up to the stage's clock; returns `Break` after the last sample.
    pub fn catch_up(&mut self, stage: &Stage) -> ControlFlow<()> {
        if self.world.as_ref() != Some(&stage.name) {
            return ControlFlow::Continue(());
        }
        let (clip, too_many, interval) = (&mut self.clip, &mut self.too_many, self.interval);
        if *too_many {
            return ControlFlow::Break(());
        }
        self.sampler.catch_up(stage, |sample| {
            let Sample { time, poses, .. } = sample;
            *too_many = clip.frames.len() * poses.len() > MOST_POSES;
            let since_first = clip.times.len() as f64 * interval;
            let first = clip.times.first().copied();
            clip.times
                .push(first.map_or(time, |first| first + since_first));
            clip.frames.push(poses.to_vec());
            match too_many {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })
    }

    /// Returns the recorded clip.
    #[must_use]
    pub fn finish(self) -> Clip {
        let mut clip = self.clip;
        for frame in &mut clip.frames {
            frame.resize(clip.scene.actors.len(), Pose::default());
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

/// Returns where a line from the joint, at the origin, through the centre of a shape's bounding box leaves that box (m); the
/// origin if it is the centre.
fn tip((low, high): ([f32; 3], [f32; 3])) -> [f64; 3] {
    let [low, high] = [low, high].map(|corner| corner.map(f64::from));
    let centre: [f64; 3] = std::array::from_fn(|k| (low[k] + high[k]) / 2.0);
    let largest = (0..3).map(|k| high[k] - low[k]).fold(0.0, f64::max);
    // The centre may be off the origin by rounding only, and then has no direction.
    let off = (0..3).filter(|k| centre[*k].abs() > 1e-5 * largest);
    let leaves = off.map(|k| if centre[k] > 0.0 { high[k] } else { low[k] } / centre[k]);
    let first = leaves.fold(f64::INFINITY, f64::min);
    match first.is_finite() {
        true => centre.map(|c| c * first),
        false => [0.0; 3],
    }
}

/// Whether one of the degrees of freedom of a joint is a translation, or a rotation coupled to one as in a screw.
fn translates(degrees: &[Degree]) -> bool {
    degrees.iter().any(|degree| {
        degree.kind == JointKind::Sliding || matches!(degree.freedom, Freedom::Screw { .. })
    })
}

/// Returns the bodies of all figures of a stage, with the actors that show them.
fn bones(stage: &Stage, scene: &Scene) -> Vec<Bone> {
    let mut bones: Vec<Bone> = vec![];
    for (figure, draft) in stage.definitions.drafts.iter().enumerate() {
        let running = draft.running.and_then(|c| stage.world.corpora.get(c));
        let Some(corpus) = running else { continue };
        // The bone of each body.
        let mut numbers = vec![None; corpus.numbering.order.len()];
        for (number, &body) in corpus.numbering.order.iter().enumerate() {
            let parent = corpus.model.parent(number);
            let parent = parent.and_then(|p| numbers.get(p).copied().flatten());
            let Some(spec) = draft.figure.bodies.get(body).map(|body| &body.spec) else {
                // A further degree of freedom of a joint has no bone: its children have its parent's bone as parent.
                if let Some(own) = numbers.get_mut(number) {
                    *own = parent;
                }
                continue;
            };
            // The first actor of a body is its own shape.
            let of = Some(BodyNumber { figure, body });
            let Some(actor) = scene.actors.iter().position(|actor| actor.of == of) else {
                continue;
            };
            let mesh = scene.meshes.get(scene.actors[actor].mesh);
            let corners = mesh.and_then(|mesh| mesh.corners());
            let tip = corners.map_or([0.0; 3], tip);
            if let Some(own) = numbers.get_mut(number) {
                *own = Some(bones.len());
            }
            bones.push(Bone {
                name: spec.name.clone(),
                figure: draft.figure.name.clone(),
                parent,
                actor,
                translates: number > 0 && translates(&spec.degrees()),
                tip,
            });
        }
    }
    bones
}

#[cfg(test)]
mod tests {
    use super::tip;

    #[test]
    fn a_bone_ends_where_its_shape_ends() {
        let near = |box_of: ([f32; 3], [f32; 3]), expected: [f64; 3]| {
            let found = tip(box_of);
            for k in 0..3 {
                assert!((found[k] - expected[k]).abs() < 1e-6, "{found:?}");
            }
        };
        near(([-1.0, -0.5, -1.0], [1.0, 4.5, 1.0]), [0.0, 4.5, 0.0]);
        near(([-1.0, 0.0, -6.0], [1.0, 0.0, 2.0]), [0.0, 0.0, -6.0]);
        near(([0.0, 0.0, -1.0], [2.0, 4.0, 1.0]), [2.0, 4.0, 0.0]);
        near(([-1.0, -2.0, -3.0], [1.0, 2.000_001, 3.0]), [0.0; 3]);
    }
}
