//! Error recovery: each error is reported once, and the text around it is still parsed.

use super::{Words, outline};
use crate::parser::parse;

/// Returns code and text of every error, and the outline of the parsed text.
fn broken(text: &str) -> (Vec<(&'static str, &str)>, String) {
    let parsed = parse(0, text, &Words);
    let found = parsed
        .diagnostics
        .iter()
        .map(|d| {
            (
                d.code,
                text.get(d.span.range()).expect("a span lies in its text"),
            )
        })
        .collect();
    (found, outline(text, &parsed.statements))
}

#[test]
fn refused_text_gives_one_report_and_keeps_its_statement() {
    for (text, code, place) in [
        ("go @", "E001", "@"),
        ("go a@b", "E001", "@"),
        ("go 10%", "E001", "%"),
        ("go {1+}", "E013", "}"),
        ("go {1+2", "E013", "{"),
        ("go {(1+2}", "E013", "("),
        ("go {1)}", "E013", ")"),
        ("go {1 2}", "E013", "2"),
        ("go {@}", "E013", "@"),
        ("go {1mk}", "E010", "mk"),
        ("go a}", "E013", "}"),
        ("go [1", "E013", "["),
        ("go x=", "E017", "x="),
        ("go x= 1", "E017", "x="),
        ("let x 1", "E017", "1"),
        ("if a = b\nend", "E013", "="),
        ("go $", "E001", "$"),
        ("go a\0b", "E001", "\0"),
        ("go “hi”", "E001", "“"),
        ("go a!b", "E001", "!"),
        ("go ...", "E002", "..."),
        ("go 1.2.3", "E002", "1.2.3"),
        ("go *0.5s", "E002", "*0.5s"),
        ("go 2d_model.obj", "E002", "2d_model.obj"),
        ("go 1e999", "E003", "1e999"),
        ("go -1e999mm", "E003", "-1e999mm"),
        ("go *1e999", "E003", "*1e999"),
        ("go \"abc # d", "E004", "\"abc # d"),
        ("go a\"b\"", "E005", "\"b\""),
        ("go \"a\"b", "E005", "b"),
        ("go \"a\"\"b\"", "E005", "\"b\""),
        ("go ..", "E009", ".."),
    ] {
        let (found, outline) = broken(text);
        assert_eq!(found, [(code, place)], "in {text:?}");
        let head = text.split(' ').next().unwrap_or_default();
        assert!(outline.starts_with(head), "in {text:?}");
        assert!(outline.contains(":bad>"), "in {text:?}");
    }
}

#[test]
fn a_line_starts_with_a_command() {
    for (text, place) in [
        ("*0.5 go", "*0.5"),
        ("\"go\" 1", "\"go\""),
        ("5mm @", "5mm"),
        (".5", ".5"),
    ] {
        let (found, _) = broken(text);
        assert_eq!(found.first(), Some(&("E006", place)), "in {text:?}");
        let (_, outline) = broken(&format!("time\n{text}\ngo 1"));
        assert_eq!(outline, "time\ngo <1:n1>\n", "in {text:?}");
    }
}

#[test]
fn rows_without_a_head_give_one_report() {
    let (found, outline) = broken("setrotmatrix\n1 0 0 0\n0 1 0 0\n\n0 0 1 0\ngo 1\n7");
    assert_eq!(found, [("E006", "1"), ("E006", "7")]);
    assert_eq!(outline, "setrotmatrix\ngo <1:n1>\n");
}

#[test]
fn rows_do_not_reach_over_another_line() {
    let (found, _) = broken("setrootmatrix\n1 0\ntime\n0 1\n");
    assert_eq!(found, [("E006", "0")]);
    let (found, outline) = broken("setrootmatrix\n1 0\n\"x\"\n0 1\n");
    assert_eq!(found, [("E006", "\"x\"")]);
    assert_eq!(outline, "setrootmatrix <1:n1> <0:n0> <0:n0> <1:n1>\n");
}

#[test]
fn a_list_end_stands_alone_and_ends_something() {
    let (found, outline) = broken("..\nprocom 0\ntime\nend now\n.\ngo 1");
    assert_eq!(found, [("E007", ".."), ("E009", "now"), ("E007", ".")]);
    assert_eq!(outline, "procom <0:n0> {\n  time\n  } end\ngo <1:n1>\n");
    assert_eq!(broken(". .").0, [("E007", "."), ("E009", ".")]);
}

#[test]
fn a_list_never_closed_is_reported_at_its_head() {
    let (found, outline) = broken("procom 0\ntime\nretcom 0\ntime 1\n..\nprocom 1\ngo 3");
    assert_eq!(found, [("E008", "procom"), ("E008", "procom")]);
    insta::assert_snapshot!(outline);
}

#[test]
fn a_broken_head_may_have_opened_a_list() {
    let (found, outline) = broken("@procom 0\ntime\n..\n..");
    assert_eq!(found, [("E001", "@"), ("E007", "..")]);
    assert_eq!(outline, "time\n");
}

#[test]
fn a_broken_argument_does_not_lose_the_list() {
    let (found, outline) = broken("procom @\ntime $\n..\ngo 1");
    assert_eq!(found, [("E001", "@"), ("E001", "$")]);
    assert_eq!(
        outline,
        "procom <@:bad> {\n  time <$:bad>\n  } ..\ngo <1:n1>\n"
    );
}

#[test]
fn mistakes_come_in_source_order() {
    let text = "procom 0\n@\n*1\ngo 1e999 \"\nretcom 1\n5mm\n.. x\n..\n$ %\n";
    let (found, _) = broken(text);
    let codes: Vec<_> = found.iter().map(|(code, _)| *code).collect();
    assert_eq!(
        codes,
        [
            "E008", "E001", "E006", "E003", "E004", "E006", "E009", "E007", "E001", "E001"
        ]
    );
}

#[test]
fn huge_input_is_read_without_deep_recursion() {
    let line = format!("go {}", "1 ".repeat(500_000));
    assert_eq!(
        parse(0, &line, &Words).statements[0].arguments.len(),
        500_000
    );
    let word = "a".repeat(1_000_000);
    assert_eq!(parse(0, &word, &Words).statements.len(), 1);
    let junk = "@".repeat(1_000_000);
    assert_eq!(parse(0, &junk, &Words).diagnostics.len(), 1);
    let open = "procom 0\n".repeat(10_000);
    assert_eq!(parse(0, &open, &Words).diagnostics.len(), 10_000);
    // One report for an invalid character, however often it occurs on its line.
    let nuls = "\0 ".repeat(100_000);
    assert_eq!(parse(0, &nuls, &Words).diagnostics.len(), 1);
    let signs = "\0 $ ".repeat(50_000);
    assert_eq!(parse(0, &signs, &Words).diagnostics.len(), 100_000);
    let lines = "joint leg_fl0 q 0.3\n".repeat(100_000);
    assert_eq!(parse(0, &lines, &Words).statements.len(), 100_000);
    let bad = "*1 go\n".repeat(100_000);
    assert_eq!(parse(0, &bad, &Words).diagnostics.len(), 100_000);
}
