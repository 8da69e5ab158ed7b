use super::*;
use crate::figure::{BodySpec, Figure, Object};
use crate::geometry::Shape;
use crate::world::World;
use crate::world::island::alone;
use corpus_dynamics::{articulated_body, kinematics};

/// Returns a box that tumbles, with a corner 1 mm in the ground.
fn tumbling() -> Corpus {
    let mut figure = Figure::new("c".into());
    let shape = Object::of(Shape::Cube).sized(0.1, 0.2, 0.05);
    figure.add(BodySpec::new("b"), &shape).unwrap();
    let mut world = World::default();
    world.add(&figure).unwrap();
    let mut corpus = world.corpora.remove(0);
    let turn =
        nalgebra::Rotation3::from_euler_angles(20_f64.to_radians(), 10_f64.to_radians(), 0.0);
    corpus.set_root_pose(turn.matrix(), &Vector3::zeros());
    let [lowest, _] = corpus.touching_heights().unwrap();
    corpus.set_root_pose(turn.matrix(), &Vector3::new(0.0, 0.0, -1e-3 - lowest));
    let (omega, v) = (corpus.layout().omega().start, corpus.layout().v().start);
    corpus.y[omega..omega + 3].copy_from_slice(&[4.0, -7.0, 11.0]);
    corpus.y[v..v + 3].copy_from_slice(&[0.2, -0.1, -0.3]);
    corpus
}

fn accelerations(corpus: &mut Corpus) -> Vec<f64> {
    let mut a = vec![0.0; 6];
    articulated_body(
        &corpus.model,
        &mut corpus.step.workspace,
        Vector3::new(0.0, 0.0, -9.8),
        &mut a,
    )
    .unwrap();
    a
}

/// The contact forces of an implicit step mean f - G a_p, where a_p is the acceleration that it finds for the point: the same
/// forces applied by hand must give the same acceleration. An earlier version counted the part omega x v_p of a_p twice.
#[test]
fn the_known_part_of_a_points_acceleration_counts_once() {
    for couples in [false, true] {
        count_once(couples);
    }
}

fn count_once(couples: bool) {
    let ground = Ground::default();
    let h = 2e-4;
    let mut corpus = tumbling();
    let y = corpus.y.clone();
    kinematics(&corpus.model, &y, &mut corpus.step.workspace);
    corpus.step.events.begin(true);
    corpus.step.events.couples = couples;
    apply_ground(&mut corpus, &ground, h, Stage::First);
    assert_eq!(corpus.step.workspace.is_skewed(), couples);
    let found = accelerations(&mut corpus);

    kinematics(&corpus.model, &y, &mut corpus.step.workspace);
    let (rotation, origin) = corpus.root_pose();
    let up = rotation.row(2).transpose();
    let w = corpus.step.workspace.angular_velocity(0);
    let v = corpus.step.workspace.linear_velocity(0);
    let dw = Vector3::new(found[0], found[1], found[2]);
    let dv = Vector3::new(found[3], found[4], found[5]);
    let mut touching = 0;
    for point in corpus.shapes.points.clone() {
        let depth = -(origin + rotation * point).z;
        if depth <= 0.0 {
            continue;
        }
        touching += 1;
        let velocity = v + w.cross(&point);
        let touch = Touch {
            depth,
            normal: up,
            velocity,
            scale: corpus.model.total_mass(),
            friction_input: Some(FrictionInput {
                stopping: h * corpus.shapes.contacts[0].mobility,
                ..FrictionInput::plain(corpus.model.total_mass())
            }),
        };
        let mut push = ground.push(&touch).force;
        if !couples {
            push = push.undragged();
        }
        let classical = dv + dw.cross(&point) + w.cross(&velocity);
        let force = push.ahead(h, &velocity) - push.resistance(h) * classical;
        corpus.step.workspace.apply_force(0, point, force);
    }
    assert_eq!(touching, 1);
    let expected = accelerations(&mut corpus);
    let largest = expected.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    for (a, b) in found.iter().zip(&expected) {
        assert!((a - b).abs() < 1e-9 * largest, "{found:?} {expected:?}");
    }
}

/// Stages and rejected attempts evaluate many states; only an accepted step may tie or release a foot.
#[test]
fn feet_are_tied_by_accepted_steps_only() {
    use corpus_dynamics::integrate::System;
    let ground = Ground::default();
    let mut corpus = tumbling();
    corpus.contact.sticky[0] = true;
    let y = corpus.y.clone();
    let mut rate = vec![0.0; y.len()];
    let gravity = Vector3::new(0.0, 0.0, -9.8);
    alone(&mut corpus, Some(&ground), gravity, |island| {
        island.derivative(0.0, &y, &mut rate);
        let untied = rate.clone();
        let mut moved = y.clone();
        island.linearly_implicit_step(0.0, 1e-4, &mut moved);
        island.semi_implicit_step(0.0, 1e-4, &mut moved);
        assert!(island.corpora[0].contact.holds.iter().all(Option::is_none));
        island.derivative(0.0, &y, &mut rate);
        assert_eq!(rate, untied);

        island.accept(0.0, 1e-4, &y);
        let tied = island.corpora[0].contact.holds.clone();
        assert!(tied.iter().any(Option::is_some));
        island.derivative(0.0, &moved, &mut rate);
        assert_eq!(island.corpora[0].contact.holds, tied);

        // Lifted beyond the length at which the springs tear.
        moved[2] += 2.0 * ground.sticky.largest_length;
        island.derivative(0.0, &moved, &mut rate);
        assert_eq!(island.corpora[0].contact.holds, tied);
        island.accept(0.0, 1e-4, &moved);
        assert!(island.corpora[0].contact.holds.iter().all(Option::is_none));
    });
}

/// The search for contacts passes only bodies that touch: the bounding box of a box is the box itself.
#[test]
fn only_bodies_in_the_ground_are_looked_at() {
    let ground = Ground::default();
    let mut corpus = tumbling();
    let (mut through, mut near, mut found) = (0, 0, vec![]);
    for k in 0..200 {
        let k = f64::from(k);
        let turn = nalgebra::Rotation3::from_euler_angles(0.37 * k, 0.91 * k, 0.13 * k);
        let position = Vector3::new(0.0, 0.0, 0.12 * (0.5 + 0.5 * (1.7 * k).sin()));
        corpus.set_root_pose(turn.matrix(), &position);
        let y = corpus.y.clone();
        kinematics(&corpus.model, &y, &mut corpus.step.workspace);
        let [lowest, _] = corpus.touching_heights().unwrap();
        let up = Vector3::z();
        let (model, workspace) = (&corpus.model, &corpus.step.workspace);
        corpus
            .shapes
            .boxes
            .lowest(model, workspace, &up, &mut found);
        let may_touch =
            crate::world::contact::ground_points::reaches(&corpus, &ground, 0, found[0]);
        assert_eq!(may_touch, lowest < 0.0, "{lowest}");
        through += usize::from(lowest < 0.0);
        near += usize::from(position.z < corpus.shapes.contacts[0].radius);
    }
    assert!(through > 20 && near > through + 20, "{through} {near}");
}
