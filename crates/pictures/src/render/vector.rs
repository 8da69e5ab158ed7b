//! Vectors of three numbers in single precision. Plain sums and products in a fixed order: the same bits in every build
//! profile.

use derive_more::{Add, AddAssign, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, Default, PartialEq, Add, AddAssign, Mul, Neg, Sub)]
pub(super) struct Vec3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

#[inline(always)]
pub(super) const fn vec3(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3 { x, y, z }
}

impl Vec3 {
    pub const ZERO: Vec3 = vec3(0.0, 0.0, 0.0);

    #[inline(always)]
    pub fn dot(self, o: Vec3) -> f32 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }

    #[inline(always)]
    pub fn cross(self, o: Vec3) -> Vec3 {
        vec3(
            self.y * o.z - self.z * o.y,
            self.z * o.x - self.x * o.z,
            self.x * o.y - self.y * o.x,
        )
    }

    #[inline(always)]
    pub fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    /// Returns the unit vector along `self`; zero or not finite if there is no direction.
    #[inline(always)]
    pub fn unit(self) -> Vec3 {
        self * (1.0 / self.length())
    }

    /// Returns the unit vector along `self`, or `other` if there is none.
    pub fn unit_or(self, other: Vec3) -> Vec3 {
        let length = self.length();
        if length > 0.0 && length.is_finite() {
            self * (1.0 / length)
        } else {
            other
        }
    }

    #[inline(always)]
    pub fn mix(self, o: Vec3, t: f32) -> Vec3 {
        self + (o - self) * t
    }

    /// Multiplies component by component: light on a colour.
    #[inline(always)]
    pub fn times(self, o: Vec3) -> Vec3 {
        vec3(self.x * o.x, self.y * o.y, self.z * o.z)
    }

    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite() && self.z.is_finite()
    }

    pub fn min(self, o: Vec3) -> Vec3 {
        vec3(self.x.min(o.x), self.y.min(o.y), self.z.min(o.z))
    }

    pub fn max(self, o: Vec3) -> Vec3 {
        vec3(self.x.max(o.x), self.y.max(o.y), self.z.max(o.z))
    }
}

impl From<[f32; 3]> for Vec3 {
    fn from([x, y, z]: [f32; 3]) -> Vec3 {
        vec3(x, y, z)
    }
}

/// Clamps `x` to `low` to `high`; returns `low` for NaN, which `f32::clamp` would return.
#[inline(always)]
pub(super) fn within(x: f32, low: f32, high: f32) -> f32 {
    let x = if x > low { x } else { low };
    if x < high { x } else { high }
}

/// Converts a double-precision point to single precision, relative to a nearby origin.
pub(super) fn relative(point: [f64; 3], origin: [f64; 3]) -> Vec3 {
    vec3(
        (point[0] - origin[0]) as f32,
        (point[1] - origin[1]) as f32,
        (point[2] - origin[2]) as f32,
    )
}
