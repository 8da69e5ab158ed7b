//! A running script: sources, names, worlds, clock. Used by all front ends and tests.

mod accuracy;
pub(crate) mod advice;
mod analysis;
pub mod bind;
pub(crate) mod check;
mod closure;
pub(crate) mod collisions;
mod columns;
pub mod command;
mod define;
mod degrees;
mod environment;
mod events;
pub(crate) mod execution;
mod files;
mod films;
mod flow;
pub(crate) mod go;
mod include;
mod index;
mod inputs;
pub(crate) mod limits;
mod names;
mod not_a_script;
mod noted;
mod observer;
mod parameters;
mod parts;
mod pictures;
mod plots;
mod quantity;
mod records;
mod replacing;
mod scope;
mod stage;
pub(crate) mod state;
mod stop;
#[cfg(test)]
mod tests;

pub use crate::record::si;
pub(crate) use crate::run::SAME;
pub use crate::run::{
    CorpusReport, Draft, EnergyReport, Every, History, ReflexReport, Rows, RunReport, Scoped,
    Stretch,
};
pub use accuracy::Accuracy;
pub(crate) use analysis::Named;
pub use check::Checker;
pub use closure::{Closure, Code};
#[cfg(feature = "repl")]
pub(crate) use columns::parts;
pub use define::{Definition, Parameter, comment_above};
pub use environment::Environment;
pub use files::Files;
#[cfg(feature = "cli")]
pub(crate) use files::allow_read;
pub use films::{Film, FilmRecorder, RunningFilm};
pub use include::Reader;
pub use index::{Given, Index, Local, Symbol, Use, locals_at};
pub use inputs::Inputs;
pub use limits::Triangles;
pub use noted::{Condition, Noted, Point, Series, Setting, Use as Noting};
pub use observer::{Observer, Quiet};
pub use parameters::Parameters;
pub use parts::{Activity, Building, Gathered, Options};
pub use pictures::Snap;
pub(crate) use plots::Wanted;
pub use plots::{Asked, Plot, Subject};
pub(crate) use quantity::scale_word;
pub use quantity::{Measured, NoReading, Owner, QUANTITIES, Quantity, Reading};
pub use records::Record;
pub(crate) use scope::Lookup;
pub use scope::{Locals, Variable};
pub use stage::{Programs, Roach, Script, Snapshot, Stage, Timer, Timers, Watch};
pub use state::{FORMAT, SavedTimer, SavedWatch, SavedWorld};
pub use stop::Stop;

use crate::diagnostic::{Diagnostic, Severity};
use crate::lang::parser::read;
use crate::session::bind::bind_again;
use crate::session::command::Table;
use crate::session::command::{Bound, Reflection};
use crate::source::{SourceId, Sources};
use execution::Execution;
use parts::{Own, Progress};
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

/// Complete state of a running script.
pub struct Session {
    /// The commands of the language.
    pub table: &'static Table,
    /// Options set by the caller.
    pub options: Options,
    /// Whether it runs or only checks.
    pub(crate) mode: &'static dyn Execution,
    /// Receives prints and frames.
    pub observer: Box<dyn Observer>,
    /// All texts read so far.
    pub sources: Sources,
    /// Findings, in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
    /// Other results collected for the caller.
    pub gathered: Gathered,
    /// Warnings that results may be wrong.
    pub accuracy: Accuracy,
    /// Index of definitions and uses of names, if requested.
    pub index: Option<Index>,
    /// Files that were read, if they are recorded.
    pub inputs: Inputs,
    /// Parameters of the script.
    pub parameters: Parameters,
    /// Worlds with their figures and timers; never empty.
    pub stages: Vec<Stage>,
    /// Index of the current world.
    pub stage: usize,
    /// Current settings for building figures.
    pub building: Building,
    /// Files that scripts may use, and those that they have used.
    pub files: Files,
    /// Facts that only a check needs.
    pub check: Checker,
    /// Source positions and numbers of named things.
    pub(crate) names: names::Names,
    own: Own,
    progress: Progress,
    /// Running activities.
    pub activity: Activity,
}

impl Session {
    /// Creates a session with an empty world, for the commands of a table.
    #[must_use]
    pub fn new(table: &'static Table, mode: Mode, observer: Box<dyn Observer>) -> Self {
        Session {
            table,
            options: Options::default(),
            mode: match mode {
                Mode::Run => &execution::Run,
                Mode::Check => &check::Check,
            },
            observer,
            sources: Sources::default(),
            diagnostics: vec![],
            gathered: Gathered::default(),
            accuracy: Accuracy::default(),
            index: None,
            inputs: Inputs::default(),
            parameters: Parameters::default(),
            stages: vec![Stage::new("world")],
            stage: 0,
            building: Building::default(),
            files: Files::default(),
            check: Checker::default(),
            names: names::Names::default(),
            own: Own::default(),
            progress: Progress::default(),
            activity: Activity::default(),
        }
    }

    /// Returns the current world.
    #[must_use]
    pub fn here(&self) -> &Stage {
        &self.stages[self.stage]
    }

    /// Returns the current world, mutable.
    pub fn here_mut(&mut self) -> &mut Stage {
        &mut self.stages[self.stage]
    }

