//! Small PNG files: 256 colours, chosen by median cut.

use corpus::render::Image;

/// Bits per channel of the histogram's cells.
const BITS: usize = 6;
const SIDE: usize = 1 << BITS;

/// Encodes a picture as PNG with a palette. Heckert, Color Image Quantization for Frame Buffer Display (1982): the box of
/// colours with the largest product of pixels and longest side is cut at the median of that side, until there are 256.
pub fn encode(image: &Image) -> Vec<u8> {
    let cell = |pixel: &[u8]| {
        let [r, g, b] = [pixel[0], pixel[1], pixel[2]].map(|v| usize::from(v) >> (8 - BITS));
        (r * SIDE + g) * SIDE + b
    };
    let mut counts = vec![0_u32; SIDE * SIDE * SIDE];
    for pixel in image.rgb.chunks_exact(3) {
        counts[cell(pixel)] += 1;
    }
    let used: Vec<usize> = (0..counts.len()).filter(|c| counts[*c] > 0).collect();
    let mut boxes = vec![used];
    while boxes.len() < 256 {
        let weight = |cells: &Vec<usize>| {
            let pixels: u32 = cells.iter().map(|c| counts[*c]).sum();
            // Large boxes first, but not only by the number of pixels: a square root gives small areas a share of the colours.
            f64::from(pixels).sqrt() * longest(cells).1 as f64
        };
        let widest = (0..boxes.len())
            .max_by(|a, b| weight(&boxes[*a]).total_cmp(&weight(&boxes[*b])))
            .unwrap();
        let (axis, extent) = longest(&boxes[widest]);
        if extent == 0 {
            break;
        }
        let mut cells = boxes.swap_remove(widest);
        cells.sort_by_key(|c| (part(*c, axis), *c));
        let pixels: u32 = cells.iter().map(|c| counts[*c]).sum();
        let mut before = 0;
        let cut = cells.iter().position(|c| {
            before += counts[*c];
            2 * before >= pixels
        });
        let cut = (cut.unwrap() + 1).min(cells.len() - 1);
        let after = cells.split_off(cut);
        boxes.extend([cells, after]);
    }
    let mut of_cell = vec![0_u8; counts.len()];
    for (number, cells) in boxes.iter().enumerate() {
        for c in cells {
            of_cell[*c] = number as u8;
        }
    }
    // The mean of the pixels of each box.
    let mut sums = vec![[0_u64; 4]; boxes.len()];
    for pixel in image.rgb.chunks_exact(3) {
        let sum = &mut sums[usize::from(of_cell[cell(pixel)])];
        for k in 0..3 {
            sum[k] += u64::from(pixel[k]);
        }
        sum[3] += 1;
    }
    let colours = sums
        .iter()
        .flat_map(|s| [0, 1, 2].map(|k| ((s[k] + s[3] / 2) / s[3].max(1)) as u8));
    let pixels: Vec<u8> = image
        .rgb
        .chunks_exact(3)
        .map(|pixel| of_cell[cell(pixel)])
        .collect();
    write(image, colours.collect(), &pixels)
}

/// Returns the coordinate of a cell of colours.
fn part(cell: usize, axis: usize) -> usize {
    (cell >> (BITS * (2 - axis))) % SIDE
}

/// Returns the axis of the largest extent of cells, and that extent.
fn longest(cells: &[usize]) -> (usize, usize) {
    let extent = |axis: usize| {
        let parts = || cells.iter().map(|c| part(*c, axis));
        parts().max().unwrap_or(0) - parts().min().unwrap_or(0)
    };
    let axes = [0, 1, 2].map(|axis| (axis, extent(axis)));
    axes.into_iter().max_by_key(|(_, extent)| *extent).unwrap()
}

fn write(image: &Image, palette: Vec<u8>, pixels: &[u8]) -> Vec<u8> {
    let mut out = vec![];
    let mut encoder = png::Encoder::new(&mut out, image.width as u32, image.height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(pixels).unwrap();
    writer.finish().unwrap();
    out
}

#[test]
fn a_picture_of_few_colours_stays_as_it_is() {
    let image = Image {
        width: 2,
        height: 2,
        rgb: vec![255, 0, 0, 0, 255, 0, 0, 0, 255, 8, 80, 160],
    };
    let bytes = encode(&image);
    let mut decoder = png::Decoder::new(std::io::Cursor::new(&bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut rgb = vec![0; 12];
    reader.next_frame(&mut rgb).unwrap();
    assert_eq!(rgb, image.rgb);
}
