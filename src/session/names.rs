//! Named things, and the source positions of their definitions.

use super::Session;
use crate::session::command::{Bound, Thing};
use crate::source::Span;
use std::collections::BTreeMap;

/// Scope of a name: a world, and for objects and bodies a figure in it.
type Scope = (Thing, usize, Option<usize>);

/// A thing with the source position of its definition.
#[derive(Clone, Copy, Debug)]
struct Named {
    index: usize,
    place: Span,
}

/// Source positions and indices of named things.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    known: BTreeMap<Scope, BTreeMap<String, Named>>,
    /// Source positions of links and of root choices, by world, corpus and child.
    links: BTreeMap<(usize, Option<usize>, usize), Span>,
    roots: BTreeMap<(usize, Option<usize>), Span>,
    /// Source positions of assembly, by world and corpus.
    assemblies: BTreeMap<(usize, Option<usize>), Span>,
}

impl Names {
    fn get(&self, scope: &Scope, name: &str) -> Option<Named> {
        self.known.get(scope)?.get(name).copied()
    }

    /// Moves objects fetched before there was a figure to this one.
    pub(super) fn adopt(&mut self, stage: usize, corpus: usize) {
        if let Some(orphans) = self.known.remove(&(Thing::Object, stage, None)) {
            self.known
                .insert((Thing::Object, stage, Some(corpus)), orphans);
        }
    }
}

impl Session {
    /// Returns the scope: objects and bodies belong to a corpus, corpora to a world.
    fn scope(&self, thing: Thing) -> Scope {
        match thing {
            Thing::Object | Thing::Body | Thing::Part => {
                (thing, self.stage, self.here().definitions.current)
            }
            Thing::Corpus | Thing::Roach => (thing, self.stage, None),
            Thing::World => (thing, 0, None),
        }
    }

    /// Stores the source position and index of a named thing.
    pub fn name(&mut self, thing: Thing, name: &str, index: usize, place: Span) {
        if self.is_uncertain() {
            self.checks().suppose_named(place);
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

    /// Returns the source position of the first definition.
    #[must_use]
    pub fn first_named(&self, thing: Thing, name: &str) -> Option<Span> {
        let named = self.own.names.get(&self.scope(thing), name)?;
        Some(named.place)
    }

    /// Whether it was named in a line of which a check does not know whether it runs.
    #[must_use]
    pub(crate) fn may_be_missing(&self, thing: Thing, name: &str) -> bool {
        self.first_named(thing, name)
            .is_some_and(|place| self.checks_so_far().is_maybe_named(place))
    }

    /// Returns the source position of the definition of a figure's thing, for any figure.
    pub(super) fn named_in(&self, thing: Thing, corpus: usize, name: &str) -> Option<Span> {
        let scope = (thing, self.stage, Some(corpus));
        Some(self.own.names.get(&scope, name)?.place)
    }

    /// Returns the number of the object of that name that was fetched for a figure of the current world, or before there was
    /// one.
    #[must_use]
    pub fn object_named(&self, corpus: Option<usize>, name: &str) -> Option<usize> {
        let scope = (Thing::Object, self.stage, corpus);
        Some(self.own.names.get(&scope, name)?.index)
    }

    /// Returns the source position of the definition of this name in another figure, so that the name is not valid now.
    #[must_use]
    pub fn named_elsewhere(&self, thing: Thing, name: &str) -> Option<Span> {
        let scopes = self.own.names.known.iter();
        scopes
            .filter(|((other, stage, _), _)| *other == thing && *stage == self.stage)
            .find_map(|(_, names)| names.get(name))
            .map(|named| named.place)
    }

    /// Returns another world in which a thing has this name, and the source position of its definition.
    pub(crate) fn named_in_other_world(&self, thing: Thing, name: &str) -> Option<(&str, Span)> {
        let mut scopes = self.own.names.known.iter();
        scopes.find_map(|((other, stage, _), names)| {
            let is_elsewhere = *other == thing && *stage != self.stage;
            let named = names.get(name).filter(|_| is_elsewhere)?;
            Some((self.stages.get(*stage)?.name.as_str(), named.place))
        })
    }

    /// Stores the source position of a command that links a child to another body.
    pub(crate) fn remember_link(&mut self, bound: &Bound, child: usize) {
        let link = (self.stage, bound.corpus, child);
        self.own.names.links.insert(link, bound.span);
    }

    /// Returns the source position where the same child was linked before.
    pub(crate) fn first_link(&self, bound: &Bound) -> Option<Span> {
        let link = (self.stage, bound.corpus, bound.index(1));
        self.own.names.links.get(&link).copied()
    }

    /// Stores the source position of a `setroot`. Returns that of the previous one.
    pub(crate) fn remember_root(&mut self, bound: &Bound) -> Option<Span> {
        let root = (self.stage, bound.corpus);
        self.own.names.roots.insert(root, bound.span)
    }

    /// Stores the source position of the command that assembled a figure.
    pub(crate) fn remember_assembly(&mut self, bound: &Bound) {
        let figure = (self.stage, bound.corpus);
        self.own.names.assemblies.insert(figure, bound.span);
    }

    /// Returns the source position where the figure was assembled.
    pub(crate) fn assembly(&self, bound: &Bound) -> Option<Span> {
        let figure = (self.stage, bound.corpus);
        self.own.names.assemblies.get(&figure).copied()
    }

    /// Returns the index of the thing of that name; for a part, that of its body.
    #[must_use]
    pub fn find(&self, thing: Thing, name: &str) -> Option<usize> {
        let named = self.own.names.get(&self.scope(thing), name);
        // No line defines the first world.
        let first = self
            .stages
            .first()
            .filter(|s| thing == Thing::World && s.name == name);
        named.map(|named| named.index).or(first.map(|_| 0))
    }

    /// Removes all poison: at a prompt, each error has been seen, so its consequences are reported again.
    pub fn trust(&mut self) {
        self.checks().forget_doubts();
        self.gathered.told.clear();
        for draft in self
            .stages
            .iter_mut()
            .flat_map(|s| &mut s.definitions.drafts)
        {
            draft.doubtful = false;
            draft.told = false;
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
            .mirrored()
            .and_then(|reflection| reflection.of(Some(draft), body));
        across.map_or(body, |across| across.body)
    }

    /// Whether a script could not be read, so that any name may exist.
    #[must_use]
    pub fn doubts_anything(&self) -> bool {
        self.checks_so_far().doubts_anything()
    }

    /// Returns the kind of the thing that has this name.
    #[must_use]
    pub fn thing_called(&self, name: &str) -> Option<Thing> {
        let mut all = Thing::ALL.iter().copied();
        all.find(|thing| self.find(*thing, name).is_some())
    }

    /// Returns the name of the object of which a body of the current figure was made.
    #[must_use]
    pub(crate) fn object_of(&self, body: &str) -> Option<&str> {
        let bodies = &self.here().definitions.draft()?.figure.bodies;
        let body = bodies.iter().find(|other| other.spec.name == body)?;
        Some(&body.shape.name)
    }

    /// Returns the figure whose bodies can be named directly.
    #[must_use]
    pub fn current_corpus(&self) -> Option<usize> {
        self.here().definitions.current
    }
}
