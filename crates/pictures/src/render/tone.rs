//! Tone mapping: from light to bytes.

use super::depth_map::index;
use super::vector::{Vec3, within};

/// Steps of the table that converts display light to sRGB bytes.
const STEPS: usize = 4096;

/// Converts colours for the display.
pub(super) struct Tone {
    bytes: Vec<u8>,
}

/// Applies the filmic curve of Narkowicz ("ACES Filmic Tone Mapping Curve", 2015): from light to 0 to 1 for the display. The
/// factor sets the exposure: a sunlit white becomes slightly darker than white.
#[inline(always)]
pub(super) fn filmic(light: f32) -> f32 {
    let x = light.max(0.0) * 0.56;
    let y = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
    y.min(1.0)
}

/// Applies the curve to each colour channel.
#[inline(always)]
pub(super) fn expose(light: Vec3) -> Vec3 {
    Vec3 {
        x: filmic(light.x),
        y: filmic(light.y),
        z: filmic(light.z),
    }
}

/// Returns the light that the curve maps to this colour, channel by channel: the inverse of [`expose`].
pub(super) fn unexposed(colour: [f32; 3]) -> Vec3 {
    let light = |y: f32| {
        let y = within(y, 0.0, 1.0);
        // y = x (2.51 x + 0.03) / (x (2.43 x + 0.59) + 0.14) is quadratic in x.
        let (a, b, c) = (2.51 - 2.43 * y, 0.03 - 0.59 * y, -0.14 * y);
        (-b + (b * b - 4.0 * a * c).sqrt()) / (2.0 * a) / 0.56
    };
    Vec3::from(colour.map(light))
}

impl Tone {
    pub fn new() -> Tone {
        let top = (STEPS - 1) as f64;
        let bytes = (0..STEPS)
            .map(|i| (srgb(i as f64 / top) * 255.0 + 0.5) as u8)
            .collect();
        Tone { bytes }
    }

    /// Converts exposed colours from 0 to 1 to bytes, channel by channel: as [`Tone::code`] does, several at once.
    pub fn code_row<const N: usize>(&self, row: &[[f32; N]; 3], bytes: &mut [u8]) {
        // Adding this to a smaller number leaves the nearest integer in the lowest bits.
        const ROUNDING: f32 = 8_388_608.0;
        let top = (STEPS - 1) as f32;
        let steps = row
            .map(|channel| channel.map(|c| (c * top + ROUNDING).to_bits() as usize & (STEPS - 1)));
        let Some(table) = self.bytes.first_chunk::<STEPS>() else {
            return;
        };
        for (x, bytes) in bytes.chunks_exact_mut(3).enumerate().take(N) {
            bytes[0] = table[steps[0][x] & (STEPS - 1)];
            bytes[1] = table[steps[1][x] & (STEPS - 1)];
            bytes[2] = table[steps[2][x] & (STEPS - 1)];
        }
    }

    /// Converts an exposed colour to bytes; NaN becomes black.
    #[inline(always)]
    pub fn code(&self, colour: Vec3) -> [u8; 3] {
        let top = (STEPS - 1) as f32;
        [colour.x, colour.y, colour.z].map(|c| self.bytes[index(c * top + 0.5).min(STEPS - 1)])
    }
}

/// Applies the transfer function of sRGB (IEC 61966-2-1), from 0 to 1.
fn srgb(linear: f64) -> f64 {
    if linear <= 0.0031308 {
        return 12.92 * linear;
    }
    // The power 1/2.4 is the twelfth root of the fifth power: its cube root by Newton's method, then two square roots.
    let fifth = linear * linear * linear * linear * linear;
    let mut root = 1.0;
    for _ in 0..60 {
        root -= (root * root * root - fifth) / (3.0 * root * root);
    }
    1.055 * root.sqrt().sqrt() - 0.055
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transfer_function_agrees_with_the_power() {
        for i in 1..=1000 {
            let x = f64::from(i) / 1000.0;
            if x > 0.0031308 {
                assert!((srgb(x) - (1.055 * x.powf(1.0 / 2.4) - 0.055)).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn what_was_not_exposed_comes_out_as_it_was() {
        let tone = Tone::new();
        for byte in 0..=255u32 {
            let colour = crate::scene::of_code(byte << 16 | byte << 8 | byte);
            let seen = tone.code(expose(unexposed(colour)));
            assert!(u32::from(seen[1]).abs_diff(byte) <= 1, "{byte}: {seen:?}");
        }
    }

    #[test]
    fn a_row_is_coded_as_its_pixels_are() {
        let tone = Tone::new();
        let row: [[f32; 64]; 3] =
            std::array::from_fn(|k| std::array::from_fn(|i| (i * (k + 1)) as f32 / 192.0));
        let mut bytes = [0; 3 * 50];
        tone.code_row(&row, &mut bytes);
        for (i, bytes) in bytes.chunks_exact(3).enumerate() {
            let [x, y, z] = [0, 1, 2].map(|k| row[k][i]);
            let coded = tone.code(Vec3 { x, y, z });
            // The two round differently.
            let apart = bytes.iter().zip(coded).map(|(a, b)| a.abs_diff(b));
            assert!(apart.max() <= Some(1), "{bytes:?} {coded:?}");
        }
    }

    #[test]
    fn bytes_rise_with_the_light_and_end_at_white() {
        let tone = Tone::new();
        assert!(tone.bytes.is_sorted());
        let grey = |v: f32| tone.code(expose(Vec3 { x: v, y: v, z: v }))[0];
        assert_eq!(
            (grey(0.0), grey(1e9), grey(f32::NAN), grey(-1.0)),
            (0, 255, 0, 0)
        );
        assert!(grey(0.2) < grey(0.4) && grey(0.4) < grey(1.0));
    }
}
