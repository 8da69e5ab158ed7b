//! The parts of a session besides its worlds; each part has one concern.

use super::inputs::Input;
use super::{Asked, Definition, Index, Mode, Noted, Reader};
use super::{attempt, doubt, flow, names, parameters, scope};
use crate::diagnostic::Diagnostic;
use crate::figure::Placing;
use crate::lang::value::Datum;
use crate::session::command::Reflection;
use crate::source::{SourceId, Span};
use crate::world::Refinement;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// What whoever starts a session asks of it.
#[derive(Default)]
pub struct Options {
    /// Whether simulation is wanted.
    pub(super) mode: Mode,
    /// The folder that paths of what the script writes are relative to; empty for the one that the program runs in.
    pub output: PathBuf,
    /// A folder for all that scripts write, whatever paths they name, if those are not to be touched. What they have saved there
    /// they load from there.
    pub scratch: Option<PathBuf>,
    /// How finely its worlds are integrated against what it says.
    pub refinement: Refinement,
    /// How scripts are read, where it is not from their files: an editor's texts may stand in for those.
    pub reader: Option<Reader>,
    /// Whether what is read from files is remembered.
    pub keeps_inputs: bool,
    /// A diagram that the command line asks for.
    pub(super) asked: Option<Asked>,
}

/// What a session writes down for whoever started it, beside the mistakes of the script.
#[derive(Default)]
pub struct Gathered {
    /// What is to be said of energy that the integration lost or made.
    pub energy_warnings: Vec<Diagnostic>,
    /// What the script says in numbers, if somebody wants to compare it.
    pub noted: Option<Noted>,
    /// Where names are given and used, if somebody wants to know.
    pub index: Option<Index>,
    /// What was read from files.
    pub(super) inputs: Vec<Input>,
    /// Reports that were made in blocks: each is told once.
    pub(super) told: BTreeSet<(&'static str, Span)>,
}

/// How figures are built at the moment.
#[derive(Default)]
pub struct Building {
    /// How `move`, `rotate` and `scale` work.
    pub placing: Placing,
    /// Whether joint axes are taken as directions only.
    pub unit_axes: bool,
    /// Triangles of all objects that there are.
    pub(super) triangles: usize,
}

/// What the script has given names to, beside what is in its worlds.
#[derive(Default)]
pub(super) struct Own {
    /// Where bodies, objects and figures are named.
    pub names: names::Names,
    pub scopes: scope::Scopes,
    /// Commands of the script's own.
    pub definitions: BTreeMap<String, Arc<Definition>>,
    /// Names of commands that the texts define somewhere, perhaps further on.
    pub promised: BTreeSet<String>,
    /// Values for the script's parameters, from the command line, and which of them the script has asked for.
    pub given: BTreeMap<String, parameters::Given>,
    /// Variables that the command line may set.
    pub parameters: Vec<parameters::Asked>,
    /// A number of the line that is being bound which was taken in radians, where degrees were probably meant.
    pub radians: Cell<Option<Span>>,
    /// Variables of the script that were read for the closure that is being bound.
    pub captured: RefCell<Option<scope::Locals>>,
}

/// How far a script has come, and how deep in its blocks.
#[derive(Default)]
pub(super) struct Progress {
    /// How many blocks, calls and includes are at work.
    pub depth: usize,
    /// Lines of blocks that were run.
    pub steps: Cell<u64>,
    /// Blocks that were run.
    pub pulses: u64,
    /// How often a level too many was wanted.
    pub too_deep: u32,
    /// The steps at which alone a run can be broken off.
    pub steps_taken: attempt::Steps,
    /// How many commands have begun.
    pub begun: u64,
    /// How many scripts were included, and how many bytes they hold.
    pub included: (u64, u64),
}

/// What is at work at the moment.
#[derive(Default)]
pub(super) struct AtWork {
    /// Whether `go` is.
    pub going: bool,
    /// Whether a `go` has moved the world, or would have.
    pub has_gone: bool,
    /// Duration of the phase whose list runs (s).
    pub phase: Option<f64>,
    /// Where the commands of the script's own are named that are at work, outermost first.
    pub calling: Vec<Span>,
    /// Files being read, outermost first.
    pub reading: Vec<(PathBuf, SourceId)>,
    /// What stands for bodies in the lines at work, if those were copied to the other side of a figure.
    pub mirrored: Option<Arc<Reflection>>,
}

/// What a check knows of a script that it does not run, and what it does not know.
pub struct Checker {
    /// How many lines of loops and calls it goes through before it gives up.
    pub most_checked: u64,
    /// Whether it has given up.
    pub(super) gave_up: bool,
    /// Whether the text that runs could not be read as a whole. Its reports are made when it has run.
    pub(super) misread: bool,
    /// What mistakes have kept from coming to be.
    pub(super) doubts: doubt::Doubts,
    /// Blocks that were gone through, by their ends.
    pub(super) visited: BTreeSet<Span>,
    /// Heads that were reported to name no command.
    pub(super) misspelt: BTreeSet<Span>,
    /// Whether commands that no word of the language is like may be made further on.
    pub(super) awaits_commands: bool,
    /// Commands of the script's own that were called, by where they are named.
    pub(super) called: BTreeSet<Span>,
    /// How many blocks are at work of which it is not known whether they run.
    pub(super) uncertain: usize,
    /// Where things were named of which it is not known whether there are any.
    pub(super) maybe_named: BTreeSet<Span>,
    /// Variables of the script to which lines give values that run while time passes, and what is known of those.
    pub(super) set_later: BTreeMap<Arc<str>, Datum>,
    /// Whether it is not known which films there are.
    pub(super) maybe_filming: bool,
    /// Whether it is not known what the clock will show.
    pub(super) any_time: bool,
}

impl Default for Checker {
    fn default() -> Self {
        Checker {
            most_checked: flow::MOST_CHECKED,
            gave_up: false,
            misread: false,
            doubts: doubt::Doubts::default(),
            visited: BTreeSet::new(),
            misspelt: BTreeSet::new(),
            awaits_commands: false,
            called: BTreeSet::new(),
            uncertain: 0,
            maybe_named: BTreeSet::new(),
            set_later: BTreeMap::new(),
            maybe_filming: false,
            any_time: false,
        }
    }
}
