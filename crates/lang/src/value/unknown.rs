//! Values known only at run time: placeholders for a check.
//!
//! An operator or function of such values is computed with several samples of their kinds. The common properties of the results
//! are known properties of the result; an error for every sample that does not depend on their values is an error of the kinds.

use super::functions::Function;
use super::near::Tolerance;
use super::{Datum, Operator, Prefix, Range, Record, Unknown, ValueError};
use crate::dimension::Dimension;
use std::sync::Arc;

/// Number of samples for an unknown value.
const SAMPLES: usize = 3;

impl Unknown {
    /// Returns one of its possible values.
    fn sample(self, which: usize) -> Datum {
        let numbers = [1.0, 2.0, 0.5];
        let texts = ["2", "a", "1m"];
        match self {
            Unknown::Flag => Datum::Flag(which.is_multiple_of(2)),
            Unknown::Text => Datum::Text(texts[which % SAMPLES].into()),
            Unknown::Range(dimension) => Datum::Range(Range::sample(dimension)),
            // Lists and values of any kind have no samples.
            Unknown::Number(dimension) => Datum::number(numbers[which % SAMPLES], dimension),
            Unknown::List | Unknown::Any => Datum::plain(numbers[which % SAMPLES]),
        }
    }
}

impl Datum {
    /// Returns the unknown value of a reading before the script runs, of the same length and dimension.
    #[must_use]
    pub fn measured(&self) -> Datum {
        match self {
            Datum::List(list) => {
                let elements = list.iter().map(Datum::measured).collect();
                Datum::list(elements).unwrap_or(Datum::Unknown(Unknown::List))
            }
            Datum::Record(record) => Datum::Record(record.map(Datum::measured)),
            Datum::Function(_) => self.clone(),
            other => Datum::Unknown(other.known_kind()),
        }
    }

    /// Returns the unknown value of a variable that may have been assigned again: without the dimension of a zero without a
    /// unit, and without the length of a list.
    #[must_use]
    pub fn forgotten(&self) -> Datum {
        Datum::Unknown(match self {
            Datum::Record(record) => return Datum::Record(record.map(Datum::forgotten)),
            Datum::Number(number) if number.is_plain_zero() => Unknown::Any,
            other => other.known_kind(),
        })
    }

    /// Returns the common properties of two possible values.
    #[must_use]
    pub fn or(&self, other: &Datum) -> Datum {
        if self == other {
            return self.clone();
        }
        match (self, other) {
            (Datum::List(a), Datum::List(b)) if a.len() == b.len() => {
                let both = a.iter().zip(b.iter());
                Datum::list(both.map(|(a, b)| a.or(b)).collect())
                    .unwrap_or(Datum::Unknown(Unknown::List))
            }
            (Datum::Record(a), Datum::Record(b)) if a.has_names_of(b) => {
                let fields = a.fields().iter();
                let fields = fields.map(|(name, value)| {
                    let other = b.get(name).map_or(value.clone(), |other| value.or(other));
                    (Arc::clone(name), other)
                });
                Record::new(fields.collect()).map_or(Datum::Unknown(Unknown::Any), Datum::Record)
            }
            (Datum::Record(_), _) | (_, Datum::Record(_)) => Datum::Unknown(Unknown::Any),
            _ => {
                let (a, b) = (self.forgotten(), other.forgotten());
                if a == b {
                    a
                } else {
                    Datum::Unknown(Unknown::Any)
                }
            }
        }
    }

    fn known_kind(&self) -> Unknown {
        match self {
            Datum::Number(number) => Unknown::Number(number.dimension),
            Datum::Flag(_) => Unknown::Flag,
            Datum::Text(_) => Unknown::Text,
            Datum::List(_) => Unknown::List,
            Datum::Record(_) | Datum::Function(_) => Unknown::Any,
            Datum::Range(range) => Unknown::Range(range.dimension()),
            Datum::Unknown(kind) => *kind,
        }
    }

    /// Whether its parts may be of any number or kind.
    fn is_shapeless(&self) -> bool {
        match self {
            Datum::Unknown(Unknown::List | Unknown::Any) => true,
            Datum::List(list) => list.holds_unknown() && list.iter().any(Datum::is_shapeless),
            Datum::Record(record) => {
                let mut fields = record.fields().iter();
                fields.any(|(_, value)| value.is_shapeless())
            }
            _ => false,
        }
    }

