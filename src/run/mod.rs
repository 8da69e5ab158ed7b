//! Parts of a run that do not depend on the language: times at which something is due, stored moments, files of tables and
//! states, and the report at the end.

mod energy_report;
mod gait;
mod history;
mod marks;
mod reflex_report;
mod report;
mod saved_attachments;
mod saved_collisions;
mod schedule;
mod state_file;
mod table_file;
mod timers;

pub use energy_report::EnergyReport;
pub(crate) use gait::{begin_phase, feel};
pub use history::{History, Moment};
pub(crate) use marks::MOST_MARKS;
pub use marks::Marks;
pub use reflex_report::ReflexReport;
pub use report::{CorpusReport, RunReport};
pub(crate) use saved_attachments::{read_attachments, saved_attachments};
pub(crate) use saved_collisions::{read_colliding, saved_colliding};
pub(crate) use schedule::SAME;
pub use schedule::{Rows, Stretch};
pub use state_file::{CorpusState, SavedState};
pub(crate) use table_file::TableFile;
pub use timers::{Every, Timer, Timers};
