//! Any messages are a conversation of the language server that ends with its input, and each of its requests has one answer.
//! `cargo +nightly fuzz run server -- -dict=server.dict`
#![no_main]

use corpus::lsp::converse;
use libfuzzer_sys::fuzz_target;
use lsp_server::{Connection, Message, Request, RequestId};
use std::collections::BTreeMap;
use std::thread;

fuzz_target!(|bytes: &[u8]| {
    // Each line is a message, after the one that begins a conversation.
    let hello = serde_json::json!({ "capabilities": {} });
    let hello = Request::new("hello".to_owned().into(), "initialize".to_owned(), hello);
    let lines = bytes.split(|byte| *byte == b'\n');
    let messages = lines.filter_map(|line| serde_json::from_slice::<Message>(line).ok());
    let (server, client) = Connection::memory();
    let Connection { sender, receiver } = client;
    let served = thread::spawn(move || converse(server));
    let answers = thread::spawn(move || receiver.into_iter().collect::<Vec<_>>());
    let mut asked: BTreeMap<RequestId, i32> = BTreeMap::new();
    for message in std::iter::once(hello.into()).chain(messages) {
        let has_left = matches!(&message, Message::Notification(n) if n.method == "exit");
        if let Message::Request(request) = &message {
            *asked.entry(request.id.clone()).or_default() += 1;
        }
        if sender.send(message).is_err() || has_left {
            break;
        }
    }
    drop(sender);
    assert!(served.join().expect("it does not panic") <= 1);
    let mut answered: BTreeMap<RequestId, i32> = BTreeMap::new();
    for message in answers.join().expect("it does not panic") {
        if let Message::Response(response) = message {
            *answered.entry(response.id).or_default() += 1;
        }
    }
    assert_eq!(asked, answered);
});
