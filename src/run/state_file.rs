//! State files, exact to the last bit.

use crate::files;
use crate::world::World;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// Time and the state of every corpus of a world.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct SavedState {
    /// The clock (s).
    pub time_s: f64,
    /// The corpora.
    pub corpora: Vec<CorpusState>,
}

/// The state of one corpus.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct CorpusState {
    /// Name of the figure.
    pub name: String,
    /// Names of its bodies, the root first.
    pub bodies: Vec<String>,
    /// Position of the root's frame (m), its orientation as a quaternion w x y z, the joint positions (rad or m) of the
    /// other bodies; then the root's angular and linear velocity in its own axes (rad/s, m/s) and the joint velocities.
    pub state: Vec<f64>,
}

impl SavedState {
    /// Returns the present state of a world.
    #[must_use]
    pub fn of(world: &World) -> Self {
        SavedState {
            time_s: world.time,
            corpora: world
                .corpora
                .iter()
                .map(|c| CorpusState {
                    name: c.name.clone(),
                    bodies: c.names.clone(),
                    state: c.y.clone(),
                })
                .collect(),
        }
    }

    /// Writes the state as JSON; every number is read back with the same bits.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let text = files::inert_json(&serde_json::to_string_pretty(self)?);
        files::write(path, text.as_bytes())
    }

    /// Reads a state from JSON.
    ///
    /// # Errors
    /// The file cannot be read or is no state.
    pub fn read(path: &Path) -> io::Result<Self> {
        let bytes = files::read(path, files::LARGEST).map_err(io::Error::other)?;
        serde_json::from_slice(&bytes).map_err(io::Error::other)
    }
}
