//! Tests of the dynamics: closed forms and conservation laws.

mod closed_forms;
mod conservation;
mod consistency;
mod refusals;

use nalgebra::{Matrix3, Rotation3, Vector3};

use super::{
    JointKind, Link, Model, Motion, RigidInertia, Root, Workspace, articulated_body, kinematics,
    motion, state,
};

/// Makes a rotary joint with the parent's axes.
fn hinge(parent: usize, at: Vector3<f64>, axis: Vector3<f64>, inertia: RigidInertia) -> Link {
    Link {
        parent,
        rotation: Matrix3::identity(),
        translation: at,
        joint: JointKind::Rotary,
        axis,
        inertia,
    }
}

/// Makes a point mass away from the link's origin.
fn bob(mass: f64, at: Vector3<f64>) -> RigidInertia {
    RigidInertia {
        centre: at,
        ..RigidInertia::point(mass)
    }
}

/// Makes a branched tree of seven bodies, with both kinds of joints, skew placements and axes of any length.
fn branched(root: Root) -> Model {
    let inertia = |k: f64| {
        let edges = Vector3::new(0.3, 0.2 + 0.1 * k, 0.5 - 0.05 * k);
        RigidInertia::solid_box(1.0 + 0.3 * k, Vector3::new(0.1, -0.05 * k, 0.2), edges)
    };
    let links: Vec<Link> = [0, 1, 1, 3, 0, 5]
        .into_iter()
        .zip(1..)
        .map(|(parent, i)| {
            let k = f64::from(i);
            Link {
                parent,
                rotation: Rotation3::from_euler_angles(0.4 * k, -0.3 * k, 1.0).into_inner(),
                translation: Vector3::new(0.3, 0.1 * k, -0.2),
                joint: match i {
                    3 | 6 => JointKind::Sliding,
                    _ => JointKind::Rotary,
                },
                axis: Vector3::new(0.5, 1.0 - 0.2 * k, 0.3 * k),
                inertia: inertia(k),
            }
        })
        .collect();
    Model::new(root, inertia(0.0), &links).unwrap()
}

/// Returns a state of that model in which everything moves.
fn moving(model: &Model) -> Vec<f64> {
    let layout = model.layout();
    let mut y = layout.rest();
    for (k, y) in y.iter_mut().enumerate() {
        *y += (1.7 * k as f64 + 0.3).sin();
    }
    if model.root() == Root::Fixed {
        y[layout.omega()].fill(0.0);
        y[layout.v()].fill(0.0);
    }
    state::normalise(&mut y);
    y
}

/// Advances by the classical Runge-Kutta method, without forces at the joints.
fn runge_kutta(model: &Model, gravity: Vector3<f64>, y: &mut [f64], duration: f64, steps: usize) {
    let layout = model.layout();
    let mut ws = Workspace::new(model);
    let mut a = vec![0.0; layout.accelerations()];
    let mut slope = |y: &[f64]| {
        let mut dy = vec![0.0; layout.len()];
        kinematics(model, y, &mut ws);
        articulated_body(model, &mut ws, gravity, &mut a).unwrap();
        state::derivative(layout, y, &a, &mut dy);
        dy
    };
    let moved = |y: &[f64], dy: &[f64], h: f64| -> Vec<f64> {
        y.iter().zip(dy).map(|(y, d)| y + h * d).collect()
    };
    let h = duration / steps as f64;
    for _ in 0..steps {
        let k1 = slope(y);
        let k2 = slope(&moved(y, &k1, 0.5 * h));
        let k3 = slope(&moved(y, &k2, 0.5 * h));
        let k4 = slope(&moved(y, &k3, h));
        for (i, y) in y.iter_mut().enumerate() {
            *y += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
        }
        state::normalise(y);
    }
}

fn motion_of(model: &Model, y: &[f64]) -> Motion {
    let mut ws = Workspace::new(model);
    kinematics(model, y, &mut ws);
    motion(model, &ws)
}

fn down(g: f64) -> Vector3<f64> {
    Vector3::new(0.0, 0.0, -g)
}
