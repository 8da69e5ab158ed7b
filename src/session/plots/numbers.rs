//! Current numbers of a diagram.

use super::super::columns::{Head, part_name};
use super::super::scope::Lookup;
use super::super::{Reading, Session, Stop};
use super::{Subject, Wanted, walk};
use crate::diagnostic::Diagnostic;
use crate::lang::evaluate::evaluate;
use crate::lang::syntax::Expression;
use crate::lang::value::{Datum, Unknown};
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

impl Session {
    /// Returns the current numbers of a diagram.
    pub(super) fn numbers_of(&self, wanted: &Wanted) -> Result<Numbers, Stop> {
        match wanted.subject {
            Subject::Curves | Subject::Phase => self.expressed(&wanted.columns),
            Subject::Energy => {
                let name = self.here().draft().map(|d| d.figure.name.clone());
                let name = name.unwrap_or_default();
                let terms = ENERGY.iter().enumerate();
                let number = |(of, (group, field)): (usize, &(&'static str, &str))| {
                    let Ok(Reading::Number(value, _)) = self.quantity(&format!("{name}.{field}"))
                    else {
                        return None;
                    };
                    let short = field.rsplit('.').next().unwrap_or(field);
                    Some(number_of(of, short, "J", group, value))
                };
                Ok(terms.filter_map(number).collect())
            }
            Subject::Forces => Ok(walk::forces(self.here())),
            Subject::Gait | Subject::Support => Ok(vec![]),
        }
    }

    fn expressed(&self, columns: &[Arc<Expression>]) -> Result<Numbers, Stop> {
        let reader = Lookup::new(self);
        let mut all = vec![];
        for (of, expression) in columns.iter().enumerate() {
            let text = self.sources.text(expression.span);
            let name = text.split(" to ").next().unwrap_or(text).trim();
            match evaluate(expression, &reader) {
                Ok(datum) => {
                    if !numbers(of, name, &datum, &mut all) {
                        let message = format!("{} cannot be drawn", datum.kind());
                        let report = Diagnostic::error("E085", expression.span, message);
                        return Err(report
                            .help("only numbers, vectors and flags can be drawn")
                            .into());
                    }
                }
                Err(report) => return Err(Stop::Mistake(report)),
            }
        }
        Ok(all)
    }
}

pub(super) fn number_of(
    of: usize,
    name: &str,
    unit: &str,
    group: &'static str,
    value: f64,
) -> Number {
    let (name, unit) = (name.to_owned(), unit.to_owned());
    Number {
        head: Head { of, name, unit },
        group,
        value,
    }
}

/// Adds a value as numbers in the unit of its output, one for each element of a list. Returns false if it has no number.
fn numbers(of: usize, name: &str, datum: &Datum, out: &mut Numbers) -> bool {
    let mut put = |unit: &str, value: f64| out.push(number_of(of, name, unit, "", value));
    match datum {
        Datum::List(elements) => {
            return elements.iter().enumerate().all(|(i, element)| {
                let part = part_name(name, elements.len(), i);
                numbers(of, &part, element, out)
            });
        }
        Datum::Number(number) => match &number.shown {
            Some(shown) => put(shown.text(), shown.number(number.value)),
            None => put(&number.dimension.si_unit(), number.value),
        },
        Datum::Flag(flag) => put("", f64::from(u8::from(*flag))),
        Datum::Unknown(Unknown::Number(dimension)) => put(&dimension.si_unit(), 0.0),
        Datum::Unknown(Unknown::Flag) => put("", 0.0),
        Datum::Unknown(Unknown::List | Unknown::Any) => {}
        Datum::Text(_) | Datum::Range(_) | Datum::Unknown(_) => return false,
    }
    true
}
