//! The parts of a session besides its worlds; each part has one concern.

use super::inputs::Input;
use super::unfinished::Unfinished;
use super::{Asked, Definition, Index, Mode, Noted, Reader, doubt, flow, names, parameters, scope};
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
    /// Whether to run or only to check.
    pub(super) mode: Mode,
    /// Base folder of relative output paths; empty for the working directory.
    pub output: PathBuf,
    /// Folder for all output of scripts, whatever paths they name, to protect existing files. Scripts read their own output
    /// from there.
    pub scratch: Option<PathBuf>,
    /// Refinement of the integration relative to the script's settings.
    pub refinement: Refinement,
    /// Whether a second run from a slightly different start is made beside figures with few bodies, to warn of motion that amplifies
    /// small errors. It can take as long as the run itself.
    pub compares_starts: bool,
    /// Replacement for reading scripts from files, such as the texts in an editor.
    pub reader: Option<Reader>,
    /// Whether contents of files are recorded.
    pub keeps_inputs: bool,
    /// A diagram requested by the command line.
    pub(super) asked: Option<Asked>,
}

/// Data that a session collects for its front end, besides the script's errors.
#[derive(Default)]
pub struct Gathered {
    /// Warnings that results may be wrong: energy that the integration lost or created, errors that grow.
    pub accuracy_warnings: Vec<Diagnostic>,
    /// How many of them have been taken.
    accuracy_warnings_taken: usize,
    /// Numbers of the script, gathered for comparison if requested.
    pub noted: Option<Noted>,
    /// Index of definitions and uses of names, if requested.
    pub index: Option<Index>,
    /// Recorded files.
    pub(super) inputs: Vec<Input>,
    /// Reports made in blocks, so that each is made once.
    pub(super) told: BTreeSet<(&'static str, Span)>,
    /// Texts in quotes with a brace, whose pieces in braces are not evaluated.
    pub texts_with_braces: BTreeSet<Span>,
}

impl Gathered {
    /// Returns the warnings about the accuracy of results that were not returned before.
    pub fn new_accuracy_warnings(&mut self) -> Vec<Diagnostic> {
        let from = std::mem::replace(
            &mut self.accuracy_warnings_taken,
            self.accuracy_warnings.len(),
        );
        self.accuracy_warnings.iter().skip(from).cloned().collect()
    }
}

/// Current settings for building figures.
#[derive(Default)]
pub struct Building {
    /// Current effect of `move`, `rotate` and `scale`.
    pub placing: Placing,
    /// Whether joint axes are taken as directions only.
    pub unit_axes: bool,
    /// Number of triangles of all existing objects.
    pub(super) triangles: usize,
}

/// Names that the script has defined, besides the contents of its worlds.
#[derive(Default)]
pub(super) struct Own {
    /// Source positions of bodies, objects and figures.
    pub names: names::Names,
    pub scopes: scope::Scopes,
    /// User-defined commands.
    pub definitions: BTreeMap<String, Arc<Definition>>,
    /// Names of commands that the texts define somewhere, possibly later.
    pub promised: BTreeSet<String>,
    /// Parameter values from the command line, and whether the script has used them.
    pub given: BTreeMap<String, parameters::Given>,
    /// Variables that the command line may set.
    pub parameters: Vec<String>,
    /// A number in the current line that was taken in radians, although degrees were probably meant.
    pub radians: Cell<Option<Span>>,
    /// Variables of the script that were read for the closure being bound.
    pub captured: RefCell<Option<scope::Locals>>,
}

/// Progress of a script, and its nesting depth.
#[derive(Default)]
pub(super) struct Progress {
    /// Current nesting depth of blocks, calls and includes.
    pub depth: usize,
    /// Number of lines of blocks that were run.
    pub steps: Cell<u64>,
    /// Number of lines at which the user was last asked whether to continue.
    pub asked: u64,
    /// Times the nesting limit was exceeded.
    pub too_deep: u32,
    /// Number of commands that have started.
    pub begun: u64,
    /// Number of included scripts, and their total size in bytes.
    pub included: (u64, u64),
}

/// Running activities.
#[derive(Default)]
pub(super) struct AtWork {
    /// Whether a `go` is running.
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

/// What a check knows of the clock.
#[derive(Clone, Copy, Default)]
pub(super) struct KnownClock {
    /// Whether its time is unknown.
    pub any_time: bool,
    /// Whether a world has gone back to an earlier moment.
    pub gone_back: bool,
}

/// State of a check: known and unknown facts about a script that is not simulated.
pub struct Checker {
    /// Limit of executed lines of loops and calls.
    pub most_checked: u64,
    /// Whether it has given up.
    pub(super) gave_up: bool,
    /// Whether the running text has syntax errors. Their reports are made after it has run.
    pub(super) misread: bool,
    /// Names poisoned by errors.
    pub(super) doubts: doubt::Doubts,
    /// Checked blocks, by their ends.
    pub(super) visited: BTreeSet<Span>,
    /// Unknown heads that were reported.
    pub(super) misspelt: BTreeSet<Span>,
    /// Whether later text may define commands whose names resemble no known command.
    pub(super) awaits_commands: bool,
    /// User-defined commands that were called, by the source positions of their names.
    pub(super) called: BTreeSet<Span>,
    /// Number of enclosing blocks that may not run.
    pub(super) uncertain: usize,
    /// Source positions of things that may not exist.
    pub(super) maybe_named: BTreeSet<Span>,
    /// Global variables that are set by lines that run while time passes, and what is known of their values.
    pub(super) set_later: BTreeMap<Arc<str>, Datum>,
    /// Whether the set of films is unknown.
    pub(super) maybe_filming: bool,
    /// What is known of the clock.
    pub(super) clock: KnownClock,
    /// Lines that only have an effect together with others.
    pub(super) unfinished: Unfinished,
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
            clock: KnownClock::default(),
            unfinished: Unfinished::default(),
        }
    }
}
