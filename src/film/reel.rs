//! Films made by a script with `film`.

use super::encode::Ffmpeg;
use super::moments::{Moment, Moments};
use super::overlay::{Overlay, Overlays};
use super::sampler::Shot;
use super::sheet::{SheetLook, compose, draw_moments, size_of};
use super::shoot::{Eye, Shoot};
use super::studio::{FilmLook, Studio};
use super::view::View;
use super::writer::{FilmWriter, FrameFolder, left_over};
use crate::files::NewFile;
use crate::record::counted;
use crate::render::Settings;
use crate::scene::{FilmKind, FollowSettings};
use crate::session::{Film, Observer, Reel, Stage};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Time constant of the camera (s of film), as for `corpus render`.
pub const CALM: f64 = 2.0;

/// Number of pictures of a strip without a given interval.
const OF_A_STRIP: usize = 6;

/// Most pictures in a row of a strip; further ones go to the next row.
const IN_A_ROW: usize = 8;

/// Most pictures of a strip: all of them are stored until it ends.
const MOST_OF_A_STRIP: usize = 4096;

/// Function that is called regularly to find out whether to continue drawing.
pub type GoesOn = Arc<dyn Fn() -> bool + Send + Sync>;

/// Observes a check, and tests whether the programs that the films of a script require are installed.
pub struct Checker {
    /// Whether it also tests if their files can be written: a temporary file is created and removed.
    pub tries_files: bool,
}

impl Observer for Checker {
    fn print(&mut self, _line: &str) {}

