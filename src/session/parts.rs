//! The parts of a session besides its worlds; each part has one concern.

use super::environment::Reflection;
use super::limits::Triangles;
use super::quantity::Targets;
use super::{Asked, scope};
use crate::figure::Placing;
use crate::files::Unreadable;
use crate::source::{SourceId, Span};
use crate::world::Refinement;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Function that returns the text of a script, by its path.
pub type Reader = Box<dyn Fn(&Path) -> Result<String, Unreadable> + Send>;

/// Options of a session.
#[derive(Default)]
pub struct Options {
    /// Refinement of the integration relative to the script's settings.
    pub refinement: Refinement,
    /// Whether a second run from a slightly different start is made beside figures with few bodies, to warn of motion that amplifies
    /// small errors. It can take as long as the run itself.
    pub compares_starts: bool,
    /// Replacement for reading scripts from files, such as the texts in an editor.
    pub reader: Option<Reader>,
    /// A diagram requested by the command line.
    pub asked: Option<Asked>,
}

/// Current settings for building figures.
#[derive(Default)]
pub struct Building {
    /// Current effect of `move`, `rotate` and `scale`.
    pub placing: Placing,
    /// Whether joint axes are taken as directions only.
    pub unit_axes: bool,
    /// Triangles of all objects.
    pub triangles: Triangles,
}

/// Names that the script has defined, besides the contents of its worlds.
#[derive(Default)]
pub(super) struct Own {
    pub scopes: scope::Scopes,
    /// Names of commands that the texts define somewhere, possibly later.
    pub promised: BTreeSet<String>,
    /// A number in the current line that was taken in radians, although degrees were probably meant.
    pub radians: Cell<Option<Span>>,
    /// Variables of the script that were read for the closure being bound.
    pub captured: RefCell<Option<scope::Locals>>,
    /// What paths of quantities lead to.
    pub targets: RefCell<Targets>,
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
pub struct Activity {
    /// Whether a `go` is running.
    pub(crate) going: bool,
    /// Whether a `go` has moved the world, or would have.
    pub has_gone: bool,
    /// Duration of the phase whose list runs (s).
    pub(crate) phase: Option<f64>,
    /// Places of the user-defined commands that are running, outermost first.
    pub(super) calling: Vec<Span>,
    /// Files being read, outermost first.
    pub(super) reading: Vec<(PathBuf, SourceId)>,
    /// Substitutes of bodies in the running lines, if those were copied to the other side of a figure.
    pub(crate) mirrored: Option<Arc<Reflection>>,
}
