//! Exact depth of two overlapping solids: the facet of their difference nearest to the origin.
//!
//! A polyhedron within the difference, about the origin, is expanded at its nearest facet until that facet is one of the
//! difference (van den Bergen, *Proximity queries and penetration depth computation on 3D game objects*, GDC 2001). The distance of
//! its nearest facet is never more than the depth, whose least value over all directions is therefore found.

use super::support::{Pair, Vertex};
use nalgebra::Vector3;

/// Most corners of the polyhedron.
const MOST_CORNERS: usize = 400;

/// Height above the nearest facet, as a part of the size, that counts as none.
const PRECISION: f64 = 1e-12;

/// A triangle, counter-clockwise from outside.
#[derive(Clone, Copy, Debug)]
struct Facet {
    corners: [u32; 3],
    /// The facet beyond the edge from corner `i` to corner `i + 1`.
    beyond: [u32; 3],
    normal: Vector3<f64>,
    distance: f64,
}

/// A side of the hole in which a new corner is put: a facet, and the edge of it that is one of the hole.
type Rim = (u32, usize);

/// The polyhedron; scratch memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Expanding {
    corners: Vec<Vertex>,
    facets: Vec<Facet>,
    /// Distance of each facet from the origin; infinite for one that was removed or has no area.
    distances: Vec<f64>,
    removed: Vec<bool>,
    rim: Vec<Rim>,
}

/// A direction out of the first, and what reaches farthest there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    /// The facet's normal.
    pub normal: Vector3<f64>,
    /// The height of the difference along it.
    pub depth: f64,
    /// The corners of the facet.
    pub corners: [[u32; 2]; 3],
}

impl Expanding {
    /// Finds the nearest facet of the difference, and visits the others that are up to `more` farther; `known` are points that it may
    /// have. The height of what is beyond a facet is at most `tolerance`.
    pub fn nearest(
        &mut self,
        pair: &Pair,
        start: &[Vertex; 4],
        known: impl IntoIterator<Item = Vertex>,
        [tolerance, more]: [f64; 2],
        mut show: impl FnMut(&Nearest),
    ) {
        self.begin(start);
        let rounding = PRECISION * pair.whole;
        for vertex in known {
            self.add(&vertex, rounding);
        }
        let mut best: Option<Nearest> = None;
        let mut limit = f64::INFINITY;
        while let Some((number, distance)) = self.first().filter(|first| first.1 <= limit) {
            let facet = self.facets[number];
            pair.begin(self.corners[facet.corners[0] as usize].corners);
            let next = pair.support(&facet.normal);
            let depth = facet.normal.dot(&next.point);
            let found = Nearest {
                normal: facet.normal,
                depth,
                corners: facet.corners.map(|i| self.corners[i as usize].corners),
            };
            if best.is_none_or(|best| depth < best.depth) {
                best = Some(found);
            }
            let nearest = best.unwrap_or(found);
            if limit == f64::INFINITY && nearest.depth - distance <= tolerance.max(rounding) {
                // Nothing is nearer.
                limit = nearest.depth + more;
                show(&nearest);
                if more <= 0.0 {
                    return;
                }
            }
            if depth - distance <= rounding {
                if distance > nearest.depth + rounding {
                    show(&found);
                }
                self.distances[number] = f64::INFINITY;
            } else if self.corners.len() >= MOST_CORNERS || !self.put(next, number, rounding) {
                break;
            }
        }
        // The search has broken off.
        if let Some(best) = best.filter(|_| limit == f64::INFINITY) {
            show(&best);
        }
    }

