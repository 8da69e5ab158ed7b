//! The prompt: entries are read, completed and coloured, and run one after the other on one session.

mod assistant;
mod editor;
mod entry;
mod highlight;
mod history;
mod journal;
mod live;
mod own;
mod reader;
mod status;
#[cfg(test)]
mod tests;
mod track;
mod watched;
mod watcher;

use crate::cli::arguments::Trust;
use crate::cli::progress::Progress;
use crate::cli::say::{reason, say_line, tell_drawn, tell_line};
use crate::cli::watch::Interrupt;
use crate::cli::{SCRIPT_FAULT, USAGE};
use crate::diagnostic::{Severity, draw};
use crate::session::{Mode, Session, Stop};
use entry::Moment;
use journal::Journal;
use live::Live;
use reader::{Reader, Wish};
use std::cell::{Cell, RefCell};
use std::io::{IsTerminal, Read};
use std::path::Path;
use std::rc::Rc;
use watched::Watched;
use watcher::Watcher;

/// One Ctrl-C stops a `go`; a second one waits for the end of its frame; the next gives up.
const PATIENCE: u32 = 2;

/// Opens the prompt, after a script if one is given; where the input is no terminal, runs it as a script. Gives back the
/// status to exit with.
pub(crate) fn open(script: Option<&Path>, trust: &Trust) -> u8 {
    let mut prompt = Prompt::new();
    trust.give(&mut prompt.session.borrow_mut());
    let interactive = std::io::stdin().is_terminal();
    if interactive && std::io::stdout().is_terminal() {
        say_line!(
            "corpus {}: creatures that move by physics. `help` lists the commands, `help WORD` tells more.\n\
             TAB completes, Ctrl-C stops a `go`, Ctrl-D leaves.",
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
    let mut text = String::new();
    if let Err(why) = std::io::stdin().read_to_string(&mut text) {
        tell_line!("cannot read standard input: {}", reason(&why));
        return USAGE;
    }
    let outcome = prompt.act(|session| session.run_text("standard input", &text));
    match outcome {
        Outcome::Fine => status,
        Outcome::Interrupted => prompt.interrupt.status(),
        Outcome::Doubtful | Outcome::Failed => SCRIPT_FAULT,
    }
}

/// What came of something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// It ran, and nothing is wrong.
    Fine,
    /// It ran, but something that it expected does not hold.
    Doubtful,
    /// It did not run to its end.
    Failed,
    /// The user broke it off.
    Interrupted,
}

impl Outcome {
    fn is_fine(self) -> bool {
        self == Outcome::Fine
    }
}

struct Prompt {
    session: Rc<RefCell<Session>>,
    progress: Rc<RefCell<Progress>>,
    live: Rc<RefCell<Live>>,
    watched: Rc<RefCell<Watched>>,
    /// Columns and lines of the terminal.
    size: Rc<Cell<(usize, usize)>>,
    interrupt: Interrupt,
    colour: bool,
    /// How many entries there were.
    entries: usize,
    /// The last one that was no command of the prompt.
    last: String,
    journal: Journal,
    /// Whether an entry said that the user wants to leave.
    leaves: bool,
    /// Whether nobody is there to be told anything.
    silent: bool,
}

impl Prompt {
    fn new() -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some();
        let progress = Rc::new(RefCell::new(Progress::new(false)));
        let live = Rc::new(RefCell::new(Live::default()));
        let watched = Rc::new(RefCell::new(Watched::default()));
        let size = Rc::new(Cell::new((80, 24)));
        let interrupt = Interrupt::listen(PATIENCE);
        let watcher = Watcher {
            progress: Rc::clone(&progress),
            live: Rc::clone(&live),
            watched: Rc::clone(&watched),
            size: Rc::clone(&size),
            interrupt: interrupt.clone(),
            colour: !plain && std::io::stdout().is_terminal(),
            draws: std::io::stderr().is_terminal(),
            going: None,
        };
        let mut session = Session::new(Mode::Run, Box::new(watcher));
        session.keeps_inputs = true;
        Prompt {
            session: Rc::new(RefCell::new(session)),
            progress,
            live,
            watched,
            size,
            interrupt,
            colour: !plain,
            entries: 0,
            last: String::new(),
            journal: Journal::default(),
            leaves: false,
            silent: false,
        }
    }

    /// Whether what is printed may have colours.
    fn shows_colour(&self) -> bool {
        self.colour && std::io::stdout().is_terminal()
    }

    /// Reads and runs entries until the user leaves.
    fn talk(&mut self) -> u8 {
        let watched = Rc::clone(&self.watched);
        let mut reader = match Reader::new(Rc::clone(&self.session), watched, self.colour) {
            Ok(reader) => reader,
            Err(why) => {
                tell_line!("cannot open the prompt: {why}");
                return USAGE;
            }
        };
        loop {
            let wish = reader.next();
            self.size.set(reader.size());
            match wish {
                Wish::Run(text) if !text.trim().is_empty() => self.entry(&mut reader, &text),
                Wish::Run(_) | Wish::Nothing => {}
                Wish::Leave => return 0,
            }
            if self.leaves {
                return 0;
            }
            // What hints and completion tell is that of now.
            self.session.borrow_mut().observe();
        }
    }

    /// Runs a script; tells what came of it.
    fn run_script(&mut self, path: &Path) -> Result<Outcome, String> {
        let mut unreadable = None;
        let before = Moment::of(&self.session.borrow());
        let outcome = self.act(|session| match session.run_file(path) {
            Ok(result) => result,
            Err(why) => {
                unreadable = Some(why.to_string());
                Ok(())
            }
        });
        let steps = Moment::of(&self.session.borrow()).steps - before.steps;
        let tried = match outcome {
            Outcome::Fine | Outcome::Doubtful => None,
            Outcome::Failed => Some((None, "did not run to its end")),
            Outcome::Interrupted => Some((Some(steps), "stopped on the way")),
        };
        self.journal.began_with(path, tried);
        unreadable.map_or(Ok(outcome), Err)
    }

    /// Does something with the session and reports what is new; tells what came of it.
    fn act(&mut self, act: impl FnOnce(&mut Session) -> Result<(), Stop>) -> Outcome {
        self.interrupt.reset();
        let mut session = self.session.borrow_mut();
        let before = frames(&session);
        let result = act(&mut session);
        self.progress.borrow_mut().finish();
        self.live.borrow_mut().settle();
        let findings = session.sorted_diagnostics();
        session.diagnostics.clear();
        // The user has seen them, so that what follows from them is news again.
        session.trust();
        let colour = self.colour && std::io::stderr().is_terminal();
        if !self.silent {
            tell_drawn(&draw(&findings, &session.sources, colour));
        }
        match result {
            Ok(()) if findings.iter().any(|d| d.severity == Severity::Error) => Outcome::Doubtful,
            Ok(()) => Outcome::Fine,
            Err(Stop::Interrupted) => {
                if frames(&session) != before {
                    let time = session.here().world.time;
                    self.tell(&format!("stopped at {time:.6} s; `go` goes on from here"));
                } else {
                    self.tell("stopped");
                }
                Outcome::Interrupted
            }
            Err(Stop::Mistake(_) | Stop::Reported) => {
                if findings.is_empty() {
                    self.tell("not done, as it follows from a mistake");
                }
                Outcome::Failed
            }
        }
    }
}

/// The frames of all worlds.
fn frames(session: &Session) -> u64 {
    session.stages.iter().map(|stage| stage.frames).sum()
}
