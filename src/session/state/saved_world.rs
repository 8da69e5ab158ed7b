//! A world as a file of `save`: a snapshot, the structure of its figures, and its pending events as lines of the script.
//!
//! The file does not contain the figures: the script builds them.

use super::events::{Unsaved, saved_events};
use crate::files::json_fault;
use crate::run::Every;
use crate::session::scope::Locals;
use crate::session::{Environment, Session, Snapshot, Stage};
use crate::world::{Corpus, Structure};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// Version of the format, the only one that is read.
pub const FORMAT: u32 = 7;

/// A world at one moment, exact to the last bit, to continue in another session.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedWorld {
    /// Version of the format, [`FORMAT`].
    pub corpus_world: u32,
    /// Structure of the figures: the snapshot refers to their bodies by numbers.
    pub figures: Vec<Structure>,
    /// Names of the gaits.
    pub gaits: Vec<String>,
    /// Names of the neurons, with their functions.
    pub neurons: Vec<String>,
    /// Everything that changes while time passes, except for pending events.
    pub state: Snapshot,
    /// Timers, in order.
    pub timers: Vec<SavedTimer>,
    /// Conditions of `when`.
    pub watches: Vec<SavedWatch>,
}

/// A pending timer. Its lines are a block of `after`, `at` or `every`, or the command of a `timer` or `alarm`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedTimer {
    /// Due time (s).
    pub due: f64,
    /// Duration of the phase in whose list it was set (s).
    pub phase: Option<f64>,
    /// Its schedule, if it belongs to an `every`.
    pub every: Option<Every>,
    /// Its lines.
    pub lines: SavedLines,
}

/// The block of a `when`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedWatch {
    /// Whether the condition was true at the last evaluation.
    pub held: bool,
    /// The condition and the lines.
    pub lines: SavedLines,
}

/// Pending lines of a script, with their environment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedLines {
    /// A command, or an event with its block.
    pub text: String,
    /// Local variables, current figure and gait.
    pub environment: Environment,
    /// Global variables when the command of a timer was bound.
    pub captured: Locals,
}

impl SavedWorld {
    /// Returns the current world of a stage, without its pending events.
    #[must_use]
    pub fn of(stage: &Stage) -> Self {
        let gaits = stage.definitions.roaches.iter();
        SavedWorld {
            corpus_world: FORMAT,
            figures: stage.world.corpora.iter().map(Corpus::structure).collect(),
            gaits: gaits.map(|roach| roach.name.clone()).collect(),
            neurons: neurons_of(stage),
            state: Snapshot::of(stage, None),
            timers: vec![],
            watches: vec![],
        }
    }

    /// Writes the world as JSON; every number reads back as the same bits.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let text = crate::files::inert_json(&serde_json::to_string_pretty(self)?) + "\n";
        crate::files::write(path, text.as_bytes())
    }

    /// Reads and validates a world from the bytes of a file.
    ///
    /// # Errors
    /// The reason why it is not a valid state of a world.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Version {
            corpus_world: u32,
        }
        let fault = |why: serde_json::Error| json_fault(&why);
        let Version { corpus_world } = serde_json::from_slice(bytes).map_err(fault)?;
        if corpus_world != FORMAT {
            return Err(format!(
                "it has format {corpus_world}, but this program reads format {FORMAT}"
            ));
        }
        let saved: SavedWorld = serde_json::from_slice(bytes).map_err(fault)?;
        saved.fault().map_or(Ok(saved), Err)
    }
}

/// Returns the neurons of a stage, each as its name and its function.
pub(super) fn neurons_of(stage: &Stage) -> Vec<String> {
    let neurons = stage.definitions.neurons.iter();
    neurons
        .map(|neuron| format!("{} {}", neuron.name, neuron.function.name))
        .collect()
}

/// Returns the current world, and the pending events that cannot be saved.
pub(crate) fn saved_world(session: &Session) -> (SavedWorld, Vec<Unsaved>) {
    let (timers, watches, lost) = saved_events(session);
    let saved = SavedWorld {
        timers,
        watches,
        ..SavedWorld::of(session.here())
    };
    (saved, lost)
}
