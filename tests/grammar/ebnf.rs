//! The rules of the written grammar. The tests of the parser cover its examples.

use std::collections::BTreeMap;

const GRAMMAR: &str = include_str!("../../grammar/corpus.ebnf");

/// Returns the rules by name, without comments, with one blank between symbols.
fn rules() -> BTreeMap<String, String> {
    let mut text = String::new();
    for piece in GRAMMAR.split("(*") {
        text += piece.split_once("*)").map_or(piece, |(_, after)| after);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let rules = text.split(" ;").filter_map(|rule| rule.split_once(" = "));
    rules
        .map(|(name, is)| (name.trim().to_owned(), is.to_owned()))
        .collect()
}

#[test]
fn a_comment_may_stand_before_every_end_of_a_line() {
    let mut ends = 0;
    for (name, rule) in rules() {
        let parts: Vec<&str> = rule.split(", line end").collect();
        for before in &parts[..parts.len() - 1] {
            assert!(before.ends_with("[ comment ]"), "{name}: {before}");
            ends += 1;
        }
    }
    assert!(ends >= 7, "{ends}");
}

#[test]
fn a_hash_in_quotes_is_derived_in_printed_text() {
    let rules = rules();
    let (text, quotation) = (&rules["text"], &rules["quotation"]);
    assert!(text.starts_with("quotation | ") && text.contains("a double quote"));
    assert!(!quotation.contains('#'), "{quotation}");
}
