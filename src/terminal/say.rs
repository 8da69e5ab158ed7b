//! Standard output and standard error. Their readers may stop at any time (`corpus run walk.corpus | head`), and disks
//! may be full. Control characters in names and texts of scripts are escaped; only output drawn by this program,
//! with colours, is written unchanged.

use super::USAGE;
use crate::diagnostic::escaped;
use std::fmt::{Arguments, Display};
use std::io::{Error, ErrorKind, Write};

/// Exit status if the reader of the output is gone, by the convention of shells: 128 and the number of SIGPIPE.
const READER_LEFT: i32 = 141;

/// Prints as `print!` does, for a reader that may leave.
macro_rules! say {
    ($($text:tt)*) => { $crate::terminal::write(format_args!($($text)*)) };
}

/// Prints as `println!` does, for a reader that may leave.
macro_rules! say_line {
    ($($text:tt)*) => { $crate::terminal::write(format_args!("{}\n", format_args!($($text)*))) };
}

/// Prints as `eprintln!` does, for a reader that may leave.
macro_rules! tell_line {
    ($($text:tt)*) => { $crate::terminal::tell_all(format_args!("{}\n", format_args!($($text)*))) };
}

pub(crate) use {say, say_line, tell_line};

/// Writes a text to standard output, or ends the program: see [`leave`].
pub(crate) fn write(text: Arguments) {
    say_drawn(&escaped(&text.to_string()));
}

/// Writes drawn output, or data, to standard output, or ends the program: see [`leave`].
pub(crate) fn say_drawn(text: &str) {
    let mut output = std::io::stdout().lock();
    if let Err(why) = output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush())
    {
        leave(&why);
    }
}

/// Ends the program because standard output could not be written: silently if the reader is gone, as other programs do in a
/// pipe.
pub(crate) fn leave(why: &Error) -> ! {
    if why.kind() == ErrorKind::BrokenPipe {
        std::process::exit(READER_LEFT);
    }
    tell_line!("cannot write standard output: {}", reason(why));
    std::process::exit(USAGE.into());
}

/// Writes to standard error. If that fails, the program continues without the message.
pub(crate) fn tell_all(text: Arguments) {
    tell_drawn(&escaped(&text.to_string()));
}

/// Writes drawn output as [`tell_all`] does.
pub(crate) fn tell_drawn(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Returns why a file cannot be read or written, for use after a colon and without the system's error number.
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
