//! Shapes with antialiased edges.

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
    rgb: &'a mut [u8],
}

impl<'a> Canvas<'a> {
    /// Creates a canvas on pixels row by row from the top, three bytes each. Missing rows are not drawn on.
    pub fn new(width: usize, height: usize, rgb: &'a mut [u8]) -> Canvas<'a> {
        let rows = rgb.len() / (3 * width).max(1);
        Canvas {
            width,
            height: height.min(rows),
            rgb,
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

    /// Blends a colour into a part (0 to 1) of a pixel.
    pub fn blend(&mut self, x: usize, y: usize, paint: Paint, part: f32) {
        if x >= self.width || y >= self.height {
            return;
        }
        let part = part.clamp(0.0, 1.0) * paint.opacity.clamp(0.0, 1.0);
        let at = 3 * (y * self.width + x);
        let Some(pixel) = self.rgb.get_mut(at..at + 3) else {
            return;
        };
        for (below, above) in pixel.iter_mut().zip(paint.colour) {
            let mixed = f32::from(*below) + (f32::from(above) - f32::from(*below)) * part;
            *below = (mixed + 0.5) as u8;
        }
    }

    /// Draws a rectangle between two corners, with its own corners rounded by a radius.
    pub fn rectangle(&mut self, low: [f32; 2], high: [f32; 2], radius: f32, paint: Paint) {
        let middle = [0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])];
        let half = [0.5 * (high[0] - low[0]), 0.5 * (high[1] - low[1])];
        let radius = radius.clamp(0.0, half[0].min(half[1]).max(0.0));
        if radius == 0.0 {
            return self.sharp_rectangle(low, high, paint);
        }
        self.fill(low, high, paint, |x, y| {
            let outside = |at: f32, k: usize| (at - middle[k]).abs() - (half[k] - radius);
            let (dx, dy) = (outside(x, 0), outside(y, 1));
            let corner = libm::hypotf(dx.max(0.0), dy.max(0.0));
            corner + dx.max(dy).min(0.0) - radius
        });
    }

    /// Draws a rectangle without rounded corners; edges between pixels cover the exact part of them, so that adjacent
    /// rectangles join.
    fn sharp_rectangle(&mut self, low: [f32; 2], high: [f32; 2], paint: Paint) {
        let Some([columns, rows]) = self.pixels(low, high) else {
            return;
        };
        let part = |pixel: usize, k: usize| {
            let (from, to) = (pixel as f32, pixel as f32 + 1.0);
            (high[k].min(to) - low[k].max(from)).max(0.0)
        };
        for y in rows {
            for x in columns.clone() {
                self.blend(x, y, paint, part(x, 0) * part(y, 1));
            }
        }
    }

    /// Draws a line with round ends.
    pub fn line(&mut self, from: [f32; 2], to: [f32; 2], thickness: f32, paint: Paint) {
        let along = [to[0] - from[0], to[1] - from[1]];
        let square = along[0] * along[0] + along[1] * along[1];
        let half = 0.5 * thickness;
        let low = [from[0].min(to[0]) - half, from[1].min(to[1]) - half];
        let high = [from[0].max(to[0]) + half, from[1].max(to[1]) + half];
        self.fill(low, high, paint, |x, y| {
            let (dx, dy) = (x - from[0], y - from[1]);
            let part = ((dx * along[0] + dy * along[1]) / square.max(1e-12)).clamp(0.0, 1.0);
            libm::hypotf(dx - part * along[0], dy - part * along[1]) - half
        });
    }

    /// Draws a filled circle.
    pub fn disc(&mut self, middle: [f32; 2], radius: f32, paint: Paint) {
        let low = [middle[0] - radius, middle[1] - radius];
        let high = [middle[0] + radius, middle[1] + radius];
        self.fill(low, high, paint, |x, y| {
            libm::hypotf(x - middle[0], y - middle[1]) - radius
        });
    }

    /// Draws a circle; its radius is that of the line's centre.
    pub fn ring(&mut self, middle: [f32; 2], radius: f32, thickness: f32, paint: Paint) {
        let outer = radius + 0.5 * thickness;
        let low = [middle[0] - outer, middle[1] - outer];
        let high = [middle[0] + outer, middle[1] + outer];
        self.fill(low, high, paint, |x, y| {
            (libm::hypotf(x - middle[0], y - middle[1]) - radius).abs() - 0.5 * thickness
        });
    }

    /// Fills a shape, given by the signed distance to its edge (pixels, negative inside) within a box.
    fn fill(
        &mut self,
        low: [f32; 2],
        high: [f32; 2],
        paint: Paint,
        distance: impl Fn(f32, f32) -> f32,
    ) {
        let grown = ([low[0] - 1.0, low[1] - 1.0], [high[0] + 1.0, high[1] + 1.0]);
        let Some([columns, rows]) = self.pixels(grown.0, grown.1) else {
            return;
        };
        for y in rows {
            for x in columns.clone() {
                let part = 0.5 - distance(x as f32 + 0.5, y as f32 + 0.5);
                if part > 0.0 {
                    self.blend(x, y, paint, part);
                }
            }
        }
    }

    /// Returns the columns and rows of the picture that a box touches.
    fn pixels(&self, low: [f32; 2], high: [f32; 2]) -> Option<[std::ops::Range<usize>; 2]> {
        if !low.iter().chain(&high).all(|c| c.is_finite()) {
            return None;
        }
        let range = |k: usize, most: usize| {
            let first = low[k].floor().max(0.0) as usize;
            let end = high[k].ceil().clamp(0.0, most as f32) as usize;
            first..end
        };
        Some([range(0, self.width), range(1, self.height)])
    }
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
        let area = |pixels: Vec<u8>| pixels.iter().map(|p| f64::from(*p)).sum::<f64>() / 255.0;
        let disc = drawn(40, 40, |c| c.disc([20.3, 19.6], 10.0, Paint::WHITE));
        assert!((area(disc) - 314.16).abs() < 2.0);
        let line = drawn(40, 40, |c| {
            c.line([10.0, 10.0], [30.0, 10.0], 4.0, Paint::WHITE);
        });
        assert!((area(line) - (80.0 + 12.57)).abs() < 1.5);
        let ring = drawn(40, 40, |c| c.ring([20.0, 20.0], 10.0, 2.0, Paint::WHITE));
        assert!((area(ring) - 125.7).abs() < 2.0);
        let rounded = drawn(40, 40, |c| {
            c.rectangle([5.0, 5.0], [25.0, 15.0], 3.0, Paint::WHITE);
        });
        assert!((area(rounded) - (200.0 - 9.0 * (4.0 - std::f64::consts::PI))).abs() < 1.0);
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
