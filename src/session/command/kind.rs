//! Kinds of arguments.

use super::{Thing, Value};
use crate::control::terms;
use crate::lang::dimension::Dimension;
use crate::lang::units::{parse_unit, symbols};
use crate::session::Session;
use std::fmt;

/// Unit of a number without a written unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bare {
    /// SI (radians for angles).
    Si,
    /// Degrees, as for `rotate`.
    Degrees,
    /// None: a unit must be written.
    Required,
    /// This unit, a common notation for the SI unit: `N/m/kg`.
    In(&'static str),
}

impl Bare {
    /// Returns the units in which a number of a dimension may be written.
    #[must_use]
    pub fn units(self, dimension: Dimension) -> Vec<String> {
        match self {
            Bare::In(unit) => vec![unit.to_owned()],
            _ => symbols(dimension),
        }
    }
}

/// Range of allowed numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// Any finite one.
    Any,
    /// Above zero.
    Positive,
    /// Zero or above.
    NotNegative,
    /// Above zero, and not above this.
    UpTo(f64),
}

impl Range {
    /// Whether the number is in the range.
    #[must_use]
    pub fn holds(self, x: f64) -> bool {
        x.is_finite()
            && match self {
                Range::Any => true,
                Range::Positive => x > 0.0,
                Range::NotNegative => x >= 0.0,
                Range::UpTo(most) => x > 0.0 && x <= most,
            }
    }
}

/// Formats the range as the end of a description: "a time (s) above zero".
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::Any => Ok(()),
            Range::Positive => f.write_str(" above zero"),
            Range::NotNegative => f.write_str(", zero or above"),
            Range::UpTo(most) => write!(f, " above zero and up to {most}"),
        }
    }
}

