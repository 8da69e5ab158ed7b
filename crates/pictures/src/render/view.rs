//! The camera in single precision: rays, projection and visibility.

use super::vector::{Vec3, relative, vec3};
use crate::scene::Camera;

/// Distance beyond the picture's border (half sizes) at which triangles are clipped: coordinates stay small enough for exact
/// edges, and few triangles need clipping.
const GUARD: f32 = 3.0;

/// A camera and its picture. Lengths are relative to the frame's origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub eye: Vec3,
    pub forward: Vec3,
    pub right: Vec3,
    pub up: Vec3,
    /// Size of a pixel at distance one.
    pub pixel: f32,
    pub middle: [f32; 2],
    /// Distance of the near plane along `forward` (m).
    pub near: f32,
    /// Distance from the eye to its target (m): the scale of fog and near plane.
    pub reach: f32,
}

/// A plane of the sight pyramid: points with `normal . p >= offset` are within.
#[derive(Clone, Copy)]
pub(super) struct Plane {
    pub normal: Vec3,
    pub offset: f32,
}

impl View {
    /// Creates a view; `None` if the camera is not finite.
    pub fn new(camera: &Camera, origin: [f64; 3], width: usize, height: usize) -> Option<View> {
        let (eye, target) = (
            relative(camera.eye, origin),
            relative(camera.target, origin),
        );
        let (sine, cosine) = libm::sincos(0.5 * camera.vertical_fov.clamp(1e-3, 3.0));
        let line = target - eye;
        let reach = line.length();
        if !reach.is_finite() || !eye.is_finite() || !camera.vertical_fov.is_finite() {
            return None;
        }
        let forward = line.unit_or(vec3(1.0, 0.0, 0.0));
        let level = forward.cross(vec3(0.0, 0.0, 1.0));
        // Straight up or down there is no level direction: x is then to the right.
        let right = if level.length() > 1e-4 {
            level.unit()
        } else {
            vec3(1.0, 0.0, 0.0).cross(forward).cross(forward).unit() * -1.0
        };
        let reach = if reach > 1e-12 { reach } else { 1.0 };
        Some(View {
            eye,
            forward,
            right,
            up: right.cross(forward),
            pixel: (sine / cosine) as f32 / (0.5 * height as f32),
            middle: [0.5 * width as f32, 0.5 * height as f32],
            near: 1e-3 * reach,
            reach,
        })
    }

    /// Returns the direction through a point of the picture, of length one along `forward`.
    #[inline(always)]
    pub fn ray(&self, x: f32, y: f32) -> Vec3 {
        self.forward
            + self.right * ((x - self.middle[0]) * self.pixel)
            + self.up * ((self.middle[1] - y) * self.pixel)
    }

    /// Converts a point to view coordinates: right, up, ahead (m).
    pub fn seen(&self, p: Vec3) -> Vec3 {
        let d = p - self.eye;
        vec3(d.dot(self.right), d.dot(self.up), d.dot(self.forward))
    }

    /// Returns picture coordinates of a point in front of the near plane, in view coordinates, and its inverse distance.
    pub fn projected(&self, seen: Vec3) -> Vec3 {
        let inverse = 1.0 / seen.z;
        let scale = inverse / self.pixel;
        vec3(
            self.middle[0] + seen.x * scale,
            self.middle[1] - seen.y * scale,
            inverse,
        )
    }

    /// Returns the near plane and the four guard planes, in view coordinates.
    pub fn guards(&self) -> [Plane; 5] {
        let mut planes = self.sides(GUARD);
        planes[0].offset = self.near;
        planes
    }

    fn sides(&self, widening: f32) -> [Plane; 5] {
        let x = self.middle[0] * self.pixel * widening;
        let y = self.middle[1] * self.pixel * widening;
        let through_eye = |normal: Vec3| Plane {
            normal: normal.unit(),
            offset: 0.0,
        };
        [
            through_eye(vec3(0.0, 0.0, 1.0)),
            through_eye(vec3(-1.0, 0.0, x)),
            through_eye(vec3(1.0, 0.0, x)),
            through_eye(vec3(0.0, -1.0, y)),
            through_eye(vec3(0.0, 1.0, y)),
        ]
    }

    /// Whether any of the balls of `radius` on the line from `a` to `b` may be in the picture.
    pub fn sees(&self, a: Vec3, b: Vec3, radius: f32) -> bool {
        let (a, b) = (self.seen(a), self.seen(b));
        self.sides(1.0)
            .iter()
            .all(|p| p.normal.dot(a).max(p.normal.dot(b)) >= -radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(eye: [f64; 3], target: [f64; 3]) -> View {
        let camera = Camera {
            eye,
            target,
            vertical_fov: 0.6,
        };
        View::new(&camera, [0.0; 3], 320, 180).unwrap()
    }

    #[test]
    fn rays_and_projection_are_inverse() {
        for v in [
            view([3.0, -4.0, 2.0], [0.0; 3]),
            view([0.0, 0.0, 5.0], [0.0; 3]),
            view([1.0; 3], [1.0; 3]),
        ] {
            assert!((v.right.length() - 1.0).abs() < 1e-5 && (v.up.length() - 1.0).abs() < 1e-5);
            assert!(v.right.cross(v.forward).dot(v.up) > 0.999);
            let p = v.eye + v.ray(12.0, 170.0) * 2.5;
            let q = v.projected(v.seen(p));
            assert!(
                (q.x - 12.0).abs() < 1e-2 && (q.y - 170.0).abs() < 1e-2,
                "{q:?}"
            );
            assert!((q.z - 0.4).abs() < 1e-4);
        }
    }

    #[test]
    fn sight_ends_at_the_border() {
        let v = view([-10.0, 0.0, 0.0], [0.0; 3]);
        let ball = |p: Vec3, r: f32| v.sees(p, p, r);
        assert!(ball(vec3(0.0, 0.0, 0.0), 0.1));
        assert!(!ball(vec3(-12.0, 0.0, 0.0), 0.1));
        assert!(!ball(vec3(0.0, 0.0, 4.0), 0.5));
        assert!(ball(vec3(0.0, 0.0, 4.0), 1.5));
    }
}
