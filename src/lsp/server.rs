//! The main loop: receives messages, updates documents and diagnostics, sends answers.

use super::capabilities::{Client, offered, watched_files};
use super::diagnostics::Published;
use super::documents::Document;
use super::requests::{answer, respond, response};
use super::workspace::Workspace;
use super::{Answer, Refusal, stream};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument,
    DidOpenTextDocument, DidSaveTextDocument, Exit, Initialized, Notification as Kind,
    PublishDiagnostics,
};
use lsp_types::request::{Initialize, RegisterCapability, Request as _, Shutdown};
use lsp_types::{CancelParams, NumberOrString};
use serde::Serialize;
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// Serves an editor on standard input and output. Returns the exit status: 0 if the editor has requested shutdown before exit
/// or is gone, 1 otherwise, as the protocol says.
pub(crate) fn serve() -> u8 {
    let (connection, writes) = stream::open();
    let (status, is_heard) = handle(connection);
    match is_heard.then(|| writes.join()) {
        Some(Ok(Ok(()))) | None => status,
        Some(_) => 1,
    }
}

/// Serves an editor at the other end of a connection. Returns the exit status.
pub fn converse(connection: Connection) -> u8 {
    handle(connection).0
}

/// Serves an editor; returns the exit status, and whether the editor still reads answers.
fn handle(connection: Connection) -> (u8, bool) {
    // Messages that come while one is at work must not wait unread: some of them take earlier ones back.
    let (forward, messages) = channel();
    let incoming = connection.receiver.clone();
    thread::spawn(move || {
        incoming
            .into_iter()
            .try_for_each(|message| forward.send(message))
    });
    let mut server = Server {
        connection,
        waiting: VecDeque::new(),
        messages,
        phase: Phase::Fresh,
        client: Client::default(),
        workspace: Workspace::default(),
        published: Published::default(),
        stale: false,
    };
    let end = server.run();
    let asked = matches!(server.phase, Phase::ShutDown);
    (u8::from(!asked), end.is_ok())
}

/// Error: the editor does not listen any more.
#[derive(Debug)]
struct Gone;

/// Phase of the protocol.
enum Phase {
    Fresh,
    Running,
    ShutDown,
}

struct Server {
    connection: Connection,
    messages: Receiver<Message>,
    /// Messages that were read but not handled, in order of arrival.
    waiting: VecDeque<Message>,
    phase: Phase,
    client: Client,
    workspace: Workspace,
    published: Published,
    /// Whether texts have changed since findings were published.
    stale: bool,
}

impl Server {
    fn send(&self, message: Message) -> Result<(), Gone> {
        self.connection.sender.send(message).map_err(|_| Gone)
    }

    /// Handles messages until the editor sends `exit` or its messages end.
    fn run(&mut self) -> Result<(), Gone> {
        loop {
            self.take_in()?;
            if self.waiting.is_empty() && std::mem::take(&mut self.stale) {
                self.publish()?;
                continue;
            }
            let next = self.waiting.pop_front();
            let Some(message) = next.or_else(|| self.messages.recv().ok()) else {
                return Ok(());
            };
            match message {
                Message::Notification(told) if told.method == Exit::METHOD => return Ok(()),
                Message::Notification(told) => self.take_note(told)?,
                Message::Request(request) => {
                    let response = self.respond(request);
                    self.send(response.into())?;
                }
                // The server asks for nothing that it has to wait for.
                Message::Response(_) => {}
            }
        }
    }

    /// Reads pending messages, and answers the requests that were cancelled before their turn.
    fn take_in(&mut self) -> Result<(), Gone> {
        while let Ok(message) = self.messages.try_recv() {
            match cancelled(&message) {
                Some(id) => self.cancel(&id)?,
                None => self.waiting.push_back(message),
            }
        }
        Ok(())
    }

