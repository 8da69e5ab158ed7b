//! Runs of a script, and the rows of a sweep.

use crate::{Given, error, parameters};
use corpus::lang::value::{Datum, show};
use corpus::runs::{self, Choice, Form, Limits, Points, Script, Table, Unfit};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::Path;

/// What a run found.
#[pyclass(frozen, module = "corpus")]
pub struct Row(runs::Row);

fn object<'py>(py: Python<'py>, value: &Datum) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Datum::Number(number) => number.value.into_pyobject(py)?.into_any(),
        Datum::Flag(flag) => flag.into_pyobject(py)?.to_owned().into_any(),
        other => show(other).into_pyobject(py)?.into_any(),
    })
}

#[pymethods]
impl Row {
    #[getter]
    fn ended(&self) -> &'static str {
        self.0.ended.word()
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
        for (name, value) in &self.0.results {
            all.set_item(&**name, object(py, value)?)?;
        }
        Ok(all)
    }

    #[getter]
    fn units<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (name, value) in &self.0.results {
            if let Datum::Number(number) = value {
                all.set_item(&**name, number.dimension.si_unit())?;
            }
        }
        Ok(all)
    }

    #[getter]
    fn failed(&self) -> Vec<String> {
        self.0.failed().map(runs::Tested::told).collect()
    }

    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (code, count) in &self.0.warnings {
            all.set_item(code, count)?;
        }
        Ok(all)
    }

    #[getter]
    fn evaluations(&self) -> u64 {
        self.0.report.evaluations
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let found = self.0.results.iter().find(|(known, _)| **known == *name);
        match found {
            Some((_, value)) => object(py, value),
            None => Err(PyKeyError::new_err(format!(
                "the run gave no result `{name}`; it is {}: {}",
                self.ended(),
                self.reason()
            ))),
        }
    }

    fn __repr__(&self) -> String {
        let results = self
            .0
            .results
            .iter()
            .map(|(name, value)| format!(", {name}={}", show(value)));
        format!("<Row {}{}>", self.ended(), results.collect::<String>())
    }
}

/// Runs a script once.
#[pyfunction]
#[pyo3(signature = (script, /, *, max_seconds=None, max_evaluations=None, **parameters))]
pub fn run(
    py: Python<'_>,
    script: &Bound<'_, PyAny>,
    max_seconds: Option<f64>,
    max_evaluations: Option<u64>,
    parameters: Option<&Bound<'_, PyDict>>,
) -> PyResult<Row> {
    let script = Given::of(script)?.script();
    let values = self::parameters(parameters)?;
    let limits = Limits {
        seconds: max_seconds,
        evaluations: max_evaluations,
        stop: None,
    };
    Ok(Row(py.detach(|| runs::run(&script, &values, &limits))))
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
        random: Option<usize>,
        sobol: Option<usize>,
        seed: u32,
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
        max_evaluations: Option<u64>,
    ) -> PyResult<String> {
        let point = self.point(number)?;
        let limits = Limits {
            seconds: max_seconds,
            evaluations: max_evaluations,
            stop: None,
        };
        let line = py.detach(|| {
            let table = Table::new(self.form, &self.script, &self.points)?;
            Ok(table.line(number, &runs::run(&self.script, &point, &limits)))
        });
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
