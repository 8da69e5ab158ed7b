//! Checks lines that run later when they are typed at the prompt, where no earlier check has seen them.

use super::{lines, poison};
use crate::diagnostic::{Diagnostic, Severity};
use crate::lang::function;
use crate::lang::syntax::{Block, Statement};
use crate::session::lookup::Lookup;
use crate::session::scope::Reach;
use crate::session::{Closure, Mode, Quiet, Session, Stage, Stop};
use crate::source::Span;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Most lines of loops and calls that are checked: a user is waiting.
const MOST: u64 = 10_000;

impl Stage {
    /// Copies the world for a check: without its history, and without files.
    fn for_check(&self) -> Stage {
        Stage {
            world: self.world.clone(),
            definitions: self.definitions.clone(),
            timers: self.timers.clone(),
            watches: self.watches.clone(),
            frames: self.frames,
            simulated: self.simulated,
            past: crate::run::Past {
                marks: self.past.marks.clone(),
                gone_from: self.past.gone_from,
                ..crate::run::Past::default()
            },
            look: self.look.clone(),
            ..Stage::new(&self.name)
        }
    }
}

/// Checks the lines of an event in a copy of the current world. A session that only checks does that in its own world.
///
/// # Errors
/// Errors in them, all reported.
pub(crate) fn rehearse(session: &mut Session, event: &Closure) -> Result<(), Stop> {
    let Some(block) = event
        .lines()
        .filter(|block| is_new(session, event.head, block))
    else {
        return Ok(());
    };
    let mut check = Session::new(session.table, Mode::Check, Box::new(Quiet));
    check.stages = session.stages.iter().map(Stage::for_check).collect();
    check.stage = session.stage;
    check.names = session.names.clone();
    check.own.scopes = session.own.scopes.clone();
    // When the lines run, names may have other values.
    check.own.scopes.forget_globals();
    check.definitions = session.definitions.clone();
    check.progress.depth = session.progress.depth;
    check.building.placing = session.building.placing;
    check.building.unit_axes = session.building.unit_axes;
    let found = lend_sources(session, check, |check| lines::check_event(check, event));
    tell(session, found, event.head, "this event is not set")?;
    session.check.visited.insert(block.end);
    Ok(())
}

/// Checks the lines of a user-defined command before it is called: its arguments and the world at the time of the call are
/// unknown.
///
/// # Errors
/// Errors in them, all reported.
pub(crate) fn rehearse_definition(
    session: &mut Session,
    block: &Arc<Block>,
    head: Span,
) -> Result<(), Stop> {
    if !is_new(session, head, block) {
        return Ok(());
    }
    let found = mistakes_of_lines(session, block, true);
    tell(session, found, head, "this command is not defined")?;
    session.check.visited.insert(block.end);
    Ok(())
}

/// Whether lines were typed at the prompt and not checked yet: a script is checked before it runs.
fn is_new(session: &Session, head: Span, block: &Block) -> bool {
    session.sources.is_entry(head.source)
        && !session.activity.going
        && !session.check.visited.contains(&block.end)
}

/// Returns the errors of lines that do not depend on where they run; a command that they call may be defined in the next
/// entry.
pub(in crate::session) fn mistakes_of_lines(
    session: &mut Session,
    block: &Arc<Block>,
    goes_on: bool,
) -> Vec<Diagnostic> {
    let mut check = Session::new(session.table, Mode::Check, Box::new(Quiet));
    check.check.doubts.awaits_commands = goes_on;
    poison::doubt_everything(&mut check);
    // The arguments of user-defined commands depend on their calls.
    for name in session.definitions.keys().chain(&session.own.promised) {
        check.check.doubts.commands.insert(name.clone());
    }
    check.check.uncertain = 1;
    check.activity.has_gone = true;
    lend_sources(session, check, |check| {
        promise(check, &block.statements);
        for name in std::mem::take(&mut check.own.promised) {
            check.check.doubts.commands.insert(name);
        }
        check.own.scopes.enter(Reach::Call, vec![]);
        let result = check.run_block(block);
        lines::check_unvisited_heads(check, &block.statements);
        result
    })
}

/// Lets another session check lines of this one's texts. Returns the errors that depend on the lines only.
fn lend_sources(
    session: &mut Session,
    mut check: Session,
    go_through: impl FnOnce(&mut Session) -> Result<(), Stop>,
) -> Vec<Diagnostic> {
    check.sources = std::mem::take(&mut session.sources);
    check.check.most_checked = session.check.most_checked.min(MOST);
    if let Err(Stop::Mistake(report)) = go_through(&mut check) {
        check.diagnostics.push(*report);
    }
    let mut found = check.sorted_diagnostics();
    session.sources = check.sources;
    session.check.misspelt.extend(check.check.misspelt);
    found.retain(|report| report.severity == Severity::Error && report.is_of_line());
    found
}

fn tell(session: &mut Session, found: Vec<Diagnostic>, head: Span, what: &str) -> Result<(), Stop> {
    if found.is_empty() {
        return Ok(());
    }
    for report in found {
        session.diagnostics.push(report.note(head, what));
    }
    Err(Stop::Reported)
}

/// Declares the commands that these lines define, which may be called before.
pub(in crate::session) fn promise(session: &mut Session, statements: &[Statement]) {
    for statement in statements {
        if session.sources.text(statement.head) == "define"
            && let Some(name) = statement.arguments.first()
        {
            let name = session.sources.text(name.span).to_owned();
            session.own.promised.insert(name);
        }
        for block in statement.blocks() {
            promise(session, &block.statements);
        }
    }
}

/// Reports errors in functions that do not depend on their arguments, also in lines that no call has reached.
pub(in crate::session) fn check_functions(session: &mut Session) {
    let functions = std::mem::take(&mut session.check.functions);
    if session.check.doubts.anything() {
        return;
    }
    for function in functions {
        let found = function::rehearse(&function, &Lookup::new(session));
        found
            .into_iter()
            .for_each(|report| session.diagnostics.add_once(report));
    }
}

/// Makes variables that a block sets unknown, because it may have run any number of times before.
pub(in crate::session) fn forget_changed(session: &mut Session, block: &Block) {
    let mut names = BTreeSet::new();
    changed_in(session, &block.statements, &mut names);
    for name in names {
        session.own.scopes.forget(&name);
    }
}

pub(in crate::session) fn changed_in(
    session: &Session,
    statements: &[Statement],
    names: &mut BTreeSet<String>,
) {
    for statement in statements {
        if matches!(
            session.sources.text(statement.head),
            "let" | "set" | "function"
        ) && let Some(target) = statement.arguments.first()
        {
            // `a` of `a[1]`; of `q_{i}` all that begin with `q_`.
            let text = session.sources.text(target.span);
            let letters = |c: char| c.is_alphanumeric() || c == '_';
            let (name, rest) = text.split_at(text.find(|c| !letters(c)).unwrap_or(text.len()));
            match rest.starts_with('{') {
                true => {
                    let all = session.own.scopes.names().into_iter();
                    names.extend(all.filter(|other| other.starts_with(name)));
                }
                false => {
                    names.insert(name.to_owned());
                }
            }
        }
        for block in statement.blocks() {
            changed_in(session, &block.statements, names);
        }
    }
}
