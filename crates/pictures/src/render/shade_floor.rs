//! Shading of the floor, point by point near bodies and row by row elsewhere.

use super::depth_map::Receiver;
use super::frame::Frame;
use super::ground::Floor;
use super::shade::{SKY_SHARE, STRAY};
use super::sky::{clear, glow, haze};
use super::tile::TILE;
use super::tone::filmic;
use super::vector::{Vec3, vec3};

const UP: Vec3 = vec3(0.0, 0.0, 1.0);

/// Exposed colours of a tile's row, by channel.
pub(super) type Row = [[f32; TILE]; 3];
/// Visible part of the sun at each pixel of a tile, row by row.
pub(super) type Patch = [[f32; TILE]; TILE];
/// Part of the sun's light that is reflected into shadows by sunlit surroundings, so that they are not fully blue.
const FILL: f32 = 0.055;
/// Largest difference of neighbours' light for which a pixel between them has their mean.
const ALIKE: f32 = 0.06;

/// Returns the mean of two neighbours, if they are similar.
#[inline(always)]
fn between(a: f32, b: f32) -> Option<f32> {
    ((a - b).abs() < ALIKE).then_some(0.5 * (a + b))
}

impl Frame<'_> {
    /// Returns the light of the floor at a point of the picture with an inverse distance `inverse_depth`.
    pub fn shade_floor(&self, floor: &Floor, x: f32, y: f32, inverse_depth: f32) -> Vec3 {
        let ray = self.view.ray(x, y);
        let ahead = 1.0 / inverse_depth;
        let mut p = self.view.eye + ray * ahead;
        p.z = floor.height;
        let light_tile = floor.light_tile(&self.view, p, ray, ahead);
        let colour = floor.second.mix(floor.first, light_tile);
        let sunlit = if self.sun.z > 0.0 {
            self.floor_sunlit(&self.floor_receiver(), p, ahead)
        } else {
            0.0
        };
        let light = self.floor_light(self.sky.floor_openness(p), sunlit);
        self.through_haze(colour.times(light), ray, ahead)
    }

    /// Returns the floor's receiver, without its position.
    fn floor_receiver(&self) -> Receiver {
        self.shade.map.receiver(Vec3::ZERO, UP, self.sun.z)
    }

    #[inline(always)]
    fn floor_sunlit(&self, plane: &Receiver, p: Vec3, ahead: f32) -> f32 {
        let at = self.shade.map.moved(plane.rise, p);
        self.shade.sunlit(&at, self.view.pixel * ahead, self.probes)
    }

    #[inline(always)]
    fn floor_light(&self, openness: f32, sunlit: f32) -> Vec3 {
        let share = SKY_SHARE * (STRAY + (1.0 - STRAY) * openness);
        let sunlit = FILL + (1.0 - FILL) * sunlit;
        self.overhead() * share + self.sunlight * (self.sun.z.max(0.0) * sunlit)
    }

    /// Returns the fraction of the sun visible from each pixel of a tile of floor, where `left` and `top` are the first column
    /// and row; only where `needed` is true among `rows`. Shadows are soft: where two neighbours agree, the pixel between them
    /// is their mean; otherwise it is computed separately.
    pub fn floor_sun(
        &self,
        floor: &Floor,
        left: usize,
        top: usize,
        rows: std::ops::Range<usize>,
        needed: impl Fn(usize, usize) -> bool,
    ) -> Patch {
        let mut patch = [[1.0; TILE]; TILE];
        let view = &self.view;
        if self.sun.z <= 0.0 {
            return patch;
        }
        let plane = self.floor_receiver();
        let place = |x: usize, y: usize| {
            let (x, y) = ((left + x) as f32 + 0.5, (top + y) as f32 + 0.5);
            let ahead = 1.0 / floor.plane_depth(x, y);
            let mut p = view.eye + view.ray(x, y) * ahead;
            p.z = floor.height;
            (p, ahead)
        };
        let std::ops::Range { start, end: rows } = rows;
        let corners = [0, TILE - 1].map(|x| [start, rows - 1].map(|y| place(x, y).0));
        if self.shade.misses(corners.as_flattened()) {
            return patch;
        }
        let exact = |x: usize, y: usize| {
            let (p, ahead) = place(x, y);
            self.floor_sunlit(&plane, p, ahead)
        };
        let known = |x: usize, y: usize| y >= start && y < rows && x < TILE && needed(x, y);
        // Whether a pixel of an even row and column is computed: it or a neighbour is needed.
        let wanted = |x: usize, y: usize| {
            let columns = x.saturating_sub(1)..=x + 1;
            let around = |y: usize| columns.clone().any(|x| known(x, y));
            around(y) || around(y + 1) || y > 0 && around(y - 1)
        };
        for y in (0..rows).step_by(2) {
            for x in (0..TILE).step_by(2) {
                if wanted(x, y) {
                    patch[y][x] = exact(x, y);
                }
            }
            for x in (1..TILE).step_by(2) {
                let last = x + 1 == TILE;
                if last && wanted(x, y) {
                    patch[y][x] = exact(x, y);
                } else if !last && wanted(x, y) {
                    patch[y][x] =
                        between(patch[y][x - 1], patch[y][x + 1]).unwrap_or_else(|| exact(x, y));
                }
            }
        }
        for y in (1..rows).step_by(2) {
            for x in 0..TILE {
                if known(x, y) {
                    let below = patch.get(y + 1).filter(|_| y + 1 < rows);
                    patch[y][x] = below
                        .and_then(|below| between(patch[y - 1][x], below[x]))
                        .unwrap_or_else(|| exact(x, y));
                }
            }
        }
        patch
    }

    /// Returns the exposed colours of the pixels from `left` on in the row at `y`, all of them floor, where `sunlit` is the
    /// visible part of the sun at each. The same sums as [`Frame::shade_floor`], written so that the compiler vectorises them.
    pub fn floor_row(&self, floor: &Floor, left: f32, y: f32, sunlit: &[f32; TILE]) -> Row {
        let view = &self.view;
        let mut place = [[0.0; TILE]; 2];
        let mut light_tile = [0.0; TILE];
        let mut ahead = [0.0; TILE];
        let mut lost = [0.0; TILE];
        let mut warm = [0.0; TILE];
        for i in 0..TILE {
            let x = left + i as f32 + 0.5;
            let ray = view.ray(x, y);
            let far = 1.0 / floor.plane_depth(x, y);
            let p = view.eye + ray * far;
            ahead[i] = far;
            place[0][i] = p.x;
            place[1][i] = p.y;
            light_tile[i] = floor.light_tile(view, p, ray, far);
        }
        // Distances along a row are largest at one of its ends.
        let away = |i: usize| view.ray(left + i as f32 + 0.5, y).length() * ahead[i];
        if away(0).max(away(TILE - 1)) > clear(view.reach) {
            for i in 0..TILE {
                let ray = view.ray(left + i as f32 + 0.5, y);
                let stretch = ray.length();
                let near = (ray.x * self.sun.x + ray.y * self.sun.y) / stretch;
                lost[i] = self.backdrop.veil(haze(stretch * ahead[i], view.reach));
                warm[i] = glow(near);
            }
        }
        let mut open = [1.0; TILE];
        let at = |i: usize| vec3(place[0][i], place[1][i], floor.height);
        if !self.sky.floor_is_open(at(0), at(TILE - 1)) {
            for (i, open) in open.iter_mut().enumerate() {
                *open = self.sky.floor_openness(at(i));
            }
        }
        let mut row = [[0.0; TILE]; 3];
        let channels = |v: Vec3| [v.x, v.y, v.z];
        let (dark, light) = (channels(floor.second), channels(floor.first));
        let (horizon, warmth) = (
            channels(self.backdrop.horizon),
            channels(self.backdrop.glow),
        );
        let (shade, full) = (
            channels(self.floor_light(0.0, 0.0)),
            channels(self.floor_light(1.0, 1.0)),
        );
        let sun = channels(self.sunlight * (self.sun.z.max(0.0) * (1.0 - FILL)));
        for k in 0..3 {
            let sky = full[k] - shade[k] - sun[k];
            for i in 0..TILE {
                let colour = dark[k] + (light[k] - dark[k]) * light_tile[i];
                let lit = colour * (shade[k] + sky * open[i] + sun[k] * sunlit[i]);
                let veil = horizon[k] + warmth[k] * warm[i];
                row[k][i] = filmic(lit + (veil - lit) * lost[i]);
            }
        }
        row
    }
}
