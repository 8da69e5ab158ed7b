//! Evaluates expressions. The caller supplies the values of names.

use super::dimension::Dimension;
use super::function::{self, Frame};
use super::syntax::{Clause, Comprehension, Expression, ExpressionKind, Piece};
use super::units::{parse_unit, similar_unit};
use super::value::functions::{Each, Function};
use super::value::unknown as value;
use super::value::{
    Callee, Datum, LONGEST_TEXT, Operator, Prefix, Record, Unknown, ValueError, functions,
    show as shown,
};
use crate::diagnostic::{Diagnostic, Standing, quote};
use crate::source::Span;
use std::sync::Arc;

/// Resolves names to values. What local names do not say themselves is asked of those around them.
pub trait Names {
    /// Returns the names around these, if these are local to a function or to a part of an expression.
    fn outer(&self) -> Option<&dyn Names> {
        None
    }
    /// Returns the text of a span.
    fn text(&self, span: Span) -> &str {
        self.outer().map_or("", |outer| outer.text(span))
    }
    /// Returns the value of a variable.
    fn variable(&self, name: &str) -> Option<Datum>;
    /// Returns the value of a variable of the script, and not of the place of a call.
    fn global(&self, name: &str) -> Option<Datum> {
        match self.outer() {
            Some(outer) => outer.global(name),
            None => self.variable(name),
        }
    }
    /// Returns the value of `name.field` in the running world.
    ///
    /// # Errors
    /// There is no such thing, or it has no such field; the error has the report in a sentence, and advice.
    fn quantity(&self, path: &str) -> Result<Datum, ValueError> {
        match self.outer() {
            Some(outer) => outer.quantity(path),
            None => Err(ValueError::new(format!("there is no {}", quote(path)))),
        }
    }
    /// Returns the function that answers a question about a thing, such as `trunk.touches(wall)`; none if `path` is no question. Its
    /// arguments are names; none of them is known in place of one.
    fn question(&self, path: &str) -> Option<Answer<'_>> {
        self.outer()?.question(path)
    }
    /// Returns the names of variables, for suggestions.
    fn variables(&self) -> Vec<String> {
        self.outer()
            .map_or_else(Vec::new, |outer| outer.variables())
    }
    /// Returns help for a name that is not a value, but a thing with readable quantities.
    fn thing(&self, name: &str) -> Option<String> {
        self.outer()?.thing(name)
    }
    /// Returns help for a name that is not a function, but a command of the script.
    fn command(&self, name: &str) -> Option<String> {
        self.outer()?.command(name)
    }
    /// Returns the name of a thing that contains `-` and that the name at a place is a part of.
    fn hyphenated(&self, part: Span) -> Option<String> {
        self.outer()?.hyphenated(part)
    }
    /// Receives the number of elements that were evaluated, to limit them.
    fn went_through(&self, elements: usize) {
        if let Some(outer) = self.outer() {
            outer.went_through(elements);
        }
    }
    /// Whether a function may run so many further lines.
    fn may_run(&self, lines: u64) -> Allowance {
        let outer = self.outer();
        outer.map_or(Allowance::Granted, |outer| outer.may_run(lines))
    }
    /// Returns the innermost call of a function of the script, if the names are those of one.
    fn frame(&self) -> Option<&Frame<'_>> {
        self.outer()?.frame()
    }
    /// Receives a number that is taken in radians, where degrees were probably meant.
    fn taken_as_radians(&self, number: Span) {
        if let Some(outer) = self.outer() {
            outer.taken_as_radians(number);
        }
    }
}

/// Function that answers a question about things, given by their names; a name that depends on the run is none.
pub type Answer<'n> = Box<dyn Fn(&[Option<String>]) -> Result<Datum, ValueError> + 'n>;

/// Whether a function may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowance {
    /// It may.
    Granted,
    /// A check has seen enough: the result is unknown.
    GivenUp,
    /// It has run too long.
    TooLong,
}

