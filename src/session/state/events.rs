//! Pending events as lines of the script with their environment, for files, and back.

use super::saved_world::{SavedLines, SavedTimer, SavedWatch};
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::parser::parse;
use crate::lang::syntax::{ArgumentKind, Statement};
use crate::session::bind::{BindContext, bind};
use crate::session::scope::Locals;
use crate::session::{Closure, Code, Environment, Session, Stop, Timer, Timers, Watch};
use crate::source::Span;
use std::sync::Arc;

/// A pending event that a file cannot hold.
pub(crate) struct Unsaved {
    /// Head of its line.
    head: Span,
    /// Why, as a clause.
    why: String,
}

/// Returns the pending timers and conditions as source text, and those that cannot be written so.
pub(super) fn saved_events(session: &Session) -> (Vec<SavedTimer>, Vec<SavedWatch>, Vec<Unsaved>) {
    let stage = session.here();
    let mut lost = vec![];
    let mut lines = |closure: &Closure| {
        let saved = saved_lines(session, closure);
        let unsaved = |why| {
            lost.push(Unsaved {
                head: closure.head,
                why,
            })
        };
        saved.map_err(unsaved).ok()
    };
    let timers = stage.timers.in_order().into_iter().filter_map(|timer| {
        Some(SavedTimer {
            due: timer.due,
            phase: timer.phase,
            every: timer.every,
            lines: lines(&timer.closure)?,
        })
    });
    let timers = timers.collect();
    let watches = stage.watches.iter().filter_map(|watch| {
        Some(SavedWatch {
            held: watch.held,
            lines: lines(&watch.closure)?,
        })
    });
    (timers, watches.collect(), lost)
}

/// Warns of pending events that are not in a file; `reader` is the command that reads the file.
pub(super) fn warn_of_lost(
    session: &mut Session,
    lost: Vec<Unsaved>,
    file: &str,
    reader: &str,
    at: Span,
) {
    let message = match lost.len() {
        0 => return,
        1 => format!("1 pending event is not in {file}"),
        n => format!("{n} pending events are not in {file}"),
    };
    let help = format!("set the events again after the `{reader}`");
    let mut report = Diagnostic::warning("W010", at, message).help(help);
    for Unsaved { head, why } in lost {
        let why = format!("set by this line, and not saved because {why}");
        report = report.note(head, why);
    }
    session.report(report);
}

/// A closure as its text in the script, head and `end` included, and its environment.
///
/// # Errors
/// A variable in it has a value that cannot be saved, or its text cannot be read without the script around it.
fn saved_lines(session: &Session, closure: &Closure) -> Result<SavedLines, String> {
    let text = match (&closure.code, closure.commands()) {
        (Code::Lines(block), _) => {
            let lines = closure.head.to(block.end);
            Some(session.sources.text(lines).to_owned())
        }
        // The span of a message is that of its text.
        (_, [bound, ..]) if bound.command.name == "!" => Some(format!("! {}", bound.text(0))),
        (_, [bound, ..]) => Some(session.sources.text(bound.span).to_owned()),
        _ => None,
    };
    // The parser must find the same statement in it as in the script.
    let text = text.filter(|text| {
        let parsed = parse(0, text, session.table);
        parsed.diagnostics.is_empty() && parsed.statements.len() == 1
    });
    let (Some(text), Some(environment)) = (text, closure.environment.clone()) else {
        let why = "it uses a command of the script that has the name of a built-in command with a list or a block";
        return Err(why.to_owned());
    };
    let captured = closure.captured.clone();
    // A file cannot hold a range or a function.
    let has_form = |datum| serde_json::to_value(datum).is_ok();
    let mut all = environment.locals.iter().chain(&captured);
    if let Some((name, variable)) = all.find(|(_, variable)| !has_form(&variable.datum)) {
        return Err(format!("{} holds {}", quote(name), variable.datum.kind()));
    }
    Ok(SavedLines {
        text,
        environment,
        captured,
    })
}

/// Reads the pending events of a file.
///
/// # Errors
/// One of them is not valid here.
pub(super) fn read_events(
    session: &mut Session,
    timers: &[SavedTimer],
    watches: &[SavedWatch],
    path: &str,
    at: Span,
) -> Result<(Timers, Vec<Watch>), Stop> {
    let mut read_timers = Timers::default();
    for timer in timers {
        let read = read_timer(session, timer, path, at);
        read_timers.set(read.map_err(|why| unreadable(&timer.lines, path, at, why))?);
    }
    let read_watch = |watch: &SavedWatch| {
        let read = read_watch(session, watch, path, at);
        read.map_err(|why| unreadable(&watch.lines, path, at, why))
    };
    let watches = watches
        .iter()
        .map(read_watch)
        .collect::<Result<_, Stop>>()?;
    Ok((read_timers, watches))
}

