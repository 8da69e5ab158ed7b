//! Mirroring in an assembled figure: copies joints to existing twins.

use super::branch::{Named, Pair};
use crate::commands::access;
use crate::commands::assemble::rebuild;
use crate::diagnostic::{Diagnostic, some_of};
use crate::figure::{Body, Figure, Mirror};
use crate::session::command::{Bound, Outcome, Thing};
use crate::session::{Session, Stop};
use crate::world::{Corpus, SpeedLimit};

/// Returns the existing twins, each of which must be the mirror image of its body.
pub(super) fn pairs(
    session: &mut Session,
    bound: &Bound,
    mirror: &Mirror,
    branch: &[Named],
) -> Result<Vec<Pair>, Stop> {
    let mut missing: Vec<&str> = vec![];
    let mut pairs: Vec<Pair> = vec![];
    for named in branch {
        match session.find(Thing::Body, &named.name) {
            Some(twin) => pairs.push(Pair { of: named.of, twin }),
            None => missing.push(&named.name),
        }
    }
    let draft = access::draft(session, bound)?;
    let (name, doubtful) = (draft.figure.name.clone(), draft.doubtful);
    let wrong = pairs
        .iter()
        .find_map(|pair| Some((*pair, difference(&draft.figure, mirror, *pair)?)));
    if !missing.is_empty() {
        if missing.iter().any(|name| {
            session
                .check
                .doubts
                .covers(session.place(), Thing::Body, name)
        }) {
            return Err(Stop::Reported);
        }
        let (them, are) = match missing.len() {
            1 => ("body", "is"),
            _ => ("bodies", "are"),
        };
        let all = some_of(missing.into_iter(), "and");
        let message =
            format!("`{name}` is already assembled, and the {them} {all} {are} not part of it");
        let help = "`mirror` before `corpusinit` makes bodies; after it, it copies joints and motor programs to existing bodies";
        return Err(Stop::mistake("E073", bound.at(1), message, help));
    }
    let Some((pair, difference)) = wrong else {
        return Ok(pairs);
    };
    if doubtful {
        return Err(Stop::Reported);
    }
    let bodies = &access::draft(session, bound)?.figure.bodies;
    let name_of = |i: usize| {
        bodies
            .get(i)
            .map_or_else(String::new, |b| b.spec.name.clone())
    };
    let (of, twin) = (name_of(pair.of), name_of(pair.twin));
    let message = format!(
        "`{twin}` is not the mirror image of `{of}` across {}: {difference}",
        bound.text(2)
    );
    let first = session.first_named(Thing::Body, &twin);
    let report = Diagnostic::error("E074", bound.at(1), message);
    let report = match first {
        Some(first) => report.note(first, "not a mirror image"),
        None => report,
    };
    Err(report
        .help("let `mirror` make the twin, before `corpusinit`, or set its joints yourself")
        .into())
}

/// Finds a difference that keeps a twin from being the mirror image: up to the common parent, each frame must be the mirror
/// image of its counterpart.
fn difference(figure: &Figure, mirror: &Mirror, pair: Pair) -> Option<&'static str> {
    let degrees = |body: usize| {
        let body = figure.bodies.get(body)?;
        let degrees = body.spec.degrees().into_iter();
        Some(
            degrees
                .map(|degree| (degree.name, degree.kind))
                .collect::<Vec<_>>(),
        )
    };
    if degrees(pair.of) != degrees(pair.twin) {
        return Some("its joint is of another kind");
    }
    let (mut a, mut b) = (pair.of, pair.twin);
    while a != b {
        let (of, twin) = (figure.bodies.get(a)?, figure.bodies.get(b)?);
        let (Some(carrier), Some(across)) = (of.parent, twin.parent) else {
            return Some("it is at another depth of the tree");
        };
        if !mirror.is_image(twin, of) {
            return Some(match b == pair.twin {
                true => "its frame is placed differently",
                false => "a parent is placed differently",
            });
        }
        (a, b) = (carrier, across);
    }
    None
}

/// Copies axes, springs, positions, motors and limits.
pub(super) fn copy(
    session: &mut Session,
    bound: &Bound,
    mirror: &Mirror,
    pairs: &[Pair],
) -> Outcome {
    copy_axes(session, bound, mirror, pairs)?;
    for pair in pairs {
        let figure = &access::draft(session, bound)?.figure;
        let degrees = figure.across(pair.of, pair.twin, mirror);
        let corpus = access::corpus(session, bound)?;
        for (of, twin, reverses) in degrees {
            if let (Some(of), Some(twin)) = (corpus.number_of(of), corpus.number_of(twin)) {
                copy_joint(corpus, of, twin, reverses);
            }
        }
    }
    session.here_mut().world.state_changed();
    Ok(())
}

fn copy_axes(session: &mut Session, bound: &Bound, mirror: &Mirror, pairs: &[Pair]) -> Outcome {
    let figure = &mut access::draft(session, bound)?.figure;
    let before: Vec<Body> = figure.bodies.clone();
    let mut changed = false;
    for pair in pairs {
        let Some(of) = before.get(pair.of) else {
            continue;
        };
        let (joint, axis) = (
            of.spec.joint,
            mirror.joint_axis(of.spec.joint, &of.spec.axis),
        );
        if let Some(twin) = figure.bodies.get_mut(pair.twin) {
            changed |= twin.spec.joint != joint || twin.spec.axis != axis;
            (twin.spec.joint, twin.spec.axis) = (joint, axis);
        }
    }
    if !changed {
        return Ok(());
    }
    rebuild(session, bound).inspect_err(|_| {
        // The assembled figure keeps its joints, and so does its construction record.
        if let Ok(draft) = access::draft(session, bound) {
            draft.figure.bodies = before;
        }
    })
}

fn copy_joint(corpus: &mut Corpus, of: usize, twin: usize, reverses: bool) {
    let (parameters, motor) = (corpus.joints[of], corpus.motor(of));
    let (q, qd) = (corpus.q(of), corpus.qd(of));
    if reverses {
        corpus.joints[twin] = parameters.reversed();
        corpus.set_motor(twin, motor.reversed());
        // Not the negative, to avoid a negative zero.
        corpus.set_q(twin, 0.0 - q);
        corpus.set_qd(twin, 0.0 - qd);
    } else {
        corpus.joints[twin] = parameters;
        corpus.set_motor(twin, motor);
        corpus.set_q(twin, q);
        corpus.set_qd(twin, qd);
    }
    corpus.joint_changed(twin);
    corpus.contact.sticky[twin] = corpus.contact.sticky[of];
    let finish = corpus.contact.finish(of);
    corpus.contact.set_finish(twin, finish);
    if !corpus.contact.sticky[twin] {
        corpus.release(twin);
    }
    let limits = &mut corpus.imposed.speed_limits;
    limits.retain(|limit| limit.body != twin);
    let limit = limits.iter().find(|limit| limit.body == of).copied();
    limits.extend(limit.map(|limit| SpeedLimit {
        body: twin,
        ..limit
    }));
}
