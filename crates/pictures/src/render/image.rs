//! The finished image, and its encoding as PNG.

use std::io::{self, Write};
use std::path::Path;

/// A picture of `height` rows from the top, each of `width` pixels from the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Red, green, blue per pixel, in sRGB; `3 * width * height` bytes.
    pub rgb: Vec<u8>,
}

impl Image {
    /// Copies a picture into this one, with its upper left corner at a column and row; clips what is outside.
    pub fn put(&mut self, part: &Image, left: usize, top: usize) {
        let width = part.width.min(self.width.saturating_sub(left));
        let rows = part.rgb.chunks_exact(3 * part.width.max(1));
        let own = self.rgb.chunks_exact_mut(3 * self.width.max(1)).skip(top);
        for (own, row) in own.zip(rows) {
            let to = own.get_mut(3 * left..3 * (left + width));
            if let (Some(to), Some(from)) = (to, row.get(..3 * width)) {
                to.copy_from_slice(from);
            }
        }
    }

    /// Returns the picture with each pixel enlarged to a square of some pixels, cut to a size.
    #[must_use]
    pub fn enlarged(self, by: usize, width: usize, height: usize) -> Image {
        if (self.width, self.height) == (width, height) {
            return self;
        }
        let mut rgb = Vec::with_capacity(3 * width * height);
        for y in 0..height {
            let row = self
                .rgb
                .get(3 * (y / by) * self.width..)
                .unwrap_or_default();
            let pixels = row.as_chunks::<3>().0.iter();
            let wide = pixels.flat_map(|pixel| std::iter::repeat_n(pixel, by));
            rgb.extend(wide.take(width).flatten());
        }
        Image { width, height, rgb }
    }

    /// Writes the picture as PNG to `out`, optimised for speed rather than size.
    ///
    /// # Errors
    /// Errors of `out`, and [`io::ErrorKind::InvalidInput`] if the size is zero or does not fit the bytes.
    pub fn encode_png(&self, out: impl Write) -> io::Result<()> {
        self.encode(out, png::Compression::Fast, None)
    }

    /// Writes the picture as [`Image::encode_png`] does, optimised for size rather than speed: for single pictures.
    ///
    /// # Errors
    /// As [`Image::encode_png`].
    pub fn encode_small_png(&self, out: impl Write) -> io::Result<()> {
        self.encode(out, png::Compression::Balanced, None)
    }

    /// Writes the picture as [`Image::encode_small_png`] does, with its resolution on paper.
    pub(crate) fn encode_drawing(&self, out: impl Write, dots_per_inch: f64) -> io::Result<()> {
        self.encode(out, png::Compression::Balanced, Some(dots_per_inch))
    }

    fn encode(
        &self,
        out: impl Write,
        compression: png::Compression,
        dots_per_inch: Option<f64>,
    ) -> io::Result<()> {
        let side = |n: usize| u32::try_from(n).map_err(invalid);
        let mut encoder = png::Encoder::new(out, side(self.width)?, side(self.height)?);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        encoder.set_compression(compression);
        if let Some(dots) = dots_per_inch {
            let per_metre = (dots / 0.0254).round() as u32;
            encoder.set_pixel_dims(Some(png::PixelDimensions {
                xppu: per_metre,
                yppu: per_metre,
                unit: png::Unit::Meter,
            }));
        }
        let mut writer = encoder.write_header().map_err(encoding_error)?;
        writer.write_image_data(&self.rgb).map_err(encoding_error)?;
        writer.finish().map_err(encoding_error)
    }

    /// Writes the picture as a PNG file.
    ///
    /// # Errors
    /// Errors of the file system, and those of [`Image::encode_png`].
    pub fn write_png(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let mut bytes = Vec::new();
        self.encode_png(&mut bytes)?;
        corpus_files::write(path.as_ref(), &bytes)
    }
}

fn invalid(error: impl std::error::Error + Send + Sync + 'static) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, error)
}

/// Converts an error of the encoder to an error of writing.
fn encoding_error(error: png::EncodingError) -> io::Error {
    match error {
        png::EncodingError::IoError(error) => error,
        other => invalid(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn png_gives_the_pixels_back() {
        let image = Image {
            width: 3,
            height: 2,
            rgb: (0..18).map(|i| i * 13).collect(),
        };
        let mut bytes = Vec::new();
        image.encode_png(&mut bytes).unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(&bytes))
            .read_info()
            .unwrap();
        let mut rgb = vec![0; 18];
        let info = reader.next_frame(&mut rgb).unwrap();
        assert_eq!((info.width, info.height, rgb), (3, 2, image.rgb));
    }

    #[test]
    fn wrong_sizes_are_errors() {
        for (width, height) in [(0, 2), (3, 3)] {
            let image = Image {
                width,
                height,
                rgb: vec![0; 18],
            };
            let error = image.encode_png(io::sink()).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        }
        let image = Image {
            width: 1,
            height: 1,
            rgb: vec![0; 3],
        };
        assert!(image.write_png("no/such/folder/picture.png").is_err());
    }
}
