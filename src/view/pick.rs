//! Finds the body under the pointer.

use crate::scene::{Camera, Pose, Scene};
use nalgebra::{Matrix3, Vector3};

/// Intersection of a ray with an actor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Index of the actor.
    pub actor: usize,
    /// The point (m, world).
    pub point: [f64; 3],
    /// The point in the actor's own frame (m).
    pub own: [f64; 3],
    /// Distance from the start of the ray (m).
    pub distance: f64,
}

type V = Vector3<f64>;

/// Returns the unit direction of a point of a camera's picture: -1 to 1 from the left and from the bottom.
#[must_use]
pub fn ray(camera: &Camera, aspect: f64, [x, y]: [f64; 2]) -> [f64; 3] {
    let (_, [right, up, ahead], half) = axes(camera);
    unit(ahead + right * (x * half * aspect) + up * (y * half)).into()
}

/// Returns the eye of a camera, its axes to the right, up and ahead, and the height of half a picture at distance one.
fn axes(camera: &Camera) -> (V, [V; 3], f64) {
    let eye = V::from(camera.eye);
    let ahead = unit(V::from(camera.target) - eye);
    let right = unit(ahead.cross(&V::z()));
    let half = libm::tan(0.5 * camera.vertical_fov);
    (eye, [right, right.cross(&ahead), ahead], half)
}

fn unit(v: V) -> V {
    v / v.norm().max(1e-300)
}

/// Returns the position of a point in a camera's picture, -1 to 1 from the left and from the bottom; none for a point behind
/// the camera.
#[must_use]
pub fn project(camera: &Camera, aspect: f64, point: [f64; 3]) -> Option<[f64; 2]> {
    let (eye, axes, half) = axes(camera);
    let to = V::from(point) - eye;
    let [right, up, depth] = axes.map(|axis| to.dot(&axis));
    (depth > 0.0).then(|| [right / (depth * half * aspect), up / (depth * half)])
}

/// Finds the nearest intersection of a ray from `eye` in a unit `direction` with an actor's triangles (Moeller and Trumbore
/// 1997).
#[must_use]
pub fn hit(scene: &Scene, poses: &[Pose], eye: [f64; 3], direction: [f64; 3]) -> Option<Hit> {
    let (eye, direction) = (V::from(eye), V::from(direction));
    let mut nearest: Option<Hit> = None;
    for (actor, (what, pose)) in scene.actors.iter().zip(poses).enumerate() {
        let (Some(mesh), Some(rows)) = (scene.meshes.get(what.mesh), pose.rotation()) else {
            continue;
        };
        // The rows of the rotation are the columns of its inverse.
        let into = Matrix3::from(rows);
        let (from, along) = (into * (eye - V::from(pose.position)), into * direction);
        let corner = |i: u32| Some(V::from(mesh.vertices.get(i as usize)?.map(f64::from)));
        for [a, b, c] in &mesh.triangles {
            let (Some(a), Some(b), Some(c)) = (corner(*a), corner(*b), corner(*c)) else {
                continue;
            };
            let (ab, ac) = (b - a, c - a);
            let p = along.cross(&ac);
            let det = ab.dot(&p);
            if det.abs() < 1e-300 {
                continue;
            }
            let t = from - a;
            let u = t.dot(&p) / det;
            let q = t.cross(&ab);
            let v = along.dot(&q) / det;
            let distance = ac.dot(&q) / det;
            let inside = u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance > 0.0;
            if inside && nearest.is_none_or(|n| distance < n.distance) {
                nearest = Some(Hit {
                    actor,
                    distance,
                    own: (from + along * distance).into(),
                    point: (eye + direction * distance).into(),
                });
            }
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Actor, Mesh};

    #[test]
    fn the_nearest_body_under_the_pointer_is_found_with_the_point_in_its_own_frame() {
        let actor = |name: &str| Actor {
            name: name.into(),
            mesh: 0,
            colour: [1.0; 3],
            ..Actor::default()
        };
        let scene = Scene {
            meshes: vec![Mesh::cuboid([2.0; 3])],
            actors: vec![actor("far"), actor("near")],
            ..Scene::default()
        };
        let quarter = 0.5f64.sqrt();
        let turned = Pose {
            position: [5.0, 0.5, 0.0],
            orientation: [quarter, 0.0, 0.0, quarter],
        };
        let poses = [Pose::default(), turned];
        let camera = Camera {
            eye: [10.0, 0.0, 0.0],
            target: [0.0; 3],
            vertical_fov: 0.6,
        };
        let middle = ray(&camera, 1.5, [0.0, 0.0]);
        let found = hit(&scene, &poses, camera.eye, middle).unwrap();
        assert_eq!(found.actor, 1);
        assert!((found.distance - 4.0).abs() < 1e-9);
        // Its x axis points along the world's y.
        let near = |a: [f64; 3], b: [f64; 3]| (0..3).all(|k| (a[k] - b[k]).abs() < 1e-9);
        assert!(near(found.point, [6.0, 0.0, 0.0]), "{found:?}");
        assert!(near(found.own, [-0.5, -1.0, 0.0]), "{found:?}");
        assert!(hit(&scene, &poses, camera.eye, [1.0, 0.0, 0.0]).is_none());
    }

    #[test]
    fn a_ray_through_a_place_of_the_picture_meets_what_is_seen_there() {
        let camera = Camera {
            eye: [3.0, -4.0, 2.0],
            target: [0.0, 0.0, 0.5],
            vertical_fov: 0.6,
        };
        let place = [0.3, -0.7];
        let direction = ray(&camera, 1.6, place);
        let point = std::array::from_fn(|k| camera.eye[k] + 2.5 * direction[k]);
        let seen = project(&camera, 1.6, point).unwrap();
        assert!((seen[0] - place[0]).abs() < 1e-12 && (seen[1] - place[1]).abs() < 1e-12);
        let behind = std::array::from_fn(|k| camera.eye[k] - direction[k]);
        assert!(project(&camera, 1.6, behind).is_none());
    }
}
