//! Drawings as pixels and as PNG.

use super::size::pixels;
use super::style::{POINT, width};
use super::{Anchor, Drawing, Mark, Refusal, Stroke};
use crate::draw::{Canvas, Paint, letters};
use crate::render::Image;
use tiny_skia::{LineJoin, Path, PathBuilder, StrokeDash, Transform};

/// Returns a drawing as the bytes of a PNG file.
pub(super) fn png(drawing: &Drawing, dots_per_inch: f64) -> Result<Vec<u8>, Refusal> {
    let image = image(drawing, dots_per_inch)?;
    let mut bytes = vec![];
    let written = image.encode_drawing(&mut bytes, dots_per_inch);
    written.map_err(|why| Refusal::new(format!("cannot make the PNG: {why}"), "write an SVG"))?;
    Ok(bytes)
}

/// Draws a drawing on white.
///
/// # Errors
/// It would have too many pixels.
pub fn image(drawing: &Drawing, dots_per_inch: f64) -> Result<Image, Refusal> {
    let [width, height] = pixels(drawing, dots_per_inch)?.map(|side| side as usize);
    let mut rgb = vec![255; 3 * width * height];
    let mut canvas = Canvas::new(width, height, &mut rgb);
    let scale = (dots_per_inch / 25.4) as f32;
    for mark in &drawing.marks {
        put(mark, Transform::from_scale(scale, scale), &mut canvas);
    }
    Ok(Image { width, height, rgb })
}

fn put(mark: &Mark, whole: Transform, canvas: &mut Canvas) {
    let mut fill = |path: Option<Path>, paint: Paint, transform: Transform| {
        let path = path.and_then(|path| path.transform(transform));
        canvas.fill(path.as_ref(), paint);
    };
    match mark {
        Mark::Line { points, stroke } => {
            let paint = Paint::solid(stroke.colour);
            fill(line(points, false, stroke), paint, whole);
        }
        Mark::Area {
            points,
            fill: colour,
            opacity,
            outline,
        } => {
            let paint = Paint::solid(*colour).with_opacity(*opacity as f32);
            fill(polygon(points, true), paint, whole);
            if let Some(stroke) = outline {
                let paint = Paint::solid(stroke.colour);
                fill(line(points, true, stroke), paint, whole);
            }
        }
        Mark::Dot {
            at,
            radius,
            fill: colour,
        } => {
            let [x, y] = at.map(|c| c as f32);
            let circle = PathBuilder::from_circle(x, y, *radius as f32);
            fill(circle, Paint::solid(*colour), whole);
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
                Paint::solid(*colour),
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

/// Returns the outline of a line (mm).
fn line(points: &[[f64; 2]], closed: bool, stroke: &Stroke) -> Option<Path> {
    /// Precision of curves, in parts of a millimetre.
    const FINE: f32 = 24.0;
    let path = polygon(points, closed)?;
    let dash = stroke.dash.iter().map(|d| *d as f32).collect();
    let dashed = StrokeDash::new(dash, 0.0).and_then(|dash| path.dash(&dash, FINE));
    let style = tiny_skia::Stroke {
        width: stroke.width as f32,
        line_join: LineJoin::Round,
        ..tiny_skia::Stroke::default()
    };
    dashed.unwrap_or(path).stroke(&style, FINE)
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
