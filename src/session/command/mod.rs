//! Definition of a command: its declaration, the kinds of its parameters, and a call with checked arguments. The commands
//! themselves are in `commands`; a session receives their [`Table`].

mod bound;
mod kind;
mod prompt;
mod reflection;
mod table;
mod thing;
mod usage;

pub use super::environment::{Across, Reflection};
pub use crate::lang::parser::Follows;
pub use bound::{Body, Bound, Value};
pub(crate) use kind::either;
pub use kind::{Bare, Kind, Range};
pub use prompt::{PROMPT_COMMANDS, PromptCommand, prompt_command};
pub(crate) use reflection::is_body;
pub use table::Table;
pub use thing::Thing;
pub use usage::{
    described, group_at, named_lists, named_usage_line, placeholder, usage, usage_line, usage_lines,
};

use super::{Session, Stop};

/// A chapter of the manual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Shapes and the transforms that place them.
    Objects,
    /// Bodies, links, figures.
    Figure,
    /// Joint parameters and motors.
    Joints,
    /// Ground, gravity, friction, sticky feet.
    Ground,
    /// Oscillators and motor programs.
    Gait,
    /// Values, loops, user-defined commands.
    Language,
    /// Events while time passes, and output of values over time.
    Events,
    /// Time, integration, resuming.
    Run,
    /// Colours, light, cameras, pictures.
    Pictures,
    /// Files, printing, help.
    Session,
}

impl Group {
    /// All chapters, in the manual's order.
    pub const ALL: &'static [Group] = &[
        Group::Objects,
        Group::Figure,
        Group::Joints,
        Group::Ground,
        Group::Gait,
        Group::Language,
        Group::Events,
        Group::Run,
        Group::Pictures,
        Group::Session,
    ];

    /// Returns the chapter's heading.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Group::Objects => "Objects and transforms",
            Group::Figure => "Figures",
            Group::Joints => "Joints and motors",
            Group::Ground => "Ground and gravity",
            Group::Gait => "Gait",
            Group::Language => "Variables, loops, user-defined commands",
            Group::Events => "Events and records",
            Group::Run => "Time and integration",
            Group::Pictures => "Pictures",
            Group::Session => "Session",
        }
    }
}

/// One parameter of a command.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Name in usage lines.
    pub name: &'static str,
    /// Its parameters.
    pub kind: Kind,
    /// Whether it may be left out.
    pub optional: bool,
    /// Meaning, a phrase without a full stop.
    pub doc: &'static str,
    /// Name by which a list fills it and the parameters after it: `axis=[0 0 1]`.
    pub group: Option<&'static str>,
}

impl Param {
    /// Returns the parameter as the first of a group that a list may fill under this name.
    #[must_use]
    pub const fn begins(self, group: &'static str) -> Param {
        Param {
            group: Some(group),
            ..self
        }
    }

    /// Whether an argument may be given to it under this name.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        !matches!(self.kind, Kind::Filler(_)) && (self.name == name || self.group == Some(name))
    }
}

/// Declares a required parameter.
#[must_use]
pub const fn need(name: &'static str, kind: Kind, doc: &'static str) -> Param {
    Param {
        name,
        kind,
        optional: false,
        doc,
        group: None,
    }
}

/// Declares an optional parameter.
#[must_use]
pub const fn may(name: &'static str, kind: Kind, doc: &'static str) -> Param {
    Param {
        name,
        kind,
        optional: true,
        doc,
        group: None,
    }
}

/// An example script, and a description of its effect.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// A whole script.
    pub code: &'static str,
    /// Effect, a phrase without a full stop.
    pub shows: &'static str,
}

/// Result of a command's function.
pub type Outcome = Result<(), Stop>;

/// Returns the help text on the lines below a command; none if it has no lines below.
#[must_use]
pub fn told_of(follows: Follows) -> Option<&'static str> {
    match follows {
        Follows::Nothing => None,
        Follows::List => Some(
            "The commands of the list follow, one per line, up to a line that contains only `end` (or `..`, as in McKenna's program of 1990).",
        ),
        Follows::Rows => Some("The numbers may also follow on the next lines, one row per line."),
        Follows::Block => Some("The lines follow, up to a line that contains only `end`."),
        Follows::Branches => Some(
            "The lines follow, up to a line that contains only `end`; `else if CONDITION` and `else` may divide them.",
        ),
    }
}

/// A command of the language.
pub struct Command {
    /// Name of the command.
    pub name: &'static str,
    /// Its chapter.
    pub group: Group,
    /// One sentence.
    pub summary: &'static str,
    /// More sentences: exact effect, units, limits. May be empty.
    pub details: &'static str,
    /// Forms of its arguments; most commands have one.
    pub forms: &'static [&'static [Param]],
    /// An example script.
    pub example: &'static str,
    /// Effect of the example, a phrase without a full stop.
    pub shows: &'static str,
    /// Further examples.
    pub more: &'static [Example],
    /// Related words for which `help` finds it, separated by commas.
    pub search: &'static str,
    /// Kind of block that follows its line.
    pub follows: Follows,
    /// Whether it is valid in a `procom` list or a timer.
    pub in_lists: bool,
    /// Function that runs the command.
    pub run: fn(&mut Session, &Bound) -> Outcome,
}

impl Command {
    /// Returns a command of a chapter without parameters, details or lines below it, and not valid in lists. A declaration in
    /// the table states only how its command differs from this one.
    #[must_use]
    pub const fn of(group: Group) -> Command {
        Command {
            name: "",
            group,
            summary: "",
            details: "",
            forms: &[&[]],
            example: "",
            shows: "",
            more: &[],
            search: "",
            follows: Follows::Nothing,
            in_lists: false,
            run: |_, _| Ok(()),
        }
    }

    /// Returns all example scripts.
    pub fn examples(&self) -> impl Iterator<Item = Example> {
        let first = Example {
            code: self.example,
            shows: self.shows,
        };
        std::iter::once(first).chain(self.more.iter().copied())
    }

    /// Returns the related words for which `help` finds it.
    pub fn search_words(&self) -> impl Iterator<Item = &'static str> {
        self.search.split(", ").filter(|word| !word.is_empty())
    }
}
