//! Creatures that evolve, whose trials are made elsewhere.

use crate::runs::unfit;
use crate::{error, locked, whole, whole_or_none};
use corpus::evolve::{Brain, Genotype, Individual, Limbs, Measured, Settings, State, Task, trials};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The evolution of `corpus evolve`.
#[pyclass(frozen, module = "corpus")]
pub struct Evolution {
    settings: Settings,
    state: Mutex<State>,
}

/// The parameters of each trial.
type Trials = Vec<Vec<(String, String)>>;

/// What was measured of a creature: fitness and features, or a fault.
type Found = (Option<f64>, Vec<f64>, String);

/// Reads a task: its word, or the text of a script of several lines.
fn task_of(task: &str) -> Result<Task, String> {
    match Task::of(task) {
        Some(task) => Ok(task),
        None if task.contains('\n') => {
            Task::of_script(task.to_owned()).map_err(|why| format!("the task {why}"))
        }
        None => {
            let known = Task::WORDS.join(", ");
            Err(format!("there is no task `{task}`; the tasks are {known}"))
        }
    }
}

#[pymethods]
impl Evolution {
    #[new]
    #[pyo3(signature = (task, *, population=300, generations=100, brain="neural", shares=[30.0, 40.0, 40.0], trials=3, collide=false, archive=vec![], seed=1, limbs="box", species=None, body=None))]
    #[expect(clippy::too_many_arguments, reason = "Python gives them by name")]
    fn new(
        task: &str,
        #[pyo3(from_py_with = whole)] population: usize,
        #[pyo3(from_py_with = whole)] generations: usize,
        brain: &str,
        shares: [f64; 3],
        #[pyo3(from_py_with = whole)] trials: usize,
        collide: bool,
        archive: Vec<String>,
        #[pyo3(from_py_with = whole)] seed: u64,
        limbs: &str,
        #[pyo3(from_py_with = whole_or_none)] species: Option<usize>,
        body: Option<&str>,
    ) -> PyResult<Self> {
        let known = Brain::WORDS.iter().find(|(word, _)| *word == brain);
        let (_, brain) = *known.ok_or_else(|| {
            let known = Brain::WORDS.map(|(word, _)| word).join(", ");
            error(format!(
                "there are no brains of `{brain}`; they are {known}"
            ))
        })?;
        let known = Limbs::WORDS.iter().find(|(word, _)| *word == limbs);
        let (_, limbs) = *known.ok_or_else(|| {
            let known = Limbs::WORDS.map(|(word, _)| word).join(", ");
            error(format!("there are no limbs of `{limbs}`; they are {known}"))
        })?;
        if species == Some(0) || species.is_some() && !archive.is_empty() {
            return Err(error(
                "species is at least 1, and not given with an archive",
            ));
        }
        if body.is_some() && limbs != Limbs::Box {
            return Err(error("limbs are those of the body: leave one of them out"));
        }
        if !(2..=100_000).contains(&population) || trials == 0 {
            return Err(error(
                "population is from 2 to 100000, and trials at least 1",
            ));
        }
        let is_share = |x: &f64| x.is_finite() && *x >= 0.0;
        if !shares.iter().all(is_share) || shares.iter().sum::<f64>() <= 0.0 {
            return Err(error(
                "shares are three numbers, zero or above, and not all zero",
            ));
        }
        let body = body.map(Genotype::read_body).transpose().map_err(error)?;
        let mut settings = Settings {
            task: task_of(task).map_err(error)?,
            brain,
            limbs: body.as_ref().map_or(limbs, |body| body.limbs),
            body,
            population,
            seed,
            shares,
            trials,
            collides: collide,
            archive: None,
            species,
            schedule: generations,
        };
        if matches!(settings.task, Task::Script(_)) {
            let name = Path::new("task");
            let checked = settings.check(name);
            checked.map_err(|why| error(unfit(why, name)))?;
        }
        settings.archive = settings.archive_of(&archive).map_err(error)?;
        let state = Mutex::new(State::new(settings.clone()));
        Ok(Evolution { settings, state })
    }

    /// Returns the number of generations that were measured.
    fn __len__(&self) -> usize {
        locked(&self.state).lines.len()
    }

    /// Returns the creatures of the next generation: each genotype as a text, and the parameters of its trials.
    fn ask(&self, py: Python<'_>) -> PyResult<Vec<(String, Trials)>> {
        py.detach(|| {
            let state = locked(&self.state);
            let given = trials(&state.settings, state.lines.len());
            let stored = |one: &Individual| Ok((one.genotype.stored()?, given.clone()));
            let asked = state
                .born()
                .iter()
                .map(stored)
                .collect::<Result<_, String>>();
            asked.map_err(error)
        })
    }

    /// Measures a creature in its trials.
    fn measure(&self, py: Python<'_>, genotype: &str, trials: Trials) -> PyResult<Found> {
        py.detach(|| {
            let genotype = Genotype::read(genotype).map_err(error)?;
            Ok(match self.settings.measure(&genotype, &trials, None) {
                Ok(found) => (Some(found.fitness), found.features, String::new()),
                Err(fault) => (None, vec![], fault),
            })
        })
    }

    /// Takes what was measured of the creatures of `ask`, in their order.
    fn tell(&self, py: Python<'_>, found: Vec<Found>) -> PyResult<()> {
        if found.len() != self.settings.population {
            return Err(PyIndexError::new_err("a generation is told as a whole"));
        }
        let measured = |(fitness, features, fault): Found| match fitness {
            Some(fitness) => Ok(Measured { fitness, features }),
            None => Err(fault),
        };
        let all = found.into_iter().map(measured).collect();
        py.detach(|| locked(&self.state).measured(all));
        Ok(())
    }

    /// Returns names and texts of the files of the last generation; none for a file to remove.
    fn files(&self, py: Python<'_>) -> PyResult<Vec<(String, Option<String>)>> {
        py.detach(|| locked(&self.state).files()).map_err(error)
    }

    /// Refuses a folder in which the files of this evolution would replace others.
    fn refuse_others(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        py.detach(|| locked(&self.state).refuse_others(&folder))
            .map_err(error)
    }

    /// Continues from the text of the state.
    fn resume(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        py.detach(|| {
            let state = State::read(text, self.settings.clone()).map_err(error)?;
            *locked(&self.state) = state;
            Ok(())
        })
    }

    /// Returns a line that tells the outcome of the last generation.
    fn told(&self) -> String {
        locked(&self.state).told()
    }

    /// Returns the fitness of the best of the last generation; none if all are faulty.
    #[getter]
    fn best(&self) -> Option<f64> {
        locked(&self.state).champion()?.fitness
    }
}
