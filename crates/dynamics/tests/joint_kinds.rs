//! Joints of every kind: the passes compared with each other, with Pinocchio, and with the invariants of free flight.

use crate::kinds::Case;
use corpus_dynamics::{
    Model, Motion, Response, Root, Workspace, articulated_body, inverse_dynamics, kinematics,
    mass_matrix, motion, point_jacobian,
};
use nalgebra::{DMatrix, DVector, Matrix3, Vector3};

/// Returns the largest difference, relative to the largest of `expected`.
fn relative(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let largest = expected.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let apart = found.iter().zip(expected).map(|(a, b)| (a - b).abs());
    apart.fold(0.0, f64::max) / largest.max(f64::MIN_POSITIVE)
}

fn accelerations(case: &Case, ws: &mut Workspace) -> Vec<f64> {
    let mut a = vec![0.0; 6 + case.model.joints()];
    kinematics(&case.model, &case.y, ws);
    ws.tau.copy_from_slice(&case.tau);
    articulated_body(&case.model, ws, case.gravity, &mut a).unwrap();
    a
}

#[test]
fn accelerations_are_those_of_pinocchio() {
    let mut worst = 0.0_f64;
    for (seed, tree) in (5000..).zip(crate::kinds::known()) {
        let case = crate::kinds::tree(seed, tree.free, tree.joints);
        let a = accelerations(&case, &mut Workspace::new(&case.model));
        let mut ours = a[..6].to_vec();
        ours.extend(case.degrees.iter().map(|degree| a[6 + degree]));
        let error = relative(&ours, &tree.a);
        assert!(error < 1e-11, "tree {seed}: {error:e}");
        worst = worst.max(error);
    }
    println!("largest difference {worst:.1e}");
}

#[test]
fn three_routes_agree_on_a_thousand_trees() {
    let mut worst = [0.0_f64; 2];
    for seed in 0..1000 {
        let case = crate::kinds::tree(seed, seed % 2 == 0, 1 + (seed as usize * 5) % 17);
        let (model, n) = (&case.model, case.model.joints());
        let mut ws = Workspace::new(model);
        let a = accelerations(&case, &mut ws);

        let mut matrix = DMatrix::zeros(6 + n, 6 + n);
        mass_matrix(model, &ws, &mut matrix);
        let still = vec![0.0; 6 + n];
        let mut bias = still.clone();
        inverse_dynamics(model, &mut ws, case.gravity, &still, &mut bias);
        let mut force = -DVector::from_vec(bias);
        for (joint, tau) in case.tau.iter().enumerate() {
            force[6 + joint] += tau;
        }
        let dense = solve_whole(model, &matrix, force);
        let mut forces = still;
        inverse_dynamics(model, &mut ws, case.gravity, &a, &mut forces);
        let by_matrix = relative(&a, dense.as_slice());
        let forces_back = relative(
            &[&case.tau[..], &[5.0]].concat(),
            &[&forces[6..], &[5.0]].concat(),
        );
        worst = [worst[0].max(by_matrix), worst[1].max(forces_back)];
        assert!(
            by_matrix < 1e-10 && forces_back < 1e-10,
            "tree {seed}: {by_matrix:e} {forces_back:e}"
        );
    }
    println!(
        "mass matrix {:.1e}, inverse dynamics {:.1e}",
        worst[0], worst[1]
    );
}

/// Tests Jacobians and the responses to forces at points.
#[test]
fn points_answer_forces_as_the_mass_matrix_says() {
    for seed in 0..100 {
        let case = crate::kinds::tree(seed, seed % 2 == 0, 2 + seed as usize % 7);
        let (model, n) = (&case.model, case.model.joints());
        let mut ws = Workspace::new(model);
        let mut before = accelerations(&case, &mut ws);
        if seed % 3 > 0 {
            // As of friction that follows the normal force.
            let g = Matrix3::new(0.2, 0.0, 0.3, 0.0, 0.1, -0.2, 0.0, 0.0, 0.9);
            ws.add_contact_term(model.bodies() / 2, Vector3::new(0.2, -0.1, 0.3), &g);
            articulated_body(model, &mut ws, case.gravity, &mut before).unwrap();
        }
        let last = model.bodies() - 1;
        let point = Vector3::new(0.1, 0.2, -0.1);
        let velocities = DVector::from_column_slice(&case.y[model.layout().velocity()]);
        let jacobian = point_jacobian(model, &ws, last, point);
        let moves = ws.world_rotation(last) * ws.point_velocity(last, point);
        assert!(
            (&jacobian * velocities - moves).norm() < 1e-11 * moves.norm().max(1.0),
            "tree {seed}"
        );

        let force = Vector3::new(3.0, -2.0, 1.0);
        let mut response = Response::default();
        response.take(model, &ws).unwrap();
        response.clear();
        response.push(last, &ws.world_point(last, point), &force);
        let mut more = vec![0.0; 6 + n];
        response.add_to(model, &mut ws, &mut more);
        let own = ws.world_rotation(last).transpose() * force;
        ws.apply_force(last, point, own);
        let mut after = before.clone();
        articulated_body(model, &mut ws, case.gravity, &mut after).unwrap();
        let expected: Vec<f64> = after.iter().zip(&before).map(|(a, b)| a - b).collect();
        // The root's accelerations are spatial: the same difference.
        let largest = before.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
        for (found, expected) in more.iter().zip(&expected) {
            assert!(
                (found - expected).abs() < 1e-10 * largest,
                "tree {seed}: {found} {expected}"
            );
        }
    }
}

