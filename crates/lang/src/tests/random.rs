//! Parsing of random text.

use super::Words;
use crate::lexer::{Token, lex};
use crate::parser::{parse, unfinished};
use crate::source::Span;
use crate::syntax::Statement;
use proptest::prelude::*;

/// Returns texts similar enough to scripts to reach every branch.
fn scriptlike() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("procom"),
        Just("retcom"),
        Just("setrootmatrix"),
        Just("end"),
        Just("."),
        Just(".."),
        Just("..."),
        Just("go"),
        Just("leg_fl0"),
        Just("étoile"),
        Just("1"),
        Just("-.5"),
        Just("1e999"),
        Just("5mm"),
        Just("1g/cm^-3"),
        Just("*0.5"),
        Just("*"),
        Just("!"),
        Just("\""),
        Just("\"a b\""),
        Just("#"),
        Just("@"),
        Just("{"),
        Just("\0"),
        Just("\u{feff}"),
        Just("\u{a0}"),
        Just("\n"),
        Just("\n"),
        Just("\r\n"),
        Just("\r"),
        Just(" "),
        Just(" "),
        Just("\t"),
        Just("\u{2028}"),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn holds(text: &str) {
    let tokens = lex(7, text, &Words);
    let mut covered = vec![false; text.len()];
    let mut last = 0;
    for (token, span) in &tokens {
        assert_eq!(span.source, 7);
        let may_be_empty = matches!(token, Token::Glue | Token::Open | Token::Close);
        assert!(
            span.start as usize >= last && (span.start < span.end || may_be_empty),
            "{span:?} in {text:?}"
        );
        assert!(text.get(span.range()).is_some(), "{span:?} in {text:?}");
        last = span.end as usize;
        covered[span.range()].fill(true);
    }
    let mut comment = false;
    for (at, c) in text.char_indices() {
        comment &= !matches!(c, '\n' | '\r');
        if !covered[at] {
            comment |= c == '#';
            assert!(
                comment || c.is_whitespace() || (at == 0 && c == '\u{feff}'),
                "{c:?} at {at} is under no token in {text:?}"
            );
        }
    }

    let parsed = parse(7, text, &Words);
    inside(text, &parsed.statements);
    let places: Vec<Span> = parsed.diagnostics.iter().map(|d| d.span).collect();
    assert!(places.is_sorted_by_key(|span| span.start), "{places:?}");
    for diagnostic in &parsed.diagnostics {
        let notes = diagnostic.notes.iter().map(|(span, _)| span);
        for span in notes.chain([&diagnostic.span]) {
            assert!(text.get(span.range()).is_some(), "{span:?} in {text:?}");
        }
    }
    let _ = unfinished(text, &Words);
}

fn inside(text: &str, statements: &[Statement]) {
    let mut last = 0;
    for statement in statements {
        assert!(statement.span.start >= last && statement.head.start == statement.span.start);
        last = statement.head.end;
        for argument in &statement.arguments {
            assert!(argument.span.start >= last && text.get(argument.span.range()).is_some());
            last = argument.span.end;
        }
        assert_eq!(statement.span.end, last);
        if let Some(block) = &statement.block {
            assert!(
                block
                    .statements
                    .iter()
                    .all(|s| s.span.start >= last && s.block.is_none())
            );
            inside(text, &block.statements);
            assert!(block.end.start >= block.statements.last().map_or(last, |s| s.span.end));
            last = block.end.end;
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_read_in_order(text in any::<String>()) {
        holds(&text);
    }

    #[test]
    fn any_scriptlike_text_is_read_in_order(text in scriptlike()) {
        holds(&text);
    }

    /// An error in one line does not affect the others.
    #[test]
    fn good_lines_survive_bad_ones(junk in "[@$%{}=\"*0-9a-z .]{0,20}") {
        let text = format!("time 1\nx {junk}\ngo 2");
        let heads: Vec<&str> = parse(0, &text, &Words).statements.iter().map(|s| &text[s.head.range()]).collect();
        prop_assert_eq!(heads, ["time", "x", "go"]);
    }
}
