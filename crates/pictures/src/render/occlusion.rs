//! Light of the sky with its occlusion: one coarse depth map for each of several directions spread over the sky, looked up for
//! bodies point by point and for the floor on a grid.

use super::depth_map::{Axes, DepthMap, Receiver, index};
use super::raster::Plotted;
use super::sky::DAY;
use super::vector::{Vec3, vec3};

/// Texels along the side of a direction's map and of the floor's grid.
const SIDE: usize = 192;
const CELLS: usize = 128;
const BORDER: usize = 4;

/// The sky as directions that each represent an equal part of it.
pub(super) struct SkyLight {
    directions: Vec<Direction>,
    /// Light on an unoccluded face that looks straight up.
    pub overhead: Vec3,
    floor: FloorGrid,
}

struct Direction {
    map: DepthMap,
    light: Vec3,
}

/// Visible part of the sky at each cell of the floor.
#[derive(Default)]
struct FloorGrid {
    low: [f32; 2],
    cells_per_metre: f32,
    side: usize,
    /// `side` squared cells, from 0 for no sky to 1 for all of it.
    open: Vec<f32>,
}

impl SkyLight {
    /// Creates `count` directions, or a plain sky for none; the maps are not drawn yet. Heights of the directions are even and
    /// azimuths turn by the golden angle: Vogel's spiral on the half-sphere, which covers it evenly.
    pub fn new(count: usize, sun: Vec3) -> SkyLight {
        let spiral = |i: usize, count: usize| {
            let z = 0.08 + 0.92 * (i as f64 + 0.5) / count as f64;
            let (s, c) = libm::sincos(i as f64 * 2.399_963_229_728_653 + 0.7);
            let r = (1.0 - z * z).sqrt();
            vec3((r * c) as f32, (r * s) as f32, z as f32)
        };
        let share =
            |i: usize, count: usize| DAY.light(spiral(i, count), sun) * (2.0 / count as f32);
        let directions = (0..count).map(|i| {
            let mut map = DepthMap::empty();
            map.axes = Axes::new(spiral(i, count));
            Direction {
                map,
                light: share(i, count),
            }
        });
        let many = if count == 0 { 16 } else { count };
        SkyLight {
            directions: directions.collect(),
            overhead: (0..many).fold(Vec3::ZERO, |sum, i| {
                sum + share(i, many) * spiral(i, many).z
            }),
            floor: FloorGrid::default(),
        }
    }

    /// Draws all maps of the casters, `points` and `triangles`, around the ball of `radius` about `centre`, then the grid of
    /// the floor at `floor` (m) if there is one.
    pub fn draw(
        &mut self,
        points: &[Vec3],
        triangles: &[[u32; 3]],
        ball: (Vec3, f32),
        floor: Option<f32>,
        origin: [f64; 3],
        threads: usize,
    ) {
        let (centre, radius) = ball;
        if self.directions.is_empty() || triangles.is_empty() {
            return;
        }
        let jobs = self.directions.iter_mut().collect();
        super::parallel::for_each(threads, jobs, |d| {
            let axes = d.map.axes;
            let (x, y) = (centre.dot(axes.across), centre.dot(axes.up));
            let (low, high) = ([x - radius, y - radius], [x + radius, y + radius]);
            d.map.aim(axes, low, high, SIDE, BORDER, origin);
            let located: Vec<Vec3> = points.iter().map(|p| d.map.locate(*p)).collect();
            let plotted: Vec<Plotted> = triangles
                .iter()
                .filter_map(|t| {
                    let q = t.map(|i| located[i as usize]);
                    Plotted::new(&q, d.map.columns, d.map.rows)
                })
                .collect();
            if d.map.columns > 0 {
                DepthMap::draw_rows(d.map.columns, 0, &mut d.map.heights, &plotted);
            }
        });
        if let Some(height) = floor {
            self.draw_floor(centre, radius, height, origin, threads);
        }
    }

