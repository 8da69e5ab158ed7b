//! The extension for Visual Studio Code: its files, and how it starts the server.

use super::{file, read};
use std::fs;

/// Returns the body of a function of the extension.
fn function<'e>(extension: &'e str, head: &str) -> &'e str {
    let (_, body) = extension.split_once(head).unwrap();
    body.split_once("\n}\n").unwrap().0
}

#[test]
fn the_restart_of_the_server_reads_the_setting_again() {
    let extension = fs::read_to_string(file("extension.js")).unwrap();
    let restart = function(&extension, "async function restart() {");
    assert!(restart.contains("await stop();\n  await start();"));
    let start = function(&extension, "async function start() {");
    let setting = start.find(r#"get("path", "corpus")"#).unwrap();
    let client = start.find("client = new LanguageClient").unwrap();
    assert!(setting < client);
}

#[test]
fn the_command_to_restart_is_there_before_what_npm_fetches_is_asked_for() {
    let extension = fs::read_to_string(file("extension.js")).unwrap();
    let activate = function(&extension, "\nfunction activate(context) {");
    assert!(activate.contains(r#"registerCommand("corpus.restart""#));
    assert!(!activate.contains("require(") && !activate.contains("await"));
    let (before, _) = extension.split_once("\nfunction activate").unwrap();
    assert!(!before.contains("vscode-languageclient"));
}

#[test]
fn the_extension_names_files_that_are_there() {
    let package = read("package.json");
    let gives = &package["contributes"];
    let grammar = &gives["grammars"][0];
    assert_eq!(grammar["language"], gives["languages"][0]["id"]);
    let path = grammar["path"].as_str().unwrap();
    assert_eq!(read(path)["scopeName"], grammar["scopeName"]);
    assert!(file(gives["languages"][0]["configuration"].as_str().unwrap()).exists());
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
}
