//! Existing files that a script may replace: only files of the kind that it writes.

use super::Stop;
use crate::diagnostic::quote;
use crate::files::{Output, Unreadable, read_start};
use crate::source::Span;
use std::io;
use std::path::Path;

/// Start of the first line of such a script.
pub(super) const SCENE: &str = "# Moves the objects of";

/// Number of bytes at the start of a file by which its kind is recognised.
const START: u64 = 4096;

/// Refuses to replace a file that is neither empty nor of the kind that is written.
///
/// # Errors
/// The report of such a file.
pub(super) fn keep_foreign(path: &str, file: &Path, what: Output, at: Span) -> Result<(), Stop> {
    let start = match read_start(file, START) {
        Ok(start) => start,
        // The write of a folder fails too.
        Err(Unreadable::Folder) => return Ok(()),
        Err(Unreadable::Io(why)) if is_missing(&why) => return Ok(()),
        Err(why) => {
            let message = format!("cannot write {}: the file exists, and {why}", quote(path));
            return Err(Stop::mistake("E065", at, message, "choose another name"));
        }
    };
    let (kind, is_such): (&str, fn(&[u8]) -> bool) = match what {
        Output::Record | Output::Table => ("a table of this program", is_table),
        Output::State => ("a saved world", |start| {
            is_json_with(start, "\"corpus_world\"")
        }),
        Output::Dump => ("a file of a `dump` command", is_dump),
        Output::Diagram | Output::Picture | Output::Film => ("a picture or film", is_picture),
        Output::Option(_) | Output::Printed => return Ok(()),
    };
    if start.is_empty() || is_such(&start) {
        return Ok(());
    }
    let message = format!(
        "cannot write {}: the file exists and is not {kind}",
        quote(path)
    );
    let help = "choose another name, or remove the file; a script replaces only files of the kind that it writes";
    Err(Stop::mistake("E065", at, message, help))
}

/// Whether a file cannot be there, so that a write creates it or fails.
fn is_missing(why: &io::Error) -> bool {
    let kinds = [
        io::ErrorKind::NotFound,
        io::ErrorKind::NotADirectory,
        io::ErrorKind::InvalidFilename,
    ];
    kinds.contains(&why.kind())
}

/// Whether a file begins like a table: with a row of names and a row of units.
fn is_table(start: &[u8]) -> bool {
    let mut lines = start.split(|byte| *byte == b'\n');
    let mut first = || {
        let line = lines.next().unwrap_or_default();
        line.split(|byte| *byte == b',').map(<[u8]>::trim_ascii)
    };
    let (mut names, mut units) = (first(), first());
    match names.next() {
        Some(b"time") => units.next() == Some(b"s"),
        Some(b"row") => names.next() == Some(b"unit"),
        _ => false,
    }
}

/// Whether a file begins like one of a `dump` command.
fn is_dump(start: &[u8]) -> bool {
    start.starts_with(SCENE.as_bytes()) || is_json_with(start, "\"corpus_dump\"")
}

/// Whether a file begins like JSON with this key.
fn is_json_with(start: &[u8], key: &str) -> bool {
    let mut parts = start.windows(key.len());
    start.trim_ascii_start().starts_with(b"{") && parts.any(|part| part == key.as_bytes())
}

/// Whether a file begins like a diagram, a picture or a film of any format that this program writes.
fn is_picture(start: &[u8]) -> bool {
    let is_svg = || start.starts_with(b"<?xml") && start.windows(5).any(|part| part == b"<svg ");
    let starts: [&[u8]; 3] = [b"\x89PNG\r\n\x1a\n", b"GIF8", b"RIFF"];
    starts.iter().any(|known| start.starts_with(known))
        || start.get(4..8) == Some(b"ftyp")
        || is_svg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_recognised_by_their_start() {
        assert!(is_table(b"time,b.z\ns,m\n0,1\n"));
        assert!(is_table(b"time\ns\n"));
        assert!(is_table(b"row,unit,a\n,,1/s\n"));
        for text in [
            "# mine\n",
            "time,x\n0,1\n",
            "time",
            "timetable\ns\n",
            "rows,unit\n",
        ] {
            assert!(!is_table(text.as_bytes()), "{text}");
        }
        assert!(is_dump(b"{\n  \"corpus_dump\": 3"));
        assert!(!is_dump(b"# mine\n"));
        assert!(is_picture(b"\x89PNG\r\n\x1a\n...") && is_picture(b"\0\0\0\x20ftypisom"));
        assert!(is_picture(b"<?xml version=\"1.0\"?>\n<svg xmlns=\"\">"));
        assert!(!is_picture(b"<?xml version=\"1.0\"?>\n<robot>") && !is_picture(b"notes"));
    }
}
