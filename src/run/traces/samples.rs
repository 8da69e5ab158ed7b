//! Samples over time. Beyond a limit, every second one is dropped.

/// Most moments that a diagram keeps: a hundred times what paper can show.
const MOST: usize = 1 << 17;

/// Values at times, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples {
    pub times: Vec<f64>,
    /// A column for each value.
    pub columns: Vec<Vec<f64>>,
    /// Binary logarithm of the number of samples of which one is stored.
    thinned: u32,
    /// Number of samples so far.
    came: u64,
}

impl Samples {
    /// Takes the values of a moment. A value that comes later than others was not known before: NaN.
    pub fn take(&mut self, time: f64, row: &[f64]) {
        self.came += 1;
        // Every `2^thinned`-th sample, starting with the first.
        if (self.came - 1) & ((1 << self.thinned) - 1) != 0 {
            return;
        }
        let seen = self.times.len();
        self.columns.resize_with(row.len(), || vec![f64::NAN; seen]);
        self.times.push(time);
        for (column, value) in self.columns.iter_mut().zip(row) {
            column.push(*value);
        }
        if self.times.len() >= MOST {
            halve(&mut self.times);
            self.columns.iter_mut().for_each(halve);
            self.thinned += 1;
        }
    }

    /// Forgets the first samples.
    #[cfg(feature = "repl")]
    pub fn forget_first(&mut self, count: usize) {
        for all in self.columns.iter_mut().chain([&mut self.times]) {
            all.drain(..count);
        }
    }

    /// Removes the samples at a time or after it.
    pub fn forget_after(&mut self, time: f64) {
        let count = self.times.partition_point(|t| *t < time);
        self.times.truncate(count);
        for column in &mut self.columns {
            column.truncate(count);
        }
        self.came = (count as u64) << self.thinned;
    }
}

/// Keeps the first of every two values.
pub(super) fn halve<T>(values: &mut Vec<T>) {
    let mut number = 0;
    values.retain(|_| {
        number += 1;
        number % 2 == 1
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_very_many_moments_some_are_kept_evenly() {
        let mut samples = Samples::default();
        for i in 0..5 * MOST {
            samples.take(i as f64, &[-(i as f64)]);
        }
        assert!(samples.times.len() <= MOST);
        let step = samples.times[1] - samples.times[0];
        assert!(step > 1.0);
        assert!(samples.times.windows(2).all(|w| w[1] - w[0] == step));
        let both = samples.times.iter().zip(&samples.columns[0]);
        assert!(both.into_iter().all(|(t, v)| *t == -v));
    }

    #[test]
    fn going_back_forgets() {
        let mut samples = Samples::default();
        (0..10).for_each(|i| samples.take(f64::from(i), &[1.0]));
        samples.forget_after(4.0);
        samples.take(4.0, &[2.0]);
        assert_eq!(samples.times, [0.0, 1.0, 2.0, 3.0, 4.0]);
        assert_eq!(samples.columns[0], [1.0, 1.0, 1.0, 1.0, 2.0]);
    }
}
