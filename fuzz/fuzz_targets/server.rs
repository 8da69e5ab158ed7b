//! Any bytes are a conversation of the language server that ends with its input, and each of its requests has one answer.
//! `cargo +nightly fuzz run server -- -dict=server.dict`
#![no_main]

use corpus::lsp::converse;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

/// What the server has written.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The messages in well-formed output.
fn messages(mut bytes: &[u8]) -> Vec<Value> {
    let mut found = vec![];
    while !bytes.is_empty() {
        let end = bytes
            .windows(4)
            .position(|w| w == b"\r\n\r\n")
            .expect("a header ends");
        let header = std::str::from_utf8(&bytes[..end]).expect("a header is text");
        let length = header
            .strip_prefix("Content-Length: ")
            .expect("a header is a length");
        let length: usize = length.parse().expect("a length is a number");
        let text = &bytes[end + 4..end + 4 + length];
        found.push(serde_json::from_slice(text).expect("a message is JSON"));
        bytes = &bytes[end + 4 + length..];
    }
    found
}

fn conversation(input: Vec<u8>) -> Vec<Value> {
    let written = Written::default();
    let status = converse(Cursor::new(input), written.clone());
    assert!(status <= 1);
    let bytes = written.0.lock().expect("nobody panics").clone();
    messages(&bytes)
}

fn framed(text: &[u8], into: &mut Vec<u8>) {
    into.extend(format!("Content-Length: {}\r\n\r\n", text.len()).bytes());
    into.extend(text);
}

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    if *first == b'!' {
        let _ = conversation(rest.to_vec());
        return;
    }
    // Each line is a message, behind the one that begins a conversation.
    const HELLO: &[u8] =
        br#"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"capabilities":{}}}"#;
    let mut input = vec![];
    framed(HELLO, &mut input);
    let mut asked: BTreeMap<String, i32> = BTreeMap::new();
    *asked.entry("\"hello\"".to_owned()).or_default() += 1;
    // What has an id without a method may be answered with an error.
    let mut carried = asked.clone();
    let mut has_left = false;
    for line in bytes.split(|byte| *byte == b'\n') {
        framed(line, &mut input);
        let Ok(Value::Object(message)) = serde_json::from_slice::<Value>(line) else {
            continue;
        };
        let method = message.get("method").and_then(Value::as_str);
        let id = message.get("id");
        if let Some(id) = id.filter(|_| !has_left) {
            *carried.entry(id.to_string()).or_default() += 1;
        }
        match (method, id) {
            _ if has_left => {}
            (Some("exit"), None) => has_left = true,
            (Some(_), Some(id)) if id.is_number() || id.is_string() => {
                *asked.entry(id.to_string()).or_default() += 1;
            }
            _ => {}
        }
    }
    let mut answered: BTreeMap<String, i32> = BTreeMap::new();
    for message in conversation(input) {
        assert_eq!(message.get("jsonrpc").and_then(Value::as_str), Some("2.0"));
        let is_answer = message.get("result").is_some() || message.get("error").is_some();
        let id = message.get("id").filter(|id| is_answer && !id.is_null());
        if let Some(id) = id {
            *answered.entry(id.to_string()).or_default() += 1;
        }
    }
    for (id, count) in asked {
        assert!(answered.get(&id) >= Some(&count), "answers to {id}");
    }
    for (id, count) in answered {
        assert!(carried.get(&id) >= Some(&count), "answers to {id}");
    }
});
