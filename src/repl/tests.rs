//! Random sessions, with errors and interruptions, saved as scripts and run again: both reach the same state, bit for bit.
//!
//! `CORPUS_SESSIONS=10000 cargo test --release --lib sessions_run_again` sets their number.

use super::journal::Journal;
use super::{Prompt, Shared};
use crate::lang::value::show;
use crate::session::{Mode, Observer, Quiet, Session, Stage};
use crate::terminal::{Interrupt, Progress};
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;

/// Interrupts after a number of queries.
struct Breaks(Rc<Cell<u64>>);

impl Breaks {
    fn asked(&self) -> ControlFlow<()> {
        match self.0.get() {
            0 => ControlFlow::Continue(()),
            1 => ControlFlow::Break(()),
            more => {
                self.0.set(more - 1);
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
        let (desk, inbox) = std::sync::mpsc::channel();
        Prompt {
            link: Rc::new(RefCell::new(crate::view::Link::new(inbox))),
            desk,
            start: super::looking::Start::default(),
            session: Rc::new(RefCell::new(crate::commands::session(Mode::Run, observer))),
            shared: Rc::new(Shared {
                progress: RefCell::new(Progress::new(true)),
                live: RefCell::default(),
                watched: RefCell::default(),
                size: Cell::new((80, 24)),
                interrupt: Interrupt::default(),
                colour: false,
            }),
            entries: 0,
            last: String::new(),
            journal: Journal::default(),
            leaves: false,
            silent: true,
        }
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

/// A pseudo-random sequence (xorshift64*, Vigna 2016).
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
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

/// Lines of blocks, some of which fail.
const LINES: &[&str] = &[
    "go 2",
    "go 1.3ms",
    "let k = k + 1",
    "print {1/(k-3)}",
    "print {1/(b.z-b.z)}",
    "addv b 0 0 0.1 0 0 1",
    "expect k > 2",
    "no_such_command 5",
    "rest 1cm",
    "move o 0 0 1e308",
    "joint nobody q 1",
    "get o2 from unit_cube",
    "closeobj o2",
    "let s = \"x\" + k",
    "every 3ms\n  let k = k + 1\nend",
    "every 2ms\n  nonsense\nend",
    "after 1.7ms\n    addv b 0.01 0 0 0 0 0\n end",
    "after 1ms\n  print {1/(k-k)}\nend",
    "when b.z < 5mm\n  addv b 0 0 0.02 0 0 0\nend",
    "f 1",
    "f 0",
    "mark m",
    "rewind m",
    "rewind 2ms",
    "timer 2ms addv b 0 0 {0.01*k} 0 0 0",
    "dt {choose(k > 4, 1ms, 2ms)}",
    "addworld w_{k}",
    "setworld world",
    "time {world.time + 1s}",
    "integration rkf",
    "maxv b 0.05 100",
    "maxv b 100 100",
    "iter 3",
    "try\n  go 1\n  nonsense\nend",
    "include \"INC\"",
];

/// Heads of blocks.
const BLOCKS: &[&str] = &[
    "repeat 4",
    "repeat 600",
    "for i in 0..3",
    "for i in 0..400",
    "if k < 3",
    "if true",
    "while k < 6",
    "while true",
    "define f x",
    "every 4ms",
    "after 2ms",
    "try",
];

fn entry(chance: &mut Chance) -> String {
    match chance.below(5) {
        0 | 1 => chance.one(LINES).to_owned(),
        2 => chance
            .one(&[
                "go 30",
                "go 20ms",
                "go 1000",
                "f 2",
                "go 7.7ms",
                "timerflush",
                "x = 5",
                "load nothing.json",
            ])
            .to_owned(),
        _ => {
            let mut text = chance.one(BLOCKS).to_owned();
            for _ in 0..=chance.below(3) {
                text = text + "\n  " + chance.one(LINES);
            }
            if chance.below(4) == 0 {
                text =
                    text + "\n " + chance.one(BLOCKS) + "\n go 1\n " + chance.one(LINES) + "\nend";
            }
            text + "\nend"
        }
    }
}

/// Returns the final state of a session: the states of its worlds as `save` writes them, and its variables.
fn reached(session: &mut Session, folder: &Path) -> Vec<String> {
    let mut all = vec![];
    let here = session.stage;
    for stage in 0..session.stages.len() {
        session.stage = stage;
        let file = folder.join("state.json");
        let saved = session.run_entry("state", &format!("save \"{}\"", file.display()));
        assert!(saved.is_ok(), "{:?}", session.diagnostics);
        all.push(session.here().name.clone() + &std::fs::read_to_string(file).unwrap());
        let objects = session.here().definitions.objects.iter();
        all.push(format!(
            "{:?}",
            objects
                .map(|o| (&o.object.name, o.object.transform))
                .collect::<Vec<_>>()
        ));
    }
    session.stage = here;
    all.push(format!("in {}", session.here().name));
    for name in session.variable_names() {
        let variable = session.variable(&name).map(|v| show(&v.datum));
        all.push(format!("{name} = {variable:?}"));
    }
    let definitions = session.definitions().map(|d| d.usage());
    all.extend(definitions);
    all
}

/// Runs one session; returns the number of interrupted entries.
fn session(seed: u64, folder: &Path) -> usize {
    let mut chance = Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    for _ in 0..8 {
        chance.below(2);
    }
    let asked = Rc::new(Cell::new(0));
    let mut prompt = Prompt::silent(Box::new(Breaks(Rc::clone(&asked))));
    let include = folder.join("inc.corpus");
    let include = include.display().to_string();
    for line in BOX.lines() {
        prompt.types(line);
    }
    let (mut typed, mut broken) = (vec![], 0);
    for _ in 0..2 + chance.below(7) {
        let text = entry(&mut chance).replace("INC", &include);
        // Infinite loops must be interrupted.
        let breaks = text.contains("while") || chance.below(3) == 0;
        asked.set(if breaks { 1 + chance.below(40) } else { 2000 });
        prompt.types(&text);
        broken += usize::from(asked.get() == 1);
        typed.push(text);
    }
    asked.set(0);
    let script = match prompt.journal.sound_script() {
        Ok(script) => script,
        Err(why) => panic!("seed {seed}: cannot be saved: {why}\n{typed:#?}"),
    };
    let first = reached(&mut prompt.session.borrow_mut(), folder);
    let mut again = crate::commands::session(Mode::Run, Box::new(Quiet));
    again.files.access.allow_reading(folder);
    let _ = again.run_text("again", &script);
    let second = reached(&mut again, folder);
    if first != second {
        let other = first.iter().zip(&second).find(|(a, b)| a != b);
        let told: Vec<String> = again
            .sorted_diagnostics()
            .iter()
            .map(|d| format!("{} {}", d.code, d.message))
            .collect();
        panic!(
            "seed {seed}: the script comes to something else: {other:?}\n{typed:#?}\n{script}\n{told:#?}"
        );
    }
    broken
}

#[test]
fn sessions_run_again_come_to_the_same_bits() {
    let count = std::env::var("CORPUS_SESSIONS");
    let count: u64 = count.map_or(50, |count| count.parse().unwrap());
    let from = std::env::var("CORPUS_SEED").map_or(1, |seed| seed.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("inc.corpus"),
        "let k = k + 2\nrepeat 3\n  go 1\n  let k = k + 1\n  print {1/(k-9)}\nend\n",
    )
    .unwrap();
    let broken: usize = (from..from + count)
        .map(|seed| {
            if (seed - from) % 500 == 499 {
                println!("{} sessions", seed - from + 1);
            }
            session(seed, folder.path())
        })
        .sum();
    assert!(broken as u64 * 20 > count, "only {broken} were broken off");
}

#[test]
fn what_was_dragged_in_a_window_is_saved_and_comes_to_the_same_bits() {
    use crate::view::{Message, Order, Player};
    let mut prompt = Prompt::silent(Box::new(Quiet));
    let player = Player::new(Box::new(Quiet), Rc::clone(&prompt.link));
    prompt.session.borrow_mut().observer = Box::new(player);
    prompt.link.borrow_mut().open(Default::default(), 1e3);
    prompt.types(BOX);
    let line = "pull b at 0.005 0 0 to 0 0 0.1";
    for order in [Order::Line(line.into()), Order::Toggle] {
        prompt.desk.send(Message::Order(order)).unwrap();
    }
    // Paused after a frame, before which the line has run; then resumed.
    prompt.types("go 1000s");
    prompt.types("go 20");
    let script = prompt.journal.sound_script().unwrap();
    assert!(
        script.contains(&format!(
            "{line}\ngo 1  # of this many frames, stopped: go 1000s\ngo 20\n"
        )),
        "{script}"
    );
    let mut again = crate::commands::session(Mode::Run, Box::new(Quiet));
    assert!(
        again.run_text("again", &script).is_ok(),
        "{:?}",
        again.diagnostics
    );
    let y = |session: &Session| session.here().world.corpora[0].y.clone();
    assert_eq!(y(&again), y(&prompt.session.borrow()));
}
