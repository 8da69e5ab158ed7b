//! Writes a picture to the terminal: as half blocks of two colours, or by a graphics protocol.

use crate::render::Image;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write;

/// Ways to show a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Half blocks, each with two 24-bit colours.
    Blocks,
    /// Half blocks of 240 colours.
    Blocks256,
    /// Characters of different brightness, without colours.
    Letters,
    /// The graphics protocol of kitty, also supported by Ghostty, Konsole and WezTerm.
    Kitty,
    /// The inline images of iTerm2, also supported by WezTerm and mintty.
    Iterm,
    /// Sixels, supported by xterm, foot and mlterm.
    Sixel,
}

impl Way {
    /// Names on the command line.
    pub const NAMES: [(&'static str, Way); 6] = [
        ("blocks", Way::Blocks),
        ("blocks256", Way::Blocks256),
        ("letters", Way::Letters),
        ("kitty", Way::Kitty),
        ("iterm", Way::Iterm),
        ("sixel", Way::Sixel),
    ];

    /// Returns the best way that a terminal supports, according to its environment variables.
    #[must_use]
    pub fn of_terminal(variable: impl Fn(&str) -> Option<String>) -> Way {
        let is = |name: &str, wanted: &str| variable(name).is_some_and(|v| v.contains(wanted));
        // A multiplexer draws by itself, and supports only cells.
        let multiplexed = variable("TMUX").is_some() || variable("STY").is_some();
        if variable("NO_COLOR").is_some_and(|v| !v.is_empty()) {
            return Way::Letters;
        }
        if !multiplexed {
            let kitty = variable("KITTY_WINDOW_ID").is_some()
                || is("TERM", "kitty")
                || is("TERM", "ghostty")
                || is("TERM_PROGRAM", "ghostty");
            if kitty {
                return Way::Kitty;
            }
            if is("TERM_PROGRAM", "iTerm") || is("TERM_PROGRAM", "WezTerm") {
                return Way::Iterm;
            }
            if is("TERM", "foot") || is("TERM", "mlterm") || is("TERM", "sixel") {
                return Way::Sixel;
            }
        }
        let many = is("COLORTERM", "truecolor") || is("COLORTERM", "24bit") || is("TERM", "direct");
        if many { Way::Blocks } else { Way::Blocks256 }
    }

    /// Whether the picture is made of cells, so that only changed ones need to be sent.
    #[must_use]
    pub fn is_of_cells(self) -> bool {
        matches!(self, Way::Blocks | Way::Blocks256 | Way::Letters)
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
    pub fn draw(&mut self, way: Way, image: &Image, columns: usize) -> String {
        let lines = image.height / 2;
        let pixel = |x: usize, y: usize| -> [u8; 3] {
            let at = 3 * (y * image.width + x);
            let rgb = image.rgb.get(at..at + 3);
            rgb.and_then(|rgb| rgb.try_into().ok()).unwrap_or_default()
        };
        let fresh = self.last.len() != columns * lines || self.columns != columns;
        let mut out = String::new();
        let mut now = Vec::with_capacity(columns * lines);
        // The nearest available colour; an invisible difference does not require a new cell.
        let rounded = |colour: [u8; 3]| match way {
            Way::Blocks256 => of_256(nearest_of_256(colour)),
            _ => colour.map(|c| c & 0xfc),
        };
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
            if way == Way::Letters {
                out.push(letter(cell));
                continue;
            }
            let (sign, colours) = match cell[0] == cell[1] {
                true => (' ', [None, Some(cell[1])]),
                false => ('▀', [Some(cell[0]), Some(cell[1])]),
            };
            for (side, colour) in colours.into_iter().enumerate() {
                if let Some(colour) = colour.filter(|_| set[side] != colour) {
                    set[side] = Some(colour);
                    let (plane, [r, g, b]) = (if side == 0 { 38 } else { 48 }, colour);
                    let _ = match way {
                        Way::Blocks256 => write!(out, "\x1b[{plane};5;{}m", nearest_of_256(colour)),
                        _ => write!(out, "\x1b[{plane};2;{r};{g};{b}m"),
                    };
                }
            }
            out.push(sign);
        }
        if !out.is_empty() && way != Way::Letters {
            out += "\x1b[0m";
        }
        self.last = now;
        self.columns = columns;
        out
    }
}

/// Levels of red, green and blue in the cube of 216 colours of xterm.
const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// Returns the number of the nearest colour of the cube or grey.
fn nearest_of_256(colour: [u8; 3]) -> u8 {
    let level = |c: u8| {
        let near = |l: &(usize, &u8)| l.1.abs_diff(c);
        CUBE.iter().enumerate().min_by_key(near).map_or(0, |l| l.0)
    };
    let [r, g, b] = colour.map(level);
    let cube = (16 + 36 * r + 6 * g + b) as u8;
    let mean = colour.iter().map(|c| u32::from(*c)).sum::<u32>() / 3;
    let grey = 232 + (mean.saturating_sub(3) / 10).min(23) as u8;
    let away = |n: u8| -> u32 {
        let other = of_256(n);
        let parts = colour
            .iter()
            .zip(other)
            .map(|(a, b)| u32::from(a.abs_diff(b)).pow(2));
        parts.sum()
    };
    if away(grey) < away(cube) { grey } else { cube }
}

/// Returns the colour of a number from 16 on.
fn of_256(number: u8) -> [u8; 3] {
    if number >= 232 {
        return [8 + 10 * (number - 232); 3];
    }
    let n = usize::from(number.saturating_sub(16));
    [n / 36, n / 6 % 6, n % 6].map(|level| CUBE[level])
}

/// Returns a character as bright as a cell.
fn letter(cell: Cell) -> char {
    const INK: [char; 10] = [' ', '.', ':', '-', '=', '+', '*', '#', '%', '@'];
    let weight =
        |c: [u8; 3]| 0.2126 * f64::from(c[0]) + 0.7152 * f64::from(c[1]) + 0.0722 * f64::from(c[2]);
    let mean = 0.5 * (weight(cell[0]) + weight(cell[1]));
    let at = (mean / 255.0 * 10.0) as usize;
    INK.get(at).copied().unwrap_or('@')
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

/// Returns a PNG as an inline image of iTerm2, stretched over cells.
#[must_use]
pub fn iterm(png: &[u8], [columns, lines]: [usize; 2]) -> String {
    let size = png.len();
    format!(
        "\x1b[H\x1b]1337;File=inline=1;size={size};width={columns};height={lines};preserveAspectRatio=0:{}\x07",
        STANDARD.encode(png)
    )
}

/// Returns a picture in sixels (DEC STD 070): 252 colours, dithered.
#[must_use]
pub fn sixel(image: &Image) -> String {
    const LEVELS: [u32; 3] = [6, 7, 6];
    // Thresholds of a Bayer matrix of 4 by 4, in sixteenths.
    const BAYER: [[u32; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    let (width, height) = (image.width, image.height);
    let mut out = format!("\x1b[H\x1bP0;1q\"1;1;{width};{height}");
    let colours = LEVELS.iter().product::<u32>();
    for n in 0..colours {
        let [r, g, b] = [n / 42, n / 6 % 7, n % 6];
        let part = |level: u32, of: usize| 100 * level / (LEVELS[of] - 1);
        let _ = write!(out, "#{n};2;{};{};{}", part(r, 0), part(g, 1), part(b, 2));
    }
    let colour = |x: usize, y: usize| -> u32 {
        let at = 3 * (y * width + x);
        let level = |k: usize| {
            let value = u32::from(image.rgb.get(at + k).copied().unwrap_or(0));
            let most = LEVELS[k] - 1;
            ((value * most * 16 + 255 * BAYER[y % 4][x % 4]) / (255 * 16)).min(most)
        };
        level(0) * 42 + level(1) * 6 + level(2)
    };
    for top in (0..height).step_by(6) {
        let rows = (height - top).min(6);
        let mut planes: std::collections::BTreeMap<u32, Vec<u8>> =
            std::collections::BTreeMap::new();
        for row in 0..rows {
            for x in 0..width {
                let plane = planes
                    .entry(colour(x, top + row))
                    .or_insert_with(|| vec![0; width]);
                plane[x] |= 1 << row;
            }
        }
        for (n, plane) in planes {
            let _ = write!(out, "#{n}");
            for run in plane.chunk_by(|a, b| a == b) {
                let sign = char::from(63 + run[0]);
                match run.len() {
                    n if n > 3 => {
                        let _ = write!(out, "!{n}{sign}");
                    }
                    n => out.extend(std::iter::repeat_n(sign, n)),
                }
            }
            out.push('$');
        }
        out.push('-');
    }
    out + "\x1b\\"
}

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
        let first = cells.draw(Way::Blocks, &picture, 4);
        assert_eq!(first.matches('▀').count(), 8);
        assert!(
            first.starts_with("\x1b[1;1H\x1b[38;2;0;36;72m"),
            "{first:?}"
        );
        assert_eq!(cells.draw(Way::Blocks, &picture, 4), "");
        picture.rgb[3 * 5..3 * 6].copy_from_slice(&[200, 0, 0]);
        let second = cells.draw(Way::Blocks, &picture, 4);
        assert_eq!(second.matches('▀').count(), 1);
        assert!(second.starts_with("\x1b[1;2H"), "{second:?}");
        cells.forget();
        assert_eq!(cells.draw(Way::Blocks, &picture, 4).matches('▀').count(), 8);
    }

    #[test]
    fn colours_of_the_cube_and_greys_stand_for_themselves() {
        for number in 16..=255u8 {
            let colour = of_256(number);
            assert_eq!(of_256(nearest_of_256(colour)), colour, "{number}");
        }
        assert_eq!(nearest_of_256([255, 0, 0]), 196);
        assert_eq!(nearest_of_256([8, 8, 8]), 232);
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
    fn sixels_hold_every_pixel_once() {
        let picture = image(5, 8);
        let out = sixel(&picture);
        let body = out.split("\"1;1;5;8").nth(1).unwrap();
        // After the colours; bits of all characters except those of colours and runs.
        let bands = body.trim_end_matches("\x1b\\").split('-').map(|band| {
            let signs = band.chars().filter(|c| ('?'..='~').contains(c));
            signs.map(|c| (c as u32 - 63).count_ones()).sum::<u32>()
        });
        let bands: Vec<u32> = bands.collect();
        assert_eq!(bands, [30, 10, 0]);
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
        assert_eq!(
            way(&[("TERM", "xterm-kitty"), ("TMUX", "1")]),
            Way::Blocks256
        );
        assert_eq!(way(&[("COLORTERM", "truecolor")]), Way::Blocks);
        assert_eq!(way(&[("TERM_PROGRAM", "iTerm.app")]), Way::Iterm);
        assert_eq!(way(&[("TERM", "foot")]), Way::Sixel);
        assert_eq!(
            way(&[("NO_COLOR", "1"), ("TERM", "xterm-kitty")]),
            Way::Letters
        );
    }
}