/// An error in an expression.
pub type Mistake = Box<Diagnostic>;

/// Evaluates an expression.
///
/// # Errors
/// E014 if values do not fit, E015 if a name is unknown.
pub fn evaluate(expression: &Expression, names: &dyn Names) -> Result<Datum, Mistake> {
    // Each form that needs more of the stack has a function of its own: expressions are deep.
    match &expression.kind {
        ExpressionKind::Known(datum) => Ok(datum.clone()),
        ExpressionKind::Slot(number) => match names.frame().and_then(|frame| frame.slot(*number)) {
            Some(Datum::Text(text)) => {
                names.went_through(text.len());
                Ok(Datum::Text(text))
            }
            Some(found) => Ok(found),
            // Without a value so far, it may be a variable of the script.
            None => named(expression.span, names),
        },
        ExpressionKind::Name => named(expression.span, names),
        ExpressionKind::Binary(Operator::Within | Operator::WithinPart, _) => {
            composed(expression, names)
        }
        ExpressionKind::Binary(operator, both) => {
            operation(*operator, both, expression.span, names)
        }
        ExpressionKind::Builtin(function, arguments) => {
            let values = arguments.iter().map(|argument| evaluate(argument, names));
            let values = values.collect::<Result<Vec<_>, _>>()?;
            call_known(function, arguments, &values, expression.span, names)
        }
        ExpressionKind::Call {
            function,
            arguments,
            named,
        } => call(expression.span, *function, arguments, named, names),
        ExpressionKind::Text(_) | ExpressionKind::Formatted(..) | ExpressionKind::Spelled(_) => {
            written(expression, names)
        }
        _ => composed(expression, names),
    }
}

/// Evaluates a name.
fn named(span: Span, names: &dyn Names) -> Result<Datum, Mistake> {
    let found = name(names.text(span), span, names)?;
    if let Datum::Text(text) = &found {
        names.went_through(text.len());
    }
    Ok(found)
}

/// Evaluates an operation on two values.
fn operation(
    operator: Operator,
    [left, right]: &[Expression; 2],
    span: Span,
    names: &dyn Names,
) -> Result<Datum, Mistake> {
    let first = evaluate(left, names)?;
    // The right operand is not evaluated if the left one decides.
    match (operator, &first) {
        (Operator::And, Datum::Flag(false)) | (Operator::Or, Datum::Flag(true)) => {
            return Ok(first);
        }
        _ => {}
    }
    let second = evaluate(right, names)?;
    if operator.compares() || matches!(operator, Operator::Add | Operator::Sub) {
        doubt_angles([(left, &second), (right, &first)], names);
    }
    // Most operands are two numbers, which are known and have no elements.
    let done = match (&first, &second) {
        (Datum::Number(_), Datum::Number(_)) => super::value::binary(operator, &first, &second),
        _ => {
            names.went_through(first.size() + second.size());
            value::binary(operator, &first, &second)
        }
    };
    done.map_err(|why| at(why, span))
}

/// Evaluates a text with expressions, a value with a format, or a name with pieces in braces.
#[inline(never)]
fn written(expression: &Expression, names: &dyn Names) -> Result<Datum, Mistake> {
    let of = |e: &Expression| evaluate(e, names);
    let here = |why: ValueError| at(why, expression.span);
    match &expression.kind {
        ExpressionKind::Spelled(pieces) => match spell(pieces, names)? {
            Some(spelled) => name(&spelled, expression.span, names),
            None => Ok(Datum::Unknown(Unknown::Any)),
        },
        ExpressionKind::Text(pieces) => {
            match join(pieces, names, |datum| match datum.is_unknown() {
                true => Ok(None),
                false => Ok(Some(shown(datum))),
            })? {
                Some(text) => {
                    names.went_through(text.len());
                    Datum::text(&text).map_err(here)
                }
                None => Ok(Datum::Unknown(Unknown::Text)),
            }
        }
        ExpressionKind::Formatted(inner, format) => {
            let datum = of(inner)?;
            let format = names.text(*format).trim_start_matches(':');
            if datum.is_unknown() {
                return Ok(Datum::Unknown(Unknown::Text));
            }
            let text = super::value::format(&datum, format).map_err(|why| at(why, inner.span))?;
            Datum::text(&text).map_err(here)
        }
        _ => evaluate(expression, names),
    }
}

