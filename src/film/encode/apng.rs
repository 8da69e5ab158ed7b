//! Animated PNG (PNG specification, third edition, section 11.3.6): each frame is the changed region, encoded by the `png`
//! crate.

use super::chunks::{SIGNATURE, chunks, write_chunk};
use super::region::Changes;
use super::still::small_png;
use super::timing::Timing;
use super::{Encoder, no_frames};
use crate::files::NewFile;
use crate::render::Image;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};

/// Writes an animated PNG.
pub struct Apng {
    file: BufWriter<NewFile>,
    delay: Delay,
    changes: Changes,
    frames: u32,
    /// Sequence number of the next chunk of the animation.
    sequence: u32,
    /// Position of the number of frames in the file.
    count_at: u64,
}

/// Duration of frames: a fraction of a second each, or in milliseconds.
enum Delay {
    Part(u16),
    Milliseconds(Timing),
}

impl Delay {
    fn new(fps: f64) -> Delay {
        if fps.fract() == 0.0 && fps <= f64::from(u16::MAX) {
            Delay::Part(fps as u16)
        } else {
            Delay::Milliseconds(Timing::new(fps, 1000.0))
        }
    }

    /// Returns numerator and denominator of the next frame's duration (s).
    fn next(&mut self) -> [u16; 2] {
        match self {
            Delay::Part(fps) => [1, *fps],
            Delay::Milliseconds(timing) => {
                let shown = timing.next(u32::from(u16::MAX));
                [u16::try_from(shown).unwrap_or(u16::MAX), 1000]
            }
        }
    }
}

impl Apng {
    pub fn new(file: NewFile, fps: f64) -> Apng {
        Apng {
            file: BufWriter::new(file),
            delay: Delay::new(fps),
            changes: Changes::default(),
            frames: 0,
            sequence: 0,
            count_at: 0,
        }
    }

    /// Writes everything before the first frame: the chunks of a still picture up to its pixels, and the animation's control
    /// chunk.
    fn begin(&mut self, first: &[u8]) -> io::Result<()> {
        self.file.write_all(&SIGNATURE)?;
        for (kind, content) in chunks(first) {
            if kind == *b"IDAT" {
                break;
            }
            write_chunk(&mut self.file, kind, content)?;
        }
        self.count_at = self.file.stream_position()?;
        self.control()
    }

    /// Writes the chunk with the number of frames; the film repeats without end.
    fn control(&mut self) -> io::Result<()> {
        let content = [self.frames.to_be_bytes(), 0_u32.to_be_bytes()].concat();
        write_chunk(&mut self.file, *b"acTL", &content)
    }

    fn next_sequence(&mut self) -> [u8; 4] {
        let number = self.sequence.to_be_bytes();
        self.sequence += 1;
        number
    }
}

impl Encoder for Apng {
    fn add(&mut self, frame: &Image) -> io::Result<()> {
        let (region, part) = self.changes.next(frame);
        let mut coded = vec![];
        small_png(&part, &mut coded)?;
        let is_first = self.frames == 0;
        if is_first {
            self.begin(&coded)?;
        }
        let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_be_bytes();
        let mut control = self.next_sequence().to_vec();
        for n in [region.width, region.height, region.left, region.top] {
            control.extend(side(n));
        }
        for part in self.delay.next() {
            control.extend(part.to_be_bytes());
        }
        // Disposal: none; blending: the next frame replaces its region.
        control.extend([0, 0]);
        write_chunk(&mut self.file, *b"fcTL", &control)?;
        for (_, content) in chunks(&coded).filter(|(kind, _)| kind == b"IDAT") {
            if is_first {
                write_chunk(&mut self.file, *b"IDAT", content)?;
            } else {
                let counted = [&self.next_sequence(), content].concat();
                write_chunk(&mut self.file, *b"fdAT", &counted)?;
            }
        }
        self.frames = self.frames.checked_add(1).ok_or_else(no_frames)?;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        write_chunk(&mut self.file, *b"IEND", &[])?;
        self.file.seek(SeekFrom::Start(self.count_at))?;
        self.control()?;
        self.file.flush()?;
        self.file.get_mut().put_in_place()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{film, frames};
    use super::*;

    #[test]
    fn the_png_crate_plays_it_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.apng");
        let frames = frames();
        film(super::super::Kind::Apng, &path, &frames, 25.0).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(&bytes))
            .read_info()
            .unwrap();
        let control = *reader.info().animation_control().unwrap();
        assert_eq!(
            (control.num_frames, control.num_plays),
            (frames.len() as u32, 0)
        );
        let mut shown = frames[0].clone();
        for frame in &frames {
            let mut part = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut part).unwrap();
            let at = *reader.info().frame_control().unwrap();
            assert_eq!((at.delay_num, at.delay_den), (1, 25));
            for row in 0..info.height as usize {
                let to = 3 * ((at.y_offset as usize + row) * shown.width + at.x_offset as usize);
                let length = 3 * info.width as usize;
                shown.rgb[to..to + length].copy_from_slice(&part[row * length..(row + 1) * length]);
            }
            assert!(shown == *frame);
        }
        assert!(reader.next_frame(&mut [0; 65536]).is_err());
    }
}
