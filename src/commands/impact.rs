//! How bodies bounce that separate at once.

use super::warnings;
use crate::contact::{ImpactLaw, ImpactRule};
use crate::diagnostic::Diagnostic;
use crate::lang::dimension::Dimension;
use crate::session::command::{Bare, Bound, Command, Example, Group, Kind, Outcome, Range, may};
use crate::session::{Session, Stop};
use crate::source::Span;
use crate::world::{ContactMethod, World};

const LAWS: &[&str] = &["newton", "poisson", "stronge", "chatterjee"];

pub(super) const IMPACTLAW: Command = Command {
    name: "impactlaw",
    summary: "Chooses the law by which rigid bodies bounce, or prints it.",
    details: "A law counts where bodies separate at once: with `contact rigid` and `contact impulses`. With e the restitution of the speed (`restitution`; the square root of `collisione`):\n\
              newton (default): the speed of separation is e times that of approach. In an oblique impact with friction this could add energy; such impacts are weakened until they add none, with a warning.\n\
              poisson: the normal impulse of separation is e times that of approach.\n\
              stronge: the normal work of separation is e squared times that of approach. This law never adds energy.\n\
              chatterjee: an algebraic law with a restitution along the surface too, `tangential`: 0 stops the sliding where friction can, 1 turns it round, as a super ball does; from -1.\n\
              By the first three, friction follows the impact through sliding, reversal and sticking. Of several points at once, `poisson` and `stronge` make springs of equal stiffness that are compressed together (up to 24 points that act on each other; more, as in a pile, are those of `newton`); \
              `newton` and `chatterjee` find the impulses of all points at once.",
    forms: &[&[
        may(
            "law",
            Kind::Choice(LAWS),
            "the law; if omitted, the present one is printed",
        ),
        may(
            "tangential",
            Kind::Number(Dimension::NONE, Bare::Si, Range::Any),
            "restitution along the surface, of `chatterjee` (default: 0)",
        )
        .by_name(),
    ]],
    example: "addcorpus c\nball b radius=10cm\naddbody b b 0 0 1 rotary 1g/cm3\nsetroot b\ncorpusinit\nmove b 0 0 10cm\nsetrootpos\nground on\ncontact rigid\ngroundfric 5\nrestitution 0.5\nimpactlaw chatterjee tangential=0.5\n\
              addv b 2m/s 0 -3m/s 0 0 0\ngo 2ms\nexpect abs(c.b.vel.x - 8/7 * 1m/s) < 1cm/s",
    shows: "a super ball, whose spin turns round as it hits the ground",
    more: &[Example {
        code: "contact rigid\nimpactlaw stronge",
        shows: "bounces by the energy that they return",
    }],
    search: "bounce, impact, newton, poisson, stronge, chatterjee, super ball",
    in_lists: true,
    run: impact_law,
    ..Command::of(Group::Ground)
};

fn impact_law(session: &mut Session, bound: &Bound) -> Outcome {
    let law = match bound.text(0) {
        "newton" => ImpactLaw::Newton,
        "poisson" => ImpactLaw::Poisson,
        "stronge" => ImpactLaw::Stronge,
        "chatterjee" => ImpactLaw::Chatterjee,
        _ => {
            let rule = session.here().world.interactions.collision.impact;
            let mut line = format!("impactlaw is {}", word(rule.law));
            if rule.law == ImpactLaw::Chatterjee {
                line += &format!(" tangential={}", rule.tangential);
            }
            session.print(&line);
            return Ok(());
        }
    };
    let tangential = bound.number(1);
    if bound.given(1).is_some() && law != ImpactLaw::Chatterjee {
        let message = format!(
            "`impactlaw {}` has no restitution along the surface",
            word(law)
        );
        let help = "leave `tangential` out, or write `impactlaw chatterjee`";
        return Err(Stop::mistake("E053", bound.at(1), message, help));
    }
    if !(-1.0..=1.0).contains(&tangential) {
        let message = format!("a restitution along the surface of {tangential} would add energy");
        let help = "give a number from -1 to 1";
        return Err(Stop::mistake("E053", bound.at(1), message, help));
    }
    let world = &mut session.here_mut().world;
    world.interactions.collision.impact = ImpactRule { law, tangential };
    world.state_changed();
    Ok(())
}

fn word(law: ImpactLaw) -> &'static str {
    match law {
        ImpactLaw::Newton => "newton",
        ImpactLaw::Poisson => "poisson",
        ImpactLaw::Stronge => "stronge",
        ImpactLaw::Chatterjee => "chatterjee",
    }
}

/// Refuses an impact law that has no such restitution, and warns of one that nothing uses.
pub(super) fn check_impact_law(session: &mut Session, at: Span) -> Outcome {
    let world = &session.here().world;
    let law = word(world.interactions.collision.impact.law);
    if world.interactions.collision.impact.law == ImpactLaw::Newton {
        return Ok(());
    }
    let [ground, bodies] = at_once(world);
    let restitutions = [
        (ground, world.ground.e, "restitution"),
        (bodies, world.interactions.collision.law.e, "collisione"),
    ];
    if let Some((_, _, name)) = restitutions.iter().find(|(used, e, _)| *used && *e > 1.0) {
        let message = format!(
            "by `impactlaw {law}` nothing returns more than it takes, and `{name}` is above 1"
        );
        let help = format!("lower `{name}`, or write `impactlaw newton`");
        return Err(Stop::mistake("E053", at, message, help));
    }
    if !(ground || bodies) {
        let message = format!(
            "`impactlaw {law}` counts for nothing: bodies that touch push each other by springs"
        );
        let help = "write `contact rigid`, or `contact impulses` for bodies alone";
        warnings::once_at_all(session, Diagnostic::warning("W053", at, message).help(help));
    }
    Ok(())
}

/// Whether the ground, and other bodies, separate at once from what hits them.
fn at_once(world: &World) -> [bool; 2] {
    let bodies = world.interactions.collision.method;
    [
        world.ground_on && world.ground.rigid,
        bodies != ContactMethod::Springs,
    ]
}
