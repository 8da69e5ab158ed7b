//! Attaching bodies to each other and to the world.

use super::ground::PER_METRE;
use super::pull::length;
use super::{access, warnings};
use crate::contact::{Coupling, Joined};
use crate::diagnostic::Diagnostic;
use crate::lang::dimension::Dimension;
use crate::session::advice::quantities::which_attachments;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Param, Range, may, need,
};
use crate::session::limits;
use crate::session::{Session, Stop};
use crate::world::{End, Fastening};
use nalgebra::Vector3;

const K: Param = need(
    "k",
    Kind::Number(Dimension::STIFFNESS, Bare::Si, Range::NotNegative),
    "stiffness of the linear spring",
);
const EA: Param = need(
    "ea",
    Kind::Number(Dimension::FORCE, Bare::Si, Range::NotNegative),
    "strength of the exponential spring",
);
const EB: Param = need(
    "eB",
    PER_METRE,
    "constant eB of the exponential spring, per metre",
);
const E: Param = need(
    "e",
    Kind::Number(Dimension::NONE, Bare::Si, Range::NotNegative),
    "restitution: the fraction of the springs' force that acts while they return to rest",
);
const BREAK: Param = may(
    "break",
    Kind::Number(Dimension::LENGTH, Bare::Si, Range::Positive),
    "distance of the two points beyond which it breaks (default: never)",
);
const B: Param = may(
    "b",
    Kind::Number(Dimension::DAMPING, Bare::Si, Range::NotNegative),
    "damping (default: 0)",
);
const REST: Param = may(
    "rest",
    Kind::Number(Dimension::LENGTH, Bare::Si, Range::NotNegative),
    "distance of the two points at which the springs are at rest (default: 0)",
);

/// Returns the parameters of an attachment to a second end, whose point is described by `point`.
const fn between(second: Param, point: &'static str) -> [Param; 15] {
    const OWN: &str = "the point of the first body, in its own frame";
    [
        need("body1", Kind::AnyBody, "the first body"),
        second,
        length("x1", OWN),
        length("y1", OWN),
        length("z1", OWN),
        length("x2", point),
        length("y2", point),
        length("z2", point),
        K,
        EA,
        EB,
        E,
        BREAK,
        B,
        REST,
    ]
}

pub(super) const ATTACH: Command = Command {
    name: "attach",
    summary: "Attaches a point of a body to a point of another body, or of the world, by springs and a damper.",
    details: "Give a body of the current figure by its name, or a body of any figure as `figure.body`. A point of a body is given in the body's own frame. \
              x is the distance of the points minus `rest`. If x is above zero, the springs pull the points together with the force k x + ea (exp(eB x) - 1); if x is below zero, they push them apart with the same force for |x|. While the distance returns towards `rest`, this force is multiplied by e; the factor changes gradually over the speeds of `grounderamp`, and is (1 + e) / 2 while the distance does not change. The damper adds b times the speed at which the points separate. If `rest` is 0, the damper acts against their relative velocity in all directions. The forces on the two bodies are equal and opposite. \
              If the distance exceeds `break`, the attachment breaks permanently, and a message is printed; `rewind` and `load` restore earlier states. \
              Attachments are numbered from 0 in the order of creation, together with the loops of `close`: `world.attachment0.force`, `.length`, `.energy`, `.broken` and `.broke_at` can be read. \
              The integrators `auto` and `implicit` include the stiffness, so stiff springs do not require shorter steps. `energy` counts the energy that attachments add to a figure as `work.outer`.",
    forms: &[
        &between(
            need("body2", Kind::AnyBody, "the second body"),
            "the point of the second body, in its own frame",
        ),
        &between(
            need(
                "world",
                Kind::Choice(&["world"]),
                "attaches it to the world",
            ),
            "the point in the world",
        ),
    ],
    example: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\ngrav on\nattach b world 0 0 0.5 0 0 0.5 40000 0 0 1 b=4000\ngo 0.1s\nexpect world.attachment0.length < 30cm",
    shows: "a box hangs on a spring",
    more: &[
        Example {
            code: "addcorpus one\nget o from unit_cube\naddbody b o 0 0 1 rotary 1\nsetroot b\ncorpusinit\naddcorpus two\nget o from unit_cube\naddbody b o 0 0 1 rotary 1\nsetroot b\ncorpusinit\nmove o 3 0 0\nsetrootpos\nattach one.b two.b 0.5 0 0 -0.5 0 0 50 0 0 1 rest=1.5\ngo 0.1s\nexpect abs(one.momentum.x + two.momentum.x) < 1e-9kg*m/s",
            shows: "two figures joined by a spring, whose total momentum is conserved",
        },
        Example {
            code: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1\nsetroot b\ncorpusinit\nattach b world 0 0 0 0 0 0 0 2 30 0.5 8cm\naddv b 3 0 0 0 0 0\ngo 0.1s\nexpect world.attachment0.broken",
            shows: "an exponential spring, which breaks at 8 cm",
        },
    ],
    search: "spring, tie, wire, hook, hang, elastic",
    in_lists: true,
    run,
    ..Command::of(Group::Figure)
};

