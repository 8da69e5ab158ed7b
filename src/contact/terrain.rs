//! Terrain: heights over a regular grid, with flat triangles between them (`addtrigrid` of McKenna 1990, appendix D).

use nalgebra::Vector3;
use std::fmt;

/// Diagonal along which a cell of four heights is divided into two triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// From its corner with the least x and y to the opposite one.
    Rising,
    /// From its corner with the largest x and the least y to the opposite one.
    Falling,
}

/// Heights over a regular grid in x and y. Beside the grid the ground is a plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Terrain {
    /// Least x and y (m).
    start: [f64; 2],
    /// From one height to the next along x and y (m).
    step: [f64; 2],
    /// Number of heights along x and y.
    count: [usize; 2],
    /// Row by row along x (m).
    heights: Vec<f64>,
    /// One for each cell.
    cuts: Vec<Cut>,
    /// The largest height (m).
    highest: f64,
    /// The largest height of the four corners of each cell (m), row by row along x.
    tops: Vec<f64>,
}

/// Reason why triangles are not valid terrain.
#[derive(Clone, Debug, PartialEq)]
pub enum NoTerrain {
    /// Fewer than two heights along an axis.
    TooSmall,
    /// Heights are not spaced regularly along x (0) or y (1): one is here instead of there (m).
    Uneven {
        /// x is 0, y is 1.
        axis: usize,
        /// Where it is.
        found: f64,
        /// Where it should be.
        expected: f64,
    },
    /// Two heights at one place: a wall or an overhang.
    Steep {
        /// The place (m).
        at: [f64; 2],
    },
    /// A place of the grid has no height.
    Hole {
        /// The place (m).
        at: [f64; 2],
    },
    /// A triangle is not half of a cell of the grid.
    Crossing {
        /// A corner of it (m).
        at: [f64; 2],
    },
    /// A height is infinite or not a number.
    NotFinite,
}

impl fmt::Display for NoTerrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoTerrain::TooSmall => {
                write!(
                    f,
                    "it has less than one cell of upward triangles along x or y"
                )
            }
            NoTerrain::Uneven {
                axis,
                found,
                expected,
            } => {
                let axis = ["x", "y"][*axis];
                write!(
                    f,
                    "its corners are not spaced regularly: one is at {axis} = {found:.6} m, expected {expected:.6} m"
                )
            }
            NoTerrain::Steep { at: [x, y] } => {
                write!(f, "it has two heights at x = {x:.6} m, y = {y:.6} m")
            }
            NoTerrain::Hole { at: [x, y] } => {
                write!(f, "it has a hole at x = {x:.6} m, y = {y:.6} m")
            }
            NoTerrain::Crossing { at: [x, y] } => write!(
                f,
                "a triangle at x = {x:.6} m, y = {y:.6} m is not half of a cell of the grid"
            ),
            NoTerrain::NotFinite => write!(f, "a height is not a finite number"),
        }
    }
}

/// More cells than these are not looked at to leave out a body.
const MOST_CELLS: usize = 64;

/// A part of a cell that rounding stays below, on triangles that are steeper than any one walks on.
const MARGIN: f64 = 1e-9;

/// Coordinates this part of the whole extent apart are the same.
const SAME: f64 = 1e-6;

/// The distinct ones of some coordinates, which must be spaced regularly: the first, the step, and how many.
fn regular(mut all: Vec<f64>, axis: usize) -> Result<(f64, f64, usize), NoTerrain> {
    all.sort_by(f64::total_cmp);
    let (Some(&first), Some(&last)) = (all.first(), all.last()) else {
        return Err(NoTerrain::TooSmall);
    };
    let same = SAME * (last - first);
    all.dedup_by(|b, a| *b - *a <= same);
    let count = all.len();
    if count < 2 {
        return Err(NoTerrain::TooSmall);
    }
    let step = (last - first) / (count - 1) as f64;
    for (i, &found) in all.iter().enumerate() {
        let expected = first + step * i as f64;
        if (found - expected).abs() > 1e3 * same.min(step * 1e-6) + same {
            return Err(NoTerrain::Uneven {
                axis,
                found,
                expected,
            });
        }
    }
    Ok((first, step, count))
}

