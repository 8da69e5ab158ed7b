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
         film b.webp near fps=20 width=32 height=32\n\
         film c.apng every {1s/60} width=16\n\
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
    assert!(fs::read(at("b.webp")).unwrap().starts_with(b"RIFF"));
    assert_eq!(size(&at("c.apng")), (16, 9));
    // Five pictures, and six.
    let (five, six) = (size(&at("d.png")).0, size(&at("e.png")).0);
    assert!(
        five >= 5 * 20 && six >= 6 * 20 && six > five,
        "{five} {six}"
    );
    let frames = fs::read_dir(at("f")).unwrap().count();
    assert_eq!(frames, 6, "stopped after a tenth of a second");
    // The folder's frames are reused by their contents.
    let before = fs::metadata(at("f/frame_00003.png"))
        .unwrap()
        .modified()
        .unwrap();
    run(&folder, "run").code(0);
    let after = fs::metadata(at("f/frame_00003.png"))
        .unwrap()
        .modified()
        .unwrap();
    assert_eq!(before, after);
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
