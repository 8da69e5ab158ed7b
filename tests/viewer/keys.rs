//! Keys, drags, the wheel, a script that is saved.

use super::display::{Screen, or_skip};
use std::fs;

/// A box with an arm on the ground.
pub const SCENE: &str = "addcorpus c
get o from unit_cube
get p from unit_cube
scale p 1.5 0.2 0.2
addbody box o 0 0 1 rotary 1000
addbody arm p 0 1 0 rotary 1000
move p 1 0 0.5
linkbodies box arm
setroot box
corpusinit
rest
grav on
ground on
";

/// Returns the clock in a title.
fn clock(title: &str) -> f64 {
    let words: Vec<&str> = title.split_whitespace().collect();
    let at = words.windows(2).position(|w| w[1] == "s");
    at.and_then(|at| words[at].parse().ok()).unwrap_or(f64::NAN)
}

fn opened(arguments: &[&str]) -> Screen {
    let mut screen = Screen::new();
    screen.view(&format!("{SCENE}go 0.1s\n"), arguments);
    screen
}

#[test]
fn keys_of_time_do_what_help_says() {
    or_skip!();
    let mut screen = opened(&[]);
    screen.waits_for("the end of the script", |t| t.contains("ready | 0.1000 s"));
    screen.presses("period");
    screen.waits_for("a frame more", |t| t.contains("ready | 0.1008 s"));
    screen.presses("comma");
    screen.waits_for("a frame back", |t| t.contains("past | 0.1000 s"));
    screen.presses("Home");
    screen.waits_for("the first moment", |t| t.contains("past | 0.0000 s"));
    screen.presses("Right");
    screen.waits_for("a later moment", |t| t.contains("past") && clock(t) > 0.09);
    screen.presses("Left");
    screen.waits_for("an earlier one", |t| t.contains("past") && clock(t) < 0.01);
    screen.presses("End");
    screen.waits_for("the newest", |t| t.contains("ready | 0.1008 s"));
    screen.presses("minus");
    screen.waits_for("slower", |t| t.contains("| 0.667x"));
    screen.presses("plus");
    screen.waits_for("as fast as before", |t| t.contains("| 1x"));
    for _ in 0..5 {
        screen.presses("minus");
    }
    screen.waits_for("much slower", |t| t.contains("| 0.132x"));
    screen.presses("1");
    screen.waits_for("real time", |t| t.contains("| 1x"));
    screen.presses("space");
    screen.waits_for("time that passes", |t| {
        t.contains("running") && clock(t) > 0.15
    });
    screen.presses("space");
    let title = screen.waits_for("a pause", |t| t.contains("ready"));
    let reached = clock(&title);
    screen.presses("Left");
    screen.waits_for("the past", |t| t.contains("past"));
    screen.presses("b");
    let title = screen.waits_for("a way on from there", |t| t.contains("ready"));
    assert!(clock(&title) < reached, "{title}");
    screen.presses("q");
    assert_eq!(screen.ends(), 0);
}

#[test]
fn keys_of_the_camera_and_of_marks_change_the_picture() {
    or_skip!();
    let mut screen = opened(&[]);
    screen.waits_for("the end of the script", |t| t.contains("ready | 0.1000 s"));
    // With a slow driver the window switches to the light mode by itself, after a few pictures, unless the user has chosen.
    let start = screen.changes_from("start", &[0; 3 * 640 * 360], 10_000);
    screen.presses("g");
    screen.changes_from("chosen", &start, 2000);
    std::thread::sleep(std::time::Duration::from_secs(2));
    let mut before = screen.changes_from("settled", &[0; 3 * 640 * 360], 10_000);
    for (key, name, least) in [
        ("h", "turned-left", 2000),
        ("l", "turned-right", 2000),
        ("Up", "raised", 2000),
        ("k", "raised-more", 2000),
        ("j", "lowered", 2000),
        ("Down", "lowered-more", 2000),
        ("bracketright", "nearer", 2000),
        ("bracketleft", "farther", 2000),
        ("h", "turned-again", 2000),
        ("0", "as-at-first", 2000),
        ("g", "drawn-otherwise", 2000),
        ("n", "names-otherwise", 60),
        ("x", "axes-otherwise", 100),
        ("f", "forces-otherwise", 30),
        ("f", "no-forces", 30),
        ("x", "no-axes", 100),
        ("n", "no-names", 60),
        ("g", "drawn-as-before", 2000),
        ("n", "names", 60),
        ("x", "axes", 100),
        ("f", "forces", 30),
        ("Tab", "chosen", 200),
        ("Escape", "not-chosen", 200),
        ("question", "help", 1000),
        ("question", "no-help", 1000),
    ] {
        screen.presses(key);
        before = screen.changes_from(name, &before, least);
    }
    screen.presses("c");
    screen.presses("c");
    let turning = screen.changes_from("turning", &before, 2000);
    screen.changes_from("turning-on", &turning, 2000);
}

