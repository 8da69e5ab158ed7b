//! The mass matrix, and forward dynamics with it: slow, but an independent check of the articulated-body method.

use nalgebra::{DMatrix, DVector, Matrix3, Matrix6, Vector3, Vector6};

use super::freedom::Freedom;
use super::general::subspace;
use super::link::Root;
use super::model::{Joint, Model};
use super::workspace::Workspace;

/// Computes the mass matrix (6 + n square) by the composite-rigid-body method (Featherstone 2008, table 6.2; with a free root,
/// table 9.5), after [`kinematics`](super::kinematics()). Rows and columns are ordered as accelerations are: the root's (dw;
/// dv) in body axes, then the joints. A fixed root's rows are included. The armatures of joints ([`Model::set_armature`]) are
/// on the diagonal.
pub fn mass_matrix(model: &Model, ws: &Workspace, matrix: &mut DMatrix<f64>) {
    let joints = model.joint_frames();
    let mut composite: Vec<Matrix6<f64>> = model
        .rigid()
        .iter()
        .map(|r| {
            let h = Vector3::from(r.first).cross_matrix();
            let s = &r.second;
            let i = Matrix3::new(s.xx, s.xy, s.xz, s.xy, s.yy, s.yz, s.xz, s.yz, s.zz);
            blocks(&i, &h, &-h, &(Matrix3::identity() * r.mass))
        })
        .collect();
    // X: motion vectors of the parent to those of the body.
    let transforms: Vec<Matrix6<f64>> = (1..model.bodies())
        .map(|i| {
            let e = ws.rotation_to_parent(model, i).transpose();
            let p = Vector3::from(ws.place(i)).cross_matrix();
            blocks(&e, &Matrix3::zeros(), &(-e * p), &e)
        })
        .collect();
    // I^c_parent += X' I^c X
    for (i, joint) in joints.iter().enumerate().rev() {
        let moved = transforms[i].transpose() * composite[i + 1] * transforms[i];
        composite[joint.parent] += moved;
    }
    matrix.fill(0.0);
    matrix.view_mut((0, 0), (6, 6)).copy_from(&composite[0]);
    for (i, joint) in joints.iter().enumerate() {
        // F = I^c s, then up to the root: H_ij = F' s_j, F := X' F.
        let mut force: Vector6<f64> = composite[i + 1] * along(joint);
        let mut j = i;
        loop {
            let above = &joints[j];
            let entry = force.dot(&along(above));
            matrix[(6 + i, 6 + j)] = entry;
            matrix[(6 + j, 6 + i)] = entry;
            force = transforms[j].transpose() * force;
            match above.parent.checked_sub(1) {
                Some(parent) => j = parent,
                None => break,
            }
        }
        // A weld has its own row, so that the matrix can be solved: its acceleration is zero as no force acts on it.
        matrix[(6 + i, 6 + i)] += match joint.freedom {
            Freedom::Weld => 1.0,
            _ => joint.armature,
        };
        for k in 0..6 {
            matrix[(6 + i, k)] = force[k];
            matrix[(k, 6 + i)] = force[k];
        }
    }
}

/// Solves M a = f for accelerations a (6 + n) by Cholesky's method; a fixed root's are zero. None if the matrix is not positive
/// definite, and for a driven root, whose acceleration is not in the system.
#[must_use]
pub fn solve_dense(model: &Model, matrix: &DMatrix<f64>, f: &DVector<f64>) -> Option<DVector<f64>> {
    match model.root() {
        Root::Free => Some(matrix.clone().cholesky()?.solve(f)),
        Root::Driven(_) => None,
        Root::Fixed => {
            let n = model.joints();
            let joints = matrix.view((6, 6), (n, n)).into_owned();
            let qdd = joints.cholesky()?.solve(&f.rows(6, n).into_owned());
            let mut a = DVector::zeros(6 + n);
            a.rows_mut(6, n).copy_from(&qdd);
            Some(a)
        }
    }
}

/// Returns s, times the length of the axis.
fn along(joint: &Joint) -> Vector6<f64> {
    let [angular, linear] = subspace(joint);
    Vector6::new(
        angular.x, angular.y, angular.z, linear.x, linear.y, linear.z,
    )
}

fn blocks(a: &Matrix3<f64>, b: &Matrix3<f64>, c: &Matrix3<f64>, d: &Matrix3<f64>) -> Matrix6<f64> {
    let mut m = Matrix6::zeros();
    m.fixed_view_mut::<3, 3>(0, 0).copy_from(a);
    m.fixed_view_mut::<3, 3>(0, 3).copy_from(b);
    m.fixed_view_mut::<3, 3>(3, 0).copy_from(c);
    m.fixed_view_mut::<3, 3>(3, 3).copy_from(d);
    m
}
