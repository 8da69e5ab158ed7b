//! Standard output and standard error whose reader leaves early, or whose disk is full.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Returns a folder with a script of so many errors that no pipe can buffer their reports, and a correct script.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("many.corpus", &"mov a\n".repeat(2000));
    write("ok.corpus", "print it is well\n");
    folder
}

fn corpus(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_corpus"));
    command.args(arguments).current_dir(folder.path());
    command
}

/// Opens a device that is always full, if the system has one.
fn full() -> Option<fs::File> {
    let path = Path::new("/dev/full");
    fs::OpenOptions::new().write(true).open(path).ok()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the output of a program whose standard output is a full disk.
fn onto_full_disk(folder: &TempDir, arguments: &[&str]) -> Option<Output> {
    let mut command = corpus(folder, arguments);
    let input = fs::File::open(folder.path().join("ok.corpus")).unwrap();
    Some(command.stdin(input).stdout(full()?).output().unwrap())
}

#[test]
fn standard_error_closed_early_was_a_panic() {
    let folder = folder();
    for (arguments, status) in [
        (&["check", "many.corpus"][..], 1),
        (&["run", "many.corpus"], 1),
        (&["fmt", "--check", "no", "such", "files"], 2),
        (&["help", "nonsense"], 2),
        (&["run", "no_such.corpus"], 2),
        (&["rendr"], 2),
        (&["run", "ok.corpus", "-D", "x=1"], 2),
    ] {
        let mut command = corpus(&folder, arguments);
        let mut program = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut errors = BufReader::with_capacity(64, program.stderr.take().unwrap());
        errors.read_line(&mut line).unwrap();
        drop(errors);
        assert!(!line.is_empty());
        let status_is = program.wait().unwrap().code();
        assert_eq!(status_is, Some(status), "{arguments:?}");

        let Some(full) = full() else { continue };
        let ended = corpus(&folder, arguments).stderr(full).status().unwrap();
        assert_eq!(ended.code(), Some(status), "{arguments:?} on a full disk");
    }
}

#[test]
fn a_full_disk_was_taken_for_a_reader_that_left() {
    let folder = folder();
    for arguments in [
        &["run", "ok.corpus"][..],
        &["help"],
        &["--help"],
        &["explain"],
        &["man"],
        &["completions", "bash"],
        &["check", "--json", "ok.corpus"],
        &["fmt", "-"],
    ] {
        let Some(output) = onto_full_disk(&folder, arguments) else {
            return;
        };
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(
            text(&output.stderr),
            "cannot write standard output: no space left on device\n",
            "{arguments:?}"
        );
    }
}

#[test]
fn a_reader_that_leaves_ends_the_program_in_silence() {
    let folder = folder();
    let long = "repeat 20000\n  print on and on\nend\n";
    fs::write(folder.path().join("long.corpus"), long).unwrap();
    let mut command = corpus(&folder, &["run", "long.corpus"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = command.spawn().unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(program.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    drop(output);
    assert_eq!(line, "on and on\n");
    let mut errors = String::new();
    let mut told = program.stderr.take().unwrap();
    told.read_to_string(&mut errors).unwrap();
    assert_eq!(program.wait().unwrap().code(), Some(141));
    assert_eq!(errors, "");
}

#[test]
fn fmt_blamed_each_script_for_a_reader_that_left() {
    let folder = folder();
    let scripts = folder.path().join("scripts");
    fs::create_dir(&scripts).unwrap();
    for number in 0..3000 {
        let name = format!("a_script_with_a_name_that_is_long_enough_{number}.corpus");
        fs::write(scripts.join(name), "go  5\n").unwrap();
    }
    let mut command = corpus(&folder, &["fmt", "--check", "scripts"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = command.spawn().unwrap();
    drop(program.stdout.take());
    let ended = program.wait_with_output().unwrap();
    assert_eq!(text(&ended.stderr), "");
    assert_eq!(ended.status.code(), Some(141));
    // A full disk is reported once, and not for each script.
    if let Some(output) = onto_full_disk(&folder, &["fmt", "--check", "scripts"]) {
        let told = text(&output.stderr);
        assert_eq!(
            told,
            "cannot write standard output: no space left on device\n"
        );
        assert_eq!(output.status.code(), Some(2));
    }
}
