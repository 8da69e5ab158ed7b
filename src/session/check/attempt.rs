//! The check of a `try`: what its lines may define and change.

use super::{lines, poison, rehearse};
use crate::diagnostic::{Severity, Standing};
use crate::lang::syntax::{Block, Statement};
use crate::session::Session;
use crate::session::bind::Head;
use crate::session::command::{Command, Group, Kind, Thing};
use crate::source::Span;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The worlds, figures and gaits of a script, as far as a failed line may change them.
struct Structure {
    /// Numbers of worlds, of figures and of gaits.
    counts: [usize; 3],
    /// The current world, figure and gait.
    current: (usize, Option<usize>, Option<usize>),
    /// For each figure, whether errors may have changed it, and whether an error of it has been reported.
    flags: Vec<(bool, bool)>,
}

impl Structure {
    /// Whether there are as many worlds, figures and gaits, and the same are current.
    fn is_alike(&self, other: &Structure) -> bool {
        (self.counts, self.current) == (other.counts, other.current)
    }
}

fn structure_of(session: &Session) -> Structure {
    let of = &session.here().definitions;
    Structure {
        counts: [session.stages.len(), of.drafts.len(), of.roaches.len()],
        current: (session.stage, of.current, of.current_roach),
        flags: of.drafts.iter().map(|d| (d.doubtful, d.reported)).collect(),
    }
}

/// Whether lines can only change variables and the state of the world: they define no names and no commands, and neither build
/// nor select anything.
fn changes_state_only(session: &Session, statements: &[Statement]) -> bool {
    statements.iter().all(|statement| {
        let is_harmless = match session.head(session.sources.text(statement.head)) {
            Head::Command(command) => !may_build(command),
            Head::Own(_) | Head::Doubtful => false,
            // It is an error when it runs, too.
            Head::Unknown => true,
        };
        is_harmless
            && statement
                .blocks()
                .all(|block| changes_state_only(session, &block.statements))
    })
}

/// Checks the lines of a `try` for the names that they may define. Errors in them are expected, and it is not known where
/// the lines end. If they can only change variables and the state of the world, just these are unknown after them; otherwise
/// nothing is known for certain.
pub(in crate::session) fn check_attempt(session: &mut Session, block: &Arc<Block>, at: Span) {
    let before = session.diagnostics.len();
    let (structure, doubts) = (structure_of(session), session.check.doubts.clone());
    // Earlier reports matter only to further ones, and those of the lines are not shown.
    let reported = std::mem::take(&mut session.diagnostics.reported);
    let misspelt = std::mem::take(&mut session.check.misspelt);
    // Its findings are those of the `try`.
    let _ = lines::check_passes(session, block, at);
    let found = session.diagnostics.split_off(before);
    (session.diagnostics.reported, session.check.misspelt) = (reported, misspelt);
    // A forbidden file is not an error that a `try` is meant for: the check reports it.
    for mut report in found {
        let is_barred = report.standing == Standing::Barred;
        if is_barred
            && session
                .diagnostics
                .reported
                .insert((report.code, report.span))
        {
            report.severity = Severity::Warning;
            report
                .notes
                .push((at, "in the block of this `try`".to_owned()));
            session.diagnostics.push(report);
        }
    }
    let mut names = BTreeSet::new();
    rehearse::changed_in(session, &block.statements, &mut names);
    if changes_state_only(session, &block.statements) && structure_of(session).is_alike(&structure)
    {
        session.check.doubts = doubts;
        session.check.doubts.marks = true;
        let drafts = &mut session.here_mut().definitions.drafts;
        for (draft, flags) in drafts.iter_mut().zip(structure.flags) {
            (draft.doubtful, draft.reported) = flags;
        }
    } else {
        poison::doubt_everything(session);
        session.check.doubts.all_commands = true;
        session.own.scopes.poison_all();
    }
    for name in names {
        session.own.scopes.poison(&name);
    }
    lines::world_goes_on(session);
    session.check.clock.any_time = true;
}

/// Whether a command may build or select something, or run lines that may.
fn may_build(command: &Command) -> bool {
    let keeps = matches!(
        command.group,
        Group::Language | Group::Events | Group::Run | Group::Task | Group::Session
    );
    let names = command.forms.iter().flat_map(|form| form.iter());
    let mut names = names.map(|param| param.kind);
    let selects = |thing| matches!(thing, Thing::World | Thing::Corpus | Thing::Roach);
    !keeps && !command.in_lists
        || command.name == "include"
        || names.any(|kind| match kind {
            Kind::New(_) | Kind::NewCommand | Kind::TwinPattern => true,
            Kind::Old(thing) => selects(thing),
            _ => false,
        })
}
