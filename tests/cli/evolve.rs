//! `corpus evolve`: what it writes, that it goes on, what it refuses.

use super::{corpus, refused};
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;
use std::fs;
use tempfile::TempDir;

/// A task that takes little time: how far a creature gets in a fifth of a second.
pub(crate) const TASK: &str = "\
include creature.corpus
live
ground on
grav on
rest 1mm
let start = creature.com
go 0.2s
result fitness = norm(creature.com - start) / 1cm
result rise = creature.com.z - start.z to mm
";

fn folder(task: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("task.corpus"), task).unwrap();
    folder
}

fn evolve(folder: &TempDir, arguments: &str) -> assert_cmd::assert::Assert {
    let mut all = vec!["evolve"];
    all.extend(arguments.split_whitespace());
    corpus(folder).args(all).assert()
}

#[test]
fn an_evolution_that_is_resumed_is_the_same() {
    let folder = folder(TASK);
    let options = "task.corpus --population 4 --trials 1 --seed 3";
    evolve(
        &folder,
        &format!("{options} --generations 3 --threads 1 --out whole"),
    )
    .code(0)
    .stdout(contains("generation 2: best"));
    evolve(
        &folder,
        &format!("{options} --generations 3 --threads 2 --out other"),
    )
    .code(0);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("whole/state.json"), read("other/state.json"));
    assert_eq!(read("whole/champion.corpus"), read("other/champion.corpus"));
    evolve(
        &folder,
        &format!("{options} --generations 4 --resume --out whole"),
    )
    .code(0)
    .stdout(contains("generation 3: best"));
    assert!(read("whole/tree.svg").starts_with("<svg"));
    corpus(&folder)
        .args(["check", "whole/champion.corpus"])
        .assert()
        .code(0);
    corpus(&folder)
        .args(["run", "-q", "whole/champion.corpus"])
        .assert()
        .code(0);
}

/// A process that is killed leaves the last whole generation, and goes on with the same bits.
#[test]
fn an_evolution_that_is_killed_and_resumed_is_the_same() {
    for archive in ["", "--archive parts=1.5..9.5:2,rise=-20mm..20mm:2"] {
        let folder = folder(TASK);
        let options =
            format!("task.corpus --population 8 --trials 1 --seed 3 -q --generations 30 {archive}");
        evolve(&folder, &format!("{options} --out whole --threads 1")).code(0);
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        let mut process = std::process::Command::new(env!("CARGO_BIN_EXE_corpus"))
            .arg("evolve")
            .args(options.split_whitespace())
            .args(["--out", "killed", "--threads", "2"])
            .current_dir(&folder)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let state = folder.path().join("killed/state.json");
        while !state.exists() && process.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        // By SIGKILL, where there is one.
        process.kill().unwrap();
        process.wait().unwrap();
        let part: serde_json::Value = serde_json::from_str(&read("killed/state.json")).unwrap();
        let done = part["lines"].as_array().unwrap().len();
        assert!((1..30).contains(&done), "{done}");
        evolve(&folder, &format!("{options} --out killed --resume")).code(0);
        let mut names = vec!["state.json", "champion.corpus", "champion.json", "tree.svg"];
        if !archive.is_empty() {
            names.push("archive.csv");
        }
        for name in names {
            assert_eq!(
                read(&format!("whole/{name}")),
                read(&format!("killed/{name}")),
                "{name}"
            );
        }
    }
}

#[test]
fn an_archive_is_written() {
    let folder = folder(TASK);
    let options = "task.corpus --population 8 --trials 1 --seed 3 -q --archive parts=1.5..9.5:2,rise=-20mm..20mm:2";
    let with = |more: &str| evolve(&folder, &format!("{options} {more}")).code(0);
    with("--generations 3 --threads 2 --out whole");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let table = read("whole/archive.csv");
    assert!(
        table.starts_with("cell,parts,rise,kept,fitness\n\"#\",1,mm,\"#\",1\n"),
        "{table}"
    );
    for (cell, line) in table.lines().skip(2).enumerate() {
        let is_filled = !line.ends_with(",,");
        assert_eq!(
            folder
                .path()
                .join(format!("whole/cell-{cell}.corpus"))
                .exists(),
            is_filled
        );
    }
    let told = |options: &str, text: &str| refused(evolve(&folder, options), text);
    told(
        "task.corpus --population 8 --resume --out whole --trials 1 --seed 3",
        "with other options: another archive\n",
    );
    told(
        "task.corpus --archive leg=0..9:3 --out b",
        "no result `leg`",
    );
    told(
        "task.corpus --archive parts=9..1:3 --out b",
        "must be below the second",
    );
}

