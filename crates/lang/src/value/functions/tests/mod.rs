//! Tests of the table of functions, and of each function in a call.

mod values;

use super::*;
use crate::value::tests::{list, plain};

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
