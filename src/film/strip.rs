//! Strips: moments of a run side by side in one picture.

use super::moments::{Moment, Moments};
use super::overlay::Overlay;
use super::renderer::{FrameSettings, GoesOn};
use super::sampler::{SampleTimes, Sampler};
use super::sheet::{compose, draw_moments, size_of};
use crate::render::Image;
use crate::session::Stage;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Default number of moments of a strip.
pub const USUAL_MOMENTS: usize = 6;

/// Most pictures in a row of a script's strip; further ones go to the next row.
const IN_A_ROW: usize = 8;

/// Most pictures of a script's strip: all of them are stored until it ends.
const MOST: usize = 4096;

/// The moments of a strip so far.
pub enum Strip {
    /// Moments evenly spread over a run.
    Spread(Box<Moments>),
    /// Moments at a fixed interval.
    Every(Box<Sampler>, Overlay, Vec<Moment>),
}

impl Strip {
    /// Starts the default strip of a script.
    #[must_use]
    pub fn of_a_run() -> Strip {
        let moments = Moments::new(USUAL_MOMENTS, f64::NEG_INFINITY, None, Overlay::none());
        Strip::Spread(Box::new(moments))
    }

    /// Starts a strip with an interval between its moments (s).
    #[must_use]
    pub fn every(interval: f64) -> Strip {
        let times = SampleTimes {
            from: f64::NEG_INFINITY,
            to: None,
            interval,
        };
        let overlay = Overlay::new(Default::default(), 0.0, 1.0, interval);
        Strip::Every(Box::new(Sampler::new(times)), overlay, vec![])
    }

    /// Prepares for a `go`: the figures may have changed, and the clock may have jumped.
    pub fn start_go(&mut self, stage: &Stage) {
        match self {
            Strip::Spread(moments) => moments.start_go(stage),
            Strip::Every(sampler, ..) => {
                sampler.start_go(stage);
                let _ = self.frame(stage);
            }
        }
    }

    /// Processes a frame; returns `Break` after the last one that is needed.
    pub fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        match self {
            Strip::Spread(moments) => moments.see(stage),
            Strip::Every(sampler, overlay, moments) => sampler.catch_up(stage, |sample| {
                sample.world.mark(stage);
                moments.push(Moment {
                    time: sample.shown,
                    scene: Arc::new(sample.world.scene.clone()),
                    poses: sample.poses.to_vec(),
                    overlay: overlay.clone(),
                });
                match moments.len() {
                    0..=MOST => ControlFlow::Continue(()),
                    _ => ControlFlow::Break(()),
                }
            }),
        }
    }

    /// Whether its pictures of a size fit into one picture.
    #[must_use]
    pub fn fits(&self, size: (usize, usize)) -> bool {
        match self {
            Strip::Spread(_) => true,
            Strip::Every(.., moments) => {
                let rows = moments.len().div_ceil(IN_A_ROW);
                moments.len() <= MOST && size_of(IN_A_ROW, rows, size).is_some()
            }
        }
    }

    /// Returns its moments.
    #[must_use]
    pub fn moments(self) -> Vec<Moment> {
        match self {
            Strip::Spread(moments) => moments.chosen(),
            Strip::Every(.., moments) => moments,
        }
    }
}

/// Draws moments in rows, as long as `goes_on` returns true; none if it was cancelled. A single picture has no caption.
#[must_use]
pub fn draw_strip(
    moments: &[Moment],
    frames: &FrameSettings,
    columns: Option<usize>,
    goes_on: GoesOn,
) -> Option<Image> {
    let cells = draw_moments(moments, frames, goes_on)?;
    match cells.as_slice() {
        [(image, _)] => Some(image.clone()),
        cells => compose(cells, columns.unwrap_or(IN_A_ROW)),
    }
}
