//! Convex polyhedra: their corners, faces and edges, and the searches over them that climb from corner to corner.

use super::cuboid::Cuboid;
use super::smooth::{Axes, SHARPNESS, Smooth, Sums};
use crate::geometry::hull::hull_faces;
use crate::geometry::mesh::bounds;
use nalgebra::{Matrix3, Vector3};

/// A convex polyhedron: corners, faces and edges.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polytope {
    pub(super) corners: Vec<Vector3<f64>>,
    pub(super) faces: Vec<Face>,
    /// Corners of all faces, face by face, counter-clockwise from outside.
    loops: Vec<u32>,
    /// The corners at the other ends of the edges of each corner, and the faces around it.
    beside: Around,
    around: Around,
    /// Whether a climb over edges arrives at the highest corner; not so for few corners, which are all looked at.
    climbs: bool,
    /// It as a box, if it is one.
    pub(super) cuboid: Option<Cuboid>,
    /// The mean of the corners.
    pub(super) middle: Vector3<f64>,
    /// Length of the diagonal of its bounding box.
    pub(super) size: f64,
    /// Logarithm of the largest sum of e^(c h) over all corners, with their heights h relative to a face and c = [`SHARPNESS`] / size:
    /// for flat faces, that of their largest number of corners.
    pub(super) rounding: f64,
}

/// A face: n x = offset for the points in its plane, with the outward normal n.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Face {
    pub normal: Vector3<f64>,
    pub offset: f64,
    corners: std::ops::Range<usize>,
}

/// A list of numbers for each corner.
#[derive(Clone, Debug, Default, PartialEq)]
struct Around {
    ends: Vec<u32>,
    all: Vec<u32>,
}

impl Around {
    /// Arranges pairs of a corner and a number by their corners.
    fn of(corners: usize, mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.sort_unstable();
        let mut ends = vec![0; corners];
        for (place, (corner, _)) in (1..).zip(&pairs) {
            ends[*corner as usize] = place;
        }
        for i in 1..corners {
            ends[i] = ends[i].max(ends[i - 1]);
        }
        let all = pairs.into_iter().map(|(_, number)| number).collect();
        Around { ends, all }
    }

    fn at(&self, corner: u32) -> &[u32] {
        let corner = corner as usize;
        let Some(&end) = self.ends.get(corner) else {
            return &[];
        };
        let start = corner.checked_sub(1).map_or(0, |i| self.ends[i]);
        &self.all[start as usize..end as usize]
    }
}

/// Largest distance, as a part of the size, of corners in the plane of a face; and largest difference of normals of one face.
const SAME: f64 = 1e-7;

/// Exponent below which a corner does not count in a smoothed depth.
const FADED: f64 = -40.0;

/// Largest number of corners that are all looked at.
const FEW: usize = 12;

/// Largest number of corners near the top of which a list is kept; of more, all corners are looked at.
const NEAR: usize = 48;

impl Polytope {
    /// Returns the least and the largest coordinates of its corners at a pose.
    #[must_use]
    pub fn bounds(&self, rotation: &Matrix3<f64>, origin: &Vector3<f64>) -> [Vector3<f64>; 2] {
        let at = self.corners.iter().map(|corner| origin + rotation * corner);
        let none = [f64::INFINITY, f64::NEG_INFINITY].map(Vector3::repeat);
        at.fold(none, |[low, high], at| [low.inf(&at), high.sup(&at)])
    }

    /// Returns the lowest height (m) of the solid on the vertical line at x and y, if the line passes through it; `rotation` and
    /// `origin` place its frame in the world.
    #[must_use]
    pub fn lowest_at(
        &self,
        [x, y]: [f64; 2],
        rotation: &Matrix3<f64>,
        origin: &Vector3<f64>,
    ) -> Option<f64> {
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        for face in &self.faces {
            let n = rotation * face.normal;
            // n . p <= offset for the points p of the solid.
            let left = face.offset + n.dot(origin) - n.x * x - n.y * y;
            if n.z.abs() <= SAME {
                if left < 0.0 {
                    return None;
                }
            } else if n.z < 0.0 {
                low = low.max(left / n.z);
            } else {
                high = high.min(left / n.z);
            }
        }
        (low < high).then_some(low)
    }

