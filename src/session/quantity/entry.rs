//! An entry of the table of quantities.

use super::touching::Touching;
use crate::control::{Gait, NeuronState};
use crate::figure::Figure;
use crate::lang::dimension::Dimension;
use crate::session::Stage;
use crate::world::{Corpus, World};
use nalgebra::Vector3;

/// Kind of thing that has a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A body of a figure.
    Body,
    /// A body with a joint: all but the root.
    Joint,
    /// A whole figure.
    Corpus,
    /// A gait.
    Gait,
    /// A world.
    World,
    /// A neuron.
    Neuron,
}

impl Owner {
    /// Returns the kind with its article: "a body".
    #[must_use]
    pub fn with_article(self) -> &'static str {
        match self {
            Owner::Body => "a body",
            Owner::Joint => "a body with a joint",
            Owner::Corpus => "a figure",
            Owner::Gait => "a gait",
            Owner::World => "a world",
            Owner::Neuron => "a neuron",
        }
    }
}

/// Kind of value of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// A number.
    Number(Dimension),
    /// A number whose dimension depends on the kind of joint.
    Joint {
        /// Dimension for a rotary joint.
        turning: Dimension,
        /// Dimension for a sliding joint.
        sliding: Dimension,
    },
    /// A vector, in world axes unless its description names others; its members are `.x`, `.y` and `.z`.
    Vector(Dimension),
    /// True or false.
    Flag,
    /// A word.
    Text,
    /// A list of contacts.
    Contacts,
    /// True or false for the name of another thing in parentheses.
    Question,
}

/// A quantity that expressions can read.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    /// Kind of thing that has it.
    pub owner: Owner,
    /// Name after the thing's name and a dot; `#` represents a number: `leg#.phase`.
    pub field: &'static str,
    /// Kind of its value.
    pub measured: Measured,
    /// Description in one sentence.
    pub doc: &'static str,
    pub(super) read: Read,
}

/// A value without its dimension.
#[derive(Clone, Debug)]
pub(super) enum Raw {
    Number(f64),
    Vector(Vector3<f64>),
    Flag(bool),
    Text(&'static str),
    Contacts(Vec<Touching>),
}

impl From<f64> for Raw {
    fn from(x: f64) -> Self {
        Raw::Number(x)
    }
}

impl From<Vector3<f64>> for Raw {
    fn from(vector: Vector3<f64>) -> Self {
        Raw::Vector(vector)
    }
}

impl From<bool> for Raw {
    fn from(flag: bool) -> Self {
        Raw::Flag(flag)
    }
}

impl From<&'static str> for Raw {
    fn from(word: &'static str) -> Self {
        Raw::Text(word)
    }
}

/// Function that reads a quantity.
#[derive(Clone, Copy, Debug)]
pub(super) enum Read {
    /// Reads from a figure as built, with a body's number in it: known before the figure runs.
    Figure(fn(&Figure, usize) -> Raw),
    /// Reads from a running corpus, with a body's number in it.
    Body(fn(&World, &Corpus, usize) -> Raw),
    Corpus(fn(&World, &Corpus) -> Raw),
    /// Reads from a gait, with the number in place of `#`.
    Gait(fn(&Gait, usize) -> Raw),
    World(fn(&Stage) -> Raw),
    Neuron(fn(&NeuronState) -> Raw),
    /// Reads from a world, with the number of an attachment in place of `#`.
    Attachment(fn(&World, usize) -> Raw),
}

/// Parts of a path besides the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found<'a> {
    /// The number in place of `#`.
    pub number: usize,
    /// Member after the field: `x` of `vel.x`; empty if there is none.
    pub member: &'a str,
}

impl Quantity {
    /// Whether its value has this member; the empty one is the whole value.
    pub(super) fn has_member(&self, member: &str) -> bool {
        let is_vector = matches!(self.measured, Measured::Vector(_));
        member.is_empty() || is_vector && matches!(member, "x" | "y" | "z")
    }

    /// Matches the end of a path with this field.
    pub(super) fn find<'a>(&self, end: &'a str) -> Option<Found<'a>> {
        let (number, behind) = match self.field.split_once('#') {
            None => (0, end.strip_prefix(self.field)?),
            Some((before, after)) => {
                let (number, behind) = leading_number(end.strip_prefix(before)?)?;
                (number, behind.strip_prefix(after)?)
            }
        };
        match behind {
            "" => Some(Found { number, member: "" }),
            _ => Some(Found {
                number,
                member: behind.strip_prefix('.')?,
            }),
        }
    }
}

/// Declares the quantities of one kind of thing, each in a row: field, kind of value, description, and how it is read.
macro_rules! quantities {
    ($owner:ident: $($field:literal, $measured:expr, $doc:expr, $read:ident |$($argument:pat_param),*| $value:expr;)*) => {
        &[$($crate::session::quantity::entry::Quantity {
            owner: $crate::session::quantity::entry::Owner::$owner,
            field: $field,
            measured: $measured,
            doc: $doc,
            read: $crate::session::quantity::entry::Read::$read(|$($argument),*| {
                $crate::session::quantity::entry::Raw::from($value)
            }),
        }),*]
    };
}
pub(super) use quantities;

/// Splits a text into its leading number and the rest.
pub(in crate::session) fn leading_number(text: &str) -> Option<(usize, &str)> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.strip_suffix(rest)?;
    Some((digits.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find<'a>(field: &'static str, end: &'a str) -> Option<(usize, &'a str)> {
        let quantity = Quantity {
            owner: Owner::World,
            field,
            measured: Measured::Flag,
            doc: "",
            read: Read::World(|_| Raw::Flag(true)),
        };
        quantity.find(end).map(|found| (found.number, found.member))
    }

    #[test]
    fn fields_are_found_with_their_members_and_numbers() {
        assert_eq!(find("vel", "vel"), Some((0, "")));
        assert_eq!(find("vel", "vel.x"), Some((0, "x")));
        assert_eq!(find("vel", "velocity"), None);
        assert_eq!(find("leg#.phase", "leg12.phase"), Some((12, "")));
        assert_eq!(find("leg#.phase", "leg.phase"), None);
        assert_eq!(find("leg#.phase", "leg+1.phase"), None);
        assert_eq!(find("leg#.phase", "leg1"), None);
        assert_eq!(
            find("leg#.phase", &format!("leg{}.phase", "9".repeat(40))),
            None
        );
    }
}
