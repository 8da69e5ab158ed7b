//! Several numbers side by side, for bodies that are processed at once.

use std::array::from_fn;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use super::sincos::sincos;
use super::vector::Real;

/// N doubles; every operation acts on each one separately, with the same bits as for single numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lanes<const N: usize>([f64; N]);

impl<const N: usize> Real for Lanes<N> {
    const ZERO: Self = Lanes([0.0; N]);
    const LANES: usize = N;

    #[inline(always)]
    fn from_lanes(f: impl Fn(usize) -> f64) -> Self {
        let mut all = [0.0; N];
        for (k, x) in all.iter_mut().enumerate() {
            *x = f(k);
        }
        Lanes(all)
    }

    #[inline(always)]
    fn lane(&self, k: usize) -> f64 {
        self.0[k]
    }

    #[inline(always)]
    fn set_lane(&mut self, k: usize, x: f64) {
        self.0[k] = x;
    }

    #[inline(always)]
    fn sincos(self) -> (Self, Self) {
        let (s, c) = sincos(self.0);
        (Lanes(s), Lanes(c))
    }
}

impl<const N: usize> Add for Lanes<N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Lanes(from_fn(|k| self.0[k] + o.0[k]))
    }
}

impl<const N: usize> Sub for Lanes<N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Lanes(from_fn(|k| self.0[k] - o.0[k]))
    }
}

impl<const N: usize> Mul for Lanes<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, o: Self) -> Self {
        Lanes(from_fn(|k| self.0[k] * o.0[k]))
    }
}

impl<const N: usize> Neg for Lanes<N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Lanes(self.0.map(|x| -x))
    }
}

impl<const N: usize> AddAssign for Lanes<N> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}

impl<const N: usize> SubAssign for Lanes<N> {
    #[inline(always)]
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}
