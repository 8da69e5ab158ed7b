//! The prompt: reads, completes and colours entries, and runs them one after the other in one session.

mod assistant;
mod editor;
mod entry;
mod history;
mod journal;
mod live;
mod looking;
mod own;
mod pager;
mod reader;
mod status;
#[cfg(test)]
mod tests;
mod watched;
mod watcher;

use crate::diagnostic::Severity;
use crate::drive::{Driving, drive};
use crate::session::{Common, Mode, Observer, Session, Stop, end_films};
use crate::terminal::{Interrupt, Progress, SCRIPT_FAULT, Trust, USAGE};
use crate::terminal::{reason, say_line, tell_line};
use crate::view::browser::Server;
use crate::view::{Connection, Order, Player};
use assistant::SessionChannel;
use journal::Journal;
use live::Live;
#[cfg(feature = "viewer")]
pub(crate) use looking::in_window;
pub(crate) use looking::{Start, in_browser, in_terminal};
use reader::read_entries;
use std::cell::RefCell;
use std::io::IsTerminal;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use watched::Watched;
use watcher::Watcher;

/// Number of signals that end the program: a first Ctrl-C stops a `go` at the end of its frame, a second one is ignored until
/// then; the next ends the program.
const PATIENCE: u32 = 2;

/// Opens the prompt, after a script if one is given. If the input is not a terminal, runs each line as it arrives, with JSON
/// answers and periodic lines of values (period in s) if requested. Returns the exit status.
pub(crate) fn open(script: Option<&Path>, trust: &Trust, (json, every): (bool, Option<f64>)) -> u8 {
    let mut prompt = Prompt::new();
    trust.give(&mut prompt.session.borrow_mut());
    let interactive = std::io::stdin().is_terminal();
    if interactive && std::io::stdout().is_terminal() {
        say_line!(
            "corpus {}: a simulator of articulated creatures.\n\
             `help` lists the commands, `help WORD` describes one.\n\
             TAB completes, Ctrl-C stops a `go`, Ctrl-D quits.",
            env!("CARGO_PKG_VERSION")
        );
    }
    let mut status = 0;
    if let Some(path) = script {
        match prompt.run_script(path) {
            Ok(Outcome::Fine) => {}
            Ok(_) => status = SCRIPT_FAULT,
            Err(why) => {
                tell_line!("cannot read {}: {}", path.display(), reason(&why));
                return USAGE;
            }
        }
    }
    if interactive {
        return prompt.talk();
    }
    let driving = Driving {
        name: "standard input",
        typed: true,
        json,
        every,
        quiet: false,
        interrupt: prompt.shared.interrupt.clone(),
    };
    let mut session = prompt.session.borrow_mut();
    let ended = drive(&mut session, std::io::stdin().lock(), &driving);
    if let Some(why) = ended.unreadable {
        tell_line!("cannot read standard input: {why}");
        return USAGE;
    }
    if ended.refused && !ended.interrupted {
        return USAGE;
    }
    match (ended.interrupted, ended.errors) {
        (true, _) => prompt.shared.interrupt.status(),
        (false, 0) => status,
        (false, _) => SCRIPT_FAULT,
    }
}

/// Result of an action.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Success, without problems.
    Fine,
    /// A failed expectation, in lines that ran to their end.
    Doubtful,
    /// A stop before the end.
    Failed,
    /// The user interrupted it.
    Interrupted,
}

impl Outcome {
    fn is_fine(self) -> bool {
        self == Outcome::Fine
    }

    /// Returns why an entry is only a comment of a saved session, if so.
    fn why_not_recorded(self) -> Option<&'static str> {
        match self {
            // A failed expectation is reported again, and the script continues after it as the session did.
            Outcome::Fine | Outcome::Doubtful => None,
            Outcome::Failed => Some("failed"),
            Outcome::Interrupted => Some("stopped"),
        }
    }
}

/// What the prompt and its observer share.
struct Shared {
    /// Progress bar of the running `go`; the prompt removes it when an entry ends early.
    progress: Common<Progress>,
    /// Display of a running `go`; the prompt leaves it on the screen when an entry ends.
    live: Common<Live>,
    /// Plotted quantities.
    watched: Common<Watched>,
    /// Columns and lines of the terminal.
    size: Common<(usize, usize)>,
    /// Ctrl-C.
    interrupt: Interrupt,
    /// Whether the user wants colours.
    colour: bool,
}

struct Prompt {
    session: Rc<RefCell<Session>>,
    shared: Arc<Shared>,
    /// Number of entries.
    entries: usize,
    /// The last entry that was not a command of the prompt.
    last: String,
    journal: Journal,
    /// Whether an entry asked to end the prompt.
    leaves: bool,
    /// Whether output is suppressed.
    silent: bool,
    /// Connection to the viewer.
    connection: Common<Connection>,
    /// Channel for viewer requests and entries.
    messages: Sender<Order>,
    /// Values from the command line, for reloading scripts.
    start: looking::Start,
    /// The server of pages, once there is one.
    server: Option<Server>,
}

impl Prompt {
    fn new() -> Self {
        let shared = Arc::new(Shared {
            progress: Common::new(Progress::new(false)),
            live: Common::default(),
            watched: Common::default(),
            size: Common::new((80, 24)),
            interrupt: Interrupt::listen(PATIENCE),
            colour: std::env::var_os("NO_COLOR").is_none(),
        });
        let prompt = Prompt::with(shared, Box::new(crate::session::Quiet));
        let heard = prompt.shared.interrupt.clone();
        let seen = Arc::clone(&prompt.shared);
        let mut connection = prompt.connection.lock();
        connection.broken = Box::new(move || heard.is_set());
        connection.watched = Box::new(move || seen.watched.lock().curves(watcher::WINDOW));
        drop(connection);
        *prompt.session.borrow_mut() = prompt.new_session();
        prompt
    }

