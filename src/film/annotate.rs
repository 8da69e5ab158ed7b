//! Markers over the figures: forces, pushes, axes, centres of mass, contacts, trails, names, distances on the ground.

use super::ruler::ruler;
use super::sparks::sparks;
use crate::draw::text_width;
use crate::dynamics::{Workspace, kinematics};
use crate::scene::{BodyNumber, Label, Marks, Scene, Shown, Stroke, Trail, of_code};
use crate::session::Stage;
use crate::world::Corpus;
use nalgebra::{Matrix3, Vector3};

/// Colours (of the set by Okabe and Ito, except for the last two).
const FORCE: [f32; 3] = of_code(0xf0_e442);
const AXIS: [f32; 3] = of_code(0xcc_79a7);
const CENTRE: [f32; 3] = of_code(0x00_0000);
const CONTACT: [f32; 3] = of_code(0xd5_5e00);
const TRAIL: [f32; 3] = of_code(0x00_2a50);
const NAME: [f32; 3] = of_code(0xff_ffff);
const PUSH: [f32; 3] = of_code(0xd5_5e00);
const ATTACHMENT: [f32; 3] = of_code(0x00_9e73);

/// Length of the arrow of a force that equals the figure's weight at 9.8 m/s2, as a multiple of the largest shape.
const WEIGHT: f64 = 2.0;
/// Largest number of points of a trail.
const TRAIL_POINTS: usize = 240;
/// Height of a letter, as a part of the picture's height.
const LETTER: f32 = 0.021;

/// Adds the selected markers of the current moment. `size` is that of the largest shape (m).
pub(super) fn annotate(stage: &Stage, scene: &Scene, shown: Shown, size: f64, marks: &mut Marks) {
    if let Some(ground) = scene.ground.filter(|_| shown.ruler) {
        ruler(&ground, middle_of_roots(stage), marks);
        // On terrain, they lie on the highest point below them.
        for one in &mut marks.letterings {
            let wide = text_width(&one.text, 1.0);
            let (right, up) = (&one.right, &one.up);
            let part = |[along, across]: [f64; 2]| {
                let at = |k: usize| one.at[k] + along * wide * right[k] + across * up[k];
                height(stage, at(0), at(1))
            };
            let parts = (0..=6).flat_map(|i| [0.0, 0.5, 1.0].map(|j| [f64::from(i) / 6.0, j]));
            one.at[2] = parts.map(part).fold(f64::NEG_INFINITY, f64::max);
        }
    }
    for trail in &stage.look.trails {
        marks.strokes.extend(trail_of(stage, trail));
    }
    marks.strokes.extend(attachments(stage));
    if shown.sparks {
        marks.strokes.extend(sparks(stage, size));
    }
    for draft in &stage.definitions.drafts {
        let corpus = draft.running.and_then(|c| stage.world.corpora.get(c));
        let Some(corpus) = corpus else { continue };
        if draft.scenery || !(shown.forces || shown.contacts || shown.centre) {
            continue;
        }
        let poses = corpus.poses();
        for (at, (_, origin)) in poses.iter().enumerate() {
            let touches = corpus.ground_touches().iter();
            let touching = touches.filter(|touch| touch.body == at);
            let touching: Vec<_> = touching.map(|touch| touch.point).collect();
            if shown.contacts {
                marks
                    .strokes
                    .extend(touching.iter().map(|p| dot(*p, CONTACT, 0.012)));
            }
            if shown.forces {
                let sum: Vector3<f64> = touching.iter().sum();
                let foot = match touching.len() {
                    0 => *origin,
                    count => sum / count as f64,
                };
                let force = corpus.ground_force(at).whole();
                let force = arrow(corpus, foot, force, FORCE, size);
                marks.strokes.extend(force);
            }
        }
        if shown.forces {
            let pushes = corpus.pushing(&poses);
            let pushes = pushes.filter_map(|[at, force]| arrow(corpus, at, force, PUSH, size));
            marks.strokes.extend(pushes);
        }
        if shown.centre {
            centre(stage, corpus, &poses, marks);
        }
    }
    if shown.forces || shown.contacts {
        marks.strokes.extend(of_bodies(stage, shown, size));
    }
    annotate_bodies(stage, scene, shown, size, marks);
}