/// Solves a system of the mass matrix, which need not be symmetric; of a root that is not free nothing moves.
fn solve_whole(model: &Model, matrix: &DMatrix<f64>, mut force: DVector<f64>) -> DVector<f64> {
    let mut matrix = matrix.clone();
    if model.root() != Root::Free {
        for i in 0..6 {
            matrix.row_mut(i).fill(0.0);
            matrix.column_mut(i).fill(0.0);
            matrix[(i, i)] = 1.0;
            force[i] = 0.0;
        }
    }
    matrix.lu().solve(&force).unwrap()
}

/// W = J M^-1 J' of two points of a tree, by the rows of unit forces, is that of the mass matrix with the implicit terms of joints and contacts, which
/// are not symmetric where friction follows the normal force.
#[test]
fn mobilities_of_points_are_those_of_the_mass_matrix_with_implicit_terms() {
    let mut worst = 0.0_f64;
    for seed in 0..200 {
        let case = crate::kinds::tree(seed, seed % 2 == 0, 2 + seed as usize % 9);
        let (model, n) = (&case.model, case.model.joints());
        let mut ws = Workspace::new(model);
        kinematics(model, &case.y, &mut ws);
        let last = model.bodies() - 1;
        let places = [
            (last, Vector3::new(0.1, 0.2, -0.1)),
            (last / 2, Vector3::new(-0.3, 0.0, 0.1)),
        ];
        let jacobians = places.map(|(body, point)| point_jacobian(model, &ws, body, point));
        let mut matrix = DMatrix::zeros(6 + n, 6 + n);
        mass_matrix(model, &ws, &mut matrix);
        let mut g = Matrix3::new(0.9, 0.2, -0.1, 0.2, 0.5, 0.3, -0.1, 0.3, 1.4);
        let is_skewed = seed % 3 > 0;
        if is_skewed {
            g += Matrix3::new(0.0, 0.0, 0.6, 0.0, 0.0, -0.4, 0.0, 0.0, 0.0);
        }
        let axes = ws.world_rotation(last);
        matrix += jacobians[0].transpose() * (axes * g * axes.transpose()) * &jacobians[0];
        ws.add_contact_term(last, places[0].1, &g);
        for joint in 0..n {
            let more = 0.1 * f64::from(joint as u32 % 5);
            ws.joint_inertia[joint] = more;
            matrix[(6 + joint, 6 + joint)] += more;
        }
        let mut response = Response::default();
        assert!(response.take(model, &ws).is_none());
        let mut a = vec![0.0; 6 + n];
        articulated_body(model, &mut ws, case.gravity, &mut a).unwrap();
        response.take(model, &ws).unwrap();
        assert_eq!(response.is_skewed(), is_skewed);
        let row = |(body, point): (usize, Vector3<f64>), axis: usize| {
            let mut columns = vec![];
            response.columns(model, body, &ws.world_point(body, point), &mut columns);
            let mut rows = [DVector::zeros(6 + n), DVector::zeros(6 + n)];
            for of in columns {
                (rows[0][of.index], rows[1][of.index]) = (of.by[axis], of.of[axis]);
            }
            rows
        };
        let columns: Vec<Vec<DVector<f64>>> = jacobians
            .iter()
            .map(|j| {
                let axes = (0..3).map(|axis| j.row(axis).transpose());
                let solved = axes.map(|force| solve_whole(model, &matrix, force));
                solved.collect()
            })
            .collect();
        for (one, j) in places.iter().zip(&jacobians) {
            for (two, columns) in places.iter().zip(&columns) {
                for (r, c) in (0..3).flat_map(|r| (0..3).map(move |c| (r, c))) {
                    let expected = (j.row(r) * &columns[c])[0];
                    let found = row(*one, r)[0].dot(&row(*two, c)[1]);
                    worst = worst.max((found - expected).abs() / expected.abs().max(1.0));
                }
            }
        }
    }
    assert!(worst < 1e-12, "{worst:e}");
}

