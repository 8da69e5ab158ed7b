//! Units and dimensions.

use crate::dimension::Dimension;
use crate::source::Span;
use crate::units::{UnitError, convert, parse_unit, symbols};
use proptest::prelude::*;

fn si(value: f64, unit: &str, dimension: Dimension) -> f64 {
    convert(value, unit, dimension).unwrap_or_else(|e| panic!("{value}{unit}: {e:?}"))
}

#[test]
#[allow(clippy::float_cmp, reason = "conversions by powers of ten are exact")]
fn powers_of_ten_convert_as_if_written_in_si() {
    for (value, unit, dimension, expected) in [
        (0.21, "cm", Dimension::LENGTH, 0.0021),
        (0.1, "mm", Dimension::LENGTH, 0.0001),
        (35.0, "um", Dimension::LENGTH, 35e-6),
        (35.0, "µm", Dimension::LENGTH, 35e-6),
        (35.0, "μm", Dimension::LENGTH, 35e-6),
        (1.1, "km", Dimension::LENGTH, 1100.0),
        (2.18, "g", Dimension::MASS, 0.00218),
        (7.0, "mg", Dimension::MASS, 7e-6),
        (0.3, "ms", Dimension::TIME, 0.0003),
        (250.0, "ns", Dimension::TIME, 250e-9),
        (1.0, "g/cm3", Dimension::DENSITY, 1000.0),
        (1.1, "g/cm^3", Dimension::DENSITY, 1100.0),
        (5.0, "cm/s", Dimension::SPEED, 0.05),
        (9.8, "m/s2", Dimension::ACCELERATION, 9.8),
        (3.0, "N/m", Dimension::STIFFNESS, 3.0),
        (0.2, "N*s/m", Dimension::DAMPING, 0.2),
        (0.7, "mN*mm", Dimension::TORQUE, 0.7e-6),
        (1.5, "min", Dimension::TIME, 90.0),
        (2.0, "1/s", Dimension::FREQUENCY, 2.0),
        (2.0, "s^-1", Dimension::FREQUENCY, 2.0),
        (2.0, "kHz", Dimension::FREQUENCY, 2000.0),
        (-0.0, "cm", Dimension::LENGTH, -0.0),
        (5e-324, "km", Dimension::LENGTH, 5e-321),
    ] {
        assert_eq!(si(value, unit, dimension), expected, "{value}{unit}");
    }
}

#[test]
#[allow(clippy::float_cmp, reason = "one multiplication")]
fn angles_convert_by_one_multiplication() {
    assert_eq!(si(45.0, "deg", Dimension::ANGLE), 45f64.to_radians());
    assert_eq!(si(45.0, "°", Dimension::ANGLE), 45f64.to_radians());
    assert_eq!(
        si(2.0, "rev", Dimension::ANGLE),
        2.0 * std::f64::consts::TAU
    );
    let turning = si(60.0, "rev/min", Dimension::ANGULAR_VELOCITY);
    assert!((turning - std::f64::consts::TAU).abs() < 1e-14);
}

#[test]
fn dimensions_must_agree() {
    let mismatch = |found, wanted| Err(UnitError::Mismatch { found, wanted });
    assert_eq!(
        convert(1.0, "kg", Dimension::LENGTH),
        mismatch(Dimension::MASS, Dimension::LENGTH)
    );
    assert_eq!(
        convert(1.0, "deg", Dimension::NONE),
        mismatch(Dimension::ANGLE, Dimension::NONE)
    );
    assert_eq!(
        convert(1.0, "deg/s", Dimension::FREQUENCY),
        mismatch(Dimension::ANGULAR_VELOCITY, Dimension::FREQUENCY)
    );
    assert_eq!(
        convert(1.0, "Hz", Dimension::ANGULAR_VELOCITY),
        mismatch(Dimension::FREQUENCY, Dimension::ANGULAR_VELOCITY)
    );
    assert_eq!(convert(2.0, "N*m", Dimension::ANGULAR_STIFFNESS), Ok(2.0));
    assert_eq!(convert(2.0, "rad*m/s", Dimension::SPEED), Ok(2.0));
    assert_eq!(
        convert(1e308, "km", Dimension::LENGTH),
        Err(UnitError::TooLarge)
    );
}

