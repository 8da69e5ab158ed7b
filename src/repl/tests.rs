//! Sessions with errors and interruptions, saved as scripts and run again.

use super::{Prompt, Shared};
use crate::lang::value::show;
use crate::session::{Common, Mode, Observer, Quiet, Session, Stage};
use crate::terminal::{Interrupt, Progress};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Interrupts after a number of queries.
struct Breaks(Common<u64>);

impl Breaks {
    fn asked(&self) -> ControlFlow<()> {
        let mut left = self.0.lock();
        match *left {
            0 => ControlFlow::Continue(()),
            1 => ControlFlow::Break(()),
            more => {
                *left = more - 1;
                ControlFlow::Continue(())
            }
        }
    }
}

impl Observer for Breaks {
    fn print(&mut self, _: &str) {}

    fn frame(&mut self, _: &Stage) -> ControlFlow<()> {
        self.asked()
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        self.asked()
    }
}

impl Prompt {
    /// Creates an observer without output.
    fn silent(observer: Box<dyn Observer>) -> Self {
        let shared = Arc::new(Shared {
            progress: Common::new(Progress::new(true)),
            live: Common::default(),
            watched: Common::default(),
            size: Common::new((80, 24)),
            interrupt: Interrupt::default(),
            colour: false,
        });
        let mut prompt = Prompt::with(shared, observer);
        prompt.silent = true;
        prompt
    }

    fn types(&mut self, text: &str) {
        self.entries += 1;
        let name = format!("entry {}", self.entries);
        let mut next = self.run(&name, text);
        while let Some(text) = next {
            next = self.run(&name, &text);
        }
    }
}

const BOX: &str = "\
addcorpus c
get o from unit_cube
scale o 1cm 1cm 1cm
addbody b o 0 0 1 rotary 1000
setroot b
corpusinit
grav on
let k = 0";

/// Runs a saved session.
fn run_again(script: &str) -> Session {
    let mut again = crate::commands::session(Mode::Run, Box::new(Quiet));
    let ran = again.run_text("again", script);
    assert!(ran.is_ok(), "{script}\n{:?}", again.diagnostics);
    again
}

fn state(session: &Session) -> Vec<f64> {
    session.here().world.corpora[0].y.clone()
}

#[test]
fn a_saved_session_comes_to_the_same_bits() {
    let mut prompt = Prompt::silent(Box::new(Quiet));
    for text in [
        BOX,
        "every 3ms\n  let k = k + 1\nend\ngo 7\naddv b 0 0 0.1 0 0 1",
        "print {1/(k-k)}",
        "repeat 3\n  go 1.3ms\nend",
        "try\n  go 1\n  nonsense\nend",
    ] {
        prompt.types(text);
    }
    let script = prompt.journal.script();
    assert!(
        script.contains("# failed:\n#   print {1/(k-k)}\n"),
        "{script}"
    );
    let again = run_again(&script);
    let session = prompt.session.borrow();
    assert_eq!(state(&again), state(&session));
    let k = |session: &Session| session.variable("k").map(|v| show(&v.datum));
    assert_eq!(k(&again), k(&session));
}

#[test]
fn an_entry_that_was_stopped_is_a_comment_of_the_saved_session() {
    let asked = Common::new(0);
    let mut prompt = Prompt::silent(Box::new(Breaks(asked.clone())));
    prompt.types(BOX);
    *asked.lock() = 20;
    prompt.types("while true\n  let k = k + 1\nend");
    assert_eq!(std::mem::take(&mut *asked.lock()), 1);
    let script = prompt.journal.script();
    assert!(
        script.ends_with("# stopped:\n#   while true\n#     let k = k + 1\n#   end\n\n"),
        "{script}"
    );
}

#[test]
fn what_was_dragged_in_a_window_is_saved() {
    use crate::view::{Order, Player};
    let mut prompt = Prompt::silent(Box::new(Quiet));
    let player = Player::new(Box::new(Quiet), prompt.connection.clone());
    prompt.session.borrow_mut().observer = Box::new(player);
    prompt.connection.lock().open(Default::default(), 1e3);
    prompt.types(BOX);
    let line = "pull b at 0.005 0 0 to 0 0 0.1";
    for order in [Order::Line(line.into()), Order::Toggle] {
        prompt.messages.send(order).unwrap();
    }
    // Paused after a frame, before which the line has run; then resumed.
    prompt.types("go 1000s");
    prompt.types("go 20");
    assert_ne!(prompt.session.borrow().here().frames, 0);
    let script = prompt.journal.script();
    assert!(
        script.contains(&format!("{line}\n# stopped:\n#   go 1000s\n\ngo 20\n")),
        "{script}"
    );
    run_again(&script);
}