    /// Whether any finding so far is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|d| d.severity == Severity::Error)
    }

    /// Prints a line for the user, unless the session only checks.
    pub fn print(&mut self, line: &str) {
        let _ = self.effect(|session| {
            session.observer.print(line);
            Ok(())
        });
    }

    /// Runs a text. A check continues after an error to find all errors; a run stops at the first. Findings are in
    /// [`Session::diagnostics`].
    pub fn run_text(&mut self, name: &str, text: &str) -> Result<(), Stop> {
        let source = self.sources.add(name, text, None);
        let result = self.run_source(source);
        self.end_lines(result)
    }

    /// Runs an entry of the prompt: like [`Session::run_text`], but with access to all files of the user.
    ///
    /// # Errors
    /// As [`Session::run_text`].
    pub fn run_entry(&mut self, name: &str, text: &str) -> Result<(), Stop> {
        let source = self.sources.add_entry(name, text);
        let result = self.run_source(source);
        let result = self.with_tables_in_place(result);
        self.with_plots_drawn(result, true)
    }

    /// Runs the next lines of a script that arrives in pieces, after `lines_before` earlier lines. Call [`Session::end_lines`]
    /// after the last. `typed` says whether a user types them, who may use all files.
    ///
    /// # Errors
    /// As [`Session::run_text`].
    pub fn run_lines(
        &mut self,
        name: &str,
        text: &str,
        lines_before: usize,
        typed: bool,
    ) -> Result<(), Stop> {
        let source = self.keep_lines(name, text, lines_before, typed);
        self.run_source(source)
    }

    /// Stores such lines without running them.
    pub(crate) fn keep_lines(
        &mut self,
        name: &str,
        text: &str,
        lines_before: usize,
        typed: bool,
    ) -> SourceId {
        self.sources.add_part(name, text, lines_before, typed)
    }

    /// Completes the files written by a script that ended with `result`.
    ///
    /// # Errors
    /// The error of the script, or of writing a file.
    pub fn end_lines(&mut self, result: Result<(), Stop>) -> Result<(), Stop> {
        let result = self.with_tables_in_place(result);
        let result = self.with_films_ended(result);
        self.with_plots_drawn(result, false)
    }

    /// Runs a stored source.
    pub(crate) fn run_source(&mut self, source: SourceId) -> Result<(), Stop> {
        let Some(text) = self.sources.get(source).map(|s| s.text.clone()) else {
            return Ok(());
        };
        let mut read = read(source, &text, self.table);
        if let Some(report) = self.not_a_script(&read, &text) {
            self.mode.lost(self);
            self.report(report);
            return Err(Stop::Reported);
        }
        let texts = std::mem::take(&mut read.with_braces);
        self.gathered.texts_with_braces.extend(texts);
        let broken = read.is_mistaken();
        read.leave_out_echoes(&text);
        let before = self.diagnostics.len();
        self.mode.text_read(self, &read, &text)?;
        if let Some(index) = &mut self.index {
            index.read(&read.statements, self.table, &self.sources);
        }
        check::promise(self, &read.statements);
        let outer = self.check.enter(broken);
        let result = self.run_statements(&read.statements, broken);
        self.check.leave(outer);
        self.mode.text_done(self, read, &text, before);
        result
    }

    /// Runs a bound command.
    ///
    /// # Errors
    /// The error of the command.
    pub fn run_bound(&mut self, bound: &Bound) -> Result<(), Stop> {
        if let Some(statement) = &bound.later {
            self.observe();
            let anew = bind_again(statement, self)?;
            return self.run_bound(&anew);
        }
        if !bound.each.is_empty() {
            return bound.each.iter().try_for_each(|one| self.do_command(one));
        }
        self.do_command(bound)
    }

    fn do_command(&mut self, bound: &Bound) -> Result<(), Stop> {
        self.progress.begun += 1;
        if bound.holds_unknown() && !bound.looks_on() {
            return check::suppose(self, bound);
        }
        (bound.command.run)(self, bound)
    }

    /// Runs a function with a reflection, or without one for `None`.
    pub(super) fn reflected<T>(
        &mut self,
        reflection: Option<&Arc<Reflection>>,
        run: impl FnOnce(&mut Session) -> T,
    ) -> T {
        let outer = std::mem::replace(&mut self.activity.mirrored, reflection.cloned());
        let result = run(self);
        self.activity.mirrored = outer;
        result
    }

    /// Returns the findings in the order of the script; those of an included file are at its `include`.
    #[must_use]
    pub fn sorted_diagnostics(&self) -> Vec<Diagnostic> {
        let mut sorted: Vec<(Vec<u32>, &Diagnostic)> = self
            .diagnostics
            .iter()
            .map(|d| {
                let way = self.sources.way_in(d.span);
                let outermost = way.last().unwrap_or(&d.span).source;
                let mut key = vec![outermost];
                key.extend(way.iter().rev().map(|s| s.start));
                key.push(d.span.start);
                (key, d)
            })
            .collect();
        sorted.sort_by(|a, b| a.0.cmp(&b.0));
        sorted.into_iter().map(|(_, d)| d.clone()).collect()
    }
}
