//! Definition of a command: its declaration, the kinds of its parameters, and a call with checked arguments. The commands
//! themselves are in `commands`; a session receives their [`Table`].

mod bound;
mod kind;
mod prompt;
mod reflection;
mod thing;
mod usage;

pub use super::environment::{Across, Reflection};
pub use crate::lang::vocabulary::Follows;
pub use bound::{Body, Bound, FunctionHead, Value};
pub(crate) use kind::either;
pub use kind::{Bare, Kind, Range};
pub use prompt::{PROMPT_COMMANDS, PromptCommand, prompt_command};
pub(crate) use reflection::is_body;
pub(crate) use thing::GROUND;
pub use thing::Thing;
pub use usage::{
    described, group_at, named_lists, named_usage_line, placeholder, usage, usage_line,
    usage_lines, usage_of,
};

use super::{Session, Stop};
use crate::diagnostic::suggest::nearest;
use crate::lang::dimension::Dimension;
use crate::lang::vocabulary::{Rest, Shape, Vocabulary};

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
    /// What a controller sees and sets.
    Task,
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
        Group::Task,
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
            Group::Task => "Environments of a controller",
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
    /// Whether an argument is given to it only under its name.
    pub named: bool,
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

    /// Returns the parameter as one to which an argument is given only under its name.
    #[must_use]
    pub const fn by_name(self) -> Param {
        Param {
            named: true,
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
        named: false,
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
        named: false,
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
pub fn what_follows(follows: Follows) -> Option<&'static str> {
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

/// All commands of a language.
pub struct Table {
    /// Sorted by name.
    commands: &'static [&'static Command],
    /// Range of commands for each first byte of a name: a head is looked up several times.
    by_first: [(u8, u8); 256],
    /// Returns the command to which calls of user-defined commands are bound.
    call: &'static Command,
    /// Commands whose names a script may redefine.
    plain: &'static [&'static str],
}

impl Table {
    /// Creates a table of at most 255 commands, sorted by name, with the command that calls user-defined ones.
    #[must_use]
    pub const fn new(
        commands: &'static [&'static Command],
        call: &'static Command,
        plain: &'static [&'static str],
    ) -> Table {
        let mut by_first = [(0, 0); 256];
        let mut i = 0;
        while i < commands.len() {
            let first = commands[i].name.as_bytes()[0] as usize;
            if by_first[first].1 == 0 {
                by_first[first].0 = i as u8;
            }
            by_first[first].1 = i as u8 + 1;
            i += 1;
        }
        Table {
            commands,
            by_first,
            call,
            plain,
        }
    }

    /// Returns all commands, sorted by name.
    #[must_use]
    pub fn commands(&self) -> &'static [&'static Command] {
        self.commands
    }

    /// Returns the command to which calls of user-defined commands are bound.
    #[must_use]
    pub fn call(&self) -> &'static Command {
        self.call
    }

    /// Finds the command of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&'static Command> {
        let first = name.bytes().next()?;
        let (start, end) = self.by_first[first as usize];
        let all = self.commands.get(start as usize..end as usize)?;
        all.iter().find(|c| c.name == name).copied()
    }

    /// Whether the lines below a command of this name are a list, which is bound with its head.
    #[must_use]
    pub(crate) fn opens_list(&self, name: &str) -> bool {
        self.find(name)
            .is_some_and(|command| command.follows == Follows::List)
    }

    /// Whether a script may define a command of this name: it is unused, or a plain name added after 1990.
    #[must_use]
    pub fn may_define(&self, name: &str) -> bool {
        self.plain.contains(&name) || self.find(name).is_none()
    }

    /// Returns the commands related to a word.
    #[must_use]
    pub fn by_search_word(&self, word: &str) -> Vec<&'static Command> {
        let commands = self.commands.iter().copied();
        commands
            .filter(|command| is_related(command, word))
            .collect()
    }

    /// Finds the command of which a word may be a misspelling.
    #[must_use]
    pub fn by_spelling(&self, word: &str) -> Option<&'static Command> {
        nearest(word, self.commands.iter().map(|c| c.name)).and_then(|name| self.find(name))
    }

    /// Finds the command that was probably meant: by search words first, then by spelling.
    #[must_use]
    pub fn nearest_command(&self, word: &str) -> Option<&'static Command> {
        let mut commands = self.commands.iter().copied();
        commands
            .find(|command| is_related(command, word))
            .or_else(|| self.by_spelling(word))
    }
}

fn is_related(command: &Command, word: &str) -> bool {
    command.search_words().any(|one| one == word)
}

/// Vocabulary that the grammar needs from the table.
impl Vocabulary for Table {
    fn is_command(&self, head: &str) -> bool {
        self.find(head).is_some()
    }

    fn may_define(&self, head: &str) -> bool {
        self.plain.contains(&head)
    }

    fn takes_named(&self, head: &str, name: &str) -> bool {
        self.find(head).is_none_or(|command| {
            let mut params = command.forms.iter().flat_map(|form| form.iter());
            params.any(|param| param.is_called(name))
        })
    }

    fn shape(&self, head: &str) -> Shape {
        self.find(head)
            .map_or_else(Shape::default, |command| Shape {
                rest: rest(command),
                follows: command.follows,
            })
    }
}

/// Returns how the rest of a command's line is parsed, from its parameters.
fn rest(command: &Command) -> Rest {
    let kind = |i: usize| {
        command
            .forms
            .first()
            .and_then(|form| form.get(i))
            .map(|p| p.kind)
    };
    match (kind(0), kind(1)) {
        (Some(Kind::Expression(_)), Some(Kind::Reason)) => Rest::Claim,
        (Some(Kind::Expression(_)), _) => Rest::Expression,
        (Some(Kind::Variable), Some(Kind::Assigned)) if command.forms.len() > 1 => Rest::Parameter,
        (Some(Kind::Variable), Some(Kind::Assigned)) => Rest::Assignment,
        (Some(Kind::Variable), Some(Kind::Items)) => Rest::Loop,
        (Some(Kind::Function), _) => Rest::Function,
        (Some(Kind::Prose), _) => Rest::Text,
        (_, Some(Kind::Command)) => Rest::Command,
        (Some(Kind::Number(dimension, ..)), _)
            if dimension == Dimension::TIME && command.follows == Follows::Block =>
        {
            Rest::Moment
        }
        _ => Rest::Arguments,
    }
}
