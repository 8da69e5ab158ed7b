//! The named arguments of `joint`: several parameters of a joint in one line.

use super::idle_terms::is_term;
use super::joint_laws::RANGE;
use super::joints::{POSITION, kind_of, many_turns, set};
use crate::control::terms;
use crate::session::Session;
use crate::session::command::{Bound, Kind, Outcome, Param, Value, may, need};

/// Words of `joint` for the named arguments, in their order after the body, and the terms that they switch on; `range`, which
/// has two values, switches on the stops.
const WORDS: [(&str, u32); 15] = [
    ("springtype", 0),
    ("k", terms::LINEAR),
    ("b", terms::DAMPER),
    ("kq", 0),
    ("qmin", terms::LIMITS),
    ("qmax", terms::LIMITS),
    ("lk", 0),
    ("lb", 0),
    ("ea", terms::EXPONENTIAL),
    ("eB", 0),
    ("e_q", 0),
    ("bias", terms::BIAS),
    ("dry", 0),
    ("armature", 0),
    ("q", 0),
];

/// Places of the range, and of the stiffness and the damping of its stops, among the values of the line.
const RANGE_PLACES: std::ops::Range<usize> = 5..9;

/// Places of positions among the values of the line.
pub(super) const POSITIONS: &[usize] = &[4, 5, 6, 11, 15];

macro_rules! named {
    ($name:literal, $word:literal, $doc:literal) => {
        may(
            $name,
            Kind::Of(
                |session, values| kind_of($word, session, values),
                concat!("a value of `", $word, "`"),
            ),
            $doc,
        )
        .by_name()
    };
}

pub(super) const NAMED: &[Param] = &[
    need("body", Kind::Jointed, "the body moved by the joint"),
    named!(
        "springtype",
        "springtype",
        "mass by which the springs and the damper are multiplied"
    ),
    named!(
        "spring",
        "k",
        "stiffness of the linear spring, which then acts"
    ),
    named!("damper", "b", "constant of the damper, which then acts"),
    named!("rest", "kq", "rest position of the linear spring"),
    may("low", POSITION, "lower end of the range, as by `range`")
        .begins("range")
        .by_name(),
    may("high", POSITION, "upper end of the range").by_name(),
    named!(
        "stop_stiffness",
        "lk",
        "stiffness of the stops at the ends of the range"
    ),
    named!("stop_damping", "lb", "damping of the stops"),
    named!(
        "strength",
        "ea",
        "strength of the exponential spring, which then acts"
    ),
    named!("rise", "eB", "exponent constant of the exponential spring"),
    named!(
        "exponential_rest",
        "e_q",
        "rest position of the exponential spring"
    ),
    named!("bias", "bias", "constant force, which then acts"),
    named!("friction", "dry", "dry friction"),
    named!(
        "armature",
        "armature",
        "inertia of the joint itself, such as that of a rotor"
    ),
    named!("position", "q", "position of the joint"),
];

/// Sets the parameters that a line names.
pub(super) fn run(session: &mut Session, bound: &Bound) -> Outcome {
    let [low, high] = [RANGE_PLACES.start, RANGE_PLACES.start + 1];
    let has_range = bound.has(low) || bound.has(high);
    for (word, place) in WORDS.into_iter().zip(1..) {
        let is_of_range = has_range && RANGE_PLACES.contains(&place);
        if bound.has(place) && !is_of_range {
            set(session, bound, word, place)?;
        }
    }
    if has_range {
        (RANGE.run)(session, &range(bound))?;
    }
    many_turns(session, bound);
    Ok(())
}

/// Whether a line changes the terms of the joint's force, or the strength of the spring of motors.
pub(super) fn changes_terms(bound: &Bound) -> bool {
    (1..NAMED.len()).any(|place| changes_term(place) && bound.has(place))
}

/// Whether an argument of this name does so.
pub(super) fn names_term(name: &str) -> bool {
    (1..NAMED.len()).any(|place| changes_term(place) && NAMED[place].is_called(name))
}

fn changes_term(place: usize) -> bool {
    let word = WORDS.get(place - 1);
    word.is_some_and(|(word, terms)| *terms != 0 || is_term(word))
}

/// Returns the call of `range` that a line contains.
fn range(bound: &Bound) -> Bound {
    let places = || std::iter::once(0).chain(RANGE_PLACES);
    let value = |place: usize| bound.values.get(place).cloned();
    Bound {
        command: &RANGE,
        form: 0,
        values: places()
            .map(|place| value(place).unwrap_or(Value::Missing))
            .collect(),
        spans: places().map(|place| bound.at(place)).collect(),
        ..bound.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::{NAMED, WORDS};
    use crate::session::{Mode, Quiet, Session};

    const HINGES: &str = "addcorpus c\nget a from unit_cube\nget b1 from unit_cube\nget b2 from unit_cube\naddbody a a 0 0 1 rotary 1000\n\
                          addbody b1 b1 0 0 1 rotary 1000\naddbody b2 b2 0 0 1 rotary 1000\nlinkbodies a b1\nlinkbodies a b2\nsetroot a\ncorpusinit\n";

    fn run(lines: &str) -> Session {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let done = session.run_text("joints", &format!("{HINGES}{lines}"));
        assert!(done.is_ok(), "{:?}", session.diagnostics);
        session
    }

    #[test]
    fn every_named_argument_sets_a_word_of_joint() {
        assert_eq!(NAMED.len(), WORDS.len() + 1);
        let words = crate::commands::joints::WORDS;
        for (word, _) in WORDS {
            assert!(words.contains(&word), "{word}");
        }
        let unnamed: Vec<&str> = words
            .into_iter()
            .filter(|word| WORDS.iter().all(|(named, _)| named != word))
            .collect();
        // The terms follow from the arguments; a velocity is set by its own line.
        assert_eq!(unnamed, ["dq", "Q_type", "spring"]);
    }

    #[test]
    fn a_line_of_a_pattern_does_what_several_lines_do() {
        let one = run(
            "joint b? spring=2N*m/rad damper=0.1 rest=5deg range=[-30deg 30deg] bias=0.2N*m friction=1mN*m",
        );
        let lines = |b: &str| {
            format!(
                "joint {b} k 2\njoint {b} b 0.1\njoint {b} kq 5deg\nrange {b} -30deg 30deg\njoint {b} bias 0.2\njoint {b} dry 1e-3\njoint {b} spring linear+damper+limits+bias\n"
            )
        };
        let many = run(&[lines("b1"), lines("b2")].concat());
        let joints = |session: &Session| format!("{:?}", session.here().world.corpora[0].joints);
        assert_eq!(joints(&one), joints(&many));
        let scaled = run("joint b1 springtype=mass spring=2N*m/rad/kg");
        assert!(joints(&scaled).contains("k: 2.0"));
    }
}
