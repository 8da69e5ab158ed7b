//! The light that the floor sends to the eye, point by point where it meets bodies and row by row elsewhere.

use super::depth_map::Receiver;
use super::frame::Frame;
use super::ground::Floor;
use super::shade::{SKY_SHARE, STRAY};
use super::sky::{glow, haze};
use super::tile::TILE;
use super::tone::filmic;
use super::vector::{Vec3, vec3};

const UP: Vec3 = vec3(0.0, 0.0, 1.0);

/// Exposed colours of a tile's row, channel by channel.
pub(super) type Row = [[f32; TILE]; 3];

impl Frame<'_> {
    /// Light of the floor at a point of the picture, one over `inverse_depth` ahead.
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

    /// The floor's receiver, still without its place.
    fn floor_receiver(&self) -> Receiver {
        self.shade.map.receiver(Vec3::ZERO, UP, self.sun.z)
    }

    #[inline(always)]
    fn floor_sunlit(&self, plane: &Receiver, p: Vec3, ahead: f32) -> f32 {
        let at = self.shade.map.moved(plane, p);
        self.shade.sunlit(&at, self.view.pixel * ahead, self.probes)
    }

    #[inline(always)]
    fn floor_light(&self, openness: f32, sunlit: f32) -> Vec3 {
        let share = SKY_SHARE * (STRAY + (1.0 - STRAY) * openness);
        self.overhead() * share + self.sunlight * (self.sun.z.max(0.0) * sunlit)
    }

    /// Exposed colours of the pixels from `left` on in the row at `y`, all of them floor. The same sums as
    /// [`Frame::shade_floor`], written so that the compiler does several pixels at once.
    pub fn floor_row(&self, floor: &Floor, left: f32, y: f32) -> Row {
        let view = &self.view;
        let mut ahead = [0.0; TILE];
        let mut place = [[0.0; TILE]; 2];
        let mut light_tile = [0.0; TILE];
        let mut lost = [0.0; TILE];
        let mut warm = [0.0; TILE];
        for i in 0..TILE {
            let x = left + i as f32 + 0.5;
            let ray = view.ray(x, y);
            let far = 1.0 / floor.plane_depth(x, y);
            let p = view.eye + ray * far;
            let stretch = ray.length();
            let near = (ray.x * self.sun.x + ray.y * self.sun.y) / stretch;
            ahead[i] = far;
            place[0][i] = p.x;
            place[1][i] = p.y;
            light_tile[i] = floor.light_tile(view, p, ray, far);
            lost[i] = haze(far * stretch, view.reach);
            warm[i] = glow(near);
        }
        let mut open = [1.0; TILE];
        let mut sunlit = [1.0; TILE];
        let at = |i: usize| vec3(place[0][i], place[1][i], floor.height);
        for (i, open) in open.iter_mut().enumerate() {
            *open = self.sky.floor_openness(at(i));
        }
        if self.sun.z > 0.0 && !self.shade.misses(at(0), at(TILE - 1)) {
            let plane = self.floor_receiver();
            for (i, sunlit) in sunlit.iter_mut().enumerate() {
                *sunlit = self.floor_sunlit(&plane, at(i), ahead[i]);
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
        let sun = channels(self.sunlight * self.sun.z.max(0.0));
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
