//! Tests of values through the public interface.

mod files;
mod joined;
mod laws;
mod operators;
mod texts;

use super::Datum;
use crate::dimension::Dimension;

pub(super) fn plain(value: f64) -> Datum {
    Datum::plain(value)
}

pub(super) fn length(value: f64) -> Datum {
    Datum::number(value, Dimension::LENGTH)
}

pub(super) fn mass(value: f64) -> Datum {
    Datum::number(value, Dimension::MASS)
}

pub(super) fn time(value: f64) -> Datum {
    Datum::number(value, Dimension::TIME)
}

pub(super) fn angle(value: f64) -> Datum {
    Datum::number(value, Dimension::ANGLE)
}

pub(super) fn text(text: &str) -> Datum {
    Datum::text(text).unwrap()
}

pub(super) fn list<const N: usize>(elements: [Datum; N]) -> Datum {
    Datum::list(elements.into()).unwrap()
}
