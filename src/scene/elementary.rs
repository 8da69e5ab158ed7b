//! Sine, cosine and the falling exponential from additions and products alone, so that every machine, compiler and
//! build profile gives the same bits: the standard library leaves these to the platform.

use std::f64::consts::{FRAC_2_PI, FRAC_PI_2};

/// Sine and cosine of `angle` (rad), to about 1e-13 for angles below a million; zero and one for what is not finite.
/// Maclaurin series after reduction to an eighth of a turn (Abramowitz and Stegun, eqs. 4.3.65 and 4.3.66).
pub(crate) fn sin_cos(angle: f64) -> (f64, f64) {
    if !angle.is_finite() {
        return (0.0, 1.0);
    }
    let quarter_turns = (angle * FRAC_2_PI).round();
    let x = angle - quarter_turns * FRAC_PI_2;
    let (mut sine, mut cosine) = (1.0, 1.0);
    for n in [14.0, 12.0, 10.0, 8.0, 6.0, 4.0, 2.0] {
        sine = 1.0 - x * x / (n * (n + 1.0)) * sine;
        cosine = 1.0 - x * x / (n * (n - 1.0)) * cosine;
    }
    sine *= x;
    match quarter_turns.rem_euclid(4.0) as u8 {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

/// The exponential of `-x` for `x >= 0`, to about 1e-12: the series near zero, squared ten times.
pub(crate) fn decay(x: f64) -> f64 {
    let y = x.clamp(0.0, 700.0) / 1024.0;
    let mut value = 1.0;
    for n in [8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0] {
        value = 1.0 - y / n * value;
    }
    for _ in 0..10 {
        value *= value;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_platform() {
        for k in -2000i32..2000 {
            let angle = f64::from(k) * 0.0173;
            let (s, c) = sin_cos(angle);
            assert!((s - angle.sin()).abs() < 1e-13, "sin {angle}");
            assert!((c - angle.cos()).abs() < 1e-13, "cos {angle}");
            let x = f64::from(k.abs()) * 0.02;
            assert!((decay(x) - (-x).exp()).abs() < 1e-12, "exp -{x}");
        }
    }

    #[test]
    fn no_angle_is_no_turn() {
        assert_eq!(sin_cos(f64::NAN), (0.0, 1.0));
        assert_eq!(sin_cos(f64::INFINITY), (0.0, 1.0));
    }
}
