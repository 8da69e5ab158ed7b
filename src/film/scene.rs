//! Makes a scene of the figures of a world.

use super::annotate::{annotate, annotate_bodies, pull};
use crate::dynamics::Workspace;
use crate::figure::{Figure, Object, Transform};
use crate::geometry::Revolution;
use crate::scene::{
    Actor, BodyNumber, Ground, GroundLook, Marks, Member, Mesh, Pattern, Pose, Round, Scene, Shown,
    palette,
};
use crate::session::Stage;
use crate::world::{Corpus, WorldSnapshot};
use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};

/// A scene, with the body of a corpus to which each of its actors is fixed.
#[derive(Clone, Debug)]
pub struct WorldScene {
    /// The visible scene.
    pub scene: Scene,
    /// Corpus and body of each actor.
    fixed_to: Vec<(usize, usize)>,
    /// Name of the part that each actor is; none for the body's own shape.
    parts: Vec<Option<String>>,
    /// The colour of each actor before a script changes it.
    own_colours: Vec<[f32; 3]>,
    /// Side of a square of the floor that matches the size of the figures (m).
    tile: f64,
    /// The longest side of the largest shape (m).
    size: f64,
    /// Number of changes of the look when it was last applied.
    dressed: u64,
    /// Scratch memory for each corpus: its workspace and the poses of its bodies.
    scratch: Vec<(Workspace, Vec<Pose>)>,
}

/// Returns the diagonal of the largest shape of running figures, or of scenery (m).
fn largest(stage: &Stage, scenery: bool) -> f64 {
    let drafts = stage.definitions.drafts.iter();
    let running = drafts.filter(|draft| draft.running.is_some() && draft.scenery == scenery);
    let bodies = running.flat_map(|draft| &draft.figure.bodies);
    let meshes = bodies.flat_map(|body| {
        let parts = body.parts.iter().map(|part| &part.mesh);
        std::iter::once(&body.mesh).chain(parts)
    });
    let sizes = meshes.filter_map(|mesh| mesh.bounds().map(|(low, high)| (high - low).norm()));
    sizes.fold(0.0, f64::max)
}

impl WorldScene {
    /// Makes a scene of all bodies and parts of the corpora of a world and of its ground, with its look.
    #[must_use]
    pub fn of(stage: &Stage) -> Self {
        let corpora = stage.world.corpora.iter();
        let mut world = WorldScene {
            scene: Scene::default(),
            fixed_to: vec![],
            parts: vec![],
            own_colours: vec![],
            tile: 1.0,
            size: 0.0,
            dressed: 0,
            scratch: corpora
                .map(|c| {
                    let room = Vec::with_capacity(c.model.bodies());
                    (Workspace::new(&c.model), room)
                })
                .collect(),
        };
        for (number, draft) in stage.definitions.drafts.iter().enumerate() {
            let corpus = draft.running.and_then(|c| stage.world.corpora.get(c));
            if let (Some(running), Some(corpus)) = (draft.running, corpus) {
                world.add(number, &draft.figure, running, corpus);
            }
        }
        // Arrows and floor fit the figures, also beside a large wall.
        world.size = match largest(stage, false) {
            0.0 => largest(stage, true),
            size => size,
        };
        world.tile = round_length(0.5 * world.size);
        world.add_ground(stage);
        world.dress(stage);
        world
    }

    /// Adds the bodies and parts of a figure.
    fn add(&mut self, number: usize, figure: &Figure, running: usize, corpus: &Corpus) {
        let colours = palette(&members(figure, corpus), number);
        for (at, (&own, colour)) in corpus.numbering.order.iter().zip(colours).enumerate() {
            let Some(body) = figure.bodies.get(own) else {
                continue;
            };
            let whole = (&body.spec.name, &body.mesh, &body.shape, false);
            let parts = body.parts.iter();
            let parts = parts.map(|p| (&p.spec.name, &p.mesh, &p.shape, true));
            for (name, mesh, shape, is_part) in std::iter::once(whole).chain(parts) {
                let actor = Actor {
                    name: name.clone(),
                    of: Some(BodyNumber {
                        figure: number,
                        body: own,
                    }),
                    ..Actor::default()
                };
                let drawn = drawn(&mesh.vertices, &mesh.triangles, round(shape));
                self.push(actor, drawn, (running, at), colour);
                self.parts.push(is_part.then(|| name.clone()));
            }
        }
    }

