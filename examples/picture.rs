//! Draws a figure of the size of the roach from four sides, and a few simple shapes, as PNG files.
//!
//! `cargo run --release --example picture -- FOLDER`

#![allow(clippy::disallowed_methods, reason = "an example for readers")]

use corpus::render::{Renderer, Settings};
use corpus::scene::{
    Actor, Camera, FollowCamera, FollowSettings, Ground, GroundLook, Mesh, Pose, Scene,
};

#[path = "../benches/roach/mod.rs"]
mod roach;

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".into());
    let folder = std::path::Path::new(&folder);
    let mut renderer = Renderer::new(Settings::default());
    let (scene, poses) = roach::roach();
    let figure = scene.bounds(&poses, |_| true).unwrap_or_default();
    let centre = figure.centre;
    for (name, azimuth, elevation) in [
        ("front", -0.9, 0.42),
        ("side", -1.57, 0.15),
        ("behind", 2.6, 0.5),
        ("above", -0.3, 1.3),
    ] {
        let mut follow = FollowCamera::new(FollowSettings {
            azimuth,
            elevation,
            ..FollowSettings::default()
        });
        let camera = follow.follow(0.0, &figure);
        let image = renderer.render(&scene, &poses, &camera);
        image.write_png(folder.join(format!("roach-{name}.png")))?;
    }
    let near = Camera {
        eye: [centre[0] + 0.006, centre[1] - 0.030, 0.006],
        target: [centre[0] + 0.002, centre[1] - 0.012, 0.0015],
        vertical_fov: 0.5,
    };
    let image = renderer.render(&scene, &poses, &near);
    image.write_png(folder.join("roach-foot.png"))?;
    let (scene, poses, camera) = shapes();
    let image = renderer.render(&scene, &poses, &camera);
    image.write_png(folder.join("shapes.png"))
}

/// Returns a box, a ball, a cylinder, a chamfered box and a ring of metre size.
fn shapes() -> (Scene, Vec<Pose>, Camera) {
    let chamfered = Mesh::turned(
        &[
            (0.0, -0.4),
            (0.5, -0.4),
            (0.6, -0.3),
            (0.6, 0.3),
            (0.5, 0.4),
            (0.0, 0.4),
        ],
        4,
    );
    let meshes = vec![
        Mesh::cuboid([1.0, 0.8, 0.6]),
        Mesh::sphere(0.5, 24),
        Mesh::cylinder(0.35, 1.2, 32),
        chamfered,
        Mesh::sphere(0.25, 4),
    ];
    let places = [
        ([-1.3, 0.3, 0.3], 0.3),
        ([0.0, 0.2, 0.5], 0.0),
        ([1.2, 0.5, 0.6], 0.0),
        ([0.6, -1.0, 0.4], 0.5),
        ([-0.7, -1.1, 0.25], 0.0),
    ];
    let colours = [
        [0.62, 0.33, 0.10],
        [0.42, 0.13, 0.05],
        [0.15, 0.3, 0.4],
        [0.5, 0.5, 0.5],
        [0.2, 0.35, 0.1],
    ];
    let scene = Scene {
        meshes,
        actors: (0..5)
            .map(|mesh| Actor {
                name: format!("shape{mesh}"),
                mesh,
                colour: colours[mesh],
                ..Actor::default()
            })
            .collect(),
        ground: Some(Ground {
            height: 0.0,
            tile: 0.5,
            look: GroundLook::default(),
        }),
        ..Scene::default()
    };
    let poses = places
        .iter()
        .map(|&(position, half): &([f64; 3], f64)| Pose {
            position,
            orientation: [half.cos(), 0.0, 0.0, half.sin()],
        })
        .collect();
    let camera = Camera {
        eye: [2.2, -5.0, 2.4],
        target: [0.0, -0.1, 0.4],
        vertical_fov: 0.55,
    };
    (scene, poses, camera)
}
