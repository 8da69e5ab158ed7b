//! Shading: the light from a point of a surface to the eye.

use super::frame::{Body, Frame};
use super::ground::FLOOR;
use super::shade_floor::Row;
use super::sky::{DAY, haze};
use super::surface::Face;
use super::tile::TILE;
use super::tone::expose;
use super::vector::{Vec3, vec3, within};
use crate::scene::Material;

const WHITE: Vec3 = vec3(1.0, 1.0, 1.0);

/// Weight of the sky's light, which keeps the sun dominant.
pub(super) const SKY_SHARE: f32 = 0.78;
/// Part of the sky's light that is scattered and reaches even occluded positions.
pub(super) const STRAY: f32 = 0.38;
/// Reflectance of clear varnish at normal incidence, the largest of a surface that is not a metal.
const VARNISH: f32 = 0.08;

/// Height above terrain, in texels, at which the maps of the lights are looked up: the far side of a valley rises above the
/// plane of the near side, but keeps no light from it.
const VALLEY: f32 = 1.5;

/// Shading parameters of a material.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finish {
    /// Squared roughness of the Trowbridge-Reitz distribution.
    alpha2: f32,
    /// Reflectance at normal incidence.
    mirror: f32,
    /// 1 for metals.
    metal: f32,
}

impl Finish {
    pub fn of(material: &Material) -> Finish {
        // The square of the roughness looks evenly stepped (Burley, "Physically Based Shading at Disney", 2012, 5.4).
        let roughness = within(material.roughness, 0.12, 1.0);
        let alpha = roughness * roughness;
        Finish {
            alpha2: alpha * alpha,
            mirror: VARNISH * within(material.shine, 0.0, 1.0),
            metal: within(material.metal, 0.0, 1.0),
        }
    }
}

/// The light that reaches a point of a body.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// Visible part of the sun.
    sun: f32,
    /// Light of the sky.
    sky: Vec3,
}

/// Largest difference of neighbours on a body, in the visible part of the sun and in light of the sky, for which a pixel
/// between them has their mean.
const ALIKE: f32 = 0.06;

impl Reach {
    /// Returns the mean of two, if they are similar.
    #[inline(always)]
    pub fn between(self, other: Reach) -> Option<Reach> {
        let apart = self.sky + -other.sky;
        let most = apart.x.abs().max(apart.y.abs()).max(apart.z.abs());
        ((self.sun - other.sun).abs().max(most) < ALIKE).then(|| Reach {
            sun: 0.5 * (self.sun + other.sun),
            sky: self.sky.mix(other.sky, 0.5),
        })
    }
}

