//! Single pictures as PNG: smaller files than frames in a folder, which are written as quickly as possible.

use crate::render::Image;
use std::io::{self, Write};

/// Writes a picture as PNG, optimised for size rather than speed.
///
/// # Errors
/// Errors of `out`, and pictures without pixels.
pub fn small_png(image: &Image, out: impl Write) -> io::Result<()> {
    image.encode_png_by(out, png::Compression::Balanced)
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
        assert!(read_png(b"walk").is_err());
    }
}
