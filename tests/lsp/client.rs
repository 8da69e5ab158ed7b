//! An editor in a test: it starts the server, exchanges JSON-RPC with it, and gives up after a time.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit, far longer than any answer takes.
const PATIENCE: Duration = Duration::from_secs(30);

/// An editor with its own folder.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    kept: VecDeque<Value>,
    requests: i32,
    folder: tempfile::TempDir,
}

impl Client {
    /// Starts a server that has received no message.
    pub fn fresh() -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("corpus"))
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (send, messages) = channel();
        thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if send.send(message).is_err() {
                    break;
                }
            }
        });
        Client {
            input: child.stdin.take(),
            child,
            messages,
            kept: VecDeque::new(),
            requests: 0,
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// Starts a server for an editor with these capabilities; also returns its answer.
    pub fn with(capabilities: Value) -> (Self, Value) {
        Client::of(capabilities, Value::Null)
    }

    /// Starts a server for an editor with these capabilities and options; also returns its answer.
    pub fn of(capabilities: Value, options: Value) -> (Self, Value) {
        let mut client = Client::fresh();
        let params = json!({
            "processId": null,
            "rootUri": null,
            "capabilities": capabilities,
            "initializationOptions": options,
        });
        let answer = client.request("initialize", params);
        client.notify("initialized", json!({}));
        (client, answer)
    }

    /// Starts a server for an editor which shows related places.
    pub fn ready() -> Self {
        let shows = json!({ "relatedInformation": true });
        Client::with(json!({ "textDocument": { "publishDiagnostics": shows } })).0
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(name)
    }

    pub fn uri(&self, name: &str) -> String {
        uri(&self.path(name))
    }

    /// Writes a file into the folder.
    pub fn file(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    /// Opens a text, whether or not there is such a file.
    pub fn open(&mut self, name: &str, text: &str) -> String {
        let uri = self.uri(name);
        self.open_uri(&uri, text);
        uri
    }

    pub fn open_uri(&mut self, uri: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": "corpus", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    /// Replaces a range, or the whole text.
    pub fn change(&mut self, uri: &str, version: i32, range: Option<Value>, text: &str) {
        let mut change = json!({ "text": text });
        if let Some(range) = range {
            change["range"] = range;
        }
        let params = json!({
            "textDocument": { "uri": uri, "version": version },
            "contentChanges": [change],
        });
        self.notify("textDocument/didChange", params);
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request and returns its id.
    pub fn ask(&mut self, method: &str, params: Value) -> i32 {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Returns the whole answer to a request.
    pub fn answer(&mut self, id: i32) -> Value {
        self.wait_for(|message| message["id"] == id && message.get("method").is_none())
    }

    /// Returns the result of a request that succeeds.
    #[track_caller]
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Returns the error of a request that is refused.
    #[track_caller]
    pub fn refused(&mut self, method: &str, params: Value) -> (i64, String) {
        let id = self.ask(method, params);
        let answer = self.answer(id);
        let error = &answer["error"];
        let code = error["code"].as_i64();
        let code = code.unwrap_or_else(|| panic!("{method} is not refused: {answer}"));
        (code, error["message"].as_str().unwrap().to_owned())
    }

    /// Sends a request about a place of a text.
    #[track_caller]
    pub fn at(&mut self, method: &str, uri: &str, line: u32, character: u32) -> Value {
        self.request(
            &format!("textDocument/{method}"),
            place(uri, line, character),
        )
    }

    /// Returns the next diagnostics published for a text in a version.
    pub fn diagnostics(&mut self, uri: &str, version: impl Into<Value>) -> Vec<Value> {
        let version = version.into();
        let published = self.wait_for(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
                && message["params"]["version"] == version
        });
        let all = published["params"]["diagnostics"].as_array();
        all.unwrap().clone()
    }

    /// Returns the next message, stored or new, that matches.
    pub fn wait_for(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&wanted) {
            return self.kept.remove(at).unwrap();
        }
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let message = self.messages.recv_timeout(left);
            let message = message.unwrap_or_else(|why| panic!("{why}; so far: {:?}", self.kept));
            if wanted(&message) {
                return message;
            }
            self.kept.push_back(message);
        }
    }

    pub fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string());
    }

    pub fn send_text(&mut self, text: &str) {
        let input = self.input.as_mut().unwrap();
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        input.flush().unwrap();
    }

    /// Closes the input of the server.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// Returns the exit status of the server.
    pub fn status(&mut self) -> i32 {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code().unwrap();
            }
            assert!(Instant::now() < end, "the server does not exit");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads the next message of a server; none at the end.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().ok()?,
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

/// Returns the URI of a path.
pub fn uri(path: &Path) -> String {
    let mut uri = "file://".to_owned();
    for byte in path.to_str().unwrap().bytes() {
        match byte {
            b'/' | b'.' | b'_' | b'-' => uri.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

pub fn place(uri: &str, line: u32, character: u32) -> Value {
    json!({
        "textDocument": { "uri": uri },
        "position": { "line": line, "character": character },
    })
}

pub fn range(line: u32, from: u32, to: u32) -> Value {
    json!({
        "start": { "line": line, "character": from },
        "end": { "line": line, "character": to },
    })
}

/// Returns the text after the edits of an answer.
pub fn edited(text: &str, edits: &Value) -> String {
    let mut edits: Vec<&Value> = edits.as_array().unwrap().iter().collect();
    edits.sort_by_key(|edit| {
        edit["range"]["start"]["line"].as_u64().unwrap() << 32
            | edit["range"]["start"]["character"].as_u64().unwrap()
    });
    let mut text = text.to_owned();
    for edit in edits.into_iter().rev() {
        let start = offset(&text, &edit["range"]["start"]);
        let end = offset(&text, &edit["range"]["end"]);
        text.replace_range(start..end, edit["newText"].as_str().unwrap());
    }
    text
}

/// Returns the byte offset of a position in a text with `\n` as line end.
fn offset(text: &str, position: &Value) -> usize {
    let line = position["line"].as_u64().unwrap() as usize;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let mut units = position["character"].as_u64().unwrap() as usize;
    let mut at = start;
    for c in text[start..].chars() {
        if units == 0 {
            break;
        }
        units -= c.len_utf16();
        at += c.len_utf8();
    }
    at
}