impl Frame<'_> {
    /// Returns the light of the background.
    pub fn shade_sky(&self, x: f32, y: f32) -> Vec3 {
        self.backdrop.light(self.view.ray(x, y).unit(), self.sun)
    }

    /// Returns the exposed colours of the pixels from `left` on in the row at `y`, all of them sky: computed at every eighth
    /// pixel, because they change slowly, and interpolated linearly.
    pub fn sky_row(&self, left: f32, y: f32) -> Row {
        const STEP: usize = 8;
        let at = |x: usize| expose(self.shade_sky(left + x as f32 + 0.5, y));
        let mut row = [[0.0; TILE]; 3];
        let mut first = at(0);
        for start in (0..TILE).step_by(STEP) {
            let past = at(start + STEP);
            for x in 0..STEP {
                let colour = first.mix(past, x as f32 / STEP as f32);
                row[0][start + x] = colour.x;
                row[1][start + x] = colour.y;
                row[2][start + x] = colour.z;
            }
            first = past;
        }
        row
    }

    /// Returns the light of a body's face at a point of the picture.
    pub fn shade_face(&self, body: &Body, face: &Face, x: f32, y: f32, inverse_depth: f32) -> Vec3 {
        let reach = self.face_reach(body, face, x, y, inverse_depth);
        self.shade_face_by(body, face, [x, y], inverse_depth, reach)
    }

    /// Computes the light that reaches a body's face at a point of the picture: most of the cost of lighting it.
    pub fn face_reach(
        &self,
        body: &Body,
        face: &Face,
        x: f32,
        y: f32,
        inverse_depth: f32,
    ) -> Reach {
        let ahead = 1.0 / inverse_depth;
        let look = Look::new(body, face, self.view.eye + self.view.ray(x, y) * ahead);
        let facing = look.plane.dot(self.sun);
        let mut sun = 0.0;
        if look.normal.dot(self.sun) > 0.0 && facing > 0.0 {
            let mut at = self.shade.map.receiver(look.place, look.plane, facing);
            if body.scenery {
                at.height += VALLEY * self.shade.map.texel;
            }
            sun = self.shade.sunlit(&at, self.view.pixel * ahead, self.probes);
        }
        let lifted = if body.scenery { VALLEY } else { 0.0 };
        let sky = self
            .sky
            .on_body(look.place, look.normal, look.plane, lifted);
        Reach { sun, sky }
    }

    /// Computes [`Frame::shade_face`] with known incident light.
    pub fn shade_face_by(
        &self,
        body: &Body,
        face: &Face,
        [x, y]: [f32; 2],
        inverse_depth: f32,
        reach: Reach,
    ) -> Vec3 {
        let ray = self.view.ray(x, y);
        let ahead = 1.0 / inverse_depth;
        let seen_at = self.view.eye + ray * ahead;
        let view = -ray.unit();
        let look = Look::new(body, face, seen_at);
        let n = look.normal;
        let facing_sun = n.dot(self.sun);
        let mut sun = Vec3::ZERO;
        let mut gloss = 0.0;
        if facing_sun > 0.0 && reach.sun > 0.0 {
            sun = self.sunlight * (facing_sun * reach.sun);
            gloss = highlight(n, view, self.sun, &body.finish);
        }
        let openness = if self.floor.is_some() {
            self.sky.floor_openness(look.place)
        } else {
            1.0
        };
        let sky_share = SKY_SHARE * self.skylight;
        let sky_light = reach.sky * sky_share;
        // The floor reflects the light that falls on it, minus the light that bodies occlude.
        let on_floor = self.overhead() * 0.5 + self.sunlight * (0.4 * self.sun.z.max(0.0));
        let bounce =
            self.floor_colour().times(on_floor) * ((0.5 - 0.5 * n.z) * openness * openness);
        let Finish { mirror, metal, .. } = body.finish;
        let diffuse = sun + sky_light + bounce;
        let grazing = 1.0 - view.dot(n).max(0.0);
        let g2 = grazing * grazing;
        let rim = g2 * g2 * grazing;
        let mirrored = DAY.light(n * (2.0 * view.dot(n)) - view, self.sun) * self.skylight;
        let mut light = body.colour.times(diffuse) + sun * gloss;
        light += mirrored * ((mirror * 0.5 + rim * 5.5 * mirror.min(0.04)) * openness);
        if metal > 0.0 {
            // Metals have only the colour of their reflections: sky above, floor below, blurred.
            let around = mirrored.mix(self.around(n), 0.5) * (0.35 + 0.65 * openness);
            // Under a blue sky gold would be green: real skies have clouds.
            let grey = (around.x + around.y + around.z) * (1.0 / 3.0);
            let around = around.mix(vec3(grey, grey, grey), 0.75);
            let tint = body.colour.mix(WHITE, rim);
            let metallic = tint.times(around * 0.9 + sun * (gloss * 9.0) + diffuse * 0.22);
            light = light.mix(metallic, metal);
        }
        self.through_haze(light, ray, ahead)
    }

    /// Returns the approximate light from the half-space above a surface with the normal `n`.
    fn around(&self, n: Vec3) -> Vec3 {
        let overhead = self.overhead();
        let on_floor = overhead + self.sunlight * self.sun.z.max(0.0);
        let floor = self.floor_colour().times(on_floor);
        floor.mix(overhead, 0.5 + 0.5 * n.z)
    }

    /// Returns the light of the unoccluded sky on a face that looks straight up.
    #[inline(always)]
    pub(super) fn overhead(&self) -> Vec3 {
        self.sky.overhead * self.skylight
    }

    /// Returns the mean colour of the floor, as a light from below.
    fn floor_colour(&self) -> Vec3 {
        self.floor.map_or(FLOOR, |floor| floor.mean)
    }

    #[inline(always)]
    pub(super) fn through_haze(&self, light: Vec3, ray: Vec3, ahead: f32) -> Vec3 {
        let stretch = ray.length();
        let amount = haze(ahead * stretch, self.view.reach);
        if amount <= 0.0 {
            return light;
        }
        let near = (ray.x * self.sun.x + ray.y * self.sun.y) / stretch;
        light.mix(self.backdrop.at_horizon(near), self.backdrop.veil(amount))
    }
}

