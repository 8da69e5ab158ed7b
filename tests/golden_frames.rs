//! Whole pictures: the same bytes on any number of threads, close to a stored picture, and none that panics.

use corpus::film::WorldScene;
use corpus::render::{Image, Renderer, Settings};
use corpus::scene::{
    Actor, Bounds, Camera, FollowCamera, FollowSettings, Ground, GroundLook, Mesh, Pattern, Pose,
    Scene,
};
use corpus::session::{Mode, Quiet};
use std::error::Error;

#[path = "../benches/roach/mod.rs"]
mod roach;

const SMALL: Settings = Settings {
    width: 320,
    height: 180,
    samples: 8,
    threads: 1,
    shadow_map: 512,
    soft_shadows: true,
    sky_directions: 12,
    rounding: 0.2,
};

fn follow(scene: &Scene, poses: &[Pose]) -> Camera {
    let figure = scene.bounds(poses, |_| true).unwrap_or_default();
    FollowCamera::default().follow(0.0, &figure)
}

fn roach_picture(settings: Settings) -> Image {
    let (scene, poses) = roach::roach();
    Renderer::new(settings).render(&scene, &poses, &follow(&scene, &poses))
}

/// Returns the mean of a rectangle of columns and rows, per channel.
fn mean(image: &Image, columns: [usize; 2], rows: [usize; 2]) -> [f64; 3] {
    let mut sum = [0.0; 3];
    for y in rows[0]..rows[1] {
        for x in columns[0]..columns[1] {
            for (k, s) in sum.iter_mut().enumerate() {
                *s += f64::from(image.rgb[3 * (y * image.width + x) + k]);
            }
        }
    }
    sum.map(|s| s / ((columns[1] - columns[0]) * (rows[1] - rows[0])) as f64)
}

#[test]
fn threads_and_history_do_not_show() {
    let one = roach_picture(SMALL);
    for threads in [2, 5] {
        let other = roach_picture(Settings { threads, ..SMALL });
        assert!(one == other, "{threads} threads differ");
    }
    // A renderer that has drawn something else before.
    let (scene, poses) = roach::roach();
    let mut used = Renderer::new(SMALL);
    let ball = Scene {
        meshes: vec![Mesh::sphere(1.0, 8)],
        actors: vec![actor(0)],
        ..Scene::default()
    };
    used.render(&ball, &[Pose::default()], &camera([5.0, 0.0, 1.0]));
    assert!(one == used.render(&scene, &poses, &follow(&scene, &poses)));
}

/// Compares with `tests/golden/NAME.png`; the environment variable UPDATE_GOLDEN writes it again, for inspection.
fn compare(name: &str, image: &Image) -> Result<(), Box<dyn Error>> {
    let path = format!("{}/tests/golden/{name}.png", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        image.write_png(&path)?;
    }
    let file = std::io::BufReader::new(std::fs::File::open(path)?);
    let mut reader = png::Decoder::new(file).read_info()?;
    let mut stored = vec![0; reader.output_buffer_size().unwrap_or(0)];
    reader.next_frame(&mut stored)?;
    assert_eq!(stored.len(), image.rgb.len());
    let differences: Vec<u8> = stored
        .iter()
        .zip(&image.rgb)
        .map(|(a, b)| a.abs_diff(*b))
        .collect();
    let far = differences.iter().filter(|d| **d > 8).count();
    let sum: f64 = differences.iter().map(|d| f64::from(*d)).sum();
    let mean = sum / differences.len() as f64;
    assert!(
        mean < 0.25 && far * 1000 < differences.len(),
        "{name}: mean difference {mean}, {far} bytes far off"
    );
    Ok(())
}

#[test]
fn roach_looks_as_it_did() -> Result<(), Box<dyn Error>> {
    compare("roach", &roach_picture(SMALL))
}

#[test]
fn shapes_look_as_they_did() -> Result<(), Box<dyn Error>> {
    let scene = Scene {
        meshes: vec![
            Mesh::sphere(0.5, 16),
            Mesh::cylinder(0.3, 1.0, 24),
            Mesh::cuboid([0.8, 0.6, 0.5]),
        ],
        actors: vec![actor(0), actor(1), actor(2)],
        ground: Some(Ground {
            height: 0.0,
            tile: 0.5,
            look: GroundLook::default(),
        }),
        ..Scene::default()
    };
    let poses = [[0.0, 0.0, 0.5], [1.0, 0.2, 0.5], [-1.0, 0.1, 0.25]].map(Pose::at);
    let image = Renderer::new(SMALL).render(&scene, &poses, &follow(&scene, &poses));
    compare("shapes", &image)
}

