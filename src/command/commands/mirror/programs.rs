//! Motor programs of the legs of a branch, copied to the legs of its twins.

use super::branch::Pair;
use crate::command::commands::access;
use crate::command::{Bound, Kind, Thing, Value};
use crate::diagnostic::Diagnostic;
use crate::figure::Mirror;
use crate::session::{Programs, Roach, Session, Stop};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The programs that a leg of a gait gets.
pub(super) struct Image {
    roach: usize,
    leg: usize,
    programs: Programs,
}

/// What becomes of a body in a program.
#[derive(Clone, Copy)]
struct Change {
    body: usize,
    /// Whether positions of its joint change their signs.
    reverses: bool,
}

/// Bodies of the branch become their twins, and the twins those of the branch.
type Changes = BTreeMap<usize, Change>;

/// The programs of the gaits of the current figure that move bodies of the branch, for the legs across.
pub(super) fn images(
    session: &mut Session,
    bound: &Bound,
    mirror: &Mirror,
    pairs: &[Pair],
) -> Result<Vec<Image>, Stop> {
    let bodies = &access::draft(session, bound)?.figure.bodies;
    let mut changes = Changes::new();
    for pair in pairs {
        let joint = bodies.get(pair.of).map(|body| body.spec.joint);
        let reverses = joint.is_some_and(|joint| mirror.reverses(joint));
        changes.insert(
            pair.of,
            Change {
                body: pair.twin,
                reverses,
            },
        );
    }
    for pair in pairs {
        let reverses = changes.get(&pair.of).is_some_and(|change| change.reverses);
        changes.entry(pair.twin).or_insert(Change {
            body: pair.of,
            reverses,
        });
    }
    let mut images: Vec<Image> = vec![];
    for (number, roach) in session.here().roaches.iter().enumerate() {
        if roach.draft != bound.corpus {
            continue;
        }
        let mut taken = BTreeMap::new();
        for (leg, programs) in roach.programs.iter().enumerate() {
            let Some(place) =
                first_that_names(programs, |body| pairs.iter().any(|pair| pair.of == body))
            else {
                continue;
            };
            let across = leg_across(roach, leg, pairs).map_err(|message| {
                refusal(bound, message).note(
                    place.span,
                    format!("leg {leg} moves a body of the branch here"),
                )
            })?;
            if let Some(other) = taken.insert(across, leg) {
                let message = format!(
                    "the programs of legs {other} and {leg} would both become those of leg {across}"
                );
                return Err(refusal(bound, message).into());
            }
            images.push(Image {
                roach: number,
                leg: across,
                programs: Programs {
                    step: image_of_list(&programs.step, &changes),
                    stance: image_of_list(&programs.stance, &changes),
                },
            });
        }
    }
    Ok(images)
}

fn refusal(bound: &Bound, message: String) -> Diagnostic {
    Diagnostic::error("E076", bound.at(0), message).help(
        "legs 0 and 1 are a pair, 2 and 3, and so on; let the programs of each leg move bodies of its own side only",
    )
}

/// Gives the legs their programs.
pub(super) fn set(session: &mut Session, images: Vec<Image>) {
    let roaches = &mut session.here_mut().roaches;
    for image in images {
        let roach = roaches.get_mut(image.roach);
        if let Some(programs) = roach.and_then(|roach| roach.programs.get_mut(image.leg)) {
            *programs = image.programs;
        }
    }
}

/// The leg whose programs move the twins already, or the other one of the pair.
fn leg_across(roach: &Roach, leg: usize, pairs: &[Pair]) -> Result<usize, String> {
    let moves_twins = |programs: &Programs| {
        first_that_names(programs, |body| pairs.iter().any(|pair| pair.twin == body)).is_some()
    };
    let mut all = (0..).zip(&roach.programs);
    if let Some((across, _)) = all.find(|(other, programs)| *other != leg && moves_twins(programs))
    {
        return Ok(across);
    }
    let across = leg ^ 1;
    match roach.programs.get(across) {
        None => Err(format!(
            "leg {leg} has no leg across: `{}` has {} legs",
            roach.name,
            roach.programs.len()
        )),
        Some(programs) if programs.step.is_empty() && programs.stance.is_empty() => Ok(across),
        Some(_) => Err(format!(
            "the programs of leg {leg} would take the place of those of leg {across}, which move no twins"
        )),
    }
}

/// The bodies that a command names, by their numbers in the figure, with those of a command in it.
fn names(bound: &Bound, is_wanted: &impl Fn(usize) -> bool) -> bool {
    let own = values_with_kinds(bound).any(|(value, kind)| match value {
        Value::Index(body) => is_body(kind) && is_wanted(*body),
        Value::Command(inner) => names(inner, is_wanted),
        _ => false,
    });
    own || bound.list.iter().any(|inner| names(inner, is_wanted))
}

fn values_with_kinds(bound: &Bound) -> impl Iterator<Item = (&Value, Kind)> {
    let form = bound.command.forms.get(bound.form).copied();
    let params = form.unwrap_or_default().iter();
    bound.values.iter().zip(params.map(|param| param.kind))
}

fn is_body(kind: Kind) -> bool {
    matches!(kind, Kind::Jointed | Kind::Old(Thing::Body))
}

fn first_that_names(programs: &Programs, is_wanted: impl Fn(usize) -> bool) -> Option<&Bound> {
    let mut all = programs.step.iter().chain(programs.stance.iter());
    all.find(|bound| names(bound, &is_wanted))
}

fn image_of_list(list: &[Bound], changes: &Changes) -> Arc<[Bound]> {
    list.iter().map(|bound| image(bound, changes)).collect()
}

/// The command with the bodies of the other side. What names no body of either side stays as it is.
fn image(bound: &Bound, changes: &Changes) -> Bound {
    let mut image = bound.clone();
    let mut reverses = false;
    for (place, (value, kind)) in values_with_kinds(bound).enumerate() {
        let changed = match value {
            Value::Index(body) if is_body(kind) => changes.get(body).map(|change| {
                reverses |= change.reverses;
                Value::Index(change.body)
            }),
            Value::Command(inner) => Some(Value::Command(Arc::new(self::image(inner, changes)))),
            _ => None,
        };
        if let (Some(changed), Some(slot)) = (changed, image.values.get_mut(place)) {
            *slot = changed;
        }
    }
    image.list = image_of_list(&bound.list, changes);
    if reverses {
        reverse(&mut image);
    }
    image
}

/// Changes the signs of a command's positions.
fn reverse(bound: &mut Bound) {
    let opposite = match (bound.command.name, bound.values.as_mut_slice()) {
        ("motor", [_, _, target, ..]) => target,
        ("joint", [_, Value::Word(word), value, ..]) => {
            match *word {
                "qmin" => *word = "qmax",
                "qmax" => *word = "qmin",
                "q" | "dq" | "kq" | "e_q" | "bias" => {}
                _ => return,
            }
            value
        }
        _ => return,
    };
    if let Value::Number(x) = opposite {
        // Not the negative: no zero is to get a sign.
        *x = 0.0 - *x;
    }
}
