//! Warnings: lines that run, but probably not as intended.

use super::access;
use crate::contact::ConeLaw;
use crate::control::terms;
use crate::diagnostic::Diagnostic;
use crate::dynamics::JointKind;
use crate::figure::Body;
use crate::record::prefixed;
use crate::session::check;
use crate::session::command::Bound;
use crate::session::{Draft, Roach, Session, Stage, si};
use crate::source::Span;
use crate::world::{Buried, Corpus};
use nalgebra::Vector3;

/// Largest number of findings: a list that runs in every frame must not fill the memory.
const MOST: usize = 1000;

/// Adds a finding, unless there is one at the same place.
pub(super) fn once_there(session: &mut Session, report: Diagnostic) {
    add(session, report, |a, b| a.span == b.span);
}

/// Adds a finding, unless there is one with the same message, at any place.
pub(super) fn once_at_all(session: &mut Session, report: Diagnostic) {
    add(session, report, |a, b| a.message == b.message);
}

fn add(session: &mut Session, report: Diagnostic, same: fn(&Diagnostic, &Diagnostic) -> bool) {
    // After an error, it may be a consequence of it.
    if session.check.is_mistaken(&session.diagnostics) {
        return;
    }
    let found = &mut session.diagnostics;
    let known = |d: &Diagnostic| d.code == report.code && same(d, &report);
    if found.len() < MOST && !found.iter().any(known) {
        found.push(report);
    }
}

/// Calls a function for a command and those that it contains, such as that of a timer.
pub(super) fn each<'a>(bound: &'a Bound, act: &mut impl FnMut(&'a Bound)) {
    act(bound);
    for inner in bound.deferred() {
        each(inner, act);
    }
}

/// Finds figures that are deep in the ground before anything has moved, with help for each.
pub(super) fn buried(stage: &Stage, at: Span, help: impl Fn(&Corpus) -> String) -> Vec<Diagnostic> {
    let world = &stage.world;
    if !world.ground_on || stage.frames > 0 {
        return vec![];
    }
    let law = world.interactions.collision.cones;
    let throws = world.ground.rigid && law == ConeLaw::Todorov;
    let report = |corpus: &Corpus| {
        let Buried { depth, force } = corpus.buried(&world.ground)?;
        let effect = match force {
            Some(force) if force < 1e6 => {
                format!("whose force, {force:.0} times its weight, will throw it into the air")
            }
            Some(force) => {
                format!("whose force, {force:.0e} times its weight, will throw it into the air")
            }
            None if throws => "which throws it into the air by the law `todorov`".to_owned(),
            None => "which lifts it out slowly".to_owned(),
        };
        let help = match throws {
            true => format!(
                "{}; or write `contact rigid`, which lifts it out slowly",
                help(corpus)
            ),
            false => help(corpus),
        };
        let message = format!(
            "`{}` starts {} deep in the ground, {effect}",
            corpus.name,
            prefixed(depth, "m", 3)
        );
        Some(Diagnostic::warning("W009", at, message).help(help))
    };
    let moving = world.corpora.iter().filter(|c| c.integrated);
    moving.filter_map(report).collect()
}

/// Warns of a figure that a depth, given to `rest`, has just placed in the ground, deeper than feet sink in.
pub(super) fn buried_by(session: &mut Session, at: Span) {
    let help = |_: &Corpus| "use `rest` without a value, or a smaller depth".to_owned();
    for report in buried(session.here(), at, help) {
        once_at_all(session, report);
    }
}

/// Distance of shapes from the joint between them that is allowed, as a fraction of the larger body.
const NEAR_JOINT: f64 = 0.4;

/// Returns the distance of a point from the shapes of a body, by their bounding boxes, and their size.
fn away_from(body: &Body, point: &Vector3<f64>) -> Option<(f64, f64)> {
    let meshes = std::iter::once(&body.mesh).chain(body.parts.iter().map(|part| &part.mesh));
    let boxes = meshes.filter_map(|mesh| mesh.bounds());
    let each = boxes.map(|(low, high)| {
        let inside = point.sup(&low).inf(&high);
        ((point - inside).norm(), (high - low).norm())
    });
    each.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

/// A joint that is far from the shape of the body or of its parent.
struct FarJoint<'a> {
    /// Name of the body that the joint moves.
    name: &'a str,
    /// Name of its parent.
    on: &'a str,
    /// Name of the body whose shape is far from the joint.
    shape: &'a str,
    /// Distance of the joint from that shape (m).
    gap: f64,
}

