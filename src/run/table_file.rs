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
        match self.file.write_all(self.waiting.as_bytes()) {
            Ok(()) => {
                self.written += self.waiting.len() as u64;
                self.waiting.clear();
                Ok(())
            }
            Err(why) => {
                self.file.cut(self.written);
                self.failed = true;
                Err(why)
            }
        }
    }

    /// Whether the table is at that path.
    pub fn is_at(&self, path: &Path) -> bool {
        self.file.target() == resolved(path)
    }

    /// File with all rows so far.
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