/// Whether the sky, which is blue, is above the floor, which is not.
fn is_upright(picture: &[u8]) -> bool {
    let blue = |rows: std::ops::Range<usize>| -> i64 {
        let pixels = picture[3 * 640 * rows.start..3 * 640 * rows.end].chunks(3);
        pixels.map(|p| i64::from(p[2]) - i64::from(p[0])).sum()
    };
    blue(30..70) > blue(270..310) + 40 * 640 * 5
}

#[test]
fn the_picture_is_upright_after_every_key() {
    or_skip!();
    let mut screen = opened(&[]);
    screen.waits_for("the end of the script", |t| t.contains("ready | 0.1000 s"));
    // Full and light drawing, in the order that the driver's speed decides.
    let mut before = screen.changes_from("upright-start", &[0; 3 * 640 * 360], 10_000);
    assert!(is_upright(&before));
    for (number, key) in ["n", "n", "g", "n", "x", "n", "x", "g", "n"]
        .iter()
        .enumerate()
    {
        screen.presses(key);
        let name = format!("upright-{number}");
        before = screen.changes_from(&name, &before, 60);
        assert!(is_upright(&before), "{name}, after {key}");
    }
}

#[test]
fn the_mouse_picks_and_drags_bodies_and_turns_the_camera() {
    or_skip!();
    let mut screen = opened(&[]);
    screen.waits_for("the end of the script", |t| t.contains("ready | 0.1000 s"));
    let (_, before) = screen.shot("before-click");
    // The box is left of the centre of the picture.
    screen.tool(&["mousemove", "260", "190", "click", "1"]);
    let before = screen.changes_from("clicked", &before, 200);
    screen.tool(&[
        "mousemove",
        "600",
        "300",
        "mousedown",
        "1",
        "mousemove",
        "500",
        "280",
        "mouseup",
        "1",
    ]);
    let before = screen.changes_from("turned-by-mouse", &before, 2000);
    screen.tool(&["mousemove", "40", "40", "click", "4"]);
    screen.changes_from("wheel", &before, 1000);
    // Pulled up by a corner while time passes: the figure gains the work of the pull.
    screen.presses("0");
    screen.presses("space");
    screen.waits_for("time that passes", |t| t.contains("running"));
    screen.tool(&["mousemove", "260", "190", "mousedown", "1"]);
    for y in [170, 140, 110, 80] {
        screen.tool(&["mousemove", "270", &y.to_string()]);
        std::thread::sleep(std::time::Duration::from_millis(300));
    }
    screen.shot("dragged");
    screen.tool(&["mouseup", "1"]);
    screen.presses("space");
    screen.waits_for("a pause", |t| t.contains("ready"));
    screen.presses("q");
    assert_eq!(screen.ends(), 0);
}

#[test]
fn a_script_that_is_saved_is_read_again() {
    or_skip!();
    let mut screen = opened(&["--paused"]);
    screen.waits_for("a held script", |t| t.contains("paused | 0.0008 s"));
    screen.presses("space");
    screen.waits_for("the end of the script", |t| t.contains("ready | 0.1000 s"));
    fs::write(
        screen.folder().join("scene.corpus"),
        format!("{SCENE}go 0.05s\n"),
    )
    .unwrap();
    screen.waits_for("the new script", |t| t.contains("ready | 0.0500 s"));
    screen.presses("r");
    screen.waits_for("the script once more", |t| t.contains("ready | 0.0500 s"));
    screen.presses("q");
    assert_eq!(screen.ends(), 0);
}

#[test]
fn without_a_display_it_says_what_to_do() {
    for (name, value) in [("DISPLAY", ""), ("DISPLAY", ":4711")] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("scene.corpus"), SCENE).unwrap();
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_corpus"))
            .args(["view", "scene.corpus"])
            .current_dir(folder.path())
            .env_remove("WAYLAND_DISPLAY")
            .env(name, value)
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(
            told.contains("--terminal") && told.contains("corpus render"),
            "{told}"
        );
    }
}
