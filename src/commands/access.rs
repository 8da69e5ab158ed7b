//! Lookups shared by many commands: the figure, corpus, body or gait that a command acts on.

use super::remedy::remedy;
use crate::diagnostic::Diagnostic;
use crate::dynamics::Root;
use crate::figure::FigureError;
use crate::session::bind::{root_has_no_joint, there_is_no_gait};
use crate::session::command::Bound;
use crate::session::{Draft, Roach, Session, Stop};
use crate::source::Span;
use crate::world::Corpus;

/// Returns the figure under construction.
pub(super) fn draft<'a>(session: &'a mut Session, bound: &Bound) -> Result<&'a mut Draft, Stop> {
    let drafts = &mut session.here_mut().definitions.drafts;
    match bound.corpus.and_then(|c| drafts.get_mut(c)) {
        Some(draft) => Ok(draft),
        None => {
            let message = format!("`{}` needs a figure, and there is none", bound.command.name);
            let help = "start one with `addcorpus NAME`";
            Err(Stop::mistake("E052", bound.head, message, help))
        }
    }
}

/// Returns the running corpus of the current figure.
pub(super) fn corpus<'a>(session: &'a mut Session, bound: &Bound) -> Result<&'a mut Corpus, Stop> {
    let running = running(session, bound)?;
    let corpora = &mut session.here_mut().world.corpora;
    // Corpora are never taken out of a world.
    corpora.get_mut(running).ok_or(Stop::Reported)
}

/// Returns the number of the running corpus of the current figure.
pub(super) fn running(session: &mut Session, bound: &Bound) -> Result<usize, Stop> {
    assembled(
        draft(session, bound)?,
        bound,
        "an assembled figure",
        bound.head,
    )
}

/// Returns the number of a figure's running corpus. Reports that it is not assembled yet once per figure; `needs` names the
/// figures that the command needs.
pub(super) fn assembled(
    draft: &mut Draft,
    bound: &Bound,
    needs: &str,
    at: Span,
) -> Result<usize, Stop> {
    if let Some(running) = draft.running {
        return Ok(running);
    }
    if draft.doubtful || std::mem::replace(&mut draft.reported, true) {
        return Err(Stop::Reported);
    }
    let message = format!(
        "`{}` needs {needs}, and `{}` is not assembled yet",
        bound.command.name, draft.figure.name
    );
    let help = "run `corpusinit` before this line";
    Err(Stop::mistake("E051", at, message, help))
}

/// Returns the report of a body that was added after `corpusinit`, which refuses it.
pub(super) fn not_running(at: Span) -> Stop {
    let message = "this body is not part of the assembled figure";
    Stop::mistake("E051", at, message, "add bodies before `corpusinit`")
}

/// Whether a body cannot move: it is a fixed root. The body is numbered as in its figure.
pub(super) fn is_fixed(session: &Session, corpus: usize, body: usize) -> bool {
    let corpus = session.here().world.corpora.get(corpus);
    corpus.is_some_and(|c| c.model.root() == Root::Fixed && c.number_of(body) == Some(0))
}

/// Returns the running corpus, and the number of the body that argument `i` names.
pub(super) fn body<'a>(
    session: &'a mut Session,
    bound: &Bound,
    i: usize,
) -> Result<(&'a mut Corpus, usize), Stop> {
    let figure_body = bound.index(i);
    let at = bound.at(i);
    let corpus = corpus(session, bound)?;
    match corpus.number_of(figure_body) {
        Some(number) => Ok((corpus, number)),
        None => Err(not_running(at)),
    }
}

/// Returns them as [`body`] does, for a body that forces can move: not a fixed or driven root. `force` names the force, as a
/// noun and a verb.
pub(super) fn moved<'a>(
    session: &'a mut Session,
    bound: &Bound,
    i: usize,
    force: &str,
) -> Result<(&'a mut Corpus, usize), Stop> {
    let at = bound.at(i);
    let (corpus, body) = body(session, bound, i)?;
    let how = match corpus.model.root() {
        _ if body > 0 => return Ok((corpus, body)),
        Root::Free => return Ok((corpus, body)),
        Root::Fixed => "fixed",
        Root::Driven(_) => "driven",
    };
    let message = format!(
        "the root of `{}` is {how}, so a {force} cannot move it",
        corpus.name
    );
    let help = format!("free the root with `rootmotion free`, or {force} another body");
    Err(Stop::mistake("E053", at, message, help))
}

/// Returns them as [`body`] does, for a body with a joint: not the root.
pub(super) fn jointed<'a>(
    session: &'a mut Session,
    bound: &Bound,
    i: usize,
) -> Result<(&'a mut Corpus, usize), Stop> {
    let at = bound.at(i);
    let (corpus, number) = body(session, bound, i)?;
    if number == 0 {
        let name = corpus.names.first().map_or("", String::as_str);
        return Err(root_has_no_joint(name, &corpus.name, at).into());
    }
    Ok((corpus, number))
}

/// Returns them as [`jointed`] does, unless the joint is an axis of a ball: its position is not the integral of its speed.
pub(super) fn of_one_axis<'a>(
    session: &'a mut Session,
    bound: &Bound,
    i: usize,
) -> Result<(&'a mut Corpus, usize), Stop> {
    let at = bound.at(i);
    let (corpus, joint) = jointed(session, bound, i)?;
    if corpus.is_of_ball(joint) {
        let name = corpus.degree_name(joint);
        let message = format!(
            "`{name}` is an axis of a ball, whose positions are a rotation vector: they do not follow from its speeds"
        );
        let help = "take a hinge, or a joint of several hinges (`addjoint`)";
        return Err(Stop::mistake("E091", at, message, help));
    }
    Ok((corpus, joint))
}

/// Returns the current gait.
pub(super) fn roach<'a>(session: &'a mut Session, bound: &Bound) -> Result<&'a mut Roach, Stop> {
    let stage = session.here_mut();
    let roach = stage.definitions.current_roach;
    match roach.and_then(|roach| stage.definitions.roaches.get_mut(roach)) {
        Some(roach) => Ok(roach),
        None => Err(there_is_no_gait(bound.command, bound.head).into()),
    }
}

/// Makes the report of a figure's error at a place in the source.
pub(super) fn figure_mistake(error: &FigureError, at: Span) -> Diagnostic {
    let code = match error {
        FigureError::SecondParent { .. } => "E040",
        FigureError::NoParent(_) => "E025",
        FigureError::Cycle { .. } => "E041",
        FigureError::Unlinked(_) => "E042",
        FigureError::Density(_)
        | FigureError::Mass(_)
        | FigureError::Inertia(_)
        | FigureError::NoMass(_) => "E043",
        FigureError::Shape(_) | FigureError::Size(_) => "E044",
        FigureError::ZeroAxis | FigureError::HugeAxis => "E045",
        FigureError::LinkScales(_) => "E046",
        FigureError::RootJoint { .. }
        | FigureError::RootHasParent { .. }
        | FigureError::NoRoot
        | FigureError::NoBodies => "E047",
        FigureError::ObjectTaken { .. } => "E048",
        FigureError::Model(_) => "E049",
    };
    Diagnostic::error(code, at, error.to_string()).help(remedy(error))
}
