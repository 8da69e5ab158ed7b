//! Variables: those of `let`, the parameters of user-defined commands, loop variables.

use crate::lang::value::{Datum, Unknown};
use crate::source::Span;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A value that is unknown: after an error, or if lines that may not have run set values of different kinds.
pub(super) const NOTHING_KNOWN: Datum = Datum::Unknown(Unknown::Any);

/// A variable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Variable {
    /// Value.
    pub datum: Datum,
    /// Place of the definition.
    #[serde(skip)]
    pub place: Span,
    /// Source position of its text, if that is an argument of a call or an item of a loop; names made from it are traced to
    /// this position. Only a session with an index stores it.
    #[serde(skip)]
    pub written: Option<Span>,
}

impl Variable {
    /// Creates a variable whose text is not an argument or an item of a loop.
    #[must_use]
    pub fn new(datum: Datum, place: Span) -> Self {
        let written = None;
        Variable {
            datum,
            place,
            written,
        }
    }
}

/// Local variables with their values.
pub type Locals<V = Variable> = Vec<(Arc<str>, V)>;

/// Kinds of scopes: they determine which outer names are visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// A loop: outer names are visible, and `let` defines names of the place around it.
    Loop,
    /// A user-defined command: the caller's names are not visible; `let` defines local names.
    Call,
    /// An event or list of the script that runs later, with copies of the variables of the loops around it; `let` sets global
    /// names.
    Event,
    /// One that a user-defined command has set, with copies of the local names of the call; `let` defines names of this run.
    EventOfCall,
}

#[derive(Clone, Debug)]
struct Scope<V> {
    reach: Reach,
    /// Shared with the environment of lines that run later, of which most change nothing.
    names: Arc<Locals<V>>,
    /// Number of names that it had when it was opened.
    given: usize,
}

/// All variables: with their values when a script runs, with their source positions when its text is examined.
#[derive(Clone, Debug)]
pub(super) struct Scopes<V = Variable> {
    /// Shared with copies, which a check makes at each block that may not run.
    globals: Arc<BTreeMap<Arc<str>, V>>,
    /// Whether no global variable has been set since all were poisoned.
    poisoned: bool,
    /// Variables that hide the global ones while a saved closure is bound: their values when it was bound first.
    pub captured: Locals<V>,
    inner: Vec<Scope<V>>,
}

impl<V> Default for Scopes<V> {
    fn default() -> Self {
        Scopes {
            globals: Arc::default(),
            poisoned: false,
            captured: Locals::default(),
            inner: vec![],
        }
    }
}

/// Place of the variable that a `let` sets.
pub(super) enum Home<'s, V> {
    /// An existing name of the place where it stands.
    Known(&'s mut V),
    /// A new name of a user-defined command, or of the run of an event that one has set.
    Own(&'s mut Locals<V>),
    /// A global name.
    Script,
}

/// Reason why `set` changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unset {
    /// There is no such variable.
    Unknown,
    /// An event has only a copy of it.
    Copy(Span),
}

impl<V: Clone> Scope<V> {
    fn names_mut(&mut self) -> &mut Locals<V> {
        Arc::make_mut(&mut self.names)
    }
}

impl<V: Clone> Scopes<V> {
    /// Opens a scope with initial names.
    pub fn enter(&mut self, reach: Reach, names: impl Into<Arc<Locals<V>>>) {
        let names = names.into();
        let given = names.len();
        self.inner.push(Scope {
            reach,
            names,
            given,
        });
    }

    /// Closes the innermost scope. Returns its names.
    pub fn leave(&mut self) -> Arc<Locals<V>> {
        self.inner
            .pop()
            .map(|scope| scope.names)
            .unwrap_or_default()
    }

    /// Returns the number of the outermost visible scope.
    fn outermost(&self) -> Option<usize> {
        let is_end = |scope: &Scope<V>| scope.reach != Reach::Loop;
        self.inner.iter().rposition(is_end)
    }

    /// Returns the visible scopes, innermost first.
    fn seen(&self) -> impl Iterator<Item = (usize, &Scope<V>)> {
        let outermost = self.outermost().unwrap_or(0);
        let inner = self.inner.get(outermost..).unwrap_or_default();
        let numbered = inner.iter().enumerate().rev();
        numbered.map(move |(at, scope)| (outermost + at, scope))
    }

