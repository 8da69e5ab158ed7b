//! Terrain: heights over a regular grid, with flat triangles between them (`addtrigrid` of McKenna 1990, appendix D).

mod ball_space;
mod making;
mod nearest;
mod refusal;
mod ridges;
mod way_out;

pub use ball_space::BallSpace;
use nalgebra::Vector3;
pub use nearest::{Depth, Facet, Plane};
pub use refusal::NoTerrain;
pub use ridges::Ridge;
pub use way_out::WayOut;

/// Diagonal along which a cell of four heights is divided into two triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Diagonal from the corner with the least x and y to the opposite one.
    Rising,
    /// Diagonal from the corner with the largest x and the least y to the opposite one.
    Falling,
}

/// Heights over a regular grid in x and y. Outside the grid the ground is a plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Terrain {
    /// Least x and y (m).
    start: [f64; 2],
    /// Distance between heights along x and y (m).
    step: [f64; 2],
    /// Returns the number of heights along x and y.
    count: [usize; 2],
    /// Heights row by row along x (m).
    heights: Vec<f64>,
    /// Diagonal of each cell.
    cuts: Vec<Cut>,
    /// Returns the largest height (m).
    highest: f64,
    /// The largest height of the four corners of each cell (m), row by row along x.
    tops: Vec<f64>,
    /// The edges at each corner that stand out.
    ridges: Vec<u8>,
}

/// Largest number of cells that are tested for whether a body is above them.
const MOST_CELLS: usize = 256;

/// Tolerance for rounding, as a part of a cell, on triangles of any walkable slope.
const MARGIN: f64 = 1e-9;

impl Terrain {
    /// Returns the largest height (m).
    #[must_use]
    pub fn highest(&self) -> f64 {
        self.highest
    }

    /// Returns the number of heights along x and y.
    #[must_use]
    pub fn count(&self) -> [usize; 2] {
        self.count
    }

    /// Returns the plane of the triangle at a position: its unit normal n, and n . p of its points p (m). None outside the
    /// grid.
    #[must_use]
    pub fn plane_at(&self, x: f64, y: f64) -> Option<(Vector3<f64>, f64)> {
        let [nx, ny] = self.count;
        let [s, t] = self.in_cells(x, y)?;
        let (i, j) = ((s as usize).min(nx - 2), (t as usize).min(ny - 2));
        let (u, v) = (s - i as f64, t - j as f64);
        let z = |a: usize, b: usize| self.heights[(j + b) * nx + i + a];
        let (z00, z10, z01, z11) = (z(0, 0), z(1, 0), z(0, 1), z(1, 1));
        // A corner of the triangle, and its rise along x and y per cell.
        let (a, b, base, rise) = match self.cuts[j * (nx - 1) + i] {
            Cut::Rising if v <= u => (0, 0, z00, [z10 - z00, z11 - z10]),
            Cut::Rising => (0, 0, z00, [z11 - z01, z01 - z00]),
            Cut::Falling if u + v <= 1.0 => (0, 0, z00, [z10 - z00, z01 - z00]),
            Cut::Falling => (1, 1, z11, [z11 - z01, z11 - z10]),
        };
        let slope = [rise[0] / self.step[0], rise[1] / self.step[1]];
        let length = (1.0 + slope[0] * slope[0] + slope[1] * slope[1]).sqrt();
        let normal = Vector3::new(-slope[0], -slope[1], 1.0) / length;
        let corner = Vector3::new(
            self.start[0] + self.step[0] * (i + a) as f64,
            self.start[1] + self.step[1] * (j + b) as f64,
            base,
        );
        Some((normal, normal.dot(&corner)))
    }

    /// Returns the position in units of the grid, from its start; none outside the grid.
    #[inline]
    fn in_cells(&self, x: f64, y: f64) -> Option<[f64; 2]> {
        let s = (x - self.start[0]) / self.step[0];
        let t = (y - self.start[1]) / self.step[1];
        let inside = |s: f64, n: usize| s >= 0.0 && s <= (n - 1) as f64;
        (inside(s, self.count[0]) && inside(t, self.count[1])).then_some([s, t])
    }

