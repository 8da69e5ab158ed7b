//! Small tools of the program: `fmt` on files, completions for shells, the manual page.

use assert_cmd::Command;
use corpus::commands::COMMANDS;
use corpus::session::command::Group;
use predicates::str::{contains, starts_with};
use std::fs;

const SUBCOMMANDS: &[&str] = &[
    "run",
    "render",
    "check",
    "fmt",
    #[cfg(feature = "lsp")]
    "lsp",
    "help",
    "explain",
    "completions",
    "man",
];

fn corpus(arguments: &[&str]) -> Command {
    let mut program = Command::cargo_bin("corpus").unwrap();
    program.args(arguments);
    program
}

fn printed(arguments: &[&str]) -> String {
    let output = corpus(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn fmt_writes_what_it_changes_and_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    file("fine.corpus", "go 1\n");
    file("inner/other.corpus", "go   1");
    file("inner/note.txt", "go   1");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();

    let in_folder = |arguments: &[&str]| corpus(arguments).current_dir(folder.path()).assert();
    let other = format!("{}\n", folder.path().join("inner/other.corpus").display());
    let all = folder.path().to_str().unwrap();
    corpus(&["fmt", "--check", all])
        .assert()
        .code(1)
        .stdout(other.clone());
    assert_eq!(read("inner/other.corpus"), "go   1");
    corpus(&["fmt", all])
        .assert()
        .code(0)
        .stdout(format!("formatted {other}"));
    assert_eq!(read("inner/other.corpus"), "go 1\n");
    assert_eq!(read("inner/note.txt"), "go   1");
    in_folder(&["fmt", "."]).code(0).stdout("");
    in_folder(&["fmt", "--check", "inner", "fine.corpus"])
        .code(0)
        .stdout("");

    // A named file needs no extension; a missing one does not stop the others.
    in_folder(&["fmt", "none.corpus", "inner/note.txt"]).code(2);
    assert_eq!(read("inner/note.txt"), "go 1\n");
}

#[test]
fn fmt_leaves_a_script_with_mistakes_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.corpus");
    fs::write(&path, "go   1\nprocom 0\n").unwrap();
    corpus(&["fmt", path.to_str().unwrap()])
        .assert()
        .code(1)
        .stderr(contains("E008"))
        .stderr(contains("is unchanged"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "go   1\nprocom 0\n");
    fs::write(&path, b"go \xff").unwrap();
    corpus(&["fmt", path.to_str().unwrap()]).assert().code(2);
}

#[test]
fn fmt_is_a_filter() {
    corpus(&["fmt", "-"])
        .write_stdin("go   1")
        .assert()
        .code(0)
        .stdout("go 1\n");
    corpus(&["fmt", "-"])
        .write_stdin("go 1\n")
        .assert()
        .code(0)
        .stdout("go 1\n");
    corpus(&["fmt", "-"])
        .write_stdin("go \"")
        .assert()
        .code(1)
        .stdout("");
    corpus(&["fmt", "-", "--check"])
        .write_stdin("go   1")
        .assert()
        .code(1)
        .stdout("standard input\n");
    corpus(&["fmt"]).assert().code(2);
}

#[test]
fn shells_learn_every_word() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = printed(&["completions", shell]);
        for word in SUBCOMMANDS.iter().chain(&["check", "quiet", "size"]) {
            assert!(script.contains(word), "{shell} does not learn `{word}`");
        }
    }
    // These two also complete the words of arguments.
    for shell in ["bash", "zsh"] {
        let script = printed(&["completions", shell]);
        for command in COMMANDS.iter().filter(|command| command.name != "!") {
            assert!(
                script.contains(command.name),
                "{shell} does not learn `{}`",
                command.name
            );
        }
        assert!(script.contains("E001"), "{shell} does not learn the codes");
    }
    corpus(&["completions", "csh"]).assert().code(2);
}

#[test]
fn bash_takes_its_completions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("corpus.bash");
    fs::write(&path, printed(&["completions", "bash"])).unwrap();
    let ask = "source \"$0\"; COMP_WORDS=(corpus f); COMP_CWORD=1; _corpus corpus f corpus; echo \"${COMPREPLY[@]}\"";
    let Ok(answer) = std::process::Command::new("bash")
        .args(["-c", ask])
        .arg(&path)
        .output()
    else {
        return; // Not every machine has bash.
    };
    assert_eq!(String::from_utf8(answer.stdout).unwrap(), "fmt\n");
}

#[test]
fn the_manual_page_tells_of_everything() {
    let page = printed(&["man"]);
    for name in SUBCOMMANDS {
        assert!(
            page.contains(&format!(".SH \"CORPUS {}\"\n", name.to_uppercase())),
            "{name}"
        );
    }
    for group in Group::ALL {
        let title = group.title().to_uppercase();
        assert!(
            page.lines()
                .any(|l| l.starts_with(".SH ") && l.contains(&title)),
            "{title}"
        );
    }
    for command in COMMANDS {
        let heading = format!(".SS {}", command.name);
        assert!(page.lines().any(|line| line == heading), "{heading}");
    }
    corpus(&["man"]).assert().stdout(starts_with(".ie"));
    assert_eq!(page.matches(".ie ").count(), 1);
    // Every line that begins like a request is one.
    let requests = [
        "ie", "el", "TH", "SH", "SS", "TP", "PP", "RS", "RE", "IP", "nf", "fi", "br",
    ];
    for line in page.lines().filter(|line| line.starts_with(['.', '\''])) {
        let name = line[1..].split(' ').next().unwrap();
        assert!(
            line.starts_with('.') && requests.contains(&name),
            "{line:?}"
        );
    }
}
