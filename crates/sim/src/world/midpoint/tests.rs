use super::super::island::alone;
use crate::contact::{FrictionLaw, Ground, GroundScale};
use crate::control::terms;
use crate::figure::{BodySpec, Figure, Object, Transform};
use crate::geometry::Shape;
use crate::world::{Corpus, World};
use corpus_dynamics::integrate::System;
use nalgebra::{Matrix3, Vector3};

/// Four rods in a free chain; it tumbles and its joints move.
fn chain() -> Corpus {
    let mut figure = Figure::new("c".into());
    let rod = |name: &str, axis| BodySpec {
        axis,
        ..BodySpec::new(name)
    };
    let y = Vector3::y();
    let [a, b, c, d] = [
        ("a", Vector3::z()),
        ("b", y),
        ("c", Vector3::z()),
        ("d", y + Vector3::z()),
    ]
    .map(|(name, axis)| rod(name, axis));
    let shape = |y, z, x| Object::of(Shape::Cube).sized(0.1, y, z).at(x, 0.0, 0.0);
    let along = |x| Transform::translation(Vector3::new(x, 0.0, 0.0));
    let first = figure.add(a, &shape(0.02, 0.03, 0.0)).unwrap();
    let second = figure
        .hang(first, along(0.05), b, &shape(0.02, 0.03, 0.05))
        .unwrap();
    let third = figure
        .hang(second, along(0.1), c, &shape(0.03, 0.02, 0.05))
        .unwrap();
    figure
        .hang(third, along(0.1), d, &shape(0.02, 0.02, 0.05))
        .unwrap();
    let mut world = World::default();
    world.add(&figure).unwrap();
    let mut corpus = world.corpora.remove(0);
    let body = |name: &str| corpus.body(name).unwrap();
    let [b, c, d] = [body("b"), body("c"), body("d")];
    corpus.set_qd(b, 3.0);
    corpus.set_qd(c, -5.0);
    corpus.set_q(d, 0.4);
    let (omega, v) = (corpus.layout().omega().start, corpus.layout().v().start);
    corpus.y[omega..omega + 3].copy_from_slice(&[2.0, -3.0, 5.0]);
    corpus.y[v..v + 3].copy_from_slice(&[0.1, -0.3, 0.2]);
    corpus
}

/// Returns the state at 0.1 s after `n` equal steps.
fn after(corpus: &Corpus, n: u32) -> Vec<f64> {
    let mut corpus = corpus.clone();
    let (mut y, mut out) = (corpus.y.clone(), corpus.y.clone());
    let h = 0.1 / f64::from(n);
    alone(&mut corpus, None, Vector3::new(0.0, 0.0, -9.8), |island| {
        for i in 0..n {
            island.midpoint_step(f64::from(i) * h, h, None, &y, &mut out);
            y.copy_from_slice(&out);
        }
    });
    y
}

fn order(corpus: &Corpus, n: u32) -> f64 {
    let exact = after(corpus, 64 * n);
    let error = |n| {
        let end = after(corpus, n);
        let apart = end.iter().zip(&exact).map(|(a, b)| (a - b).abs());
        apart.fold(0.0, f64::max)
    };
    (error(n) / error(2 * n)).log2()
}

#[test]
fn a_tumbling_chain_is_followed_with_order_two() {
    let found = order(&chain(), 100);
    assert!((found - 2.0).abs() < 0.15, "{found}");

    let mut corpus = chain();
    let [b, d] = ["b", "d"].map(|name| corpus.body(name).unwrap());
    let (spring, linear) = (&mut corpus.joints[b], terms::DAMPER | terms::LINEAR);
    (spring.q_type, spring.k, spring.b) = (linear, 0.1, 0.001);
    let spring = &mut corpus.joints[d];
    (spring.q_type, spring.ea, spring.eb) = (terms::EXPONENTIAL, 0.01, 5.0);
    corpus.joint_changed(b);
    corpus.joint_changed(d);
    let found = order(&corpus, 100);
    assert!((found - 2.0).abs() < 0.15, "{found}");
}

/// Ground of linear springs and dampers without a jump or a kink.
fn smooth_ground(friction: f64, slip_speed: f64) -> Ground {
    Ground {
        scale: GroundScale::None,
        ea: 0.0,
        k: 20000.0,
        b: 100.0,
        e: 1.0,
        friction,
        law: FrictionLaw::Slide,
        slip_speed,
        fits: false,
        ..Ground::default()
    }
}

