//! What a check knows of a script that is not simulated.

use super::doubts::Doubts;
use crate::diagnostic::{Diagnostic, Severity};
use crate::lang::function::Function;
use crate::lang::value::Datum;
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Most lines of loops and calls that a check executes.
const MOST_CHECKED: u64 = 100_000;

/// What a check knows of the clock.
#[derive(Clone, Copy, Default)]
pub(in crate::session) struct KnownClock {
    /// Whether its time is unknown.
    pub(super) any_time: bool,
    /// Whether a world has gone back to an earlier moment.
    pub(super) gone_back: bool,
}

/// Facts about the lines of a script that only have an effect together with others.
#[derive(Default)]
pub(in crate::session) struct Unfinished {
    /// Whether a command may make legs step.
    pub(super) steps: bool,
    /// The first motor program that a `go` has found: its place, and the name of its gait.
    pub(super) program: Option<(Span, String)>,
    /// The last line that starts a gait.
    pub(super) starts: Option<Span>,
    /// The gait that runs without a motor program in a `go`: the line that starts it, and its name.
    pub(super) idle: Option<(Span, String)>,
    /// The first line that makes a neuron.
    pub(super) neuron: Option<Span>,
    /// Whether a line updates the neurons.
    pub(super) thinks: bool,
    /// Latest transforms of the objects of assembled roots, by world and object, with the names of these objects.
    pub(super) moved_roots: BTreeMap<(usize, usize), (String, Span)>,
}

/// State of a check: known and unknown facts about a script that is not simulated.
pub struct Checker {
    /// Limit of executed lines of loops and calls.
    pub(super) most_checked: u64,
    /// Whether it has given up.
    pub(super) gave_up: bool,
    /// Whether the running text has syntax errors. Their reports are made after it has run.
    pub(super) misread: bool,
    /// Names poisoned by errors.
    pub(crate) doubts: Doubts,
    /// Checked blocks, by their ends.
    pub(super) visited: BTreeSet<Span>,
    /// Unknown heads that were reported.
    pub(super) misspelt: BTreeSet<Span>,
    /// User-defined commands that were called, by the source positions of their names.
    pub(super) called: BTreeSet<Span>,
    /// Functions of the script.
    pub(super) functions: Vec<Arc<Function>>,
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
            most_checked: MOST_CHECKED,
            gave_up: false,
            misread: false,
            doubts: Doubts::default(),
            visited: BTreeSet::new(),
            misspelt: BTreeSet::new(),
            called: BTreeSet::new(),
            functions: vec![],
            uncertain: 0,
            maybe_named: BTreeSet::new(),
            set_later: BTreeMap::new(),
            maybe_filming: false,
            clock: KnownClock::default(),
            unfinished: Unfinished::default(),
        }
    }
}

impl Checker {
    /// Sets the limit of executed lines of loops and calls.
    pub fn set_limit(&mut self, lines: u64) {
        self.most_checked = lines;
    }

    /// Whether so many lines are more than it executes.
    pub(in crate::session) fn is_beyond(&self, lines: u64) -> bool {
        lines > self.most_checked
    }

    /// Whether it has given up.
    pub(crate) fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// Executes no further lines.
    pub(in crate::session) fn stop(&mut self) {
        self.gave_up = true;
    }

    /// Begins a text that may have syntax errors; returns what [`Checker::leave`] needs.
    pub(in crate::session) fn enter(&mut self, broken: bool) -> bool {
        let outer = self.misread;
        self.misread |= broken;
        outer
    }

    /// Ends a text.
    pub(in crate::session) fn leave(&mut self, outer: bool) {
        self.misread = outer;
    }

    /// Records that a block is checked.
    pub(in crate::session) fn visit(&mut self, end: Span) {
        self.visited.insert(end);
    }

    /// Records an unknown head that was reported.
    pub(in crate::session) fn add_misspelt(&mut self, head: Span) {
        self.misspelt.insert(head);
    }

    /// Returns the unknown heads that were reported.
    pub(in crate::session) fn misspelt(&self) -> &BTreeSet<Span> {
        &self.misspelt
    }

    /// Records the call of a user-defined command, by the place of its name.
    pub(in crate::session) fn add_call(&mut self, place: Span) {
        self.called.insert(place);
    }

    /// Records something that may not exist.
    pub(in crate::session) fn suppose_named(&mut self, place: Span) {
        self.maybe_named.insert(place);
    }

    /// Whether something may not exist.
    pub(in crate::session) fn is_maybe_named(&self, place: Span) -> bool {
        self.maybe_named.contains(&place)
    }

    /// Records that the set of films is unknown.
    pub(in crate::session) fn suppose_filming(&mut self) {
        self.maybe_filming = true;
    }

    /// Whether the set of films is unknown.
    pub(in crate::session) fn is_maybe_filming(&self) -> bool {
        self.maybe_filming
    }

    /// Records that the clock may have any time if `when` holds.
    pub(in crate::session) fn suppose_any_time(&mut self, when: bool) {
        self.clock.any_time |= when;
    }

    /// Records that a world has gone back to an earlier moment.
    pub(in crate::session) fn suppose_gone_back(&mut self) {
        self.clock.gone_back = true;
    }

    /// Forgets which names are in doubt.
    pub(in crate::session) fn forget_doubts(&mut self) {
        self.doubts = Doubts::default();
    }

    /// Whether there are errors, some of which may not be reported yet.
    pub(crate) fn is_mistaken(&self, found: &[Diagnostic]) -> bool {
        self.misread || found.iter().any(|d| d.severity == Severity::Error)
    }

    /// Records a function, to evaluate it at the end with unknown arguments.
    pub(crate) fn add_function(&mut self, function: &Arc<Function>) {
        self.functions.push(Arc::clone(function));
    }

    /// Whether the clock's time is known; in a run, it is.
    pub(crate) fn knows_time(&self) -> bool {
        self.uncertain == 0 && !self.clock.any_time
    }

    /// Whether a world has gone back to an earlier moment.
    #[cfg(feature = "cli")]
    pub(crate) fn goes_back(&self) -> bool {
        self.clock.gone_back
    }

    /// Whether the running lines may not run.
    pub(crate) fn is_uncertain(&self) -> bool {
        self.uncertain > 0
    }

    /// Records a value of a global variable that is set by lines that run while time passes.
    pub(in crate::session) fn suppose_set(&mut self, name: &str, datum: &Datum) {
        let value = match self.set_later.get(name) {
            Some(before) => before.or(datum),
            None => datum.clone(),
        };
        self.set_later.insert(name.into(), value);
    }
}