#[test]
fn round_limbs_and_wheels_look_round_in_every_direction() -> Result<(), Box<dyn Error>> {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/round.corpus");
    assert!(session.run_file(script.as_ref())?.is_ok());
    let mut world = WorldScene::of(session.here());
    let mut poses = vec![];
    world.place(session.here(), &mut poses);
    let settings = FollowSettings {
        azimuth: (-90f64).to_radians(),
        elevation: 50f64.to_radians(),
        aspect: 2.0,
        ..FollowSettings::default()
    };
    let figure = world.scene.bounds(&poses, |_| true).unwrap_or_default();
    let size = Settings {
        width: 480,
        height: 240,
        ..SMALL
    };
    // Nearer than for a figure that may turn to any side.
    let camera = FollowCamera::new(settings).follow(0.0, &figure);
    let camera = Camera {
        vertical_fov: 0.5 * camera.vertical_fov,
        ..camera
    };
    compare(
        "round",
        &Renderer::new(size).render(&world.scene, &poses, &camera),
    )
}

#[test]
fn size_of_the_world_does_not_show() {
    // The roach a thousand times larger, in the same framing.
    let (scene, poses) = roach::roach();
    let mut large = scene.clone();
    for v in large.meshes.iter_mut().flat_map(|m| &mut m.vertices) {
        *v = v.map(|c| c * 1024.0);
    }
    if let Some(ground) = &mut large.ground {
        ground.tile *= 1024.0;
    }
    let far: Vec<Pose> = poses
        .iter()
        .map(|p| Pose {
            position: p.position.map(|c| c * 1024.0),
            ..*p
        })
        .collect();
    let a = Renderer::new(SMALL).render(&scene, &poses, &follow(&scene, &poses));
    let b = Renderer::new(SMALL).render(&large, &far, &follow(&large, &far));
    let off = a
        .rgb
        .iter()
        .zip(&b.rgb)
        .filter(|(a, b)| a.abs_diff(**b) > 3);
    assert!(off.count() * 500 < a.rgb.len());
}

#[test]
fn a_box_on_the_floor_has_its_shadow_beside_it_and_touches_it() {
    // Sun from the left at 45 degrees; a box of one metre on the floor, seen from above: shadow from its right side on.
    let s = 0.5f32.sqrt();
    let scene = Scene {
        meshes: vec![Mesh::cuboid([1.0; 3])],
        actors: vec![actor(0)],
        ground: Some(Ground {
            height: 0.0,
            tile: 0.0,
            look: GroundLook::default(),
        }),
        sun: [-s, 0.0, s],
        ..Scene::default()
    };
    let settings = Settings {
        soft_shadows: false,
        ..SMALL
    };
    let above = Camera {
        eye: [0.0, 0.0, 100.0],
        target: [0.0, 0.0, 0.0],
        vertical_fov: 0.036,
    };
    let image = Renderer::new(settings).render(&scene, &[Pose::at([0.0, 0.0, 0.5])], &above);
    // 180 rows are 3.6 m: 50 pixels per metre; the box ends 25 pixels right of the middle.
    let lit = mean(&image, [250, 300], [80, 100])[1];
    let beside = mean(&image, [187, 190], [80, 100])[1];
    let shade = mean(&image, [195, 225], [80, 100])[1];
    let after = mean(&image, [240, 245], [80, 100])[1];
    assert!(shade < 0.65 * lit, "no shadow: {shade} {lit}");
    assert!(
        beside < 0.7 * lit,
        "light leaks at the foot: {beside} {lit}"
    );
    assert!(after > 0.9 * lit, "shadow too long: {after} {lit}");
    let left = mean(&image, [100, 130], [80, 100])[1];
    assert!(left > 0.85 * lit);
    // No part of the lit roof shadows itself.
    let roof = mean(&image, [140, 180], [75, 105]);
    for x in 145..175 {
        let here = mean(&image, [x, x + 1], [80, 81]);
        assert!((here[1] - roof[1]).abs() < 6.0, "acne at {x}");
    }
}

fn actor(mesh: usize) -> Actor {
    Actor {
        name: "thing".into(),
        mesh,
        colour: [0.5, 0.3, 0.1],
        ..Actor::default()
    }
}

fn camera(eye: [f64; 3]) -> Camera {
    Camera {
        eye,
        target: [0.0; 3],
        vertical_fov: 0.6,
    }
}

/// Returns the brightness of a pixel.
fn brightness(image: &Image, x: usize, y: usize) -> i32 {
    let at = 3 * (y * image.width + x);
    image.rgb[at..at + 3].iter().map(|c| i32::from(*c)).sum()
}