/// Parses saved lines and checks their environment.
///
/// # Errors
/// They are not a single statement, or refer to something missing; the report of the error, if there is one.
fn read_lines(
    session: &mut Session,
    lines: &SavedLines,
    name: &str,
    at: Span,
) -> Result<(Statement, Environment), Option<Diagnostic>> {
    let source = session.sources.add(name, lines.text.as_str(), Some(at));
    let parsed = parse(source, &lines.text, session.table);
    if let Some(why) = parsed.diagnostics.into_iter().next() {
        return Err(Some(why));
    }
    let Ok([statement]) = <[Statement; 1]>::try_from(parsed.statements) else {
        return Err(None);
    };
    let definitions = &session.here().definitions;
    let mut environment = lines.environment.clone();
    environment.locals = Arc::new(placed(&environment.locals, at));
    let draft = |corpus: usize| definitions.drafts.get(corpus);
    let mut is_sound = environment
        .corpus
        .is_none_or(|corpus| draft(corpus).is_some());
    is_sound &= environment
        .roach
        .is_none_or(|roach| definitions.roaches.len() > roach);
    if let Some(reflection) = environment.mirrored.as_mut().map(Arc::make_mut) {
        reflection.place = at;
        let figure = reflection.corpus.and_then(draft).map(|draft| &draft.figure);
        let is_body = |body| figure.is_some_and(|figure| figure.degree(body).is_some());
        let mut across = reflection.across.iter();
        is_sound &= across.all(|(body, across)| is_body(*body) && is_body(across.body));
    }
    is_sound.then_some((statement, environment)).ok_or(None)
}

fn read_timer(
    session: &mut Session,
    timer: &SavedTimer,
    path: &str,
    at: Span,
) -> Result<Timer, Option<Diagnostic>> {
    let name = format!("{path}: a timer");
    let (statement, environment) = read_lines(session, &timer.lines, &name, at)?;
    let head = session.sources.text(statement.head);
    let is_event = match timer.every {
        None => ["after", "at"].contains(&head),
        Some(_) => head == "every",
    };
    let (name, closure) = match &statement.block {
        Some(block) if is_event => {
            let code = Code::Lines(Arc::clone(block));
            let closure = Closure::new(code, statement.head, Some(environment));
            (name_of_event(session, &statement), closure)
        }
        None if timer.every.is_none() => {
            let closure = read_command(session, timer, &statement, environment, at)?;
            (Arc::default(), closure)
        }
        _ => return Err(None),
    };
    Ok(Timer {
        due: timer.due,
        closure: Arc::new(closure),
        name,
        phase: timer.phase,
        every: timer.every,
    })
}

fn read_watch(
    session: &mut Session,
    watch: &SavedWatch,
    path: &str,
    at: Span,
) -> Result<Watch, Option<Diagnostic>> {
    let name = format!("{path}: an event");
    let (statement, environment) = read_lines(session, &watch.lines, &name, at)?;
    let condition = statement.arguments.first().map(|argument| &argument.kind);
    match (condition, &statement.block) {
        (Some(ArgumentKind::Computed(condition)), Some(block))
            if session.sources.text(statement.head) == "when" =>
        {
            let code = Code::Lines(Arc::clone(block));
            let closure = Closure::new(code, statement.head, Some(environment));
            Ok(Watch {
                condition: Arc::clone(condition),
                name: name_of_event(session, &statement),
                closure: Arc::new(closure),
                held: watch.held,
            })
        }
        _ => Err(None),
    }
}

/// Returns the name of an event: the text in quotes at the end of its line.
fn name_of_event(session: &Session, event: &Statement) -> Arc<str> {
    let last = event.arguments.last();
    let quoted = last.filter(|argument| argument.kind == ArgumentKind::Quoted);
    let name = quoted.map_or("", |argument| session.sources.text(argument.span));
    name.trim_matches('"').into()
}

/// Binds the command of a timer with the values that it captured.
fn read_command(
    session: &mut Session,
    timer: &SavedTimer,
    statement: &Statement,
    environment: Environment,
    at: Span,
) -> Result<Closure, Option<Diagnostic>> {
    session.own.scopes.captured = placed(&timer.lines.captured, at);
    let (bound, captured) = session.within(&environment, |session| {
        let context = BindContext {
            in_list: timer.phase.is_some(),
            deferred: true,
            later: true,
            ..BindContext::new(session)
        };
        session.capturing(|| bind(statement, context))
    });
    session.own.scopes.captured = vec![];
    let bound = bound.map_err(|mistakes| mistakes.into_iter().next())?;
    Ok(Closure::of_command(bound, environment, captured))
}

/// Returns variables as if they were defined at a place.
fn placed(variables: &Locals, at: Span) -> Locals {
    let mut variables = variables.clone();
    for (_, variable) in &mut variables {
        variable.place = at;
    }
    variables
}

/// Makes the report of pending lines that are not valid here.
fn unreadable(lines: &SavedLines, path: &str, at: Span, why: Option<Diagnostic>) -> Stop {
    let text = quote(lines.text.lines().next().unwrap_or_default());
    let why = why.map_or_else(String::new, |why| format!(": {}", why.message));
    let message = format!(
        "{} does not belong to this script: its pending event {text} is not valid here{why}",
        quote(path)
    );
    let help = "load a state into figures built by the same script";
    Stop::mistake("E069", at, message, help)
}
