//! The figures of a world as a scene.

use crate::dynamics::Workspace;
use crate::scene::{Actor, Ground, Mesh, Pose, Scene};
use crate::session::Stage;
use crate::world::WorldSnapshot;
use nalgebra::{Rotation3, UnitQuaternion, Vector3};

/// A scene, and which body of which corpus each of its actors is fixed to.
#[derive(Clone, Debug)]
pub struct Cast {
    /// What there is to see.
    pub scene: Scene,
    /// Corpus and body of each actor.
    fixed_to: Vec<(usize, usize)>,
    /// Scratch for each corpus: its workspace and the poses of its bodies.
    scratch: Vec<(Workspace, Vec<Pose>)>,
}

/// Colours from the root to the tips (linear RGB), one row for each corpus in turn.
const PALETTES: [[[f32; 3]; 2]; 4] = [
    [[0.34, 0.085, 0.03], [0.72, 0.40, 0.11]],
    [[0.05, 0.16, 0.30], [0.28, 0.52, 0.66]],
    [[0.07, 0.22, 0.08], [0.45, 0.60, 0.20]],
    [[0.26, 0.06, 0.22], [0.66, 0.34, 0.55]],
];

impl Cast {
    /// All bodies and parts of the corpora of a world, and its ground.
    #[must_use]
    pub fn of(stage: &Stage) -> Self {
        let mut scene = Scene::default();
        let mut fixed_to = vec![];
        let mut size: f64 = 0.0;
        for draft in &stage.drafts {
            let Some(running) = draft.running else {
                continue;
            };
            let Some(corpus) = stage.world.corpora.get(running) else {
                continue;
            };
            let depths = depths(corpus);
            let deepest = depths.iter().copied().max().unwrap_or(0).max(1);
            let [near, far] = PALETTES[running % PALETTES.len()];
            for (number, &body) in corpus.order.iter().enumerate() {
                let Some(body) = draft.figure.bodies.get(body) else {
                    continue;
                };
                let part = (depths[number] as f32 / deepest as f32).sqrt();
                let colour = std::array::from_fn(|k| near[k] + (far[k] - near[k]) * part);
                let meshes = std::iter::once((&body.spec.name, &body.mesh))
                    .chain(body.parts.iter().map(|p| (&p.spec.name, &p.mesh)));
                for (name, mesh) in meshes {
                    size = mesh
                        .bounds()
                        .map_or(size, |(low, high)| size.max((high - low).norm()));
                    scene.actors.push(Actor {
                        name: name.clone(),
                        mesh: scene.meshes.len(),
                        colour,
                    });
                    scene.meshes.push(visible(mesh));
                    fixed_to.push((running, number));
                }
            }
        }
        scene.ground = stage.world.ground_on.then(|| Ground {
            height: stage.world.ground.height as f32,
            tile: round_length(0.5 * size) as f32,
        });
        let corpora = stage.world.corpora.iter();
        Cast {
            scene,
            fixed_to,
            scratch: corpora
                .map(|c| {
                    (
                        Workspace::new(&c.model),
                        Vec::with_capacity(c.model.bodies()),
                    )
                })
                .collect(),
        }
    }

    /// Corpus and body of each actor, in the world's numbers.
    #[must_use]
    pub fn bodies(&self) -> &[(usize, usize)] {
        &self.fixed_to
    }

    /// Where the actors are now, in place of what `poses` holds. Nothing is allocated once that has held them.
    pub fn place(&mut self, stage: &Stage, poses: &mut Vec<Pose>) {
        for ((workspace, own), corpus) in self.scratch.iter_mut().zip(&stage.world.corpora) {
            own.clear();
            own.extend(corpus.poses_by(workspace).map(|at| pose(&at)));
        }
        self.give(poses);
    }

