//! Two numbers side by side, for two bodies that are processed at once.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use super::vector::Real;

/// Two doubles; every operation acts on each alone, with the bits it would give one by one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair([f64; 2]);

impl Real for Pair {
    const ZERO: Pair = Pair([0.0; 2]);
    const LANES: usize = 2;

    #[inline(always)]
    fn from_lanes(f: impl Fn(usize) -> f64) -> Pair {
        Pair([f(0), f(1)])
    }

    #[inline(always)]
    fn lane(self, k: usize) -> f64 {
        self.0[k]
    }

    #[inline(always)]
    fn reciprocal(self) -> Pair {
        Pair([1.0 / self.0[0], 1.0 / self.0[1]])
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline(always)]
    fn add(self, o: Pair) -> Pair {
        Pair([self.0[0] + o.0[0], self.0[1] + o.0[1]])
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline(always)]
    fn sub(self, o: Pair) -> Pair {
        Pair([self.0[0] - o.0[0], self.0[1] - o.0[1]])
    }
}

impl Mul for Pair {
    type Output = Pair;
    #[inline(always)]
    fn mul(self, o: Pair) -> Pair {
        Pair([self.0[0] * o.0[0], self.0[1] * o.0[1]])
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline(always)]
    fn neg(self) -> Pair {
        Pair([-self.0[0], -self.0[1]])
    }
}

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, o: Pair) {
        *self = *self + o;
    }
}

impl SubAssign for Pair {
    #[inline(always)]
    fn sub_assign(&mut self, o: Pair) {
        *self = *self - o;
    }
}
