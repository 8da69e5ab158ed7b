//! Rates of measured motions, from neighbouring rows.

use crate::diagnostic::quote;
use crate::plot::Refusal;

/// Returns the derivatives of the values of a column with respect to times (s).
///
/// # Errors
/// Times that do not rise, or a gap.
pub(super) fn rates(name: &str, values: &[f64], times: &[f64]) -> Result<Vec<f64>, Refusal> {
    rising(times)?;
    whole(name, values, times)?;
    Ok(slopes(times, values))
}

/// Refuses times that do not rise, by which no rates can be computed.
fn rising(times: &[f64]) -> Result<(), Refusal> {
    whole("time", times, times)?;
    let Some(row) = times.windows(2).position(|pair| pair[1] <= pair[0]) else {
        return Ok(());
    };
    let message = format!(
        "its time does not rise from {} s to {} s",
        times[row],
        times[row + 1]
    );
    let help = "velocities and accelerations are computed from neighbouring rows: sort the rows by time, and keep one of each";
    Err(Refusal::new(message, help))
}

/// Refuses a column with gaps, whose rates cannot be computed.
fn whole(name: &str, values: &[f64], times: &[f64]) -> Result<(), Refusal> {
    let Some(row) = values.iter().position(|x| !x.is_finite()) else {
        return Ok(());
    };
    let message = format!(
        "the column {} has no value at {} s, in the row {} of its values",
        quote(name),
        times.get(row).unwrap_or(&f64::NAN),
        row + 1
    );
    let help = "velocities and accelerations are computed from neighbouring rows: fill the gap, for example by interpolation";
    Err(Refusal::new(message, help))
}

/// Returns the derivatives of values with respect to times: from the parabola through each point and its two neighbours.
fn slopes(times: &[f64], values: &[f64]) -> Vec<f64> {
    let count = times.len().min(values.len());
    let at = |i: usize| (times[i], values[i]);
    (0..count)
        .map(|i| {
            if count < 3 {
                return match count {
                    2 => (values[1] - values[0]) / (times[1] - times[0]),
                    _ => 0.0,
                };
            }
            let middle = i.clamp(1, count - 2);
            let [(a, x), (b, y), (c, z)] = [at(middle - 1), at(middle), at(middle + 1)];
            let (first, second) = ((y - x) / (b - a), (z - y) / (c - b));
            let bend = (second - first) / (c - a);
            // The derivative of Newton's polynomial.
            first + bend * ((times[i] - a) + (times[i] - b))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::slopes;

    #[test]
    fn slopes_of_a_parabola_are_exact() {
        let times = [0.0, 0.1, 0.25, 0.3, 0.5];
        let values = times.map(|t| 3.0 * t * t - t + 2.0);
        for (slope, t) in slopes(&times, &values).iter().zip(times) {
            assert!((slope - (6.0 * t - 1.0)).abs() < 1e-12);
        }
        assert_eq!(slopes(&[0.0], &[5.0]), [0.0]);
        assert_eq!(slopes(&[0.0, 2.0], &[1.0, 5.0]), [2.0, 2.0]);
    }
}
