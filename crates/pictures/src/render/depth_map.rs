//! Depth map of a distant light: a grid of heights towards it (Williams, "Casting Curved Shadows on Curved Surfaces",
//! SIGGRAPH 1978).

use super::raster::Plotted;
use super::vector::{Vec3, vec3, within};

/// Axes of a light: across, up and towards it; unit vectors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes {
    pub across: Vec3,
    pub up: Vec3,
    pub towards: Vec3,
}

impl Axes {
    pub fn new(towards: Vec3) -> Axes {
        let helper = if towards.z.abs() < 0.9 {
            vec3(0.0, 0.0, 1.0)
        } else {
            vec3(1.0, 0.0, 0.0)
        };
        let across = helper.cross(towards).unit();
        Axes {
            across,
            up: towards.cross(across),
            towards,
        }
    }
}

/// Depth map: heights above the plane through the frame's origin, the largest at each texel; minus infinity for nothing.
#[derive(Clone, Debug)]
pub(super) struct DepthMap {
    pub axes: Axes,
    /// Side of a texel (m).
    pub texel: f32,
    /// Position across and up of the corner of texel 0, 0 (m).
    low: [f32; 2],
    pub columns: usize,
    pub rows: usize,
    pub heights: Vec<f32>,
}

/// A point of a surface in a map.
#[derive(Clone, Copy)]
pub(super) struct Receiver {
    /// Position in texels, across and up.
    pub x: f32,
    pub y: f32,
    /// Height towards the light (m), and its gradient per texel across and up, from the surface's plane: evaluated at the exact
    /// position of each texel, a plane never shadows itself.
    pub height: f32,
    pub rise: [f32; 2],
}

impl Receiver {
    /// Returns the height of the surface's plane (m) at an offset in texels.
    #[inline(always)]
    pub fn height_at(&self, dx: f32, dy: f32) -> f32 {
        self.height + self.rise[0] * dx + self.rise[1] * dy
    }
}

/// Rounds a texel size to a scale of four steps per octave, so that a figure that moves slightly keeps its grid.
fn stepped(size: f32) -> f32 {
    let octave = f32::from_bits(size.max(1e-30).to_bits() & 0x7f80_0000);
    let steps = [1.0, 1.189_207_1, std::f32::consts::SQRT_2, 1.681_792_9, 2.0];
    let found = steps.iter().map(|s| s * octave).find(|s| *s >= size);
    found.unwrap_or(2.0 * octave)
}

impl DepthMap {
    pub fn empty() -> DepthMap {
        DepthMap {
            axes: Axes::new(vec3(0.0, 0.0, 1.0)),
            texel: 1.0,
            low: [0.0; 2],
            columns: 0,
            rows: 0,
            heights: Vec::new(),
        }
    }

    /// Aims the map along `axes` at the rectangle from `low` to `high` (m across and up) with about `side` squared texels and
    /// `border` more on each side, and clears it. The grid is fixed to the world, whose origin is at `-origin` from the
    /// frame's, so that shadows do not move with the frame. Sides are multiples of 32 texels.
    pub fn aim(
        &mut self,
        axes: Axes,
        low: [f32; 2],
        high: [f32; 2],
        side: usize,
        border: usize,
        origin: [f64; 3],
    ) {
        let size = [high[0] - low[0], high[1] - low[1]];
        let longest = size[0].max(size[1]);
        self.axes = axes;
        if !(longest > 0.0 && longest.is_finite()) {
            *self = DepthMap::empty();
            return;
        }
        // At most four times as many texels along the longer side of a narrow rectangle.
        let fine = (size[0] * size[1]).sqrt().max(longest * 0.25) / side as f32;
        self.texel = stepped(fine.max(1e-30));
        let (border, texel) = (border as f64, f64::from(self.texel));
        let corner = |axis: Vec3, low: f32| {
            let there = f64::from(axis.x) * origin[0]
                + f64::from(axis.y) * origin[1]
                + f64::from(axis.z) * origin[2];
            let snapped = ((there + f64::from(low)) / texel - border).floor() * texel;
            (snapped - there) as f32
        };
        self.low = [corner(axes.across, low[0]), corner(axes.up, low[1])];
        let count = |k: usize| {
            let texels = (high[k] - self.low[k]) / self.texel + border as f32;
            (texels as usize / 32 + 1) * 32
        };
        (self.columns, self.rows) = (count(0), count(1));
        self.heights.clear();
        self.heights
            .resize(self.columns * self.rows, f32::NEG_INFINITY);
    }

