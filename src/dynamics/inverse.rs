//! Inverse dynamics: from accelerations to forces.

use nalgebra::Vector3;

use super::algebra::{Mat3, Vec3};
use super::freedom::Freedom;
use super::general::add_along;
use super::link::JointKind;
use super::model::Model;
use super::workspace::Workspace;

/// Forces that give the accelerations asked for, by the recursive Newton-Euler method
/// (Featherstone 2008, table 5.1, its floating-base form with a known root acceleration), after
/// [`kinematics`](super::kinematics()) and with the workspace's external forces acting.
///
/// `gravity` is in world axes, m/s2; `acceleration` holds 6 + n numbers, the root's spatial one
/// in body axes first. `forces` takes 6 + n: what must hold the root, (moment; force) in body
/// axes about its origin, then the joint forces, with those that armatures need. `tau`, `joint_inertia` and contact terms have no
/// part in it.
pub fn inverse_dynamics(
    model: &Model,
    ws: &mut Workspace,
    gravity: Vector3<f64>,
    acceleration: &[f64],
    forces: &mut [f64],
) {
    let vector =
        |at: usize| Vec3::new(acceleration[at], acceleration[at + 1], acceleration[at + 2]);
    let root = &mut ws.bodies[0];
    root.a = vector(0);
    root.b = vector(3) - root.rotation.transposed_times(gravity.into());
    for i in 0..model.bodies() {
        if let Some(joint) = i.checked_sub(1).map(|j| &model.joint_frames()[j]) {
            let r = Mat3::from(ws.rotation_to_parent(model, i));
            let parent = ws.bodies[joint.parent];
            let body = &mut ws.bodies[i];
            // a_i = X a_parent + s qdd + v_i x s qd
            body.a = r.transposed_times(parent.a);
            body.b = r.transposed_times(parent.b + parent.a.cross(body.place));
            let along = Vec3::new(0.0, 0.0, joint.scale * acceleration[5 + i]);
            let rate = Vec3::new(0.0, 0.0, body.rate);
            if joint.freedom != Freedom::Axis {
                let (mut a, mut b) = (body.a, body.b);
                add_along(joint, body, along.z, 1.0, &mut a, &mut b);
                (body.a, body.b) = (a, b);
            } else {
                match joint.kind {
                    JointKind::Rotary => {
                        body.a += along + body.w.cross(rate);
                        body.b += body.v.cross(rate);
                    }
                    JointKind::Sliding => body.b += along + body.w.cross(rate),
                }
            }
        }
        // f_i = I a_i + v_i x* I v_i - f_x
        let rigid = &model.rigid()[i];
        let body = &mut ws.bodies[i];
        let (n, f) = rigid.momentum(body.a, body.b);
        let (hn, hf) = rigid.momentum(body.w, body.v);
        body.pn = n + body.w.cross(hn) + body.v.cross(hf) - body.moment;
        body.pf = f + body.w.cross(hf) - body.force;
    }
    for (i, joint) in model.joint_frames().iter().enumerate().rev() {
        let r = Mat3::from(ws.rotation_to_parent(model, i + 1));
        let body = ws.bodies[i + 1];
        // tau_i = s' f_i
        forces[6 + i] = joint.scale
            * match (joint.freedom, joint.kind) {
                (Freedom::Weld, _) => 0.0,
                (Freedom::Screw { pitch }, _) => body.pn.z + pitch * body.pf.z,
                (_, JointKind::Rotary) => body.pn.z,
                (_, JointKind::Sliding) => body.pf.z,
            };
        if joint.armature != 0.0 && joint.freedom != Freedom::Weld {
            forces[6 + i] += joint.armature * acceleration[6 + i];
        }
        let f = r.times(body.pf);
        let parent = &mut ws.bodies[joint.parent];
        parent.pn += r.times(body.pn) + body.place.cross(f);
        parent.pf += f;
    }
    let root = &ws.bodies[0];
    let (n, f) = (root.pn, root.pf);
    forces[..6].copy_from_slice(&[n.x, n.y, n.z, f.x, f.y, f.z]);
}
