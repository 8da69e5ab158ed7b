//! Conservation laws of free motion.

use nalgebra::Vector3;

use super::super::{
    Model, Motion, RigidInertia, Root, Workspace, articulated_body, kinematics, potential_energy,
    state,
};
use super::{branched, down, motion_of, moving, runge_kutta};

/// Returns the largest relative change among energy, momentum and angular momentum.
fn change(a: &Motion, b: &Motion) -> f64 {
    let energy = (a.kinetic_energy - b.kinetic_energy).abs() / a.kinetic_energy;
    let linear = (a.linear - b.linear).norm() / a.linear.norm();
    let angular = (a.angular - b.angular).norm() / a.angular.norm();
    energy.max(linear).max(angular)
}

#[test]
fn free_flight_conserves_with_the_order_of_the_method() {
    let model = branched(Root::Free);
    let start = moving(&model);
    let before = motion_of(&model, &start);
    let [coarse, fine] = [400, 800].map(|steps| {
        let mut y = start.clone();
        runge_kutta(&model, Vector3::zeros(), &mut y, 1.0, steps);
        change(&before, &motion_of(&model, &y))
    });
    assert!(fine < 1e-7, "{fine:e}");
    assert!((12.0..40.0).contains(&(coarse / fine)), "{}", coarse / fine);
}

#[test]
fn the_centre_of_mass_falls_as_a_stone_does() {
    let model = branched(Root::Free);
    let start = moving(&model);
    let before = motion_of(&model, &start);
    let g = Vector3::new(1.0, -2.0, -9.81);
    let t = 0.5;
    let mut y = start;
    runge_kutta(&model, g, &mut y, t, 1000);
    let after = motion_of(&model, &y);
    let expected = before.linear + g * before.mass * t;
    assert!((after.linear - expected).norm() < 1e-8);
    let expected = before.centre + before.velocity() * t + g * (0.5 * t * t);
    assert!((after.centre - expected).norm() < 1e-8);
    assert!((after.angular - before.angular).norm() < 1e-8);
}

#[test]
fn a_hanging_tree_keeps_its_energy() {
    let model = branched(Root::Fixed);
    let mut y = moving(&model);
    let energy = |y: &[f64]| {
        let m = motion_of(&model, y);
        m.kinetic_energy + potential_energy(&m, down(9.8))
    };
    let before = energy(&y);
    runge_kutta(&model, down(9.8), &mut y, 1.0, 4000);
    assert!((energy(&y) - before).abs() < 1e-8 * before.abs());
}

/// dp/dt = m g and dL/dt = 0 about the centre, by differences of one short step: forces between bodies cancel.
#[test]
fn joint_forces_change_no_momentum() {
    let model = branched(Root::Free);
    let layout = model.layout();
    let y = moving(&model);
    let mut ws = Workspace::new(&model);
    let mut a = vec![0.0; layout.accelerations()];
    kinematics(&model, &y, &mut ws);
    ws.tau.copy_from_slice(&[3.0, -2.0, 5.0, 1.0, -4.0, 2.0]);
    articulated_body(&model, &mut ws, down(9.8), &mut a).unwrap();
    let mut slope = vec![0.0; layout.len()];
    state::derivative(layout, &y, &a, &mut slope);
    let at = |h: f64| {
        let y: Vec<f64> = y.iter().zip(&slope).map(|(y, d)| y + h * d).collect();
        motion_of(&model, &y)
    };
    let h = 1e-5;
    let (before, after) = (at(-h), at(h));
    let force = (after.linear - before.linear) / (2.0 * h);
    assert!((force - down(9.8) * before.mass).norm() < 1e-7, "{force}");
    let moment = (after.angular - before.angular) / (2.0 * h);
    assert!(moment.norm() < 1e-7, "{moment}");
}

/// The semi-implicit step conserves the momentum of a body that spins about its centre to rounding, and that of a tree to first
/// order. In body axes the velocity would grow by 46 % here.
#[test]
fn the_semi_implicit_step_keeps_momentum() {
    let fly = |model: &Model, mut y: Vec<f64>, h: f64, steps: usize| {
        let before = motion_of(model, &y);
        let mut ws = Workspace::new(model);
        let mut a = vec![0.0; model.layout().accelerations()];
        for _ in 0..steps {
            kinematics(model, &y, &mut ws);
            articulated_body(model, &mut ws, Vector3::zeros(), &mut a).unwrap();
            state::semi_implicit_update(model.layout(), &mut y, &a, h);
        }
        (motion_of(model, &y).linear - before.linear).norm() / before.linear.norm()
    };
    let edges = Vector3::new(0.1, 0.2, 0.3);
    let single = RigidInertia::solid_box(1.0, Vector3::zeros(), edges);
    let single = Model::new(Root::Free, single, &[]).unwrap();
    let mut y = single.layout().rest();
    y[single.layout().omega()].copy_from_slice(&[0.0, 0.0, 66.0]);
    y[single.layout().v()].copy_from_slice(&[1.0, 0.0, 0.5]);
    let gained = fly(&single, y, 1e-3, 500);
    assert!(gained < 1e-12, "{gained:e}");

    let tree = branched(Root::Free);
    let coarse = fly(&tree, moving(&tree), 1e-3, 500);
    let fine = fly(&tree, moving(&tree), 5e-4, 1000);
    assert!(coarse < 0.05, "{coarse}");
    assert!((1.7..2.3).contains(&(coarse / fine)), "{}", coarse / fine);
}
