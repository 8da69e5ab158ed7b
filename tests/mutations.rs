//! Every script of the project, with changes similar to users' mistakes: checked and run, it ends, it does not panic, and its
//! reports have places in it. Some hundred by default; `CORPUS_MUTATIONS=10000` makes as many.

use crate::support::random::Random;
use corpus::commands::TABLE;
use corpus::diagnostic::draw;
use corpus::lang::format::format;
use corpus::lang::lexer::lex;
use corpus::session::{Mode, Observer, Stage};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Lines and pieces of the language's own forms.
const PIECES: &[&str] = &[
    "if true\n",
    "if x > 3\n",
    "else\n",
    "else if not y\n",
    "end\n",
    "..\n",
    "while n < 3\n",
    "while true\n",
    "repeat 3\n",
    "repeat 1e12\n",
    "for i in 0..3\n",
    "for i in 0..1e12\n",
    "for s in l r\n",
    "for a in legs\n",
    "let x = 3\n",
    "let x = [x x x]\n",
    "let t = \"a\"\n",
    "let t = t + t\n",
    "let v = [1mm 2mm 3mm]\n",
    "let z = world.time\n",
    "param p = 2cm\n",
    "define leg a b=2\n",
    "define f\n",
    "f\n",
    "leg 1\n",
    "leg 1 b=3\n",
    "leg {x} {t}\n",
    "after 1ms\n",
    "at 2ms\n",
    "every 1ms\n",
    "every 1e-300\n",
    "when world.time > 1ms\n",
    "expect x == 3 \"why\"\n",
    "expect world.time < 1\n",
    "print {x} and {t} # c\n",
    "print {list(0..1e9)}\n",
    "procom 0\n",
    "retcom 1\n",
    "timer 1ms print {x}\n",
    "timer *0.5 joint leg_* b 1\n",
    "joint leg_* b {x}\n",
    "joint * q {10deg}\n",
    "mirror leg_l* leg_r* y\n",
    "corpusinit\n",
    "addcorpus c\n",
    "get box_{x} from unit_cube\n",
    "scale box_{x} {v}\n",
    "addbody b_{i} box_{x} axis=[0 0 1] rotary density=1g/cm3\n",
    "setrootmatrix\n1 0 0\n",
    "include include/bug.corpus\n",
    "go 2\n",
    "time 0\n",
    " {",
    "}",
    " {x}",
    " {1/0}",
    " [1 2 3]",
    " [",
    "]",
    " (",
    ")",
    " a=1",
    " b={x}",
    "=",
    " *{x}",
    " *",
    " leg_*",
    " \"",
    "\"a\"",
    " #",
    " !",
    "{i}",
    "..",
    " and ",
    " 1e308",
    " -1",
    " nan",
    "\0",
    "\u{feff}",
    "é",
    "\r",
    "\t",
    " 5mm",
    " 1kg",
    " true",
    " .",
    ",",
    ".x",
    "[0]",
    " to mm",
    " ^ 2",
    "µ",
];

fn scripts() -> Vec<(PathBuf, String)> {
    let mut folders: Vec<PathBuf> = ["scripts", "tests/errors", "tests/data", "examples"]
        .iter()
        .map(PathBuf::from)
        .collect();
    let mut found = vec![];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "corpus")
                && let Ok(text) = fs::read_to_string(&path)
            {
                found.push((path, text));
            }
        }
    }
    found.sort();
    found
}

/// Returns the positions where text can be removed or inserted: tokens, in order.
fn tokens(text: &str) -> Vec<(usize, usize)> {
    let tokens = lex(0, text, &TABLE).into_iter();
    let places = tokens.map(|(_, span)| (span.start as usize, span.end as usize));
    places.filter(|(start, end)| start < end).collect()
}

fn lines(text: &str, change: impl FnOnce(&mut Vec<&str>)) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    if !lines.is_empty() {
        change(&mut lines);
    }
    lines.concat()
}

