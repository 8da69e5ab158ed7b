//! Motions of bodies for given joint rates: a Jacobian times a vector.

use nalgebra::Vector3;

use super::algebra::{Lanes, Planar, Real, STRAIGHT, Vec3};
use super::general::{add_along, back};
use super::limbs::{Limb, Parent, Seat, Slot};
use super::link::JointKind;
use super::model::Model;
use super::simd::Task;
use super::workspace::{Body, Workspace};

/// The motion of a body, in its axes about its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carried {
    /// Angular part.
    pub angular: Vector3<f64>,
    /// Linear part, of the body's origin.
    pub linear: Vector3<f64>,
}

impl Carried {
    /// Returns the linear part at a point of the body.
    #[must_use]
    #[inline]
    pub fn at(&self, point: &Vector3<f64>) -> Vector3<f64> {
        self.linear + self.angular.cross(point)
    }
}

/// Motion (angular; linear) of one body, or of several side by side.
#[derive(Clone, Copy, Debug)]
struct Twist<T> {
    a: Vec3<T>,
    b: Vec3<T>,
}

impl<T: Real> Twist<T> {
    const ZERO: Self = Twist {
        a: Vec3::ZERO,
        b: Vec3::ZERO,
    };

    /// Returns the same frame in every lane.
    #[inline(always)]
    fn broadcast(one: &Twist<f64>) -> Self {
        Twist {
            a: Vec3::from_lanes(|_| one.a),
            b: Vec3::from_lanes(|_| one.b),
        }
    }

    #[inline(always)]
    fn lane(&self, k: usize) -> Carried {
        Carried {
            angular: self.a.lane(k).into(),
            linear: self.b.lane(k).into(),
        }
    }
}

/// Motions of the bodies of a model for the joint rates that were given to [`carry`].
#[derive(Clone, Debug, Default)]
pub struct Motions {
    ones: Vec<Twist<f64>>,
    fours: Vec<Twist<Lanes<4>>>,
    eights: Vec<Twist<Lanes<8>>>,
}

impl Motions {
    /// Makes room for the bodies of a model.
    #[inline]
    pub fn fit(&mut self, model: &Model) {
        let limbs = model.limbs();
        self.ones.resize(limbs.ones.len() + 1, Twist::ZERO);
        self.fours.resize(limbs.fours.len(), Twist::ZERO);
        self.eights.resize(limbs.eights.len(), Twist::ZERO);
    }

    /// The motion of a body that was wanted of the last [`carry`], with this workspace.
    #[inline(always)]
    #[must_use]
    pub fn of(&self, ws: &Workspace, body: usize) -> Carried {
        let Seat { slot, lane } = ws.seats[body];
        match slot {
            Slot::One(k) => self.ones[k].lane(lane),
            Slot::Four(k) => self.fours[k].lane(lane),
            Slot::Eight(k) => self.eights[k].lane(lane),
        }
    }
}

/// Finds the motions a_i = X a_parent + s |axis| r_i + products (v_i x s |axis| qd) of those bodies that are `wanted`, after
/// [`kinematics`](super::kinematics()): with `products` 0 the velocities for the rates `joints` and the motion `root` of the
/// root, with 1 the accelerations (Featherstone 2008, table 7.1, third loop).
///
/// A wanted body's parent must be wanted too, and `out` must fit the model ([`Motions::fit`]). Other bodies have no motion in `out`
/// that means anything.
pub fn carry(
    model: &Model,
    ws: &Workspace,
    wanted: &[bool],
    root: Carried,
    joints: &[f64],
    products: f64,
    out: &mut Motions,
) {
    out.ones[0] = Twist {
        a: root.angular.into(),
        b: root.linear.into(),
    };
    if model.is_general() {
        carry_general(model, ws, wanted, joints, products, &mut out.ones);
        return;
    }
    ws.simd.run(Pass {
        model,
        ws,
        wanted,
        joints,
        products,
        out,
    });
}

/// The bodies other than the root, where every joint has one axis.
struct Pass<'a> {
    model: &'a Model,
    ws: &'a Workspace,
    wanted: &'a [bool],
    joints: &'a [f64],
    products: f64,
    out: &'a mut Motions,
}

