//! Lines, arrows and texts over a finished picture, as paths of `tiny_skia`; where a line crosses itself it covers once.

use super::tone::Tone;
use super::vector::{Vec3, relative};
use super::view::View;
use crate::draw::{
    self, Align, Canvas, Paint, ascent, for_each_covered, letters, line_width, round_stroke,
    text_width,
};
use crate::scene::{Label, Lettering, Marks, Pose, Stroke};
use tiny_skia::{Path, PathBuilder, PathSegment, Point};

/// Factor of distance by which an object must be nearer to hide a line, so that lines on the floor stay visible.
const SLACK: f32 = 1.012;
/// Smallest distance of a line from the eye, as a part of the distance to the target: nearer parts would extend too far beyond
/// the picture.
const NEAREST: f32 = 0.02;
/// Length and half width of an arrow's head, in widths of its line.
const HEAD: [f32; 2] = [4.2, 1.9];

/// A picture to draw on, with the inverse distance at each of its pixels.
pub(super) struct Overlay<'a> {
    view: &'a View,
    origin: [f64; 3],
    canvas: Canvas<'a>,
    depths: &'a [f32],
    tone: &'a Tone,
    /// Coverage of each pixel by the current mark, and the covered pixels.
    cover: Vec<f32>,
    touched: Vec<u32>,
}

/// A point of a line in the picture: position, inverse distance, opacity.
#[derive(Clone, Copy)]
struct Knot {
    x: f32,
    y: f32,
    inverse: f32,
    opacity: f32,
}

impl<'a> Overlay<'a> {
    /// Creates an overlay on a canvas. Without `depths`, nothing hides marks.
    pub fn new(
        view: &'a View,
        origin: [f64; 3],
        canvas: Canvas<'a>,
        depths: &'a [f32],
        tone: &'a Tone,
    ) -> Self {
        Overlay {
            cover: vec![0.0; canvas.width() * canvas.height()],
            touched: vec![],
            view,
            origin,
            canvas,
            depths,
            tone,
        }
    }

    /// Draws all marks; `poses` are those of the scene's actors.
    pub fn draw(&mut self, marks: &Marks, poses: &[Pose]) {
        for stroke in &marks.strokes {
            self.stroke(stroke, poses);
        }
        for lettering in &marks.letterings {
            if self.lettering(lettering).is_some() {
                self.blend(lettering.colour);
            }
        }
        for label in &marks.labels {
            self.label(label, poses);
        }
    }