fn mutate(text: &str, random: &mut Random) -> String {
    let tokens = tokens(text);
    let (Some(one), Some(two)) = (
        tokens.get(random.below(tokens.len())).copied(),
        tokens.get(random.below(tokens.len())).copied(),
    ) else {
        return PIECES[random.below(PIECES.len())].to_owned() + text;
    };
    let piece = PIECES[random.below(PIECES.len())];
    let put = |at: (usize, usize), new: &str| [&text[..at.0], new, &text[at.1..]].concat();
    match random.below(11) {
        0 => put(one, ""),
        1 => put(one, &format!("{0} {0}", &text[one.0..one.1])),
        2 => put(one, &text[two.0..two.1]),
        3 => put((one.1, one.1), piece),
        4 => put(one, piece),
        5 => {
            let huge = [
                "1e308",
                "-1e308",
                "1e-308",
                "4294967296",
                "1e15",
                "0",
                "-1",
                "0.5",
                "1e9",
            ];
            let is_number = |(start, end): &&(usize, usize)| {
                text[*start..*end].starts_with(|c: char| c.is_ascii_digit() || "-.".contains(c))
            };
            let numbers: Vec<_> = tokens.iter().filter(is_number).collect();
            match numbers.get(random.below(numbers.len())) {
                Some(at) => put(**at, huge[random.below(huge.len())]),
                None => put(one, huge[random.below(huge.len())]),
            }
        }
        6 => lines(text, |all| {
            all.remove(random.below(all.len()));
        }),
        7 => lines(text, |all| {
            let line = all[random.below(all.len())];
            all.insert(random.below(all.len()), line);
        }),
        8 => lines(text, |all| {
            let (i, j) = (random.below(all.len()), random.below(all.len()));
            all.swap(i, j);
        }),
        9 => lines(text, |all| all.insert(random.below(all.len()), piece)),
        _ => text[..one.1].to_owned(),
    }
}

/// Interrupts a run that would take long.
struct Impatient {
    frames: u32,
    pulses: u32,
}

impl Observer for Impatient {
    fn print(&mut self, _line: &str) {}

    fn frame(&mut self, _stage: &Stage) -> ControlFlow<()> {
        self.frames += 1;
        match self.frames {
            ..4 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        self.pulses += 1;
        match self.pulses {
            ..8 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

fn survives(path: &Path, text: &str, mode: Mode) {
    let observer = Impatient {
        frames: 0,
        pulses: 0,
    };
    let mut session = corpus::commands::session(mode, Box::new(observer));
    session.check.set_limit(5_000);
    session.files.output = std::env::temp_dir().join("corpus-mutations-none");
    let settings = &mut session.here_mut().world.settings;
    settings.largest_evaluations_per_advance = 100;
    let result = session.run_text(&path.display().to_string(), text);
    assert!(
        mode == Mode::Check || result.is_ok() || session.has_errors() || is_broken_off(&result)
    );
    let reports = session.sorted_diagnostics();
    for report in &reports {
        let places = report.notes.iter().map(|(span, _)| *span);
        for span in places.chain([report.span]) {
            let source = session.sources.get(span.source).expect("a source");
            assert!(
                source.text.get(span.range()).is_some(),
                "{report:?} of {text:?}"
            );
        }
        let is_nowhere = report.span == corpus::source::Span::default();
        assert!(
            !is_nowhere || text.starts_with(['\n', '\r']) || text.is_empty(),
            "{report:?} of {text:?}"
        );
        assert!(!report.message.is_empty() && report.help.as_ref().is_none_or(|h| !h.is_empty()));
    }
    let shown = &reports[..reports.len().min(20)];
    let drawn = draw(shown, &session.sources, false);
    assert_eq!(drawn.is_empty(), shown.is_empty());
}

fn is_broken_off(result: &Result<(), corpus::session::Stop>) -> bool {
    !matches!(result, Err(corpus::session::Stop::Mistake(_)))
}

/// Returns a script without lines that would write files or take long.
fn harmless(text: &str) -> String {
    let text = text.replace("record", "print");
    let lines = text.split_inclusive('\n').map(|line| {
        let go = line.trim_start().strip_prefix("go ");
        if go.is_some() { "go 2\n" } else { line }
    });
    lines.collect()
}

#[test]
fn mutilated_scripts_are_survived() {
    let count = std::env::var("CORPUS_MUTATIONS").ok();
    let count = count.and_then(|n| n.parse().ok()).unwrap_or(300_u64);
    let only = std::env::var("CORPUS_MUTATION").ok();
    let only: Option<u64> = only.and_then(|n| n.parse().ok());
    let scripts = scripts();
    assert!(scripts.len() > 90, "{}", scripts.len());
    for seed in 0..count {
        let seed = only.unwrap_or(seed);
        let mut random = Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let (path, text) = &scripts[random.below(scripts.len())];
        let mut text = text.clone();
        for _ in 0..=random.below(4) {
            text = mutate(&text, &mut random);
        }
        let begun = std::time::Instant::now();
        let told = std::panic::catch_unwind(|| {
            survives(path, &text, Mode::Check);
            survives(path, &harmless(&text), Mode::Run);
            if let Ok(once) = format(&text, &TABLE) {
                assert_eq!(format(&once, &TABLE).as_ref(), Ok(&once));
            }
        });
        let shown = || format!("mutation {seed} of {}:\n{text}", path.display());
        assert!(told.is_ok(), "{}", shown());
        if begun.elapsed().as_secs() >= 5 {
            eprintln!("slow, {} s: {}", begun.elapsed().as_secs(), shown());
        }
        if only.is_some() {
            eprintln!("{}", shown());
            return;
        }
    }
}
