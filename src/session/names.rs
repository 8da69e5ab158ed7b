//! Named things, and the source positions of their definitions.

use crate::session::command::Thing;
use crate::source::Span;
use std::collections::BTreeMap;

/// The place where a name is resolved: a world, and the current figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Number of the world.
    pub world: usize,
    /// Number of the figure in it.
    pub figure: Option<usize>,
}

impl Place {
    /// Returns the scope of a kind of thing here: objects and bodies belong to a figure, figures to a world.
    fn scope(self, thing: Thing) -> Scope {
        match thing {
            Thing::Object | Thing::Body | Thing::Part => (thing, self.world, self.figure),
            Thing::Corpus | Thing::Roach | Thing::Neuron => (thing, self.world, None),
            Thing::World => (thing, 0, None),
        }
    }
}

/// Scope of a name: a world, and for objects and bodies a figure in it.
type Scope = (Thing, usize, Option<usize>);

/// A thing with the source position of its definition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub index: usize,
    pub place: Span,
}

/// Source positions and indices of named things.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    known: BTreeMap<Scope, BTreeMap<String, Named>>,
}

impl Names {
    /// Returns the thing of a name.
    pub fn get(&self, at: Place, thing: Thing, name: &str) -> Option<Named> {
        self.known.get(&at.scope(thing))?.get(name).copied()
    }

    /// Returns the number of the object of that name that was fetched for a figure of a world, or before there was one.
    pub fn object(&self, world: usize, figure: Option<usize>, name: &str) -> Option<usize> {
        let named = self.get(Place { world, figure }, Thing::Object, name)?;
        Some(named.index)
    }

    /// Stores the source position and index of a named thing.
    pub fn insert(&mut self, at: Place, thing: Thing, name: &str, named: Named) {
        let names = self.known.entry(at.scope(thing)).or_default();
        names.insert(name.to_owned(), named);
    }

    /// Removes an object, so that its name can be used again; the indices of later objects decrease.
    pub fn remove_object(&mut self, at: Place, name: &str, index: usize) {
        if let Some(names) = self.known.get_mut(&at.scope(Thing::Object)) {
            names.remove(name);
        }
        for ((thing, world, _), names) in &mut self.known {
            if *thing == Thing::Object && *world == at.world {
                for named in names.values_mut().filter(|named| named.index > index) {
                    named.index -= 1;
                }
            }
        }
    }

    /// Moves objects fetched before there was a figure to this one.
    pub fn adopt(&mut self, world: usize, figure: usize) {
        if let Some(orphans) = self.known.remove(&(Thing::Object, world, None)) {
            let scope = (Thing::Object, world, Some(figure));
            self.known.insert(scope, orphans);
        }
    }

    /// Returns the source position of the definition of this name in any figure of a world.
    pub fn elsewhere(&self, world: usize, thing: Thing, name: &str) -> Option<Span> {
        let scopes = self.known.iter();
        scopes
            .filter(|((other, own, _), _)| *other == thing && *own == world)
            .find_map(|(_, names)| names.get(name))
            .map(|named| named.place)
    }

    /// Returns another world in which a thing has this name, and the source position of its definition.
    pub fn in_other_world(&self, world: usize, thing: Thing, name: &str) -> Option<(usize, Span)> {
        let mut scopes = self.known.iter();
        scopes.find_map(|((other, own, _), names)| {
            let is_elsewhere = *other == thing && *own != world;
            let named = names.get(name).filter(|_| is_elsewhere)?;
            Some((*own, named.place))
        })
    }
}
