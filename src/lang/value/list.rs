//! Lists: elements in their order, with bounds on what they hold.

use super::{Datum, ValueError};
use std::ops::Deref;
use std::sync::Arc;

/// The most a list may hold, the elements of lists in it included.
pub const MOST_ELEMENTS: usize = 1_000_000;

/// How deep lists may stand in each other.
pub const DEEPEST_LIST: u8 = 64;

/// The elements of a list; a slice in all respects.
///
/// It counts what it holds, because lists share their elements: `x = [x x]`, sixty times over, would be a small thing that
/// nobody can walk through.
#[derive(Clone, Debug, PartialEq)]
pub struct List {
    elements: Arc<[Datum]>,
    /// Elements, and the elements of lists among them.
    held: u32,
    /// 1 for a list without lists.
    depth: u8,
}

impl List {
    /// A list of the elements.
    ///
    /// # Errors
    /// Where it would hold more than [`MOST_ELEMENTS`] or stand deeper than [`DEEPEST_LIST`].
    pub fn new(elements: Vec<Datum>) -> Result<Self, ValueError> {
        let mut held = elements.len();
        let mut depth = 1;
        for element in &elements {
            if let Datum::List(inner) = element {
                held += inner.held as usize;
                depth = depth.max(inner.depth + 1);
            }
        }
        fits(held as u64)?;
        if depth > DEEPEST_LIST {
            return Err(ValueError::new(format!(
                "these lists stand in each other more than {DEEPEST_LIST} deep"
            )));
        }
        Ok(List {
            elements: elements.into(),
            held: held as u32,
            depth,
        })
    }
}

impl Deref for List {
    type Target = [Datum];
    fn deref(&self) -> &[Datum] {
        &self.elements
    }
}

/// Refuses the number of elements of a list.
pub(super) fn fits(held: u64) -> Result<(), ValueError> {
    if held <= MOST_ELEMENTS as u64 {
        return Ok(());
    }
    Err(ValueError::new(format!(
        "a list of {held} elements is too long: it may hold {MOST_ELEMENTS}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_list_holds_is_bounded() {
        assert!(List::new(vec![Datum::Flag(true); MOST_ELEMENTS]).is_ok());
        let error = List::new(vec![Datum::Flag(true); MOST_ELEMENTS + 1]).unwrap_err();
        assert_eq!(
            error.message,
            "a list of 1000001 elements is too long: it may hold 1000000"
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
        assert_eq!(
            error.message,
            "these lists stand in each other more than 64 deep"
        );
    }
}