    /// Whether a point is above the highest corner of its cell, so that no triangle there reaches it. False outside the grid.
    #[must_use]
    #[inline]
    pub fn is_below(&self, point: &Vector3<f64>) -> bool {
        let Some([s, t]) = self.in_cells(point.x, point.y) else {
            return false;
        };
        let [nx, ny] = self.count;
        let (i, j) = ((s as usize).min(nx - 2), (t as usize).min(ny - 2));
        point.z > self.tops[j * (nx - 1) + i] + self.margin()
    }

    /// Whether everything within a distance of a position (m) and above a height (m) is above the terrain; false if that square
    /// extends beyond the grid, or contains so many cells that testing its points is faster.
    #[must_use]
    pub fn is_below_all(&self, [x, y]: [f64; 2], distance: f64, lowest: f64) -> bool {
        let begin = self.in_cells(x - distance, y - distance);
        let end = self.in_cells(x + distance, y + distance);
        let (Some(begin), Some(end)) = (begin, end) else {
            return false;
        };
        let [nx, ny] = self.count;
        let columns = (begin[0] as usize).min(nx - 2)..(end[0] as usize).min(nx - 2) + 1;
        let rows = (begin[1] as usize).min(ny - 2)..(end[1] as usize).min(ny - 2) + 1;
        if columns.len() * rows.len() > MOST_CELLS {
            return false;
        }
        let lowest = lowest - self.margin();
        rows.into_iter().all(|j| {
            let row = j * (nx - 1);
            let tops = &self.tops[row + columns.start..row + columns.end];
            tops.iter().all(|top| *top < lowest)
        })
    }

    /// Returns the rounding error of the height of a plane (m).
    fn margin(&self) -> f64 {
        MARGIN * (self.step[0] + self.step[1] + self.highest.abs())
    }

    /// Returns the height at a position (m). None outside the grid.
    #[must_use]
    pub fn height_at(&self, x: f64, y: f64) -> Option<f64> {
        let (normal, offset) = self.plane_at(x, y)?;
        Some((offset - normal.x * x - normal.y * y) / normal.z)
    }

    /// Returns its triangles, for pictures: corners (m), and three indices of them for each triangle, counter-clockwise from
    /// above.
    #[must_use]
    pub fn triangles(&self) -> (Vec<Vector3<f64>>, Vec<[u32; 3]>) {
        let [nx, _] = self.count;
        let corner = |(k, z): (usize, &f64)| {
            let (i, j) = (k % nx, k / nx);
            let x = self.start[0] + self.step[0] * i as f64;
            let y = self.start[1] + self.step[1] * j as f64;
            Vector3::new(x, y, *z)
        };
        let corners = self.heights.iter().enumerate().map(corner).collect();
        let mut triangles = vec![];
        for (k, cut) in self.cuts.iter().enumerate() {
            let (i, j) = (k % (nx - 1), k / (nx - 1));
            let first = (j * nx + i) as u32;
            let [a, b, c, d] = [first, first + 1, first + nx as u32 + 1, first + nx as u32];
            triangles.extend(match cut {
                Cut::Rising => [[a, b, c], [a, c, d]],
                Cut::Falling => [[a, b, d], [b, c, d]],
            });
        }
        (corners, triangles)
    }
}

#[cfg(test)]
mod tests {
    use super::making::uniform;
    use super::*;

    #[test]
    fn triangles_come_back_as_the_terrain_that_they_are_of() {
        let mut terrain = Terrain::bumps(7, 0.3, 0.5, 3.0).unwrap();
        for (k, cut) in terrain.cuts.iter_mut().enumerate() {
            *cut = if k % 3 == 0 {
                Cut::Falling
            } else {
                Cut::Rising
            };
        }
        let (corners, triangles) = terrain.triangles();
        let faces = triangles.iter().map(|t| t.map(|k| corners[k as usize]));
        let again = Terrain::of_triangles(faces).unwrap();
        assert_eq!(again.cuts, terrain.cuts);
        assert_eq!(again.heights, terrain.heights);
        assert!((again.step[0] - 0.5).abs() < 1e-12);
    }