/// Returns the points at which bodies touch each other, and on both bodies the force there: of each pair one arrow, at the mean of its
/// points. Scenery has no weight to which its arrow could be drawn.
fn of_bodies(stage: &Stage, shown: Shown, size: f64) -> Vec<Stroke> {
    let mut strokes = vec![];
    let all = stage.world.touches();
    for pair in all.chunk_by(|one, two| one.bodies == two.bodies) {
        if shown.contacts {
            let points = pair.iter().map(|touch| touch.point);
            strokes.extend(points.map(|at| dot(at, CONTACT, 0.012)));
        }
        let of = pair
            .first()
            .filter(|_| shown.forces)
            .map(|touch| touch.bodies);
        let at = pair.iter().map(|touch| touch.point).sum::<Vector3<f64>>() / pair.len() as f64;
        let force: Vector3<f64> = pair.iter().map(|touch| touch.force).sum();
        for ((corpus, _), sign) in of.into_iter().flatten().zip([1.0, -1.0]) {
            let corpus = stage.world.corpora.get(corpus);
            strokes.extend(corpus.and_then(|c| arrow(c, at, force * sign, FORCE, size)));
        }
    }
    strokes
}

/// Adds the markers of bodies, which do not depend on the moment: joint axes, names and texts.
pub(super) fn annotate_bodies(
    stage: &Stage,
    scene: &Scene,
    shown: Shown,
    size: f64,
    marks: &mut Marks,
) {
    let look = &stage.look;
    for (at, actor) in scene.actors.iter().enumerate() {
        let Some(of) = actor.of.filter(|_| is_body(scene, at)) else {
            continue;
        };
        let body = stage.definitions.drafts.get(of.figure);
        let body = body.and_then(|d| d.figure.bodies.get(of.body));
        if shown.axes
            && let Some(body) = body.filter(|b| b.parent.is_some())
        {
            marks.strokes.push(axis(at, &body.spec.axis, size));
        }
        let texts = look.labels.iter().filter(|l| l.on == of).map(|l| &l.text);
        let name = shown.names.then_some(&actor.name);
        for text in texts.chain(name) {
            marks.labels.push(Label {
                on: Some(at),
                at: [0.0; 3],
                text: text.clone(),
                colour: NAME,
                size: LETTER,
            });
        }
    }
}

/// Returns the arrow of a pull from its point of a body to its goal (m, world).
pub(super) fn pull(ends: [Vector3<f64>; 2]) -> Stroke {
    Stroke {
        points: ends.map(<[f64; 3]>::from).to_vec(),
        colour: AXIS,
        arrow: true,
        on_top: true,
        ..Stroke::default()
    }
}

/// Returns a line for each unbroken attachment.
fn attachments(stage: &Stage) -> impl Iterator<Item = Stroke> {
    stage
        .world
        .attachment_ends()
        .into_iter()
        .map(|ends| Stroke {
            points: ends.map(<[f64; 3]>::from).to_vec(),
            colour: ATTACHMENT,
            width: 0.004,
            ..Stroke::default()
        })
}

/// Returns the mean position of the roots of all figures (m, world).
fn middle_of_roots(stage: &Stage) -> [f64; 2] {
    let root = |corpus: &Corpus| -> [f64; 2] {
        let start = corpus.layout().position().start;
        [0, 1].map(|k| corpus.y.get(start + k).copied().unwrap_or(0.0))
    };
    let roots: Vec<[f64; 2]> = stage.world.corpora.iter().map(root).collect();
    let count = roots.len().max(1) as f64;
    [0, 1].map(|k| roots.iter().map(|p| p[k]).sum::<f64>() / count)
}

/// Whether an actor is its body's own shape, not a part of it: the first actor of the body.
fn is_body(scene: &Scene, at: usize) -> bool {
    let of = |at: usize| scene.actors.get(at).and_then(|a| a.of);
    at.checked_sub(1).and_then(of) != of(at)
}

fn dot(at: Vector3<f64>, colour: [f32; 3], width: f32) -> Stroke {
    Stroke {
        points: vec![at.into(), at.into()],
        colour,
        width,
        on_top: true,
        ..Stroke::default()
    }
}

