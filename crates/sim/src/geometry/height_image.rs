//! Heights from the brightness of a PNG picture.

use thiserror::Error;

/// A height image: brightness from 0 (black) to 1 (white), row by row from the top.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightImage {
    /// Pixels along x.
    pub width: usize,
    /// Pixels along y.
    pub height: usize,
    /// Brightness of each pixel, `width * height` numbers.
    pub values: Vec<f64>,
}

/// Most pixels.
const MOST: u64 = 16_000_000;

/// Reason why bytes are not a valid height image.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoImage {
    /// Error of the decoder.
    #[error("it is not a PNG picture: {0}")]
    Png(String),
    /// The image has colours.
    #[error("it has colours; heights need a grey-scale picture")]
    Coloured,
    /// The image has too many pixels.
    #[error("it has more than 16 million pixels")]
    TooLarge,
}

/// Reads a grey PNG picture of 1 to 16 bits; ignores transparency.
///
/// # Errors
/// The bytes are not such a picture; never panics, whatever the bytes.
pub fn height_image(bytes: &[u8]) -> Result<HeightImage, NoImage> {
    let png = |why: png::DecodingError| NoImage::Png(why.to_string());
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(png)?;
    let info = reader.info();
    if u64::from(info.width) * u64::from(info.height) > MOST {
        return Err(NoImage::TooLarge);
    }
    let size = reader.output_buffer_size().ok_or(NoImage::TooLarge)?;
    let mut pixels = vec![0; size];
    let frame = reader.next_frame(&mut pixels).map_err(png)?;
    let channels = match frame.color_type {
        png::ColorType::Grayscale => 1,
        png::ColorType::GrayscaleAlpha => 2,
        _ => return Err(NoImage::Coloured),
    };
    let (width, height) = (frame.width as usize, frame.height as usize);
    let wide = frame.bit_depth == png::BitDepth::Sixteen;
    let stride = channels * if wide { 2 } else { 1 };
    let value = |pixel: &[u8]| match (wide, pixel) {
        (true, [high, low, ..]) => f64::from(u16::from_be_bytes([*high, *low])) / 65535.0,
        (_, [byte, ..]) => f64::from(*byte) / 255.0,
        _ => 0.0,
    };
    let values: Vec<f64> = pixels.chunks_exact(stride).map(value).collect();
    Ok(HeightImage {
        width,
        height,
        values: values.into_iter().take(width * height).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(colour: png::ColorType, depth: png::BitDepth, pixels: &[u8]) -> Vec<u8> {
        let mut bytes = vec![];
        let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
        encoder.set_color(colour);
        encoder.set_depth(depth);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(pixels).unwrap();
        writer.finish().unwrap();
        bytes
    }

    #[test]
    fn grey_pictures_of_8_and_16_bits_are_heights() {
        let eight = written(png::ColorType::Grayscale, png::BitDepth::Eight, &[0, 255]);
        assert_eq!(height_image(&eight).unwrap().values, [0.0, 1.0]);
        let sixteen = written(
            png::ColorType::Grayscale,
            png::BitDepth::Sixteen,
            &[0x80, 0x00, 0xff, 0xff],
        );
        assert_eq!(
            height_image(&sixteen).unwrap().values,
            [32768.0 / 65535.0, 1.0]
        );
    }

    #[test]
    fn colours_and_other_bytes_are_refused() {
        let coloured = written(png::ColorType::Rgb, png::BitDepth::Eight, &[0; 6]);
        assert_eq!(height_image(&coloured), Err(NoImage::Coloured));
        assert!(matches!(height_image(b"hills"), Err(NoImage::Png(_))));
        assert!(matches!(
            height_image(&coloured[..20]),
            Err(NoImage::Png(_))
        ));
    }
}
