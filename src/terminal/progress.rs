//! Progress of a long `go`, on a terminal: simulated time, speed as a multiple of real time, time left.

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// A bar that appears on a terminal when a `go` takes long enough to wonder.
pub(crate) struct Progress {
    bar: ProgressBar,
    from: f64,
    seconds: f64,
    begun: Instant,
    drawn: Instant,
}

/// How often the bar is drawn anew.
const BETWEEN: Duration = Duration::from_millis(100);
/// The bar counts in millionths of a second.
const TICKS: f64 = 1e6;

impl Progress {
    /// A bar that shows only on a terminal, and never when quiet.
    pub fn new(quiet: bool) -> Self {
        let target = if quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        Self::drawn_as(bar, "{bar:30} {msg}")
    }

    /// A bar below those of other simultaneous runs, labelled with its name.
    pub fn among(bars: &MultiProgress, name: &'static str) -> Self {
        let progress = Self::drawn_as(bars.add(ProgressBar::new(0)), "{prefix:12} {bar:30} {msg}");
        progress.bar.set_prefix(name);
        progress
    }

    fn drawn_as(bar: ProgressBar, template: &str) -> Self {
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let now = Instant::now();
        Progress {
            bar,
            from: 0.0,
            seconds: 0.0,
            begun: now,
            drawn: now,
        }
    }

    /// A `go` of `seconds` begins at a time.
    pub fn begin(&mut self, time: f64, seconds: f64) {
        self.from = time;
        self.seconds = seconds;
        self.begun = Instant::now();
        self.drawn = self.begun;
        self.bar.reset();
        self.bar.set_length((seconds * TICKS) as u64);
    }

    /// The clock shows `time`.
    pub fn at(&mut self, time: f64) {
        self.at_telling(time, |factor| format!("{factor:.3}x real time"));
    }

    /// As [`Progress::at`], with another description of the speed, which is a function of the multiple of real time.
    pub fn at_telling(&mut self, time: f64, speed: impl FnOnce(f64) -> String) {
        if self.drawn.elapsed() < BETWEEN {
            return;
        }
        self.drawn = Instant::now();
        let done = time - self.from;
        let wall = self.begun.elapsed().as_secs_f64();
        let factor = done / wall.max(1e-9);
        let left = (self.seconds - done) / factor.max(1e-12);
        let speed = speed(factor);
        self.bar
            .set_message(format!("{time:.3} s | {speed} | {} left", spoken(left)));
        self.bar.set_position((done * TICKS) as u64);
    }

    /// Whether the bar has been drawn since the `go` began.
    #[cfg(feature = "repl")]
    pub fn is_shown(&self) -> bool {
        self.drawn > self.begun
    }

    /// Does something, such as printing, with the bar out of the way.
    pub fn around(&self, act: impl FnOnce()) {
        self.bar.suspend(act);
    }

    /// Takes the bar away.
    pub fn finish(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

fn spoken(seconds: f64) -> String {
    match seconds {
        s if s < 60.0 => format!("{s:.0} s"),
        s if s < 3600.0 => format!("{:.0} min {:02.0} s", (s / 60.0).floor(), s % 60.0),
        s => format!(
            "{:.0} h {:02.0} min",
            (s / 3600.0).floor(),
            (s % 3600.0) / 60.0
        ),
    }
}
