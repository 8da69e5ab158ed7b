//! Tests of how reports are drawn.

use super::{Diagnostic, draw, to_json};
use crate::parser::parse;
use crate::source::{Sources, Span};
use crate::tests::Words;

fn drawn(text: &str) -> String {
    let mut sources = Sources::default();
    let id = sources.add("walk.corpus", text, None);
    draw(&parse(id, text, &Words).diagnostics, &sources, false)
}

#[test]
fn a_broken_script() {
    let text = "\
addworld hall, 2
get étoile from “cube”\t# typographic
scale étoile 1.2.3 1e999 5%
\tget foot from \"my foot.obj
get a\"b c\"
*0.5 motor shin
1 0 0 0
..
procom 0
  motor shin etarget .5 *1 ..
  time
retcom 0
  ! a message may hold @ and #
end now
procom 1
  time\u{a0}5";
    insta::assert_snapshot!(drawn(text));
}

#[test]
fn an_empty_place_at_the_end_of_the_text() {
    insta::assert_snapshot!(drawn("procom 0\n"));
}

/// Returns two files, one included by the other from a third.
fn nested() -> (Sources, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let main = sources.add("main.corpus", "addworld w\n\ninclude legs.corpus\n", None);
    let span = |source, start, end| Span { source, start, end };
    let legs = sources.add(
        "legs.corpus",
        "include foot.corpus",
        Some(span(main, 12, 31)),
    );
    let foot = sources.add("foot.corpus", "addworld w\nadd", Some(span(legs, 0, 19)));
    let again = Diagnostic::error("E020", span(foot, 9, 10), "there is a world `w` already")
        .note(span(main, 9, 10), "first named here")
        .note(span(foot, 0, 8), "by this command");
    let odd = Diagnostic::warning("E021", span(foot, 11, 14), "an odd word").help("try another");
    (sources, vec![again, odd])
}

#[test]
fn the_way_in_through_files() {
    let (sources, diagnostics) = nested();
    insta::assert_snapshot!(draw(&diagnostics, &sources, false));
}

#[test]
fn reports_for_programs() {
    let (sources, diagnostics) = nested();
    let json: serde_json::Value = serde_json::from_str(&to_json(&diagnostics, &sources)).unwrap();
    insta::assert_snapshot!(serde_json::to_string_pretty(&json).unwrap());
}

#[test]
fn colour_comes_only_when_told() {
    let (sources, diagnostics) = nested();
    assert!(!draw(&diagnostics, &sources, false).contains('\u{1b}'));
    assert!(draw(&diagnostics, &sources, true).contains('\u{1b}'));
}

#[test]
fn nothing_of_a_script_reaches_the_terminal_raw() {
    let text = "go \u{1b}[2J\u{7}\ngo \u{202e}x\ngo a\u{2028}b\nx";
    let shown = drawn(text);
    assert!(
        !shown.contains(|c: char| c.is_control() && c != '\n'),
        "{shown:?}"
    );
    assert!(!shown.contains(['\u{202e}', '\u{2028}']), "{shown:?}");
    assert!(shown.contains("walk.corpus:3:5"), "{shown}");
}

#[test]
fn a_line_too_long_to_show_is_told_by_its_place() {
    let shown = drawn(&format!("go {} @", "1 ".repeat(100_000)));
    assert!(
        shown.len() < 500 && shown.contains("walk.corpus:1:200005"),
        "{shown}"
    );
}

#[test]
fn a_span_that_fits_no_source_loses_no_message() {
    for (source, start, end) in [(9, 0, 1), (0, 5, 90), (0, 2, 3), (0, 4, 1)] {
        let mut sources = Sources::default();
        sources.add("a", "go é", None);
        let wrong = Diagnostic::error("E001", Span { source, start, end }, "the message");
        assert!(draw(std::slice::from_ref(&wrong), &sources, false).contains("the message"));
        assert!(to_json(&[wrong], &sources).contains("the message"));
    }
}

#[test]
fn places_count_lines_as_the_language_does() {
    let mut sources = Sources::default();
    let id = sources.add("a", "é1\r\n2\r3\n\n5é\u{2028}x", None);
    let place = |at: u32| {
        sources
            .place(Span {
                source: id,
                start: at,
                end: at,
            })
            .to_string()
    };
    assert_eq!(place(0), "a:1:1");
    assert_eq!(place(2), "a:1:2");
    assert_eq!(place(5), "a:2:1");
    assert_eq!(place(7), "a:3:1");
    assert_eq!(place(9), "a:4:1");
    assert_eq!(place(16), "a:5:4");
}

#[test]
fn the_margin_counts_the_lines_before_a_part_of_a_text() {
    let mut sources = Sources::default();
    let text = "bogus\n";
    let first = sources.add_part("input", text, 0, false);
    let part = sources.add_part("input", text, 41, false);
    let far = sources.add_part("input", text, 10_000_000, false);
    let report = |id| {
        let report = Diagnostic::error("E020", Span::of(id, 0..5), "there is no such command");
        draw(
            &[report.note(Span::of(first, 0..5), "the same")],
            &sources,
            false,
        )
    };
    let shown = report(part);
    for line in [
        "[ input:42:1 ]",
        " 42 │ bogus",
        "[ input:1:1 ]",
        "  1 │ bogus",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    assert!(
        report(far).contains("[ input:10000001:1 ]"),
        "{}",
        report(far)
    );
}
