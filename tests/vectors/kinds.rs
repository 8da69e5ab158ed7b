//! Trees with joints of every kind, as `make_joints.py` makes them.

use super::vectors::{Random, matrix};
use corpus::dynamics::{Freedom, JointKind, Layout, Link, Model, RigidInertia, Root};
use nalgebra::{Matrix3, Vector3};
use serde::Deserialize;

/// A model in a state.
pub struct Case {
    pub model: Model,
    pub y: Vec<f64>,
    /// Of the places of the model's joints; zero at welds.
    pub tau: Vec<f64>,
    pub gravity: Vector3<f64>,
    /// The joints that are degrees of freedom, in the order in which the tree has them.
    pub degrees: Vec<usize>,
}

#[derive(Deserialize)]
pub struct Trees {
    pub trees: Vec<Tree>,
}

#[derive(Deserialize)]
pub struct Tree {
    pub free: bool,
    pub joints: usize,
    pub a: Vec<f64>,
}

/// What Pinocchio says of the first 200 trees.
pub fn known() -> Vec<Tree> {
    let file: Trees = serde_json::from_str(include_str!("joint_kinds.json")).unwrap();
    file.trees
}

/// The axes of a joint of a kind: whether each slides, and along what.
fn row(
    kind: u64,
    first: Vector3<f64>,
    second: Vector3<f64>,
    pitch: f64,
) -> Vec<(JointKind, Vector3<f64>, Freedom)> {
    use JointKind::{Rotary, Sliding};
    let plain = |kind, axis| (kind, axis, Freedom::Axis);
    let (x, y, z) = (Vector3::x(), Vector3::y(), Vector3::z());
    let ball = [x, y, z]
        .into_iter()
        .zip(0..)
        .map(|(axis, place)| (Rotary, axis, Freedom::Ball(place)));
    match kind {
        0 => vec![plain(Rotary, first)],
        1 => vec![plain(Sliding, first)],
        2 => vec![(Rotary, first, Freedom::Screw { pitch })],
        3 => vec![plain(Rotary, first), plain(Rotary, second)],
        4 => vec![plain(Sliding, first), plain(Rotary, first)],
        5 => vec![plain(Sliding, x), plain(Sliding, y), plain(Rotary, z)],
        6 => ball.collect(),
        7 => [x, y, z]
            .map(|axis| plain(Sliding, axis))
            .into_iter()
            .chain(ball)
            .collect(),
        _ => vec![(Rotary, z, Freedom::Weld)],
    }
}

/// The tree of a seed.
pub fn tree(seed: u64, free: bool, joints: usize) -> Case {
    let mut random = Random(seed);
    let root_inertia = random.inertia();
    let (mut links, mut freedoms, mut degrees) = (vec![], vec![], vec![]);
    // The last link of each body.
    let mut last = vec![0];
    for i in 0..joints {
        let parent = match random.integer(2) {
            0 => i,
            _ => random.integer(i as u64 + 1) as usize,
        };
        let rotation = matrix(&random.quaternion());
        let translation = random.vector(0.5).into();
        let kind = random.integer(9);
        let first = Vector3::from(random.axis()).normalize();
        let second = Vector3::from(random.axis()).normalize();
        let pitch = random.real(-0.3, 0.3);
        let inertia = random.inertia();
        let row = row(kind, first, second, pitch);
        let count = row.len();
        for (k, (joint, axis, freedom)) in row.into_iter().enumerate() {
            if freedom != Freedom::Weld {
                degrees.push(links.len());
            }
            links.push(Link {
                parent: if k == 0 { last[parent] } else { links.len() },
                rotation: if k == 0 {
                    rotation
                } else {
                    Matrix3::identity()
                },
                translation: if k == 0 {
                    translation
                } else {
                    Vector3::zeros()
                },
                joint,
                axis,
                inertia: if k + 1 == count {
                    inertia
                } else {
                    RigidInertia::point(0.0)
                },
            });
            freedoms.push(freedom);
        }
        last.push(links.len());
    }
    let root = if free { Root::Free } else { Root::Fixed };
    let model = Model::with_freedoms(root, root_inertia, &links, &freedoms).unwrap();
    let layout: Layout = model.layout();
    let mut y = layout.rest();
    let position = random.vector(1.0);
    y[layout.position()].copy_from_slice(&position);
    y[layout.orientation()].copy_from_slice(&random.quaternion());
    for &degree in &degrees {
        y[layout.q().start + degree] = random.real(-1.7, 1.7);
    }
    let (omega, v) = (random.vector(3.0), random.vector(3.0));
    if free {
        y[layout.omega()].copy_from_slice(&omega);
        y[layout.v()].copy_from_slice(&v);
    }
    for &degree in &degrees {
        y[layout.qd().start + degree] = random.real(-3.0, 3.0);
    }
    let mut tau = vec![0.0; model.joints()];
    for &degree in &degrees {
        tau[degree] = random.real(-5.0, 5.0);
    }
    Case {
        gravity: random.vector(10.0).into(),
        model,
        y,
        tau,
        degrees,
    }
}