    /// Converts a point to texels across and up, and height (m).
    #[inline(always)]
    pub fn locate(&self, p: Vec3) -> Vec3 {
        let scale = 1.0 / self.texel;
        vec3(
            (p.dot(self.axes.across) - self.low[0]) * scale,
            (p.dot(self.axes.up) - self.low[1]) * scale,
            p.dot(self.axes.towards),
        )
    }

    /// Returns the receiver at a position `p` on a plane with the unit `normal`, whose cosine towards the light is `facing` >
    /// 0. At grazing light, the slope is limited to forty texels per texel.
    #[inline(always)]
    pub fn receiver(&self, p: Vec3, normal: Vec3, facing: f32) -> Receiver {
        let scale = -self.texel / facing;
        let most = 40.0 * self.texel;
        let rise = |axis: Vec3| within(normal.dot(axis) * scale, -most, most);
        self.moved([rise(self.axes.across), rise(self.axes.up)], p)
    }

    /// Returns the receiver at `p` on a plane with a gradient.
    #[inline(always)]
    pub fn moved(&self, rise: [f32; 2], p: Vec3) -> Receiver {
        let q = self.locate(p);
        Receiver {
            x: q.x,
            y: q.y,
            height: q.z,
            rise,
        }
    }

    /// Whether a receiver is at least `margin` texels inside the map.
    #[inline(always)]
    pub fn holds(&self, r: &Receiver, margin: f32) -> bool {
        r.x >= margin
            && r.y >= margin
            && r.x <= self.columns as f32 - margin
            && r.y <= self.rows as f32 - margin
    }

    /// Draws triangles into whole rows of the map, from row `first` on.
    pub fn draw_rows(columns: usize, first: usize, rows: &mut [f32], triangles: &[Plotted]) {
        let past = (first + rows.len() / columns) as i32;
        for t in triangles {
            for y in t.rows[0].max(first as i32)..t.rows[1].min(past) {
                let middle = y as f32 + 0.5;
                let (a, b) = t.span(middle, 0.5, t.columns[0], t.columns[1]);
                if a < b {
                    let start = (y as usize - first) * columns;
                    let row = &mut rows[start + a as usize..start + b as usize];
                    t.draw_depth(a as f32 + 0.5, middle, row);
                }
            }
        }
    }

    /// Returns the fraction of the light that reaches a receiver shifted by an offset in texels, interpolated between the four
    /// texels around it (Reeves, Salesin and Cook, "Rendering Antialiased Shadows with Depth Maps", SIGGRAPH 1987).
    #[inline(always)]
    pub fn lit(&self, r: &Receiver, dx: f32, dy: f32, bias: f32) -> f32 {
        let (x, y) = (r.x + dx - 0.5, r.y + dy - 0.5);
        let (column, row) = (index(x), index(y));
        let (fx, fy) = (x - column as f32, y - row as f32);
        let start = row * self.columns + column;
        let from = |start: usize| self.heights.get(start..).and_then(|h| h.first_chunk());
        let (Some([a, b]), Some([c, d])) = (from(start), from(start + self.columns)) else {
            return 1.0;
        };
        // Height of the plane in the middle of the first texel, then one texel further.
        let z = r.height_at(dx - fx, dy - fy) + bias;
        let free = |height: f32, z: f32| if height > z { 0.0 } else { 1.0f32 };
        let (zx, zy) = (r.rise[0], r.rise[1]);
        let lower = free(*a, z) * (1.0 - fx) + free(*b, z + zx) * fx;
        let upper = free(*c, z + zy) * (1.0 - fx) + free(*d, z + zx + zy) * fx;
        lower * (1.0 - fy) + upper * fy
    }

