//! Clips a face at the sides of another one (Sutherland & Hodgman, *Reentrant polygon clipping*, CACM 17, 1974).

use nalgebra::Vector3;
use std::f64::consts::FRAC_2_PI;

/// A polygon, with scratch memory for clipping.
#[derive(Clone, Debug, Default)]
pub(super) struct Clip {
    points: Vec<Vector3<f64>>,
    cut: Vec<Vector3<f64>>,
    weighed: Vec<(Vector3<f64>, f64)>,
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

    /// Returns the remaining corners with their weights.
    pub fn weighed(&mut self, normal: &Vector3<f64>, size: f64) -> &[(Vector3<f64>, f64)] {
        let mut all = std::mem::take(&mut self.weighed);
        all.clear();
        self.weigh(normal, size, |point, weight| all.push((point, weight)));
        self.weighed = all;
        &self.weighed
    }

    /// Visits the remaining corners with their weights: the outline turns by two thirds of pi at each corner of a triangle, and
    /// the weights sum to four. A corner that is cut off passes its weight on to those that replace it.
    fn weigh(&mut self, normal: &Vector3<f64>, size: f64, mut show: impl FnMut(Vector3<f64>, f64)) {
        let points = &mut self.points;
        let close = |a: &mut Vector3<f64>, b: &mut Vector3<f64>| (*a - *b).norm() <= SAME * size;
        points.dedup_by(close);
        while let [first, .., last] = points[..] {
            if (first - last).norm() > SAME * size {
                break;
            }
            points.pop();
        }
        let n = points.len();
        match n {
            0 => {}
            1 => show(points[0], 4.0),
            2 => points.iter().for_each(|p| show(*p, 2.0)),
            _ => {
                for i in 0..n {
                    let flat = |v: Vector3<f64>| v - normal * normal.dot(&v);
                    let before = flat(points[i] - points[(i + n - 1) % n]);
                    let after = flat(points[(i + 1) % n] - points[i]);
                    let turn = libm::atan2(before.cross(&after).norm(), before.dot(&after));
                    show(points[i], FRAC_2_PI * turn);
                }
            }
        }
    }
}
