//! Calls of functions: of the script, of the language, and of those that take functions.

use super::*;

/// Evaluates a call of a function: one of the script, or one of the language.
pub(super) fn call(
    (called, at_call): (&str, Span),
    arguments: &[Expression],
    named: &[(Span, Expression)],
    names: &dyn Names,
) -> Result<Datum, Mistake> {
    let here = |why: ValueError| at(why, at_call);
    let of = |e: &Expression| evaluate(e, names);
    let own = match called.split_once('.') {
        None => names.variable(called),
        Some((first, path)) => names
            .variable(first)
            .and_then(|whole| members(whole, path).ok()),
    };
    let question = || {
        let (first, word) = called.split_once('.')?;
        match names.variable(first) {
            // The name of a thing in a variable.
            Some(Datum::Text(thing)) => names.question(&format!("{thing}.{word}")),
            _ => names.question(called),
        }
    };
    if let (None, Some(answer)) = (&own, question()) {
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
pub(super) fn named_thing(
    argument: &Expression,
    names: &dyn Names,
) -> Result<Option<String>, Mistake> {
    let written = names.text(argument.span);
    let value = match &argument.kind {
        ExpressionKind::Name => match written.split_once('.') {
            None => names.variable(written),
            Some((first, path)) => {
                let whole = names.variable(first);
                whole.and_then(|whole| members(whole, path).ok())
            }
        },
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
pub(super) fn call_known(
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
pub(super) fn for_each(
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
            let all = crate::value::call("list", &[Datum::Range(*range)]);
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
