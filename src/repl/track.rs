//! Samples of watched quantities.

/// Most samples stored.
pub(super) const MOST: usize = 4096;

/// Samples: for each time a number for each column, NaN if it was not known.
#[derive(Default)]
pub(super) struct Track {
    pub times: Vec<f64>,
    pub columns: Vec<Vec<f64>>,
    /// Interval of stored samples, and the number of samples to skip before the next.
    stride: usize,
    left: usize,
}

impl Track {
    pub fn push(&mut self, time: f64, row: &[f64]) {
        // The clock was set back: later samples are invalid.
        let seen = self.times.partition_point(|t| *t < time);
        self.times.truncate(seen);
        self.times.push(time);
        self.columns.resize_with(row.len(), Vec::new);
        for (column, value) in self.columns.iter_mut().zip(row) {
            column.resize(seen, f64::NAN);
            column.push(*value);
        }
    }

    /// Drops the older half if there are too many.
    pub fn forget_old(&mut self) {
        if self.times.len() > 2 * MOST {
            self.times.drain(..MOST);
            self.columns.iter_mut().for_each(|column| {
                column.drain(..MOST);
            });
        }
    }

    /// Whether the next sample is stored.
    pub fn is_due(&mut self) -> bool {
        let due = self.left == 0;
        self.left = match due {
            true => self.stride.max(1) - 1,
            false => self.left - 1,
        };
        due
    }

    /// If there are too many, drops every other sample, and from then on stores half as many.
    pub fn thin_out(&mut self) {
        if self.times.len() <= MOST {
            return;
        }
        for all in self.columns.iter_mut().chain([&mut self.times]) {
            let mut keep = false;
            all.retain(|_| {
                keep = !keep;
                keep
            });
        }
        self.stride = self.stride.max(1) * 2;
    }
}
