//! Window and renderer draw the same scene alike.

use super::display::or_skip;
use corpus::film::Cast;
use corpus::render::{Image, Renderer, Settings};
use corpus::scene::{FollowCamera, FollowSettings};
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

/// Both pictures of the scene.
fn pictures() -> (Image, Image) {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    assert!(
        session.run_text("scene", SCENE).is_ok(),
        "{:?}",
        session.diagnostics
    );
    let mut cast = Cast::of(session.here());
    let mut poses = vec![];
    cast.place(session.here(), &mut poses);
    let shown = Shown {
        owners: cast.bodies().iter().map(|_| Default::default()).collect(),
        scene: Arc::new(cast.scene),
        sun_stays: false,
        current: "d".into(),
        time: 0.0,
        behind: 0.0,
        kept: 0.0,
        speed: 1.0,
        state: State::Idle,
        figures_moving: vec![],
        pushes: vec![],
        weight: 1.0,
        joint: None,
        pulls: vec![],
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
    let window = corpus::window::picture(&shown, &camera, SIZE).unwrap();
    (frame, window)
}

#[test]
fn bodies_stand_in_the_same_places_in_like_colours() {
    or_skip!();
    let (frame, window) = pictures();
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
    // Silhouettes: pixels redder than the floor are of the one figure, bluer ones of the other.
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
