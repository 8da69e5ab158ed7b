//! Running the texts of a script: whole texts, entries of the prompt, and lines that arrive in pieces.

use super::execution::Run;
use super::parts::{Own, Progress};
use super::{
    Accuracy, Activity, Building, Checker, Files, Findings, Inputs, Mode, Observer, Options,
    Parameters, Results, Session, Stage, Stop, Task, advice, check, films, plots, records,
};
use crate::lang::parser::read;
use crate::session::command::Table;
use crate::source::{SourceId, Sources};
use std::collections::BTreeMap;

impl Session {
    /// Creates a session with an empty world, for the commands of a table.
    #[must_use]
    pub fn new(table: &'static Table, mode: Mode, observer: Box<dyn Observer>) -> Self {
        Session {
            table,
            options: Options::default(),
            mode: match mode {
                Mode::Run => &Run,
                Mode::Check => &check::Check,
            },
            observer,
            sources: Sources::default(),
            diagnostics: Findings::default(),
            measurements: None,
            accuracy: Accuracy::default(),
            index: None,
            inputs: Inputs::default(),
            parameters: Parameters::default(),
            task: Task::default(),
            results: Results::default(),
            stages: vec![Stage::new("world")],
            stage: 0,
            building: Building::default(),
            files: Files::default(),
            check: Checker::default(),
            names: Default::default(),
            definitions: BTreeMap::new(),
            own: Own::default(),
            progress: Progress::default(),
            activity: Activity::default(),
        }
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
        let result = records::complete_all(self, result);
        plots::draw_all(self, result, true)
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
        let result = records::complete_all(self, result);
        let result = films::end_all(self, result);
        plots::draw_all(self, result, false)
    }

    /// Runs a stored source.
    pub(crate) fn run_source(&mut self, source: SourceId) -> Result<(), Stop> {
        let Some(text) = self.sources.get(source).map(|s| s.text.clone()) else {
            return Ok(());
        };
        let mut read = read(source, &text, self.table);
        if let Some(report) = advice::not_a_script(self, &read, &text) {
            self.mode.lost(self);
            self.report(report);
            return Err(Stop::Reported);
        }
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
}
