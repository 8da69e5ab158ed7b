//! The prompt as a user sees it, on a pseudo-terminal.

mod newcomer;
mod stopping;
mod view;

use rexpect::reader::Options;
use rexpect::session::{PtySession, spawn_with_options};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// Time limit, long enough for a busy machine; only a failing test reaches it.
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
        .env("PAGER", "cat")
        .env("NO_COLOR", "1");
    command
}

/// A prompt on its own terminal.
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
        terminal.sees("Ctrl-D quits");
        terminal
    }

    /// Waits for a text and returns the text before it.
    fn sees(&mut self, text: &str) -> String {
        self.0.exp_string(text).unwrap()
    }

    fn types(&mut self, text: &str) {
        self.0.send(text).unwrap();
        self.0.flush().unwrap();
    }

    /// Types an entry and returns everything shown until it is done.
    fn enters(&mut self, entry: &str) -> String {
        self.types(&format!("{entry}\r"));
        // The echo of the typed text contains the `!` too; the print is a separate line.
        self.types("! done\r");
        let shown = self.0.exp_regex("\ndone\r?\n").unwrap().0;
        // Each byte is returned as a character.
        let bytes: Option<Vec<u8>> = shown.chars().map(|c| u8::try_from(c).ok()).collect();
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        text.unwrap_or(shown)
    }

    /// Quits with Ctrl-D. One that arrives between two entries, while the terminal is not in raw mode, is lost: it is sent again.
    fn leaves(mut self) {
        for _ in 0..PATIENCE_MS / 250 {
            // The program may end before this arrives.
            let _ = self.0.send_control('d');
            std::thread::sleep(Duration::from_millis(250));
            let status = format!("{:?}", self.0.process().status());
            if status != "Some(StillAlive)" {
                assert!(
                    status.starts_with("Some(Exited") && status.ends_with(" 0))"),
                    "{status}"
                );
                return;
            }
        }
        panic!("the prompt does not end at Ctrl-D");
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

    // Consequences of an error that was shown are reported again.
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
    terminal.sees("procom> ");
    let shown = terminal.enters("motor leg etarget 0.5 *1\r..");
    assert!(!shown.contains("Error"), "{shown}");
    let shown = terminal.enters("setrootmatrix\r1 0 0 0\r0 1 0 0\r0 0 1 0.5\r0 0 0 1");
    assert!(!shown.contains("Error"), "{shown}");

    // Ctrl-C discards an incomplete list.
    terminal.types("procom 0\rmotor x");
    terminal.sees("motor x");
    terminal.0.send_control('c').unwrap();
    terminal.sees("corpus> ");
    let shown = terminal.enters("legstatus 0");
    assert!(shown.contains("leg 0 is in stance"), "{shown}");
    terminal.leaves();
}

#[test]
fn tab_completes() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &["repl", "bug.corpus"]);
    let shown = terminal.enters("bodygr\tth\t");
    assert!(shown.contains("thorax does not stick"), "{shown}");
    // Completion in a list also knows the session and the valid candidates.
    terminal.types("procom 0\rmot\tl\te\t0.5 *1\r..\r");
    let shown = terminal.enters("legstatus 0");
    assert!(
        shown.contains("leg 0 is in stance") && !shown.contains("Error"),
        "{shown}"
    );
    // Several candidates: they are shown, with their arguments.
    terminal.types("joint leg qm\t");
    terminal.sees("qmin  an angle (rad)");
    // The line is deleted, and Ctrl-D quits only on an empty one.
    terminal.0.send_control('u').unwrap();
    terminal.leaves();
}

