//! Numbers that a script reports about its world, recorded so that several runs can be compared.

use super::columns::{named_part, parts};
use super::{Session, scope::Lookup};
use crate::integrate::Method;
use crate::lang::dimension::Dimension;
use crate::lang::evaluate::evaluate;
use crate::lang::syntax::{Expression, ExpressionKind, Piece};
use crate::lang::value::{Datum, Operator, Quantity, Shown, convert};
use crate::source::Span;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Use of a value in a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    /// An operand of a comparison in `expect`.
    Expected,
    /// Printed by `print`.
    Printed,
    /// Written by `record`.
    Recorded,
}

/// A value at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Time on the clock (s).
    pub time: f64,
    /// Value, in SI.
    pub value: f64,
    /// Scale of its error, in SI: its magnitude, or that of a number with which it is compared.
    pub scale: f64,
}

/// Values of one expression, in the order of execution.
#[derive(Clone, Debug)]
pub struct Series {
    /// Use of the value.
    pub used: Use,
    /// File and line.
    pub place: String,
    /// Source text of the expression; for a vector, with its component.
    pub name: String,
    /// Dimension.
    pub dimension: Dimension,
    /// Unit of the output.
    pub shown: Option<Arc<Shown>>,
    /// The values.
    pub points: Vec<Point>,
}

/// A condition of an `expect`, with its results.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// File and line.
    pub place: String,
    /// Source text.
    pub text: String,
    /// Result of each evaluation.
    pub held: Vec<bool>,
}

/// Integration settings of a `go`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// The method.
    pub method: Method,
    /// The step, if it is fixed (s).
    pub step: f64,
    /// The tolerance, if the step is not fixed.
    pub tolerance: f64,
}

/// Values recorded in one run.
#[derive(Clone, Debug, Default)]
pub struct Noted {
    /// Series, in the order of their first evaluation.
    pub series: Vec<Series>,
    /// Conditions, in the same order.
    pub conditions: Vec<Condition>,
    /// Integration settings of the script's `go`, each combination once.
    pub settings: Vec<Setting>,
    numbers: BTreeMap<(Use, Span, String), usize>,
    conditions_at: BTreeMap<Span, usize>,
    points: usize,
}

/// Most points stored of all series together.
const MOST_POINTS: usize = 4_000_000;

impl Session {
    /// Records the values of an expression, if recording is on.
    pub(crate) fn note(&mut self, used: Use, expression: &Expression) {
        if self.gathered.noted.is_none() {
            return;
        }
        self.observe();
        let scale = self.magnitude(expression);
        self.note_in(used, expression, scale, None);
    }

