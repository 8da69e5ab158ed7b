//! Checks lines that may run, or run later, without simulating.

use super::settings::Settings;
use super::{poison, rehearse};
use crate::lang::syntax::{Block, Statement};
use crate::session::bind::{BindContext, Head, bind};
use crate::session::command::{Bound, Follows, Group, Kind, Value};
use crate::session::scope::Variable;
use crate::session::{Closure, Code, Session, Stop, UnreachedResult};
use crate::session::{advice, events, films};
use crate::source::Span;
use std::sync::Arc;

/// Whether an error reported before may have changed a figure.
#[must_use]
pub(in crate::session) fn doubts_world(session: &Session) -> bool {
    let doubtful = || {
        session
            .here()
            .definitions
            .drafts
            .iter()
            .any(|d| d.is_faulty())
    };
    session.check.doubts.anything() || doubtful()
}

/// Stops checking after too many lines.
pub(in crate::session) fn give_up(session: &mut Session, at: Span) {
    if !session.check.gave_up {
        session.check.gave_up = true;
        poison::doubt_everything(session);
        let message = format!(
            "checking stopped here, after about {} steps",
            session.check.most_checked
        );
        let help = "of the following lines only the grammar is checked now; the rest is checked when they run";
        session.diagnostics.warn("W003", at, message, help);
    }
}

/// Checks the lines of a list or timer as far as binding did not: the expressions that they evaluate when they run.
pub(in crate::session) fn check_deferred(session: &mut Session, bound: &Bound) -> Result<(), Stop> {
    let is_list = bound.command.follows == Follows::List;
    let mut result = Ok(());
    for closure in bound.closures() {
        result = result.and(check_commands(session, closure, is_list));
    }
    result
}

/// Checks those lines of a faulty list that have no errors so far.
pub(in crate::session) fn check_good_lines(session: &mut Session, statement: &Statement) {
    let head = session.sources.text(statement.head);
    let Some(block) = statement
        .block
        .as_ref()
        .filter(|_| session.table.opens_list(head))
    else {
        return;
    };
    let context = BindContext {
        in_list: true,
        deferred: true,
        later: true,
        ..BindContext::new(session)
    };
    let lines = block.statements.iter();
    let good = lines.filter_map(|line| bind(line, context).ok()).collect();
    let environment = session.environment();
    let closure = Closure::new(Code::Commands(good), statement.head, Some(environment));
    // Its errors have been reported, and their existence is known.
    let _ = check_commands(session, &closure, true);
}

fn check_commands(session: &mut Session, closure: &Closure, is_list: bool) -> Result<(), Stop> {
    if !closure.commands().iter().any(acts_in_a_check) {
        return Ok(());
    }
    let phase = if is_list {
        Some(1.0)
    } else {
        session.activity.phase
    };
    let phase = std::mem::replace(&mut session.activity.phase, phase);
    let going = std::mem::replace(&mut session.activity.going, true);
    let gone = std::mem::replace(&mut session.activity.has_gone, true);
    let result = set_aside(session, |session| {
        session.inside(closure, |session| {
            let mut result = Ok(());
            let lines = closure.commands().iter();
            for line in lines.filter(|line| acts_in_a_check(line)) {
                match session.deeper(line.head, |session| {
                    session.run_commands([line])?;
                    check_deferred(session, line)
                }) {
                    Ok(()) => {}
                    Err(Stop::Mistake(report)) => {
                        session.report(*report);
                        result = Err(Stop::Reported);
                    }
                    Err(stop) => result = Err(stop),
                }
            }
            result
        })
    });
    (
        session.activity.going,
        session.activity.has_gone,
        session.activity.phase,
    ) = (going, gone, phase);
    result
}

/// Checks lines of which it is not known whether they run, or when. If they change the current world, figure or gait,
/// restores these and poisons everything that depends on them.
///
/// # Errors
/// As [`Session::run_block`].
pub(crate) fn check_maybe(session: &mut Session, block: &Arc<Block>, at: Span) -> Result<(), Stop> {
    maybe(session, |session| {
        session.deeper(at, |session| session.run_block(block))
    })
}

