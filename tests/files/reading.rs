//! Only regular files of a limited size are read.

use super::{BOX, Place};
use std::process::Command;

#[test]
fn pipes_devices_and_folders_are_no_scripts_meshes_or_states() {
    let place = Place::new();
    for name in ["fifo", "fifo.obj", "fifo.corpus"] {
        let made = Command::new("mkfifo").arg(place.path(name)).status();
        assert!(made.unwrap().success());
    }
    for line in [
        "include fifo",
        "include /dev/zero",
        "include .",
        "get o from fifo.obj",
        "get p from .",
        "load fifo",
        "load .",
        "record fifo {b.z}",
        "save fifo",
    ] {
        place.script("s.corpus", line);
        for job in ["check", "run"] {
            let done = place.corpus(&[job, "s.corpus"]);
            assert!(
                done.status == 1 || line.contains(" .") && done.status == 2,
                "{line}: {done:#?}"
            );
        }
    }
    for job in ["run", "check", "fmt"] {
        let told = "it is a pipe, not a regular file";
        place.corpus(&[job, "fifo.corpus"]).is(2, told);
        place.corpus(&[job, "/dev/zero"]).is(2, "it is a device");
    }
}

#[test]
fn files_have_a_size_limit_that_an_option_lifts() {
    let place = Place::new();
    place.put("large.corpus", &"print a long line of text\n".repeat(100));
    place.script("s.corpus", "include large.corpus");
    let small = ["run", "-q", "s.corpus", "--largest-file", "1k"];
    place.corpus(&small).is(1, "it is too large");
    let large = ["run", "-q", "s.corpus", "--largest-file", "1M"];
    assert_eq!(place.corpus(&large).status, 0);
    let none = ["run", "-q", "s.corpus", "--largest-file", "many"];
    place
        .corpus(&none)
        .is(2, "expected a size such as 64M or 2GB");
}

#[test]
fn escape_sequences_reach_no_terminal() {
    let place = Place::new();
    place.put(
        "evil.corpus",
        "# \u{1b}[2J evil\ndefine f\nend\nhelp f\nprint a\u{1b}]0;title\u{7}\n",
    );
    place.put("a\u{1b}[31m.corpus", "  print    a\n");
    place.put("bad.corpus", "include \"a\u{1b}[2J\"\nfoo\u{9b}31m\n");
    place.script(
        "names.corpus",
        "let t = \"\u{1b}[2J\"\nprint {t}\nexpect false",
    );
    for arguments in [
        &["run", "evil.corpus"][..],
        &["run", "evil.corpus", "-D", "\u{1b}[2J=1"],
        &["run", "evil.corpus", "--size\u{1b}[2J"],
        &["run", "evil.corpus", "--largest-file", "\u{1b}[2J"],
        &["run", "bad.corpus"],
        &["run", "names.corpus"],
        &["run", "no\u{1b}[2J.corpus"],
        &["check", "a\u{1b}[31m.corpus"],
        &["fmt", "--check", "a\u{1b}[31m.corpus"],
        &["fmt", "a\u{1b}[31m.corpus"],
        &[
            "render",
            "names.corpus",
            "-o",
            "f\u{1b}[2J",
            "--size",
            "8x8",
        ],
        &["help", "\u{1b}[2J"],
        &["explain", "\u{1b}[2J"],
        &["\u{1b}[2J"],
    ] {
        let done = place.corpus(arguments);
        let shown = done.out + &done.err;
        assert!(
            !shown.contains(['\u{1b}', '\u{9b}', '\u{7}']),
            "{arguments:?}: {shown:?}"
        );
    }
    // A formatted script is data.
    let mut command = assert_cmd::Command::cargo_bin("corpus").unwrap();
    let output = command
        .args(["fmt", "-"])
        .write_stdin(format!("{BOX}# \u{1b}[2J\n"));
    assert!(
        String::from_utf8(output.output().unwrap().stdout)
            .unwrap()
            .contains("# \u{1b}[2J")
    );
}

#[test]
fn findings_as_json_were_none_where_a_name_turns_the_writing() {
    let place = Place::new();
    for (name, text) in [
        ("a\u{202e}\u{9b}b.corpus", "foo\n"),
        (
            "a\u{7f}\u{1b}.corpus",
            "include \"c\u{202e}\u{85}\"\nlet x = \"\u{9b}\" + 1kg\n",
        ),
        ("not\u{9b}there.corpus", ""),
    ] {
        if !text.is_empty() {
            place.put(name, text);
        }
        let done = place.corpus(&["check", "--json", name]);
        assert!(
            !done
                .out
                .trim_end()
                .contains(|c: char| c.is_control() || c == '\u{202e}')
        );
        let found: serde_json::Value = serde_json::from_str(&done.out).unwrap();
        assert_eq!(found[0]["file"], name);
    }
}

#[test]
fn what_turns_the_writing_reached_the_terminal_in_reports() {
    let place = Place::new();
    place.put("st\u{202e}.json", "{}");
    place.script(
        "s.corpus",
        "include \"a\u{202e}b\"\nget o2 from \"x\u{2066}y\"\nload \"st\u{202e}.json\"",
    );
    place.script(
        "late.corpus",
        "after 100s\n  print {b.z}\nend\nsave \"\u{202e}/x\"",
    );
    place.put("turned\u{202e}.corpus", "let x = 1kg + 1m\n");
    for arguments in [
        &["check", "s.corpus"][..],
        &["run", "late.corpus"],
        &["check", "turned\u{202e}.corpus"],
        &["run", "s.corpus", "--size\u{202e}"],
        &["run", "s.corpus", "-D", "\u{200f}=1"],
        &["run", "s.corpus", "--report", "no/\u{202e}"],
    ] {
        let done = place.corpus(arguments);
        let shown = done.out + &done.err;
        assert_ne!(done.status, 0, "{arguments:?}: {shown}");
        assert!(
            !shown.contains(['\u{202e}', '\u{2066}', '\u{200f}']),
            "{arguments:?}: {shown:?}"
        );
    }
}

#[test]
fn the_name_of_a_script_wrote_lines_of_the_report() {
    let place = Place::new();
    let name = "a\nError: forged.corpus";
    place.put(name, "foo\n");
    let done = place.corpus(&["check", name]);
    assert!(!done.err.contains("\nError"), "{}", done.err);
    done.is(1, "a?Error: forged.corpus:1:1");
}
