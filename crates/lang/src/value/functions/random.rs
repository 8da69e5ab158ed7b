//! Pseudorandom numbers that depend only on their arguments.

use super::arguments::Arguments;
use crate::dimension::Dimension;
use crate::value::{Datum, ValueError};

/// Returns a uniform number in [0, 1): the upper 53 bits of a hash of the arguments, which is a chain of SplitMix64 steps with
/// an argument mixed into the state of each.
pub(super) fn random(arguments: &Arguments) -> Result<Datum, ValueError> {
    arguments.finite(uniform(hash(arguments)?), Dimension::NONE)
}

/// Returns the sum of twelve uniform numbers minus six (Irwin-Hall): mean 0, variance 1, close to a normal distribution, and
/// computed by additions only, so that its bits are the same on every platform.
pub(super) fn normal(arguments: &Arguments) -> Result<Datum, ValueError> {
    let mut state = hash(arguments)?;
    let mut sum = -6.0;
    for _ in 0..12 {
        state = split_mix(state);
        sum += uniform(state);
    }
    arguments.finite(sum, Dimension::NONE)
}

/// Returns a hash of all arguments.
fn hash(arguments: &Arguments) -> Result<u64, ValueError> {
    let mut state = 0;
    for at in 0..arguments.all().len() {
        // 0 and -0 are equal but have different bits.
        let bits = (arguments.plain(at)? + 0.0).to_bits();
        state = split_mix(state ^ bits);
    }
    Ok(state)
}

/// Returns a uniform number in [0, 1) that depends on whole numbers only, such as a seed and a count.
#[must_use]
pub fn uniform_of(numbers: &[u64]) -> f64 {
    let mix = |state, number: &u64| split_mix(state ^ number);
    uniform(numbers.iter().fold(0, mix))
}

/// Converts a state to a number in [0, 1).
fn uniform(state: u64) -> f64 {
    (state >> 11) as f64 / (1u64 << 53) as f64
}

/// Makes one step of SplitMix64 from a state: Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*, OOPSLA
/// 2014, with the golden gamma and the function they call `mix64variant13` (Stafford's thirteenth).
fn split_mix(state: u64) -> u64 {
    let z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::split_mix;
    use crate::value::tests::plain;
    use crate::value::{Datum, call};

    fn random(arguments: &[f64]) -> f64 {
        let arguments: Vec<Datum> = arguments.iter().map(|&x| plain(x)).collect();
        match call("random", &arguments) {
            Ok(Datum::Number(number)) => number.value,
            other => panic!("{other:?}"),
        }
    }

    /// The published first outputs for the seed 1234567, whose state increases by the gamma at each step.
    #[test]
    fn the_generator_is_the_published_one() {
        let gamma = 0x9e37_79b9_7f4a_7c15_u64;
        let outputs = [0, 1, 2].map(|i| split_mix(gamma.wrapping_mul(i).wrapping_add(1_234_567)));
        assert_eq!(
            outputs,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn every_argument_counts_and_their_order_does() {
        let different = [
            random(&[0.0]),
            random(&[1.0]),
            random(&[1.0, 0.0]),
            random(&[0.0, 1.0]),
            random(&[1.0, 2.0]),
            random(&[2.0, 1.0]),
            random(&[0.5]),
        ];
        for (i, a) in different.iter().enumerate() {
            assert!((0.0..1.0).contains(a));
            assert!(
                different.iter().skip(i + 1).all(|b| a != b),
                "{different:?}"
            );
        }
        assert_eq!(random(&[-0.0]).to_bits(), random(&[0.0]).to_bits());
    }

    #[test]
    fn draws_of_noise_have_mean_0_and_deviation_1() {
        let draw = |i: i32| match call("normal", &[plain(3.0), plain(f64::from(i))]) {
            Ok(Datum::Number(number)) => number.value,
            other => panic!("{other:?}"),
        };
        let draws: Vec<f64> = (0..10_000).map(draw).collect();
        let mean = draws.iter().sum::<f64>() / 1e4;
        let variance = draws.iter().map(|x| x * x).sum::<f64>() / 1e4;
        assert!(
            mean.abs() < 0.04 && (variance - 1.0).abs() < 0.06,
            "{mean} {variance}"
        );
        // 0.27 % beyond three deviations, slightly less for twelve uniform numbers.
        let far = draws.iter().filter(|x| x.abs() > 3.0).count();
        assert!((5..50).contains(&far), "{far}");
    }

    /// Tenths of ten thousand draws by index: 1000 in each, within four standard deviations of 30.
    #[test]
    fn draws_by_index_are_uniform() {
        let mut tenths = [0; 10];
        for i in 0..10_000 {
            tenths[(random(&[7.0, f64::from(i)]) * 10.0) as usize] += 1;
        }
        assert!(
            tenths.iter().all(|count| (880..1120).contains(count)),
            "{tenths:?}"
        );
    }
}
