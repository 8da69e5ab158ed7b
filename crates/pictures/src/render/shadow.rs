//! Shadows of the sun: percentage-closer soft shadows (Fernando, "Percentage-Closer Soft Shadows", SIGGRAPH 2005 sketches).
//! Shadows of objects high above the ground are blurred, those of feet are sharp.

use super::depth_map::{DepthMap, Receiver, index};
use super::raster::Plotted;
use super::vector::Vec3;

/// Largest width of a penumbra (texels).
const WIDEST: f32 = 31.0;
/// Side of the fine blocks in which blockers are searched, so that no thin leg is missed between the probes.
const FINE: usize = 4;
/// Side of the coarse blocks, whose maxima over the range of the widest search show where there is no shadow.
const COARSE: usize = 8;
/// Largest distance of a lookup (texels).
const MARGIN: usize = 34;
/// Texels around the casters: half for the search, half to keep the search inside.
pub(super) const BORDER: usize = 2 * MARGIN;
/// Rows drawn as one task: a common multiple of the blocks' sides.
const BAND: usize = 32;
/// Smallest radius of the filter (texels), which hides the grid.
const SHARPEST: f32 = 1.1;
/// Tangent of the sun's apparent radius; a hazy sun, six times the true one.
const SUN_RADIUS: f32 = 0.05;

/// Positions of one lookup on the unit disc (Vogel's sunflower), inner ones first.
pub(super) struct Probes([[f32; 2]; 64]);

impl Probes {
    pub fn new() -> Probes {
        Probes(std::array::from_fn(|i| {
            let (s, c) = libm::sincos(i as f64 * 2.399_963_229_728_653);
            let r = ((i as f64 + 0.5) / 64.0).sqrt();
            [(r * c) as f32, (r * s) as f32]
        }))
    }

    /// Returns `count` probes, spread over the whole disc.
    #[inline(always)]
    fn spread(&self, count: usize, radius: f32) -> impl Iterator<Item = [f32; 2]> {
        let scale = radius * (64.0 / count as f32).sqrt();
        self.0[..count]
            .iter()
            .map(move |[x, y]| [x * scale, y * scale])
    }
}

/// The sun's depth map with two levels of block maxima.
pub(super) struct SunShadow {
    pub map: DepthMap,
    fine: Vec<f32>,
    coarse: Vec<f32>,
    soft: bool,
}

impl SunShadow {
    pub fn new() -> SunShadow {
        SunShadow {
            map: DepthMap::empty(),
            fine: Vec::new(),
            coarse: Vec::new(),
            soft: true,
        }
    }

    /// Fills the map, after it was aimed, with this number of threads.
    pub fn draw(&mut self, triangles: &[Plotted], soft: bool, threads: usize) {
        let (columns, rows) = (self.map.columns, self.map.rows);
        self.soft = soft;
        let (fine_columns, coarse_columns) = (columns / FINE, columns / COARSE);
        self.fine.clear();
        self.fine
            .resize(fine_columns * (rows / FINE), f32::NEG_INFINITY);
        let mut blocks = vec![f32::NEG_INFINITY; coarse_columns * (rows / COARSE)];
        if columns == 0 || rows == 0 {
            self.coarse = blocks;
            return;
        }
        let bands = self
            .map
            .heights
            .chunks_mut(columns * BAND)
            .zip(self.fine.chunks_mut(fine_columns * (BAND / FINE)))
            .zip(blocks.chunks_mut(coarse_columns * (BAND / COARSE)))
            .enumerate()
            .collect();
        super::parallel::for_each(threads, bands, |(band, ((heights, fine), coarse))| {
            DepthMap::draw_rows(columns, band * BAND, heights, triangles);
            for (y, row) in heights.chunks(columns).enumerate() {
                let fine = &mut fine[y / FINE * fine_columns..][..fine_columns];
                for (top, texels) in fine.iter_mut().zip(row.chunks_exact(FINE)) {
                    *top = texels.iter().fold(*top, |a, z| if *z > a { *z } else { a });
                }
            }
            for (y, row) in fine.chunks(fine_columns).enumerate() {
                let coarse = &mut coarse[y * FINE / COARSE * coarse_columns..][..coarse_columns];
                for (top, texels) in coarse.iter_mut().zip(row.chunks_exact(COARSE / FINE)) {
                    *top = texels.iter().fold(*top, |a, z| if *z > a { *z } else { a });
                }
            }
        });
        self.coarse = widened(&blocks, coarse_columns);
    }

    /// Returns the visible part of the sun at a receiver; a pixel there is `footprint` (m) wide.
    pub fn sunlit(&self, r: &Receiver, footprint: f32, probes: &Probes) -> f32 {
        let map = &self.map;
        if !map.holds(r, MARGIN as f32) {
            return 1.0;
        }
        let block = index(r.y) / COARSE * (map.columns / COARSE) + index(r.x) / COARSE;
        let slope = r.rise[0].abs() + r.rise[1].abs();
        let bias = 0.05 * (slope + map.texel);
        let sharpest = SHARPEST.max(0.6 * footprint / map.texel).min(0.5 * WIDEST);
        // The widest penumbra of near objects here (texels): gap times the sun's radius.
        let spread = SUN_RADIUS / map.texel;
        let gap = self.coarse[block] - r.height;
        if gap <= bias - slope * (sharpest + 1.0) {
            return 1.0;
        }
        if !self.soft {
            return self.filtered(r, sharpest, bias);
        }
        let widest = (gap * spread / (1.0 - (slope * spread).min(0.5)))
            .max(0.0)
            .min(WIDEST - sharpest)
            + sharpest;
        let (count, sum) = self.blockers(r, widest, slope, probes);
        if count == 0 {
            if sharpest < FINE as f32 && self.clear(r, slope) {
                return 1.0;
            }
            return self.filtered(r, sharpest, bias);
        }
        let radius = (sum / count as f32 * spread).max(sharpest).min(WIDEST);
        // If the search found blockers everywhere the point is usually dark, but a narrow gap may be between its probes: a few
        // texels decide. Without them, single pixels of a penumbra were darker, and of a shadow brighter, than their
        // surroundings.
        let plane = bias + 0.5 * slope;
        if count == SEARCH
            && radius + FINE as f32 <= widest
            && self.free(r, radius, plane, probes, SEARCH as usize) == 0
        {
            return 0.0;
        }
        match radius {
            0.0..2.5 => self.filtered(r, radius, bias),
            _ => self.scattered(r, radius, plane, probes),
        }
    }

