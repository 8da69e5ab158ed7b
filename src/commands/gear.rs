//! Gears: joints that turn, or slide, in a fixed ratio.

use super::access;
use super::close::fasten;
use super::joints::slides;
use crate::contact::{Closure, ClosureKind};
use crate::dynamics::JointKind;
use crate::lang::dimension::Dimension;
use crate::session::command::{Bare, Bound, Kind, Outcome, Param, Range, Value, may, need};
use crate::session::{Session, Stop};
use crate::world::End;

/// Returns the kind of the ratio of the joints named first: a number, or a length or its inverse if one of them slides.
fn ratio(session: &Session, values: &[Value]) -> Kind {
    let second = values.get(1..).unwrap_or_default();
    match (slides(session, values), slides(session, second)) {
        (true, false) => Kind::in_unit("m", Range::Any),
        (false, true) => Kind::in_unit("m^-1", Range::Any),
        _ => Kind::Number(Dimension::NONE, Bare::Si, Range::Any),
    }
}

/// Returns the kind of a position of the joint named first.
fn place(session: &Session, values: &[Value]) -> Kind {
    let unit = if slides(session, values) { "m" } else { "rad" };
    Kind::in_unit(unit, Range::Any)
}

/// Returns the kind of a force in the joint named first.
fn force(session: &Session, values: &[Value]) -> Kind {
    let unit = if slides(session, values) { "N" } else { "N*m" };
    Kind::in_unit(unit, Range::Positive)
}

/// Parameters of `close` for a gear.
pub(super) const GEAR: [Param; 6] = [
    need("body1", Kind::Jointed, "the body whose joint follows"),
    need("body2", Kind::Jointed, "the body whose joint it follows"),
    need(
        "kind",
        Kind::Choice(&["gear"]),
        "keeps a ratio of the joints",
    ),
    may(
        "ratio",
        Kind::Of(
            ratio,
            "a number; a length per radian for a rack, the inverse for its pinion",
        ),
        "motion of the first joint for that of the second",
    )
    .by_name(),
    may(
        "offset",
        Kind::Of(
            place,
            "an angle (rad), or a length (m) if the first joint slides",
        ),
        "position of the first joint where the second is at zero (default: as they are now)",
    )
    .by_name(),
    may(
        "break",
        Kind::Of(
            force,
            "a torque (N*m), or a force (N) if the first joint slides",
        ),
        "load of the first joint beyond which it breaks (default: never)",
    )
    .by_name(),
];

/// A joint of a gear at the present state: its position (rad or m), its acceleration by a unit force, and its scale (rad or m).
struct Geared {
    q: f64,
    mobility: f64,
    scale: f64,
}

/// Connects two joints.
pub(super) fn close_gear(session: &mut Session, bound: &Bound) -> Outcome {
    let Some(ratio) = bound.given(3) else {
        let message = "a gear needs a ratio";
        let help = "add `ratio=-2`, the motion of the first joint for that of the second";
        return Err(Stop::mistake("E021", bound.at(2), message, help));
    };
    if ratio == 0.0 {
        let message = "a ratio of 0 would hold the first joint";
        let help = "give the motion of the first joint for that of the second, as in `ratio=-3`; `joint` can hold a joint by springs";
        return Err(Stop::mistake("E021", bound.at(3), message, help));
    }
    if bound.index(0) == bound.index(1) {
        let message = "a joint cannot follow itself";
        return Err(Stop::mistake(
            "E026",
            bound.at(1),
            message,
            "name another joint",
        ));
    }
    let mut joint = |i: usize| -> Result<Geared, Stop> {
        let (corpus, joint) = access::of_one_axis(session, bound, i)?;
        Ok(Geared {
            q: corpus.y[corpus.layout().q().start + joint - 1],
            mobility: corpus.joint_mobility(joint).unwrap_or(0.0),
            scale: match corpus.model.joint_kind(joint) {
                Some(JointKind::Sliding) => corpus.extent(),
                _ => 1.0,
            },
        })
    };
    let (first, second) = (joint(0)?, joint(1)?);
    let w = first.mobility + ratio * ratio * second.mobility;
    if !(w > 0.0 && w.is_finite()) {
        let message = "neither joint can move: they carry no mass";
        let help = "give the bodies a density";
        return Err(Stop::mistake("E053", bound.at(0), message, help));
    }
    let offset = bound.given(4).unwrap_or(first.q - ratio * second.q);
    let axes = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let closure = Closure {
        kind: ClosureKind::Gear(offset),
        frames: [axes; 2],
        mass: 1.0 / w,
        lever: first.scale,
        breaks_at: bound.given(5),
        loads: [[0.0; 3]; 3],
    };
    let corpus = access::running(session, bound)?;
    let ends = [(bound.index(0), 1.0), (bound.index(1), ratio)].map(|(body, factor)| End::Joint {
        corpus,
        body,
        factor,
    });
    fasten(session, bound, ends, closure).map(drop)
}
