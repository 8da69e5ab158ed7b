//! Assignments: to variables, to their parts, and to lists that grow.

use super::*;

impl Frame<'_> {
    /// Returns the value of an assignment that makes the list in a variable longer, in place; none if it is another one.
    pub(super) fn grown(&self, slot: u16, value: &Expression) -> Outcome<Option<Datum>> {
        let is_own = |e: &Expression| e.kind == ExpressionKind::Slot(slot);
        let Some((operand, growth)) = growth(value, &is_own, self) else {
            return Ok(None);
        };
        let operand = evaluate(operand, self)?;
        let take = || {
            let mut locals = self.locals.borrow_mut();
            locals.slots.get_mut(usize::from(slot))?.take()
        };
        let grown = grow(|| self.slot(slot), take, growth, operand).transpose();
        grown.map_err(|why| at(why, value.span))
    }

    /// Assigns to a part of a variable, or to one whose name is computed.
    pub(super) fn assign(&self, target: &Target, value: &Expression) -> Outcome<()> {
        let Some((name, path)) = resolve(target, self)? else {
            self.forget(target);
            self.locals.borrow_mut().any = true;
            return Ok(());
        };
        let datum = evaluate(value, self)?;
        if path.is_empty() {
            self.set_named(&name, datum);
            return Ok(());
        }
        let whole = self.take(&name).or_else(|| self.variable(&name));
        let whole = whole.ok_or_else(|| no_whole(&name, value.span))?;
        let changed = value::update(whole, &path, datum).map_err(|why| at(why, value.span))?;
        self.set_named(&name, changed);
        Ok(())
    }
}

/// Makes the report of a part of a variable that there is not.
#[must_use]
pub fn no_whole(name: &str, span: Span) -> Mistake {
    let message = format!(
        "there is no variable {} of which a part can be set",
        quote(name)
    );
    let report = Diagnostic::error("E015", span, message);
    Box::new(report.help(format!("define it first: `let {name} = ...`")))
}

/// The variable that an assignment changes, and the steps from it to the part.
pub type Assigned = (Arc<str>, Vec<value::Step>);

/// Evaluates the name and the steps of a target; none if the name is unknown.
///
/// # Errors
/// As [`evaluate`].
pub fn resolve(target: &Target, names: &dyn Names) -> Outcome<Option<Assigned>> {
    match target {
        Target::Name(name) => Ok(Some((Arc::clone(name), vec![]))),
        Target::Spelled(pieces) => {
            Ok(
                spell(pieces, names)?.map(|name| match name.split_once('.') {
                    Some((first, path)) => {
                        let path = path
                            .split('.')
                            .map(|field| value::Step::Field(field.into()));
                        (first.into(), path.collect())
                    }
                    None => (name.into(), vec![]),
                }),
            )
        }
        Target::Part(whole, part) => {
            let Some((name, mut path)) = resolve(whole, names)? else {
                return Ok(None);
            };
            path.push(match part {
                Part::Index(index) => value::Step::Index(evaluate(index, names)?),
                Part::Field(field) => value::Step::Field(Arc::clone(field)),
            });
            Ok(Some((name, path)))
        }
    }
}

/// The two ways in which an assignment makes a list longer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Growth {
    /// `let a = append(a, x)`.
    Append,
    /// `let a = a + [x]`.
    Add,
}

/// Returns what is added to a list, if the value of an assignment to a variable is that variable with something added: the list
/// can then grow in place. `is_own` tells whether an expression is the variable.
pub fn growth<'e>(
    value: &'e Expression,
    is_own: &dyn Fn(&Expression) -> bool,
    names: &dyn Names,
) -> Option<(&'e Expression, Growth)> {
    let appended = |arguments: &'e [Expression]| match arguments {
        [list, element] if is_own(list) => Some((element, Growth::Append)),
        _ => None,
    };
    match &value.kind {
        ExpressionKind::Builtin(function, arguments) if function.name == "append" => {
            appended(arguments)
        }
        ExpressionKind::Call {
            function,
            arguments,
            named,
        } if named.is_empty()
            && names.text(*function) == "append"
            && names.variable("append").is_none() =>
        {
            appended(arguments)
        }
        ExpressionKind::Binary(Operator::Add, both) if is_own(&both[0]) => {
            matches!(both[1].kind, ExpressionKind::List(_)).then_some((&both[1], Growth::Add))
        }
        _ => None,
    }
}

/// Makes a list longer in place; none if it is to be evaluated in the usual way. `peek` returns the list, `take` takes it out of
/// its variable; after an error it is still there.
pub fn grow(
    peek: impl FnOnce() -> Option<Datum>,
    take: impl FnOnce() -> Option<Datum>,
    growth: Growth,
    operand: Datum,
) -> Option<Result<Datum, ValueError>> {
    let element = match (growth, operand) {
        (Growth::Append, element) => element,
        (Growth::Add, Datum::List(list)) if list.len() == 1 => list.first()?.clone(),
        _ => return None,
    };
    let Datum::List(list) = peek()? else {
        return None;
    };
    if let Err(why) = list.may_take(&element) {
        return Some(Err(why));
    }
    // Nothing else may hold the list while it grows.
    drop(list);
    match take()? {
        Datum::List(list) => Some(list.push(element).map(Datum::List)),
        _ => None,
    }
}
