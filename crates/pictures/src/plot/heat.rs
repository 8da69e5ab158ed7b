//! Heat maps: a value over two quantities, as colours.

use super::axes::{Axis, BELOW, GAP, TICK, below, left, range, with_unit};
use super::drawing::{Anchor, Colour, Drawing};
use super::frame::Frame;
use super::head::too_small;
use super::size::capital;
use super::style::{AXIS, INK, LETTERS, PALE, POINT, SMALL};
use super::ticks::readable;
use super::{Look, Refusal, Series};

/// Default width and height of the map with its axes (mm).
const WIDTH: f64 = 120.0;
const HEIGHT: f64 = 85.0;
/// Width of the bar of colours, and its distance from the map (mm).
const BAR: f64 = 4.0;
const APART: f64 = 4.0;
const RIGHT: f64 = 3.0;
/// Number of shades of the bar.
const SHADES: usize = 64;
/// Width of the part of a cell that the next cell covers (mm).
const COVERED: f64 = 0.1;
/// Smallest side of a map (mm).
const LEAST: f64 = 15.0;

/// Colours from the least to the largest value, equally spaced: of the map `viridis` of matplotlib (Smith and van der Walt 2015), whose
/// lightness grows evenly, also for people with common kinds of colour blindness and in print.
const COLOURS: [Colour; 9] = [
    [0x44, 0x01, 0x54],
    [0x47, 0x2d, 0x7b],
    [0x3b, 0x52, 0x8b],
    [0x2c, 0x72, 0x8e],
    [0x21, 0x91, 0x8c],
    [0x28, 0xae, 0x80],
    [0x5e, 0xc9, 0x62],
    [0xad, 0xdc, 0x30],
    [0xfd, 0xe7, 0x25],
];

/// A value over two quantities.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatMap {
    /// The quantity across, with its values in ascending order.
    pub over: Series,
    /// The quantity upwards, with its values in ascending order.
    pub and: Series,
    /// The value, for each value of the quantity upwards those of the quantity across; unknown ones are NaN.
    pub value: Series,
}

/// Returns the colour of a part from 0 to 1.
fn colour(part: f64) -> Colour {
    let at = part.clamp(0.0, 1.0) * (COLOURS.len() - 1) as f64;
    let first = (at as usize).min(COLOURS.len() - 2);
    let between = at - first as f64;
    let [from, to] = [COLOURS[first], COLOURS[first + 1]];
    let mixed = |k: usize| {
        let [a, b] = [from[k], to[k]].map(f64::from);
        (a + (b - a) * between).round() as u8
    };
    [mixed(0), mixed(1), mixed(2)]
}

/// Returns the edges of the cells around values: the middles between neighbours.
fn edges(values: &[f64]) -> Vec<f64> {
    let half = |i: usize| match (values.get(i), values.get(i + 1)) {
        (Some(a), Some(b)) => (b - a) / 2.0,
        _ => 0.5,
    };
    let Some((first, last)) = values.first().zip(values.last()) else {
        return vec![];
    };
    let middles = values
        .windows(2)
        .map(|pair| f64::midpoint(pair[0], pair[1]));
    let end = last + half(values.len().saturating_sub(2));
    [first - half(0)]
        .into_iter()
        .chain(middles)
        .chain([end])
        .collect()
}

