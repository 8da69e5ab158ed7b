//! Parsing of well-formed text.

use super::{Words, outline};
use crate::parser::{parse, unfinished};

/// Returns the outline of a text that must have no errors.
fn read(text: &str) -> String {
    let parsed = parse(0, text, &Words);
    assert_eq!(parsed.diagnostics, [], "in {text:?}");
    outline(text, &parsed.statements)
}

#[test]
fn every_form_of_the_old_language_reads() {
    let script = r#"# a walker
addworld hall
groundk 0      # no linear spring
dt 0.0005
h .00003
eps +10
get shin from ../data/box.obj
get foot from "my shapes/foot 2.stl"
rotate shin x -45
joint shin e_q -.5
joint leg_?4 b 1e-3
legstepreflex 2 shin 0.2 -
setrootmatrix 1 0 0 0
0 1 0 0   # second row

  0 0 1 .5
0 0 0 1
procom 0
	! Step: leg #0 goes
	motor shin etarget .35 *0.2
	timer *.5 motor shin etarget -0.3 *1
	timer *0.5 !done:
	time
..
retcom 0
end
procom 1
.
!
time"#;
    insta::assert_snapshot!(read(script));
}

#[test]
fn numbers_carry_units() {
    for (text, value, unit) in [
        ("5mm", 5.0, "mm"),
        ("-.5mm", -0.5, "mm"),
        ("1g/cm3", 1.0, "g/cm3"),
        ("9.8m/s2", 9.8, "m/s2"),
        ("0.2N*s/m", 0.2, "N*s/m"),
        ("1g/cm^3", 1.0, "g/cm^3"),
        ("3s^-1", 3.0, "s^-1"),
        ("1e3m", 1000.0, "m"),
        ("1e-3m", 0.001, "m"),
        ("1em", 1.0, "em"),
        ("2.e", 2.0, "e"),
        ("5µm", 5.0, "µm"),
        ("90°", 90.0, "°"),
    ] {
        assert_eq!(
            read(&format!("f {text}")),
            format!("f <{text}:n{value} of {unit}>\n")
        );
    }
}

#[test]
fn words_are_names_paths_and_patterns() {
    for word in [
        "leg_fl0",
        "_",
        "étoile",
        "日本",
        "./a",
        "../../a/b.obj",
        "/tmp/x-1",
        "~/walk",
        "leg_*4",
        "leg_?",
        "*",
        "*_l",
        "*.obj",
        "-",
        "+",
        "-x",
        "--all",
        ".hidden",
        "a.b.c",
        "inf",
        "NaN",
        "end",
        "a--b",
        "x10",
        "e5",
    ] {
        assert_eq!(read(&format!("get {word}")), format!("get <{word}:w>\n"));
    }
}

#[test]
fn a_message_is_the_rest_of_its_line() {
    assert_eq!(read("!"), "! <:m>\n");
    assert_eq!(read("!   "), "! <:m>\n");
    assert_eq!(read("!! \"a # @ \t"), "! <! \"a # @:m>\n");
    assert_eq!(read("timer *0.5   !  go  "), "timer <*0.5:r0.5> <go:m>\n");
}

#[test]
fn a_hash_in_quotes_is_text() {
    assert_eq!(read("f \"a # b\" # c"), "f <\"a # b\":q>\n");
    assert_eq!(read("f a#b"), "f <a:w>\n");
}

#[test]
fn all_line_ends_and_a_byte_order_mark_are_fine() {
    assert_eq!(
        read("\u{feff}a 1\r\nb 2\rc 3\n\n\r\n"),
        "a <1:n1>\nb <2:n2>\nc <3:n3>\n"
    );
    for nothing in ["", "\u{feff}", "\n", "  \t", "# only this"] {
        assert_eq!(read(nothing), "");
    }
}

#[test]
fn spans_cover_head_to_last_argument() {
    let text = "  go   12  # frames\nprocom 0\n..";
    let parsed = parse(3, text, &Words);
    let spans: Vec<_> = parsed
        .statements
        .iter()
        .map(|s| (s.span.source, s.span.range()))
        .collect();
    assert_eq!(spans, [(3, 2..9), (3, 20..28)]);
}

#[test]
fn an_open_list_or_missing_rows_leave_a_text_unfinished() {
    for text in [
        "procom 0",
        "procom 0\ntime\n",
        "procom 0\n..\nretcom 0",
        "setrootmatrix",
        "setrootmatrix # rows:\n1 0 0 0",
        "setrootmatrix 1 0 0 0",
    ] {
        assert!(unfinished(text, &Words), "{text:?}");
    }
    for text in [
        "",
        "time",
        "procom 0\n..",
        "procom 0\nend",
        "setrootmatrix x",
        "setrootmatrix 1 0 0 0\n",
        "setrootmatrix\n1 0 0 0\n",
        "get procom",
    ] {
        assert!(!unfinished(text, &Words), "{text:?}");
    }
}
