//! How a run ends that is not left to come to its end: signals, their exit statuses, and what is written all the same.

use super::{FIGURE, folder};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn started(folder: &TempDir, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_corpus"))
        .current_dir(folder.path())
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn send(child: &Child, signal: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status();
    assert!(sent.unwrap().success());
}

/// The exit status of a program that ends soon.
fn status(mut child: Child) -> Option<i32> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    panic!("it does not end");
}

/// Waits for a file that the program writes once it is at work.
fn wait_for(file: &Path) {
    let begun = Instant::now();
    while !file.exists() {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "{}",
            file.display()
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A script that never ends and has an expectation at its end; `begun.csv` is there once it runs.
fn endless(folder: &TempDir) {
    let script = format!("{FIGURE}record begun.csv {{world.time}}\ngo 1000000s\nexpect 1 == 2\n");
    fs::write(folder.path().join("endless.corpus"), script).unwrap();
}

#[test]
fn a_run_that_was_ended_before_its_expectations_exited_with_0() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let folder = folder();
        endless(&folder);
        let arguments = [
            "run",
            "-q",
            "endless.corpus",
            "--report",
            "r.json",
            "--state",
            "s.json",
        ];
        let child = started(&folder, &arguments);
        wait_for(&folder.path().join("begun.csv"));
        send(&child, signal);
        assert_eq!(status(child), Some(code));
        let report = fs::read_to_string(folder.path().join("r.json")).unwrap();
        assert!(report.contains("\"interrupted\": true"), "{report}");
        assert!(folder.path().join("s.json").exists());
    }
}

#[test]
fn a_render_that_was_ended_exited_with_0() {
    let folder = folder();
    endless(&folder);
    let arguments = [
        "render",
        "-q",
        "endless.corpus",
        "-o",
        "f",
        "--size",
        "16x16",
        "--draft",
    ];
    let child = started(&folder, &arguments);
    wait_for(&folder.path().join("begun.csv"));
    send(&child, "-INT");
    assert_eq!(status(child), Some(130));
}

#[test]
fn a_huge_frame_could_not_be_interrupted() {
    let folder = folder();
    endless(&folder);
    let arguments = [
        "render",
        "-q",
        "endless.corpus",
        "-o",
        "f",
        "--size",
        "16000x16000",
    ];
    let child = started(&folder, &arguments);
    wait_for(&folder.path().join("begun.csv"));
    std::thread::sleep(Duration::from_millis(500));
    let begun = Instant::now();
    send(&child, "-INT");
    assert_eq!(status(child), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_run_that_looped_without_a_frame_is_ended_too() {
    let folder = folder();
    let script = format!(
        "{FIGURE}record begun.csv {{world.time}}\nwhile world.time == 0s\n  let x = 1\nend\n"
    );
    fs::write(folder.path().join("loop.corpus"), script).unwrap();
    let child = started(&folder, &["run", "-q", "loop.corpus"]);
    wait_for(&folder.path().join("begun.csv"));
    send(&child, "-TERM");
    assert_eq!(status(child), Some(143));
}

#[test]
fn a_film_without_bounds_was_begun() {
    let folder = folder();
    for option in ["--fps", "--slow"] {
        let mut command = super::corpus(&folder);
        let render = command.args(["render", "good.corpus", "-o", "f", option, "1e12"]);
        let told = predicates::str::contains("--max-frames");
        render.assert().code(2).stderr(told);
        assert_eq!(fs::read_dir(folder.path().join("f")).unwrap().count(), 0);
    }
    let mut command = super::corpus(&folder);
    let bounded = [
        "render",
        "-q",
        "good.corpus",
        "-o",
        "f",
        "--size",
        "8x8",
        "--draft",
        "--fps",
        "1e4",
    ];
    command
        .args(bounded)
        .args(["--max-frames", "3"])
        .assert()
        .code(2);
    let mut command = super::corpus(&folder);
    command
        .args(bounded)
        .args(["--max-frames", "100"])
        .assert()
        .code(0);
}
