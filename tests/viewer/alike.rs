//! Window and renderer draw the same scene alike.

use super::display::or_skip;
use corpus::film::WorldScene;
use corpus::render::{Image, Renderer, Settings};
use corpus::scene::{Camera, FollowCamera, FollowSettings};
use corpus::session::{Mode, Quiet};
use corpus::view::{Shown, State};
use std::sync::Arc;

const SIZE: (u32, u32) = (480, 270);

/// Three figures in different colours on the ground.
const SCENE: &str = "ground on
addcorpus c
get o from unit_cube
addbody box o 0 0 1 rotary 1000
setroot box
corpusinit
rest
addcorpus d
get ball from unit_sphere
move ball 1.6 0 0
addbody ball ball 0 0 1 rotary 1000
setroot ball
corpusinit
rest
";

/// Returns the scene after more lines, the camera, and a frame of it.
fn scene(more: &str) -> (Shown, Camera, Image) {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    let script = format!("{SCENE}{more}");
    assert!(
        session.run_text("scene", &script).is_ok(),
        "{:?}",
        session.diagnostics
    );
    let mut world = WorldScene::of(session.here());
    let mut poses = vec![];
    world.place(session.here(), &mut poses);
    world.mark(session.here());
    let marks = world.scene.marks.clone();
    let shown = Shown {
        owners: world.bodies().iter().map(|_| Default::default()).collect(),
        scene: Arc::new(world.scene),
        current: "d".into(),
        time: 0.0,
        behind: 0.0,
        kept: 0.0,
        speed: 1.0,
        state: State::Idle,
        figures_moving: vec![],
        marks,
        joint: None,
        diagram: None,
        message: "".into(),
        frame: 1e-3,
        loaded: 0,
        poses,
    };
    let aspect = f64::from(SIZE.0) / f64::from(SIZE.1);
    let bounds = shown.scene.bounds(&shown.poses, |_| true).unwrap();
    let settings = FollowSettings {
        aspect,
        ..FollowSettings::default()
    };
    let camera = FollowCamera::new(settings).follow(0.0, &bounds);
    let frame = Renderer::new(Settings {
        width: SIZE.0 as usize,
        height: SIZE.1 as usize,
        ..Settings::default()
    })
    .render(&shown.scene, &shown.poses, &camera);
    (shown, camera, frame)
}

/// Returns a frame and the window's picture of the same scene. A process draws in at most one window, so each is drawn in a
/// separate process.
fn pictures(lines: &str) -> (Image, Image) {
    let (_, _, frame) = scene(lines);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("window.rgb");
    let drawn = std::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "alike::a_picture_in_a_process_of_its_own",
            "--nocapture",
        ])
        .env(LINES, lines)
        .env(FILE, &file)
        .output()
        .unwrap();
    assert!(drawn.status.success(), "{drawn:?}");
    let window = Image {
        width: SIZE.0 as usize,
        height: SIZE.1 as usize,
        rgb: std::fs::read(file).unwrap(),
    };
    (frame, window)
}

/// Environment variables that tell a process what to draw, and where to write it.
const LINES: &str = "CORPUS_TEST_WINDOW_LINES";
const FILE: &str = "CORPUS_TEST_WINDOW_FILE";

#[test]
fn a_picture_in_a_process_of_its_own() {
    let (Ok(lines), Some(file)) = (std::env::var(LINES), std::env::var_os(FILE)) else {
        return;
    };
    let (shown, camera, _) = scene(&lines);
    let window = corpus::window::picture(&shown, &camera, SIZE).unwrap();
    std::fs::write(file, window.rgb).unwrap();
}

