//! Signals that end the program.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};
use std::time::Duration;

/// Listens for the signals that ask the program to end. After the first, work ends in order: at the next frame, line or tile,
/// with its report and state written. A second one ends the program at once, and one that is not asked by hand (SIGTERM,
/// SIGHUP) does so by itself when the work has not ended in [`GRACE`], as it may be held up where nobody looks.
#[derive(Clone, Default)]
pub(crate) struct Interrupt(Arc<Heard>);

/// What was heard so far.
#[derive(Default)]
struct Heard {
    /// How many signals came.
    count: AtomicU32,
    /// After how many the program ends at once.
    patience: AtomicU32,
    /// The number of the last one.
    signal: AtomicI32,
}

/// How long work may go on after a signal that no hand has sent.
const GRACE: Duration = Duration::from_millis(1500);

/// What Ctrl-C sends.
const SIGINT: i32 = 2;

/// The status to exit with after a signal, as shells have it.
fn status_of(signal: i32) -> u8 {
    u8::try_from(128 + signal).unwrap_or(u8::MAX)
}

impl Interrupt {
    /// Listens from here on. More than `patience` signals end the program, as a frame may be endless.
    pub fn listen(patience: u32) -> Self {
        let interrupt = Interrupt::default();
        interrupt.0.patience.store(patience, Ordering::Relaxed);
        interrupt.hear();
        interrupt
    }

    /// Without a handler a signal simply ends the program, which is no reason not to run.
    #[cfg(unix)]
    fn hear(&self) {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]) else {
            return;
        };
        let heard = self.clone();
        std::thread::spawn(move || {
            for signal in signals.forever() {
                heard.take(signal);
            }
        });
    }

    #[cfg(not(unix))]
    fn hear(&self) {
        let heard = self.clone();
        let _ = ctrlc::set_handler(move || heard.take(SIGINT));
    }

    /// A signal has come.
    fn take(&self, signal: i32) {
        self.0.signal.store(signal, Ordering::Relaxed);
        let patience = self.0.patience.load(Ordering::Relaxed);
        let end = move || std::process::exit(status_of(signal).into());
        if self.0.count.fetch_add(1, Ordering::Relaxed) >= patience {
            end();
        }
        if signal != SIGINT {
            std::thread::spawn(move || {
                std::thread::sleep(GRACE);
                end();
            });
        }
    }

    /// Sets the number of signals after which running work is ended.
    pub fn be_patient(&self, patience: u32) {
        self.0.patience.store(patience, Ordering::Relaxed);
    }

    /// Whether there was a signal.
    pub fn is_set(&self) -> bool {
        self.0.count.load(Ordering::Relaxed) > 0
    }

    /// Breaks off after a signal.
    pub fn flow(&self) -> ControlFlow<()> {
        match self.is_set() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// The status to exit with where the work was broken off.
    pub fn status(&self) -> u8 {
        match self.0.signal.load(Ordering::Relaxed) {
            0 => status_of(SIGINT),
            signal => status_of(signal),
        }
    }

    /// Resets the count.
    #[cfg(feature = "repl")]
    pub fn reset(&self) {
        self.0.count.store(0, Ordering::Relaxed);
    }
}
