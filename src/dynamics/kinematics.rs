//! Positions and velocities of all bodies.

use super::algebra::{Planar, Vec3};
use super::general;
use super::link::JointKind;
use super::model::Model;
use super::state::{Layout, root_rotation};
use super::workspace::Workspace;

/// First pass: for each body its joint's turn, its pose in the world and its spatial velocity
/// (Featherstone 2008, table 7.1, first loop), from a state `y` in the model's [`Layout`]. Clears
/// external forces and contact terms.
///
/// v_i = X v_parent + s |axis| qd, where X stands for Rz(theta)' Rx(alpha)'
/// Rz(phi)' after the shift of the origin.
pub fn kinematics(model: &Model, y: &[f64], ws: &mut Workspace) {
    ws.state.clear();
    ws.state.extend_from_slice(y);
    if model.is_general() {
        general::kinematics(model, y, ws);
        return;
    }
    let layout = Layout::new(model.joints());
    let vector = |at: usize| Vec3::new(y[at], y[at + 1], y[at + 2]);
    let root = &mut ws.bodies[0];
    root.position = vector(0);
    root.rotation = root_rotation(y).into();
    root.w = vector(layout.omega().start);
    root.v = vector(layout.v().start);
    root.moment = Vec3::ZERO;
    root.force = Vec3::ZERO;
    root.stiff = false;

    let coordinates = y[layout.q()].iter().zip(&y[layout.qd()]);
    for (i, (joint, (q, qd))) in model.joint_frames().iter().zip(coordinates).enumerate() {
        let (inner, outer) = ws.bodies.split_at_mut(i + 1);
        let parent = &inner[joint.parent];
        let body = &mut outer[0];
        let along = joint.scale * q;
        let rate = joint.scale * qd;

        let (s, c) = match joint.kind {
            JointKind::Rotary => libm::sincos(joint.offset + along),
            JointKind::Sliding => libm::sincos(joint.offset),
        };
        let theta = Planar { c, s };
        let mut place = joint.place;
        if joint.kind == JointKind::Sliding {
            let axis = joint.alpha.x(Vec3::new(0.0, 0.0, along));
            place += joint.phi.map_or(axis, |phi| phi.z(axis));
        }

        let mut rotation = parent.rotation;
        let mut w = parent.w;
        let mut v = parent.v + parent.w.cross(place);
        if let Some(phi) = joint.phi {
            rotation = phi.after_z(rotation);
            w = phi.z_back(w);
            v = phi.z_back(v);
        }
        body.position = parent.position + parent.rotation.times(place);
        body.rotation = theta.after_z(joint.alpha.after_x(rotation));
        w = theta.z_back(joint.alpha.x_back(w));
        v = theta.z_back(joint.alpha.x_back(v));

        match joint.kind {
            JointKind::Rotary => w.z += rate,
            JointKind::Sliding => v.z += rate,
        }
        body.theta = theta;
        body.place = place;
        body.rate = rate;
        body.w = w;
        body.v = v;
        body.moment = Vec3::ZERO;
        body.force = Vec3::ZERO;
        body.stiff = false;
    }
}

/// [`kinematics`], unless the workspace holds those of the very same state already: then only forces and contact terms are
/// cleared. The workspace must have been used with this model alone.
pub fn kinematics_once(model: &Model, y: &[f64], ws: &mut Workspace) {
    let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits();
    if ws.state.len() != y.len() || !ws.state.iter().zip(y).all(same) {
        kinematics(model, y, ws);
        return;
    }
    for body in &mut ws.bodies {
        body.moment = Vec3::ZERO;
        body.force = Vec3::ZERO;
        body.stiff = false;
    }
}