    /// Returns the number of the scope in which a name is local, and its index there.
    fn find(&self, name: &str) -> Option<(usize, usize)> {
        // A plain loop: each name of an expression is looked up here.
        for (at, scope) in self.seen() {
            let found = scope.names.iter().position(|(n, _)| **n == *name);
            if let Some(number) = found {
                return Some((at, number));
            }
        }
        None
    }

    /// Returns the value of a local variable.
    pub fn local(&self, name: &str) -> Option<&V> {
        let (at, number) = self.find(name)?;
        Some(&self.inner.get(at)?.names.get(number)?.1)
    }

    /// Returns all local variables, inner ones first.
    pub fn locals(&self) -> Locals<V> {
        let scopes = self.seen();
        scopes
            .flat_map(|(_, scope)| scope.names.iter().cloned())
            .collect()
    }

    /// Whether the running lines are those of a user-defined command, or of an event that one has set.
    pub fn is_in_call(&self) -> bool {
        let reach = self.outermost().and_then(|at| self.inner.get(at));
        reach.is_some_and(|scope| scope.reach != Reach::Event)
    }

    /// Returns the place of the variable that a `let` sets: a name of the place where it stands, which is the script or a
    /// user-defined command. Loops, conditions and events belong to the place around them.
    pub fn home(&mut self, name: &str) -> Home<'_, V> {
        let (found, outermost) = (self.find(name), self.outermost());
        match (found, outermost) {
            (Some((at, number)), _) => {
                let scope = self.inner.get_mut(at);
                let known = scope.and_then(|scope| scope.names_mut().get_mut(number));
                known.map_or(Home::Script, |(_, known)| Home::Known(known))
            }
            (None, Some(at)) => match self.inner.get_mut(at) {
                Some(scope) if scope.reach != Reach::Event => Home::Own(scope.names_mut()),
                _ => Home::Script,
            },
            (None, None) => Home::Script,
        }
    }
}

impl Scopes {
    /// Returns the value of a name.
    pub fn get(&self, name: &str) -> Option<&Variable> {
        self.local(name).or_else(|| self.global(name))
    }

    /// Returns the value of a global name.
    fn global(&self, name: &str) -> Option<&Variable> {
        let mut captured = self.captured.iter();
        match captured.find(|(n, _)| **n == *name) {
            Some((_, variable)) => Some(variable),
            None => self.globals.get(name),
        }
    }

    /// Sets the value of a name by `let`.
    pub fn set(&mut self, name: &str, variable: Variable) {
        match self.home(name) {
            Home::Known(known) => *known = variable,
            Home::Own(names) => names.push((name.into(), variable)),
            Home::Script => self.set_global(name, variable),
        }
    }

    fn set_global(&mut self, name: &str, variable: Variable) {
        self.poisoned = false;
        let globals = Arc::make_mut(&mut self.globals);
        match globals.get_mut(name) {
            Some(known) => *known = variable,
            None => {
                globals.insert(name.into(), variable);
            }
        }
    }

    /// Changes the value of an existing variable by `set`: one of the place where it stands, or one of the script.
    pub fn change_to(&mut self, name: &str, variable: Variable) -> Result<(), Unset> {
        if let Some((at, number)) = self.find(name) {
            let scope = self.inner.get_mut(at);
            let is_copy = |scope: &Scope<_>| {
                matches!(scope.reach, Reach::Event | Reach::EventOfCall) && number < scope.given
            };
            return match scope.map(|scope| (is_copy(scope), scope.names_mut().get_mut(number))) {
                Some((true, Some((_, known)))) => Err(Unset::Copy(known.place)),
                Some((false, Some((_, known)))) => {
                    *known = variable;
                    Ok(())
                }
                _ => Err(Unset::Unknown),
            };
        }
        match self.globals.contains_key(name) {
            true => {
                self.set_global(name, variable);
                Ok(())
            }
            false => Err(Unset::Unknown),
        }
    }

    /// Returns the variable of the script that a `let` of this name would hide, with the kind of place where it stands.
    pub fn hidden(&self, name: &str) -> Option<(Reach, &Variable)> {
        let at = self.outermost().filter(|_| self.find(name).is_none())?;
        let reach = self.inner.get(at)?.reach;
        let global = self.globals.get(name).filter(|_| reach != Reach::Event)?;
        Some((reach, global))
    }

