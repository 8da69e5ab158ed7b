//! The articulated-body passes at one limb: one body, or several with the same structure.

use super::algebra::{Planar, Real, Rigid, STRAIGHT, Skew, Sym3, Vec3};
use super::articulated_body::Singular;
use super::elimination::{Eliminated, Inputs, Load, elimination};
use super::limbs::{Limb, Parent};
use super::link::JointKind;
use super::workspace::Body;

/// Data of the passes for one limb.
#[derive(Clone, Copy, Debug)]
pub struct Node<T> {
    /// Load of its children.
    pub load: Load<T>,
    /// Whether the inertia of its children has a skew part.
    pub skewed: bool,
    /// That part, if there is any.
    pub skew: Skew<T>,
    pub eliminated: Eliminated<T>,
    /// Spatial acceleration relative to free fall (a; b).
    pub a: Vec3<T>,
    pub b: Vec3<T>,
}

impl<T: Real> Node<T> {
    pub const ZERO: Self = Node {
        load: Load::ZERO,
        skewed: false,
        skew: Skew::ZERO,
        eliminated: Eliminated::ZERO,
        a: Vec3::ZERO,
        b: Vec3::ZERO,
    };

    /// Adds the skew part of a child's inertia.
    #[inline(always)]
    pub fn add_skew(&mut self, skew: &Skew<T>) {
        match std::mem::replace(&mut self.skewed, true) {
            true => self.skew.add(skew),
            false => self.skew.copy_from(skew),
        }
    }
}

/// Forces and armatures of all joints.
#[derive(Clone, Copy)]
pub struct Joints<'a> {
    pub tau: &'a [f64],
    pub inertia: &'a [f64],
}

/// The joints of a limb, by lanes.
struct OfLimb<T> {
    phi: Planar<T>,
    rotor: T,
    tau: T,
}

/// Eliminates the joints of all lanes, as a loop over lanes, which LLVM vectorizes.
///
/// LLVM does so only if it can prove that the loop reads no memory that it writes. The constants are therefore copied to local
/// variables, and to several: it assumes that the address of a variable with more than about 100 uses is known elsewhere.
#[inline(always)]
fn eliminate_lanes<
    T: Real,
    const SLIDING: bool,
    const BENT: bool,
    const STIFF: bool,
    const SKEW: bool,
>(
    limb: &Limb<T>,
    of_limb: &OfLimb<T>,
    gravity: Vec3<f64>,
    body: &mut Body<T>,
) {
    let (mut second, mut first, mass) = (Sym3::<T>::ZERO, Vec3::<T>::ZERO, limb.rigid.mass);
    second.copy_from(&limb.rigid.second);
    first.copy_from(&limb.rigid.first);
    let (rotor, tau, phi, alpha) = (of_limb.rotor, of_limb.tau, of_limb.phi, limb.alpha);
    for k in 0..T::LANES {
        let inputs = Inputs {
            rigid: Rigid {
                mass: mass.lane(k),
                first: first.lane(k),
                second: second.lane(k),
            },
            children: body.node.load.lane(k),
            w: body.frame.w.lane(k),
            v: body.frame.v.lane(k),
            moment: body.moment.lane(k),
            force: body.force.lane(k),
            rotation: body.frame.rotation.lane(k),
            contact: body.contact.lane(k),
            skew: match SKEW {
                true => body.node.skew.lane(k),
                false => Skew::ZERO,
            },
            sliding: match SKEW {
                true => body.sliding.lane(k),
                false => Skew::ZERO,
            },
            rate: body.rate.lane(k),
            theta: body.theta.lane(k),
            alpha: alpha.lane(k),
            phi: phi.lane(k),
            place: body.place.lane(k),
            rotor: rotor.lane(k),
            tau: tau.lane(k),
        };
        let eliminated = elimination::<SLIDING, BENT, STIFF, SKEW>(&inputs, gravity);
        let to = &mut body.node.eliminated;
        to.load.inertia.i.set_lane(k, eliminated.load.inertia.i);
        to.load.inertia.h.set_lane(k, eliminated.load.inertia.h);
        to.load.inertia.m.set_lane(k, eliminated.load.inertia.m);
        to.load.n.set_lane(k, eliminated.load.n);
        to.load.f.set_lane(k, eliminated.load.f);
        for axis in 0..2 {
            to.cw[axis].set_lane(k, eliminated.cw[axis]);
            to.cv[axis].set_lane(k, eliminated.cv[axis]);
        }
        to.wn.set_lane(k, eliminated.wn);
        to.wf.set_lane(k, eliminated.wf);
        if SKEW {
            to.skew.set_lane(k, eliminated.skew);
        }
        to.d.set_lane(k, eliminated.d);
        to.d_inverse.set_lane(k, eliminated.d_inverse);
        to.u.set_lane(k, eliminated.u);
    }
}

