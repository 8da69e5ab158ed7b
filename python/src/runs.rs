//! Runs of a script, and the rows of a sweep.

use crate::{Given, Interrupts, error, limits, parameters, whole, whole_or_none};
use corpus::lang::value::{Datum, show};
use corpus::runs::{self, Choice, Form, Limits, Points, Script, Table, Unfit};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::path::Path;

/// A result in units of SI.
#[derive(Clone, FromPyObject, IntoPyObject)]
pub enum Value {
    Flag(bool),
    Number(f64),
    Text(String),
}

/// What a run found, as plain values, which can be pickled.
#[derive(Clone, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
struct Found {
    ended: String,
    reason: String,
    parameters: Vec<(String, String)>,
    /// Names, values, and the units of numbers.
    results: Vec<(String, Value, Option<String>)>,
    failed: Vec<String>,
    warnings: BTreeMap<String, u64>,
    evaluations: u64,
    shown: String,
}

/// What a run found.
#[pyclass(frozen, module = "corpus")]
pub struct Row(Found);

impl Row {
    fn of(row: &runs::Row) -> Row {
        let results = row.results.iter().map(|(name, value)| {
            let (value, unit) = match value {
                Datum::Number(number) => (
                    Value::Number(number.value),
                    Some(number.dimension.si_unit()),
                ),
                Datum::Flag(flag) => (Value::Flag(*flag), None),
                other => (Value::Text(show(other)), None),
            };
            (name.to_string(), value, unit)
        });
        let shown = row.results.iter();
        let shown = shown.map(|(name, value)| format!(", {name}={}", show(value)));
        let warnings = row.warnings.iter();
        Row(Found {
            ended: row.ended.word().to_owned(),
            reason: row.reason.clone(),
            parameters: row.parameters.clone(),
            results: results.collect(),
            failed: row.failed().map(runs::Tested::told).collect(),
            warnings: warnings
                .map(|(code, count)| ((*code).to_owned(), *count))
                .collect(),
            evaluations: row.report.evaluations,
            shown: format!("<Row {}{}>", row.ended.word(), shown.collect::<String>()),
        })
    }
}

#[pymethods]
impl Row {
    #[new]
    fn new(found: Found) -> Row {
        Row(found)
    }

    fn __getnewargs__(&self) -> (Found,) {
        (self.0.clone(),)
    }

    #[getter]
    fn ended(&self) -> &str {
        &self.0.ended
    }

    #[getter]
    fn reason(&self) -> &str {
        &self.0.reason
    }

    #[getter]
    fn parameters(&self) -> Vec<(String, String)> {
        self.0.parameters.clone()
    }

    #[getter]
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (name, value, _) in &self.0.results {
            all.set_item(name, value.clone())?;
        }
        Ok(all)
    }

    #[getter]
    fn units<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (name, _, unit) in &self.0.results {
            if let Some(unit) = unit {
                all.set_item(name, unit)?;
            }
        }
        Ok(all)
    }

    #[getter]
    fn failed(&self) -> Vec<String> {
        self.0.failed.clone()
    }

    #[getter]
    fn warnings(&self) -> BTreeMap<String, u64> {
        self.0.warnings.clone()
    }

    #[getter]
    fn evaluations(&self) -> u64 {
        self.0.evaluations
    }

    fn __getitem__(&self, name: &str) -> PyResult<Value> {
        let found = self.0.results.iter().find(|(known, ..)| known == name);
        found.map(|(_, value, _)| value.clone()).ok_or_else(|| {
            PyKeyError::new_err(format!(
                "the run gave no result `{name}`; it is {}: {}",
                self.ended(),
                self.reason()
            ))
        })
    }

    fn __repr__(&self) -> &str {
        &self.0.shown
    }
}

/// Runs a script once.
#[pyfunction]
#[pyo3(signature = (script, /, *, max_seconds=None, max_evaluations=None, **parameters))]
pub fn run(
    py: Python<'_>,
    script: &Bound<'_, PyAny>,
    max_seconds: Option<f64>,
    #[pyo3(from_py_with = whole_or_none)] max_evaluations: Option<u64>,
    parameters: Option<&Bound<'_, PyDict>>,
) -> PyResult<Row> {
    let script = Given::of(script)?.script();
    let values = self::parameters(parameters)?;
    let interrupts = Interrupts::new();
    let limits = limits(&interrupts, max_seconds, max_evaluations)?;
    let row = py.detach(|| runs::run(&script, &values, &limits));
    interrupts.raise()?;
    Ok(Row::of(&row))
}

