//! Values of names in expressions: variables, and quantities of the simulation.

use super::scope::{NOTHING_KNOWN, Variable};
use super::{Closure, Session};
use crate::lang::evaluate::{Allowance, Answer, Names};
use crate::lang::value::{Datum, Unknown, ValueError};
use crate::session::quantity::{Reading, Touching};
use crate::source::{SourceId, Span};
use std::cell::Cell;
use std::sync::Arc;

/// Current values of names.
pub(crate) struct Lookup<'a> {
    session: &'a Session,
    /// Local names of a closure, which hide others.
    locals: &'a [(Arc<str>, Variable)],
    /// Numbers that are taken in radians, where degrees were probably meant.
    radians: Cell<Option<Span>>,
    /// Number of lines of functions that were run.
    lines: Cell<u64>,
}

/// Most lines of functions in one evaluation: some seconds.
const MOST_LINES: u64 = 20_000_000;

impl<'a> Lookup<'a> {
    /// Creates a lookup in the current state of the session.
    pub fn new(session: &'a Session) -> Self {
        Lookup {
            session,
            locals: &[],
            radians: Cell::new(None),
            lines: Cell::new(0),
        }
    }

    /// Creates a lookup in the scopes of a closure.
    pub fn of_closure(session: &'a Session, closure: &'a Closure) -> Self {
        let environment = closure.environment.as_ref();
        Lookup {
            locals: environment.map_or(&[], |environment| &environment.locals),
            ..Lookup::new(session)
        }
    }

    /// Returns the first number that was taken in radians, although degrees were probably meant.
    pub fn taken_as_radians(&self) -> Option<Span> {
        self.radians.get()
    }
}

impl Lookup<'_> {
    /// Returns the value of a variable, and records that it was read.
    fn found(&self, name: &str, variable: Option<&Variable>) -> Option<Datum> {
        match variable {
            Some(variable) => {
                self.session.capture(name, variable);
                Some(variable.datum.clone())
            }
            // It is poisoned by an error reported before.
            None => {
                let doubts = &self.session.check.doubts;
                doubts.covers_variable(name).then_some(NOTHING_KNOWN)
            }
        }
    }
}