fn maybe(
    session: &mut Session,
    go_through: impl FnOnce(&mut Session) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let spoken_of = |session: &Session| {
        let here = session.here();
        (
            session.stage,
            here.definitions.current,
            here.definitions.current_roach,
        )
    };
    let before = spoken_of(session);
    let (scopes, clock) = (session.own.scopes.clone(), clock_of(session));
    let allowed = Settings::of(&session.here().world);
    session.check.uncertain += 1;
    let result = go_through(session);
    session.check.uncertain -= 1;
    session.own.scopes.or(&scopes);
    session.check.clock.any_time |= clock_of(session) != clock;
    if session.stage == before.0 {
        allowed.or(&mut session.here_mut().world);
    }
    if spoken_of(session) != before {
        session.stage = before.0;
        session.speak_of(before.1, before.2);
        poison::doubt_everything(session);
    }
    result
}

/// Marks quantities of the world as unknown from here on in a check, and variables that are set while time passes as
/// possibly changed.
pub(crate) fn world_goes_on(session: &mut Session) {
    session.activity.has_gone = true;
    session.own.scopes.may_become(&session.check.set_later);
}

/// Checks lines that run later: their changes to variables and to the clock do not apply yet.
pub(in crate::session) fn set_aside<T>(
    session: &mut Session,
    go_through: impl FnOnce(&mut Session) -> T,
) -> T {
    let (scopes, clock, stage) = (session.own.scopes.clone(), clock_of(session), session.stage);
    let allowed = Settings::of(&session.here().world);
    session.check.uncertain += 1;
    let result = go_through(session);
    session.check.uncertain -= 1;
    session.own.scopes.back_to(scopes);
    session.check.clock.any_time |= clock_of(session) != clock;
    if session.stage == stage {
        allowed.or(&mut session.here_mut().world);
    }
    result
}

/// Returns the clock, and the settings by which `go` advances it.
fn clock_of(session: &Session) -> [f64; 3] {
    let world = &session.here().world;
    [world.time, world.dt, f64::from(world.frames_per_count)]
}

/// Marks the names and settings of a command with unknown arguments as unknown from here on. The command itself does
/// nothing, and reports that depend on them are suppressed.
///
/// # Errors
/// `go` has no figure to move.
pub(in crate::session) fn suppose(session: &mut Session, bound: &Bound) -> Result<(), Stop> {
    for (value, kind) in bound.values_with_kinds() {
        match (kind, value) {
            (Kind::New(thing), Value::Text(name)) => {
                session.check.doubts.names.insert((thing, name.to_string()));
            }
            (Kind::TwinPattern, Value::Text(name)) => {
                session.check.doubts.patterns.insert(name.to_string());
            }
            (Kind::TwinPattern, Value::Unknown(_)) => {
                session.check.doubts.patterns.insert("*".to_owned());
            }
            (Kind::Mark, Value::Unknown(_)) => session.check.doubts.marks = true,
            _ => {}
        }
    }
    let command = bound.command;
    session.check.clock.any_time |=
        matches!(command.name, "dt" | "iter" | "time" | "rewind" | "go");
    match (command.name, command.group) {
        ("go", _) => return session.go(1, bound.head),
        // An assembled figure cannot change its structure.
        (_, Group::Figure | Group::Objects) => {
            let stage = session.here_mut();
            let draft = stage.definitions.draft_mut();
            if let Some(draft) = draft.filter(|draft| draft.running.is_none()) {
                draft.doubtful = true;
            }
        }
        (name, group) if !session.activity.going => poison::stand_in_for(session, name, group),
        _ => {}
    }
    Ok(())
}

/// Checks the lines of a loop with an unknown number of passes and unknown loop values.
///
/// # Errors
/// As [`Session::run_block`].
pub(crate) fn check_any_pass(
    session: &mut Session,
    name: &str,
    variable: Variable,
    block: &Arc<Block>,
    at: Span,
) -> Result<(), Stop> {
    rehearse::forget_changed(session, block);
    maybe(session, |session| {
        session.run_pass(name, variable, block, at)
    })
}

/// Checks lines as [`check_maybe`] does, for lines that may run repeatedly.
///
/// # Errors
/// As [`Session::run_block`].
pub(crate) fn check_passes(
    session: &mut Session,
    block: &Arc<Block>,
    at: Span,
) -> Result<(), Stop> {
    rehearse::forget_changed(session, block);
    check_maybe(session, block, at)
}