/// The largest height of each cell (m).
fn tops(heights: &[f64], [nx, _]: [usize; 2]) -> Vec<f64> {
    let rows = heights.chunks_exact(nx);
    let pairs = rows.clone().zip(rows.skip(1));
    let cells = pairs.flat_map(|(below, above)| below.windows(2).zip(above.windows(2)));
    let corners = cells.map(|(below, above)| below.iter().chain(above).copied());
    corners
        .map(|corners| corners.fold(f64::NEG_INFINITY, f64::max))
        .collect()
}

impl Terrain {
    /// Terrain with its heights row by row along x, cut from the least x and y.
    ///
    /// # Errors
    /// Fewer than two heights along an axis, as many as do not fit the counts, or one that is not finite.
    pub fn of_heights(
        start: [f64; 2],
        step: [f64; 2],
        count: [usize; 2],
        heights: Vec<f64>,
    ) -> Result<Self, NoTerrain> {
        let cells = count[0].saturating_sub(1) * count[1].saturating_sub(1);
        if cells == 0 || heights.len() != count[0] * count[1] || step.iter().any(|s| *s <= 0.0) {
            return Err(NoTerrain::TooSmall);
        }
        if !heights.iter().all(|z| z.is_finite()) {
            return Err(NoTerrain::NotFinite);
        }
        let highest = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let tops = tops(&heights, count);
        Ok(Terrain {
            tops,
            start,
            step,
            count,
            heights,
            cuts: vec![Cut::Rising; cells],
            highest,
        })
    }

    /// Terrain from regularly spaced triangles. Those that do not face upwards, as the walls and the floor of a solid, do not
    /// count.
    ///
    /// # Errors
    /// Why they are no terrain.
    pub fn of_triangles(
        triangles: impl Iterator<Item = [Vector3<f64>; 3]>,
    ) -> Result<Self, NoTerrain> {
        let rises = |[a, b, c]: &[Vector3<f64>; 3]| (b - a).xy().perp(&(c - a).xy());
        let all: Vec<[Vector3<f64>; 3]> = triangles.collect();
        if !all
            .iter()
            .flatten()
            .all(|p| p.iter().all(|x| x.is_finite()))
        {
            return Err(NoTerrain::NotFinite);
        }
        let largest = all.iter().map(rises).fold(0.0, f64::max);
        let up: Vec<_> = all
            .into_iter()
            .filter(|t| rises(t) > SAME * largest)
            .collect();
        let along = |axis: usize| up.iter().flatten().map(|p| p[axis]).collect();
        let (x, dx, nx) = regular(along(0), 0)?;
        let (y, dy, ny) = regular(along(1), 1)?;
        let at = |p: &Vector3<f64>| {
            let i = ((p.x - x) / dx).round() as usize;
            let j = ((p.y - y) / dy).round() as usize;
            (i.min(nx - 1), j.min(ny - 1))
        };
        let mut heights = vec![f64::NAN; nx * ny];
        let mut halves: Vec<[Option<Cut>; 2]> = vec![[None; 2]; (nx - 1) * (ny - 1)];
        let level = SAME * (dx + dy);
        for triangle in &up {
            let corners = triangle.each_ref().map(at);
            for (corner, (i, j)) in triangle.iter().zip(corners) {
                let height = &mut heights[j * nx + i];
                if height.is_nan() {
                    *height = corner.z;
                } else if (*height - corner.z).abs() > level {
                    return Err(NoTerrain::Steep {
                        at: [corner.x, corner.y],
                    });
                }
            }
            let crossing = NoTerrain::Crossing {
                at: [triangle[0].x, triangle[0].y],
            };
            let i = corners.iter().map(|c| c.0).min().unwrap_or(0);
            let j = corners.iter().map(|c| c.1).min().unwrap_or(0);
            let of = |c: (usize, usize)| match (c.0 - i, c.1 - j) {
                (0, 0) => Some(0),
                (1, 0) => Some(1),
                (1, 1) => Some(2),
                (0, 1) => Some(3),
                _ => None,
            };
            let [Some(a), Some(b), Some(c)] = corners.map(of) else {
                return Err(crossing);
            };
            // The corner of the cell that is not the triangle's, which follows round the cell from 0.
            let missing: usize = 6 - (a + b + c);
            if a == b || b == c || a == c || i + 1 >= nx || j + 1 >= ny {
                return Err(crossing);
            }
            let cut = if missing % 2 == 1 {
                Cut::Rising
            } else {
                Cut::Falling
            };
            let half = &mut halves[j * (nx - 1) + i][missing / 2];
            if half.is_some() {
                return Err(crossing);
            }
            *half = Some(cut);
        }
        let place = |k: usize, width: usize| {
            let (i, j) = (k % width, k / width);
            [x + dx * i as f64, y + dy * j as f64]
        };
        if let Some(k) = heights.iter().position(|z| z.is_nan()) {
            return Err(NoTerrain::Hole { at: place(k, nx) });
        }
        let mut cuts = vec![];
        for (k, halves) in halves.iter().enumerate() {
            match halves {
                [Some(one), Some(other)] if one == other => cuts.push(*one),
                [Some(_), Some(_)] => {
                    return Err(NoTerrain::Crossing {
                        at: place(k, nx - 1),
                    });
                }
                _ => {
                    return Err(NoTerrain::Hole {
                        at: place(k, nx - 1),
                    });
                }
            }
        }
        let mut terrain = Terrain::of_heights([x, y], [dx, dy], [nx, ny], heights)?;
        terrain.cuts = cuts;
        Ok(terrain)
    }

