//! Round shapes: the true surface between the corners of a mesh.

use super::Mesh;
use std::collections::BTreeMap;

/// Surface of revolution that a mesh approximates. Its axis is z of its own space; its profile consists of straight lines and
/// arcs of balls.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// Transform from the mesh's frame to that space: rows of a linear part, each followed by a translation.
    pub inward: [[f64; 4]; 3],
    /// The inverse transform.
    pub outward: [[f64; 4]; 3],
    /// Height of the centre and radius of each ball.
    pub balls: Vec<[f64; 2]>,
}

/// Largest deviation of a straight side, as a part of its length.
const STRAIGHT: f64 = 1e-5;
/// Largest distance of a corner on a ball, as a part of the radius.
const ON_BALL: f64 = 1e-4;

fn through(map: &[[f64; 4]; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    map.map(|[a, b, c, d]| a * x + b * y + c * z + d)
}

fn between(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| 0.5 * (a[k] + b[k]))
}

fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    let squares = a.iter().zip(&b).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f64>().sqrt()
}

impl Round {
    /// Returns the point of the surface halfway between two of its points.
    fn middle(&self, a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
        let (p, q) = (through(&self.inward, a), through(&self.inward, b));
        let straight = between(p, q);
        for &[height, radius] in &self.balls {
            let centre = [0.0, 0.0, height];
            let on = |p| (apart(p, centre) - radius).abs() < ON_BALL * radius;
            let away = apart(straight, centre);
            if on(p) && on(q) && away > ON_BALL * radius {
                let far = radius / away;
                let out = |k: usize| centre[k] + far * (straight[k] - centre[k]);
                return through(&self.outward, std::array::from_fn(out));
            }
        }
        let [far_p, far_q] = [p, q].map(|p| libm::hypot(p[0], p[1]));
        let way = [0, 1].map(|k| p[k] / far_p + q[k] / far_q);
        let length = libm::hypot(way[0], way[1]);
        // Neither on the axis nor across it.
        let turned = far_p.min(far_q) > ON_BALL * far_p.max(far_q) && length > ON_BALL;
        if !turned {
            return through(&self.outward, straight);
        }
        let far = 0.5 * (far_p + far_q) / length;
        through(&self.outward, [far * way[0], far * way[1], straight[2]])
    }
}

impl Mesh {
    /// Returns the midpoint of a side on the true surface, and its distance (m) from the side; none for a straight side.
    fn bend(&self, from: u32, to: u32) -> Option<([f64; 3], f64)> {
        let round = self.round.as_ref()?;
        let at = |corner: u32| Some(self.vertices.get(corner as usize)?.map(f64::from));
        let (a, b) = (at(from)?, at(to)?);
        let middle = round.middle(a, b);
        let (stray, length) = (apart(middle, between(a, b)), apart(a, b));
        let bends = stray.is_finite() && length > 0.0 && stray > STRAIGHT * length;
        bends.then_some((middle, stray))
    }

    /// Returns the largest distance (m) from the midpoint of a side to the round surface that the mesh approximates; 0 if there
    /// is none.
    #[must_use]
    pub fn stray(&self) -> f64 {
        if self.round.is_none() {
            return 0.0;
        }
        let sides = self.triangles.iter();
        let sides = sides.flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]]);
        let bends = sides.filter(|[a, b]| a < b);
        let bends = bends.filter_map(|[a, b]| Some(self.bend(*a, *b)?.1));
        bends.fold(0.0, f64::max)
    }

    /// Returns the same round shape with every curved side halved, which deviates by a quarter; the same mesh if it
    /// approximates none.
    #[must_use]
    pub fn finer(&self) -> Mesh {
        let mut finer = self.clone();
        let mut halves: BTreeMap<(u32, u32), Option<u32>> = BTreeMap::new();
        finer.triangles.clear();
        for &[a, b, c] in &self.triangles {
            let mut half = |from: u32, to: u32| {
                let side = (from.min(to), from.max(to));
                *halves.entry(side).or_insert_with(|| {
                    let (middle, _) = self.bend(side.0, side.1)?;
                    finer.vertices.push(middle.map(|c| c as f32));
                    Some(finer.vertices.len() as u32 - 1)
                })
            };
            let middles = [half(a, b), half(b, c), half(c, a)];
            split([a, b, c], middles, &mut finer.triangles);
        }
        finer
    }
}

