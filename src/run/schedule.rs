//! Times of a run: how long a `go` lasts, and when rows are due.

/// Times closer than this part of a frame are the same: the clock is a sum of many frames.
pub(crate) const SAME: f64 = 1e-6;

/// Duration of a `go`: whole frames, and possibly a shorter last one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Number of whole frames, of `dt` each.
    pub frames: u64,
    /// Total duration (s), if it is not a whole number of frames.
    pub uneven: Option<f64>,
}

impl Stretch {
    /// Returns a stretch of whole frames.
    #[must_use]
    pub fn of_frames(frames: u64) -> Self {
        Stretch {
            frames,
            uneven: None,
        }
    }

    /// Divides a time (s) into frames of `dt` (s): whole frames, and a shorter one at the end if they do not fill the time. A
    /// time that is a whole number of frames, except for rounding, is that number.
    #[must_use]
    pub fn of_time(seconds: f64, dt: f64) -> Self {
        let frames = seconds / dt;
        let nearest = frames.round();
        // The quotient of two rounded numbers, of which the larger is off by some parts in 1e16 of itself.
        let rounding = SAME.max(8.0 * f64::EPSILON * frames);
        if nearest >= 1.0 && (frames - nearest).abs() <= rounding {
            return Stretch::of_frames(nearest as u64);
        }
        Stretch {
            frames: frames.floor() as u64,
            uneven: Some(seconds),
        }
    }

    /// Returns the number of frames, including the shorter one.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.frames + u64::from(self.uneven.is_some())
    }

    /// Returns the duration (s).
    #[must_use]
    pub fn seconds(&self, dt: f64) -> f64 {
        self.uneven.unwrap_or(self.frames as f64 * dt)
    }
}

/// Schedule of a table's rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rows {
    /// Start time (s).
    pub start: f64,
    /// Number of the next row, in multiples of the period.
    pub count: u64,
}

impl Rows {
    /// Returns the time of the next row (s), for rows a period (s) apart.
    #[must_use]
    pub fn due(&self, period: f64) -> f64 {
        self.start + period * self.count as f64
    }

    /// Records a row at a time (s). Rows skipped by a longer frame are not written later.
    pub fn pass(&mut self, now: f64, period: f64) {
        self.count += 1;
        if period > 0.0 {
            let passed = ((now - self.start) / period).floor();
            self.count = self.count.max((passed as u64).saturating_add(1));
        }
    }
}
