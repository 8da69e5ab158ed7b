//! Sun and shade: percentage-closer soft shadows (Fernando, "Percentage-Closer Soft Shadows", SIGGRAPH 2005 sketches).
//! What is high above the ground blurs its shadow, a foot's shadow is sharp.

use super::depth_map::{DepthMap, Receiver};
use super::raster::Plotted;
use super::vector::Vec3;
use crate::scene::elementary::sin_cos;

/// Widest half-shadow (texels), and the side of the coarse blocks that tell where there is none.
const WIDEST: f32 = 31.0;
const BLOCK: usize = 32;
/// Side of the fine blocks in which blockers are sought, so that no thin leg slips between the probes.
const FINE: usize = 4;
/// Texels around the casters: half for the search, half to keep the search inside.
pub(super) const BORDER: usize = 2 * BLOCK + 4;
/// Least radius of the filter (texels): hides the grid.
const SHARPEST: f32 = 1.1;
/// Tangent of the sun's apparent radius; a hazy sun, six times the true one.
const SUN_RADIUS: f32 = 0.05;

/// Probes of one lookup on the unit disc (Vogel's sunflower), inner ones first.
pub(super) struct Probes([[f32; 2]; 64]);

impl Probes {
    pub fn new() -> Probes {
        Probes(std::array::from_fn(|i| {
            let (s, c) = sin_cos(i as f64 * 2.399_963_229_728_653);
            let r = ((i as f64 + 0.5) / 64.0).sqrt();
            [(r * c) as f32, (r * s) as f32]
        }))
    }

    /// The first `N` probes, spread over the whole disc.
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

    /// Fills the map, which has been aimed, on so many threads.
    pub fn draw(&mut self, triangles: &[Plotted], soft: bool, threads: usize) {
        let (columns, rows) = (self.map.columns, self.map.rows);
        self.soft = soft;
        let (fine_columns, coarse_columns) = (columns / FINE, columns / BLOCK);
        self.fine.clear();
        self.fine
            .resize(fine_columns * (rows / FINE), f32::NEG_INFINITY);
        let mut blocks = vec![f32::NEG_INFINITY; coarse_columns * (rows / BLOCK)];
        if columns == 0 || rows == 0 {
            self.coarse = blocks;
            return;
        }
        let bands = self
            .map
            .heights
            .chunks_mut(columns * BLOCK)
            .zip(self.fine.chunks_mut(fine_columns * (BLOCK / FINE)))
            .zip(blocks.chunks_mut(coarse_columns))
            .enumerate()
            .collect();
        super::parallel::for_each(threads, bands, |(band, ((heights, fine), coarse))| {
            DepthMap::draw_rows(columns, band * BLOCK, heights, triangles);
            for (y, row) in heights.chunks(columns).enumerate() {
                let fine = &mut fine[y / FINE * fine_columns..][..fine_columns];
                for (top, texels) in fine.iter_mut().zip(row.chunks_exact(FINE)) {
                    *top = texels.iter().fold(*top, |a, z| if *z > a { *z } else { a });
                }
            }
            for row in fine.chunks(fine_columns) {
                for (top, texels) in coarse.iter_mut().zip(row.chunks_exact(BLOCK / FINE)) {
                    *top = texels.iter().fold(*top, |a, z| if *z > a { *z } else { a });
                }
            }
        });
        self.coarse = widened(&blocks, coarse_columns);
    }

    /// The part of the sun seen from `p` on a surface with unit `normal`, of which `facing` > 0 looks at the sun; a
    /// pixel there is `footprint` (m) wide.
    pub fn sunlit(
        &self,
        p: Vec3,
        normal: Vec3,
        facing: f32,
        footprint: f32,
        probes: &Probes,
    ) -> f32 {
        let map = &self.map;
        let r = map.receiver(p, normal, facing);
        if !map.holds(&r, BLOCK as f32 + 2.0) {
            return 1.0;
        }
        let block = r.y as usize / BLOCK * (map.columns / BLOCK) + r.x as usize / BLOCK;
        let slope = r.rise[0].abs() + r.rise[1].abs();
        let bias = 0.05 * (slope + map.texel);
        let sharpest = SHARPEST.max(0.6 * footprint / map.texel).min(0.5 * WIDEST);
        // The widest half-shadow that what stands near can throw here (texels): gap times the sun's radius.
        let spread = SUN_RADIUS / map.texel;
        let gap = self.coarse[block] - r.height;
        if gap <= bias - slope * (sharpest + 1.0) {
            return 1.0;
        }
        if !self.soft {
            return self.filtered(&r, sharpest, 4, bias, probes);
        }
        let widest = (gap * spread / (1.0 - (slope * spread).min(0.5)))
            .max(0.0)
            .min(WIDEST - sharpest)
            + sharpest;
        let (count, sum) = self.blockers(&r, widest, slope, probes);
        if count == 0 {
            return self.filtered(&r, sharpest, 8, bias, probes);
        }
        let radius = (sum / count as f32 * spread).max(sharpest).min(WIDEST);
        if count == SEARCH && radius + FINE as f32 <= widest {
            return 0.0;
        }
        let taps = match radius {
            0.0..2.0 => 12,
            2.0..6.0 => 32,
            _ => 64,
        };
        self.filtered(&r, radius, taps, bias, probes)
    }

    /// Number of probes that find something between surface and sun, and the sum of the gaps (m).
    #[inline(always)]
    fn blockers(&self, r: &Receiver, radius: f32, slope: f32, probes: &Probes) -> (u32, f32) {
        let columns = self.map.columns / FINE;
        // The highest of a block may be the surface's own far corner: that much is no gap.
        let own = slope * 0.5 * FINE as f32 + 0.5 * self.map.texel;
        let (mut count, mut sum) = (0, 0.0);
        for [dx, dy] in probes.spread(SEARCH as usize, radius) {
            let (x, y) = ((r.x + dx) as usize / FINE, (r.y + dy) as usize / FINE);
            let height = self.fine.get(y * columns + x).copied().unwrap_or(-1e30);
            let gap = height - r.height_at(dx, dy);
            if gap > own {
                count += 1;
                sum += gap;
            }
        }
        (count, sum)
    }

    #[inline(always)]
    fn filtered(&self, r: &Receiver, radius: f32, taps: usize, bias: f32, probes: &Probes) -> f32 {
        let mut sum = 0.0;
        for [dx, dy] in probes.spread(taps, radius) {
            sum += self.map.lit(r, dx, dy, bias);
        }
        sum * (1.0 / taps as f32)
    }
}

/// Probes of the search for blockers.
const SEARCH: u32 = 16;

/// The maximum over each block and its eight neighbours.
fn widened(blocks: &[f32], columns: usize) -> Vec<f32> {
    let rows = blocks.len() / columns.max(1);
    let mut out = Vec::with_capacity(blocks.len());
    for y in 0..rows {
        for x in 0..columns {
            let mut top = f32::NEG_INFINITY;
            for row in y.saturating_sub(1)..(y + 2).min(rows) {
                for column in x.saturating_sub(1)..(x + 2).min(columns) {
                    top = top.max(blocks[row * columns + column]);
                }
            }
            out.push(top);
        }
    }
    out
}