/// Kind of argument that a parameter takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A new name.
    New(Thing),
    /// The name of an existing thing.
    Old(Thing),
    /// The name of a body with a joint: not the root.
    Jointed,
    /// The name of a body of any figure: `body` of the current one, or `figure.body`.
    AnyBody,
    /// A pattern of the names of bodies.
    Pattern,
    /// A pattern of the names of their mirror images, which may not exist yet.
    TwinPattern,
    /// The number of a leg.
    Leg,
    /// A number of a dimension.
    Number(Dimension, Bare, Range),
    /// A time in seconds, or `*0.5` within the lists of `procom` and `retcom`.
    Duration,
    /// An integer between two limits.
    Count(u32, u32),
    /// A sum of powers of two, within the given sum of all.
    Terms(u32),
    /// One of several words.
    Choice(&'static [&'static str]),
    /// `on` or `off`.
    Switch,
    /// `1` or `0`.
    Flag,
    /// The path of a file.
    Path,
    /// A name of no other kind: a word, or a text in double quotes.
    Label,
    /// The name of a mark.
    Mark,
    /// A colour: a name of CSS, or hexadecimal digits in double quotes.
    Colour,
    /// The name of a camera, existing or new.
    Camera,
    /// The name of a built-in command, to look up.
    CommandName,
    /// A word that is optional and only improves readability.
    Filler(&'static str),
    /// Returns the rest of the line as text.
    Text,
    /// Reads the rest of the line as one command.
    Command,
    /// Sixteen numbers, in rows or on the line.
    Matrix,
    /// An expression that the command evaluates when it needs it, and the name of the value.
    Expression(&'static str),
    /// The name of a variable.
    Variable,
    /// A value for the variable before it.
    Assigned,
    /// Items of a loop: a range, a list, arguments.
    Items,
    /// The rest of the line as text with expressions in braces.
    Prose,
    /// One or more expressions in braces.
    Readings,
    /// Reads the name of a command to define.
    NewCommand,
    /// The head of a function: its name, its parameters in parentheses, and possibly its value.
    Function,
    /// Names of parameters, those with a default as `name=value`.
    Parameters,
    /// Text in double quotes.
    Reason,
    /// A kind that depends on the arguments before it, with its general description.
    Of(fn(&Session, &[Value]) -> Kind, &'static str),
}

impl Kind {
    /// Returns the kind of a number in an SI unit, which may be omitted.
    #[must_use]
    pub fn in_unit(unit: &'static str, range: Range) -> Kind {
        let dimension = parse_unit(unit).map_or(Dimension::NONE, |unit| unit.dimension);
        Kind::Number(dimension, Bare::In(unit), range)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::New(thing) => write!(f, "a new name, which no other {thing} has"),
            Kind::Old(thing) => write!(f, "the name of {}", thing.with_article()),
            Kind::Jointed => f.write_str("the name of a body with a joint"),
            Kind::AnyBody => f.write_str("the name of a body, or `figure.body`"),
            Kind::Pattern => {
                f.write_str("the name of a body, or a pattern of names such as `leg_fl*`")
            }
            Kind::TwinPattern => {
                f.write_str("the name of the twin, or a pattern of names such as `leg_fr*`")
            }
            Kind::Leg => f.write_str("the number of a leg, from 0"),
            Kind::Number(_, Bare::Degrees, Range::UpTo(most)) => write!(
                f,
                "an angle above zero and up to {:.0} degrees, in degrees or with its unit",
                most.to_degrees()
            ),
            Kind::Number(_, Bare::Degrees, range) => {
                write!(f, "an angle{range}, in degrees or with its unit")
            }
            Kind::Number(dimension, Bare::Required, range) => {
                write!(f, "{dimension}{range}, with its unit")
            }
            Kind::Number(_, Bare::In(unit), range) => {
                write!(f, "a number in {unit}{range}")
            }
            Kind::Number(dimension, _, range) if *dimension == Dimension::NONE => {
                write!(f, "a number{range}")
            }
            Kind::Number(dimension, _, range) => write!(f, "{dimension}{range}"),
            Kind::Duration => {
                f.write_str("a time (s), zero or above, or in a motor program a fraction of the step or stance, such as `*0.5`")
            }
            Kind::Count(least, u32::MAX) => write!(f, "a whole number from {least}"),
            Kind::Count(least, most) => write!(f, "a whole number from {least} to {most}"),
            Kind::Terms(all) => {
                let terms: Vec<String> = terms::WORDS
                    .iter()
                    .filter(|(_, term)| all & term != 0)
                    .map(|(word, term)| format!("{word} ({term})"))
                    .collect();
                write!(
                    f,
                    "words joined by `+` or the sum of their numbers: {}",
                    terms.join(", ")
                )
            }
            Kind::Choice(words) => write!(f, "{}", either(words)),
            Kind::Switch => f.write_str("`on` or `off`"),
            Kind::Flag => f.write_str("1 or 0"),
            Kind::Path => f.write_str("a path or a name"),
            Kind::Label => f.write_str("a name"),
            Kind::Mark => f.write_str("the name of a mark"),
            Kind::Colour => f.write_str(
                "a colour such as `tomato`, or hexadecimal digits in double quotes such as `\"#c0392b\"`",
            ),
            Kind::Camera => f.write_str("the name of a camera"),
            Kind::CommandName => f.write_str("a command or another word"),
            Kind::Filler(word) => write!(f, "the word `{word}`"),
            Kind::Text => f.write_str("text up to the end of the line"),
            Kind::Command => f.write_str("a command"),
            Kind::Matrix => f.write_str("four rows of four numbers"),
            Kind::Expression(what) => f.write_str(what),
            Kind::Variable => f.write_str("the name of a variable"),
            Kind::Assigned => f.write_str("a value"),
            Kind::Items => f.write_str("a range such as `0..6`, a list, or values"),
            Kind::Prose => f.write_str("text, with expressions in braces"),
            Kind::Readings => f.write_str("expressions in braces"),
            Kind::NewCommand => f.write_str("a name that no other command has, or that of a command that may be replaced, such as `box` (`corpus explain E061` lists them)"),
            Kind::Function => f.write_str("a name and parameters in parentheses, as in `area(r)`"),
            Kind::Parameters => f.write_str("names, or `name=value` for one with a default value"),
            Kind::Reason => f.write_str("a text in double quotes"),
            Kind::Of(_, text) => f.write_str(text),
        }
    }
}

/// Formats "`a`, `b` or `c`".
#[must_use]
pub(crate) fn either(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => format!("`{one}`"),
        [first @ .., last] => {
            format!(
                "{} or `{last}`",
                first
                    .iter()
                    .map(|w| format!("`{w}`"))
                    .collect::<Vec<_>>()
                    .join(", ")
            )
        }
    }
}