impl Task for Pass<'_> {
    type Found = ();

    #[inline(always)]
    fn run(self) {
        let (limbs, ws, out) = (self.model.limbs(), self.ws, self.out);
        let rates = (self.joints, self.products);
        for slot in &limbs.order {
            let bodies = limbs.bodies(*slot);
            if !bodies.iter().any(|&body| self.wanted[body]) {
                continue;
            }
            match *slot {
                Slot::One(k) => {
                    let limb = &limbs.ones[k - 1];
                    let (above, own) = out.ones.split_at_mut(k);
                    let (Parent::One(parent) | Parent::Alike(parent)) = limb.parent;
                    along(limb, &ws.ones[k], &above[parent], rates, &mut own[0]);
                }
                Slot::Four(k) => {
                    let (limb, body) = (&limbs.fours[k], &ws.fours[k]);
                    side_by_side(limb, body, k, rates, &mut out.fours, &out.ones);
                }
                Slot::Eight(k) => {
                    let (limb, body) = (&limbs.eights[k], &ws.eights[k]);
                    side_by_side(limb, body, k, rates, &mut out.eights, &out.ones);
                }
            }
        }
    }
}

/// The motions of the bodies of limb k.
#[inline(always)]
fn side_by_side<T: Real>(
    limb: &Limb<T>,
    body: &Body<T>,
    k: usize,
    rates: (&[f64], f64),
    alike: &mut [Twist<T>],
    ones: &[Twist<f64>],
) {
    let (above, own) = alike.split_at_mut(k);
    let all;
    let parent = match limb.parent {
        Parent::Alike(parent) => &above[parent],
        Parent::One(parent) => {
            all = Twist::broadcast(&ones[parent]);
            &all
        }
    };
    along(limb, body, parent, rates, &mut own[0]);
}

#[inline(always)]
fn along<T: Real>(
    limb: &Limb<T>,
    body: &Body<T>,
    parent: &Twist<T>,
    (joints, products): (&[f64], f64),
    out: &mut Twist<T>,
) {
    let phi = limb.phi.unwrap_or(Planar::from_lanes(|_| STRAIGHT));
    let along = limb.scale * T::from_lanes(|k| joints[limb.bodies[k] - 1]);
    match (limb.kind, limb.phi.is_some()) {
        (JointKind::Rotary, false) => {
            add::<T, false, false>(limb, &phi, body, parent, (along, products), out);
        }
        (JointKind::Rotary, true) => {
            add::<T, false, true>(limb, &phi, body, parent, (along, products), out);
        }
        (JointKind::Sliding, _) => {
            add::<T, true, true>(limb, &phi, body, parent, (along, products), out);
        }
    }
}

/// The motion of each body of a limb: a loop over lanes, which compilers turn into one over as many as registers hold.
#[inline(always)]
fn add<T: Real, const SLIDING: bool, const BENT: bool>(
    limb: &Limb<T>,
    phi: &Planar<T>,
    body: &Body<T>,
    parent: &Twist<T>,
    (along, products): (T, f64),
    out: &mut Twist<T>,
) {
    let mut found = Twist::<T>::ZERO;
    for k in 0..T::LANES {
        let (theta, alpha) = (body.theta.lane(k), limb.alpha.lane(k));
        let (w, v) = (body.frame.w.lane(k), body.frame.v.lane(k));
        let turning = products * body.rate.lane(k);
        let mut a = parent.a.lane(k);
        let mut b = parent.b.lane(k) + a.cross(body.place.lane(k));
        if BENT {
            let phi = phi.lane(k);
            a = phi.z_back(a);
            b = phi.z_back(b);
        }
        a = theta.z_back(alpha.x_back(a));
        b = theta.z_back(alpha.x_back(b));
        if SLIDING {
            b.x += w.y * turning;
            b.y -= w.x * turning;
            b.z += along.lane(k);
        } else {
            a.x += w.y * turning;
            a.y -= w.x * turning;
            b.x += v.y * turning;
            b.y -= v.x * turning;
            a.z += along.lane(k);
        }
        found.a.set_lane(k, a);
        found.b.set_lane(k, b);
    }
    out.a.copy_from(&found.a);
    out.b.copy_from(&found.b);
}

/// The same for a model that has joints of other kinds, body by body.
fn carry_general(
    model: &Model,
    ws: &Workspace,
    wanted: &[bool],
    joints: &[f64],
    products: f64,
    out: &mut [Twist<f64>],
) {
    let rows = model.joint_frames().iter().zip(joints).enumerate();
    for (i, (joint, rate)) in rows {
        if !wanted[i + 1] {
            continue;
        }
        let (w, v) = ws.velocity(i + 1);
        let theta = ws.theta(i + 1);
        let turning = products * ws.rate(i + 1);
        let Twist { mut a, b } = out[joint.parent];
        let mut b = b + a.cross(ws.place(i + 1));
        let along = joint.scale * rate;
        let tilt = ws.tilt(joint, i + 1);
        a = back(tilt, theta, a);
        b = back(tilt, theta, b);
        add_along(joint, (w, v), turning, along, &mut a, &mut b);
        out[i + 1] = Twist { a, b };
    }
}
