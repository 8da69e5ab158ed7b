//! Values as texts: shown, and inserted in words.

use super::{length, list, mass, plain, text};
use crate::dimension::Dimension;
use crate::value::{Datum, convert, range, show, spell};

#[test]
fn numbers_are_shown_by_six_digits_with_their_unit() {
    for (datum, shown) in [
        (
            Datum::number(0.000416666667, Dimension::TIME),
            "0.000416667 s",
        ),
        (Datum::number(9.8, Dimension::ACCELERATION), "9.8 m/s2"),
        (plain(1000.0), "1000"),
        (plain(1e12), "1e12"),
        (plain(999_999.7), "1000000"),
        (plain(999_999_999.9), "1e9"),
        (plain(9.999_999_9e-6), "0.00001"),
        (plain(0.1 + 0.2), "0.3"),
        (length(-0.0), "0 m"),
        (length(-1.5e-9), "-1.5e-9 m"),
        (plain(123_456_789.0), "123456789"),
        (plain(f64::MAX), "1.79769e308"),
        (Datum::Flag(true), "true"),
        (text("a b"), "a b"),
    ] {
        assert_eq!(show(&datum), shown);
    }
}

#[test]
fn lists_show_their_common_unit_once() {
    let lengths = list([length(0.001), length(0.0025)]);
    assert_eq!(show(&lengths), "[0.001 0.0025] m");
    let in_mm = convert(lengths.clone(), "mm").unwrap();
    assert_eq!(show(&in_mm), "[1 2.5] mm");
    assert_eq!(show(&list([in_mm.clone(), in_mm])), "[[1 2.5] [1 2.5]] mm");
    assert_eq!(
        show(&list([length(1.0), mass(2.0), plain(3.0)])),
        "[1m 2kg 3]"
    );
    assert_eq!(show(&list([text("l"), Datum::Flag(true)])), "[\"l\" true]");
    assert_eq!(show(&list([])), "[]");
    assert_eq!(show(&list([plain(1.0), plain(2.0)])), "[1 2]");
    let long = show(&Datum::list(vec![plain(1.0); 100_000]).unwrap());
    assert!(
        long.len() < 10_100 && long.ends_with(" 1 ... 95000 more]"),
        "{long}"
    );
}

#[test]
fn ranges_show_their_ends() {
    let of = |to: f64| show(&Datum::Range(range(&plain(0.0), &plain(to), None).unwrap()));
    assert_eq!(of(6.0), "range of 6 from 0 to 5");
    assert_eq!(of(1.0), "range of 1: 0");
    assert_eq!(of(0.0), "empty range");
}

#[test]
fn values_are_spelled_as_a_script_writes_them() {
    let per_mass = Dimension {
        mass: -1,
        length: -2,
        ..Dimension::NONE
    };
    for (datum, spelled) in [
        (length(0.003), "0.003m"),
        (plain(3.0), "3"),
        (plain(-0.5), "-0.5"),
        (plain(0.1 + 0.2), "0.30000000000000004"),
        (plain(1e16), "1e16"),
        (length(1.5e-7), "1.5e-7m"),
        (Datum::number(2.0, Dimension::ANGULAR_DAMPING), "2N*m*s/rad"),
        (Datum::number(2.0, per_mass), "2kg^-1/m2"),
        (Datum::Flag(false), "false"),
        (text("leg"), "leg"),
    ] {
        assert_eq!(spell(&datum).unwrap(), spelled);
    }
    let error = spell(&list([])).unwrap_err();
    assert_eq!(error.message, "a list of 0 cannot be inserted in a word");
}