/// Evaluates the other forms, which are made of several values or change one.
#[inline(never)]
fn composed(expression: &Expression, names: &dyn Names) -> Result<Datum, Mistake> {
    let of = |e: &Expression| evaluate(e, names);
    let here = |why: ValueError| at(why, expression.span);
    match &expression.kind {
        ExpressionKind::Factor(unit) => {
            let word = names.text(expression.span);
            let is_constant = functions::CONSTANTS.iter().any(|c| c.name == word);
            match names.variable(word) {
                None if !is_constant => Ok(unit.clone()),
                _ => name(word, expression.span, names),
            }
        }
        ExpressionKind::List(elements) => {
            let elements = elements.iter().map(of).collect::<Result<Vec<_>, _>>()?;
            Datum::list(elements).map_err(here)
        }
        ExpressionKind::Prefix(operator, operand) => {
            let operand = of(operand)?;
            names.went_through(operand.size());
            value::prefix(*operator, &operand).map_err(here)
        }
        ExpressionKind::Binary(operator @ (Operator::Within | Operator::WithinPart), both) => {
            let [compared, tolerance] = &**both;
            let ExpressionKind::Binary(_, sides) = &compared.kind else {
                return Err(here(ValueError::new("a tolerance without a `~` before it")));
            };
            let [left, right] = &**sides;
            let (left, right, allowed) = (of(left)?, of(right)?, of(tolerance)?);
            names.went_through(left.size() + right.size());
            value::near(*operator, &left, &right, &allowed).map_err(here)
        }
        ExpressionKind::Record(fields) => {
            let mut values: Vec<(Arc<str>, Datum)> = Vec::with_capacity(fields.len());
            for (name, value) in fields {
                let text = names.text(*name);
                if values.iter().any(|(known, _)| **known == *text) {
                    let why = format!("the record has two fields {}", quote(text));
                    return Err(at(ValueError::new(why).help("remove one of them"), *name));
                }
                values.push((text.into(), of(value)?));
            }
            Record::new(values).map(Datum::Record).map_err(here)
        }
        ExpressionKind::Comprehension(all) => comprehend(all, expression.span, names),
        ExpressionKind::Index(both) => {
            let [whole, index] = &**both;
            value::index(&of(whole)?, &of(index)?).map_err(here)
        }
        ExpressionKind::Member(whole, field) => members(of(whole)?, names.text(*field))
            .map_err(|why| here(point_before_unit(why, whole, names.text(*field), names))),
        ExpressionKind::Convert(whole, unit) => {
            value::convert(of(whole)?, names.text(*unit)).map_err(|why| at(why, *unit))
        }
        ExpressionKind::Range(ends, step) => {
            let [from, to] = &**ends;
            let step = step.as_deref().map(of).transpose()?;
            value::range(&of(from)?, &of(to)?, step.as_ref()).map_err(here)
        }
        _ => evaluate(expression, names),
    }
}

