//! Forward dynamics: from forces to accelerations in time proportional to the bodies.

use std::fmt;

use nalgebra::Vector3;

use super::algebra::{Articulated, Pair, Planar, Real, Rigid, Vec3};
use super::limbs::{Limb, Slot};
use super::link::{JointKind, Root};
use super::model::Model;
use super::root::solve_root;
use super::workspace::{Body, Workspace};

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

/// Inertia and bias force of what hangs on a body, in its axes about its origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load<T> {
    inertia: Articulated<T>,
    n: Vec3<T>,
    f: Vec3<T>,
}

impl<T: Real> Load<T> {
    const ZERO: Self = Load {
        inertia: Articulated::ZERO,
        n: Vec3::ZERO,
        f: Vec3::ZERO,
    };

    #[inline(always)]
    fn put(&mut self, load: Load<T>, first: bool) {
        if first {
            *self = load;
        } else {
            self.inertia = self.inertia.plus(load.inertia);
            self.n += load.n;
            self.f += load.f;
        }
    }
}

/// What the passes keep of one limb.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<T> {
    load: Load<T>,
    theta: Planar<T>,
    place: Vec3<T>,
    /// Velocity-product acceleration (cw; cv), which lies across z.
    cw: [T; 2],
    cv: [T; 2],
    /// U = I^A s.
    un: Vec3<T>,
    uf: Vec3<T>,
    d_inverse: T,
    u: T,
    /// Spatial acceleration relative to free fall (a; b).
    a: Vec3<T>,
    b: Vec3<T>,
}

/// Scratch memory of the passes.
#[derive(Clone, Debug)]
pub(super) struct Nodes {
    ones: Vec<Node<f64>>,
    twos: Vec<Node<Pair>>,
}

