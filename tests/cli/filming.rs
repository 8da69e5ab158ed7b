//! Output of `film` in a script, and its errors before anything is simulated.

use super::{FIGURE, corpus, folder};
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Returns a folder with `film.corpus`: a figure that turns, and these lines.
fn place(lines: &str) -> TempDir {
    let folder = folder();
    let script = format!("{FIGURE}ground off\njoint leg dq 3\n{lines}\n");
    fs::write(folder.path().join("film.corpus"), script).unwrap();
    folder
}

fn run(folder: &TempDir, word: &str) -> assert_cmd::assert::Assert {
    corpus(folder).args([word, "film.corpus"]).assert()
}

fn gif_frames(path: &Path) -> usize {
    let file = fs::File::open(path).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(file).unwrap();
    let mut count = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        count += 1;
    }
    count
}

fn size(path: &Path) -> (u32, u32) {
    let file = std::io::BufReader::new(fs::File::open(path).unwrap());
    let reader = png::Decoder::new(file).read_info().unwrap();
    (reader.info().width, reader.info().height)
}

#[test]
fn a_script_films_itself_in_each_format() {
    let folder = place(
        "camera near follow distance=0.8\n\
         film a.gif every 1/30s width=32\n\
         film b.gif near fps=20 width=32 height=32\n\
         film d.png every 50ms width=20\n\
         film e.png width=20\n\
         film f every 20ms width=16\n\
         go 100ms\n\
         film stop f\n\
         go 100ms",
    );
    run(&folder, "check").code(0);
    assert!(!folder.path().join("a.gif").exists());
    run(&folder, "run").code(0);
    let at = |name: &str| folder.path().join(name);
    // From 0 to 0.2 s in thirtieths: the seventh frame is at the end.
    assert_eq!(gif_frames(&at("a.gif")), 7);
    assert_eq!(gif_frames(&at("b.gif")), 5);
    // Five pictures, and six.
    let (five, six) = (size(&at("d.png")).0, size(&at("e.png")).0);
    assert!(
        five >= 5 * 20 && six >= 6 * 20 && six > five,
        "{five} {six}"
    );
    let frames = fs::read_dir(at("f")).unwrap().count();
    assert_eq!(frames, 6, "stopped after a tenth of a second");
}

#[test]
fn a_film_that_cannot_be_made_is_refused_before_anything_is_simulated() {
    for (lines, code, told) in [
        ("film nowhere/a.gif", 2, "nowhere/a.gif"),
        ("film a.avi", 1, "`.avi` is not a film format"),
        ("film a.gif fps=60", 1, "at most 50 frames per second"),
        ("film a.gif nobody", 1, "there is no camera `nobody`"),
        ("film a.gif width=0", 1, "a whole number from 1 to 16384"),
        ("film a.gif every 0s", 1, "a time (s) above zero"),
        (
            "film a.gif\nfilm ./a.gif",
            1,
            "a film is already being written to",
        ),
        ("film stop", 1, "there is no film to end"),
        ("film good.corpus/a", 2, "good.corpus/a"),
        ("film good.corpus", 1, "cannot"),
        ("film f\nsave f/frame_00001.png", 1, "is a frame of a film"),
        ("film ../a.gif", 1, "a script may not write"),
    ] {
        let folder = place(&format!("! off it goes\n{lines}\ngo 100ms"));
        let refused = run(&folder, "run").stdout(contains("off it goes").not());
        let output = refused.get_output();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(told), "{lines}: {said}");
        assert!(
            matches!(output.status.code(), Some(c) if c == code || c == 1),
            "{lines}: {said}"
        );
        assert!(!folder.path().join("a.gif").exists());
    }
    let folder = place("! off it goes\nfilm a.mp4\ngo 100ms");
    let mut command = corpus(&folder);
    command
        .env("PATH", folder.path())
        .args(["run", "film.corpus"]);
    command
        .assert()
        .stdout(contains("off it goes").not())
        .stderr(contains("ffmpeg").and(contains(".gif")));
}

#[test]
fn a_film_without_a_go_is_told_and_one_of_a_script_that_fails_ends_there() {
    let folder = place("go 10ms\nfilm a.gif width=16");
    run(&folder, "check")
        .code(1)
        .stderr(contains("no `go` comes after it"));
    fs::write(folder.path().join("a.gif"), "old").unwrap();
    run(&folder, "run").code(1);
    assert_eq!(fs::read(folder.path().join("a.gif")).unwrap(), b"old");
    // The frames before the error exist.
    let folder =
        place("film a.gif every 10ms width=16\ngo 50ms\nif {time > 1ms}\nhalt_and_catch\nend");
    run(&folder, "check").code(1);
    let folder = place("film a.gif every 10ms width=16\ngo 50ms\nexpect world.time > 1s\ngo 50ms");
    run(&folder, "run").code(1);
    assert_eq!(gif_frames(&folder.path().join("a.gif")), 11);
}