    /// Adds ground that is not a level plane: terrain, or a tilted square around the origin.
    fn add_ground(&mut self, stage: &Stage) {
        let ground = &stage.world.ground;
        let hidden = !stage.world.ground_on || stage.look.ground.pattern == Pattern::Hidden;
        if hidden || ground.surface.is_level() {
            return;
        }
        let (corners, triangles) = match ground.surface.terrain() {
            Some(terrain) => terrain.triangles(),
            None => (
                tilted_square(&ground.surface.normal, ground.height, SQUARE * self.size),
                vec![[0, 1, 2], [0, 2, 3]],
            ),
        };
        let actor = Actor {
            name: "ground".to_owned(),
            scenery: true,
            ..Actor::default()
        };
        let colour = stage.look.ground.colours[0];
        self.push(actor, drawn(&corners, &triangles, None), GROUND, colour);
        self.parts.push(None);
    }

    fn push(&mut self, actor: Actor, mesh: Mesh, fixed_to: (usize, usize), colour: [f32; 3]) {
        let number = self.scene.meshes.len();
        let actor = Actor {
            mesh: number,
            ..actor
        };
        self.scene.actors.push(actor);
        self.scene.meshes.push(mesh);
        self.fixed_to.push(fixed_to);
        self.own_colours.push(colour);
    }

    /// Applies the look of the script.
    fn dress(&mut self, stage: &Stage) {
        let (look, scene) = (&stage.look, &mut self.scene);
        self.dressed = look.changes;
        let parts = self.parts.iter().zip(&self.own_colours);
        for (actor, (part, own)) in scene.actors.iter_mut().zip(parts) {
            let painted = actor.of.map(|of| look.painted(of, part.as_deref()));
            let (colour, material) = painted.unwrap_or_default();
            actor.colour = colour.unwrap_or(*own);
            actor.material = material.unwrap_or_default();
        }
        let surface = &stage.world.ground.surface;
        let plane = surface.normal.z == 1.0;
        let shown = stage.world.ground_on && plane && look.ground.pattern != Pattern::Hidden;
        scene.ground = shown.then(|| Ground {
            height: stage.world.ground.height as f32,
            tile: look.ground.tile.unwrap_or(self.tile) as f32,
            look: GroundLook {
                tile: None,
                ..look.ground
            },
        });
        scene.has_fixed_sun = look.light.direction.is_some();
        if let Some(direction) = look.light.direction {
            scene.sun = direction;
        }
        scene.sunlight = look.light.colour.map(|c| c * look.light.sun);
        scene.skylight = look.light.sky;
        scene.background = look.background;
        scene.cameras.clone_from(&look.cameras);
        scene.camera = look.camera;
    }

    /// Updates the markers of the scene (forces, axes, trails, names) to the current moment.
    pub fn mark(&mut self, stage: &Stage) {
        let mut marks = std::mem::take(&mut self.scene.marks);
        marks.strokes.clear();
        marks.letterings.clear();
        marks.labels.clear();
        annotate(stage, &self.scene, stage.look.shown, self.size, &mut marks);
        self.scene.marks = marks;
    }

    /// Returns the markers of the current moment for a viewer, which also shows some that the script does not, and pulls. Of a past
    /// moment, only the markers of bodies are known.
    #[must_use]
    pub fn marks_for_viewer(&self, stage: &Stage, also: Shown, is_past: bool) -> Marks {
        let own = stage.look.shown;
        let shown = Shown {
            forces: own.forces || also.forces,
            axes: own.axes || also.axes,
            names: own.names || also.names,
            ..own
        };
        let mut marks = Marks::default();
        if is_past {
            annotate_bodies(stage, &self.scene, shown, self.size, &mut marks);
            return marks;
        }
        annotate(stage, &self.scene, shown, self.size, &mut marks);
        let pulls = stage.world.corpora.iter().filter_map(Corpus::pull_ends);
        marks.strokes.extend(pulls.map(pull));
        marks
    }

