//! Ctrl-C, and words that quit.

use super::{Terminal, folder, program};
use std::fs;
use std::io::Write;
use tempfile::TempDir;

#[test]
fn ctrl_c_stops_a_go_and_keeps_the_clock() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &["repl", "bug.corpus"]);
    for _ in 0..2 {
        terminal.types("go 1e6s\r");
        // The bar shows that it is running.
        terminal.sees("x real time | ");
        terminal.0.send_control('c').unwrap();
        terminal.sees("stopped at ");
    }
    let shown = terminal.enters("time");
    let clock = shown
        .split("time = ")
        .nth(1)
        .and_then(|t| t.split(' ').next());
    let clock: f64 = clock.unwrap().parse().unwrap();
    assert!(clock > 0.0 && clock < 1e6, "{shown}");
    // The status after a `go` that ends normally.
    let shown = terminal.enters("time 0\rgo 50ms");
    assert!(
        shown.contains("0.050 s | ") && shown.contains(" cm/s"),
        "{shown}"
    );
    terminal.leaves();
}

/// Returns a terminal with an endless loop that Ctrl-C has stopped.
fn stopped_loop(folder: &TempDir) -> Terminal {
    let mut terminal = Terminal::in_folder(folder, &[]);
    terminal.types("! begin\rwhile true\rlet x = 1\rend\r");
    terminal.sees("\nbegin");
    terminal.sees(" while> ");
    terminal.sees(" while> ");
    terminal.sees("end");
    std::thread::sleep(std::time::Duration::from_millis(300));
    terminal.0.send_control('c').unwrap();
    terminal.sees("stopped");
    terminal
}

#[test]
fn ctrl_c_stops_a_loop_without_end() {
    stopped_loop(&folder()).leaves();
}

#[test]
fn go_was_said_to_go_on_where_nothing_had_gone() {
    let folder = folder();
    let mut terminal = stopped_loop(&folder);
    let shown = terminal.enters("");
    assert!(!shown.contains("goes on"), "{shown}");
    terminal.leaves();
}

#[test]
fn a_farewell_behind_other_lines_was_no_command() {
    let folder = folder();
    let told = Terminal::in_folder(&folder, &[]).enters("help quit");
    assert!(told.contains("Ends the prompt."), "{told}");
    let script = "! first\nquit\n! never\n";
    fs::write(
        folder.path().join("editor"),
        format!("printf '{script}' > $1"),
    )
    .unwrap();
    let mut command = program(folder.path(), &[]);
    command.env("VISUAL", "sh editor");
    let mut terminal = Terminal::open(command);
    terminal.sees("Ctrl-D quits");
    terminal.types("edit\r");
    let shown = terminal.0.exp_eof().unwrap();
    assert!(
        shown.contains("first") && !shown.contains("never\r"),
        "{shown}"
    );
}

#[test]
fn a_byte_that_is_not_text_loses_only_its_line() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &[]);
    terminal.enters("let keep = 42");
    terminal.types("repeat 2\r");
    terminal.sees("repeat> ");
    // A paste in Latin-1, whose further lines must not run.
    let mut input = terminal.0.process().get_file_handle().unwrap();
    input
        .write_all(b"\x1b[200~print caf\xe9 x\rend\rlet keep = 43\r\x1b[201~")
        .unwrap();
    terminal.sees("not UTF-8");
    terminal.sees("repeat> ");
    let shown = terminal.enters("print {keep}XY\rend");
    assert_eq!(shown.matches("\n42XY").count(), 2, "{shown}");
    terminal.leaves();
}
