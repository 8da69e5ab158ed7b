//! Reading: regular files of a limited size.

use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::path::Path;
use thiserror::Error;

/// Default size limit (bytes).
pub const LARGEST: u64 = 256 << 20;

/// Longest line from a pipe (bytes): its parts take many times its memory.
pub const LONGEST_LINE: usize = 16 << 20;

/// Reason why a file is not read.
#[derive(Debug, Error)]
pub enum Unreadable {
    /// The operating system refused.
    #[error("{}", match .0.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => .0.to_string(),
    })]
    Io(#[from] io::Error),
    /// A folder.
    #[error("it is a folder")]
    Folder,
    /// A pipe, a socket or a device.
    #[error("it is {0}, not a regular file")]
    NotRegular(&'static str),
    /// Text in UTF-16.
    #[error("it is text in UTF-16; save it in UTF-8")]
    Utf16,
    /// Not UTF-8 text; the value is the offset of the first invalid byte.
    #[error("it is not text (byte {0} is not UTF-8)")]
    NotText(usize),
    /// Larger than the limit.
    #[error(
        "it is too large: {size} bytes, and the limit is {limit} bytes (`--largest-file` raises it)"
    )]
    TooLarge {
        /// Its size as far as known (bytes).
        size: u64,
        /// The limit (bytes).
        limit: u64,
    },
}

/// Returns the kind of a file that is neither a regular file nor a folder.
#[cfg(unix)]
fn kind(file: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if file.is_fifo() {
        "a pipe"
    } else if file.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

/// Returns the kind of a file that is neither a regular file nor a folder.
#[cfg(not(unix))]
fn kind(_: FileType) -> &'static str {
    "not a regular file"
}

/// Refuses everything but regular files of at most `limit` bytes, before opening: a pipe would wait for a writer.
fn check(meta: &fs::Metadata, limit: u64) -> Result<(), Unreadable> {
    if meta.is_dir() {
        return Err(Unreadable::Folder);
    }
    if !meta.is_file() {
        return Err(Unreadable::NotRegular(kind(meta.file_type())));
    }
    if meta.len() > limit {
        let size = meta.len();
        return Err(Unreadable::TooLarge { size, limit });
    }
    Ok(())
}

/// Reads the bytes of a regular file.
///
/// # Errors
/// It is missing, refused by the system, not a regular file, or larger than `limit` bytes.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, Unreadable> {
    check(&fs::metadata(path)?, limit)?;
    let file = File::open(path)?;
    // Another file may have replaced it meanwhile, or it may grow: files of /proc have length zero.
    check(&file.metadata()?, limit)?;
    let mut bytes = vec![];
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        size if size > limit => Err(Unreadable::TooLarge { size, limit }),
        _ => Ok(bytes),
    }
}

/// Reads the first `most` bytes of a regular file of any size, or all of a shorter one.
///
/// # Errors
/// It is missing, refused by the system, or not a regular file.
pub fn read_start(path: &Path, most: u64) -> Result<Vec<u8>, Unreadable> {
    check(&fs::metadata(path)?, u64::MAX)?;
    let file = File::open(path)?;
    check(&file.metadata()?, u64::MAX)?;
    let mut bytes = vec![];
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the text of a regular file.
///
/// # Errors
/// As [`read`], or it is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> Result<String, Unreadable> {
    text(read(path, limit)?)
}

/// Returns bytes as text.
///
/// # Errors
/// They are not UTF-8.
pub fn text(bytes: Vec<u8>) -> Result<String, Unreadable> {
    String::from_utf8(bytes).map_err(|why| match why.as_bytes() {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Unreadable::Utf16,
        _ => Unreadable::NotText(why.utf8_error().valid_up_to()),
    })
}

/// Says what is wrong with JSON, and where.
pub fn json_fault(why: &serde_json::Error) -> String {
    use serde_json::error::Category::{Data, Eof, Io, Syntax};
    let place = format!("line {}, column {}", why.line(), why.column());
    match why.classify() {
        Data => format!("a value is missing or of the wrong kind: {place}"),
        Eof | Io => "the file ends too early".to_owned(),
        Syntax => format!("it is not JSON: {place}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_within_the_limit_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        assert!(matches!(
            read(&path, 4),
            Err(Unreadable::TooLarge { size: 5, limit: 4 })
        ));
        assert!(matches!(read(folder.path(), 5), Err(Unreadable::Folder)));
        let missing = read(&folder.path().join("b"), 5).unwrap_err();
        assert_eq!(missing.to_string(), "there is no such file");
        #[cfg(unix)]
        assert!(matches!(
            read(Path::new("/dev/zero"), 5),
            Err(Unreadable::NotRegular("a device"))
        ));
    }

    #[test]
    fn text_is_utf8() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, b"ab\xff").unwrap();
        assert!(matches!(
            read_text(&path, LARGEST),
            Err(Unreadable::NotText(2))
        ));
        // As editors and shells of Windows write it.
        fs::write(&path, b"\xff\xfea\0b\0").unwrap();
        assert!(matches!(read_text(&path, LARGEST), Err(Unreadable::Utf16)));
    }
}
