//! Kinds of named things.

use std::fmt;

/// Name of the ground among the things that touch.
pub(crate) const GROUND: &str = "ground";

/// Kinds of named things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Thing {
    /// A graphical object.
    Object,
    /// A body of the current corpus.
    Body,
    /// An articulated figure.
    Corpus,
    /// A world.
    World,
    /// A figure with a gait.
    Roach,
    /// A neuron.
    Neuron,
    /// A shape fixed to a body.
    Part,
}

impl Thing {
    /// All kinds of things.
    pub const ALL: &'static [Thing] = &[
        Thing::Object,
        Thing::Body,
        Thing::Corpus,
        Thing::World,
        Thing::Roach,
        Thing::Neuron,
        Thing::Part,
    ];

    /// Returns the kind with its article: `an object`.
    #[must_use]
    pub fn with_article(self) -> &'static str {
        match self {
            Thing::Object => "an object",
            Thing::Body => "a body",
            Thing::Corpus => "a figure",
            Thing::World => "a world",
            Thing::Roach => "a gait",
            Thing::Neuron => "a neuron",
            Thing::Part => "a part",
        }
    }

    /// Says what to do if there is none.
    pub(crate) fn remedy(self) -> &'static str {
        match self {
            Thing::Object => "there are no objects yet: `get NAME from unit_cubeb` makes one",
            Thing::Body => "there are no bodies yet: `addbody` makes them",
            Thing::Corpus => "there is no figure yet: `addcorpus NAME` makes one",
            Thing::World => "`addworld NAME` makes one",
            Thing::Roach => "there is no gait yet: `addroach NAME` makes one",
            Thing::Neuron => "there are no neurons yet: `neuron` makes them",
            Thing::Part => "there are no parts yet: `addpart` makes them",
        }
    }
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, name) = self.with_article().split_once(' ').unwrap_or_default();
        f.write_str(name)
    }
}
