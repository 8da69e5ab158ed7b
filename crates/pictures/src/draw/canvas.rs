//! Shapes with antialiased edges: paths of `tiny_skia`.

use tiny_skia::{FillRule, LineCap, LineJoin, Mask, Path, PathBuilder, Rect, Stroke, Transform};

/// A colour with its opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paint {
    /// Red, green, blue, in sRGB.
    pub colour: [u8; 3],
    /// Opacity: 0 is invisible, 1 is opaque.
    pub opacity: f32,
}

impl Paint {
    /// Opaque white.
    pub const WHITE: Paint = Paint::solid([255, 255, 255]);
    /// Opaque black.
    pub const BLACK: Paint = Paint::solid([0, 0, 0]);

    /// Returns an opaque colour.
    #[must_use]
    pub const fn solid(colour: [u8; 3]) -> Paint {
        Paint {
            colour,
            opacity: 1.0,
        }
    }

    /// Returns the colour with another opacity (0 to 1).
    #[must_use]
    pub const fn with_opacity(self, opacity: f32) -> Paint {
        Paint { opacity, ..self }
    }
}

/// Pixels of a picture, with drawing functions.
#[derive(Debug)]
pub struct Canvas<'a> {
    width: usize,
    height: usize,
    /// Bytes of a pixel.
    depth: usize,
    pixels: &'a mut [u8],
}