/// Draws a heat map.
///
/// # Errors
/// There is nothing to draw, or no room.
pub fn heat_map(what: &HeatMap, look: &Look) -> Result<Drawing, Refusal> {
    let Some([low, high]) = range(what.value.known()) else {
        return Err(Refusal::new(
            format!("nothing to draw: `{}` has no values", what.value.name),
            "choose a column with numbers",
        ));
    };
    let axis = |series: &Series, most: usize| {
        let edges = edges(&series.values);
        let ends = range(edges.iter().copied()).unwrap_or_default();
        let largest = ends[0].abs().max(ends[1].abs());
        let (factor, unit) = readable(&series.unit, largest, series.exact);
        let label = with_unit(&series.name, &unit);
        let edges: Vec<f64> = edges.iter().map(|edge| edge / factor).collect();
        (Axis::of(ends.map(|end| end / factor), label, most), edges)
    };
    let (across, columns) = axis(&what.over, 7);
    let (upwards, rows) = axis(&what.and, 7);
    let largest = low.abs().max(high.abs());
    let (factor, unit) = readable(&what.value.unit, largest, what.value.exact);
    let label = with_unit(&what.value.name, &unit);
    let scale = Axis::of([low / factor, high / factor], label, 7);
    let letters = LETTERS * POINT;
    let name_at = TICK + GAP + upwards.widest() + 2.0;
    let from_left = name_at + letters + 0.6;
    let beside = APART + BAR + TICK + GAP + scale.widest() + 2.0 + letters + RIGHT;
    let size = look.size.unwrap_or([WIDTH, HEIGHT]);
    let frame = Frame {
        left: from_left,
        top: look.head(),
        right: size[0] - beside,
        bottom: size[1] - BELOW,
    };
    if frame.right - frame.left < LEAST || frame.bottom - frame.top < LEAST {
        let wide = from_left + beside + LEAST;
        let high = look.head() + BELOW + LEAST;
        return Err(too_small(
            size,
            format!("it needs at least {wide:.0} x {high:.0} mm"),
        ));
    }
    let name = format!(
        "{} over {} and {}",
        what.value.name, what.over.name, what.and.name
    );
    let mut drawing = look.drawing(size, from_left, name);
    left(&mut drawing, &frame, &upwards, name_at);
    below(&mut drawing, &frame, &across, true);
    let mut values = what.value.values.iter();
    for up in rows.windows(2) {
        for along in columns.windows(2) {
            let Some(value) = values.next() else {
                break;
            };
            let fill = match value.is_finite() {
                true => colour(scale.part(value / factor)),
                false => PALE,
            };
            let [x, y] = [frame.x(&across, along[0]), frame.y(&upwards, up[0])];
            // The next cells cover what reaches beyond its edges: otherwise, light shows between the cells.
            let right = (frame.x(&across, along[1]) + COVERED).min(frame.right);
            let top = (frame.y(&upwards, up[1]) - COVERED).max(frame.top);
            drawing.rectangle([x, y], [right, top], fill, None);
        }
    }
    draw_bar(&mut drawing, &frame, &scale);
    Ok(drawing)
}

/// Draws the bar of colours on the right of a map, with its numbers and name.
fn draw_bar(drawing: &mut Drawing, frame: &Frame, scale: &Axis) {
    let bar = Frame {
        left: frame.right + APART,
        right: frame.right + APART + BAR,
        ..*frame
    };
    let height = (bar.bottom - bar.top) / SHADES as f64;
    for shade in 0..SHADES {
        let bottom = bar.bottom - shade as f64 * height;
        let fill = colour((shade as f64 + 0.5) / SHADES as f64);
        // Without gaps between the shades where pixels divide them.
        let top = (bottom - 1.2 * height).max(bar.top);
        drawing.rectangle([bar.left, top], [bar.right, bottom], fill, None);
    }
    for (tick, text) in scale.labels() {
        let y = bar.y(scale, tick);
        drawing.line([[bar.right, y], [bar.right + TICK, y]], AXIS);
        let at = [bar.right + TICK + GAP, y + capital(SMALL) / 2.0];
        drawing.text(at, Anchor::Start, (SMALL, INK), &text);
    }
    let beside = bar.right + TICK + GAP + scale.widest() + 2.0 + capital(LETTERS);
    let at = [beside, f64::midpoint(bar.top, bar.bottom)];
    drawing.turned_text(at, (LETTERS, INK), &scale.label);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::Mark;

    #[test]
    fn cells_have_the_colours_of_their_values_and_unknown_ones_none() {
        let map = HeatMap {
            over: Series::new("mu", "", vec![0.2, 0.4, 0.8]),
            and: Series::new("pace", "m/s", vec![0.01, 0.02]),
            value: Series::new("speed", "m/s", vec![0.0, 0.5, 1.0, f64::NAN, 0.25, 1.0]),
        };
        let drawing = heat_map(&map, &Look::default()).unwrap();
        let fills = |mark: &Mark| match mark {
            Mark::Area { fill, .. } => Some(*fill),
            _ => None,
        };
        let fills: Vec<Colour> = drawing.marks.iter().filter_map(fills).take(6).collect();
        let half = colour(0.5);
        assert_eq!(
            fills,
            [COLOURS[0], half, COLOURS[8], PALE, colour(0.25), COLOURS[8]]
        );
        let texts = drawing.marks.iter().filter_map(|mark| match mark {
            Mark::Text {
                text, turned: true, ..
            } => Some(text.as_str()),
            _ => None,
        });
        assert_eq!(texts.collect::<Vec<_>>(), ["pace (mm/s)", "speed (m/s)"]);
        let none = HeatMap {
            value: Series::new("speed", "", vec![f64::NAN; 6]),
            ..map
        };
        let refusal = heat_map(&none, &Look::default()).unwrap_err();
        assert_eq!(refusal.message, "nothing to draw: `speed` has no values");
    }

    #[test]
    fn cells_meet_in_the_middle_of_their_values() {
        assert_eq!(edges(&[1.0, 2.0, 4.0]), [0.5, 1.5, 3.0, 5.0]);
        assert_eq!(edges(&[3.0]), [2.5, 3.5]);
        assert!(edges(&[]).is_empty());
    }
}
