//! Interrupted runs: signals, their exit statuses, and the files that are written all the same.

use super::{FIGURE, folder};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A running program, which ends with the test at the latest, even if the test fails.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // On success it has already ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn started(folder: &TempDir, arguments: &[&str]) -> Running {
    let child = Command::new(env!("CARGO_BIN_EXE_corpus"))
        .current_dir(folder.path())
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    Running(child.unwrap())
}

fn send(running: &Running, signal: &str) {
    let id = running.0.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status();
    assert!(sent.unwrap().success());
}

/// Returns the exit status of a program that ends soon.
fn status(mut running: Running) -> Option<i32> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) {
        if let Some(status) = running.0.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("it does not end");
}

/// Waits for a file that the program writes once it runs.
fn wait_for(file: &Path) {
    wait_until(&file.display().to_string(), || file.exists());
}

fn wait_until(what: &str, is_there: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_there() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Writes a script that never ends and has an expectation at its end; `begun.json` exists once it runs.
fn endless(folder: &TempDir) {
    let script = format!("{FIGURE}save begun.json\ngo 1000000s\nexpect 1 == 2\n");
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
        wait_for(&folder.path().join("begun.json"));
        send(&child, signal);
        assert_eq!(status(child), Some(code));
        let report = fs::read_to_string(folder.path().join("r.json")).unwrap();
        assert!(report.contains("\"interrupted\": true"), "{report}");
        assert!(folder.path().join("s.json").exists());
    }
}

/// Starts a render of the endless script.
fn filming(folder: &TempDir, more: &[&str]) -> Running {
    endless(folder);
    let arguments = [&["render", "-q", "endless.corpus", "-o", "f"], more].concat();
    let child = started(folder, &arguments);
    wait_for(&folder.path().join("begun.json"));
    child
}

#[test]
fn a_render_that_was_ended_exited_with_0() {
    let folder = folder();
    let child = filming(&folder, &["--size", "16x16", "--draft"]);
    send(&child, "-INT");
    assert_eq!(status(child), Some(130));
}

#[test]
fn a_film_that_was_ended_leaves_the_old_one() {
    let folder = folder();
    endless(&folder);
    let film = folder.path().join("a.gif");
    fs::write(&film, "GIF8: old").unwrap();
    let arguments = [
        "render",
        "-q",
        "endless.corpus",
        "-o",
        "a.gif",
        "--size",
        "16x16",
        "--draft",
    ];
    let child = started(&folder, &arguments);
    wait_for(&folder.path().join("begun.json"));
    send(&child, "-INT");
    assert_eq!(status(child), Some(130));
    assert_eq!(fs::read(&film).unwrap(), b"GIF8: old");
    let names = fs::read_dir(folder.path()).unwrap();
    let mut names = names.map(|e| e.unwrap().file_name().into_string().unwrap());
    assert!(!names.any(|name| name.starts_with('.')));
}

#[test]
fn a_huge_frame_could_not_be_interrupted() {
    let folder = folder();
    let child = filming(&folder, &["--size", "16000x16000"]);
    std::thread::sleep(Duration::from_millis(500));
    let begun = Instant::now();
    send(&child, "-INT");
    assert_eq!(status(child), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_run_that_looped_without_a_frame_is_ended_too() {
    let folder = folder();
    let script = format!("{FIGURE}save begun.json\nwhile world.time == 0s\n  let x = 1\nend\n");
    fs::write(folder.path().join("loop.corpus"), script).unwrap();
    let child = started(&folder, &["run", "-q", "loop.corpus"]);
    wait_for(&folder.path().join("begun.json"));
    send(&child, "-TERM");
    assert_eq!(status(child), Some(143));
}

#[test]
fn a_film_without_bounds_was_begun() {
    let folder = folder();
    for option in ["--fps", "--slow"] {
        let mut command = super::corpus(&folder);
        let render = command.args(["render", "good.corpus", "-o", "f", option, "1e12"]);
        let told = predicates::str::contains("use a lower --fps or --slow");
        render.assert().code(2).stderr(told);
        assert!(!folder.path().join("f").exists());
    }
}

/// In an earlier version the signal was handled by the listener of the check, and the folder of the runs' output remained.
#[test]
fn converge_that_is_ended_leaves_nothing_behind() {
    let folder = folder();
    endless(&folder);
    let child = Command::new(env!("CARGO_BIN_EXE_corpus"))
        .current_dir(folder.path())
        .env("TMPDIR", folder.path())
        .args(["converge", "-q", "endless.corpus"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let child = Running(child.unwrap());
    let prefix = format!("corpus-converge-{}-", child.0.id());
    let is_scratch = |name: &str| name.starts_with(&prefix);
    let scratch = || {
        let files = std::fs::read_dir(folder.path()).unwrap();
        files
            .flatten()
            .any(|file| is_scratch(&file.file_name().to_string_lossy()))
    };
    wait_until(&prefix, scratch);
    send(&child, "-TERM");
    assert_eq!(status(child), Some(143));
    assert!(!scratch());
}

/// A sweep that is killed, and one that is ended in order, leave whole rows; going on gives the same table.
#[test]
fn a_sweep_that_is_ended_goes_on() {
    let folder = folder();
    let script = format!(
        "param n = 1\n{}rootmotion free\ngrav on\ngo 0.3s\nresult z = trunk.z + n * 1m\n",
        super::FIGURE
    );
    std::fs::write(folder.path().join("fall.corpus"), script).unwrap();
    let arguments = |out| {
        [
            "sweep",
            "-q",
            "fall.corpus",
            "-D",
            "n=1..200",
            "--threads",
            "2",
            "--out",
            out,
        ]
    };
    let whole = super::corpus(&folder).args(arguments("whole.csv")).assert();
    whole.code(0);
    let whole = std::fs::read(folder.path().join("whole.csv")).unwrap();
    let rows = |name: &str| {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap_or_default();
        text.lines().count()
    };
    for (name, signal, code) in [
        ("killed.csv", "-KILL", None),
        ("ended.csv", "-INT", Some(130)),
    ] {
        let child = started(&folder, &arguments(name));
        wait_until(name, || rows(name) > 20);
        send(&child, signal);
        assert_eq!(status(child), code);
        let before = rows(name);
        assert!(before < 202, "it ended before the signal");
        let resumed = super::corpus(&folder)
            .args(arguments(name))
            .arg("--resume")
            .assert();
        resumed.code(0);
        assert!(
            std::fs::read(folder.path().join(name)).unwrap() == whole,
            "{name} {before}"
        );
    }
}
