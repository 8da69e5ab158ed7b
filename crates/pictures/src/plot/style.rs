//! Colours, lines and font sizes of all diagrams.

use super::{Colour, Stroke};
use crate::draw::text_width;

/// Size of a point (mm).
pub(super) const POINT: f64 = 25.4 / 72.0;

/// Returns the width of a text in letters of a size (pt), in mm.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text_width(text, size * POINT)
}

/// Font size of texts (pt): readable if a diagram is printed at its own size.
pub(super) const LETTERS: f64 = 8.0;
/// Font size of numbers at ticks and in legends (pt).
pub(super) const SMALL: f64 = 7.0;

pub(super) const INK: Colour = [0x22, 0x22, 0x22];
pub(super) const PALE: Colour = [0xe4, 0xe4, 0xe4];
pub(super) const GREY: Colour = [0x80, 0x80, 0x80];
pub(super) const WHITE: Colour = [0xff, 0xff, 0xff];

/// Colours that people with common kinds of colour blindness can distinguish (Okabe and Ito 2008, *Color Universal Design*),
/// without the yellow, which is too faint for lines on white.
pub(super) const COLOURS: [Colour; 7] = [
    [0x00, 0x72, 0xb2],
    [0xd5, 0x5e, 0x00],
    [0x00, 0x9e, 0x73],
    [0xcc, 0x79, 0xa7],
    [0xe6, 0x9f, 0x00],
    [0x56, 0xb4, 0xe9],
    [0x00, 0x00, 0x00],
];
pub(super) const BLUE: Colour = COLOURS[0];
pub(super) const VERMILION: Colour = COLOURS[1];

/// Dash patterns of successive curves (mm), so that they also differ in a print without colours.
const DASHES: [&[f64]; 5] = [
    &[],
    &[2.4, 0.9],
    &[0.7, 0.7],
    &[3.2, 0.8, 0.7, 0.8],
    &[4.5, 0.9],
];

/// Returns the line style of the curve of a number.
pub(super) fn curve(number: usize) -> Stroke {
    Stroke {
        colour: COLOURS[number % COLOURS.len()],
        width: 0.35,
        dash: DASHES[number % DASHES.len()],
    }
}

pub(super) const fn solid(colour: Colour, width: f64) -> Stroke {
    Stroke {
        colour,
        width,
        dash: &[],
    }
}

pub(super) const AXIS: Stroke = solid(INK, 0.2);
pub(super) const GRID: Stroke = solid(PALE, 0.15);
