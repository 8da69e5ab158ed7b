//! Messages on standard input and output. `lsp-server` has the same for editors that make no mistake: it ends at the first message
//! that is not JSON, and aborts if one claims to be larger than the memory.

use lsp_server::{Connection, Message};
use std::io::{self, BufRead, Read, Write};
use std::thread::{self, JoinHandle};

/// Largest message (bytes).
const LARGEST: u64 = 1 << 28;

/// Longest line of a header (bytes).
const LONGEST: u64 = 1 << 16;

/// Opens a connection on standard input and output, and the thread that writes.
pub(super) fn open() -> (Connection, JoinHandle<io::Result<()>>) {
    let (ours, editor) = Connection::memory();
    let Connection { sender, receiver } = editor;
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(read)) = next(&mut input) {
            match read {
                Ok(message) => {
                    if sender.send(message).is_err() {
                        return;
                    }
                }
                Err(why) => {
                    // It continues if nothing reads the editor's log.
                    let _ = writeln!(io::stderr(), "corpus lsp: a message is left out: {why}");
                }
            }
        }
    });
    let writes = thread::spawn(move || {
        let mut out = io::stdout();
        receiver
            .into_iter()
            .try_for_each(|message| message.write(&mut out))
    });
    (ours, writes)
}

/// Reads the next message, or why it cannot be read; none at the end. After a wrong one the next header is searched for.
fn next(input: &mut impl BufRead) -> io::Result<Option<Result<Message, String>>> {
    let mut size: Option<u64> = None;
    loop {
        let mut line = vec![];
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        if let Some((_, length)) = line.rsplit_once("Content-Length:") {
            size = length.trim().parse().ok();
        } else if line.trim().is_empty() && size.is_some() {
            break;
        }
    }
    let size = size.unwrap_or(0);
    if size > LARGEST {
        return Ok(Some(Err(format!("it has {size} bytes"))));
    }
    let mut bytes = vec![];
    input.by_ref().take(size).read_to_end(&mut bytes)?;
    Ok(Some(
        serde_json::from_slice(&bytes).map_err(|why| why.to_string()),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_after_wrong_ones_are_read() {
        let exit = "Content-Length: 33\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}";
        for wrong in [
            "Content-Length: 5\r\n\r\n{bad}",
            "Content-Length: 99999999999999\r\n\r\n{}",
        ] {
            let text = format!("{wrong}{exit}");
            let mut input = text.as_bytes();
            assert!(next(&mut input).unwrap().unwrap().is_err(), "{wrong}");
            let message = next(&mut input).unwrap().unwrap().unwrap();
            assert!(matches!(message, Message::Notification(told) if told.method == "exit"));
            assert!(next(&mut input).unwrap().is_none());
        }
    }
}
