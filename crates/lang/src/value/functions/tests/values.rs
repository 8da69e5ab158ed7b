//! Results and errors of the functions.

use super::{numbers, told, value};
use crate::dimension::Dimension;
use crate::value::tests::{angle, length, list, mass, plain, text, time};
use crate::value::{Datum, Operator, binary, convert, range, show};

#[test]
fn what_has_no_value_is_told_from_what() {
    for (name, data, message) in [
        (
            "sqrt",
            vec![plain(-1.0)],
            "`sqrt(-1)` has no value: a negative number has no square root",
        ),
        (
            "sqrt",
            vec![length(1.0)],
            "`sqrt` needs a number or a quantity whose units are squares, found a length (m)",
        ),
        (
            "asin",
            vec![plain(2.0)],
            "`asin(2)` has no value: the number must be from -1 to 1",
        ),
        (
            "ln",
            vec![plain(0.0)],
            "`ln(0)` has no value: only positive numbers have a logarithm",
        ),
        (
            "exp",
            vec![plain(1000.0)],
            "`exp(1000)` is too large: the largest number is about 1.8e308",
        ),
        (
            "mod",
            vec![length(1.0), plain(0.0)],
            "`mod(1 m, 0)` has no value: the remainder of a division by zero is undefined",
        ),
        (
            "unit",
            vec![numbers([0.0, 0.0])],
            "`unit([0 0])` has no value: a zero vector has no direction",
        ),
        (
            "min",
            vec![list([])],
            "`min([])` has no value: the list is empty",
        ),
        (
            "clamp",
            vec![plain(1.0), plain(3.0), plain(2.0)],
            "`clamp(1, 3, 2)` has no value: the lower bound is above the upper one",
        ),
        (
            "norm",
            vec![numbers([1.5e308, 1.5e308])],
            "`norm([1.5e308 1.5e308])` is too large: the largest number is about 1.8e308",
        ),
        (
            "sin",
            vec![length(1.0)],
            "`sin` needs an angle (rad), found a length (m)",
        ),
        (
            "floor",
            vec![length(1.0)],
            "`floor` needs a number without a unit, found a length (m)",
        ),
        (
            "max",
            vec![length(1.0), mass(1.0)],
            "`max` needs quantities of one kind, found a length (m) and a mass (kg)",
        ),
        (
            "max",
            vec![list([length(1.0)]), length(1.0)],
            "`max` needs numbers, found a list of 1",
        ),
        (
            "dot",
            vec![numbers([1.0]), numbers([])],
            "`dot` needs lists of equal length, found 1 and 0 elements",
        ),
        (
            "cross",
            vec![numbers([1.0]), numbers([])],
            "`cross` needs two lists of three numbers, found 1 and 0 elements",
        ),
        (
            "sum",
            vec![list([text("a")])],
            "`sum` needs numbers or vectors in its list, found a text",
        ),
        (
            "len",
            vec![plain(3.0)],
            "`len` needs a list, a range or a text, found a number without a unit",
        ),
        (
            "choose",
            vec![plain(1.0), plain(1.0), plain(2.0)],
            "`choose` needs a flag (true or false), found a number without a unit",
        ),
        (
            "random",
            vec![time(1.0)],
            "`random` needs a number without a unit, found a time (s)",
        ),
    ] {
        assert_eq!(told(name, &data), message);
    }
}

#[test]
fn quantities_keep_their_kind() {
    assert_eq!(value("cbrt", &[plain(-8.0)]), plain(-2.0));
    assert_eq!(value("max", &[plain(0.0), length(-1.0)]), length(0.0));
    assert_eq!(
        value("clamp", &[length(2.0), plain(0.0), length(1.0)]),
        length(1.0)
    );
    assert_eq!(value("mod", &[length(-0.5), length(2.0)]), length(1.5));
    assert_eq!(value("mod", &[plain(5.0), plain(-3.0)]), plain(-1.0));
    assert_eq!(value("mod", &[plain(-1e-20), plain(1.0)]), plain(0.0));
    assert_eq!(value("sum", &[list([])]), plain(0.0));
    let rows = list([numbers([1.0, 2.0]), numbers([3.0, 4.0])]);
    assert_eq!(value("sum", &[rows]), numbers([4.0, 6.0]));
    let lever = list([plain(0.0), length(2.0), plain(0.0)]);
    let force = list([Datum::number(3.0, Dimension::FORCE), plain(0.0), plain(0.0)]);
    let torque = value("cross", &[lever, force]);
    assert_eq!(show(&torque), "[0 0 -6] N*m");
    let ends = [list([length(1.0)]), list([length(3.0)])];
    for (t, expected) in [(0.0, 1.0), (0.5, 2.0), (1.0, 3.0)] {
        let [a, b] = ends.clone();
        assert_eq!(value("lerp", &[a, b, plain(t)]), list([length(expected)]));
    }
    for scale in [2f64.powi(600), 2f64.powi(-600), 2f64.powi(-1074)] {
        let norm = value("norm", &[numbers([3.0 * scale, 4.0 * scale])]);
        assert_eq!(norm, plain(5.0 * scale));
    }
    assert_eq!(value("len", &[text("größe")]), plain(5.0));
    let shown = convert(time(0.25), "ms").unwrap();
    assert_eq!(show(&value("min", &[shown, time(1.0)])), "250 ms");
}

#[test]
fn angles_pass_as_numbers_and_back() {
    let sine = value("sin", &[plain(0.5)]);
    assert_eq!(sine, value("sin", &[angle(0.5)]));
    let back = value("asin", &[sine]);
    let difference = binary(Operator::Sub, &back, &plain(0.5)).unwrap();
    let size = value("abs", &[difference]);
    assert_eq!(
        binary(Operator::Lt, &size, &angle(1e-15)),
        Ok(Datum::Flag(true))
    );
    let back = value("atan2", &[plain(-0.0), length(-1.0)]);
    assert_eq!(show(&convert(back, "deg").unwrap()), "180 deg");
}

#[test]
fn long_ranges_are_no_lists() {
    let long = range(&plain(0.0), &plain(1e6 + 1.0), None).unwrap();
    assert_eq!(
        told("list", &[Datum::Range(long)]),
        "a list of 1000001 elements is too long: the limit is 1000000"
    );
}