#[test]
fn soft_shadows_have_no_dots() {
    let settings = Settings {
        width: 640,
        height: 360,
        ..Settings::default()
    };
    let (mut scene, poses) = roach::roach();
    if let Some(ground) = &mut scene.ground {
        ground.look.pattern = Pattern::Plain;
    }
    let camera = follow(&scene, &poses);
    for elevation in [15.0_f32, 40.0, 70.0] {
        let (up, level) = elevation.to_radians().sin_cos();
        scene.sun = [0.6 * level, -0.8 * level, up];
        let picture = Renderer::new(settings).render(&scene, &poses, &camera);
        // A pixel that does not change with the bodies' colours belongs to no body.
        let mut other = scene.clone();
        for actor in &mut other.actors {
            actor.colour = actor.colour.map(|c| 0.5 + 0.5 * c);
        }
        let other = Renderer::new(settings).render(&other, &poses, &camera);
        let is_ground = |x: usize, y: usize| {
            let at = 3 * (y * picture.width + x);
            picture.rgb[at..at + 3] == other.rgb[at..at + 3]
        };
        let mut seen = 0;
        let mut shaded = 0;
        for y in 1..picture.height - 1 {
            for x in 1..picture.width - 1 {
                let around = || (y - 1..=y + 1).flat_map(|v| (x - 1..=x + 1).map(move |u| (u, v)));
                if !around().all(|(u, v)| is_ground(u, v)) {
                    continue;
                }
                let own = brightness(&picture, x, y);
                let others = around().filter(|at| *at != (x, y));
                let others: Vec<i32> = others.map(|(u, v)| brightness(&picture, u, v)).collect();
                let (low, high) = (*others.iter().min().unwrap(), *others.iter().max().unwrap());
                let told =
                    format!("sun at {elevation} degrees, pixel {x} {y}: {own}, {low} to {high}");
                // Eight steps of each of the three colours; where a foot touches the ground its shadow may end in a dark point.
                assert!(own <= high + 24 && own >= low - 60, "{told}");
                seen += 1;
                shaded += i32::from(high - low > 6);
            }
        }
        // There are shadows with soft borders, and most of the picture is tested.
        assert!(
            seen > 100_000 && shaded > 300,
            "{elevation}: {seen} {shaded}"
        );
    }
}

#[test]
fn nothing_to_see_is_a_picture_too() {
    let nothing = Scene {
        ground: None,
        ..Scene::default()
    };
    for scene in [Scene::default(), nothing] {
        let image = Renderer::new(SMALL).render(&scene, &[], &camera([5.0, 5.0, 2.0]));
        assert!(image.rgb.iter().all(|c| *c > 20), "a hole in sky or floor");
    }
}

#[test]
fn odd_input_does_not_stop_it() {
    let box_mesh = Mesh::cuboid([1.0; 3]);
    let mut broken = box_mesh.clone();
    broken.vertices[3] = [f32::NAN, f32::INFINITY, 0.0];
    broken.triangles.push([0, 0, 0]);
    broken.triangles.push([7, 8, u32::MAX]);
    let huge = Mesh::cuboid([1e30, 1.0, 1e30]);
    let tiny = Mesh::cuboid([1e-30; 3]);
    let flat = Mesh::cuboid([1.0, 1.0, 0.0]);
    let meshes = vec![box_mesh, broken, huge, tiny, flat, Mesh::default()];
    let poses = [
        Pose::default(),
        Pose::at([f64::NAN, 0.0, 0.0]),
        Pose::at([1e300, 0.0, 0.0]),
        Pose::at([1e12, -1e12, 1e12]),
        Pose::at([0.0, 0.0, f64::NEG_INFINITY]),
        Pose {
            position: [0.1; 3],
            orientation: [0.0; 4],
        },
    ];
    let views = [
        camera([3.0, 2.0, 1.0]),
        camera([0.1, 0.0, 0.0]),
        camera([0.0; 3]),
        camera([0.0, 0.0, 9.0]),
        camera([2.0, 0.0, -3.0]),
        camera([1e9, 1e9, 1e9]),
        camera([1e200, 0.0, 0.0]),
        camera([f64::NAN, 0.0, 1.0]),
        Camera {
            vertical_fov: f64::NAN,
            ..camera([3.0, 0.0, 1.0])
        },
        Camera {
            vertical_fov: 1e9,
            ..camera([0.6, 0.5, 0.4])
        },
    ];
    let mut renderer = Renderer::new(Settings {
        width: 40,
        height: 23,
        shadow_map: 64,
        ..SMALL
    });
    let suns = [[0.0; 3], [f32::NAN; 3], [0.0, 0.0, 1.0], [0.6, 0.0, -0.8]];
    for (i, view) in views.iter().enumerate() {
        for mesh in 0..meshes.len() + 1 {
            for (k, pose) in poses.iter().enumerate() {
                let scene = Scene {
                    meshes: meshes.clone(),
                    actors: vec![actor(mesh), actor(0), actor(0)],
                    ground: Some(Ground {
                        height: if k == 3 { f32::NAN } else { -0.5 },
                        tile: [1.0, 0.0, f32::NAN, 1e-30, 1e30, -1.0][k],
                        look: GroundLook::default(),
                    }),
                    sun: suns[(i + k) % 4],
                    ..Scene::default()
                };
                // One pose is missing.
                let image = renderer.render(&scene, &[*pose, poses[0]], view);
                assert_eq!(image.rgb.len(), 3 * 40 * 23);
            }
        }
    }
}

