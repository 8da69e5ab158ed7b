//! Fixes from reports, values in SI after numbers, signatures for editors that find parameters by their text.

use crate::lsp::TUMBLER;
use crate::lsp::client::{Client, range};
use serde_json::json;

#[test]
fn a_misspelt_name_and_degrees_have_fixes() {
    let shows = json!({ "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } } });
    let (mut client, offered) = Client::with(json!({ "textDocument": { "codeAction": shows } }));
    assert!(
        offered["capabilities"]["codeActionProvider"].is_object(),
        "{offered}"
    );
    let uri = client.open("a.corpus", "let x = sin(30)\nscael box 1 1 1\n");
    let mut titles = |line: u32, from: u32, to: u32| -> Vec<String> {
        let params = json!({
            "textDocument": { "uri": uri },
            "range": range(line, from, to),
            "context": { "diagnostics": [] },
        });
        let id = client.ask("textDocument/codeAction", params);
        let found = client.answer(id)["result"].clone();
        let found = found.as_array().unwrap().iter();
        found
            .map(|action| action["title"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        titles(0, 12, 14),
        ["Change to `30deg`", "Change to `30rad`"]
    );
    assert_eq!(titles(1, 0, 5), ["Change to `scale`"]);
    assert!(titles(0, 0, 3).is_empty());
}

#[test]
fn numbers_in_other_units_show_their_value_in_si() {
    let mut client = Client::ready();
    let uri = client.open("a.corpus", TUMBLER);
    let params = json!({ "textDocument": { "uri": uri }, "range": range(3, 0, 60) });
    let id = client.ask("textDocument/inlayHint", params);
    let found = client.answer(id)["result"].clone();
    assert_eq!(found[0]["label"], "= 1000 kg/m3", "{found}");
    assert_eq!(found[0]["position"], json!({ "line": 3, "character": 39 }));
}

#[test]
fn an_editor_without_offsets_is_told_parameters_by_their_text() {
    for (knows, label) in [(true, json!([6, 10])), (false, json!("body"))] {
        let parameter = json!({ "labelOffsetSupport": knows });
        let help = json!({ "signatureInformation": { "parameterInformation": parameter } });
        let (mut client, _) = Client::with(json!({ "textDocument": { "signatureHelp": help } }));
        let uri = client.open("a.corpus", &format!("{TUMBLER}joint tail k 1\n"));
        let found = client.at("signatureHelp", &uri, 10, 6);
        assert_eq!(
            found["signatures"][0]["parameters"][0]["label"], label,
            "{found}"
        );
    }
}

#[test]
fn what_is_wrong_in_an_included_text_is_told_once() {
    let mut client = Client::ready();
    client.file("lib.corpus", "let angle = sin(30)\n");
    client.open("main.corpus", "include lib.corpus\n");
    let lib = client.open("lib.corpus", "let angle = sin(30)\n");
    let found = client.diagnostics(&lib, 1);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["code"], "W020");
}
