//! The articulated-body passes at one limb: one body, or several with the same structure.

use super::algebra::{Articulated, Mat3, Planar, Real, Rigid, STRAIGHT, Sym3, Vec3};
use super::articulated_body::Singular;
use super::limbs::{Limb, Parent};
use super::link::JointKind;
use super::workspace::Body;

/// Inertia and bias force of a body's children, in its axes about its origin.
#[derive(Clone, Copy, Debug)]
pub struct Load<T> {
    pub inertia: Articulated<T>,
    pub n: Vec3<T>,
    pub f: Vec3<T>,
}

impl<T: Real> Load<T> {
    pub const ZERO: Self = Load {
        inertia: Articulated::ZERO,
        n: Vec3::ZERO,
        f: Vec3::ZERO,
    };

    /// The load in lane k.
    #[inline(always)]
    pub fn lane(&self, k: usize) -> Load<f64> {
        Load {
            inertia: self.inertia.lane(k),
            n: self.n.lane(k),
            f: self.f.lane(k),
        }
    }

    /// Takes the place of what was there before, if it is the first, or joins it.
    #[inline(always)]
    pub fn put(&mut self, load: &Load<T>, first: bool) {
        if first {
            self.inertia.become_like(&load.inertia);
            self.n.become_like(&load.n);
            self.f.become_like(&load.f);
        } else {
            self.inertia.add(&load.inertia);
            self.n += load.n;
            self.f += load.f;
        }
    }
}

/// Data of the passes for one limb.
#[derive(Clone, Copy, Debug)]
pub struct Node<T> {
    pub load: Load<T>,
    /// What the elimination left.
    pub end: End<T>,
    /// Spatial acceleration relative to free fall (a; b).
    pub a: Vec3<T>,
    pub b: Vec3<T>,
}

impl<T: Real> Node<T> {
    pub const ZERO: Self = Node {
        load: Load::ZERO,
        end: End::ZERO,
        a: Vec3::ZERO,
        b: Vec3::ZERO,
    };
}

/// What the elimination of a limb starts from.
struct Start<T> {
    rigid: Rigid<T>,
    hung: Load<T>,
    w: Vec3<T>,
    v: Vec3<T>,
    moment: Vec3<T>,
    force: Vec3<T>,
    rotation: Mat3<T>,
    contact: Articulated<T>,
    rate: T,
    theta: Planar<T>,
    alpha: Planar<T>,
    phi: Planar<T>,
    place: Vec3<T>,
    rotor: T,
    tau: T,
}

/// What it leaves.
#[derive(Clone, Copy, Debug)]
pub struct End<T> {
    /// What the limb hands on to its parent.
    pub load: Load<T>,
    /// Velocity-product acceleration (cw; cv), which lies across z.
    cw: [T; 2],
    cv: [T; 2],
    /// U = I^A s.
    un: Vec3<T>,
    uf: Vec3<T>,
    d: T,
    d_inverse: T,
    u: T,
}

impl<T: Real> End<T> {
    const ZERO: Self = End {
        load: Load::ZERO,
        cw: [T::ZERO; 2],
        cv: [T::ZERO; 2],
        un: Vec3::ZERO,
        uf: Vec3::ZERO,
        d: T::ZERO,
        d_inverse: T::ZERO,
        u: T::ZERO,
    };
}

/// I^A and p^A = v x* I v - f of a body, with what hangs on it.
#[inline(always)]
fn gathered<T: Real, const STIFF: bool>(start: &Start<T>, gravity: Vec3<T>) -> Load<T> {
    let (n, f) = start.rigid.bias(start.w, start.v);
    let mut load = Load {
        inertia: Articulated::rigid(start.rigid),
        n: n - start.moment,
        f: f - start.force,
    };
    load.put(&start.hung, false);
    if STIFF {
        let inertia = start.contact;
        let fall = start.rotation.transposed_times(gravity);
        let (n, f) = inertia.times(Vec3::ZERO, fall);
        load.put(&Load { inertia, n, f }, false);
    }
    load
}

/// I^A and p^A of the root.
pub fn of_root(rigid: &Rigid<f64>, root: &Body<f64>, gravity: Vec3<f64>) -> Load<f64> {
    let start = Start {
        rigid: *rigid,
        hung: root.node.load,
        w: root.frame.w,
        v: root.frame.v,
        moment: root.moment,
        force: root.force,
        rotation: root.frame.rotation,
        contact: root.contact,
        rate: 0.0,
        theta: STRAIGHT,
        alpha: STRAIGHT,
        phi: STRAIGHT,
        place: Vec3::ZERO,
        rotor: 0.0,
        tau: 0.0,
    };
    match root.stiff {
        true => gathered::<f64, true>(&start, gravity),
        false => gathered::<f64, false>(&start, gravity),
    }
}

