//! Progress of a long `go`, on a terminal: simulated time, speed as a multiple of real time, time left.

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// A progress bar that appears on a terminal when a `go` takes long.
pub(crate) struct Progress {
    bar: ProgressBar,
    from: f64,
    seconds: f64,
    begun: Instant,
    drawn: Instant,
}

/// Time between two drawings of the bar.
const BETWEEN: Duration = Duration::from_millis(100);
/// Ticks of the bar per second.
const TICKS: f64 = 1e6;

/// Creates a bar on standard error, which appears only on a terminal, and never when quiet.
pub(crate) fn bar(quiet: bool, template: &str) -> ProgressBar {
    let target = match quiet {
        true => ProgressDrawTarget::hidden(),
        false => ProgressDrawTarget::stderr(),
    };
    styled(ProgressBar::with_draw_target(Some(0), target), template)
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

impl Progress {
    /// Creates a bar that appears only on a terminal, and never when quiet.
    pub fn new(quiet: bool) -> Self {
        Self::drawn_by(bar(quiet, "{bar:30} {msg}"))
    }

    /// Creates a bar below those of other simultaneous runs, labelled with its name.
    pub fn among(bars: &MultiProgress, name: &'static str) -> Self {
        let bar = styled(ProgressBar::new(0), "{prefix:12} {bar:30} {msg}");
        let progress = Self::drawn_by(bars.add(bar));
        progress.bar.set_prefix(name);
        progress
    }

    fn drawn_by(bar: ProgressBar) -> Self {
        let now = Instant::now();
        Progress {
            bar,
            from: 0.0,
            seconds: 0.0,
            begun: now,
            drawn: now,
        }
    }

    /// Starts the bar for a `go` of `seconds` at a time.
    pub fn begin(&mut self, time: f64, seconds: f64) {
        self.from = time;
        self.seconds = seconds;
        self.begun = Instant::now();
        self.drawn = self.begun;
        self.bar.reset();
        self.bar.set_length((seconds * TICKS) as u64);
    }

    /// Updates the bar to the clock `time`.
    pub fn at(&mut self, time: f64) {
        self.at_telling(time, |factor| format!("{factor:.3}x real time"));
    }

    /// Updates the bar as [`Progress::at`] does, with another description of the speed, which is a function of the multiple of
    /// real time.
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

    /// Calls a function, such as printing, with the bar removed.
    pub fn around(&self, act: impl FnOnce()) {
        self.bar.suspend(act);
    }

    /// Removes the bar.
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
