//! Diagnostics: messages, places and versions.

use crate::lsp::TUMBLER;
use crate::lsp::client::{Client, range};
use serde_json::{Value, json};

fn none() -> Vec<Value> {
    vec![]
}

#[test]
fn a_mistake_is_told_in_its_place_until_it_is_mended() {
    let mut client = Client::ready();
    // The insect is one character, two units and four bytes.
    let uri = client.open("a.corpus", "get \"🦗\" from unit_cube\r\ntime 5kg # 🦗\r\n");
    let found = client.diagnostics(&uri, 1);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0]["code"], "E023");
    assert_eq!(found[0]["range"], range(0, 4, 8));
    assert_eq!(found[1]["code"], "E012");
    assert_eq!(found[1]["range"], range(1, 5, 8));
    assert_eq!(found[1]["severity"], 1);
    assert_eq!(found[1]["source"], "corpus");
    let message = found[1]["message"].as_str().unwrap();
    assert!(
        message.starts_with("`time` must be") && message.contains("\nhelp: "),
        "{message}"
    );

    client.change(&uri, 2, Some(range(0, 5, 7)), "🦗🦗");
    let found = client.diagnostics(&uri, 2);
    assert_eq!(found[0]["range"], range(0, 4, 10), "{found:?}");
    client.change(&uri, 3, Some(range(0, 4, 10)), "box");
    let found = client.diagnostics(&uri, 3);
    assert_eq!(found.len(), 1, "{found:?}");
    client.change(&uri, 4, Some(range(1, 6, 8)), "ms");
    assert_eq!(client.diagnostics(&uri, 4), none());
    client.change(&uri, 5, None, "gone 1");
    assert_eq!(client.diagnostics(&uri, 5)[0]["code"], "E020");
    client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": uri } }),
    );
    assert_eq!(client.diagnostics(&uri, Value::Null), none());
}

#[test]
fn several_changes_of_one_message_follow_each_other() {
    let mut client = Client::ready();
    let uri = client.open("a.corpus", "gone 1\n");
    client.diagnostics(&uri, 1);
    let changes = json!([
        { "range": range(0, 0, 4), "text": "# 🦗\r\ngo" },
        { "range": range(1, 3, 4), "text": "2\n" },
        { "range": range(2, 0, 0), "text": "time 5kg" },
    ]);
    let params = json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": changes });
    client.notify("textDocument/didChange", params);
    let found = client.diagnostics(&uri, 2);
    assert_eq!(found.last().unwrap()["range"], range(2, 5, 8), "{found:?}");
}

#[test]
fn other_places_explain_a_finding() {
    let text = "addcorpus bug\naddcorpus bug\n";
    let mut client = Client::ready();
    let uri = client.open("a.corpus", text);
    let found = client.diagnostics(&uri, 1);
    let related = &found[0]["relatedInformation"][0];
    assert_eq!(related["message"], "first named here");
    assert_eq!(
        related["location"],
        json!({ "uri": uri, "range": range(0, 10, 13) })
    );

    // For an editor that does not show them, the message contains them.
    let (mut client, _) = Client::with(json!({}));
    let uri = client.open("a.corpus", text);
    let found = client.diagnostics(&uri, 1);
    assert!(found[0].get("relatedInformation").is_none(), "{found:?}");
    let message = found[0]["message"].as_str().unwrap();
    assert!(
        message.contains("first named here: ") && message.ends_with("a.corpus:1:11"),
        "{message}"
    );
}

