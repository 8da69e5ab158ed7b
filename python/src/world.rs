//! The world of a script that Python drives line by line.

use crate::{Given, Interrupts, error, locked, parameters, whole};
use corpus::diagnostic::{Diagnostic, draw};
use corpus::film::{FrameRenderer, FrameSettings, Overlay, View, WorldScene};
use corpus::render::{Image, Settings};
use corpus::session::{Mode, Observer, Reading, Session, Stage, Stop};
use corpus::source::Span;
use corpus::stop::StopSignal;
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// Collects what a script prints, and ends it at Ctrl-C.
struct Prints(Arc<Mutex<String>>, Interrupts);

impl Prints {
    fn flow(&self) -> ControlFlow<()> {
        match self.1.is_set() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl Observer for Prints {
    fn print(&mut self, line: &str) {
        let mut text = locked(&self.0);
        text.push_str(line);
        text.push('\n');
    }

    fn frame(&mut self, _: &Stage) -> ControlFlow<()> {
        self.flow()
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        self.flow()
    }

    fn stop_signal(&mut self) -> StopSignal {
        self.1.signal()
    }
}

struct Inner {
    session: Session,
    prints: Arc<Mutex<String>>,
    interrupts: Interrupts,
    at: Span,
}

/// A world, which one thread at a time uses; others wait.
#[pyclass(frozen, module = "corpus")]
pub struct World(Mutex<Inner>);

/// Returns what stopped a session, as plain text.
fn told(session: &mut Session, stop: Option<Stop>) -> Option<String> {
    let mut reports = session.diagnostics.take();
    match stop {
        Some(Stop::Mistake(report)) => reports.push(*report),
        Some(Stop::Interrupted) => return Some("the run was stopped".to_owned()),
        Some(Stop::Reported) | None => {}
    }
    let faults: Vec<Diagnostic> = reports.into_iter().filter(Diagnostic::is_fault).collect();
    let text = draw(&faults, &session.sources, false);
    (!faults.is_empty()).then(|| text.trim_end().to_owned())
}

/// Draws the current world of a session from a view.
fn drawn(session: &Session, [width, height]: [usize; 2], view: &View) -> Result<Image, String> {
    if width == 0 || height == 0 || width.saturating_mul(height) > MOST_PIXELS {
        return Err(format!("a picture has from 1 to {MOST_PIXELS} pixels"));
    }
    let stage = session.here();
    let mut world = WorldScene::of(stage);
    let mut poses = vec![];
    world.place(stage, &mut poses);
    world.mark(stage);
    let settings = FrameSettings::of(Settings::of(width, height), view.clone());
    let time = stage.world.time;
    let drawn = FrameRenderer::new(&settings).and_then(|mut renderer| {
        renderer.draw(time, &mut world.scene, &poses, &Overlay::none(), &|| true)
    });
    drawn.ok_or_else(|| "the picture has no pixels".to_owned())
}

/// Draws the world of a session that is one thread's at a time, as an array: rows, columns, red, green and blue.
pub fn picture<'py, T: Send>(
    py: Python<'py>,
    holder: &Mutex<T>,
    session: impl Fn(&T) -> &Session + Sync,
    size: [usize; 2],
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let drawn = py.detach(|| drawn(session(&locked(holder)), size, &View::default()));
    let image = drawn.map_err(PyValueError::new_err)?;
    PyArray1::from_vec(py, image.rgb).reshape([image.height, image.width, 3])
}

/// Most pixels of a picture.
const MOST_PIXELS: usize = 1 << 26;

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (script, /, **parameters))]
    fn new(
        py: Python<'_>,
        script: &Bound<'_, PyAny>,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let given = Given::of(script)?;
        let values = self::parameters(parameters)?;
        let interrupts = Interrupts::new();
        let asked = interrupts.clone();
        let made = py.detach(move || {
            let prints = Arc::new(Mutex::new(String::new()));
            let observer = Prints(Arc::clone(&prints), asked.clone());
            let mut session = corpus::commands::session(Mode::Run, Box::new(observer));
            session.files.discards = true;
            for (name, text) in &values {
                session.parameters.give(name, text);
            }
            let result = match &given {
                Given::File(path) => session
                    .run_file(path)
                    .map_err(|why| format!("cannot read {}: {why}", given.name().display()))?,
                Given::Text(text) => session.run_text("script", text),
            };
            if let Some(why) = told(&mut session, result.err()) {
                return Err(why);
            }
            if let Some(unused) = session.parameters.unused(&session.sources).first() {
                return Err(unused.clone());
            }
            let source = session.sources.add("go", "go", None);
            let at = Span::whole(source, "go");
            Ok(Inner {
                session,
                prints,
                interrupts: asked,
                at,
            })
        });
        interrupts.raise()?;
        Ok(World(Mutex::new(made.map_err(error)?)))
    }

    /// Simulates a time in seconds.
    fn go(&self, py: Python<'_>, seconds: f64) -> PyResult<()> {
        if !(seconds > 0.0 && seconds.is_finite()) {
            return Err(PyValueError::new_err(format!(
                "the time must be above zero, found {seconds}"
            )));
        }
        let went = py.detach(|| {
            let inner = &mut *locked(&self.0);
            let result = inner.session.go_for(seconds, inner.at);
            inner.interrupts.raise()?;
            told(&mut inner.session, result.err()).map_or(Ok(()), |why| Err(error(why)))
        });
        went
    }

    /// Runs lines of the language, and returns what they print.
    fn run(&self, py: Python<'_>, lines: &str) -> PyResult<String> {
        let ran = py.detach(|| {
            let inner = &mut *locked(&self.0);
            locked(&inner.prints).clear();
            let result = inner.session.run_text("lines", lines);
            inner.interrupts.raise()?;
            match told(&mut inner.session, result.err()) {
                None => Ok(std::mem::take(&mut *locked(&inner.prints))),
                Some(why) => Err(error(why)),
            }
        });
        ran
    }

    /// Returns a quantity in units of SI.
    fn __getitem__<'py>(&self, py: Python<'py>, path: &str) -> PyResult<Bound<'py, PyAny>> {
        let read = py.detach(|| {
            let inner = &mut *locked(&self.0);
            inner.session.observe();
            let why =
                || format!("there is no quantity `{path}`; `corpus help quantities` lists them");
            inner.session.quantity(path).map_err(|_| why())
        });
        match read.map_err(PyKeyError::new_err)? {
            Reading::Number(number, _) => Ok(number.into_pyobject(py)?.into_any()),
            Reading::Vector(vector, _) => Ok(PyArray1::from_slice(py, &vector).into_any()),
            Reading::Flag(flag) => Ok(flag.into_pyobject(py)?.to_owned().into_any()),
            Reading::Text(text) => Ok(text.into_pyobject(py)?.into_any()),
            Reading::Contacts(_) => Err(PyTypeError::new_err(format!(
                "`{path}` is a list of contacts, which has no array"
            ))),
        }
    }

    /// The clock (s).
    #[getter]
    fn time(&self, py: Python<'_>) -> f64 {
        py.detach(|| locked(&self.0).session.here().world.time)
    }

    /// Returns the state vectors of all figures, one after another.
    fn state<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let all = py.detach(|| {
            let inner = locked(&self.0);
            let corpora = &inner.session.here().world.corpora;
            let mut all = Vec::with_capacity(corpora.iter().map(|corpus| corpus.y.len()).sum());
            corpora
                .iter()
                .for_each(|corpus| all.extend_from_slice(&corpus.y));
            all
        });
        PyArray1::from_vec(py, all)
    }

    /// Does nothing: to measure the cost of a call.
    fn nothing(&self) {}

    /// Draws the world.
    #[pyo3(signature = (width=320, height=240))]
    fn render<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] width: usize,
        #[pyo3(from_py_with = whole)] height: usize,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        picture(py, &self.0, |inner| &inner.session, [width, height])
    }
}
