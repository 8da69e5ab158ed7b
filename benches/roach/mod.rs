//! A standing figure of 33 boxes of the size of a roach, for benches, examples and picture tests.
#![allow(clippy::disallowed_methods, reason = "a shape to draw")]

use corpus::scene::{Actor, Ground, GroundLook, Mesh, Pose, Scene};

/// Length, width and height (m) of a leg's segments from the hip on, their colour, and their angle (rad) below the horizon.
const SEGMENTS: [([f32; 3], [f32; 3], f64); 5] = [
    ([0.0020, 0.0011, 0.0011], [0.35, 0.11, 0.04], 0.20),
    ([0.0010, 0.0009, 0.0009], [0.30, 0.09, 0.03], 0.10),
    ([0.0060, 0.0007, 0.0009], [0.50, 0.21, 0.065], -0.70),
    ([0.0070, 0.0005, 0.0006], [0.62, 0.33, 0.10], 1.05),
    ([0.0030, 0.00035, 0.00035], [0.20, 0.10, 0.05], 0.75),
];

/// Returns the scene and the poses of its actors, with the feet on the floor at height zero.
pub fn roach() -> (Scene, Vec<Pose>) {
    let mut scene = Scene {
        ground: Some(Ground {
            height: 0.0,
            tile: 0.005,
            look: GroundLook::default(),
        }),
        ..Scene::default()
    };
    let mut poses = Vec::new();
    let mut add = |name: String, sides: [f32; 3], colour: [f32; 3], pose: Pose| {
        scene.actors.push(Actor {
            name,
            mesh: scene.meshes.len(),
            colour,
            ..Actor::default()
        });
        scene.meshes.push(Mesh::cuboid(sides));
        poses.push(pose);
    };
    // The height of the hip follows from the segments: the foot's lower edge is on the floor.
    let drop: f64 = SEGMENTS
        .iter()
        .map(|(sides, _, angle)| f64::from(sides[0]) * angle.sin())
        .sum();
    let (last, _, tilt) = SEGMENTS[4];
    let hip = drop + 0.5 * f64::from(last[2]) * tilt.cos();
    let trunk = [
        (
            "abdomen",
            [0.0080, 0.0066, 0.0030],
            [0.30, 0.085, 0.03],
            -0.0052,
        ),
        (
            "thorax",
            [0.0062, 0.0056, 0.0034],
            [0.42, 0.13, 0.045],
            0.0018,
        ),
        ("head", [0.0024, 0.0036, 0.0026], [0.55, 0.22, 0.06], 0.0060),
    ];
    for (name, sides, colour, x) in trunk {
        let lean = if name == "head" { 0.3 } else { 0.02 };
        add(
            name.into(),
            sides,
            colour,
            Pose {
                position: [x, 0.0, hip + 0.0006],
                orientation: about_y(lean),
            },
        );
    }
    for leg in 0..6 {
        let side = if leg < 3 { 1.0 } else { -1.0 };
        let along = [0.0042, 0.0018, -0.0008][leg % 3];
        let yaw = side * [0.75f64, 1.5, 2.35][leg % 3];
        let mut at = [along, side * 0.0024, hip];
        for (k, (sides, colour, angle)) in SEGMENTS.iter().enumerate() {
            let half = 0.5 * f64::from(sides[0]);
            let step = [
                angle.cos() * yaw.cos() * half,
                angle.cos() * yaw.sin() * half,
                -angle.sin() * half,
            ];
            let middle: [f64; 3] = std::array::from_fn(|i| at[i] + step[i]);
            at = std::array::from_fn(|i| at[i] + 2.0 * step[i]);
            let orientation = turned(yaw, *angle);
            add(
                format!("leg{leg}.{k}"),
                *sides,
                *colour,
                Pose {
                    position: middle,
                    orientation,
                },
            );
        }
    }
    (scene, poses)
}

fn about_y(angle: f64) -> [f64; 4] {
    [(0.5 * angle).cos(), 0.0, (0.5 * angle).sin(), 0.0]
}

/// Returns the rotation by `angle` about y, then by `yaw` about z.
fn turned(yaw: f64, angle: f64) -> [f64; 4] {
    let ((sy, cy), (sa, ca)) = ((0.5 * yaw).sin_cos(), (0.5 * angle).sin_cos());
    [cy * ca, -sy * sa, cy * sa, sy * ca]
}
