//! Clips a face at the sides of another one (Sutherland & Hodgman, *Reentrant polygon clipping*, CACM 17, 1974).

use super::patch::area;
use nalgebra::Vector3;

/// A polygon, with scratch memory for clipping.
#[derive(Clone, Debug, Default)]
pub(super) struct Clip {
    points: Vec<Vector3<f64>>,
    cut: Vec<Vector3<f64>>,
    places: Vec<[f64; 2]>,
}

/// Largest distance of corners that count as one, as a part of the size.
const SAME: f64 = 1e-12;

impl Clip {
    /// Starts with a face in a plane with that normal.
    pub fn begin(&mut self, points: impl Iterator<Item = Vector3<f64>>) {
        self.points.clear();
        self.points.extend(points);
    }

    /// Clips it at the sides of a face whose corners are counter-clockwise about its normal.
    pub fn to(
        &mut self,
        ring: impl Iterator<Item = Vector3<f64>> + Clone,
        normal: &Vector3<f64>,
        size: f64,
    ) {
        let next = ring.clone().skip(1).chain(ring.clone().take(1));
        for (from, to) in ring.zip(next) {
            let side = to - from;
            if side.norm() <= SAME * size {
                continue;
            }
            let outwards = side.cross(normal);
            self.cut.clear();
            let Some(mut last) = self.points.last().copied() else {
                return;
            };
            let mut last_out = outwards.dot(&(last - from));
            for &point in &self.points {
                let out = outwards.dot(&(point - from));
                if (out > 0.0) != (last_out > 0.0) {
                    let part = last_out / (last_out - out);
                    self.cut.push(last + (point - last) * part);
                }
                if out <= 0.0 {
                    self.cut.push(point);
                }
                (last, last_out) = (point, out);
            }
            std::mem::swap(&mut self.points, &mut self.cut);
        }
    }

    /// Returns the places of up to four of the remaining corners in a plane, counter-clockwise, that span the largest area.
    pub fn four(
        &mut self,
        place: impl Fn(&Vector3<f64>) -> [f64; 2],
        size: f64,
    ) -> ([[f64; 2]; 4], usize) {
        self.places.clear();
        self.places.extend(self.points.iter().map(place));
        let places = &mut self.places;
        let close = |a: &mut [f64; 2], b: &mut [f64; 2]| {
            (a[0] - b[0]).abs().max((a[1] - b[1]).abs()) <= SAME * size
        };
        places.dedup_by(close);
        while let [mut first, .., mut last] = places[..] {
            if !close(&mut first, &mut last) {
                break;
            }
            places.pop();
        }
        let count = places.len();
        let next = places.iter().cycle().skip(1);
        let whole: f64 = places.iter().zip(next).map(|(a, b)| area(*a, *b)).sum();
        if whole < 0.0 {
            places.reverse();
        }
        let mut four = [[0.0; 2]; 4];
        if count <= 4 {
            four[..count].copy_from_slice(places);
            return (four, count);
        }
        // For each diagonal, the farthest corner on either side; it moves on as the diagonal does.
        let at = |i: usize| places[i % count];
        let across = |i: usize, k: usize, j: usize| {
            let ([ax, ay], [bx, by], [x, y]) = (at(i), at(k), at(j));
            area([bx - ax, by - ay], [x - ax, y - ay])
        };
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
