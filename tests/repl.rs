//! The prompt as a user meets it, on a pseudo-terminal.

#![cfg(unix)]
// A terminal that does not do as expected fails the test.
#![allow(clippy::unwrap_used)]

use rexpect::reader::Options;
use rexpect::session::{PtySession, spawn_with_options};
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Long enough for a machine with much else to do; nothing here waits for it unless something is wrong.
const PATIENCE_MS: u64 = 25_000;

const FIGURE: &str = "addcorpus bug
get thorax from unit_cubeb
get leg from unit_cubeb
addbody thorax thorax 0 0 1 rotary 1000
addbody leg leg 0 1 0 rotary 1000
linkbodies thorax leg
setroot thorax
corpusinit
addroach bug
";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bug.corpus"), FIGURE).unwrap();
    folder
}

fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_corpus"));
    command
        .args(arguments)
        .current_dir(folder)
        .env("TERM", "xterm")
        .env("XDG_STATE_HOME", folder.join("state"))
        .env("NO_COLOR", "1");
    command
}

/// A prompt on a terminal of its own.
struct Terminal(PtySession);

impl Terminal {
    fn open(command: Command) -> Self {
        let options = Options::new()
            .timeout_ms(Some(PATIENCE_MS))
            .strip_ansi_escape_codes(true);
        let mut session = spawn_with_options(command, options).unwrap();
        session.process_mut().set_kill_timeout(Some(500));
        Terminal(session)
    }

    fn in_folder(folder: &TempDir, arguments: &[&str]) -> Self {
        let mut terminal = Terminal::open(program(folder.path(), arguments));
        terminal.sees("Ctrl-D leaves");
        terminal
    }

    /// Waits for a text and gives back what stands before it.
    fn sees(&mut self, text: &str) -> String {
        self.0.exp_string(text).unwrap()
    }

    fn types(&mut self, text: &str) {
        self.0.send(text).unwrap();
        self.0.flush().unwrap();
    }

    /// Types an entry and gives back all that is shown until it is done.
    fn enters(&mut self, entry: &str) -> String {
        self.types(&format!("{entry}\r"));
        // The echo of what is typed shows the `!` too; the print is a line of its own.
        self.types("! done\r");
        self.0.exp_regex("\ndone\r?\n").unwrap().0
    }

    fn leaves(mut self) {
        self.0.send_control('d').unwrap();
        self.0.exp_eof().unwrap();
        let status = format!("{:?}", self.0.process().wait().unwrap());
        assert!(
            status.starts_with("Exited") && status.ends_with(" 0)"),
            "{status}"
        );
    }
}

#[test]
fn it_greets_and_leaves() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &[]);
    terminal.sees("corpus> ");
    let help = terminal.enters("help motor");
    assert!(help.contains("motor body etarget target time"), "{help}");
    terminal.leaves();

    for word in ["quit", "  exit"] {
        let mut terminal = Terminal::in_folder(&folder, &[]);
        terminal.types(&format!("{word}\r"));
        terminal.0.exp_eof().unwrap();
    }
}

#[test]
fn an_error_loses_nothing_and_is_told_once() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &["repl", "bug.corpus"]);
    let shown = terminal.enters("joint lgg k 5");
    assert!(
        shown.contains("E025") && shown.contains("did you mean `leg`?"),
        "{shown}"
    );
    assert!(shown.contains("entry 1:1:7"), "{shown}");
    let shown = terminal.enters("joint leg k 5");
    assert!(!shown.contains("Error"), "{shown}");
    assert!(terminal.enters("joint leg k").contains("k = 5"));

    terminal.enters("addcorpus toy");
    let shown = terminal.enters("addcorpus toy");
    assert!(
        shown.contains("first named here")
            && shown.contains("entry 9:1:11")
            && shown.contains("entry 7"),
        "{shown}"
    );

    // What follows from a mistake that was seen is news, not silence.
    terminal.enters("get box from unit_cube\raddbody rod bux 0 0 1 rotary 1000");
    let shown = terminal.enters("setroot rod");
    assert!(shown.contains("there is no body `rod`"), "{shown}");
    terminal.leaves();
}

#[test]
fn lists_and_rows_go_on() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &["repl", "bug.corpus"]);
    terminal.types("procom 0\r");
    terminal.sees("   ...> ");
    let shown = terminal.enters("motor leg etarget 0.5 *1\r..");
    assert!(!shown.contains("Error"), "{shown}");
    let shown = terminal.enters("setrootmatrix\r1 0 0 0\r0 1 0 0\r0 0 1 0.5\r0 0 0 1");
    assert!(!shown.contains("Error"), "{shown}");

    // Ctrl-C drops a list that was begun.
    terminal.types("procom 0\rmotor x");
    terminal.sees("motor x");
    terminal.0.send_control('c').unwrap();
    terminal.sees("corpus> ");
    let shown = terminal.enters("legstatus 0");
    assert!(shown.contains("leg 0 stands"), "{shown}");
    terminal.leaves();
}