    /// Returns the number of changes of the look when it was last applied.
    #[must_use]
    pub fn dressed(&self) -> u64 {
        self.dressed
    }

    /// Returns corpus and body of each actor, in the world's numbers.
    #[must_use]
    pub fn bodies(&self) -> &[(usize, usize)] {
        &self.fixed_to
    }

    /// Writes the current poses of the actors to `poses`. Allocates nothing if it has the capacity.
    pub fn place(&mut self, stage: &Stage, poses: &mut Vec<Pose>) {
        if self.dressed != stage.look.changes {
            self.dress(stage);
        }
        self.place_at(stage, None, poses);
    }

    /// Writes the poses of the actors now or at a stored moment. Figures that were assembled later have their current poses.
    pub fn place_at(&mut self, stage: &Stage, then: Option<&WorldSnapshot>, poses: &mut Vec<Pose>) {
        let corpora = self.scratch.iter_mut().zip(&stage.world.corpora);
        for (i, ((workspace, own), corpus)) in corpora.enumerate() {
            let kept = then.and_then(|then| Some(&*then.corpora.get(i)?.y));
            let kept = kept.filter(|y| y.len() == corpus.y.len());
            let y = kept.unwrap_or(&corpus.y);
            own.clear();
            own.extend(corpus.poses_at(y, workspace).map(|at| pose(&at)));
        }
        let pose_of = |(corpus, body): &(usize, usize)| {
            let (_, bodies) = self.scratch.get(*corpus)?;
            bodies.get(*body).copied()
        };
        poses.clear();
        poses.extend(
            self.fixed_to
                .iter()
                .map(|at| pose_of(at).unwrap_or_default()),
        );
    }
}

/// The number that stands for the world itself, to which the ground is fixed.
const GROUND: (usize, usize) = (usize::MAX, 0);

/// Half a side of a tilted square, as a multiple of the largest shape.
const SQUARE: f64 = 30.0;

/// Returns the corners of a square in the plane through the height over the origin, counter-clockwise from above (m).
fn tilted_square(normal: &Vector3<f64>, height: f64, half: f64) -> Vec<Vector3<f64>> {
    let along = Vector3::y().cross(normal).normalize();
    let across = normal.cross(&along);
    let signs = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let corner = |[a, b]: [f64; 2]| Vector3::z() * height + (along * a + across * b) * half;
    signs.map(corner).to_vec()
}

fn pose((rotation, origin): &(nalgebra::Matrix3<f64>, Vector3<f64>)) -> Pose {
    let turn = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(*rotation));
    Pose {
        position: (*origin).into(),
        orientation: [turn.w, turn.i, turn.j, turn.k],
    }
}

/// Returns the bodies of a corpus for the palette: their centres with all joints at zero, in the axes of the root.
fn members(figure: &Figure, corpus: &Corpus) -> Vec<Member> {
    let mut to_root: Vec<Transform> = Vec::with_capacity(corpus.numbering.order.len());
    let bodies = corpus.numbering.order.iter().enumerate();
    bodies
        .map(|(at, &own)| {
            let body = figure.bodies.get(own);
            let parent = corpus.model.parent(at).filter(|p| *p < at);
            let here = match (body, parent.and_then(|p| to_root.get(p))) {
                (Some(body), Some(above)) => body.placement.then(above),
                // A further degree of freedom of a joint is where its body's parent is.
                (None, Some(above)) => *above,
                _ => Transform::identity(),
            };
            let middle = body.and_then(|b| b.mesh.bounds());
            let middle = middle.map_or(Vector3::zeros(), |(low, high)| (low + high) / 2.0);
            let middle = here.point(&middle).into();
            to_root.push(here);
            Member { parent, middle }
        })
        .collect()
}

