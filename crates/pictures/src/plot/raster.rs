//! Drawings as pixels and as PNG.

use super::size::pixels;
use super::style::{POINT, width};
use super::{Anchor, Colour, Drawing, Mark, Refusal, Stroke};
use crate::draw::letters;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, StrokeDash, Transform,
};

/// Returns a drawing as the bytes of a PNG file.
pub(super) fn png(drawing: &Drawing, dots_per_inch: f64) -> Result<Vec<u8>, Refusal> {
    let ([width, height], rgb) = rgb(drawing, dots_per_inch)?;
    let mut bytes = vec![];
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let per_metre = (dots_per_inch / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&rgb));
    written.map_err(|why| broken(why.to_string()))?;
    Ok(bytes)
}

/// Draws a drawing on white: width and height (pixels), and red, green and blue of each pixel, row by row.
///
/// # Errors
/// It would have too many pixels.
pub fn rgb(drawing: &Drawing, dots_per_inch: f64) -> Result<([u32; 2], Vec<u8>), Refusal> {
    let [columns, rows] = pixels(drawing, dots_per_inch)?;
    let Some(mut sheet) = Pixmap::new(columns, rows) else {
        return Err(broken("it has no pixels".to_owned()));
    };
    sheet.fill(Color::WHITE);
    let scale = (dots_per_inch / 25.4) as f32;
    for mark in &drawing.marks {
        put(mark, scale, &mut sheet);
    }
    // The background is white, so no pixel is transparent.
    let rgb = sheet.data().chunks_exact(4);
    let rgb = rgb.flat_map(|p| [p[0], p[1], p[2]]).collect();
    Ok(([columns, rows], rgb))
}

fn broken(why: String) -> Refusal {
    Refusal::new(format!("cannot make the PNG: {why}"), "write an SVG")
}

fn paint([r, g, b]: Colour, opacity: f64) -> Paint<'static> {
    let mut paint = Paint::default();
    let alpha = (opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
    paint.set_color_rgba8(r, g, b, alpha);
    paint
}

fn put(mark: &Mark, scale: f32, sheet: &mut Pixmap) {
    let whole = Transform::from_scale(scale, scale);
    let mut fill = |path: Option<Path>, paint: &Paint, transform: Transform| {
        if let Some(path) = path {
            sheet.fill_path(&path, paint, FillRule::Winding, transform, None);
        }
    };
    match mark {
        Mark::Line { points, stroke } => draw_line(points, false, stroke, whole, sheet),
        Mark::Area {
            points,
            fill: colour,
            opacity,
            outline,
        } => {
            fill(polygon(points, true), &paint(*colour, *opacity), whole);
            if let Some(stroke) = outline {
                draw_line(points, true, stroke, whole, sheet);
            }
        }
        Mark::Dot {
            at,
            radius,
            fill: colour,
        } => {
            let [x, y] = at.map(|c| c as f32);
            let circle = PathBuilder::from_circle(x, y, *radius as f32);
            fill(circle, &paint(*colour, 1.0), whole);
        }
        Mark::Text {
            at,
            text,
            size,
            anchor,
            turned,
            colour,
        } => {
            let back = match anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => width(text, *size) / 2.0,
                Anchor::End => width(text, *size),
            };
            let turn = if *turned { -90.0 } else { 0.0 };
            let transform = whole
                .pre_translate(at[0] as f32, at[1] as f32)
                .pre_rotate(turn)
                .pre_translate(-back as f32, 0.0);
            fill(
                letters(text, *size * POINT),
                &paint(*colour, 1.0),
                transform,
            );
        }
    }
}

fn polygon(points: &[[f64; 2]], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::with_capacity(points.len() + 1, points.len() + 1);
    for (i, [x, y]) in points.iter().enumerate() {
        let (x, y) = (*x as f32, *y as f32);
        match i {
            0 => builder.move_to(x, y),
            _ => builder.line_to(x, y),
        }
    }
    if closed {
        builder.close();
    }
    builder.finish()
}

fn draw_line(
    points: &[[f64; 2]],
    closed: bool,
    stroke: &Stroke,
    transform: Transform,
    sheet: &mut Pixmap,
) {
    let Some(path) = polygon(points, closed) else {
        return;
    };
    let dash = stroke.dash.iter().map(|d| *d as f32).collect();
    let style = tiny_skia::Stroke {
        width: stroke.width as f32,
        line_cap: LineCap::Butt,
        line_join: LineJoin::Round,
        dash: StrokeDash::new(dash, 0.0),
        ..tiny_skia::Stroke::default()
    };
    sheet.stroke_path(&path, &paint(stroke.colour, 1.0), &style, transform, None);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_where_they_should_be() {
        // 10 by 5 mm at 254 dots per inch are 100 by 50 pixels.
        let mut drawing = Drawing::new(10.0, 5.0, "");
        drawing.rectangle([1.0, 1.0], [3.0, 4.0], [255, 0, 0], None);
        drawing.text([6.0, 4.0], Anchor::Start, (8.0, [0, 0, 0]), "H");
        let bytes = png(&drawing, 254.0).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes))
            .read_info()
            .unwrap();
        let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut rgb).unwrap();
        assert_eq!((info.width, info.height), (100, 50));
        let at = |x: usize, y: usize| &rgb[3 * (100 * y + x)..][..3];
        assert_eq!(at(20, 20), [255, 0, 0]);
        assert_eq!(at(5, 20), [255, 255, 255]);
        // The left stem of the letter, and white above it.
        let stem = (60..70).map(|x| at(x, 30)[0]).min();
        assert!(stem < Some(60), "{stem:?}");
        assert!((60..70).all(|x| at(x, 12)[0] == 255));
    }

    #[test]
    fn sheets_without_end_are_refused() {
        let drawing = Drawing::new(1000.0, 1000.0, "");
        assert!(pixels(&drawing, 100.0).is_ok());
        let refusal = pixels(&drawing, 1200.0).unwrap_err();
        assert!(refusal.message.contains("47244 x 47244"), "{refusal:?}");
    }
}
