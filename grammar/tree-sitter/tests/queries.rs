//! The queries fit the grammar, and colours fall where `test/highlight/` says; `tree-sitter test` reads those files too.

// What cannot be read fails the test.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tree_sitter::{Language, Parser, Query, QueryCursor, StreamingIterator};
use tree_sitter_corpus::{
    FOLDS_QUERY, HIGHLIGHTS_QUERY, INDENTS_QUERY, LANGUAGE, LOCALS_QUERY, NODE_TYPES,
};
use tree_sitter_highlight::{HighlightConfiguration, HighlightEvent, Highlighter};

/// What a comment says of the line above it.
struct Claim {
    line: usize,
    columns: std::ops::Range<usize>,
    colour: String,
}

/// `# ^^ colour`, `# <- colour`.
fn claims(text: &str) -> Vec<Claim> {
    let mut claims = vec![];
    let mut line = 0;
    for (at, text) in text.lines().enumerate() {
        let arrow = text.find("<-").map(|arrow| (0..1, arrow + 2));
        let start = text.find('^');
        let carets = start.map(|start| {
            let length = text[start..].chars().take_while(|c| *c == '^').count();
            (start..start + length, start + length)
        });
        let claim = arrow
            .or(carets)
            .filter(|_| text.trim_start().starts_with('#'));
        let Some((columns, behind)) = claim else {
            line = at;
            continue;
        };
        claims.push(Claim {
            line,
            columns,
            colour: text[behind..].trim().to_owned(),
        });
    }
    claims
}

/// The names of the colours of a query.
fn colours() -> Vec<String> {
    let language = Language::from(LANGUAGE);
    let query = Query::new(&language, HIGHLIGHTS_QUERY).unwrap();
    let names = query.capture_names().iter();
    names
        .filter(|name| !name.starts_with('_'))
        .map(|name| (*name).to_owned())
        .collect()
}

/// The colour of each byte of a text, none where it has none.
fn coloured(text: &str) -> Vec<Option<String>> {
    let names = colours();
    let mut configuration = HighlightConfiguration::new(
        LANGUAGE.into(),
        "corpus",
        HIGHLIGHTS_QUERY,
        "",
        LOCALS_QUERY,
    )
    .unwrap();
    configuration.configure(&names);
    let mut highlighter = Highlighter::new();
    let mut open = vec![];
    let mut found = vec![None; text.len()];
    let events = highlighter.highlight(&configuration, text.as_bytes(), None, None, |_| None);
    for event in events.unwrap() {
        match event.unwrap() {
            HighlightEvent::HighlightStart(colour) => open.push(colour.0),
            HighlightEvent::HighlightEnd => {
                open.pop();
            }
            HighlightEvent::Source { start, end } => {
                let colour = open.last().map(|at| names[*at].clone());
                found[start..end].fill(colour);
            }
        }
    }
    found
}

#[test]
fn the_queries_fit_the_grammar() {
    for query in [HIGHLIGHTS_QUERY, LOCALS_QUERY, FOLDS_QUERY, INDENTS_QUERY] {
        let query = Query::new(&LANGUAGE.into(), query);
        assert!(query.unwrap().pattern_count() > 0);
    }
}

#[test]
fn a_function_on_one_line_is_not_folded() {
    let text = "function f(a) = a\nfunction g(a)\n  return a\nend\nif x\nend\n";
    let language = Language::from(LANGUAGE);
    let mut parser = Parser::new();
    parser.set_language(&language).unwrap();
    let tree = parser.parse(text, None).unwrap();
    for query in [FOLDS_QUERY, INDENTS_QUERY] {
        let query = Query::new(&language, query).unwrap();
        let begins = |name: &str| matches!(name, "fold" | "indent.begin");
        let mut cursor = QueryCursor::new();
        let mut found = cursor.matches(&query, tree.root_node(), text.as_bytes());
        let mut rows = vec![];
        while let Some(one) = found.next() {
            let captures = one.captures().iter();
            let wanted = captures.filter(|c| begins(query.capture_names()[c.index as usize]));
            rows.extend(wanted.map(|c| c.node.start_position().row));
        }
        assert_eq!(rows, [1, 4]);
    }
}

#[test]
fn colours_fall_where_they_should() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test/highlight");
    let mut read = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let starts: Vec<usize> = text
            .lines()
            .map(|line| line.as_ptr().addr() - text.as_ptr().addr())
            .collect();
        let found = coloured(&text);
        for claim in claims(&text) {
            for column in claim.columns {
                let colour = found[starts[claim.line] + column].as_deref();
                assert_eq!(
                    colour,
                    Some(&*claim.colour),
                    "{}:{}:{}",
                    path.display(),
                    claim.line + 1,
                    column + 1
                );
                read += 1;
            }
        }
    }
    assert!(read > 50, "only {read} places");
}

#[test]
fn the_parser_was_made_from_the_forms() {
    let text = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        fs::read_to_string(path).unwrap()
    };
    let forms: serde_json::Value = serde_json::from_str(&text("forms.json")).unwrap();
    let types: serde_json::Value = serde_json::from_str(NODE_TYPES).unwrap();
    let mut wanted = BTreeSet::new();
    for (word, form) in forms.as_object().unwrap() {
        wanted.insert((form["node"].as_str().unwrap(), word.as_str()));
    }
    let mut found = BTreeSet::new();
    for node in types.as_array().unwrap() {
        let heads = node["fields"]["head"]["types"].as_array().into_iter();
        let words = heads.flatten().filter(|head| head["named"] == false);
        found.extend(words.map(|head| {
            (
                node["type"].as_str().unwrap(),
                head["type"].as_str().unwrap(),
            )
        }));
    }
    assert_eq!(
        found, wanted,
        "`tree-sitter generate` makes the parser anew"
    );
}
