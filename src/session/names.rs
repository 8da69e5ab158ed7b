//! What has a name, and where it was named first.

use super::Session;
use crate::command::{Bound, Thing};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Places of names, and names that a mistake kept from coming to be.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    first: BTreeMap<(Thing, usize, String), Span>,
    doubtful: BTreeSet<(Thing, String)>,
    /// Where a child was linked, by world, corpus and child.
    links: BTreeMap<(usize, Option<usize>, usize), Span>,
}

impl Names {
    pub(super) fn doubt(&mut self, thing: Thing, name: String) {
        self.doubtful.insert((thing, name));
    }
}

impl Session {
    /// Objects and bodies belong to a corpus, corpora to a world.
    fn scope(&self, thing: Thing) -> usize {
        match thing {
            Thing::Object | Thing::Body => {
                self.stage * 1_000_000 + self.here().current.map_or(0, |c| c + 1)
            }
            Thing::Corpus | Thing::Roach => self.stage,
            Thing::World => 0,
        }
    }

    /// Keeps the place where something was named.
    pub fn name(&mut self, thing: Thing, name: &str, span: Span) {
        let scope = self.scope(thing);
        self.names
            .first
            .insert((thing, scope, name.to_owned()), span);
    }

    /// Forgets a name, so that it may be given again.
    pub fn forget(&mut self, thing: Thing, name: &str) {
        let scope = self.scope(thing);
        self.names.first.remove(&(thing, scope, name.to_owned()));
    }

    /// Where it was named.
    #[must_use]
    pub fn first_named(&self, thing: Thing, name: &str) -> Option<Span> {
        self.names
            .first
            .get(&(thing, self.scope(thing), name.to_owned()))
            .copied()
    }

    /// Keeps the place of a `linkbodies`, whose second argument is the child.
    pub(crate) fn remember_link(&mut self, bound: &Bound) {
        self.names
            .links
            .insert((self.stage, bound.corpus, bound.index(1)), bound.span);
    }

    /// Where the same child was linked before.
    pub(crate) fn first_link(&self, bound: &Bound) -> Option<Span> {
        self.names
            .links
            .get(&(self.stage, bound.corpus, bound.index(1)))
            .copied()
    }

    /// Whether a mistake, reported already, kept the name from coming to be.
    #[must_use]
    pub fn is_doubtful(&self, thing: Thing, name: &str) -> bool {
        // A body is named after its object more often than not: either's mistake explains the other's absence.
        let body_or_object = matches!(thing, Thing::Object | Thing::Body);
        self.names.doubtful.iter().any(|(t, n)| {
            n == name && (*t == thing || body_or_object && matches!(t, Thing::Object | Thing::Body))
        })
    }

    /// Index of the thing of that name.
    #[must_use]
    pub fn find(&self, thing: Thing, name: &str) -> Option<usize> {
        let stage = self.here();
        match thing {
            Thing::Object => stage
                .objects
                .iter()
                .position(|o| o.scope == stage.current && o.object.name == name),
            Thing::Body => stage.draft().and_then(|d| d.figure.find(name)),
            Thing::Corpus => stage.drafts.iter().position(|d| d.figure.name == name),
            Thing::World => self.stages.iter().position(|s| s.name == name),
            Thing::Roach => stage.roaches.iter().position(|r| r.name == name),
        }
    }

    /// Forgets all doubts: at a prompt, where each mistake has been seen, what follows from it is news again.
    pub fn trust(&mut self) {
        self.names.doubtful.clear();
        for draft in self.stages.iter_mut().flat_map(|s| &mut s.drafts) {
            draft.doubtful = false;
        }
    }

    /// All names of a kind of thing, as they were given.
    #[must_use]
    pub fn names(&self, thing: Thing) -> Vec<String> {
        let stage = self.here();
        match thing {
            Thing::Object => stage
                .objects
                .iter()
                .filter(|o| o.scope == stage.current)
                .map(|o| o.object.name.clone())
                .collect(),
            Thing::Body => stage
                .draft()
                .map(|d| {
                    d.figure
                        .bodies
                        .iter()
                        .map(|b| b.spec.name.clone())
                        .collect()
                })
                .unwrap_or_default(),
            Thing::Corpus => stage.drafts.iter().map(|d| d.figure.name.clone()).collect(),
            Thing::World => self.stages.iter().map(|s| s.name.clone()).collect(),
            Thing::Roach => stage.roaches.iter().map(|r| r.name.clone()).collect(),
        }
    }

    /// Whether anything has this name.
    #[must_use]
    pub fn has_name(&self, name: &str) -> bool {
        [
            Thing::Object,
            Thing::Body,
            Thing::Corpus,
            Thing::World,
            Thing::Roach,
        ]
        .iter()
        .any(|t| self.find(*t, name).is_some())
    }

    /// The figure that bodies are named in.
    #[must_use]
    pub fn current_corpus(&self) -> Option<usize> {
        self.here().current
    }
}
