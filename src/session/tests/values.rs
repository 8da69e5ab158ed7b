//! Values: functions, forms, arguments.

use super::{BUG, prints};
use crate::lang::value::functions::FUNCTIONS;

#[test]
fn every_function_gives_what_its_example_says() {
    assert!(FUNCTIONS.len() > 30);
    for function in FUNCTIONS {
        let printed = prints(&format!("print {{{}}}", function.example));
        assert_eq!(printed, [function.result], "{}", function.example);
        let printed = prints(&format!("let x = {}\nprint {{x}}", function.example));
        assert_eq!(printed, [function.result], "{}", function.example);
    }
}

#[test]
fn expressions_are_evaluated() {
    for (expression, shown) in [
        ("1 + 2 * 3", "7"),
        ("-2 ^ 2", "-4"),
        ("2 ^ 3 ^ 2", "512"),
        ("5mm + 1cm to mm", "15 mm"),
        ("10 / 4", "2.5"),
        ("[1 2 3] + [1 1 1]", "[2 3 4]"),
        ("2 * [1mm 2mm] to mm", "[2 4] mm"),
        ("[1 2 3].y", "2"),
        ("[[1 2] [3 4]][1][0]", "3"),
        ("\"a\" == \"a\" and not (1 > 2)", "true"),
        ("true or 1/0 > 1", "true"),
        ("false and 1/0 > 1", "false"),
        ("pi > 3 and tau > 6", "true"),
        ("\"leg\"", "leg"),
        ("len(0..4)", "4"),
    ] {
        assert_eq!(
            prints(&format!("print {{{expression}}}")),
            [shown],
            "{expression}"
        );
    }
}

#[test]
fn conditions_choose_one_branch() {
    let script = |x: i32| {
        format!(
            "let x = {x}\nif x > 5\n  print a\nelse if x > 2\n  print b\nelse if x > 0\n  print c\nelse\n  print d\nend"
        )
    };
    for (x, printed) in [(9, "a"), (3, "b"), (1, "c"), (-1, "d")] {
        assert_eq!(prints(&script(x)), [printed]);
    }
}

#[test]
fn loops_go_through_ranges_lists_and_words() {
    for (items, printed) in [
        ("0..3", "012"),
        ("3..3", ""),
        ("0..1 by 0.25", "00.250.50.75"),
        ("3..0 by -1", "321"),
        ("l r", "lr"),
        ("\"a b\" c", "a bc"),
        ("{[1 2]}", "12"),
        ("[1 2] [3 4]", "[1 2][3 4]"),
        ("{1..3}", "12"),
    ] {
        let script = format!(
            "let all = \"\"\nfor i in {items}\n  let all = all + text(i)\nend\nprint {{all}}"
        );
        assert_eq!(prints(&script).concat(), printed, "{items}");
    }
    assert_eq!(
        prints("let legs = [\"a\" \"b\"]\nfor leg in legs\n  print {leg}\nend"),
        ["a", "b"]
    );
    assert_eq!(
        prints("let n = 0\nwhile n < 3\n  let n = n + 1\nend\nrepeat n\n  print x\nend"),
        ["x", "x", "x"]
    );
}

#[test]
fn arguments_are_computed_spelled_and_named() {
    let script = format!(
        "{BUG}let s = \"l\"\nlet i = 2\njoint leg_{{s}} b {{i/10}}\njoint leg_r b=0.3\nprint {{leg_l.b}} {{leg_r.b}} {{leg_{{s}}.b + 1}}\n\
         joint leg_* b 0.5\nprint {{leg_l.b}} {{leg_r.b}}\njoint * b 0.6\nprint {{leg_l.b}} {{leg_r.b}}"
    );
    assert!(prints(&script.replace(" b=0.3", " b value=0.3")).len() == 3);
}

#[test]
fn a_list_fills_as_many_places_as_it_has() {
    for line in [
        "scale o {[1mm 2mm 3mm]}",
        "scale o [1mm 2mm 3mm]",
        "scale o 1mm [2mm 3mm]",
        "scale o [1mm [2mm]] {3mm}",
        "scale o {v}",
        "scale o {v[0]} {2*v[0]} {v.z}",
        "scale o z=3mm x=1mm y={2mm}",
        "scale object=o x=1mm y=2mm z=3mm",
    ] {
        let script = format!(
            "let v = [1mm 2mm 3mm]\naddcorpus c\nget o from unit_cube\n{line}\naddbody o o 0 0 1 rotary 1g/cm3\nsetroot o\ncorpusinit\nprint {{c.mass to mg}}"
        );
        assert_eq!(prints(&script), ["6 mg"], "{line}");
    }
}

#[test]
fn text_is_printed_as_it_stands() {
    for (line, printed) in [
        ("print a  b {1 + 1}c # not this", "a  b 2c"),
        ("print \"leg #1\"", "leg #1"),
        ("print \"a\" and \"b\"", "\"a\" and \"b\""),
        ("print", ""),
        ("print {\"a\"}{2}", "a2"),
        ("print 5 % of } it", "5 % of } it"),
    ] {
        assert_eq!(prints(line), [printed], "{line}");
    }
}

#[test]
fn a_direction_may_be_of_any_length() {
    for length in ["1e300", "1", "1e-300"] {
        let script = format!("gravdirection {length} 0 {length}\ngravdirection");
        assert_eq!(
            prints(&script),
            ["gravdirection is 0.707107 0 0.707107"],
            "{length}"
        );
    }
    let level = "gravdirection {cos(90deg)} 0 -1\ngravdirection";
    assert_eq!(prints(level), ["gravdirection is 0 0 -1"]);
}
