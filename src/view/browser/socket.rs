//! The WebSocket of one page.

use super::Site;
use super::page::PROTOCOL;
use super::wire::{FromPage, completion, diagram, moment, scene};
use crate::files;
use crate::ide::prompt::About;
use crate::session::Session;
use crate::view::channels::Order;
use crate::view::diagram::Diagram;
use serde_json::{Value, json};
use std::io::{self, ErrorKind, Read};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
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

/// Least time between two drawings of a diagram.
const BETWEEN_DIAGRAMS: Duration = Duration::from_millis(250);

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
        findings: 0,
        diagram: None,
        drawn: None,
        drawn_at: Instant::now(),
        answer: None,
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
        // A connection that is closed with something unread is reset, and the reason lost.
        discard(socket.get_mut(), STALLED)?;
    }
    Ok(())
}

/// Reads what still comes, for so long.
fn discard(stream: &mut TcpStream, most: Duration) -> io::Result<()> {
    let begun = Instant::now();
    stream.set_read_timeout(Some(most))?;
    let mut bytes = [0; 1 << 16];
    while begun.elapsed() < most && stream.read(&mut bytes)? > 0 {}
    Ok(())
}

/// The connection to a page.
type Socket = WebSocket<TcpStream>;

/// Sends a text.
fn tell(socket: &mut Socket, what: &Value) -> Result<(), Error> {
    socket.send(Message::text(what.to_string()))
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
    /// How often the reports that were sent had changed.
    findings: u64,
    /// The diagram beside the moment that was sent last, the one that was drawn last, and when.
    diagram: Option<Arc<Diagram>>,
    drawn: Option<Arc<Diagram>>,
    drawn_at: Instant,
    /// Where the answer to a question of the prompt arrives.
    answer: Option<Receiver<Value>>,
    sent: Instant,
}

impl Page<'_> {
    fn go_on(&mut self, socket: &mut Socket) -> Result<(), Error> {
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
                tell(socket, &json!({ "ended": true }))?;
                let _ = socket.close(None);
                return Ok(());
            }
            self.show(socket)?;
        }
    }

    /// Sends what is new.
    fn show(&mut self, socket: &mut Socket) -> Result<(), Error> {
        let screen = &self.site.remote.screen;
        let (lines, said) = screen.said_after(self.lines);
        if !said.is_empty() {
            self.lines = lines;
            let said = said.iter().map(|(text, report)| json!([&**text, report]));
            tell(socket, &json!({ "said": said.collect::<Vec<_>>() }))?;
        }
        if let Some((changed, mut findings)) = screen.findings_after(self.findings) {
            self.findings = changed;
            let name = self.site.script_name();
            findings.retain(|finding| finding["file"] == name);
            tell(socket, &json!({ "findings": findings }))?;
        }
        if let Some(answer) = &self.answer {
            match answer.try_recv() {
                Ok(completion) => tell(socket, &json!({ "completion": completion }))?,
                Err(TryRecvError::Empty) => {}
                // The session runs, and has dropped the question.
                Err(TryRecvError::Disconnected) => self.answer = None,
            }
        }
        if self.sent.elapsed() >= BETWEEN
            && let Some((seen, shown)) = screen.newer(self.seen)
        {
            (self.seen, self.sent) = (seen, Instant::now());
            let is_same = |scene: &Arc<_>| Arc::ptr_eq(scene, &shown.scene);
            if !self.scene.as_ref().is_some_and(is_same) || self.loaded != shown.loaded {
                tell(socket, &scene(&shown))?;
                (self.scene, self.loaded) = (Some(Arc::clone(&shown.scene)), shown.loaded);
            }
            socket.send(Message::binary(moment(&shown)))?;
            self.diagram.clone_from(&shown.diagram);
        }
        if self.diagram != self.drawn && self.drawn_at.elapsed() >= BETWEEN_DIAGRAMS {
            tell(socket, &diagram(self.diagram.as_deref()))?;
            (self.drawn, self.drawn_at) = (self.diagram.clone(), Instant::now());
        }
        Ok(())
    }

    /// Acts on a message of the page.
    fn take(&mut self, socket: &mut Socket, text: &str) -> Result<(), Error> {
        let remote = &self.site.remote;
        let message: FromPage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(why) => {
                let why = format!("the page sent what is no order: {why}");
                return tell(socket, &json!({ "wrong": why }));
            }
        };
        match message {
            FromPage::Hello(PROTOCOL) => {}
            FromPage::Hello(_) => {
                let why = "this page is of another version of the program: load it again";
                tell(socket, &json!({ "wrong": why, "old": true }))?;
                return socket.close(None);
            }
            FromPage::Order(order) => remote.order(order),
            FromPage::Entry(line) => {
                remote.order(Order::Entry(line, None));
            }
            FromPage::Complete(line, rest) => {
                let (answer, answers) = channel();
                self.answer = Some(answers);
                let ask = move |session: &Session, watched: &[String]| {
                    let above = "";
                    let about = About {
                        session,
                        watched,
                        above,
                    };
                    // The page may have asked again meanwhile.
                    let _ = answer.send(completion(&about, &line, &rest));
                };
                remote.order(Order::Ask(Arc::new(ask)));
            }
            FromPage::Read => {
                let told = match self.read() {
                    Ok(text) => json!({ "script": text, "name": self.site.script_name() }),
                    Err(why) => json!({ "wrong": why }),
                };
                return tell(socket, &told);
            }
            FromPage::Save { text, before } => {
                let told = match self.save(&text, &before) {
                    Ok(()) => json!({ "saved": true }),
                    Err(why) => json!({ "wrong": why }),
                };
                return tell(socket, &told);
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