#[test]
fn frames_follow_after_the_clock_was_set_back() {
    let folder =
        place("film a.gif every 10ms width=16\ngo 50ms\nrewind 30ms\ngo 50ms\ntime 5\ngo 20ms");
    run(&folder, "run").code(0);
    // Six up to 50 ms, five after the step back, and two after the clock was set.
    assert_eq!(gif_frames(&folder.path().join("a.gif")), 13);
}

/// A ball that does not move until `addv` pushes it along x.
const BALL: &str = "\
addcorpus c
get o from unit_sphere
addbody ball o 0 0 1 rotary 1000
setroot ball
corpusinit
";

/// Runs lines with a ball. Returns the numbers of frames of a render and of a film of its script, and x (cm) in each sample of
/// an export, each every 10 ms.
fn taken(lines: &str) -> (usize, usize, Vec<i32>) {
    let folder = folder();
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    let film = "film filmed every 10ms width=16";
    write("plain.corpus", format!("{BALL}{lines}\n"));
    write("film.corpus", format!("{BALL}{film}\n{lines}\n"));
    run(&folder, "run").code(0);
    let render = "render plain.corpus -o rendered --fps 100 --draft --size 32x18";
    let export = "export plain.corpus -o f.bvh --fps 100";
    for line in [render, export] {
        corpus(&folder).args(line.split(' ')).assert().code(0);
    }
    let count = |name: &str| fs::read_dir(folder.path().join(name)).unwrap().count();
    let text = fs::read_to_string(folder.path().join("f.bvh")).unwrap();
    let (_, rows) = text.split_once("Frame Time: 0.010000000\n").unwrap();
    let x = |row: &str| {
        let x: f64 = row.split(' ').next().unwrap().parse().unwrap();
        (x * 100.0).round() as i32
    };
    (
        count("rendered"),
        count("filmed"),
        rows.lines().map(x).collect(),
    )
}

#[test]
fn renders_and_exports_keep_the_order_of_the_simulation_after_a_rewind_or_load() {
    let order = vec![0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0];
    for (keep, back) in [("mark", "rewind"), ("save s.json", "load s.json")] {
        let lines = format!("go 50ms\n{keep}\naddv ball 1 0 0 0 0 0\ngo 20ms\n{back}\ngo 50ms");
        assert_eq!(taken(&lines), (13, 13, order.clone()), "{back}");
    }
}

#[test]
fn a_jump_of_the_clock_adds_no_frames_to_renders_and_exports() {
    let push = "addv ball 1 0 0 0 0 0";
    let lines = format!("go 50ms\ntime 3s\ngo 50ms\ntime 0\n{push}\ngo 50ms");
    let moved = vec![0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5];
    assert_eq!(taken(&lines), (16, 16, moved));
    // Before the first `go`, too.
    let lines = format!("time 3s\n{push}\ngo 30ms");
    assert_eq!(taken(&lines), (4, 4, vec![0, 1, 2, 3]));
}

#[test]
fn a_render_shows_the_motion_of_all_worlds_and_an_export_that_of_the_first() {
    let moon = BALL
        .replace("addcorpus c", "addcorpus d")
        .replace(" o ", " p ");
    let moon = moon.replace("get o", "get p").replace("ball", "stone");
    let lines = format!("go 50ms\naddworld moon\n{moon}go 80ms\nsetworld world\ngo 20ms");
    assert_eq!(taken(&lines), (16, 8, vec![0; 8]));
}

#[test]
fn frames_of_motion_that_a_rewind_discards_can_be_chosen() {
    let folder = folder();
    let script = format!("{BALL}go 100ms\nrewind 50ms\ngo 20ms\n");
    fs::write(folder.path().join("back.corpus"), script).unwrap();
    let render = "render back.corpus -o f --fps 100 --draft --size 32x18 --from 80ms";
    corpus(&folder).args(render.split(' ')).assert().code(0);
    // 80 to 100 ms, then 60 and 70 ms.
    assert_eq!(fs::read_dir(folder.path().join("f")).unwrap().count(), 5);
}