    /// Takes a value out of its variable, to change it in place and set it again.
    pub fn take(&mut self, name: &str) -> Option<Datum> {
        let known = match self.find(name) {
            Some((at, number)) => self
                .inner
                .get_mut(at)?
                .names_mut()
                .get_mut(number)
                .map(|(_, v)| v),
            None => Arc::make_mut(&mut self.globals).get_mut(name),
        };
        known.map(|variable| std::mem::replace(&mut variable.datum, NOTHING_KNOWN))
    }

    /// Returns the value of a variable of the script.
    pub fn of_script(&self, name: &str) -> Option<&Variable> {
        self.global(name)
    }

    /// Marks global variables as possibly changed.
    pub fn may_become(&mut self, others: &BTreeMap<Arc<str>, Datum>) {
        if self.poisoned || others.is_empty() {
            return;
        }
        let globals = Arc::make_mut(&mut self.globals);
        for (name, other) in others {
            if let Some(variable) = globals.get_mut(name) {
                variable.datum = variable.datum.or(other);
            }
        }
    }

    /// Makes the values of global variables unknown, but keeps their kinds.
    pub fn forget_globals(&mut self) {
        for variable in Arc::make_mut(&mut self.globals).values_mut() {
            variable.datum = variable.datum.forgotten();
        }
    }

    /// Merges the variables with those before lines that may have run. A variable defined only in those lines may be undefined.
    pub fn or(&mut self, before: &Scopes) {
        if !Arc::ptr_eq(&self.globals, &before.globals) {
            for (name, variable) in Arc::make_mut(&mut self.globals) {
                match before.globals.get(name) {
                    Some(other) => variable.datum = variable.datum.or(&other.datum),
                    None => variable.datum = variable.datum.forgotten(),
                }
            }
        }
        for (scope, other) in self.inner.iter_mut().zip(&before.inner) {
            for (name, variable) in scope.names_mut() {
                match other.names.iter().find(|(n, _)| n == name) {
                    Some((_, other)) => variable.datum = variable.datum.or(&other.datum),
                    None => variable.datum = variable.datum.forgotten(),
                }
            }
        }
    }

    /// Restores the variables of an earlier state, and keeps those defined since: lines that run later change nothing yet.
    pub fn back_to(&mut self, before: Scopes) {
        let since = std::mem::replace(self, before);
        if Arc::ptr_eq(&self.globals, &since.globals) {
            return;
        }
        self.poisoned = false;
        let globals = Arc::make_mut(&mut self.globals);
        for (name, variable) in Arc::unwrap_or_clone(since.globals) {
            globals.entry(name).or_insert_with(|| Variable {
                datum: variable.datum.forgotten(),
                ..variable
            });
        }
    }

    /// Poisons a variable after an error in the line that would have set it.
    pub fn poison(&mut self, name: &str) {
        self.change(name, |_| NOTHING_KNOWN);
    }

    /// Poisons all visible variables and all global ones.
    pub fn poison_all(&mut self) {
        let outermost = self.outermost().unwrap_or(0);
        let locals = self.inner.iter_mut().skip(outermost);
        let locals =
            locals.flat_map(|scope| scope.names_mut().iter_mut().map(|(_, variable)| variable));
        locals.for_each(|variable| variable.datum = NOTHING_KNOWN);
        if !self.poisoned {
            let globals = Arc::make_mut(&mut self.globals).values_mut();
            globals.for_each(|variable| variable.datum = NOTHING_KNOWN);
            self.poisoned = true;
        }
    }

    /// Makes the value of a variable unknown, but keeps its kind.
    pub fn forget(&mut self, name: &str) {
        self.change(name, Datum::forgotten);
    }

    fn change(&mut self, name: &str, change: impl Fn(&Datum) -> Datum) {
        if let Home::Known(known) = self.home(name) {
            known.datum = change(&known.datum);
        } else if !self.poisoned && self.globals.contains_key(name) {
            let globals = Arc::make_mut(&mut self.globals);
            if let Some(variable) = globals.get_mut(name) {
                variable.datum = change(&variable.datum);
            }
        }
    }

    /// Returns all visible names.
    pub fn names(&self) -> Vec<String> {
        let locals = self.seen().flat_map(|(_, scope)| scope.names.iter());
        let locals = locals.map(|(name, _)| name.to_string());
        locals
            .chain(self.globals.keys().map(ToString::to_string))
            .collect()
    }
}