/// Returns the arrow of a force (N, world) that acts at a point (m, world); none if it would be too short.
fn arrow(
    corpus: &Corpus,
    at: Vector3<f64>,
    force: Vector3<f64>,
    colour: [f32; 3],
    size: f64,
) -> Option<Stroke> {
    let weight = corpus.laws.distal_masses.first()? * 9.8;
    let arrow = force * (WEIGHT * size / weight);
    // A force too short for an arrow is negligible.
    (arrow.norm() > 0.02 * size && arrow.norm().is_finite()).then(|| Stroke {
        points: vec![at.into(), (at + arrow).into()],
        colour,
        width: 0.008,
        arrow: true,
        on_top: true,
        ..Stroke::default()
    })
}

/// Returns the axis of the joint that carries a body, through the joint, in the body's frame.
fn axis(actor: usize, axis: &Vector3<f64>, size: f64) -> Stroke {
    let half = axis.normalize() * (0.3 * size);
    Stroke {
        on: Some(actor),
        points: vec![(-half).into(), half.into()],
        colour: AXIS,
        width: 0.005,
        arrow: true,
        on_top: true,
        ..Stroke::default()
    }
}

/// Returns the height of the ground at a place (m).
fn height(stage: &Stage, x: f64, y: f64) -> f64 {
    let (ground, place) = (&stage.world.ground, Vector3::new(x, y, 0.0));
    let (normal, offset) = ground.surface.plane_at(&place, ground.height);
    (offset - normal.dot(&place)) / normal.z
}

/// Adds the markers of the centre of mass, with a line down to the ground below it.
fn centre(
    stage: &Stage,
    corpus: &Corpus,
    poses: &[(Matrix3<f64>, Vector3<f64>)],
    marks: &mut Marks,
) {
    let (mut mass, mut moment) = (0.0, Vector3::zeros());
    for (at, (rotation, origin)) in poses.iter().enumerate() {
        let inertia = corpus.model.inertia(at);
        mass += inertia.mass;
        moment += (origin + rotation * inertia.centre) * inertia.mass;
    }
    if mass <= 0.0 {
        return;
    }
    let at: Vector3<f64> = moment / mass;
    if stage.world.ground_on {
        let below = Vector3::new(at.x, at.y, height(stage, at.x, at.y));
        marks.strokes.push(Stroke {
            points: vec![at.into(), below.into()],
            colour: CENTRE,
            width: 0.003,
            opacity: 0.6,
            first_opacity: 0.6,
            on_top: true,
            ..Stroke::default()
        });
        marks.strokes.push(dot(below, CENTRE, 0.008));
    }
    marks.strokes.push(dot(at, CENTRE, 0.02));
    marks.strokes.push(dot(at, NAME, 0.012));
}

/// Returns the path of a body's origin over the stored frames.
fn trail_of(stage: &Stage, trail: &Trail) -> Option<Stroke> {
    let BodyNumber { figure, body } = trail.on;
    let running = stage.definitions.drafts.get(figure)?.running?;
    let corpus = stage.world.corpora.get(running)?;
    let at = corpus.number_of(body)?;
    let mut kept = stage.past.history.since(stage.simulated - trail.seconds);
    // One point in each group of frames, always the same groups: points that appeared and vanished would make the line flicker. The first stored
    // frame of a group, because not all earlier frames are stored.
    let first = kept.next()?;
    let frames = stage.frames.saturating_sub(first.frames) as usize;
    let group = frames.div_ceil(TRAIL_POINTS).next_power_of_two() as u64;
    let mut last = None;
    let mut workspace = Workspace::new(&corpus.model);
    let mut place = |y: &[f64]| -> [f64; 3] {
        kinematics(&corpus.model, y, &mut workspace);
        workspace.world_position(at).into()
    };
    let mut points: Vec<[f64; 3]> = std::iter::once(first)
        .chain(kept)
        .filter(|moment| last.replace(moment.frames / group) != Some(moment.frames / group))
        .filter_map(|moment| moment.world.corpora.get(running))
        .filter(|kept| kept.y.len() == corpus.y.len())
        .map(|kept| place(&kept.y))
        .collect();
    points.push(place(&corpus.y));
    (points.len() > 1).then(|| Stroke {
        points,
        colour: TRAIL,
        width: 0.004,
        opacity: 0.9,
        first_opacity: 0.0,
        ..Stroke::default()
    })
}

#[cfg(test)]
mod tests {
    use super::{CONTACT, height};
    use crate::film::WorldScene;
    use crate::scene::Stroke;
    use crate::session::{Mode, Quiet};

