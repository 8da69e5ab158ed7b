//! Finds the body under the pointer.

use crate::scene::{Camera, Pose, Scene};

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

type V = [f64; 3];

fn minus(a: V, b: V) -> V {
    std::array::from_fn(|k| a[k] - b[k])
}

fn dot(a: V, b: V) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

fn cross(a: V, b: V) -> V {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// Returns the unit direction of a point of a camera's picture: -1 to 1 from the left and from the bottom.
#[must_use]
pub fn ray(camera: &Camera, aspect: f64, [x, y]: [f64; 2]) -> V {
    let unit = |v: V| {
        let length = dot(v, v).sqrt().max(1e-300);
        v.map(|c| c / length)
    };
    let ahead = unit(minus(camera.target, camera.eye));
    let right = unit(cross(ahead, [0.0, 0.0, 1.0]));
    let up = cross(right, ahead);
    let half = libm::tan(0.5 * camera.vertical_fov);
    unit(std::array::from_fn(|k| {
        ahead[k] + x * half * aspect * right[k] + y * half * up[k]
    }))
}

/// Returns the position of a point in a camera's picture, -1 to 1 from the left and from the bottom; none for a point behind
/// the camera.
#[must_use]
pub fn project(camera: &Camera, aspect: f64, point: V) -> Option<[f64; 2]> {
    let middle = ray(camera, aspect, [0.0, 0.0]);
    let to = minus(point, camera.eye);
    let depth = dot(to, middle);
    let right = cross(middle, [0.0, 0.0, 1.0]);
    let length = dot(right, right).sqrt().max(1e-300);
    let right = right.map(|c| c / length);
    let up = cross(right, middle);
    let half = libm::tan(0.5 * camera.vertical_fov);
    (depth > 0.0).then(|| {
        [
            dot(to, right) / (depth * half * aspect),
            dot(to, up) / (depth * half),
        ]
    })
}

/// Finds the nearest intersection of a ray from `eye` in a unit `direction` with an actor's triangles (Moeller and Trumbore
/// 1997).
#[must_use]
pub fn hit(scene: &Scene, poses: &[Pose], eye: V, direction: V) -> Option<Hit> {
    let mut nearest: Option<Hit> = None;
    for (actor, (what, pose)) in scene.actors.iter().zip(poses).enumerate() {
        let (Some(mesh), Some(r)) = (scene.meshes.get(what.mesh), pose.rotation()) else {
            continue;
        };
        let into = |v: V| -> V { std::array::from_fn(|k| (0..3).map(|j| r[j][k] * v[j]).sum()) };
        let (from, along) = (into(minus(eye, pose.position)), into(direction));
        let corner = |i: u32| mesh.vertices.get(i as usize).map(|v| v.map(f64::from));
        for [a, b, c] in &mesh.triangles {
            let (Some(a), Some(b), Some(c)) = (corner(*a), corner(*b), corner(*c)) else {
                continue;
            };
            let (ab, ac) = (minus(b, a), minus(c, a));
            let p = cross(along, ac);
            let det = dot(ab, p);
            if det.abs() < 1e-300 {
                continue;
            }
            let t = minus(from, a);
            let u = dot(t, p) / det;
            let q = cross(t, ab);
            let v = dot(along, q) / det;
            let distance = dot(ac, q) / det;
            let inside = u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance > 0.0;
            if inside && nearest.is_none_or(|n| distance < n.distance) {
                nearest = Some(Hit {
                    actor,
                    distance,
                    own: std::array::from_fn(|k| from[k] + distance * along[k]),
                    point: std::array::from_fn(|k| eye[k] + distance * direction[k]),
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
        let near = |a: V, b: V| (0..3).all(|k| (a[k] - b[k]).abs() < 1e-9);
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
