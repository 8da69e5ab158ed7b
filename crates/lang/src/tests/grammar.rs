//! The examples of the written grammar.

use super::Words;
use crate::parser::parse;

const GRAMMAR: &str = include_str!("../../../../grammar/corpus.ebnf");

#[test]
fn every_example_of_the_grammar_reads() {
    let mut examples = 0;
    let mut script = String::new();
    for line in GRAMMAR.lines() {
        if let Some(example) = line.strip_prefix("   | ") {
            script += &format!("{example}\n");
            examples += 1;
        } else if !script.is_empty() {
            let parsed = parse(0, &script, &Words);
            assert_eq!(parsed.diagnostics, [], "in\n{script}");
            script.clear();
        }
    }
    assert!(examples > 20, "{examples}");
}

#[test]
fn every_mistake_of_the_grammar_has_its_code() {
    let mistakes = GRAMMAR
        .lines()
        .filter_map(|line| line.strip_prefix("   x "));
    let mut codes = vec![];
    for mistake in mistakes {
        let (code, text) = mistake.split_once(' ').expect("a code and an example");
        let parsed = parse(0, text, &Words);
        let found: Vec<_> = parsed.diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(found, [code], "in {text:?}");
        codes.push(code);
    }
    codes.sort_unstable();
    codes.dedup();
    let all = (1..=9).map(|number| format!("E00{number}"));
    let all: Vec<_> = all
        .chain(["E010", "E011", "E013", "E016", "E017"].map(String::from))
        .collect();
    assert_eq!(codes, all);
}
