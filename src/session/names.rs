//! Named things, and where each was first named.

use super::Session;
use crate::session::command::{Bound, Thing};
use crate::source::Span;
use std::collections::BTreeMap;

/// Where a name holds: a world, and for objects and bodies a figure there.
type Scope = (Thing, usize, Option<usize>);

/// A thing and the place where it was named.
#[derive(Clone, Copy, Debug)]
struct Named {
    index: usize,
    place: Span,
}

/// Places and indices of what has a name.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    known: BTreeMap<Scope, BTreeMap<String, Named>>,
    /// Where a child was linked and a root chosen, by world, corpus and child.
    links: BTreeMap<(usize, Option<usize>, usize), Span>,
    roots: BTreeMap<(usize, Option<usize>), Span>,
    /// Where a figure was put together, by world and corpus.
    assemblies: BTreeMap<(usize, Option<usize>), Span>,
}

impl Names {
    fn get(&self, scope: &Scope, name: &str) -> Option<Named> {
        self.known.get(scope)?.get(name).copied()
    }

    /// What was fetched before there was a figure belongs to this one after all.
    pub(super) fn adopt(&mut self, stage: usize, corpus: usize) {
        if let Some(orphans) = self.known.remove(&(Thing::Object, stage, None)) {
            self.known
                .insert((Thing::Object, stage, Some(corpus)), orphans);
        }
    }
}

impl Session {
    /// Objects and bodies belong to a corpus, corpora to a world.
    fn scope(&self, thing: Thing) -> Scope {
        match thing {
            Thing::Object | Thing::Body | Thing::Part => (thing, self.stage, self.here().current),
            Thing::Corpus | Thing::Roach => (thing, self.stage, None),
            Thing::World => (thing, 0, None),
        }
    }

    /// Keeps the place where something was named, and its index.
    pub fn name(&mut self, thing: Thing, name: &str, index: usize, place: Span) {
        if self.is_uncertain() {
            self.checker.maybe_named.insert(place);
        }
        let scope = self.scope(thing);
        let named = Named { index, place };
        let names = self.own.names.known.entry(scope).or_default();
        names.insert(name.to_owned(), named);
    }

    /// Removes an object, so that its name can be used again; the indices of later objects decrease.
    pub fn forget_object(&mut self, name: &str, index: usize) {
        let scope = self.scope(Thing::Object);
        if let Some(names) = self.own.names.known.get_mut(&scope) {
            names.remove(name);
        }
        let stage = self.stage;
        for ((thing, world, _), names) in &mut self.own.names.known {
            if *thing == Thing::Object && *world == stage {
                for named in names.values_mut().filter(|named| named.index > index) {
                    named.index -= 1;
                }
            }
        }
    }

    /// Place at which it was first named.
    #[must_use]
    pub fn first_named(&self, thing: Thing, name: &str) -> Option<Span> {
        let named = self.own.names.get(&self.scope(thing), name)?;
        Some(named.place)
    }

    /// Whether it was named in a line of which a check does not know whether it runs.
    #[must_use]
    pub(crate) fn may_be_missing(&self, thing: Thing, name: &str) -> bool {
        self.first_named(thing, name)
            .is_some_and(|place| self.checker.maybe_named.contains(&place))
    }

    /// Where something of a figure, current or not, was named.
    pub(super) fn named_in(&self, thing: Thing, corpus: usize, name: &str) -> Option<Span> {
        let scope = (thing, self.stage, Some(corpus));
        Some(self.own.names.get(&scope, name)?.place)
    }

    /// Number of the object of that name that was fetched for a figure of the current world, or before there was one.
    #[must_use]
    pub fn object_named(&self, corpus: Option<usize>, name: &str) -> Option<usize> {
        let scope = (Thing::Object, self.stage, corpus);
        Some(self.own.names.get(&scope, name)?.index)
    }

    /// Place at which something of this name was named that belongs to another figure, so that the name is not valid now.
    #[must_use]
    pub fn named_elsewhere(&self, thing: Thing, name: &str) -> Option<Span> {
        let scopes = self.own.names.known.iter();
        scopes
            .filter(|((other, stage, _), _)| *other == thing && *stage == self.stage)
            .find_map(|(_, names)| names.get(name))
            .map(|named| named.place)
    }

    /// Keeps the place of a command that hangs a child on another body.
    pub(crate) fn remember_link(&mut self, bound: &Bound, child: usize) {
        let link = (self.stage, bound.corpus, child);
        self.own.names.links.insert(link, bound.span);
    }