/// Evaluates a call of a function: one of the script, or one of the language.
fn call(
    at_call: Span,
    function: Span,
    arguments: &[Expression],
    named: &[(Span, Expression)],
    names: &dyn Names,
) -> Result<Datum, Mistake> {
    let here = |why: ValueError| at(why, at_call);
    let of = |e: &Expression| evaluate(e, names);
    let called = names.text(function);
    let own = match called.split_once('.') {
        None => names.variable(called),
        Some((first, path)) => names
            .variable(first)
            .and_then(|whole| members(whole, path).ok()),
    };
    if let (None, Some(answer)) = (
        &own,
        called
            .contains('.')
            .then(|| names.question(called))
            .flatten(),
    ) {
        if let Some((name, _)) = named.first() {
            let message = format!("`{called}` takes its arguments by place");
            return Err(at(ValueError::new(message), *name));
        }
        let about = arguments
            .iter()
            .map(|argument| named_thing(argument, names));
        return answer(&about.collect::<Result<Vec<_>, _>>()?).map_err(here);
    }
    let values = arguments.iter().map(of).collect::<Result<Vec<_>, _>>()?;
    match own {
        Some(Datum::Function(Callee::Own(own))) => {
            let named = named.iter().map(|(name, value)| Ok((*name, of(value)?)));
            let named = named.collect::<Result<Vec<_>, Mistake>>()?;
            return function::call(&own, values, named, at_call, names);
        }
        Some(callee @ Datum::Function(_)) if named.is_empty() => {
            return function::apply(&callee, &values, at_call, names);
        }
        Some(Datum::Unknown(Unknown::Any)) if Function::by_name(called).is_none() => {
            return Ok(Datum::Unknown(Unknown::Any));
        }
        _ => {}
    }
    let known = Function::known(called).map_err(|why| {
        let help = names
            .command(called)
            .filter(|_| !functions::is_elsewhere(called));
        here(match (help, &own) {
            (Some(help), _) => why.help(help),
            (None, Some(value)) => ValueError::new(format!(
                "{} is {}, and no function",
                quote(called),
                value.kind()
            )),
            _ => why,
        })
    })?;
    if let Some((name, _)) = named.first() {
        let message = format!("`{called}` takes its arguments by place");
        let error = ValueError::new(message).help(format!("usage: {}", known.usage()));
        return Err(at(error, *name));
    }
    call_known(known, arguments, &values, at_call, names)
}

/// Returns the name of a thing in an argument: the text of a variable, or a name as it is written; none if it depends on the run.
fn named_thing(argument: &Expression, names: &dyn Names) -> Result<Option<String>, Mistake> {
    let written = names.text(argument.span);
    let value = match &argument.kind {
        ExpressionKind::Name => names.variable(written),
        ExpressionKind::Spelled(pieces) => return spell(pieces, names),
        _ => Some(evaluate(argument, names)?),
    };
    match value {
        None => Ok(Some(written.to_owned())),
        Some(Datum::Text(text)) => Ok(Some(text.to_string())),
        Some(Datum::Unknown(Unknown::Text | Unknown::Any)) => Ok(None),
        Some(other) => {
            let why = format!("{} is {}, and no name", quote(written), other.kind());
            Err(at(ValueError::new(why), argument.span))
        }
    }
}

/// Evaluates a call of a function of the language.
fn call_known(
    known: &'static Function,
    arguments: &[Expression],
    values: &[Datum],
    at_call: Span,
    names: &dyn Names,
) -> Result<Datum, Mistake> {
    let here = |why: ValueError| at(why, at_call);
    let elements = values.iter().map(Datum::size).sum();
    if elements > 0 {
        names.went_through(elements);
    }
    if let [argument] = arguments
        && matches!(known.name, "sin" | "cos" | "tan")
        && bare_number(argument).is_some_and(|x| x.abs() > TURN)
    {
        names.taken_as_radians(argument.span);
    }
    match known.each() {
        Some(each) => {
            known.takes(values.len()).map_err(here)?;
            for_each(each, known, values, at_call, names)
        }
        None => value::call(known, values).map_err(here),
    }
}

