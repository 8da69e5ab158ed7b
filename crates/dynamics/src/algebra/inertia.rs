//! Spatial inertias: rigid (10 numbers) and articulated (21 numbers).

use super::matrix::{Mat3, Sym3};
use super::planar::Planar;
use super::vector::{Real, Vec3};

/// Spatial inertia of a rigid body about its frame's origin (Featherstone 2008, eq. 2.63).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rigid<T> {
    /// Mass m.
    pub mass: T,
    /// First moment h = m c.
    pub first: Vec3<T>,
    /// Inertia I about the origin.
    pub second: Sym3<T>,
}

impl<T: Real> Rigid<T> {
    /// Returns the inertia whose lane k is f(k).
    #[inline(always)]
    pub fn from_lanes(f: impl Fn(usize) -> Rigid<f64>) -> Self {
        Rigid {
            mass: T::from_lanes(|k| f(k).mass),
            first: Vec3::from_lanes(|k| f(k).first),
            second: Sym3::from_lanes(|k| f(k).second),
        }
    }

    /// Returns the momentum I v = (I w + h x v; m v - h x w).
    #[inline(always)]
    pub fn momentum(self, w: Vec3<T>, v: Vec3<T>) -> (Vec3<T>, Vec3<T>) {
        (
            self.second.times(w) + self.first.cross(v),
            v * self.mass - self.first.cross(w),
        )
    }

    /// Returns the velocity-product force v x* I v. With h x (w x v) = w x (h x v) - v x (h x w) it is (w x I w + h x (w x v);
    /// m w x v + w x (w x h)).
    #[inline(always)]
    pub fn bias(self, w: Vec3<T>, v: Vec3<T>) -> (Vec3<T>, Vec3<T>) {
        let wv = w.cross(v);
        let n = w.cross(self.second.times(w)) + self.first.cross(wv);
        let f = wv * self.mass + w.cross(w.cross(self.first));
        (n, f)
    }
}

/// Articulated-body inertia (I H; H' M) (Featherstone 2008, section 7.1): the force (n; f) for the acceleration (a; b) is n = I
/// a + H b, f = H' a + M b.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Articulated<T> {
    /// Block I.
    pub i: Sym3<T>,
    /// Block H.
    pub h: Mat3<T>,
    /// Block M.
    pub m: Sym3<T>,
}

impl<T: Real> Articulated<T> {
    pub const ZERO: Self = Articulated {
        i: Sym3::ZERO,
        h: Mat3::ZERO,
        m: Sym3::ZERO,
    };

    /// Copies another one, number by number.
    #[inline(always)]
    pub fn copy_from(&mut self, o: &Self) {
        self.i.copy_from(&o.i);
        self.h.copy_from(&o.h);
        self.m.copy_from(&o.m);
    }

    /// Adds an inertia in lane k.
    #[inline(always)]
    pub fn add_lane(&mut self, k: usize, o: Articulated<f64>) {
        self.i.add_lane(k, o.i);
        self.h.x.add_lane(k, o.h.x);
        self.h.y.add_lane(k, o.h.y);
        self.h.z.add_lane(k, o.h.z);
        self.m.add_lane(k, o.m);
    }

    /// Returns the inertia in lane k.
    #[inline(always)]
    pub fn lane(&self, k: usize) -> Articulated<f64> {
        Articulated {
            i: self.i.lane(k),
            h: self.h.lane(k),
            m: self.m.lane(k),
        }
    }

    /// Returns the articulated inertia of a rigid body.
    #[inline(always)]
    pub fn rigid(r: Rigid<T>) -> Self {
        Articulated {
            i: r.second,
            h: Mat3::cross(r.first),
            m: Sym3::scalar(r.mass),
        }
    }

    /// Adds another inertia.
    #[inline(always)]
    pub fn add(&mut self, o: &Self) {
        let more = |to: &mut T, more: T| *to += more;
        self.h.x += o.h.x;
        self.h.y += o.h.y;
        self.h.z += o.h.z;
        for (to, o) in [(&mut self.i, &o.i), (&mut self.m, &o.m)] {
            more(&mut to.xx, o.xx);
            more(&mut to.xy, o.xy);
            more(&mut to.xz, o.xz);
            more(&mut to.yy, o.yy);
            more(&mut to.yz, o.yz);
            more(&mut to.zz, o.zz);
        }
    }

