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
    elements: Arc<Vec<Datum>>,
    /// Number of elements, including those of nested lists and records.
    held: u32,
    /// Nesting depth: 1 for a list without lists.
    depth: u8,
    /// Whether an element is only known at run time.
    pub(super) unknown: bool,
}

/// What a value contributes to the size and depth of the list or record that holds it.
pub(super) fn weight(element: &Datum) -> (usize, u8) {
    match element {
        Datum::List(inner) => (1 + inner.held as usize, inner.depth + 1),
        Datum::Record(inner) => (1 + inner.held(), inner.depth() + 1),
        _ => (1, 1),
    }
}

/// Returns the size and depth of a list or record of these values.
///
/// # Errors
/// It would have more than [`MOST_ELEMENTS`] elements or be nested deeper than [`DEEPEST_LIST`].
pub(super) fn measure<'a>(
    elements: impl Iterator<Item = &'a Datum>,
) -> Result<(u32, u8), ValueError> {
    let (held, depth) = elements
        .map(weight)
        .fold((0, 1), |(held, depth), (more, own)| {
            (held + more, depth.max(own))
        });
    fits(held as u64)?;
    match depth > DEEPEST_LIST {
        true => Err(too_deep()),
        false => Ok((held as u32, depth)),
    }
}

fn too_deep() -> ValueError {
    ValueError::of_values(format!(
        "these lists are nested more than {DEEPEST_LIST} deep"
    ))
}

impl List {
    /// Creates a list of the elements. Among numbers of one dimension, an exact 0 without a unit takes that dimension: `[0 2mm
    /// 0]` is a vector of lengths, whose products with a force are all torques.
    ///
    /// # Errors
    /// It would have more than [`MOST_ELEMENTS`] elements or be nested deeper than [`DEEPEST_LIST`].
    pub fn new(mut elements: Vec<Datum>) -> Result<Self, ValueError> {
        settle_zeros(&mut elements);
        let (held, depth) = measure(elements.iter())?;
        let unknown = elements.iter().any(Datum::is_unknown);
        Ok(List {
            elements: Arc::new(elements),
            held,
            depth,
            unknown,
        })
    }

    /// Returns the list with one more element: in place if nothing else holds the list. As in [`List::new`], an exact 0 without a
    /// unit takes the dimension of the element before it, and those before it that of the new one.
    ///
    /// # Errors
    /// As [`List::new`].
    pub fn push(mut self, mut element: Datum) -> Result<Self, ValueError> {
        if let (Datum::Number(new), Some(Datum::Number(first)), Some(Datum::Number(last))) =
            (&mut element, self.first(), self.last())
        {
            if new.is_plain_zero() {
                if first.dimension == last.dimension {
                    new.dimension = last.dimension;
                }
            } else if last.is_plain_zero() && new.dimension != Dimension::NONE {
                // Zeros so far: their dimension is that of the first other number.
                let mut all = self.to_vec();
                all.push(element);
                return List::new(all);
            }
        }
        let (held, depth) = self.takes(&element)?;
        (self.held, self.depth) = (held, self.depth.max(depth));
        self.unknown |= element.is_unknown();
        Arc::make_mut(&mut self.elements).push(element);
        Ok(self)
    }

    /// Returns its size and depth with one more element.
    ///
    /// # Errors
    /// As [`List::new`].
    pub fn takes(&self, element: &Datum) -> Result<(u32, u8), ValueError> {
        let (more, depth) = weight(element);
        let held = self.held as usize + more;
        fits(held as u64)?;
        if depth > DEEPEST_LIST {
            return Err(too_deep());
        }
        Ok((held as u32, depth))
    }

    /// Returns the list with another element at an index that it has: in place if nothing else holds the list.
    ///
    /// # Errors
    /// As [`List::new`].
    pub fn with(mut self, at: usize, element: Datum) -> Result<Self, ValueError> {
        let Some(place) = Arc::make_mut(&mut self.elements).get_mut(at) else {
            return Ok(self);
        };
        let is_simple = |datum: &Datum| matches!(datum, Datum::Number(n) if !n.is_plain_zero());
        let keeps = is_simple(place) && is_simple(&element);
        *place = element;
        if keeps {
            return Ok(self);
        }
        List::new(Arc::unwrap_or_clone(self.elements))
    }

    /// Takes an element out, to change it in place and put it back by [`List::with`].
    pub(super) fn take(&mut self, at: usize) -> Option<Datum> {
        let place = Arc::make_mut(&mut self.elements).get_mut(at)?;
        Some(std::mem::replace(place, Datum::plain(1.0)))
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
pub(crate) fn fits(held: u64) -> Result<(), ValueError> {
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
