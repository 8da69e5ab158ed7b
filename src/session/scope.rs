//! Variables: what a script names with `let`, the parameters of its own commands, the counters of its loops.

use super::Session;
use crate::diagnostic::Diagnostic;
use crate::lang::evaluate::Names;
use crate::lang::value::{Datum, ValueError};
use crate::session::quantity::Reading;
use crate::source::Span;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A value with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// What it stands for.
    pub datum: Datum,
    /// Where it was named.
    pub place: Span,
    /// Whether the value is what it will be when the script runs. When a script is only checked, what it reads from a running
    /// world is not.
    pub known: bool,
}

/// Local names and what they stood for.
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

    /// What a name stands for.
    pub fn get(&self, name: &str) -> Option<&Variable> {
        self.local(name).or_else(|| self.globals.get(name))
    }

    /// What a local name stands for.
    pub fn local(&self, name: &str) -> Option<&Variable> {
        let mut scopes = self.seen().iter().rev();
        scopes.find_map(|scope| {
            let mut names = scope.names.iter();
            names
                .find(|(n, _)| **n == *name)
                .map(|(_, variable)| variable)
        })
    }

    /// All local names and what they stand for, inner ones first.
    pub fn locals(&self) -> Locals {
        let scopes = self.seen().iter().rev();
        scopes
            .flat_map(|scope| scope.names.iter().cloned())
            .collect()
    }

    /// Gives a name a value: one that is local already gets the new value, else it is a name of the innermost command of one's
    /// own, or of the script.
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

    /// What these variables of the script stand for is not known from here on.
    pub fn forget_all(&mut self, names: &BTreeSet<Arc<str>>) {
        for name in names {
            if let Some(variable) = self.globals.get_mut(name) {
                variable.known = false;
            }
        }
    }

    /// What the variables of the script stand for is not known from here on.
    pub fn forget_globals(&mut self) {
        for variable in self.globals.values_mut() {
            variable.known = false;
        }
    }

    /// The variables of the script whose values are known, and where they got them.
    pub fn known_globals(&self) -> Vec<(Arc<str>, Span)> {
        let known = self.globals.iter().filter(|(_, variable)| variable.known);
        known
            .map(|(name, variable)| (Arc::clone(name), variable.place))
            .collect()
    }

    /// The values of these variables are known again, unless they have got others since.
    pub fn remember(&mut self, known: &[(Arc<str>, Span)]) {
        for (name, place) in known {
            if let Some(variable) = self.globals.get_mut(name) {
                variable.known |= variable.place == *place;
            }
        }
    }

    /// The value of a variable is no longer known.
    pub fn forget(&mut self, name: &str) {
        let first = self
            .inner
            .iter()
            .rposition(|scope| scope.reach != Reach::Loop);
        let seen = self.inner.iter_mut().skip(first.unwrap_or(0)).rev();
        let mut locals = seen.flat_map(|scope| scope.names.iter_mut());
        match locals.find(|(n, _)| **n == *name) {
            Some((_, variable)) => variable.known = false,
            None => {
                if let Some(variable) = self.globals.get_mut(name) {
                    variable.known = false;
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
    unknown: Cell<bool>,
    doubtful: Cell<bool>,
    of_values: Cell<bool>,
}

impl<'a> Lookup<'a> {
    /// Reads the session as it is.
    pub fn new(session: &'a Session) -> Self {
        Lookup {
            session,
            unknown: Cell::new(false),
            doubtful: Cell::new(false),
            of_values: Cell::new(false),
        }
    }

    /// Whether something was read whose value is only known when the script runs.
    pub fn has_read_unknown(&self) -> bool {
        self.unknown.get()
    }

    /// Whether nothing needs to be said of a mistake: a value that is not known yet may do better when the script runs, as
    /// long as another one of its kind could, and a name may stand for nothing because of a mistake that is reported already.
    pub fn excuses(&self, report: &Diagnostic) -> bool {
        match report.code {
            "E014" => self.unknown.get() && self.of_values.get(),
            // A name that is put together of what is not known may be another one when the script runs.
            "E015" => {
                let spelled = self.session.sources.text(report.span).contains('{');
                self.doubtful.get() || self.unknown.get() && spelled
            }
            _ => false,
        }
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
        if self.session.is_of_doubtful_kind(name) {
            self.doubtful.set(true);
            return None;
        }
        let Some(variable) = self.session.scopes.get(name) else {
            if self.session.is_doubtful_variable(name) {
                self.doubtful.set(true);
            }
            return None;
        };
        if !variable.known {
            self.unknown.set(true);
        }
        Some(variable.datum.clone())
    }

    fn quantity(&self, path: &str) -> Result<Datum, ValueError> {
        if self.session.is_check() && self.session.has_gone {
            self.unknown.set(true);
        }
        let reading = self.session.quantity(path).map_err(|why| {
            if why.follows {
                self.doubtful.set(true);
            }
            ValueError::new(why.message).help(why.help)
        })?;
        let beyond = match &reading {
            Reading::Number(x, _) => !x.is_finite(),
            Reading::Vector(v, _) => !v.iter().all(|x| x.is_finite()),
            _ => false,
        };
        if beyond {
            let message = format!("`{path}` is beyond all numbers now");
            return Err(
                ValueError::of_values(message).help("look at how the figure is placed and moved")
            );
        }
        Ok(match reading {
            Reading::Number(x, dimension) => Datum::number(x, dimension),
            Reading::Flag(flag) => Datum::Flag(flag),
            Reading::Text(text) => Datum::text(&text)?,
            Reading::Vector(v, dimension) => {
                Datum::list(v.iter().map(|x| Datum::number(*x, dimension)).collect())?
            }
        })
    }

    fn variables(&self) -> Vec<String> {
        self.session.scopes.names()
    }

    fn thing(&self, name: &str) -> Option<String> {
        use crate::command::Thing::{Body, Corpus, Roach, World};
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
            "`{name}` is {what}; what is read of it stands behind a dot: `{name}.{field}`"
        ))
    }

    fn mistaken_value(&self) {
        self.of_values.set(true);
    }
}

impl Session {
    /// What a variable stands for.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.scopes.get(name)
    }

    /// Names of all variables that are seen.
    #[must_use]
    pub fn variable_names(&self) -> Vec<String> {
        self.scopes.names()
    }
}
