//! Corners of the convex hull of points.
//!
//! Barber, Dobkin & Huhdanpaa, *The quickhull algorithm for convex hulls*, ACM TOMS 22(4), 1996. Their tolerances are replaced
//! by exact arithmetic: the points are first rounded to a grid of 2^30 cells along the longest side, on which the side of a
//! plane is computed in integers, so coplanar and repeated points need no special care.

use std::cmp::Reverse;

use nalgebra::Vector3;

use super::Mesh;
use super::mesh::bounds;

/// A point on the grid; each coordinate in `0..=2^30`.
type Point = [i64; 3];

/// Thickness of a set of points in cells below which it counts as flat: the rest is rounding.
const FLAT: f64 = 4.0;

/// Most cells along the longest side. A product of three differences then fits an `i128` easily.
const CELLS: f64 = (1u64 << 30) as f64;

/// Returns the indices, in ascending order, of the points that are corners of the convex hull; of coinciding points the first.
/// `None` if the points are nearly in one plane, or one of them is not finite.
///
/// A point counts as a corner if it protrudes by more than about 1e-9 of the longest side.
pub fn hull_vertices(points: &[Vector3<f64>]) -> Option<Vec<usize>> {
    Hull::of(points).map(|hull| hull.true_corners())
}

/// Returns the convex hull of some points, with outward triangles; `None` as for [`hull_vertices`].
pub fn hull_mesh(points: &[Vector3<f64>]) -> Option<Mesh> {
    let hull = Hull::of(points)?;
    let mut mesh = Mesh::default();
    let mut number = vec![u32::MAX; points.len()];
    for face in hull.alive() {
        mesh.triangles.push(face.corners.map(|corner| {
            if number[corner] == u32::MAX {
                number[corner] = mesh.vertices.len() as u32;
                mesh.vertices.push(points[corner]);
            }
            number[corner]
        }));
    }
    Some(mesh)
}

/// Returns the corners of the convex hull as [`hull_vertices`] does, and the outward normals of its faces, each once, in the
/// order in which the faces were found.
pub(super) fn hull_faces(points: &[Vector3<f64>]) -> Option<(Vec<usize>, Vec<Vector3<f64>>)> {
    let hull = Hull::of(points)?;
    let mut different: Vec<[i64; 3]> = vec![];
    for face in hull.alive() {
        let known =
            |other: &[i64; 3]| parallel(*other, face.normal) && dot(*other, face.normal) > 0;
        if !different.iter().any(known) {
            different.push(face.normal);
        }
    }
    let unit = |n: &[i64; 3]| Vector3::from(n.map(|x| x as f64)).normalize();
    Some((hull.true_corners(), different.iter().map(unit).collect()))
}

/// Rounds the points to the grid; `None` if they have no extent or an infinite one.
fn to_grid(points: &[Vector3<f64>]) -> Option<Vec<Point>> {
    let (low, high) = bounds(points)?;
    let finite = |point: &Vector3<f64>| point.iter().all(|x| x.is_finite());
    if !points.iter().all(finite) {
        return None;
    }
    // A power of two, so that exact coordinates stay exact: integers, halves, quarters.
    let size = (high - low).max();
    let scale = CELLS / libm::exp2(libm::log2(size).ceil());
    if !scale.is_normal() {
        return None;
    }
    let cell = |x: f64| (x * scale).round() as i64;
    let on_grid = |point: &Vector3<f64>| (point - low).map(cell).into();
    Some(points.iter().map(on_grid).collect())
}

/// A triangle of the hull, counter-clockwise from outside.
struct Face {
    corners: [usize; 3],
    /// The face beyond the edge from corner `i` to corner `i + 1`.
    neighbours: [usize; 3],
    normal: [i64; 3],
    /// Points that see this face from outside; each outer point is assigned to one face.
    outside: Vec<usize>,
    alive: bool,
}