    fn can_film(&mut self, film: &Film, file: &Path) -> io::Result<()> {
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
fn needs(film: &Film, file: &Path) -> io::Result<()> {
    if film.kind == FilmKind::Mp4 {
        Ffmpeg::find().map_err(|why| unsupported(why.to_string()))?;
    }
    if film.kind.is_animation()
        && file
            .metadata()
            .is_ok_and(|meta| !meta.is_file() && !meta.is_dir())
    {
        return Err(unsupported(
            "this format needs a regular file; choose another name",
        ));
    }
    Ok(())
}

/// Starts a film for a script.
///
/// # Errors
/// A requirement is missing, or its file cannot be written.
pub fn reel(film: &Film, file: &Path, goes_on: GoesOn) -> io::Result<Box<dyn Reel>> {
    needs(film, file)?;
    match film.kind {
        FilmKind::Picture => Ok(Box::new(Strip::new(film, file, goes_on)?)),
        _ => Ok(Box::new(Footage::new(film, file, goes_on)?)),
    }
}

/// Returns the view of a film.
fn view(film: &Film) -> View {
    let usual = FollowSettings::default();
    View {
        camera: film.camera.clone(),
        ..View::following(usual.azimuth, usual.elevation)
    }
}

/// A film whose frames go to one file or to a folder.
struct Footage {
    studio: Option<Studio>,
    look: FilmLook,
    /// Output; the film waits for the first `go`, because the figures are known then.
    output: Option<FilmWriter>,
    file: PathBuf,
    kind: FilmKind,
    fps: f64,
    goes_on: GoesOn,
}

impl Footage {
    fn new(film: &Film, file: &Path, goes_on: GoesOn) -> io::Result<Footage> {
        let size = (film.width, film.height);
        let output = FilmWriter::open(film.kind, file, size, film.fps)?;
        let look = FilmLook {
            quality: Settings::of(film.width, film.height),
            views: vec![view(film)],
            distance: 1.0,
            smoothing: CALM / film.slow(),
            shot: Shot {
                from: 0.0,
                to: None,
                interval: film.interval(),
            },
            ends: None,
            slow: film.slow(),
            overlays: Overlays {
                clock: film.kind.is_animation(),
                ..Overlays::default()
            },
        };
        Ok(Footage {
            studio: None,
            look,
            output: Some(output),
            file: file.to_path_buf(),
            kind: film.kind,
            fps: film.fps,
            goes_on,
        })
    }

    fn see(&mut self, stage: &Stage) -> io::Result<()> {
        let Some(studio) = &mut self.studio else {
            return Ok(());
        };
        let goes_on = &self.goes_on;
        match studio.catch_up(stage, &|| goes_on()) {
            // No last frame: interrupted by the user, or the file cannot be written.
            ControlFlow::Break(()) if goes_on() => {
                let told = studio.finish(false);
                self.studio = None;
                Err(told
                    .err()
                    .unwrap_or_else(|| io::Error::other("the encoder failed")))
            }
            _ => Ok(()),
        }
    }
}

impl Reel for Footage {
    fn going(&mut self, stage: &Stage) -> io::Result<()> {
        if let Some(output) = self.output.take() {
            // Its first frame is the current moment.
            self.look.shot.from = stage.world.time;
            self.studio = Studio::new(&self.look, output);
            if self.studio.is_none() {
                return Err(io::Error::other("its frames have no pixels"));
            }
        }
        if let Some(studio) = &mut self.studio {
            studio.shoot.set_up(stage);
        }
        self.see(stage)
    }

    fn frame(&mut self, stage: &Stage) -> io::Result<()> {
        self.see(stage)
    }

    fn finish(mut self: Box<Self>) -> io::Result<String> {
        let Some(mut studio) = self.studio.take() else {
            return Err(io::Error::other("it has no frames"));
        };
        studio.finish(true)?;
        let taken = studio.shoot.sampler.taken;
        let frames = counted(taken, "frame");
        if self.kind == FilmKind::Folder {
            let older = left_over(&self.file, taken);
            return Ok(match older {
                0 => frames,
                _ => format!(
                    "{frames}; {} of an earlier film still exist",
                    counted(older, "frame")
                ),
            });
        }
        let length = taken as f64 / self.fps;
        Ok(format!("{frames}, {length:.1} s of film"))
    }
}

/// A strip: moments side by side in one picture.
struct Strip {
    file: NewFile,
    look: SheetLook,
    /// Moments at a fixed interval, or evenly spread over the whole run.
    chosen: Chosen,
    goes_on: GoesOn,
}

enum Chosen {
    Spread(Box<Moments>),
    Every(Box<Shoot>, Overlay, Vec<Moment>),
}

impl Strip {
    fn new(film: &Film, file: &Path, goes_on: GoesOn) -> io::Result<Strip> {
        let shot = |interval| Shot {
            from: 0.0,
            to: None,
            interval,
        };
        let eye = || Eye::new(FollowSettings::default(), 1.0);
        let overlay = Overlay::new(Overlays::default(), 0.0, 1.0, film.every.unwrap_or(1e-3));
        Ok(Strip {
            file: NewFile::begin(file)?,
            look: SheetLook {
                quality: Settings::of(film.width, film.height),
                views: vec![view(film)],
                distance: 1.0,
            },
            chosen: match film.every {
                Some(every) => {
                    let shoot = Box::new(Shoot::new(shot(every), eye()));
                    Chosen::Every(shoot, overlay, vec![])
                }
                None => {
                    let from = f64::NEG_INFINITY;
                    Chosen::Spread(Box::new(Moments::new(OF_A_STRIP, from, None, overlay)))
                }
            },
            goes_on,
        })
    }

    fn see(&mut self, stage: &Stage) -> io::Result<()> {
        match &mut self.chosen {
            Chosen::Spread(moments) => {
                let _ = moments.see(stage);
            }
            Chosen::Every(shoot, overlay, moments) => {
                overlay.see(stage);
                let _ = shoot.catch_up(stage, |_, time, scene, poses, _| {
                    moments.push(Moment {
                        time,
                        scene: Arc::new(scene.clone()),
                        poses: poses.to_vec(),
                        overlay: overlay.clone(),
                    });
                    match moments.len() {
                        0..=MOST_OF_A_STRIP => ControlFlow::Continue(()),
                        _ => ControlFlow::Break(()),
                    }
                });
                let (width, height) = (self.look.quality.width, self.look.quality.height);
                let rows = moments.len().div_ceil(IN_A_ROW);
                if moments.len() > MOST_OF_A_STRIP
                    || size_of(IN_A_ROW, rows, (width, height)).is_none()
                {
                    let why = "the strip would be too large: use fewer or smaller pictures";
                    return Err(io::Error::other(why));
                }
            }
        }
        Ok(())
    }
}

impl Reel for Strip {
    fn going(&mut self, stage: &Stage) -> io::Result<()> {
        match &mut self.chosen {
            Chosen::Spread(moments) => moments.set_up(stage),
            Chosen::Every(shoot, _, moments) => {
                if moments.is_empty() {
                    shoot.sampler.begin_at(stage.world.time);
                }
                shoot.set_up(stage);
                return self.see(stage);
            }
        }
        Ok(())
    }

    fn frame(&mut self, stage: &Stage) -> io::Result<()> {
        self.see(stage)
    }

    fn finish(self: Box<Self>) -> io::Result<String> {
        let mut this = *self;
        let moments = match this.chosen {
            Chosen::Spread(moments) => moments.chosen(),
            Chosen::Every(.., moments) => moments,
        };
        // A strip is drawn at its end: also after Ctrl-C, unless that takes long.
        let goes_on = this.goes_on;
        let broken = || io::Error::other("interrupted");
        let cells = draw_moments(&moments, &this.look, &|| goes_on()).ok_or_else(broken)?;
        let columns = cells.len().min(IN_A_ROW);
        let too_large = || io::Error::other("it has no pictures");
        let sheet = compose(&cells, columns).ok_or_else(too_large)?;
        let mut bytes = vec![];
        sheet.encode_small_png(&mut bytes)?;
        this.file.write_all(&bytes)?;
        this.file.put_in_place()?;
        Ok(counted(moments.len() as u64, "picture"))
    }
}