/// Returns the reflection of the sun on a rough surface: the distribution of Trowbridge and Reitz ("Average irregularity
/// representation of a rough surface for ray reflection", 1975), limited so that it stays a sheen.
#[inline(always)]
fn highlight(n: Vec3, view: Vec3, sun: Vec3, finish: &Finish) -> f32 {
    let cosine = n.dot((view + sun).unit()).max(0.0);
    let a2 = finish.alpha2;
    let d = cosine * cosine * (a2 - 1.0) + 1.0;
    let sheen = finish.mirror * a2 / (d * d) * 0.6;
    sheen / (1.0 + 5.0 * sheen)
}

/// A point of a face for shading: position, shading normal and the normal of the surface itself.
struct Look {
    place: Vec3,
    normal: Vec3,
    plane: Vec3,
}

impl Look {
    #[inline(always)]
    fn new(body: &Body, face: &Face, seen_at: Vec3) -> Look {
        let local = body.inward(seen_at - body.position);
        let (mut normal, mut place) = (face.normal, seen_at);
        let mut plane = face.normal;
        if let Some(corner_normals) = &face.smooth {
            let (smooth, lifted) = smoothed(body, face, corner_normals, local);
            normal = smooth;
            plane = smooth;
            place = body.position + body.outward(lifted);
        }
        let [first, past] = face.roundings;
        for r in &body.surface.roundings[first as usize..past as usize] {
            let from_edge = r.inward.dot(local) - r.offset;
            if from_edge < r.reach {
                let t = ((r.reach - from_edge) / r.reach).min(1.0);
                normal += r.neighbour * (t * t);
            }
        }
        Look {
            place,
            normal: body.outward(normal).unit(),
            plane: body.outward(plane),
        }
    }
}

/// Returns the interpolated unit normal, and the point lifted from the flat face to the round surface that it approximates, so
/// that the shadow's border does not show the faces (Hanika, "Hacking the Shadow Terminator", Ray Tracing Gems II, 4).
#[inline(always)]
fn smoothed(body: &Body, face: &Face, corner_normals: &[Vec3; 3], p: Vec3) -> (Vec3, Vec3) {
    let [a, b, c] = face.corners.map(|i| body.surface.points[i as usize]);
    let (u, v, w) = (b - a, c - a, p - a);
    let scale = 1.0 / face.normal.dot(u.cross(v));
    // A pixel's centre may be beside the face: the weights are clamped to it.
    let clamp = |t: f32| within(t, 0.0, 1.0);
    let beta = clamp(face.normal.dot(w.cross(v)) * scale);
    let gamma = clamp(face.normal.dot(u.cross(w)) * scale).min(1.0 - beta);
    let alpha = 1.0 - beta - gamma;
    let [na, nb, nc] = *corner_normals;
    let lift = |corner: Vec3, n: Vec3| n * (corner - p).dot(n).max(0.0);
    let lifted = p + lift(a, na) * alpha + lift(b, nb) * beta + lift(c, nc) * gamma;
    ((na * alpha + nb * beta + nc * gamma).unit(), lifted)
}