    /// Compares points reported as above the terrain with the heights at many positions.
    #[test]
    fn what_is_above_is_told_only_where_it_is() {
        let terrain = Terrain::bumps(11, 0.3, 0.5, 6.0).unwrap();
        let mut state = 5;
        let mut told = [0, 0];
        for _ in 0..4000 {
            let [x, y, z, r] = [6.4, 6.4, 0.5, 0.6].map(|size| size * uniform(&mut state));
            let (x, y) = (x - 3.2, y - 3.2);
            if terrain.is_below(&Vector3::new(x, y, z)) {
                told[0] += 1;
                assert!(terrain.height_at(x, y).unwrap() < z);
            }
            if terrain.is_below_all([x, y], r, z) {
                told[1] += 1;
                for _ in 0..20 {
                    let [dx, dy] = [0.0; 2].map(|_: f64| r * (2.0 * uniform(&mut state) - 1.0));
                    assert!(terrain.height_at(x + dx, y + dy).unwrap() < z);
                }
            }
        }
        assert!(told[0] > 1000 && told[1] > 500, "{told:?}");
        assert!(!terrain.is_below(&Vector3::new(3.1, 0.0, 9.0)));
        assert!(!terrain.is_below_all([2.9, 0.0], 0.2, 9.0));
    }

    /// Compares the plane at a position with the plane through the corners of its triangle.
    #[test]
    fn the_plane_over_a_place_is_that_of_its_triangle() {
        let mut terrain = Terrain::bumps(3, 0.3, 0.5, 3.0).unwrap();
        terrain.cuts[4] = Cut::Falling;
        let (corners, triangles) = terrain.triangles();
        for t in triangles {
            let [a, b, c] = t.map(|k| corners[k as usize]);
            let inside = a * 0.2 + b * 0.3 + c * 0.5;
            let (normal, offset) = terrain.plane_at(inside.x, inside.y).unwrap();
            let expected = (b - a).cross(&(c - a)).normalize();
            assert!((normal - expected).norm() < 1e-12);
            assert!((offset - expected.dot(&a)).abs() < 1e-12);
            let height = terrain.height_at(inside.x, inside.y).unwrap();
            assert!((height - inside.z).abs() < 1e-12);
        }
        assert_eq!(terrain.plane_at(1.6, 0.0), None);
    }

    #[test]
    fn what_is_no_grid_is_told() {
        let (corners, triangles) = Terrain::bumps(3, 0.3, 1.0, 3.0).unwrap().triangles();
        let of = |corners: &[Vector3<f64>], triangles: &[[u32; 3]]| {
            let faces = triangles.iter().map(|t| t.map(|k| corners[k as usize]));
            Terrain::of_triangles(faces.collect::<Vec<_>>().into_iter())
        };
        let mut moved = corners.clone();
        moved[5].x += 0.2;
        assert!(matches!(
            of(&moved, &triangles),
            Err(NoTerrain::Uneven { axis: 0, .. })
        ));
        assert!(matches!(
            of(&corners, &triangles[1..]),
            Err(NoTerrain::Hole { .. })
        ));
        assert_eq!(of(&corners, &[]), Err(NoTerrain::TooSmall));
        let below: Vec<_> = triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
        assert_eq!(of(&corners, &below), Err(NoTerrain::UpsideDown));
        moved[5].z = f64::NAN;
        assert_eq!(of(&moved, &triangles), Err(NoTerrain::NotFinite));
        let mut double = triangles.clone();
        double.push(triangles[0]);
        assert!(matches!(
            of(&corners, &double),
            Err(NoTerrain::Crossing { .. })
        ));
        let mut wall = corners.clone();
        wall.push(corners[0] + Vector3::z());
        let mut with = triangles.clone();
        with[1][0] = wall.len() as u32 - 1;
        assert!(matches!(of(&wall, &with), Err(NoTerrain::Steep { .. })));
    }
}