impl Lookup<'_> {
    /// Returns help for the name of a result, which is no variable.
    fn result(&self, name: &str) -> Option<String> {
        let mut results = self.session.results.named.iter();
        let Some(result) = results.find(|result| *result.name == *name) else {
            return self.later_result(name);
        };
        let is = "is a result, which is handed out and cannot be read";
        if self.session.sources.text(result.place) != name {
            return Some(format!(
                "`{name}` {is}: set a variable with `let`, and hand that out"
            ));
        }
        let line = self.session.sources.after(result.place);
        let value = line.trim_start().strip_prefix('=')?;
        let value = value.split(" #").next().unwrap_or_default().trim();
        Some(format!(
            "`{name}` {is}; in place of its line, write:\nlet {name} = {value}\nresult {name} = {name}"
        ))
    }

    /// Returns help for the name of a result that a line which has not run gives.
    fn later_result(&self, name: &str) -> Option<String> {
        let is_its = |line: &str| {
            let rest = line.trim_start().strip_prefix("result ");
            let rest = rest.and_then(|rest| rest.trim_start().strip_prefix(name));
            rest.is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        let (_, line) = self.line_of(is_its)?;
        Some(format!(
            "line {line}, which has not run, makes it a result; a result is handed out and cannot be read: set a variable with `let`, and hand that out"
        ))
    }

    /// Finds a line of the texts: its text, and its number, counted from 1.
    fn line_of(&self, is_meant: impl Fn(&str) -> bool) -> Option<(SourceId, usize)> {
        self.session.sources.iter().find_map(|(id, source)| {
            let at = source.text.lines().position(&is_meant)?;
            Some((id, source.lines_before + at + 1))
        })
    }

    /// Returns help for the name of a function whose definition comes later in the script.
    fn defined_elsewhere(&self, name: &str) -> Option<String> {
        let is_head = |line: &str| {
            let rest = line.trim_start().strip_prefix("function ");
            let rest = rest.and_then(|rest| rest.trim_start().strip_prefix(name));
            rest.is_some_and(|rest| rest.trim_start().starts_with('('))
        };
        let (source, line) = self.line_of(is_head)?;
        let sources = &self.session.sources;
        let (last, _) = sources.iter().last()?;
        let is_before =
            source != last && (sources.is_typed(source) || sources.are_one_file(source, last));
        if is_before {
            return Some("its definition has a mistake: write it again".to_owned());
        }
        Some(format!(
            "it is defined in line {line}: move the definition above this line"
        ))
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
        if let Some((_, variable)) = self.locals.iter().find(|(n, _)| **n == *name) {
            return Some(variable.datum.clone());
        }
        self.found(name, self.session.own.scopes.get(name))
    }

    fn global(&self, name: &str) -> Option<Datum> {
        self.found(name, self.session.own.scopes.of_script(name))
    }

    fn may_run(&self, lines: u64) -> Allowance {
        let progress = &self.session.progress.steps;
        progress.set(progress.get() + lines);
        if !self.session.mode.has_effects() {
            return match self.session.check.is_beyond(progress.get()) {
                true => Allowance::GivenUp,
                false => Allowance::Granted,
            };
        }
        self.lines.set(self.lines.get() + lines);
        match self.lines.get() > MOST_LINES {
            true => Allowance::TooLong,
            false => Allowance::Granted,
        }
    }

    fn command(&self, name: &str) -> Option<String> {
        let is_own = self.session.definition(name).is_some();
        (is_own || self.session.table.find(name).is_some())
            .then(|| {
                format!(
                    "`{name}` is a command, which stands at the start of a line and has no value"
                )
            })
            .or_else(|| match self.session.variable(name) {
                Some(_) => None,
                None => self.defined_elsewhere(name),
            })
    }

    fn quantity(&self, path: &str) -> Result<Datum, ValueError> {
        let reading = match self.session.quantity(path) {
            Ok(reading) => reading,
            // It is missing because of an error reported before.
            Err(why) if why.follows => return Ok(NOTHING_KNOWN),
            Err(why) => return Err(ValueError::new(why.message).help(why.help)),
        };
        if !self.session.mode.knows_world(self.session) {
            // Their number is not known either.
            if let Reading::Contacts(_) = reading {
                return Ok(Datum::Unknown(Unknown::List));
            }
            return datum(reading).map(|datum| datum.measured());
        }
        let beyond = match &reading {
            Reading::Number(x, _) => !x.is_finite(),
            Reading::Vector(v, _) => !v.iter().all(|x| x.is_finite()),
            _ => false,
        };
        if beyond {
            if let Some((body, stop @ ("qmin" | "qmax"))) = path.rsplit_once('.') {
                let end = if stop == "qmin" { "lower" } else { "upper" };
                let message = format!("`{path}` cannot be read: the joint has no {end} stop");
                let help = format!("`range {body} LOW HIGH` sets stops");
                return Err(ValueError::of_values(message).help(help));
            }
            let message = format!("`{path}` is not finite now");
            return Err(ValueError::of_values(message)
                .help("check the positions and speeds that the script sets"));
        }
        datum(reading)
    }

    fn question(&self, path: &str) -> Option<Answer<'_>> {
        let path = path.to_owned();
        self.session.is_question(&path).then(|| -> Answer<'_> {
            Box::new(move |names| match names {
                [Some(name)] => match self.session.touches(&path, name) {
                    Ok(_) if !self.session.mode.knows_world(self.session) => {
                        Ok(Datum::Unknown(Unknown::Flag))
                    }
                    Ok(reading) => datum(reading),
                    Err(why) if why.follows => Ok(Datum::Unknown(Unknown::Flag)),
                    Err(why) => Err(ValueError::new(why.message).help(why.help)),
                },
                [None] => Ok(Datum::Unknown(Unknown::Flag)),
                _ => {
                    let message = format!("`{path}` takes one name, found {}", names.len());
                    let help = format!(
                        "usage: `{path}(OTHER)`; the other is a body, a figure or `ground`"
                    );
                    Err(ValueError::new(message).help(help))
                }
            })
        })
    }

    fn variables(&self) -> Vec<String> {
        self.session.own.scopes.names()
    }

    fn hyphenated(&self, part: Span) -> Option<String> {
        let sources = &self.session.sources;
        let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let (before, rest) = (sources.before(part), sources.after(part));
        let first = sources.text(part).split('.').next().unwrap_or_default();
        let start = before.trim_end_matches(inside).len();
        // Text after a member, as in `leg.z-2`, belongs to no name.
        let rest = match first == sources.text(part) {
            true => rest,
            false => "",
        };
        let end = rest.find(|c| !inside(c)).unwrap_or(rest.len());
        let whole = [before.get(start..)?, first, rest.get(..end)?].concat();
        let is_known = whole.contains('-') && self.session.thing_called(&whole).is_some();
        is_known.then_some(whole)
    }

    fn thing(&self, name: &str) -> Option<String> {
        use crate::session::command::Thing::{Body, Corpus, Neuron, Roach, World};
        if let Some(help) = self.result(name) {
            return Some(help);
        }
        let things = [
            (Body, "z"),
            (Corpus, "com"),
            (Roach, "leg0.phase"),
            (World, "time"),
            (Neuron, "out"),
        ];
        let mut known = things.iter();
        let (thing, field) = known.find(|(thing, _)| self.session.find(*thing, name).is_some())?;
        let what = thing.with_article();
        Some(format!(
            "`{name}` is {what}; to read a quantity of it, add a dot and the name of the quantity: `{name}.{field}`"
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
        Reading::Contacts(all) => {
            Datum::list(all.iter().map(Touching::datum).collect::<Result<_, _>>()?)?
        }
        Reading::Vector(v, dimension) => {
            Datum::list(v.iter().map(|x| Datum::number(*x, dimension)).collect())?
        }
    })
}

impl Session {
    /// Returns the value of a variable.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.own.scopes.get(name)
    }

    /// Records that a variable was read: a global one is captured for the closure being bound.
    fn capture(&self, name: &str, variable: &Variable) {
        if let Some(captured) = &mut *self.own.captured.borrow_mut()
            && self.own.scopes.local(name).is_none()
            && !captured.iter().any(|(known, _)| **known == *name)
        {
            captured.push((name.into(), variable.clone()));
        }
    }

    /// Returns the names of all visible variables.
    #[must_use]
    pub fn variable_names(&self) -> Vec<String> {
        self.own.scopes.names()
    }
}
