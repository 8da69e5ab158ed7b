//! Warnings, at the end of the check of a whole script, of lines that never have an effect.

use crate::figure::{Object, Transform};
use crate::session::Session;
use crate::session::command::Bound;
use crate::source::{SourceId, Span};

/// Commands by which legs step.
const STEPPING: &[&str] = &[
    "gaitgo",
    "legstepreflex",
    "legloadreflex",
    "load",
    "loadmotors",
];

/// Whether a word may read the phases of a gait, or draw them.
fn reads_gaits(word: &str) -> bool {
    word.contains(".leg") || ["plot", "record", "loadmotors", "load"].contains(&word)
}

/// Whether a line makes legs step, or stores lines that do.
fn makes_steps(bound: &Bound) -> bool {
    STEPPING.contains(&bound.command.name) || bound.deferred().any(makes_steps)
}

/// Records a line that was bound.
pub(in crate::session) fn note_finishing(session: &mut Session, bound: &Bound) {
    session.check.unfinished.steps |= makes_steps(bound);
    match bound.command.name {
        "neuron" => {
            session.check.unfinished.neuron.get_or_insert(bound.head);
        }
        "think" => session.check.unfinished.thinks = true,
        _ => {}
    }
    if bound.command.name == "go" && session.check.unfinished.program.is_none() {
        session.check.unfinished.program = first_program(session);
        let starts = session.check.unfinished.starts;
        let idle = starts.and_then(|at| Some((at, idle_gait(session)?)));
        session.check.unfinished.idle = idle;
    }
}

/// Records a transform of the object of an assembled root.
pub(crate) fn note_moved_root(session: &mut Session, object: usize, name: String, at: Span) {
    let place = (session.stage, object);
    let moved = &mut session.check.unfinished.moved_roots;
    moved.insert(place, (name, at));
}

/// Records a line that starts a gait.
pub(crate) fn note_started_gait(session: &mut Session, at: Span) {
    session.check.unfinished.starts = Some(at);
}

/// Warns once of a gait that was started without a motor program, if no check has seen the lines: before a `go` at this place
/// that was typed.
pub(crate) fn warn_of_idle_gait(session: &mut Session, go: Span) {
    if session.sources.is_entry(go.source)
        && let Some(at) = session.check.unfinished.starts.take()
        && let Some(name) = idle_gait(session)
    {
        warn_of_gait_without_programs(session, at, &name);
    }
}

fn warn_of_gait_without_programs(session: &mut Session, at: Span, name: &str) {
    if mentions(session, reads_gaits) {
        return;
    }
    let message = format!("no leg of the gait `{name}` has a motor program, so none moves");
    let help = "write what a leg does before the `go`, for each leg: `swing 0`, commands such as `motor`, and `end`; and `stance 0` in the same way";
    session.diagnostics.warn("W033", at, message, help);
}

/// Warns of motor programs of this text whose gait is never started, and of roots that are moved without `setrootpos`.
pub(in crate::session) fn check_finished(session: &mut Session, source: SourceId) {
    if session.check.is_mistaken(&session.diagnostics)
        || session.check.doubts.anything()
        || session.check.gave_up
    {
        return;
    }
    let unfinished = std::mem::take(&mut session.check.unfinished);
    // A program of an included script may be one of several to choose from.
    let program = unfinished.program.filter(|(at, _)| at.source == source);
    if let Some((at, name)) =
        program.filter(|_| !unfinished.steps && !mentions(session, |word| STEPPING.contains(&word)))
    {
        let message =
            format!("the gait `{name}` is never started, so this motor program never runs");
        session
            .diagnostics
            .warn("W033", at, message, "write `gaitgo` before the `go`");
    }
    let idle = unfinished.idle.filter(|(at, _)| at.source == source);
    if let Some((at, name)) = idle {
        warn_of_gait_without_programs(session, at, &name);
    }
    let neuron = unfinished.neuron.filter(|at| at.source == source);
    if let Some(at) = neuron.filter(|_| !unfinished.thinks) {
        let message = "nothing updates the neurons, so their outputs remain 0";
        let help = "update them with `think`, for example in an `every 40ms`";
        session.diagnostics.warn("W054", at, message, help);
    }
    for ((stage, object), (name, at)) in unfinished.moved_roots {
        let stage = session.stages.get(stage);
        let scoped = stage.and_then(|stage| stage.definitions.objects.get(object));
        let is_left =
            |object: &Object| object.name == name && object.transform != Transform::identity();
        if scoped.is_some_and(|scoped| is_left(&scoped.object)) {
            let message = format!(
                "this transform of the root's object `{name}` has no effect without `setrootpos`"
            );
            let help = "write `setrootpos` after it, which applies it to the whole figure";
            session.diagnostics.warn("W008", at, message, help);
        }
    }
}

/// Whether a word of the script, also of a line that did not run, is such a command or part of a name.
fn mentions(session: &Session, is_meant: impl Fn(&str) -> bool) -> bool {
    let mut sources = session.sources.iter();
    sources.any(|(_, source)| {
        let mut words = source.text.lines().flat_map(|line| {
            let code = line.split('#').next().unwrap_or_default();
            code.split_whitespace()
        });
        words.any(&is_meant)
    })
}

/// Returns the name of a gait of the current world that runs, if no gait has a motor program.
fn idle_gait(session: &Session) -> Option<String> {
    let roaches = session.here().definitions.roaches.iter();
    let mut programs = roaches.clone().flat_map(|roach| &roach.programs);
    if programs.any(|programs| programs.closures().next().is_some()) {
        return None;
    }
    let mut running = roaches.filter(|roach| roach.gait.running && !roach.name.is_empty());
    Some(running.next()?.name.clone())
}

/// Returns the place of the first motor program of the current world, and the name of its gait.
fn first_program(session: &Session) -> Option<(Span, String)> {
    // A placeholder of a gait has no name.
    let roaches = session.here().definitions.roaches.iter();
    let mut roaches = roaches.filter(|roach| !roach.name.is_empty());
    roaches.find_map(|roach| {
        let programs = roach.programs.iter();
        let mut closures = programs.flat_map(|programs| programs.closures());
        Some((closures.next()?.head, roach.name.clone()))
    })
}
