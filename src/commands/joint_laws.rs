//! Joint ranges and springs with constants chosen from the figure.

use super::access;
use super::constants::{DAMPING, STIFFNESS, is_scaled};
use super::joints::{POSITION, is_sliding, many_turns, slides};
use crate::control::{SpringScale, terms};
use crate::lang::dimension::Dimension;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Range, Value, may, need,
};
use crate::session::{Session, Stop, si};
use crate::world::Corpus;
use std::f64::consts::TAU;

/// Rate at which a stop settles, relative to sqrt(9.81 m/s2 / L) for a figure of extent L.
const QUICKNESS: f64 = 200.0;

fn stiffness(session: &Session, values: &[Value]) -> Kind {
    let unit = STIFFNESS.unit(slides(session, values), is_scaled(session, values));
    Kind::in_unit(unit, Range::Positive)
}

fn damping(session: &Session, values: &[Value]) -> Kind {
    let unit = DAMPING.unit(slides(session, values), is_scaled(session, values));
    Kind::in_unit(unit, Range::NotNegative)
}

/// Returns the factor of a joint's constants.
fn scale(corpus: &Corpus, body: usize) -> f64 {
    match corpus.joints[body].spring_scale {
        SpringScale::None => 1.0,
        SpringScale::Mass => corpus.model.inertia(body).mass,
        SpringScale::DistalMass => corpus.laws.distal_masses[body],
    }
}

/// Returns the units of positions, stiffnesses and dampings of a joint.
fn units(corpus: &Corpus, body: usize) -> [&'static str; 3] {
    let (sliding, scaled) = (
        is_sliding(corpus, body),
        corpus.joints[body].spring_scale != SpringScale::None,
    );
    let position = if sliding { "m" } else { "rad" };
    [
        position,
        STIFFNESS.unit(sliding, scaled),
        DAMPING.unit(sliding, scaled),
    ]
}