impl Face {
    fn new(corners: [usize; 3], neighbours: [usize; 3], grid: &[Point]) -> Self {
        let [a, b, c] = corners.map(|corner| grid[corner]);
        Face {
            corners,
            neighbours,
            normal: cross(minus(b, a), minus(c, a)),
            outside: Vec::new(),
            alive: true,
        }
    }

    /// Returns the distance of a point outside the face's plane, times the length of the normal.
    fn height(&self, point: Point, grid: &[Point]) -> i128 {
        dot(self.normal, minus(point, grid[self.corners[0]]))
    }
}

/// The hull under construction, and the faces that may still have points outside.
struct Hull {
    faces: Vec<Face>,
    pending: Vec<usize>,
}

impl Hull {
    /// Builds the hull of points; `None` if they are nearly in one plane, or one of them is not finite.
    fn of(points: &[Vector3<f64>]) -> Option<Self> {
        let grid = to_grid(points)?;
        let mut hull = Hull::start(&grid)?;
        while let Some(face) = hull.pending.pop() {
            hull.extend(face, &grid);
        }
        Some(hull)
    }

    /// Returns the faces that have not been removed.
    fn alive(&self) -> impl Iterator<Item = &Face> {
        self.faces.iter().filter(|face| face.alive)
    }

    /// Starts with a tetrahedron of four corners of the hull; `None` if all points are in one plane.
    fn start(grid: &[Point]) -> Option<Self> {
        // Of equal points the first is taken.
        let farthest = |measure: &dyn Fn(Point) -> i128| {
            let mut best = (i128::MIN, 0);
            for (i, point) in grid.iter().enumerate() {
                let value = measure(*point);
                if value > best.0 {
                    best = (value, i);
                }
            }
            best
        };
        let (_, a) = farthest(&|point| i128::from(-point[0]));
        let (_, b) = farthest(&|point| i128::from(point[0]));
        let (pa, pb) = (grid[a], grid[b]);
        let (_, c) = farthest(&|point| {
            let n = cross(minus(pb, pa), minus(point, pa));
            dot(n, n)
        });
        let n = cross(minus(pb, pa), minus(grid[c], pa));
        let (up, high) = farthest(&|point| dot(n, minus(point, pa)));
        let (down, low) = farthest(&|point| -dot(n, minus(point, pa)));
        if (up + down) as f64 <= FLAT * (dot(n, n) as f64).sqrt() {
            return None;
        }
        let (a, b, d) = if down > 0 { (a, b, low) } else { (b, a, high) };

        // The fourth corner is now below the plane of a, b, c.
        let mut faces = vec![
            Face::new([a, b, c], [1, 2, 3], grid),
            Face::new([b, a, d], [0, 3, 2], grid),
            Face::new([c, b, d], [0, 1, 3], grid),
            Face::new([a, c, d], [0, 2, 1], grid),
        ];
        hand_out(&mut faces, 0, (0..grid.len()).collect(), grid);
        Some(Hull {
            faces,
            pending: vec![3, 2, 1, 0],
        })
    }

    /// Extends the hull to the farthest point outside the face, if there is one.
    fn extend(&mut self, face: usize, grid: &[Point]) {
        if !self.faces[face].alive {
            return;
        }
        let height = |&i: &usize| (self.faces[face].height(grid[i], grid), Reverse(i));
        let Some(eye) = self.faces[face].outside.iter().copied().max_by_key(height) else {
            return;
        };

        // Remove all faces that the new point sees, and keep their outside points.
        let mut loose = Vec::new();
        let horizon = self.horizon(face, grid[eye], grid, &mut loose);

        // A fan from the new point to the horizon, which is one ring.
        let first = self.faces.len();
        let count = horizon.len();
        for (i, edge) in horizon.iter().enumerate() {
            let before = first + (i + count - 1) % count;
            let after = first + (i + 1) % count;
            let corners = [edge.from, edge.to, eye];
            self.faces
                .push(Face::new(corners, [edge.beyond, after, before], grid));
            self.faces[edge.beyond].neighbours[edge.side] = first + i;
        }
        hand_out(&mut self.faces, first, loose, grid);
        self.pending.extend((first..first + count).rev());
    }

