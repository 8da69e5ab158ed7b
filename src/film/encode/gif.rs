//! Animated GIF, encoded by the `gif` crate.
//!
//! The palette is chosen from the first frame by the `color_quant` crate, and kept as long as it fits: a frame whose colours
//! differ too much starts a new one. Colours between those of the palette are dithered with an ordered pattern of 8 x 8 pixels
//! (Bayer, 1973), which does not move, so pixels that do not change need not be encoded again.

use super::timing::Timing;
use super::{Encoder, invalid, no_frames};
use crate::files::NewFile;
use crate::film::Region;
use crate::render::Image;
use color_quant::NeuQuant;
use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};

/// Palette index of an unchanged pixel.
const STAYS: u8 = 255;

/// Largest change of a channel for which a pixel counts as unchanged.
const UNSEEN: u8 = 5;

/// Half the range of the colour changes by the pattern.
const SPREAD: i32 = 5;

/// Error that causes a new palette, relative to the error of the frame for which the current one was chosen. The error (mean
/// square) must also exceed this number itself.
const WORSE: f64 = 2.0;
const LEAST_ERROR: f64 = 30.0;

/// Interval between pixels sampled for the error: not a divisor of common widths.
const SAMPLED: usize = 7;

/// Number of samples from which a palette is learned, at least: the colours of a frame with fewer are repeated.
const LEARNED: usize = 1 << 16;

/// Writes an animated GIF.
pub struct Gif {
    /// The file, until the first palette is known.
    file: Option<NewFile>,
    encoder: Option<gif::Encoder<BufWriter<NewFile>>>,
    size: (usize, usize),
    timing: Timing,
    colours: Option<Colours>,
    /// The picture as shown so far.
    shown: Image,
    /// The last frame, whose duration is not yet known.
    waiting: Option<gif::Frame<'static>>,
}

/// The current palette.
struct Colours {
    palette: NeuQuant,
    /// Error of the frame for which it was chosen.
    error: f64,
    /// Whether it is the palette of the whole file.
    is_first: bool,
}

impl Gif {
    pub fn new(file: NewFile, size: (usize, usize), fps: f64) -> Gif {
        Gif {
            file: Some(file),
            encoder: None,
            size,
            timing: Timing::new(fps, 100.0),
            colours: None,
            shown: Image {
                width: size.0,
                height: size.1,
                rgb: vec![0; 3 * size.0 * size.1],
            },
            waiting: None,
        }
    }

    /// Returns the palette for a frame: the current one, or a new one.
    fn colours(&mut self, frame: &Image) -> io::Result<Colours> {
        let is_first = self.colours.is_none();
        if let Some(colours) = self.colours.take() {
            let error = error(&colours.palette, frame);
            if error <= LEAST_ERROR.max(WORSE * colours.error) {
                return Ok(colours);
            }
        }
        let palette = palette(frame);
        if let Some(file) = self.file.take() {
            let side = |n: usize| u16::try_from(n).map_err(io::Error::other);
            let (width, height) = (side(self.size.0)?, side(self.size.1)?);
            let out = BufWriter::new(file);
            let table = table(&palette);
            let mut encoder = gif::Encoder::new(out, width, height, &table).map_err(plain)?;
            encoder.set_repeat(gif::Repeat::Infinite).map_err(plain)?;
            self.encoder = Some(encoder);
        }
        let error = error(&palette, frame);
        Ok(Colours {
            palette,
            error,
            is_first,
        })
    }

    /// Writes the pending frame.
    fn write_waiting(&mut self) -> io::Result<()> {
        match (self.waiting.take(), &mut self.encoder) {
            (Some(frame), Some(encoder)) => encoder.write_frame(&frame).map_err(plain),
            _ => Ok(()),
        }
    }
}

