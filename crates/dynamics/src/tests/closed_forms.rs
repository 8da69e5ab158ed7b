//! Comparison with closed-form solutions.

use std::f64::consts::FRAC_PI_2;

use nalgebra::{DMatrix, Matrix3, Vector3};

use super::super::{
    JointKind, Link, Model, RigidInertia, Root, Workspace, articulated_body, kinematics,
    mass_matrix,
};
use super::{bob, down, hinge, runge_kutta};

#[test]
fn pendulum_swings_with_the_elliptic_period() {
    let arm = bob(1.0, Vector3::new(0.0, 0.0, -1.0));
    let joint = hinge(0, Vector3::zeros(), Vector3::new(0.0, -1.0, 0.0), arm);
    let model = Model::new(Root::Fixed, RigidInertia::point(1.0), &[joint]).unwrap();
    let (q, qd) = (model.layout().q().start, model.layout().qd().start);
    let mut start = model.layout().rest();
    start[q] = -FRAC_PI_2;

    let mut y = start.clone();
    runge_kutta(&model, down(9.81), &mut y, 2.367841947576237, 2000);
    assert!((y[q] + FRAC_PI_2).abs() < 1e-10, "{}", y[q]);
    assert!(y[qd].abs() < 1e-9, "{}", y[qd]);

    let mut y = start;
    runge_kutta(&model, down(9.81), &mut y, 10.0, 5000);
    let (x, z) = (y[q].sin(), -y[q].cos());
    assert!((x + 0.275087462576).abs() < 1e-9, "{x}");
    assert!((z + 0.961419205099).abs() < 1e-9, "{z}");
}

#[test]
fn double_pendulum_takes_its_known_course() {
    let arm = bob(1.0, Vector3::new(0.0, 0.0, -1.0));
    let axis = Vector3::new(0.0, -1.0, 0.0);
    let links = [
        hinge(0, Vector3::zeros(), axis, arm),
        hinge(1, Vector3::new(0.0, 0.0, -1.0), axis, arm),
    ];
    let model = Model::new(Root::Fixed, RigidInertia::point(1.0), &links).unwrap();
    let q = model.layout().q();
    let mut y = model.layout().rest();
    y[q.start] = FRAC_PI_2;
    runge_kutta(&model, down(9.81), &mut y, 1.0, 2000);
    assert!((y[q.start] + 0.625087700).abs() < 2e-9, "{}", y[q.start]);
    assert!(
        (y[q.end - 1] + 0.409497386).abs() < 2e-9,
        "{}",
        y[q.end - 1]
    );
    runge_kutta(&model, down(9.81), &mut y, 4.0, 8000);
    assert!((y[q.start] + 0.627186705).abs() < 2e-9, "{}", y[q.start]);
    assert!(
        (y[q.end - 1] + 0.674128845).abs() < 2e-9,
        "{}",
        y[q.end - 1]
    );
}

#[test]
fn box_tumbles_about_its_middle_axis() {
    let inertia = RigidInertia::solid_box(10.0, Vector3::zeros(), Vector3::new(0.1, 0.4, 0.9));
    let model = Model::new(Root::Free, inertia, &[]).unwrap();
    let mut start = model.layout().rest();
    let omega = model.layout().omega();
    start[omega.clone()].copy_from_slice(&[0.1, 5.0, 0.1]);
    let apart = |y: &[f64], expected: [f64; 3]| {
        (Vector3::from_column_slice(&y[omega.clone()]) - Vector3::from(expected)).amax()
    };

    let mut y = start.clone();
    runge_kutta(&model, Vector3::zeros(), &mut y, 6.05684415801, 4000);
    assert!(apart(&y, [0.1, 5.0, 0.1]) < 1e-8);

    let mut y = start;
    runge_kutta(&model, Vector3::zeros(), &mut y, 10.0, 8000);
    assert!(apart(&y, [2.755840405, -3.735963519, -3.161809004]) < 2e-9);
}

