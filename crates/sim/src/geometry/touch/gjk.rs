//! Distance of two solids: the point of their difference nearest to the origin.
//!
//! Gilbert, Johnson & Keerthi, *A fast procedure for computing the distance between complex objects in three-dimensional space*,
//! IEEE Journal of Robotics and Automation 4, 1988. Nearest points of triangles: Ericson, *Real-Time Collision Detection*, 2005,
//! 5.1.5.

use super::exact::Features;
use super::newton::across;
use super::support::{Pair, Vertex};
use nalgebra::Vector3;

/// Most steps of the search.
const MOST_STEPS: usize = 64;

/// Precision of the squared distance, as a part of itself.
const PRECISION: f64 = 1e-14;

/// Smallest distance from the origin, as a part of the size, at which it is outside.
const OUTSIDE: f64 = 1e-13;

/// Rounding of a coordinate, as a part of the size.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// How two cores lie to each other.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lie {
    /// Farther apart than the margin, along a direction out of the first.
    Apart(Vector3<f64>),
    /// Apart by a distance within the margin, between points of these features.
    Near(Vector3<f64>, f64, Features),
    /// Overlapping: the origin is in the tetrahedron of four points of the difference.
    Within([Vertex; 4]),
}

/// Up to four points of the difference.
#[derive(Clone, Copy, Debug)]
struct Simplex {
    points: [Vertex; 4],
    count: usize,
}

/// Finds how two solids lie to each other; the search begins along a direction out of the first.
pub(super) fn lie(pair: &Pair, start: &Vector3<f64>) -> Lie {
    let first = pair.support(start);
    let mut simplex = Simplex {
        points: [first; 4],
        count: 1,
    };
    let mut nearest = first.point;
    let smallest = (OUTSIDE * pair.whole).powi(2);
    for _ in 0..MOST_STEPS {
        let squared = nearest.norm_squared();
        if squared <= smallest {
            return simplex.filled(pair);
        }
        let distance = squared.sqrt();
        let n = nearest / -distance;
        let next = pair.support(&n);
        let gap = -n.dot(&next.point);
        if gap > pair.margin {
            return Lie::Apart(n);
        }
        let known = simplex.points[..simplex.count].contains(&next);
        if known || distance - gap <= PRECISION * distance {
            return Lie::Near(n, distance, simplex.features());
        }
        simplex.points[simplex.count] = next;
        simplex.count += 1;
        match simplex.reduce(pair.whole) {
            Some(point) if point.norm_squared() < squared => nearest = point,
            // It comes no nearer: the rest is rounding.
            Some(_) => return Lie::Near(n, distance, simplex.features()),
            None => return Lie::Within(simplex.points),
        }
    }
    let distance = nearest.norm();
    Lie::Near(nearest / -distance, distance, simplex.features())
}

impl Simplex {
    fn features(&self) -> Features {
        Features::of(self.points[..self.count].iter().map(|of| of.corners))
    }

    fn keep(&mut self, which: &[usize]) {
        let old = self.points;
        for (place, i) in which.iter().enumerate() {
            self.points[place] = old[*i];
        }
        self.count = which.len();
    }

