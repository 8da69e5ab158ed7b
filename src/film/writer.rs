//! Frames to files, on a thread of its own while the next frame is drawn.

use crate::files::FolderLock;
use crate::render::Image;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;

/// Frames that may wait to be written.
const WAITING: usize = 2;

/// Whether a file's name is that of a frame.
#[must_use]
pub fn is_frame(name: &str) -> bool {
    let number = name
        .strip_prefix("frame_")
        .and_then(|n| n.strip_suffix(".png"));
    number.is_some_and(|n| n.len() >= 5 && n.bytes().all(|b| b.is_ascii_digit()))
}

/// Writes `frame_00000.png` and so on to a folder.
pub struct FrameWriter {
    to_writer: Option<SyncSender<(u64, Image)>>,
    /// Keeps other renders out of the folder.
    _lock: FolderLock,
    writer: Option<JoinHandle<io::Result<()>>>,
}

impl FrameWriter {
    /// Makes the folder if it is missing, and takes it for this render alone.
    ///
    /// # Errors
    /// The folder cannot be made or written to, a file has its name, another process is writing there, or a frame there is a
    /// link: what it leads to is none of this render's.
    pub fn new(folder: PathBuf) -> io::Result<Self> {
        if folder.is_file() {
            return Err(io::Error::other("there is a file of this name"));
        }
        std::fs::create_dir_all(&folder)?;
        let lock = FolderLock::take(&folder)?;
        for entry in std::fs::read_dir(&folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if is_frame(&name) && entry.file_type()?.is_symlink() {
                return Err(io::Error::other(format!("{name} is a link there")));
            }
        }
        let (to_writer, frames) = sync_channel::<(u64, Image)>(WAITING);
        let writer = std::thread::spawn(move || {
            frames
                .into_iter()
                .try_for_each(|(number, image)| image.write_png(folder.join(Self::name(number))))
        });
        Ok(FrameWriter {
            to_writer: Some(to_writer),
            writer: Some(writer),
            _lock: lock,
        })
    }

    /// Name of a frame's file.
    #[must_use]
    pub fn name(number: u64) -> String {
        format!("frame_{number:05}.png")
    }

    /// How many frames from `first` on lie in a folder, left there by an earlier film.
    #[must_use]
    pub fn left_over(folder: &Path, first: u64) -> u64 {
        (first..)
            .take_while(|n| folder.join(Self::name(*n)).exists())
            .count() as u64
    }

    /// Hands over a frame; tells whether the writer still takes them (not after an error, which [`FrameWriter::finish`] tells).
    pub fn write(&self, number: u64, image: Image) -> bool {
        self.to_writer
            .as_ref()
            .is_some_and(|to| to.send((number, image)).is_ok())
    }

    /// Waits until all is written.
    ///
    /// # Errors
    /// The first frame that could not be written.
    pub fn finish(&mut self) -> io::Result<()> {
        self.to_writer = None;
        match self.writer.take().map(JoinHandle::join) {
            Some(Ok(result)) => result,
            Some(Err(_)) => Err(io::Error::other("the writer broke off")),
            None => Ok(()),
        }
    }
}
