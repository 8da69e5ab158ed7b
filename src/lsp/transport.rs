//! Messages on standard input and output, each after a header with its length. An invalid message is answered with an
//! error, and the connection continues.

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The largest message (bytes): an editor sends a whole script in one.
const LARGEST: u64 = 512 << 20;

/// Longest header line (bytes).
const LONGEST_HEADER: u64 = 4096;

/// Longest description of an invalid message (characters).
const LONGEST_TOLD: usize = 300;

/// Result of reading.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message.
    Message(Message),
    /// Invalid text.
    Broken(Broken),
}

/// An invalid message.
#[derive(Debug)]
pub(super) struct Broken {
    /// Its `id`, or null.
    id: Value,
    code: ErrorCode,
    /// Returns a fault of the world, if there is one.
    pub why: String,
}

impl Broken {
    fn new(code: ErrorCode, why: impl Into<String>) -> Self {
        let why: String = why.into().chars().take(LONGEST_TOLD).collect();
        Broken {
            id: Value::Null,
            code,
            why: why.replace(char::is_control, " "),
        }
    }

    /// Returns the answer to the message.
    fn answer(&self) -> Value {
        let error = json!({ "code": self.code as i32, "message": self.why });
        json!({ "jsonrpc": "2.0", "id": self.id, "error": error })
    }
}

/// Reads the next message; none at the end of the input.
///
/// # Errors
/// The input cannot be read, or ends within a message.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let length = match header(input)? {
        None => return Ok(None),
        Some(Ok(length)) => length,
        Some(Err(broken)) => return Ok(Some(Incoming::Broken(broken))),
    };
    let mut text = vec![];
    let read = input.by_ref().take(length).read_to_end(&mut text)?;
    if (read as u64) < length {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(match message(&text) {
        Ok(message) => Incoming::Message(message),
        Err(broken) => Incoming::Broken(broken),
    }))
}

/// Returns the length in a header; none at the end of the input. After an invalid length, searches for the next header.
fn header(input: &mut impl BufRead) -> io::Result<Option<Result<u64, Broken>>> {
    const NAME: &str = "content-length:";
    let mut length = None;
    let mut fault = None;
    let mut lines = 0;
    loop {
        let mut line = vec![];
        if input
            .by_ref()
            .take(LONGEST_HEADER)
            .read_until(b'\n', &mut line)?
            == 0
        {
            // Text at the end without a message is reported, too.
            return Ok(fault.filter(|_| lines > 0).map(Err));
        }
        let text = String::from_utf8_lossy(&line).to_ascii_lowercase();
        // The name may follow the rest of a message whose length was wrong.
        if let Some(at) = text.find(NAME) {
            let value = text.get(at + NAME.len()..).unwrap_or_default().trim();
            match value.parse::<u64>() {
                Ok(value) if value <= LARGEST => {
                    length = Some(value);
                    fault = None;
                }
                Ok(_) => {
                    let why = format!("a message of {value} bytes is too large");
                    return Ok(Some(Err(Broken::new(ErrorCode::InvalidRequest, why))));
                }
                Err(_) => {
                    let why = format!("expected a length, found `{value}`");
                    return Ok(Some(Err(Broken::new(ErrorCode::ParseError, why))));
                }
            }
            continue;
        }
        if text.trim().is_empty() {
            match (length, fault.take()) {
                (Some(length), _) => return Ok(Some(Ok(length))),
                (None, Some(fault)) => return Ok(Some(Err(fault))),
                // Blank lines between messages.
                (None, None) => continue,
            }
        }
        lines += 1;
        let is_other_header = text.split_once(": ").is_some() && !text.starts_with('{');
        if length.is_none() && !is_other_header && fault.is_none() {
            let why = format!("expected `Content-Length: N`, found `{}`", text.trim());
            fault = Some(Broken::new(ErrorCode::ParseError, why));
        }
    }
}

