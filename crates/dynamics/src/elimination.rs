//! The elimination of one joint: the load of a body and its children on its parent.

use super::algebra::{Articulated, Mat3, Planar, Real, Rigid, STRAIGHT, Skew, Vec3};
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

    /// Returns the load in lane k.
    #[inline(always)]
    pub fn lane(&self, k: usize) -> Load<f64> {
        Load {
            inertia: self.inertia.lane(k),
            n: self.n.lane(k),
            f: self.f.lane(k),
        }
    }

    /// Stores a load if it is the `first` one, and adds it otherwise.
    #[inline(always)]
    pub fn put(&mut self, load: &Load<T>, first: bool) {
        if first {
            self.inertia.copy_from(&load.inertia);
            self.n.copy_from(&load.n);
            self.f.copy_from(&load.f);
        } else {
            self.inertia.add(&load.inertia);
            self.n += load.n;
            self.f += load.f;
        }
    }
}

/// Inputs of the elimination of one body.
pub struct Inputs {
    pub rigid: Rigid<f64>,
    /// Load of its children.
    pub children: Load<f64>,
    pub w: Vec3<f64>,
    pub v: Vec3<f64>,
    pub moment: Vec3<f64>,
    pub force: Vec3<f64>,
    pub rotation: Mat3<f64>,
    pub contact: Articulated<f64>,
    /// Skew part of the inertia of its children, and of its contact terms.
    pub skew: Skew<f64>,
    pub sliding: Skew<f64>,
    pub rate: f64,
    pub theta: Planar<f64>,
    pub alpha: Planar<f64>,
    pub phi: Planar<f64>,
    pub place: Vec3<f64>,
    /// Armature of the joint.
    pub rotor: f64,
    pub tau: f64,
}

/// Results of the elimination.
#[derive(Clone, Copy, Debug)]
pub struct Eliminated<T> {
    /// Load of the limb on its parent.
    pub load: Load<T>,
    /// The skew part of its inertia, if there is any.
    pub skew: Skew<T>,
    /// Velocity-product acceleration (cw; cv), which is perpendicular to z.
    pub cw: [T; 2],
    pub cv: [T; 2],
    /// W = I^A' s, which is U = I^A s without a skew part.
    pub wn: Vec3<T>,
    pub wf: Vec3<T>,
    pub d: T,
    pub d_inverse: T,
    pub u: T,
}

impl<T: Real> Eliminated<T> {
    pub const ZERO: Self = Eliminated {
        load: Load::ZERO,
        skew: Skew::ZERO,
        cw: [T::ZERO; 2],
        cv: [T::ZERO; 2],
        wn: Vec3::ZERO,
        wf: Vec3::ZERO,
        d: T::ZERO,
        d_inverse: T::ZERO,
        u: T::ZERO,
    };
}

/// Returns I^A and p^A = v x* I v - f of a body and its children.
#[inline(always)]
fn gathered<const STIFF: bool>(inputs: &Inputs, gravity: Vec3<f64>) -> Load<f64> {
    let (n, f) = inputs.rigid.bias(inputs.w, inputs.v);
    let mut load = Load {
        inertia: Articulated::rigid(inputs.rigid),
        n: n - inputs.moment,
        f: f - inputs.force,
    };
    load.put(&inputs.children, false);
    if STIFF {
        let inertia = inputs.contact;
        let fall = inputs.rotation.transposed_times(gravity);
        let (n, f) = inertia.times(Vec3::ZERO, fall);
        load.put(&Load { inertia, n, f }, false);
    }
    load
}

/// Returns I^A and p^A of the root, and the skew part of I^A.
pub fn of_root(
    rigid: &Rigid<f64>,
    root: &Body<f64>,
    gravity: Vec3<f64>,
) -> (Load<f64>, Option<Skew<f64>>) {
    let inputs = Inputs {
        rigid: *rigid,
        children: root.node.load,
        w: root.frame.w,
        v: root.frame.v,
        moment: root.moment,
        force: root.force,
        rotation: root.frame.rotation,
        contact: root.contact,
        skew: Skew::ZERO,
        sliding: Skew::ZERO,
        rate: 0.0,
        theta: STRAIGHT,
        alpha: STRAIGHT,
        phi: STRAIGHT,
        place: Vec3::ZERO,
        rotor: 0.0,
        tau: 0.0,
    };
    let mut load = match root.stiff {
        true => gathered::<true>(&inputs, gravity),
        false => gathered::<false>(&inputs, gravity),
    };
    let mut skew = root.node.skewed.then_some(root.node.skew);
    if root.slides {
        let fall = root.frame.rotation.transposed_times(gravity);
        let (n, f) = root.sliding.times(Vec3::ZERO, fall);
        load.n += n;
        load.f += f;
        skew.get_or_insert(Skew::ZERO).add(&root.sliding);
    }
    (load, skew)
}

