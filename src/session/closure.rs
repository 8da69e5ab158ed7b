//! Code that runs later: timers, events, motor programs and user-defined commands.

use super::scope::Locals;
use super::{Environment, Session, Stop};
use crate::lang::syntax::Block;
use crate::session::command::Bound;
use crate::source::Span;
use std::sync::Arc;

/// Statements that run later, with the environment of their source.
#[derive(Clone, Debug)]
pub struct Closure {
    /// The statements.
    pub code: Code,
    /// The command word before them; for a timer's command, its own head.
    pub head: Span,
    /// Their environment. A user-defined command has none: its lines run in the environment of the call.
    pub environment: Option<Environment>,
    /// Variables of the script that were read when the commands were bound, with their values at that time. Only saving needs
    /// them.
    pub captured: Locals,
}

/// Statements of a closure, by the time when they are bound.
#[derive(Clone, Debug)]
pub enum Code {
    /// Bound each time they run: the lines of an event or of a user-defined command.
    Lines(Arc<Block>),
    /// Bound once, when they are read: the command of a timer and the list of a motor program. A command that reads the running
    /// world is bound again when it runs.
    Commands(Arc<[Bound]>),
}

impl Closure {
    /// Returns the commands that are already bound.
    #[must_use]
    pub fn commands(&self) -> &[Bound] {
        match &self.code {
            Code::Commands(commands) => commands,
            Code::Lines(_) => &[],
        }
    }

    /// Returns the lines that are bound when they run.
    #[must_use]
    pub fn lines(&self) -> Option<&Arc<Block>> {
        match &self.code {
            Code::Lines(block) => Some(block),
            Code::Commands(_) => None,
        }
    }

    /// Creates a closure that captured no variables of the script.
    pub(crate) fn new(code: Code, head: Span, environment: Option<Environment>) -> Self {
        Closure {
            code,
            head,
            environment,
            captured: vec![],
        }
    }

    /// Creates the closure of a timer's command, with the variables that were read to bind it.
    pub(super) fn of_command(bound: Bound, environment: Environment, captured: Locals) -> Self {
        let captured = if bound.later.is_some() {
            vec![]
        } else {
            captured
        };
        let head = bound.head;
        let code = Code::Commands([bound].into());
        Closure {
            captured,
            ..Closure::new(code, head, Some(environment))
        }
    }
}

impl Session {
    /// Creates the closure of a block, to run later in the current environment.
    #[must_use]
    pub(crate) fn closure(&self, block: &Arc<Block>, head: Span) -> Closure {
        let code = Code::Lines(Arc::clone(block));
        Closure::new(code, head, Some(self.environment()))
    }

    /// Calls a function in the environment of a closure.
    pub(super) fn inside<T>(
        &mut self,
        closure: &Closure,
        run: impl FnOnce(&mut Session) -> T,
    ) -> T {
        match &closure.environment {
            Some(environment) => self.within(environment, run),
            None => run(self),
        }
    }

    /// Runs a closure. `at` is the source position of the event or call that runs it.
    ///
    /// # Errors
    /// The error of its statements.
    pub(super) fn run_closure(&mut self, closure: &Closure, at: Span) -> Result<(), Stop> {
        self.inside(closure, |session| match &closure.code {
            Code::Lines(block) => session.deeper(at, |session| session.run_block(block)),
            Code::Commands(commands) => session.run_commands(&**commands),
        })
    }

    /// Runs commands in the environment of their closure.
    pub(super) fn run_commands<'a>(
        &mut self,
        commands: impl IntoIterator<Item = &'a Bound>,
    ) -> Result<(), Stop> {
        let before = self.diagnostics.len();
        let mut commands = commands.into_iter();
        let result = commands.try_for_each(|bound| self.run_bound(bound));
        match self
            .activity
            .mirrored
            .as_ref()
            .map(|reflection| reflection.place)
        {
            None => result,
            Some(place) => self.annotate(before, result, place, || {
                "copied to the other side by this line".to_owned()
            }),
        }
    }

    /// Runs a closure in which relative times are fractions of `phase` seconds.
    ///
    /// # Errors
    /// As [`Session::run_closure`].
    pub(super) fn run_in_phase(
        &mut self,
        closure: &Closure,
        phase: Option<f64>,
    ) -> Result<(), Stop> {
        let outer = std::mem::replace(&mut self.activity.phase, phase);
        let result = self.run_closure(closure, closure.head);
        self.activity.phase = outer;
        result
    }

    /// Calls a function that binds; also returns the variables of the script that it read.
    pub(super) fn capturing<T>(&self, bind: impl FnOnce() -> T) -> (T, Locals) {
        let outer = self.own.captured.replace(Some(vec![]));
        let bound = bind();
        let captured = self.own.captured.replace(outer);
        (bound, captured.unwrap_or_default())
    }

    /// Adds the variables captured for a command to those of the enclosing one.
    pub(super) fn also_captured(&self, captured: &Locals) {
        if let Some(outer) = &mut *self.own.captured.borrow_mut() {
            outer.extend(captured.iter().cloned());
        }
    }
}
