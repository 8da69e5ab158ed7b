//! Operator precedence, shown by fully parenthesised trees.

use super::Words;
use crate::parser::parse;
use crate::syntax::{ArgumentKind, Clause, Expression, ExpressionKind, Piece};
use crate::value::{Prefix, show};

/// Returns the tree of an expression as fully parenthesised text.
fn tree(text: &str, expression: &Expression) -> String {
    let of = |e: &Expression| tree(text, e);
    let all = |list: &[Expression], gap: &str| list.iter().map(of).collect::<Vec<_>>().join(gap);
    match &expression.kind {
        ExpressionKind::Known(datum) => show(datum),
        ExpressionKind::Name | ExpressionKind::Factor(_) => {
            text[expression.span.range()].to_owned()
        }
        ExpressionKind::Spelled(pieces) => {
            let piece = |piece: &Piece| match piece {
                Piece::Plain(span) => text[span.range()].to_owned(),
                Piece::Computed(inner) => format!("{{{}}}", of(inner)),
            };
            pieces.iter().map(piece).collect()
        }
        ExpressionKind::List(elements) => format!("[{}]", all(elements, " ")),
        ExpressionKind::Prefix(Prefix::Minus, e) => format!("(-{})", of(e)),
        ExpressionKind::Prefix(Prefix::Not, e) => format!("(not {})", of(e)),
        ExpressionKind::Binary(operator, both) => {
            let [a, b] = &**both;
            format!("({} {} {})", of(a), operator.symbol(), of(b))
        }
        ExpressionKind::Call {
            function,
            arguments,
            named,
        } => {
            let named = named
                .iter()
                .map(|(name, value)| (&text[name.range()], of(value)));
            let named: String = named
                .map(|(name, value)| format!("; {name}={value}"))
                .collect();
            format!(
                "{}({}{named})",
                &text[function.range()],
                all(arguments, ", ")
            )
        }
        ExpressionKind::SpelledCall(call) => {
            let pieces = ExpressionKind::Spelled(call.function.clone());
            let function = Expression {
                kind: pieces,
                span: call.span,
            };
            format!("{}({})", of(&function), all(&call.arguments, ", "))
        }
        // Only the definition of a function makes them.
        ExpressionKind::Slot(_) | ExpressionKind::Builtin(..) | ExpressionKind::Composed(_) => {
            unreachable!()
        }
        ExpressionKind::Text(pieces) => {
            let piece = |piece: &Piece| match piece {
                Piece::Plain(span) => text[span.range()].to_owned(),
                Piece::Computed(inner) => format!("{{{}}}", of(inner)),
            };
            format!("\"{}\"", pieces.iter().map(piece).collect::<String>())
        }
        ExpressionKind::Formatted(inner, format) => {
            format!("{}{}", of(inner), &text[format.range()])
        }
        ExpressionKind::Record(fields) => {
            let field = |(name, value): &(crate::source::Span, Expression)| {
                format!("{}: {}", &text[name.range()], of(value))
            };
            format!(
                "{{{}}}",
                fields.iter().map(field).collect::<Vec<_>>().join(", ")
            )
        }
        ExpressionKind::Comprehension(inner) => {
            let clauses = inner.clauses.iter().map(|clause| match clause {
                Clause::For(name, items) => {
                    format!(" for {} in {}", &text[name.range()], of(items))
                }
                Clause::If(condition) => format!(" if {}", of(condition)),
            });
            format!("[{}{}]", of(&inner.value), clauses.collect::<String>())
        }
        ExpressionKind::Index(both) => {
            let [a, b] = &**both;
            format!("{}[{}]", of(a), of(b))
        }
        ExpressionKind::Member(e, field) => format!("{}.{}", of(e), &text[field.range()]),
        ExpressionKind::Convert(e, unit) => format!("({} to {})", of(e), &text[unit.range()]),
        ExpressionKind::Range(ends, step) => {
            let [a, b] = &**ends;
            let step = step
                .as_ref()
                .map_or(String::new(), |s| format!(" by {}", of(s)));
            format!("{}..{}{step}", of(a), of(b))
        }
    }
}

/// Returns the tree of the value in `let`, or the code of the report.
#[track_caller]
fn read(expression: &str) -> String {
    let text = format!("let x = {expression}");
    let parsed = parse(0, &text, &Words);
    if let Some(report) = parsed.diagnostics.first() {
        return report.code.to_owned();
    }
    match &parsed.statements[0].arguments[1].kind {
        ArgumentKind::Computed(expression) => tree(&text, expression),
        other => panic!("{other:?} in {text}"),
    }
}

