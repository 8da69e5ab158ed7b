//! Three by three matrices: general ones by rows, symmetric ones by their six numbers.

use std::ops::{Add, AddAssign, Sub};

use nalgebra::Matrix3;

use super::vector::{Real, Vec3};

/// A general matrix, stored by rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mat3<T> {
    pub x: Vec3<T>,
    pub y: Vec3<T>,
    pub z: Vec3<T>,
}

impl<T: Real> Mat3<T> {
    pub const ZERO: Self = Mat3 {
        x: Vec3::ZERO,
        y: Vec3::ZERO,
        z: Vec3::ZERO,
    };

    /// Returns the matrix with these rows.
    #[inline(always)]
    pub fn rows(x: Vec3<T>, y: Vec3<T>, z: Vec3<T>) -> Self {
        Mat3 { x, y, z }
    }

    /// Returns the matrix whose lane k is f(k).
    #[inline(always)]
    pub fn from_lanes(f: impl Fn(usize) -> Mat3<f64>) -> Self {
        Mat3 {
            x: Vec3::from_lanes(|k| f(k).x),
            y: Vec3::from_lanes(|k| f(k).y),
            z: Vec3::from_lanes(|k| f(k).z),
        }
    }

    /// Returns the matrix in lane k.
    #[inline(always)]
    pub fn lane(&self, k: usize) -> Mat3<f64> {
        Mat3::rows(self.x.lane(k), self.y.lane(k), self.z.lane(k))
    }

    /// Copies another one, number by number.
    #[inline(always)]
    pub fn copy_from(&mut self, o: &Self) {
        self.x.copy_from(&o.x);
        self.y.copy_from(&o.y);
        self.z.copy_from(&o.z);
    }

    /// Stores a matrix in lane k.
    #[inline(always)]
    pub fn set_lane(&mut self, k: usize, o: Mat3<f64>) {
        self.x.set_lane(k, o.x);
        self.y.set_lane(k, o.y);
        self.z.set_lane(k, o.z);
    }

    /// Returns [v x]: the matrix whose product with w is v x w.
    #[inline(always)]
    pub fn cross(v: Vec3<T>) -> Self {
        Mat3::rows(
            Vec3::new(T::ZERO, -v.z, v.y),
            Vec3::new(v.z, T::ZERO, -v.x),
            Vec3::new(-v.y, v.x, T::ZERO),
        )
    }

    #[inline(always)]
    pub fn transpose(self) -> Self {
        Mat3::rows(
            Vec3::new(self.x.x, self.y.x, self.z.x),
            Vec3::new(self.x.y, self.y.y, self.z.y),
            Vec3::new(self.x.z, self.y.z, self.z.z),
        )
    }

    #[inline(always)]
    pub fn times(self, v: Vec3<T>) -> Vec3<T> {
        Vec3::new(self.x.dot(v), self.y.dot(v), self.z.dot(v))
    }

    /// Returns the product of the transpose and a vector.
    #[inline(always)]
    pub fn transposed_times(self, v: Vec3<T>) -> Vec3<T> {
        self.x * v.x + self.y * v.y + self.z * v.z
    }
}

impl<T: Real> Add for Mat3<T> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Mat3::rows(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}

impl From<Matrix3<f64>> for Mat3<f64> {
    #[inline(always)]
    fn from(m: Matrix3<f64>) -> Self {
        Mat3::rows(
            Vec3::new(m.m11, m.m12, m.m13),
            Vec3::new(m.m21, m.m22, m.m23),
            Vec3::new(m.m31, m.m32, m.m33),
        )
    }
}

impl From<Mat3<f64>> for Matrix3<f64> {
    #[inline(always)]
    fn from(m: Mat3<f64>) -> Self {
        Matrix3::new(
            m.x.x, m.x.y, m.x.z, m.y.x, m.y.y, m.y.z, m.z.x, m.z.y, m.z.z,
        )
    }
}

/// A symmetric matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sym3<T> {
    pub xx: T,
    pub xy: T,
    pub xz: T,
    pub yy: T,
    pub yz: T,
    pub zz: T,
}

impl<T: Real> Sym3<T> {
    pub const ZERO: Self = Sym3 {
        xx: T::ZERO,
        xy: T::ZERO,
        xz: T::ZERO,
        yy: T::ZERO,
        yz: T::ZERO,
        zz: T::ZERO,
    };

    /// Returns the matrix whose lane k is f(k).
    #[inline(always)]
    pub fn from_lanes(f: impl Fn(usize) -> Sym3<f64>) -> Self {
        Sym3 {
            xx: T::from_lanes(|k| f(k).xx),
            xy: T::from_lanes(|k| f(k).xy),
            xz: T::from_lanes(|k| f(k).xz),
            yy: T::from_lanes(|k| f(k).yy),
            yz: T::from_lanes(|k| f(k).yz),
            zz: T::from_lanes(|k| f(k).zz),
        }
    }

