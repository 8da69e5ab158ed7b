//! Mirroring in a figure under construction: makes the twins.

use super::super::access::{self, figure_mistake};
use super::branch::{Named, Pair};
use crate::diagnostic::{Diagnostic, quote};
use crate::figure::{Body, Mirror, Twin};
use crate::lang::pattern::rename;
use crate::session::command::{Bound, Outcome, Thing};
use crate::session::{Scoped, Session, Stop};
use std::collections::BTreeSet;

/// Returns the numbers of the future twins.
pub(super) fn pairs(
    session: &mut Session,
    bound: &Bound,
    branch: &[Named],
) -> Result<Vec<Pair>, Stop> {
    names_are_free(session, bound, branch)?;
    let first = access::draft(session, bound)?.figure.bodies.len();
    let numbered = branch.iter().zip(first..);
    Ok(numbered
        .map(|(named, twin)| Pair { of: named.of, twin })
        .collect())
}

/// Returns the name of the twin of a body's object, part or part's object.
fn belonging(bound: &Bound, twin: &str, name: &str) -> String {
    rename(bound.text(0), bound.text(1), name)
        .filter(|renamed| renamed != name)
        .unwrap_or_else(|| format!("{twin}_{name}"))
}

/// Collects all names that the twin of a body adds.
fn twin(bound: &Bound, named: &Named, body: &Body) -> Twin {
    let parts = body.parts.iter().map(|part| {
        let called = |name| belonging(bound, &named.name, name);
        (called(&part.spec.name), called(&part.shape.name))
    });
    Twin {
        of: named.of,
        name: named.name.clone(),
        object: belonging(bound, &named.name, &body.shape.name),
        parts: parts.collect(),
    }
}

fn twins(session: &mut Session, bound: &Bound, branch: &[Named]) -> Result<Vec<Twin>, Stop> {
    let bodies = &access::draft(session, bound)?.figure.bodies;
    let with_body = branch
        .iter()
        .filter_map(|named| Some((named, bodies.get(named.of)?)));
    Ok(with_body
        .map(|(named, body)| twin(bound, named, body))
        .collect())
}

fn names_are_free(session: &mut Session, bound: &Bound, branch: &[Named]) -> Outcome {
    // The figure could not be assembled. If its twins exist, this line copies their joints.
    let told = access::draft(session, bound)?.reported;
    let twins = twins(session, bound, branch)?;
    let mut wanted = BTreeSet::new();
    let bodies = twins.iter().map(|twin| (Thing::Body, &twin.name));
    let belongings = twins.iter().flat_map(|twin| {
        let parts = twin
            .parts
            .iter()
            .flat_map(|(part, object)| [(Thing::Part, part), (Thing::Object, object)]);
        std::iter::once((Thing::Object, &twin.object)).chain(parts)
    });
    for (thing, name) in bodies.chain(belongings) {
        let is_taken = session.find(thing, name).is_some();
        if !is_taken && wanted.insert((thing, name)) {
            continue;
        }
        if told {
            return Err(Stop::Reported);
        }
        let message = match is_taken {
            true => format!(
                "there is already {} {}, so `mirror` cannot make a twin of this name",
                thing.with_article(),
                quote(name)
            ),
            false => format!(
                "two twins would have the same {} {}",
                thing.with_article(),
                quote(name)
            ),
        };
        let mut report = Diagnostic::error("E072", bound.at(1), message);
        if let Some(first) = session.first_named(thing, name) {
            report = report.note(first, "first named here");
        }
        let help = match thing {
            Thing::Body => {
                "let `mirror` make all twins, or build them all yourself and use `mirror` after `corpusinit`, which \
                 then copies joints and programs to them"
            }
            _ => {
                "`mirror` gives this name to an object or part of the twin; rename the existing one, or give the twin \
                 another name"
            }
        };
        return Err(report.help(help).into());
    }
    Ok(())
}

/// Builds the twins, with their objects.
pub(super) fn build(
    session: &mut Session,
    bound: &Bound,
    mirror: &Mirror,
    branch: &[Named],
) -> Outcome {
    let twins = twins(session, bound, branch)?;
    let figure = &mut access::draft(session, bound)?.figure;
    let images = figure
        .images(mirror, &twins)
        .map_err(|error| figure_mistake(&error, bound.at(0)))?;
    for (twin, image) in twins.iter().zip(images) {
        let draft = access::draft(session, bound)?;
        let figure = &mut draft.figure;
        let number = figure.bodies.len();
        if image.parent.is_some() {
            draft.places.links.insert(number, bound.span);
        }
        let shapes: Vec<_> = std::iter::once(&image.shape)
            .chain(image.parts.iter().map(|part| &part.shape))
            .cloned()
            .collect();
        let originals: Vec<String> = figure.bodies.get(twin.of).map_or_else(Vec::new, |body| {
            let parts = body.parts.iter().map(|part| part.shape.name.clone());
            std::iter::once(body.shape.name.clone())
                .chain(parts)
                .collect()
        });
        figure.bodies.push(image);
        session.name(Thing::Body, &twin.name, number, bound.span);
        for (part, _) in &twin.parts {
            session.name(Thing::Part, part, number, bound.span);
        }
        for (mut object, original) in shapes.into_iter().zip(originals) {
            // Transforms of the object since it became the shape of a body.
            let since = session.names.object(session.stage, bound.corpus, &original);
            let stage = session.here_mut();
            if let Some(since) = since.and_then(|i| stage.definitions.objects.get(i)) {
                object.transform = mirror.transform(&since.object.transform);
                let stack = since.object.stack.iter();
                object.stack = stack.map(|t| mirror.transform(t)).collect();
            }
            object.body = Some(number);
            let index = stage.definitions.objects.len();
            let name = object.name.clone();
            stage.definitions.objects.push(Scoped {
                scope: bound.corpus,
                object,
            });
            session.name(Thing::Object, &name, index, bound.span);
        }
    }
    Ok(())
}
