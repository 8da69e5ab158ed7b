//! Standard output and standard error. Their readers may stop at any time (`corpus run walk.corpus | head`), and disks
//! may be full. Control characters in names and texts of scripts are escaped; only output drawn by this program,
//! with colours, is written unchanged.

use super::USAGE;
use crate::diagnostic::escaped;
use std::fmt::{Arguments, Display};
use std::io::{Error, ErrorKind, Write};

/// The status of a program whose reader left, as shells know it: 128 and the number of SIGPIPE.
const READER_LEFT: i32 = 141;

/// As `print!`, for a reader that may leave.
macro_rules! say {
    ($($text:tt)*) => { $crate::terminal::write(format_args!($($text)*)) };
}

/// As `println!`, for a reader that may leave.
macro_rules! say_line {
    ($($text:tt)*) => { $crate::terminal::write(format_args!("{}\n", format_args!($($text)*))) };
}

/// As `eprintln!`, for a reader that may leave.
macro_rules! tell_line {
    ($($text:tt)*) => { $crate::terminal::tell_all(format_args!("{}\n", format_args!($($text)*))) };
}

pub(crate) use {say, say_line, tell_line};

/// Writes a text to standard output, or ends the program: see [`leave`].
pub(crate) fn write(text: Arguments) {
    say_drawn(&escaped(&text.to_string()));
}

/// Writes what this program has drawn, or data, to standard output, or ends the program: see [`leave`].
pub(crate) fn say_drawn(text: &str) {
    let mut output = std::io::stdout().lock();
    if let Err(why) = output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush())
    {
        leave(&why);
    }
}

/// Ends the program, as standard output could not be written: in silence where nobody reads any more, as others do in a pipe.
pub(crate) fn leave(why: &Error) -> ! {
    if why.kind() == ErrorKind::BrokenPipe {
        std::process::exit(READER_LEFT);
    }
    tell_line!("cannot write standard output: {}", reason(why));
    std::process::exit(USAGE.into());
}

/// Writes to standard error. Where that cannot be done there is nobody left to tell, and the program goes on to its status.
pub(crate) fn tell_all(text: Arguments) {
    tell_drawn(&escaped(&text.to_string()));
}

/// As [`tell_all`], for what this program has drawn.
pub(crate) fn tell_drawn(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Why a file cannot be read or written, to stand behind a colon and without the system's number of it.
pub(crate) fn reason(why: &impl Display) -> String {
    let why = why.to_string();
    let words = why.split(" (os error ").next().unwrap_or_default();
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => why,
    }
}

#[cfg(test)]
mod tests {
    use super::reason;
    use std::io::Error;

    #[test]
    fn reasons_are_words() {
        let denied = Error::from_raw_os_error(13);
        assert_eq!(reason(&denied), "permission denied");
        assert_eq!(reason(&"it is a folder"), "it is a folder");
        assert_eq!(reason(&""), "");
    }
}
