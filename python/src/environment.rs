//! Environments for controllers, one or many.

use crate::world::picture;
use crate::{Given, locked, parameters, refusal, whole, whole_or_none};
use corpus::runs::{self, Refusal, Spaces};
use numpy::{
    AllowTypeChange, PyArray1, PyArray2, PyArray3, PyArrayLike1, PyArrayLike2, PyArrayMethods,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex};

/// Observations, reward, whether the episode has ended, and why.
type Step<'py> = (Bound<'py, PyArray1<f64>>, f64, bool, String);

/// The same of many environments.
type Steps<'py> = (
    Bound<'py, PyArray2<f64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
    Vec<String>,
);

/// Names and units of observations; names, units and ranges of actions; the time between decisions (s).
type Told = (Vec<(String, String)>, Vec<(String, String, f64, f64)>, f64);

fn told(spaces: &Spaces) -> Told {
    let sensors = spaces.observations.iter();
    let actions = spaces.actions.iter();
    (
        sensors
            .map(|one| (one.name.clone(), one.unit.clone()))
            .collect(),
        actions
            .map(|one| {
                (
                    one.name.clone(),
                    one.unit.clone(),
                    one.range[0],
                    one.range[1],
                )
            })
            .collect(),
        spaces.interval,
    )
}

/// The state of an environment at a moment.
#[pyclass(frozen, module = "corpus")]
pub struct State(runs::State);

/// A script that a controller steps. One thread at a time uses it; others wait.
#[pyclass(frozen, module = "corpus")]
pub struct Environment(Mutex<runs::Environment>);

#[pymethods]
impl Environment {
    #[new]
    #[pyo3(signature = (script, /, **parameters))]
    fn new(
        py: Python<'_>,
        script: &Bound<'_, PyAny>,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let script = Arc::new(Given::of(script)?.script());
        let values = self::parameters(parameters)?;
        let made = py.detach(|| runs::Environment::new(script, &values));
        Ok(Environment(Mutex::new(made.map_err(refusal)?)))
    }

    fn spaces(&self, py: Python<'_>) -> Told {
        py.detach(|| told(locked(&self.0).spaces()))
    }

    #[pyo3(signature = (seed=None))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole_or_none)] seed: Option<u64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let seen = py.detach(|| {
            let mut environment = locked(&self.0);
            environment.reset(seed)?;
            environment.observe()
        });
        Ok(PyArray1::from_vec(py, seen.map_err(refusal)?))
    }

    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: PyArrayLike1<'py, f64, AllowTypeChange>,
    ) -> PyResult<Step<'py>> {
        let actions = actions.to_vec()?;
        let stepped = py.detach(|| {
            let mut environment = locked(&self.0);
            let stepped = environment.step(&actions)?;
            Ok((environment.observe()?, stepped))
        });
        let (seen, stepped) = stepped.map_err(refusal)?;
        let seen = PyArray1::from_vec(py, seen);
        Ok((seen, stepped.reward, stepped.terminated, stepped.why))
    }

    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let seen = py.detach(|| locked(&self.0).observe());
        Ok(PyArray1::from_vec(py, seen.map_err(refusal)?))
    }

    fn state(&self, py: Python<'_>) -> State {
        State(py.detach(|| locked(&self.0).state()))
    }

    fn restore(&self, py: Python<'_>, state: &State) -> PyResult<()> {
        py.detach(|| locked(&self.0).restore(&state.0))
            .map_err(refusal)
    }

    #[pyo3(signature = (width=320, height=240))]
    fn render<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] width: usize,
        #[pyo3(from_py_with = whole)] height: usize,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        picture(py, &self.0, runs::Environment::session, [width, height])
    }
}

/// Most environments of a batch: some 50 GB.
const MOST: usize = 100_000;

/// Environments of one script on several threads.
#[pyclass(frozen, module = "corpus")]
pub struct Batch(Mutex<runs::Batch>);

fn rows<'py>(py: Python<'py>, rows: Vec<Vec<f64>>) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (count, width) = (rows.len(), rows.first().map_or(0, Vec::len));
    PyArray1::from_vec(py, rows.concat()).reshape([count, width])
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (script, count, /, threads=0, **parameters))]
    fn new(
        py: Python<'_>,
        script: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = whole)] count: usize,
        #[pyo3(from_py_with = whole)] threads: usize,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        if !(1..=MOST).contains(&count) {
            return Err(PyValueError::new_err(format!(
                "a batch has from 1 to {MOST} environments, found {count}"
            )));
        }
        let script = Arc::new(Given::of(script)?.script());
        let values = self::parameters(parameters)?;
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            some => some,
        };
        let made = py.detach(|| runs::Batch::new(&script, &values, count, threads));
        Ok(Batch(Mutex::new(made.map_err(refusal)?)))
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        py.detach(|| locked(&self.0).environments().len())
    }

    fn spaces(&self, py: Python<'_>) -> Option<Told> {
        py.detach(|| {
            locked(&self.0)
                .environments()
                .first()
                .map(|one| told(one.spaces()))
        })
    }

    #[pyo3(signature = (seed=None))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole_or_none)] seed: Option<u64>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let seen = py.detach(|| {
            let mut batch = locked(&self.0);
            batch.reset(seed)?;
            batch.each(|_, one| one.observe())
        });
        rows(py, seen.map_err(refusal)?)
    }

    #[pyo3(signature = (actions, again=None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: PyArrayLike2<'py, f64, AllowTypeChange>,
        again: Option<PyArrayLike1<'py, bool, AllowTypeChange>>,
    ) -> PyResult<Steps<'py>> {
        let width = actions.shape().get(1).copied().unwrap_or(0);
        let given = actions.as_array().iter().copied().collect::<Vec<f64>>();
        let count = actions.shape().first().copied().unwrap_or(0);
        let again = again
            .map(|again| again.to_vec())
            .transpose()?
            .unwrap_or_default();
        let stepped = py.detach(|| {
            let mut batch = locked(&self.0);
            let all = batch.environments();
            let needed = all.first().map_or(0, |one| one.spaces().actions.len());
            if (count, width) != (all.len(), needed) {
                let found = format!("found {count} x {width}");
                return Err(Refusal(format!(
                    "actions of the shape {} x {needed} are needed, {found}",
                    all.len()
                )));
            }
            batch.can_step(&given, &again)?;
            batch.each(move |number, one| {
                if again.get(number) == Some(&true) {
                    one.reset(None)?;
                    return Ok((one.observe()?, 0.0, false, String::new()));
                }
                let row = given.get(number * width..(number + 1) * width);
                let stepped = one.step(row.unwrap_or_default())?;
                Ok((
                    one.observe()?,
                    stepped.reward,
                    stepped.terminated,
                    stepped.why,
                ))
            })
        });
        let (mut seen, mut rewards, mut ended, mut why) = (vec![], vec![], vec![], vec![]);
        for (one, reward, is_over, reason) in stepped.map_err(refusal)? {
            seen.push(one);
            rewards.push(reward);
            ended.push(is_over);
            why.push(reason);
        }
        let (rewards, ended) = (
            PyArray1::from_vec(py, rewards),
            PyArray1::from_vec(py, ended),
        );
        Ok((rows(py, seen)?, rewards, ended, why))
    }
}