#[test]
fn wrong_units_are_placed_and_corrected() {
    for (unit, at, suggestion) in [
        ("mn", 0..2, Some("mN")),
        ("Kg", 0..2, Some("kg")),
        ("M", 0..1, Some("m")),
        ("g/cn3", 2..4, Some("cm")),
        ("degrees", 0..7, Some("deg")),
        ("sec", 0..3, Some("s")),
        ("Nm", 0..2, Some("N*m")),
        ("furlong", 0..7, None),
        ("1/q", 2..3, None),
    ] {
        assert_eq!(
            parse_unit(unit),
            Err(UnitError::Unknown { at, suggestion }),
            "{unit}"
        );
    }
    for (unit, at) in [
        ("", 0..0),
        ("/s", 0..1),
        ("m/", 2..2),
        ("m//s", 2..3),
        ("s-1", 1..2),
        ("1", 0..1),
        ("m mm", 1..2),
    ] {
        assert_eq!(parse_unit(unit), Err(UnitError::Malformed { at }), "{unit}");
    }
    for (unit, at) in [
        ("m0", 0..2),
        ("m^", 0..2),
        ("m999", 0..4),
        ("m100*m100", 5..9),
        ("min127*deg^-127", 7..15),
    ] {
        assert_eq!(parse_unit(unit), Err(UnitError::Power { at }), "{unit}");
    }
}

#[test]
fn reports_say_what_to_write() {
    let unit = Span {
        source: 0,
        start: 10,
        end: 12,
    };
    let told = |error: UnitError, text: &str| {
        let report = error.report(unit, text);
        (
            report.code,
            report.span.range(),
            report.message,
            report.help.unwrap_or_default(),
        )
    };
    insta::assert_debug_snapshot!([
        told(parse_unit("mn").unwrap_err(), "mn"),
        told(parse_unit("q").unwrap_err(), "q"),
        told(parse_unit("m/").unwrap_err(), "m/"),
        told(convert(1.0, "kg", Dimension::LENGTH).unwrap_err(), "kg"),
        told(convert(1.0, "kg", Dimension::DENSITY).unwrap_err(), "kg"),
        told(convert(1.0, "kg*m", Dimension::NONE).unwrap_err(), "kg*m"),
        told(convert(1e308, "km", Dimension::LENGTH).unwrap_err(), "km"),
    ]);
}

#[test]
fn dimensions_have_names() {
    let named = |unit: &str| parse_unit(unit).unwrap().dimension.to_string();
    assert_eq!(named("mm"), "a length (m)");
    assert_eq!(named("g/cm3"), "a density (kg/m3)");
    assert_eq!(named("N*s/m"), "a damping (N*s/m)");
    assert_eq!(named("m/m"), "a number without a unit");
    assert_eq!(named("kg/s/m3*rad"), "a quantity in kg/m3/s");
    assert_eq!(named("1/kg"), "a quantity in 1/kg");
    assert_eq!(named("rad2/s"), "a quantity in rad2/s");
    assert_eq!(named("rad*m/s"), "a speed (m/s)");
    assert_eq!(named("m*N"), "a torque (N*m)");
    assert_eq!(symbols(Dimension::NONE), Vec::<String>::new());
    assert_eq!(symbols(Dimension::SPEED), ["m/s"]);
}

#[test]
fn the_name_of_every_dimension_is_its_own_unit() {
    for unit in [
        "m",
        "m2",
        "m3",
        "kg",
        "s",
        "rad",
        "Hz",
        "m/s",
        "m/s2",
        "rad/s",
        "rad/s2",
        "kg/m3",
        "kg*m2",
        "N",
        "N/m",
        "N*s/m",
        "N*m",
        "N*m/rad",
        "N*m*s/rad",
        "W",
        "J",
        "kg*m2/s",
        "1/kg",
    ] {
        assert_eq!(parse_unit(unit).unwrap().dimension.si_unit(), unit);
    }
}

proptest! {
    #[test]
    fn any_text_is_a_unit_or_an_error_in_its_bounds(text in "[a-zA-Z0-9*/^µ° -]{0,12}") {
        if let Err(UnitError::Unknown { at, .. } | UnitError::Malformed { at } | UnitError::Power { at }) = parse_unit(&text) {
            prop_assert!(text.get(at).is_some());
        }
    }

    /// A number of up to 15 digits survives the way to SI and back.
    #[test]
    fn conversions_by_powers_of_ten_are_reversible(digits in 1i64..999_999_999_999_999, places in 0i32..20, unit in 0usize..5) {
        let value: f64 = format!("{digits}e-{places}").parse().unwrap();
        let unit = parse_unit(["mm", "g/cm3", "mN*um", "km", "g"][unit]).unwrap();
        prop_assert_eq!(unit.from_si(unit.to_si(value)), value);
    }
}
