//! Exponentials of several numbers at once, with the bits of `libm::exp`.
//!
//! Argument reduction by multiples of ln 2 in two parts and the rational function of FDLIBM (Sun Microsystems 1993: `__ieee754_exp`), whose
//! letters the constants keep, without branches between the lanes. Where FDLIBM takes another way (above 700 in magnitude, no
//! numbers), all lanes are handed to `libm`.

const LN2HI: f64 = 6.931_471_803_691_238e-1;
const LN2LO: f64 = 1.908_214_929_270_587_7e-10;
const INVLN2: f64 = std::f64::consts::LOG2_E;
const P1: f64 = 1.666_666_666_666_660_2e-1;
const P2: f64 = -2.777_777_777_701_559_3e-3;
const P3: f64 = 6.613_756_321_437_934e-5;
const P4: f64 = -1.653_390_220_546_525_2e-6;
const P5: f64 = 4.138_136_797_057_238_5e-8;
/// 2^52: added to a number between 0 and 2^51 and taken away, it rounds to a whole number.
const TO_INT: f64 = 4_503_599_627_370_496.0;
/// The upper 32 bits of 0.5 ln 2: FDLIBM reduces what is above by these bits alone.
const HALF_LN2: u64 = 0x3fd6_2e42;
/// The upper 32 bits of 2^-28.
const TINY: u64 = 0x3e30_0000;
/// The largest magnitude whose power of two is an ordinary number.
const LARGEST: f64 = 700.0;

/// e to the power of each number.
#[inline(always)]
pub fn exp<const N: usize>(x: [f64; N]) -> [f64; N] {
    let mut usual = true;
    for &x in &x {
        usual &= x.abs() < LARGEST;
    }
    if !usual {
        return one_by_one(x);
    }
    let mut powers = [0.0; N];
    for k in 0..N {
        powers[k] = usual_exp(x[k]);
    }
    powers
}

#[cold]
#[inline(never)]
fn one_by_one<const N: usize>(x: [f64; N]) -> [f64; N] {
    x.map(libm::exp)
}

/// e to the power of a number whose magnitude is below [`LARGEST`].
#[inline(always)]
fn usual_exp(x: f64) -> f64 {
    let high = (x.to_bits() >> 32) & 0x7fff_ffff;
    // The number of times that ln 2 fits, rounded to the nearest: |x| / ln 2 + 0.5 without its fraction.
    let turns = (INVLN2 * x).abs() + 0.5;
    let rounded = (turns + TO_INT) - TO_INT;
    let whole = if rounded > turns {
        rounded - 1.0
    } else {
        rounded
    };
    let whole = if high > HALF_LN2 { whole } else { 0.0 };
    let k = whole.copysign(x);
    let hi = x - k * LN2HI;
    let lo = k * LN2LO;
    let r = hi - lo;
    let rr = r * r;
    let c = r - rr * (P1 + rr * (P2 + rr * (P3 + rr * (P4 + rr * P5))));
    let y = 1.0 + (r * c / (2.0 - c) - lo + hi);
    // 2^k, by its bits.
    let shifted = k + 1.5 * TO_INT;
    let power = f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52);
    let near_zero = 1.0 + x;
    if high > TINY { y * power } else { near_zero }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(x: [f64; 4]) {
        for (power, x) in exp(x).iter().zip(x) {
            let expected = libm::exp(x);
            let equal = power.to_bits() == expected.to_bits();
            assert!(equal || power.is_nan() && expected.is_nan(), "{x:e}");
        }
    }

    #[test]
    fn powers_at_once_have_the_bits_of_powers_one_by_one() {
        let mut seed = 1_u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        for scale in [1e-18, 1e-9, 1e-7, 1e-3, 1.0, 2.0, 3.0, 20.0, 120.0, 1400.0] {
            for _ in 0..20_000 {
                same(std::array::from_fn(|_| next() * scale));
            }
        }
        // Next to the numbers at which FDLIBM takes another way.
        for high in [HALF_LN2, 0x3ff0_a2b2, TINY, 0x4086_232b] {
            for step in -3..=3_i64 {
                let at = |low: i64| f64::from_bits(((high as i64) << 32).wrapping_add(low) as u64);
                let edge = at(step);
                let far = at((1 << 32) + step);
                same([edge, -edge, far, -far]);
                same([1.0, edge, -0.3, far]);
            }
        }
        for turns in -900..900 {
            let edge = f64::from(turns) * std::f64::consts::LN_2 * 0.5;
            same([edge, edge + 1e-12, edge - 1e-12, edge * (1.0 + 1e-16)]);
        }
        same([0.0, -0.0, 1e-300, -1e-9]);
        same([f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.0]);
        same([700.0, -700.0, 745.2, -746.0]);
    }
}
