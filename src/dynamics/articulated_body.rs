//! Forward dynamics: from forces to accelerations, in time proportional to the number of bodies.

use std::fmt;

use nalgebra::Vector3;

use super::algebra::{Pair, Vec3};
use super::general;
use super::limb_passes::{Node, eliminate, follow, gathered};
use super::limbs::Slot;
use super::link::Root;
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
        write!(
            f,
            "the joint of body {} moves no positive inertia",
            self.body
        )
    }
}

impl std::error::Error for Singular {}

/// Scratch memory of the passes.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    ones: Vec<Node<f64>>,
    twos: Vec<Node<Pair>>,
    /// By bodies, where the model has joints that are more than an axis.
    general: Vec<general::Node>,
}

impl Nodes {
    pub fn new(model: &Model) -> Nodes {
        Nodes {
            ones: vec![Node::ZERO; model.limbs().ones.len() + 1],
            twos: vec![Node::ZERO; model.limbs().twos.len()],
            general: match model.is_general() {
                true => vec![general::Node::ZERO; model.bodies()],
                false => Vec::new(),
            },
        }
    }
}

/// Accelerations by the articulated-body method (Featherstone 2008, table 7.1; McKenna 1990,
/// appendix B), after [`kinematics`](super::kinematics()) of the same state.
///
/// `gravity` is in world axes, m/s2. `acceleration` takes 6 + n numbers: the root's spatial
/// acceleration (dw; dv) in body axes, zero for a fixed root, then qdd. What holds or drives the root is in
/// [`Workspace::root_force`] afterwards.
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
    let mut nodes = std::mem::take(&mut ws.nodes);
    let done = match model.is_general() {
        true => body_by_body(model, ws, &mut nodes, gravity, acceleration),
        false => passes(model, ws, &mut nodes, gravity, acceleration),
    };
    ws.nodes = nodes;
    ws.reaction = done?;
    Ok(())
}

fn passes(
    model: &Model,
    ws: &Workspace,
    nodes: &mut Nodes,
    gravity: Vec3<f64>,
    acceleration: &mut [f64],
) -> Result<[Vec3<f64>; 2], Singular> {
    let limbs = model.limbs();
    for slot in limbs.order.iter().rev() {
        match *slot {
            Slot::One(k) => {
                let limb = &limbs.ones[k - 1];
                let load = eliminate(limb, &mut nodes.ones[k], ws, gravity)?;
                if let Slot::One(parent) = limb.parent {
                    nodes.ones[parent].load.put(load, limb.first);
                }
            }
            Slot::Two(k) => {
                let limb = &limbs.twos[k];
                let load = eliminate(limb, &mut nodes.twos[k], ws, gravity)?;
                match limb.parent {
                    Slot::Two(parent) => nodes.twos[parent].load.put(load, limb.first),
                    Slot::One(parent) => {
                        let mut both = load.lane(0);
                        both.put(load.lane(1), false);
                        nodes.ones[parent].load.put(both, limb.first);
                    }
                }
            }
        }
    }
    let reaction = solve(model, ws, &mut nodes.ones[0], gravity, acceleration)?;
    let qdd = &mut acceleration[6..];
    for slot in &limbs.order {
        match *slot {
            Slot::One(k) => {
                let limb = &limbs.ones[k - 1];
                if let Slot::One(parent) = limb.parent {
                    let (a, b) = (nodes.ones[parent].a, nodes.ones[parent].b);
                    follow(limb, &mut nodes.ones[k], a, b, qdd);
                }
            }
            Slot::Two(k) => {
                let limb = &limbs.twos[k];
                let (a, b) = match limb.parent {
                    Slot::Two(parent) => (nodes.twos[parent].a, nodes.twos[parent].b),
                    Slot::One(parent) => {
                        let parent = &nodes.ones[parent];
                        let both = |v: Vec3<f64>| Vec3::from_lanes(|_| v);
                        (both(parent.a), both(parent.b))
                    }
                };
                follow(limb, &mut nodes.twos[k], a, b, qdd);
            }
        }
    }
    Ok(reaction)
}

/// The passes for figures with joints that are more than an axis.
fn body_by_body(
    model: &Model,
    ws: &Workspace,
    nodes: &mut Nodes,
    gravity: Vec3<f64>,
    acceleration: &mut [f64],
) -> Result<[Vec3<f64>; 2], Singular> {
    general::eliminate(model, ws, &mut nodes.general, gravity)?;
    let root = &mut nodes.ones[0];
    (root.load.inertia, root.load.n, root.load.f) = nodes.general[0].load();
    let reaction = solve(model, ws, root, gravity, acceleration)?;
    (nodes.general[0].a, nodes.general[0].b) = (root.a, root.b);
    general::follow(model, ws, &mut nodes.general, &mut acceleration[6..]);
    Ok(reaction)
}

/// The root's acceleration; gives the moment about its origin and the force that hold or drive it, f = I^A a + p^A (McKenna 1990,
/// equation 45), in its axes.
fn solve(
    model: &Model,
    ws: &Workspace,
    root: &mut Node<f64>,
    gravity: Vec3<f64>,
    acceleration: &mut [f64],
) -> Result<[Vec3<f64>; 2], Singular> {
    let fall = ws.bodies[0].rotation.transposed_times(gravity);
    let hung = (model.bodies() > 1).then_some(&root.load);
    let load = gathered(&model.rigid()[0], [0, 0], hung, ws, gravity);
    let (a, b) = match model.root() {
        Root::Fixed => {
            (root.a, root.b) = (Vec3::ZERO, -fall);
            acceleration[..6].fill(0.0);
            let (n, f) = load.inertia.times(root.a, root.b);
            return Ok([n + load.n, f + load.f]);
        }
        Root::Driven(drive) => {
            let body = &ws.bodies[0];
            let own = |v: [f64; 3]| body.rotation.transposed_times(Vec3::from(Vector3::from(v)));
            (own(drive.angular), own(drive.linear) - body.w.cross(body.v))
        }
        Root::Free => {
            let found = solve_root(&load.inertia, load.n, load.f);
            let (a, b) = found.ok_or(Singular { body: 0 })?;
            (root.a, root.b) = (a, b);
            let b = b + fall;
            acceleration[..6].copy_from_slice(&[a.x, a.y, a.z, b.x, b.y, b.z]);
            return Ok([Vec3::ZERO; 2]);
        }
    };
    (root.a, root.b) = (a, b - fall);
    acceleration[..6].copy_from_slice(&[a.x, a.y, a.z, b.x, b.y, b.z]);
    let (n, f) = load.inertia.times(root.a, root.b);
    Ok([n + load.n, f + load.f])
}