    /// Returns the convex hull of points. None if they are nearly in one plane.
    #[must_use]
    pub fn hull(points: &[Vector3<f64>]) -> Option<Polytope> {
        let (corners, normals) = hull_faces(points)?;
        let corners: Vec<Vector3<f64>> = corners.iter().map(|&i| points[i]).collect();
        let (low, high) = bounds(&corners)?;
        let mut all = Polytope {
            middle: corners.iter().sum::<Vector3<f64>>() / corners.len() as f64,
            size: (high - low).norm(),
            corners,
            ..Polytope::default()
        };
        for normal in normals {
            all.add_face(normal);
        }
        // Of all directions, the sum is largest at a face: in between, its exponents are linear in the normals of the faces there.
        let sharpness = SHARPNESS / all.size;
        let sum = |face: &Face| {
            let heights = all.corners.iter().map(|c| face.normal.dot(c) - face.offset);
            let near = heights.map(|h| sharpness * h).filter(|x| *x > FADED);
            near.map(libm::exp).sum()
        };
        all.rounding = libm::log(all.faces.iter().map(sum).fold(1.0, f64::max));
        all.link();
        Some(all)
    }

    /// Adds a face, unless its plane already exists.
    fn add_face(&mut self, normal: Vector3<f64>) {
        let is_same = |face: &Face| face.normal.dot(&normal) > 1.0 - SAME * SAME;
        if self.faces.iter().any(is_same) {
            return;
        }
        let heights = self.corners.iter().map(|c| normal.dot(c));
        let offset = heights.fold(f64::NEG_INFINITY, f64::max);
        let lowest = offset - SAME * self.size;
        let numbers = 0..self.corners.len();
        let mut ring: Vec<u32> = numbers
            .filter(|&i| normal.dot(&self.corners[i]) >= lowest)
            .map(|i| i as u32)
            .collect();
        if ring.len() < 3 {
            return;
        }
        let corner = |i: &u32| self.corners[*i as usize];
        let middle = ring.iter().map(corner).sum::<Vector3<f64>>() / ring.len() as f64;
        let x = (corner(&ring[0]) - middle).normalize();
        let y = normal.cross(&x);
        let angle = |i: &u32| {
            let arm = corner(i) - middle;
            libm::atan2(y.dot(&arm), x.dot(&arm))
        };
        ring.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
        // More exact than the normal on the grid of the hull.
        let next = ring.iter().cycle().skip(1);
        let areas = ring.iter().zip(next);
        let areas = areas.map(|(p, q)| (corner(p) - middle).cross(&(corner(q) - middle)));
        let normal = areas.sum::<Vector3<f64>>().normalize();
        let heights = ring.iter().map(|i| normal.dot(&corner(i)));
        let offset = heights.fold(f64::NEG_INFINITY, f64::max);
        let start = self.loops.len();
        self.loops.extend(ring);
        self.faces.push(Face {
            normal,
            offset,
            corners: start..self.loops.len(),
        });
    }

    /// Finds what is beside each corner, and whether a climb arrives everywhere.
    fn link(&mut self) {
        let count = self.corners.len();
        let mut sides = vec![];
        for face in &self.faces {
            let ring = self.ring(face);
            let next = ring.iter().cycle().skip(1);
            sides.extend(ring.iter().zip(next).map(|(from, to)| (*from, *to)));
        }
        self.beside = Around::of(count, sides);
        let mut rings = vec![];
        for (face, number) in self.faces.iter().zip(0..) {
            rings.extend(self.ring(face).iter().map(|&corner| (corner, number)));
        }
        self.around = Around::of(count, rings);
        self.climbs = true;
        let mut arrives = |face: &Face| {
            let ring = self.ring(face);
            let top = self.highest(&face.normal, (ring[0] + 1) % count as u32);
            face.offset - face.normal.dot(&self.corners[top as usize]) <= SAME * self.size
        };
        self.climbs = count > FEW && self.faces.iter().all(&mut arrives);
        self.cuboid = Cuboid::of(self);
    }