#[test]
fn tab_completes() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &["repl", "bug.corpus"]);
    let shown = terminal.enters("bodygr\tth\t");
    assert!(shown.contains("thorax does not stick"), "{shown}");
    // In a list it knows the session too, and what may stand there.
    terminal.types("procom 0\rmot\tl\te\t0.5 *1\r..\r");
    let shown = terminal.enters("legstatus 0");
    assert!(
        shown.contains("leg 0 stands") && !shown.contains("Error"),
        "{shown}"
    );
    // More than one: they are shown, with what they take.
    terminal.types("joint leg qm\t");
    terminal.sees("qmin  an angle (rad)");
    // The line goes, and Ctrl-D leaves an empty one only.
    terminal.0.send_control('u').unwrap();
    terminal.leaves();
}

#[test]
fn ctrl_c_stops_a_go_and_keeps_the_clock() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &["repl", "bug.corpus"]);
    for _ in 0..2 {
        terminal.types("go 1e6s\r");
        // The bar shows that it is at work.
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
    // The status after a `go` that comes to its end.
    let shown = terminal.enters("time 0\rgo 50ms");
    assert!(
        shown.contains("0.050 s | ") && shown.contains(" cm/s"),
        "{shown}"
    );
    terminal.leaves();
}

#[test]
fn history_is_kept_across_sessions() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &["repl", "bug.corpus"]);
    terminal.enters("procom 0\rmotor leg etarget 1 1\r..");
    terminal.leaves();
    let kept = fs::read_to_string(folder.path().join("state/corpus/history")).unwrap();
    assert!(
        kept.contains("! done") && kept.contains("motor leg"),
        "{kept}"
    );

    let mut terminal = Terminal::in_folder(&folder, &["repl", "bug.corpus"]);
    // Twice up: the list as a whole.
    terminal.types("\x1b[A\x1b[A");
    terminal.sees("motor leg etarget 1 1");
    let shown = terminal.enters("");
    assert!(
        !shown.contains("Error") && !shown.contains("...>"),
        "{shown}"
    );
    terminal.leaves();
}

#[test]
fn without_a_place_for_the_history_it_works_all_the_same() {
    let folder = folder();
    let mut command = program(folder.path(), &[]);
    command.env("XDG_STATE_HOME", "/dev/null/nowhere");
    let mut terminal = Terminal::open(command);
    let shown = terminal.enters("addcorpus bug");
    assert!(
        !shown.contains("rror") && !shown.contains("cannot"),
        "{shown}"
    );
    terminal.leaves();
}

#[test]
fn colours_come_on_a_terminal_and_not_under_no_color() {
    for coloured in [true, false] {
        let folder = folder();
        let mut command = program(folder.path(), &[]);
        if coloured {
            command.env_remove("NO_COLOR");
        }
        let options = Options::new().timeout_ms(Some(PATIENCE_MS));
        let mut terminal = Terminal(spawn_with_options(command, options).unwrap());
        terminal.0.process_mut().set_kill_timeout(Some(500));
        let shown = terminal.enters("joint leg k 5");
        let has_colours = shown.split("\x1b[").skip(1).any(|code| {
            code.find(|c: char| c.is_alphabetic())
                .is_some_and(|at| &code[at..=at] == "m")
        });
        assert_eq!(has_colours, coloured, "{shown:?}");
        terminal.leaves();
    }
}

#[test]
fn what_is_no_terminal_is_a_script() {
    let folder = folder();
    let fed = |arguments: &[&str], script: &str| {
        assert_cmd::Command::from_std(program(folder.path(), arguments))
            .write_stdin(script)
            .output()
            .unwrap()
    };
    let run = fed(&[], "! hello\n");
    assert!(run.status.success());
    assert_eq!(String::from_utf8_lossy(&run.stdout), "hello\n");

    let run = fed(&[], "addcorpus c\naddroach r\nprocom 0\n! never closed\n");
    assert_eq!(run.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&run.stderr).contains("standard input:3:1"));

    let run = fed(&["repl", "bug.corpus"], "legstatus 0\n");
    assert!(run.status.success());
    assert!(String::from_utf8_lossy(&run.stdout).starts_with("leg 0 stands"));

    let run = fed(&["repl", "missing.corpus"], "");
    assert_eq!(run.status.code(), Some(2));
}
