//! Tests of the table of functions, and of each function in a call.

mod values;

use super::*;
use crate::dimension::Dimension;
use crate::value::tests::{length, list, plain};
use crate::value::{range, show};

fn value(name: &str, data: &[Datum]) -> Datum {
    call(name, data).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn told(name: &str, data: &[Datum]) -> String {
    call(name, data).unwrap_err().message
}

fn numbers<const N: usize>(numbers: [f64; N]) -> Datum {
    list(numbers.map(plain))
}

#[test]
fn the_table_is_in_order_and_complete() {
    assert!(FUNCTIONS.is_sorted_by(|a, b| a.name < b.name));
    assert!(CONSTANTS.is_sorted_by(|a, b| a.name < b.name));
    for function in FUNCTIONS {
        let call = function.example.strip_prefix(function.name);
        assert!(call.is_some_and(|call| call.starts_with('(') && call.ends_with(')')));
        assert!(function.summary.ends_with('.') && !function.result.is_empty());
        assert!(Function::by_name(function.name).is_some_and(|found| found.name == function.name));
    }
    let arity = |name| Function::by_name(name).unwrap().arity;
    assert_eq!(arity("abs"), (1, 1));
    assert_eq!(arity("clamp"), (3, 3));
    assert_eq!(arity("max"), (1, usize::MAX));
}

/// Calls each function with the arguments of its example, made by hand.
#[test]
fn the_examples_give_what_they_say() {
    let mm = |value: f64| length(value / 1000.0);
    let half_turn = Dimension::ANGLE;
    for function in FUNCTIONS {
        let arguments = match function.name {
            "abs" | "sign" => vec![mm(-2.0)],
            "acos" => vec![plain(0.0)],
            "asin" | "atan" | "exp" | "ln" | "normal" | "random" => vec![plain(1.0)],
            "atan2" => vec![mm(1.0), mm(1.0)],
            "cbrt" => vec![Datum::number(27.0, Dimension::VOLUME)],
            "ceil" => vec![plain(1.2)],
            "choose" => vec![Datum::Flag(true), plain(10.0), plain(20.0)],
            "clamp" => vec![plain(5.0), plain(0.0), plain(1.0)],
            "cos" => vec![Datum::number(60f64.to_radians(), half_turn)],
            "cross" => vec![numbers([1.0, 0.0, 0.0]), numbers([0.0, 1.0, 0.0])],
            "dot" => vec![numbers([1.0, 2.0, 3.0]), numbers([4.0, 5.0, 6.0])],
            "floor" => vec![plain(1.8)],
            "hypot" => vec![mm(3.0), mm(4.0)],
            "len" => vec![numbers([5.0, 6.0, 7.0])],
            "lerp" => vec![plain(10.0), plain(20.0), plain(0.25)],
            "list" => vec![Datum::Range(range(&plain(0.0), &plain(4.0), None).unwrap())],
            "log10" => vec![plain(1000.0)],
            "max" => vec![plain(1.0), plain(3.0), plain(2.0)],
            "min" => vec![list([mm(4.0), mm(2.0), mm(3.0)])],
            "mod" => vec![plain(-1.0), plain(3.0)],
            "norm" => vec![list([mm(2.0), mm(3.0), mm(6.0)])],
            "round" => vec![plain(2.5)],
            "sin" => vec![Datum::number(30f64.to_radians(), half_turn)],
            "sqrt" => vec![Datum::number(9.0, Dimension::AREA)],
            "sum" => vec![numbers([1.0, 2.0, 3.0])],
            "tan" => vec![Datum::number(45f64.to_radians(), half_turn)],
            "text" => vec![mm(2.0)],
            "unit" => vec![list([plain(0.0), mm(3.0), mm(4.0)])],
            other => panic!("no arguments for the example of `{other}`"),
        };
        let found = show(&value(function.name, &arguments));
        assert_eq!(found, function.result, "{}", function.example);
    }
}

#[test]
fn calls_are_told_what_is_wrong_with_them() {
    let error = call("sqrt", &[plain(1.0), plain(2.0)]).unwrap_err();
    assert_eq!(error.message, "`sqrt` needs 1 argument, found 2");
    assert_eq!(error.help.as_deref(), Some("usage: sqrt(x)"));
    assert_eq!(told("max", &[]), "`max` needs at least 1 argument, found 0");
    assert_eq!(told("clamp", &[]), "`clamp` needs 3 arguments, found 0");
    let helped = |name| call(name, &[]).unwrap_err().help.unwrap_or_default();
    assert_eq!(told("clmap", &[]), "there is no function `clmap`");
    assert_eq!(helped("clmap"), "did you mean `clamp`?");
    assert_eq!(helped("pi"), "`pi` is a number: write it alone");
    assert!(helped("frobnicate").starts_with("the functions are abs, acos, "));
}