#[test]
fn tab_lists_the_candidates() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &["repl", "bug.corpus"]);
    // The common part at once, and the list with descriptions.
    terminal.types("joint leg q\t");
    terminal.sees("qmax  an angle (rad)");
    terminal.types("max 1rad\r");
    let shown = terminal.enters("joint leg qmax");
    assert!(shown.contains("leg.qmax = 1 rad"), "{shown}");
    // Words without descriptions are in columns.
    terminal.types("joint leg qmin\x15help g\t");
    let shown = terminal.enters("\x15");
    assert!(shown.contains("gait") && shown.contains("grav"), "{shown}");
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
fn tab_completes_within_braces_and_forms() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &["repl", "bug.corpus"]);
    terminal.enters("let coxa = 3mm");
    let shown = terminal.enters("print it is {cox\t to m\tm} long");
    assert!(shown.contains("\nit is 3 mm long"), "{shown}");
    // The fields of a quantity, with their meanings.
    terminal.types("print {thorax.loa\t} here\r");
    terminal.sees("\n0 N here");
    terminal.types("let v = thorax.v\t");
    terminal.sees("vel");
    terminal.0.send_control('u').unwrap();
    terminal.types("addbody a thorax [0 0 1] rotary dens\t");
    terminal.sees("density=");
    terminal.0.send_control('u').unwrap();
    terminal.leaves();
}

#[test]
fn a_command_is_defined_over_several_lines_and_called() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &["repl", "bug.corpus"]);
    terminal.types("# Says it so often.\r");
    terminal.types("define say what times=2\r");
    terminal.sees("define> ");
    terminal.types("for i in 0..times\r");
    terminal.sees("define for> ");
    let shown = terminal.enters("print {what} {i}\rend\t\rend");
    assert!(!shown.contains("Error"), "{shown}");
    let shown = terminal.enters("sa\ty hello times=3");
    assert!(
        shown.contains("hello 0") && shown.contains("hello 2"),
        "{shown}"
    );
    let help = terminal.enters("help say");
    assert!(help.contains("say what [times]"), "{help}");
    let help = terminal.enters("help");
    assert!(help.contains("Commands of this script"), "{help}");
    let help = terminal.enters("help quantities");
    assert!(help.contains("forward_speed"), "{help}");
    // It is restored as a whole, formatted by its blocks.
    terminal.leaves();
    let kept = fs::read_to_string(folder.path().join("state/corpus/history")).unwrap();
    assert!(
        kept.contains("define say what times=2\\n  for i in 0..times\\n    print"),
        "{kept}"
    );
}

#[test]
fn what_is_watched_is_drawn() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &["repl", "bug.corpus"]);
    let shown = terminal.enters("grav on");
    assert!(!shown.contains("Error"), "{shown}");
    let shown = terminal.enters("watch thorax.z {leg.vel to mm/s}");
    assert!(
        shown.contains("thorax.z = 0 m") && shown.contains("leg.vel to mm/s = [0 0 0] mm/s"),
        "{shown}"
    );
    let shown = terminal.enters("go 0.2s");
    // The scale, the curve, the last value, the time, and the line after a `go` below.
    assert!(
        shown.contains("        0 ┤⠉") && shown.contains("thorax.z  -0.19"),
        "{shown}"
    );
    assert!(
        shown.contains("leg.vel to mm/s.z  -196") && shown.contains("0.2 s"),
        "{shown}"
    );
    assert!(shown.rfind('┤') < shown.rfind("x real time"), "{shown}");
    let shown = terminal.enters("watch thorax.zz");
    assert!(
        shown.contains("entry") && shown.contains("has no quantity `zz`"),
        "{shown}"
    );
    let shown = terminal.enters("watch");
    assert!(shown.contains("thorax.z = -0.19"), "{shown}");
    let shown = terminal.enters("unwatch thorax.z\runwatch nothing");
    assert!(
        shown.contains("`nothing` is not watched; watched: leg.vel"),
        "{shown}"
    );
    let shown = terminal.enters("unwatch\rgo 0.1s");
    assert!(!shown.contains('┤'), "{shown}");
    // In a script the report says where it belongs.
    fs::write(folder.path().join("w.corpus"), "watch thorax.z\n").unwrap();
    let shown = terminal.enters("include w.corpus");
    assert!(
        shown.contains("`watch` exists only at the prompt"),
        "{shown}"
    );
    terminal.leaves();
}

