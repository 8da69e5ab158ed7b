//! Forward dynamics: from forces to accelerations, in time proportional to the number of bodies.

use std::fmt;

use nalgebra::Vector3;

use super::algebra::Vec3;
use super::general;
use super::limb_passes::{Joints, add_to_parent, eliminate, follow, of_root, parent_acceleration};
use super::limbs::{Parent, Slot};
use super::link::Root;
use super::model::Model;
use super::root::solve_root;
use super::simd::Task;
use super::workspace::{Body, Workspace};

/// Error of a joint or free root whose articulated inertia is not positive: a massless end, a negative contact term, or a state
/// with NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Singular {
    /// The body.
    pub body: usize,
}

impl fmt::Display for Singular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the joint of body {} moves no positive inertia",
            self.body
        )
    }
}

impl std::error::Error for Singular {}

/// Computes accelerations by the articulated-body method (Featherstone 2008, table 7.1; McKenna 1990, appendix B), after
/// [`kinematics`](super::kinematics()) of the same state.
///
/// `gravity` is in world axes, m/s2. `acceleration` receives 6 + n numbers: the root's spatial acceleration (dw; dv) in body
/// axes, zero for a fixed root, then qdd. [`Workspace::root_force`] then has the force that holds or drives the root.
///
/// Accelerations are relative to free fall, so gravity acts at the root only. Contact terms need the true ones: their product
/// with gravity is added to the bias force.
///
/// # Errors
/// [`Singular`], with the body; `acceleration` is then invalid.
pub fn articulated_body(
    model: &Model,
    ws: &mut Workspace,
    gravity: Vector3<f64>,
    acceleration: &mut [f64],
) -> Result<(), Singular> {
    let gravity = Vec3::from(gravity);
    ws.reaction = match model.is_general() {
        true => body_by_body(model, ws, gravity, acceleration)?,
        false => ws.simd.run(Passes {
            model,
            ws,
            gravity,
            acceleration,
        })?,
    };
    Ok(())
}

/// Data of the passes over limbs.
struct Passes<'a> {
    model: &'a Model,
    ws: &'a mut Workspace,
    gravity: Vec3<f64>,
    acceleration: &'a mut [f64],
}

impl Task for Passes<'_> {
    type Found = Result<[Vec3<f64>; 2], Singular>;

    #[inline(always)]
    fn run(self) -> Self::Found {
        let Passes {
            model,
            ws,
            gravity,
            acceleration,
        } = self;
        let limbs = model.limbs();
        let joints = Joints {
            tau: &ws.tau,
            inertia: &ws.joint_inertia,
        };
        for slot in limbs.order.iter().rev() {
            match *slot {
                Slot::One(k) => {
                    let limb = &limbs.ones[k - 1];
                    eliminate(limb, &mut ws.ones[k], joints, gravity)?;
                    let (Parent::One(parent) | Parent::Alike(parent)) = limb.parent;
                    let (above, own) = ws.ones.split_at_mut(k);
                    let load = &own[0].node.eliminated.load;
                    above[parent].node.load.put(load, limb.first);
                }
                Slot::Four(k) => {
                    let limb = &limbs.fours[k];
                    eliminate(limb, &mut ws.fours[k], joints, gravity)?;
                    add_to_parent(limb, k, &mut ws.fours, &mut ws.ones);
                }
                Slot::Eight(k) => {
                    let limb = &limbs.eights[k];
                    eliminate(limb, &mut ws.eights[k], joints, gravity)?;
                    add_to_parent(limb, k, &mut ws.eights, &mut ws.ones);
                }
            }
        }
        let reaction = solve(model, &mut ws.ones[0], gravity, acceleration)?;
        let qdd = &mut acceleration[6..];
        for slot in &limbs.order {
            match *slot {
                Slot::One(k) => {
                    let limb = &limbs.ones[k - 1];
                    let (Parent::One(parent) | Parent::Alike(parent)) = limb.parent;
                    let node = &ws.ones[parent].node;
                    let above = [node.a, node.b];
                    follow(limb, &mut ws.ones[k], above, qdd);
                }
                Slot::Four(k) => {
                    let limb = &limbs.fours[k];
                    let above = parent_acceleration(limb.parent, &ws.fours, &ws.ones);
                    follow(limb, &mut ws.fours[k], above, qdd);
                }
                Slot::Eight(k) => {
                    let limb = &limbs.eights[k];
                    let above = parent_acceleration(limb.parent, &ws.eights, &ws.ones);
                    follow(limb, &mut ws.eights[k], above, qdd);
                }
            }
        }
        Ok(reaction)
    }
}

/// Computes the passes for figures with joints other than single axes.
fn body_by_body(
    model: &Model,
    ws: &mut Workspace,
    gravity: Vec3<f64>,
    acceleration: &mut [f64],
) -> Result<[Vec3<f64>; 2], Singular> {
    let mut nodes = std::mem::take(&mut ws.general);
    let done = general::eliminate(model, ws, &mut nodes, gravity).and_then(|()| {
        let root = &mut ws.ones[0].node;
        (root.load.inertia, root.load.n, root.load.f) = nodes[0].load();
        let reaction = solve(model, &mut ws.ones[0], gravity, acceleration)?;
        (nodes[0].a, nodes[0].b) = (ws.ones[0].node.a, ws.ones[0].node.b);
        general::follow(model, ws, &mut nodes, &mut acceleration[6..]);
        Ok(reaction)
    });
    ws.general = nodes;
    done
}

/// Solves for the root's acceleration; returns the moment about its origin and the force that hold or drive it, f = I^A a + p^A
/// (McKenna 1990, equation 45), in its axes.
fn solve(
    model: &Model,
    root: &mut Body<f64>,
    gravity: Vec3<f64>,
    acceleration: &mut [f64],
) -> Result<[Vec3<f64>; 2], Singular> {
    let fall = root.frame.rotation.transposed_times(gravity);
    let load = of_root(&model.rigid()[0], root, gravity);
    let (a, b) = match model.root() {
        Root::Fixed => {
            (root.node.a, root.node.b) = (Vec3::ZERO, -fall);
            acceleration[..6].fill(0.0);
            let (n, f) = load.inertia.times(root.node.a, root.node.b);
            return Ok([n + load.n, f + load.f]);
        }
        Root::Driven(drive) => {
            let own = |v: [f64; 3]| {
                root.frame
                    .rotation
                    .transposed_times(Vec3::from(Vector3::from(v)))
            };
            (
                own(drive.angular),
                own(drive.linear) - root.frame.w.cross(root.frame.v),
            )
        }
        Root::Free => {
            let found = solve_root(&load.inertia, load.n, load.f);
            let (a, b) = found.ok_or(Singular { body: 0 })?;
            (root.node.a, root.node.b) = (a, b);
            let b = b + fall;
            acceleration[..6].copy_from_slice(&[a.x, a.y, a.z, b.x, b.y, b.z]);
            return Ok([Vec3::ZERO; 2]);
        }
    };
    (root.node.a, root.node.b) = (a, b - fall);
    acceleration[..6].copy_from_slice(&[a.x, a.y, a.z, b.x, b.y, b.z]);
    let (n, f) = load.inertia.times(root.node.a, root.node.b);
    Ok([n + load.n, f + load.f])
}
