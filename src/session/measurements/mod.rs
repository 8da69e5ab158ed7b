//! Numbers that a script reports about its world, recorded so that several runs can be compared.

mod recorder;

pub(crate) use recorder::{is_constant, record, written_unit};

use crate::integrate::Method;
use crate::lang::dimension::Dimension;
use crate::lang::value::{Quantity, Shown};
use crate::source::Span;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Use of a value in a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// An operand of a comparison in `expect`.
    Expected,
    /// Given by `result`.
    Given,
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
    pub purpose: Purpose,
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
pub struct Measurements {
    /// Series, in the order of their first evaluation.
    pub series: Vec<Series>,
    /// Conditions, in the same order.
    pub conditions: Vec<Condition>,
    /// Integration settings of the script's `go`, each combination once.
    pub settings: Vec<Setting>,
    pub(super) numbers: BTreeMap<(Purpose, Span, String), usize>,
    conditions_at: BTreeMap<Span, usize>,
    points: usize,
}

/// Most points stored of all series together.
const MOST_POINTS: usize = 4_000_000;

impl Measurements {
    fn take(
        &mut self,
        key: (Purpose, Span, String),
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
            .or_insert_with_key(|(purpose, _, name)| {
                series.push(Series {
                    purpose: *purpose,
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
