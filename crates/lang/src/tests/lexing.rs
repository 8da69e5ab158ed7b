//! The form of each line: arguments, expressions without braces, braces, text.

use super::{Words, outline};
use crate::lexer::lex;
use crate::parser::parse;

/// Returns the tokens of a text, each with its source text.
fn tokens(text: &str) -> String {
    let tokens = lex(0, text, &Words);
    let one = |(token, span): &(_, crate::source::Span)| {
        let name = format!("{token:?}");
        let name = name.split(['(', ' ']).next().unwrap_or_default().to_owned();
        format!("{name}<{}>", &text[span.range()])
    };
    tokens.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn reads(text: &str) -> String {
    let parsed = parse(0, text, &Words);
    assert_eq!(parsed.diagnostics, [], "{text}");
    outline(text, &parsed.statements).trim_end().to_owned()
}

#[test]
fn arguments_may_be_computed_and_spelled() {
    for (text, meant) in [
        ("x {a + 1}", "x <{a + 1}:c>"),
        ("x leg_{s}0", "x <leg_{s}0:s>"),
        ("x {s}0 {s}mm {s}.z", "x <{s}0:s> <{s}mm:s> <{s}.z:s>"),
        ("x *{1/3} a{b}c{d}", "x <*{1/3}:s> <a{b}c{d}:s>"),
        ("x {\"a}b\"}", "x <{\"a}b\"}:c>"),
        ("x { a } b", "x <{ a }:c> <b:w>"),
        ("x {[1 2]} {v[1]}", "x <{[1 2]}:c> <{v[1]}:c>"),
        ("x {leg_{s}.z}", "x <{leg_{s}.z}:c>"),
    ] {
        assert_eq!(reads(text), meant, "{text}");
    }
}

#[test]
fn lists_and_names_of_arguments() {
    for (text, meant) in [
        ("x [1 2 3]", "x <[1 2 3]:l>"),
        ("x [ a [b {c}] ] d", "x <[ a [b {c}] ]:l> <d:w>"),
        ("x []", "x <[]:l>"),
        ("x axis=[0 0 1] y", "x <axis=[0 0 1]:n> <y:w>"),
        (
            "x a=1mm b=\"c d\" e={f}",
            "x <a=1mm:n> <b=\"c d\":n> <e={f}:n>",
        ),
        ("x a=b{c}", "x <a=b{c}:n>"),
    ] {
        assert_eq!(reads(text), meant, "{text}");
    }
}

#[test]
fn forms_have_bare_expressions() {
    for (text, meant) in [
        ("let a = b + 1 # c", "let <a:w> <b + 1:c>"),
        ("let a=\"b # c\" + d", "let <a:w> <\"b # c\" + d:c>"),
        ("let a = leg_{s}.z", "let <a:w> <leg_{s}.z:c>"),
        ("if a and not b\nend", "if <a and not b:c> {\n  } end"),
        ("for i in 0..6\nend", "for <i:w> <0..6:c> {\n  } end"),
        (
            "for i in a..b by 2\nend",
            "for <i:w> <a..b by 2:c> {\n  } end",
        ),
        ("for s in l r\nend", "for <s:w> <l:w> <r:w> {\n  } end"),
        ("for s in legs\nend", "for <s:w> <legs:c> {\n  } end"),
        (
            "for s in 1mm \"b c\" {d}\nend",
            "for <s:w> <1mm:n1 of mm> <\"b c\":q> <{d}:c> {\n  } end",
        ),
        (
            "for s in [1 2] ../x\nend",
            "for <s:w> <[1 2]:l> <../x:w> {\n  } end",
        ),
        (
            "expect a > 1 \"why not\"",
            "expect <a > 1:c> <\"why not\":q>",
        ),
        ("expect a == \"b\"", "expect <a == \"b\":c>"),
        (
            "expect a == \"b\" \"c\" # d",
            "expect <a == \"b\":c> <\"c\":q>",
        ),
    ] {
        assert_eq!(reads(text), meant, "{text}");
    }
}

#[test]
fn printed_text_goes_to_the_end_of_its_line() {
    for (text, meant) in [
        ("print", "print"),
        ("print a  b ! \"c\"", "print <a  b ! \"c\":t>"),
        ("print a {b} c # d", "print <a {b} c:t>"),
        ("print {a}{b}", "print <{a}{b}:s>"),
        ("print {a}", "print <{a}:c>"),
        ("print leg #1", "print <leg:t>"),
        ("print \"leg #1\" is", "print <\"leg #1\" is:t>"),
        ("print a#b", "print <a#b:t>"),
        ("print } ]", "print <} ]:t>"),
        (
            "print it's 5 % [of] (all) = 1",
            "print <it's 5 % [of] (all) = 1:t>",
        ),
    ] {
        assert_eq!(reads(text), meant, "{text}");
    }
}

#[test]
fn tokens_lie_where_they_should() {
    assert_eq!(
        tokens("let a = 2*b"),
        "Word<let> Word<a> Sign<=> Open<> Number<2> Symbol<*> Name<b> Close<>"
    );
    assert_eq!(
        tokens("else if a\nelse iffy\nelse"),
        "Word<else> Word<if> Open<> Name<a> Close<> LineEnd<\n> Word<else> Word<iffy> LineEnd<\n> Word<else>"
    );
    assert_eq!(
        tokens("x a{b}1"),
        "Word<x> Word<a> Glue<> Open<{> Name<b> Close<}> Glue<> Number<1>"
    );
    assert_eq!(
        tokens("print a {b} # c"),
        "Word<print> Text<a > Glue<> Open<{> Name<b> Close<}>"
    );
    assert_eq!(
        tokens("x n=[1]"),
        "Word<x> Named<n=> OpenList<[> Number<1> CloseList<]>"
    );
}

#[test]
fn the_text_of_a_command_within_a_line_is_read_as_at_its_start() {
    for (text, meant) in [
        (
            "timer 1 print it's {a} b  # c",
            "timer <1:n1> <print:w> <it's {a} b:t>",
        ),
        (
            "timer {a}s print \"a {b} # c\"",
            "timer <{a}s:s> <print:w> <\"a {b} # c\":t>",
        ),
        (
            "timer a{b} timer 2 print c%",
            "timer <a{b}:s> <timer:w> <2:n2> <print:w> <c%:t>",
        ),
        ("timer [a print] print", "timer <[a print]:l> <print:w>"),
        ("timer print x [a]", "timer <print:w> <x:w> <[a]:l>"),
        (
            "timer 1 x print [a]",
            "timer <1:n1> <x:w> <print:w> <[a]:l>",
        ),
        ("timer 1 ! print {a", "timer <1:n1> <print {a:m>"),
    ] {
        assert_eq!(reads(text), meant, "{text}");
    }
}

#[test]
fn what_is_refused_is_told_once() {
    for (text, code, found) in [
        ("x {a", "E013", "{"),
        ("x [1 2", "E013", "["),
        ("x 1]", "E013", "]"),
        ("x 1}", "E013", "}"),
        ("x {(a}", "E013", "("),
        ("x (1 + 2)", "E001", "("),
        ("x 1+2", "E002", "1+2"),
        ("x a = 1", "E001", "="),
        ("x a=", "E017", "a="),
        ("x a= 1", "E017", "a="),
        ("x \"a\"{b}", "E005", "{b}"),
        ("x [1][2]", "E005", "[2]"),
        ("x [1, 2, 3]", "E001", ","),
        ("if(a > 1)\nend", "E001", "("),
        ("let", "", ""),
        ("let a", "E017", ""),
        ("let a 5", "E017", "5"),
        ("let a == 5", "E017", "=="),
        ("let 5 = a", "E017", "5"),
        ("let = a", "E017", "="),
        ("let a.b", "E017", "a.b"),
        ("for i\nend", "E017", ""),
        ("for i = 0..3\nend", "E017", "="),
        ("for in 0..3\nend", "E017", "in 0..3"),
        ("for i in 0..3 {\nend", "E013", "{"),
        ("print {a", "E013", "{"),
        ("print {a +}", "E013", "}"),
    ] {
        let parsed = parse(0, text, &Words);
        let told: Vec<_> = parsed
            .diagnostics
            .iter()
            .map(|d| (d.code, &text[d.span.range()]))
            .collect();
        let expected: &[_] = if code.is_empty() {
            &[]
        } else {
            &[(code, found)]
        };
        assert_eq!(told, expected, "{text}");
    }
}
