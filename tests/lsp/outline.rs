//! The structure of a text: outline, folds, formatting, colours.

use crate::lsp::TUMBLER;
use crate::lsp::client::{Client, edited, range};
use serde_json::{Value, json};

pub fn of(client: &mut Client, method: &str, uri: &str) -> Value {
    let params = json!({ "textDocument": { "uri": uri } });
    client.request(&format!("textDocument/{method}"), params)
}

pub fn names(symbols: &Value) -> Vec<String> {
    let all = symbols.as_array().unwrap().iter();
    let told = all.map(|symbol| {
        let detail = symbol["detail"].as_str().unwrap_or_default();
        format!("{} {detail}", symbol["name"].as_str().unwrap())
            .trim()
            .to_owned()
    });
    told.collect()
}

#[test]
fn the_outline_has_corpora_with_their_bodies_and_lists() {
    let mut client = Client::ready();
    client.file("other.corpus", "get far from unit_cube\n");
    let text = format!(
        "{TUMBLER}addroach runner\nprocom 0\n  motor tail etarget 1 *1\n  joint tail b 1\n..\ninclude other.corpus\n"
    );
    let uri = client.open("a.corpus", &text);
    let symbols = of(&mut client, "documentSymbol", &uri);
    assert_eq!(
        names(&symbols),
        [
            "tumbler figure",
            "procom 0 2 commands",
            "include other.corpus"
        ]
    );
    let corpus = &symbols[0];
    assert_eq!(
        names(&corpus["children"]),
        ["trunk body", "tail body", "runner gait"]
    );
    assert_eq!(corpus["selectionRange"], range(0, 10, 17));
    assert_eq!(
        corpus["range"]["end"],
        json!({ "line": 10, "character": 15 })
    );
    assert_eq!(
        symbols[1]["range"],
        json!({ "start": { "line": 11, "character": 0 }, "end": { "line": 14, "character": 2 } })
    );
}

#[test]
fn a_text_is_laid_out_as_by_fmt() {
    let mut client = Client::ready();
    let text = "# 🦗\ngo   1\nprocom 0\ntime 1\n\n\n\nend\ntime   1 # a\n";
    let uri = client.open("a.corpus", text);
    let params = json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 2, "insertSpaces": true } });
    let edits = client.request("textDocument/formatting", params.clone());
    assert_eq!(
        edited(text, &edits),
        "# 🦗\ngo 1\nprocom 0\n  time 1\n\nend\ntime 1  # a\n"
    );

    client.change(&uri, 2, None, "go 1\n  time   2\n  go 1\n");
    let edits = client.request("textDocument/formatting", params.clone());
    assert_eq!(edits.as_array().unwrap().len(), 2, "{edits}");
    client.change(&uri, 3, None, "go 1\n");
    assert_eq!(
        client.request("textDocument/formatting", params.clone()),
        json!([])
    );
    client.change(&uri, 4, None, "go   \"1\n");
    assert_eq!(
        client.request("textDocument/formatting", params),
        Value::Null
    );
}

/// Returns the tokens as line, first unit, length, type and modifiers.
fn tokens(client: &mut Client, uri: &str, legend: &Value) -> Vec<(u64, u64, u64, String, u64)> {
    let data = of(client, "semanticTokens/full", uri);
    let numbers: Vec<u64> = data["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_u64().unwrap())
        .collect();
    let (mut line, mut start) = (0, 0);
    let token = |token: &[u64]| {
        start = if token[0] == 0 {
            start + token[1]
        } else {
            token[1]
        };
        line += token[0];
        let name = legend["tokenTypes"][token[3] as usize].as_str().unwrap();
        (line, start, token[2], name.to_owned(), token[4])
    };
    numbers.chunks(5).map(token).collect()
}

#[test]
fn names_are_coloured_by_what_they_stand_for() {
    let text = "addcorpus c # 🦗 d\nget o from unit_cube\n!say 🦗\ntimer 5ms setcorpus c\n";
    let wanted = |kinds: &[&str]| -> Vec<_> {
        let all = [
            (0, 0, 9, "keyword", 0),
            (0, 10, 1, "class", 1),
            (0, 12, 6, "comment", 0),
            (1, 0, 3, "keyword", 0),
            (1, 4, 1, "variable", 1),
            (2, 0, 1, "keyword", 0),
            (2, 1, 6, "string", 0),
            (3, 0, 5, "keyword", 0),
            (3, 6, 3, "number", 0),
        ];
        let kept = all
            .into_iter()
            .filter(|token| kinds.is_empty() || kinds.contains(&token.3));
        kept.map(|(line, start, length, kind, modifiers)| {
            (line, start, length, kind.to_owned(), modifiers)
        })
        .collect()
    };
    for (has_grammar, kinds) in [(false, &[][..]), (true, &["class", "variable"][..])] {
        let (mut client, answer) = Client::of(json!({}), json!({ "grammar": has_grammar }));
        let legend = &answer["capabilities"]["semanticTokensProvider"]["legend"];
        let uri = client.open("a.corpus", text);
        let mut found = tokens(&mut client, &uri, legend);
        // `setcorpus` cannot be pending, so the name has either no colour or one; both are valid here.
        found.retain(|token| !(token.0 == 3 && token.1 > 6));
        assert_eq!(found, wanted(kinds));
    }
}