/// Returns a mesh as it is drawn.
fn drawn(vertices: &[Vector3<f64>], triangles: &[[u32; 3]], round: Option<Round>) -> Mesh {
    let vertex = |v: &Vector3<f64>| v.map(|c| c as f32).into();
    Mesh {
        vertices: vertices.iter().map(vertex).collect(),
        triangles: triangles.to_vec(),
        round,
    }
}

/// Returns the round surface of an object in the frame of its body; none if it is not known to be round.
fn round(shape: &Object) -> Option<Round> {
    let Revolution {
        linear,
        translation,
        balls,
        ..
    } = Revolution::of(&shape.placed_contacts())?;
    let back = linear.try_inverse()?;
    let rows = |linear: Matrix3<f64>, add: Vector3<f64>| {
        std::array::from_fn(|i| [linear[(i, 0)], linear[(i, 1)], linear[(i, 2)], add[i]])
    };
    Some(Round {
        inward: rows(back, -(back * translation)),
        outward: rows(linear, translation),
        balls,
    })
}

/// Returns the nearest of 1, 2, 5 times a power of ten, so that squares of the floor can be counted.
fn round_length(length: f64) -> f64 {
    if !(length > 0.0 && length.is_finite()) {
        return 1.0;
    }
    let power = libm::pow(10f64, libm::log10(length).floor());
    let steps = [1.0, 2.0, 5.0, 10.0];
    let near = |s: &f64| libm::log(s * power / length).abs();
    power
        * steps
            .into_iter()
            .min_by(|a, b| near(a).total_cmp(&near(b)))
            .unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::{WorldScene, round_length};
    use crate::session::{Mode, Quiet};

    #[test]
    fn actors_are_where_their_bodies_are_and_placing_them_again_takes_no_memory() {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
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
        let mut world = WorldScene::of(session.here());
        let mut poses = vec![];
        world.place(session.here(), &mut poses);
        let held = poses.as_ptr();
        assert!(session.run_text("on", "go 5").is_ok());
        world.place(session.here(), &mut poses);
        assert_eq!(poses.as_ptr(), held);
        let there = session.here().world.corpora[0].poses();
        assert_eq!((poses.len(), there.len()), (2, 2));
        for (pose, (_, origin)) in poses.iter().zip(&there) {
            assert_eq!(pose.position, [origin.x, origin.y, origin.z]);
        }
        assert_ne!(poses[1].orientation, [1.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn built_in_round_shapes_are_known_to_be_round() {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let script = "addcorpus c
            get a from unit_cubeb
            get b from unit_sphere
            get d from unit_capsule
            get e from unit_cylinder
            get f from unit_cone
            capsule g from=[0 0 0] to=[-2 1 0] radius=0.3
            cylinder h from=[1 2 0] to=[1 3 0] radius=0.5
            scale g 1 1 2
            scale h 1 -1 3
            scale b 1 2 3
            rotate d x 30
            move e 1 2 3
            addbody a a 0 0 1 rotary 1000
            addbody b b 0 1 0 rotary 1000
            addbody d d 0 1 0 rotary 1000
            addbody e e 0 1 0 rotary 1000
            addbody f f 0 1 0 rotary 1000
            addbody g g 0 1 0 rotary 1000
            addbody h h 0 1 0 rotary 1000
            linkbodies a b
            linkbodies a d
            linkbodies a e
            linkbodies a f
            linkbodies a g
            linkbodies a h
            setroot a
            corpusinit";
        assert!(session.run_text("seven", script).is_ok());
        let world = WorldScene::of(session.here());
        let strays = |name: &str| {
            let actor = world.scene.actors.iter().find(|a| a.name == name).unwrap();
            let mesh = &world.scene.meshes[actor.mesh];
            (mesh.stray(), mesh.finer().stray())
        };
        assert_eq!(strays("a"), (0.0, 0.0));
        for name in ["b", "d", "e", "f", "g", "h"] {
            let (stray, finer) = strays(name);
            assert!(stray > 4e-4, "{name} {stray}");
            let part = finer / stray;
            assert!((part - 0.25).abs() < 0.02, "{name} {part}");
        }
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
