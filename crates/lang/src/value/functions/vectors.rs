//! Lists of numbers as vectors.

use super::arguments::Arguments;
use crate::value::arithmetic::added;
use crate::value::{Datum, List, Operator, ValueError, binary};

pub(super) fn sum(arguments: &Arguments) -> Result<Datum, ValueError> {
    let mut elements = arguments.list(0)?.iter();
    let first = elements.next().cloned().unwrap_or(Datum::plain(0.0));
    if !matches!(first, Datum::Number(_) | Datum::List(_)) {
        return Err(arguments.wants("numbers or vectors in its list", &first.kind()));
    }
    elements.try_fold(first, |sum, element| added(&sum, element))
}

pub(super) fn dot(arguments: &Arguments) -> Result<Datum, ValueError> {
    let (a, b) = (numbers(arguments, 0)?, numbers(arguments, 1)?);
    if a.len() != b.len() {
        return Err(of_other_lengths(arguments, "lists of equal length", a, b));
    }
    let mut products = a.iter().zip(b.iter());
    products.try_fold(Datum::plain(0.0), |sum, (a, b)| {
        binary(Operator::Add, &sum, &binary(Operator::Mul, a, b)?)
    })
}

pub(super) fn cross(arguments: &Arguments) -> Result<Datum, ValueError> {
    let (a, b) = (numbers(arguments, 0)?, numbers(arguments, 1)?);
    let ([a0, a1, a2], [b0, b1, b2]) = (&a[..], &b[..]) else {
        return Err(of_other_lengths(
            arguments,
            "two lists of three numbers",
            a,
            b,
        ));
    };
    let minor = |a, d, b, c| {
        let (diagonal, other) = (binary(Operator::Mul, a, d)?, binary(Operator::Mul, b, c)?);
        binary(Operator::Sub, &diagonal, &other)
    };
    Datum::list(vec![
        minor(a1, b2, a2, b1)?,
        minor(a2, b0, a0, b2)?,
        minor(a0, b1, a1, b0)?,
    ])
}

pub(super) fn norm(arguments: &Arguments) -> Result<Datum, ValueError> {
    let list = arguments.list(0)?;
    let dimension = arguments.common(list)?;
    arguments.finite(length(list), dimension)
}

pub(super) fn unit(arguments: &Arguments) -> Result<Datum, ValueError> {
    let list = arguments.list(0)?;
    arguments.common(list)?;
    // Divided by the largest first: the length of the result neither underflows nor overflows.
    let largest = values(list).fold(0.0, |largest: f64, x| largest.max(x.abs()));
    if largest == 0.0 {
        let error = arguments.no_value("a zero vector has no direction");
        return Err(error.help("if the vector may be zero, check first: `if norm(v) > 0`"));
    }
    let scaled: Vec<Datum> = values(list).map(|x| Datum::plain(x / largest)).collect();
    let length = length(&scaled);
    let directions = values(&scaled).map(|x| Datum::plain(x / length + 0.0));
    Datum::list(directions.collect())
}

/// Returns the Euclidean length. If the squares would overflow or underflow, the vector is scaled by a power of two, which
/// causes no rounding: Blue, *A Portable Fortran Program to Find the Euclidean Norm of a Vector*, ACM TOMS 4, 1978.
fn length(vector: &[Datum]) -> f64 {
    let squares = |scale: f64| {
        values(vector)
            .map(|x| (scale * x) * (scale * x))
            .sum::<f64>()
    };
    let plain = squares(1.0);
    let scale = if plain.is_normal() {
        return plain.sqrt();
    } else if plain.is_infinite() {
        DOWN
    } else {
        UP
    };
    squares(scale).sqrt() / scale
}

/// Scale factor 2^600: even the smallest number, 2^-1074, has a normal square when multiplied by it.
const UP: f64 = f64::from_bits((1023 + 600) << 52);
/// Scale factor 2^-600.
const DOWN: f64 = f64::from_bits((1023 - 600) << 52);

fn values(vector: &[Datum]) -> impl Iterator<Item = f64> {
    vector.iter().filter_map(|datum| match datum {
        Datum::Number(number) => Some(number.value),
        _ => None,
    })
}

/// Makes the error of lists of other lengths than the function needs.
fn of_other_lengths(arguments: &Arguments, wanted: &str, a: &List, b: &List) -> ValueError {
    let found = format!("{} and {} elements", a.len(), b.len());
    ValueError {
        of_values: true,
        ..arguments.wants(wanted, &found)
    }
}

/// Returns a list of numbers of any dimensions.
fn numbers<'a>(arguments: &Arguments<'a>, at: usize) -> Result<&'a List, ValueError> {
    let list = arguments.list(at)?;
    match list.iter().find(|datum| !matches!(datum, Datum::Number(_))) {
        None => Ok(list),
        Some(other) => Err(arguments.wants("lists of numbers", &other.kind())),
    }
}