/// Evaluates `map`, `filter` and `reduce`.
fn for_each(
    each: Each,
    known: &Function,
    values: &[Datum],
    at_call: Span,
    names: &dyn Names,
) -> Result<Datum, Mistake> {
    let (callee, items) = match values {
        [callee, items, ..] => (callee, items),
        _ => return Ok(Datum::Unknown(Unknown::Any)),
    };
    let unknown = Datum::Unknown(match each {
        Each::Map | Each::Filter => Unknown::List,
        Each::Reduce => Unknown::Any,
    });
    let items = match items {
        Datum::List(list) => list.to_vec(),
        Datum::Range(range) => {
            let all = super::value::call("list", &[Datum::Range(*range)]);
            match all.map_err(|why| at(why, at_call))? {
                Datum::List(list) => list.to_vec(),
                _ => vec![],
            }
        }
        Datum::Unknown(Unknown::List | Unknown::Any | Unknown::Range(_)) => return Ok(unknown),
        other => {
            let why = format!("`{}` needs a list, found {}", known.name, other.kind());
            let why = ValueError::new(why).help(format!("usage: {}", known.usage()));
            return Err(at(why, at_call));
        }
    };
    let run = |data: &[Datum]| function::apply(callee, data, at_call, names);
    match each {
        Each::Map => {
            let all = items.iter().map(|item| run(std::slice::from_ref(item)));
            Datum::list(all.collect::<Result<_, _>>()?).map_err(|why| at(why, at_call))
        }
        Each::Filter => {
            let mut kept = vec![];
            for item in items {
                match run(std::slice::from_ref(&item))? {
                    Datum::Flag(true) => kept.push(item),
                    Datum::Flag(false) => {}
                    Datum::Unknown(Unknown::Flag | Unknown::Any) => return Ok(unknown),
                    other => {
                        let why = ValueError::no_flag(known.name, &other);
                        return Err(at(why, at_call));
                    }
                }
            }
            Datum::list(kept).map_err(|why| at(why, at_call))
        }
        Each::Reduce => {
            let start = values.get(2).cloned().unwrap_or(unknown);
            items
                .into_iter()
                .try_fold(start, |sum, item| run(&[sum, item]))
        }
    }
}

/// Names with one more local variable: that of a comprehension.
struct With<'a> {
    outer: &'a dyn Names,
    name: &'a str,
    value: Datum,
}

impl Names for With<'_> {
    fn outer(&self) -> Option<&dyn Names> {
        Some(self.outer)
    }

    fn variable(&self, name: &str) -> Option<Datum> {
        match name == self.name {
            true => Some(self.value.clone()),
            false => self.outer.variable(name),
        }
    }

    fn variables(&self) -> Vec<String> {
        let mut all = self.outer.variables();
        all.push(self.name.to_owned());
        all
    }
}

/// Evaluates a comprehension.
fn comprehend(all: &Comprehension, span: Span, names: &dyn Names) -> Result<Datum, Mistake> {
    let mut found = vec![];
    match clauses(all, &all.clauses, names, &mut found)? {
        true => Datum::list(found).map_err(|why| at(why, span)),
        false => Ok(Datum::Unknown(Unknown::List)),
    }
}

/// Evaluates the clauses of a comprehension, and its value for each pass; false if the number of passes is unknown.
fn clauses(
    all: &Comprehension,
    rest: &[Clause],
    names: &dyn Names,
    found: &mut Vec<Datum>,
) -> Result<bool, Mistake> {
    let Some((clause, rest)) = rest.split_first() else {
        found.push(evaluate(&all.value, names)?);
        return super::value::list::fits(found.len() as u64)
            .map(|()| true)
            .map_err(|why| at(why, all.value.span));
    };
    match clause {
        Clause::If(condition) => match function::truth(&evaluate(condition, names)?, condition)? {
            Some(true) => clauses(all, rest, names, found),
            Some(false) => Ok(true),
            None => {
                clauses(all, rest, names, found)?;
                Ok(false)
            }
        },
        Clause::For(name, items) => {
            let data = evaluate(items, names)?;
            let (count, is_known) = match &data {
                Datum::List(list) => (list.len() as u64, true),
                Datum::Range(range) => (range.count(), true),
                Datum::Unknown(Unknown::List | Unknown::Any | Unknown::Range(_)) => (1, false),
                other => {
                    let why = format!("a loop needs a range or a list, found {}", other.kind());
                    let why = ValueError::new(why).help("for example `0..6` or `[1 2 3]`");
                    return Err(at(why, items.span));
                }
            };
            let mut known = is_known;
            for pass in 0..count {
                let value = match &data {
                    Datum::List(list) => list.get(pass as usize).cloned(),
                    Datum::Range(range) => range.get(pass).map(Datum::Number),
                    Datum::Unknown(kind) => Some(Datum::Unknown(kind.element())),
                    _ => None,
                };
                let inner = With {
                    outer: names,
                    name: names.text(*name),
                    value: value.unwrap_or(Datum::Flag(false)),
                };
                names.went_through(1);
                known &= clauses(all, rest, &inner, found)?;
            }
            Ok(known)
        }
    }
}