#[test]
fn operators_bind_as_in_the_table() {
    for (written, meant) in [
        ("a + b * c", "(a + (b * c))"),
        ("a - b - c", "((a - b) - c)"),
        ("a / b / c", "((a / b) / c)"),
        ("a * b / c", "((a * b) / c)"),
        ("a ^ b ^ c", "(a ^ (b ^ c))"),
        ("-a ^ 2", "(-(a ^ 2))"),
        ("2 ^ -a", "(2 ^ (-a))"),
        ("-a * b", "((-a) * b)"),
        ("a * -b", "(a * (-b))"),
        ("a - -b", "(a - (-b))"),
        ("a-1", "(a - 1)"),
        ("- - a", "(-(-a))"),
        ("a + b < c * d", "((a + b) < (c * d))"),
        ("a < b == c", "((a < b) == c)"),
        ("not a == b", "(not (a == b))"),
        ("not not a", "(not (not a))"),
        ("not a and b", "((not a) and b)"),
        ("a or b and c", "(a or (b and c))"),
        ("a and b or c and d", "((a and b) or (c and d))"),
        ("a + b to mm", "((a + b) to mm)"),
        ("a or b to mm", "((a or b) to mm)"),
        ("a / b to cm/s", "((a / b) to cm/s)"),
        ("(a + b) * c", "((a + b) * c)"),
        ("v[1] ^ 2", "(v[1] ^ 2)"),
        ("-v[1]", "(-v[1])"),
        ("v[i + 1][0]", "v[(i + 1)][0]"),
        ("f(a)[1].x", "f(a)[1].x"),
        ("(a + b).x.y", "(a + b).x.y"),
        ("[a b].x", "[a b].x"),
        ("f(a, b + 1, [c d])", "f(a, (b + 1), [c d])"),
        ("f()", "f()"),
        ("list(0..4)", "list(0..4)"),
        ("a..b + 1 by c * 2", "a..(b + 1) by (c * 2)"),
        ("0..10", "0..10"),
        ("0.5..1.5 by .25", "0.5..1.5 by 0.25"),
    ] {
        assert_eq!(read(written), meant, "{written}");
    }
}

#[test]
fn elements_of_a_list_end_at_blanks() {
    for (written, meant) in [
        ("[]", "[]"),
        ("[1 2 3]", "[1 2 3]"),
        ("[1 -2 -a]", "[1 (-2) (-a)]"),
        ("[-1 (a - 1) v[0] -v[1]]", "[(-1) (a - 1) v[0] (-v[1])]"),
        ("[ [1 2] [a [b]] ]", "[[1 2] [a [b]]]"),
        ("[f(a, b) \"t\" true]", "[f(a, b) t true]"),
        ("[{1 + a} b]", "[(1 + a) b]"),
        ("[a + b]", "E013"),
        ("[a, b]", "E013"),
        ("[a-1]", "E013"),
    ] {
        assert_eq!(read(written), meant, "{written}");
    }
}

#[test]
fn records_texts_and_comprehensions() {
    for (written, meant) in [
        (
            "{hip: 30deg, knee: a + 1}",
            "{hip: 0.523599 rad, knee: (a + 1)}",
        ),
        ("({a: {b: 1}}).a.b", "{a: {b: 1}}.a.b"),
        ("[{a: 1} {a: 2}][0].a", "[{a: 1} {a: 2}][0].a"),
        ("f(a, t=1 + 2)", "f(a; t=(1 + 2))"),
        ("a[1..3]", "a[1..3]"),
        ("\"leg {i + 1}\"", "\"leg {(i + 1)}\""),
        ("\"{x:.2f} {y to mm:5.1f}\"", "\"{x:.2f} {(y to mm):5.1f}\""),
        ("\"a \\{b\"", "\"a \\{b\""),
        (
            "[x^2 - 1 for x in a if x > 0]",
            "[((x ^ 2) - 1) for x in a if (x > 0)]",
        ),
        (
            "[x * y for x in 0..3 for y in b]",
            "[(x * y) for x in 0..3 for y in b]",
        ),
        ("[[i j] for i in a]", "[[i j] for i in a]"),
        ("f(t=1, a)", "E013"),
        ("{a: 1, b}", "E013"),
        ("{a: }", "E013"),
        ("[x for x]", "E013"),
        ("[x for x in ]", "E013"),
        ("\"{1 + }\"", "E013"),
        ("\"{a\"", "E013"),
        ("(a: 1)", "E013"),
    ] {
        assert_eq!(read(written), meant, "{written}");
    }
}

