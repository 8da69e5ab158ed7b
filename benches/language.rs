//! How many lines a second the language reads.

use corpus::diagnostic::draw;
use corpus::lang::lexer::lex;
use corpus::lang::parser::{Follows, Rest, Shape, Vocabulary, parse};
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

/// Joint settings, as most lines of a figure's script are.
fn script() -> String {
    (0..LINES)
        .map(|i| format!("joint leg_fl{} q 0.3\n", i % 5))
        .collect()
}

/// The same with one mistake in every line.
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

#[divan::bench]
fn mistakes(bencher: divan::Bencher) {
    let text = broken();
    bencher
        .counter(ItemsCount::new(LINES))
        .bench_local(|| parse(0, divan::black_box(&text), &Words));
}

/// A thousand reports as a person reads them.
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

fn main() {
    divan::main();
}
