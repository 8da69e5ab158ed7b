//! The file of a table: rows are written as a whole.

use crate::files::{NewFile, resolved};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Size of the pending rows (bytes) at which they are written to the file.
const ENOUGH: usize = 64 << 10;

/// The file of a table. It is renamed when the script ends; later rows, which only a prompt has, are appended to it.
#[derive(Debug)]
pub(crate) struct TableFile {
    file: NewFile,
    /// Pending rows, each complete.
    waiting: String,
    /// Bytes written (whole rows).
    written: u64,
    /// Whether a write has failed.
    failed: bool,
}

impl TableFile {
    /// Starts a table with its first lines.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn begin(path: &Path, top: &str) -> io::Result<Self> {
        let mut table = TableFile {
            file: NewFile::begin(path)?,
            waiting: top.to_owned(),
            written: 0,
            failed: false,
        };
        table.flush()?;
        Ok(table)
    }

    /// Adds a row.
    ///
    /// # Errors
    /// Rows cannot be written.
    pub fn put(&mut self, row: &str) -> io::Result<()> {
        self.waiting += row;
        if self.waiting.len() < ENOUGH {
            return Ok(());
        }
        self.flush()
    }

    /// Writes the pending rows to the file.
    ///
    /// # Errors
    /// They cannot be written; the file then ends with a whole row.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.failed || self.waiting.is_empty() {
            return Ok(());
        }
        let (whole, result) = write_rows(&mut self.file, &self.waiting);
        self.written += whole as u64;
        self.waiting.clear();
        if result.is_err() {
            self.file.cut(self.written);
            self.failed = true;
        }
        result
    }

    /// Whether the table is at that path.
    pub fn is_at(&self, path: &Path) -> bool {
        self.file.target() == resolved(path)
    }

    /// Returns the path of a file with all rows so far.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn so_far(&mut self) -> io::Result<PathBuf> {
        self.flush()?;
        Ok(self.file.path().to_owned())
    }

    /// Writes all rows to the disk, under the name of the table.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn put_in_place(&mut self) -> io::Result<()> {
        if self.failed {
            return Ok(());
        }
        self.flush()?;
        let placed = self.file.put_in_place();
        self.failed |= placed.is_err();
        placed
    }

    /// Ends a table that cannot be written; leaves the file that it was to replace unchanged. Returns the file that contains
    /// the rows.
    pub fn give_up(&mut self) -> Option<PathBuf> {
        self.failed = true;
        self.file.keep()
    }
}

/// Writes rows until that fails, as on a full disk. Returns the length of the whole rows that were written (bytes).
fn write_rows(to: &mut impl Write, rows: &str) -> (usize, io::Result<()>) {
    let bytes = rows.as_bytes();
    let mut done = 0;
    let result = loop {
        match bytes.get(done..) {
            None | Some([]) => return (bytes.len(), Ok(())),
            Some(rest) => match to.write(rest) {
                Ok(0) => break Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => done += count,
                Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                Err(why) => break Err(why),
            },
        }
    };
    let written = bytes.get(..done).unwrap_or_default();
    let end = written.iter().rposition(|byte| *byte == b'\n');
    (end.map_or(0, |at| at + 1), result)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk with so much room (bytes), which takes a few bytes at a time.
    struct Disk(usize);

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let count = bytes.len().min(self.0).min(5);
            self.0 -= count;
            match count {
                0 => Err(io::ErrorKind::StorageFull.into()),
                count => Ok(count),
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_full_disk_keeps_the_rows_that_fit() {
        let rows = "1,2\n3,4\n5,6\n";
        for (room, whole) in [(0, 0), (3, 0), (4, 4), (11, 8), (12, 12), (20, 12)] {
            let (length, result) = write_rows(&mut Disk(room), rows);
            assert_eq!((length, result.is_ok()), (whole, room >= 12), "{room}");
        }
    }
}
