//! Writes a picture to the terminal: as half blocks of two colours, or by the graphics protocol of kitty.

use crate::render::Image;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write;

/// Ways to show a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Way {
    /// Half blocks, each with two 24-bit colours.
    Blocks,
    /// The graphics protocol of kitty, also supported by Ghostty, Konsole and WezTerm.
    Kitty,
}

impl Way {
    /// Returns the best way that a terminal supports, according to its environment variables.
    #[must_use]
    pub fn of_terminal(variable: impl Fn(&str) -> Option<String>) -> Way {
        let is = |name: &str, wanted: &str| variable(name).is_some_and(|v| v.contains(wanted));
        // A multiplexer draws by itself, and supports only cells.
        let multiplexed = variable("TMUX").is_some() || variable("STY").is_some();
        let kitty = variable("KITTY_WINDOW_ID").is_some()
            || is("TERM", "kitty")
            || is("TERM", "ghostty")
            || is("TERM_PROGRAM", "ghostty");
        match kitty && !multiplexed {
            true => Way::Kitty,
            false => Way::Blocks,
        }
    }
}

/// A cell of a terminal: upper and lower colour.
type Cell = [[u8; 3]; 2];

/// Draws pictures of cells, and stores the last one.
#[derive(Default)]
pub struct Cells {
    last: Vec<Cell>,
    columns: usize,
}

impl Cells {
    /// Forgets the last picture, after the terminal was cleared.
    pub fn forget(&mut self) {
        self.last.clear();
    }

    /// Returns the escape sequences that draw a picture of `columns` times twice the lines over the last one, from the top left
    /// corner of the terminal.
    pub fn draw(&mut self, image: &Image, columns: usize) -> String {
        let lines = image.height / 2;
        let pixel = |x: usize, y: usize| -> [u8; 3] {
            let at = 3 * (y * image.width + x);
            let rgb = image.rgb.get(at..at + 3);
            rgb.and_then(|rgb| rgb.try_into().ok()).unwrap_or_default()
        };
        let fresh = self.last.len() != columns * lines || self.columns != columns;
        let mut out = String::new();
        let mut now = Vec::with_capacity(columns * lines);
        // An invisible difference does not require a new cell.
        let rounded = |colour: [u8; 3]| colour.map(|c| c & 0xfc);
        // Current colours of the terminal, and the cell at the cursor.
        let mut set: [Option<[u8; 3]>; 2] = [None; 2];
        let mut next = usize::MAX;
        for i in 0..columns * lines {
            let (x, y) = (i % columns, i / columns);
            let cell = [pixel(x, 2 * y), pixel(x, 2 * y + 1)].map(rounded);
            now.push(cell);
            if !fresh && self.last.get(i) == Some(&cell) {
                continue;
            }
            if next != i || x == 0 {
                let _ = write!(out, "\x1b[{};{}H", y + 1, x + 1);
            }
            next = i + 1;
            let (sign, colours) = match cell[0] == cell[1] {
                true => (' ', [None, Some(cell[1])]),
                false => ('▀', [Some(cell[0]), Some(cell[1])]),
            };
            for (side, colour) in colours.into_iter().enumerate() {
                if let Some(colour) = colour.filter(|_| set[side] != colour) {
                    set[side] = Some(colour);
                    let (plane, [r, g, b]) = (if side == 0 { 38 } else { 48 }, colour);
                    let _ = write!(out, "\x1b[{plane};2;{r};{g};{b}m");
                }
            }
            out.push(sign);
        }
        if !out.is_empty() {
            out += "\x1b[0m";
        }
        self.last = now;
        self.columns = columns;
        out
    }
}

/// Returns a PNG in the protocol of kitty, stretched over cells; it replaces the previous one.
#[must_use]
pub fn kitty(png: &[u8], [columns, lines]: [usize; 2]) -> String {
    let text = STANDARD.encode(png);
    let mut out = String::from("\x1b[H");
    // The protocol requires parts of at most 4096 characters.
    let bytes = text.as_bytes().chunks(4096);
    let last = bytes.len().saturating_sub(1);
    for (i, part) in bytes.enumerate() {
        let more = u8::from(i < last);
        let head = match i {
            0 => format!("a=T,f=100,i=1,p=1,q=2,C=1,c={columns},r={lines},m={more}"),
            _ => format!("m={more}"),
        };
        let _ = write!(out, "\x1b_G{head};{}\x1b\\", String::from_utf8_lossy(part));
    }
    out
}

/// Escape sequence that deletes the pictures of kitty.
pub const NO_KITTY: &str = "\x1b_Ga=d,q=2\x1b\\";

#[cfg(test)]
mod tests {
    use super::*;

    fn image(width: usize, height: usize) -> Image {
        Image {
            width,
            height,
            rgb: (0..3 * width * height)
                .map(|i| (i * 37 % 256) as u8)
                .collect(),
        }
    }

    #[test]
    fn only_cells_that_change_are_sent() {
        let mut cells = Cells::default();
        let mut picture = image(4, 4);
        let first = cells.draw(&picture, 4);
        assert_eq!(first.matches('▀').count(), 8);
        assert!(
            first.starts_with("\x1b[1;1H\x1b[38;2;0;36;72m"),
            "{first:?}"
        );
        assert_eq!(cells.draw(&picture, 4), "");
        picture.rgb[3 * 5..3 * 6].copy_from_slice(&[200, 0, 0]);
        let second = cells.draw(&picture, 4);
        assert_eq!(second.matches('▀').count(), 1);
        assert!(second.starts_with("\x1b[1;2H"), "{second:?}");
        cells.forget();
        assert_eq!(cells.draw(&picture, 4).matches('▀').count(), 8);
    }

    #[test]
    fn a_picture_for_kitty_goes_in_parts() {
        let out = kitty(&[7; 4000], [80, 23]);
        let parts: Vec<&str> = out.split("\x1b_G").skip(1).collect();
        assert_eq!(parts.len(), 2);
        assert!(parts[0].contains("c=80,r=23,m=1;") && parts[1].starts_with("m=0;"));
        assert!(
            parts
                .iter()
                .all(|p| p.len() < 4096 + 80 && p.ends_with("\x1b\\"))
        );
    }

    #[test]
    fn the_way_follows_the_environment() {
        let way = |set: &[(&str, &str)]| {
            Way::of_terminal(|name| {
                let found = set.iter().find(|(n, _)| *n == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(way(&[("TERM", "xterm-kitty")]), Way::Kitty);
        assert_eq!(way(&[("TERM", "xterm-kitty"), ("TMUX", "1")]), Way::Blocks);
        assert_eq!(way(&[("TERM", "foot")]), Way::Blocks);
    }
}