#[test]
fn bodies_stand_in_the_same_places_in_like_colours() {
    or_skip!();
    let (frame, window) = pictures("show ruler off\n");
    assert_eq!((frame.width, frame.height), (window.width, window.height));
    if let Some(folder) = std::env::var_os("CORPUS_SCREENSHOTS") {
        let mut both = Image {
            width: 2 * frame.width,
            height: frame.height,
            rgb: vec![],
        };
        let rows = frame
            .rgb
            .chunks(3 * frame.width)
            .zip(window.rgb.chunks(3 * window.width));
        rows.for_each(|(a, b)| both.rgb.extend(a.iter().chain(b)));
        both.write_png(std::path::Path::new(&folder).join("alike.png"))
            .unwrap();
    }
    // Colours: the difference of each pixel, as a part of the range.
    let differences: Vec<f64> = frame
        .rgb
        .chunks(3)
        .zip(window.rgb.chunks(3))
        .map(|(a, b)| {
            a.iter()
                .zip(b)
                .map(|(a, b)| f64::from(a.abs_diff(*b)))
                .sum::<f64>()
                / 765.0
        })
        .collect();
    let mean = differences.iter().sum::<f64>() / differences.len() as f64;
    assert!(mean < 0.12, "the pictures differ by {mean:.3} on the mean");
    // Silhouettes: pixels redder than the floor belong to one figure, bluer ones to the other.
    let masks = |image: &Image, which: usize| -> Vec<bool> {
        let is_of = |p: &[u8]| {
            let (red, blue) = (i32::from(p[0]), i32::from(p[2]));
            if which == 0 {
                red > blue + 60
            } else {
                blue > red + 30 && p[1] < 170
            }
        };
        image.rgb.chunks(3).map(is_of).collect()
    };
    for which in [0, 1] {
        let (a, b) = (masks(&frame, which), masks(&window, which));
        let both = a.iter().zip(&b).filter(|(a, b)| **a && **b).count() as f64;
        let either = a.iter().zip(&b).filter(|(a, b)| **a || **b).count() as f64;
        assert!(either > 500.0, "figure {which} is not to be seen");
        assert!(
            both / either > 0.8,
            "figure {which}: {both} of {either} pixels are the same"
        );
    }
}

#[test]
fn a_push_is_an_arrow_in_both() {
    or_skip!();
    let lines = "show ruler off\nshow forces\npush ball 0 0 9kN at 1.6 0 0.55\n";
    let (frame, window) = pictures(lines);
    let (bare_frame, bare_window) = pictures("show ruler off\n");
    if let Some(folder) = std::env::var_os("CORPUS_SCREENSHOTS") {
        for (image, name) in [(&frame, "push-frame.png"), (&window, "push-window.png")] {
            image
                .write_png(std::path::Path::new(&folder).join(name))
                .unwrap();
        }
    }
    let changed = |image: &Image, bare: &Image| -> Vec<[f64; 2]> {
        let both = image.rgb.chunks(3).zip(bare.rgb.chunks(3)).enumerate();
        let other = both.filter(|(_, (a, b))| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 40));
        let width = image.width;
        other
            .map(|(i, _)| [(i % width) as f64, (i / width) as f64])
            .collect()
    };
    let ends = [(&frame, &bare_frame), (&window, &bare_window)].map(|(image, bare)| {
        let places = changed(image, bare);
        assert!(places.len() > 40, "no arrow");
        let bound = |k: usize| {
            let (low, high) = places
                .iter()
                .fold((1e9f64, -1e9f64), |(l, h), p| (l.min(p[k]), h.max(p[k])));
            [low, high]
        };
        [bound(0), bound(1)]
    });
    // From above the ball upwards, equally far in both: the window draws arrows behind bodies, frames draw them over them.
    let [[frame_x, frame_y], [window_x, window_y]] = ends;
    assert!(frame_y[1] - frame_y[0] > 40.0, "{frame_y:?}");
    for (a, b) in frame_x
        .iter()
        .chain(&frame_y)
        .zip(window_x.iter().chain(&window_y))
    {
        assert!((a - b).abs() < 12.0, "{ends:?}");
    }
}
