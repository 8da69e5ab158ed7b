//! What running a script and checking it do differently.

mod run;

pub(super) use run::Run;

use super::scope::Locals;
use super::{Closure, Film, FilmRecorder, Session, Stop};
use crate::lang::function::Function;
use crate::lang::parser::Read;
use crate::lang::syntax::{Block, Statement};
use crate::lang::value::Datum;
use crate::run::Stretch;
use crate::session::command::Bound;
use crate::source::Span;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Whether a session simulates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Runs everything.
    #[default]
    Run,
    /// Builds figures and checks commands, but does not simulate, print or write.
    Check,
}

/// The hooks at which running and checking differ. What a hook does not override, it leaves undone.
pub(crate) trait Execution: Sync {
    /// Whether it simulates, prints and writes.
    fn has_effects(&self) -> bool;

    /// Whether lines after an error are executed, to find all errors.
    fn continues_after_errors(&self) -> bool {
        !self.has_effects()
    }

    /// Whether the values of the current world are known.
    fn knows_world(&self, _session: &Session) -> bool {
        true
    }

    /// A text was read, and its lines are executed next.
    fn text_read(&self, _session: &mut Session, _read: &Read, _text: &str) -> Result<(), Stop> {
        Ok(())
    }

    /// The lines of a text were executed; its reports begin at number `before`.
    fn text_done(&self, _session: &mut Session, _read: Read, _text: &str, _before: usize) {}

    /// The lines of a block are executed next.
    fn block_begins(&self, _session: &mut Session, _block: &Block) {}

    /// Lines were counted before they are executed.
    ///
    /// # Errors
    /// The user interrupted.
    fn counted(&self, session: &mut Session, at: Span) -> Result<(), Stop>;

    /// A statement was bound, and its command is called next.
    fn bound(&self, _session: &mut Session, _bound: &Bound) {}

    /// The command of a statement was called without an error.
    ///
    /// # Errors
    /// Its lines that run later have errors, or the user interrupted.
    fn done(&self, session: &mut Session, bound: &Bound) -> Result<(), Stop>;

    /// A statement could not be bound, and its errors are reported next.
    fn not_bound(&self, _session: &mut Session, _statement: &Statement) {}

    /// The errors of a statement that could not be bound were reported.
    fn binding_reported(&self, _session: &mut Session, _statement: &Statement) {}

    /// A statement failed; its reports begin at number `before`.
    fn failed(&self, _session: &mut Session, _statement: &Statement) {}

    /// The report of a failed statement was made; its reports begin at number `before`.
    fn failure_reported(&self, _session: &mut Session, _statement: &Statement, _before: usize) {}

    /// A script or block could not be executed, so that nothing is known of what it would have done.
    fn lost(&self, _session: &mut Session) {}

    /// Blocks and calls were nested too deep too often.
    fn nested_too_often(&self, _session: &mut Session) {}

    /// A variable is set.
    fn variable_set(&self, _session: &mut Session, _name: &str, _datum: &Datum) {}

    /// The script has defined a function.
    fn function_defined(&self, _session: &mut Session, _function: &Arc<Function>) {}

    /// An expression with these additional names has no value.
    fn without_value(&self, _session: &mut Session, _names: &Locals) {}

    /// The state of the current world is replaced, or its clock set.
    fn world_replaced(&self, _session: &mut Session) {}

    /// Executes the lines of a `try`, which ends at the first error.
    ///
    /// # Errors
    /// The user interrupted.
    fn attempt(&self, session: &mut Session, block: &Arc<Block>, at: Span) -> Result<(), Stop>;

    /// Simulates from the first of these times (s), in whole frames up to the second and a part of one up to the last.
    ///
    /// # Errors
    /// As [`Session::go_through`].
    fn go(
        &self,
        session: &mut Session,
        stretch: Stretch,
        times: [f64; 3],
        at: Span,
    ) -> Result<(), Stop>;

    /// Examines the lines of an event before it is set. Returns whether to set it.
    ///
    /// # Errors
    /// The lines have errors.
    fn event(&self, session: &mut Session, event: &Closure) -> Result<bool, Stop>;

    /// Starts a film.
    ///
    /// # Errors
    /// It cannot be written.
    fn film(
        &self,
        session: &mut Session,
        film: &Film,
        file: &Path,
    ) -> io::Result<Option<Box<dyn FilmRecorder>>>;
}

impl Session {
    /// Calls a function that acts outside the session, or simulates: not in a check.
    ///
    /// # Errors
    /// Those of the function.
    pub(crate) fn effect(
        &mut self,
        act: impl FnOnce(&mut Session) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        match self.mode.has_effects() {
            true => act(self),
            false => Ok(()),
        }
    }

    /// Calls a function that writes a file: neither in a check nor in a run that writes no files.
    ///
    /// # Errors
    /// Those of the function.
    pub(crate) fn write_effect(
        &mut self,
        write: impl FnOnce(&mut Session) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        match self.files.discards {
            true => Ok(()),
            false => self.effect(write),
        }
    }
}
