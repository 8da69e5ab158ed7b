//! Typical entries of newcomers.

use super::{Terminal, folder, program};
use std::fs;
use std::path::Path;

#[test]
fn expressions_show_their_values() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &["repl", "bug.corpus"]);
    for (entry, shown) in [
        ("2 + 3", "5"),
        ("_ * 2cm", "0.1 m"),
        ("_ to mm", "100 mm"),
        ("thorax.z", "0 m"),
        ("sin(30deg)", "0.5"),
        ("[1 2 3] + [1 1 1]", "[2 3 4]"),
    ] {
        let lines = terminal.enters(entry);
        assert!(
            lines.lines().any(|line| line.trim() == shown),
            "{entry}: {lines}"
        );
    }
    // The name of a body shows its state, and every unknown name of a line is reported.
    let state = terminal.enters("thorax");
    assert!(
        state.contains("thorax.pos = [") && state.contains("thorax.yaw = "),
        "{state}"
    );
    let told = terminal.enters("print {nowhere} {never}");
    assert!(
        told.contains("no variable `nowhere`") && told.contains("no variable `never`"),
        "{told}"
    );
    // A word without a value is an unknown command.
    let told = terminal.enters("throax");
    assert!(told.contains("E020"), "{told}");
    // The report of an expression shows the text that was typed, and an unknown quantity is reported as one.
    let told = terminal.enters("3cm to s");
    assert!(told.contains("E014") && !told.contains("let _"), "{told}");
    let told = terminal.enters("thorax.zz");
    assert!(
        told.contains("E015") && told.contains("did you mean `thorax.z`?"),
        "{told}"
    );
    let told = terminal.enters("nobody.z");
    assert!(!told.contains("lines before"), "{told}");
    assert!(
        told.contains("E015") && told.contains("no body, figure, gait, neuron or world `nobody`"),
        "{told}"
    );
    let told = terminal.enters("thorax.z +");
    assert!(
        told.contains("E013")
            && told.contains("expected a value after `+`")
            && !told.contains("let _"),
        "{told}"
    );
    // A saved session has it in a form valid in a script.
    terminal.enters("save typed.corpus");
    let saved = fs::read_to_string(folder.path().join("typed.corpus")).unwrap();
    assert!(saved.contains("let _ = 2 + 3\nprint {_}"), "{saved}");
    terminal.leaves();
}

#[test]
fn programs_run_by_shell_and_a_message_is_printed() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &[]);
    let listed = terminal.enters("shell ls *.corpus | tr a-z A-Z");
    assert!(listed.contains("BUG.CORPUS"), "{listed}");
    let printed = terminal.enters("!ls");
    assert!(
        printed.contains("\nls") && printed.contains("`shell ls` runs it"),
        "{printed}"
    );
    terminal.leaves();
}

#[test]
fn reset_begins_anew() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &["repl", "bug.corpus"]);
    terminal.enters("let x = 3");
    let told = terminal.enters("reset");
    assert!(told.contains("an empty world"), "{told}");
    let told = terminal.enters("print {x}");
    assert!(told.contains("E015"), "{told}");
    let told = terminal.enters("addcorpus bug");
    assert!(!told.contains("Error"), "{told}");
    terminal.leaves();
}

#[test]
fn events_are_listed_and_cancelled() {
    let folder = folder();
    let mut terminal = Terminal::in_folder(&folder, &["repl", "bug.corpus"]);
    terminal.enters("every 10ms \"beat\"\r  print tick\rend");
    let listed = terminal.enters("events");
    assert!(
        listed.contains("1  every 10ms \"beat\"") && listed.contains("due at 0.01 s"),
        "{listed}"
    );
    terminal.enters("cancel beat");
    let listed = terminal.enters("events");
    assert!(listed.contains("no pending events"), "{listed}");
    let went = terminal.enters("go 3");
    assert!(
        went.contains("3 frames, 0.0025 s; `go 3s` simulates 3 s"),
        "{went}"
    );
    terminal.leaves();
}

/// Returns the blocks of a page: the input, and the output according to the page.
fn blocks(page: &str) -> Vec<(bool, String, Option<String>)> {
    let mut all: Vec<(bool, String, Option<String>)> = vec![];
    for block in page.split("\n```").skip(1).step_by(2) {
        let (head, text) = block.split_once('\n').unwrap_or((block, ""));
        match head {
            tag if tag.starts_with("corpus,continue") => all.push((false, text.to_owned(), None)),
            tag if tag == "corpus" || tag.starts_with("corpus,") => {
                all.push((true, text.to_owned(), None));
            }
            "text,prints" => {
                if let Some(last) = all.last_mut() {
                    last.2 = Some(text.to_owned());
                }
            }
            _ => {}
        }
    }
    all
}

/// Types the blocks of a tutorial line by line and compares the output with the page, to the digit.
fn follows(page: &str) {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).unwrap();
    let folder = folder();
    let mut terminal = Terminal::open(program(folder.path(), &[]));
    terminal.sees("Ctrl-D quits");
    let mut compared = 0;
    for (fresh, typed, printed) in blocks(&text) {
        if fresh {
            terminal.enters("reset");
        }
        let shown = terminal.enters(&typed.trim_end().replace('\n', "\r"));
        assert!(!shown.contains("Error"), "{page}: {typed}\n{shown}");
        for line in printed.iter().flat_map(|text| text.lines()) {
            compared += 1;
            let found = shown.lines().any(|shown| shown.trim() == line.trim());
            assert!(found, "{page} says `{line}`, but typed it shows\n{shown}");
        }
    }
    assert!(compared > 4, "{page}: only {compared} lines were compared");
    terminal.leaves();
}

#[test]
fn the_tutorial_typed_line_by_line_prints_what_the_page_says() {
    follows("docs/tutorial/hopper.md");
}