    /// Replaces unknown parts by samples.
    fn sampled(&self, which: usize) -> Datum {
        match self {
            Datum::Unknown(kind) => kind.sample(which),
            Datum::List(list) if list.holds_unknown() => {
                let elements = list.iter().map(|element| element.sampled(which));
                Datum::list(elements.collect()).unwrap_or_else(|_| self.clone())
            }
            Datum::Record(record) => Datum::Record(record.map(|value| value.sampled(which))),
            known => known.clone(),
        }
    }
}

/// Computes a result from values that may be unknown.
fn supposed<const N: usize>(
    operands: [&Datum; N],
    compute: impl Fn([&Datum; N]) -> Result<Datum, ValueError>,
) -> Result<Datum, ValueError> {
    if !operands.iter().any(|datum| datum.is_unknown()) {
        return compute(operands);
    }
    common(&operands, |which| {
        compute(operands.map(|datum| datum.sampled(which)).each_ref())
    })
}

/// Returns the known properties of a result; `compute` computes it from the samples of the operands with a number.
fn common(
    operands: &[&Datum],
    compute: impl Fn(usize) -> Result<Datum, ValueError>,
) -> Result<Datum, ValueError> {
    let any = Datum::Unknown(Unknown::Any);
    if operands.iter().any(|datum| datum.is_shapeless()) {
        return Ok(any);
    }
    let (mut common, mut refused): (Option<Datum>, Option<ValueError>) = (None, None);
    for which in 0..SAMPLES {
        match compute(which) {
            Ok(found) => {
                let found = found.measured();
                common = Some(match common {
                    None => found,
                    Some(before) if before == found => before,
                    Some(Datum::List(_)) if matches!(found, Datum::List(_)) => {
                        Datum::Unknown(Unknown::List)
                    }
                    Some(_) => any.clone(),
                });
            }
            Err(why) if !why.of_values => refused = Some(why),
            Err(_) => {}
        }
    }
    let is_range = |d: &&Datum| matches!(d, Datum::Unknown(Unknown::Range(_)));
    match (common, refused) {
        (Some(Datum::List(_)), _) if operands.iter().any(is_range) => {
            Ok(Datum::Unknown(Unknown::List))
        }
        (Some(common), _) => Ok(common),
        (None, Some(why)) => Err(why),
        (None, None) => Ok(any),
    }
}

/// Evaluates [`super::arithmetic::binary`] for values that may be unknown.
///
/// # Errors
/// As there, if the error depends on the kinds only.
pub fn binary(operator: Operator, left: &Datum, right: &Datum) -> Result<Datum, ValueError> {
    // A quantity with a unit can only be added to one of its kind.
    if matches!(operator, Operator::Add | Operator::Sub) {
        let dimension = match (left, right) {
            (Datum::Unknown(Unknown::Any), other) | (other, Datum::Unknown(Unknown::Any)) => {
                match other {
                    Datum::Number(number) => number.dimension,
                    Datum::Unknown(Unknown::Number(dimension)) => *dimension,
                    _ => Dimension::NONE,
                }
            }
            _ => Dimension::NONE,
        };
        if dimension != Dimension::NONE && dimension.angle == 0 {
            return Ok(Datum::Unknown(Unknown::Number(dimension)));
        }
    }
    if operator == Operator::Add {
        match (left, right) {
            // Their elements go into it as they are.
            (Datum::List(a), Datum::List(b)) if super::arithmetic::joins(a, b) => {
                return super::arithmetic::binary(operator, left, right);
            }
            (Datum::Record(_), Datum::Record(_)) => {
                return super::arithmetic::binary(operator, left, right);
            }
            (Datum::Unknown(Unknown::List), Datum::List(_) | Datum::Unknown(Unknown::List))
            | (Datum::List(_), Datum::Unknown(Unknown::List)) => {
                return Ok(Datum::Unknown(Unknown::List));
            }
            _ => {}
        }
    }
    supposed([left, right], |[left, right]| {
        super::arithmetic::binary(operator, left, right)
    })
}