/// Divides a triangle some of whose sides have a midpoint: of the first side, the second, the third.
fn split([a, b, c]: [u32; 3], middles: [Option<u32>; 3], parts: &mut Vec<[u32; 3]>) {
    match middles {
        [None, None, None] => parts.push([a, b, c]),
        [Some(p), None, None] => parts.extend([[p, b, c], [p, c, a]]),
        [Some(p), Some(q), None] => parts.extend([[p, b, q], [a, p, q], [a, q, c]]),
        [Some(p), Some(q), Some(r)] => parts.extend([[a, p, r], [p, b, q], [r, q, c], [p, q, r]]),
        // Rotated until the first side has a point and the third has none.
        [p, q, r] => split([b, c, a], [q, r, p], parts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAME: [[f64; 4]; 3] = [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
    ];

    fn round(mesh: Mesh, balls: Vec<[f64; 2]>) -> Mesh {
        Mesh {
            round: Some(Round {
                inward: SAME,
                outward: SAME,
                balls,
            }),
            ..mesh
        }
    }

    /// Whether each side of a triangle is also that of another, in the opposite direction.
    fn is_closed(mesh: &Mesh) -> bool {
        let mut sides = std::collections::BTreeSet::new();
        for [a, b, c] in &mesh.triangles {
            for side in [(*a, *b), (*b, *c), (*c, *a)] {
                assert!(sides.insert(side), "a side used twice");
            }
        }
        sides.iter().all(|(a, b)| sides.contains(&(*b, *a)))
    }

    #[test]
    fn a_finer_ball_lies_on_the_ball_and_strays_by_a_quarter() {
        let ball = round(Mesh::sphere(2.0, 32), vec![[0.0, 2.0]]);
        let finer = ball.finer();
        assert!(is_closed(&finer));
        assert_eq!(finer.triangles.len(), 4 * ball.triangles.len());
        for v in &finer.vertices {
            let far = apart(v.map(f64::from), [0.0; 3]);
            assert!((far - 2.0).abs() < 1e-6, "{far}");
        }
        let part = finer.stray() / ball.stray();
        assert!((part - 0.25).abs() < 0.01, "{part}");
    }

    #[test]
    fn caps_and_sides_of_a_cylinder_stay_flat_and_straight() {
        let cylinder = round(Mesh::cylinder(1.0, 4.0, 64), vec![]);
        let finer = cylinder.finer();
        assert!(is_closed(&finer));
        for v in &finer.vertices {
            let far = f64::from(v[0]).hypot(f64::from(v[1]));
            assert!((far - 1.0).abs() < 1e-6 || far == 0.0, "{v:?}");
            assert!(
                v[2].abs() == 2.0 || far == 1.0 || v[2].abs() < 1e-6,
                "{v:?}"
            );
        }
        // Two parts of each piece of a cap, three of each half of a side.
        assert_eq!(finer.triangles.len(), 64 * (2 * 2 + 2 * 3));
        assert!((cylinder.stray() - (1.0 - (std::f64::consts::PI / 64.0).cos())).abs() < 1e-6);
    }

    #[test]
    fn a_stretched_ball_becomes_a_finer_ellipsoid() {
        let factors = [3.0, 0.5, 1.0];
        let mut mesh = Mesh::sphere(1.0, 16);
        for v in &mut mesh.vertices {
            *v = std::array::from_fn(|k| v[k] * factors[k] as f32 + 1.0);
        }
        let map = |factor: fn(f64) -> f64, add: fn(f64) -> f64| {
            std::array::from_fn(|k| {
                let mut row = [0.0, 0.0, 0.0, add(factors[k])];
                row[k] = factor(factors[k]);
                row
            })
        };
        mesh.round = Some(Round {
            inward: map(|f| 1.0 / f, |f| -1.0 / f),
            outward: map(|f| f, |_| 1.0),
            balls: vec![[0.0, 1.0]],
        });
        for v in &mesh.finer().finer().vertices {
            let back: [f64; 3] = std::array::from_fn(|k| (f64::from(v[k]) - 1.0) / factors[k]);
            assert!((apart(back, [0.0; 3]) - 1.0).abs() < 1e-5, "{v:?}");
        }
    }

    #[test]
    fn what_is_not_known_to_be_round_stays_as_it_is() {
        let ball = Mesh::sphere(1.0, 8);
        assert_eq!((ball.finer(), ball.stray()), (ball.clone(), 0.0));
        let broken = Mesh {
            triangles: vec![[0, 1, 999], [7, 7, 7]],
            ..round(ball, vec![[0.0, 1.0]])
        };
        assert_eq!(broken.finer().vertices.len(), broken.vertices.len());
    }
}
