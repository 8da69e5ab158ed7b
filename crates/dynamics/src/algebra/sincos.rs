//! Sine and cosine of several angles at once, with the bits of `libm::sincos`.
//!
//! Argument reduction by multiples of pi/2 in two parts and the minimax polynomials of FDLIBM (Sun Microsystems 1993:
//! `__ieee754_rem_pio2`, `__kernel_sin`, `__kernel_cos`), whose letters the constants keep, without branches between the lanes.
//! Where FDLIBM has special cases (angles above 1e5 rad, next to a multiple of pi/2 or half-way between two), all lanes use
//! `libm`.

const S1: f64 = -1.666_666_666_666_663_2e-1;
const S2: f64 = 8.333_333_333_322_49e-3;
const S3: f64 = -1.984_126_982_985_795e-4;
const S4: f64 = 2.755_731_370_707_006_8e-6;
const S5: f64 = -2.505_076_025_340_686_3e-8;
const S6: f64 = 1.589_690_995_211_55e-10;
const C1: f64 = 4.166_666_666_666_66e-2;
const C2: f64 = -1.388_888_888_887_411e-3;
const C3: f64 = 2.480_158_728_947_673e-5;
const C4: f64 = -2.755_731_435_139_066_3e-7;
const C5: f64 = 2.087_572_321_298_175e-9;
const C6: f64 = -1.135_964_755_778_819_5e-11;
/// 2/pi.
const INV_PIO2: f64 = std::f64::consts::FRAC_2_PI;
/// The first 33 bits of pi/2, and the rest.
const PIO2_1: f64 = 1.570_796_326_734_125_6;
const PIO2_1T: f64 = 6.077_100_506_506_192e-11;
/// 1.5 * 2^52: adding and subtracting it rounds to an integer, whose last bits are then those of the sum.
const TO_INT: f64 = 6_755_399_441_055_744.0;
/// Largest distance of an angle from a multiple of pi/2: slightly less than pi/4.
const HALF_WAY: f64 = std::f64::consts::FRAC_PI_4 - 1e-5;
/// Smallest distance of an angle from a multiple of pi/2, as a part of the angle.
const NEAR: f64 = 1.0 / 65536.0;

/// Returns sines and cosines of angles (rad).
#[inline(always)]
pub fn sincos<const N: usize>(x: [f64; N]) -> ([f64; N], [f64; N]) {
    let (mut shifted, mut turns) = ([0.0; N], [0.0; N]);
    let (mut y, mut tail) = ([0.0; N], [0.0; N]);
    for k in 0..N {
        shifted[k] = x[k] * INV_PIO2 + TO_INT;
        turns[k] = shifted[k] - TO_INT;
        let r = x[k] - turns[k] * PIO2_1;
        let w = turns[k] * PIO2_1T;
        y[k] = r - w;
        tail[k] = (r - y[k]) - w;
    }
    let mut usual = true;
    for k in 0..N {
        let (x, y) = (x[k].abs(), y[k].abs());
        usual &= (x < 1e5) & (y < HALF_WAY) & ((turns[k] == 0.0) | (y > x * NEAR));
    }
    if !usual {
        return one_by_one(x);
    }
    let (mut sines, mut cosines) = ([0.0; N], [0.0; N]);
    for k in 0..N {
        let sine = sine(y[k], tail[k], turns[k] == 0.0);
        let cosine = cosine(y[k], tail[k]);
        let quarter = shifted[k].to_bits();
        let signed = |value: f64, negative: u64| f64::from_bits(value.to_bits() ^ (negative << 63));
        let odd = quarter & 1 != 0;
        let (s, c) = if odd { (cosine, sine) } else { (sine, cosine) };
        sines[k] = signed(s, (quarter >> 1) & 1);
        cosines[k] = signed(c, ((quarter >> 1) ^ quarter) & 1);
    }
    (sines, cosines)
}

#[cold]
#[inline(never)]
fn one_by_one<const N: usize>(x: [f64; N]) -> ([f64; N], [f64; N]) {
    let both = x.map(libm::sincos);
    (both.map(|(s, _)| s), both.map(|(_, c)| c))
}

/// Returns the sine of y + tail; the tail is zero if the angle was not reduced, `whole`.
#[inline(always)]
fn sine(y: f64, tail: f64, whole: bool) -> f64 {
    let z = y * y;
    let w = z * z;
    let r = S2 + z * (S3 + z * S4) + z * w * (S5 + z * S6);
    let v = z * y;
    let plain = y + v * (S1 + z * r);
    let reduced = y - ((z * (0.5 * tail - v * r) - tail) - v * S1);
    // Below 2^-26.5 the sine equals its angle, with the sign of zero.
    let plain = if y.abs() < 1e-8 { y } else { plain };
    if whole { plain } else { reduced }
}

/// Returns the cosine of y + tail.
#[inline(always)]
fn cosine(y: f64, tail: f64) -> f64 {
    let z = y * y;
    let w = z * z;
    let r = z * (C1 + z * (C2 + z * C3)) + w * w * (C4 + z * (C5 + z * C6));
    let half = 0.5 * z;
    let one = 1.0 - half;
    one + (((1.0 - one) - half) + (z * r - y * tail))
}

#[cfg(test)]
mod tests {
    use std::array::from_fn;
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

    use super::*;

    fn same(x: [f64; 4]) {
        let (s, c) = sincos(x);
        for k in 0..4 {
            let (sine, cosine) = libm::sincos(x[k]);
            let bits = |x: f64| x.to_bits();
            let equal = bits(s[k]) == bits(sine) && bits(c[k]) == bits(cosine);
            assert!(
                equal || sine.is_nan() && s[k].is_nan(),
                "{:e} in {x:?}",
                x[k]
            );
        }
    }

    #[test]
    fn angles_at_once_have_the_bits_of_angles_one_by_one() {
        let mut seed = 1_u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        for scale in [1e-9, 1e-7, 1e-3, 1.0, 3.0, 20.0, 1e3, 1e5] {
            for _ in 0..20_000 {
                same(from_fn(|_| next() * scale));
            }
        }
        for n in -40..40 {
            let edges = [FRAC_PI_2 * f64::from(n), FRAC_PI_4 * f64::from(n)];
            for near in [0.0, 1e-16, 1e-12, 1e-7, 1e-5, 2e-5, 1e-4] {
                same([
                    edges[0] + near,
                    edges[0] - near,
                    edges[1] + near,
                    edges[1] - near,
                ]);
                same([1.0, edges[0] + near, 0.3, 2.0]);
            }
        }
        same([0.0, -0.0, 1e-300, -1e-9]);
        same([f64::NAN, f64::INFINITY, 1e300, 1.0]);
    }
}
