//! A call of a function in progress: its variables, and the names around it.

use super::Function;
use crate::diagnostic::Diagnostic;
use crate::evaluate::Names;
use crate::source::Span;
use crate::value::{Callee, Datum, Unknown, ValueError};
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// Variables of a call.
#[derive(Clone, Default)]
pub(super) struct Locals {
    /// Those with numbers; none before they are set.
    pub(super) slots: Vec<Option<Datum>>,
    /// Those whose names were computed.
    pub(super) others: Vec<(Arc<str>, Datum)>,
    /// Whether one was set whose name is unknown, so that there may be one of any name.
    pub(super) any: bool,
}

/// A call in progress: the variables of the function, and the names around it.
pub struct Frame<'a> {
    pub(super) function: &'a Arc<Function>,
    /// The names of the script, without the local ones of the place of the call.
    pub(super) base: &'a dyn Names,
    /// The call from whose function this one is made.
    pub(super) caller: Option<&'a Frame<'a>>,
    pub(super) depth: u32,
    pub(super) locals: RefCell<Locals>,
    /// Whether it is not known if the statement that is evaluated runs.
    pub(super) uncertain: Cell<u32>,
    /// Errors of statements after which a rehearsal goes on.
    pub(super) found: Option<&'a RefCell<Vec<Diagnostic>>>,
    /// Whether unknown names have unknown values: in the rehearsal of a function that nothing has called.
    pub(super) is_lenient: bool,
}

impl Frame<'_> {
    /// Whether the function or one of its callers is at this place.
    pub(super) fn is_calling(&self, place: Span) -> bool {
        self.function.place == place || self.caller.is_some_and(|caller| caller.is_calling(place))
    }

    /// Whether it is not known if the statement runs.
    pub(super) fn is_uncertain(&self) -> bool {
        self.uncertain.get() > 0 || self.caller.is_some_and(Frame::is_uncertain)
    }

    /// Returns the value of a variable by its number; none before it is set.
    pub(crate) fn slot(&self, number: u16) -> Option<Datum> {
        let locals = self.locals.borrow();
        locals.slots.get(usize::from(number))?.clone()
    }

    pub(super) fn set(&self, number: u16, value: Datum) {
        if let Some(slot) = self.locals.borrow_mut().slots.get_mut(usize::from(number)) {
            *slot = Some(value);
        }
    }

    /// Calls a function with the place of the value of a variable, which may be a new one.
    pub(super) fn with_place<T>(
        &self,
        name: &str,
        change: impl FnOnce(&mut Option<Datum>) -> T,
    ) -> T {
        let mut locals = self.locals.borrow_mut();
        if let Some(at) = self.function.slots.iter().position(|slot| **slot == *name)
            && let Some(slot) = locals.slots.get_mut(at)
        {
            return change(slot);
        }
        let known = locals.others.iter().position(|(n, _)| **n == *name);
        let mut place = known.map(|at| locals.others.swap_remove(at).1);
        let changed = change(&mut place);
        locals
            .others
            .extend(place.map(|value| (name.into(), value)));
        changed
    }

    pub(super) fn set_named(&self, name: &str, value: Datum) {
        self.with_place(name, |place| *place = Some(value));
    }

    /// Takes the value of a variable out, to change it in place.
    pub(super) fn take(&self, name: &str) -> Option<Datum> {
        self.with_place(name, Option::take)
    }

    /// Returns the value of a variable of the call.
    pub(super) fn local(&self, name: &str) -> Option<Datum> {
        let locals = self.locals.borrow();
        match self.function.slots.iter().position(|slot| **slot == *name) {
            Some(at) => locals.slots.get(at)?.clone(),
            None => {
                let mut others = locals.others.iter();
                let found = others.find(|(n, _)| **n == *name);
                let found = found.map(|(_, value)| value.clone());
                found.or_else(|| locals.any.then_some(Datum::Unknown(Unknown::Any)))
            }
        }
    }
}

impl Names for Frame<'_> {
    fn outer(&self) -> Option<&dyn Names> {
        Some(self.base)
    }

    fn variable(&self, name: &str) -> Option<Datum> {
        if let Some(value) = self.local(name) {
            return Some(value);
        }
        let mut captured = self.function.captured.iter();
        let found = match captured.find(|(n, _)| **n == *name) {
            Some((_, value)) => Some(value.clone()),
            None if *self.function.name == *name => {
                Some(Datum::Function(Callee::Own(Arc::clone(self.function))))
            }
            None => self.base.global(name),
        };
        found.or_else(|| self.is_lenient.then_some(Datum::Unknown(Unknown::Any)))
    }

    fn quantity(&self, path: &str) -> Result<Datum, ValueError> {
        let found = self.base.quantity(path);
        found.or_else(|why| match self.is_lenient {
            true => Ok(Datum::Unknown(Unknown::Any)),
            false => Err(why),
        })
    }

    fn variables(&self) -> Vec<String> {
        let own = self.function.slots.iter().map(ToString::to_string);
        own.chain(self.base.variables()).collect()
    }

    fn frame(&self) -> Option<&Frame<'_>> {
        Some(self)
    }
}
