//! The points at which two faces share a force on a given line.

use super::clip::{Clip, Place, area, minus};
use super::smooth::Axes;
use nalgebra::Vector3;

/// Smallest share of a point.
const SMALLEST_SHARE: f64 = 1e-9;

/// Visits the points at which two faces push each other along `n`, with the share of each in the force, whose line leads through
/// `centre`: at most four.
///
/// The points are corners of the common part of both faces, seen along n and relative to the centre: the four that span the largest
/// area. Their shares are the coordinates of the centre between them (Wachspress, *A Rational Finite Element Basis*, 1975), which
/// for a rectangle are bilinear. All points are then moved by what a centre outside is away from them, so that it is exact.
pub(super) fn share(
    clip: &mut Clip,
    (axes, centre): (&Axes, &Vector3<f64>),
    size: f64,
    mut show: impl FnMut(Vector3<f64>, f64),
) {
    let (points, count) = clip.four(size);
    if count == 0 {
        show(*centre, 1.0);
        return;
    }
    let (shares, within) = shares(&points[..count]);
    for (at, share) in points.iter().zip(shares).take(count) {
        if share > SMALLEST_SHARE {
            let [x, y] = minus(*at, within);
            show(centre + axes.u * x + axes.v * y, share);
        }
    }
}

/// Returns the shares of up to four corners of a convex polygon, and their centre: the point of the polygon nearest to the origin.
fn shares(points: &[Place]) -> ([f64; 4], Place) {
    let count = points.len();
    let mut shares = [0.0; 4];
    let next = |i: usize| points[(i + 1) % count];
    if count < 3 || (0..count).any(|i| area(points[i], next(i)) <= 0.0) {
        return on_outline(points);
    }
    let (mut whole, mut sides) = (0.0, [0.0; 4]);
    for i in 0..count {
        sides[i] = area(points[i], next(i));
    }
    for i in 0..count {
        let before = (i + count - 1) % count;
        // The product of the areas at all sides but both at this corner.
        let others = (0..count).filter(|j| *j != i && *j != before);
        let others: f64 = others.map(|j| sides[j]).product();
        let corner = sides[before] + sides[i] - area(points[before], next(i));
        shares[i] = corner.max(0.0) * others;
        whole += shares[i];
    }
    if whole <= 0.0 {
        return on_outline(points);
    }
    shares = shares.map(|share| share / whole);
    let mut within = [0.0; 2];
    for (at, share) in points.iter().zip(shares) {
        within = [within[0] + share * at[0], within[1] + share * at[1]];
    }
    (shares, within)
}

/// Returns the shares of both ends of the side that is nearest to the origin, and its nearest point.
fn on_outline(points: &[Place]) -> ([f64; 4], Place) {
    let mut best = (f64::INFINITY, [0.0; 4], [0.0; 2]);
    for i in 0..points.len() {
        let j = (i + 1) % points.len();
        let along = minus(points[j], points[i]);
        let squared = along[0] * along[0] + along[1] * along[1];
        let toward = -points[i][0] * along[0] - points[i][1] * along[1];
        let part = if squared > 0.0 {
            (toward / squared).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let near = [0, 1].map(|k| points[i][k] + part * along[k]);
        let distance = near[0] * near[0] + near[1] * near[1];
        if distance < best.0 {
            let mut shares = [0.0; 4];
            shares[i] = 1.0 - part;
            shares[j] += part;
            best = (distance, shares, near);
        }
    }
    (best.1, best.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const AXES: Axes = Axes {
        n: Vector3::new(0.0, 0.0, 1.0),
        u: Vector3::new(1.0, 0.0, 0.0),
        v: Vector3::new(0.0, 1.0, 0.0),
    };

    /// The shares of the corners of a square lie about the centre that is asked for, also at a corner and beyond it.
    #[test]
    fn shares_have_the_centre_that_is_asked_for() {
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        for (x, y) in [(0.5, 0.5), (0.9, 0.2), (1.0, 0.3), (1.0, 1.0), (1.1, 0.5)] {
            let mut clip = Clip::default();
            let centre = Vector3::new(x, y, 0.25);
            let places = square.map(|(p, q)| [p - x, q - y]);
            clip.common(&places, &places.map(|[p, q]| [q + y - x, p + x - y]), 1.0);
            let (mut whole, mut sum, mut count) = (0.0, Vector3::zeros(), 0);
            share(&mut clip, (&AXES, &centre), 1.0, |point, part| {
                whole += part;
                sum += point * part;
                count += 1;
            });
            assert!((whole - 1.0).abs() < 1e-12, "{whole}");
            assert!((sum - centre).norm() < 1e-12, "{sum} {centre}");
            assert!((1..=4).contains(&count));
        }
    }

    /// Of a regular polygon, four corners remain that span the largest area.
    #[test]
    fn four_points_span_the_largest_area() {
        let mut clip = Clip::default();
        let corner = |i: i32| {
            let angle = std::f64::consts::TAU * f64::from(i) / 12.0;
            [angle.cos(), angle.sin()]
        };
        let ring: Vec<_> = (0..12).map(corner).collect();
        let back: Vec<_> = (0..12).map(|i| corner(-i)).collect();
        clip.common(&ring, &back, 1.0);
        let mut points = vec![];
        let force = (&AXES, &Vector3::zeros());
        share(&mut clip, force, 1.0, |point, part| {
            assert!((part - 0.25).abs() < 1e-12, "{part}");
            points.push(point);
        });
        let [a, b, c, d] = points[..] else {
            panic!("{points:?}");
        };
        let area = (c - a).cross(&(d - b)).norm() / 2.0;
        assert!((area - 2.0).abs() < 1e-12, "{area}");
    }
}
