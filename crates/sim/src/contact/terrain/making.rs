//! Makes terrain from heights, from triangles, and from random bumps.

use super::*;

/// Largest relative difference of coordinates that count as equal, in parts of the whole extent.
const SAME: f64 = 1e-6;

/// Returns the distinct values of coordinates, which must be spaced regularly: the first, the step, and their number.
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

/// Returns the largest height of each cell (m).
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
    /// Makes terrain from heights row by row along x, cut from the least x and y.
    ///
    /// # Errors
    /// There are fewer than two heights along an axis, their number does not match, or one is not finite.
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
        let terrain = Terrain {
            tops,
            start,
            step,
            count,
            heights,
            cuts: vec![Cut::Rising; cells],
            highest,
            ridges: vec![],
        };
        Ok(terrain.with_ridges())
    }

    /// Makes terrain from regularly spaced triangles. Ignores those that do not face upwards, as the walls and the floor of a
    /// solid.
    ///
    /// # Errors
    /// The reason why they are not valid terrain.
    pub fn of_triangles(
        triangles: impl Iterator<Item = [Vector3<f64>; 3]>,
    ) -> Result<Self, NoTerrain> {
        let rises = |[a, b, c]: &[Vector3<f64>; 3]| (b - a).xy().perp(&(c - a).xy());
        let all: Vec<[Vector3<f64>; 3]> = triangles.collect();
        let is_finite = |p: &Vector3<f64>| p.iter().all(|x| x.is_finite());
        if !all.iter().flatten().all(is_finite) {
            return Err(NoTerrain::NotFinite);
        }
        let largest = all.iter().map(rises).fold(0.0, f64::max);
        if largest == 0.0 && all.iter().any(|t| rises(t) < 0.0) {
            return Err(NoTerrain::UpsideDown);
        }
        let up = all.into_iter().filter(|t| rises(t) > SAME * largest);
        let up: Vec<_> = up.collect();
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
                    let at = [corner.x, corner.y];
                    return Err(NoTerrain::Steep { at });
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
            // Number of the cell's corner that is not in the triangle; corners are numbered around the cell from 0.
            let missing: usize = 6 - (a + b + c);
            if a == b || b == c || a == c || i + 1 >= nx || j + 1 >= ny {
                return Err(crossing);
            }
            let cut = [Cut::Falling, Cut::Rising][missing % 2];
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
            let at = place(k, nx - 1);
            match halves {
                [Some(one), Some(other)] if one == other => cuts.push(*one),
                [Some(_), Some(_)] => return Err(NoTerrain::Crossing { at }),
                _ => return Err(NoTerrain::Hole { at }),
            }
        }
        let mut terrain = Terrain::of_heights([x, y], [dx, dy], [nx, ny], heights)?;
        terrain.cuts = cuts;
        Ok(terrain.with_ridges())
    }

    /// Returns it with the edges that stand out.
    fn with_ridges(mut self) -> Self {
        self.ridges = self.find_ridges();
        self
    }

    /// Makes bumps of a random height between 0 and `height` (m), `spacing` (m) apart, over a square of `size` (m) about the
    /// origin. The same seed gives the same terrain on every machine.
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
}

/// Returns the next number from 0 to 1 of a pseudo-random sequence (Steele, Lea & Flood 2014, SplitMix64).
pub(super) fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}
