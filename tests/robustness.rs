//! Scripts damaged at random: no panic, no endless run, and every report has its place in its source.

use corpus::diagnostic::{draw, to_json};
use corpus::session::{Common, Mode, Observer, Session, Stage};
use proptest::prelude::*;
use proptest::sample::Index;
use std::ops::ControlFlow;

/// Something of everything, small enough to run thousands of times.
const SCRIPT: &str = "\
addworld w
groundea 17.5
groundeB 3000
groundfric 0.7
integration implicit
dt 1ms
addcorpus bug
get trunk from ../data/unit_cubeb
get leg0 from unit_cubeb
get leg1 from unit_cylinder
get horn from unit_cone
localxforms
scale trunk 1cm 1cm 2cm
scale leg0 .2 .002 .002 # thin
scale leg1 2mm 2mm 2mm
scale horn 1mm 1mm 1mm
addbody trunk trunk 0 0 1 rotary 1000
addbody leg0 leg0 1 0 1 rotary 1000 1 1
addbody leg1 leg1 0 1 0 sliding 1g/cm3
addpart horn horn trunk 500
pushobj leg0
xformcenter 0 0 0
rotate leg0 x 30
rotateaxis leg1 1 1 0 45deg
move leg0 5mm 0 0
move leg1 -5mm 0 0
linkbodies trunk leg0
linkbodies trunk leg1
setroot trunk
mirror leg? arm? x
corpusinit
setjointp leg0 0 1 0 rotary
joint leg0 Q_type 17
joint leg0 ea 0.2
joint leg0 eB 8
joint leg1 Q_type 22
joint leg1 k 5
joint leg1 ea 0.2
joint leg1 eB 8
joint leg1 springtype distalmass
jointstatus leg0
maxv trunk 100 1000
setrootmatrix
1 0 0 0
0 1 0 0
0 0 1 0.01
0 0 0 1
addroach bug 4
metabolism 10ms
procom 0
motor leg0 etarget 0.3 *0.5
timer *0.5 motor leg0 etarget 0 *0.5
..
retcom 2
motor leg1 etarget 1mm *1
timer *0.25 ! half way
end
mirror leg? arm? x opposite
ground on
grav on
bodygroundstick leg0 on
addv trunk 0 0 1 0 0 1rev/s
timer 2ms joint leg1 k 9
alarm 4ms speed 2
speed 1
gaitgo
go 5
rest 1mm
time
go 3ms
legstatus 0
closeobj horn
totalmass
";

/// Words with a large effect.
const WORDS: &[&str] = &[
    "0",
    "-1",
    "1e308",
    "1e-308",
    "5mm",
    "*0.5",
    "nan",
    "trunk",
    "leg0",
    "horn",
    "leg*",
    "*",
    "mirror",
    "bug",
    "w",
    "..",
    "end",
    ".",
    "procom",
    "retcom",
    "corpusinit",
    "closeobj",
    "addcorpus",
    "addworld",
    "setworld",
    "setcorpus",
    "addroach",
    "setroach",
    "setroot",
    "timer",
    "alarm",
    "!",
    "go",
    "time",
    "init",
    "popobj",
    "rkf",
    "euler",
    "rkvar",
    "rkfixed",
    "integration",
    "include",
    "setjointp",
    "axisnorm",
    "on",
    "off",
    "rootmotion",
    "fixed",
    "rest",
    "setrootpos",
    "timerflush",
    "\"",
    "#",
    "\u{feff}",
    "é",
    "setrootmatrix",
    "linkbodies",
    "addpart",
    "addbody",
    "integrate",
    "gaitinit",
    "incrspeed",
    "help",
];

#[derive(Clone, Debug)]
enum Damage {
    Byte(Index, u8),
    Cut(Index, Index),
    Swap(Index, Index),
    Copy(Index, Index),
    Drop(Index),
    Word(Index, Index),
    Insert(Index, Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<Index>;
    prop_oneof![
        1 => (at(), any::<u8>()).prop_map(|(i, b)| Damage::Byte(i, b)),
        1 => (at(), at()).prop_map(|(i, j)| Damage::Cut(i, j)),
        1 => (at(), at()).prop_map(|(i, j)| Damage::Swap(i, j)),
        1 => (at(), at()).prop_map(|(i, j)| Damage::Copy(i, j)),
        1 => at().prop_map(Damage::Drop),
        4 => (at(), at()).prop_map(|(i, j)| Damage::Word(i, j)),
        1 => (at(), at()).prop_map(|(i, j)| Damage::Insert(i, j)),
    ]
}

fn lines(text: &str, change: impl FnOnce(&mut Vec<String>)) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if !lines.is_empty() {
        change(&mut lines);
    }
    lines.join("\n") + "\n"
}

fn damaged(text: String, damage: &Damage) -> String {
    let word = |j: &Index| WORDS[j.index(WORDS.len())];
    if text.is_empty() {
        return text;
    }
    match damage {
        Damage::Byte(i, b) => {
            let mut bytes = text.into_bytes();
            let at = i.index(bytes.len());
            bytes[at] = *b;
            String::from_utf8_lossy(&bytes).into_owned()
        }
        Damage::Cut(i, j) => {
            let (i, j) = (i.index(text.len()), j.index(text.len()));
            let (from, to) = (i.min(j), i.max(j).min(i.min(j) + 40));
            let keep = |at: usize| !(from..to).contains(&at);
            let kept = text.char_indices().filter(|(at, _)| keep(*at));
            kept.map(|(_, c)| c).collect()
        }
        Damage::Swap(i, j) => lines(&text, |all| {
            let n = all.len();
            all.swap(i.index(n), j.index(n));
        }),
        Damage::Copy(i, j) => lines(&text, |all| {
            let n = all.len();
            all.insert(j.index(n), all[i.index(n)].clone());
        }),
        Damage::Drop(i) => lines(&text, |all| {
            all.remove(i.index(all.len()));
        }),
        Damage::Word(i, j) => lines(&text, |all| {
            let n = all.iter().map(|line| line.split(' ').count()).sum();
            let mut at = i.index(n);
            for line in all {
                let mut words: Vec<&str> = line.split(' ').collect();
                if at < words.len() {
                    words[at] = word(j);
                    *line = words.join(" ");
                    return;
                }
                at -= words.len();
            }
        }),
        Damage::Insert(i, j) => lines(&text, |all| all.insert(i.index(all.len()), word(j).into())),
    }
}