/// U = I^A s, d = s'U, u = tau - s'p^A; gives I^a = I^A - U U'/d and p^a = p^A + I^a c + U u/d
/// in the parent's axes about its origin.
#[inline(always)]
fn elimination<T: Real, const SLIDING: bool, const BENT: bool, const STIFF: bool>(
    start: &Start<T>,
    gravity: Vec3<T>,
) -> End<T> {
    let Load { inertia, n, f } = gathered::<T, STIFF>(start, gravity);
    // v_i x s qd
    let across = |v: Vec3<T>| [v.y * start.rate, -(v.x * start.rate)];
    let (i, h, m) = (&inertia.i, &inertia.h, &inertia.m);
    let (cw, cv, un, uf, own, p);
    if SLIDING {
        cw = [T::ZERO; 2];
        cv = across(start.w);
        un = Vec3::new(h.x.z, h.y.z, h.z.z);
        uf = Vec3::new(m.xz, m.yz, m.zz);
        own = m.zz;
        p = f.z;
    } else {
        cw = across(start.w);
        cv = across(start.v);
        un = Vec3::new(i.xz, i.yz, i.zz);
        uf = h.z;
        own = i.zz;
        p = n.z;
    }
    let d = own + start.rotor;
    let d_inverse = d.reciprocal();
    let u = start.tau - p;

    let mut ia = inertia.less_outer(un, uf, un * d_inverse, uf * d_inverse);
    let (cn, cf) = ia.times_across(cw, cv);
    let along = u * d_inverse;
    let mut n = n + cn + un * along;
    let mut f = f + cf + uf * along;

    let (theta, alpha) = (start.theta, start.alpha);
    ia = ia.turned_z(theta).turned_x(alpha);
    n = alpha.x(theta.z(n));
    f = alpha.x(theta.z(f));
    if BENT {
        ia = ia.turned_z(start.phi);
        n = start.phi.z(n);
        f = start.phi.z(f);
    }
    End {
        load: Load {
            inertia: ia.moved(start.place),
            n: n + start.place.cross(f),
            f,
        },
        cw,
        cv,
        un,
        uf,
        d,
        d_inverse,
        u,
    }
}

/// What joints add to the elimination: their forces and the inertias of their rotors.
#[derive(Clone, Copy)]
pub struct Joints<'a> {
    pub tau: &'a [f64],
    pub inertia: &'a [f64],
}

/// What the elimination of a limb takes from elsewhere.
struct Own<T> {
    phi: Planar<T>,
    rotor: T,
    tau: T,
}

/// The elimination lane by lane: a loop that LLVM turns into one over as many lanes as registers hold, where it sees that what is
/// read elsewhere is apart from what is written: constants therefore come from locals. Of locals with more than a hundred uses it
/// does not see it, so that each part is one of its own.
#[inline(always)]
fn lanes<T: Real, const SLIDING: bool, const BENT: bool, const STIFF: bool>(
    limb: &Limb<T>,
    own: &Own<T>,
    gravity: Vec3<f64>,
    body: &mut Body<T>,
) {
    let (mut second, mut first, mass) = (Sym3::<T>::ZERO, Vec3::<T>::ZERO, limb.rigid.mass);
    second.become_like(&limb.rigid.second);
    first.become_like(&limb.rigid.first);
    let (rotor, tau, phi, alpha) = (own.rotor, own.tau, own.phi, limb.alpha);
    for k in 0..T::LANES {
        let start = Start {
            rigid: Rigid {
                mass: mass.lane(k),
                first: first.lane(k),
                second: second.lane(k),
            },
            hung: body.node.load.lane(k),
            w: body.frame.w.lane(k),
            v: body.frame.v.lane(k),
            moment: body.moment.lane(k),
            force: body.force.lane(k),
            rotation: body.frame.rotation.lane(k),
            contact: body.contact.lane(k),
            rate: body.rate.lane(k),
            theta: body.theta.lane(k),
            alpha: alpha.lane(k),
            phi: phi.lane(k),
            place: body.place.lane(k),
            rotor: rotor.lane(k),
            tau: tau.lane(k),
        };
        let end = elimination::<f64, SLIDING, BENT, STIFF>(&start, gravity);
        let to = &mut body.node.end;
        to.load.inertia.i.set_lane(k, end.load.inertia.i);
        to.load.inertia.h.set_lane(k, end.load.inertia.h);
        to.load.inertia.m.set_lane(k, end.load.inertia.m);
        to.load.n.set_lane(k, end.load.n);
        to.load.f.set_lane(k, end.load.f);
        for axis in 0..2 {
            to.cw[axis].set_lane(k, end.cw[axis]);
            to.cv[axis].set_lane(k, end.cv[axis]);
        }
        to.un.set_lane(k, end.un);
        to.uf.set_lane(k, end.uf);
        to.d.set_lane(k, end.d);
        to.d_inverse.set_lane(k, end.d_inverse);
        to.u.set_lane(k, end.u);
    }
}