/// Parses the message in a text.
fn message(text: &[u8]) -> Result<Message, Broken> {
    let value: Value = serde_json::from_slice(text)
        .map_err(|why| Broken::new(ErrorCode::ParseError, format!("not JSON: {why}")))?;
    let id = value.get("id").cloned();
    let refused = |why: &str| Broken {
        id: match &id {
            Some(id @ (Value::Number(_) | Value::String(_))) => id.clone(),
            _ => Value::Null,
        },
        ..Broken::new(ErrorCode::InvalidRequest, why)
    };
    match serde_json::from_value(value) {
        // A sender of an `id` waits for an answer.
        Ok(Message::Notification(_)) if id.is_some() => Err(refused(
            "the `id` of a request must be a whole number or a text",
        )),
        Ok(message) => Ok(message),
        Err(_) => Err(refused("not a request, notification or response")),
    }
}

/// Output for answers, from more than one thread.
#[derive(Clone)]
pub(super) struct Output(Arc<Mutex<Box<dyn Write + Send>>>);

impl Output {
    /// Creates an output that writes to `to`.
    pub fn new(to: impl Write + Send + 'static) -> Self {
        Output(Arc::new(Mutex::new(Box::new(to))))
    }

    /// Writes a message.
    ///
    /// # Errors
    /// The editor does not listen any more.
    pub fn send(&self, message: &Message) -> io::Result<()> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        message.write(&mut *output)
    }

    /// Answers an invalid message.
    ///
    /// # Errors
    /// As [`Output::send`].
    pub fn refuse(&self, broken: &Broken) -> io::Result<()> {
        let text = broken.answer().to_string();
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn framed(text: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    }

    fn all(input: &str) -> Vec<String> {
        let mut input = input.as_bytes();
        let mut found = vec![];
        while let Ok(Some(next)) = read(&mut input) {
            found.push(match next {
                Incoming::Message(Message::Request(r)) => r.method,
                Incoming::Message(Message::Notification(n)) => n.method,
                Incoming::Message(Message::Response(_)) => "answer".to_owned(),
                Incoming::Broken(broken) => format!("broken: {}", broken.answer()),
            });
        }
        found
    }

    #[test]
    fn messages_follow_what_is_none() {
        let fine = framed(r#"{"jsonrpc":"2.0","method":"fine"}"#);
        for broken in [
            framed("{bad}"),
            framed("[]"),
            framed(r#"{"id":7}"#),
            "Content-Length: 99999999999999\r\n\r\n{}".to_owned(),
            "Content-Length: -5\r\n\r\n".to_owned(),
            "Content-Length: many\r\n\r\n{}".to_owned(),
            "nonsense\r\n\r\n".to_owned(),
        ] {
            let found = all(&(broken.clone() + &fine));
            assert_eq!(found.last().map(String::as_str), Some("fine"), "{broken}");
            assert!(
                found.len() >= 2 && found[0].starts_with("broken"),
                "{found:?}"
            );
        }
        let found = all(&framed(r#"{"id":7}"#));
        assert!(found[0].contains(r#""id":7"#), "{found:?}");
        let typed = "Content-Type: x; charset=utf-8\r\n".to_owned() + &fine;
        assert_eq!(all(&typed), ["fine"]);
        assert!(all("").is_empty());
    }

    #[test]
    fn a_request_whose_id_is_none_had_no_answer() {
        for id in ["1.5", "99999999999", "\"\"", "null", "[1]", "true"] {
            let found = all(&framed(&format!(r#"{{"id":{id},"method":"x"}}"#)));
            let is_answered = found[0].starts_with("broken") || id == "\"\"";
            assert!(is_answered && found.len() == 1, "{id}: {found:?}");
        }
        let found = all(&framed(r#"{"id":1.5,"method":"x"}"#));
        assert!(found[0].contains(r#""id":1.5"#), "{found:?}");
    }

    proptest! {
        #[test]
        fn anything_can_be_read(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut input = bytes.as_slice();
            for _ in 0..bytes.len() + 2 {
                match read(&mut input) {
                    Ok(Some(_)) => {}
                    Ok(None) | Err(_) => break,
                }
            }
        }
    }
}
