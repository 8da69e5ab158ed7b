//! Lines, arrows and texts over a finished picture. A line is a set of capsules in the picture, whose coverage is found from
//! the distance to their axes; where a line crosses itself it covers once.

use super::tone::Tone;
use super::vector::{Vec3, relative};
use super::view::View;
use crate::scene::{Label, Marks, Pose, Stroke, lettering, lettering_width};

/// Factor of distance by which an object must be nearer to hide a line, so that lines on the floor stay visible.
const SLACK: f32 = 1.012;
/// Smallest distance of a line from the eye, as a part of the distance to the target: nearer parts would extend too far beyond
/// the picture.
const NEAREST: f32 = 0.02;
/// Length and half width of an arrow's head, in widths of its line.
const HEAD: [f32; 2] = [4.2, 1.9];
/// Thickness of a letter's lines and of the dark edge around them, as parts of the letter's height.
const PEN: f32 = 0.13;
const EDGE: f32 = 0.17;

/// A picture to draw on, with the inverse distance at each of its pixels.
pub(super) struct Overlay<'a> {
    pub view: &'a View,
    pub origin: [f64; 3],
    pub size: [usize; 2],
    pub rgb: &'a mut [u8],
    pub depths: &'a [f32],
    pub tone: &'a Tone,
    /// Coverage of each pixel by the current line, and the covered pixels.
    pub cover: Vec<f32>,
    pub touched: Vec<u32>,
}

/// A point of a line in the picture: position, inverse distance, opacity.
#[derive(Clone, Copy)]
struct Knot {
    x: f32,
    y: f32,
    inverse: f32,
    opacity: f32,
}

