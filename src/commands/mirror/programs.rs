//! Copies motor programs and reflexes of the legs of a branch to the legs of its twins.

use super::branch::Pair;
use super::search::Search;
use crate::commands::access;
use crate::control::{Side, Trigger};
use crate::diagnostic::Diagnostic;
use crate::figure::{Mirror, body_of};
use crate::session::command::{Across, Bound, Reflection};
use crate::session::{Closure, Programs, Roach, Session, Stop};
use std::collections::BTreeMap;
use std::sync::Arc;

/// New programs and reflexes of a leg of a gait; `None` leaves one unchanged.
pub(super) struct Image {
    roach: usize,
    leg: usize,
    programs: Option<Programs>,
    step: Option<Trigger>,
    load: Option<Trigger>,
}

/// Returns the images for the opposite legs: of the programs of the current figure's gaits that move bodies of the branch, and
/// of the reflexes that monitor such bodies.
pub(super) fn images(
    session: &mut Session,
    bound: &Bound,
    mirror: &Mirror,
    pairs: &[Pair],
) -> Result<Vec<Image>, Stop> {
    let figure = &access::draft(session, bound)?.figure;
    let mut across = BTreeMap::new();
    let degrees = pairs
        .iter()
        .flat_map(|pair| figure.across(pair.of, pair.twin, mirror));
    let degrees: Vec<(usize, usize, bool)> = degrees.collect();
    for &(of, body, reverses) in &degrees {
        across.insert(of, Across { body, reverses });
    }
    // Bodies of the branch become their twins, and vice versa.
    for &(of, twin, reverses) in &degrees {
        let back = Across { body: of, reverses };
        across.entry(twin).or_insert(back);
    }
    let reflection = Arc::new(Reflection {
        corpus: bound.corpus,
        across,
        place: bound.span,
    });
    let without_image: Vec<usize> = pairs
        .iter()
        .filter(|pair| figure.across(pair.of, pair.twin, mirror).is_empty())
        .map(|pair| pair.of)
        .collect();
    let is_branch = |body: usize| pairs.iter().any(|pair| pair.of == body_of(body));
    let branch = Search::new(session, &is_branch);
    let mut images: Vec<Image> = vec![];
    for (number, roach) in session.here().definitions.roaches.iter().enumerate() {
        if roach.draft != bound.corpus {
            continue;
        }
        let mut taken = BTreeMap::new();
        for (leg, programs) in roach.programs.iter().enumerate() {
            let watching = roach.gait.reflexes.leg(leg);
            let [step, load] = [watching.step, watching.load].map(|trigger| {
                let trigger = trigger.filter(|trigger| is_branch(trigger.body))?;
                Some(image(trigger, reflection.across.get(&trigger.body)?))
            });
            let Some(place) = branch.first(programs) else {
                if step.is_some() || load.is_some() {
                    if roach.programs.get(leg ^ 1).is_none() {
                        let message = no_leg_across(roach, leg);
                        return Err(refusal(bound, message).into());
                    }
                    images.push(Image {
                        roach: number,
                        leg: leg ^ 1,
                        programs: None,
                        step,
                        load,
                    });
                }
                continue;
            };
            for body in &without_image {
                let is_it = |one: usize| body_of(one) == *body;
                if let Some(place) = Search::new(session, &is_it).first(programs) {
                    return Err(no_image(bound, place).into());
                }
            }
            // The twins of the bodies that this leg moves, without those of its neighbours.
            let own: Vec<usize> = pairs
                .iter()
                .filter(|pair| {
                    let is_it = |body: usize| body_of(body) == pair.of;
                    Search::new(session, &is_it).first(programs).is_some()
                })
                .map(|pair| pair.twin)
                .collect();
            let is_twin = |body: usize| own.contains(&body_of(body));
            let twins = Search::new(session, &is_twin);
            let across = leg_across(roach, leg, &twins).map_err(|message| {
                refusal(bound, message).note(
                    place.span,
                    format!("in this line, leg {leg} moves a body that is mirrored"),
                )
            })?;
            if let Some(other) = taken.insert(across, leg) {
                let message = format!(
                    "the programs of legs {other} and {leg} would both become those of leg {across}"
                );
                return Err(refusal(bound, message).into());
            }
            let across_of = |program: &Option<Arc<Closure>>| {
                program
                    .as_ref()
                    .map(|program| reflection.image_of_closure(program))
            };
            images.push(Image {
                roach: number,
                leg: across,
                programs: Some(Programs {
                    step: across_of(&programs.step),
                    stance: across_of(&programs.stance),
                }),
                step,
                load,
            });
        }
    }
    Ok(images)
}

fn refusal(bound: &Bound, message: String) -> Diagnostic {
    Diagnostic::error("E076", bound.at(0), message).help(
        "legs 0 and 1 are a pair, 2 and 3, and so on; the programs of each leg should move only bodies of its own side",
    )
}

/// Reports a line that moves a planar joint whose twin slides in other directions.
fn no_image(bound: &Bound, place: &Bound) -> Diagnostic {
    let message = "the slides of a planar joint have no mirror images here, so its motor program cannot be copied";
    Diagnostic::error("E074", bound.at(0), message)
        .note(place.span, "moves the joint")
        .help("give the joint an axis along x, y or z, or write the program of the other side yourself")
}

/// Returns a trigger for the twin: if its values have the opposite sign, the negated threshold with the opposite side.
fn image(trigger: Trigger, across: &Across) -> Trigger {
    let (sign, side) = match (across.reverses, trigger.side) {
        (false, side) => (1.0, side),
        (true, Side::Above) => (-1.0, Side::Below),
        (true, Side::Below) => (-1.0, Side::Above),
    };
    Trigger {
        body: across.body,
        value: sign * trigger.value,
        side,
        ..trigger
    }
}

fn no_leg_across(roach: &Roach, leg: usize) -> String {
    format!(
        "leg {leg} has no opposite leg: `{}` has {} legs",
        roach.name,
        roach.programs.len()
    )
}

/// Stores the new programs and reflexes of the legs.
pub(super) fn set(session: &mut Session, images: Vec<Image>) {
    let roaches = &mut session.here_mut().definitions.roaches;
    for image in images {
        let Some(roach) = roaches.get_mut(image.roach) else {
            continue;
        };
        if let (Some(programs), Some(new)) = (roach.programs.get_mut(image.leg), image.programs) {
            *programs = new;
        }
        if image.step.is_none() && image.load.is_none() {
            continue;
        }
        if let Some(own) = roach.gait.reflexes_of(image.leg) {
            own.step = image.step.or(own.step);
            own.load = image.load.or(own.load);
        }
    }
}

/// Finds the leg whose programs already move the twins, or the other leg of the pair.
fn leg_across(roach: &Roach, leg: usize, twins: &Search) -> Result<usize, String> {
    let moves_twins = |programs: &Programs| twins.first(programs).is_some();
    let mut all = (0..).zip(&roach.programs);
    if let Some((across, _)) = all.find(|(other, programs)| *other != leg && moves_twins(programs))
    {
        return Ok(across);
    }
    let across = leg ^ 1;
    match roach.programs.get(across) {
        None => Err(no_leg_across(roach, leg)),
        Some(programs) if programs.commands().next().is_none() => Ok(across),
        Some(_) => Err(format!(
            "`mirror` would replace the programs of leg {across}, which move none of the mirrored bodies, by copies of those of leg {leg}"
        )),
    }
}
