//! Animated GIF, encoded by the `gif` crate. A frame contains only the rectangle that has changed, with a palette of its own, and
//! unchanged pixels of it are transparent.

use super::timing::Timing;
use super::{Encoder, invalid};
use crate::files::NewFile;
use crate::render::Image;
use std::io::{self, BufWriter, Write};

/// Largest change of a channel for which a pixel counts as unchanged.
const UNSEEN: u8 = 5;

/// Number of pixels from which the colours of a frame are chosen, of those that have changed.
const LEARNED: usize = 1 << 16;

/// Writes an animated GIF.
pub struct Gif {
    encoder: gif::Encoder<BufWriter<NewFile>>,
    timing: Timing,
    /// The colours that the film shows so far; empty before the first frame.
    shown: Vec<[u8; 3]>,
    /// The last frame, whose duration is not yet known.
    waiting: Option<gif::Frame<'static>>,
}

impl Gif {
    pub fn new(file: NewFile, (width, height): (usize, usize), fps: f64) -> io::Result<Gif> {
        let side = |n: usize| u16::try_from(n).map_err(invalid);
        let out = BufWriter::new(file);
        let mut encoder =
            gif::Encoder::new(out, side(width)?, side(height)?, &[]).map_err(plain)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(plain)?;
        Ok(Gif {
            encoder,
            timing: Timing::new(fps, 100.0),
            shown: vec![],
            waiting: None,
        })
    }

    /// Writes the pending frame.
    fn write_waiting(&mut self) -> io::Result<()> {
        match self.waiting.take() {
            Some(frame) => self.encoder.write_frame(&frame).map_err(plain),
            None => Ok(()),
        }
    }
}

impl Encoder for Gif {
    fn add(&mut self, frame: &Image) -> io::Result<()> {
        let pixels = frame.rgb.as_chunks::<3>().0;
        let is_first = self.shown.is_empty();
        self.shown.resize(pixels.len(), [0; 3]);
        let ticks = self.timing.next(u32::from(u16::MAX)) as u16;
        let unlike = |(a, b): (&[u8; 3], &[u8; 3])| (0..3).any(|k| a[k].abs_diff(b[k]) > UNSEEN);
        let both = pixels.iter().zip(&self.shown);
        let changed: Vec<bool> = both.map(|both| is_first || unlike(both)).collect();
        let places = || (0..changed.len()).filter(|n| changed[*n]);
        let (Some(first), Some(last)) = (places().next(), places().next_back()) else {
            // The previous picture is shown for longer.
            if let Some(waiting) = &mut self.waiting {
                waiting.delay = waiting.delay.saturating_add(ticks);
            }
            return Ok(());
        };
        let (top, bottom) = (first / frame.width, last / frame.width);
        let column = |n: usize| n % frame.width;
        let left = places().map(column).min().unwrap_or(0);
        let right = places().map(column).max().unwrap_or(0);
        let mut rgba = vec![];
        for y in top..=bottom {
            for n in y * frame.width + left..=y * frame.width + right {
                let [r, g, b] = pixels[n];
                rgba.extend([r, g, b, if changed[n] { 255 } else { 0 }]);
                if changed[n] {
                    self.shown[n] = pixels[n];
                }
            }
        }
        self.write_waiting()?;
        // Every so many pixels count.
        let speed = (rgba.len() / (4 * LEARNED)).clamp(1, 10) as i32;
        // The sides are those of the file, which fit the number type.
        let (width, height) = ((right + 1 - left) as u16, (bottom + 1 - top) as u16);
        self.waiting = Some(gif::Frame {
            delay: ticks,
            dispose: gif::DisposalMethod::Keep,
            left: left as u16,
            top: top as u16,
            ..gif::Frame::from_rgba_speed(width, height, &mut rgba, speed)
        });
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.write_waiting()?;
        let mut out = self.encoder.into_inner().map_err(plain)?;
        out.flush()?;
        out.get_mut().put_in_place()
    }
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
            let far = far.map(|(a, b)| u32::from(a.abs_diff(*b))).sum::<u32>() as usize;
            let mean = far as f64 / shown.len() as f64;
            assert!(mean < 8.0, "frame {count} is off by {mean}");
            count += 1;
        }
        assert_eq!((count, ticks), (4, (100.0 * 5.0 / 30.0_f64).round() as u32));
    }

    #[test]
    fn colours_that_come_late_are_true() {
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
