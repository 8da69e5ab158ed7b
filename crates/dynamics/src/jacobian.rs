//! Jacobian of a point.

use nalgebra::{Matrix3xX, Vector3};

use super::freedom::Freedom;
use super::link::JointKind;
use super::model::Model;
use super::workspace::Workspace;

/// Returns the Jacobian (3 x (6 + n)) of a point fixed to a body, after [`kinematics`](super::kinematics()): its product with
/// the velocities (omega, v, qd) of a state is the point's velocity in the world, m/s; its transpose maps a force in the world
/// to generalised forces. `point` is in the body's kernel axes. (Featherstone 2008, section 4.2: column j is that of s_j, moved
/// to the point, for each joint between it and the root.)
#[must_use]
pub fn point_jacobian(
    model: &Model,
    ws: &Workspace,
    body: usize,
    point: Vector3<f64>,
) -> Matrix3xX<f64> {
    let mut jacobian = Matrix3xX::zeros(6 + model.joints());
    let at = ws.world_point(body, point);
    let root = ws.world_rotation(0);
    let arm = at - ws.world_position(0);
    for k in 0..3 {
        let axis = root.column(k);
        jacobian.set_column(k, &axis.cross(&arm));
        jacobian.set_column(3 + k, &axis);
    }
    let mut i = body;
    while let Some(joint) = i.checked_sub(1).map(|j| &model.joint_frames()[j]) {
        let axis = ws.world_rotation(i).column(2) * joint.scale;
        let turned = || axis.cross(&(at - ws.world_position(i)));
        let column = match (joint.freedom, joint.kind) {
            (Freedom::Weld, _) => axis * 0.0,
            (Freedom::Screw { pitch }, _) => turned() + axis * pitch,
            (_, JointKind::Rotary) => turned(),
            (_, JointKind::Sliding) => axis,
        };
        jacobian.set_column(5 + i, &column);
        i = joint.parent;
    }
    jacobian
}