#[test]
fn brains_evolve_on_the_body_of_a_file() {
    let folder = folder(TASK);
    let body = "examples/bodies/quadruped.json";
    fs::copy(body, folder.path().join("body.json")).unwrap();
    let options = "task.corpus --population 4 --generations 2 --brain fourier";
    evolve(&folder, &format!("{options} --body body.json --out a")).code(0);
    let script = fs::read_to_string(folder.path().join("a/champion.corpus")).unwrap();
    assert!(script.contains("part_e e1 1 1") && script.contains("neuron e1_0 fourier"));
    let other = format!("{options} --resume --out a");
    refused(
        evolve(&folder, &other),
        "with other options: another body\n",
    );
    let both = format!("{options} --body body.json --limbs frustum --out b");
    refused(evolve(&folder, &both), "cannot be used with");
    let none = format!("{options} --body task.corpus --out b");
    refused(evolve(&folder, &none), "no body in task.corpus");
}

#[test]
fn what_cannot_evolve_is_told() {
    let folder = folder(TASK);
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("none.corpus", "go 1s\n");
    write("free.corpus", "include creature.corpus\ngo 1s\n");
    refused(evolve(&folder, "wolk --out a"), "did you mean `walk`?");
    refused(
        evolve(&folder, "none.corpus --out a"),
        "has no line `include creature.corpus`",
    );
    refused(
        evolve(&folder, "free.corpus --out a"),
        "gives no result `fitness`",
    );
    refused(
        evolve(&folder, "walk --population 1 --out a"),
        "from 2 to 100000",
    );
    refused(evolve(&folder, "walk --generations 0 --out a"), "non-zero");
    refused(
        evolve(&folder, "walk --shares 1,2 --out a"),
        "three numbers",
    );
    // A mistake of the task is told at its place in the task, before any creature is measured.
    write("bad.corpus", &TASK.replace("grav on", "grav in"));
    evolve(&folder, "bad.corpus --population 2 --generations 1 --out b")
        .code(1)
        .stderr(contains("bad.corpus:4:6"));
    assert!(!folder.path().join("b").exists());
    write("twice.corpus", &format!("include creature.corpus\n{TASK}"));
    refused(evolve(&folder, "twice.corpus --out b"), "several lines");
    write(
        "text.corpus",
        "include creature.corpus\nresult fitness = \"far\"\n",
    );
    refused(evolve(&folder, "text.corpus --out b"), "is a text");
    write("own.corpus", "let own = 1\n");
    write("reads.corpus", &format!("include own.corpus\n{TASK}"));
    refused(
        evolve(&folder, "reads.corpus --out b"),
        "the task reads own.corpus",
    );
    write("task.corpus", TASK);
    // One that a check cannot know is told with its line, for all creatures alike.
    write(
        "late.corpus",
        &format!("{TASK}let far = 1 / round(creature.com.x * 0 / 1m)\n"),
    );
    evolve(
        &folder,
        "late.corpus --population 2 --generations 1 --out b",
    )
    .code(1)
    .stderr(contains("all creatures are faulty").and(contains("in line 10 of the task")));
    refused(
        evolve(&folder, "late.corpus --out b"),
        "continue it with --resume",
    );
    refused(
        evolve(&folder, "late.corpus --population 3 --resume --out b"),
        "with other options: population 2\n",
    );
    let state = folder.path().join("b/state.json");
    let text = fs::read_to_string(&state).unwrap();
    fs::write(&state, text.replacen("\"version\":1", "\"version\":9", 1)).unwrap();
    refused(
        evolve(&folder, "late.corpus --population 2 --resume --out b"),
        "genotypes of version 9",
    );
}

/// A person may write the line of the creature with a comment, and of it in a comment.
#[test]
fn the_creature_is_put_in_at_its_line_only() {
    let task = TASK.replacen(
        "include creature.corpus",
        "# include creature.corpus stands for it:\n  include \"creature.corpus\"  # here",
        1,
    );
    let folder = folder(&task);
    evolve(
        &folder,
        "task.corpus --population 2 --generations 1 --trials 1 --out a",
    )
    .code(0);
    let script = fs::read_to_string(folder.path().join("a/champion.corpus")).unwrap();
    assert_eq!(script.matches("addcorpus creature").count(), 1);
    assert!(script.contains("# include creature.corpus stands for it:\n"));
    corpus(&folder)
        .args(["run", "-q", "a/champion.corpus"])
        .assert()
        .code(0);
}

#[test]
fn a_task_that_starts_no_brain_is_told() {
    let passive = TASK.replace("live\n", "");
    let folder = folder(&passive);
    let options = "task.corpus --population 2 --generations 1 --out out";
    let told = "the task has no line `live`";
    evolve(&folder, options).stderr(contains(told));
    let folder = self::folder(TASK);
    evolve(&folder, options).stderr(contains(told).not());
}