/// Adds help to the error of a number with a point before its unit: `5.m`.
fn point_before_unit(
    why: ValueError,
    number: &Expression,
    unit: &str,
    names: &dyn Names,
) -> ValueError {
    match bare_number(number).is_some() && parse_unit(unit).is_ok() {
        true => why.help(format!("write `{}{unit}`", names.text(number.span))),
        false => why,
    }
}

/// A full turn in radians, with a margin for rounding.
const TURN: f64 = 1.001 * std::f64::consts::TAU;

/// Returns the value of a literal number without a unit.
fn bare_number(expression: &Expression) -> Option<f64> {
    match &expression.kind {
        ExpressionKind::Known(Datum::Number(number)) if number.dimension == Dimension::NONE => {
            Some(number.value)
        }
        ExpressionKind::Prefix(Prefix::Minus, inner) => bare_number(inner).map(|x| -x),
        _ => None,
    }
}

/// Reports a literal number without unit that is compared with an angle or added to one, given both expressions with the value of the other
/// side: if it is beyond a turn, or an integer beyond half a turn, it was hardly meant in radians.
fn doubt_angles(sides: [(&Expression, &Datum); 2], names: &dyn Names) {
    for (side, other) in sides {
        let is_angle = matches!(other, Datum::Number(n) if n.dimension == Dimension::ANGLE);
        let Some(x) = bare_number(side).filter(|_| is_angle) else {
            continue;
        };
        if x.abs() > TURN || x.fract() == 0.0 && x.abs() > std::f64::consts::PI {
            names.taken_as_radians(side.span);
        }
    }
}

/// Returns the report of an error at a place. Separate, to keep the stack frames of the recursive [`evaluate`] small.
#[cold]
#[inline(never)]
pub fn at(why: ValueError, span: Span) -> Mistake {
    let help = why
        .help
        .as_deref()
        .unwrap_or("see `corpus help expressions`");
    let report = Diagnostic::error(why.code(), span, why.message.as_str());
    let standing = match why.of_values {
        true => Standing::OfValues,
        false => Standing::Usual,
    };
    Box::new(report.help(help).standing(standing))
}

/// Returns the member at the end of a path, as in `v.x.y`.
fn members(mut whole: Datum, path: &str) -> Result<Datum, ValueError> {
    for field in path.split('.') {
        whole = value::member(&whole, field)?;
    }
    Ok(whole)
}