    /// Where the same child was linked before.
    pub(crate) fn first_link(&self, bound: &Bound) -> Option<Span> {
        let link = (self.stage, bound.corpus, bound.index(1));
        self.own.names.links.get(&link).copied()
    }

    /// Keeps the place of a `setroot`; gives back that of the one before.
    pub(crate) fn remember_root(&mut self, bound: &Bound) -> Option<Span> {
        let root = (self.stage, bound.corpus);
        self.own.names.roots.insert(root, bound.span)
    }

    /// Keeps the place of the command that put a figure together.
    pub(crate) fn remember_assembly(&mut self, bound: &Bound) {
        let figure = (self.stage, bound.corpus);
        self.own.names.assemblies.insert(figure, bound.span);
    }

    /// Where the figure was put together.
    pub(crate) fn assembly(&self, bound: &Bound) -> Option<Span> {
        let figure = (self.stage, bound.corpus);
        self.own.names.assemblies.get(&figure).copied()
    }

    /// Index of the thing of that name; for a part, that of its body.
    #[must_use]
    pub fn find(&self, thing: Thing, name: &str) -> Option<usize> {
        match thing {
            Thing::Object | Thing::Body | Thing::Part | Thing::Corpus | Thing::Roach => {
                let named = self.own.names.get(&self.scope(thing), name)?;
                Some(named.index)
            }
            // The first world is not named by any line.
            Thing::World => match self.own.names.get(&self.scope(thing), name) {
                Some(named) => Some(named.index),
                None => self.stages.first().filter(|s| s.name == name).map(|_| 0),
            },
        }
    }

    /// Forgets all doubts: at a prompt, where each mistake has been seen, what follows from it is news again.
    pub fn trust(&mut self) {
        self.checker.doubts = super::doubt::Doubts::default();
        self.gathered.told.clear();
        for draft in self.stages.iter_mut().flat_map(|s| &mut s.drafts) {
            draft.doubtful = false;
            draft.told = false;
        }
    }

    /// All names of a kind of thing, without placeholders for things lost by a mistake.
    #[must_use]
    pub fn names(&self, thing: Thing) -> Vec<String> {
        let stage = self.here();
        let bodies = || {
            let figure = stage.draft().map(|draft| &draft.figure);
            figure.into_iter().flat_map(|figure| &figure.bodies)
        };
        let mut names: Vec<String> = match thing {
            Thing::Object => stage
                .objects
                .iter()
                .filter(|o| o.scope == stage.current)
                .map(|o| o.object.name.clone())
                .collect(),
            Thing::Body => bodies().map(|b| b.spec.name.clone()).collect(),
            Thing::Part => bodies()
                .flat_map(|b| b.parts.iter().map(|p| p.spec.name.clone()))
                .collect(),
            Thing::Corpus => stage.drafts.iter().map(|d| d.figure.name.clone()).collect(),
            Thing::World => self.stages.iter().map(|s| s.name.clone()).collect(),
            Thing::Roach => stage.roaches.iter().map(|r| r.name.clone()).collect(),
        };
        names.retain(|name| !name.is_empty());
        names
    }

    /// The draft and the number there of a body that is named from `current`: by its own name, or as `figure.body`.
    #[must_use]
    pub fn body_anywhere(&self, current: Option<usize>, name: &str) -> Option<(usize, usize)> {
        let drafts = &self.here().drafts;
        let body_of = |draft: usize, name: &str| {
            let mut bodies = drafts.get(draft)?.figure.bodies.iter();
            let body = bodies.position(|body| body.spec.name == name)?;
            Some((draft, body))
        };
        if let Some(found) = current.and_then(|current| body_of(current, name)) {
            return Some(found);
        }
        (0..drafts.len()).find_map(|draft| {
            let behind = name.strip_prefix(drafts[draft].figure.name.as_str())?;
            body_of(draft, behind.strip_prefix('.')?)
        })
    }

    /// Whether a script could not be read, so that anything may have a name.
    #[must_use]
    pub fn doubts_anything(&self) -> bool {
        self.checker.doubts.anything()
    }

    /// Kind of the thing that has this name.
    #[must_use]
    pub fn thing_called(&self, name: &str) -> Option<Thing> {
        let mut all = Thing::ALL.iter().copied();
        all.find(|thing| self.find(*thing, name).is_some())
    }

    /// The figure that bodies are named in.
    #[must_use]
    pub fn current_corpus(&self) -> Option<usize> {
        self.here().current
    }
}
