//! Variables: those of `let`, the parameters of user-defined commands, loop variables.

use super::Session;
use crate::lang::evaluate::Names;
use crate::lang::value::{Datum, Unknown, ValueError};
use crate::session::quantity::Reading;
use crate::source::Span;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What stands for a value after a mistake, or where lines that may not have run gave it one of another kind.
pub(super) const NOTHING_KNOWN: Datum = Datum::Unknown(Unknown::Any);

/// A value with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Value.
    pub datum: Datum,
    /// Place of the definition.
    pub place: Span,
    /// Place of its text, if that is an argument of a call or an item of a loop; names made from it are traced to this place.
    /// Only a session with an index stores it.
    pub written: Option<Span>,
}

/// Local variables with their values.
pub type Locals = Vec<(Arc<str>, Variable)>;

/// What ends the search for a local name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// A loop: names of what is around it are seen.
    Loop,
    /// A command of one's own, whose lines see nothing of its caller's; `let` makes names of its own.
    Call,
    /// An event or list that runs later; `let` gives values to the script's names.
    Event,
}

#[derive(Clone, Debug)]
struct Scope {
    reach: Reach,
    names: Locals,
}

/// All variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Scopes {
    globals: BTreeMap<Arc<str>, Variable>,
    inner: Vec<Scope>,
}

impl Scopes {
    /// Opens a scope with the names it begins with.
    pub fn enter(&mut self, reach: Reach, names: Locals) {
        self.inner.push(Scope { reach, names });
    }

    /// Closes the innermost scope.
    pub fn leave(&mut self) {
        self.inner.pop();
    }

    /// The scopes whose names are seen, innermost first.
    fn seen(&self) -> &[Scope] {
        let around = self
            .inner
            .iter()
            .rposition(|scope| scope.reach != Reach::Loop);
        self.inner.get(around.unwrap_or(0)..).unwrap_or_default()
    }

    /// Value of a name.
    pub fn get(&self, name: &str) -> Option<&Variable> {
        self.local(name).or_else(|| self.globals.get(name))
    }

    /// Value of a local name.
    pub fn local(&self, name: &str) -> Option<&Variable> {
        let mut scopes = self.seen().iter().rev();
        scopes.find_map(|scope| {
            let mut names = scope.names.iter();
            names
                .find(|(n, _)| **n == *name)
                .map(|(_, variable)| variable)
        })
    }

    /// All local variables, inner ones first.
    pub fn locals(&self) -> Locals {
        let scopes = self.seen().iter().rev();
        scopes
            .flat_map(|scope| scope.names.iter().cloned())
            .collect()
    }

    /// Assigns a variable: a local one if it exists, otherwise one of the innermost user-defined command, or of the script.
    pub fn set(&mut self, name: &str, variable: Variable) {
        let first = self
            .inner
            .iter()
            .rposition(|scope| scope.reach != Reach::Loop);
        for scope in self.inner.iter_mut().skip(first.unwrap_or(0)).rev() {
            if let Some((_, known)) = scope.names.iter_mut().find(|(n, _)| **n == *name) {
                *known = variable;
                return;
            }
        }
        match first.and_then(|at| self.inner.get_mut(at)) {
            Some(scope) if scope.reach == Reach::Call => scope.names.push((name.into(), variable)),
            _ => match self.globals.get_mut(name) {
                Some(known) => *known = variable,
                None => {
                    self.globals.insert(name.into(), variable);
                }
            },
        }
    }

    /// Marks variables of the script as possibly changed.
    pub fn may_become(&mut self, others: &BTreeMap<Arc<str>, Datum>) {
        for (name, other) in others {
            if let Some(variable) = self.globals.get_mut(name) {
                variable.datum = variable.datum.or(other);
            }
        }
    }

    /// Makes the values of the script's variables unknown, but keeps their kinds.
    pub fn forget_globals(&mut self) {
        for variable in self.globals.values_mut() {
            variable.datum = variable.datum.forgotten();
        }
    }

    /// Merges the variables with those before lines that may have run. A variable defined only in those lines may be undefined.
    pub fn or(&mut self, before: &Scopes) {
        for (name, variable) in &mut self.globals {
            match before.globals.get(name) {
                Some(other) => variable.datum = variable.datum.or(&other.datum),
                None => variable.datum = variable.datum.forgotten(),
            }
        }
        for (scope, other) in self.inner.iter_mut().zip(&before.inner) {
            for (name, variable) in &mut scope.names {
                match other.names.iter().find(|(n, _)| n == name) {
                    Some((_, other)) => variable.datum = variable.datum.or(&other.datum),
                    None => variable.datum = variable.datum.forgotten(),
                }
            }
        }
    }

    /// Restores the variables of an earlier state, and keeps those that have been defined since: lines that run later change
    /// nothing yet.
    pub fn back_to(&mut self, before: Scopes) {
        let since = std::mem::replace(self, before);
        for (name, variable) in since.globals {
            self.globals.entry(name).or_insert_with(|| Variable {
                datum: variable.datum.forgotten(),
                ..variable
            });
        }
    }

