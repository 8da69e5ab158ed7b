//! `corpus evolve`: what it writes, that it goes on, what it refuses.

use super::{corpus, refused};
use predicates::str::contains;
use std::fs;
use tempfile::TempDir;

/// A task that takes little time: how far a creature gets in a fifth of a second.
pub(super) const TASK: &str = "\
include creature.corpus
live
ground on
grav on
rest 1mm
let start = creature.com
go 0.2s
result fitness = norm(creature.com - start) / 1cm
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
    refused(
        evolve(&folder, "walk --shares 1,2 --out a"),
        "three numbers",
    );
    write("bad.corpus", &TASK.replace("grav on", "grav in"));
    evolve(&folder, "bad.corpus --population 2 --generations 1 --out b")
        .code(1)
        .stderr(contains("all creatures are faulty"));
    refused(
        evolve(&folder, "bad.corpus --out b"),
        "continue it with --resume",
    );
    refused(
        evolve(&folder, "bad.corpus --population 3 --resume --out b"),
        "with other options",
    );
    let state = folder.path().join("b/state.json");
    let text = fs::read_to_string(&state).unwrap();
    fs::write(&state, text.replacen("\"version\":1", "\"version\":9", 1)).unwrap();
    refused(
        evolve(&folder, "bad.corpus --population 2 --resume --out b"),
        "genotypes of version 9",
    );
}
