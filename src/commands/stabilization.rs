//! How closed loops are kept from drifting apart.

use crate::contact::Stabilization;
use crate::lang::dimension::Dimension;
use crate::record::prefixed;
use crate::session::command::{Bare, Bound, Command, Example, Group, Kind, Outcome, Range, may};
use crate::session::{Session, Stop};

const WORDS: &[&str] = &["projection", "baumgarte", "none"];

/// Rate (1/s) with which loops are pulled back, unless the line gives one.
const RATE: f64 = 100.0;

pub(super) const STABILIZATION: Command = Command {
    name: "stabilization",
    summary: "Chooses how closed loops are kept from drifting apart, or prints it.",
    details: "A step of `close` and `drive` holds the acceleration of points together; what its error leaves would grow.\n\
              projection (default): after each step, positions and speeds are moved back by the smallest motion.\n\
              baumgarte: the accelerations pull back, h\" = -2 a h' - a^2 h, with the rate a; what is held in its speed only, as by `drive`, by the first term. Loops gape a little, by less with a larger rate.\n\
              none: they drift. Both are here to compare.",
    forms: &[&[
        may(
            "how",
            Kind::Choice(WORDS),
            "how; if omitted, the present one is printed",
        ),
        may(
            "rate",
            Kind::Number(Dimension::FREQUENCY, Bare::Si, Range::Positive),
            "the rate a of `baumgarte` (default: 100 Hz)",
        )
        .by_name(),
    ]],
    example: "addcorpus c\nball bob radius=5cm\naddbody bob bob axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot bob\ncorpusinit\nmove bob 1m 0 1m\nsetrootpos\nclose bob world rod at=[0 0 0] to=[0 0 1m]\ngrav on\nstabilization baumgarte rate=50Hz\ngo 1s\nexpect abs(norm(bob.pos - [0m 0m 1m]) - 1m) < 0.1mm",
    shows: "a pendulum on a rod whose length is kept by a spring and damper in its equation",
    more: &[Example {
        code: "stabilization none",
        shows: "loops drift apart by the errors of the steps",
    }],
    search: "drift, constraint, baumgarte, projection, loop",
    in_lists: true,
    run: stabilization,
    ..Command::of(Group::Figure)
};

fn stabilization(session: &mut Session, bound: &Bound) -> Outcome {
    let given = bound.given(1);
    let chosen = match bound.text(0) {
        "projection" => Stabilization::Projection,
        "baumgarte" => Stabilization::Baumgarte(given.unwrap_or(RATE)),
        "none" => Stabilization::None,
        _ if given.is_some() => {
            let message = "a rate alone says nothing";
            let help = "write `stabilization baumgarte rate=100Hz`";
            return Err(Stop::mistake("E021", bound.at(1), message, help));
        }
        _ => {
            let line = match session.here().world.interactions.stabilization {
                Stabilization::Projection => "projection".to_owned(),
                Stabilization::Baumgarte(rate) => {
                    format!(
                        "baumgarte rate={}",
                        prefixed(rate, "Hz", 6).replace(' ', "")
                    )
                }
                Stabilization::None => "none".to_owned(),
            };
            session.print(&format!("stabilization is {line}"));
            return Ok(());
        }
    };
    if given.is_some() && !matches!(chosen, Stabilization::Baumgarte(_)) {
        let message = format!("`stabilization {}` has no rate", bound.text(0));
        let help = "leave `rate` out, or write `stabilization baumgarte`";
        return Err(Stop::mistake("E053", bound.at(1), message, help));
    }
    let world = &mut session.here_mut().world;
    world.interactions.stabilization = chosen;
    world.state_changed();
    Ok(())
}
