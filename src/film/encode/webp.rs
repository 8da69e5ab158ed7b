//! Animated WebP (RFC 9649, section 2.7): each frame is the changed region, losslessly encoded by the `image-webp` crate.

use super::region::Changes;
use super::timing::Timing;
use super::{Encoder, invalid};
use crate::files::NewFile;
use crate::render::Image;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};

/// Writes an animated WebP.
pub struct Webp {
    file: BufWriter<NewFile>,
    timing: Timing,
    changes: Changes,
}

/// Number of bytes of a still picture before its chunks: `RIFF`, a size, `WEBP`.
const HEAD: usize = 12;

/// Flag of an animated file.
const ANIMATED: u8 = 0x02;

/// Flag of a frame that replaces the pixels below it instead of blending with them.
const REPLACES: u8 = 0x02;

impl Webp {
    /// Writes the head of a file, which plays without end; its size is filled in when known.
    pub fn new(file: NewFile, (width, height): (usize, usize), fps: f64) -> io::Result<Webp> {
        let mut webp = Webp {
            file: BufWriter::new(file),
            timing: Timing::new(fps, 1000.0),
            changes: Changes::default(),
        };
        webp.file.write_all(b"RIFF\0\0\0\0WEBP")?;
        let mut extended = vec![ANIMATED, 0, 0, 0];
        extended.extend(three(width - 1));
        extended.extend(three(height - 1));
        webp.chunk(*b"VP8X", &extended)?;
        webp.chunk(*b"ANIM", &[255, 255, 255, 255, 0, 0])?;
        Ok(webp)
    }

    /// Writes a chunk: its kind, length, content, and a padding byte if the length is odd.
    fn chunk(&mut self, kind: [u8; 4], content: &[u8]) -> io::Result<()> {
        let length = u32::try_from(content.len()).map_err(|_| too_large())?;
        self.file.write_all(&kind)?;
        self.file.write_all(&length.to_le_bytes())?;
        self.file.write_all(content)?;
        self.file.write_all(&[0][..content.len() % 2])
    }
}

/// Returns the lowest three bytes of a number.
fn three(number: usize) -> [u8; 3] {
    let [a, b, c, ..] = (number as u64).to_le_bytes();
    [a, b, c]
}

fn too_large() -> io::Error {
    invalid("a WebP file has at most 4 GB; write an MP4 file, or a smaller film")
}

impl Encoder for Webp {
    fn add(&mut self, frame: &Image) -> io::Result<()> {
        let (region, part) = self.changes.next(frame);
        let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let mut coded = vec![];
        image_webp::WebPEncoder::new(&mut coded)
            .encode(
                &part.rgb,
                side(part.width),
                side(part.height),
                image_webp::ColorType::Rgb8,
            )
            .map_err(|why| match why {
                image_webp::EncodingError::IoError(why) => why,
                other => invalid(other),
            })?;
        let mut content = vec![];
        for n in [
            region.left / 2,
            region.top / 2,
            region.width - 1,
            region.height - 1,
            self.timing.next(0xff_ffff) as usize,
        ] {
            content.extend(three(n));
        }
        content.push(REPLACES);
        content.extend_from_slice(coded.get(HEAD..).unwrap_or_default());
        self.chunk(*b"ANMF", &content)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        let length = self.file.stream_position()? - 8;
        let length = u32::try_from(length).map_err(|_| too_large())?;
        self.file.seek(SeekFrom::Start(4))?;
        self.file.write_all(&length.to_le_bytes())?;
        self.file.flush()?;
        self.file.get_mut().put_in_place()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{film, frames};
    use super::*;

    #[test]
    fn the_decoder_plays_it_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.webp");
        let frames = frames();
        film(super::super::Kind::Webp, &path, &frames, 30.0).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(bytes.len() % 2, 0);
        let mut decoder = image_webp::WebPDecoder::new(io::Cursor::new(&bytes)).unwrap();
        assert!(decoder.is_animated());
        assert_eq!(decoder.num_frames(), frames.len() as u32);
        let mut time = 0;
        for frame in &frames {
            let mut rgb = vec![0; decoder.output_buffer_size().unwrap()];
            time += decoder.read_frame(&mut rgb).unwrap();
            if decoder.has_alpha() {
                rgb = rgb
                    .chunks_exact(4)
                    .flat_map(|p| [p[0], p[1], p[2]])
                    .collect();
            }
            assert!(rgb == frame.rgb);
        }
        assert_eq!(time, (1000.0 * frames.len() as f64 / 30.0).round() as u32);
    }
}
