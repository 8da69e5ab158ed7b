//! Times of the kernel's passes on the roach: 33 bodies, 38 degrees of freedom.

#[path = "../tests/vectors/mod.rs"]
mod vectors;

use corpus_dynamics::{
    Workspace, articulated_body, inverse_dynamics, kinematics, mass_matrix, motion,
};
use divan::{Bencher, black_box};
use nalgebra::{DMatrix, Matrix3, Vector3};

fn main() {
    divan::main();
}

/// Returns the roach with its kinematics computed, and space for accelerations.
fn prepared() -> (vectors::Case, Workspace, Vec<f64>) {
    let case = vectors::roach();
    let mut ws = Workspace::new(&case.model);
    ws.tau.copy_from_slice(&case.tau);
    kinematics(&case.model, &case.y, &mut ws);
    let a = vec![0.0; case.model.layout().accelerations()];
    (case, ws, a)
}

#[divan::bench]
fn kinematics_alone(bencher: Bencher) {
    let (case, mut ws, _) = prepared();
    bencher.bench_local(|| kinematics(&case.model, black_box(&case.y), &mut ws));
}

#[divan::bench]
fn articulated_body_alone(bencher: Bencher) {
    let (case, mut ws, mut a) = prepared();
    bencher.bench_local(|| articulated_body(&case.model, &mut ws, black_box(case.gravity), &mut a));
}

#[divan::bench]
fn kinematics_and_articulated_body(bencher: Bencher) {
    let (case, mut ws, mut a) = prepared();
    bencher.bench_local(|| {
        kinematics(&case.model, black_box(&case.y), &mut ws);
        articulated_body(&case.model, &mut ws, black_box(case.gravity), &mut a)
    });
}

/// Measures the passes with an armature at each joint and a force and a contact term on each foot.
#[divan::bench]
fn implicit_with_six_contacts(bencher: Bencher) {
    let (case, mut ws, mut a) = prepared();
    let feet = [7, 12, 17, 22, 27, 32];
    let toe = Vector3::new(1e-4, 2e-3, -1e-4);
    let g = Matrix3::from_diagonal(&Vector3::new(1e-5, 1e-5, 1e-4));
    ws.joint_inertia.fill(1e-12);
    bencher.bench_local(|| {
        kinematics(&case.model, black_box(&case.y), &mut ws);
        for foot in feet {
            ws.apply_force(foot, toe, Vector3::new(0.0, 0.0, 4e-3));
            ws.add_contact_term(foot, toe, &g);
        }
        articulated_body(&case.model, &mut ws, black_box(case.gravity), &mut a)
    });
}

#[divan::bench]
fn composite_rigid_body(bencher: Bencher) {
    let (case, ws, a) = prepared();
    let mut matrix = DMatrix::zeros(a.len(), a.len());
    bencher.bench_local(|| mass_matrix(&case.model, black_box(&ws), &mut matrix));
}

#[divan::bench]
fn recursive_newton_euler(bencher: Bencher) {
    let (case, mut ws, a) = prepared();
    let mut forces = a.clone();
    bencher.bench_local(|| {
        inverse_dynamics(
            &case.model,
            &mut ws,
            case.gravity,
            black_box(&a),
            &mut forces,
        );
    });
}

#[divan::bench]
fn momentum_and_energy(bencher: Bencher) {
    let (case, ws, _) = prepared();
    bencher.bench_local(|| motion(&case.model, black_box(&ws)));
}
