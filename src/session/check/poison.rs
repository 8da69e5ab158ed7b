//! Poisons what a faulty line would have named, built or chosen.
//!
//! Only a check continues after an error. Anything that the faulty statement would have named, built or chosen is then
//! poisoned: commands that use it do nothing and report nothing, and where a corpus, gait or world would have begun, an unnamed
//! placeholder takes its place.

use crate::control::Gait;
use crate::lang::evaluate::spell;
use crate::lang::syntax::{Argument, ArgumentKind, Piece, Statement};
use crate::session::advice::misspelt::opener;
use crate::session::bind::Head;
use crate::session::command::{Command, Group, Kind, Param, Thing};
use crate::session::lookup::Lookup;
use crate::session::{Draft, Programs, Roach, Session, Stage};
use std::sync::Arc;

/// Number of legs of a placeholder for a gait: the largest allowed.
const LEGS: usize = 1000;

/// Deepest nesting of blocks and calls, prevented from running by an error, that is searched for names.
const DEEPEST: usize = 3;

/// Returns the name of a variable at the start of a faulty line.
fn variable(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_'));
    text.get(..end.unwrap_or(text.len())).unwrap_or_default()
}

/// Poisons everything that a faulty statement would have named, built or chosen.
pub(in crate::session) fn doubt(session: &mut Session, statement: &Statement) {
    doubt_within(session, statement, 0);
}

fn doubt_within(session: &mut Session, statement: &Statement, depth: usize) {
    let head = session.sources.text(statement.head).to_owned();
    let (meant, called) = match session.head(&head) {
        Head::Command(command) => (Some(command), None),
        Head::Own(definition) => (None, Some(Arc::clone(definition))),
        Head::Doubtful | Head::Unknown => {
            for argument in &statement.arguments {
                if argument.kind == ArgumentKind::Word {
                    let name = session.sources.text(argument.span).to_owned();
                    if session.thing_called(&name).is_none() {
                        doubt_name(session, Thing::ALL, argument);
                    }
                    session.check.doubts.variables.insert(name);
                }
            }
            if opener(&head) == Some("define") {
                doubt_definition(session, statement);
            }
            (session.table.nearest_command(&head), None)
        }
    };
    match meant {
        Some(command) => doubt_line(session, command, statement),
        None => {
            for argument in &statement.arguments {
                doubt_name(session, Thing::ALL, argument);
            }
            doubt_figure(session);
        }
    }
    // Lines that it would have run.
    if depth == DEEPEST {
        return;
    }
    let called = called.iter().filter_map(|d| d.lines.lines());
    let blocks: Vec<_> = statement.blocks().chain(called).collect();
    for block in blocks {
        // A checked block has poisoned its own names.
        if session.check.visited.contains(&block.end) {
            continue;
        }
        for inner in &block.statements {
            doubt_within(session, inner, depth + 1);
        }
    }
}

/// Poisons the command and the parameters of a definition in another language.
fn doubt_definition(session: &mut Session, statement: &Statement) {
    let rest = session.sources.after(statement.head).to_owned();
    let words = rest.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    for word in words.filter(|word| !word.is_empty()) {
        session.check.doubts.commands.insert(word.to_owned());
        session.check.doubts.variables.insert(word.to_owned());
    }
}

/// Poisons everything that a line of this command would have named, built or chosen.
fn doubt_line(session: &mut Session, command: &Command, statement: &Statement) {
    for form in command.forms {
        if let [
            Param {
                kind: Kind::New(thing @ (Thing::World | Thing::Corpus | Thing::Roach)),
                ..
            },
            ..,
        ] = form
            && !statement.arguments.first().is_some_and(|first| {
                !matches!(first.kind, ArgumentKind::Number { .. } | ArgumentKind::Bad)
            })
        {
            session.check.doubts.unnamed.insert(*thing);
        }
        let params = form.iter().filter(|p| !matches!(p.kind, Kind::Filler(_)));
        for (param, argument) in params.zip(&statement.arguments) {
            let name = || session.sources.text(argument.span).to_owned();
            match param.kind {
                Kind::New(thing) => doubt_name(session, &[thing], argument),
                Kind::TwinPattern => {
                    session.check.doubts.patterns.insert(name());
                }
                Kind::Variable | Kind::Function => {
                    let name = variable(&name()).to_owned();
                    session.own.scopes.poison(&name);
                    session.check.doubts.variables.insert(name);
                    doubt_chain(session, statement);
                }
                Kind::NewCommand => {
                    session.check.doubts.commands.insert(name());
                }
                Kind::Camera => {
                    session.check.doubts.cameras.insert(name());
                }
                _ => {}
            }
        }
    }
    session.check.doubts.terrain |= command.name == "addtrigrid";
    // Names of degrees of freedom begin with the name of the body.
    if matches!(command.name, "jointkind" | "addjoint")
        && let Some(body) = statement.arguments.first()
    {
        let degrees = format!("{}.*", session.sources.text(body.span));
        session.check.doubts.patterns.insert(degrees);
    }
    // Pending lines build nothing.
    if !session.activity.going {
        stand_in_for(session, command.name, command.group);
    }
}

/// Records that a line sets a variable whose name is unknown.
pub(crate) fn suppose_any_variable(session: &mut Session) {
    session.own.scopes.poison_all();
    session.check.doubts.any_variable = true;
}