    /// Whether the sun's map is empty everywhere between some points.
    pub fn misses(&self, corners: &[Vec3]) -> bool {
        let margin = MARGIN as f32;
        let beyond = |place: fn(Vec3) -> f32, n: usize| {
            let places = corners.iter().map(|p| place(self.map.locate(*p)));
            let (low, high) = places.fold((f32::INFINITY, f32::NEG_INFINITY), |(l, h), x| {
                (l.min(x), h.max(x))
            });
            high < margin || low > n as f32 - margin
        };
        beyond(|p| p.x, self.map.columns) || beyond(|p| p.y, self.map.rows)
    }

    /// Returns the number of probes that find a blocker between surface and sun, and the sum of the gaps (m).
    #[inline(always)]
    fn blockers(&self, r: &Receiver, radius: f32, slope: f32, probes: &Probes) -> (u32, f32) {
        let columns = self.map.columns / FINE;
        // The highest point of a block may be the surface's own far corner: that is no gap.
        let own = slope * 0.5 * FINE as f32 + 0.5 * self.map.texel;
        let (mut count, mut sum) = (0, 0.0);
        for [dx, dy] in probes.spread(SEARCH as usize, radius) {
            let (x, y) = (index(r.x + dx) / FINE, index(r.y + dy) / FINE);
            let height = self.fine.get(y * columns + x).copied().unwrap_or(-1e30);
            let gap = height - r.height_at(dx, dy);
            if gap > own {
                count += 1;
                sum += gap;
            }
        }
        (count, sum)
    }

    /// Whether nothing is above the surface's plane within the adjacent fine blocks.
    #[inline(always)]
    fn clear(&self, r: &Receiver, slope: f32) -> bool {
        let columns = self.map.columns / FINE;
        let lowest = r.height - slope * (2 * FINE) as f32;
        let start = (index(r.y) / FINE - 1) * columns + index(r.x) / FINE - 1;
        let rows = [start, start + columns, start + 2 * columns];
        rows.iter().all(|row| {
            let blocks = self.fine.get(*row..*row + 3);
            blocks.is_some_and(|b| b.iter().all(|height| *height <= lowest))
        })
    }

    /// Returns the light over a disc of small `radius` (texels), by overlapping squares.
    #[inline(always)]
    fn filtered(&self, r: &Receiver, radius: f32, bias: f32) -> f32 {
        if radius < 1.2 {
            return self.map.lit_wide(r, 0.0, 0.0, bias);
        }
        let side = 0.6 * radius;
        let at = |dx, dy| self.map.lit_wide(r, dx, dy, bias);
        0.25 * (at(-side, 0.0) + at(side, 0.0) + at(0.0, -side) + at(0.0, side))
    }

    /// Returns the light over a wide disc: every probe reads one texel, and the steps are invisible.
    #[inline(always)]
    fn scattered(&self, r: &Receiver, radius: f32, bias: f32, probes: &Probes) -> f32 {
        let count = if radius < 9.0 { 32 } else { 64 };
        self.free(r, radius, bias, probes, count) as f32 * (1.0 / count as f32)
    }

    /// Returns the number of probes over a disc without a blocker.
    #[inline(always)]
    fn free(&self, r: &Receiver, radius: f32, bias: f32, probes: &Probes, count: usize) -> u32 {
        let mut free = 0;
        for [dx, dy] in probes.spread(count, radius) {
            let (column, row) = (index(r.x + dx), index(r.y + dy));
            let height = self.map.heights.get(row * self.map.columns + column);
            // With a tolerance of half a texel's rise: no plane shadows itself.
            free += u32::from(height.is_some_and(|h| *h <= r.height_at(dx, dy) + bias));
        }
        free
    }
}

/// Number of probes of the search for blockers.
const SEARCH: u32 = 16;

/// Returns the maximum over each block and those within [`MARGIN`] of it, along the rows and then across them.
fn widened(blocks: &[f32], columns: usize) -> Vec<f32> {
    let reach = MARGIN.div_ceil(COARSE);
    let mut along = vec![f32::NEG_INFINITY; blocks.len()];
    for (row, out) in blocks
        .chunks(columns.max(1))
        .zip(along.chunks_mut(columns.max(1)))
    {
        for shift in 0..=reach.min(columns) {
            raise(&mut out[shift..], row);
            raise(out, &row[shift..]);
        }
    }
    let mut out = along.clone();
    for shift in 1..=reach {
        let start = (shift * columns).min(along.len());
        raise(&mut out[start..], &along);
        raise(&mut out, &along[start..]);
    }
    out
}

/// Sets each element of `out` to the maximum with that of `other`, for their common length.
fn raise(out: &mut [f32], other: &[f32]) {
    for (top, z) in out.iter_mut().zip(other) {
        *top = if *z > *top { *z } else { *top };
    }
}
