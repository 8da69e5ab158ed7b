//! Exponentials of many numbers.

use super::algebra::exp;
use super::simd::{Simd, Task};
use super::workspace::Workspace;

/// How many are found at once.
const WIDTH: usize = 8;

/// Replaces each number x by e^x, with the bits of `libm::exp` and the instructions that a workspace uses.
pub fn exponentials(ws: &Workspace, x: &mut [f64]) {
    raise(ws.simd, x);
}

fn raise(simd: Simd, x: &mut [f64]) {
    simd.run(Raise(x));
}

struct Raise<'a>(&'a mut [f64]);

impl Task for Raise<'_> {
    type Found = ();

    #[inline(always)]
    fn run(self) {
        let mut rows = self.0.chunks_exact_mut(WIDTH);
        for row in &mut rows {
            let mut several = [0.0; WIDTH];
            several.copy_from_slice(row);
            row.copy_from_slice(&exp(several));
        }
        let rest = rows.into_remainder();
        if !rest.is_empty() {
            let mut several = [0.0; WIDTH];
            several[..rest.len()].copy_from_slice(rest);
            rest.copy_from_slice(&exp(several)[..rest.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_powers_has_the_bits_of_libm_with_all_instructions() {
        for simd in Simd::all() {
            for count in 0..20 {
                let numbers: Vec<f64> = (0..count).map(|i| 1.7 * f64::from(i) - 9.0).collect();
                let mut powers = numbers.clone();
                raise(simd, &mut powers);
                for (x, power) in numbers.iter().zip(&powers) {
                    assert_eq!(power.to_bits(), libm::exp(*x).to_bits(), "{x}");
                }
            }
        }
    }
}
