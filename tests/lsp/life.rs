//! The protocol: start, end, and answers to invalid messages.

use crate::lsp::client::{Client, place};
use serde_json::{Value, json};

const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_REQUEST: i64 = -32600;
const INVALID_PARAMS: i64 = -32602;
const NOT_INITIALIZED: i64 = -32002;
const CANCELLED: i64 = -32800;

#[test]
fn the_server_says_what_it_can() {
    let (_client, answer) = Client::with(json!({}));
    assert_eq!(answer["serverInfo"]["name"], "corpus");
    let offers = &answer["capabilities"];
    assert_eq!(offers["positionEncoding"], "utf-16");
    assert_eq!(offers["textDocumentSync"]["change"], 2);
    for provider in [
        "hoverProvider",
        "completionProvider",
        "signatureHelpProvider",
        "definitionProvider",
        "referencesProvider",
        "documentHighlightProvider",
        "documentSymbolProvider",
        "documentFormattingProvider",
        "renameProvider",
        "semanticTokensProvider",
    ] {
        assert!(!offers[provider].is_null(), "{provider}");
    }
}

#[test]
fn a_conversation_ends_with_exit() {
    let mut client = Client::ready();
    assert_eq!(client.request("shutdown", Value::Null), Value::Null);
    let (code, _) = client.refused("textDocument/hover", place("file:///a", 0, 0));
    assert_eq!(code, INVALID_REQUEST);
    client.notify("exit", Value::Null);
    assert_eq!(client.status(), 0);
}

#[test]
fn an_end_without_goodbye_is_a_failure() {
    let mut client = Client::ready();
    client.notify("exit", Value::Null);
    assert_eq!(client.status(), 1);

    let mut client = Client::ready();
    client.hang_up();
    assert_eq!(client.status(), 1);

    let mut client = Client::fresh();
    client.notify("exit", Value::Null);
    assert_eq!(client.status(), 1);

    let mut client = Client::ready();
    client.request("shutdown", Value::Null);
    client.hang_up();
    assert_eq!(client.status(), 0);
}

#[test]
fn a_message_that_cannot_be_read_is_left_out() {
    let exit = r#"{"jsonrpc":"2.0","method":"exit"}"#;
    let framed = |text: &str, length: usize| format!("Content-Length: {length}\r\n\r\n{text}");
    for (text, length) in [
        ("{{{{{", 5),
        ("[]", 2),
        (r#"{"jsonrpc":"2.0"}"#, 17),
        ("{}", 99_999_999_999_999),
    ] {
        let messages = framed(text, length) + &framed(exit, exit.len());
        let mut server = assert_cmd::Command::cargo_bin("corpus").unwrap();
        let output = server.arg("lsp").write_stdin(messages).output().unwrap();
        // It has read `exit`, which nothing asked to shut down before.
        assert_eq!(output.status.code(), Some(1), "{text}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(
            told.starts_with("corpus lsp: a message is left out: ") && told.lines().count() == 1,
            "{text}: {told}"
        );
    }
}

#[test]
fn nonsense_is_refused_and_the_conversation_goes_on() {
    let mut client = Client::fresh();
    let (code, _) = client.refused("textDocument/hover", place("file:///a", 0, 0));
    assert_eq!(code, NOT_INITIALIZED);
    client.request("initialize", json!({ "capabilities": {} }));
    client.notify("initialized", json!({}));
    let (code, _) = client.refused("initialize", json!({ "capabilities": {} }));
    assert_eq!(code, INVALID_REQUEST);

    let (code, message) = client.refused("textDocument/dance", json!({}));
    assert_eq!(code, METHOD_NOT_FOUND);
    assert!(message.contains("textDocument/dance"), "{message}");
    let (code, _) = client.refused("$/dance", Value::Null);
    assert_eq!(code, METHOD_NOT_FOUND);
    let (code, _) = client.refused("textDocument/hover", json!({ "where": "there" }));
    assert_eq!(code, INVALID_PARAMS);
    let (code, message) = client.refused("textDocument/hover", place("file:///none", 0, 0));
    assert_eq!(code, INVALID_PARAMS);
    assert!(message.contains("not open"), "{message}");

    client.notify("textDocument/didDance", json!({ "where": "there" }));
    client.notify("textDocument/didOpen", json!({ "where": "there" }));
    client.change("file:///none", 2, None, "go 1");
    let uri = client.open("a.corpus", "go 1\n");
    assert!(client.at("hover", &uri, 0, 0).is_object());
    // Places that do not exist.
    assert_eq!(client.at("hover", &uri, 99, 99), Value::Null);
    assert_eq!(
        client.at("definition", &uri, 4_000_000_000, 4_000_000_000),
        Value::Null
    );
}

#[test]
fn a_request_can_be_taken_back() {
    let mut client = Client::ready();
    // Long enough to check that later requests are read before it is done.
    let text = "get o from unit_cubeb\ncloseobj o\n".repeat(20_000);
    let uri = client.open("long.corpus", &text);
    let first = client.ask(
        "textDocument/documentSymbol",
        json!({ "textDocument": { "uri": uri } }),
    );
    let second = client.ask("textDocument/hover", place(&uri, 0, 0));
    client.notify("$/cancelRequest", json!({ "id": second }));
    client.notify("$/cancelRequest", json!({ "id": 4711 }));
    assert!(client.answer(first)["result"].is_array());
    assert_eq!(client.answer(second)["error"]["code"], CANCELLED);
}

#[test]
fn an_editor_that_can_is_asked_to_tell_of_files() {
    let watches =
        json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let (mut client, _) = Client::with(watches);
    let asked = client.wait_for(|message| message["method"] == "client/registerCapability");
    assert_eq!(
        asked["params"]["registrations"][0]["method"],
        "workspace/didChangeWatchedFiles"
    );
    client.send(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": null }));

    let uri = client.open("a.corpus", "include b.corpus\n");
    assert_eq!(client.diagnostics(&uri, 1)[0]["code"], "E030");
    client.file("b.corpus", "go 1\n");
    let changes = json!({ "changes": [{ "uri": client.uri("b.corpus"), "type": 1 }] });
    client.notify("workspace/didChangeWatchedFiles", changes);
    assert_eq!(client.diagnostics(&uri, 1), Vec::<Value>::new());
}