/// Returns the value of a name: a variable, possibly with members, or a quantity of the world.
#[inline(never)]
fn name(name: &str, span: Span, names: &dyn Names) -> Result<Datum, Mistake> {
    let (first, path) = name.split_once('.').unwrap_or((name, ""));
    if let Some(found) = names.variable(first) {
        return match path {
            "" => Ok(found),
            // A text may be the name of a body, as the argument of a function: its quantities.
            _ if names.frame().is_some()
                && let Datum::Text(text) = &found =>
            {
                let path = format!("{text}.{path}");
                names.quantity(&path).map_err(|why| at(why, span))
            }
            // A variable with unknown value may have the name of a body.
            _ if found == Datum::Unknown(Unknown::Any) => Ok(names.quantity(name).unwrap_or(found)),
            // A variable may have the name of a body; the body's quantities are still readable.
            _ => members(found.clone(), path)
                .or_else(|why| names.quantity(name).map_err(|_| why))
                .or_else(|why| match &found {
                    Datum::Text(text) => names.quantity(&format!("{text}.{path}")),
                    _ => Err(why),
                })
                .map_err(|why| at(why, span)),
        };
    }
    if path.is_empty() {
        if let Some(constant) = functions::CONSTANTS.iter().find(|c| c.name == first) {
            return Ok(Datum::Number(constant.value.clone()));
        }
        if let Some(function) = Function::by_name(first) {
            return Ok(Datum::Function(Callee::Known(function)));
        }
        return Err({
            let message = format!("there is no variable {}", crate::diagnostic::quote(name));
            let report = Diagnostic::error("E015", span, message);
            let report = report.standing(crate::diagnostic::Standing::WithoutHead);
            Box::new(report.help(unknown(name, span, names)))
        });
    }
    names.quantity(name).map_err(|why| {
        let report = Diagnostic::error("E015", span, why.message);
        Box::new(Diagnostic {
            help: hyphenated(span, names).or(why.help),
            ..report
        })
    })
}

/// Returns help for a part of a name that contains `-`: `left` of `left-leg.z`.
fn hyphenated(span: Span, names: &dyn Names) -> Option<String> {
    let whole = names.hyphenated(span)?;
    Some(format!(
        "`-` subtracts in an expression: write `{{\"{whole}\"}}.z` for the `z` of `{whole}`, or rename it to `{}`",
        whole.replace('-', "_")
    ))
}

fn unknown(name: &str, span: Span, names: &dyn Names) -> String {
    use crate::diagnostic::suggest::nearest;
    let variables = names.variables();
    let functions = functions::FUNCTIONS.iter().map(|f| f.name);
    let lowered = name.to_lowercase();
    let constants = functions::CONSTANTS.iter().map(|constant| constant.name);
    let mut constants = constants.chain(["true", "false"]).chain(functions.clone());
    if let Some(help) = hyphenated(span, names) {
        help
    } else if let Some(thing) = names.thing(name) {
        thing
    } else if names.quantity(&format!("world.{name}")).is_ok() {
        format!("write `world.{name}`")
    } else if lowered != name && constants.any(|constant| constant == lowered) {
        format!("did you mean `{lowered}`?")
    } else if let Some(near) = nearest(name, variables.iter().map(String::as_str)) {
        format!("did you mean `{near}`?")
    } else if names.text(span).contains('{') {
        format!(
            "in an expression, {} is the name of a variable, here `{name}`; to join texts, use `+`: `\"leg\" + text(2)`",
            crate::diagnostic::quote(names.text(span))
        )
    } else if parse_unit(name).is_ok() {
        format!(
            "write a unit directly after its number, as in `2{name}`; a product of units has no spaces, as in `2N*s`"
        )
    } else if let (true, Some(unit)) = (follows_a_unit(span, names), similar_unit(name)) {
        format!(
            "if it is a unit, did you mean `{unit}`? if it is a variable, define it with `let {name} = ...`"
        )
    } else if follows_a_unit(span, names) {
        format!(
            "if it is a unit, `{name}` is not known (`corpus explain E010` lists the units); if it is a variable, define it with `let {name} = ...`"
        )
    } else {
        format!("define it with `let {name} = ...`; for a text, write `\"{name}\"`")
    }
}

