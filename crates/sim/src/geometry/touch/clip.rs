//! The common part of two outlines in a plane (Sutherland & Hodgman, *Reentrant polygon clipping*, CACM 17, 1974).

/// A place in the plane.
pub(super) type Place = [f64; 2];

/// A polygon, with scratch memory for clipping.
#[derive(Clone, Debug, Default)]
pub(super) struct Clip {
    points: Vec<Place>,
    cut: Vec<Place>,
}

/// Largest distance of corners that count as one, as a part of the size.
const SAME: f64 = 1e-12;

/// Sine of the largest angle of segments that touch along their length.
const PARALLEL: f64 = 1e-2;

/// Twice the area of a triangle with one corner at the origin.
pub(super) fn area(a: Place, b: Place) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

pub(super) fn minus(a: Place, b: Place) -> Place {
    [a[0] - b[0], a[1] - b[1]]
}

fn dot(a: Place, b: Place) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn between(a: Place, b: Place, part: f64) -> Place {
    [0, 1].map(|k| a[k] + (b[k] - a[k]) * part)
}

impl Clip {
    /// Takes the common part of two outlines: of two polygons, of which the first is counter-clockwise and the second clockwise; of a
    /// polygon and a segment or point; of two segments that are nearly parallel. Nothing remains of others.
    pub fn common(&mut self, one: &[Place], two: &[Place], size: f64) {
        self.points.clear();
        match (one, two) {
            ([_, _, _, ..], _) => {
                self.points.extend(two);
                self.cut_to(one, 1.0, size);
            }
            (_, [_, _, _, ..]) => {
                self.points.extend(one);
                self.cut_to(two, -1.0, size);
            }
            (&[p, q], &[from, to]) => {
                let (own, along) = (minus(q, p), minus(to, from));
                let squared = dot(own, own);
                // A ball is a segment without length, which has no part in common with another one.
                let are_parallel =
                    area(own, along).abs() <= PARALLEL * (squared * dot(along, along)).sqrt();
                if squared > 0.0 && are_parallel {
                    let [one, two] = [from, to].map(|end| dot(own, minus(end, p)) / squared);
                    let parts = [one.min(two), one.max(two)].map(|part| part.clamp(0.0, 1.0));
                    self.points.extend(parts.map(|part| between(p, q, part)));
                }
            }
            _ => {}
        }
    }

    /// Keeps only some of the corners.
    pub fn keep(&mut self, mut wanted: impl FnMut(Place) -> bool) {
        self.points.retain(|point| wanted(*point));
    }

    /// Cuts it at the sides of a polygon; `turn` is 1 if that is counter-clockwise, otherwise -1.
    fn cut_to(&mut self, ring: &[Place], turn: f64, size: f64) {
        let Some(mut from) = ring.last().copied() else {
            return;
        };
        for &to in ring {
            let side = minus(to, from);
            let start = std::mem::replace(&mut from, to);
            if side[0].abs().max(side[1].abs()) <= SAME * size {
                continue;
            }
            let outwards = [side[1] * turn, -side[0] * turn];
            let Some(mut last) = self.points.last().copied() else {
                return;
            };
            let mut last_out = dot(outwards, minus(last, start));
            self.cut.clear();
            for &point in &self.points {
                let out = dot(outwards, minus(point, start));
                if (out > 0.0) != (last_out > 0.0) {
                    let part = last_out / (last_out - out);
                    self.cut.push(between(last, point, part));
                }
                if out <= 0.0 {
                    self.cut.push(point);
                }
                (last, last_out) = (point, out);
            }
            std::mem::swap(&mut self.points, &mut self.cut);
        }
    }

    /// Returns up to four of the remaining corners, counter-clockwise, that span the largest area.
    pub fn four(&mut self, size: f64) -> ([Place; 4], usize) {
        let points = &mut self.points;
        let close = |a: &mut Place, b: &mut Place| {
            let [x, y] = minus(*a, *b);
            x.abs().max(y.abs()) <= SAME * size
        };
        points.dedup_by(close);
        while let [mut first, .., mut last] = points[..] {
            if !close(&mut first, &mut last) {
                break;
            }
            points.pop();
        }
        let count = points.len();
        let mut whole = 0.0;
        let mut last = points.last().copied().unwrap_or_default();
        for &point in &*points {
            whole += area(last, point);
            last = point;
        }
        if whole < 0.0 {
            points.reverse();
        }
        let mut four = [[0.0; 2]; 4];
        if count <= 4 {
            four[..count].copy_from_slice(points);
            return (four, count);
        }
        // For each diagonal, the farthest corner on either side; it moves on as the diagonal does.
        let at = |i: usize| points[if i < count { i } else { i - count }];
        let across = |i: usize, k: usize, j: usize| area(minus(at(k), at(i)), minus(at(j), at(i)));
        let mut best = (f64::NEG_INFINITY, [0; 4]);
        for i in 0..count - 2 {
            let (mut right, mut left) = (i + 1, i + 3);
            for k in i + 2..count.min(i + count - 1) {
                while right + 1 < k && across(i, k, right + 1) < across(i, k, right) {
                    right += 1;
                }
                left = left.max(k + 1);
                while left + 1 < i + count && across(i, k, left + 1) > across(i, k, left) {
                    left += 1;
                }
                let span = across(i, k, left) - across(i, k, right);
                if span > best.0 {
                    best = (span, [i, right, k, left]);
                }
            }
        }
        (best.1.map(at), 4)
    }
}
