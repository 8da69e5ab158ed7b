//! The cases in `test/corpus/`, which `tree-sitter test` reads too. `CORPUS_UPDATE=1 cargo test --test trees` writes the
//! trees as they are now; they are to be read before they are kept.

// What cannot be read fails the test.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use tree_sitter::Parser;

/// A script and the tree that it should give.
struct Case {
    name: String,
    script: String,
    tree: String,
}

fn is_rule(line: &str, sign: char) -> bool {
    line.len() >= 3 && line.chars().all(|c| c == sign)
}

/// The cases of a file: a name between two lines of `=`, a script, a line of `-`, a tree.
fn cases(text: &str) -> Vec<Case> {
    // Not `lines`, which would take the carriage returns of a script away.
    let lines: Vec<&str> = text.split('\n').collect();
    let heads: Vec<usize> = (0..lines.len().saturating_sub(2))
        .filter(|at| is_rule(lines[*at], '=') && is_rule(lines[at + 2], '='))
        .collect();
    let mut cases = vec![];
    for (number, head) in heads.iter().enumerate() {
        let end = heads.get(number + 1).copied().unwrap_or(lines.len());
        let body = &lines[head + 3..end];
        let rule = body.iter().rposition(|line| is_rule(line, '-')).unwrap();
        cases.push(Case {
            name: lines[head + 1].to_owned(),
            script: body[..rule].join("\n"),
            tree: body[rule + 1..].join("\n"),
        });
    }
    cases
}

/// A tree in one line, as the parser writes it.
fn flat(tree: &str) -> String {
    let words: Vec<&str> = tree.split_whitespace().collect();
    words.join(" ").replace(" )", ")")
}

/// A tree with a node to a line.
fn spread(tree: &str) -> String {
    let mut spread = String::new();
    let mut depth = 0;
    let mut words = tree.split(' ').peekable();
    while let Some(word) = words.next() {
        spread += word;
        // What the parser did not expect, and what it missed, stands behind the word that says so.
        let goes_on = word.ends_with(':') || matches!(word, "(UNEXPECTED" | "(MISSING");
        depth += word.matches('(').count() * usize::from(!word.contains('\''));
        depth -= word.matches(')').count() - usize::from(word.contains("')'"));
        if goes_on {
            spread += " ";
        } else if words.peek().is_some() {
            spread += "\n";
            spread += &"  ".repeat(depth);
        }
    }
    spread
}

/// The cases as their file has them.
fn written(cases: &[Case]) -> String {
    let rule = "=".repeat(18);
    let write = |case: &Case| {
        format!(
            "{rule}\n{}\n{rule}\n{}\n---\n\n{}\n",
            case.name, case.script, case.tree
        )
    };
    cases.iter().map(write).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_trees_are_as_they_should_be() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test/corpus");
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_corpus::LANGUAGE.into())
        .unwrap();
    let mut read = 0;
    let mut wrong = vec![];
    let update = std::env::var_os("CORPUS_UPDATE").is_some();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let mut cases = cases(&fs::read_to_string(&path).unwrap());
        for case in &mut cases {
            let tree = parser.parse(&case.script, None).unwrap();
            let found = tree.root_node().to_sexp();
            if update {
                case.tree = spread(&found);
            }
            if flat(&found) != flat(&case.tree) {
                wrong.push(format!("{}: {}\n{found}", path.display(), case.name));
            }
            read += 1;
        }
        if update {
            fs::write(&path, written(&cases)).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(read > 30, "only {read} cases");
}
