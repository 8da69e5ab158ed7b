//! Where the surface of terrain is nearest to a point below it.

use super::Terrain;
use nalgebra::Vector3;

/// A plane: its unit normal n, pointing up, and n . p of its points p (m).
pub type Plane = (Vector3<f64>, f64);

/// A part of the surface: a face, an edge, a corner, or the plane around the terrain.
pub type Part = [u32; 3];

/// The part of the plane around the terrain.
pub(super) const AROUND: Part = [u32::MAX; 3];

/// Largest number of cells that are searched around a point below the surface. One so deep that there are more of them, as at a bad
/// start, is compared with the triangle above it.
const MOST_SEARCHED: usize = 400;

/// A depth, in parts of a cell, below which the direction to a point on an edge is lost in rounding.
const FLAT: f64 = 1e-9;

/// A triangle of the surface.
#[derive(Clone, Copy, Debug)]
pub struct Facet {
    /// Its corners (m), counter-clockwise from above.
    pub corners: [Vector3<f64>; 3],
    /// Its plane.
    pub plane: Plane,
    /// The numbers of its corners.
    numbers: Part,
}

/// How deep something is in the ground, and along which unit normal (world).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    /// The normal, out of the ground.
    pub normal: Vector3<f64>,
    /// The depth along it (m).
    pub depth: f64,
    /// The part of the surface.
    pub part: Part,
}

/// Returns the point of a triangle that is nearest to the origin, and the corners of the part that it is in: three for the face,
/// two for an edge, one for a corner (Ericson, *Real-Time Collision Detection*, 2005, section 5.1.5).
pub(super) fn nearest_of([a, b, c]: &[Vector3<f64>; 3]) -> (Vector3<f64>, [bool; 3]) {
    let (ab, ac) = (b - a, c - a);
    let (d1, d2) = (-ab.dot(a), -ac.dot(a));
    if d1 <= 0.0 && d2 <= 0.0 {
        return (*a, [true, false, false]);
    }
    let (d3, d4) = (-ab.dot(b), -ac.dot(b));
    if d3 >= 0.0 && d4 <= d3 {
        return (*b, [false, true, false]);
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return (a + ab * (d1 / (d1 - d3)), [true, true, false]);
    }
    let (d5, d6) = (-ab.dot(c), -ac.dot(c));
    if d6 >= 0.0 && d5 <= d6 {
        return (*c, [false, false, true]);
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return (a + ac * (d2 / (d2 - d6)), [true, false, true]);
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        let part = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return (b + (c - b) * part, [false, true, true]);
    }
    let all = va + vb + vc;
    (a + ab * (vb / all) + ac * (vc / all), [true; 3])
}

impl Facet {
    fn of(corners: [Vector3<f64>; 3], numbers: Part) -> Self {
        let [a, b, c] = &corners;
        let normal = (b - a).cross(&(c - a)).normalize();
        Facet {
            plane: (normal, normal.dot(a)),
            corners,
            numbers,
        }
    }

    /// Returns what of it is nearest.
    pub(super) fn part(&self, of: [bool; 3]) -> Part {
        let mut part = self.numbers;
        for (number, is) in part.iter_mut().zip(of) {
            if !is {
                *number = u32::MAX - 1;
            }
        }
        part.sort_unstable();
        part
    }

    /// Returns a depth along its normal.
    #[must_use]
    pub fn along(&self, depth: f64) -> Depth {
        Depth {
            normal: self.plane.0,
            depth,
            part: self.part([true; 3]),
        }
    }

    /// Whether a point is vertically above or below it.
    #[must_use]
    pub fn is_under(&self, point: &Vector3<f64>) -> bool {
        let [a, b, c] = &self.corners;
        let left = |a: &Vector3<f64>, b: &Vector3<f64>| (b - a).xy().perp(&(point - a).xy()) >= 0.0;
        left(a, b) && left(b, c) && left(c, a)
    }
}

impl Terrain {
    /// Returns a corner of the grid (m).
    pub(super) fn corner(&self, i: usize, j: usize) -> Vector3<f64> {
        let x = self.start[0] + self.step[0] * i as f64;
        let y = self.start[1] + self.step[1] * j as f64;
        Vector3::new(x, y, self.heights[j * self.count[0] + i])
    }

    /// Returns the columns and rows of the cells that a rectangle of x and y (m) touches.
    pub(super) fn cells(&self, low: [f64; 2], high: [f64; 2]) -> [std::ops::Range<usize>; 2] {
        [0, 1].map(|k| {
            let last = self.count[k] - 1;
            let cell = |x: f64| (x - self.start[k]) / self.step[k];
            let (from, to) = (cell(low[k]), cell(high[k]));
            if to < 0.0 || from > last as f64 {
                return 0..0;
            }
            (from.max(0.0) as usize).min(last - 1)..(to as usize).min(last - 1) + 1
        })
    }

