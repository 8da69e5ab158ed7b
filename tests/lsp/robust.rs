//! Every request has an answer, for any text and any place.

use crate::lsp::client::{Client, place};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

const REQUEST_FAILED: i64 = -32803;

const AT_A_PLACE: &[&str] = &[
    "hover",
    "completion",
    "signatureHelp",
    "definition",
    "documentHighlight",
    "prepareRename",
    "rename",
];

const OF_A_TEXT: &[&str] = &["documentSymbol", "formatting", "semanticTokens/full"];

/// Returns all scripts with errors, and some texts that are not scripts.
fn texts() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let entries = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let read = |path: PathBuf| {
        let text = String::from_utf8_lossy(&fs::read(&path).ok()?).into_owned();
        Some((path, text))
    };
    let mut texts: Vec<_> = entries.filter_map(read).collect();
    texts.sort();
    let odd = [
        "",
        "\r\r\n\n",
        "\u{feff}addcorpus 🦗\u{301}\r\nget 🦗 from \"\nprocom",
        "procom 0\nprocom 0\n..\n..\ntimer 1 timer 1 timer 1",
        "get a from unit_cube\ncloseobj a\nget a from unit_cube\ncloseobj a\nmove a 1 2",
        "setrootmatrix\n1 2 3\n\t# no\n 4",
        "!\n!!!\n! # \u{202e}",
        "include a.corpus\ninclude",
    ];
    let odd = odd.iter().enumerate();
    texts.extend(odd.map(|(i, text)| (folder.join(format!("odd{i}.corpus")), (*text).to_owned())));
    texts
}

#[test]
fn there_is_always_an_answer() {
    let mut client = Client::ready();
    let texts = texts();
    assert!(texts.len() > 40, "{}", texts.len());
    for (path, text) in texts {
        let uri = crate::lsp::client::uri(&path);
        client.open_uri(&uri, &text);
        ask_all(&mut client, &uri, &text);
        // Truncated in the middle.
        let half = text.floor_char_boundary(text.len() / 2);
        client.change(&uri, 2, None, &text[..half]);
        ask_all(&mut client, &uri, &text[..half]);
        client.notify(
            "textDocument/didClose",
            json!({ "textDocument": { "uri": uri } }),
        );
    }
    assert_eq!(client.request("shutdown", Value::Null), Value::Null);
}

fn ask_all(client: &mut Client, uri: &str, text: &str) {
    let mut asked = vec![];
    for method in OF_A_TEXT {
        let params = json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 2, "insertSpaces": true } });
        asked.push(client.ask(&format!("textDocument/{method}"), params));
    }
    for (number, line) in text.split('\n').enumerate().take(12) {
        let length = line.encode_utf16().count() as u32;
        for character in [0, length / 3, length / 2, length + 1] {
            for method in AT_A_PLACE {
                let mut params = place(uri, number as u32, character);
                params["newName"] = json!("other");
                asked.push(client.ask(&format!("textDocument/{method}"), params));
            }
        }
    }
    for id in asked {
        let answer = client.answer(id);
        let code = answer["error"]["code"].as_i64();
        assert!(
            code.is_none_or(|code| code == REQUEST_FAILED),
            "{uri}: {answer}"
        );
    }
}