impl Overlay<'_> {
    /// Draws all marks; `poses` are those of the scene's actors.
    pub fn draw(&mut self, marks: &Marks, poses: &[Pose]) {
        for stroke in &marks.strokes {
            self.stroke(stroke, poses);
        }
        for label in &marks.labels {
            self.label(label, poses);
        }
    }

    fn stroke(&mut self, stroke: &Stroke, poses: &[Pose]) {
        let Some(points) = self.placed(stroke.on, &stroke.points, poses) else {
            return;
        };
        let half = (0.5 * stroke.width * self.size[1] as f32).max(0.4);
        let last = points.len().saturating_sub(1).max(1) as f32;
        let opacity = |i: usize| {
            let part = i as f32 / last;
            stroke.first_opacity + (stroke.opacity - stroke.first_opacity) * part
        };
        let seen: Vec<(Vec3, f32)> = points
            .iter()
            .enumerate()
            .map(|(i, p)| (self.view.seen(*p), opacity(i)))
            .collect();
        let on_top = stroke.on_top;
        let pieces = seen
            .windows(2)
            .filter_map(|pair| self.ahead(pair[0], pair[1]));
        let pieces: Vec<[Knot; 2]> = pieces.collect();
        for (i, [a, b]) in pieces.iter().enumerate() {
            let mut end = *b;
            if stroke.arrow && i + 1 == pieces.len() {
                end = self.head(a, b, half, on_top);
            }
            self.capsule(a, &end, half, on_top);
        }
        self.blend(stroke.colour, 1.0);
    }

    /// Returns the part of a segment that is in front of the eye.
    fn ahead(&self, a: (Vec3, f32), b: (Vec3, f32)) -> Option<[Knot; 2]> {
        let near = NEAREST * self.view.reach;
        let cut = |(p, o): (Vec3, f32), (q, r): (Vec3, f32)| {
            if p.z >= near {
                return (p, o);
            }
            let t = (near - p.z) / (q.z - p.z);
            (p.mix(q, t), o + (r - o) * t)
        };
        if !(a.0.z >= near || b.0.z >= near) {
            return None;
        }
        let knots = [cut(a, b), cut(b, a)].map(|(p, opacity)| {
            let q = self.view.projected(p);
            Knot {
                x: q.x,
                y: q.y,
                inverse: q.z,
                opacity,
            }
        });
        let sane = |k: &Knot| k.x.abs() < 1e6 && k.y.abs() < 1e6;
        knots.iter().all(sane).then_some(knots)
    }

    /// Draws the head of an arrow from `a` to `b`; returns the end of its line.
    fn head(&mut self, a: &Knot, b: &Knot, half: f32, on_top: bool) -> Knot {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let length = (dx * dx + dy * dy).sqrt();
        if length < 1e-3 {
            return *b;
        }
        let [long, wide] = HEAD.map(|h| h * 2.0 * half);
        let long = long.min(length);
        let wide = wide * long / (HEAD[0] * 2.0 * half);
        let (ux, uy) = (dx / length, dy / length);
        let foot = Knot {
            x: b.x - ux * long,
            y: b.y - uy * long,
            ..*b
        };
        self.region(
            [&foot, b],
            wide,
            |x, y| {
                // Coordinates along from the tip, and across; inside if the point is within the width of the cone there.
                let (px, py) = (b.x - x, b.y - y);
                let along = px * ux + py * uy;
                let across = (px * uy - py * ux).abs();
                let slant = wide / (wide * wide + long * long).sqrt();
                let inside = (along * wide / long - across) * (1.0 - slant * slant).sqrt();
                (inside.min(long - along) + 0.5, b.inverse, b.opacity)
            },
            on_top,
        );
        foot
    }

    fn capsule(&mut self, a: &Knot, b: &Knot, half: f32, on_top: bool) {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let square = dx * dx + dy * dy;
        self.region(
            [a, b],
            half + 1.0,
            |x, y| {
                let (px, py) = (x - a.x, y - a.y);
                let t = if square > 0.0 {
                    ((px * dx + py * dy) / square).clamp(0.0, 1.0)
                } else {
                    0.0
                };
                let (ex, ey) = (px - dx * t, py - dy * t);
                let distance = (ex * ex + ey * ey).sqrt();
                let inverse = a.inverse + (b.inverse - a.inverse) * t;
                let opacity = a.opacity + (b.opacity - a.opacity) * t;
                (half + 0.5 - distance, inverse, opacity)
            },
            on_top,
        );
    }

    /// Increases the coverage of the pixels in a box around two points: `covers` returns coverage, inverse distance and opacity at a position.
    fn region(
        &mut self,
        [a, b]: [&Knot; 2],
        margin: f32,
        covers: impl Fn(f32, f32) -> (f32, f32, f32),
        on_top: bool,
    ) {
        let [width, height] = self.size;
        let range = |a: f32, b: f32, n: usize| {
            let first = (a.min(b) - margin).floor().max(0.0) as usize;
            first..((a.max(b) + margin).ceil().max(0.0) as usize).min(n)
        };
        let columns = range(a.x, b.x, width);
        for row in range(a.y, b.y, height) {
            for column in columns.clone() {
                let (cover, inverse, opacity) = covers(column as f32 + 0.5, row as f32 + 0.5);
                if cover <= 0.0 {
                    continue;
                }
                let at = row * width + column;
                if !on_top && inverse * SLACK < self.depths[at] {
                    continue;
                }
                let cover = cover.min(1.0) * opacity;
                if self.cover[at] == 0.0 {
                    self.touched.push(at as u32);
                }
                self.cover[at] = self.cover[at].max(cover);
            }
        }
    }

    /// Blends the current line into the picture and clears it.
    fn blend(&mut self, colour: [f32; 3], opacity: f32) {
        let code = self.tone.code(Vec3::from(colour)).map(f32::from);
        for at in self.touched.drain(..) {
            let at = at as usize;
            let part = (self.cover[at] * opacity).clamp(0.0, 1.0);
            self.cover[at] = 0.0;
            for (byte, wanted) in self.rgb[3 * at..3 * at + 3].iter_mut().zip(code) {
                let old = f32::from(*byte);
                *byte = (old + (wanted - old) * part + 0.5) as u8;
            }
        }
    }

    /// Writes a text to the right of its point and above it.
    fn label(&mut self, label: &Label, poses: &[Pose]) {
        let placed = self.placed(label.on, &[label.at], poses);
        let Some(point) = placed.and_then(|points| points.first().copied()) else {
            return;
        };
        let Some([at, _]) = self.ahead((self.view.seen(point), 1.0), (self.view.seen(point), 1.0))
        else {
            return;
        };
        let size = label.size * self.size[1] as f32;
        let width = lettering_width(&label.text) * size;
        // Centred above the point, but within the picture.
        let [columns, rows] = self.size.map(|n| n as f32);
        let margin = 0.5 * size;
        let x = (at.x - 0.5 * width)
            .min(columns - width - margin)
            .max(margin);
        let y = (at.y - 0.9 * size).min(rows - margin).max(size + margin);
        if at.x < -width || at.x > columns + width || at.y < -size || at.y > rows + 2.0 * size {
            return;
        }
        let lines = lettering(&label.text);
        let knot = |[dx, dy]: &[f32; 2]| Knot {
            x: x + dx * size,
            y: y - dy * size,
            inverse: at.inverse,
            opacity: 1.0,
        };
        let light = label.colour.iter().sum::<f32>() > 0.6;
        let edge = if light { [0.0; 3] } else { [1.0; 3] };
        for (half, colour, opacity) in [
            ((0.5 * PEN + EDGE) * size, edge, 0.62),
            ((0.5 * PEN * size).max(0.55), label.colour, 1.0),
        ] {
            for pair in lines.iter().flat_map(|line| line.windows(2)) {
                self.capsule(&knot(&pair[0]), &knot(&pair[1]), half, true);
            }
            self.blend(colour, opacity);
        }
    }

    /// Returns points of the world or of an actor, relative to the frame's origin; `None` if one is not finite or the actor is
    /// missing.
    fn placed(&self, on: Option<usize>, points: &[[f64; 3]], poses: &[Pose]) -> Option<Vec<Vec3>> {
        let pose = match on {
            Some(actor) => *poses.get(actor)?,
            None => Pose::default(),
        };
        let world = pose.to_world()?;
        let place = |p: &[f64; 3]| Some(relative(world(*p), self.origin)).filter(|p| p.is_finite());
        points.iter().map(place).collect()
    }
}
