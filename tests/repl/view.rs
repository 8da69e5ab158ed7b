//! The picture in the terminal.

use super::{Terminal, folder, program};
use predicates::prelude::PredicateBooleanExt;
use std::fs;
use tempfile::TempDir;

/// A box that falls for half a second.
const FALL: &str = "addcorpus c\nget o from unit_cube\naddbody box o 0 0 1 rotary 1000\nsetroot box\ncorpusinit\nrest 2m\ngrav on\nground on\n! it falls\ngo 0.5s\n";

fn falling(arguments: &[&str]) -> (TempDir, Terminal) {
    let folder = folder();
    fs::write(folder.path().join("fall.corpus"), FALL).unwrap();
    let mut words = vec!["view", "fall.corpus", "--terminal"];
    words.extend(arguments);
    let terminal = Terminal::open(program(folder.path(), &words));
    (folder, terminal)
}

#[test]
fn a_script_runs_to_its_end_and_on_and_back() {
    let (_folder, mut terminal) = falling(&[]);
    terminal.sees("running | ");
    terminal.sees("ready | 0.5000 s");
    // Ten frames forward, one by one, and a tenth of a second back.
    for _ in 0..12 {
        terminal.types(".");
    }
    terminal.sees("ready | 0.5100 s");
    terminal.types("\x1b[D");
    terminal.sees("past | 0.4100 s | 0.1000 s before the newest moment");
    // Forward from there: later moments are deleted.
    terminal.types("b");
    terminal.sees("ready | 0.41");
    terminal.types(" ");
    terminal.sees("running | ");
    terminal.types(" ");
    terminal.sees("ready | ");
    terminal.types("?");
    terminal.sees("back in time");
    terminal.types("?q");
    // Output printed meanwhile.
    terminal.sees("it falls");
    terminal.0.exp_eof().unwrap();
}

#[test]
fn a_script_can_wait_be_held_and_slowed_down() {
    let (_folder, mut terminal) = falling(&["--paused", "--slow", "20"]);
    terminal.sees("paused | 0.0008 s | 0.05x");
    terminal.types(".");
    terminal.sees("paused | 0.0017 s");
    terminal.types("1");
    terminal.sees("| 1x");
    terminal.types(" ");
    terminal.sees("running");
    terminal.types("\t");
    terminal.sees("box: root of c, ");
    terminal.0.send_control('c').unwrap();
    terminal.0.exp_eof().unwrap();
}

#[test]
fn a_script_that_is_saved_is_read_again_unless_it_is_wrong() {
    let (folder, mut terminal) = falling(&[]);
    terminal.sees("ready | 0.5000 s");
    let script = folder.path().join("fall.corpus");
    fs::write(&script, FALL.replace("rest", "rset")).unwrap();
    terminal.sees("there is no command `rset`");
    fs::write(&script, FALL.replace("0.5s", "0.25s")).unwrap();
    terminal.sees("ready | 0.2500 s");
    terminal.types("q");
    terminal.0.exp_eof().unwrap();
}

#[test]
fn the_prompt_shows_its_world_and_goes_on() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &["repl", "bug.corpus"]);
    terminal.types("view terminal\r");
    terminal.sees("ready | 0.0000 s");
    terminal.types(".");
    terminal.sees("ready | 0.0008 s");
    terminal.types("q");
    // Text typed before the prompt is back goes to the picture.
    terminal.sees("corpus> ");
    let shown = terminal.enters("time");
    assert!(shown.contains("time = 0.000833"), "{shown}");
    terminal.leaves();
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    let folder = folder();
    let mut command = assert_cmd::Command::from_std(program(
        folder.path(),
        &["view", "bug.corpus", "--terminal"],
    ));
    let told = predicates::str::contains("must both be a terminal")
        .and(predicates::str::contains("corpus render"));
    command.assert().code(2).stderr(told);
}

#[test]
fn a_mistake_is_told_after_the_picture_is_gone() {
    let folder = folder();
    fs::write(folder.path().join("wrong.corpus"), "goo 5\n").unwrap();
    let mut terminal = Terminal::open(program(folder.path(), &["view", "wrong.corpus", "-t"]));
    terminal.sees("there is no command `goo`");
    terminal.types("q");
    terminal.sees("did you mean `go`?");
    terminal.0.exp_eof().unwrap();
}

#[cfg(not(feature = "viewer"))]
#[test]
fn without_a_window_in_the_build_it_says_how_to_get_one() {
    let folder = folder();
    let mut command =
        assert_cmd::Command::from_std(program(folder.path(), &["view", "bug.corpus"]));
    let told = predicates::str::contains("--features viewer")
        .and(predicates::str::contains("--terminal"))
        .and(predicates::str::contains("corpus render"));
    command.assert().code(2).stderr(told);
}

#[test]
fn diagrams_lie_beside_the_picture() {
    let folder = folder();
    let script = FALL.replace("go 0.5s", "plot fall.svg {box.z} {box.vel.z}\ngo 0.5s");
    fs::write(folder.path().join("fall.corpus"), script).unwrap();
    let words = ["view", "fall.corpus", "--terminal"];
    let mut terminal = Terminal::open(program(folder.path(), &words));
    terminal.sees("ready | 0.5000 s");
    // The diagram of the script, and none.
    terminal.types("p");
    terminal.sees("1/1 fall.svg");
    terminal.sees("box.z (m)");
    terminal.types("pq");
    terminal.0.exp_eof().unwrap();
}