    /// Walks over the faces that the new point sees, from `start` on, marks them as removed, moves their outside points to
    /// `loose`, and returns the edges at their border in ring order, counter-clockwise as seen from the point.
    fn horizon(
        &mut self,
        start: usize,
        eye: Point,
        grid: &[Point],
        loose: &mut Vec<usize>,
    ) -> Vec<Edge> {
        let mut ring = Vec::new();
        self.faces[start].alive = false;
        loose.append(&mut self.faces[start].outside);
        // The face, the side by which it was entered, and the number of sides done. Visiting the sides of each face in the same
        // order yields the border in order.
        let mut path = vec![(start, 0, 0)];
        while let Some((face, entered, done)) = path.last_mut() {
            if *done == 3 {
                path.pop();
                continue;
            }
            let (face, side) = (*face, (*entered + *done) % 3);
            *done += 1;
            let beyond = self.faces[face].neighbours[side];
            if !self.faces[beyond].alive {
                continue;
            }
            let neighbours = self.faces[beyond].neighbours;
            let back = neighbours.iter().position(|&n| n == face).unwrap_or(0);
            if self.faces[beyond].height(eye, grid) > 0 {
                self.faces[beyond].alive = false;
                loose.append(&mut self.faces[beyond].outside);
                path.push((beyond, back, 0));
            } else {
                ring.push(Edge {
                    from: self.faces[face].corners[side],
                    to: self.faces[face].corners[(side + 1) % 3],
                    beyond,
                    side: back,
                });
            }
        }
        ring
    }

    /// Returns the vertices where at least three planes meet. The farthest point outside one face need not be a corner of the
    /// whole hull: it may be inside a face (one plane) or an edge (two) in the end.
    fn true_corners(&self) -> Vec<usize> {
        let around = |face: &Face| face.corners.map(|corner| (corner, face.normal));
        let mut incident: Vec<(usize, [i64; 3])> = self.alive().flat_map(around).collect();
        incident.sort_unstable();
        let mut corners = Vec::new();
        for around in incident.chunk_by(|a, b| a.0 == b.0) {
            let mut planes: Vec<[i64; 3]> = Vec::with_capacity(3);
            for (corner, normal) in around {
                if planes.iter().all(|plane| !parallel(*plane, *normal)) {
                    planes.push(*normal);
                }
                if planes.len() == 3 {
                    corners.push(*corner);
                    break;
                }
            }
        }
        corners
    }
}

/// A border edge: its ends, the remaining face beyond it and that face's side there.
struct Edge {
    from: usize,
    to: usize,
    beyond: usize,
    side: usize,
}

/// Assigns each point to the first of the faces from `first` on that it is outside of; discards points inside all.
fn hand_out(faces: &mut [Face], first: usize, points: Vec<usize>, grid: &[Point]) {
    for i in points {
        let sees = |face: &&mut Face| face.height(grid[i], grid) > 0;
        if let Some(face) = faces[first..].iter_mut().find(sees) {
            face.outside.push(i);
        }
    }
}

fn minus(a: Point, b: Point) -> [i64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Returns the cross product; each component is below 2^61 for differences below 2^30.
fn cross(a: [i64; 3], b: [i64; 3]) -> [i64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// Returns the dot product; below 2^124 for two cross products.
fn dot(a: [i64; 3], b: [i64; 3]) -> i128 {
    a.iter()
        .zip(&b)
        .map(|(a, b)| i128::from(*a) * i128::from(*b))
        .sum()
}

/// Whether two normals of one convex body belong to the same plane; opposite ones never meet at a corner.
fn parallel(a: [i64; 3], b: [i64; 3]) -> bool {
    let same = |i: usize, j: usize| {
        i128::from(a[i]) * i128::from(b[j]) == i128::from(a[j]) * i128::from(b[i])
    };
    same(0, 1) && same(1, 2) && same(2, 0)
}

#[cfg(test)]
mod tests;
