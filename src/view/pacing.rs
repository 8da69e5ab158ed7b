//! Synchronises simulated time with real time.

use std::time::{Duration, Instant};

/// Largest delay (s) that is made up for.
const LATE: f64 = 0.1;

/// Lowest and highest simulated seconds per second that are useful.
const SPEEDS: [f64; 2] = [1e-5, 1e3];

/// A clock that runs at `speed` times real time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pacing {
    speed: f64,
    /// A time on the real clock, with the simulated time then (s).
    anchor: Option<(Instant, f64)>,
}

impl Pacing {
    /// Creates a clock of `speed` simulated seconds per second.
    pub fn new(speed: f64) -> Self {
        let [least, most] = SPEEDS;
        Pacing {
            speed: speed.clamp(least, most),
            anchor: None,
        }
    }

    /// Returns the simulated seconds per second.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Changes the speed from now on.
    pub fn set_speed(&mut self, speed: f64) {
        *self = Pacing::new(speed);
    }

    /// Restarts the clock, as after a pause.
    pub fn restart(&mut self) {
        self.anchor = None;
    }

    /// Returns the time to wait until the simulated time (s) is due; zero if it is already due.
    pub fn wait(&mut self, now: Instant, simulated: f64) -> Duration {
        let (begun, from) = *self.anchor.get_or_insert((now, simulated));
        let due = (simulated - from) / self.speed;
        let ahead = due - now.duration_since(begun).as_secs_f64();
        if ahead < -LATE || simulated < from || !ahead.is_finite() {
            self.anchor = Some((now, simulated));
            return Duration::ZERO;
        }
        Duration::try_from_secs_f64(ahead).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_waits_for_what_comes_early_and_forgets_what_came_late() {
        let (begin, at) = (Instant::now(), |s: f64| Duration::from_secs_f64(s));
        let mut pacing = Pacing::new(0.5);
        assert_eq!(pacing.wait(begin, 3.0), Duration::ZERO);
        // A tenth of a simulated second takes two tenths.
        let wait = pacing.wait(begin + at(0.05), 3.1).as_secs_f64();
        assert!((wait - 0.15).abs() < 1e-9, "{wait}");
        // A second late: from here on the clock continues without making up for it.
        assert_eq!(pacing.wait(begin + at(1.2), 3.1), Duration::ZERO);
        let wait = pacing.wait(begin + at(1.2), 3.2).as_secs_f64();
        assert!((wait - 0.2).abs() < 1e-9, "{wait}");
        // A step back in time restarts the clock.
        assert_eq!(pacing.wait(begin + at(1.2), 1.0), Duration::ZERO);
    }

    #[test]
    fn speeds_stay_within_bounds() {
        assert_eq!(Pacing::new(0.0).speed(), 1e-5);
        assert_eq!(Pacing::new(f64::INFINITY).speed(), 1e3);
    }
}
