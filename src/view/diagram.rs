//! A diagram beside the picture, updated while time passes: curves, or the steps of a gait.

use crate::plot::{
    Curves, Drawing, Format, Look, Refusal, Walk, curves, encode, gait, image, terminal,
};
use crate::render::Image;

/// Lines of a terminal for a curve: its name, and four for the curve.
const LINES: usize = 5;

/// Dots per inch of a diagram in a window: its letters are 11 pixels high there.
const DOTS: f64 = 100.0;

/// Heights of a curve in an SVG, and of its title and axis of time (mm).
const CURVE: f64 = 26.0;
const MARGIN: f64 = 22.0;

/// A diagram of one of the subjects that a viewer can show.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagram {
    /// Short title.
    pub title: String,
    /// Its number, counted from 1, and the number of diagrams.
    pub number: [usize; 2],
    /// Content.
    pub content: Content,
}

/// Content of a diagram.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Values over time, or over each other.
    Curves(Curves),
    /// Steps of the legs of a gait.
    Gait(Walk),
}

impl Diagram {
    /// Returns the line above it: `2/3 gait walk`.
    #[must_use]
    pub fn heading(&self) -> String {
        let [number, count] = self.number;
        format!("{number}/{count} {}", self.title)
    }

    /// Draws it in at most `rows` lines of characters, none wider than `columns`.
    #[must_use]
    pub fn lines(&self, columns: usize, rows: usize) -> Vec<String> {
        let mut lines = vec![self.heading()];
        match &self.content {
            Content::Curves(what) => {
                let room = rows.saturating_sub(3);
                let fitting = (room / LINES).max(1);
                let left_out = what.values.len().saturating_sub(fitting);
                let shown = Curves {
                    values: what.values.iter().take(fitting).cloned().collect(),
                    ..what.clone()
                };
                lines.extend(terminal::curves(&shown, columns, room));
                if left_out > 0 {
                    lines.push(format!("{left_out} more do not fit"));
                }
            }
            Content::Gait(walk) => {
                let drawn = terminal::walk(walk, columns);
                let last = drawn.len().saturating_sub(1);
                for (i, line) in drawn.iter().enumerate() {
                    match i == last {
                        true => lines.extend(wrapped(line.trim(), columns)),
                        false => lines.push(line.clone()),
                    }
                }
                lines.push("█ stance ░ swing".to_owned());
                let span = format!("{:.3} s to {:.3} s", walk.from, walk.to);
                lines.push(span);
            }
        }
        lines.truncate(rows);
        let fit = |line: String| line.chars().take(columns).collect();
        lines.into_iter().map(fit).collect()
    }

    /// Draws it on a white sheet of this size in pixels, or returns the reason why it cannot.
    ///
    /// # Errors
    /// There are no samples yet, or no room.
    pub fn picture(&self, [width, height]: [usize; 2]) -> Result<Image, String> {
        let mm = |pixels: usize| pixels as f64 / DOTS * 25.4;
        let drawing = self.drawing(Some([mm(width), mm(height)]));
        let drawn = drawing.and_then(|drawing| image(&drawing, DOTS));
        drawn.map_err(|refusal| refusal.message)
    }

    /// Draws it as SVG, curves of this width (mm), or returns the reason why it cannot.
    ///
    /// # Errors
    /// There are no samples yet.
    pub fn svg(&self, width: f64) -> Result<String, String> {
        let size = match &self.content {
            Content::Curves(what) => Some([width, CURVE * what.values.len() as f64 + MARGIN]),
            // It chooses its own, by its legs and by whether it changes.
            Content::Gait(_) => None,
        };
        let drawing = self.drawing(size);
        let drawn = drawing.and_then(|drawing| encode(&drawing, Format::Svg, DOTS));
        let bytes = drawn.map_err(|refusal| refusal.message)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn drawing(&self, size: Option<[f64; 2]>) -> Result<Drawing, Refusal> {
        let look = Look {
            size,
            title: Some(self.heading()),
        };
        match &self.content {
            Content::Curves(what) => curves(what, &look),
            // The height follows from the number of legs.
            Content::Gait(walk) => gait(walk, &look),
        }
    }
}

/// Wraps words to lines of at most `columns` characters.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::{LegTrack, Series, Step};

    fn waves(count: usize) -> Diagram {
        let times: Vec<f64> = (0..50).map(|i| f64::from(i) * 0.01).collect();
        let wave = times.iter().map(|t| libm::sin(20.0 * t)).collect();
        let series = Series::new("hip", "deg", wave);
        Diagram {
            title: "hip".into(),
            number: [1, 2],
            content: Content::Curves(Curves {
                over: Series::new("time", "s", times),
                values: vec![series; count],
                phase: false,
            }),
        }
    }

    fn steps() -> Diagram {
        let track = |phase: f64| LegTrack {
            steps: (0..4)
                .map(|i| Step {
                    begin: f64::from(i) + phase,
                    end: f64::from(i) + phase + 0.5,
                })
                .collect(),
            contacts: None,
        };
        Diagram {
            title: "gait walk".into(),
            number: [2, 2],
            content: Content::Gait(Walk {
                name: "walk".into(),
                from: 0.0,
                to: 4.0,
                legs: (0..6).map(|leg| track(0.5 * f64::from(leg % 2))).collect(),
            }),
        }
    }

    #[test]
    fn lines_fit_their_place() {
        for (diagram, least) in [(waves(1), 6), (waves(9), 18), (steps(), 9)] {
            for (columns, rows) in [(36, 22), (60, 12), (12, 4)] {
                let lines = diagram.lines(columns, rows);
                assert!(lines.len() <= rows, "{lines:?}");
                assert!(lines.iter().all(|l| l.chars().count() <= columns));
                assert!(rows < 22 || lines.len() >= least, "{lines:?}");
            }
        }
        assert_eq!(steps().lines(36, 22)[0], "2/2 gait walk");
        assert!(waves(9).lines(36, 22).contains(&"6 more do not fit".into()));
    }

    #[test]
    fn pictures_are_as_large_as_their_place() {
        for diagram in [waves(2), steps()] {
            let image = diagram.picture([320, 220]).unwrap();
            assert_eq!(image.width, 320);
            assert_eq!(image.rgb.len(), 3 * image.width * image.height);
            let svg = diagram.svg(110.0).unwrap();
            assert!(svg.starts_with("<?xml") && svg.contains(&diagram.title));
        }
        let why = waves(2).picture([40, 30]).unwrap_err();
        assert!(why.contains("too small"), "{why}");
    }
}