    /// Bumps of a random height between 0 and `height` (m), `spacing` (m) apart, over a square of `size` (m) about the origin. The same
    /// seed gives the same terrain on every machine.
    ///
    /// # Errors
    /// The square has less than one cell.
    pub fn bumps(seed: u64, height: f64, spacing: f64, size: f64) -> Result<Self, NoTerrain> {
        let cells = (size / spacing).round().max(1.0) as usize;
        let mut state = seed;
        let heights = (0..(cells + 1) * (cells + 1)).map(|_| height * uniform(&mut state));
        let start = -spacing * cells as f64 / 2.0;
        let count = [cells + 1; 2];
        Self::of_heights([start; 2], [spacing; 2], count, heights.collect())
    }

    /// The largest height (m).
    #[must_use]
    pub fn highest(&self) -> f64 {
        self.highest
    }

    /// Number of heights along x and y.
    #[must_use]
    pub fn count(&self) -> [usize; 2] {
        self.count
    }

    /// The plane of the triangle over a place: its unit normal n, and n . p of its points p (m). None beside the grid.
    #[must_use]
    pub fn plane_at(&self, x: f64, y: f64) -> Option<(Vector3<f64>, f64)> {
        let [nx, ny] = self.count;
        let [s, t] = self.in_cells(x, y)?;
        let (i, j) = ((s as usize).min(nx - 2), (t as usize).min(ny - 2));
        let (u, v) = (s - i as f64, t - j as f64);
        let z = |a: usize, b: usize| self.heights[(j + b) * nx + i + a];
        let (z00, z10, z01, z11) = (z(0, 0), z(1, 0), z(0, 1), z(1, 1));
        // A corner of the triangle, and how it rises along x and y from cell to cell.
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

    /// The place in units of the grid, from its begin; none beside the grid.
    #[inline]
    fn in_cells(&self, x: f64, y: f64) -> Option<[f64; 2]> {
        let s = (x - self.start[0]) / self.step[0];
        let t = (y - self.start[1]) / self.step[1];
        let inside = |s: f64, n: usize| s >= 0.0 && s <= (n - 1) as f64;
        (inside(s, self.count[0]) && inside(t, self.count[1])).then_some([s, t])
    }

    /// Whether a point is above the highest corner of the cell that it is over, so that no triangle there reaches up to it. Never beside
    /// the grid.
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

    /// Whether all within a distance of a place (m) that is at least so high (m) is above the terrain; never where that square reaches beside
    /// the grid, or holds so many cells that its points are looked at faster.
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

    /// What rounding may do to the height of a plane (m).
    fn margin(&self) -> f64 {
        MARGIN * (self.step[0] + self.step[1] + self.highest.abs())
    }

    /// Height over a place (m). None beside the grid.
    #[must_use]
    pub fn height_at(&self, x: f64, y: f64) -> Option<f64> {
        let (normal, offset) = self.plane_at(x, y)?;
        Some((offset - normal.x * x - normal.y * y) / normal.z)
    }

    /// Its triangles, for pictures: corners (m), and three of them for each triangle, counter-clockwise from above.
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

/// The next number from 0 to 1 of a sequence (Steele, Lea & Flood 2014, SplitMix64).
fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
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

    /// What is told to be above the terrain is: against the heights of many places.
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

    /// The plane over a place against the plane through the corners of the triangle there.
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