/// Poisons the further variables of `let a = b = 3`.
fn doubt_chain(session: &mut Session, statement: &Statement) {
    let text = session.sources.text(statement.span).to_owned();
    let names: Vec<&str> = text.split('=').skip(1).map(str::trim).collect();
    for name in names.iter().rev().skip(1) {
        if !name.is_empty() && variable(name) == *name {
            session.check.doubts.variables.insert((*name).to_owned());
        }
    }
}

/// Poisons things whose name is literal, or partly computed.
fn doubt_name(session: &mut Session, things: &[Thing], argument: &Argument) {
    let text = session.sources.text(argument.span).to_owned();
    let pieces = match &argument.kind {
        ArgumentKind::Word | ArgumentKind::Bad => {
            let all = things.iter().map(|thing| (*thing, text.clone()));
            session.check.doubts.names.extend(all);
            return;
        }
        ArgumentKind::Spelled(pieces) => Arc::clone(pieces),
        ArgumentKind::Computed(expression) => Arc::from([Piece::Computed(Arc::clone(expression))]),
        _ => return,
    };
    if let Ok(Some(name)) = spell(&pieces, &Lookup::new(session)) {
        let all = things.iter().map(|thing| (*thing, name.clone()));
        session.check.doubts.names.extend(all);
        return;
    }
    let pattern = pieces.iter().map(|piece| match piece {
        Piece::Plain(span) => session.sources.text(*span),
        Piece::Computed(_) => "*",
    });
    let pattern: String = pattern.collect();
    session.check.doubts.patterns.insert(pattern);
}

/// Poisons everything, because a script could not be read.
pub(in crate::session) fn doubt_everything(session: &mut Session) {
    session.check.doubts.anything = true;
    doubt_figure(session);
    stand_in_for_roach(session);
}

pub(in crate::session) fn stand_in_for(session: &mut Session, command: &str, group: Group) {
    match command {
        "attach" | "close" | "drive" | "roll" => session.check.doubts.attachments += 1,
        "addworld" => stand_in_for_world(session),
        "setworld" => {
            stand_in_for_world(session);
            stand_in_for_corpus(session);
            stand_in_for_roach(session);
            doubt_names_here(session);
        }
        "addcorpus" => stand_in_for_corpus(session),
        "setcorpus" => {
            stand_in_for_corpus(session);
            doubt_names_here(session);
        }
        "addroach" | "setroach" => {
            if session.here().definitions.current.is_none() {
                doubt_figure(session);
            }
            stand_in_for_roach(session);
        }
        "go" => {
            for draft in &mut session.here_mut().definitions.drafts {
                draft.reported = true;
            }
            if session.here().definitions.drafts.is_empty() {
                stand_in_for_corpus(session);
            }
        }
        // For an assembled figure it copies joints, which does not change the figure's structure.
        "mirror"
            if session
                .here()
                .definitions
                .draft()
                .is_some_and(|d| d.running.is_some()) => {}
        "corpusinit" => {
            doubt_figure(session);
            let stage = session.here_mut();
            if let Some(draft) = stage.definitions.draft_mut() {
                draft.reported = true;
            }
        }
        _ if matches!(group, Group::Figure | Group::Objects) => doubt_figure(session),
        _ if group == Group::Gait && session.here().definitions.roach().is_none() => {
            stand_in_for_roach(session)
        }
        _ => {}
    }
}

fn doubt_figure(session: &mut Session) {
    let stage = session.here_mut();
    match stage.definitions.draft_mut() {
        Some(draft) => draft.doubtful = true,
        None => {
            stand_in_for_corpus(session);
            let (stage, corpus) = (session.stage, session.here().definitions.current);
            for scoped in &mut session.here_mut().definitions.objects {
                if scoped.scope.is_none() {
                    scoped.scope = corpus;
                }
            }
            session.names.adopt(stage, corpus.unwrap_or_default());
        }
    }
}

fn doubt_names_here(session: &mut Session) {
    let place = session.place();
    session.check.doubts.figures.insert(place);
}

fn stand_in_for_world(session: &mut Session) {
    session.stages.push(Stage::new(""));
    session.stage = session.stages.len() - 1;
    session.check.doubts.worlds.insert(session.stage);
}

fn stand_in_for_corpus(session: &mut Session) {
    let stage = session.here_mut();
    stage.definitions.drafts.push(Draft {
        doubtful: true,
        ..Draft::new(String::new())
    });
    stage.definitions.current = Some(stage.definitions.drafts.len() - 1);
}

fn stand_in_for_roach(session: &mut Session) {
    let stage = session.here_mut();
    let stand_in = Roach {
        name: String::new(),
        draft: stage.definitions.current,
        gait: Gait::new(LEGS),
        programs: vec![Programs::default(); LEGS],
    };
    let present = stage
        .definitions
        .current_roach
        .and_then(|r| stage.definitions.roaches.get_mut(r));
    // Lines that are checked repeatedly need only one placeholder.
    match present.filter(|roach| roach.name.is_empty()) {
        Some(roach) => *roach = stand_in,
        None => {
            stage.definitions.roaches.push(stand_in);
            stage.definitions.current_roach = Some(stage.definitions.roaches.len() - 1);
        }
    }
}
