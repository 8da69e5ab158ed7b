//! `corpus view`: shows a script live.

use super::arguments::View;
use crate::repl::{self, Start};
use crate::terminal::{USAGE, tell_line};
use std::path::Path;

/// Advice if the program was built without windows.
#[cfg(not(feature = "viewer"))]
const NO_WINDOW: &str = "this program was built without the window\n\
    in a browser:    corpus view SCRIPT --browser\n\
    in the terminal: corpus view SCRIPT --terminal\n\
    as pictures:     corpus render SCRIPT -o FOLDER\n\
    with a window:   cargo install --path . --features viewer, in a checkout of the source";

pub(super) fn view(job: View) -> u8 {
    if job.script.as_deref() == Some(Path::new("-")) {
        tell_line!("`corpus view` needs a script file, because it reads keys from standard input");
        return USAGE;
    }
    if job.browser {
        let (port, opens, prompt) = (job.port, !job.no_open, !job.no_prompt);
        return repl::in_browser(start(job), port, opens, prompt);
    }
    if job.terminal {
        return repl::in_terminal(start(job));
    }
    #[cfg(feature = "viewer")]
    {
        let (size, prompt) = (job.size, !job.no_prompt);
        beside_window(move || repl::in_window(start(job), size, prompt))
    }
    #[cfg(not(feature = "viewer"))]
    {
        tell_line!("{NO_WINDOW}");
        USAGE
    }
}

fn start(job: View) -> Start {
    Start {
        script: job.script,
        camera: job.camera.filter(|name| name != "default"),
        given: job.given,
        speed: Some(1.0 / job.slow),
        paused: job.paused,
        way: job.picture,
    }
}

/// Runs a function that may open a window on its own thread, because windows need the main thread.
#[cfg(feature = "viewer")]
pub(super) fn beside_window(run: impl FnOnce() -> u8 + Send + 'static) -> u8 {
    crate::window::beside(run)
}

/// Runs a function; there are no windows.
#[cfg(not(feature = "viewer"))]
pub(super) fn beside_window(run: impl FnOnce() -> u8) -> u8 {
    run()
}
