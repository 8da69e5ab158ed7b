//! The operators on numbers, and their errors.

use super::{angle, length, mass, plain, time};
use crate::dimension::Dimension;
use crate::value::{Datum, Operator, ValueError, binary, convert, show};
use Operator::{Add, Div, Eq, Gt, Lt, Mul, Pow, Sub};

pub(super) fn value(left: Datum, operator: Operator, right: Datum) -> Datum {
    binary(operator, &left, &right).unwrap_or_else(|error| panic!("{error}"))
}

pub(super) fn refused(left: Datum, operator: Operator, right: Datum) -> ValueError {
    binary(operator, &left, &right).unwrap_err()
}

#[test]
fn dimensions_are_carried_along() {
    assert_eq!(value(length(1.0), Add, length(2.0)), length(3.0));
    assert_eq!(
        value(length(6.0), Div, time(2.0)),
        Datum::number(3.0, Dimension::SPEED)
    );
    assert_eq!(value(length(6.0), Div, length(2.0)), plain(3.0));
    assert_eq!(
        value(length(3.0), Pow, plain(2.0)),
        Datum::number(9.0, Dimension::AREA)
    );
    assert_eq!(
        value(time(2.0), Pow, plain(-1.0)),
        Datum::number(0.5, Dimension::FREQUENCY)
    );
    assert_eq!(value(length(3.0), Pow, plain(0.0)), plain(1.0));
    assert_eq!(value(plain(2.0), Pow, plain(0.5)), plain(2f64.powf(0.5)));
    let shown = convert(length(2.0), "mm").unwrap();
    assert_eq!(show(&value(shown, Mul, plain(2.0))), "4 m");
}

#[test]
fn zero_meets_everything_and_numbers_meet_angles() {
    assert_eq!(value(plain(0.0), Sub, length(2.0)), length(-2.0));
    assert_eq!(value(length(2.0), Gt, plain(0.0)), Datum::Flag(true));
    assert_eq!(value(plain(1.0), Add, angle(2.0)), angle(3.0));
    assert_eq!(value(angle(1.0), Sub, plain(2.0)), angle(-1.0));
    assert_eq!(value(angle(1.0), Eq, plain(1.0)), Datum::Flag(true));
    let error = refused(length(0.0), Add, mass(1.0));
    assert_eq!(error.message, "cannot add a length (m) and a mass (kg)");
    assert_eq!(
        error.help.as_deref(),
        Some("both must be of the same kind, such as two lengths")
    );
    let error = refused(plain(5.0), Lt, mass(1.0));
    assert_eq!(
        error.message,
        "cannot compare a number without a unit with a mass (kg)"
    );
    assert_eq!(
        error.help.as_deref(),
        Some("give the number a unit: one of `kg`, `g`, `mg`")
    );
    let error = refused(
        Datum::number(1.0, Dimension::FREQUENCY),
        Sub,
        Datum::number(1.0, Dimension::ANGULAR_VELOCITY),
    );
    assert_eq!(
        error.message,
        "cannot subtract an angular velocity (rad/s) from a frequency (Hz)"
    );
    assert!(error.help.unwrap_or_default().contains("`1rad`"));
}

#[test]
fn what_is_no_finite_number_is_told_from_what() {
    for (left, operator, right, message) in [
        (plain(1.0), Div, plain(0.0), "`1 / 0` divides by zero"),
        (length(5.0), Div, time(0.0), "`5 m / 0 s` divides by zero"),
        (plain(0.0), Pow, plain(-1.0), "`0 ^ -1` divides by zero"),
        (
            plain(-8.0),
            Pow,
            plain(0.5),
            "`(-8) ^ 0.5` is undefined: a negative number can only be raised to whole powers",
        ),
        (
            plain(1e300),
            Mul,
            plain(1e300),
            "`1e300 * 1e300` is too large: the largest number is about 1.8e308",
        ),
        (
            length(1e308),
            Add,
            length(1e308),
            "`1e308 m + 1e308 m` is too large: the largest number is about 1.8e308",
        ),
        (
            plain(2.0),
            Pow,
            length(1.0),
            "an exponent must be a number without a unit, found a length (m)",
        ),
        (
            length(2.0),
            Pow,
            plain(0.5),
            "a length (m) can only be raised to whole powers, found 0.5",
        ),
        (
            length(1.0),
            Pow,
            plain(200.0),
            "the powers of units in `(1 m) ^ 200` are too large",
        ),
    ] {
        assert_eq!(refused(left, operator, right).message, message);
    }
    let zero = value(plain(0.0), Mul, plain(-1.0));
    assert!(matches!(zero, Datum::Number(zero) if zero.value.is_sign_positive()));
}
