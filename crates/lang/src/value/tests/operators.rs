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
}

#[test]
fn quantities_that_differ_by_radians_meet() {
    let of = Datum::number;
    let turning = of(4.0, Dimension::ANGULAR_VELOCITY);
    let rim = value(turning.clone(), Mul, length(0.5));
    assert_eq!(show(&rim), "2 m/s");
    let speed = of(2.0, Dimension::SPEED);
    for (left, right) in [(&rim, &speed), (&speed, &rim)] {
        assert_eq!(value(left.clone(), Eq, right.clone()), Datum::Flag(true));
        assert_eq!(
            value(left.clone(), Add, right.clone()),
            of(4.0, Dimension::SPEED)
        );
    }
    let frequency = of(1.0, Dimension::FREQUENCY);
    for (left, right) in [(&turning, &frequency), (&frequency, &turning)] {
        let sum = of(5.0, Dimension::ANGULAR_VELOCITY);
        assert_eq!(value(left.clone(), Add, right.clone()), sum);
    }
    let slip = value(value(rim, Sub, speed.clone()), Div, speed);
    assert_eq!(show(&slip), "0");
    assert_eq!(show(&convert(turning, "Hz").unwrap()), "4 Hz");
}

#[test]
fn energies_are_in_joules_and_torques_in_newton_metres() {
    let of = Datum::number;
    let (q, omega) = (angle(2.0), of(3.0, Dimension::ANGULAR_VELOCITY));
    let alpha = of(3.0, Dimension::ANGULAR_ACCELERATION);
    let torque = of(5.0, Dimension::TORQUE);
    let inertia = of(0.5, Dimension::INERTIA);
    let stiffness = of(4.0, Dimension::ANGULAR_STIFFNESS);
    let damping = of(2.0, Dimension::ANGULAR_DAMPING);
    let force = of(10.0, Dimension::FORCE);
    let times = |factors: &[&Datum]| {
        let product = factors
            .iter()
            .skip(1)
            .fold(factors[0].clone(), |product, factor| {
                value(product, Mul, (*factor).clone())
            });
        show(&product)
    };
    let (kilogram, metre, speed) = (mass(1.0), length(1.0), of(1.0, Dimension::SPEED));
    let gravity = of(9.8, Dimension::ACCELERATION);
    for (factors, shown) in [
        (vec![&torque, &q], "10 J"),
        (vec![&torque, &omega], "15 W"),
        (vec![&stiffness, &q], "8 N*m"),
        (vec![&stiffness, &q, &q], "16 J"),
        (vec![&damping, &omega], "6 N*m"),
        (vec![&damping, &omega, &omega], "18 W"),
        (vec![&inertia, &alpha], "1.5 N*m"),
        (vec![&inertia, &omega], "1.5 kg*m2/s"),
        (vec![&inertia, &omega, &omega], "4.5 J"),
        (vec![&kilogram, &metre, &metre, &alpha], "3 N*m"),
        (vec![&kilogram, &metre, &metre, &omega, &omega], "9 J"),
        (vec![&kilogram, &speed, &speed], "1 J"),
        (vec![&kilogram, &gravity, &metre], "9.8 J"),
        (vec![&force, &metre], "10 N*m"),
        (vec![&force, &metre, &q], "20 J"),
        (vec![&force, &metre, &omega], "30 W"),
    ] {
        assert_eq!(times(&factors), shown);
    }
    let quotient = |above: &Datum, below: &Datum| show(&value(above.clone(), Div, below.clone()));
    let energy = of(10.0, Dimension::ENERGY);
    assert_eq!(quotient(&energy, &q), "5 N*m");
    assert_eq!(quotient(&torque, &stiffness), "1.25 rad");
    assert_eq!(quotient(&torque, &force), "0.5 m");
    assert_eq!(quotient(&torque, &inertia), "10 rad/s2");
    assert_eq!(quotient(&energy, &torque), "2 rad");
    let moment = value(force, Mul, metre);
    assert_eq!(quotient(&moment, &torque), "2");
    assert_eq!(show(&value(moment, Add, torque)), "15 N*m");
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