    /// Returns the edges, each once.
    #[cfg(test)]
    pub(super) fn edges(&self) -> Vec<[u32; 2]> {
        let all = (0..self.corners.len() as u32).flat_map(|i| {
            let ends = self.beside.at(i).iter().filter(move |j| i < **j);
            ends.map(move |j| [i, *j])
        });
        all.collect()
    }

    pub(super) fn ring(&self, face: &Face) -> &[u32] {
        &self.loops[face.corners.clone()]
    }

    /// Returns the corners of a face.
    pub(super) fn outline(&self, face: &Face) -> impl Iterator<Item = Vector3<f64>> + Clone {
        self.ring(face).iter().map(|&i| self.corners[i as usize])
    }

    /// Returns the number of the highest corner along a direction; a climb begins at the corner `start`.
    pub(super) fn highest(&self, n: &Vector3<f64>, start: u32) -> u32 {
        if let Some(cuboid) = &self.cuboid {
            return cuboid.highest(n);
        }
        let height = |i: u32| n.dot(&self.corners[i as usize]);
        let all = 0..self.corners.len() as u32;
        if !self.climbs {
            let mut best = (0, f64::NEG_INFINITY);
            for i in all {
                let height = height(i);
                if height > best.1 {
                    best = (i, height);
                }
            }
            return best.0;
        }
        let mut top = if all.contains(&start) { start } else { 0 };
        let mut best = height(top);
        loop {
            let from = top;
            for &i in self.beside.at(from) {
                let height = height(i);
                if height > best {
                    (top, best) = (i, height);
                }
            }
            if top == from {
                return top;
            }
        }
    }

    /// Returns the smoothed support function along a direction; the climb begins at a corner, and stores where it arrives.
    ///
    /// The corners above a height are connected by edges, so those near the highest one are found from there.
    pub(super) fn smooth(&self, axes: &Axes, c: f64, start: &mut u32) -> Smooth {
        if let Some(cuboid) = &self.cuboid {
            return cuboid.smooth(axes, c, self.rounding);
        }
        let top = self.highest(&axes.n, *start);
        *start = top;
        let origin = self.corners[top as usize];
        let mut sums = Sums::default();
        let mut take = |i: u32| {
            let arm = self.corners[i as usize] - origin;
            let below = c * axes.n.dot(&arm);
            if below > FADED {
                sums.take(libm::exp(below), &arm, axes);
            }
            below > FADED
        };
        let mut near = [0; NEAR];
        let (mut seen, mut count) = (0, 0);
        if self.climbs {
            (near[0], count) = (top, 1);
            take(top);
        }
        while seen < count && count < NEAR {
            for &i in self.beside.at(near[seen]) {
                if count < NEAR && !near[..count].contains(&i) && take(i) {
                    near[count] = i;
                    count += 1;
                }
            }
            seen += 1;
        }
        if count == 0 || count == NEAR {
            sums = Sums::default();
            let mut take = |arm: Vector3<f64>| {
                let below = c * axes.n.dot(&arm);
                if below > FADED {
                    sums.take(libm::exp(below), &arm, axes);
                }
            };
            self.corners.iter().for_each(|v| take(v - origin));
        }
        sums.smooth(&origin, axes, self.rounding, c)
    }

    /// Returns the face at the corner that points most along a direction.
    pub(super) fn facing(&self, n: &Vector3<f64>, corner: u32) -> Option<&Face> {
        let faces = self.around.at(corner).iter();
        let faces = faces.map(|&i| &self.faces[i as usize]);
        faces.reduce(|a, b| match b.normal.dot(n) > a.normal.dot(n) {
            true => b,
            false => a,
        })
    }

    /// Returns the corner of a number; the first if there is none.
    pub(super) fn corner(&self, number: u32) -> Vector3<f64> {
        let corner = self.corners.get(number as usize);
        corner.or(self.corners.first()).copied().unwrap_or_default()
    }
}
