//! The articulated-body passes at one limb: one body, or two with the same structure.

use super::algebra::{Articulated, Planar, Real, Rigid, Vec3};
use super::articulated_body::Singular;
use super::limbs::Limb;
use super::link::JointKind;
use super::workspace::{Body, Workspace};

/// Inertia and bias force of a body's children, in its axes about its origin.
#[derive(Clone, Copy, Debug)]
pub struct Load<T> {
    pub inertia: Articulated<T>,
    pub n: Vec3<T>,
    pub f: Vec3<T>,
}

impl<T: Real> Load<T> {
    const ZERO: Self = Load {
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
    pub fn put(&mut self, load: Load<T>, first: bool) {
        if first {
            *self = load;
        } else {
            self.inertia = self.inertia.plus(load.inertia);
            self.n += load.n;
            self.f += load.f;
        }
    }
}

/// Data of the passes for one limb.
#[derive(Clone, Copy, Debug)]
pub struct Node<T> {
    pub load: Load<T>,
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
    pub a: Vec3<T>,
    pub b: Vec3<T>,
}

impl<T: Real> Node<T> {
    pub const ZERO: Self = Node {
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

/// I^A and p^A = v x* I v - f of a body, with what hangs on it where that is given.
#[inline(always)]
pub fn gathered<T: Real>(
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
pub fn eliminate<T: Real>(
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
    let across = |part: fn(&Body) -> Vec3<f64>| {
        [
            T::from_lanes(|k| part(body(k)).y * body(k).rate),
            T::from_lanes(|k| -(part(body(k)).x * body(k).rate)),
        ]
    };
    let of_w = across(|b| b.w);
    let ia = &load.inertia;
    let own;
    let p;
    match limb.kind {
        JointKind::Rotary => {
            node.place = limb.place;
            node.cw = of_w;
            node.cv = across(|b| b.v);
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
    let rotor = T::from_lanes(|k| ws.joint_inertia[joint(k)]) + limb.armature;
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

/// a' = X a_parent + c, qdd = (u - U'a') / d, a = a' + s qdd.
#[inline(always)]
pub fn follow<T: Real>(
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