/// Eliminates the joints of a limb: finds its load on its parent.
#[inline(always)]
pub fn eliminate<T: Real>(
    limb: &Limb<T>,
    body: &mut Body<T>,
    joints: Joints,
    gravity: Vec3<f64>,
) -> Result<(), Singular> {
    let of_joints = |all: &[f64]| T::from_lanes(|k| all[limb.bodies[k] - 1]);
    let rotor = of_joints(joints.inertia) + limb.armature;
    let of_limb = OfLimb {
        phi: limb.phi.unwrap_or(Planar::from_lanes(|_| STRAIGHT)),
        rotor: rotor * limb.unscale * limb.unscale,
        tau: of_joints(joints.tau) * limb.unscale,
    };
    let sliding = limb.kind == JointKind::Sliding;
    let bent = limb.phi.is_some();
    if body.is_skewed() {
        body.fill_skew();
        match (sliding, bent) {
            (false, false) => {
                eliminate_lanes::<T, false, false, true, true>(limb, &of_limb, gravity, body)
            }
            (false, true) => {
                eliminate_lanes::<T, false, true, true, true>(limb, &of_limb, gravity, body)
            }
            (true, _) => {
                eliminate_lanes::<T, true, true, true, true>(limb, &of_limb, gravity, body)
            }
        }
        return positive(limb, body);
    }
    match (sliding, bent, body.stiff) {
        (false, false, false) => {
            eliminate_lanes::<T, false, false, false, false>(limb, &of_limb, gravity, body)
        }
        (false, false, true) => {
            eliminate_lanes::<T, false, false, true, false>(limb, &of_limb, gravity, body)
        }
        (false, true, false) => {
            eliminate_lanes::<T, false, true, false, false>(limb, &of_limb, gravity, body)
        }
        (false, true, true) => {
            eliminate_lanes::<T, false, true, true, false>(limb, &of_limb, gravity, body)
        }
        (true, _, false) => {
            eliminate_lanes::<T, true, true, false, false>(limb, &of_limb, gravity, body)
        }
        (true, _, true) => {
            eliminate_lanes::<T, true, true, true, false>(limb, &of_limb, gravity, body)
        }
    }
    positive(limb, body)
}

/// Returns an error if a joint of a limb moves no positive inertia.
#[inline(always)]
fn positive<T: Real>(limb: &Limb<T>, body: &Body<T>) -> Result<(), Singular> {
    // Unused lanes lack the contact terms of their body.
    for k in 0..limb.count {
        let d = body.node.eliminated.d.lane(k);
        if d.is_nan() || d <= 0.0 {
            return Err(Singular {
                body: limb.bodies[k],
            });
        }
    }
    Ok(())
}

