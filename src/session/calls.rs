//! Running code in the environment where it was written, and calls of user-defined commands.

use super::index::written;
use super::lookup::Lookup;
use super::scope::{Locals, Reach, Variable};
use super::{Closure, Code, Definition, Environment, Session, Stop};
use crate::lang::evaluate::composed_once;
use crate::lang::syntax::{Block, Expression};
use crate::lang::value::Datum;
use crate::session::command::Bound;
use crate::source::Span;
use std::sync::Arc;

impl Session {
    /// Returns the current environment, for lines that run later.
    #[must_use]
    pub(crate) fn environment(&self) -> Environment {
        let here = self.here();
        Environment {
            locals: Arc::new(self.locals()),
            in_call: self.own.scopes.is_in_call(),
            corpus: here.definitions.current,
            roach: here.definitions.current_roach,
            mirrored: self.activity.mirrored.clone(),
        }
    }

    /// Returns an expression that is evaluated often in the environment of this line, with names that read only local variables
    /// composed: those of an environment never change.
    pub(super) fn composed_in(
        &self,
        environment: &Environment,
        expression: &Arc<Expression>,
    ) -> Arc<Expression> {
        let locals = &environment.locals;
        let is_local = |name: &str| locals.iter().any(|(known, _)| **known == *name);
        composed_once(expression, &Lookup::new(self), &is_local)
    }

    /// Calls a function in an environment.
    pub(crate) fn within<T>(
        &mut self,
        environment: &Environment,
        run: impl FnOnce(&mut Session) -> T,
    ) -> T {
        let spoken_of = self.speak_of(environment.corpus, environment.roach);
        let locals = Arc::clone(&environment.locals);
        let reach = match environment.in_call {
            true => Reach::EventOfCall,
            false => Reach::Event,
        };
        self.own.scopes.enter(reach, locals);
        let result = self.reflected(environment.mirrored.as_ref(), run);
        self.own.scopes.leave();
        self.speak_of(spoken_of.0, spoken_of.1);
        result
    }

    /// Selects the current figure and gait. Returns the previous ones.
    pub(super) fn speak_of(
        &mut self,
        corpus: Option<usize>,
        roach: Option<usize>,
    ) -> (Option<usize>, Option<usize>) {
        let stage = self.here_mut();
        let before = (stage.definitions.current, stage.definitions.current_roach);
        (stage.definitions.current, stage.definitions.current_roach) = (corpus, roach);
        before
    }

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
            Some(place) => self.diagnostics.annotate(before, result, place, || {
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

    /// Finds the user-defined command of that name.
    #[must_use]
    pub fn definition(&self, name: &str) -> Option<&Arc<Definition>> {
        self.definitions.get(name)
    }

    /// Returns all user-defined commands.
    pub fn definitions(&self) -> impl Iterator<Item = &Arc<Definition>> {
        self.definitions.values()
    }

    /// Stores a user-defined command.
    pub(crate) fn define(&mut self, definition: Definition) {
        let name = definition.name.clone();
        self.definitions.insert(name, Arc::new(definition));
    }

    /// Runs a user-defined command.
    ///
    /// # Errors
    /// The error of its lines.
    pub(crate) fn call(
        &mut self,
        definition: &Arc<Definition>,
        data: &[Datum],
        bound: &Bound,
    ) -> Result<(), Stop> {
        let at = bound.span;
        // During a check of its own lines it is not known whether the recursion ends.
        if self.check.is_uncertain() && self.activity.calling.contains(&definition.place) {
            return Ok(());
        }
        let parameters = definition.parameters.iter();
        let names: Locals = parameters
            .zip(data)
            .enumerate()
            .map(|(number, (parameter, datum))| {
                let given = bound.spans.get(number + 1);
                let variable = Variable {
                    datum: datum.clone(),
                    place: parameter.place,
                    written: match (given, datum) {
                        (Some(given), Datum::Text(text)) => written(self, *given, text),
                        _ => None,
                    },
                };
                self.index
                    .iter_mut()
                    .for_each(|index| index.value(&variable));
                (Arc::clone(&parameter.name), variable)
            })
            .collect();
        let before = self.diagnostics.len();
        self.check.add_call(definition.place);
        self.own.scopes.enter(Reach::Call, names);
        self.activity.calling.push(definition.place);
        let result = self.run_closure(&definition.lines, at);
        self.activity.calling.pop();
        self.own.scopes.leave();
        self.diagnostics.annotate(before, result, at, || {
            format!("in `{}`, called here", definition.name)
        })
    }
}