    /// Records the values in a text.
    pub(crate) fn note_pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            if let Piece::Computed(expression) = piece {
                self.note(Use::Printed, expression);
            }
        }
    }

    /// Records a condition and both sides of each comparison in it.
    pub(crate) fn note_condition(&mut self, condition: &Expression, held: bool) {
        let Some(noted) = &self.gathered.noted else {
            return;
        };
        let at = condition.span;
        let number = noted.conditions_at.get(&at).copied();
        let new = number.is_none().then(|| Condition {
            place: self.place_of(at),
            text: self.sources.text(at).to_owned(),
            held: vec![],
        });
        if let Some(noted) = &mut self.gathered.noted {
            let number = number.unwrap_or(noted.conditions.len());
            noted.conditions.extend(new);
            noted.conditions_at.insert(at, number);
            if let Some(condition) = noted.conditions.get_mut(number) {
                condition.held.push(held);
            }
        }
        self.observe();
        self.note_sides(condition);
    }

    fn note_sides(&mut self, condition: &Expression) {
        match &condition.kind {
            ExpressionKind::Binary(Operator::And | Operator::Or, both) => {
                both.iter().for_each(|side| self.note_sides(side));
            }
            ExpressionKind::Prefix(_, inner) => self.note_sides(inner),
            ExpressionKind::Binary(Operator::Within | Operator::WithinPart, both) => {
                self.note_sides(&both[0]);
            }
            ExpressionKind::Binary(_, both) => {
                // The larger operand of a comparison gives the scale.
                let scale = both.iter().map(|side| self.magnitude(side));
                let scale = scale.fold(0.0, f64::max);
                let unit = both.iter().find_map(|side| self.written_unit(side));
                let [left, right] = &**both;
                for (side, other) in [(left, right), (right, left)] {
                    if !is_constant(side) {
                        let whole = matches!(self.datum(other), Some(Datum::List(_)));
                        let unit = unit.as_deref().filter(|_| !whole);
                        self.note_in(Use::Expected, side, scale, unit);
                    }
                }
            }
            _ => {}
        }
    }

    fn note_in(&mut self, used: Use, expression: &Expression, scale: f64, unit: Option<&str>) {
        let Some(datum) = self.datum(expression) else {
            return;
        };
        let datum = match unit {
            Some(unit) => convert(datum.clone(), unit).unwrap_or(datum),
            None => datum,
        };
        let name = self.sources.text(named_part(expression).span).to_owned();
        let place = self.place_of(expression.span);
        let time = self.here().world.time;
        if let Some(noted) = &mut self.gathered.noted {
            for (name, part) in parts(&name, &datum) {
                if let Datum::Number(number) = part {
                    let key = (used, expression.span, name);
                    noted.take(key, &place, number, (time, scale));
                }
            }
        }
    }

    fn datum(&self, expression: &Expression) -> Option<Datum> {
        evaluate(expression, &Lookup::new(self)).ok()
    }

    fn place_of(&self, at: Span) -> String {
        let place = self.sources.place(at);
        let name = self.sources.get(at.source).map_or("", |s| s.name.as_str());
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
        format!("{file}:{}", place.line)
    }

    /// Returns the largest magnitude of the operands from which a value is computed by sums, differences and magnitudes.
    fn magnitude(&self, expression: &Expression) -> f64 {
        let own = self
            .datum(expression)
            .map_or(0.0, |datum| magnitude_of(&datum));
        let of = |e: &Expression| self.magnitude(e);
        let parts = match &expression.kind {
            // `x - 3cm` is as accurate as `x`. A difference of two quantities has its own scale.
            ExpressionKind::Binary(Operator::Add | Operator::Sub, both)
                if both.iter().any(is_constant) =>
            {
                both.iter().map(of).fold(0.0, f64::max)
            }
            ExpressionKind::Prefix(_, inner) | ExpressionKind::Convert(inner, _) => of(inner),
            ExpressionKind::Call {
                function,
                arguments,
            } if matches!(self.sources.text(*function), "abs" | "norm" | "min" | "max") => {
                arguments.iter().map(of).fold(0.0, f64::max)
            }
            _ => 0.0,
        };
        own.max(parts)
    }

    /// Records the integration settings.
    pub(super) fn note_setting(&mut self) {
        let world = &self.here().world;
        let setting = Setting {
            method: world.settings.method,
            step: world.step_size().min(world.dt),
            tolerance: world.settings.tolerance_of_method(),
        };
        if let Some(noted) = &mut self.gathered.noted
            && !noted.settings.contains(&setting)
        {
            noted.settings.push(setting);
        }
    }
}

impl Noted {
    fn take(
        &mut self,
        key: (Use, Span, String),
        place: &str,
        number: &Quantity,
        (time, scale): (f64, f64),
    ) {
        if self.points >= MOST_POINTS {
            return;
        }
        self.points += 1;
        let value = number.value;
        let scale = scale.max(value.abs());
        let series = &mut self.series;
        let at = *self
            .numbers
            .entry(key)
            .or_insert_with_key(|(used, _, name)| {
                series.push(Series {
                    used: *used,
                    place: place.to_owned(),
                    name: name.clone(),
                    dimension: number.dimension,
                    shown: number.shown.clone(),
                    points: vec![],
                });
                series.len() - 1
            });
        if let Some(series) = self.series.get_mut(at) {
            series.points.push(Point { time, value, scale });
        }
    }
}

/// Whether the value is a constant in the script.
fn is_constant(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Known(_) => true,
        ExpressionKind::Prefix(_, inner) | ExpressionKind::Convert(inner, _) => is_constant(inner),
        ExpressionKind::Binary(_, both) => both.iter().all(is_constant),
        ExpressionKind::List(elements) => elements.iter().all(is_constant),
        _ => false,
    }
}

/// Returns the magnitude of a number, in SI. Each component of a list has its own.
fn magnitude_of(datum: &Datum) -> f64 {
    match datum {
        Datum::Number(number) => number.value.abs(),
        _ => 0.0,
    }
}