impl<T: Real> Node<T> {
    const ZERO: Self = Node {
        load: Load::ZERO,
        theta: Planar {
            c: T::ZERO,
            s: T::ZERO,
        },
        place: Vec3::ZERO,
        cw: [T::ZERO; 2],
        cv: [T::ZERO; 2],
        un: Vec3::ZERO,
        uf: Vec3::ZERO,
        d_inverse: T::ZERO,
        u: T::ZERO,
        a: Vec3::ZERO,
        b: Vec3::ZERO,
    };
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
    let mut nodes = std::mem::replace(
        &mut ws.nodes,
        Nodes {
            ones: vec![],
            twos: vec![],
        },
    );
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
                        let lane = |k: usize| Load {
                            inertia: load.inertia.lane(k),
                            n: load.n.lane(k),
                            f: load.f.lane(k),
                        };
                        let mut both = lane(0);
                        both.put(lane(1), false);
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

/// I^A and p^A = v x* I v - f of a body, with what hangs on it where that is given.
#[inline(always)]
fn gathered<T: Real>(
    rigid: &Rigid<T>,
    bodies: [usize; 2],
    hung: Option<&Load<T>>,
    ws: &Workspace,
    gravity: Vec3<f64>,
) -> Load<T> {
    let body = |k: usize| &ws.bodies[bodies[k]];
    let (n, f) = rigid.bias(
        Vec3::from_lanes(|k| body(k).w),
        Vec3::from_lanes(|k| body(k).v),
    );
    let mut load = Load {
        inertia: Articulated::rigid(*rigid),
        n: n - Vec3::from_lanes(|k| body(k).moment),
        f: f - Vec3::from_lanes(|k| body(k).force),
    };
    if let Some(hung) = hung {
        load.put(*hung, false);
    }
    if (0..T::LANES).any(|k| body(k).stiff) {
        let term = Articulated::from_lanes(|k| match body(k).stiff {
            true => ws.contact[bodies[k]],
            false => Articulated::ZERO,
        });
        let fall = Vec3::from_lanes(|k| body(k).rotation.transposed_times(gravity));
        let (n, f) = term.times(Vec3::ZERO, fall);
        load.put(
            Load {
                inertia: term,
                n,
                f,
            },
            false,
        );
    }
    load
}

/// U = I^A s, d = s'U, u = tau - s'p^A; gives I^a = I^A - U U'/d and p^a = p^A + I^a c + U u/d
/// in the parent's axes about its origin.
#[inline(always)]
fn eliminate<T: Real>(
    limb: &Limb<T>,
    node: &mut Node<T>,
    ws: &Workspace,
    gravity: Vec3<f64>,
) -> Result<Load<T>, Singular> {
    let hung = (!limb.leaf).then_some(&node.load);
    let load = gathered(&limb.rigid, limb.bodies, hung, ws, gravity);
    let body = |k: usize| &ws.bodies[limb.bodies[k]];
    let joint = |k: usize| limb.bodies[k] - 1;
    node.theta = Planar::from_lanes(|k| body(k).theta);
    // v_i x s qd
    let across = |x: &dyn Fn(&Body) -> f64, y: &dyn Fn(&Body) -> f64| {
        [
            T::from_lanes(|k| y(body(k)) * body(k).rate),
            T::from_lanes(|k| -(x(body(k)) * body(k).rate)),
        ]
    };
    let of_w = across(&|b| b.w.x, &|b| b.w.y);
    let ia = &load.inertia;
    let own;
    let p;
    match limb.kind {
        JointKind::Rotary => {
            node.place = limb.place;
            node.cw = of_w;
            node.cv = across(&|b| b.v.x, &|b| b.v.y);
            node.un = Vec3::new(ia.i.xz, ia.i.yz, ia.i.zz);
            node.uf = ia.h.z;
            own = ia.i.zz;
            p = load.n.z;
        }
        JointKind::Sliding => {
            node.place = Vec3::from_lanes(|k| body(k).place);
            node.cw = [T::ZERO; 2];
            node.cv = of_w;
            node.un = Vec3::new(ia.h.x.z, ia.h.y.z, ia.h.z.z);
            node.uf = Vec3::new(ia.m.xz, ia.m.yz, ia.m.zz);
            own = ia.m.zz;
            p = load.f.z;
        }
    }
    let rotor = T::from_lanes(|k| ws.joint_inertia[joint(k)]);
    let d = own + rotor * limb.unscale * limb.unscale;
    for k in 0..T::LANES {
        if d.lane(k).is_nan() || d.lane(k) <= 0.0 {
            return Err(Singular {
                body: limb.bodies[k],
            });
        }
    }
    let (un, uf) = (node.un, node.uf);
    let d_inverse = d.reciprocal();
    let u = T::from_lanes(|k| ws.tau[joint(k)]) * limb.unscale - p;
    node.d_inverse = d_inverse;
    node.u = u;

    let mut ia = ia.less_outer(un, uf, un * d_inverse, uf * d_inverse);
    let (n, f) = ia.times_across(node.cw, node.cv);
    let along = u * d_inverse;
    let mut n = load.n + n + un * along;
    let mut f = load.f + f + uf * along;

    let (theta, alpha) = (node.theta, limb.alpha);
    ia = ia.turned_z(theta).turned_x(alpha);
    n = alpha.x(theta.z(n));
    f = alpha.x(theta.z(f));
    if let Some(phi) = limb.phi {
        ia = ia.turned_z(phi);
        n = phi.z(n);
        f = phi.z(f);
    }
    Ok(Load {
        inertia: ia.moved(node.place),
        n: n + node.place.cross(f),
        f,
    })
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

/// a' = X a_parent + c, qdd = (u - U'a') / d, a = a' + s qdd.
#[inline(always)]
fn follow<T: Real>(
    limb: &Limb<T>,
    node: &mut Node<T>,
    parent_a: Vec3<T>,
    parent_b: Vec3<T>,
    qdd: &mut [f64],
) {
    let mut a = parent_a;
    let mut b = parent_b + parent_a.cross(node.place);
    if let Some(phi) = limb.phi {
        a = phi.z_back(a);
        b = phi.z_back(b);
    }
    a = node.theta.z_back(limb.alpha.x_back(a));
    b = node.theta.z_back(limb.alpha.x_back(b));
    a.x += node.cw[0];
    a.y += node.cw[1];
    b.x += node.cv[0];
    b.y += node.cv[1];
    let along = (node.u - node.un.dot(a) - node.uf.dot(b)) * node.d_inverse;
    match limb.kind {
        JointKind::Rotary => a.z += along,
        JointKind::Sliding => b.z += along,
    }
    node.a = a;
    node.b = b;
    let out = along * limb.unscale;
    for k in 0..T::LANES {
        qdd[limb.bodies[k] - 1] = out.lane(k);
    }
}