    /// Keeps the points whose hull has the point nearest to the origin, and returns it; none if the origin is within four points.
    fn reduce(&mut self, whole: f64) -> Option<Vector3<f64>> {
        let p = self.points.map(|of| of.point);
        match self.count {
            2 => {
                let (point, kept) = on_segment(&p, [0, 1]);
                self.keep(kept.of());
                Some(point)
            }
            3 => {
                let (point, kept) = on_triangle(&p, [0, 1, 2]);
                self.keep(kept.of());
                Some(point)
            }
            4 => {
                let mut best: Option<(f64, Vector3<f64>, Kept)> = None;
                for [i, j, k, other] in [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 3, 1], [1, 2, 3, 0]] {
                    let edges = [j, k, other].map(|to| p[to] - p[i]);
                    let normal = edges[0].cross(&edges[1]);
                    let (inside, origin) = (normal.dot(&edges[2]), -normal.dot(&p[i]));
                    // Points close to each other span what rounding makes of it.
                    let [a, b, c] = edges.map(|edge| edge.norm());
                    let rounding = ROUNDING * whole * (a * b + b * c + c * a);
                    if inside * origin > 0.0 && inside.abs() > rounding {
                        continue;
                    }
                    let (point, kept) = on_triangle(&p, [i, j, k]);
                    let squared = point.norm_squared();
                    if best.is_none_or(|best| squared < best.0) {
                        best = Some((squared, point, kept));
                    }
                }
                let (_, point, kept) = best?;
                self.keep(kept.of());
                Some(point)
            }
            _ => Some(p[0]),
        }
    }

    /// Adds points until there are four that span a volume; the origin is on what they are now.
    fn filled(mut self, pair: &Pair) -> Lie {
        let flat = 1e-9 * pair.size;
        for _ in 0..3 {
            let p = self.points.map(|of| of.point);
            let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
            let tries: [Vector3<f64>; 3] = match self.count {
                1 => axes,
                2 => {
                    let [u, v] = across(&(p[1] - p[0]).normalize());
                    [u, v, u + v]
                }
                3 => [(p[1] - p[0]).cross(&(p[2] - p[0])).normalize(); 3],
                _ => break,
            };
            let away = |point: &Vector3<f64>| match self.count {
                1 => (point - p[0]).norm(),
                2 => (p[1] - p[0]).normalize().cross(&(point - p[0])).norm(),
                _ => tries[0].dot(&(point - p[0])).abs(),
            };
            let all = tries.iter().flat_map(|n| [*n, -n]);
            let found = all
                .map(|n| pair.support(&n))
                .find(|of| away(&of.point) > flat);
            let Some(found) = found else {
                return Lie::Near(Vector3::z(), 0.0, self.features());
            };
            self.points[self.count] = found;
            self.count += 1;
        }
        Lie::Within(self.points)
    }
}

/// The numbers of up to three points.
#[derive(Clone, Copy, Debug)]
struct Kept([usize; 3], usize);

impl Kept {
    fn of(&self) -> &[usize] {
        &self.0[..self.1]
    }
}

fn on_segment(p: &[Vector3<f64>; 4], [i, j]: [usize; 2]) -> (Vector3<f64>, Kept) {
    let along = p[j] - p[i];
    let part = -p[i].dot(&along) / along.norm_squared();
    if part >= 1.0 {
        (p[j], Kept([j, 0, 0], 1))
    } else if part > 0.0 {
        (p[i] + along * part, Kept([i, j, 0], 2))
    } else {
        (p[i], Kept([i, 0, 0], 1))
    }
}

fn on_triangle(p: &[Vector3<f64>; 4], [i, j, k]: [usize; 3]) -> (Vector3<f64>, Kept) {
    let (a, b, c) = (p[i], p[j], p[k]);
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(&ac);
    let squared = normal.norm_squared();
    let sides = [([i, j], a, ab), ([j, k], b, c - b), ([k, i], c, a - c)];
    // The origin is beyond a side of the triangle.
    let beyond = |(_, from, along): &([usize; 2], Vector3<f64>, Vector3<f64>)| {
        along.cross(&normal).dot(&-from) >= 0.0
    };
    if squared > 0.0 && !sides.iter().any(beyond) {
        return (normal * (normal.dot(&a) / squared), Kept([i, j, k], 3));
    }
    let all = sides.iter().filter(|side| squared <= 0.0 || beyond(side));
    let all = all.map(|(ends, ..)| on_segment(p, *ends));
    let least = all.min_by(|a, b| a.0.norm_squared().total_cmp(&b.0.norm_squared()));
    least.unwrap_or((a, Kept([i, 0, 0], 1)))
}