/// Compares two values within a tolerance ([`super::near::near`]), for values that may be unknown.
///
/// # Errors
/// As there, if the error depends on the kinds only.
pub fn near(
    operator: Operator,
    left: &Datum,
    right: &Datum,
    allowed: &Datum,
) -> Result<Datum, ValueError> {
    supposed([left, right, allowed], |[left, right, allowed]| {
        let allowed = match operator {
            Operator::Within => Tolerance::Absolute(allowed),
            _ => Tolerance::Part(allowed),
        };
        super::near::near(left, right, allowed).map(Datum::Flag)
    })
}

/// Evaluates [`super::arithmetic::prefix`] for a value that may be unknown.
///
/// # Errors
/// As there, if the error depends on the kind only.
pub fn prefix(operator: Prefix, operand: &Datum) -> Result<Datum, ValueError> {
    supposed([operand], |[operand]| {
        super::arithmetic::prefix(operator, operand)
    })
}

/// Evaluates [`Function::call`] for arguments that may be unknown.
///
/// # Errors
/// As there, if the error depends on the kinds only.
pub fn call(function: &'static Function, data: &[Datum]) -> Result<Datum, ValueError> {
    match (function.name, data) {
        _ if !data.iter().any(Datum::is_unknown) => return function.call(data),
        // The length of a list is known even if its elements are not.
        ("len", [Datum::List(list)]) => return Ok(Datum::plain(list.len() as f64)),
        ("append", [Datum::List(list), element]) => {
            return list.clone().push(element.clone()).map(Datum::List);
        }
        ("append", [Datum::Unknown(Unknown::List), _]) => {
            return Ok(Datum::Unknown(Unknown::List));
        }
        // The length of a value that may be a list is a number.
        ("len", [Datum::Unknown(Unknown::List | Unknown::Any)]) => {
            return Ok(Datum::Unknown(Unknown::Number(Dimension::NONE)));
        }
        // It may take another number of arguments.
        _ => function.takes(data.len())?,
    }
    common(&data.iter().collect::<Vec<_>>(), |which| {
        let samples: Vec<Datum> = data.iter().map(|datum| datum.sampled(which)).collect();
        function.call(&samples)
    })
}

/// Evaluates [`super::access::index`] for values that may be unknown.
///
/// # Errors
/// As there, if the error depends on the kinds only.
pub fn index(datum: &Datum, at: &Datum) -> Result<Datum, ValueError> {
    match (datum, at) {
        (Datum::Unknown(_), _) | (_, Datum::Unknown(_)) => {}
        _ => return super::access::index(datum, at),
    }
    if let (Datum::List(_) | Datum::Unknown(Unknown::List), Datum::Unknown(Unknown::Range(_)))
    | (Datum::Unknown(Unknown::List), Datum::Range(_)) = (datum, at)
    {
        return Ok(Datum::Unknown(Unknown::List));
    }
    if let Datum::Record(_) = datum {
        return match at {
            Datum::Unknown(Unknown::Text | Unknown::Any) => Ok(Datum::Unknown(Unknown::Any)),
            _ => super::access::index(datum, at),
        };
    }
    let found = supposed([datum, at], |[datum, at]| super::access::index(datum, at))?;
    Ok(match datum {
        // The samples are three of possibly many elements.
        Datum::List(list) => {
            let any = Datum::Unknown(Unknown::Any);
            let mut all = list.iter().map(Datum::measured);
            let first = all.next().unwrap_or(any.clone());
            match all.all(|element| element == first) {
                true => first,
                false => any,
            }
        }
        _ => found,
    })
}

/// Evaluates [`super::access::member`] for a value that may be unknown.
///
/// # Errors
/// As there, if the error depends on the kind only.
pub fn member(datum: &Datum, name: &str) -> Result<Datum, ValueError> {
    match datum {
        Datum::Unknown(Unknown::List) if matches!(name, "x" | "y" | "z") => {
            Ok(Datum::Unknown(Unknown::Any))
        }
        // It may be a record.
        Datum::Unknown(Unknown::Any) => Ok(Datum::Unknown(Unknown::Any)),
        _ => super::access::member(datum, name),
    }
}