    /// Visits the two triangles of a cell: their corners (m), and the numbers of those.
    fn each_half(&self, i: usize, j: usize, mut show: impl FnMut([Vector3<f64>; 3], Part)) {
        let nx = self.count[0];
        let [a, b, c, d] = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)];
        let halves = match self.cuts[j * (nx - 1) + i] {
            super::Cut::Rising => [[a, b, c], [a, c, d]],
            super::Cut::Falling => [[a, b, d], [b, c, d]],
        };
        for half in halves {
            let corners = half.map(|(i, j)| self.corner(i, j));
            show(corners, half.map(|(i, j)| (j * nx + i) as u32));
        }
    }

    /// Adds the triangles that may be within a distance of a point (m).
    pub fn facets_near(&self, point: &Vector3<f64>, distance: f64, facets: &mut Vec<Facet>) {
        let low = [point.x - distance, point.y - distance];
        let high = [point.x + distance, point.y + distance];
        let [columns, rows] = self.cells(low, high);
        let margin = self.margin();
        let beyond = |k: usize, cell: usize| {
            let from = self.start[k] + self.step[k] * cell as f64;
            (from - point[k])
                .max(point[k] - from - self.step[k])
                .max(0.0)
        };
        for j in rows {
            let dy = beyond(1, j);
            for i in columns.clone() {
                let above = point.z - self.tops[j * (self.count[0] - 1) + i] - margin;
                let (dx, dz) = (beyond(0, i), above.max(0.0));
                if dx * dx + dy * dy + dz * dz <= distance * distance {
                    self.each_half(i, j, |corners, numbers| {
                        facets.push(Facet::of(corners, numbers))
                    });
                }
            }
        }
    }

    /// Whether a rectangle about a point extends beyond the grid.
    pub(super) fn extends_beyond(&self, point: &Vector3<f64>, distance: f64) -> bool {
        let d = distance;
        let ends = [[-d, -d], [d, d]].map(|[x, y]| self.in_cells(point.x + x, point.y + y));
        ends.iter().any(Option::is_none)
    }

    /// Returns a point of the plane around the terrain that is next to one of its points, and whether it is that one.
    pub(super) fn around(&self, plane: &Plane, foot: &Vector3<f64>) -> (Vector3<f64>, bool) {
        if self.in_cells(foot.x, foot.y).is_none() {
            return (*foot, true);
        }
        let mut at = *foot;
        let side = |k: usize, upper: bool| {
            let end = self.step[k] * (self.count[k] - 1) as f64;
            self.start[k] + if upper { end } else { 0.0 }
        };
        let sides = [(0, false), (0, true), (1, false), (1, true)];
        let sides = sides.map(|(k, upper)| (k, side(k, upper)));
        let far = |(k, at): (usize, f64)| (at - foot[k]).abs();
        let [first, others @ ..] = sides;
        let nearest =
            others.into_iter().fold(
                first,
                |best, side| {
                    if far(side) < far(best) { side } else { best }
                },
            );
        at[nearest.0] = nearest.1;
        let (normal, offset) = plane;
        at.z = (offset - normal.x * at.x - normal.y * at.y) / normal.z;
        (at, false)
    }

    /// Returns the depth of a point below the surface, along the way to the nearest point of it; above it, that below the plane of
    /// the triangle there, which is below zero. `plane` is that around the terrain.
    #[must_use]
    pub fn depth_of(&self, point: &Vector3<f64>, plane: &Plane) -> Depth {
        let of = |(normal, offset): Plane| Depth {
            normal,
            depth: offset - normal.dot(point),
            part: AROUND,
        };
        let best = of(self.plane_at(point.x, point.y).unwrap_or(*plane));
        let first = best.depth;
        if first <= 0.0 {
            return best;
        }
        let low = [point.x - first, point.y - first];
        let high = [point.x + first, point.y + first];
        let [columns, rows] = self.cells(low, high);
        if columns.len() * rows.len() > MOST_SEARCHED {
            return best;
        }
        let mut nearest = f64::INFINITY;
        let mut found = None;
        for j in rows {
            for i in columns.clone() {
                self.each_half(i, j, |corners, numbers| {
                    let (at, of) = nearest_of(&corners.map(|corner| corner - point));
                    let squared = at.norm_squared();
                    if squared < nearest {
                        (nearest, found) = (squared, Some((at, of, corners, numbers)));
                    }
                });
            }
        }
        let flat = FLAT * (self.step[0] + self.step[1]);
        let towards = |at: &Vector3<f64>, part: Part| {
            let depth = at.norm();
            (depth > flat).then(|| Depth {
                normal: at / depth,
                depth,
                part,
            })
        };
        if self.extends_beyond(point, first) {
            let (normal, offset) = plane;
            let foot = point + normal * (offset - normal.dot(point));
            let (at, is_foot) = self.around(plane, &foot);
            let at = at - point;
            if at.norm_squared() < nearest {
                let beside = towards(&at, AROUND).filter(|_| !is_foot);
                return beside.unwrap_or(of(*plane));
            }
        }
        let Some((at, which, corners, numbers)) = found else {
            return of(*plane);
        };
        let facet = Facet::of(corners, numbers);
        let part = facet.part(which);
        let beside = towards(&at, part).filter(|_| which != [true; 3]);
        beside.unwrap_or(Depth {
            part,
            ..of(facet.plane)
        })
    }
}
