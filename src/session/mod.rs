//! A running script: sources, names, worlds, clock. Used by all front ends and tests.

mod accuracy;
pub(crate) mod advice;
pub(crate) mod analysis;
pub mod bind;
mod calls;
pub(crate) mod check;
pub(crate) mod collisions;
pub(crate) mod columns;
pub mod command;
mod common;
mod core;
pub(crate) mod degrees;
mod environment;
mod events;
pub(crate) mod execution;
mod files;
pub(crate) mod films;
mod findings;
mod flow;
mod functions;
pub(crate) mod go;
mod include;
mod index;
mod inputs;
mod language;
pub(crate) mod limits;
mod lookup;
pub(crate) mod loops;
pub(crate) mod measurements;
mod names;
mod observer;
mod parameters;
mod parts;
pub(crate) mod plots;
mod quantity;
mod record;
pub(crate) mod records;
pub(crate) mod results;
mod scope;
mod scripts;
pub(crate) mod state;
mod stop;
pub mod task;
#[cfg(test)]
mod tests;
mod values;

pub use self::core::Session;
pub use crate::record::si;
pub(crate) use crate::run::SAME;
pub use crate::run::{
    CorpusReport, Draft, EnergyReport, Every, History, ReflexReport, Rows, RunReport, Scoped,
    Stretch,
};
pub use accuracy::Accuracy;
pub(crate) use analysis::Named;
pub use check::Checker;
#[cfg(feature = "repl")]
pub(crate) use columns::parts;
pub use common::Common;
pub use environment::Environment;
pub use execution::Mode;
pub use files::Files;
#[cfg(feature = "cli")]
pub(crate) use files::allow_read;
pub use films::end_films;
pub use findings::Findings;
pub use index::{Given, Index, Local, Symbol, Use, locals_at};
pub use inputs::Inputs;
pub use language::{
    Closure, Code, Definition, Neuron, NeuronInputs, Parameter, Programs, Roach, Script, Snapshot,
    Stage, Timer, Timers, Watch, comment_above,
};
pub use limits::Triangles;
pub(crate) use lookup::Lookup;
pub use measurements::{Condition, Measurements, Point, Purpose, Series, Setting};
pub use observer::{Film, FilmRecorder, Observer, Quiet, RunningFilm, Snap};
pub(crate) use parameters::help_on;
pub use parameters::{Declared, Parameters, digits, rounded};
pub use parts::{Activity, Building, Options, Reader};
pub(crate) use plots::Wanted;
pub use plots::{Asked, Plot, Subject, asked_plot};
pub(crate) use quantity::scale_word;
pub use quantity::{Measured, NoReading, Owner, QUANTITIES, Quantity, Reading, Touching};
pub use record::Record;
pub use results::{Expectation, Results, ScriptResult, Side, UnreachedResult};
pub use scope::{Locals, Variable};
pub use state::{FORMAT, SavedTimer, SavedWatch, SavedWorld};
pub use stop::{DIVERGED, Stop};
pub use task::{SessionMoment, Task};
