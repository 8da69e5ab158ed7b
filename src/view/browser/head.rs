//! The heads of requests, and plain answers.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Largest head of a request (bytes).
const LARGEST: usize = 16 * 1024;

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
        if let Some(end) = find_end(&bytes[..length]) {
            return Ok(parse(&bytes[..end]).ok_or("not a request of HTTP"));
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

fn find_end(bytes: &[u8]) -> Option<usize> {
    let at = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    Some(at + 4)
}

fn parse(bytes: &[u8]) -> Option<Head> {
    let text = std::str::from_utf8(bytes).ok()?;
    let mut lines = text.split("\r\n");
    let mut first = lines.next()?.split(' ');
    let (method, path) = (first.next()?, first.next()?);
    if method != "GET" || !first.next()?.starts_with("HTTP/1.") {
        return None;
    }
    let mut head = Head {
        path: path.split('?').next()?.to_owned(),
        host: None,
        origin: None,
        upgrades: false,
    };
    for line in lines.filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':')?;
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "host" => head.host = Some(value.to_owned()),
            "origin" => head.origin = Some(value.to_owned()),
            "upgrade" => head.upgrades = value.eq_ignore_ascii_case("websocket"),
            _ => {}
        }
    }
    Some(head)
}

/// Takes the head that was peeked from the stream.
fn take(stream: &mut TcpStream) -> io::Result<()> {
    let mut bytes = vec![0; LARGEST];
    let length = stream.peek(&mut bytes)?;
    let end = find_end(&bytes[..length]).unwrap_or(length);
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
