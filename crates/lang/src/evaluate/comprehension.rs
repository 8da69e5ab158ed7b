//! Comprehensions: lists made by clauses.

use super::*;

/// Names with one more local variable: that of a comprehension.
pub(super) struct With<'a> {
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
pub(super) fn comprehend(
    all: &Comprehension,
    span: Span,
    names: &dyn Names,
) -> Result<Datum, Mistake> {
    let mut found = vec![];
    match clauses(all, &all.clauses, names, &mut found)? {
        true => Datum::list(found).map_err(|why| at(why, span)),
        false => Ok(Datum::Unknown(Unknown::List)),
    }
}

/// Evaluates the clauses of a comprehension, and its value for each pass; false if the number of passes is unknown.
pub(super) fn clauses(
    all: &Comprehension,
    rest: &[Clause],
    names: &dyn Names,
    found: &mut Vec<Datum>,
) -> Result<bool, Mistake> {
    let Some((clause, rest)) = rest.split_first() else {
        found.push(evaluate(&all.value, names)?);
        return crate::value::list::fits(found.len() as u64)
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