/// On gimbals, with its axis level: m g L = C spin x precession, for any other inertias.
#[test]
fn level_gyroscope_precesses_steadily() {
    let (m, l, c, spin) = (15.0, 1.0, 0.46875, 150.0);
    let wheel = RigidInertia {
        mass: m,
        centre: Vector3::new(l, 0.0, 0.0),
        about_centre: Matrix3::from_diagonal(&Vector3::new(c, 0.3, 0.3)),
    };
    let light = RigidInertia::point(0.0);
    let links = [
        hinge(0, Vector3::zeros(), Vector3::z(), light),
        hinge(1, Vector3::zeros(), Vector3::y(), light),
        hinge(2, Vector3::zeros(), Vector3::x(), wheel),
    ];
    let model = Model::new(Root::Fixed, RigidInertia::point(1.0), &links).unwrap();
    let mut y = model.layout().rest();
    y[model.layout().qd()].copy_from_slice(&[2.0928, 0.0, spin]);
    let mut ws = Workspace::new(&model);
    let mut a = [1.0; 9];
    kinematics(&model, &y, &mut ws);
    articulated_body(&model, &mut ws, down(9.81), &mut a).unwrap();
    assert!(a.iter().all(|a| a.abs() < 1e-10), "{a:?}");
}

/// McKenna 1990, figure 6: along the gantry the apparent mass is m1 + m2, across it m1.
#[test]
fn block_on_a_gantry_has_two_apparent_masses() {
    let slide = |parent, axis, mass| Link {
        joint: JointKind::Sliding,
        ..hinge(parent, Vector3::zeros(), axis, RigidInertia::point(mass))
    };
    let (m1, m2) = (2.0, 3.0);
    let links = [slide(0, Vector3::x(), m2), slide(1, Vector3::y(), m1)];
    let model = Model::new(Root::Fixed, RigidInertia::point(1.0), &links).unwrap();
    let mut ws = Workspace::new(&model);
    kinematics(&model, &model.layout().rest(), &mut ws);
    let mut matrix = DMatrix::zeros(8, 8);
    mass_matrix(&model, &ws, &mut matrix);
    let expected = DMatrix::from_row_slice(2, 2, &[m1 + m2, 0.0, 0.0, m1]);
    assert!((matrix.view((6, 6), (2, 2)) - expected).amax() < 1e-15);

    ws.tau.copy_from_slice(&[1.0, 1.0]);
    let mut a = [0.0; 8];
    articulated_body(&model, &mut ws, Vector3::zeros(), &mut a).unwrap();
    assert!((a[6] - 1.0 / (m1 + m2)).abs() < 1e-15);
    assert!((a[7] - 1.0 / m1).abs() < 1e-15);
}

/// A unit impulse across the end of n hinged unit rods gives the end 4, 3.5, 52/15, and in the limit 2 sqrt 3; for a body at
/// rest, force and acceleration replace impulse and velocity.
#[test]
fn chain_of_rods_answers_an_impulse() {
    let third = 1.0 / 12.0;
    let rod = RigidInertia {
        mass: 1.0,
        centre: Vector3::new(0.5, 0.0, 0.0),
        about_centre: Matrix3::from_diagonal(&Vector3::new(1e-3, third, third)),
    };
    let end = |n: usize| {
        let links: Vec<Link> = (1..n)
            .map(|i| hinge(i - 1, Vector3::x(), Vector3::z(), rod))
            .collect();
        let model = Model::new(Root::Free, rod, &links).unwrap();
        let mut ws = Workspace::new(&model);
        kinematics(&model, &model.layout().rest(), &mut ws);
        let turn = model.turn(n - 1);
        ws.apply_force(n - 1, turn * Vector3::x(), turn * Vector3::y());
        let mut a = vec![0.0; model.layout().accelerations()];
        articulated_body(&model, &mut ws, Vector3::zeros(), &mut a).unwrap();
        let spin = a[2] + a[6..].iter().sum::<f64>();
        let joints = a[6..].iter().scan(a[2], |spin, qdd| {
            let before = *spin;
            *spin += qdd;
            Some(before)
        });
        a[4] + joints.sum::<f64>() + spin
    };
    assert!((end(1) - 4.0).abs() < 1e-12, "{}", end(1));
    assert!((end(2) - 3.5).abs() < 1e-12, "{}", end(2));
    assert!((end(3) - 52.0 / 15.0).abs() < 1e-12, "{}", end(3));
    assert!(
        (end(40) - 2.0 * 3.0_f64.sqrt()).abs() < 1e-12,
        "{}",
        end(40)
    );
}
