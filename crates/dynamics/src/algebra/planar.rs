//! Rotation about a coordinate axis, which changes only two of the three components.
//!
//! An articulated inertia transformed by a chain of such rotations costs about half of a general rotation: McMillan and Orin,
//! *Efficient computation of articulated-body inertias using successive axial screws*, IEEE Trans. Robotics and Automation
//! 11(4), 1995.

use super::matrix::{Mat3, Sym3};
use super::vector::{Real, Vec3};

/// The identity.
pub const STRAIGHT: Planar<f64> = Planar { c: 1.0, s: 0.0 };

/// Cosine and sine of a rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planar<T> {
    pub c: T,
    pub s: T,
}

impl<T: Real> Planar<T> {
    /// Returns the turn whose lane k is f(k).
    #[inline(always)]
    pub fn from_lanes(f: impl Fn(usize) -> Planar<f64>) -> Self {
        Planar {
            c: T::from_lanes(|k| f(k).c),
            s: T::from_lanes(|k| f(k).s),
        }
    }

    /// Returns the turn in lane k.
    #[inline(always)]
    pub fn lane(&self, k: usize) -> Planar<f64> {
        Planar {
            c: self.c.lane(k),
            s: self.s.lane(k),
        }
    }

    /// Returns Rz v.
    #[inline(always)]
    pub fn z(self, v: Vec3<T>) -> Vec3<T> {
        Vec3::new(
            self.c * v.x - self.s * v.y,
            self.s * v.x + self.c * v.y,
            v.z,
        )
    }

    /// Returns Rz' v.
    #[inline(always)]
    pub fn z_back(self, v: Vec3<T>) -> Vec3<T> {
        Vec3::new(
            self.c * v.x + self.s * v.y,
            self.c * v.y - self.s * v.x,
            v.z,
        )
    }

    /// Returns Rx v.
    #[inline(always)]
    pub fn x(self, v: Vec3<T>) -> Vec3<T> {
        self.z(v.cycled()).uncycled()
    }

    /// Returns Rx' v.
    #[inline(always)]
    pub fn x_back(self, v: Vec3<T>) -> Vec3<T> {
        self.z_back(v.cycled()).uncycled()
    }

    /// Returns Rz S Rz' for symmetric S.
    ///
    /// The trace of the 2 x 2 block is invariant, and with w = s (Sxx - Syy) + 2 c Sxy the block becomes (Sxx - s w, c w - Sxy;
    /// ., Syy + s w).
    #[inline(always)]
    pub fn symmetric_z(self, m: Sym3<T>) -> Sym3<T> {
        let w = self.s * (m.xx - m.yy) + self.c * (m.xy + m.xy);
        let sw = self.s * w;
        Sym3 {
            xx: m.xx - sw,
            xy: self.c * w - m.xy,
            xz: self.c * m.xz - self.s * m.yz,
            yy: m.yy + sw,
            yz: self.s * m.xz + self.c * m.yz,
            zz: m.zz,
        }
    }

    /// Returns Rx S Rx' for symmetric S.
    #[inline(always)]
    pub fn symmetric_x(self, m: Sym3<T>) -> Sym3<T> {
        self.symmetric_z(m.cycled()).uncycled()
    }

    /// Returns Rz B Rz' for any B: trace and skew part of the 2 x 2 block are invariant.
    #[inline(always)]
    pub fn general_z(self, b: Mat3<T>) -> Mat3<T> {
        let (c, s) = (self.c, self.s);
        let w = s * (b.x.x - b.y.y) + c * (b.x.y + b.y.x);
        let (sw, cw) = (s * w, c * w);
        Mat3::rows(
            Vec3::new(b.x.x - sw, cw - b.y.x, c * b.x.z - s * b.y.z),
            Vec3::new(cw - b.x.y, b.y.y + sw, s * b.x.z + c * b.y.z),
            Vec3::new(c * b.z.x - s * b.z.y, s * b.z.x + c * b.z.y, b.z.z),
        )
    }

    /// Returns Rx B Rx' for any B.
    #[inline(always)]
    pub fn general_x(self, b: Mat3<T>) -> Mat3<T> {
        let cycled = Mat3::rows(b.y.cycled(), b.z.cycled(), b.x.cycled());
        let m = self.general_z(cycled);
        Mat3::rows(m.z.uncycled(), m.x.uncycled(), m.y.uncycled())
    }

    /// Returns W Rz: the columns of W rotated.
    #[inline(always)]
    pub fn after_z(self, w: Mat3<T>) -> Mat3<T> {
        Mat3::rows(self.z_back(w.x), self.z_back(w.y), self.z_back(w.z))
    }

    /// Returns W Rx.
    #[inline(always)]
    pub fn after_x(self, w: Mat3<T>) -> Mat3<T> {
        Mat3::rows(self.x_back(w.x), self.x_back(w.y), self.x_back(w.z))
    }
}
