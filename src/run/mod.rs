//! A run, without the language: the stage with its figures and gaits, the loop of its frames, stored moments,
//! files of tables, and the report at the end.

mod definitions;
mod energy_report;
mod gait;
mod going;
mod history;
mod language;
mod marks;
mod outputs;
mod past;
mod reflex_report;
mod report;
mod schedule;
mod snapshot;
mod stage;
mod table_file;
mod timers;
mod traces;

pub use definitions::{Definitions, Draft, Neuron, Places, Programs, Roach, Scoped};
pub use energy_report::EnergyReport;
use gait::{begin_phase, feel};
pub(crate) use going::{fire_timers, go};
pub use history::{History, Moment};
pub(crate) use language::{Conditions, Host};
pub use language::{Follower, Language};
pub(crate) use marks::MOST_MARKS;
pub use marks::Marks;
pub use outputs::Outputs;
pub use past::Past;
pub use reflex_report::ReflexReport;
pub use report::{CorpusReport, RunReport};
pub(crate) use schedule::SAME;
pub use schedule::{Rows, Stretch};
pub use snapshot::Snapshot;
pub use stage::{Stage, Watch};
pub(crate) use table_file::TableFile;
pub use timers::{Every, Timer, Timers};
pub(crate) use traces::{FootingTrace, Samples, WalkTrace, leg_bodies};
