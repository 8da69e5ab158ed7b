//! The command lines in the documents work, in a folder with the project's scripts and those of the page.

use super::blocks::{Block, blocks, documents};
use super::root;
use std::fs;
use std::path::Path;

/// External programs, which need not be installed.
const OTHERS: [&str; 6] = ["cargo", "ffmpeg", "gnuplot", "python3", "cd", "mdbook"];

#[test]
fn every_command_line_in_the_documents_works() {
    let mut lines = 0;
    for document in documents() {
        let blocks = blocks(&document);
        if blocks.iter().all(|block| block.language != "sh") {
            continue;
        }
        let folder = folder_of(&document);
        for block in blocks.iter().filter(|block| block.language == "sh") {
            for line in block.text.lines() {
                lines += usize::from(try_line(line, block, folder.path()));
            }
        }
    }
    assert!(lines >= 15, "only {lines} command lines were found");
}

/// Creates a folder for a page: its files beside the project's scripts, which are also there under `scripts/`.
pub fn folder_of(document: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("scripts"), folder.path());
    copy(&root().join("scripts"), &folder.path().join("scripts"));
    for (name, text) in files(&blocks(document)) {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// Returns the named scripts and other files of a page, each with those that it continues.
fn files(blocks: &[Block]) -> Vec<(String, String)> {
    let mut whole = String::new();
    let mut found = vec![];
    for block in blocks {
        if block.language == "corpus" && !block.has("continue") {
            whole.clear();
        }
        if block.language == "corpus" {
            whole += &block.text;
        }
        if let Some(name) = block.value("file") {
            let text = if block.language == "corpus" {
                &whole
            } else {
                &block.text
            };
            found.push((name.to_owned(), text.clone()));
        }
    }
    found
}

/// Runs a line if it calls this program. Returns whether it does.
fn try_line(line: &str, block: &Block, folder: &Path) -> bool {
    let line = line.split(" # ").next().unwrap_or(line).trim();
    let first = line.split(' ').next().unwrap_or_default();
    // The prompt has its own tests.
    if line.is_empty() || line == "corpus" {
        return false;
    }
    let Some(arguments) = line
        .strip_prefix("corpus ")
        .or(line.strip_prefix("cargo run --release -- "))
    else {
        assert!(OTHERS.contains(&first), "what is `{line}`?");
        return false;
    };
    // It needs a terminal or a display: other tests cover both.
    if arguments.starts_with("view ") {
        return false;
    }
    // Pictures are drawn small here: this tests the command, not the renderer.
    let small: &[&str] = if arguments.starts_with("render") && !arguments.contains("--size") {
        &["--size", "160x90", "--draft"]
    } else {
        &[]
    };
    // An evolution takes minutes: `cli::evolve` has small ones.
    if arguments.starts_with("evolve") {
        return false;
    }
    let mut program = assert_cmd::Command::cargo_bin("corpus").unwrap();
    let result = program
        .args(words(arguments))
        .args(small)
        .current_dir(folder)
        .assert();
    if block.has("fails") {
        result.failure();
    } else {
        result.success();
    }
    true
}

/// Returns the words of a command line; text in quotes is one word.
fn words(line: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' | '\'' => quoted = !quoted,
            ' ' if !quoted => found.push(String::new()),
            c => found.last_mut().unwrap().push(c),
        }
    }
    found.retain(|word| !word.is_empty());
    found
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
