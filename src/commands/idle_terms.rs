//! Warning of joint constants whose term is off: springs, dampers, stops and biases that `Q_type` does not include.

use super::joint_line;
use super::warnings::each;
use crate::control::{JointParameters, terms};
use crate::diagnostic::{Diagnostic, some_of};
use crate::lang::syntax::Block;
use crate::session::command::{Body, Bound};
use crate::session::{Closure, Draft, Session};
use crate::source::Span;
use crate::world::Corpus;

/// Returns those constants of a joint that are told, are not zero and have no effect, and the bits of `Q_type` that would turn them
/// on.
fn idle(joint: &JointParameters, is_told: impl Fn(&str) -> bool) -> (Vec<&'static str>, u32) {
    let constants = [
        ("b", joint.b, terms::DAMPER),
        ("k", joint.k, terms::LINEAR),
        ("ea", joint.ea, terms::EXPONENTIAL),
        ("lk", joint.lk, terms::LIMITS),
        ("lb", joint.lb, terms::LIMITS),
        ("bias", joint.bias, terms::BIAS),
    ];
    let is_idle = |(name, value, bit): &(&str, f64, u32)| {
        *value != 0.0 && joint.q_type & bit == 0 && is_told(name)
    };
    let found = constants.into_iter().filter(is_idle);
    found.fold((vec![], 0), |(mut names, bits), (name, _, bit)| {
        names.push(name);
        (names, bits | bit)
    })
}

/// Whether lines that run later may change the terms of a joint: they name them, or call commands of the script.
fn may_switch(session: &Session, closure: &Closure) -> bool {
    let commands = closure.commands().iter().any(|bound| {
        let mut found = false;
        each(bound, &mut |command: &Bound| {
            found |= changes_terms(command);
            if let Some(Body { block, branches }) = command.body.as_deref() {
                let mut blocks = std::iter::once(block).chain(branches.iter().map(|b| &b.block));
                found |= blocks.any(|block| names_terms(session, block));
            }
        });
        found
    });
    commands
        || closure
            .lines()
            .is_some_and(|block| names_terms(session, block))
}

/// Whether a command selects the terms of a joint that act, or sets the strength of the spring of motors.
pub(super) fn changes_terms(bound: &Bound) -> bool {
    bound.command.name == "joint"
        && match bound.form {
            0 => is_term(bound.text(1)),
            _ => joint_line::changes_terms(bound),
        }
}

/// Whether a parameter of `joint` does so.
pub(super) fn is_term(parameter: &str) -> bool {
    matches!(parameter, "Q_type" | "spring" | "ea" | "eB")
}

fn names_terms(session: &Session, block: &Block) -> bool {
    block.statements.iter().any(|statement| {
        let is_own = || {
            session
                .table
                .find(session.sources.text(statement.head))
                .is_none()
        };
        let mut words = session.sources.text(statement.span).split_whitespace();
        let is_name = |(name, _)| joint_line::names_term(name);
        words.any(|word| is_term(word) || word.split_once('=').is_some_and(is_name))
            || is_own()
            || statement.blocks().any(|block| names_terms(session, block))
    })
}

/// Whether lines that run later may change the terms of joints in the current world.
pub(super) fn terms_may_change(session: &Session) -> bool {
    let stage = session.here();
    let timers = stage.timers.in_order().into_iter();
    let timers = timers.map(|timer| &*timer.closure);
    let watches = stage.watches.iter().map(|watch| &*watch.closure);
    let programs = stage.definitions.roaches.iter().flat_map(|roach| {
        let programs = roach.programs.iter();
        programs.flat_map(|programs| programs.step.iter().chain(&programs.stance))
    });
    let mut later = timers
        .chain(watches)
        .chain(programs.map(|program| &**program));
    later.any(|closure| may_switch(session, closure))
}

/// Finds the joints of the current world whose constants have no effect. Once something has moved, only of constants that lines
/// have set since the last `go`: a script may turn off a term and keep its constants. None if lines that run later may
/// turn the terms on.
pub(super) fn idle_terms(session: &Session, at: Span) -> Vec<Diagnostic> {
    let stage = session.here();
    let has_moved = stage.simulated > 0.0;
    let mut drafts = stage.definitions.drafts.iter();
    let nothing_new = has_moved && drafts.all(|draft| draft.constants_set.is_empty());
    if nothing_new || terms_may_change(session) {
        return vec![];
    }
    let report = |draft: &Draft| {
        let corpus = stage.world.corpora.get(draft.running?)?;
        let is_told = |joint: usize, name: &str| {
            !has_moved || draft.constants_set.iter().any(|set| *set == (joint, name))
        };
        corpus.integrated.then(|| of_figure(corpus, at, is_told))?
    };
    let drafts = stage.definitions.drafts.iter();
    drafts.filter_map(report).collect()
}

/// Forgets the constants that lines have set, before a `go`.
pub(super) fn forget_constants_set(session: &mut Session) {
    for draft in &mut session.here_mut().definitions.drafts {
        draft.constants_set.clear();
    }
}

/// Makes the report of the told constants of the joints of a figure, if any have no effect.
fn of_figure(
    corpus: &Corpus,
    at: Span,
    is_told: impl Fn(usize, &str) -> bool,
) -> Option<Diagnostic> {
    let joints = corpus.names.iter().zip(&corpus.joints).enumerate().skip(1);
    let found = joints.map(|(number, (name, joint))| {
        (
            name,
            joint,
            idle(joint, |constant| is_told(number, constant)),
        )
    });
    let found: Vec<_> = found.filter(|(.., (names, _))| !names.is_empty()).collect();
    let (name, joint, (constants, bits)) = found.first()?;
    let q_type = joint.q_type;
    let (has, verb) = match constants.as_slice() {
        [_] => ("has", "turns it on"),
        _ => ("have", "turns them on"),
    };
    let constants = some_of(constants.iter().copied(), "and");
    let more = match found.len() {
        1 => String::new(),
        2 => ", and another joint is alike".to_owned(),
        many => format!(", and {} other joints are alike", many - 1),
    };
    let message = format!(
        "{constants} of the joint of `{name}` {has} no effect, because its `Q_type` is {q_type}{more}"
    );
    let help = format!("`joint {name} Q_type {}` {verb}", q_type | bits);
    Some(Diagnostic::warning("W024", at, message).help(help))
}
