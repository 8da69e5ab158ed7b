//! Named things, and the source positions of their definitions.

use super::Session;
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
            Thing::Corpus | Thing::Roach => (thing, self.world, None),
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

impl Session {
    /// Returns the place where names are resolved: the current world and figure.
    #[must_use]
    pub fn place(&self) -> Place {
        let figure = self.here().definitions.current;
        Place {
            world: self.stage,
            figure,
        }
    }

    /// Stores the source position and index of a named thing.
    pub fn name(&mut self, thing: Thing, name: &str, index: usize, place: Span) {
        if self.check.is_uncertain() {
            self.check.suppose_named(place);
        }
        let named = Named { index, place };
        self.names.insert(self.place(), thing, name, named);
    }

    /// Returns the source position of the first definition.
    #[must_use]
    pub fn first_named(&self, thing: Thing, name: &str) -> Option<Span> {
        let named = self.names.get(self.place(), thing, name)?;
        Some(named.place)
    }

    /// Returns the index of the thing of that name; for a part, that of its body.
    #[must_use]
    pub fn find(&self, thing: Thing, name: &str) -> Option<usize> {
        let named = self.names.get(self.place(), thing, name);
        // No line defines the first world.
        let first = self
            .stages
            .first()
            .filter(|s| thing == Thing::World && s.name == name);
        named.map(|named| named.index).or(first.map(|_| 0))
    }

    /// Removes all poison: at a prompt, each error has been seen, so its consequences are reported again.
    pub fn trust(&mut self) {
        self.check.forget_doubts();
        self.gathered.told.clear();
        for draft in self
            .stages
            .iter_mut()
            .flat_map(|s| &mut s.definitions.drafts)
        {
            draft.doubtful = false;
            draft.reported = false;
        }
    }

    /// Returns all names of a kind of thing, without placeholders for things lost by an error.
    #[must_use]
    pub fn names(&self, thing: Thing) -> Vec<String> {
        let stage = self.here();
        let bodies = || {
            let figure = stage.definitions.draft().map(|draft| &draft.figure);
            figure.into_iter().flat_map(|figure| &figure.bodies)
        };
        let mut names: Vec<String> = match thing {
            Thing::Object => stage
                .definitions
                .objects
                .iter()
                .filter(|o| o.scope == stage.definitions.current)
                .map(|o| o.object.name.clone())
                .collect(),
            Thing::Body => bodies().map(|b| b.spec.name.clone()).collect(),
            Thing::Part => bodies()
                .flat_map(|b| b.parts.iter().map(|p| p.spec.name.clone()))
                .collect(),
            Thing::Corpus => stage
                .definitions
                .drafts
                .iter()
                .map(|d| d.figure.name.clone())
                .collect(),
            Thing::World => self.stages.iter().map(|s| s.name.clone()).collect(),
            Thing::Roach => stage
                .definitions
                .roaches
                .iter()
                .map(|r| r.name.clone())
                .collect(),
        };
        names.retain(|name| !name.is_empty());
        names
    }

    /// Returns the draft and the body number of a body named from `current`: by its own name, or as `figure.body`.
    #[must_use]
    pub fn body_anywhere(&self, current: Option<usize>, name: &str) -> Option<(usize, usize)> {
        let drafts = &self.here().definitions.drafts;
        let body_of = |draft: usize, name: &str| {
            let mut bodies = drafts.get(draft)?.figure.bodies.iter();
            let body = bodies.position(|body| body.spec.name == name)?;
            Some((draft, self.body_across(draft, body)))
        };
        if let Some(found) = current.and_then(|current| body_of(current, name)) {
            return Some(found);
        }
        (0..drafts.len()).find_map(|draft| {
            let after = name.strip_prefix(drafts[draft].figure.name.as_str())?;
            body_of(draft, after.strip_prefix('.')?)
        })
    }

    /// Returns the body that replaces one of a figure in lines copied by `mirror`.
    pub(super) fn body_across(&self, draft: usize, body: usize) -> usize {
        let across = self
            .activity
            .mirrored
            .as_ref()
            .and_then(|reflection| reflection.of(Some(draft), body));
        across.map_or(body, |across| across.body)
    }

    /// Returns the kind of the thing that has this name.
    #[must_use]
    pub fn thing_called(&self, name: &str) -> Option<Thing> {
        let mut all = Thing::ALL.iter().copied();
        all.find(|thing| self.find(*thing, name).is_some())
    }
}