impl<'a> Canvas<'a> {
    /// Creates a canvas on pixels row by row from the top, three bytes each. Missing rows are not drawn on.
    pub fn new(width: usize, height: usize, rgb: &'a mut [u8]) -> Canvas<'a> {
        Canvas::of_depth(3, width, height, rgb)
    }

    /// Creates a canvas whose pixels have a fourth byte, their opacity, by which the others are multiplied.
    pub fn transparent(width: usize, height: usize, rgba: &'a mut [u8]) -> Canvas<'a> {
        Canvas::of_depth(4, width, height, rgba)
    }

    fn of_depth(depth: usize, width: usize, height: usize, pixels: &'a mut [u8]) -> Canvas<'a> {
        let rows = pixels.len() / (depth * width).max(1);
        Canvas {
            width,
            height: height.min(rows),
            depth,
            pixels,
        }
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Draws a rectangle between two corners, with its own corners rounded by a radius.
    pub fn rectangle(&mut self, low: [f32; 2], high: [f32; 2], radius: f32, paint: Paint) {
        let Some(rectangle) = Rect::from_ltrb(low[0], low[1], high[0], high[1]) else {
            return;
        };
        let most = 0.5 * rectangle.width().min(rectangle.height());
        self.fill(rounded(rectangle, radius.clamp(0.0, most)).as_ref(), paint);
    }

    /// Draws a line with round ends.
    pub fn line(&mut self, from: [f32; 2], to: [f32; 2], thickness: f32, paint: Paint) {
        let mut path = PathBuilder::new();
        path.move_to(from[0], from[1]);
        path.line_to(to[0], to[1]);
        self.stroke(path.finish().as_ref(), thickness, paint);
    }

    /// Draws a filled circle.
    pub fn disc(&mut self, middle: [f32; 2], radius: f32, paint: Paint) {
        let circle = PathBuilder::from_circle(middle[0], middle[1], radius);
        self.fill(circle.as_ref(), paint);
    }

    /// Draws a circle; its radius is that of the line's centre.
    pub fn ring(&mut self, middle: [f32; 2], radius: f32, thickness: f32, paint: Paint) {
        let circle = PathBuilder::from_circle(middle[0], middle[1], radius);
        self.stroke(circle.as_ref(), thickness, paint);
    }

    /// Draws along a path with round ends and corners.
    pub(super) fn stroke(&mut self, path: Option<&Path>, thickness: f32, paint: Paint) {
        let outline = path.and_then(|path| path.stroke(&round_stroke(thickness), 1.0));
        self.fill(outline.as_ref(), paint);
    }

    /// Blends a colour into the pixels inside a path.
    pub(crate) fn fill(&mut self, path: Option<&Path>, paint: Paint) {
        let opacity = paint.opacity.clamp(0.0, 1.0);
        for_each_covered(path, [self.width, self.height], |at, covered| {
            self.blend(at, paint.colour, covered * opacity);
        });
    }

    /// Mixes a part of a colour into the pixel of a number, counted row by row.
    pub(crate) fn blend(&mut self, at: usize, [r, g, b]: [u8; 3], part: f32) {
        let bytes = self.depth * at..self.depth * (at + 1);
        let pixel = self.pixels.get_mut(bytes).unwrap_or_default();
        for (below, above) in pixel.iter_mut().zip([r, g, b, 255]) {
            let mixed = f32::from(*below) + (f32::from(above) - f32::from(*below)) * part;
            *below = (mixed + 0.5) as u8;
        }
    }
}

/// Returns the style of a line with round ends and corners.
pub(crate) fn round_stroke(thickness: f32) -> Stroke {
    Stroke {
        width: thickness,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        ..Stroke::default()
    }
}

/// Visits the pixels of a picture of a width and height that a path covers: their numbers, row by row, and coverage, 0 to 1.
pub(crate) fn for_each_covered(
    path: Option<&Path>,
    [width, height]: [usize; 2],
    mut visit: impl FnMut(usize, f32),
) {
    let Some(path) = path else {
        return;
    };
    let bounds = path.bounds();
    // The columns and rows of the picture that the path touches.
    let range = |low: f32, high: f32, most: usize| {
        let first = low.floor().max(0.0) as usize;
        first..high.ceil().clamp(0.0, most as f32) as usize
    };
    let columns = range(bounds.left(), bounds.right(), width);
    let rows = range(bounds.top(), bounds.bottom(), height);
    let Some(mut mask) = Mask::new(columns.len() as u32, rows.len() as u32) else {
        return;
    };
    let shift = Transform::from_translate(-(columns.start as f32), -(rows.start as f32));
    mask.fill_path(path, FillRule::Winding, true, shift);
    for (row, covered) in rows.zip(mask.data().chunks_exact(columns.len())) {
        for (column, covered) in columns.clone().zip(covered).filter(|(_, c)| **c > 0) {
            visit(row * width + column, f32::from(*covered) / 255.0);
        }
    }
}

/// Returns the outline of a rectangle with corners rounded by a radius.
fn rounded(rectangle: Rect, radius: f32) -> Option<Path> {
    /// Distance of the control points from the corner, in radii, for the best cubic approximation of a quarter circle.
    const CONTROL: f32 = 0.447_715;
    let (left, top) = (rectangle.left(), rectangle.top());
    let (right, bottom) = (rectangle.right(), rectangle.bottom());
    let mut path = PathBuilder::new();
    // Each corner, with the directions in which the outline comes to it and leaves it.
    for ([x, y], [a, b], [c, d]) in [
        ([right, top], [1.0, 0.0], [0.0, 1.0]),
        ([right, bottom], [0.0, 1.0], [-1.0, 0.0]),
        ([left, bottom], [-1.0, 0.0], [0.0, -1.0]),
        ([left, top], [0.0, -1.0], [1.0, 0.0]),
    ] {
        let before = |far: f32| (x - far * radius * a, y - far * radius * b);
        let after = |far: f32| (x + far * radius * c, y + far * radius * d);
        let (from, first, second, to) = (before(1.0), before(CONTROL), after(CONTROL), after(1.0));
        match path.is_empty() {
            true => path.move_to(from.0, from.1),
            false => path.line_to(from.0, from.1),
        }
        path.cubic_to(first.0, first.1, second.0, second.1, to.0, to.1);
    }
    path.close();
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws white on black; returns the red channel.
    fn drawn(width: usize, height: usize, draw: impl Fn(&mut Canvas)) -> Vec<u8> {
        let mut rgb = vec![0; 3 * width * height];
        draw(&mut Canvas::new(width, height, &mut rgb));
        rgb.chunks_exact(3).map(|pixel| pixel[0]).collect()
    }

    #[test]
    fn a_shape_covers_its_area() {
        let covers = |pixels: Vec<u8>, wanted: f64| {
            let area = pixels.iter().map(|p| f64::from(*p)).sum::<f64>() / 255.0;
            assert!((area - wanted).abs() < 0.04 * wanted, "{area} for {wanted}");
        };
        let disc = drawn(40, 40, |c| c.disc([20.3, 19.6], 10.0, Paint::WHITE));
        covers(disc, 314.16);
        let line = drawn(40, 40, |c| {
            c.line([10.0, 10.0], [30.0, 10.0], 4.0, Paint::WHITE);
        });
        covers(line, 80.0 + 12.57);
        let ring = drawn(40, 40, |c| c.ring([20.0, 20.0], 10.0, 2.0, Paint::WHITE));
        covers(ring, 125.7);
        let rounded = drawn(40, 40, |c| {
            c.rectangle([5.0, 5.0], [25.0, 15.0], 3.0, Paint::WHITE);
        });
        covers(rounded, 200.0 - 9.0 * (4.0 - std::f64::consts::PI));
    }

    #[test]
    fn rectangles_side_by_side_join() {
        let whole = drawn(8, 3, |c| {
            c.rectangle([1.0, 0.0], [7.0, 3.0], 0.0, Paint::WHITE);
        });
        for x in 1..7 {
            assert_eq!(whole[8 + x], 255);
        }
        let part = drawn(8, 1, |c| {
            c.rectangle([1.0, 0.0], [3.25, 1.0], 0.0, Paint::WHITE);
        });
        assert_eq!(part, [0, 255, 255, 64, 0, 0, 0, 0]);
    }

    #[test]
    fn opacity_mixes() {
        let half = drawn(1, 1, |c| {
            let paint = Paint::WHITE.with_opacity(0.5);
            c.rectangle([0.0, 0.0], [1.0, 1.0], 0.0, paint);
        });
        assert_eq!(half, [128]);
    }

    #[test]
    fn a_transparent_canvas_keeps_opacity() {
        let mut rgba = vec![0; 8];
        let mut canvas = Canvas::transparent(2, 1, &mut rgba);
        let half = Paint::solid([200, 0, 0]).with_opacity(0.5);
        canvas.rectangle([0.0, 0.0], [1.0, 1.0], 0.0, half);
        assert_eq!(rgba, [100, 0, 0, 128, 0, 0, 0, 0]);
        Canvas::transparent(2, 1, &mut rgba).rectangle([0.0, 0.0], [1.0, 1.0], 0.0, Paint::WHITE);
        assert_eq!(rgba, [255, 255, 255, 255, 0, 0, 0, 0]);
    }

    #[test]
    fn what_is_outside_or_not_finite_is_left_out() {
        let nothing = drawn(5, 4, |c| {
            let far = 1e30;
            c.disc([f32::NAN, 1.0], 3.0, Paint::WHITE);
            c.disc([-20.0, 1.0], 3.0, Paint::WHITE);
            c.line([9.0, 9.0], [f32::INFINITY, 9.0], 1.0, Paint::WHITE);
            c.rectangle([far, far], [2.0 * far, 2.0 * far], 0.0, Paint::WHITE);
            c.rectangle([3.0, 3.0], [1.0, 1.0], 2.0, Paint::WHITE);
        });
        assert!(nothing.iter().all(|p| *p == 0));
        // Fewer bytes than the size requires.
        let mut rgb = vec![0; 7];
        let mut short = Canvas::new(2, 5, &mut rgb);
        short.rectangle([0.0, 0.0], [2.0, 5.0], 0.0, Paint::WHITE);
        assert_eq!(rgb, [255, 255, 255, 255, 255, 255, 0]);
    }
}
