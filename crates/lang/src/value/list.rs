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
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<Datum>", into = "Vec<Datum>")]
pub struct List {
    elements: Arc<Vec<Datum>>,
    size: Size,
    /// Whether an element is only known at run time.
    unknown: bool,
    /// The dimension of all elements, if they are numbers of one that is not none.
    common: Option<Dimension>,
}

/// What else is stored follows from the elements.
impl PartialEq for List {
    fn eq(&self, other: &Self) -> bool {
        self.elements == other.elements
    }
}

/// How much a list or record holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// Number of elements, including those of nested lists and records.
    pub held: u32,
    /// Nesting depth: 1 for a list without lists.
    pub depth: u8,
    /// Whether a function is among them.
    pub functions: bool,
}

/// Returns what a value contributes to the size of the list or record that holds it: number of elements, depth, and whether a
/// function is among them.
fn weight(element: &Datum) -> (usize, u8, bool) {
    let of = |size: &Size| (1 + size.held as usize, size.depth + 1, size.functions);
    match element {
        Datum::List(inner) => of(&inner.size),
        Datum::Record(inner) => of(inner.size()),
        Datum::Function(_) => (1, 1, true),
        _ => (1, 1, false),
    }
}

/// Returns the size of a list or record of these values.
///
/// # Errors
/// It would have more than [`MOST_ELEMENTS`] elements or be nested deeper than [`DEEPEST_LIST`].
pub(super) fn measure<'a>(elements: impl Iterator<Item = &'a Datum>) -> Result<Size, ValueError> {
    let mut all = (0, 1, false);
    for (held, depth, functions) in elements.map(weight) {
        all = (all.0 + held, all.1.max(depth), all.2 | functions);
    }
    let (held, depth, functions) = all;
    fits(held as u64)?;
    match depth > DEEPEST_LIST {
        true => Err(too_deep()),
        false => Ok(Size {
            held: held as u32,
            depth,
            functions,
        }),
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
        let common = settle_zeros(&mut elements);
        let size = measure(elements.iter())?;
        let unknown = elements.iter().any(Datum::is_unknown);
        Ok(List {
            elements: Arc::new(elements),
            size,
            unknown,
            common,
        })
    }

    /// Returns the list with one more element: in place if nothing else holds the list. The result is that of [`List::new`].
    ///
    /// # Errors
    /// As [`List::new`].
    pub fn push(mut self, mut element: Datum) -> Result<Self, ValueError> {
        match (&mut element, self.common) {
            (Datum::Number(new), Some(common)) if new.is_plain_zero() => new.dimension = common,
            (element, None) if dimension_of(element).is_some() && self.may_become_common() => {
                // Zeros so far: their dimension is that of the first other number.
                let mut all = self.to_vec();
                all.push(element.clone());
                return List::new(all);
            }
            _ => {}
        }
        let size = self.takes(&element)?;
        self.common = self
            .common
            .filter(|_| dimension_of(&element) == self.common);
        self.size = size;
        self.unknown |= element.is_unknown();
        Arc::make_mut(&mut self.elements).push(element);
        Ok(self)
    }

    /// Whether its first and last elements are zeros without a unit, or it has none: then all may be.
    fn may_become_common(&self) -> bool {
        let is_zero = |datum: &Datum| matches!(datum, Datum::Number(n) if n.is_plain_zero());
        [self.first(), self.last()]
            .into_iter()
            .flatten()
            .all(is_zero)
    }

    /// Returns its size with one more element.
    ///
    /// # Errors
    /// As [`List::new`].
    pub(super) fn takes(&self, element: &Datum) -> Result<Size, ValueError> {
        let (more, depth, functions) = weight(element);
        let held = self.held() + more;
        fits(held as u64)?;
        if depth > DEEPEST_LIST {
            return Err(too_deep());
        }
        Ok(Size {
            held: held as u32,
            depth: self.size.depth.max(depth),
            functions: self.size.functions | functions,
        })
    }

    /// Whether a function is among its elements, or in lists and records among them.
    #[must_use]
    pub fn holds_functions(&self) -> bool {
        self.size.functions
    }

    /// Returns the reason why it cannot have one more element, if there is one.
    ///
    /// # Errors
    /// As [`List::new`].
    pub fn may_take(&self, element: &Datum) -> Result<(), ValueError> {
        self.takes(element).map(drop)
    }

    /// Returns the list with another element at an index that it has: in place if nothing else holds the list.
    ///
    /// # Errors
    /// As [`List::new`].
    pub fn with(mut self, at: usize, element: Datum) -> Result<Self, ValueError> {
        let Some(place) = Arc::make_mut(&mut self.elements).get_mut(at) else {
            return Ok(self);
        };
        let keeps = dimension_of(place).is_some() && dimension_of(place) == dimension_of(&element);
        let keeps = keeps && place.is_unknown() == element.is_unknown();
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
        self.size.held as usize
    }

    /// Whether one of its elements depends on the run.
    #[must_use]
    pub fn holds_unknown(&self) -> bool {
        self.unknown
    }
}

impl From<List> for Vec<Datum> {
    fn from(list: List) -> Self {
        list.to_vec()
    }
}

impl TryFrom<Vec<Datum>> for List {
    type Error = String;

    fn try_from(elements: Vec<Datum>) -> Result<Self, String> {
        List::new(elements).map_err(|why| why.message)
    }
}

impl Deref for List {
    type Target = [Datum];
    fn deref(&self) -> &[Datum] {
        &self.elements
    }
}

/// Returns the dimension of a number that has one other than none.
fn dimension_of(element: &Datum) -> Option<Dimension> {
    let dimension = match element {
        Datum::Number(number) => number.dimension,
        Datum::Unknown(Unknown::Number(dimension)) => *dimension,
        _ => return None,
    };
    (dimension != Dimension::NONE).then_some(dimension)
}

/// Gives zeros without a unit the dimension of the other elements, if that is one. Returns the dimension of all.
fn settle_zeros(elements: &mut [Datum]) -> Option<Dimension> {
    let mut common = None;
    let mut zeros = false;
    for element in &*elements {
        if matches!(element, Datum::Number(number) if number.is_plain_zero()) {
            zeros = true;
            continue;
        }
        let dimension = dimension_of(element)?;
        if common.is_some_and(|common| common != dimension) {
            return None;
        }
        common = Some(dimension);
    }
    if let (true, Some(common)) = (zeros, common) {
        for element in elements {
            if let Datum::Number(number) = element {
                number.dimension = common;
            }
        }
    }
    common
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