    fn stroke(&mut self, stroke: &Stroke, poses: &[Pose]) {
        let Some(points) = self.placed(stroke.on, &stroke.points, poses) else {
            return;
        };
        let half = (0.5 * stroke.width * self.canvas.height() as f32).max(0.4);
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
            self.segment(a, &end, half, on_top);
        }
        self.blend(stroke.colour);
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
        let part = (length / long).min(1.0);
        let [long, wide] = [long * part, wide * part];
        let (ux, uy) = (dx / length, dy / length);
        let foot = Knot {
            x: b.x - ux * long,
            y: b.y - uy * long,
            ..*b
        };
        let mut path = PathBuilder::new();
        path.move_to(b.x, b.y);
        path.line_to(foot.x - uy * wide, foot.y + ux * wide);
        path.line_to(foot.x + uy * wide, foot.y - ux * wide);
        path.close();
        let (inverse, opacity) = (b.inverse, b.opacity);
        self.cover(path.finish().as_ref(), on_top, |_, _| (inverse, opacity));
        foot
    }

    /// Draws a line with round ends.
    fn segment(&mut self, a: &Knot, b: &Knot, half: f32, on_top: bool) {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let square = dx * dx + dy * dy;
        let path = if square < 1e-6 {
            PathBuilder::from_circle(a.x, a.y, half)
        } else {
            let mut path = PathBuilder::new();
            path.move_to(a.x, a.y);
            path.line_to(b.x, b.y);
            path.finish()
                .and_then(|path| path.stroke(&round_stroke(2.0 * half), 1.0))
        };
        let (a, b) = (*a, *b);
        self.cover(path.as_ref(), on_top, |x, y| {
            let t = ((x - a.x) * dx + (y - a.y) * dy) / square.max(1e-6);
            let t = t.clamp(0.0, 1.0);
            let mixed = |a: f32, b: f32| a + (b - a) * t;
            (mixed(a.inverse, b.inverse), mixed(a.opacity, b.opacity))
        });
    }

    /// Increases the coverage of the pixels inside a path; `at` returns inverse distance and opacity at a position.
    fn cover(&mut self, path: Option<&Path>, on_top: bool, at: impl Fn(f32, f32) -> (f32, f32)) {
        let (width, height) = (self.canvas.width(), self.canvas.height());
        for_each_covered(path, [width, height], |pixel, covered| {
            let [x, y] = [pixel % width, pixel / width].map(|c| c as f32 + 0.5);
            let (inverse, opacity) = at(x, y);
            let depth = self.depths.get(pixel).copied().unwrap_or_default();
            if !on_top && inverse * SLACK < depth {
                return;
            }
            if self.cover[pixel] == 0.0 {
                self.touched.push(pixel as u32);
            }
            self.cover[pixel] = self.cover[pixel].max(covered * opacity);
        });
    }

    /// Blends the current mark into the picture and clears it.
    fn blend(&mut self, colour: [f32; 3]) {
        let code = self.tone.code(Vec3::from(colour));
        for at in self.touched.drain(..) {
            let at = at as usize;
            let part = std::mem::take(&mut self.cover[at]).clamp(0.0, 1.0);
            self.canvas.blend(at, code, part);
        }
    }

    /// Covers the pixels of a text in the world; none if a part of it is behind the eye.
    fn lettering(&mut self, text: &Lettering) -> Option<()> {
        let at = relative(text.at, self.origin);
        let [right, up] = [text.right, text.up].map(|v| Vec3::from(v.map(|c| c as f32)));
        let near = NEAREST * self.view.reach;
        let seen = |x: f32, y: f32| self.view.seen(at + right * x - up * y);
        let width = text_width(&text.text, 1.0) as f32;
        let corners = [
            seen(0.0, 0.5),
            seen(width, 0.5),
            seen(0.0, -1.0),
            seen(width, -1.0),
        ];
        if !corners.iter().all(|corner| corner.z >= near) {
            return None;
        }
        let placed = |p: Point| {
            let q = self.view.projected(seen(p.x, p.y));
            Point::from_xy(q.x, q.y)
        };
        let mut path = PathBuilder::new();
        for segment in letters(&text.text, 1.0)?.segments() {
            match segment {
                PathSegment::MoveTo(p) => {
                    let p = placed(p);
                    path.move_to(p.x, p.y);
                }
                PathSegment::LineTo(p) => {
                    let p = placed(p);
                    path.line_to(p.x, p.y);
                }
                PathSegment::QuadTo(p, q) => {
                    let [p, q] = [p, q].map(placed);
                    path.quad_to(p.x, p.y, q.x, q.y);
                }
                PathSegment::CubicTo(p, q, r) => {
                    let [p, q, r] = [p, q, r].map(placed);
                    path.cubic_to(p.x, p.y, q.x, q.y, r.x, r.y);
                }
                PathSegment::Close => path.close(),
            }
        }
        // The inverse distance of a plane is linear in the picture.
        let [a, b, c] = [corners[0], corners[1], corners[2]].map(|p| self.view.projected(p));
        let (u, v) = (b - a, c - a);
        let area = u.x * v.y - u.y * v.x;
        let across = (u.z * v.y - v.z * u.y) / area;
        let down = (v.z * u.x - u.z * v.x) / area;
        if !(across.is_finite() && down.is_finite()) {
            return None;
        }
        self.cover(path.finish().as_ref(), false, |x, y| {
            (a.z + across * (x - a.x) + down * (y - a.y), text.opacity)
        });
        Some(())
    }

    /// Writes a text centred above its point, but within the picture.
    fn label(&mut self, label: &Label, poses: &[Pose]) {
        let placed = self.placed(label.on, &[label.at], poses);
        let Some(point) = placed.and_then(|points| points.first().copied()) else {
            return;
        };
        let seen = (self.view.seen(point), 1.0);
        let Some([at, _]) = self.ahead(seen, seen) else {
            return;
        };
        let [columns, rows] = [self.canvas.width(), self.canvas.height()].map(|n| n as f32);
        let size = label.size * rows;
        let line = draw::LINE * size;
        let long = line_width(&label.text, line);
        if at.x < -long || at.x > columns + long || at.y < -size || at.y > rows + 2.0 * size {
            return;
        }
        let margin = 0.5 * size;
        let x = (at.x - 0.5 * long).min(columns - long - margin).max(margin);
        let y = (at.y - 0.9 * size).min(rows - margin).max(size + margin);
        let is_light = label.colour.iter().sum::<f32>() > 0.6;
        let edge = if is_light { Paint::BLACK } else { Paint::WHITE };
        let style = draw::Label {
            size: line,
            paint: Paint::solid(self.tone.code(Vec3::from(label.colour))),
            halo: Some(edge.with_opacity(0.62)),
            align: Align::Left,
        };
        self.canvas.text([x, y - ascent(line)], &label.text, style);
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