impl Encoder for Gif {
    fn add(&mut self, frame: &Image) -> io::Result<()> {
        let is_first = self.colours.is_none();
        let colours = self.colours(frame)?;
        let (width, height) = self.size;
        let mut indices = vec![STAYS; width * height];
        let pixels = frame.rgb.as_chunks::<3>().0;
        let shown = self.shown.rgb.as_chunks_mut::<3>().0;
        for (number, ((index, pixel), shown)) in
            indices.iter_mut().zip(pixels).zip(shown).enumerate()
        {
            let differs = pixel
                .iter()
                .zip(&*shown)
                .any(|(a, b)| a.abs_diff(*b) > UNSEEN);
            if is_first || differs {
                let by = pattern(number % width, number / width);
                let mixed = pixel.map(|c| (i32::from(c) + by).clamp(0, 255) as u8);
                let (nearest, colour) = nearest(&colours.palette, mixed);
                if is_first || colour != *shown {
                    *index = nearest;
                    *shown = colour;
                }
            }
        }
        let ticks = self.timing.next(u32::from(u16::MAX)) as u16;
        let table = (!colours.is_first).then(|| table(&colours.palette));
        self.colours = Some(colours);
        let changes = |n: usize| indices.get(n).is_some_and(|index| *index != STAYS);
        if !is_first && !(0..width * height).any(changes) {
            // The previous picture is shown for longer.
            if let Some(waiting) = &mut self.waiting {
                waiting.delay = waiting.delay.saturating_add(ticks);
                return Ok(());
            }
        }
        let region = if is_first {
            Region::whole(width, height)
        } else {
            Region::of(width, height, changes)
        };
        self.write_waiting()?;
        let part = region.left..region.left + region.width;
        let rows = indices.chunks_exact(width).skip(region.top);
        let buffer: Vec<u8> = rows
            .take(region.height)
            .flat_map(|row| row.get(part.clone()).unwrap_or_default())
            .copied()
            .collect();
        // The sides are those of the file, which fit the number type.
        self.waiting = Some(gif::Frame {
            delay: ticks,
            dispose: gif::DisposalMethod::Keep,
            transparent: Some(STAYS),
            left: region.left as u16,
            top: region.top as u16,
            width: region.width as u16,
            height: region.height as u16,
            palette: table,
            buffer: buffer.into(),
            ..gif::Frame::default()
        });
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.write_waiting()?;
        let encoder = self.encoder.take().ok_or_else(no_frames)?;
        let mut out = encoder.into_inner().map_err(plain)?;
        out.flush()?;
        out.get_mut().put_in_place()
    }
}

impl Region {
    /// Returns the region of the whole picture.
    fn whole(width: usize, height: usize) -> Region {
        Region {
            left: 0,
            top: 0,
            width,
            height,
        }
    }

    /// Returns the smallest rectangle that contains all pixels for which `differs` returns true; the first pixel if there are
    /// none.
    fn of(width: usize, height: usize, differs: impl Fn(usize) -> bool) -> Region {
        let row_differs = |row: &usize| (row * width..(row + 1) * width).any(&differs);
        let Some(top) = (0..height).find(row_differs) else {
            return Region::whole(width.min(1), height.min(1));
        };
        let bottom = (0..height).rev().find(row_differs).unwrap_or(top);
        let column_differs = |x: &usize| (top..=bottom).any(|y| differs(y * width + x));
        let left = (0..width).find(column_differs).unwrap_or(0);
        let right = (0..width).rev().find(column_differs).unwrap_or(left);
        Region {
            left,
            top,
            width: right + 1 - left,
            height: bottom + 1 - top,
        }
    }
}

/// Chooses the colours for a frame.
fn palette(frame: &Image) -> NeuQuant {
    // Each colour counts once, so that thin legs keep theirs beside a large floor.
    let colours: BTreeSet<[u8; 3]> = frame.rgb.as_chunks::<3>().0.iter().copied().collect();
    let learned = colours.iter().cycle().take(colours.len().max(LEARNED));
    let rgba: Vec<u8> = learned.flat_map(|&[r, g, b]| [r, g, b, 255]).collect();
    NeuQuant::new(1, usize::from(STAYS), &rgba)
}

/// Returns the number and the value of the nearest colour of a palette.
fn nearest(palette: &NeuQuant, [r, g, b]: [u8; 3]) -> (u8, [u8; 3]) {
    let number = palette.index_of(&[r, g, b, 255]);
    let [r, g, b, _] = palette.lookup(number).unwrap_or_default();
    (number as u8, [r, g, b])
}

/// Returns the bytes of a palette with all of its 256 entries.
fn table(palette: &NeuQuant) -> Vec<u8> {
    let mut bytes = palette.color_map_rgb();
    bytes.resize(3 * 256, 0);
    bytes
}