    /// Nothing is known of a variable after a mistake in the line that would have given it a value.
    pub fn poison(&mut self, name: &str) {
        self.change(name, |_| NOTHING_KNOWN);
    }

    /// The value of a variable is no longer known, but of what kind it is.
    pub fn forget(&mut self, name: &str) {
        self.change(name, Datum::forgotten);
    }

    fn change(&mut self, name: &str, change: impl Fn(&Datum) -> Datum) {
        let first = self
            .inner
            .iter()
            .rposition(|scope| scope.reach != Reach::Loop);
        let seen = self.inner.iter_mut().skip(first.unwrap_or(0)).rev();
        let mut locals = seen.flat_map(|scope| scope.names.iter_mut());
        match locals.find(|(n, _)| **n == *name) {
            Some((_, variable)) => variable.datum = change(&variable.datum),
            None => {
                if let Some(variable) = self.globals.get_mut(name) {
                    variable.datum = change(&variable.datum);
                }
            }
        }
    }

    /// All names that are seen.
    pub fn names(&self) -> Vec<String> {
        let locals = self.seen().iter().flat_map(|scope| scope.names.iter());
        let locals = locals.map(|(name, _)| name.to_string());
        locals
            .chain(self.globals.keys().map(ToString::to_string))
            .collect()
    }
}

/// What names stand for at the moment.
pub(crate) struct Lookup<'a> {
    session: &'a Session,
    /// Numbers that are taken in radians, where degrees were probably meant.
    radians: Cell<Option<Span>>,
}

impl<'a> Lookup<'a> {
    /// Reads the session as it is.
    pub fn new(session: &'a Session) -> Self {
        Lookup {
            session,
            radians: Cell::new(None),
        }
    }

    /// The first number that was taken in radians, although degrees were probably meant.
    pub fn taken_as_radians(&self) -> Option<Span> {
        self.radians.get()
    }
}

impl Names for Lookup<'_> {
    fn went_through(&self, elements: usize) {
        self.session.count_elements(elements);
    }

    fn text(&self, span: Span) -> &str {
        self.session.sources.text(span)
    }

    fn variable(&self, name: &str) -> Option<Datum> {
        match self.session.own.scopes.get(name) {
            Some(variable) => Some(variable.datum.clone()),
            // A mistake has kept it from coming to be, which is reported.
            None => self
                .session
                .is_doubtful_variable(name)
                .then_some(NOTHING_KNOWN),
        }
    }

    fn quantity(&self, path: &str) -> Result<Datum, ValueError> {
        let reading = match self.session.quantity(path) {
            Ok(reading) => reading,
            // There is none because of a mistake that is reported already.
            Err(why) if why.follows => return Ok(NOTHING_KNOWN),
            Err(why) => return Err(ValueError::new(why.message).help(why.help)),
        };
        if self.session.world_is_unknown() {
            return datum(reading).map(|datum| datum.measured());
        }
        let beyond = match &reading {
            Reading::Number(x, _) => !x.is_finite(),
            Reading::Vector(v, _) => !v.iter().all(|x| x.is_finite()),
            _ => false,
        };
        if beyond {
            let message = format!("`{path}` is not finite now");
            return Err(
                ValueError::of_values(message).help("check how the figure is placed and moved")
            );
        }
        datum(reading)
    }

    fn variables(&self) -> Vec<String> {
        self.session.own.scopes.names()
    }

    fn thing(&self, name: &str) -> Option<String> {
        use crate::session::command::Thing::{Body, Corpus, Roach, World};
        let things = [
            (Body, "z"),
            (Corpus, "com"),
            (Roach, "leg0.phase"),
            (World, "time"),
        ];
        let mut known = things.iter();
        let (thing, field) = known.find(|(thing, _)| self.session.find(*thing, name).is_some())?;
        let what = thing.with_article();
        Some(format!(
            "`{name}` is {what}; to read a quantity of it, write a dot and a field: `{name}.{field}`"
        ))
    }

    fn taken_as_radians(&self, number: Span) {
        self.radians.set(self.radians.get().or(Some(number)));
    }
}

fn datum(reading: Reading) -> Result<Datum, ValueError> {
    Ok(match reading {
        Reading::Number(x, dimension) => Datum::number(x, dimension),
        Reading::Flag(flag) => Datum::Flag(flag),
        Reading::Text(text) => Datum::text(&text)?,
        Reading::Vector(v, dimension) => {
            Datum::list(v.iter().map(|x| Datum::number(*x, dimension)).collect())?
        }
    })
}

impl Session {
    /// Value of a variable.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.own.scopes.get(name)
    }

    /// Names of all variables that are seen.
    #[must_use]
    pub fn variable_names(&self) -> Vec<String> {
        self.own.scopes.names()
    }
}
