//! Every script of the repository is read without a mistake.

// What cannot be read fails the test.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use tree_sitter::{Node, Parser};

fn scripts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            scripts(&path, found);
        } else if path.extension().is_some_and(|e| e == "corpus") {
            found.push(path);
        }
    }
}

/// The first node that is a mistake.
fn mistake(node: Node) -> Option<Node> {
    if node.is_error() || node.is_missing() {
        return Some(node);
    }
    let mut cursor = node.walk();
    node.children(&mut cursor).find_map(mistake)
}

#[test]
fn every_script_is_read_without_a_mistake() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = vec![];
    for folder in ["scripts", "examples", "tests/data"] {
        scripts(&root.join(folder), &mut found);
    }
    assert!(found.len() > 5, "{found:?}");
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_corpus::LANGUAGE.into())
        .unwrap();
    for path in found {
        let text = fs::read(&path).unwrap();
        let tree = parser.parse(&text, None).unwrap();
        if let Some(node) = mistake(tree.root_node()) {
            let (row, column) = (
                node.start_position().row + 1,
                node.start_position().column + 1,
            );
            panic!("{}:{row}:{column}: {}", path.display(), node.to_sexp());
        }
    }
}