/// Interrupts a run that would take long.
struct Impatient(u32);

impl Observer for Impatient {
    fn print(&mut self, _line: &str) {}

    fn frame(&mut self, _stage: &Stage) -> ControlFlow<()> {
        self.0 += 1;
        match self.0 {
            ..40 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

fn survive(text: &str, mode: Mode) -> Session {
    let mut session = corpus::commands::session(mode, Box::new(Impatient(0)));
    for _ in 0..2 {
        session
            .here_mut()
            .world
            .settings
            .largest_evaluations_per_advance = 500;
        // The second time, the names are used and the figure runs: as at a prompt, where a session continues.
        let _ = session.run_text("damaged", text);
    }
    for report in session.sorted_diagnostics() {
        let spans = report.notes.iter().map(|(span, _)| *span);
        for span in spans.chain([report.span]) {
            let source = session
                .sources
                .get(span.source)
                .expect("a source that is there");
            assert!(
                source.text.get(span.range()).is_some(),
                "{report:?} of {text:?}"
            );
        }
        assert!(!report.message.is_empty() && report.help.as_ref().is_none_or(|h| !h.is_empty()));
    }
    let reports = session.sorted_diagnostics();
    let drawn = draw(&reports, &session.sources, false);
    assert_eq!(drawn.is_empty(), reports.is_empty());
    assert!(
        serde_json::from_str::<serde_json::Value>(&to_json(&reports, &session.sources)).is_ok()
    );
    session
}

#[test]
fn the_script_itself_is_right() {
    for mode in [Mode::Check, Mode::Run] {
        let mut session = corpus::commands::session(mode, Box::new(Impatient(0)));
        let result = session.run_text("whole", SCRIPT);
        let told: Vec<_> = session
            .diagnostics
            .iter()
            .map(|d| (d.code, &d.message))
            .collect();
        assert_eq!(
            told,
            [("E048", &"`horn` is the shape of a body".to_owned())]
        );
        assert!(result.is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn damaged_scripts_are_survived(damages in proptest::collection::vec(damage(), 1..12)) {
        let text = damages.iter().fold(SCRIPT.to_owned(), damaged);
        survive(&text, Mode::Check);
        survive(&text, Mode::Run);
    }

    #[test]
    fn shuffled_words_are_survived(words in proptest::collection::vec((any::<Index>(), 0..4u8), 1..200)) {
        let text: String = words
            .iter()
            .map(|(word, gap)| format!("{}{}", WORDS[word.index(WORDS.len())], if *gap == 0 { "\n" } else { " " }))
            .collect();
        survive(&text, Mode::Check);
        survive(&text, Mode::Run);
    }
}

/// Checks that the reports are in order for a script cut off at any place.
#[test]
fn scripts_cut_off_anywhere() {
    for end in 0..SCRIPT.len() {
        survive(&SCRIPT[..end], Mode::Check);
    }
}

/// An error never hides earlier ones, and a list is never silently dropped.
#[test]
fn a_faulty_script_never_passes() {
    let count = SCRIPT.lines().count();
    for (i, line) in SCRIPT.lines().enumerate().take(count - 2) {
        if line.starts_with(['.', '#']) || line == "end" {
            continue;
        }
        let faulty: String = SCRIPT
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.starts_with("closeobj"))
            .map(|(k, line)| {
                if k == i {
                    format!("{line} @\n")
                } else {
                    format!("{line}\n")
                }
            })
            .collect();
        let mut session = corpus::commands::session(Mode::Check, Box::new(Impatient(0)));
        let _ = session.run_text("faulty", &faulty);
        let told: Vec<_> = session
            .sorted_diagnostics()
            .iter()
            .map(|d| d.code)
            .collect();
        let message = line.contains('!') || line.contains('#');
        assert_eq!(told, if message { vec![] } else { vec!["E001"] }, "{line}");
    }
}

/// Pending events run at their times, and events of one time in the order in which they were set.
#[test]
fn timers_run_in_order() {
    #[derive(Default)]
    struct Lines(Common<Vec<String>>);
    impl Observer for Lines {
        fn print(&mut self, line: &str) {
            self.0.lock().push(line.to_owned());
        }
    }
    let lines = Lines::default();
    let printed = lines.0.clone();
    let mut session = corpus::commands::session(Mode::Run, Box::new(lines));
    let mut script = String::from("timer 2ms ! c\ntimer 1ms ! a\ntimer 2ms ! d\nalarm 1ms ! b\n");
    script += &"timer 5 ! never\n".repeat(20_000);
    script += "time 0.01\ntimerflush\n";
    assert!(session.run_text("timers", &script).is_ok());
    assert_eq!(*printed.lock(), ["a", "b", "c", "d"]);
    assert_eq!(session.here().timers.len(), 20_000);
}
