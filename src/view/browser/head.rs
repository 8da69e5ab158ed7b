//! The heads of requests, and plain answers.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Largest head of a request (bytes).
const LARGEST: usize = 16 * 1024;

/// Most lines of a head.
const MOST_LINES: usize = 64;

/// What a request asks for.
pub(super) struct Head {
    pub path: String,
    pub host: Option<String>,
    pub origin: Option<String>,
    /// Whether it wants to become a WebSocket.
    pub upgrades: bool,
}

/// Reads the head of a request without taking it from the stream; an error says what is wrong with it.
pub(super) fn peek(stream: &TcpStream, most: Duration) -> io::Result<Result<Head, &'static str>> {
    let begun = Instant::now();
    let mut bytes = vec![0; LARGEST];
    loop {
        let length = stream.peek(&mut bytes)?;
        if length == 0 {
            return Ok(Err("an empty request"));
        }
        match parse(&bytes[..length]) {
            Ok(Some((head, _))) if head.path.is_empty() => return Ok(Err("only GET is answered")),
            Ok(Some((head, _))) => return Ok(Ok(head)),
            Ok(None) => {}
            Err(_) => return Ok(Err("not a request of HTTP")),
        }
        if length == LARGEST {
            return Ok(Err("the head of the request is too long"));
        }
        if begun.elapsed() > most {
            return Ok(Err("the request did not arrive"));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Parses a head, with its length; `None` while it is not whole, and an empty path for another method than GET.
fn parse(bytes: &[u8]) -> Result<Option<(Head, usize)>, httparse::Error> {
    let mut lines = [httparse::EMPTY_HEADER; MOST_LINES];
    let mut request = httparse::Request::new(&mut lines);
    let httparse::Status::Complete(length) = request.parse(bytes)? else {
        return Ok(None);
    };
    let value = |name: &str| {
        let line = request
            .headers
            .iter()
            .find(|line| line.name.eq_ignore_ascii_case(name))?;
        std::str::from_utf8(line.value).ok().map(str::to_owned)
    };
    let path = request.path.filter(|_| request.method == Some("GET"));
    let head = Head {
        path: path
            .and_then(|path| path.split('?').next())
            .unwrap_or_default()
            .to_owned(),
        host: value("host"),
        origin: value("origin"),
        upgrades: value("upgrade").is_some_and(|to| to.eq_ignore_ascii_case("websocket")),
    };
    Ok(Some((head, length)))
}

/// Takes the head that was peeked from the stream.
fn take(stream: &mut TcpStream) -> io::Result<()> {
    let mut bytes = vec![0; LARGEST];
    let length = stream.peek(&mut bytes)?;
    let end = match parse(&bytes[..length]) {
        Ok(Some((_, end))) => end,
        _ => length,
    };
    stream.read_exact(&mut bytes[..end])
}

/// Answers with a page, which may fetch nothing from anywhere.
pub(super) fn answer(stream: &mut TcpStream, page: &str) -> io::Result<()> {
    let policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; media-src blob:; connect-src 'self'";
    let more = format!("Content-Security-Policy: {policy}\r\nReferrer-Policy: no-referrer\r\n");
    send(stream, "200 OK", "text/html; charset=utf-8", &more, page)
}

/// Refuses a request.
pub(super) fn refuse(stream: &mut TcpStream, status: u16, why: &str) -> io::Result<()> {
    let status = match status {
        400 => "400 Bad Request",
        403 => "403 Forbidden",
        _ => "404 Not Found",
    };
    send(
        stream,
        status,
        "text/plain; charset=utf-8",
        "",
        &format!("{why}\n"),
    )
}

fn send(
    stream: &mut TcpStream,
    status: &str,
    kind: &str,
    more: &str,
    body: &str,
) -> io::Result<()> {
    take(stream)?;
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n{more}Connection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    stream.flush()
}
