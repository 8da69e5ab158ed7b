//! Standard output, whose reader may leave at any time: `corpus run walk.corpus | head`.

use std::io::Write;

/// The status of a program whose reader left, as shells know it: 128 and the number of SIGPIPE.
const READER_LEFT: i32 = 141;

/// Writes to standard output. Where nobody reads any more the program ends at once, as others do in a pipe.
pub(crate) fn write(text: std::fmt::Arguments) {
    if std::io::stdout().write_fmt(text).is_err() {
        std::process::exit(READER_LEFT);
    }
}

/// As `print!`, for a reader that may leave.
macro_rules! say {
    ($($text:tt)*) => { $crate::cli::say::write(format_args!($($text)*)) };
}

/// As `println!`, for a reader that may leave.
macro_rules! say_line {
    ($($text:tt)*) => { $crate::cli::say::write(format_args!("{}\n", format_args!($($text)*))) };
}

pub(crate) use {say, say_line};
