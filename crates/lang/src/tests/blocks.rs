//! Nested blocks, and the head that is reported if an end is missing.

use super::{Words, outline};
use crate::parser::{parse, unfinished};

/// Returns the codes of the reports with their texts.
fn told(text: &str) -> Vec<(&'static str, &str)> {
    let parsed = parse(0, text, &Words);
    let told = parsed.diagnostics.iter();
    told.map(|d| (d.code, &text[d.span.range()])).collect()
}

#[track_caller]
fn reads(text: &str) -> String {
    let parsed = parse(0, text, &Words);
    assert_eq!(parsed.diagnostics, [], "{text}");
    outline(text, &parsed.statements)
}

#[test]
fn blocks_hold_blocks() {
    let text = "for i in 0..3\n  repeat i\n    x\n  end\n  y\nend\nz";
    let meant = "for <i:w> <0..3:c> {\n  repeat <i:c> {\n    x\n    } end\n  y\n  } end\nz\n";
    assert_eq!(reads(text), meant);
}

#[test]
fn branches_divide_the_block_of_their_if() {
    let text =
        "if a\n  x\nelse if b > 1\n  y\nelse if (c)\nelse\n  if d\n    z\n  else\n  end\nend";
    let meant = "if <a:c> {\n  x\n  }  else <b > 1> {\n  y\n  }  else <(c)> {\n  }  else <> {\n  if <d:c> {\n    z\n    }  else <> {\n    } end\n  } end\n";
    assert_eq!(reads(text), meant);
}

#[test]
fn lists_hold_blocks_and_blocks_hold_lists() {
    reads("procom 0\n  for s in l r\n    x\n  end\n  if a\n    y\n  else\n  end\n..");
    reads("for i in 0..3\n  procom i\n    x\n  ..\nend");
    reads("procom 0\n  x\nend");
}

#[test]
fn the_head_that_lacks_its_end_is_to_blame() {
    for (text, blamed) in [
        ("repeat 2\n  x\n", "repeat"),
        ("repeat 2\n  if a\n    x\nend\n", "if"),
        ("repeat 2\n  if a\n    x\n  end\n", "repeat"),
        (
            "define leg\n  for i in 0..2\n    if a\n      x\n    else\n      y\n  end\nend\nleg\nrepeat 2\n  z\nend",
            "if",
        ),
        // Without indentation any head is as likely; the outermost is reported.
        ("repeat 2\nif a\nx\nend\n", "repeat"),
        // A block with strange indentation but complete is not reported.
        (
            "repeat 2\n    if a\n  x\n  end\nend\nwhile b\n  z\n",
            "while",
        ),
        ("procom 0\n  repeat 2\n    x\n..\n", "repeat"),
    ] {
        assert_eq!(told(text), [("E008", blamed)], "{text}");
        assert!(unfinished(text, &Words) || text.ends_with("..\n"), "{text}");
    }
}

#[test]
fn an_end_too_many_is_told_with_the_one_that_came_too_early() {
    let text = "repeat 2\n  if a\n    x\n  end\n  end\n  y\nend\n";
    let parsed = parse(0, text, &Words);
    assert_eq!(told(text), [("E007", "end")]);
    let report = &parsed.diagnostics[0];
    assert_eq!(report.span.range(), text.len() - 4..text.len() - 1);
    let early = text.find("  end\n  y").unwrap() + 2;
    assert_eq!(report.notes[0].0.range(), early..early + 3);
    assert_eq!(told("repeat 2\n  x\nend\nend\n"), [("E007", "end")]);
}

#[test]
fn an_else_has_its_if() {
    for (text, found) in [
        ("else\n", "else"),
        ("repeat 2\n  x\nelse\nend", "else"),
        ("if a\nend\nelse\n", "else"),
        ("if a\nelse\nelse\nend", "else"),
        ("if a\nelse\nelse if b\nend", "else"),
        ("if a\nelse x\nend", "x"),
        ("if a\nelse if\nend", ""),
        ("if a\nelse 5\nend", "5"),
    ] {
        assert_eq!(told(text), [("E016", found)], "{text}");
    }
    assert_eq!(told("if a\nelse if b +\nend"), [("E013", "")]);
    assert_eq!(told("if a\nelse if b = 1\nend"), [("E013", "=")]);
}

#[test]
fn dots_end_lists_only() {
    assert_eq!(told("repeat 2\n  x\n..\nend"), [("E009", "..")]);
    assert_eq!(told("if a\n.\nelse\nend"), [("E009", ".")]);
}

/// The deepest allowed nesting of blocks, and more, in a thread of 2 MiB.
#[test]
fn nesting_is_bounded() {
    let worker = std::thread::Builder::new().stack_size(2 << 20);
    let run = || {
        let nested = |n: usize| format!("{}x\n{}", "repeat 2\n".repeat(n), "end\n".repeat(n));
        assert_eq!(told(&nested(64)), []);
        assert_eq!(told(&nested(65)), [("E016", "repeat")]);
        assert_eq!(told(&nested(20_000)), [("E016", "repeat")]);
        let branches = format!("if a\n{}end\n", "else if b\n".repeat(20_000));
        assert_eq!(told(&branches), []);
        let inside = format!("{}{}", "if a\nelse\n".repeat(64), "end\n".repeat(64));
        assert_eq!(told(&inside), []);
        let mixed = "procom 0\nrepeat 2\nif a\nelse if b\n".repeat(21);
        assert_eq!(told(&format!("{mixed}{}", "end\n".repeat(63))), []);
        // The end of a list also ends too deeply nested blocks in it.
        let deep = format!("procom 0\n{}..\nrepeat 2\nend\n", "repeat 2\n".repeat(64));
        assert_eq!(told(&deep), [("E008", "repeat"), ("E016", "repeat")]);
        let lists = format!("x {}1{}", "[".repeat(20_000), "]".repeat(20_000));
        assert!(told(&lists).iter().all(|(code, _)| *code == "E013"));
        let named = format!("x {}1", "a=".repeat(20_000));
        assert!(!told(&named).is_empty());
    };
    worker.spawn(run).unwrap().join().unwrap();
}