/// Reports unknown commands in blocks that a check never reached, and errors in user-defined commands that are never
/// called.
pub(in crate::session) fn check_unvisited(session: &mut Session, statements: &[Statement]) {
    if session.check.doubts.anything() {
        return;
    }
    for statement in statements {
        let head = session.sources.text(statement.head).to_owned();
        // The lines of a list are bound with their head, and those of a `try` may fail.
        if session.table.opens_list(&head) || matches!(&*head, "try" | "function") {
            continue;
        }
        for block in statement.blocks() {
            if session.check.visited.contains(&block.end) {
                check_unvisited(session, &block.statements);
            } else if head == "define" {
                for mistake in rehearse::mistakes_of_lines(session, block, false) {
                    session.report(mistake);
                }
            } else {
                check_heads(session, &block.statements);
            }
        }
    }
}

/// Reports unknown commands in those of these blocks that were not checked.
pub(in crate::session) fn check_unvisited_heads(session: &mut Session, statements: &[Statement]) {
    for statement in statements {
        if matches!(session.sources.text(statement.head), "try" | "function") {
            continue;
        }
        for block in statement.blocks() {
            if session.check.visited.contains(&block.end) {
                check_unvisited_heads(session, &block.statements);
            } else {
                check_heads(session, &block.statements);
            }
        }
    }
}

/// Notes the results in blocks that a check never reached. `within` is the head of the outermost of these.
pub(in crate::session) fn note_unreached(
    session: &mut Session,
    statements: &[Statement],
    within: Option<Span>,
) {
    for statement in statements {
        let head = session.sources.text(statement.head);
        if let (Some(within), "result", [name, ..]) = (within, head, &*statement.arguments) {
            let text = session.sources.text(name.span);
            // The name of `result speed_{i}` is not known.
            if !text.contains('{') {
                let line = format!(
                    "{}{}",
                    session.sources.text(within),
                    session.sources.after(within)
                );
                let line = line.split(" #").next().unwrap_or_default().trim();
                let found = UnreachedResult {
                    name: text.to_owned(),
                    place: name.span,
                    within: line.to_owned(),
                };
                session.results.unreached.push(found);
            }
        }
        for block in statement.blocks() {
            let is_reached = session.check.visited.contains(&block.end);
            let within = within.or((!is_reached).then_some(statement.head));
            note_unreached(session, &block.statements, within);
        }
    }
}

fn check_heads(session: &mut Session, statements: &[Statement]) {
    for statement in statements {
        let head = session.sources.text(statement.head);
        if matches!(session.head(head), Head::Unknown)
            && let Err(mistakes) = bind(statement, BindContext::new(session))
        {
            advice::note_misspelt(session, statement);
            for mistake in mistakes {
                session.report(mistake);
            }
        }
        // The lines of a function are read with its head.
        if session.sources.text(statement.head) == "function" {
            continue;
        }
        for block in statement.blocks() {
            check_heads(session, &block.statements);
        }
    }
}

/// Checks lines that run while time passes.
///
/// # Errors
/// Errors in them.
pub(crate) fn check_event(session: &mut Session, event: &Closure) -> Result<(), Stop> {
    let going = std::mem::replace(&mut session.activity.going, true);
    let gone = std::mem::replace(&mut session.activity.has_gone, true);
    // They run outside the motor program that sets them.
    let phase = session.activity.phase.take();
    // The script's names may have other values when the lines run, including those of later definitions.
    let result = set_aside(session, |session| {
        session.own.scopes.forget_globals();
        events::run(session, event, false)
    });
    (session.activity.going, session.activity.has_gone) = (going, gone);
    session.activity.phase = phase;
    result
}

/// Updates a check after a `go`.
pub(super) fn suppose_gone(session: &mut Session, start: f64, end: f64) -> Result<(), Stop> {
    films::prepare(session)?;
    let doubtful = session.check.is_uncertain();
    session.check.suppose_any_time(doubtful);
    let stage = session.here_mut();
    stage.past.gone_from.get_or_insert(stage.simulated);
    stage.simulated += end - start;
    stage.world.time = end;
    Ok(())
}

/// Whether a check runs a pending line: it evaluates something, or later lines depend on it.
fn acts_in_a_check(line: &Bound) -> bool {
    line.evaluates() || matches!(line.command.name, "mark" | "time")
}