/// Whether a name continues a number with a unit, as `sec2` in `9.8m/sec2`.
fn follows_a_unit(span: Span, names: &dyn Names) -> bool {
    const LONGEST: u32 = 40;
    let before = (1..=span.start.min(LONGEST)).map(|length| {
        let text = names.text(Span {
            start: span.start - length,
            end: span.start,
            ..span
        });
        text.chars().next().map(|first| (first, text))
    });
    let joined = |c: char| c.is_alphanumeric() || "*/^".contains(c);
    let word = before.map_while(|found| found.filter(|(first, _)| joined(*first)));
    let Some((_, word)) = word.last() else {
        return false;
    };
    let is_joined = word.ends_with(['*', '/']);
    let unit = word.trim_start_matches(|c: char| c.is_ascii_digit());
    is_joined && unit.len() < word.len() && parse_unit(unit.trim_end_matches(['*', '/'])).is_ok()
}

/// Returns the text of a word with braces; none if it depends on the run.
///
/// # Errors
/// As [`evaluate`].
pub fn spell(pieces: &[Piece], names: &dyn Names) -> Result<Option<String>, Mistake> {
    join(pieces, names, value::spell)
}

/// Returns the text of a line with pieces in braces, for output.
///
/// # Errors
/// As [`evaluate`].
pub fn show(pieces: &[Piece], names: &dyn Names) -> Result<String, Mistake> {
    let text = join(pieces, names, |datum| Ok(Some(shown(datum))))?;
    Ok(text.unwrap_or_default())
}

fn join(
    pieces: &[Piece],
    names: &dyn Names,
    text: impl Fn(&Datum) -> Result<Option<String>, ValueError>,
) -> Result<Option<String>, Mistake> {
    let mut joined = String::new();
    let mut is_known = true;
    for piece in pieces {
        match piece {
            // A brace after a `\` is literal.
            Piece::Plain(span) => joined += &names.text(*span).replace("\\{", "{"),
            Piece::Computed(expression) => {
                let datum = evaluate(expression, names)?;
                match text(&datum).map_err(|why| at(why, expression.span))? {
                    Some(text) => joined += &text,
                    None => is_known = false,
                }
            }
        }
        if joined.len() > LONGEST_TEXT {
            let span = pieces.iter().find_map(|piece| match piece {
                Piece::Computed(expression) => Some(expression.span),
                Piece::Plain(_) => None,
            });
            let why = ValueError::new("the text is too long");
            return Err(at(why, span.unwrap_or_default()));
        }
    }
    Ok(is_known.then_some(joined))
}

/// Whether a variable is a function of the script that may read the running world, itself or by the functions that it names.
fn is_reading(name: &str, names: &dyn Names, seen: &mut Vec<Span>) -> bool {
    let Some(Datum::Function(Callee::Own(function))) = names.variable(name) else {
        return false;
    };
    if seen.contains(&function.place) {
        return false;
    }
    seen.push(function.place);
    let mut used = function.uses().iter();
    function.reads_world || used.any(|name| is_reading(name, names, seen))
}

/// Whether an expression reads the running world, so that its value may change later.
#[must_use]
pub fn reads_world(expression: &Expression, names: &dyn Names) -> bool {
    let of = |e: &Expression| reads_world(e, names);
    match &expression.kind {
        ExpressionKind::Known(_) | ExpressionKind::Factor(..) => false,
        ExpressionKind::Name => {
            let text = names.text(expression.span);
            match text.split_once('.') {
                Some((first, path)) => {
                    let variable = names.variable(first);
                    variable.is_none_or(|found| members(found, path).is_err())
                }
                // A function that another one calls.
                None => is_reading(text, names, &mut vec![]),
            }
        }
        ExpressionKind::Spelled(pieces)
            if pieces.iter().any(|piece| match piece {
                Piece::Plain(span) => names.text(*span).contains('.'),
                Piece::Computed(_) => false,
            }) =>
        {
            true
        }
        // The member of a text is a quantity.
        ExpressionKind::Member(whole, _) if matches!(whole.kind, ExpressionKind::Name) => true,
        ExpressionKind::Call { function, .. }
            if names.text(*function).contains('.')
                || is_reading(names.text(*function), names, &mut vec![]) =>
        {
            true
        }
        _ => {
            let mut reads = false;
            expression.parts(&mut |part| reads |= of(part));
            reads
        }
    }
}
