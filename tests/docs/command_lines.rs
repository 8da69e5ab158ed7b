//! The command lines in the documents work, in a folder that holds the scripts of the house and those of the page.

use super::blocks::{Block, blocks, documents};
use super::root;
use std::fs;
use std::path::Path;

/// Programs of others, which need not be here.
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

/// A folder to run what a page holds: its files beside the scripts of the house, which are there by `scripts/` too.
pub fn folder_of(document: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("scripts"), folder.path());
    copy(&root().join("scripts"), &folder.path().join("scripts"));
    for (name, text) in files(&blocks(document)) {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// The scripts and other files of a page that have names, each with those that it continues.
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

/// Runs a line if it is one of this program's; tells whether it was.
fn try_line(line: &str, block: &Block, folder: &Path) -> bool {
    let line = line.split(" # ").next().unwrap_or(line).trim();
    let first = line.split(' ').next().unwrap_or_default();
    // The prompt has tests of its own.
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
    // It wants a terminal or a display: it is tried on both by tests of its own.
    if arguments.starts_with("view ") {
        return false;
    }
    // Pictures are drawn small here: it is the command that is tried, not the renderer.
    let small: &[&str] = if arguments.starts_with("render") && !arguments.contains("--size") {
        &["--size", "160x90", "--draft"]
    } else {
        &[]
    };
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

/// The words of a command line; what stands in quotes is one.
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
