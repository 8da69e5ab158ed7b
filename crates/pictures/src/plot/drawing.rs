//! A diagram as a list of marks on paper.

/// Red, green and blue, in sRGB.
pub type Colour = [u8; 3];

/// Style of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Colour.
    pub colour: Colour,
    /// Width (mm).
    pub width: f64,
    /// Lengths of dashes and gaps, alternating (mm); empty for a solid line.
    pub dash: &'static [f64],
}

/// Point of a text at its position, on the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

/// A drawn element; later ones cover earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// Straight lines from point to point.
    Line {
        /// Points (mm).
        points: Vec<[f64; 2]>,
        /// Style.
        stroke: Stroke,
    },
    /// A filled polygon.
    Area {
        /// Corners (mm).
        points: Vec<[f64; 2]>,
        /// Fill colour.
        fill: Colour,
        /// Opacity, from 0, invisible, to 1.
        opacity: f64,
        /// Line around it.
        outline: Option<Stroke>,
    },
    /// Draws a filled circle.
    Dot {
        /// Centre (mm).
        at: [f64; 2],
        /// Radius (mm).
        radius: f64,
        /// Fill colour.
        fill: Colour,
    },
    /// A line of text.
    Text {
        /// Position of its anchor (mm).
        at: [f64; 2],
        /// The text.
        text: String,
        /// Font size (pt).
        size: f64,
        /// Point of the text at the position.
        anchor: Anchor,
        /// Whether it is rotated by a quarter turn, to be read upwards.
        turned: bool,
        /// Colour.
        colour: Colour,
    },
}

/// A diagram.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// Width (mm).
    pub width: f64,
    /// Height (mm).
    pub height: f64,
    /// Title, also for screen readers.
    pub title: String,
    /// Marks, from bottom to top.
    pub marks: Vec<Mark>,
}

impl Drawing {
    /// Creates an empty drawing of a size (mm).
    #[must_use]
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        Drawing {
            width,
            height,
            title: title.to_owned(),
            marks: vec![],
        }
    }

    pub(super) fn line(&mut self, points: impl Into<Vec<[f64; 2]>>, stroke: Stroke) {
        self.marks.push(Mark::Line {
            points: points.into(),
            stroke,
        });
    }

    /// Draws a rectangle between two corners.
    pub(super) fn rectangle(
        &mut self,
        [x0, y0]: [f64; 2],
        [x1, y1]: [f64; 2],
        fill: Colour,
        outline: Option<Stroke>,
    ) {
        self.marks.push(Mark::Area {
            points: vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]],
            fill,
            opacity: 1.0,
            outline,
        });
    }

    pub(super) fn dot(&mut self, at: [f64; 2], radius: f64, fill: Colour) {
        self.marks.push(Mark::Dot { at, radius, fill });
    }

    pub(super) fn text(
        &mut self,
        at: [f64; 2],
        anchor: Anchor,
        (size, colour): (f64, Colour),
        text: &str,
    ) {
        self.marks.push(Mark::Text {
            at,
            text: text.to_owned(),
            size,
            anchor,
            turned: false,
            colour,
        });
    }

    pub(super) fn turned_text(&mut self, at: [f64; 2], (size, colour): (f64, Colour), text: &str) {
        self.marks.push(Mark::Text {
            at,
            text: text.to_owned(),
            size,
            anchor: Anchor::Middle,
            turned: true,
            colour,
        });
    }
}
