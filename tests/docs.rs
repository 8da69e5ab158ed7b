//! What the documents say is true: their scripts run, their commands work, generated pages are those of the table.

// A document that cannot be read fails the test.
#![allow(clippy::unwrap_used)]

use corpus::session::{Mode, Quiet, Session};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn documents() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md")];
    let entries = fs::read_dir(root().join("docs")).unwrap();
    found.extend(
        entries
            .map(|e| e.unwrap().path())
            .filter(|p| p.extension().is_some_and(|x| x == "md")),
    );
    found.sort();
    found
}

/// The blocks of a document in a language, with the line that each begins on.
fn blocks(document: &Path, language: &str) -> Vec<(usize, String)> {
    let text = fs::read_to_string(document).unwrap();
    let mut found = vec![];
    let mut open: Option<(usize, String)> = None;
    for (number, line) in text.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) if info == language => open = Some((number + 2, String::new())),
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some((_, block)), None) => {
                block.push_str(line);
                block.push('\n');
            }
            (None, _) => {}
        }
    }
    found
}

#[test]
fn every_script_in_the_documents_runs() {
    let mut scripts = 0;
    for document in documents() {
        for (line, script) in blocks(&document, "corpus") {
            let place = format!("{}:{line}", document.display());
            // A path in a document is meant from the scripts folder.
            let name = root().join("scripts").join("document.corpus");
            let mut session = Session::new(Mode::Run, Box::new(Quiet));
            let folder = tempfile::tempdir().unwrap();
            session.output = folder.path().to_owned();
            let result = session.run_text(&name.display().to_string(), &script);
            let told: Vec<&str> = session
                .diagnostics
                .iter()
                .map(|d| d.message.as_str())
                .collect();
            assert!(result.is_ok() && told.is_empty(), "{place}: {told:?}");
            scripts += 1;
        }
    }
    assert!(scripts > 80, "only {scripts} scripts were found");
}

#[test]
fn every_command_line_in_the_documents_works() {
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("scripts"), &folder.path().join("scripts"));
    let mut lines = 0;
    for document in documents() {
        for (_, block) in blocks(&document, "sh") {
            for line in block.lines() {
                let line = line.split(" # ").next().unwrap_or(line).trim();
                // The prompt has tests of its own.
                if line == "corpus" {
                    continue;
                }
                let Some(arguments) = line
                    .strip_prefix("corpus ")
                    .or(line.strip_prefix("cargo run --release -- "))
                else {
                    assert!(
                        line.starts_with("cargo test") || line.is_empty(),
                        "what is `{line}`?"
                    );
                    continue;
                };
                // Pictures are drawn small here: it is the command that is tried, not the renderer.
                let small: &[&str] = if arguments.starts_with("render") {
                    &["--size", "160x90", "--draft"]
                } else {
                    &[]
                };
                let mut program = assert_cmd::Command::cargo_bin("corpus").unwrap();
                program
                    .args(arguments.split_whitespace())
                    .args(small)
                    .current_dir(folder.path())
                    .assert()
                    .success();
                lines += 1;
            }
        }
    }
    assert!(lines >= 7, "only {lines} command lines were found");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let goal = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &goal);
        } else {
            fs::copy(&path, &goal).unwrap();
        }
    }
}

#[test]
fn the_manual_is_the_tables() {
    let path = root().join("docs/commands.md");
    let manual = corpus::command::manual();
    if std::env::var_os("CORPUS_UPDATE").is_some() {
        fs::write(&path, &manual).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == manual,
        "docs/commands.md is not the table's; `CORPUS_UPDATE=1 cargo test --test docs` makes it anew"
    );
}

#[test]
fn the_architecture_names_every_room() {
    let text = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let room = if path.is_dir() {
            format!("`{name}/`")
        } else {
            format!("`{name}`")
        };
        assert!(
            name == "lib.rs" || text.contains(&room),
            "docs/architecture.md does not tell of {room}"
        );
    }
}

#[test]
fn links_between_documents_lead_somewhere() {
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for target in text.split("](").skip(1).filter_map(|t| t.split(')').next()) {
            if !target.contains("://") && !target.starts_with('#') {
                assert!(
                    document.parent().unwrap().join(target).exists(),
                    "{}: {target}",
                    document.display()
                );
            }
        }
    }
}
