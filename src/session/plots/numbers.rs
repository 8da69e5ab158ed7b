//! Current numbers of a diagram.

use super::super::columns::{Head, parts};
use super::super::{Reading, Session, Stage, Stop};
use super::plot::{Subject, Wanted};
use crate::diagnostic::Diagnostic;
use crate::lang::syntax::Expression;
use crate::lang::value::{Datum, Unknown};
use crate::plot::leg_name;
use crate::run::leg_bodies;
use crate::session::values;
use std::sync::Arc;

/// Drawn terms of the energy account, with the panels that show them.
const ENERGY: &[(&str, &str)] = &[
    ("energy", "energy.kinetic"),
    ("energy", "energy.weight"),
    ("energy", "energy.springs"),
    ("work", "work.motors"),
    ("work", "work.dampers"),
    ("work", "work.ground"),
    ("work", "work.friction"),
    ("work", "work.numbers"),
];

/// A column with its current number.
pub(super) struct Number {
    pub head: Head,
    /// Heading of its panel, if names and units do not identify it.
    pub group: &'static str,
    pub value: f64,
}

pub(super) type Numbers = Vec<Number>;

/// Returns the current numbers of a diagram.
pub(super) fn now(session: &Session, wanted: &Wanted) -> Result<Numbers, Stop> {
    match wanted.subject {
        Subject::Curves | Subject::Phase => expressed(session, &wanted.columns),
        Subject::Energy => {
            let name = session
                .here()
                .definitions
                .draft()
                .map(|d| d.figure.name.clone());
            let name = name.unwrap_or_default();
            let terms = ENERGY.iter().enumerate();
            let number = |(of, (group, field)): (usize, &(&'static str, &str))| {
                let Ok(Reading::Number(value, _)) = session.quantity(&format!("{name}.{field}"))
                else {
                    return None;
                };
                let short = field.rsplit('.').next().unwrap_or(field);
                Some(number_of(of, short, "J", group, value))
            };
            Ok(terms.filter_map(number).collect())
        }
        Subject::Forces => Ok(forces(session.here())),
        Subject::Gait | Subject::Support => Ok(vec![]),
    }
}

fn expressed(session: &Session, columns: &[Arc<Expression>]) -> Result<Numbers, Stop> {
    let mut all = vec![];
    let values = values::of_columns(session, columns)?;
    for (of, (expression, (name, datum))) in columns.iter().zip(values).enumerate() {
        if !numbers(of, name, &datum, &mut all) {
            let message = format!("{} cannot be drawn", datum.kind());
            let report = Diagnostic::error("E085", expression.span, message);
            return Err(report
                .help("only numbers, vectors and flags can be drawn")
                .into());
        }
    }
    Ok(all)
}

fn number_of(of: usize, name: &str, unit: &str, group: &'static str, value: f64) -> Number {
    let (name, unit) = (name.to_owned(), unit.to_owned());
    Number {
        head: Head { of, name, unit },
        group,
        value,
    }
}

/// Adds a value as numbers in the unit of its output, one for each element of a list. Returns false if it has no number.
fn numbers(of: usize, name: &str, datum: &Datum, out: &mut Numbers) -> bool {
    parts(name, datum).into_iter().all(|(name, datum)| {
        let (unit, value) = match datum {
            Datum::Number(number) => number.as_shown(),
            Datum::Flag(flag) => (String::new(), f64::from(u8::from(*flag))),
            Datum::Unknown(Unknown::Number(dimension)) => (dimension.si_unit(), 0.0),
            Datum::Unknown(Unknown::Flag) => (String::new(), 0.0),
            Datum::Unknown(Unknown::List | Unknown::Any) => return true,
            Datum::List(_)
            | Datum::Record(_)
            | Datum::Function(_)
            | Datum::Text(_)
            | Datum::Range(_)
            | Datum::Unknown(_) => return false,
        };
        out.push(number_of(of, &name, &unit, "", value));
        true
    })
}

/// Returns the forces of the ground on the current figure of a stage, whose observation is up to date: on its legs, if it has a
/// gait, and on the whole.
fn forces(stage: &Stage) -> Numbers {
    let draft = stage.definitions.draft();
    let corpus = draft.and_then(|d| stage.world.corpora.get(d.running?));
    let Some(corpus) = corpus else {
        return vec![];
    };
    let seen = &corpus.observed().bodies;
    let gait = stage
        .definitions
        .roaches
        .iter()
        .find(|roach| roach.draft == stage.definitions.current);
    let legs = gait.map_or(vec![], |roach| leg_bodies(stage, roach));
    let mut all = vec![];
    for (leg, bodies) in legs.iter().enumerate() {
        let name = leg_name(leg);
        let load = bodies
            .iter()
            .filter_map(|b| seen.get(*b))
            .map(|body| body.load);
        // The legs of a side share a panel.
        let group = if leg.is_multiple_of(2) {
            "load, left"
        } else {
            "load, right"
        };
        all.push(number_of(0, &name, "N", group, load.sum()));
    }
    let whole = seen.iter().fold([0.0; 3], |sum, body| {
        let force = body.ground.whole();
        [sum[0] + force.x, sum[1] + force.y, sum[2] + force.z]
    });
    for (name, value) in ["x", "y", "z"].into_iter().zip(whole) {
        all.push(number_of(0, name, "N", "total force", value));
    }
    all
}
