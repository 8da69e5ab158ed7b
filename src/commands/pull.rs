//! Dragging a figure by a spring.

use super::access;
use crate::lang::dimension::Dimension;
use crate::session::Session;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Param, Range, Thing, may, need,
};
use crate::world::Pull;
use nalgebra::Vector3;

pub(super) const fn length(name: &'static str, doc: &'static str) -> Param {
    let kind = Kind::Number(Dimension::LENGTH, Bare::Si, Range::Any);
    need(name, kind, doc)
}

const BODY: Param = need("body", Kind::Old(Thing::Body), "the body");
const TO: Param = need("to", Kind::Choice(&["to"]), "keyword before the goal");
const X: Param = length("x", "the goal, in the world");
const Y: Param = length("y", "the goal, in the world");
const Z: Param = length("z", "the goal, in the world");
const K: Param = may(
    "k",
    Kind::Number(Dimension::STIFFNESS, Bare::Si, Range::Positive),
    "stiffness of the spring (default: so that the figure's weight at 9.8 m/s2 stretches it by a quarter of the figure's extent, as defined in `tolerance`)",
);
const B: Param = may(
    "b",
    Kind::Number(Dimension::DAMPING, Bare::Si, Range::NotNegative),
    "damping (default: critical)",
);

pub(super) const PULL: Command = Command {
    name: "pull",
    summary: "Pulls a body by a spring and a damper towards a point of the world, or ends the pull.",
    details: "The force is k (goal - point) - b v, where v is the velocity of the point. It acts on a point of the body: its origin, or the point in the body's own frame given after `at`. \
              It acts until `pull BODY off` or another `pull` on the figure: each figure has at most one pull. `energy` counts its work as `work.outer`. If you drag a body with the mouse in `corpus view`, that is a pull too. At the prompt, `save session.corpus` writes the entries of the session as a script. The script includes the pulls of the mouse, and repeats them to the last bit.",
    forms: &[
        &[BODY, TO, X, Y, Z, K, B],
        &[
            BODY,
            need("at", Kind::Choice(&["at"]), "keyword before the point"),
            length("px", "the point, along the body's x axis"),
            length("py", "the point, along the body's y axis"),
            length("pz", "the point, along the body's z axis"),
            TO,
            X,
            Y,
            Z,
            K,
            B,
        ],
        &[BODY, need("off", Kind::Choice(&["off"]), "ends the pull")],
    ],
    example: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nrest\ngrav on\nground on\npull b at 0.5 0.5 0.5 to 1 1 2\ngo 0.1s\npull b off",
    shows: "lifts the box by a corner, and releases it",
    more: &[Example {
        code: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\ngrav on\npull b to 0 0 1 k=20000 b=0\ngo 0.1s",
        shows: "swings about a point without damping",
    }],
    search: "drag, spring, force, mouse, hand, tug",
    in_lists: true,
    run,
    ..Command::of(Group::Figure)
};

fn run(session: &mut Session, bound: &Bound) -> Outcome {
    let (corpus, body) = access::body(session, bound, 0)?;
    if bound.form == 2 {
        // A pull at another body of the figure continues.
        if corpus.pull().is_some_and(|pull| pull.body == body) {
            corpus.set_pull(None);
        }
        return Ok(());
    }
    let (corpus, body) = access::moved(session, bound, 0, "pull")?;
    let (point, place) = match bound.form {
        0 => (Vector3::zeros(), 2),
        _ => (bound.vector(2), 6),
    };
    let (k, b) = corpus.usual_pull();
    let stiffness = bound.given(place + 3).unwrap_or(k);
    // If only the stiffness is given, the damping follows from it.
    let damping = bound.given(place + 4).unwrap_or(b * (stiffness / k).sqrt());
    corpus.set_pull(Some(Pull {
        body,
        point,
        goal: bound.vector(place),
        stiffness,
        damping,
    }));
    Ok(())
}