/// Evaluates [`super::convert::convert`] for a value that may be unknown.
///
/// # Errors
/// As there, if the error depends on the kind only.
pub fn convert(datum: Datum, unit: &str) -> Result<Datum, ValueError> {
    if datum.is_unknown() {
        super::Shown::new(unit)?;
    }
    supposed([&datum], |[datum]| {
        super::convert::convert(datum.clone(), unit)
    })
}

/// Evaluates [`super::convert::range`] for values that may be unknown.
///
/// # Errors
/// As there, if the error depends on the kinds only.
pub fn range(from: &Datum, to: &Datum, by: Option<&Datum>) -> Result<Datum, ValueError> {
    let range = |from: &Datum, to: &Datum, by: Option<&Datum>| {
        super::convert::range(from, to, by).map(Datum::Range)
    };
    match by {
        Some(by) => supposed([from, to, by], |[from, to, by]| range(from, to, Some(by))),
        None => supposed([from, to], |[from, to]| range(from, to, None)),
    }
}

/// Evaluates [`super::spell::spell`]; none if the value depends on the run.
///
/// # Errors
/// As there.
pub fn spell(datum: &Datum) -> Result<Option<String>, ValueError> {
    match datum {
        Datum::Unknown(Unknown::List | Unknown::Range(_)) => super::spell::spell(datum).map(Some),
        Datum::Unknown(_) => Ok(None),
        known => super::spell::spell(known).map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(name: &str, data: &[Datum]) -> Result<Datum, ValueError> {
        super::call(Function::known(name)?, data)
    }

    const LENGTH: Datum = Datum::Unknown(Unknown::Number(Dimension::LENGTH));
    const PLAIN: Datum = Datum::Unknown(Unknown::Number(Dimension::NONE));
    const FLAG: Datum = Datum::Unknown(Unknown::Flag);
    const ANY: Datum = Datum::Unknown(Unknown::Any);

    #[test]
    fn dimensions_go_through_operators_and_functions() {
        let metre = Datum::number(1.0, Dimension::LENGTH);
        assert_eq!(binary(Operator::Add, &LENGTH, &metre), Ok(LENGTH));
        assert_eq!(binary(Operator::Div, &LENGTH, &LENGTH), Ok(PLAIN));
        assert_eq!(binary(Operator::Lt, &LENGTH, &metre), Ok(FLAG));
        assert_eq!(call("abs", std::slice::from_ref(&LENGTH)), Ok(LENGTH));
        assert_eq!(call("asin", &[PLAIN]).map(|d| d.is_unknown()), Ok(true));
        assert!(binary(Operator::Add, &LENGTH, &Datum::plain(1.0)).is_err());
        assert!(prefix(Prefix::Not, &LENGTH).is_err());
        assert!(call("nosuch", &[ANY]).is_err());
    }

    #[test]
    fn what_depends_on_the_value_is_of_any_kind() {
        assert_eq!(binary(Operator::Pow, &LENGTH, &PLAIN), Ok(ANY));
        let one = [FLAG, LENGTH, PLAIN];
        assert_eq!(call("choose", &one), Ok(ANY));
        assert_eq!(call("choose", &[FLAG, LENGTH, LENGTH]), Ok(LENGTH));
        assert_eq!(
            binary(Operator::Div, &Datum::plain(1.0), &PLAIN),
            Ok(PLAIN.clone())
        );
        assert_eq!(range(&Datum::plain(0.0), &PLAIN, None), {
            Ok(Datum::Unknown(Unknown::Range(Dimension::NONE)))
        });
    }

    #[test]
    fn lists_keep_their_length_and_their_known_elements() {
        let list = Datum::list(vec![Datum::plain(7.0), LENGTH]).expect("short");
        assert_eq!(index(&list, &Datum::plain(0.0)), Ok(Datum::plain(7.0)));
        assert_eq!(index(&list, &Datum::plain(1.0)), Ok(LENGTH));
        assert_eq!(index(&list, &PLAIN), Ok(ANY));
        assert_eq!(call("len", &[list]), Ok(Datum::plain(2.0)));
    }
}
