//! Axes: map values to positions on paper, with ticks and their numbers.

use super::drawing::{Anchor, Drawing};
use super::frame::Frame;
use super::size::capital;
use super::style::{AXIS, GREY, GRID, INK, LETTERS, SMALL, solid, width};
use super::ticks::{label, step, ticks};

/// Length of a tick (mm), and the gap between it and its number.
pub(super) const TICK: f64 = 1.0;
pub(super) const GAP: f64 = 0.9;
/// Height of the space for numbers and name below a diagram (mm).
pub(super) const BELOW: f64 = 9.0;

/// Range and label of one side of a frame.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Axis {
    pub low: f64,
    pub high: f64,
    /// Text beside the axis.
    pub label: String,
    /// Largest number of ticks.
    pub most: usize,
}

impl Axis {
    /// Creates an axis over an exact range.
    pub fn of([low, high]: [f64; 2], label: impl Into<String>, most: usize) -> Axis {
        // Nearly equal values are in the middle of an axis that shows their size.
        let [low, high] = match high - low > 1e-9 * low.abs().max(high.abs()) {
            true => [low, high],
            false if low == 0.0 => [-1.0, 1.0],
            false => [low - 0.1 * low.abs(), high + 0.1 * low.abs()],
        };
        Axis {
            low,
            high,
            label: label.into(),
            most,
        }
    }

    /// Returns the axis with a margin at both ends, so that curves do not touch the frame.
    pub fn widened(self) -> Axis {
        let margin = 0.05 * (self.high - self.low);
        Axis {
            low: self.low - margin,
            high: self.high + margin,
            ..self
        }
    }

    /// Returns the position of a value between low and high, from 0 to 1.
    pub fn part(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }

    pub fn ticks(&self) -> Vec<f64> {
        ticks(self.low, self.high, self.most)
    }

    /// Returns the ticks with their numbers.
    pub fn labels(&self) -> Vec<(f64, String)> {
        let step = step(self.low, self.high, self.most).unwrap_or(1.0);
        let ticks = self.ticks().into_iter();
        ticks.map(|tick| (tick, label(tick, step))).collect()
    }

    /// Returns the width of its widest number (mm).
    pub fn widest(&self) -> f64 {
        let widths = self
            .labels()
            .into_iter()
            .map(|(_, text)| width(&text, SMALL));
        widths.fold(0.0, f64::max)
    }
}

/// Returns the least and the largest of some values, ignoring NaN.
pub(super) fn range(values: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    let known = values.filter(|v| v.is_finite());
    known.fold(None, |range, v| match range {
        None => Some([v, v]),
        Some([low, high]) => Some([low.min(v), high.max(v)]),
    })
}

/// Draws grid, ticks and numbers on the left of a frame, with the axis' name rotated at a distance from the frame (mm).
pub(super) fn left(drawing: &mut Drawing, frame: &Frame, axis: &Axis, name_at: f64) {
    for (tick, text) in axis.labels() {
        let y = frame.y(axis, tick);
        if y - frame.top > 0.2 && frame.bottom - y > 0.2 {
            drawing.line([[frame.left, y], [frame.right, y]], GRID);
        }
        drawing.line([[frame.left - TICK, y], [frame.left, y]], AXIS);
        let at = [frame.left - TICK - GAP, y + capital(SMALL) / 2.0];
        drawing.text(at, Anchor::End, (SMALL, INK), &text);
    }
    if axis.low < 0.0 && axis.high > 0.0 {
        let y = frame.y(axis, 0.0);
        drawing.line([[frame.left, y], [frame.right, y]], solid(GREY, 0.15));
    }
    drawing.line([[frame.left, frame.top], [frame.left, frame.bottom]], AXIS);
    if !axis.label.is_empty() {
        let at = [frame.left - name_at, (frame.top + frame.bottom) / 2.0];
        drawing.turned_text(at, (LETTERS, INK), &axis.label);
    }
}

/// Draws ticks below a frame, with numbers and name if requested.
pub(super) fn below(drawing: &mut Drawing, frame: &Frame, axis: &Axis, told: bool) {
    drawing.line(
        [[frame.left, frame.bottom], [frame.right, frame.bottom]],
        AXIS,
    );
    let under = frame.bottom + TICK + GAP + capital(SMALL);
    for (tick, text) in axis.labels() {
        let x = frame.x(axis, tick);
        drawing.line([[x, frame.bottom], [x, frame.bottom + TICK]], AXIS);
        if told {
            drawing.text([x, under], Anchor::Middle, (SMALL, INK), &text);
        }
    }
    if told && !axis.label.is_empty() {
        let at = [
            (frame.left + frame.right) / 2.0,
            under + 1.2 + capital(LETTERS),
        ];
        drawing.text(at, Anchor::Middle, (LETTERS, INK), &axis.label);
    }
}

/// Formats a name with its unit, as axes show it: `z (mm)`.
pub(super) fn with_unit(name: &str, unit: &str) -> String {
    match (name, unit) {
        (name, "") => name.to_owned(),
        ("", unit) => format!("({unit})"),
        (name, unit) => format!("{name} ({unit})"),
    }
}
