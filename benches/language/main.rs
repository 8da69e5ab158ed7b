//! Number of lines that the language reads per second.

mod combinators;

use corpus::diagnostic::draw;
use corpus::lang::lexer::lex;
use corpus::lang::parser::parse;
use corpus::lang::syntax::{ArgumentKind, Expression};
use corpus::lang::vocabulary::{Follows, Rest, Shape, Vocabulary};
use corpus::session::{Mode, Quiet, Session};
use corpus::source::Sources;
use divan::counter::{BytesCount, ItemsCount};

const LINES: usize = 10_000;

struct Words;

impl Vocabulary for Words {
    fn shape(&self, head: &str) -> Shape {
        let follows = match head {
            "procom" | "retcom" => Follows::List,
            "setrootmatrix" => Follows::Rows,
            "for" | "while" | "repeat" | "define" | "when" | "every" => Follows::Block,
            "if" => Follows::Branches,
            _ => Follows::Nothing,
        };
        let rest = match head {
            "let" => Rest::Assignment,
            "for" => Rest::Loop,
            "if" | "while" | "repeat" | "when" => Rest::Expression,
            "expect" => Rest::Claim,
            "print" => Rest::Text,
            _ => Rest::Arguments,
        };
        Shape { rest, follows }
    }
}

/// Returns joint settings, the most common lines of a figure's script.
fn script() -> String {
    (0..LINES)
        .map(|i| format!("joint leg_fl{} q 0.3\n", i % 5))
        .collect()
}

/// Returns such lines with one error each.
fn broken() -> String {
    (0..LINES)
        .map(|i| format!("joint leg_fl{} q @0.3\n", i % 5))
        .collect()
}

#[divan::bench]
fn tokens(bencher: divan::Bencher) {
    let text = script();
    bencher
        .counter(ItemsCount::new(LINES))
        .counter(BytesCount::of_str(text.as_str()))
        .bench_local(|| lex(0, divan::black_box(&text), &Words));
}

#[divan::bench]
fn statements(bencher: divan::Bencher) {
    let text = script();
    bencher
        .counter(ItemsCount::new(LINES))
        .counter(BytesCount::of_str(text.as_str()))
        .bench_local(|| parse(0, divan::black_box(&text), &Words));
}

/// Blocks of four lines.
#[divan::bench]
fn blocks(bencher: divan::Bencher) {
    let text = "for i in 0..3\n  joint leg q 0.3\n  go 1\nend\n".repeat(LINES / 4);
    bencher
        .counter(ItemsCount::new(LINES))
        .bench_local(|| parse(0, divan::black_box(&text), &Words));
}

/// Returns lines with an expression each.
fn sums() -> String {
    (0..LINES)
        .map(|i| format!("let a{} = b + c * 2 - max(d, 3) / e\n", i % 5))
        .collect()
}

#[divan::bench]
fn expressions(bencher: divan::Bencher) {
    let text = sums();
    bencher
        .counter(ItemsCount::new(LINES))
        .bench_local(|| parse(0, divan::black_box(&text), &Words));
}

/// The same read by combinators: the hand-written reader stays as long as this takes 1.5 times as long.
#[divan::bench]
fn expressions_by_combinators(bencher: divan::Bencher) {
    let text = sums();
    let parsed = parse(0, &text, &Words);
    let lines = parsed.statements.iter();
    let by_hand: Vec<Expression> = lines
        .filter_map(|line| match &line.arguments.last()?.kind {
            ArgumentKind::Computed(expression) => Some((**expression).clone()),
            _ => None,
        })
        .collect();
    assert_eq!(by_hand.len(), LINES);
    assert!(combinators::expressions(&text, &Words) == Some(by_hand));
    bencher
        .counter(ItemsCount::new(LINES))
        .bench_local(|| combinators::expressions(divan::black_box(&text), &Words));
}

#[divan::bench]
fn mistakes(bencher: divan::Bencher) {
    let text = broken();
    bencher
        .counter(ItemsCount::new(LINES))
        .bench_local(|| parse(0, divan::black_box(&text), &Words));
}

/// Draws a thousand reports as text.
#[divan::bench]
fn drawing(bencher: divan::Bencher) {
    let text = broken();
    let mut sources = Sources::default();
    let id = sources.add("bench.corpus", text.as_str(), None);
    let mut reports = parse(id, &text, &Words).diagnostics;
    reports.truncate(1000);
    bencher
        .counter(ItemsCount::new(reports.len()))
        .bench_local(|| draw(divan::black_box(&reports), &sources, false));
}

/// A figure with joints to set, just before `corpusinit`.
const FIGURE: &str = "addcorpus c
get trunk from unit_cube
addbody trunk trunk 0 0 1 rotary 1000
setroot trunk
for i in 0..5
  get leg_fl{i} from unit_cube
  addbody leg_fl{i} leg_fl{i} 0 0 1 rotary 1000
  linkbodies trunk leg_fl{i}
end
corpusinit
let i = 3
";

fn session() -> Session {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    let built = session.run_text("figure", FIGURE);
    assert!(built.is_ok(), "{:?}", session.diagnostics);
    session
}

/// Lines read, bound and executed: `joint leg_fl0 q 0.3`.
#[divan::bench]
fn commands_executed(bencher: divan::Bencher) {
    let text = script();
    bencher
        .counter(ItemsCount::new(LINES))
        .with_inputs(session)
        .bench_local_values(|mut session| session.run_text("lines", divan::black_box(&text)));
}

/// Lines with an expression each: `joint leg_fl0 q {i/10}`.
#[divan::bench]
fn expressions_executed(bencher: divan::Bencher) {
    let text: String = (0..LINES)
        .map(|i| format!("joint leg_fl{} q {{i/10}}\n", i % 5))
        .collect();
    bencher
        .counter(ItemsCount::new(LINES))
        .with_inputs(session)
        .bench_local_values(|mut session| session.run_text("lines", divan::black_box(&text)));
}

/// Lines bound and executed in a loop that is parsed once.
#[divan::bench]
fn loop_executed(bencher: divan::Bencher) {
    let text = format!("for i in 0..{LINES}\n  joint leg_fl1 q {{i/10}}\nend\n");
    bencher
        .counter(ItemsCount::new(LINES))
        .with_inputs(session)
        .bench_local_values(|mut session| session.run_text("lines", divan::black_box(&text)));
}

fn main() {
    divan::main();
}