/// Adds the load of limb k, which has several bodies, to its parent.
#[inline(always)]
pub fn add_to_parent<T: Real>(
    limb: &Limb<T>,
    k: usize,
    alike: &mut [Body<T>],
    ones: &mut [Body<f64>],
) {
    let (above, own) = alike.split_at_mut(k);
    let skewed = own[0].is_skewed();
    let given = &own[0].node.eliminated.load;
    let skew = &own[0].node.eliminated.skew;
    match limb.parent {
        Parent::Alike(parent) => {
            above[parent].node.load.put(given, limb.first);
            if skewed {
                above[parent].node.add_skew(skew);
            }
        }
        Parent::One(parent) => {
            // In pairs, starting with the last: the order of a sum determines its last bits.
            let to = &mut ones[parent].node.load;
            let mut first = limb.first;
            for lane in (0..limb.count).step_by(2).rev() {
                let mut both = given.lane(lane);
                if lane + 1 < limb.count {
                    both.put(&given.lane(lane + 1), false);
                }
                to.put(&both, first);
                first = false;
            }
            for lane in (0..limb.count).filter(|_| skewed) {
                ones[parent].node.add_skew(&skew.lane(lane));
            }
        }
    }
}

/// Returns the acceleration of the parent of a limb of several bodies.
#[inline(always)]
pub fn parent_acceleration<T: Real>(
    parent: Parent,
    alike: &[Body<T>],
    ones: &[Body<f64>],
) -> [Vec3<T>; 2] {
    match parent {
        Parent::Alike(k) => [alike[k].node.a, alike[k].node.b],
        Parent::One(k) => {
            let all = |v: Vec3<f64>| Vec3::from_lanes(|_| v);
            [all(ones[k].node.a), all(ones[k].node.b)]
        }
    }
}

/// Computes a' = X a_parent + c, qdd = (u - W'a') / d, a = a' + s qdd.
#[inline(always)]
pub fn follow<T: Real>(limb: &Limb<T>, body: &mut Body<T>, above: [Vec3<T>; 2], qdd: &mut [f64]) {
    let turns = [limb.phi.unwrap_or(limb.alpha), limb.alpha, body.theta];
    let along = match (limb.kind, limb.phi.is_some()) {
        (JointKind::Rotary, false) => follow_lanes::<T, false, false>(turns, above, body),
        (JointKind::Rotary, true) => follow_lanes::<T, false, true>(turns, above, body),
        (JointKind::Sliding, false) => follow_lanes::<T, true, false>(turns, above, body),
        (JointKind::Sliding, true) => follow_lanes::<T, true, true>(turns, above, body),
    };
    let out = along * limb.unscale;
    // Unused lanes have none of the forces on their body.
    for k in 0..limb.count {
        qdd[limb.bodies[k] - 1] = out.lane(k);
    }
}

#[inline(always)]
fn follow_lanes<T: Real, const SLIDING: bool, const BENT: bool>(
    [phi, alpha, theta]: [Planar<T>; 3],
    above: [Vec3<T>; 2],
    body: &mut Body<T>,
) -> T {
    let mut all = T::ZERO;
    let (mut all_a, mut all_b) = (Vec3::<T>::ZERO, Vec3::<T>::ZERO);
    for k in 0..T::LANES {
        let (theta, alpha) = (theta.lane(k), alpha.lane(k));
        let mut a = above[0].lane(k);
        let mut b = above[1].lane(k) + a.cross(body.place.lane(k));
        if BENT {
            let phi = phi.lane(k);
            a = phi.z_back(a);
            b = phi.z_back(b);
        }
        a = theta.z_back(alpha.x_back(a));
        b = theta.z_back(alpha.x_back(b));
        let eliminated = &body.node.eliminated;
        a.x += eliminated.cw[0].lane(k);
        a.y += eliminated.cw[1].lane(k);
        b.x += eliminated.cv[0].lane(k);
        b.y += eliminated.cv[1].lane(k);
        let (wn, wf) = (eliminated.wn.lane(k), eliminated.wf.lane(k));
        let along = (eliminated.u.lane(k) - wn.dot(a) - wf.dot(b)) * eliminated.d_inverse.lane(k);
        if SLIDING {
            b.z += along;
        } else {
            a.z += along;
        }
        all_a.set_lane(k, a);
        all_b.set_lane(k, b);
        all.set_lane(k, along);
    }
    body.node.a.copy_from(&all_a);
    body.node.b.copy_from(&all_b);
    all
}