/// Warns of joints that are far from the shape of the body or of its parent, in one report for the whole figure.
pub(super) fn joints_in_the_air(session: &mut Session, bound: &Bound) {
    let mut found: Vec<FarJoint> = vec![];
    let bodies = match access::draft(session, bound) {
        Ok(draft) => &draft.figure.bodies,
        Err(_) => return,
    };
    for body in bodies.iter().filter(|body| {
        body.spec
            .degrees()
            .iter()
            .all(|d| d.kind != JointKind::Sliding)
    }) {
        let Some(parent) = body.parent.and_then(|parent| bodies.get(parent)) else {
            continue;
        };
        // Shapes without mass, as those of an imported robot, say nothing of where its bodies are.
        if !(body.spec.inertial && parent.spec.inertial) {
            continue;
        }
        let own = away_from(body, &Vector3::zeros());
        let of_parent = away_from(parent, &body.placement.translation);
        let (Some((own, size)), Some((carrier, carrier_size))) = (own, of_parent) else {
            continue;
        };
        let (gap, shape) = match own > carrier {
            true => (own, &body.spec.name),
            false => (carrier, &parent.spec.name),
        };
        if gap <= NEAR_JOINT * size.max(carrier_size) {
            continue;
        }
        let (name, on) = (&body.spec.name, &parent.spec.name);
        found.push(FarJoint {
            name,
            on,
            shape,
            gap,
        });
    }
    let count = found.len();
    let Some(worst) = found.into_iter().max_by(|a, b| a.gap.total_cmp(&b.gap)) else {
        return;
    };
    let FarJoint {
        name,
        on,
        shape,
        gap,
    } = worst;
    let gap = prefixed(gap, "m", 3);
    let message = match count {
        1 => format!("the joint of `{name}` is {gap} away from the shape of `{shape}`"),
        _ => format!(
            "{count} joints are far from a shape that they connect; the farthest is the joint of `{name}`, {gap} from the shape of `{shape}`"
        ),
    };
    let help = format!(
        "the joint is at the origin of the coordinates of its body: a `move` before `addbody` shifts the shape relative to it; a `move` between `addbody` and `linkbodies` places the joint of `{name}` on `{on}`"
    );
    let report = Diagnostic::warning("W021", bound.span, message).help(help);
    once_there(session, report);
}

/// Joints whose lower stop is above their upper one, so that no position is within the range.
pub(super) fn reversed_ranges(stage: &Stage, at: Span) -> Vec<Diagnostic> {
    let moving = stage.world.corpora.iter().filter(|c| c.integrated);
    let report = |corpus: &Corpus, body: usize| {
        let (p, name) = (corpus.joints.get(body)?, corpus.names.get(body)?);
        let stops_act = p.q_type & terms::LIMITS != 0 && (p.lk > 0.0 || p.lb > 0.0);
        if body == 0 || !stops_act || p.qmin <= p.qmax {
            return None;
        }
        let unit = match corpus.model.joint_kind(body) {
            Some(JointKind::Sliding) => "m",
            _ => "rad",
        };
        let message = format!(
            "the range of `{name}` is reversed: its `qmin`, {}, is above its `qmax`, {}",
            si(p.qmin, unit),
            si(p.qmax, unit)
        );
        let help = format!("no position is within it; `range {name} LOW HIGH` sets both ends");
        Some(Diagnostic::warning("W023", at, message).help(help))
    };
    let joints = moving.flat_map(|corpus| (0..corpus.names.len()).map(move |body| (corpus, body)));
    joints
        .filter_map(|(corpus, body)| report(corpus, body))
        .collect()
}

/// Largest number of steps of a run without a warning: about ten minutes of a single body.
const MOST_STEPS: f64 = 1e9;

/// Warns of a run of so many frames that takes very long, with at least one step in each frame, or that stops at the limit of steps in a frame.
pub(super) fn too_many_steps(stage: &Stage, frames: f64, at: Span) -> Vec<Diagnostic> {
    let world = &stage.world;
    if !world.corpora.iter().any(|corpus| corpus.integrated) {
        return vec![];
    }
    let is_fixed = !world.settings.method.is_adaptive();
    let of_frame = match is_fixed {
        true => world.settings.equal_steps(world.dt, world.dt),
        false => 1.0,
    };
    let steps = frames * of_frame;
    let most_of_frame = world.settings.largest_evaluations_per_advance as f64;
    let (message, help) = if of_frame > most_of_frame {
        (
            format!(
                "a frame has {of_frame:.1e} steps, and the run stops if a frame takes more than {most_of_frame:.0e}"
            ),
            "use a longer step `h`, or `integration auto`, which chooses its steps",
        )
    } else if steps > MOST_STEPS {
        let help = match is_fixed && of_frame > 1.0 {
            true => "use a longer step `h`, or `integration auto`, which chooses its steps",
            false => "use longer frames (`dt`); Ctrl-C stops a run",
        };
        (format!("this run has at least {steps:.1e} steps"), help)
    } else {
        return vec![];
    };
    vec![Diagnostic::warning("W016", at, message).help(help)]
}

/// Warns of a restitution of the ground above 1, by which every impact adds energy.
pub(super) fn gains_energy(session: &mut Session, bound: &Bound) {
    let Some(given) = bound.given(0).filter(|given| *given > 1.0) else {
        return;
    };
    let message = format!(
        "`{}` is {}: above 1, every impact on the ground adds energy",
        bound.command.name,
        si(given, "")
    );
    let help = "use a value from 0 (no rebound) to 1 (no energy lost)";
    let report = Diagnostic::warning("W025", bound.at(0), message).help(help);
    once_there(session, report);
}

