//! The kernel compared with Pinocchio, and its algorithms with each other, on the same trees.

use crate::vectors::{Case, Random};
use corpus_dynamics::{
    Root, Workspace, articulated_body, inverse_dynamics, kinematics, mass_matrix, point_jacobian,
    solve_dense, state,
};
use nalgebra::{DMatrix, DVector, Matrix3, Vector3};

/// Returns the largest difference, relative to the largest of `expected`.
fn relative(found: &[f64], expected: &[f64]) -> f64 {
    let largest = expected.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let apart = found.iter().zip(expected).map(|(a, b)| (a - b).abs());
    assert_eq!(found.len(), expected.len());
    apart.fold(0.0, f64::max) / largest
}

fn prepared(case: &Case) -> (Workspace, Vec<f64>) {
    let mut ws = Workspace::new(&case.model);
    kinematics(&case.model, &case.y, &mut ws);
    ws.tau.copy_from_slice(&case.tau);
    (ws, vec![0.0; case.model.layout().accelerations()])
}

fn check(case: &Case, name: &str) {
    let (mut ws, mut a) = prepared(case);
    articulated_body(&case.model, &mut ws, case.gravity, &mut a).unwrap();
    let error = relative(&a, &case.acceleration);
    assert!(error < 1e-11, "{name}: {error:e}");
}

#[test]
fn accelerations_of_random_trees_are_those_of_pinocchio() {
    let trees = crate::vectors::trees();
    assert_eq!(trees.len(), 200);
    for (i, case) in trees.iter().enumerate() {
        check(case, &format!("tree {i}"));
    }
}

#[test]
fn accelerations_of_the_roach_are_those_of_pinocchio() {
    let roach = crate::vectors::roach();
    assert_eq!(roach.model.bodies(), 33);
    assert_eq!(roach.model.degrees_of_freedom(), 38);
    check(&roach, "roach");
}

#[test]
fn inverse_dynamics_gives_the_forces_back() {
    for (i, case) in crate::vectors::trees().iter().enumerate() {
        let (mut ws, mut a) = prepared(case);
        let mut random = Random(i as u64);
        for body in 0..case.model.bodies() {
            let at = Vector3::from(random.vector(0.5));
            ws.apply_force(body, at, random.vector(20.0).into());
            ws.apply_wrench(body, random.vector(5.0).into(), random.vector(20.0).into());
        }
        articulated_body(&case.model, &mut ws, case.gravity, &mut a).unwrap();
        let mut forces = a.clone();
        inverse_dynamics(&case.model, &mut ws, case.gravity, &a, &mut forces);
        let error = relative(&forces[6..], &case.tau);
        assert!(error < 1e-9, "tree {i}: {error:e}");
        if case.model.root() == Root::Free {
            let held = forces[..6].iter().fold(0.0_f64, |m, f| m.max(f.abs()));
            assert!(held < 1e-9, "tree {i}: {held:e} at the free root");
        }
    }
}

/// With armatures and contact terms: (M + J'GJ + diag) a = tau + J'(f - G dJ/dt v) - bias.
#[test]
fn the_dense_route_gives_the_same_accelerations() {
    for (i, case) in crate::vectors::trees().iter().enumerate() {
        let (model, n) = (&case.model, case.model.joints());
        let (mut ws, mut a) = prepared(case);
        let mut random = Random(i as u64);
        let mut matrix = DMatrix::zeros(6 + n, 6 + n);
        mass_matrix(model, &ws, &mut matrix);
        let mut force = DVector::zeros(6 + n);
        force.rows_mut(6, n).copy_from_slice(&case.tau);
        // Velocity products and gravity, without applied forces.
        let still = vec![0.0; 6 + n];
        let mut bias = still.clone();
        inverse_dynamics(model, &mut ws, case.gravity, &still, &mut bias);
        force -= DVector::from_vec(bias);

        for joint in 0..n {
            let rotor = random.real(0.0, 1.0);
            ws.joint_inertia[joint] = rotor;
            matrix[(6 + joint, 6 + joint)] += rotor;
        }
        for _ in 0..4 {
            let body = random.integer(model.bodies() as u64) as usize;
            let at = Vector3::from(random.vector(0.5));
            let root = Matrix3::from_fn(|_, _| random.real(-3.0, 3.0));
            let g = root * root.transpose();
            let f = Vector3::from(random.vector(10.0));
            ws.apply_force(body, at, f);
            ws.add_contact_term(body, at, &g);

            let to_world = ws.world_rotation(body);
            let jacobian = point_jacobian(model, &ws, body, at);
            let g_world = to_world * g * to_world.transpose();
            let f_world = to_world * f - g_world * drift(case, body, at);
            force += jacobian.transpose() * f_world;
            matrix += jacobian.transpose() * g_world * &jacobian;
        }
        articulated_body(model, &mut ws, case.gravity, &mut a).unwrap();
        let expected = solve_dense(model, &matrix, &force).unwrap();
        let error = relative(&a, expected.as_slice());
        assert!(error < 1e-9, "tree {i}: {error:e}");
    }
}

/// Joints with armatures: articulated bodies, mass matrix and inverse dynamics agree.
#[test]
fn armatures_are_the_same_by_all_three_routes() {
    for (i, case) in crate::vectors::trees().iter().enumerate() {
        let mut random = Random(1000 + i as u64);
        let mut model = case.model.clone();
        let n = model.joints();
        for body in 1..=n {
            model.set_armature(body, random.real(0.0, 1.0)).unwrap();
        }
        let mut ws = Workspace::new(&model);
        kinematics(&model, &case.y, &mut ws);
        ws.tau.copy_from_slice(&case.tau);
        let mut a = vec![0.0; 6 + n];
        articulated_body(&model, &mut ws, case.gravity, &mut a).unwrap();

        let mut matrix = DMatrix::zeros(6 + n, 6 + n);
        mass_matrix(&model, &ws, &mut matrix);
        let still = vec![0.0; 6 + n];
        let mut bias = still.clone();
        inverse_dynamics(&model, &mut ws, case.gravity, &still, &mut bias);
        let mut force = -DVector::from_vec(bias);
        for (joint, tau) in case.tau.iter().enumerate() {
            force[6 + joint] += tau;
        }
        let expected = solve_dense(&model, &matrix, &force).unwrap();
        let error = relative(&a, expected.as_slice());
        assert!(error < 1e-10, "tree {i}: {error:e}");

        let mut forces = still;
        inverse_dynamics(&model, &mut ws, case.gravity, &a, &mut forces);
        let error = relative(&forces[6..], &case.tau);
        assert!(error < 1e-9, "tree {i}: {error:e}");
    }
}

/// Returns the acceleration of a point in the world at zero generalised accelerations.
fn drift(case: &Case, body: usize, at: Vector3<f64>) -> Vector3<f64> {
    let layout = case.model.layout();
    let still = vec![0.0; layout.accelerations()];
    let velocity = |h: f64| {
        let mut y = case.y.clone();
        state::semi_implicit_update(layout, &mut y, &still, h);
        let mut ws = Workspace::new(&case.model);
        kinematics(&case.model, &y, &mut ws);
        ws.world_rotation(body) * ws.point_velocity(body, at)
    };
    let h = 1e-6;
    (velocity(h) - velocity(-h)) / (2.0 * h)
}