    /// Returns the fraction as [`DepthMap::lit`] does, over a square of two texels instead of one.
    #[inline(always)]
    pub fn lit_wide(&self, r: &Receiver, dx: f32, dy: f32, bias: f32) -> f32 {
        let (x, y) = (r.x + dx - 1.0, r.y + dy - 1.0);
        let (column, row) = (index(x), index(y));
        let (fx, fy) = (x - column as f32, y - row as f32);
        let (zx, zy) = (r.rise[0], r.rise[1]);
        let mut z = r.height_at(dx - 0.5 - fx, dy - 0.5 - fy) + bias;
        let free = |height: f32, z: f32| if height > z { 0.0 } else { 1.0f32 };
        let mut sum = 0.0;
        let mut start = row * self.columns + column;
        for weight in [1.0 - fy, 1.0, fy] {
            let Some([a, b, c]) = self.heights.get(start..).and_then(|h| h.first_chunk()) else {
                return 1.0;
            };
            let line = free(*a, z) * (1.0 - fx) + free(*b, z + zx) + free(*c, z + zx + zx) * fx;
            sum += line * weight;
            z += zy;
            start += self.columns;
        }
        0.25 * sum
    }
}

/// Returns the integer part of a non-negative number. Through `i32`: direct conversion to `usize` takes several times as long.
#[inline(always)]
pub(super) fn index(x: f32) -> usize {
    (x as i32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texel_steps_are_the_next_larger() {
        for size in [1e-6f32, 0.37, 1.0, 1.2, 1.9, 700.0] {
            let s = stepped(size);
            assert!(s >= size && s <= size * 1.19);
        }
    }

    #[test]
    fn a_plane_shadows_what_is_below_and_not_itself() {
        let mut map = DepthMap::empty();
        let towards = vec3(0.3, -0.4, 0.8).unit();
        let axes = Axes::new(towards);
        map.aim(axes, [-2.0, -2.0], [2.0, 2.0], 64, 4, [1000.3, -77.7, 5.0]);
        let corners = [
            vec3(-1.0, -1.0, 0.0),
            vec3(1.0, -1.0, 0.0),
            vec3(0.0, 1.0, 0.0),
        ];
        let q = corners.map(|p| map.locate(p));
        let plotted = Plotted::new(&q, map.columns, map.rows).unwrap();
        let (columns, mut heights) = (map.columns, std::mem::take(&mut map.heights));
        DepthMap::draw_rows(columns, 0, &mut heights, &[plotted]);
        map.heights = heights;
        let up = vec3(0.0, 0.0, 1.0);
        let lit = |p: Vec3| map.lit(&map.receiver(p, up, up.dot(towards)), 0.0, 0.0, 1e-5);
        assert_eq!(lit(vec3(0.0, 0.0, 0.0)), 1.0);
        assert_eq!(lit(vec3(0.0, 0.0, 0.0) - towards * 0.01), 0.0);
        assert_eq!(lit(vec3(1.5, 1.5, -0.01)), 1.0);
    }

    #[test]
    fn an_empty_map_lets_all_light_pass() {
        let mut map = DepthMap::empty();
        let up = Axes::new(vec3(0.0, 0.0, 1.0));
        map.aim(up, [0.0; 2], [0.0; 2], 64, 4, [0.0; 3]);
        let r = map.receiver(Vec3::ZERO, vec3(0.0, 0.0, 1.0), 1.0);
        assert!(!map.holds(&r, 1.0));
        assert_eq!(map.lit(&r, 0.0, 0.0, 0.0), 1.0);
    }
}