    fn cancel(&mut self, id: &RequestId) -> Result<(), Gone> {
        let is_it =
            |message: &Message| matches!(message, Message::Request(request) if request.id == *id);
        let Some(at) = self.waiting.iter().position(is_it) else {
            return Ok(());
        };
        self.waiting.remove(at);
        let refusal = Refusal::new(ErrorCode::RequestCanceled, "cancelled");
        self.send(response(id.clone(), Err(refusal)).into())
    }

    fn respond(&mut self, request: Request) -> Response {
        match self.phase {
            Phase::Fresh if request.method == Initialize::METHOD => {
                let Request { id, params, .. } = request;
                response(id, self.initialize(params))
            }
            Phase::Fresh => refuse(
                request,
                ErrorCode::ServerNotInitialized,
                "`initialize` must come first",
            ),
            Phase::ShutDown => refuse(
                request,
                ErrorCode::InvalidRequest,
                "the server has shut down",
            ),
            Phase::Running if request.method == Shutdown::METHOD => {
                self.phase = Phase::ShutDown;
                response(request.id, Ok(Value::Null))
            }
            Phase::Running if request.method == Initialize::METHOD => refuse(
                request,
                ErrorCode::InvalidRequest,
                "`initialize` must come only once",
            ),
            Phase::Running => respond(request, &mut self.workspace, self.client),
        }
    }

    fn initialize(&mut self, params: Value) -> Answer<Value> {
        answer::<Initialize>(params, |params| {
            self.client = Client::of(&params);
            self.published.relates = self.client.relates;
            self.phase = Phase::Running;
            Ok(offered())
        })
    }

    /// Handles a notification. Ignores unknown or malformed ones: they have no answer.
    fn take_note(&mut self, told: Notification) -> Result<(), Gone> {
        if !matches!(self.phase, Phase::Running) {
            return Ok(());
        }
        self.stale = true;
        match told.method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Some(params) = params::<DidOpenTextDocument>(told) {
                    self.workspace
                        .documents
                        .open(Document::new(params.text_document));
                    self.workspace.forget();
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Some(params) = params::<DidChangeTextDocument>(told) {
                    let id = params.text_document;
                    if let Some(document) = self.workspace.documents.get_mut(&id.uri) {
                        document.change(params.content_changes, id.version);
                    }
                    self.workspace.changed(&id.uri);
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Some(params) = params::<DidCloseTextDocument>(told) {
                    self.workspace.documents.close(&params.text_document.uri);
                    self.workspace.forget();
                }
            }
            DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => self.workspace.forget(),
            Initialized::METHOD if self.client.watches => {
                if let Some(files) = watched_files() {
                    let id = RequestId::from("watched files".to_owned());
                    let method = RegisterCapability::METHOD.to_owned();
                    let params = value(files);
                    self.send(Request { id, method, params }.into())?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Checks changed scripts and publishes their diagnostics.
    fn publish(&mut self) -> Result<(), Gone> {
        self.workspace.refresh();
        for params in self.published.news(&self.workspace) {
            let method = PublishDiagnostics::METHOD.to_owned();
            let params = value(params);
            self.send(Notification { method, params }.into())?;
        }
        Ok(())
    }
}

/// Returns the request that a message cancels.
fn cancelled(message: &Message) -> Option<RequestId> {
    let Message::Notification(told) = message else {
        return None;
    };
    if told.method != Cancel::METHOD {
        return None;
    }
    let params: CancelParams = serde_json::from_value(told.params.clone()).ok()?;
    Some(match params.id {
        NumberOrString::Number(id) => id.into(),
        NumberOrString::String(id) => id.into(),
    })
}

fn refuse(request: Request, code: ErrorCode, why: &str) -> Response {
    response(request.id, Err(Refusal::new(code, why)))
}

fn params<N: Kind>(told: Notification) -> Option<N::Params> {
    serde_json::from_value(told.params).ok()
}

/// Converts parameters to JSON; all types of the protocol can be converted.
fn value(params: impl Serialize) -> Value {
    serde_json::to_value(params).unwrap_or_default()
}
