//! Motions of all bodies for given joint rates: the product of a Jacobian and a vector.

use nalgebra::Vector3;

use super::algebra::Vec3;
use super::freedom::Freedom;
use super::general::{add_along, back};
use super::link::JointKind;
use super::model::Model;
use super::workspace::Workspace;

/// The motion of a body for the rates given to [`carry`], in its axes about its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carried {
    /// Angular part.
    pub angular: Vector3<f64>,
    /// Linear part, of the body's origin.
    pub linear: Vector3<f64>,
}

impl Carried {
    /// Zero motion.
    pub const NONE: Carried = Carried {
        angular: Vector3::new(0.0, 0.0, 0.0),
        linear: Vector3::new(0.0, 0.0, 0.0),
    };

    /// Returns the linear part at a point of the body.
    #[must_use]
    pub fn at(&self, point: &Vector3<f64>) -> Vector3<f64> {
        self.linear + self.angular.cross(point)
    }
}

/// Computes the motions a_i = X a_parent + s |axis| r_i + products (v_i x s |axis| qd) of the `wanted` bodies, after
/// [`kinematics`](super::kinematics()): with `products` 0 the velocities for the rates `joints` and the motion `root` of the
/// root, with 1 the accelerations (Featherstone 2008, table 7.1, third loop).
///
/// A wanted body's parent must be wanted too. `out` has an entry for each body; those of other bodies are unchanged.
pub fn carry(
    model: &Model,
    ws: &Workspace,
    wanted: &[bool],
    root: Carried,
    joints: &[f64],
    products: f64,
    out: &mut [Carried],
) {
    out[0] = root;
    let rows = model.joint_frames().iter().zip(joints).enumerate();
    for (i, (joint, rate)) in rows {
        if !wanted[i + 1] {
            continue;
        }
        let (w, v) = ws.velocity(i + 1);
        let theta = ws.theta(i + 1);
        let turning = products * ws.rate(i + 1);
        let parent = out[joint.parent];
        let mut a = Vec3::from(parent.angular);
        let mut b = Vec3::from(parent.linear) + a.cross(ws.place(i + 1));
        let along = joint.scale * rate;
        if joint.freedom != Freedom::Axis {
            let tilt = ws.tilt(joint, i + 1);
            a = back(tilt, theta, a);
            b = back(tilt, theta, b);
            add_along(joint, (w, v), turning, along, &mut a, &mut b);
            out[i + 1] = Carried {
                angular: a.into(),
                linear: b.into(),
            };
            continue;
        }
        if let Some(phi) = joint.phi {
            a = phi.z_back(a);
            b = phi.z_back(b);
        }
        a = theta.z_back(joint.alpha.x_back(a));
        b = theta.z_back(joint.alpha.x_back(b));
        match joint.kind {
            JointKind::Rotary => {
                a.x += w.y * turning;
                a.y -= w.x * turning;
                b.x += v.y * turning;
                b.y -= v.x * turning;
                a.z += along;
            }
            JointKind::Sliding => {
                b.x += w.y * turning;
                b.y -= w.x * turning;
                b.z += along;
            }
        }
        out[i + 1] = Carried {
            angular: a.into(),
            linear: b.into(),
        };
    }
}