fn run(session: &mut Session, bound: &Bound) -> Outcome {
    let law = Coupling {
        k: bound.number(8),
        ea: bound.number(9),
        eb: bound.number(10),
        e: bound.number(11),
        breaks_at: bound.given(12),
        b: bound.given(13).unwrap_or(0.0),
        rest: bound.given(14).unwrap_or(0.0),
    };
    if law.breaks_at.is_some_and(|limit| limit <= law.rest) {
        let message = "the attachment would break before its springs are stretched";
        let help = "`break` and `rest` are both distances of the two points: give a larger `break`";
        return Err(Stop::mistake("E027", bound.at(12), message, help));
    }
    let first = end(session, bound, 0, bound.vector(2))?;
    let second = match bound.form {
        0 => Some(end(session, bound, 1, bound.vector(5))?),
        _ => None,
    };
    let second = second.unwrap_or(End::World(bound.vector(5)));
    one_body(&first, &second, bound)?;
    neither_moves(session, &first, &second, bound)?;
    if law.k == 0.0 && law.ea * law.eb == 0.0 && law.b == 0.0 {
        let message = "this attachment exerts no force: `k`, `b`, and `ea` or `eB` are 0";
        let help = "the arguments after the points are `k ea eB e`: a stiffness of 1000 N/m is `1000 0 0 1`";
        let report = Diagnostic::warning("W043", bound.span, message).help(help);
        warnings::once_at_all(session, report);
    }
    let count = session.here().world.attachments().len();
    limits::ATTACHMENTS.one_more(count, bound.head)?;
    session
        .here_mut()
        .world
        .attach([first, second], Joined::Spring(law));
    Ok(())
}

/// Refuses two points of one body.
pub(super) fn one_body(first: &End, second: &End, bound: &Bound) -> Outcome {
    if second.holder().is_some() && second.holder() == first.holder() {
        let message = "both points belong to one body, so they never move apart";
        let help = "name another body, or `world`";
        return Err(Stop::mistake("E026", bound.at(1), message, help));
    }
    Ok(())
}

/// Refuses two ends of which none is able to move.
pub(super) fn neither_moves(
    session: &Session,
    first: &End,
    second: &End,
    bound: &Bound,
) -> Outcome {
    let is_fixed = |end: &End| match end.holder() {
        None => true,
        Some((corpus, body)) => access::is_fixed(session, corpus, body),
    };
    if is_fixed(first) && is_fixed(second) {
        let message = "neither end can move: a fixed root does not move";
        let help = "free the root with `rootmotion free`, or name a body linked to it";
        return Err(Stop::mistake("E053", bound.at(0), message, help));
    }
    Ok(())
}

/// Returns the end that argument `i` names: a point of a body.
pub(super) fn end(
    session: &mut Session,
    bound: &Bound,
    i: usize,
    point: Vector3<f64>,
) -> Result<End, Stop> {
    let name = bound.text(i);
    // The binder has reported an unknown one.
    let found = session.body_anywhere(bound.corpus, name);
    let (draft, body) = found.ok_or(Stop::Reported)?;
    let drafts = &mut session.here_mut().definitions.drafts;
    let draft = drafts.get_mut(draft).ok_or(Stop::Reported)?;
    let corpus = access::assembled(draft, bound, "assembled figures", bound.at(i))?;
    let running = session.here().world.corpora.get(corpus);
    if running.is_none_or(|running| running.number_of(body).is_none()) {
        return Err(access::not_running(bound.at(i)));
    }
    Ok(End::Body {
        corpus,
        body,
        point,
    })
}

pub(super) const DETACH: Command = Command {
    name: "detach",
    summary: "Removes an attachment by its number, or all attachments.",
    details: "Attachments are numbered from 0 in the order of creation; the others keep their numbers.",
    forms: &[&[may(
        "number",
        Kind::Count(0, u32::MAX),
        "which one (default: all)",
    )]],
    example: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\ngrav on\nattach b world 0 0 0 0 0 0 1e6 0 0 1 b=1e4\ngo 0.1s\ndetach 0\ngo 0.1s",
    shows: "an attached box is released and falls",
    search: "release, untie, cut, spring",
    in_lists: true,
    run: |session, bound| {
        let world = &mut session.here_mut().world;
        let count = world.attachments().len();
        let Some(number) = bound.given(0) else {
            (0..count).for_each(|number| world.detach(number));
            return Ok(());
        };
        let number = number as usize;
        if number >= count {
            if session.check.doubts.covers_attachment(number, count) {
                return Err(Stop::Reported);
            }
            let message = format!("there is no attachment {number}");
            let help = which_attachments(count);
            return Err(Stop::mistake("E025", bound.at(0), message, help));
        }
        let is_gone = world
            .attachments()
            .get(number)
            .is_some_and(|a| a.hold == Fastening::Detached);
        world.detach(number);
        if is_gone && !session.activity.going {
            warnings::detached_before(session, bound, number);
        }
        Ok(())
    },
    ..Command::of(Group::Figure)
};
