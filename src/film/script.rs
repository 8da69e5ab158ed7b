//! Films made by a script with `film`.

use super::encode::Ffmpeg;
use super::overlay::Overlays;
use super::pipeline::{Film, FilmSettings};
use super::renderer::FrameSettings;
use super::sampler::SampleTimes;
use super::strip::{Strip, draw_strip};
use super::view::View;
use super::writer::{FilmWriter, FrameFolder, left_over};
use crate::files::NewFile;
use crate::record::counted;
use crate::render::Settings;
use crate::scene::FilmKind;
use crate::session::{self, FilmRecorder, Observer, Stage};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Time constant of the camera (s of film), as for `corpus render`.
pub const SMOOTHING: f64 = 2.0;

/// Observes a check, and tests whether the programs that the films of a script require are installed.
pub struct Checker {
    /// Whether it also tests if their files can be written: a temporary file is created and removed.
    pub tries_files: bool,
}

impl Observer for Checker {
    fn print(&mut self, _line: &str) {}

    fn can_film(&mut self, film: &session::Film, file: &Path) -> io::Result<()> {
        needs(film, file)?;
        if !self.tries_files {
            return Ok(());
        }
        match film.kind {
            // Dropping it removes its files.
            FilmKind::Folder => FrameFolder::open(file).map(drop),
            _ => NewFile::begin(file).map(drop),
        }
    }
}

fn unsupported(why: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, why.into())
}

/// Checks that the requirements of a film other than its file are met.
fn needs(film: &session::Film, file: &Path) -> io::Result<()> {
    if film.kind == FilmKind::Mp4 {
        Ffmpeg::find().map_err(|why| unsupported(why.to_string()))?;
    }
    let is_special = |meta: std::fs::Metadata| !meta.is_file() && !meta.is_dir();
    if film.kind.is_animation() && file.metadata().is_ok_and(is_special) {
        return Err(unsupported(
            "this format needs a regular file; choose another name",
        ));
    }
    Ok(())
}

/// Starts a film for a script; drawing stops when `goes_on` returns false.
///
/// # Errors
/// A requirement is missing, or its file cannot be written.
pub fn recorder(
    film: &session::Film,
    file: &Path,
    goes_on: Arc<dyn Fn() -> bool + Send + Sync>,
) -> io::Result<Box<dyn FilmRecorder>> {
    needs(film, file)?;
    let view = View {
        camera: film.camera.clone(),
        ..View::default()
    };
    let frames = FrameSettings {
        smoothing: SMOOTHING / film.slow(),
        ..FrameSettings::of(Settings::of(film.width, film.height), view)
    };
    let output = match film.kind {
        FilmKind::Picture => Output::Strip(Box::new(match film.every {
            Some(every) => Strip::every(every),
            None => Strip::of_a_run(),
        })),
        kind => {
            let writer = FilmWriter::open(kind, file, (film.width, film.height), film.fps)?;
            let settings = FilmSettings {
                frames: frames.clone(),
                times: SampleTimes {
                    from: 0.0,
                    to: None,
                    interval: film.interval(),
                },
                ends: None,
                slow: film.slow(),
                overlays: Overlays {
                    clock: kind.is_animation(),
                    ..Overlays::default()
                },
            };
            let film = Film::new(&settings, writer);
            let no_pixels = || io::Error::other("its frames have no pixels");
            Output::Film(Box::new(film.ok_or_else(no_pixels)?))
        }
    };
    let picture = match film.kind {
        FilmKind::Picture => Some(NewFile::begin(file)?),
        _ => None,
    };
    Ok(Box::new(ScriptFilm {
        output,
        picture,
        frames,
        file: file.to_path_buf(),
        kind: film.kind,
        fps: film.fps,
        has_gone: false,
        goes_on,
    }))
}

/// A film of a script.
struct ScriptFilm {
    output: Output,
    /// The file of a strip.
    picture: Option<NewFile>,
    frames: FrameSettings,
    file: PathBuf,
    kind: FilmKind,
    fps: f64,
    has_gone: bool,
    goes_on: Arc<dyn Fn() -> bool + Send + Sync>,
}

enum Output {
    /// Frames in one file or in a folder.
    Film(Box<Film>),
    /// Moments side by side in one picture.
    Strip(Box<Strip>),
}

impl FilmRecorder for ScriptFilm {
    fn start_go(&mut self, stage: &Stage) -> io::Result<()> {
        let is_first = !std::mem::replace(&mut self.has_gone, true);
        match &mut self.output {
            Output::Film(film) => {
                // Its first frame is the current moment.
                if is_first {
                    film.begin_at(stage.world.time);
                }
                film.start_go(stage);
                self.frame(stage)
            }
            Output::Strip(strip) => {
                strip.start_go(stage);
                Ok(())
            }
        }
    }

    fn frame(&mut self, stage: &Stage) -> io::Result<()> {
        let goes_on = &*self.goes_on;
        match &mut self.output {
            Output::Film(film) => match film.catch_up(stage, &|| goes_on()) {
                // No last frame: interrupted by the user, or the file cannot be written.
                ControlFlow::Break(()) if goes_on() => {
                    film.finish(false)?;
                    Err(io::Error::other("the encoder failed"))
                }
                _ => Ok(()),
            },
            Output::Strip(strip) => {
                let _ = strip.frame(stage);
                let Settings { width, height, .. } = self.frames.quality;
                match strip.fits((width, height)) {
                    true => Ok(()),
                    false => Err(io::Error::other(
                        "the strip would be too large: use fewer or smaller pictures",
                    )),
                }
            }
        }
    }

    fn finish(self: Box<Self>) -> io::Result<String> {
        match self.output {
            Output::Film(mut film) => {
                if !self.has_gone {
                    return Err(io::Error::other("it has no frames"));
                }
                film.finish(true)?;
                let count = film.frames();
                let frames = counted(count, "frame");
                if self.kind != FilmKind::Folder {
                    let length = count as f64 / self.fps;
                    return Ok(format!("{frames}, {length:.1} s of film"));
                }
                Ok(match left_over(&self.file, count) {
                    0 => frames,
                    older => format!(
                        "{frames}; {} of an earlier film still exist",
                        counted(older, "frame")
                    ),
                })
            }
            // A strip is drawn at its end: also after Ctrl-C, unless that takes long.
            Output::Strip(strip) => {
                let (moments, goes_on) = (strip.moments(), self.goes_on);
                if moments.is_empty() {
                    return Err(io::Error::other("it has no pictures"));
                }
                let strip = draw_strip(&moments, &self.frames, None, &|| goes_on());
                let strip = strip.ok_or_else(|| io::Error::other("interrupted"))?;
                if let Some(mut file) = self.picture {
                    strip.encode_small_png(&mut file)?;
                    file.put_in_place()?;
                }
                Ok(counted(moments.len() as u64, "picture"))
            }
        }
    }
}
