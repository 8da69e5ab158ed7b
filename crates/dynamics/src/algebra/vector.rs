//! Scalars, and vectors of three of them.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use nalgebra::Vector3;

/// Scalar type of the kernel: one double, or several side by side.
pub trait Real:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
{
    /// Zero.
    const ZERO: Self;
    /// Number of doubles in it.
    const LANES: usize;
    /// Returns the number whose lane k is f(k).
    fn from_lanes(f: impl Fn(usize) -> f64) -> Self;
    /// Returns the double in lane k.
    fn lane(&self, k: usize) -> f64;
    /// Stores a double in lane k.
    fn set_lane(&mut self, k: usize, x: f64);
    /// Returns sine and cosine of an angle in rad, with the bits of `libm::sincos`.
    fn sincos(self) -> (Self, Self);
}

impl Real for f64 {
    const ZERO: f64 = 0.0;
    const LANES: usize = 1;

    #[inline(always)]
    fn from_lanes(f: impl Fn(usize) -> f64) -> f64 {
        f(0)
    }

    #[inline(always)]
    fn lane(&self, _: usize) -> f64 {
        *self
    }

    #[inline(always)]
    fn set_lane(&mut self, _: usize, x: f64) {
        *self = x;
    }

    #[inline(always)]
    fn sincos(self) -> (f64, f64) {
        libm::sincos(self)
    }
}

/// A vector of three components.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vec3<T> {
    pub x: T,
    pub y: T,
    pub z: T,
}

impl<T: Real> Vec3<T> {
    pub const ZERO: Self = Vec3 {
        x: T::ZERO,
        y: T::ZERO,
        z: T::ZERO,
    };

    #[inline(always)]
    pub fn new(x: T, y: T, z: T) -> Self {
        Vec3 { x, y, z }
    }

    /// Returns the vector whose lane k is f(k).
    #[inline(always)]
    pub fn from_lanes(f: impl Fn(usize) -> Vec3<f64>) -> Self {
        Vec3 {
            x: T::from_lanes(|k| f(k).x),
            y: T::from_lanes(|k| f(k).y),
            z: T::from_lanes(|k| f(k).z),
        }
    }

    /// Returns the vector in lane k.
    #[inline(always)]
    pub fn lane(&self, k: usize) -> Vec3<f64> {
        Vec3::new(self.x.lane(k), self.y.lane(k), self.z.lane(k))
    }

    /// Copies another one, number by number: a copy as a whole would be a function call for many lanes.
    #[inline(always)]
    pub fn copy_from(&mut self, o: &Self) {
        self.x = o.x;
        self.y = o.y;
        self.z = o.z;
    }

    /// Stores a vector in lane k.
    #[inline(always)]
    pub fn set_lane(&mut self, k: usize, v: Vec3<f64>) {
        self.x.set_lane(k, v.x);
        self.y.set_lane(k, v.y);
        self.z.set_lane(k, v.z);
    }

    /// Adds a vector in lane k.
    #[inline(always)]
    pub fn add_lane(&mut self, k: usize, v: Vec3<f64>) {
        self.x.set_lane(k, self.x.lane(k) + v.x);
        self.y.set_lane(k, self.y.lane(k) + v.y);
        self.z.set_lane(k, self.z.lane(k) + v.z);
    }

    #[inline(always)]
    pub fn dot(self, o: Self) -> T {
        self.x * o.x + self.y * o.y + self.z * o.z
    }

    #[inline(always)]
    pub fn cross(self, o: Self) -> Self {
        Vec3 {
            x: self.y * o.z - self.z * o.y,
            y: self.z * o.x - self.x * o.z,
            z: self.x * o.y - self.y * o.x,
        }
    }

    /// Returns the vector with the axes renamed x -> z, y -> x, z -> y.
    #[inline(always)]
    pub fn cycled(self) -> Self {
        Vec3 {
            x: self.y,
            y: self.z,
            z: self.x,
        }
    }

    /// Undoes [`Vec3::cycled`].
    #[inline(always)]
    pub fn uncycled(self) -> Self {
        Vec3 {
            x: self.z,
            y: self.x,
            z: self.y,
        }
    }
}

impl<T: Real> Add for Vec3<T> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Vec3::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}

impl<T: Real> Sub for Vec3<T> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Vec3::new(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}

impl<T: Real> Mul<T> for Vec3<T> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, k: T) -> Self {
        Vec3::new(self.x * k, self.y * k, self.z * k)
    }
}

impl<T: Real> Neg for Vec3<T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Vec3::new(-self.x, -self.y, -self.z)
    }
}

impl<T: Real> AddAssign for Vec3<T> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}

impl<T: Real> SubAssign for Vec3<T> {
    #[inline(always)]
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}

impl From<Vector3<f64>> for Vec3<f64> {
    #[inline(always)]
    fn from(v: Vector3<f64>) -> Self {
        Vec3::new(v.x, v.y, v.z)
    }
}

impl From<Vec3<f64>> for Vector3<f64> {
    #[inline(always)]
    fn from(v: Vec3<f64>) -> Self {
        Vector3::new(v.x, v.y, v.z)
    }
}
