//! Warning of motors without effect: the exponential spring that they move is off, or has no strength.

use super::access;
use super::idle_terms::{changes_terms, terms_may_change};
use super::warnings::{each, once_at_all};
use crate::control::{Motor, terms};
use crate::diagnostic::{Diagnostic, some_of};
use crate::session::command::Bound;
use crate::session::{Session, Stage};
use crate::source::Span;
use crate::world::Corpus;

/// Finds why the motor of a body has no effect.
type Find = fn(&Corpus, usize, Span) -> Option<Diagnostic>;

/// Finds a motor whose joint has no spring for it to move.
fn idle(corpus: &Corpus, body: usize, at: Span) -> Option<Diagnostic> {
    let q_type = corpus.joints.get(body)?.q_type;
    if q_type & terms::EXPONENTIAL != 0 {
        return None;
    }
    let name = corpus.names.get(body)?;
    let message =
        format!("the joint of `{name}` has no exponential spring, so this motor has no effect");
    let help = format!(
        "`joint {name} Q_type {}` turns the spring on; `ea` and `eB` set its strength",
        q_type | terms::EXPONENTIAL
    );
    Some(Diagnostic::warning("W004", at, message).help(help))
}

/// Finds a motor whose joint has an exponential spring without strength.
fn weak(corpus: &Corpus, body: usize, at: Span) -> Option<Diagnostic> {
    let (joint, name) = (corpus.joints.get(body)?, corpus.names.get(body)?);
    let constants = [("ea", joint.ea), ("eB", joint.eb)];
    let zero = constants.iter().filter(|(_, value)| *value == 0.0);
    let zero: Vec<&str> = zero.map(|(constant, _)| *constant).collect();
    let first = zero.first()?;
    let verb = if zero.len() > 1 { "are" } else { "is" };
    let message = format!(
        "{} of the joint of `{name}` {verb} 0, so its exponential spring has no strength and its motor has no effect",
        some_of(zero.iter().copied(), "and")
    );
    let help = match zero.len() {
        1 => format!("`joint {name} {first} VALUE` sets it"),
        _ => format!("`joint {name} ea VALUE` and `joint {name} eB VALUE` set them"),
    };
    (joint.q_type & terms::EXPONENTIAL != 0)
        .then(|| Diagnostic::warning("W004", at, message).help(help))
}

/// Finds such motors that are moving now.
fn weak_motors(stage: &Stage, at: Span) -> Vec<Diagnostic> {
    let moving = stage.world.corpora.iter().filter(|c| c.integrated);
    let joints = moving.flat_map(|corpus| (1..corpus.names.len()).map(move |body| (corpus, body)));
    let is_moving = |(corpus, body): &(&Corpus, usize)| match corpus.motor(*body) {
        Motor::Moving(motion) => motion.start + motion.duration > stage.world.time,
        Motor::Still { .. } => false,
    };
    joints
        .filter(is_moving)
        .filter_map(|(corpus, body)| weak(corpus, body, at))
        .collect()
}

/// Warns of a motor that was just started without a spring.
pub(super) fn idle_motor(session: &mut Session, bound: &Bound) {
    let Ok((corpus, body)) = access::jointed(session, bound, 0) else {
        return;
    };
    if let Some(report) = idle(corpus, body, bound.at(0)) {
        once_at_all(session, report);
    }
}

/// Finds the motors in the running gaits that have no effect, unless a list changes the springs of their joints.
fn of_programs(stage: &Stage, find: Find) -> Vec<Diagnostic> {
    let mut found = vec![];
    for roach in stage.definitions.roaches.iter().filter(|r| r.gait.running) {
        let running = roach
            .draft
            .and_then(|d| stage.definitions.drafts.get(d)?.running);
        let Some(corpus) = running.and_then(|c| stage.world.corpora.get(c)) else {
            continue;
        };
        let (mut motors, mut changed) = (vec![], vec![]);
        for bound in roach
            .programs
            .iter()
            .flat_map(|programs| programs.commands())
        {
            each(bound, &mut |command| match command.command.name {
                "motor" => motors.push(command),
                _ if changes_terms(command) => changed.push(command.index(0)),
                _ => {}
            });
        }
        motors.retain(|motor| !changed.contains(&motor.index(0)));
        found.extend(motors.iter().filter_map(|motor| {
            let body = corpus.number_of(motor.index(0))?;
            find(corpus, body, motor.at(0))
        }));
    }
    found
}

/// Finds the motors without effect before a `go`. A spring that lines change later may have its strength then.
pub(super) fn idle_motors(session: &Session, at: Span) -> Vec<Diagnostic> {
    let stage = session.here();
    let mut found = of_programs(stage, idle);
    let weak = [of_programs(stage, weak), weak_motors(stage, at)].concat();
    if !weak.is_empty() && !terms_may_change(session) {
        found.extend(weak);
    }
    found
}