    fn draw_floor(
        &mut self,
        centre: Vec3,
        radius: f32,
        height: f32,
        origin: [f64; 3],
        threads: usize,
    ) {
        let rise = (centre.z + radius - height).max(0.0).min(2.0 * radius);
        let half = 1.05 * radius + 0.9 * rise;
        let mut grid = DepthMap::empty();
        let up = Axes {
            across: vec3(1.0, 0.0, 0.0),
            up: vec3(0.0, 1.0, 0.0),
            towards: vec3(0.0, 0.0, 1.0),
        };
        let (low, high) = (
            [centre.x - half, centre.y - half],
            [centre.x + half, centre.y + half],
        );
        // An empty depth map, for its rule of texel sizes and positions.
        grid.aim(up, low, high, CELLS, 2, origin);
        let (columns, cell) = (grid.columns, grid.texel);
        let corner = grid.locate(Vec3::ZERO);
        let low = [-corner.x * cell, -corner.y * cell];
        let side = columns.min(grid.rows);
        let normal = vec3(0.0, 0.0, 1.0);
        let mut open = vec![1.0f32; side * side];
        let directions: Vec<(f32, &DepthMap, Receiver)> = self
            .directions
            .iter()
            .map(|d| {
                let cosine = d.map.axes.towards.z;
                let plane = d.map.receiver(Vec3::ZERO, normal, cosine);
                (d.light.y * cosine, &d.map, plane)
            })
            .collect();
        let total: f32 = directions.iter().map(|d| d.0).sum();
        let rows = open.chunks_mut(side.max(1)).enumerate().collect();
        super::parallel::for_each(threads, rows, |(y, row): (usize, &mut [f32])| {
            for (x, out) in row.iter_mut().enumerate() {
                let p = vec3(
                    low[0] + (x as f32 + 0.5) * cell,
                    low[1] + (y as f32 + 0.5) * cell,
                    height,
                );
                let mut seen = 0.0;
                for (weight, map, plane) in &directions {
                    let at = map.moved(plane.rise, p);
                    let lit = if map.holds(&at, 2.0) {
                        map.lit(&at, 0.0, 0.0, 0.6 * map.texel)
                    } else {
                        1.0
                    };
                    seen += weight * lit;
                }
                // The grid fades out at its border.
                let from_border = x.min(y).min(side - 1 - x).min(side - 1 - y) as f32;
                let fade = (from_border * (8.0 / side as f32)).min(1.0);
                *out = 1.0 + (seen / total - 1.0) * fade;
            }
        });
        self.floor = FloorGrid {
            low,
            cells_per_metre: 1.0 / cell,
            side,
            open: smoothed(&open, side),
        };
    }

    /// Whether nothing hides the sky from the floor anywhere between two positions, along a straight line.
    #[inline(always)]
    pub fn floor_is_open(&self, a: Vec3, b: Vec3) -> bool {
        let grid = &self.floor;
        let last = grid.side as f32 - 1.0;
        let beyond = |a: f32, b: f32, low: f32| {
            let place = |c: f32| (c - low) * grid.cells_per_metre - 0.5;
            let (a, b) = (place(a), place(b));
            (a < 0.0 && b < 0.0) || (a >= last && b >= last)
        };
        grid.side == 0 || beyond(a.x, b.x, grid.low[0]) || beyond(a.y, b.y, grid.low[1])
    }

    /// Returns the part of the sky's light that reaches the floor at `p`.
    #[inline(always)]
    pub fn floor_openness(&self, p: Vec3) -> f32 {
        let grid = &self.floor;
        let x = (p.x - grid.low[0]) * grid.cells_per_metre - 0.5;
        let y = (p.y - grid.low[1]) * grid.cells_per_metre - 0.5;
        let last = grid.side as f32 - 1.0;
        if !(x >= 0.0 && y >= 0.0 && x < last && y < last) {
            return 1.0;
        }
        let side = grid.side;
        let (column, row) = (index(x), index(y));
        let (fx, fy) = (x - column as f32, y - row as f32);
        let start = row * side + column;
        let (lower, upper) = (&grid.open[start..], &grid.open[start + side..]);
        let a = lower[0] + (lower[1] - lower[0]) * fx;
        let b = upper[0] + (upper[1] - upper[0]) * fx;
        a + (b - a) * fy
    }

    /// Returns the light of the sky on a face at `p` with the shading normal `n`, where `plane` is the unit normal of the
    /// surface itself. It is looked up `lifted` texels of each map above the face.
    #[inline(always)]
    pub fn on_body(&self, p: Vec3, n: Vec3, plane: Vec3, lifted: f32) -> Vec3 {
        if self.directions.is_empty() {
            return self.overhead * (0.5 + 0.5 * n.z) * 0.9;
        }
        let mut sum = Vec3::ZERO;
        for d in &self.directions {
            let cosine = n.dot(d.map.axes.towards);
            if cosine <= 0.0 {
                continue;
            }
            let facing = plane.dot(d.map.axes.towards);
            let visible = if facing > 0.02 {
                d.visible(p, plane, facing, lifted)
            } else {
                0.5
            };
            sum += d.light * (cosine * visible);
        }
        sum
    }
}

impl Direction {
    #[inline(always)]
    fn visible(&self, p: Vec3, plane: Vec3, facing: f32, lifted: f32) -> f32 {
        let r = self.map.receiver(p, plane, facing);
        if !self.map.holds(&r, 3.0) {
            return 1.0;
        }
        let bias = (0.6 + lifted) * self.map.texel;
        self.map.lit_wide(&r, 0.0, 0.0, bias)
    }
}

/// Returns the mean over three by three cells, weights 1 2 1, applied twice: the steps between single directions vanish.
fn smoothed(cells: &[f32], side: usize) -> Vec<f32> {
    let mut cells = cells.to_vec();
    for step in [1, side, 1, side] {
        let before = cells.clone();
        for (i, cell) in cells.iter_mut().enumerate() {
            let a = before.get(i.wrapping_sub(step)).copied().unwrap_or(1.0);
            let b = before.get(i + step).copied().unwrap_or(1.0);
            *cell = 0.5 * before[i] + 0.25 * (a + b);
        }
    }
    cells
}
