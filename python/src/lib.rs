//! The Python module of corpus: runs, worlds, environments and sweeps, as plain numbers, texts and numpy arrays.
//!
//! The interpreter's lock is released in all that simulates. `package/corpus/_corpus.pyi` documents what Python sees.

mod environment;
mod evolve;
mod optimise;
mod runs;
mod world;

use corpus::runs::{Limits, Refusal, Script};
use corpus::stop::StopSignal;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

create_exception!(
    corpus,
    CorpusError,
    PyException,
    "A mistake of a script, or of a call. The text is the report."
);

fn error(why: impl ToString) -> PyErr {
    CorpusError::new_err(why.to_string())
}

fn refusal(why: Refusal) -> PyErr {
    error(why.0.trim_end())
}

/// Locks what one thread at a time uses. What panicked meanwhile is told by Python.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ctrl-C while the interpreter's lock is released: work in progress asks for it some times a second, and stops.
#[derive(Clone)]
struct Interrupts(Arc<Mutex<(Instant, Option<PyErr>)>>);

impl Interrupts {
    const PERIOD: Duration = Duration::from_millis(50);

    fn new() -> Self {
        Interrupts(Arc::new(Mutex::new((Instant::now(), None))))
    }

    fn signal(&self) -> StopSignal {
        let this = self.clone();
        StopSignal::new(move || this.is_set())
    }

    fn is_set(&self) -> bool {
        let (asked, raised) = &mut *locked(&self.0);
        if raised.is_none() && asked.elapsed() > Self::PERIOD {
            *raised = Python::attach(|py| py.check_signals()).err();
            *asked = Instant::now();
        }
        raised.is_some()
    }

    /// Raises what has stopped the work.
    fn raise(&self) -> PyResult<()> {
        locked(&self.0).1.take().map_or(Ok(()), Err)
    }
}

/// Reads a whole number that is not negative.
fn whole<T: TryFrom<u64>>(given: &Bound<'_, PyAny>) -> PyResult<T> {
    let read = given.extract::<u64>().map(T::try_from);
    match read {
        Ok(Ok(number)) => Ok(number),
        Err(why) if !why.is_instance_of::<PyOverflowError>(given.py()) => Err(why),
        _ => {
            let most = u64::MAX >> (64 - 8 * size_of::<T>());
            Err(PyValueError::new_err(format!(
                "a whole number from 0 to {most} is needed, found {given}"
            )))
        }
    }
}

/// Reads a whole number that is not negative, or None.
fn whole_or_none<T: TryFrom<u64>>(given: &Bound<'_, PyAny>) -> PyResult<Option<T>> {
    match given.is_none() {
        true => Ok(None),
        false => whole(given).map(Some),
    }
}

/// Returns the limits of a run.
fn limits(
    interrupts: &Interrupts,
    max_seconds: Option<f64>,
    max_evaluations: Option<u64>,
) -> PyResult<Limits> {
    if let Some(most) = max_seconds.filter(|most| most.is_nan() || *most <= 0.0) {
        return Err(PyValueError::new_err(format!(
            "max_seconds must be above zero, found {most}"
        )));
    }
    Ok(Limits {
        seconds: max_seconds,
        evaluations: max_evaluations,
        stop: interrupts.signal(),
    })
}

/// A script as Python gives it: the path of a file, or a text of several lines.
enum Given {
    File(PathBuf),
    Text(String),
}

impl Given {
    fn of(script: &Bound<'_, PyAny>) -> PyResult<Given> {
        if let Ok(text) = script.cast::<PyString>() {
            let text = text.to_string();
            return Ok(match text.contains('\n') {
                true => Given::Text(text),
                false => Given::File(text.into()),
            });
        }
        let path: PathBuf = script
            .extract()
            .map_err(|_| PyTypeError::new_err("a script is a path, or a text of several lines"))?;
        Ok(Given::File(path))
    }

    fn script(&self) -> Script {
        match self {
            Given::File(path) => Script::new(path),
            Given::Text(text) => Script::of_text("script", text),
        }
    }

    fn name(&self) -> &Path {
        match self {
            Given::File(path) => path,
            Given::Text(_) => Path::new("script"),
        }
    }
}

/// Returns parameters as the command line writes them: texts as they are, numbers in units of SI.
fn parameters(given: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, String)>> {
    let given = given.into_iter().flatten();
    given
        .map(|(name, value)| {
            let name: String = name.extract()?;
            let text = if let Ok(flag) = value.cast::<PyBool>() {
                flag.is_true().to_string()
            } else if value.is_instance_of::<PyString>() || value.is_instance_of::<PyInt>() {
                value.str()?.to_string()
            } else if value.is_instance_of::<PyFloat>() {
                value.extract::<f64>()?.to_string()
            } else if let Ok(number) = value.extract::<f64>() {
                // The numbers of numpy.
                number.to_string()
            } else {
                let kind = value.get_type().name()?;
                let why = format!("the parameter `{name}` is a number, a truth value or a text such as \"20deg\", not {kind}");
                return Err(PyTypeError::new_err(why));
            };
            Ok((name, text))
        })
        .collect()
}

#[pymodule]
fn _corpus(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("CorpusError", m.py().get_type::<CorpusError>())?;
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add_class::<world::World>()?;
    m.add_class::<environment::Environment>()?;
    m.add_class::<environment::State>()?;
    m.add_class::<environment::Batch>()?;
    m.add_class::<evolve::Evolution>()?;
    m.add_class::<runs::Row>()?;
    m.add_class::<runs::Sweep>()?;
    m.add_class::<optimise::Search>()?;
    m.add_function(wrap_pyfunction!(runs::run, m)?)
}