#[test]
fn included_files_have_their_own_and_open_texts_stand_in_for_them() {
    let mut client = Client::ready();
    client.file("part.corpus", "get box from unit_cube\n\ntime 5kg\n");
    let uri = client.open("main.corpus", "include part.corpus\nmove box 1 0 0\n");
    let part = client.uri("part.corpus");
    assert_eq!(client.diagnostics(&uri, 1), none());
    let found = client.diagnostics(&part, Value::Null);
    assert_eq!(found[0]["range"], range(2, 5, 8));
    let related = &found[0]["relatedInformation"][0];
    assert_eq!(related["message"], "included from here");
    assert_eq!(related["location"]["uri"], uri);

    // Unsaved text is used for both.
    client.open("part.corpus", "get crate from unit_cube\n");
    assert_eq!(client.diagnostics(&part, 1), none());
    let found = client.diagnostics(&uri, 1);
    assert_eq!(
        (&found[0]["code"], &found[0]["range"]),
        (&json!("E025"), &range(1, 5, 8))
    );
    client.change(&part, 2, Some(range(0, 4, 9)), "box");
    assert_eq!(client.diagnostics(&uri, 1), none());

    // Once it is closed, the file is used again.
    client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": part } }),
    );
    assert_eq!(client.diagnostics(&part, Value::Null).len(), 1);
    client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": uri } }),
    );
    assert_eq!(client.diagnostics(&part, Value::Null), none());
}

#[test]
fn a_text_that_is_no_script_of_its_own_is_checked_as_part_of_one() {
    let mut client = Client::ready();
    client.open(
        "whole.corpus",
        &format!("{TUMBLER}include springs.corpus\n"),
    );
    let uri = client.open("springs.corpus", "joint tail k 1\njoint tial b 1\n");
    let found = client.diagnostics(&uri, 1);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["range"], range(1, 6, 10));
    client.change(&uri, 2, Some(range(1, 6, 10)), "tail");
    assert_eq!(client.diagnostics(&uri, 2), none());
    let found = client.at("definition", &uri, 1, 7);
    assert_eq!(found["uri"], client.uri("whole.corpus"));
}

#[test]
fn texts_without_a_file_are_checked_too() {
    let mut client = Client::ready();
    client.open_uri("untitled:Untitled-1", "gone 1\n");
    assert_eq!(
        client.diagnostics("untitled:Untitled-1", 1)[0]["code"],
        "E020"
    );
    assert!(client.at("hover", "untitled:Untitled-1", 0, 5).is_null());
    client.change("untitled:Untitled-1", 2, None, "go 1\n");
    assert!(client.at("hover", "untitled:Untitled-1", 0, 0).is_object());
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_read() {
    let mut client = Client::ready();
    let uri = client.open(
        "a.corpus",
        "include /dev/zero\ninclude /dev/stdin\ninclude ./\n",
    );
    let found = client.diagnostics(&uri, 1);
    let codes: Vec<_> = found.iter().map(|d| d["code"].as_str().unwrap()).collect();
    // The first two are outside the folders of the script, in one report.
    assert_eq!(codes, ["E077", "E030"], "{found:?}");
    assert!(client.at("hover", &uri, 0, 0).is_object());
}

#[test]
fn a_text_becomes_a_part_while_it_is_written_not_only_when_it_is_saved() {
    let mut client = Client::ready();
    client.file("springs.corpus", "# springs\n");
    client.open(
        "whole.corpus",
        &format!("{TUMBLER}include springs.corpus\n"),
    );
    let uri = client.open("springs.corpus", "# springs\n");
    assert_eq!(client.diagnostics(&uri, 1), none());
    let line = "joint tail k 3";
    let mut found = none();
    for (at, typed) in line.chars().enumerate() {
        let (version, at) = (at as i32 + 2, at as u32);
        client.change(&uri, version, Some(range(1, at, at)), &typed.to_string());
        found = client.diagnostics(&uri, version);
    }
    assert_eq!(found, none());
    let found = client.at("completion", &uri, 1, 6);
    assert_eq!(found["items"][0]["label"], "tail");
}

#[test]
fn a_text_becomes_a_part_when_an_open_one_includes_it() {
    let mut client = Client::ready();
    let whole = client.open("whole.corpus", TUMBLER);
    let uri = client.open("springs.corpus", "joint tail k 3\n");
    assert_eq!(client.diagnostics(&uri, 1).len(), 1);
    client.change(&whole, 2, Some(range(10, 0, 0)), "include springs.corpus\n");
    assert_eq!(client.diagnostics(&uri, 1), none());
}
