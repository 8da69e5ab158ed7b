//! Diagrams from plain numbers, as SVG and PNG: curves over time, phase portraits, gait diagrams, support polygons. Independent
//! of worlds and scripts. Lengths on paper are in millimetres, from the upper left corner; font sizes in points.
//!
//! A diagram is laid out as a [`Drawing`], a list of marks; `svg.rs` and `raster.rs` write the same marks. Texts are measured
//! with an embedded font, so that no font of the system is needed.

mod axes;
mod curves;
mod drawing;
mod frame;
mod gait;
mod head;
mod heat;
mod measures;
#[cfg(feature = "raster")]
mod raster;
mod series;
mod size;
mod style;
mod support;
mod svg;
pub mod table;
pub mod terminal;
mod ticks;

pub use curves::{Curves, curves};
pub use drawing::{Anchor, Colour, Drawing, Mark, Stroke};
pub use gait::{gait, leg_name};
pub use heat::{HeatMap, heat_map};
pub use measures::{LegMeasures, LegTrack, Step, Walk, WalkMeasures};
#[cfg(feature = "raster")]
pub use raster::image;
pub use series::Series;
pub use size::{MOST_PIXELS, pixels};
pub use support::{Footing, SupportMoment, support};
#[cfg(feature = "raster")]
pub use svg::escaped;
#[cfg(feature = "raster")]
pub use ticks::decimals;
pub use ticks::ticks;

use std::path::Path;

/// Appearance of a diagram.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look {
    /// Width and height (mm); `None` lets the diagram choose.
    pub size: Option<[f64; 2]>,
    /// Title.
    pub title: Option<String>,
}

/// Reason why a diagram cannot be drawn, and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The problem, as a sentence without its full stop.
    pub message: String,
    /// Advice on how to correct the problem.
    pub help: String,
}

impl Refusal {
    /// Creates a refusal with its remedy.
    #[must_use]
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Refusal {
            message: message.into(),
            help: help.into(),
        }
    }
}

/// The file formats of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Scalable Vector Graphics 1.1.
    Svg,
    /// Portable Network Graphics.
    Png,
}

impl Format {
    /// Returns the format chosen by a file's extension.
    ///
    /// # Errors
    /// The name has another extension, or none.
    pub fn of(path: &Path) -> Result<Self, Refusal> {
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Format::Svg),
            Some("png") => Ok(Format::Png),
            Some(other) => Err(Refusal::new(
                format!("`.{other}` is not a diagram format"),
                "end the name with `.svg` or `.png`",
            )),
            None => Err(Refusal::new(
                "the file name of the diagram has no extension",
                "end it with `.svg` or `.png`, which chooses the format",
            )),
        }
    }
}

/// Default resolution of a PNG.
pub const DOTS_PER_INCH: f64 = 300.0;

/// Encodes a drawing as the bytes of a file.
///
/// # Errors
/// It would have too many pixels.
pub fn encode(drawing: &Drawing, format: Format, dots_per_inch: f64) -> Result<Vec<u8>, Refusal> {
    match format {
        Format::Svg => Ok(svg::svg(drawing).into_bytes()),
        #[cfg(feature = "raster")]
        Format::Png => raster::png(drawing, dots_per_inch),
        #[cfg(not(feature = "raster"))]
        Format::Png => {
            pixels(drawing, dots_per_inch)?;
            Err(Refusal::new(
                "this build cannot draw PNG",
                "write an SVG, or build with `--features pictures`",
            ))
        }
    }
}
