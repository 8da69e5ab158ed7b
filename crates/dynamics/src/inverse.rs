//! Inverse dynamics: from accelerations to forces.

use nalgebra::Vector3;

use super::algebra::{Mat3, Vec3};
use super::freedom::Freedom;
use super::general::add_along;
use super::link::JointKind;
use super::model::Model;
use super::workspace::{Inverse, Workspace};

/// Computes the forces for given accelerations, by the recursive Newton-Euler method (Featherstone 2008, table 5.1, its
/// floating-base form with a known root acceleration), after [`kinematics`](super::kinematics()) and with the workspace's
/// external forces acting.
///
/// `gravity` is in world axes, m/s2; `acceleration` has 6 + n numbers, the root's spatial one in body axes first. `forces`
/// receives 6 + n: the force that holds the root, (moment; force) in body axes about its origin, then the joint forces,
/// including those for armatures. `tau`, `joint_inertia` and contact terms are not used.
pub fn inverse_dynamics(
    model: &Model,
    ws: &mut Workspace,
    gravity: Vector3<f64>,
    acceleration: &[f64],
    forces: &mut [f64],
) {
    let vector =
        |at: usize| Vec3::new(acceleration[at], acceleration[at + 1], acceleration[at + 2]);
    let fall = Mat3::from(ws.world_rotation(0)).transposed_times(gravity.into());
    for i in 0..model.bodies() {
        let (w, v) = ws.velocity(i);
        let (mut a, mut b) = (vector(0), vector(3) - fall);
        if let Some(joint) = i.checked_sub(1).map(|j| &model.joint_frames()[j]) {
            let r = Mat3::from(ws.rotation_to_parent(model, i));
            let parent = ws.inverse(joint.parent);
            // a_i = X a_parent + s qdd + v_i x s qd
            a = r.transposed_times(parent.a);
            b = r.transposed_times(parent.b + parent.a.cross(ws.place(i)));
            let along = Vec3::new(0.0, 0.0, joint.scale * acceleration[5 + i]);
            let rate = Vec3::new(0.0, 0.0, ws.rate(i));
            if joint.freedom != Freedom::Axis {
                add_along(joint, (w, v), rate.z, along.z, &mut a, &mut b);
            } else {
                match joint.kind {
                    JointKind::Rotary => {
                        a += along + w.cross(rate);
                        b += v.cross(rate);
                    }
                    JointKind::Sliding => b += along + w.cross(rate),
                }
            }
        }
        // f_i = I a_i + v_i x* I v_i - f_x
        let rigid = &model.rigid()[i];
        let (moment, force) = ws.external(i);
        let (n, f) = rigid.momentum(a, b);
        let (hn, hf) = rigid.momentum(w, v);
        let pn = n + w.cross(hn) + v.cross(hf) - moment;
        let pf = f + w.cross(hf) - force;
        ws.set_inverse(i, &Inverse { pn, pf, a, b });
    }
    for (i, joint) in model.joint_frames().iter().enumerate().rev() {
        let r = Mat3::from(ws.rotation_to_parent(model, i + 1));
        let (body, place) = (ws.inverse(i + 1), ws.place(i + 1));
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
        let mut parent = ws.inverse(joint.parent);
        parent.pn += r.times(body.pn) + place.cross(f);
        parent.pf += f;
        ws.set_inverse(joint.parent, &parent);
    }
    let root = ws.inverse(0);
    let (n, f) = (root.pn, root.pf);
    forces[..6].copy_from_slice(&[n.x, n.y, n.z, f.x, f.y, f.z]);
}
