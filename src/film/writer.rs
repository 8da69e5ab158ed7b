//! Writes frames to files, on a separate thread while the next frame is drawn.

use super::encode::{Film, note_of, with_note};
use crate::files::{FolderLock, is_frame};
use crate::render::Image;
use std::cell::Cell;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

/// Largest number of frames that wait to be written.
const WAITING: usize = 2;

/// A frame for a folder: its number, the picture, and the note about its contents.
type Noted = (u64, Image, String);

/// Passes items to a thread of its own; a few of them wait.
struct Queue<T, R> {
    items: Option<SyncSender<T>>,
    worker: Option<JoinHandle<io::Result<R>>>,
}

impl<T: Send + 'static, R: Send + 'static> Queue<T, R> {
    fn new(work: impl FnOnce(Receiver<T>) -> io::Result<R> + Send + 'static) -> Self {
        let (items, waiting) = sync_channel(WAITING);
        Queue {
            items: Some(items),
            worker: Some(std::thread::spawn(move || work(waiting))),
        }
    }

    /// Passes an item on. Returns false after an error, which [`Queue::finish`] returns.
    fn send(&self, item: T) -> bool {
        let items = self.items.as_ref();
        items.is_some_and(|to| to.send(item).is_ok())
    }

    /// Waits until all is done; returns none if it has ended before.
    fn finish(&mut self) -> io::Result<Option<R>> {
        self.items = None;
        match self.worker.take().map(JoinHandle::join) {
            Some(Ok(result)) => result.map(Some),
            Some(Err(_)) => Err(io::Error::other("the writer failed")),
            None => Ok(None),
        }
    }
}

/// Writes `frame_00000.png` and so on to a folder. Each frame contains a note about its contents, by which a later render
/// decides whether to keep it.
pub struct FrameWriter {
    folder: PathBuf,
    queue: Option<Queue<Noted, ()>>,
    /// Keeps other renders out of the folder.
    lock: Option<FolderLock>,
    /// Folders created for this render, the innermost first: removed if no frame was written.
    made: Vec<PathBuf>,
    /// Whether a frame was written.
    begun: Cell<bool>,
}

impl FrameWriter {
    /// Creates the folder if it is missing, and locks it for this render.
    ///
    /// # Errors
    /// The folder cannot be created or written to, a file has its name, another process is writing there, or a frame there is a
    /// link, whose target does not belong to this render.
    pub fn new(folder: PathBuf) -> io::Result<Self> {
        if folder.is_file() {
            return Err(io::Error::other("there is a file of this name"));
        }
        let missing = |path: &&Path| !path.as_os_str().is_empty() && !path.exists();
        let made = folder.ancestors().take_while(missing);
        let made = made.map(Path::to_path_buf).collect();
        std::fs::create_dir_all(&folder)?;
        let mut this = FrameWriter {
            folder,
            queue: None,
            lock: None,
            made,
            begun: Cell::new(false),
        };
        this.lock = Some(FolderLock::take(&this.folder)?);
        for entry in std::fs::read_dir(&this.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if is_frame(&name) && entry.file_type()?.is_symlink() {
                return Err(io::Error::other(format!("{name} is a link there")));
            }
        }
        let folder = this.folder.clone();
        this.queue = Some(Queue::new(move |frames: Receiver<Noted>| {
            frames.into_iter().try_for_each(|(number, image, note)| {
                let mut bytes = vec![];
                image.encode_png(&mut bytes)?;
                let path = folder.join(Self::name(number));
                crate::files::write(&path, &with_note(&bytes, &note))
            })
        }));
        Ok(this)
    }

    /// Returns the name of a frame's file.
    #[must_use]
    pub fn name(number: u64) -> String {
        format!("frame_{number:05}.png")
    }

    /// Returns the number of frames from `first` on that an earlier film has left in a folder.
    #[must_use]
    pub fn left_over(folder: &Path, first: u64) -> u64 {
        (first..)
            .take_while(|n| folder.join(Self::name(*n)).exists())
            .count() as u64
    }

    /// Returns the file of an existing frame, if it is a regular file, is complete and has this note.
    #[must_use]
    pub fn kept(&self, number: u64, note: &str) -> Option<Vec<u8>> {
        let path = self.folder.join(Self::name(number));
        let bytes = crate::files::read(&path, crate::files::LARGEST).ok()?;
        (note_of(&bytes) == Some(note)).then_some(bytes)
    }

    /// Passes a frame to the writer. Returns false after an error, which [`FrameWriter::finish`] returns.
    pub fn write(&self, number: u64, image: Image, note: String) -> bool {
        self.begun.set(true);
        let queue = self.queue.as_ref();
        queue.is_some_and(|queue| queue.send((number, image, note)))
    }

    /// Waits until all is written.
    ///
    /// # Errors
    /// The error of the first frame that could not be written.
    pub fn finish(&mut self) -> io::Result<()> {
        self.queue.as_mut().map_or(Ok(None), Queue::finish)?;
        Ok(())
    }
}

impl Drop for FrameWriter {
    fn drop(&mut self) {
        let _ = self.finish();
        self.lock = None;
        // If frames could not be written, the folder stays, so that users find it.
        if self.begun.get() {
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

/// Writes a film in one file.
pub struct FilmWriter(Queue<Image, Film>);

impl FilmWriter {
    /// Starts a thread that passes frames to an encoder.
    #[must_use]
    pub fn new(mut film: Film) -> FilmWriter {
        FilmWriter(Queue::new(move |frames| {
            for image in frames {
                film.add(&image)?;
            }
            Ok(film)
        }))
    }

    /// Passes a frame to the encoder. Returns false after an error, which [`FilmWriter::finish`] returns.
    pub fn write(&self, image: Image) -> bool {
        self.0.send(image)
    }

    /// Waits until everything is written, and renames the film to its target if it is complete; otherwise an older file is
    /// unchanged.
    ///
    /// # Errors
    /// Errors of the encoder.
    pub fn finish(&mut self, is_complete: bool) -> io::Result<()> {
        match self.0.finish()? {
            Some(film) if is_complete => film.finish(),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(shade: u8) -> Image {
        Image {
            width: 2,
            height: 1,
            rgb: vec![shade; 6],
        }
    }

    #[test]
    fn frames_are_kept_by_what_they_show() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b");
        let mut writer = FrameWriter::new(path.clone()).unwrap();
        assert!(writer.write(0, image(9), "nine".into()));
        writer.finish().unwrap();
        assert!(writer.kept(0, "nine").is_some());
        assert!(writer.kept(0, "ten").is_none() && writer.kept(1, "nine").is_none());
        drop(writer);
        assert_eq!(std::fs::read_dir(&path).unwrap().count(), 1);
    }

    #[test]
    fn folders_without_a_frame_go_away_again_if_they_were_made_for_it() {
        let folder = tempfile::tempdir().unwrap();
        drop(FrameWriter::new(folder.path().join("a/b")).unwrap());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        let there = folder.path().join("there");
        std::fs::create_dir(&there).unwrap();
        drop(FrameWriter::new(there.clone()).unwrap());
        assert!(there.is_dir());
    }
}
