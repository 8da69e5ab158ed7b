//! Lists of elements, with limits on their size.

use super::{Datum, Unknown, ValueError};
use crate::dimension::Dimension;
use serde::{Deserialize, Serialize};
use std::ops::Deref;
use std::sync::Arc;

/// Most elements of a list, including those of nested lists.
pub const MOST_ELEMENTS: usize = 1_000_000;

/// Largest nesting depth of lists.
pub const DEEPEST_LIST: u8 = 64;

/// The elements of a list; dereferences to a slice.
///
/// Stores the total count, because lists share their elements: `x = [x x]`, sixty times over, would be small in memory but too
/// large to iterate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Datum>", into = "Vec<Datum>")]
pub struct List {
    elements: Arc<[Datum]>,
    /// Number of elements, including those of nested lists.
    held: u32,
    /// Nesting depth: 1 for a list without lists.
    depth: u8,
    /// Whether an element is only known at run time.
    pub(super) unknown: bool,
}

impl List {
    /// Creates a list of the elements. Among numbers of one dimension, an exact 0 without a unit takes that dimension: `[0 2mm
    /// 0]` is a vector of lengths, whose products with a force are all torques.
    ///
    /// # Errors
    /// It would have more than [`MOST_ELEMENTS`] elements or be nested deeper than [`DEEPEST_LIST`].
    pub fn new(mut elements: Vec<Datum>) -> Result<Self, ValueError> {
        settle_zeros(&mut elements);
        let mut held = elements.len();
        let mut depth = 1;
        for element in &elements {
            if let Datum::List(inner) = element {
                held += inner.held as usize;
                depth = depth.max(inner.depth + 1);
            }
        }
        let unknown = elements.iter().any(Datum::is_unknown);
        fits(held as u64)?;
        if depth > DEEPEST_LIST {
            return Err(ValueError::of_values(format!(
                "these lists are nested more than {DEEPEST_LIST} deep"
            )));
        }
        Ok(List {
            elements: elements.into(),
            held: held as u32,
            depth,
            unknown,
        })
    }

    /// Returns the number of its elements, including those of nested lists.
    #[must_use]
    pub fn held(&self) -> usize {
        self.held as usize
    }
}

impl Deref for List {
    type Target = [Datum];
    fn deref(&self) -> &[Datum] {
        &self.elements
    }
}

fn settle_zeros(elements: &mut [Datum]) {
    let mut common = Dimension::NONE;
    let mut zeros = false;
    for element in &*elements {
        let dimension = match element {
            Datum::Number(number) if number.is_plain_zero() => {
                zeros = true;
                continue;
            }
            Datum::Number(number) => number.dimension,
            Datum::Unknown(Unknown::Number(dimension)) => *dimension,
            _ => return,
        };
        if dimension == Dimension::NONE || ![Dimension::NONE, dimension].contains(&common) {
            return;
        }
        common = dimension;
    }
    if zeros {
        for element in elements {
            if let Datum::Number(number) = element {
                number.dimension = common;
            }
        }
    }
}

/// Rejects a list with too many elements.
pub(super) fn fits(held: u64) -> Result<(), ValueError> {
    if held <= MOST_ELEMENTS as u64 {
        return Ok(());
    }
    Err(ValueError::of_values(format!(
        "a list of {held} elements is too long: the limit is {MOST_ELEMENTS}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::tests::{length, list, mass, plain, text};

    #[test]
    fn zeros_are_of_the_kind_of_the_others() {
        let of = |elements: [Datum; 3]| list(elements).kind_of_elements();
        let (zero, one) = (plain(0.0), plain(1.0));
        let [m, kg, none] = [Dimension::LENGTH, Dimension::MASS, Dimension::NONE].map(Some);
        assert_eq!(of([zero.clone(), length(2.0), zero.clone()]), [m, m, m]);
        assert_eq!(of([zero.clone(), zero.clone(), one.clone()]), [none; 3]);
        assert_eq!(of([zero.clone(), length(2.0), one]), [none, m, none]);
        assert_eq!(of([zero.clone(), length(2.0), mass(1.0)]), [none, m, kg]);
        assert_eq!(of([zero, length(2.0), text("a")]), [none, m, None]);
    }

    impl Datum {
        fn kind_of_elements(&self) -> Vec<Option<Dimension>> {
            let Datum::List(list) = self else {
                return vec![];
            };
            let dimension = |datum: &Datum| match datum {
                Datum::Number(number) => Some(number.dimension),
                _ => None,
            };
            list.iter().map(dimension).collect()
        }
    }

    #[test]
    fn what_a_list_holds_is_bounded() {
        assert!(List::new(vec![Datum::Flag(true); MOST_ELEMENTS]).is_ok());
        let error = List::new(vec![Datum::Flag(true); MOST_ELEMENTS + 1]).unwrap_err();
        assert_eq!(
            error.message,
            "a list of 1000001 elements is too long: the limit is 1000000"
        );
        let mut doubled = Datum::list(vec![]).unwrap();
        let doublings = (0..64).take_while(|_| {
            let next = Datum::list(vec![doubled.clone(), doubled.clone()]);
            next.map(|next| doubled = next).is_ok()
        });
        assert_eq!(doublings.count(), 18);
    }

    #[test]
    fn lists_stand_in_each_other_so_deep() {
        let mut nested = Datum::list(vec![]).unwrap();
        for _ in 1..DEEPEST_LIST {
            nested = Datum::list(vec![nested]).unwrap();
        }
        let error = Datum::list(vec![nested]).unwrap_err();
        assert_eq!(error.message, "these lists are nested more than 64 deep");
    }
}
