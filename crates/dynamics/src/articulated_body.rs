//! Forward dynamics: from forces to accelerations, in time proportional to the number of bodies.

use std::fmt;

use nalgebra::Vector3;

use super::algebra::Vec3;
use super::elimination::of_root;
use super::general;
use super::limb_passes::{Joints, add_to_parent, eliminate, follow, parent_acceleration};
use super::limbs::{Parent, Slot};
use super::link::Root;
use super::model::Model;
use super::root::{solve_root, solve_skewed_root};
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
/// Contact terms that are not symmetric make articulated inertias that are not: those of the bodies between them and the root have a skew
/// part, 15 numbers more, and the root's six equations are solved without symmetry.
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
    ws.solved = false;
    ws.reaction = match model.is_general() {
        true => body_by_body(model, ws, gravity, acceleration)?,
        false => ws.simd.run(Passes {
            model,
            ws,
            gravity,
            acceleration,
        })?,
    };
    ws.solved = true;
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
        if ws.skewed {
            ws.forget_skew();
        }
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
                    let eliminated = &own[0].node.eliminated;
                    above[parent].node.load.put(&eliminated.load, limb.first);
                    if own[0].is_skewed() {
                        above[parent].node.add_skew(&eliminated.skew);
                    }
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
        (root.skewed, root.skew) = (ws.skewed, nodes[0].skew);
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
    let (load, skew) = of_root(&model.rigid()[0], root, gravity);
    let reaction = |a: Vec3<f64>, b: Vec3<f64>| {
        let (n, f) = load.inertia.times(a, b);
        let (kn, kf) = skew.map_or((Vec3::ZERO, Vec3::ZERO), |skew| skew.times(a, b));
        [n + load.n + kn, f + load.f + kf]
    };
    let (a, b) = match model.root() {
        Root::Fixed => {
            (root.node.a, root.node.b) = (Vec3::ZERO, -fall);
            acceleration[..6].fill(0.0);
            return Ok(reaction(root.node.a, root.node.b));
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
            let found = match &skew {
                None => solve_root(&load.inertia, load.n, load.f),
                Some(skew) => solve_skewed_root(&load.inertia, skew, load.n, load.f),
            };
            let (a, b) = found.ok_or(Singular { body: 0 })?;
            (root.node.a, root.node.b) = (a, b);
            let b = b + fall;
            acceleration[..6].copy_from_slice(&[a.x, a.y, a.z, b.x, b.y, b.z]);
            return Ok([Vec3::ZERO; 2]);
        }
    };
    (root.node.a, root.node.b) = (a, b - fall);
    acceleration[..6].copy_from_slice(&[a.x, a.y, a.z, b.x, b.y, b.z]);
    Ok(reaction(root.node.a, root.node.b))
}
