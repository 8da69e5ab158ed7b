//! A film in progress: draws the frames that are due, and passes them to the output.

use super::overlay::{Overlay, Overlays};
use super::renderer::{FrameRenderer, FrameSettings, GoesOn};
use super::sampler::{SampleTimes, Sampler};
use super::writer::FilmWriter;
use crate::session::Stage;
use std::io;
use std::ops::ControlFlow;

/// Settings of a film.
#[derive(Clone, Debug)]
pub struct FilmSettings {
    /// Appearance of the frames.
    pub frames: FrameSettings,
    /// Times of the frames.
    pub times: SampleTimes,
    /// End of the run (s), if it is known in advance.
    pub ends: Option<f64>,
    /// Slow-motion factor.
    pub slow: f64,
    /// Overlays of the frames.
    pub overlays: Overlays,
}

/// A film of a running script.
pub struct Film {
    sampler: Sampler,
    renderer: FrameRenderer,
    overlay: Overlay,
    output: FilmWriter,
    /// Whether the output accepts no more frames.
    broken: bool,
}

impl Film {
    /// Creates a film without frames; none if a view would have no pixels.
    #[must_use]
    pub fn new(settings: &FilmSettings, output: FilmWriter) -> Option<Film> {
        let SampleTimes { from, to, interval } = settings.times;
        let mut overlay = Overlay::new(settings.overlays, from, settings.slow, interval);
        let ends = [to, settings.ends].into_iter().flatten().reduce(f64::min);
        overlay.ends(ends.unwrap_or(f64::INFINITY));
        Some(Film {
            sampler: Sampler::new(settings.times),
            renderer: FrameRenderer::new(&settings.frames)?,
            overlay,
            output,
            broken: false,
        })
    }

    /// Sets the time of the first frame (s).
    pub fn begin_at(&mut self, time: f64) {
        self.sampler.begin_at(time);
        self.overlay.begin_at(time);
    }

    /// Prepares for a `go`: the figures may have changed, and the clock may have jumped.
    pub fn start_go(&mut self, stage: &Stage) {
        self.sampler.start_go(stage);
    }

    /// Returns the number of frames so far.
    #[must_use]
    pub fn frames(&self) -> u64 {
        self.sampler.taken
    }

    /// Returns the number of frames up to a clock time (s), if the clock does not jump before it.
    #[must_use]
    pub fn frames_by(&self, time: f64) -> f64 {
        self.sampler.count_by(time)
    }

    /// Whether a diagram of legs was requested and no gait was found.
    #[must_use]
    pub fn misses_legs(&self) -> bool {
        self.overlay.misses_legs()
    }

    /// Draws the frames that are due, as long as `goes_on` returns true. Returns `Break` after the last one, or if no more
    /// frames are accepted.
    pub fn catch_up(&mut self, stage: &Stage, goes_on: GoesOn) -> ControlFlow<()> {
        if self.broken {
            return ControlFlow::Break(());
        }
        self.overlay.see(stage);
        self.sampler.catch_up(stage, |sample| {
            sample.world.mark(stage);
            let scene = &mut sample.world.scene;
            let overlay = &self.overlay;
            let renderer = &mut self.renderer;
            let image = renderer.draw(sample.shown, scene, sample.poses, overlay, goes_on);
            if image.is_some_and(|image| self.output.write(sample.number, image)) {
                return ControlFlow::Continue(());
            }
            self.broken = true;
            ControlFlow::Break(())
        })
    }

    /// Waits until all frames are written. Moves a film in one file to its target if it is complete.
    ///
    /// # Errors
    /// The output could not be written.
    pub fn finish(&mut self, is_complete: bool) -> io::Result<()> {
        let has_frames = self.sampler.taken > 0;
        self.output.finish(is_complete && has_frames)
    }
}