/// The points of `corpus sweep`, and the lines of its table.
#[pyclass(frozen, module = "corpus")]
pub struct Sweep {
    script: Script,
    points: Points,
    form: Form,
}

/// Tells why a script cannot be run.
pub fn unfit(why: Unfit, script: &Path) -> String {
    match why {
        Unfit::Unreadable(why) => format!("cannot read {}: {why}", script.display()),
        Unfit::Values(why) => why,
        Unfit::Mistaken(mut session) => {
            let mut faults: Vec<_> = session.diagnostics.take();
            faults.retain(corpus::diagnostic::Diagnostic::is_fault);
            corpus::diagnostic::draw(&faults, &session.sources, false)
        }
    }
}

#[pymethods]
impl Sweep {
    #[new]
    #[pyo3(signature = (script, values, *, random=None, sobol=None, seed=1, table="csv"))]
    fn new(
        py: Python<'_>,
        script: &Bound<'_, PyAny>,
        values: Vec<(String, String)>,
        #[pyo3(from_py_with = whole_or_none)] random: Option<usize>,
        #[pyo3(from_py_with = whole_or_none)] sobol: Option<usize>,
        #[pyo3(from_py_with = whole)] seed: u32,
        table: &str,
    ) -> PyResult<Self> {
        let form = Form::of(Path::new(&format!("table.{table}")))
            .ok_or_else(|| PyValueError::new_err("a table is csv or jsonl"))?;
        let choice = match (random, sobol) {
            (None, None) => Choice::Grid,
            (Some(count), None) => Choice::Random(count, seed),
            (None, Some(count)) => Choice::Sobol(count, seed),
            _ => {
                return Err(PyValueError::new_err(
                    "`random` and `sobol` exclude each other",
                ));
            }
        };
        let mut script = Given::of(script)?.script();
        let made = py.detach(move || {
            let path = script.path().to_owned();
            let planned = script.plan(&values, choice, &Limits::default());
            let (points, _) = planned.map_err(|why| unfit(why, &path))?;
            Table::new(form, &script, &points)?;
            Ok(Sweep {
                script,
                points,
                form,
            })
        });
        made.map_err(|why: String| error(why))
    }

    fn __len__(&self) -> usize {
        self.points.count()
    }

    /// Returns the lines before the first row.
    fn head(&self) -> PyResult<String> {
        let table = Table::new(self.form, &self.script, &self.points);
        Ok(table.map_err(error)?.head())
    }

    /// Returns the parameters of a run, which is numbered from 0.
    fn point(&self, number: usize) -> PyResult<Vec<(String, String)>> {
        match number < self.points.count() {
            true => Ok(self.points.point(number)),
            false => Err(PyIndexError::new_err(format!(
                "there are {} runs",
                self.points.count()
            ))),
        }
    }

    /// Makes a run, and returns its line of the table.
    #[pyo3(signature = (number, max_seconds=None, max_evaluations=None))]
    fn line(
        &self,
        py: Python<'_>,
        number: usize,
        max_seconds: Option<f64>,
        #[pyo3(from_py_with = whole_or_none)] max_evaluations: Option<u64>,
    ) -> PyResult<String> {
        let point = self.point(number)?;
        let interrupts = Interrupts::new();
        let limits = limits(&interrupts, max_seconds, max_evaluations)?;
        let line = py.detach(|| {
            let table = Table::new(self.form, &self.script, &self.points)?;
            Ok(table.line(number, &runs::run(&self.script, &point, &limits)))
        });
        interrupts.raise()?;
        line.map_err(|why: String| error(why))
    }

    /// Returns how many rows of this sweep a table has, and its length up to the end of the last whole one (bytes).
    fn kept(&self, text: &str) -> PyResult<(usize, usize)> {
        let table = Table::new(self.form, &self.script, &self.points).map_err(error)?;
        let kept = table.kept(text, &self.points).map_err(error)?;
        Ok(match kept.has_head {
            true => (kept.rows, kept.bytes),
            false => (0, 0),
        })
    }
}