pub(super) const RANGE: Command = Command {
    name: "range",
    summary: "Limits a joint to a range by stops, or prints the range.",
    details: "Beyond the range, a spring and a damper push the joint back. By default their constants follow from the inertia I that the joint moves (that of the body and all bodies that it carries, with all joints at zero, times the square of the length of the axis, plus `armature`): the stiffness is I w^2 and the damping 2 I w (critical damping), \
              where w = 200 sqrt(9.81 m/s2 / L) for a figure of extent L (an upper bound of the distance of its points from the origin of the root, with all joints at zero). For example, w = 626 rad/s if the extent is 1 m; a limb of 0.1 kg*m2 then has stops of 39 kN*m/rad, and a torque of 68 N*m turns it a tenth of a degree beyond the range. If only the stiffness k is given, the damping is 2 sqrt(I k). If the command computes the stiffness, it prints stiffness and damping unless they are as before. The command sets qmin, qmax, lk, lb and the term `limits` of Q_type. With `hard` there are no springs: in each step the force is found at which the joint does not pass its end, as in `contact rigid`; what arrives there stops, or returns with the part `restitution` of its speed (Newton's law, for the whole figure at once). It acts with `integration auto` and `implicit`; its force in the last step is part of `Q` and of `joint_torque`.",
    forms: &[
        &[
            need("body", Kind::Jointed, "the body moved by the joint"),
            may(
                "low",
                POSITION,
                "lower end; if omitted, the current range is printed",
            ),
            may("high", POSITION, "upper end"),
            may(
                "stiffness",
                Kind::Of(stiffness, "stiffness of the stops"),
                "stiffness of the stops (default: computed from the inertia that the joint moves)",
            ),
            may(
                "damping",
                Kind::Of(damping, "damping of the stops"),
                "damping of the stops (default: computed from the inertia that the joint moves)",
            ),
        ],
        &[
            need("body", Kind::Jointed, "the body moved by the joint"),
            need("low", POSITION, "lower end"),
            need("high", POSITION, "upper end"),
            need(
                "stops",
                Kind::Choice(&["hard"]),
                "without springs: the joint does not pass its ends at all",
            ),
            may(
                "restitution",
                Kind::Number(Dimension::NONE, Bare::Si, Range::NotNegative),
                "part of the speed that returns from an end, up to 1 (default: 0)",
            )
            .by_name(),
        ],
    ],
    example: "addcorpus c\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 0 1 rotary 1000\nlinkbodies a b\nsetroot a\ncorpusinit\nrange b -30deg 30deg",
    shows: "stops at 30 degrees on both sides",
    more: &[
        Example {
            code: "addcorpus c\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 0 1 rotary 1000\nlinkbodies a b\nsetroot a\ncorpusinit\nrange b 0 2rad stiffness=500N*m/rad damping=4N*m*s/rad",
            shows: "softer stops, with a given stiffness and damping",
        },
        Example {
            code: "addcorpus c\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 1 0 rotary 1000\naddbody b b 0 1 0 rotary 1000\nmove b 0.5 0 0\nlinkbodies a b\nsetroot a\nrootmotion fixed\ncorpusinit\nrange b -90deg 30deg hard\ntorque b 100\ngo 3s\nexpect abs(b.q - 30deg) < 1e-6rad",
            shows: "a joint that stops exactly at its end",
        },
    ],
    search: "limit, stop, end, hard stop, bounds",
    in_lists: true,
    run: |session, bound| {
        let (corpus, body) = access::jointed(session, bound, 0)?;
        let name = corpus.degree_name(body).to_owned();
        let [position, stiffness, damping] = units(corpus, body);
        let (Some(low), Some(high)) = (bound.given(1), bound.given(2)) else {
            if bound.given(1).is_some() {
                return Err(one_end_only(bound, &name));
            }
            let joint = &corpus.joints[body];
            let ends = || (si(joint.qmin, position), si(joint.qmax, position));
            let text = match joint.q_type & terms::LIMITS != 0 {
                _ if joint.hard => {
                    let (low, high) = ends();
                    match joint.bounce {
                        0.0 => format!("{name}: {low} to {high}, hard"),
                        e => format!("{name}: {low} to {high}, hard, restitution {e}"),
                    }
                }
                true => format!(
                    "{name}: {} to {}, stiffness {}, damping {}",
                    si(joint.qmin, position),
                    si(joint.qmax, position),
                    si(joint.lk, stiffness),
                    si(joint.lb, damping)
                ),
                false => format!("{name}: no limits"),
            };
            session.print(&text);
            return Ok(());
        };
        if low >= high {
            let message = format!(
                "the range of `{name}` is reversed: its lower end {} is not below its upper end {}",
                si(low, position),
                si(high, position)
            );
            let message = match low == high {
                true => format!(
                    "the range of `{name}` is empty: both ends are {}",
                    si(low, position)
                ),
                false => message,
            };
            let help = "the lower end comes first and must be below the upper end: `range NAME -30deg 30deg`";
            let at = bound.at(1).to(bound.at(2));
            return Err(Stop::mistake("E091", at, message, help));
        }
        if bound.form == 1 {
            let (corpus, body) = access::of_one_axis(session, bound, 0)?;
            let q = corpus.q(body);
            if !(low..=high).contains(&q) {
                let q = si(q, position);
                let message =
                    format!("`{name}` is at {q}, outside this range, whose ends are hard");
                let help = "place the joint within the range first, as by `joint NAME q VALUE`";
                return Err(Stop::mistake(
                    "E053",
                    bound.at(1).to(bound.at(2)),
                    message,
                    help,
                ));
            }
            let restitution = bound.given(4).unwrap_or(0.0);
            if restitution > 1.0 {
                let message =
                    "`restitution` of an end is at most 1: nothing returns more than it takes";
                let help = "1 returns all of the speed, 0 none";
                return Err(Stop::mistake("E027", bound.at(4), message, help));
            }
            let joint = &mut corpus.joints[body];
            (joint.qmin, joint.qmax, joint.hard) = (low, high, true);
            joint.bounce = restitution;
            joint.q_type &= !terms::LIMITS;
            corpus.joint_changed(body);
            many_turns(session, bound);
            return Ok(());
        }
        let (inertia, rate) = (
            corpus.position_inertia(body),
            QUICKNESS * corpus.natural_rate(),
        );
        let scale = scale(corpus, body);
        let chosen = [inertia * rate * rate / scale, 2.0 * inertia * rate / scale];
        let given = [bound.given(3), bound.given(4)];
        let joint = &mut corpus.joints[body];
        let before = [joint.lk, joint.lb];
        (joint.qmin, joint.qmax) = (low, high);
        joint.lk = given[0].unwrap_or(chosen[0]);
        // The damping for a given stiffness.
        let own = chosen[1] * (joint.lk / chosen[0]).sqrt();
        joint.lb = given[1].unwrap_or(own);
        joint.q_type |= terms::LIMITS;
        joint.hard = false;
        let (k, b) = (si(joint.lk, stiffness), si(joint.lb, damping));
        let source = "computed from the inertia that the joint moves";
        let text = match given[1] {
            Some(_) => format!("{name}: stops with stiffness {k}, {source}, and damping {b}"),
            None => format!("{name}: stops with stiffness {k} and damping {b}, {source}"),
        };
        // A range that an event moves has the same stops each time.
        let is_new = before != [joint.lk, joint.lb];
        corpus.joint_changed(body);
        if given[0].is_none() && is_new {
            session.print(&text);
        }
        many_turns(session, bound);
        Ok(())
    },
    ..Command::of(Group::Joints)
};