/// Eliminates the joints of a limb: finds what its parent feels.
#[inline(always)]
pub fn eliminate<T: Real>(
    limb: &Limb<T>,
    body: &mut Body<T>,
    joints: Joints,
    gravity: Vec3<f64>,
) -> Result<(), Singular> {
    let of_joints = |all: &[f64]| T::from_lanes(|k| all[limb.bodies[k] - 1]);
    let rotor = of_joints(joints.inertia) + limb.armature;
    let own = Own {
        phi: limb.phi.unwrap_or(Planar::from_lanes(|_| STRAIGHT)),
        rotor: rotor * limb.unscale * limb.unscale,
        tau: of_joints(joints.tau) * limb.unscale,
    };
    let sliding = limb.kind == JointKind::Sliding;
    match (sliding, limb.phi.is_some(), body.stiff) {
        (false, false, false) => lanes::<T, false, false, false>(limb, &own, gravity, body),
        (false, false, true) => lanes::<T, false, false, true>(limb, &own, gravity, body),
        (false, true, false) => lanes::<T, false, true, false>(limb, &own, gravity, body),
        (false, true, true) => lanes::<T, false, true, true>(limb, &own, gravity, body),
        (true, _, false) => lanes::<T, true, true, false>(limb, &own, gravity, body),
        (true, _, true) => lanes::<T, true, true, true>(limb, &own, gravity, body),
    }
    // Lanes that are left over lack the contact terms of their body.
    for k in 0..limb.count {
        let d = body.node.end.d.lane(k);
        if d.is_nan() || d <= 0.0 {
            return Err(Singular {
                body: limb.bodies[k],
            });
        }
    }
    Ok(())
}

/// Adds what limb k of several bodies gives to the load of its parent.
#[inline(always)]
pub fn hand_on<T: Real>(limb: &Limb<T>, k: usize, alike: &mut [Body<T>], ones: &mut [Body<f64>]) {
    let (above, own) = alike.split_at_mut(k);
    let given = &own[0].node.end.load;
    match limb.parent {
        Parent::Alike(parent) => above[parent].node.load.put(given, limb.first),
        Parent::One(parent) => {
            // Two by two from the end.
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
        }
    }
}

/// Acceleration of the parent of a limb of several bodies.
#[inline(always)]
pub fn above<T: Real>(parent: Parent, alike: &[Body<T>], ones: &[Body<f64>]) -> [Vec3<T>; 2] {
    match parent {
        Parent::Alike(k) => [alike[k].node.a, alike[k].node.b],
        Parent::One(k) => {
            let all = |v: Vec3<f64>| Vec3::from_lanes(|_| v);
            [all(ones[k].node.a), all(ones[k].node.b)]
        }
    }
}

/// a' = X a_parent + c, qdd = (u - U'a') / d, a = a' + s qdd.
#[inline(always)]
pub fn follow<T: Real>(limb: &Limb<T>, body: &mut Body<T>, above: [Vec3<T>; 2], qdd: &mut [f64]) {
    let turns = [limb.phi.unwrap_or(limb.alpha), limb.alpha, body.theta];
    let along = match (limb.kind, limb.phi.is_some()) {
        (JointKind::Rotary, false) => after::<T, false, false>(turns, above, body),
        (JointKind::Rotary, true) => after::<T, false, true>(turns, above, body),
        (JointKind::Sliding, false) => after::<T, true, false>(turns, above, body),
        (JointKind::Sliding, true) => after::<T, true, true>(turns, above, body),
    };
    let out = along * limb.unscale;
    // Lanes that are left over have none of the forces on their body.
    for k in 0..limb.count {
        qdd[limb.bodies[k] - 1] = out.lane(k);
    }
}

#[inline(always)]
fn after<T: Real, const SLIDING: bool, const BENT: bool>(
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
        let end = &body.node.end;
        a.x += end.cw[0].lane(k);
        a.y += end.cw[1].lane(k);
        b.x += end.cv[0].lane(k);
        b.y += end.cv[1].lane(k);
        let (un, uf) = (end.un.lane(k), end.uf.lane(k));
        let along = (end.u.lane(k) - un.dot(a) - uf.dot(b)) * end.d_inverse.lane(k);
        if SLIDING {
            b.z += along;
        } else {
            a.z += along;
        }
        all_a.set_lane(k, a);
        all_b.set_lane(k, b);
        all.set_lane(k, along);
    }
    body.node.a.become_like(&all_a);
    body.node.b.become_like(&all_b);
    all
}
