//! Names poisoned by errors reported before: errors caused by them are not reported.

use crate::lang::pattern::{matches, overlap, rename};
use crate::session::command::Thing;
use crate::session::names::Place;
use std::collections::BTreeSet;

/// Names poisoned by errors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Doubts {
    pub(super) names: BTreeSet<(Thing, String)>,
    /// Patterns of the names of objects, bodies and parts.
    pub(super) patterns: BTreeSet<String>,
    /// Kinds of things that a line would have made, without a usable name.
    pub(super) unnamed: BTreeSet<Thing>,
    /// Figures whose names are all unknown.
    pub(super) figures: BTreeSet<Place>,
    /// Placeholders for worlds, which may have any figure and gait.
    pub(super) worlds: BTreeSet<usize>,
    /// Whether a script could not be read, so that it may have defined anything.
    pub(super) anything: bool,
    /// Whether a line may have set a variable of any name.
    pub(super) any_variable: bool,
    /// Names of variables, and of user-defined commands.
    pub(super) variables: BTreeSet<String>,
    pub(super) commands: BTreeSet<String>,
    /// Cameras.
    pub(super) cameras: BTreeSet<String>,
    /// Whether the names of marks are poisoned.
    pub(super) marks: bool,
    /// Whether a mistaken line would have made terrain.
    pub(super) terrain: bool,
    /// Number of attachments that errors have prevented.
    pub(super) attachments: usize,
    /// Whether any user-defined command may have been defined or redefined, because lines were not checked to their end.
    pub(super) all_commands: bool,
    /// Whether later text may define commands whose names resemble no known command.
    pub(super) awaits_commands: bool,
}

impl Doubts {
    /// Whether any name may exist.
    pub fn anything(&self) -> bool {
        self.anything
    }

    fn in_patterns(&self, name: &str) -> bool {
        let mut patterns = self.patterns.iter();
        patterns.any(|pattern| matches(pattern, name).is_some())
    }

    /// Whether the name of a thing is poisoned, where a figure is current.
    pub fn covers(&self, place: Place, thing: Thing, name: &str) -> bool {
        let doubted = |thing| self.names.contains(&(thing, name.to_owned()));
        self.anything
            || self.in_patterns(name)
            || self.unnamed.contains(&thing)
            || match thing {
                // A body is often named like its object: an error of either explains that the other is missing.
                Thing::Object | Thing::Body => {
                    self.figures.contains(&place) || doubted(Thing::Object) || doubted(Thing::Body)
                }
                Thing::Corpus | Thing::Roach | Thing::Neuron => {
                    doubted(thing) || self.worlds.contains(&place.world)
                }
                _ => doubted(thing),
            }
    }

    /// Whether names of bodies that match a pattern are poisoned, where a figure is current.
    pub fn covers_pattern(&self, place: Place, pattern: &str) -> bool {
        let of_branch = |(thing, name): &(Thing, String)| {
            matches!(thing, Thing::Object | Thing::Body) && matches(pattern, name).is_some()
        };
        self.anything
            || self.figures.contains(&place)
            || self.names.iter().any(of_branch)
            || self.patterns.iter().any(|other| overlap(other, pattern))
    }

    /// Poisons names of mirror images: for a poisoned name, its image by the rule `from -> to`.
    pub fn add_twins(&mut self, from: &str, to: &str) {
        let names = self.names.iter();
        let twins: Vec<_> = names
            .filter_map(|(thing, name)| Some((*thing, rename(from, to, name)?)))
            .collect();
        self.names.extend(twins);
        if self.patterns.iter().any(|p| overlap(p, from)) {
            self.patterns.insert(to.to_owned());
        }
    }

    /// Returns the poisoned names of a kind of thing.
    pub fn names(&self, thing: Thing) -> impl Iterator<Item = &str> + Clone {
        let names = self.names.iter();
        names
            .filter(move |(other, _)| *other == thing)
            .map(|(_, name)| name.as_str())
    }

    /// Whether a variable is poisoned.
    pub fn covers_variable(&self, name: &str) -> bool {
        self.anything || self.any_variable || self.variables.contains(name)
    }

    /// Poisons variables.
    pub fn add_variables(&mut self, names: impl Iterator<Item = String>) {
        self.variables.extend(names);
    }

    /// Removes the poison of a variable that is set.
    pub fn clear_variable(&mut self, name: &str) {
        self.variables.remove(name);
    }

    /// Whether a user-defined command is poisoned; a later text may still define one that resembles no known command.
    pub fn covers_command(&self, name: &str, resembles_known: impl FnOnce() -> bool) -> bool {
        self.all_commands
            || self.commands.contains(name)
            || self.awaits_commands && !resembles_known()
    }

    /// Whether a faulty line, reported before, was meant to define a command of this name.
    pub fn names_command(&self, name: &str) -> bool {
        self.commands.contains(name)
    }

    /// Whether the name of a camera is poisoned.
    pub fn covers_camera(&self, name: &str) -> bool {
        self.anything || self.cameras.contains(name)
    }

    /// Whether terrain may exist.
    pub fn covers_terrain(&self) -> bool {
        self.anything || self.terrain
    }

    /// Whether the names of marks are poisoned.
    pub fn covers_marks(&self) -> bool {
        self.anything || self.marks
    }

    /// Whether the attachment of a number is missing because of an error, in a world with `count` attachments.
    pub fn covers_attachment(&self, number: usize, count: usize) -> bool {
        self.anything || number < count + self.attachments
    }
}
