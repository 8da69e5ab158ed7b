//! Edges of terrain that stand out: those, and their ends, may touch the faces and edges of a body between its corners.

use super::{Cut, Terrain};
use nalgebra::Vector3;

/// Angle (rad) of two faces below which their edge counts as flat.
const FLAT: f64 = 1e-3;

/// An edge between two faces, above the line between their other corners.
#[derive(Clone, Copy, Debug)]
pub struct Ridge {
    /// Its ends (m).
    pub ends: [Vector3<f64>; 2],
    /// A unit normal between those of both faces.
    pub normal: Vector3<f64>,
}

/// The edges of a grid point that may stand out: to the next point along x, along y, and the diagonal of its cell.
const EDGES: [u8; 3] = [1, 2, 4];

impl Terrain {
    /// Returns the corners of an edge, and the other corners of the triangles on both sides of it; none at the border.
    fn edge(&self, [i, j]: [usize; 2], edge: usize) -> Option<[[usize; 2]; 4]> {
        let [nx, ny] = self.count;
        let cut = |i: usize, j: usize| self.cuts[j * (nx - 1) + i];
        match edge {
            0 if j > 0 && j + 1 < ny && i + 1 < nx => {
                let above = [i + usize::from(cut(i, j) == Cut::Rising), j + 1];
                let below = [i + usize::from(cut(i, j - 1) == Cut::Falling), j - 1];
                Some([[i, j], [i + 1, j], above, below])
            }
            1 if i > 0 && i + 1 < nx && j + 1 < ny => {
                let right = [i + 1, j + usize::from(cut(i, j) == Cut::Rising)];
                let left = [i - 1, j + usize::from(cut(i - 1, j) == Cut::Falling)];
                Some([[i, j], [i, j + 1], right, left])
            }
            2 if i + 1 < nx && j + 1 < ny => Some(match cut(i, j) {
                Cut::Rising => [[i, j], [i + 1, j + 1], [i + 1, j], [i, j + 1]],
                Cut::Falling => [[i + 1, j], [i, j + 1], [i, j], [i + 1, j + 1]],
            }),
            _ => None,
        }
    }

    /// Returns an edge, if it stands out.
    fn ridge(&self, at: [usize; 2], edge: usize) -> Option<Ridge> {
        let [a, b, c, d] = self.edge(at, edge)?.map(|[i, j]| self.corner(i, j));
        let normal = |c: &Vector3<f64>| {
            let n = (b - a).cross(&(c - a)).normalize();
            if n.z < 0.0 { -n } else { n }
        };
        let (one, other) = (normal(&c), normal(&d));
        let bend = one.cross(&other).norm();
        let stands_out = bend > FLAT && one.dot(&(d - a)) < 0.0;
        stands_out.then(|| Ridge {
            ends: [a, b],
            normal: (one + other).normalize(),
        })
    }

    /// Returns for each grid point which of its edges stand out.
    pub(super) fn find_ridges(&self) -> Vec<u8> {
        let [nx, ny] = self.count;
        let points = (0..nx * ny).map(|k| [k % nx, k / nx]);
        let of = |at: [usize; 2]| {
            let edges = (0..3).filter(|edge| self.ridge(at, *edge).is_some());
            edges.map(|edge| EDGES[edge]).sum()
        };
        points.map(of).collect()
    }

    /// Visits the edges that stand out and may reach into a box (m), if their ends may, too.
    pub fn each_ridge(
        &self,
        low: &Vector3<f64>,
        high: &Vector3<f64>,
        may_reach: impl Fn([Vector3<f64>; 2]) -> bool,
        mut show: impl FnMut(&Ridge),
    ) {
        let [columns, rows] = self.cells([low.x, low.y], [high.x, high.y]);
        if columns.is_empty() || rows.is_empty() {
            return;
        }
        let nx = self.count[0];
        let last = [columns.end - 1, rows.end - 1];
        for j in rows.start..=rows.end {
            for i in columns.start..=columns.end {
                let edges = self.ridges[j * nx + i];
                let within = i <= last[0] && j <= last[1];
                // Those of the last column and row belong to the cells before them.
                let cell = j.min(last[1]) * (nx - 1) + i.min(last[0]);
                if edges == 0 || self.tops[cell] < low.z {
                    continue;
                }
                for edge in (0..3).filter(|edge| edges & EDGES[*edge] != 0) {
                    // The edges of the last column and row, but for those along it, are beyond the box.
                    let ends = match edge {
                        0 if i <= last[0] => [[i, j], [i + 1, j]],
                        1 if j <= last[1] => [[i, j], [i, j + 1]],
                        2 if within && self.cuts[cell] == Cut::Rising => [[i, j], [i + 1, j + 1]],
                        2 if within => [[i + 1, j], [i, j + 1]],
                        _ => continue,
                    };
                    let [a, b] = ends.map(|[i, j]| self.heights[j * nx + i]);
                    if a.max(b) > low.z
                        && may_reach(ends.map(|[i, j]| self.corner(i, j)))
                        && let Some(ridge) = self.ridge([i, j], edge)
                    {
                        show(&ridge);
                    }
                }
            }
        }
    }
}
