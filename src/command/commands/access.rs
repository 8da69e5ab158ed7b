//! What many commands begin with: the figure, corpus, body, gait that they speak of.

use crate::command::Bound;
use crate::diagnostic::Diagnostic;
use crate::figure::FigureError;
use crate::session::{Draft, Roach, Session, Stop};
use crate::source::Span;
use crate::world::Corpus;

/// The figure that is being built.
pub(super) fn draft<'a>(session: &'a mut Session, bound: &Bound) -> Result<&'a mut Draft, Stop> {
    let at = bound.span;
    let stage = session.here_mut();
    match bound.corpus.and_then(|c| stage.drafts.get_mut(c)) {
        Some(draft) => Ok(draft),
        None => Err(Diagnostic::error("E052", at, "there is no corpus to build")
            .help("begin one with `addcorpus NAME`")
            .into()),
    }
}

/// The running corpus of the current figure.
pub(super) fn corpus<'a>(session: &'a mut Session, bound: &Bound) -> Result<&'a mut Corpus, Stop> {
    let at = bound.span;
    let (running, doubtful, name) = {
        let draft = draft(session, bound)?;
        (draft.running, draft.doubtful, draft.figure.name.clone())
    };
    match running.and_then(|r| session.here_mut().world.corpora.get_mut(r)) {
        Some(corpus) => Ok(corpus),
        None if doubtful => Err(Stop::Reported),
        None => {
            let message = format!(
                "`{}` needs a figure that is put together, and `{name}` is not yet",
                bound.command.name
            );
            Err(Diagnostic::error("E051", at, message)
                .help("`corpusinit` comes first")
                .into())
        }
    }
}

/// The running corpus and the number there of the body that argument `i` names.
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
        // A body that was added after `corpusinit`; refused there.
        None => Err(
            Diagnostic::error("E051", at, "this body is not part of the running figure")
                .help("add bodies before `corpusinit`")
                .into(),
        ),
    }
}

/// The same for a body with a joint: not the root.
pub(super) fn jointed<'a>(
    session: &'a mut Session,
    bound: &Bound,
    i: usize,
) -> Result<(&'a mut Corpus, usize), Stop> {
    let at = bound.at(i);
    let (corpus, number) = body(session, bound, i)?;
    if number == 0 {
        let message = format!(
            "`{}` is the root of `{}`, which has no joint",
            corpus.names[0], corpus.name
        );
        let help = "joints belong to the bodies that hang on another; the root moves by `addv`, `setrootpos` and `rootmotion`";
        return Err(Diagnostic::error("E053", at, message).help(help).into());
    }
    Ok((corpus, number))
}

/// The gait that commands speak of.
pub(super) fn roach<'a>(session: &'a mut Session, at: Span) -> Result<&'a mut Roach, Stop> {
    match session.here_mut().roach_mut() {
        Some(roach) => Ok(roach),
        None => Err(
            Diagnostic::error("E054", at, "there is no gait to speak of")
                .help("give the corpus one with `addroach NAME`")
                .into(),
        ),
    }
}

/// A figure's mistake, at a place.
pub(super) fn figure_mistake(error: &FigureError, at: Span) -> Diagnostic {
    let code = match error {
        FigureError::SecondParent { .. } => "E040",
        FigureError::Cycle { .. } => "E041",
        FigureError::Unlinked(_) => "E042",
        FigureError::Density(_) | FigureError::NoMass(_) => "E043",
        FigureError::Shape(_) => "E044",
        FigureError::ZeroAxis => "E045",
        FigureError::LinkScales(_) => "E046",
        FigureError::RootHasParent { .. } | FigureError::NoRoot | FigureError::NoBodies => "E047",
        FigureError::ObjectTaken { .. } => "E048",
        FigureError::Model(_) => "E049",
    };
    Diagnostic::error(code, at, error.to_string()).help(error.remedy())
}
