//! Durations of frames in formats that count ticks.

/// Durations of frames in whole ticks, such that no frame deviates from its time by more than half a tick.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    ticks: f64,
    frame: u64,
}

impl Timing {
    /// Creates the timing of a film with this number of frames per second in a format with this number of ticks per second.
    pub fn new(fps: f64, ticks_per_second: f64) -> Timing {
        Timing {
            ticks: ticks_per_second / fps,
            frame: 0,
        }
    }

    /// Returns the duration of the next frame (ticks), at most `most`.
    pub fn next(&mut self, most: u32) -> u32 {
        let at = |frame: u64| (frame as f64 * self.ticks).round();
        let shown = at(self.frame + 1) - at(self.frame);
        self.frame += 1;
        shown.clamp(0.0, f64::from(most)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::Timing;

    #[test]
    fn thirty_frames_last_a_second_in_hundredths() {
        let mut timing = Timing::new(30.0, 100.0);
        let shown: Vec<u32> = (0..30).map(|_| timing.next(65535)).collect();
        assert_eq!(shown.iter().sum::<u32>(), 100);
        assert!(shown.iter().all(|ticks| (3..=4).contains(ticks)));
        assert_eq!(Timing::new(1e-9, 100.0).next(65535), 65535);
    }
}