    /// Copies another one, number by number.
    #[inline(always)]
    pub fn copy_from(&mut self, o: &Self) {
        self.xx = o.xx;
        self.xy = o.xy;
        self.xz = o.xz;
        self.yy = o.yy;
        self.yz = o.yz;
        self.zz = o.zz;
    }

    /// Stores a matrix in lane k.
    #[inline(always)]
    pub fn set_lane(&mut self, k: usize, o: Sym3<f64>) {
        self.xx.set_lane(k, o.xx);
        self.xy.set_lane(k, o.xy);
        self.xz.set_lane(k, o.xz);
        self.yy.set_lane(k, o.yy);
        self.yz.set_lane(k, o.yz);
        self.zz.set_lane(k, o.zz);
    }

    /// Adds a matrix in lane k.
    #[inline(always)]
    pub fn add_lane(&mut self, k: usize, o: Sym3<f64>) {
        let add = |to: &mut T, more: f64| to.set_lane(k, to.lane(k) + more);
        add(&mut self.xx, o.xx);
        add(&mut self.xy, o.xy);
        add(&mut self.xz, o.xz);
        add(&mut self.yy, o.yy);
        add(&mut self.yz, o.yz);
        add(&mut self.zz, o.zz);
    }

    /// Returns the matrix in lane k.
    #[inline(always)]
    pub fn lane(&self, k: usize) -> Sym3<f64> {
        Sym3 {
            xx: self.xx.lane(k),
            xy: self.xy.lane(k),
            xz: self.xz.lane(k),
            yy: self.yy.lane(k),
            yz: self.yz.lane(k),
            zz: self.zz.lane(k),
        }
    }

    /// Returns k times the identity.
    #[inline(always)]
    pub fn scalar(k: T) -> Self {
        Sym3 {
            xx: k,
            yy: k,
            zz: k,
            ..Sym3::ZERO
        }
    }

    #[inline(always)]
    pub fn times(self, v: Vec3<T>) -> Vec3<T> {
        Vec3::new(
            self.xx * v.x + self.xy * v.y + self.xz * v.z,
            self.xy * v.x + self.yy * v.y + self.yz * v.z,
            self.xz * v.x + self.yz * v.y + self.zz * v.z,
        )
    }

    /// Returns this minus a b', of which only one half is computed: a must be parallel to b.
    #[inline(always)]
    pub fn less_outer(self, a: Vec3<T>, b: Vec3<T>) -> Self {
        Sym3 {
            xx: self.xx - a.x * b.x,
            xy: self.xy - a.x * b.y,
            xz: self.xz - a.x * b.z,
            yy: self.yy - a.y * b.y,
            yz: self.yz - a.y * b.z,
            zz: self.zz - a.z * b.z,
        }
    }

    /// Returns this with axes renamed as by [`Vec3::cycled`].
    #[inline(always)]
    pub fn cycled(self) -> Self {
        Sym3 {
            xx: self.yy,
            xy: self.yz,
            xz: self.xy,
            yy: self.zz,
            yz: self.xz,
            zz: self.xx,
        }
    }

    /// Undoes [`Sym3::cycled`].
    #[inline(always)]
    pub fn uncycled(self) -> Self {
        Sym3 {
            xx: self.zz,
            xy: self.xz,
            xz: self.yz,
            yy: self.xx,
            yz: self.xy,
            zz: self.yy,
        }
    }
}

impl<T: Real> Add for Sym3<T> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Sym3 {
            xx: self.xx + o.xx,
            xy: self.xy + o.xy,
            xz: self.xz + o.xz,
            yy: self.yy + o.yy,
            yz: self.yz + o.yz,
            zz: self.zz + o.zz,
        }
    }
}

impl<T: Real> Sub for Sym3<T> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Sym3 {
            xx: self.xx - o.xx,
            xy: self.xy - o.xy,
            xz: self.xz - o.xz,
            yy: self.yy - o.yy,
            yz: self.yz - o.yz,
            zz: self.zz - o.zz,
        }
    }
}

impl<T: Real> AddAssign for Sym3<T> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}

impl From<Matrix3<f64>> for Sym3<f64> {
    /// Returns the symmetric part.
    fn from(m: Matrix3<f64>) -> Self {
        Sym3 {
            xx: m.m11,
            xy: 0.5 * (m.m12 + m.m21),
            xz: 0.5 * (m.m13 + m.m31),
            yy: m.m22,
            yz: 0.5 * (m.m23 + m.m32),
            zz: m.m33,
        }
    }
}