    /// Where they were at a moment that is kept. Figures that came later, or were put together anew since, are where they are now.
    pub fn place_past(&mut self, stage: &Stage, then: &WorldSnapshot, poses: &mut Vec<Pose>) {
        let corpora = self.scratch.iter_mut().zip(&stage.world.corpora);
        for (i, ((workspace, own), corpus)) in corpora.enumerate() {
            let kept = then.corpora.get(i).map(|kept| &*kept.y);
            let y = kept
                .filter(|y| y.len() == corpus.y.len())
                .unwrap_or(&corpus.y);
            own.clear();
            own.extend(corpus.poses_at(y, workspace).map(|at| pose(&at)));
        }
        self.give(poses);
    }

    fn give(&self, poses: &mut Vec<Pose>) {
        let pose_of = |(corpus, body): &(usize, usize)| {
            let (_, bodies) = self.scratch.get(*corpus)?;
            bodies.get(*body).copied()
        };
        let nowhere = Pose::at([0.0; 3]);
        poses.clear();
        poses.extend(
            self.fixed_to
                .iter()
                .map(|at| pose_of(at).unwrap_or(nowhere)),
        );
    }
}

fn pose((rotation, origin): &(nalgebra::Matrix3<f64>, Vector3<f64>)) -> Pose {
    let turn = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(*rotation));
    Pose {
        position: (*origin).into(),
        orientation: [turn.w, turn.i, turn.j, turn.k],
    }
}

/// How many joints are between the root and each body.
fn depths(corpus: &crate::world::Corpus) -> Vec<usize> {
    let mut depths = vec![0; corpus.model.bodies()];
    for body in 1..corpus.model.bodies() {
        depths[body] = corpus.model.parent(body).map_or(0, |p| depths[p] + 1);
    }
    depths
}

fn visible(mesh: &crate::geometry::Mesh) -> Mesh {
    Mesh {
        vertices: mesh
            .vertices
            .iter()
            .map(|v| [v.x as f32, v.y as f32, v.z as f32])
            .collect(),
        triangles: mesh.triangles.clone(),
    }
}

/// The nearest of 1, 2, 5 times a power of ten, so that squares of the floor can be counted.
fn round_length(length: f64) -> f64 {
    if !(length > 0.0 && length.is_finite()) {
        return 1.0;
    }
    let power = 10f64.powf(length.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0];
    let near = |s: &f64| (s * power / length).ln().abs();
    power
        * steps
            .into_iter()
            .min_by(|a, b| near(a).total_cmp(&near(b)))
            .unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::{Cast, round_length};
    use crate::session::{Mode, Quiet, Session};

    #[test]
    fn actors_are_where_their_bodies_are_and_placing_them_again_takes_no_memory() {
        let mut session = Session::new(Mode::Run, Box::new(Quiet));
        let script = "addcorpus c
            get a from unit_cube
            get b from unit_cube
            addbody a a 0 0 1 rotary 1000
            addbody b b 0 1 0 rotary 1000
            move b 1 0 0
            linkbodies a b
            setroot a
            corpusinit
            joint b dq 3
            go 5";
        assert!(session.run_text("two", script).is_ok());
        let mut cast = Cast::of(session.here());
        let mut poses = vec![];
        cast.place(session.here(), &mut poses);
        let held = poses.as_ptr();
        assert!(session.run_text("on", "go 5").is_ok());
        cast.place(session.here(), &mut poses);
        assert_eq!(poses.as_ptr(), held);
        let there = session.here().world.corpora[0].poses();
        assert_eq!((poses.len(), there.len()), (2, 2));
        for (pose, (_, origin)) in poses.iter().zip(&there) {
            assert_eq!(pose.position, [origin.x, origin.y, origin.z]);
        }
        assert_ne!(poses[1].orientation, [1.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn squares_of_the_floor_have_round_sides() {
        assert!((round_length(0.0107) - 0.01).abs() < 1e-12);
        assert!((round_length(0.016) - 0.02).abs() < 1e-12);
        assert_eq!(round_length(70.0), 50.0);
        assert_eq!(round_length(0.0), 1.0);
        assert_eq!(round_length(f64::NAN), 1.0);
    }
}