/// The accelerations of a tree with a sliding contact need the force that its term makes of them, by the method of Newton and Euler.
#[test]
fn sliding_contacts_push_as_their_terms_say() {
    let g = Matrix3::new(0.3, 0.0, -0.9, 0.0, 0.1, 0.4, 0.0, 0.0, 2.0);
    for seed in 0..100 {
        let case = crate::kinds::tree(seed, seed % 2 == 0, 2 + seed as usize % 7);
        let model = &case.model;
        let mut ws = Workspace::new(model);
        let mut a = accelerations(&case, &mut ws);
        let last = model.bodies() - 1;
        let point = Vector3::new(0.1, 0.2, -0.1);
        ws.add_contact_term(last, point, &g);
        assert!(ws.is_skewed());
        articulated_body(model, &mut ws, case.gravity, &mut a).unwrap();
        let [dw, b] = ws.acceleration(last, &case.gravity);
        let w = ws.angular_velocity(last);
        let at_point = b + dw.cross(&point) + w.cross(&ws.point_velocity(last, point));
        let mut forces = a.clone();
        kinematics(model, &case.y, &mut ws);
        ws.apply_force(last, point, -(g * at_point));
        inverse_dynamics(model, &mut ws, case.gravity, &a, &mut forces);
        let back = relative(
            &[&case.tau[..], &[5.0]].concat(),
            &[&forces[6..], &[5.0]].concat(),
        );
        assert!(back < 1e-10, "tree {seed}: {back:e}");
    }
}

/// Advances by the classical Runge-Kutta method, without forces at the joints.
fn fly(case: &mut Case, duration: f64, steps: usize) {
    let mut ws = Workspace::new(&case.model);
    let h = duration / steps as f64;
    let (n, joints) = (case.y.len(), case.model.joints());
    let slope = |y: &[f64], ws: &mut Workspace| {
        let (mut a, mut dy) = (vec![0.0; 6 + joints], vec![0.0; n]);
        kinematics(&case.model, y, ws);
        articulated_body(&case.model, ws, case.gravity, &mut a).unwrap();
        case.model.derivative(y, &a, &mut dy);
        dy
    };
    let moved = |y: &[f64], dy: &[f64], h: f64| -> Vec<f64> {
        y.iter().zip(dy).map(|(y, d)| y + h * d).collect()
    };
    let mut y = case.y.clone();
    for _ in 0..steps {
        let k1 = slope(&y, &mut ws);
        let k2 = slope(&moved(&y, &k1, 0.5 * h), &mut ws);
        let k3 = slope(&moved(&y, &k2, 0.5 * h), &mut ws);
        let k4 = slope(&moved(&y, &k3, h), &mut ws);
        for (i, y) in y.iter_mut().enumerate() {
            *y += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
        }
        case.model.normalise(&mut y);
    }
    case.y = y;
}

fn motion_of(model: &Model, y: &[f64]) -> Motion {
    let mut ws = Workspace::new(model);
    kinematics(model, y, &mut ws);
    motion(model, &ws)
}

#[test]
fn free_flight_keeps_energy_and_momenta() {
    for seed in [0, 2, 4, 6, 8, 10, 12, 14] {
        let mut case = crate::kinds::tree(seed, true, 6);
        case.gravity = Vector3::zeros();
        let before = motion_of(&case.model, &case.y);
        fly(&mut case, 0.5, 4000);
        let after = motion_of(&case.model, &case.y);
        let energy = (after.kinetic_energy / before.kinetic_energy - 1.0).abs();
        let momentum = (after.linear - before.linear).norm() / before.linear.norm();
        let spin = (after.angular - before.angular).norm() / before.angular.norm();
        println!("tree {seed}: {energy:.1e} {momentum:.1e} {spin:.1e}");
        assert!(
            energy < 1e-10 && momentum < 1e-10 && spin < 1e-10,
            "tree {seed}: {energy:e} {momentum:e} {spin:e}"
        );
    }
}
