//! Element access by index, and `.x`, `.y`, `.z`.

use super::{Datum, List, Quantity, Range, ValueError};
use crate::dimension::Dimension;

/// Returns `datum[at]`: the element of a list or a range, counted from 0, the field of a record, or for a range `a..b` the
/// list of these elements.
///
/// # Errors
/// There is no such element, or the value has no elements.
pub fn index(datum: &Datum, at: &Datum) -> Result<Datum, ValueError> {
    match (datum, at) {
        (Datum::Record(record), Datum::Text(name)) => {
            record.get(name).cloned().ok_or_else(|| record.lacks(name))
        }
        (Datum::Record(_), other) => Err(ValueError::new(format!(
            "a record is read by the name of a field, found {}",
            other.kind()
        ))
        .help("write `r.name`, or `r[\"name\"]`")),
        (Datum::List(list), Datum::Range(range)) => slice(list, range),
        (Datum::List(list), _) => {
            let at = position(list, at)?;
            Ok(list.get(at).cloned().unwrap_or(Datum::Flag(false)))
        }
        (Datum::Range(range), _) => {
            let at = place(datum, range.count(), at)?;
            Ok(range.get(at).map_or(Datum::Flag(false), Datum::Number))
        }
        (other, _) => Err(ValueError::new(format!("{} has no elements", other.kind()))),
    }
}

/// Returns the elements of a list at the indices of a range.
fn slice(list: &List, range: &Range) -> Result<Datum, ValueError> {
    if range.dimension() != Dimension::NONE {
        let message = "the indices of elements are whole numbers";
        return Err(ValueError::new(format!(
            "{message}, found {}",
            range.dimension()
        )));
    }
    let at = |index: Quantity| {
        let at = position(list, &Datum::Number(index))?;
        Ok(list.get(at).cloned().unwrap_or(Datum::Flag(false)))
    };
    Datum::list(
        range
            .elements()
            .map(at)
            .collect::<Result<_, ValueError>>()?,
    )
}

/// Returns the position in a list that an index means.
///
/// # Errors
/// It has no such element.
pub(super) fn position(list: &List, at: &Datum) -> Result<usize, ValueError> {
    // Its parts are not cloned: a list shares them.
    let whole = Datum::List(list.clone());
    place(&whole, list.len() as u64, at).map(|at| at as usize)
}

fn place(datum: &Datum, count: u64, at: &Datum) -> Result<u64, ValueError> {
    let at = whole(at)?;
    // A range has at most 10^9 elements: the bound also rejects numbers beyond u64.
    if at >= 0.0 && at < count as f64 {
        return Ok(at as u64);
    }
    let what = datum.kind();
    let what = what.split(" of ").next().unwrap_or_default();
    let error = ValueError::of_values(match count {
        0 => format!("there is no element {at}: {what} without elements has none"),
        1 => format!("there is no element {at}: {what} of one element has only element 0"),
        _ => format!(
            "there is no element {at}: {what} of {count} has elements 0 to {}",
            count - 1
        ),
    });
    Err(error.help(match count {
        0 => "use `len(x)` to count elements".to_owned(),
        _ => format!(
            "elements are counted from 0: the first is `[0]`, the last `[{}]`",
            count - 1
        ),
    }))
}

fn whole(at: &Datum) -> Result<f64, ValueError> {
    match at {
        Datum::Number(number)
            if number.dimension == Dimension::NONE && number.value.fract() == 0.0 =>
        {
            Ok(number.value)
        }
        Datum::Number(number) if number.dimension == Dimension::NONE => {
            Err(ValueError::of_values(format!(
                "the index of an element must be a whole number, found {}",
                super::show(at)
            ))
            .help("`floor(x)` and `round(x)` give whole numbers"))
        }
        other => Err(ValueError::new(format!(
            "the index of an element must be a whole number, found {}",
            other.kind()
        ))),
    }
}

/// Returns the field of a record, or `datum.x`, `datum.y` or `datum.z`: the first, second or third of two or three elements.
///
/// # Errors
/// The value is no such list, or the name is another.
pub fn member(datum: &Datum, name: &str) -> Result<Datum, ValueError> {
    if let Datum::Record(record) = datum {
        return record.get(name).cloned().ok_or_else(|| record.lacks(name));
    }
    let at = letter(datum, name)?;
    match datum {
        Datum::List(list) => Ok(list.get(at).cloned().unwrap_or(Datum::Flag(false))),
        _ => Err(ValueError::new(format!("{} has no `{name}`", datum.kind()))),
    }
}

/// Returns the position of `x`, `y` or `z` in a list of two or three.
pub(super) fn letter(datum: &Datum, name: &str) -> Result<usize, ValueError> {
    let at = match name {
        "x" => 0,
        "y" => 1,
        "z" => 2,
        _ => {
            let message = format!("{} has no {}", datum.kind(), crate::diagnostic::quote(name));
            return Err(ValueError::new(message).help("a vector has `x`, `y` and `z`"));
        }
    };
    match datum {
        Datum::List(list) if (2..=3).contains(&list.len()) && at < list.len() => Ok(at),
        _ => {
            let error = ValueError::new(format!("{} has no `{name}`", datum.kind()));
            Err(ValueError {
                // The length of a list depends on its value.
                of_values: matches!(datum, Datum::List(_)),
                ..error.help("`x`, `y` and `z` are the elements of a list of three")
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::range;
    use crate::value::tests::{length, list, plain, text};

    #[test]
    fn elements_are_counted_from_zero() {
        let three = list([plain(5.0), text("b"), length(7.0)]);
        assert_eq!(index(&three, &plain(2.0)), Ok(length(7.0)));
        assert_eq!(member(&three, "y"), Ok(text("b")));
        let evens = Datum::Range(range(&plain(0.0), &plain(10.0), Some(&plain(2.0))).unwrap());
        assert_eq!(index(&evens, &plain(4.0)), Ok(plain(8.0)));
        for (datum, at, told) in [
            (
                &three,
                plain(3.0),
                "there is no element 3: a list of 3 has elements 0 to 2",
            ),
            (
                &three,
                plain(-1.0),
                "there is no element -1: a list of 3 has elements 0 to 2",
            ),
            (&evens, plain(1e300), "a range of 5 has elements 0 to 4"),
            (
                &list([]),
                plain(0.0),
                "there is no element 0: a list without elements has none",
            ),
            (
                &list([plain(1.0)]),
                plain(1.0),
                "a list of one element has only element 0",
            ),
            (
                &three,
                plain(0.5),
                "the index of an element must be a whole number, found 0.5",
            ),
            (
                &three,
                length(1.0),
                "the index of an element must be a whole number, found a length (m)",
            ),
            (&text("abc"), plain(0.0), "a text has no elements"),
        ] {
            let error = index(datum, &at).unwrap_err();
            assert!(error.message.ends_with(told), "{error}");
        }
    }

    #[test]
    fn vectors_have_members() {
        let told = |datum: &Datum, name| member(datum, name).unwrap_err().message;
        assert_eq!(told(&plain(1.0), "x"), "a number without a unit has no `x`");
        assert_eq!(
            told(&list([plain(1.0), plain(2.0)]), "z"),
            "a list of 2 has no `z`"
        );
        assert_eq!(told(&list([]), "x"), "a list of 0 has no `x`");
        assert_eq!(told(&list([]), "w"), "a list of 0 has no `w`");
    }
}
