//! A search for the best parameters, whose runs are made elsewhere.

use crate::{Given, Interrupts, error, limits, locked, whole, whole_or_none};
use corpus::files::Kind;
use corpus::optimise::{self, Goal, Outcome, Step, WINNER};
use corpus::runs::{Limits, run};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// The search of `corpus optimise`.
#[pyclass(frozen, module = "corpus")]
pub struct Search {
    script: Arc<corpus::runs::Script>,
    search: Mutex<optimise::Search>,
}

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (script, *, most=vec![], least=vec![], keep=vec![], archive=vec![], values=vec![], seed=1))]
    #[expect(clippy::too_many_arguments, reason = "Python gives them by name")]
    fn new(
        py: Python<'_>,
        script: &Bound<'_, PyAny>,
        most: Vec<String>,
        least: Vec<String>,
        keep: Vec<String>,
        archive: Vec<String>,
        values: Vec<(String, String)>,
        #[pyo3(from_py_with = whole)] seed: u64,
    ) -> PyResult<Self> {
        let mut script = Given::of(script)?.script();
        let goal = Goal {
            most,
            least,
            keep,
            archive,
        };
        let made = py.detach(move || {
            let path = script.path().to_owned();
            let prepared = script.prepare_search(&values, &Limits::default());
            prepared.map_err(|why| crate::runs::unfit(why, &path))?;
            let script = Arc::new(script);
            let search = optimise::Search::new(&script, goal, &values, seed)?;
            let search = Mutex::new(search);
            Ok(Search { script, search })
        });
        made.map_err(|why: String| error(why))
    }

    /// Returns the parameters of the runs of the next generation.
    fn ask(&self, py: Python<'_>, most: usize) -> Vec<Vec<(String, String)>> {
        py.detach(|| locked(&self.search).ask(most))
    }

    /// Makes a run; gives the results, by how much expectations failed, and why the run did not reach its end.
    #[pyo3(signature = (parameters, max_seconds=None, max_evaluations=None))]
    fn outcome(
        &self,
        py: Python<'_>,
        parameters: Vec<(String, String)>,
        max_seconds: Option<f64>,
        #[pyo3(from_py_with = whole_or_none)] max_evaluations: Option<u64>,
    ) -> PyResult<(Option<Vec<f64>>, f64, String)> {
        let interrupts = Interrupts::new();
        let limits = limits(&interrupts, max_seconds, max_evaluations)?;
        let outcome = py.detach(|| {
            let row = run(&self.script, &parameters, &limits);
            let outcome = locked(&self.search).outcome(&row);
            (outcome.values, outcome.missed, row.broken().to_owned())
        });
        interrupts.raise()?;
        Ok(outcome)
    }

    /// Takes the outcomes of a generation. Returns whether the search goes on.
    fn tell(&self, py: Python<'_>, most: usize, outcomes: Vec<(Option<Vec<f64>>, f64)>) -> bool {
        let outcomes: Vec<Outcome> = { outcomes.into_iter() }
            .map(|(values, missed)| Outcome { values, missed })
            .collect();
        py.detach(|| locked(&self.search).tell(most, &outcomes) == Step::Whole)
    }

    /// Returns the text of the file of `--state`.
    fn saved(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| locked(&self.search).saved()).map_err(error)
    }

    /// Continues from such a text.
    fn resume(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        py.detach(|| locked(&self.search).resume_text(text))
            .map_err(error)
    }

    /// Returns the text of the file of `--table`.
    fn table(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| locked(&self.search).table())
    }

    /// Refuses a file of `--out` or `--table` that no search has written.
    #[staticmethod]
    #[pyo3(signature = (out=None, table=None))]
    fn refuse_others(out: Option<PathBuf>, table: Option<PathBuf>) -> PyResult<()> {
        let out = out.map_or(Ok(()), |path| WINNER.refuse_other(&path));
        let both = out.and_then(|()| table.map_or(Ok(()), |path| Kind::Kept.refuse_other(&path)));
        both.map_err(error)
    }

    /// Returns lines that tell the best parameters.
    #[pyo3(signature = (runs, broken=""))]
    fn summary(&self, py: Python<'_>, runs: usize, broken: &str) -> PyResult<String> {
        let told = py.detach(|| locked(&self.search).summary(runs, broken));
        told.map_err(|(why, _)| error(why))
    }

    /// Returns the script with the best parameters, and the parameters of other files as arguments.
    fn winner(&self, py: Python<'_>) -> PyResult<(String, Vec<String>)> {
        let text = py.detach(|| self.script.text());
        let text = text.map_err(|why| error(format!("cannot read the script: {why}")))?;
        Ok(py.detach(|| locked(&self.search).winner(&text)))
    }
}
