//! Any text can be the name of a script, stand in a report, or be the cell of a table, and does nothing there.
//! `cargo +nightly fuzz run escaping`; with `TMPDIR` on a disk of memory it is some times as fast.
#![no_main]

use corpus::diagnostic::{Diagnostic, draw, escaped, quote, to_json};
use corpus::session::{Mode, Quiet};
use corpus::source::{Sources, Span};
use libfuzzer_sys::fuzz_target;

/// Whether a character changes a terminal, or the order in which others are shown.
fn harms(c: char) -> bool {
    c.is_control() && c != '\n' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The cells of a table as RFC 4180 has it.
fn cells(table: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for c in table.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' | '\n' if !quoted => cells.push(String::new()),
            c => cells.last_mut().expect("there is one").push(c),
        }
    }
    cells
}

fuzz_target!(|text: &str| {
    let (name, rest) = text.split_once('\n').unwrap_or((text, text));
    let mut sources = Sources::default();
    let source = sources.add(name, rest, None);
    let ends: Vec<usize> = rest.char_indices().map(|(at, _)| at).collect();
    let (Some(start), Some(end)) = (ends.get(ends.len() / 3), ends.get(ends.len() / 2)) else {
        return;
    };
    let span = Span {
        source,
        start: *start as u32,
        end: *end as u32,
    };
    let report = Diagnostic::error("E001", span, text)
        .note(span, text)
        .help(text);
    let drawn = draw(&[report.clone()], &sources, false);
    assert!(!drawn.contains(harms), "{drawn:?}");
    assert!(!quote(text).contains(|c| harms(c) || c == '\n'));
    assert!(!escaped(text).contains(|c| harms(c) && c != '\t'));
    let json = escaped(&to_json(&[report], &sources)).into_owned();
    let read: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(read[0]["message"], text);

    let folder = std::env::temp_dir().join(format!("corpus-fuzz-escaping-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    session.files.output = folder.clone();
    session.parameters.give("cell", text);
    let script = "param cell = \"\"\nrecord t.csv {cell} {\"x\" + cell} {[1, 2, cell]}\n";
    let _ = std::fs::remove_file(folder.join("t.csv"));
    if session.run_text("script", script).is_ok() {
        drop(session);
        let table = std::fs::read_to_string(folder.join("t.csv")).expect("it is written");
        for cell in cells(&table) {
            let first = cell
                .trim_start_matches(|c: char| c.is_whitespace() || "\u{feff}\u{200b}".contains(c));
            let is_formula = first.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
            assert!(!is_formula || cell.parse::<f64>().is_ok(), "{cell:?}");
            let mut letters = cell.chars();
            while let Some(c) = letters.next() {
                match c {
                    '\\' => _ = letters.next(),
                    c => assert!(!"$`".contains(c), "{cell:?}"),
                }
            }
        }
    }
});
