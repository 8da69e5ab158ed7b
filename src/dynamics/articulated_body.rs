//! Forward dynamics: from forces to accelerations in time proportional to the bodies.

use std::fmt;

use nalgebra::Vector3;

use super::algebra::{Articulated, Vec3};
use super::link::{JointKind, Root};
use super::model::Model;
use super::root::solve_root;
use super::workspace::Workspace;

/// The inertia that a joint or the free root feels is not positive: a massless end, a contact
/// term below zero, or a state that is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Singular {
    /// The body.
    pub body: usize,
}

impl fmt::Display for Singular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "body {} offers its joint no positive inertia", self.body)
    }
}

impl std::error::Error for Singular {}

/// Accelerations by the articulated-body method (Featherstone 2008, table 7.1; McKenna 1990,
/// appendix B), after [`kinematics`](super::kinematics()) of the same state.
///
/// `gravity` is in world axes, m/s2. `acceleration` takes 6 + n numbers: the root's spatial
/// acceleration (dw; dv) in body axes, zero for a fixed root, then qdd.
///
/// Accelerations are carried relative to free fall, which is why gravity acts at the root alone.
/// Contact terms want the true ones: their product with gravity joins the bias force.
///
/// # Errors
/// [`Singular`], naming the body; `acceleration` is then of no use.
pub fn articulated_body(
    model: &Model,
    ws: &mut Workspace,
    gravity: Vector3<f64>,
    acceleration: &mut [f64],
) -> Result<(), Singular> {
    let gravity = Vec3::from(gravity);
    start(model, ws, gravity);
    gather(model, ws)?;
    let root = &mut ws.bodies[0];
    let fall = root.rotation.transposed_times(gravity);
    let mut true_acceleration = (Vec3::ZERO, Vec3::ZERO);
    (root.a, root.b) = match model.root() {
        Root::Fixed => (Vec3::ZERO, -fall),
        Root::Free => {
            let (a, b) = solve_root(&root.inertia, root.pn, root.pf).ok_or(Singular { body: 0 })?;
            true_acceleration = (a, b + fall);
            (a, b)
        }
    };
    let (a, b) = true_acceleration;
    acceleration[..6].copy_from_slice(&[a.x, a.y, a.z, b.x, b.y, b.z]);
    spread(model, ws, &mut acceleration[6..]);
    Ok(())
}

/// I^A := I (+ contact terms), p^A := v x* I v - f.
fn start(model: &Model, ws: &mut Workspace, gravity: Vec3<f64>) {
    for (i, (body, rigid)) in ws.bodies.iter_mut().zip(model.rigid()).enumerate() {
        let (n, f) = rigid.bias(body.w, body.v);
        body.pn = n - body.moment;
        body.pf = f - body.force;
        body.inertia = Articulated::rigid(*rigid);
        if body.stiff {
            let term = ws.contact[i];
            let fall = body.rotation.transposed_times(gravity);
            let (n, f) = term.times(Vec3::ZERO, fall);
            body.pn += n;
            body.pf += f;
            body.inertia = body.inertia.plus(term);
        }
    }
}

/// From the leaves to the root: U = I^A s, d = s'U, u = tau - s'p^A, and onto the parent
/// I^a = I^A - U U'/d and p^a = p^A + I^a c + U u/d.
fn gather(model: &Model, ws: &mut Workspace) -> Result<(), Singular> {
    for (i, joint) in model.joint_frames().iter().enumerate().rev() {
        let (inner, outer) = ws.bodies.split_at_mut(i + 1);
        let parent = &mut inner[joint.parent];
        let body = &mut outer[0];
        let ia = body.inertia;
        let unscale = 1.0 / joint.scale;
        let (un, uf, own, p) = match joint.kind {
            JointKind::Rotary => (
                Vec3::new(ia.i.xz, ia.i.yz, ia.i.zz),
                ia.h.z,
                ia.i.zz,
                body.pn.z,
            ),
            JointKind::Sliding => (
                Vec3::new(ia.h.x.z, ia.h.y.z, ia.h.z.z),
                Vec3::new(ia.m.xz, ia.m.yz, ia.m.zz),
                ia.m.zz,
                body.pf.z,
            ),
        };
        let d = own + ws.joint_inertia[i] * unscale * unscale;
        if d.is_nan() || d <= 0.0 {
            return Err(Singular { body: i + 1 });
        }
        let d_inverse = 1.0 / d;
        let u = ws.tau[i] * unscale - p;
        body.un = un;
        body.uf = uf;
        body.d_inverse = d_inverse;
        body.u = u;

        let mut ia = ia.less_outer(un, uf, un * d_inverse, uf * d_inverse);
        let (n, f) = ia.times(body.cw, body.cv);
        let k = u * d_inverse;
        let mut n = body.pn + n + un * k;
        let mut f = body.pf + f + uf * k;

        ia = ia.turned_z(body.theta).turned_x(joint.alpha);
        n = joint.alpha.x(body.theta.z(n));
        f = joint.alpha.x(body.theta.z(f));
        if let Some(phi) = joint.phi {
            ia = ia.turned_z(phi);
            n = phi.z(n);
            f = phi.z(f);
        }
        parent.inertia = parent.inertia.plus(ia.moved(body.place));
        parent.pn += n + body.place.cross(f);
        parent.pf += f;
    }
    Ok(())
}

/// From the root to the leaves: a' = X a_parent + c, qdd = (u - U'a') / d, a = a' + s qdd.
fn spread(model: &Model, ws: &mut Workspace, qdd: &mut [f64]) {
    for (i, (joint, out)) in model.joint_frames().iter().zip(qdd).enumerate() {
        let (inner, outer) = ws.bodies.split_at_mut(i + 1);
        let parent = &inner[joint.parent];
        let body = &mut outer[0];
        let mut a = parent.a;
        let mut b = parent.b + a.cross(body.place);
        if let Some(phi) = joint.phi {
            a = phi.z_back(a);
            b = phi.z_back(b);
        }
        a = body.theta.z_back(joint.alpha.x_back(a)) + body.cw;
        b = body.theta.z_back(joint.alpha.x_back(b)) + body.cv;
        let along = (body.u - body.un.dot(a) - body.uf.dot(b)) * body.d_inverse;
        match joint.kind {
            JointKind::Rotary => a.z += along,
            JointKind::Sliding => b.z += along,
        }
        *out = along / joint.scale;
        body.a = a;
        body.b = b;
    }
}
