//! The window: kiss3d draws the scene that a session publishes; keys and mouse are sent back as requests (feature `viewer`).
//!
//! On some systems, windows belong to the main thread. So `beside` runs the session on a second thread, and reserves the main
//! thread for windows.

mod eye;
mod input;
mod nodes;
mod overlay;
mod panics;
mod rate;
mod show;
mod strokes;

pub use show::picture;

use crate::view::{Order, Remote};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Request of the second thread to the main thread.
enum Request {
    /// Show a window of that size until it is closed. The result is sent once it is open.
    Open(Remote, (u32, u32), Sender<Result<(), String>>),
    /// End the program with a status.
    End(u8),
}

/// Channel to the main thread, while it is reserved for windows.
static MAIN: OnceLock<Mutex<Sender<Request>>> = OnceLock::new();

/// Exit status of a program that panicked.
const BROKEN: u8 = 101;

/// Stack size for deep blocks, like that of the main thread (bytes).
const STACK: usize = 16 << 20;

/// Runs the session on a second thread, and opens requested windows on this one. Returns its status.
pub(crate) fn beside(run: impl FnOnce() -> u8 + Send + 'static) -> u8 {
    let (requests, wanted) = channel();
    let done = requests.clone();
    let _ = MAIN.set(Mutex::new(requests));
    let run = move || {
        let status = catch_unwind(AssertUnwindSafe(run)).unwrap_or(BROKEN);
        // The main thread waits for this message.
        let _ = done.send(Request::End(status));
    };
    let started = std::thread::Builder::new()
        .name("session".to_owned())
        .stack_size(STACK)
        .spawn(run);
    if started.is_err() {
        return BROKEN;
    }
    for request in wanted {
        match request {
            Request::End(status) => return status,
            Request::Open(remote, size, opened) => {
                let shown = panics::caught(|| show::show(&remote, size, &opened));
                remote.order(Order::Close);
                // If the window was open, nothing waits for it any more.
                let _ = opened.send(shown);
            }
        }
    }
    BROKEN
}

/// Opens a window for a session, and returns as soon as it is open.
///
/// # Errors
/// The reason why it cannot be opened.
pub(crate) fn open(remote: Remote, (width, height): (usize, usize)) -> Result<(), String> {
    let (opened, result) = channel();
    let side = |pixels: usize| u32::try_from(pixels).unwrap_or(u32::MAX).clamp(64, 8192);
    let request = Request::Open(remote, (side(width), side(height)), opened);
    let main = MAIN
        .get()
        .ok_or("windows need the main thread, which is busy")?;
    let main = main.lock().unwrap_or_else(PoisonError::into_inner);
    main.send(request).map_err(|_| "the program is ending")?;
    drop(main);
    result
        .recv()
        .map_err(|_| "the program is ending".to_owned())?
}