    #[test]
    fn a_push_is_an_arrow_from_where_it_acts_until_it_ends() {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let script = "addcorpus c
            get o from unit_cube
            addbody b o 0 0 1 rotary 1000
            setroot b
            corpusinit
            rotate o z 90
            move o 0 0 5
            setrootpos
            push b 0 9.8kN 0 at 0.5 0 0
            push b 9.8kN 0 0 axes=body for 20ms
            go 10ms";
        let ran = session.run_text("pushed", script);
        assert!(ran.is_ok(), "{:?}", session.diagnostics);
        let mut run = |lines: &str| -> Vec<Stroke> {
            assert!(session.run_text("on", lines).is_ok());
            let mut world = WorldScene::of(session.here());
            world.mark(session.here());
            let strokes = world.scene.marks.strokes.into_iter();
            strokes.filter(|stroke| stroke.arrow).collect()
        };
        assert!(run("").is_empty(), "forces are not shown yet");
        let both = run("show forces");
        assert_eq!(both.len(), 2);
        let ways: Vec<[f64; 3]> = both
            .iter()
            .map(|s| std::array::from_fn(|k| s.points[1][k] - s.points[0][k]))
            .collect();
        // The arrow for the cube's weight is as long as two cubes; one is along the world's y, the other along the former x
        // axis of the cube.
        for way in &ways {
            assert!((way[1] - 12f64.sqrt()).abs() < 1e-3, "{way:?}");
            assert!(way[0].abs() < 0.05 && way[2].abs() < 1e-9, "{way:?}");
        }
        // The point at half a metre along x of the cube, which is rotated by a quarter turn.
        let [x, y, _] = both[0].points[0];
        assert!(x.abs() < 0.01 && (y - 0.5).abs() < 0.01, "{x} {y}");
        assert_eq!(run("go 20ms").len(), 1, "one has ended");
        assert!(run("push b off").is_empty());
    }

    #[test]
    fn markers_lie_on_terrain() {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let script = "addtrigrid hill formula 10cm 4m {1m * exp(-(x^2 + y^2) / (2 * (60cm)^2))}
            addcorpus c
            box b size=[30cm 30cm 20cm]
            addbody b b axis=[0 0 1] joint=rotary density=1g/cm3
            setroot b
            corpusinit
            groundtype trigrid hill
            ground on
            grav on
            rest 1mm
            show contacts
            show centre
            go 0.5s";
        let ran = session.run_text("hill", script);
        assert!(ran.is_ok(), "{:?}", session.diagnostics);
        session.observe();
        let mut world = WorldScene::of(session.here());
        world.mark(session.here());
        let marks = &world.scene.marks;
        let contacts = marks.strokes.iter().filter(|s| s.colour == CONTACT);
        let heights: Vec<f64> = contacts.map(|s| s.points[0][2]).collect();
        assert!(!heights.is_empty() && heights.iter().all(|z| (z - 1.0).abs() < 0.01));
        let plumb = marks.strokes.iter().find(|s| s.width == 0.003).unwrap();
        assert!((plumb.points[1][2] - 1.0).abs() < 1e-9);
        let stage = session.here();
        for one in &marks.letterings {
            let ground = height(stage, one.at[0], one.at[1]);
            assert!(one.at[2] >= ground, "{} {ground}", one.at[2]);
        }
        assert!(marks.letterings.iter().any(|one| one.at[2] > 0.2));
    }

    /// Of a run of ten seconds with 1200 frames a second, not all frames are stored.
    #[test]
    fn a_trail_has_its_points_where_frames_are_left_out_of_the_history() {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let script = "addcorpus c
            get o from unit_cube
            addbody b o 0 0 1 rotary 1000
            setroot b
            corpusinit
            addv b 1 0 0 0 0 0
            trail b 10s
            go 10s";
        let ran = session.run_text("moved", script);
        assert!(ran.is_ok(), "{:?}", session.diagnostics);
        let mut world = WorldScene::of(session.here());
        world.mark(session.here());
        let [trail] = &world.scene.marks.strokes[..] else {
            panic!("{}", world.scene.marks.strokes.len());
        };
        assert!(trail.points.len() > 150, "{}", trail.points.len());
        for pair in trail.points.windows(2) {
            assert!((pair[1][0] - pair[0][0]) < 0.08, "{pair:?}");
        }
    }
}