    /// Returns the facets up to a distance from the origin: their distances and normals.
    pub fn within(&self, limit: f64) -> impl Iterator<Item = (f64, Vector3<f64>)> + '_ {
        let all = self.facets.iter().zip(&self.distances);
        let all = all.filter(move |(_, distance)| **distance <= limit);
        all.map(|(facet, distance)| (*distance, facet.normal))
    }

    fn begin(&mut self, start: &[Vertex; 4]) {
        self.corners.clear();
        self.facets.clear();
        self.distances.clear();
        self.removed.clear();
        self.corners.extend(start);
        let [a, b, c, d] = start.map(|of| of.point);
        if (b - a).cross(&(c - a)).dot(&(d - a)) < 0.0 {
            self.corners.swap(1, 2);
        }
        self.facet([0, 2, 1], [3, 2, 1]);
        self.facet([0, 1, 3], [0, 2, 3]);
        self.facet([1, 2, 3], [0, 3, 1]);
        self.facet([0, 3, 2], [1, 2, 0]);
    }

    fn facet(&mut self, corners: [u32; 3], beyond: [u32; 3]) {
        let [p, q, r] = corners.map(|i| self.corners[i as usize].point);
        let across = (q - p).cross(&(r - p));
        let area = across.norm();
        let longest = (q - p).norm_squared().max((r - p).norm_squared());
        let flat = area <= 1e-13 * longest || area <= f64::MIN_POSITIVE;
        let normal = if flat {
            Vector3::zeros()
        } else {
            across / area
        };
        let distance = normal.dot(&p);
        self.facets.push(Facet {
            corners,
            beyond,
            normal,
            distance,
        });
        self.distances
            .push(if flat { f64::INFINITY } else { distance });
        self.removed.push(false);
    }

    /// Returns the facet nearest to the origin, with its distance.
    fn first(&self) -> Option<(usize, f64)> {
        let mut best = (0, f64::INFINITY);
        for (i, distance) in self.distances.iter().enumerate() {
            if *distance < best.1 {
                best = (i, *distance);
            }
        }
        (best.1 < f64::INFINITY).then_some(best)
    }

    /// Whether a point is above a facet or in its plane.
    fn sees(&self, point: &Vector3<f64>, facet: u32, rounding: f64) -> bool {
        let facet = &self.facets[facet as usize];
        facet.normal.dot(point) > facet.distance - rounding
    }

    /// Puts a point outside, if it is one, over the facets that it sees.
    fn add(&mut self, vertex: &Vertex, rounding: f64) {
        let above = |facet: &Facet| facet.normal.dot(&vertex.point) - facet.distance;
        let all = self.facets.iter().zip(&self.removed).enumerate();
        let all = all.filter(|(_, (_, removed))| !**removed);
        let highest = all.map(|(i, (facet, _))| (i, above(facet)));
        let highest = highest.max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((facet, height)) = highest
            && height > rounding
        {
            self.put(*vertex, facet, rounding);
        }
    }

    /// Puts a corner over the facets that it sees, of which one is known. Returns false if they have no simple outline.
    fn put(&mut self, vertex: Vertex, facet: usize, rounding: f64) -> bool {
        let corner = self.corners.len() as u32;
        self.corners.push(vertex);
        self.rim.clear();
        self.remove(facet as u32);
        let Facet {
            corners, beyond, ..
        } = self.facets[facet];
        for k in 0..3 {
            self.flood(beyond[k], corners[(k + 1) % 3], &vertex.point, rounding);
        }
        let (first, count) = (self.facets.len() as u32, self.rim.len() as u32);
        let rim = std::mem::take(&mut self.rim);
        let ends = |&(facet, edge): &Rim| {
            let corners = &self.facets[facet as usize].corners;
            [corners[(edge + 1) % 3], corners[edge]]
        };
        let next = rim.iter().cycle().skip(1);
        let simple = count >= 3 && rim.iter().zip(next).all(|(a, b)| ends(a)[1] == ends(b)[0]);
        if simple {
            for (i, side) in (0..count).zip(&rim) {
                let corners = &self.facets[side.0 as usize].corners;
                let [from, to] = [corners[(side.1 + 1) % 3], corners[side.1]];
                let [after, before] = [1, count - 1].map(|k| first + (i + k) % count);
                self.facet([from, to, corner], [side.0, after, before]);
                self.facets[side.0 as usize].beyond[side.1] = first + i;
            }
        }
        self.rim = rim;
        simple
    }

    fn remove(&mut self, facet: u32) {
        self.removed[facet as usize] = true;
        self.distances[facet as usize] = f64::INFINITY;
    }

    /// Removes the facets that a point sees, from one that is entered through its edge that begins at a corner.
    fn flood(&mut self, facet: u32, from: u32, point: &Vector3<f64>, rounding: f64) {
        if self.removed[facet as usize] {
            return;
        }
        let Facet {
            corners, beyond, ..
        } = self.facets[facet as usize];
        let edge = corners.iter().position(|i| *i == from).unwrap_or(0);
        if !self.sees(point, facet, rounding) {
            self.rim.push((facet, edge));
            return;
        }
        self.remove(facet);
        for k in [edge + 1, edge + 2] {
            self.flood(beyond[k % 3], corners[(k + 1) % 3], point, rounding);
        }
    }
}

/// Largest difference of a facet's normal from the direction that it means, and smallest sine of edges with a direction.
const SAME: f64 = 1e-6;

impl Nearest {
    /// Returns it with the exact direction: that of a face of one solid, or across an edge of each.
    pub fn exact(&self, pair: &Pair) -> Self {
        let mut best = *self;
        let sides = [(&pair.sides[0], 1.0), (&pair.sides[1], -1.0)];
        for (k, (side, sign)) in sides.into_iter().enumerate() {
            for corners in self.corners {
                let n = side.own(&(self.normal * sign));
                if let Some(face) = side.solid.facing(&n, corners[k])
                    && (face - n).norm() <= SAME
                {
                    best.take(pair, side.turned(&face) * sign);
                }
            }
        }
        let points = self.corners.map(|corners| {
            [0, 1].map(|k| pair.sides[k].point(&pair.sides[k].solid.corner(corners[k])))
        });
        let edge = |k: usize, i: usize| points[(i + 1) % 3][k] - points[i][k];
        for (i, j) in [(0, 1), (1, 0), (1, 2), (2, 1), (2, 0), (0, 2)] {
            let (one, two) = (edge(0, i), edge(1, j));
            let across = one.cross(&two);
            let length = across.norm();
            if length > SAME * one.norm() * two.norm() {
                let n = across * (across.dot(&self.normal).signum() / length);
                if (n - self.normal).norm() <= SAME {
                    best.take(pair, n);
                }
            }
        }
        best
    }

    fn take(&mut self, pair: &Pair, normal: Vector3<f64>) {
        let depth = pair.height(&normal);
        if depth < self.depth {
            (self.normal, self.depth) = (normal, depth);
        }
    }
}
