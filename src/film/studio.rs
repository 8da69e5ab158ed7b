//! A film being made: takes the frames that are due, skips existing ones, and passes on the others.

use super::Kind;
use super::digest::Digest;
use super::encode::{encoder, read_png};
use super::overlay::{Overlay, Overlays};
use super::painter::{Painter, Shown};
use super::sampler::Shot;
use super::shoot::{Eye, Shoot};
use super::view::View;
use super::writer::{FilmWriter, FrameWriter};
use crate::render::Settings;
use crate::scene::{Camera, FollowSettings};
use crate::session::Stage;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

/// Appearance of a film.
#[derive(Clone, Debug)]
pub struct FilmLook {
    /// Size and quality of frames.
    pub quality: Settings,
    /// Views; at least one.
    pub views: Vec<View>,
    /// Distance of the cameras, as a multiple of the distance from which the figures just fit.
    pub distance: f64,
    /// Time constant of the cameras' motion (s of simulated time).
    pub smoothing: f64,
    /// Times of the frames.
    pub shot: Shot,
    /// End of the run (s), if it is known in advance.
    pub ends: Option<f64>,
    /// Returns the slow-motion factor.
    pub slow: f64,
    /// Overlays of the frames.
    pub overlays: Overlays,
    /// Whether existing frames are drawn again.
    pub anew: bool,
}

/// Destination of frames: a folder, one file, or both.
#[derive(Default)]
pub struct Reels {
    /// A folder of frames; existing frames in it are reused.
    pub folder: Option<FrameWriter>,
    /// A film in one file.
    pub film: Option<FilmWriter>,
}

impl Reels {
    /// Opens the output of a film of a kind: a folder, or a file and a folder if there is one for its frames.
    ///
    /// # Errors
    /// The output that cannot be written: whether it is the film, and the reason.
    pub fn open(
        kind: Kind,
        file: &Path,
        frames: Option<&Path>,
        size: (usize, usize),
        fps: f64,
    ) -> Result<Reels, (bool, io::Error)> {
        let folder = if kind == Kind::Folder {
            Some(file)
        } else {
            frames
        };
        let folder = folder.map(|folder| FrameWriter::new(folder.to_path_buf()));
        let folder = folder.transpose().map_err(|why| (false, why))?;
        let film = (kind != Kind::Folder).then(|| encoder(kind, file, size, fps));
        let film = film.transpose().map_err(|why| (true, why))?;
        let film = film.map(FilmWriter::new);
        Ok(Reels { folder, film })
    }
}

/// Takes a film of a running script.
pub struct Studio {
    /// The frames, seen by the first camera.
    pub shoot: Shoot,
    /// The cameras of all views but the first.
    eyes: Vec<Eye>,
    painter: Painter,
    /// Overlays of the frames.
    pub overlay: Overlay,
    reels: Reels,
    /// The digest of what all frames have in common, if a folder keeps them.
    look: Option<Digest>,
    anew: bool,
    /// Number of existing frames that were not drawn again.
    pub kept: u64,
    /// Whether the output accepts no more frames.
    broken: bool,
}

impl Studio {
    /// Creates a film without frames; none if a view would have no pixels.
    #[must_use]
    pub fn new(look: &FilmLook, reels: Reels) -> Option<Studio> {
        let painter = Painter::new(look.quality, &look.views)?;
        let mut eyes = look
            .views
            .iter()
            .zip(painter.aspects())
            .map(|(view, aspect)| {
                let settings = FollowSettings {
                    azimuth: view.azimuth,
                    elevation: view.elevation,
                    aspect,
                    smoothing: look.smoothing,
                    ..FollowSettings::default()
                };
                Eye::new(settings, look.distance).with_camera(view.camera.clone())
            });
        let first = eyes.next()?;
        let eyes = eyes.collect();
        let Shot { from, to, interval } = look.shot;
        let digest = reels.folder.is_some().then(|| painter.look(look.quality));
        let mut overlay = Overlay::new(look.overlays, from, look.slow, interval);
        let ends = [to, look.ends].into_iter().flatten().reduce(f64::min);
        overlay.ends(ends.unwrap_or(f64::INFINITY));
        Some(Studio {
            shoot: Shoot::new(look.shot, first),
            eyes,
            painter,
            overlay,
            reels,
            look: digest,
            anew: look.anew,
            kept: 0,
            broken: false,
        })
    }

    /// Draws the frames that are due, as long as `goes_on` returns true. Returns `Break` after the last one, or if no more
    /// frames are accepted.
    pub fn catch_up(
        &mut self,
        stage: &Stage,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> ControlFlow<()> {
        let Studio {
            shoot,
            eyes,
            painter,
            overlay,
            reels,
            look,
            anew,
            kept,
            broken,
            ..
        } = self;
        if *broken {
            return ControlFlow::Break(());
        }
        overlay.see(stage);
        let mut cameras: Vec<Camera> = vec![];
        shoot.catch_up(stage, |number, time, scene, poses, camera| {
            cameras.clear();
            cameras.push(*camera);
            cameras.extend(eyes.iter_mut().map(|eye| eye.look(time, scene, poses)));
            let shown = Shown {
                time,
                scene,
                poses,
                cameras: &cameras,
                overlay,
            };
            let mut made = || -> Option<()> {
                let note = look.as_ref().map(|look| painter.digest(look, shown));
                let there = match (&reels.folder, &note) {
                    (Some(folder), Some(note)) if !*anew => folder.kept(number, note),
                    _ => None,
                };
                if let Some(bytes) = there {
                    let image = match &reels.film {
                        Some(_) => read_png(&bytes).ok(),
                        None => None,
                    };
                    if image.is_some() == reels.film.is_some() {
                        *kept += 1;
                        let taken = match (image, &reels.film) {
                            (Some(image), Some(film)) => film.write(image),
                            _ => true,
                        };
                        return taken.then_some(());
                    }
                }
                let image = painter.paint(shown, goes_on)?;
                let taken = match (&reels.folder, &reels.film, note) {
                    (Some(folder), Some(film), Some(note)) => {
                        folder.write(number, image.clone(), note) && film.write(image)
                    }
                    (Some(folder), None, Some(note)) => folder.write(number, image, note),
                    (_, Some(film), _) => film.write(image),
                    _ => false,
                };
                taken.then_some(())
            };
            match made() {
                Some(()) => ControlFlow::Continue(()),
                None => {
                    *broken = true;
                    ControlFlow::Break(())
                }
            }
        })
    }

    /// Waits until all frames are written. Moves a film in one file to its target if it is complete.
    ///
    /// # Errors
    /// The output that could not be written: whether it is the film, and the reason.
    pub fn finish(&mut self, is_complete: bool) -> Result<(), (bool, io::Error)> {
        let Reels { folder, film } = &mut self.reels;
        let folder = folder.as_mut().map_or(Ok(()), FrameWriter::finish);
        let is_complete = is_complete && folder.is_ok() && self.shoot.sampler.taken > 0;
        let film = film
            .as_mut()
            .map_or(Ok(()), |film| film.finish(is_complete));
        folder.map_err(|why| (false, why))?;
        film.map_err(|why| (true, why))
    }
}
