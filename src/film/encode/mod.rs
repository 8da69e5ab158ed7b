//! Films in one file: an encoder for each format. Frames are encoded one by one, so memory does not grow with their number.

mod gif;
mod mp4;
mod timing;

pub use mp4::Ffmpeg;

use super::Kind;
use crate::files::NewFile;
use crate::render::Image;
use std::io;
use std::path::Path;

/// A film in one file, of frames of one size.
pub struct Film {
    encoder: Box<dyn Encoder>,
    size: (usize, usize),
    is_empty: bool,
}

impl Film {
    /// Adds the next frame.
    ///
    /// # Errors
    /// Errors of the system, and frames that the format cannot represent.
    pub fn add(&mut self, frame: &Image) -> io::Result<()> {
        let (width, height) = self.size;
        let fits = frame.width == width && frame.height == height;
        if !fits || frame.rgb.len() != 3 * width * height {
            // Another size is a bug of this program.
            return Err(invalid("a frame has a different size from the film"));
        }
        self.is_empty = false;
        self.encoder.add(frame)
    }

    /// Completes the film and moves it to its target, which keeps its old content until then.
    ///
    /// # Errors
    /// As [`Film::add`], and a film without frames.
    pub fn finish(self) -> io::Result<()> {
        match self.is_empty {
            true => Err(invalid("it would have no frames")),
            false => self.encoder.finish(),
        }
    }
}

/// Encodes the frames of a film in a format.
trait Encoder: Send {
    fn add(&mut self, frame: &Image) -> io::Result<()>;

    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Starts a film of a kind in a file, with this number of frames per second.
///
/// # Errors
/// The file cannot be written, the kind is not a single file, or the program that it needs is missing.
pub fn encoder(kind: Kind, path: &Path, size: (usize, usize), fps: f64) -> io::Result<Film> {
    let file = NewFile::begin(path)?;
    if kind != Kind::Gif && file.keeps_nothing() {
        return Err(io::Error::other(
            "this format needs a regular file, which a pipe or device is not",
        ));
    }
    let encoder: Box<dyn Encoder> = match kind {
        Kind::Gif => Box::new(gif::Gif::new(file, size, fps)?),
        Kind::Mp4 => Box::new(mp4::Mp4::new(&Ffmpeg::find()?, file, size, fps)?),
        Kind::Folder | Kind::Picture => {
            return Err(io::Error::other(
                "frames of this kind are written to separate files",
            ));
        }
    };
    Ok(Film {
        encoder,
        size,
        is_empty: true,
    })
}

fn invalid(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes four small frames: a gradient on which a square moves.
    pub fn frames() -> Vec<Image> {
        let frame = |step: usize| {
            let pixel = |n: usize| {
                let (x, y) = (n % 40, n / 40);
                let inside = (5 + step..13 + step).contains(&x) && (7..15).contains(&y);
                if inside {
                    [230, 120, 20]
                } else {
                    [(4 * x) as u8, 90, (6 * y) as u8]
                }
            };
            Image {
                width: 40,
                height: 24,
                rgb: (0..960).flat_map(pixel).collect(),
            }
        };
        (0..4).map(frame).collect()
    }

    /// Writes a film.
    pub fn film(kind: Kind, path: &Path, frames: &[Image], fps: f64) -> io::Result<()> {
        let size = (frames[0].width, frames[0].height);
        let mut encoder = encoder(kind, path, size, fps)?;
        for frame in frames {
            encoder.add(frame)?;
        }
        encoder.finish()
    }

    #[test]
    fn a_film_that_is_not_finished_leaves_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "old").unwrap();
        let mut encoder = encoder(Kind::Gif, &path, (40, 24), 30.0).unwrap();
        encoder.add(&frames()[0]).unwrap();
        drop(encoder);
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn films_without_frames_and_frames_of_other_sizes_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let begun = || encoder(Kind::Gif, &path, (40, 24), 30.0).unwrap();
        assert!(begun().finish().is_err());
        let small = Image {
            width: 2,
            height: 2,
            rgb: vec![0; 12],
        };
        assert!(begun().add(&small).is_err());
        assert!(!path.exists());
    }

    #[test]
    fn films_of_one_pixel_and_of_still_pictures_can_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let pixel = Image {
            width: 1,
            height: 1,
            rgb: vec![9, 8, 7],
        };
        let still = [pixel.clone(), pixel.clone(), pixel];
        film(Kind::Gif, &path, &still, 29.97).unwrap();
        assert!(path.metadata().unwrap().len() > 30);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_told() {
        let told = film(Kind::Gif, Path::new("/dev/full"), &frames(), 30.0);
        assert!(told.is_err());
    }
}
