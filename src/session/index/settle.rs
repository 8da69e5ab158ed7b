//! Resolves names that are known only when all texts are read: variables of the script, its commands, and the things of
//! quantities in lines that never ran.

use super::{CommandSite, Index, Symbol, Use};
use crate::session::command::Thing;
use crate::source::{Sources, Span};
use std::collections::{BTreeMap, BTreeSet};

/// A name that is not resolved yet.
#[derive(Clone, Debug)]
pub(super) enum Pending {
    /// A global variable, or the thing at the start of a path.
    Variable {
        name: String,
        place: Span,
        path: String,
    },
    /// A user-defined command.
    Command { name: String, place: Span },
    /// The name of an argument.
    Argument {
        command: String,
        name: String,
        place: Span,
    },
}

/// Returns the order of a place in the script; an included file is ordered at its `include`.
fn order(place: Span, sources: &Sources) -> Vec<u32> {
    let way = sources.way_in(place);
    let way = way.iter().rev().map(|include| include.start);
    way.chain([place.start]).collect()
}

impl Index {
    /// Resolves names that could not be resolved before the end. Call it after a script has run.
    pub fn settle(&mut self, sources: &Sources) {
        let mut globals = std::mem::take(&mut self.globals);
        globals.sort_by_cached_key(|(_, place)| order(*place, sources));
        let mut first: BTreeMap<String, Span> = BTreeMap::new();
        for (name, place) in globals {
            let definition = *first.entry(name.clone()).or_insert(place);
            self.keep(Use::of(place, Symbol::Variable, &name, definition));
        }
        let mut commands: Vec<&CommandSite> = self.commands.iter().collect();
        commands.sort_by_cached_key(|command| order(command.place, sources));
        let mut called: BTreeMap<String, CommandSite> = BTreeMap::new();
        for command in commands {
            called
                .entry(command.name.clone())
                .or_insert_with(|| command.clone());
        }
        let known: BTreeSet<Span> = self.uses.iter().map(|found| found.span).collect();
        for pending in std::mem::take(&mut self.pending) {
            match pending {
                Pending::Variable { name, place, path } => match first.get(&name) {
                    Some(definition) => {
                        self.keep(Use::of(place, Symbol::Variable, &name, *definition));
                    }
                    None if name.len() < path.len() && !known.contains(&place) => {
                        self.thing(name, place);
                    }
                    None => {}
                },
                Pending::Command { name, place } => {
                    if let Some(command) = called.get(&name) {
                        self.keep(Use::of(place, Symbol::Command, &name, command.place));
                    }
                }
                Pending::Argument {
                    command,
                    name,
                    place,
                } => {
                    let parameters = called.get(&command).map(|command| &command.parameters);
                    let mut parameters = parameters.into_iter().flatten();
                    if let Some((_, definition)) = parameters.find(|(other, _)| *other == name) {
                        self.keep(Use::of(place, Symbol::Variable, &name, *definition));
                    }
                }
            }
        }
        self.spelled_variables();
    }

    /// Moves references of variables with interpolated names from the last definition to the first.
    fn spelled_variables(&mut self) {
        let is_variable = |found: &&Use| found.symbol == Symbol::Variable;
        let places = self.uses.iter().filter(is_variable);
        let places: BTreeMap<Span, Option<Span>> =
            places.map(|found| (found.span, found.definition)).collect();
        for found in &mut self.uses {
            if found.symbol == Symbol::Variable
                && let Some(Some(first)) = found.definition.and_then(|place| places.get(&place))
            {
                found.definition = Some(*first);
            }
        }
    }

    /// Resolves the thing at the start of a path in a line that never ran.
    fn thing(&mut self, name: String, place: Span) {
        let all = [
            Thing::Body,
            Thing::Corpus,
            Thing::Roach,
            Thing::World,
            Thing::Neuron,
        ];
        let given = all.into_iter().find_map(|thing| {
            let key = (Symbol::Thing(thing), name.clone());
            Some((key.0, *self.given.get(&key)?))
        });
        if let Some((symbol, definition)) = given {
            self.keep(Use::of(place, symbol, &name, definition));
        }
    }
}
