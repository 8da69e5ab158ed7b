//! A film being made: draws the frames that are due, and passes them to the output.

use super::overlay::{Overlay, Overlays};
use super::painter::{Painter, Shown};
use super::sampler::Shot;
use super::shoot::{Eye, Shoot};
use super::view::View;
use super::writer::FilmWriter;
use crate::render::Settings;
use crate::scene::{Camera, FollowSettings};
use crate::session::Stage;
use std::io;
use std::ops::ControlFlow;

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
    /// Slow-motion factor.
    pub slow: f64,
    /// Overlays of the frames.
    pub overlays: Overlays,
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
    output: FilmWriter,
    /// Whether the output accepts no more frames.
    broken: bool,
}

impl Studio {
    /// Creates a film without frames; none if a view would have no pixels.
    #[must_use]
    pub fn new(look: &FilmLook, output: FilmWriter) -> Option<Studio> {
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
        let mut overlay = Overlay::new(look.overlays, from, look.slow, interval);
        let ends = [to, look.ends].into_iter().flatten().reduce(f64::min);
        overlay.ends(ends.unwrap_or(f64::INFINITY));
        Some(Studio {
            shoot: Shoot::new(look.shot, first),
            eyes,
            painter,
            overlay,
            output,
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
            output,
            broken,
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
            let image = painter.paint(shown, goes_on);
            if image.is_some_and(|image| output.write(number, image)) {
                return ControlFlow::Continue(());
            }
            *broken = true;
            ControlFlow::Break(())
        })
    }

    /// Waits until all frames are written. Moves a film in one file to its target if it is complete.
    ///
    /// # Errors
    /// The output could not be written.
    pub fn finish(&mut self, is_complete: bool) -> io::Result<()> {
        let has_frames = self.shoot.sampler.taken > 0;
        self.output.finish(is_complete && has_frames)
    }
}
