//! The parts of a session besides its worlds; each part has one concern.

use super::inputs::Input;
use super::{
    Asked, Definition, Index, Mode, Noted, Reader, attempt, doubt, flow, names, parameters, scope,
};
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

/// Options of a session.
#[derive(Default)]
pub struct Options {
    /// Whether simulation is wanted.
    pub(super) mode: Mode,
    /// Base folder of relative output paths; empty for the working directory.
    pub output: PathBuf,
    /// Folder for all output of scripts, whatever paths they name, to protect existing files. Scripts load from there what they
    /// have saved there.
    pub scratch: Option<PathBuf>,
    /// Refinement of the integration relative to the script's settings.
    pub refinement: Refinement,
    /// Replacement for reading scripts from files, such as the texts in an editor.
    pub reader: Option<Reader>,
    /// Whether what is read from files is remembered.
    pub keeps_inputs: bool,
    /// A diagram that the command line asks for.
    pub(super) asked: Option<Asked>,
}

/// Data that a session gathers for its front end, beside the mistakes of the script.
#[derive(Default)]
pub struct Gathered {
    /// Warnings of energy that the integration lost or created.
    pub energy_warnings: Vec<Diagnostic>,
    /// Numbers of the script, gathered for comparison if requested.
    pub noted: Option<Noted>,
    /// Index of definitions and uses of names, if requested.
    pub index: Option<Index>,
    /// What was read from files.
    pub(super) inputs: Vec<Input>,
    /// Reports that were made in blocks: each is told once.
    pub(super) told: BTreeSet<(&'static str, Span)>,
}

/// Current settings for building figures.
#[derive(Default)]
pub struct Building {
    /// Current effect of `move`, `rotate` and `scale`.
    pub placing: Placing,
    /// Whether joint axes are taken as directions only.
    pub unit_axes: bool,
    /// Triangles of all objects that there are.
    pub(super) triangles: usize,
}

/// What the script has given names to, beside what is in its worlds.
#[derive(Default)]
pub(super) struct Own {
    /// Places at which bodies, objects and figures are named.
    pub names: names::Names,
    pub scopes: scope::Scopes,
    /// Commands of the script's own.
    pub definitions: BTreeMap<String, Arc<Definition>>,
    /// Names of commands that the texts define somewhere, perhaps further on.
    pub promised: BTreeSet<String>,
    /// Parameter values from the command line, and whether the script has used them.
    pub given: BTreeMap<String, parameters::Given>,
    /// Variables that the command line may set.
    pub parameters: Vec<parameters::Asked>,
    /// A number in the current line that was taken in radians, although degrees were probably meant.
    pub radians: Cell<Option<Span>>,
    /// Variables of the script that were read for the closure that is being bound.
    pub captured: RefCell<Option<scope::Locals>>,
}

/// How far a script has come, and how deep in its blocks.
#[derive(Default)]
pub(super) struct Progress {
    /// Current nesting depth of blocks, calls and includes.
    pub depth: usize,
    /// Lines of blocks that were run.
    pub steps: Cell<u64>,
    /// Blocks that were run.
    pub pulses: u64,
    /// Times the nesting limit was exceeded.
    pub too_deep: u32,
    /// The steps at which alone a run can be broken off.
    pub steps_taken: attempt::Steps,
    /// Number of commands that have started.
    pub begun: u64,
    /// Number of included scripts, and their total size in bytes.
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
    /// Places of the user-defined commands that are running, outermost first.
    pub calling: Vec<Span>,
    /// Files being read, outermost first.
    pub reading: Vec<(PathBuf, SourceId)>,
    /// Substitutes of bodies in the running lines, if those were copied to the other side of a figure.
    pub mirrored: Option<Arc<Reflection>>,
}

/// State of a check: known and unknown facts about a script that is not simulated.
pub struct Checker {
    /// Limit of executed lines of loops and calls.
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
