//! Observed orders of convergence, and extrapolated limits.

/// Returns the observed order of convergence p, from results with steps 1, 1/f2 and 1/f3 of the first: the root of
///
/// (v1 - v2) / (v2 - v3) = (1 - f2^-p) / (f2^-p - f3^-p)
///
/// (Roache 1998, *Verification and Validation in Computational Science and Engineering*, section 5.10, for steps in any ratio).
/// None if the differences have opposite signs, are due to rounding, or do not shrink.
pub(super) fn observed(values: [f64; 3], parts: [f64; 3], least: f64) -> Option<f64> {
    let [v1, v2, v3] = values;
    let (first, second) = (v1 - v2, v2 - v3);
    if first.abs() < least || second == 0.0 || first / second <= 0.0 {
        return None;
    }
    let (mut low, mut high) = (LEAST, MOST);
    let promised = |p: f64| {
        let [f1, f2, f3] = parts.map(|f| libm::pow(f, -p));
        (f1 - f2) / (f2 - f3)
    };
    let ratio = first / second;
    if !(promised(low)..promised(high)).contains(&ratio) {
        return None;
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if promised(middle) < ratio {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}

/// Range of valid orders: outside it the motion jumps, or only rounding is left.
const LEAST: f64 = 0.1;
const MOST: f64 = 9.0;

/// Returns the extrapolated limit for a given order (Richardson extrapolation of the two finest results).
pub(super) fn limit(values: [f64; 3], parts: [f64; 3], order: f64) -> f64 {
    let [_, v2, v3] = values;
    let [_, f2, f3] = parts.map(|f| libm::pow(f, -order));
    v3 + (v3 - v2) * f3 / (f2 - f3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_limit_of_an_error_that_is_a_power() {
        for order in [0.5, 1.0, 2.0, 4.0] {
            for parts in [[1.0, 2.0, 4.0], [1.0, 3.0, 10.0]] {
                let values = parts.map(|f: f64| 7.0 - 0.3 * f.powf(-order));
                let found = observed(values, parts, 1e-12).unwrap();
                assert!((found - order).abs() < 1e-6, "{found} {order}");
                assert!((limit(values, parts, found) - 7.0).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn what_does_not_shrink_has_no_order() {
        let parts = [1.0, 2.0, 4.0];
        assert_eq!(observed([1.0, 2.0, 1.0], parts, 1e-12), None);
        assert_eq!(observed([1.0, 2.0, 4.0], parts, 1e-12), None);
        assert_eq!(observed([1.0, 1.0, 1.0], parts, 1e-12), None);
    }
}