fn one_end_only(bound: &Bound, name: &str) -> Stop {
    let message = format!("the range of `{name}` has only one end");
    let help = "give both ends, the lower one first: `range NAME -30deg 30deg`";
    Stop::mistake("E091", bound.at(1), message, help)
}

const FREQUENCY: Kind = Kind::Number(Dimension::FREQUENCY, Bare::Si, Range::Positive);
const RATIO: Kind = Kind::Number(Dimension::NONE, Bare::Si, Range::NotNegative);

pub(super) const JOINTSPRING: Command = Command {
    name: "jointspring",
    summary: "Gives a joint a linear spring with a damper, by its natural frequency.",
    details: "With the inertia I that the joint moves (that of the body and all bodies that it carries, with all joints at zero, times the square of the length of the axis, plus `armature`), the stiffness is I (2 pi frequency)^2 and the damping 2 ratio I (2 pi frequency): ratio 1 is \
              critical damping, ratio 0 no damping. The command sets k, kq, b and the terms `linear` and `damper` of Q_type, which `joint` can also set one by one, and prints k and b.",
    forms: &[&[
        need("body", Kind::Jointed, "the body moved by the joint"),
        need("frequency", FREQUENCY, "undamped natural frequency"),
        may(
            "ratio",
            RATIO,
            "damping ratio (default: 1, critical damping)",
        ),
        may("at", POSITION, "rest position (default: 0)"),
    ]],
    example: "addcorpus c\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 0 1 rotary 1000\nlinkbodies a b\nsetroot a\ncorpusinit\njointspring b 2Hz ratio=0.3 at=10deg",
    shows: "a spring of 2 Hz with light damping",
    search: "spring, frequency, damping ratio, stiffness, critical",
    in_lists: true,
    run: |session, bound| {
        many_turns(session, bound);
        let (corpus, body) = access::jointed(session, bound, 0)?;
        let rate = TAU * bound.number(1);
        let ratio = bound.given(2).unwrap_or(1.0);
        let inertia = corpus.position_inertia(body) / scale(corpus, body);
        let [_, stiffness, damping] = units(corpus, body);
        let (k, b) = (inertia * rate * rate, 2.0 * ratio * inertia * rate);
        if !(k.is_finite() && b.is_finite()) {
            let message = "the spring of this frequency and damping ratio is infinitely strong";
            let help = "use a lower frequency or ratio";
            return Err(Stop::mistake("E027", bound.at(1), message, help));
        }
        let joint = &mut corpus.joints[body];
        (joint.k, joint.b, joint.kq) = (k, b, bound.number(3));
        joint.q_type |= terms::LINEAR | terms::DAMPER;
        let text = format!(
            "{}: k = {}, b = {}",
            corpus.degree_name(body),
            si(corpus.joints[body].k, stiffness),
            si(corpus.joints[body].b, damping)
        );
        corpus.joint_changed(body);
        session.print(&text);
        Ok(())
    },
    ..Command::of(Group::Joints)
};