#[test]
fn what_was_typed_is_saved_as_a_script_that_does_the_same() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &["repl", "bug.corpus"]);
    terminal.enters("let h = 5cm");
    terminal.enters("watch thorax.z");
    terminal.enters("setrootpos 0 0 {h}");
    terminal.enters("joint lgg k 5");
    terminal.enters("# Goes on.\rdefine on\rgo 10\rend");
    terminal.enters("grav on\ron");
    terminal.enters("expect h == 6cm");
    let there = terminal.enters("print {thorax.z} at {world.time}");
    terminal.types("go 1e6s\r");
    terminal.sees("%");
    terminal.0.send_control('c').unwrap();
    terminal.sees("stopped at ");
    let shown = terminal.enters("save session.corpus");
    assert!(shown.contains("wrote session.corpus, "), "{shown}");
    let shown = terminal.enters("save bug.corpus");
    assert!(
        shown.contains("the file exists and was not written by the prompt"),
        "{shown}"
    );
    terminal.leaves();
    let script = fs::read_to_string(folder.path().join("session.corpus")).unwrap();
    for part in ["include bug.corpus\n", "#   joint lgg k 5", "#   go 1e6s"] {
        assert!(script.contains(part), "{script}");
    }
    let run = program(folder.path(), &["run", "session.corpus"])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(
        run.status.success(),
        "{script}\n{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let line = told.lines().find(|l| l.contains(" at ")).unwrap();
    assert!(there.contains(line), "{there}\n{told}");
}

#[test]
fn an_editor_writes_what_is_run() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let editor = folder.path().join("editor.sh");
    fs::write(&editor, "#!/bin/sh\nsed -i 's/hello/goodbye/' \"$1\"\n").unwrap();
    fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = program(folder.path(), &["repl", "bug.corpus"]);
    command.env("VISUAL", &editor);
    let mut terminal = Terminal::open(command);
    terminal.enters("print hello there");
    // The prints that show the end of an entry are entries too.
    terminal.types("print hello there\redit\r");
    terminal.sees("\ngoodbye there");
    fs::write(folder.path().join("a.corpus"), "print hello again\n").unwrap();
    let shown = terminal.enters("edit a.corpus");
    assert!(shown.contains("goodbye again"), "{shown}");
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

    // A definition that failed is not said to come later.
    let run = fed(&["repl"], "function f(a) = a ? 1\nprint {f(1)}\n");
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(
        told.contains("its definition has a mistake: write it again"),
        "{told}"
    );

    let run = fed(&["repl", "bug.corpus"], "legstatus 0\n");
    assert!(run.status.success());
    assert!(String::from_utf8_lossy(&run.stdout).starts_with("leg 0 is in stance"));

    // Commands of the prompt are not valid in a script.
    let run = fed(&["repl", "bug.corpus"], "reset\n");
    assert_eq!(run.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&run.stderr).contains("exists only at the prompt"));

    // Except for those of a driving program.
    let run = fed(&["repl", "bug.corpus"], "watch thorax.z\n");
    assert!(run.status.success());
    assert!(String::from_utf8_lossy(&run.stdout).starts_with("thorax.z = "));

    let run = fed(&["repl", "missing.corpus"], "");
    assert_eq!(run.status.code(), Some(2));
}

/// In an earlier version, the prompt did not show such warnings.
#[test]
fn a_warning_about_accuracy_is_shown_after_the_go_that_causes_it() {
    let folder = folder();
    let script = include_str!("../data/chaotic.corpus");
    fs::write(folder.path().join("chaotic.corpus"), script).unwrap();
    let mut prompt = Terminal::in_folder(&folder, &[]);
    prompt.enters("include chaotic.corpus");
    prompt.types("go 4s\r");
    prompt.sees("amplifies small errors");
    prompt.leaves();
}

#[test]
fn a_warning_of_what_a_go_will_do_is_shown_before_it() {
    let folder = folder();
    let mut prompt = Terminal::in_folder(&folder, &[]);
    let figure = include_str!("../errors/include/figure.corpus");
    for line in figure.lines().filter(|line| !line.starts_with('#')) {
        prompt.enters(line);
    }
    for line in ["ground on", "addroach walk 4", "gaitgo"] {
        prompt.enters(line);
    }
    let told = prompt.enters("go 0.1s");
    let at = |text: &str| told.find(text).unwrap_or_else(|| panic!("{text}: {told}"));
    let end = at("x real time");
    assert!(at("W009") < end && at("W033") < end, "{told}");
    assert_eq!(told.matches("W009").count(), 1, "{told}");
    let again = prompt.enters("go 0.1s");
    assert!(!again.contains("W0"), "{again}");
    prompt.leaves();
}