#[test]
fn settings_out_of_range_are_brought_into_it() {
    for settings in [
        Settings {
            width: 0,
            height: 0,
            samples: 0,
            threads: 0,
            shadow_map: 0,
            soft_shadows: true,
            sky_directions: 1,
            rounding: f32::NAN,
        },
        Settings {
            width: 33,
            height: 31,
            samples: 1000,
            threads: 1000,
            shadow_map: 100,
            soft_shadows: true,
            sky_directions: 1000,
            rounding: 7.0,
        },
    ] {
        let (scene, poses) = roach::roach();
        let mut renderer = Renderer::new(settings);
        let image = renderer.render(&scene, &poses, &follow(&scene, &poses));
        let used = renderer.settings();
        assert_eq!(image.rgb.len(), 3 * used.width * used.height);
        assert!(used.samples <= 8 && used.sky_directions <= 32 && used.rounding <= 0.5);
    }
}

#[test]
fn bounds_frame_what_the_camera_shows() {
    // The figure fills a large part of the picture and leaves the border free.
    let image = roach_picture(SMALL);
    let (scene, poses) = roach::roach();
    let empty = Renderer::new(SMALL).render(&scene, &[], &follow(&scene, &poses));
    let changed = |x: usize, y: usize| {
        let i = 3 * (y * image.width + x);
        (0..3).any(|k| image.rgb[i + k].abs_diff(empty.rgb[i + k]) > 40)
    };
    let columns: Vec<usize> = (0..320)
        .filter(|x| (0..180).any(|y| changed(*x, y)))
        .collect();
    let (first, last) = (columns[0], columns[columns.len() - 1]);
    assert!(first > 5 && last < 315, "{first} {last}");
    assert!(last - first > 130, "too small: {first} {last}");
    assert_eq!(Bounds::default().radius, 1.0);
}

/// Draws a valley across the picture between two slopes, with the sun high above it.
fn valley(scenery: bool) -> Image {
    let corner = |x: f32, y: f32| [x, y, 0.3 * x.abs()];
    let corners = [-2.0, 0.0, 2.0].map(|x| [corner(x, -2.0), corner(x, 2.0)]);
    let mesh = Mesh {
        vertices: corners.as_flattened().to_vec(),
        triangles: vec![[0, 2, 1], [2, 3, 1], [2, 4, 3], [4, 5, 3]],
        round: None,
    };
    let scene = Scene {
        meshes: vec![mesh],
        actors: vec![Actor {
            scenery,
            ..actor(0)
        }],
        ground: None,
        sun: [0.2, -0.3, 0.93],
        ..Scene::default()
    };
    let camera = Camera {
        eye: [0.0, -4.0, 3.0],
        target: [0.0; 3],
        vertical_fov: 0.4,
    };
    Renderer::new(SMALL).render(&scene, &[Pose::at([0.0; 3])], &camera)
}

#[test]
fn the_sides_of_a_valley_in_the_ground_keep_no_sun_from_each_other() {
    let darkest = |image: &Image| {
        let rows = [60, 90, 120].map(|y| {
            let at = |x: usize| mean(image, [x, x + 1], [y, y + 1])[1];
            let side = at(60).min(at(260));
            (120..200).map(at).fold(f64::INFINITY, f64::min) / side
        });
        rows.into_iter().fold(f64::INFINITY, f64::min)
    };
    let ground = darkest(&valley(true));
    let body = darkest(&valley(false));
    println!("{ground} {body}");
    assert!(body < ground - 0.02 && ground > 0.93, "{ground} {body}");
}
