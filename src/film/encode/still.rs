//! Single pictures as PNG: smaller files than frames in a folder, which are written as quickly as possible.

use super::palette::{Histogram, Palette};
use crate::render::{Image, encoding_error};
use std::io::{self, Write};

/// Writes a picture as PNG, optimised for size rather than speed.
///
/// # Errors
/// Errors of `out`, and pictures without pixels.
pub fn small_png(image: &Image, out: impl Write) -> io::Result<()> {
    image.encode_png_by(out, png::Compression::Balanced)
}

/// Writes a picture as PNG with a palette of 256 colours: a third as large, for pages.
///
/// # Errors
/// As [`small_png`].
pub fn indexed_png(image: &Image, out: impl Write) -> io::Result<()> {
    let mut histogram = Histogram::new();
    histogram.count(&image.rgb);
    let mut palette = Palette::choose(&histogram, 256);
    let pixels = image.rgb.as_chunks::<3>().0;
    let indices: Vec<u8> = pixels.iter().map(|p| palette.nearest(*p)).collect();
    let mut encoder = image.png_encoder(out)?;
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette.colours().as_flattened().to_vec());
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().map_err(encoding_error)?;
    writer.write_image_data(&indices).map_err(encoding_error)?;
    writer.finish().map_err(encoding_error)
}

/// Reads a picture from a folder of frames.
///
/// # Errors
/// The bytes are not a PNG with three bytes per pixel.
pub fn read_png(bytes: &[u8]) -> io::Result<Image> {
    let wrong = |why: png::DecodingError| io::Error::new(io::ErrorKind::InvalidData, why);
    let mut reader = png::Decoder::new(io::Cursor::new(bytes))
        .read_info()
        .map_err(wrong)?;
    let size = reader.output_buffer_size().unwrap_or(0);
    let mut rgb = vec![0; size];
    let info = reader.next_frame(&mut rgb).map_err(wrong)?;
    let (width, height) = (info.width as usize, info.height as usize);
    if info.color_type != png::ColorType::Rgb || rgb.len() != 3 * width * height {
        return Err(io::Error::other("it is not a frame"));
    }
    Ok(Image { width, height, rgb })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_pictures_are_read_back() {
        let image = Image {
            width: 16,
            height: 9,
            rgb: (0..432).map(|n| (n / 3 % 4 * 85) as u8).collect(),
        };
        let mut bytes = vec![];
        small_png(&image, &mut bytes).unwrap();
        assert!(read_png(&bytes).unwrap() == image);
        // Any palette can represent four greys.
        let mut bytes = vec![];
        indexed_png(&image, &mut bytes).unwrap();
        let mut decoder = png::Decoder::new(io::Cursor::new(&bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut rgb).unwrap();
        assert!(rgb == image.rgb);
        assert!(read_png(&bytes).is_err() && read_png(b"walk").is_err());
    }
}
