//! Forward dynamics: from forces to accelerations in time proportional to the bodies.

use std::fmt;

use nalgebra::Vector3;

use super::algebra::{Pair, Vec3};
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
        write!(f, "body {} offers its joint no positive inertia", self.body)
    }
}

impl std::error::Error for Singular {}

/// Scratch memory of the passes.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    ones: Vec<Node<f64>>,
    twos: Vec<Node<Pair>>,
}

impl Nodes {
    pub fn new(model: &Model) -> Nodes {
        Nodes {
            ones: vec![Node::ZERO; model.limbs().ones.len() + 1],
            twos: vec![Node::ZERO; model.limbs().twos.len()],
        }
    }
}

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
    let mut nodes = std::mem::take(&mut ws.nodes);
    let done = passes(model, ws, &mut nodes, gravity, acceleration);
    ws.nodes = nodes;
    done
}

fn passes(
    model: &Model,
    ws: &Workspace,
    nodes: &mut Nodes,
    gravity: Vec3<f64>,
    acceleration: &mut [f64],
) -> Result<(), Singular> {
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
    solve(model, ws, &mut nodes.ones[0], gravity, acceleration)?;
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
    Ok(())
}

/// The root's acceleration.
fn solve(
    model: &Model,
    ws: &Workspace,
    root: &mut Node<f64>,
    gravity: Vec3<f64>,
    acceleration: &mut [f64],
) -> Result<(), Singular> {
    let fall = ws.bodies[0].rotation.transposed_times(gravity);
    let mut true_acceleration = (Vec3::ZERO, Vec3::ZERO);
    (root.a, root.b) = match model.root() {
        Root::Fixed => (Vec3::ZERO, -fall),
        Root::Free => {
            let hung = (model.bodies() > 1).then_some(&root.load);
            let load = gathered(&model.rigid()[0], [0, 0], hung, ws, gravity);
            let found = solve_root(&load.inertia, load.n, load.f);
            let (a, b) = found.ok_or(Singular { body: 0 })?;
            true_acceleration = (a, b + fall);
            (a, b)
        }
    };
    let (a, b) = true_acceleration;
    acceleration[..6].copy_from_slice(&[a.x, a.y, a.z, b.x, b.y, b.z]);
    Ok(())
}