#[test]
fn names_have_pieces_and_members() {
    for (written, meant) in [
        ("abdomen.vel.x", "abdomen.vel.x"),
        ("leg_{s}4.load", "leg_{s}4.load"),
        ("{s}_0.q", "{s}_0.q"),
        ("{s}_0.touches(a, {b}.c)", "{s}_0.touches(a, {b}.c)"),
        ("leg_{s}.touches(a)..3", "leg_{s}.touches(a)..3"),
        ("leg{i}", "leg{i}"),
        ("leg_{i + 1}..3", "leg_{(i + 1)}..3"),
        ("{a + b}", "(a + b)"),
        ("tomato", "tomato"),
        ("android or nothing", "(android or nothing)"),
        ("étoile.z", "étoile.z"),
    ] {
        assert_eq!(read(written), meant, "{written}");
    }
}

#[test]
fn numbers_have_units_and_a_slash_may_divide() {
    for (written, meant) in [
        ("5mm", "0.005 m"),
        ("1g/cm3", "1000 kg/m3"),
        ("9.8m/s2", "9.8 m/s2"),
        ("4mm/n", "(0.004 m / n)"),
        ("4mm/s", "0.004 m/s"),
        ("2mm*s", "(0.002 m * s)"),
        ("1e3", "1000"),
        ("1e-3m", "0.001 m"),
        ("90deg", "1.5708 rad"),
        ("3 mm", "E011"),
        ("5furlong", "E010"),
        ("1e999", "E003"),
        ("1.", "E013"),
    ] {
        assert_eq!(read(written), meant, "{written}");
    }
}

#[test]
fn what_is_not_complete_is_told() {
    for wrong in [
        "1 +", "* 2", "(1", "1)", "[1", "1]", "{1", "1}", "f(1,", "f(,)", "a b", "a (b)", "1 2",
        "not", "a to", "a to 3", "1..", "..1", "1..2..3", "1 by 2", "v[", "v[]", "a = b", "a & b",
        "!a", "a ? b", "{}", "{1 + }", "a.b[1", "1 == ", "and", "[0..2]", "(0..2)",
    ] {
        assert_eq!(read(wrong), "E013", "{wrong}");
    }
    assert_eq!(read("\"a"), "E004");
}

/// Deep nesting is an error before it overflows the stack: in a thread of 2 MiB, as tests and others have.
#[test]
fn nesting_is_bounded() {
    let worker = std::thread::Builder::new().stack_size(2 << 20);
    let run = || {
        for n in [10_000, 66, 33] {
            let nested = [
                format!("{}1{}", "(".repeat(n), ")".repeat(n)),
                format!("{}1{}", "[".repeat(n), "]".repeat(n)),
                format!("{}1{}", "{".repeat(n), "}".repeat(n)),
                format!("{}1{}", "f(".repeat(n), ")".repeat(n)),
                format!("a{}1{}", "[b".repeat(n), "]".repeat(n)),
                format!("{}1{}", "([".repeat(n), "])".repeat(n)),
                "(".repeat(n),
            ];
            for text in nested {
                assert_eq!(read(&text), "E013", "{n} deep");
            }
        }
        for n in [10_000, 66] {
            for text in [
                format!("{}1", "-".repeat(n)),
                format!("{}a", "not ".repeat(n)),
                format!("1{}", "^2".repeat(n)),
                format!("1{}", "^-2".repeat(n)),
                format!("[{}1]", "-".repeat(n)),
            ] {
                assert_eq!(read(&text), "E013", "{n} signs");
            }
        }
        // The deepest allowed nesting.
        assert_eq!(read(&format!("{}1{}", "(".repeat(31), ")".repeat(31))), "1");
        assert!(read(&format!("{}1{}", "[".repeat(31), "]".repeat(31))).starts_with("[[["));
        assert!(read(&format!("{}1{}", "{".repeat(30), "}".repeat(30))).starts_with('1'));
        assert!(read(&format!("{}a", "not ".repeat(63))).starts_with("(not (not"));
        let both = format!("{}a{}", "-(".repeat(31), ")".repeat(31));
        assert!(read(&both).starts_with("(-(-"));
        for chain in [" + 1", " and a", "[0]", " < 2", ".x.y[0]", " - -1 * 2"] {
            assert_eq!(read(&format!("a{}", chain.repeat(5000))), "E013", "{chain}");
        }
        for chain in [" + 1", " and a", "[0]", " < 2"] {
            assert_eq!(read(&format!("a{}", chain.repeat(201))), "E013", "{chain}");
            let long = read(&format!("a{}", chain.repeat(200)));
            assert_ne!(long, "E013", "{chain}");
        }
        let inside = format!("{}1{}", "1 + (".repeat(31), ")".repeat(31));
        assert!(read(&inside).starts_with("(1 + (1 + "));
        let many = format!("[{}]", "(a + b) ".repeat(600));
        assert!(read(&many).starts_with("[(a + b) (a + b)"));
        let many = format!("max({}a + b)", "a + b, ".repeat(600));
        assert!(read(&many).starts_with("max((a + b), (a + b)"));
    };
    worker.spawn(run).unwrap().join().unwrap();
}
