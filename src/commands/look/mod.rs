//! Appearance of pictures: colours, light, cameras, markers, and pictures taken by a script.

mod camera;
mod film;
mod light;
mod marks;
mod paint;
mod snap;

pub(super) use camera::CAMERA;
pub(super) use film::FILM;
pub(super) use light::{BACKGROUND, GROUNDLOOK, LIGHT};
pub(super) use marks::{LABEL, SHOW, TRAIL};
pub(super) use paint::{COLOR, MATERIAL};
pub(super) use snap::SNAP;

use crate::lang::dimension::Dimension;
use crate::scene::{BodyNumber, colour};
use crate::session::command::{Bare, Bound, Kind, Range, Thing, Value};

const BODY: Kind = Kind::Old(Thing::Body);
const CORPUS: Kind = Kind::Old(Thing::Corpus);
const ANGLE: Kind = Kind::Number(Dimension::ANGLE, Bare::Degrees, Range::Any);
const LENGTH: Kind = Kind::Number(Dimension::LENGTH, Bare::Si, Range::Any);
const SOME: Kind = Kind::Number(Dimension::NONE, Bare::Si, Range::NotNegative);
const PART: Kind = Kind::Number(Dimension::NONE, Bare::Si, Range::UpTo(1.0));

/// Figures and bodies used by most examples in this module.
macro_rules! with_ball {
    ($lines:literal) => {
        concat!(
            "addcorpus c\nget o from unit_sphere\naddbody ball o 0 0 1 rotary 1000\nsetroot ball\ncorpusinit\nground on\nrest\n",
            $lines
        )
    };
}
use with_ball;

/// Returns the body that argument `i` names.
fn body(bound: &Bound, i: usize) -> BodyNumber {
    BodyNumber {
        figure: bound.corpus.unwrap_or(usize::MAX),
        body: bound.index(i),
    }
}

/// Returns the colour that argument `i` names, if it was given.
fn colour_at(bound: &Bound, i: usize) -> Option<[f32; 3]> {
    match bound.values.get(i) {
        // The binder has checked that it is a colour.
        Some(Value::Text(text)) => colour(text).ok(),
        _ => None,
    }
}

/// Returns three numbers from argument `i` on.
fn point(bound: &Bound, i: usize) -> [f64; 3] {
    std::array::from_fn(|k| bound.number(i + k))
}