/// Warns of a speed that the gait has limited.
pub(super) fn speed_out_of_bounds(session: &mut Session, bound: &Bound) {
    let Some(wanted) = bound.given(0) else {
        return;
    };
    let help = "a smaller number is a faster walk: `topspeed` sets the smallest number that is allowed, `bottomspeed` the largest";
    out_of_bounds(session, bound, wanted, help, |[taken, top, bottom]| {
        ("speed", [top, bottom, taken])
    });
}

/// Warns of a pace that the gait has limited.
pub(super) fn pace_out_of_bounds(session: &mut Session, bound: &Bound, wanted: f64) {
    let (end, of) = match access::roach(session, bound) {
        Ok(Roach { gait, .. }) if wanted > gait.bottom_speed => ("smallest", "bottomspeed"),
        _ => ("largest", "topspeed"),
    };
    let help = format!(
        "the {end} pace is 1 / `{of}`: for pace {}, `{of} {}`; `cycletime` sets the duration of a cycle at pace 1",
        si(1.0 / wanted, ""),
        si(wanted, "")
    );
    out_of_bounds(session, bound, wanted, &help, |speeds| {
        let [taken, top, bottom] = speeds.map(|speed| 1.0 / speed);
        ("pace", [bottom, top, taken])
    });
}

/// Warns of a speed that the gait has limited. From the current, the top and the bottom speed, `shown` makes the shown bounds
/// and the shown current value, with their name.
fn out_of_bounds(
    session: &mut Session,
    bound: &Bound,
    wanted: f64,
    help: &str,
    shown: fn([f64; 3]) -> (&'static str, [f64; 3]),
) {
    let Ok(Roach { gait, .. }) = access::roach(session, bound) else {
        return;
    };
    if gait.speed() != wanted {
        let (name, shown) = shown([gait.speed(), gait.top_speed, gait.bottom_speed]);
        let [least, most, taken] = shown.map(|x| si(x, ""));
        let message =
            format!("the {name} must be between {least} and {most} here, so it was set to {taken}");
        let report = Diagnostic::warning("W006", bound.at(0), message).help(help);
        once_there(session, report);
    }
}

/// Warns of `convex` and `veltest`, which have no effect; the first is argument `first`.
pub(super) fn unused_flags(session: &mut Session, bound: &Bound, first: usize) {
    let Some(i) = (first..first + 2).find(|i| bound.switch(*i).is_some()) else {
        return;
    };
    let message = "the flags `convex` and `veltest` have no effect";
    let help = "omit them: contact with the ground does not use these flags";
    let report = Diagnostic::warning("W007", bound.at(i), message).help(help);
    once_at_all(session, report);
}

/// Warns of a strength of gravity below zero.
pub(super) fn upward_gravity(session: &mut Session, bound: &Bound) {
    let Some(strength) = bound.given(0).filter(|strength| *strength < 0.0) else {
        return;
    };
    let message = "a negative strength makes gravity point upwards";
    let shown = si(-strength, "m/s2").replace(' ', "");
    let help = format!("write `setgrav {shown}` for gravity that pulls down");
    let report = Diagnostic::warning("W028", bound.at(0), message).help(help);
    once_there(session, report);
}

/// Warns of an attachment that was removed before.
pub(super) fn detached_before(session: &mut Session, bound: &Bound, number: usize) {
    let message = format!("attachment {number} was already removed");
    let help = "attachments keep their numbers: the next `attach` makes the next number";
    let report = Diagnostic::warning("W029", bound.at(0), message).help(help);
    once_there(session, report);
}

/// Warns of a transform of the object that the first argument names, after its body was linked.
pub(super) fn moved_too_late(session: &mut Session, bound: &Bound) {
    let stage = session.here();
    let Some(scoped) = stage.definitions.objects.get(bound.index(0)) else {
        return;
    };
    let draft = scoped
        .scope
        .and_then(|corpus| stage.definitions.drafts.get(corpus));
    let bodies = draft.map_or(&[][..], |draft| &draft.figure.bodies);
    let Some(body) = scoped.object.body.and_then(|body| bodies.get(body)) else {
        return;
    };
    if draft.and_then(Draft::placing_body) == scoped.object.body {
        let name = scoped.object.name.clone();
        if draft.is_some_and(|draft| draft.running.is_some()) {
            check::note_moved_root(session, bound.index(0), name, bound.span);
        }
        return;
    }
    let Some(parent) = body.parent.and_then(|parent| bodies.get(parent)) else {
        return;
    };
    let (name, parent) = (&body.spec.name, &parent.spec.name);
    let message =
        format!("`{name}` is already linked to `{parent}`, so this transform has no effect");
    let help = match bound.command.name {
        "scale" => "change the size of a body before its `addbody`".to_owned(),
        _ => format!(
            "place a body between its `addbody` and its `linkbodies`; later, `joint {name} q VALUE` moves it"
        ),
    };
    let report = Diagnostic::warning("W008", bound.span, message).help(help);
    once_at_all(session, report);
}
