//! The syntax of heads: what lexer and parser ask about the commands.

/// Syntax of heads: what the parser needs to find the end of a statement.
pub trait Vocabulary {
    /// Returns the syntax of a head's line and of the following lines.
    fn shape(&self, head: &str) -> Shape;
    /// Whether a head may have an argument of this name: `name=value`. True of unknown heads, which a script may define.
    fn takes_named(&self, _head: &str, _name: &str) -> bool {
        true
    }
    /// Whether there is a command of this name, other than those that a text defines.
    fn is_command(&self, _head: &str) -> bool {
        false
    }
    /// Whether a text may define its own command of this name.
    fn may_define(&self, _head: &str) -> bool {
        false
    }
}

/// A vocabulary without the commands that a text defines itself.
pub(super) struct Own<'v> {
    inner: &'v dyn Vocabulary,
    words: Vec<&'v str>,
}

impl<'v> Own<'v> {
    /// Finds `define WORD` in the lines of a text.
    pub fn of(text: &'v str, inner: &'v dyn Vocabulary) -> Self {
        let defined = |line: &'v str| {
            let word = line.trim_start().strip_prefix("define")?;
            let word = word.strip_prefix([' ', '\t'])?.split_whitespace().next()?;
            inner.may_define(word).then_some(word)
        };
        let words = match text.contains("define") {
            true => text.lines().filter_map(defined).collect(),
            false => vec![],
        };
        Own { inner, words }
    }
}

impl Vocabulary for Own<'_> {
    fn is_command(&self, head: &str) -> bool {
        self.inner.is_command(head)
    }

    fn shape(&self, head: &str) -> Shape {
        match self.words.contains(&head) {
            true => Shape::default(),
            false => self.inner.shape(head),
        }
    }

    fn takes_named(&self, head: &str, name: &str) -> bool {
        self.words.contains(&head) || self.inner.takes_named(head, name)
    }
}

/// A vocabulary without heads, for a text that is a single argument.
pub struct NoWords;

impl Vocabulary for NoWords {
    fn shape(&self, _: &str) -> Shape {
        Shape::default()
    }
}

/// Syntax of a head's statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Shape {
    /// The rest of its line.
    pub rest: Rest,
    /// The lines below.
    pub follows: Follows,
}

/// Syntax of the rest of a head's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Rest {
    /// Arguments.
    #[default]
    Arguments,
    /// One bare expression.
    Expression,
    /// A bare expression and an optional text in quotes.
    Claim,
    /// One argument or one bare expression, and an optional text in quotes.
    Moment,
    /// `name = expression`.
    Assignment,
    /// `name = expression`, and possibly `from expression to expression`.
    Parameter,
    /// `name(parameters)`, and possibly `= expression`; without that, a block follows.
    Function,
    /// `name in` and a range, the name of a list, or arguments.
    Loop,
    /// Text with `{expressions}`.
    Text,
    /// One argument, and then a command with the rest of its own line.
    Command,
}

/// Syntax of the lines after that of a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Follows {
    /// No special lines.
    #[default]
    Nothing,
    /// A list of commands up to `.`, `..` or `end`, in which times may be relative.
    List,
    /// Lines of numbers, which continue its arguments.
    Rows,
    /// A block up to `end`.
    Block,
    /// A block up to `end`, with `else if` and `else` in it.
    Branches,
}

impl Follows {
    /// Whether a block up to its own end follows.
    #[must_use]
    pub fn is_block(self) -> bool {
        matches!(self, Follows::List | Follows::Block | Follows::Branches)
    }
}