/// Returns the largest differences of the states at 0.02 s after 100 and 200 equal steps on ground from that after 6400.
fn errors_on(ground: &Ground, corpus: &Corpus, couples: bool) -> [f64; 2] {
    let after = |n: u32| {
        let mut corpus = corpus.clone();
        let (mut y, mut out) = (corpus.y.clone(), corpus.y.clone());
        let h = 0.02 / f64::from(n);
        let gravity = Vector3::new(0.0, 0.0, -9.8);
        alone(&mut corpus, Some(ground), gravity, |island| {
            island.around.is_auto = couples;
            for i in 0..n {
                island.midpoint_step(f64::from(i) * h, h, None, &y, &mut out);
                y.copy_from_slice(&out);
            }
        });
        y
    };
    let exact = after(6400);
    [100, 200].map(|n| {
        let end = after(n);
        let apart = end.iter().zip(&exact).map(|(a, b)| (a - b).abs());
        apart.fold(0.0, f64::max)
    })
}

/// Order two also holds on linear stiff ground without loss of contact: the terms of the contact are correct.
#[test]
fn a_box_that_rocks_on_stiff_ground_is_followed_with_order_two() {
    let mut figure = Figure::new("c".into());
    let shape = Object::of(Shape::Cube).sized(0.2, 0.2, 0.1);
    figure.add(BodySpec::new("b"), &shape).unwrap();
    let mut world = World::default();
    world.add(&figure).unwrap();
    let mut corpus = world.corpora.remove(0);
    corpus.set_root_pose(&Matrix3::identity(), &Vector3::new(0.0, 0.0, 0.05 - 7e-4));
    let (omega, v) = (corpus.layout().omega().start, corpus.layout().v().start);
    corpus.y[omega..omega + 3].copy_from_slice(&[0.05, -0.05, 0.1]);
    corpus.y[v..v + 3].copy_from_slice(&[0.02, 0.01, -0.005]);
    let [coarse, fine] = errors_on(&smooth_ground(0.3, 1.0), &corpus, true);
    let found = (coarse / fine).log2();
    assert!((found - 2.0).abs() < 0.2, "{found}: {coarse:e} {fine:e}");
}

/// Friction follows the normal force within a stage, so that a chain that slides is followed with order two and a much smaller error
/// than if it did not.
#[test]
fn a_chain_that_slides_on_stiff_ground_is_followed_with_order_two() {
    let mut figure = Figure::new("c".into());
    let body = |name: &str| BodySpec {
        axis: Vector3::y(),
        ..BodySpec::new(name)
    };
    let shape = |x| Object::of(Shape::Cube).sized(0.2, 0.2, 0.1).at(x, 0.0, 0.0);
    let along = |x| Transform::translation(Vector3::new(x, 0.0, 0.0));
    let first = figure.add(body("a"), &shape(0.0)).unwrap();
    let second = figure
        .hang(first, along(0.11), body("b"), &shape(0.11))
        .unwrap();
    figure
        .hang(second, along(0.22), body("c"), &shape(0.11))
        .unwrap();
    let mut world = World::default();
    world.add(&figure).unwrap();
    let mut corpus = world.corpora.remove(0);
    corpus.set_root_pose(&Matrix3::identity(), &Vector3::new(0.0, 0.0, 0.05 - 7e-4));
    let v = corpus.layout().v().start;
    corpus.y[v..v + 3].copy_from_slice(&[0.5, 0.2, -0.01]);
    let ground = Ground {
        b: 2000.0,
        ..smooth_ground(0.7, 0.01)
    };
    let [coarse, fine] = errors_on(&ground, &corpus, true);
    let found = (coarse / fine).log2();
    assert!((found - 2.0).abs() < 0.2, "{found}: {coarse:e} {fine:e}");
    let [coarse_without, _] = errors_on(&ground, &corpus, false);
    assert!(
        coarse_without > 10.0 * coarse,
        "{coarse:e} {coarse_without:e}"
    );
}

#[test]
fn a_step_may_not_turn_anything_far() {
    let mut corpus = chain();
    let still = super::longest_step(&corpus, &corpus.model.layout().rest());
    // The extent of the chain is slightly more than 0.35 m.
    assert!((still - super::error::LONGEST * (0.35_f64 / 9.81).sqrt()).abs() < 0.1 * still);
    let at = corpus.layout().omega().start;
    corpus.y[at] = 1e4;
    assert!(super::longest_step(&corpus, &corpus.y) <= 4e-6);
}
