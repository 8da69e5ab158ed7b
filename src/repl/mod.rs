//! The prompt: entries are read, completed and coloured, and run one after the other on one session.

mod assistant;
mod highlight;
mod history;
mod reader;
mod status;
mod watcher;

use crate::cli::progress::Progress;
use crate::cli::watch::Interrupt;
use crate::cli::{SCRIPT_FAULT, USAGE};
use crate::command::TableVocabulary;
use crate::diagnostic::draw;
use crate::lang::parser::parse;
use crate::session::{Mode, Session, Stop};
use reader::{Reader, Wish};
use std::cell::RefCell;
use std::io::{IsTerminal, Read};
use std::path::Path;
use std::rc::Rc;
use watcher::Watcher;

/// One Ctrl-C stops a `go`; a second one waits for the end of its frame; the next gives up.
const PATIENCE: u32 = 2;

/// Opens the prompt, after a script if one is given; where the input is no terminal, runs it as a script. Gives back the
/// status to exit with.
pub(crate) fn open(script: Option<&Path>) -> u8 {
    let mut prompt = Prompt::new();
    let interactive = std::io::stdin().is_terminal();
    if interactive && std::io::stdout().is_terminal() {
        println!(
            "corpus {}: creatures that move by physics. `help` lists the commands, `help WORD` tells more.\n\
             TAB completes, Ctrl-C stops a `go`, Ctrl-D leaves.",
            env!("CARGO_PKG_VERSION")
        );
    }
    let mut status = 0;
    if let Some(path) = script {
        match prompt.run_script(path) {
            Ok(true) => {}
            Ok(false) => status = SCRIPT_FAULT,
            Err(why) => {
                eprintln!("cannot read {}: {why}", path.display());
                return USAGE;
            }
        }
    }
    if interactive {
        return prompt.talk();
    }
    let mut text = String::new();
    if let Err(why) = std::io::stdin().read_to_string(&mut text) {
        eprintln!("cannot read standard input: {why}");
        return USAGE;
    }
    if prompt.run("standard input", &text) {
        status
    } else {
        SCRIPT_FAULT
    }
}

struct Prompt {
    session: Rc<RefCell<Session>>,
    progress: Rc<RefCell<Progress>>,
    interrupt: Interrupt,
    colour: bool,
    /// How many entries there were.
    entries: usize,
}

impl Prompt {
    fn new() -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some();
        let progress = Rc::new(RefCell::new(Progress::new(false)));
        let interrupt = Interrupt::listen(PATIENCE);
        let watcher = Watcher {
            progress: Rc::clone(&progress),
            interrupt: interrupt.clone(),
            colour: !plain && std::io::stdout().is_terminal(),
            going: None,
        };
        Prompt {
            session: Rc::new(RefCell::new(Session::new(Mode::Run, Box::new(watcher)))),
            progress,
            interrupt,
            colour: !plain,
            entries: 0,
        }
    }

    /// Reads and runs entries until the user leaves.
    fn talk(&mut self) -> u8 {
        let mut reader = match Reader::new(Rc::clone(&self.session), self.colour) {
            Ok(reader) => reader,
            Err(why) => {
                eprintln!("cannot open the prompt: {why}");
                return USAGE;
            }
        };
        loop {
            match reader.next() {
                Wish::Run(text) if !text.trim().is_empty() => {
                    // Kept before it runs, so that nothing that happens then can lose it.
                    reader.remember(&text);
                    self.entries += 1;
                    self.run(&format!("entry {}", self.entries), &text);
                }
                Wish::Run(_) | Wish::Nothing => {}
                Wish::Leave => return 0,
            }
        }
    }

    /// Runs an entry; tells whether all went well.
    fn run(&mut self, name: &str, text: &str) -> bool {
        let fine = self.act(|session| session.run_text(name, text));
        if !fine && !self.interrupt.is_set() {
            let parsed = parse(0, text, &TableVocabulary);
            if !parsed.diagnostics.is_empty() && !parsed.statements.is_empty() {
                eprintln!("nothing of this entry has run");
            } else if parsed.statements.len() > 1 {
                eprintln!("what stands before the mistake has run, what stands behind it has not");
            }
        }
        fine
    }

    /// Runs a script; tells whether all went well.
    fn run_script(&mut self, path: &Path) -> Result<bool, String> {
        let mut unreadable = None;
        let fine = self.act(|session| match session.run_file(path) {
            Ok(result) => result,
            Err(why) => {
                unreadable = Some(why.to_string());
                Ok(())
            }
        });
        unreadable.map_or(Ok(fine), Err)
    }

    /// Does something with the session and reports what is new; tells whether all went well.
    fn act(&mut self, act: impl FnOnce(&mut Session) -> Result<(), Stop>) -> bool {
        self.interrupt.reset();
        let mut session = self.session.borrow_mut();
        let result = act(&mut session);
        self.progress.borrow_mut().finish();
        let findings = session.sorted_diagnostics();
        session.diagnostics.clear();
        // The user has seen them, so that what follows from them is news again.
        session.trust();
        let colour = self.colour && std::io::stderr().is_terminal();
        eprint!("{}", draw(&findings, &session.sources, colour));
        match result {
            Ok(()) => true,
            Err(Stop::Interrupted) => {
                let time = session.here().world.time;
                eprintln!("stopped at {time:.6} s; `go` goes on from here");
                false
            }
            Err(Stop::Mistake(_) | Stop::Reported) => {
                if findings.is_empty() {
                    eprintln!("not done, as it follows from a mistake");
                }
                false
            }
        }
    }
}
