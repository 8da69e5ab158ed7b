//! Writes the frames of a film, on a separate thread while the next frame is drawn.

use super::Kind;
use super::encode::{Film, encoder};
use crate::files::{FolderLock, is_frame};
use crate::render::Image;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

/// Largest number of frames that wait to be written.
const WAITING: usize = 2;

/// A frame and its number.
type Numbered = (u64, Image);

/// The output of a film: a folder of frames, or one file.
pub struct FilmWriter {
    frames: Option<SyncSender<Numbered>>,
    worker: Option<JoinHandle<io::Result<Option<Film>>>>,
    folder: Option<FrameFolder>,
}

impl FilmWriter {
    /// Opens the output of a film of a kind, and starts the thread that writes to it.
    ///
    /// # Errors
    /// The folder or the file cannot be written.
    pub fn open(kind: Kind, path: &Path, size: (usize, usize), fps: f64) -> io::Result<FilmWriter> {
        if kind == Kind::Folder {
            let folder = FrameFolder::open(path)?;
            let path = path.to_path_buf();
            return Ok(FilmWriter::with(Some(folder), move |frames| {
                for (number, image) in frames {
                    let mut bytes = vec![];
                    image.encode_png(&mut bytes)?;
                    crate::files::write(&path.join(frame_name(number)), &bytes)?;
                }
                Ok(None)
            }));
        }
        let mut film = encoder(kind, path, size, fps)?;
        Ok(FilmWriter::with(None, move |frames| {
            for (_, image) in frames {
                film.add(&image)?;
            }
            Ok(Some(film))
        }))
    }

    fn with(
        folder: Option<FrameFolder>,
        write: impl FnOnce(Receiver<Numbered>) -> io::Result<Option<Film>> + Send + 'static,
    ) -> FilmWriter {
        let (frames, waiting) = sync_channel(WAITING);
        FilmWriter {
            frames: Some(frames),
            worker: Some(std::thread::spawn(move || write(waiting))),
            folder,
        }
    }

    /// Passes a frame on. Returns false after an error, which [`FilmWriter::finish`] returns.
    pub fn write(&mut self, number: u64, image: Image) -> bool {
        if let Some(folder) = &mut self.folder {
            folder.is_used = true;
        }
        let frames = self.frames.as_ref();
        frames.is_some_and(|frames| frames.send((number, image)).is_ok())
    }

    /// Waits until everything is written, and renames a film in one file to its target if it is complete; otherwise an older
    /// file is unchanged.
    ///
    /// # Errors
    /// The first frame that could not be written.
    pub fn finish(&mut self, is_complete: bool) -> io::Result<()> {
        self.frames = None;
        match self.worker.take().map(JoinHandle::join) {
            Some(Ok(written)) => match written? {
                Some(film) if is_complete => film.finish(),
                _ => Ok(()),
            },
            Some(Err(_)) => Err(io::Error::other("the writer failed")),
            None => Ok(()),
        }
    }
}

/// A folder for frames, which stays locked.
pub(super) struct FrameFolder {
    /// Keeps other renders out of the folder.
    lock: Option<FolderLock>,
    /// Folders created for this film, the innermost first: removed if no frame was written.
    made: Vec<PathBuf>,
    /// Whether a frame was passed to the writer.
    is_used: bool,
}

impl FrameFolder {
    /// Creates the folder if it is missing, and locks it.
    ///
    /// # Errors
    /// The folder cannot be created or written to, a file has its name, another process is writing there, or a frame there is a
    /// link, whose target does not belong to this film.
    pub fn open(folder: &Path) -> io::Result<FrameFolder> {
        if folder.is_file() {
            return Err(io::Error::other("there is a file of this name"));
        }
        let missing = |path: &&Path| !path.as_os_str().is_empty() && !path.exists();
        let made = folder.ancestors().take_while(missing);
        let made = made.map(Path::to_path_buf).collect();
        std::fs::create_dir_all(folder)?;
        let mut this = FrameFolder {
            lock: None,
            made,
            is_used: false,
        };
        this.lock = Some(FolderLock::take(folder)?);
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if is_frame(&name) && entry.file_type()?.is_symlink() {
                return Err(io::Error::other(format!("{name} is a link there")));
            }
        }
        Ok(this)
    }
}

impl Drop for FilmWriter {
    fn drop(&mut self) {
        let _ = self.finish(false);
    }
}

impl Drop for FrameFolder {
    fn drop(&mut self) {
        self.lock = None;
        // If frames could not be written, the folder stays, so that users find it.
        if self.is_used {
            return;
        }
        for folder in &self.made {
            // A folder that is not empty stays.
            if std::fs::remove_dir(folder).is_err() {
                break;
            }
        }
    }
}

/// Returns the name of a frame's file.
#[must_use]
pub fn frame_name(number: u64) -> String {
    format!("frame_{number:05}.png")
}

/// Returns the number of frames from `first` on that an earlier film has left in a folder.
#[must_use]
pub fn left_over(folder: &Path, first: u64) -> u64 {
    (first..)
        .take_while(|n| folder.join(frame_name(*n)).exists())
        .count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_files_in_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b");
        let mut writer = FilmWriter::open(Kind::Folder, &path, (2, 1), 30.0).unwrap();
        let image = Image {
            width: 2,
            height: 1,
            rgb: vec![9; 6],
        };
        assert!(writer.write(0, image));
        writer.finish(true).unwrap();
        drop(writer);
        assert_eq!(left_over(&path, 0), 1);
        assert_eq!(std::fs::read_dir(&path).unwrap().count(), 1);
    }

    #[test]
    fn folders_without_a_frame_go_away_again_if_they_were_made_for_it() {
        let folder = tempfile::tempdir().unwrap();
        drop(FrameFolder::open(&folder.path().join("a/b")).unwrap());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        let there = folder.path().join("there");
        std::fs::create_dir(&there).unwrap();
        drop(FrameFolder::open(&there).unwrap());
        assert!(there.is_dir());
    }
}
