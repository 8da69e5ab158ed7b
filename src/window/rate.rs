//! The rate of drawing: pictures per second, and whether pictures take too long.

use std::time::Instant;

/// Time for a picture (s) beyond which the light mode is used.
const SLOW: f64 = 0.08;

/// Number of consecutive slow pictures that counts, so that a single one does not.
const IN_A_ROW: u32 = 4;

/// The rate of drawing: pictures per second, and whether pictures take too long.
pub(super) struct Rate {
    /// Pictures since a time, and pictures per second before it, as a part of the title.
    pictures: u32,
    counted: Instant,
    pub text: String,
    /// Number of slow pictures in a row.
    slow: u32,
    /// Whether it is settled how to draw, by slow pictures or by the user.
    pub judged: bool,
}

impl Rate {
    /// Starts counting.
    pub fn new() -> Self {
        Rate {
            pictures: 0,
            counted: Instant::now(),
            text: String::new(),
            slow: 0,
            judged: false,
        }
    }

    /// Counts a picture.
    pub fn count(&mut self) {
        self.pictures += 1;
        let counted = self.counted.elapsed().as_secs_f64();
        if counted >= 1.0 {
            self.text = format!(" | {:.0} pictures/s", f64::from(self.pictures) / counted);
            (self.pictures, self.counted) = (0, Instant::now());
        }
    }

    /// Judges the time (s) that a picture took. Returns whether pictures take too long.
    pub fn judge(&mut self, took: f64) -> bool {
        self.slow = if took > SLOW { self.slow + 1 } else { 0 };
        self.judged = self.slow >= IN_A_ROW;
        self.judged
    }
}
