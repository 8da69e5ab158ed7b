//! Support of a corpus: its ground contacts, the polygon around them, and the margin of the centre of mass within it.

use super::corpus::Corpus;
use nalgebra::Vector2;

/// Support of a corpus at one moment, seen from above.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Support {
    /// Corners of the convex polygon around all points that touch the ground, counter-clockwise (m); fewer than three where
    /// those enclose no area.
    pub polygon: Vec<Vector2<f64>>,
    /// The centre of mass (m).
    pub centre: Vector2<f64>,
    /// Distance of the centre of mass from the nearest side, positive inside (m): the static stability margin of McGhee and
    /// Frank 1968. None without ground contact.
    pub margin: Option<f64>,
}

impl Corpus {
    /// Returns its support as of the last [`World::observe`](super::World::observe).
    #[must_use]
    pub fn support(&self) -> Support {
        let centre = self.observed().motion.centre.xy();
        let points = self.ground_touches().iter();
        let polygon = hull(points.map(|touch| touch.point.xy()).collect());
        Support {
            margin: margin(&polygon, &centre),
            polygon,
            centre,
        }
    }
}

/// Returns twice the area of a triangle, positive if it is counter-clockwise.
fn turn(a: &Vector2<f64>, b: &Vector2<f64>, c: &Vector2<f64>) -> f64 {
    (b - a).perp(&(c - a))
}

/// Returns the convex hull, counter-clockwise, by lower and upper chains (Andrew 1979, Inf. Proc. Letters 9, 216).
fn hull(mut points: Vec<Vector2<f64>>) -> Vec<Vector2<f64>> {
    points.retain(|p| p.iter().all(|c| c.is_finite()));
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let chain = |points: &mut dyn Iterator<Item = &Vector2<f64>>| {
        let mut chain: Vec<Vector2<f64>> = vec![];
        for p in points {
            while let [.., a, b] = chain.as_slice()
                && turn(a, b, p) <= 0.0
            {
                chain.pop();
            }
            chain.push(*p);
        }
        chain.pop();
        chain
    };
    let mut below = chain(&mut points.iter());
    below.extend(chain(&mut points.iter().rev()));
    below
}

/// Returns the distance of a point inside a convex polygon from its nearest side, below zero outside; with fewer than three
/// corners a point is never inside.
fn margin(polygon: &[Vector2<f64>], point: &Vector2<f64>) -> Option<f64> {
    let after = polygon.iter().cycle().skip(1);
    let sides = || polygon.iter().zip(after.clone());
    let nearest = sides().map(|(a, b)| distance(a, b, point));
    let nearest = nearest.reduce(f64::min)?;
    let inside = polygon.len() > 2 && sides().all(|(a, b)| turn(a, b, point) >= 0.0);
    Some(if inside { nearest } else { -nearest })
}

/// Returns the distance of a point from the line between two others.
fn distance(a: &Vector2<f64>, b: &Vector2<f64>, point: &Vector2<f64>) -> f64 {
    let (along, from) = (b - a, point - a);
    let length = along.norm_squared();
    let part = match length > 0.0 {
        true => (from.dot(&along) / length).clamp(0.0, 1.0),
        false => 0.0,
    };
    (from - along * part).norm()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(of: &[[f64; 2]]) -> Vec<Vector2<f64>> {
        of.iter().map(|p| Vector2::new(p[0], p[1])).collect()
    }

    #[test]
    fn hulls_keep_corners_only() {
        let square = [
            [0.0, 0.0],
            [2.0, 0.0],
            [1.0, 1.0],
            [2.0, 2.0],
            [0.0, 2.0],
            [0.0, 1.0],
            [2.0, 0.0],
        ];
        let corners = points(&[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]);
        assert_eq!(hull(points(&square)), corners);
        let line = hull(points(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]));
        assert_eq!(line, points(&[[0.0, 0.0], [2.0, 2.0]]));
        assert!(hull(points(&[[f64::NAN, 0.0]])).is_empty());
    }

    #[test]
    fn margins_are_positive_inside() {
        let square = points(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]);
        let of = |polygon: &[Vector2<f64>], x, y| margin(polygon, &Vector2::new(x, y));
        assert_eq!(of(&square, 1.0, 2.0), Some(1.0));
        assert_eq!(of(&square, 7.0, 8.0), Some(-5.0));
        assert_eq!(of(&square[..2], 2.0, 1.0), Some(-1.0));
        assert_eq!(of(&square[..1], 3.0, 4.0), Some(-5.0));
        assert_eq!(of(&[], 1.0, 2.0), None);
    }
}
