//! What is written down of a run: how far each figure came, the report at the end, the last good state.

mod energy;
mod reading;
mod report;
pub mod saved_world;
mod state_file;
mod travel;

pub use energy::EnergyReport;
pub use reading::{counted, mass, prefixed};
pub use report::{CorpusReport, RunReport};
pub use saved_world::SavedWorld;
pub use state_file::{CorpusState, SavedState};
pub use travel::Travel;