/// Computes U = I^A s, W = I^A' s, d = s'U, u = tau - s'p^A; returns I^a = I^A - U W'/d and p^a = p^A + I^a c + U u/d in the parent's
/// axes about its origin.
///
/// With the symmetric part S and the skew part K of I^A, a = S s and b = K s: U = a + b and W = a - b, so that U W' has the symmetric
/// part a a' - b b' and the skew part b a' - a b'.
#[inline(always)]
pub fn elimination<const SLIDING: bool, const BENT: bool, const STIFF: bool, const SKEW: bool>(
    inputs: &Inputs,
    gravity: Vec3<f64>,
) -> Eliminated<f64> {
    let Load {
        inertia,
        mut n,
        mut f,
    } = gathered::<STIFF>(inputs, gravity);
    let mut skew = Skew::ZERO;
    if SKEW {
        skew = inputs.skew;
        skew.add(&inputs.sliding);
        let fall = inputs.rotation.transposed_times(gravity);
        let (more_n, more_f) = inputs.sliding.times(Vec3::ZERO, fall);
        n += more_n;
        f += more_f;
    }
    // v_i x s qd
    let across = |v: Vec3<f64>| [v.y * inputs.rate, -(v.x * inputs.rate)];
    let (i, h, m) = (&inertia.i, &inertia.h, &inertia.m);
    let (cw, cv, an, af, bn, bf, own, p);
    if SLIDING {
        cw = [0.0; 2];
        cv = across(inputs.w);
        an = Vec3::new(h.x.z, h.y.z, h.z.z);
        af = Vec3::new(m.xz, m.yz, m.zz);
        bn = Vec3::new(skew.b.x.z, skew.b.y.z, skew.b.z.z);
        bf = Vec3::new(skew.gamma.y, -skew.gamma.x, 0.0);
        own = m.zz;
        p = f.z;
    } else {
        cw = across(inputs.w);
        cv = across(inputs.v);
        an = Vec3::new(i.xz, i.yz, i.zz);
        af = h.z;
        bn = Vec3::new(skew.alpha.y, -skew.alpha.x, 0.0);
        bf = -skew.b.z;
        own = i.zz;
        p = n.z;
    }
    let d = own + inputs.rotor;
    let d_inverse = 1.0 / d;
    let u = inputs.tau - p;

    let mut ia = inertia.less_outer(an, af, an * d_inverse, af * d_inverse);
    let along = u * d_inverse;
    let (un, uf, wn, wf);
    if SKEW {
        (un, uf, wn, wf) = (an + bn, af + bf, an - bn, af - bf);
        let (kn, kf) = (bn * d_inverse, bf * d_inverse);
        ia = ia.less_outer(bn, bf, -kn, -kf);
        skew = skew.less_outer([an, af], [kn, kf]);
    } else {
        (un, uf, wn, wf) = (an, af, an, af);
    }
    let (cn, cf) = ia.times_across(cw, cv);
    let mut n = n + cn + un * along;
    let mut f = f + cf + uf * along;
    if SKEW {
        let (cn, cf) = skew.times(Vec3::new(cw[0], cw[1], 0.0), Vec3::new(cv[0], cv[1], 0.0));
        n += cn;
        f += cf;
        skew = skew.turned_z(inputs.theta).turned_x(inputs.alpha);
    }

    let (theta, alpha) = (inputs.theta, inputs.alpha);
    ia = ia.turned_z(theta).turned_x(alpha);
    n = alpha.x(theta.z(n));
    f = alpha.x(theta.z(f));
    if BENT {
        ia = ia.turned_z(inputs.phi);
        n = inputs.phi.z(n);
        f = inputs.phi.z(f);
        if SKEW {
            skew = skew.turned_z(inputs.phi);
        }
    }
    if SKEW {
        skew = skew.moved(inputs.place);
    }
    Eliminated {
        load: Load {
            inertia: ia.moved(inputs.place),
            n: n + inputs.place.cross(f),
            f,
        },
        skew,
        cw,
        cv,
        wn,
        wf,
        d,
        d_inverse,
        u,
    }
}