    /// Makes a prompt with an observer of its session.
    fn with(shared: Arc<Shared>, observer: Box<dyn Observer>) -> Self {
        let (messages, inbox) = channel();
        Prompt {
            session: Rc::new(RefCell::new(crate::commands::session(Mode::Run, observer))),
            shared,
            entries: 0,
            last: String::new(),
            journal: Journal::default(),
            leaves: false,
            silent: false,
            connection: Common::new(Connection::new(inbox)),
            messages,
            start: looking::Start::default(),
            server: None,
        }
    }

    /// Creates a session without entries.
    fn new_session(&self) -> Session {
        let watcher = Watcher {
            shared: Arc::clone(&self.shared),
            interrupt: self.shared.interrupt.clone(),
            colour: self.shows_colour(),
            draws: std::io::stderr().is_terminal(),
            going: None,
        };
        let player = Player::new(Box::new(watcher), self.connection.clone());
        let mut session = crate::commands::session(Mode::Run, Box::new(player));
        session.inputs.recorded = true;
        session.options.compares_starts = true;
        self.start.give(&mut session);
        session
    }

    /// Whether output may have colours.
    fn shows_colour(&self) -> bool {
        self.shared.colour && std::io::stdout().is_terminal()
    }

    /// Reads and runs entries until the user quits, and handles viewer requests.
    fn talk(&mut self) -> u8 {
        let (opened, opening) = channel();
        let (done, waits) = channel();
        let (messages, colour) = (SessionChannel(self.messages.clone()), self.shared.colour);
        std::thread::spawn(move || read_entries(messages, colour, &opened, &waits));
        // It is requested meanwhile for the colours of the first line, and answered below.
        match opening.recv() {
            Ok(Ok(above)) => self.connection.lock().above = above,
            Ok(Err(why)) => {
                tell_line!("cannot open the prompt: {why}");
                return USAGE;
            }
            Err(_) => return USAGE,
        }
        loop {
            match self.next_order() {
                Order::Entry(text, Some(size)) => {
                    *self.shared.size.lock() = size;
                    let edited = self.entry(&text);
                    if self.leaves || done.send(edited).is_err() {
                        return 0;
                    }
                }
                Order::Leave => return 0,
                other => self.obey(other),
            }
            // Hints and completion show the current values.
            self.session.borrow_mut().observe();
        }
    }

    /// Waits for an order that needs the session.
    fn next_order(&self) -> Order {
        let session = self.session.borrow();
        let mut connection = self.connection.lock();
        connection.next(session.here())
    }

    /// Runs a script; returns its outcome.
    fn run_script(&mut self, path: &Path) -> Result<Outcome, String> {
        let mut unreadable = None;
        let outcome = self.act(|session| match session.run_file(path) {
            Ok(result) => result,
            Err(why) => {
                unreadable = Some(why.to_string());
                Ok(())
            }
        });
        self.journal.began_with(path, outcome.why_not_recorded());
        unreadable.map_or(Ok(outcome), Err)
    }

    /// Runs an action on the session, reports new findings, and returns the outcome.
    fn act(&mut self, act: impl FnOnce(&mut Session) -> Result<(), Stop>) -> Outcome {
        self.shared.interrupt.reset();
        let mut session = self.session.borrow_mut();
        let before = frames(&session);
        let result = act(&mut session);
        self.shared.progress.lock().finish();
        self.shared.live.lock().settle();
        let mut findings = session.sorted_diagnostics();
        findings.extend(session.accuracy.new_warnings());
        session.diagnostics.clear();
        // The user has seen them, so their consequences are reported again.
        session.trust();
        self.connection.lock().changed();
        if !self.silent && !findings.is_empty() {
            self.report(&findings, &session.sources);
            if let Some(first) = findings.first() {
                self.connection.lock().tell(&first.message);
            }
        }
        match result {
            Ok(()) if findings.iter().any(|d| d.severity == Severity::Error) => Outcome::Doubtful,
            Ok(()) => Outcome::Fine,
            // The viewer has paused it, and shows that.
            Err(Stop::Interrupted) if self.connection.lock().is_quiet() => Outcome::Interrupted,
            Err(Stop::Interrupted) => {
                if frames(&session) != before {
                    let time = session.here().world.time;
                    self.tell(&format!(
                        "stopped at {time:.6} s; `go` continues from there"
                    ));
                } else {
                    self.tell("stopped");
                }
                Outcome::Interrupted
            }
            Err(Stop::Mistake(_) | Stop::Reported) => {
                if findings.is_empty() {
                    self.tell("not run because of an earlier mistake");
                }
                Outcome::Failed
            }
        }
    }
}

impl Prompt {
    /// Ends the running films and reports them.
    fn end_films(&self) {
        let Ok(mut session) = self.session.try_borrow_mut() else {
            return;
        };
        let lines = end_films(&mut session);
        drop(session);
        for line in lines {
            self.tell(&line);
        }
    }
}

/// Ends the running films when the prompt ends.
impl Drop for Prompt {
    fn drop(&mut self) {
        self.end_films();
    }
}

/// Returns the number of frames of all worlds.
fn frames(session: &Session) -> u64 {
    session.stages.iter().map(|stage| stage.frames).sum()
}
