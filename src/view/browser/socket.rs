//! The WebSocket of one page.

use super::Site;
use super::page::PROTOCOL;
use super::wire::{FromPage, moment, scene};
use crate::files;
use crate::view::channels::Message as ToSession;
use serde_json::json;
use std::io::{self, ErrorKind};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, Message, WebSocket};

/// Time between two looks at what the page says and the session shows.
const GLANCE: Duration = Duration::from_millis(4);

/// Time after which a page that takes nothing is dropped.
const STALLED: Duration = Duration::from_secs(2);

/// Largest message of a page (bytes): a script.
const LARGEST: usize = 4 << 20;

/// Least time between two moments that are sent.
const BETWEEN: Duration = Duration::from_millis(15);

/// Columns and lines of the page's prompt, for tables.
const SIZE: (usize, usize) = (100, 40);

/// Talks to a page until it leaves.
pub(super) fn talk(site: &Site, stream: TcpStream) -> io::Result<()> {
    let config = WebSocketConfig::default()
        .max_message_size(Some(LARGEST))
        .max_frame_size(Some(LARGEST));
    let accepted = tungstenite::accept_with_config(stream, Some(config));
    let mut socket = accepted.map_err(|why| io::Error::other(why.to_string()))?;
    socket.get_ref().set_read_timeout(Some(GLANCE))?;
    socket.get_ref().set_write_timeout(Some(STALLED))?;
    let mut page = Page {
        site,
        seen: 0,
        scene: None,
        loaded: 0,
        lines: 0,
        sent: Instant::now(),
    };
    let ended = page.go_on(&mut socket);
    if let Err(Error::Capacity(_)) = ended {
        let why = tungstenite::protocol::CloseFrame {
            code: tungstenite::protocol::frame::coding::CloseCode::Size,
            reason: "this message is larger than 4 MiB".into(),
        };
        let _ = socket.close(Some(why));
        let _ = socket.flush();
    }
    Ok(())
}

struct Page<'a> {
    site: &'a Site,
    /// Number of the moment that was sent last.
    seen: u64,
    /// The scene that was sent last.
    scene: Option<Arc<crate::scene::Scene>>,
    loaded: u32,
    /// Number of printed lines that were sent.
    lines: usize,
    sent: Instant,
}

impl Page<'_> {
    fn go_on(&mut self, socket: &mut WebSocket<TcpStream>) -> Result<(), Error> {
        loop {
            match socket.read() {
                Ok(Message::Text(text)) => self.take(socket, &text)?,
                Ok(Message::Close(_)) => return Ok(()),
                Ok(_) => {}
                Err(Error::Io(why))
                    if matches!(why.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(why) => return Err(why),
            }
            if self.site.remote.screen.is_closed() {
                socket.send(Message::text(json!({ "ended": true }).to_string()))?;
                let _ = socket.close(None);
                return Ok(());
            }
            self.show(socket)?;
        }
    }

    /// Sends what is new.
    fn show(&mut self, socket: &mut WebSocket<TcpStream>) -> Result<(), Error> {
        let screen = &self.site.remote.screen;
        let (lines, said) = screen.said_after(self.lines);
        if !said.is_empty() {
            self.lines = lines;
            let said = said.iter().map(|(text, report)| json!([&**text, report]));
            let said = json!({ "said": said.collect::<Vec<_>>() });
            socket.send(Message::text(said.to_string()))?;
        }
        if self.sent.elapsed() < BETWEEN {
            return Ok(());
        }
        let Some((seen, shown)) = screen.newer(self.seen) else {
            return Ok(());
        };
        (self.seen, self.sent) = (seen, Instant::now());
        let is_same = |scene: &Arc<_>| Arc::ptr_eq(scene, &shown.scene);
        if !self.scene.as_ref().is_some_and(is_same) || self.loaded != shown.loaded {
            socket.send(Message::text(scene(&shown).to_string()))?;
            (self.scene, self.loaded) = (Some(Arc::clone(&shown.scene)), shown.loaded);
        }
        socket.send(Message::binary(moment(&shown)))
    }

    /// Acts on a message of the page.
    fn take(&mut self, socket: &mut WebSocket<TcpStream>, text: &str) -> Result<(), Error> {
        let remote = &self.site.remote;
        let message: FromPage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(why) => {
                let told = json!({ "wrong": format!("the page sent what is no order: {why}") });
                return socket.send(Message::text(told.to_string()));
            }
        };
        match message {
            FromPage::Hello(PROTOCOL) => {}
            FromPage::Hello(_) => {
                let told = json!({ "wrong": "this page is of another version of the program: load it again", "old": true });
                return socket.send(Message::text(told.to_string()));
            }
            FromPage::Order(order) => remote.order(order),
            FromPage::Entry(line) => {
                let _ = remote.orders.send(ToSession::Entry(line, SIZE));
            }
            FromPage::Read => {
                let told = match self.read() {
                    Ok(text) => json!({ "script": text }),
                    Err(why) => json!({ "wrong": why }),
                };
                return socket.send(Message::text(told.to_string()));
            }
            FromPage::Save { text, before } => {
                let told = match self.save(&text, &before) {
                    Ok(()) => json!({ "saved": true }),
                    Err(why) => json!({ "wrong": why }),
                };
                return socket.send(Message::text(told.to_string()));
            }
        }
        Ok(())
    }

    fn read(&self) -> Result<String, String> {
        let Some(path) = &self.site.script else {
            return Err("there is no script".to_owned());
        };
        let text = files::read_text(path, LARGEST as u64);
        text.map_err(|why| format!("cannot read {}: {why}", path.display()))
    }

    /// Saves the script, if it still is what the page has read. The session reads it again by itself.
    fn save(&self, text: &str, before: &str) -> Result<(), String> {
        if self.read()? != before {
            return Err(
                "the script has changed on disk meanwhile: copy your text, and read it again"
                    .to_owned(),
            );
        }
        let Some(path) = &self.site.script else {
            return Err("there is no script".to_owned());
        };
        files::write(path, text.as_bytes())
            .map_err(|why| format!("cannot save {}: {why}", path.display()))
    }
}