    #[inline(always)]
    pub fn plus(self, o: Self) -> Self {
        Articulated {
            i: self.i + o.i,
            h: self.h + o.h,
            m: self.m + o.m,
        }
    }

    #[inline(always)]
    pub fn times(self, a: Vec3<T>, b: Vec3<T>) -> (Vec3<T>, Vec3<T>) {
        (
            self.i.times(a) + self.h.times(b),
            self.h.transposed_times(a) + self.m.times(b),
        )
    }

    /// Returns the product with accelerations perpendicular to z: (ax ay 0; bx by 0).
    #[inline(always)]
    pub fn times_across(self, a: [T; 2], b: [T; 2]) -> (Vec3<T>, Vec3<T>) {
        let (i, h, m) = (self.i, self.h, self.m);
        let turning = Vec3::new(
            i.xx * a[0] + i.xy * a[1] + (h.x.x * b[0] + h.x.y * b[1]),
            i.xy * a[0] + i.yy * a[1] + (h.y.x * b[0] + h.y.y * b[1]),
            i.xz * a[0] + i.yz * a[1] + (h.z.x * b[0] + h.z.y * b[1]),
        );
        let shifting = Vec3::new(
            m.xx * b[0] + m.xy * b[1],
            m.xy * b[0] + m.yy * b[1],
            m.xz * b[0] + m.yz * b[1],
        );
        (turning, h.x * a[0] + h.y * a[1] + shifting)
    }

    /// Returns this minus U U' k, given U = (n; f) and U k.
    #[inline(always)]
    pub fn less_outer(self, n: Vec3<T>, f: Vec3<T>, nk: Vec3<T>, fk: Vec3<T>) -> Self {
        let row = |r: Vec3<T>, k: T| r - f * k;
        Articulated {
            i: self.i.less_outer(nk, n),
            h: Mat3::rows(
                row(self.h.x, nk.x),
                row(self.h.y, nk.y),
                row(self.h.z, nk.z),
            ),
            m: self.m.less_outer(fk, f),
        }
    }

    /// Returns this in axes turned about z.
    #[inline(always)]
    pub fn turned_z(self, r: Planar<T>) -> Self {
        Articulated {
            i: r.symmetric_z(self.i),
            h: r.general_z(self.h),
            m: r.symmetric_z(self.m),
        }
    }

    /// Returns this in axes turned about x.
    #[inline(always)]
    pub fn turned_x(self, r: Planar<T>) -> Self {
        Articulated {
            i: r.symmetric_x(self.i),
            h: r.general_x(self.h),
            m: r.symmetric_x(self.m),
        }
    }

    /// Returns this about a point at -p from the present origin: H' = H + [p x] M and I' = I + [p x] H^T - H' [p x]
    /// (Featherstone 2008, eq. 2.66 for blocks).
    #[inline(always)]
    pub fn moved(self, p: Vec3<T>) -> Self {
        let (h, m) = (self.h, self.m);
        let cx = |r: Vec3<T>| p.y * r.z - p.z * r.y;
        let cy = |r: Vec3<T>| p.z * r.x - p.x * r.z;
        let cz = |r: Vec3<T>| p.x * r.y - p.y * r.x;
        let (m0, m1, m2) = (
            Vec3::new(m.xx, m.xy, m.xz),
            Vec3::new(m.xy, m.yy, m.yz),
            Vec3::new(m.xz, m.yz, m.zz),
        );
        let g = Mat3::rows(
            h.x + Vec3::new(cx(m0), cx(m1), cx(m2)),
            h.y + Vec3::new(cy(m0), cy(m1), cy(m2)),
            h.z + Vec3::new(cz(m0), cz(m1), cz(m2)),
        );
        Articulated {
            i: Sym3 {
                xx: self.i.xx + cx(h.x + g.x),
                xy: self.i.xy + (cx(h.y) + cy(g.x)),
                xz: self.i.xz + (cx(h.z) + cz(g.x)),
                yy: self.i.yy + cy(h.y + g.y),
                yz: self.i.yz + (cy(h.z) + cz(g.y)),
                zz: self.i.zz + cz(h.z + g.z),
            },
            h: g,
            m,
        }
    }
}
