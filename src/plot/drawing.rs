//! A diagram as a list of marks on paper.

/// Red, green and blue, coded as sRGB.
pub type Colour = [u8; 3];

/// Style of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub colour: Colour,
    /// Its width (mm).
    pub width: f64,
    /// Lengths of dashes and gaps in turn (mm); none for a solid line.
    pub dash: &'static [f64],
}

/// Point of a text that is at its position: on the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// A drawn element; later ones cover earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// Straight lines from point to point.
    Line {
        /// The points (mm).
        points: Vec<[f64; 2]>,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A filled polygon.
    Area {
        /// Its corners (mm).
        points: Vec<[f64; 2]>,
        /// Its colour.
        fill: Colour,
        /// From 0, not seen, to 1.
        opacity: f64,
        /// The line around it.
        outline: Option<Stroke>,
    },
    /// A filled circle.
    Dot {
        /// Its centre (mm).
        at: [f64; 2],
        /// Its radius (mm).
        radius: f64,
        /// Its colour.
        fill: Colour,
    },
    /// A line of text.
    Text {
        /// The place of its anchor (mm).
        at: [f64; 2],
        /// What it says.
        text: String,
        /// Size of its letters (pt).
        size: f64,
        /// Which of its points is at the place.
        anchor: Anchor,
        /// Whether it is turned by a quarter, to be read from below to above.
        turned: bool,
        /// Its colour.
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
    /// Nothing on a sheet of a size (mm).
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

    /// A rectangle between two corners.
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
