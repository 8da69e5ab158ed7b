//! The things that a path refers to.

use super::{Quantity, Session};
use crate::session::command::Thing;

impl Session {
    /// Returns the things that a path such as `tail.vel.x` or `tumbler.tail.z` names, and the quantity of the last one; none if
    /// there is no quantity.
    #[must_use]
    pub fn spoken_of<'a>(
        &self,
        path: &'a str,
    ) -> Option<(Vec<(Thing, &'a str)>, &'static Quantity)> {
        let subjects = self.subjects(path);
        let mut found = subjects.iter().zip(0..);
        let (quantity, way) = found.find_map(|(subject, way)| {
            let (subject, end) = (*subject)?;
            Some((subject.find(end)?.0, way))
        })?;
        let mut names = path.split('.');
        let mut named = |thing: Thing| Some((thing, names.next()?));
        let things = match way {
            0 => vec![named(Thing::Body)],
            1 => vec![named(Thing::Corpus)],
            2 => vec![named(Thing::Corpus), named(Thing::Body)],
            3 => vec![named(Thing::Roach)],
            7 => vec![named(Thing::Corpus)],
            8 => vec![named(Thing::Neuron)],
            _ => vec![named(Thing::World)],
        };
        Some((things.into_iter().flatten().collect(), quantity))
    }
}
