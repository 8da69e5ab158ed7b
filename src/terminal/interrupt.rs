//! Signals that end the program.

use crate::film::{recorder, still};
use crate::session::{Film, FilmRecorder, Observer, Snap, Stage};
use crate::stop::StopSignal;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};
use std::time::Duration;

/// Receives the signals that ask the program to end. After the first, work ends in order: at the next step, line or tile, with
/// its report and state written. A second one ends the program at once; a signal that is not sent from the keyboard (SIGTERM,
/// SIGHUP) ends it when the work has not ended in [`GRACE`], as the work may be blocked without a user.
#[derive(Clone, Default)]
pub(crate) struct Interrupt(Arc<Heard>);

/// Signals so far.
#[derive(Default)]
struct Heard {
    /// Number of signals.
    count: AtomicU32,
    /// Number of signals after which the program ends at once.
    patience: AtomicU32,
    /// Number of the last signal.
    signal: AtomicI32,
}

/// Time for work to end after a signal not sent from the keyboard.
const GRACE: Duration = Duration::from_millis(1500);

/// Signal of Ctrl-C.
const SIGINT: i32 = 2;

/// Returns the exit status after a signal, by the convention of shells.
fn status_of(signal: i32) -> u8 {
    u8::try_from(128 + signal).unwrap_or(u8::MAX)
}

impl Interrupt {
    /// Starts to receive signals. More than `patience` signals end the program, because a step may take long.
    pub fn listen(patience: u32) -> Self {
        let interrupt = Interrupt::default();
        interrupt.0.patience.store(patience, Ordering::Relaxed);
        interrupt.hear();
        interrupt
    }

    /// Installs the handler. Without it a signal simply ends the program, which is no reason not to run.
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

    /// Records a signal.
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

    /// Returns `Break` after a signal.
    pub fn flow(&self) -> ControlFlow<()> {
        match self.is_set() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Returns the exit status of interrupted work.
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

/// Ends a run and its films at a signal; pictures are drawn.
impl Observer for Interrupt {
    fn pulse(&mut self) -> ControlFlow<()> {
        self.flow()
    }

    fn uses_threads(&mut self) -> bool {
        true
    }

    fn stop_signal(&mut self) -> StopSignal {
        let interrupt = self.clone();
        StopSignal::new(move || interrupt.is_set())
    }

    fn snap(&mut self, stage: &Stage, snap: Snap, file: &Path) -> io::Result<()> {
        still(stage, snap, file)
    }

    fn film(
        &mut self,
        _: &Stage,
        film: &Film,
        file: &Path,
    ) -> io::Result<Option<Box<dyn FilmRecorder>>> {
        let interrupt = self.clone();
        recorder(film, file, Arc::new(move || !interrupt.is_set())).map(Some)
    }
}
