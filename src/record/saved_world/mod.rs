//! File format of a whole world: everything that changes while time passes, exact to the last bit, to continue in another session.
//!
//! The file does not contain the figures: the script builds them. Figures, bodies and gaits are matched by
//! their names.

mod attachment;
mod collision;
mod sound;
mod value;

pub use attachment::{SavedAttachment, SavedEnd, SavedFastening};
pub use collision::{SavedBody, SavedColliding};
pub use value::SavedValue;

use super::Travel;
use crate::contact::Hold;
use crate::control::Gait;
use crate::dynamics::JointKind;
use crate::files::json_fault;
use crate::integrate::{Counters, Memory};
use crate::world::{Account, Acting, Flags, WorldSettings};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// Version of the format that is written and read.
pub const FORMAT: u32 = 1;

/// A world at one moment. Field names include units.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct SavedWorld {
    /// Version of the format, [`FORMAT`].
    pub corpus_world: u32,
    /// Clock (s).
    pub time_s: f64,
    /// Time simulated (s).
    pub simulated_s: f64,
    /// Frames simulated.
    pub frames: u64,
    /// Frames, gravity, ground, integration.
    pub settings: WorldSettings,
    /// Next step size of an adaptive integrator, for all figures; only in older files, which have no step size for each figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered_step: Option<Memory>,
    /// Counters of the integrator.
    pub counters: Counters,
    /// The figures.
    pub corpora: Vec<SavedCorpus>,
    /// Attachments between bodies, in the order of their numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<SavedAttachment>,
    /// Pairs of bodies that may collide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub colliding: Vec<SavedColliding>,
    /// Gaits of the figures.
    pub gaits: Vec<SavedGait>,
    /// Timers, in order.
    pub timers: Vec<SavedTimer>,
    /// Conditions of `when`.
    pub watches: Vec<SavedWatch>,
}

/// A figure.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct SavedCorpus {
    /// Name of the figure.
    pub name: String,
    /// Names of its bodies, the root first; lists of `acting` are in this order.
    pub bodies: Vec<String>,
    /// Kind of the joint of each body but the root.
    pub joints: Vec<JointKind>,
    /// Kinds of joints with several degrees of freedom or none, by the names of their bodies.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kinds: BTreeMap<String, String>,
    /// Position of the root's frame (m), its orientation as a quaternion w x y z, the joint positions (rad or m) of the
    /// other bodies; then the root's angular and linear velocity in its own axes (rad/s, m/s) and the joint velocities.
    pub state: Vec<f64>,
    /// Next step size of an adaptive integrator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered_step: Option<Memory>,
    /// Returns the number of points that may touch the ground.
    pub points: usize,
    /// Tied points and their anchors (m), in files from before static friction.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<(u32, [f64; 3])>,
    /// Held contact points, with their stick points.
    #[serde(default)]
    pub holds: Vec<(u32, Hold)>,
    /// Anchors of dry friction (rad or m), by the numbers of their bodies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dry: Vec<(u32, f64)>,
    /// Joint parameters, motors, feet.
    pub acting: Acting,
    /// Energy account; none in older files.
    #[serde(default)]
    pub account: Option<Account>,
    /// What happened to it just before.
    #[serde(flatten)]
    pub flags: Flags,
    /// Travel in the last `go`.
    pub travel: Option<Travel>,
}

/// A gait.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct SavedGait {
    /// Its name.
    pub name: String,
    /// Its times and oscillators.
    pub gait: Gait,
}

/// Pending lines of a script, with their environment.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct SavedLines {
    /// A command, or an event with its block.
    pub text: String,
    /// Local variables.
    pub locals: Vec<(String, SavedValue)>,
    /// Values of global variables when the command of a timer was bound.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captured: Vec<(String, SavedValue)>,
    /// Current figure of the lines.
    pub corpus: Option<String>,
    /// Current gait of the lines.
    pub gait: Option<String>,
    /// Substitutes of the bodies, if the lines were copied to the other side of the figure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mirrored: Vec<SavedAcross>,
}

/// Substitute of a body in lines that were copied to the other side of a figure.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct SavedAcross {
    /// Name in the lines.
    pub body: String,
    /// Name of the substitute.
    pub means: String,
    /// Whether positions of its joint change sign.
    pub reverses: bool,
}

/// A pending timer.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct SavedTimer {
    /// Due time (s).
    pub due_s: f64,
    /// Duration of the phase in whose list it was set (s).
    pub phase_s: Option<f64>,
    /// Its action.
    pub action: SavedAction,
    /// Its lines.
    pub lines: SavedLines,
}

/// Kind of a pending timer.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum SavedAction {
    /// The command of a `timer` or `alarm`.
    Command,
    /// The block of `after` or `at`.
    Block,
    /// The block of `every`.
    Every {
        /// Time when it was set (s).
        start_s: f64,
        /// Period (s).
        period_s: f64,
        /// Number of runs.
        passes: u64,
    },
}

/// The block of a `when`.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct SavedWatch {
    /// Whether the condition was true at the last evaluation.
    pub held: bool,
    /// The condition and the lines.
    pub lines: SavedLines,
}

impl SavedWorld {
    /// Writes the world as JSON; every number reads back as the same bits.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let text = crate::files::inert_json(&serde_json::to_string_pretty(self)?) + "\n";
        crate::files::write(path, text.as_bytes())
    }

    /// Whether a file that starts with these bytes may be a saved world of any version.
    #[must_use]
    pub fn may_start(bytes: &[u8]) -> bool {
        let key = br#""corpus_world""#;
        bytes.trim_ascii_start().starts_with(b"{")
            && bytes.windows(key.len()).any(|part| part == key)
    }

    /// Whether the file has a body of this name in the first figure of that name.
    fn has_body(&self, corpus: &str, body: &String) -> bool {
        let mut corpora = self.corpora.iter();
        let found = corpora.find(|of| of.name == corpus);
        found.is_some_and(|of| of.bodies.contains(body))
    }

    /// Reads a world from the bytes of a file.
    ///
    /// # Errors
    /// The reason why it is not a valid state of a world.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let saved: SavedWorld = serde_json::from_slice(bytes).map_err(|why| json_fault(&why))?;
        match saved.fault() {
            None => Ok(saved),
            Some(fault) => Err(fault),
        }
    }
}

#[cfg(test)]
mod tests;