/// Returns the error of a palette for a frame: mean square of the differences.
fn error(palette: &NeuQuant, frame: &Image) -> f64 {
    let pixels = frame.rgb.as_chunks::<3>().0;
    let mut sum = 0.0;
    for pixel in pixels.iter().step_by(SAMPLED) {
        let (_, near) = nearest(palette, *pixel);
        let parts = pixel.iter().zip(near);
        sum += parts
            .map(|(a, b)| f64::from(a.abs_diff(b)).powi(2))
            .sum::<f64>();
    }
    sum / (pixels.len().div_ceil(SAMPLED).max(1) as f64)
}

/// Returns the change that the pattern makes to the colour of a pixel.
fn pattern(x: usize, y: usize) -> i32 {
    // Bayer's matrix: the bits of x ^ y and y, interleaved from the lowest to the highest.
    let (a, b) = ((x ^ y) & 7, y & 7);
    let bit = |n: usize, k: usize| (n >> k) & 1;
    let place: usize = (0..3)
        .map(|k| (2 * bit(a, k) + bit(b, k)) << (2 * (2 - k)))
        .sum();
    (2 * place as i32 - 63) * SPREAD / 63
}

fn plain(error: gif::EncodingError) -> io::Error {
    match error {
        gif::EncodingError::Io(error) => error,
        other => invalid(other),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{film, frames};
    use super::*;

    #[test]
    fn the_gif_crate_plays_it_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.gif");
        let mut frames = frames();
        // A frame without changes extends the duration of the one before it.
        frames.insert(2, frames[1].clone());
        film(super::super::Kind::Gif, &path, &frames, 30.0).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let file = std::fs::File::open(&path).unwrap();
        let mut decoder = options.read_info(file).unwrap();
        assert_eq!((decoder.width(), decoder.height()), (40, 24));
        assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
        let mut shown = vec![0; 3 * 40 * 24];
        let (mut ticks, mut count) = (0, 0);
        let wanted: Vec<&Image> = [0, 1, 3, 4].map(|n| &frames[n]).to_vec();
        while let Some(part) = decoder.read_next_frame().unwrap() {
            ticks += u32::from(part.delay);
            for (n, pixel) in part.buffer.chunks_exact(4).enumerate() {
                if pixel[3] > 0 {
                    let x = usize::from(part.left) + n % usize::from(part.width);
                    let y = usize::from(part.top) + n / usize::from(part.width);
                    let at = 3 * (y * 40 + x);
                    shown[at..at + 3].copy_from_slice(&pixel[..3]);
                }
            }
            let far = shown.iter().zip(&wanted[count].rgb);
            let far = far.map(|(a, b)| a.abs_diff(*b)).max().unwrap();
            assert!(far <= 32, "frame {count} is off by {far}");
            count += 1;
        }
        assert_eq!((count, ticks), (4, (100.0 * 5.0 / 30.0_f64).round() as u32));
    }

    #[test]
    fn the_pattern_has_every_place_once() {
        let mut places: Vec<i32> = (0..64).map(|n| pattern(n % 8, n / 8)).collect();
        places.sort_unstable();
        assert_eq!((places[0], places[63]), (-SPREAD, SPREAD));
        assert!(places.iter().sum::<i32>().abs() <= 8);
    }

    #[test]
    fn colours_that_come_late_bring_a_palette_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.gif");
        let plain = |colour: [u8; 3]| Image {
            width: 40,
            height: 24,
            rgb: colour.repeat(960),
        };
        let frames = [plain([200, 30, 30]), plain([20, 60, 220])];
        film(super::super::Kind::Gif, &path, &frames, 10.0).unwrap();
        let mut decoder = gif::DecodeOptions::new();
        decoder.set_color_output(gif::ColorOutput::RGBA);
        let file = std::fs::File::open(&path).unwrap();
        let mut decoder = decoder.read_info(file).unwrap();
        decoder.read_next_frame().unwrap();
        let second = decoder.read_next_frame().unwrap().unwrap();
        let far = |pixel: &[u8]| (0..3).map(|k| pixel[k].abs_diff([20, 60, 220][k])).max();
        assert!(
            second
                .buffer
                .chunks_exact(4)
                .all(|pixel| far(pixel) <= Some(8))
        );
    }
}
