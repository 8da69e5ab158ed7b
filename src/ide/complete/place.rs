//! The position at which a text ends: which command, parameters or part of an expression is valid there.

use super::arguments::{Arguments, Target, arguments};
use super::broken_off::{OpenBlock, open_blocks, tokens_so_far};
use super::walk::{Walk, walk};
use crate::commands::{TABLE, find};
use crate::lang::lexer::{Fault, Symbol, Token};
use crate::lang::parser::unfinished;
use crate::lang::vocabulary::{Rest, Vocabulary};
use crate::session::bind::Head;
use crate::session::command::{Command, Kind, Param, Value};
use crate::session::{Definition, Session};
use crate::source::Span;
use std::sync::Arc;

/// The place at the end of an incomplete text.
pub(super) struct Place<'a> {
    /// The lines above.
    pub above: &'a str,
    /// Start of the word at the cursor.
    pub start: usize,
    /// Word before the cursor.
    pub word: Word<'a>,
    /// Kinds of words that are valid there.
    pub wanted: Wanted<'a>,
}

/// A word with its token.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    /// Its text, perhaps empty.
    pub text: &'a str,
    /// Its token; none if the text is empty or several tokens.
    pub token: Option<Token>,
    /// Whether it contains braces, so that its text is not its value.
    pub computed: bool,
}

impl Word<'_> {
    pub const NOTHING: Word<'static> = Word {
        text: "",
        token: None,
        computed: false,
    };
}

/// Valid text at a place.
pub(super) enum Wanted<'a> {
    /// A command.
    Command {
        /// Whether only commands for lists and timers are valid.
        deferred: bool,
        /// Open blocks and lists, which may end here.
        open: Vec<OpenBlock>,
        /// The parameter whose command it is: that of `timer`.
        of: Option<Box<Slot>>,
    },
    /// An argument: a slot for each way to call the command.
    Argument(Vec<Slot>),
    /// An argument of a user-defined command.
    Call(Call<'a>),
    /// The sign or word after the name of a form.
    Sign(&'static str),
    /// A part of an expression.
    Inside(Inside<'a>),
    /// A row of numbers.
    Row,
}

/// A parameter at the end of a line.
pub(super) struct Slot {
    /// Its command.
    pub command: &'static Command,
    /// The number of the form that it belongs to.
    pub form: usize,
    /// Kind of argument that the parameter takes.
    pub kind: Kind,
    /// The parameter and those after it.
    pub params: &'static [Param],
    /// Values of the parameters before it, as far as later parameters depend on them.
    pub values: Vec<Value>,
    /// Parameters that may be given by name here.
    pub nameable: Vec<&'static Param>,
    /// Whether only the name of an argument is valid here.
    pub wants_name: bool,
}

/// A call of a user-defined command.
pub(super) struct Call<'a> {
    pub definition: Arc<Definition>,
    /// The numbers of the parameters that are not given yet.
    pub left: Vec<usize>,
    /// Name of the parameter whose value is being written.
    pub named: Option<&'a str>,
    /// Whether an element of a list is being written.
    pub in_list: bool,
}

/// An expression that is being written.
pub(super) struct Inside<'a> {
    /// Its tokens before the word.
    pub before: Vec<(Token, &'a str)>,
    /// Its text before the word.
    pub so_far: &'a str,
    /// Where it opens: at its `{`, if it has one.
    pub open: usize,
    /// Whether it is one argument in braces: it has a `{`, which is not within a word.
    pub is_whole: bool,
    /// Whether a range may follow it: `from 5deg to 40deg`.
    pub takes_range: bool,
}

/// Finds the place; none where any text is valid: in comments and printed texts, after unknown commands.
pub(super) fn place<'a>(text: &'a str, session: &Session) -> Option<Place<'a>> {
    let mut tokens = tokens_so_far(text);
    // The end of a bare expression is an invisible token.
    tokens.pop_if(|(token, span)| *token == Token::Close && span.range().is_empty());
    let ends_line = |(token, _): &(Token, _)| *token == Token::LineEnd;
    let line_at = tokens.iter().rposition(ends_line).map_or(0, |at| at + 1);
    let (above, line) = tokens.split_at(line_at);
    let line_start = above.last().map_or(0, |(_, span)| span.range().end);
    let written = line.last().map_or(line_start, |(_, span)| span.range().end);
    let after = text.get(written..)?;
    let prints = |(token, _): &(Token, _)| matches!(token, Token::Message(_));
    if line.iter().any(prints) || after.contains('#') {
        return None;
    }
    let said = |span: &Span| text.get(span.range()).unwrap_or_default();
    let head = line.first().map_or("", |(_, span)| said(span));
    let above = text.get(..line_start)?;
    if let Some(at) = unclosed(line) {
        let inside = inside(text, line, at, after.is_empty());
        return inside.map(|inside| Place { above, ..inside });
    }
    let (word, start, wanted) = match line {
        [] => (Word::NOTHING, text.len(), first_word(above)),
        [(token, span)] if after.is_empty() => {
            let word = Word {
                text: said(span),
                token: Some(*token),
                computed: false,
            };
            (word, span.range().start, first_word(above))
        }
        [_, line @ ..] => {
            let has_sign = line.iter().any(|(token, _)| *token == Token::Sign);
            let rest = arguments(text, line, session);
            if let Some((Token::Text, _)) = line.last() {
                return None;
            }
            let (word, start) = (rest.word, rest.start);
            let wanted = wanted(head, &rest.flat, &rest, session)?;
            (word, start, signed(wanted, has_sign, line))
        }
    };
    Some(Place {
        above,
        start,
        word,
        wanted,
    })
}

/// Returns the valid text at the start of a line.
fn first_word(above: &str) -> Wanted<'static> {
    // A text that ends with a line's end waits for a block only: rows would end at the empty line.
    let open = open_blocks(above);
    if open.is_empty() && unfinished(without_line_end(above), &TABLE) {
        return Wanted::Row;
    }
    let waits = |o: &OpenBlock| {
        let command = find(&o.head);
        command.is_some_and(|c| c.holds_what_waits())
    };
    Wanted::Command {
        deferred: open.iter().any(waits),
        open,
        of: None,
    }
}

impl Command {
    /// Whether its lines are pending ones, in which not every command is valid.
    fn holds_what_waits(&self) -> bool {
        use crate::session::command::{Follows, Group};
        match self.follows {
            Follows::List => true,
            Follows::Block => self.group == Group::Events,
            _ => false,
        }
    }
}

fn without_line_end(text: &str) -> &str {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.strip_suffix('\r').unwrap_or(text)
}

/// Expects the sign first after the name of `let` and `for`.
fn signed<'a>(wanted: Wanted<'a>, has_sign: bool, line: &[(Token, Span)]) -> Wanted<'a> {
    let Wanted::Argument(slots) = &wanted else {
        return wanted;
    };
    let named = line.len() == 1 && !has_sign;
    match slots.last().map(|slot| slot.kind) {
        Some(Kind::Assigned) if named => Wanted::Sign("="),
        Some(Kind::Items) if named => Wanted::Sign("in"),
        _ => wanted,
    }
}

/// Finds the innermost `{` that is not closed; returns its number among the tokens of the line.
fn unclosed(line: &[(Token, Span)]) -> Option<usize> {
    let mut open = vec![];
    for (at, (token, _)) in line.iter().enumerate() {
        match token {
            Token::Open => open.push(at),
            Token::Close => {
                open.pop();
            }
            _ => {}
        }
    }
    open.pop()
}

/// Returns the place within the expression that the token of that number opens.
fn inside<'a>(text: &'a str, line: &[(Token, Span)], at: usize, at_end: bool) -> Option<Place<'a>> {
    let (_, open) = line.get(at)?;
    let tokens = line.get(at + 1..)?;
    let said = |span: Span| text.get(span.range()).unwrap_or_default();
    let mut before: Vec<(Token, &str)> = tokens.iter().map(|(t, s)| (*t, said(*s))).collect();
    let mut word = Word::NOTHING;
    let mut start = text.len();
    if at_end && let Some((last, span)) = tokens.last() {
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '"' | '.');
        match last {
            // A text, or what is refused.
            Token::Quoted | Token::Bad(Fault::Unclosed | Fault::Open | Fault::TooDeep) => {
                return None;
            }
            // `abdomen.`: the field is still to come.
            Token::Symbol(Symbol::Member) => {
                before.pop();
                start = span.range().start;
                if let Some((Token::Name, name)) = before.last()
                    && text.get(..start).is_some_and(|t| t.ends_with(name))
                {
                    start -= name.len();
                    before.pop();
                }
                word.text = text.get(start..)?;
                word.token = Some(Token::Name);
            }
            token if said(*span).starts_with(is_word) && *token != Token::Symbol(Symbol::Range) => {
                before.pop();
                start = span.range().start;
                word.text = said(*span);
                word.token = Some(*token);
            }
            _ => {}
        }
    }
    let from = open.range().end;
    let glued = at.checked_sub(1).and_then(|i| line.get(i));
    let is_piece = matches!(glued, Some((Token::Glue | Token::Text, _)));
    let bare = open.range().is_empty();
    Some(Place {
        above: "",
        start,
        word,
        wanted: Wanted::Inside(Inside {
            before,
            so_far: text.get(from..start).unwrap_or_default(),
            open: open.range().start,
            is_whole: !is_piece && !bare,
            takes_range: bare && takes_range(line.get(..at)?, said),
        }),
    })
}

/// Whether a line that begins like this has a value whose range may follow.
fn takes_range<'a>(line: &[(Token, Span)], said: impl Fn(Span) -> &'a str) -> bool {
    let head = line.first().map_or("", |(_, span)| said(*span));
    let is_range = |(token, span): &(Token, Span)| *token == Token::Word && said(*span) == "from";
    TABLE.shape(head).rest == Rest::Parameter && !line.iter().skip(2).any(is_range)
}

/// Returns the valid text after a head and some arguments.
fn wanted<'a>(
    head: &str,
    flat: &[Word<'a>],
    rest: &Arguments<'a>,
    session: &Session,
) -> Option<Wanted<'a>> {
    let command = match session.head(head) {
        Head::Command(command) => command,
        Head::Own(definition) => {
            let whole = if flat.len() == rest.flat.len() {
                rest.whole
            } else {
                flat.len()
            };
            return Some(Wanted::Call(call(definition, whole, rest)));
        }
        Head::Doubtful | Head::Unknown => return None,
    };
    // Forms that do not fit what is written are no help, unless none fits: the mistake may be in a name that is not the matter.
    for strict in [true, false] {
        let mut slots = vec![];
        for form in 0..command.forms.len() {
            match walk(command, form, flat, rest, session, strict) {
                Walk::Arrived(more) => slots.extend(more),
                Walk::Within([inner, others @ ..]) => {
                    return wanted(inner.text, others, rest, session);
                }
                Walk::Within([]) => {}
            }
        }
        match slots.pop() {
            Some(slot) if slots.is_empty() && matches!(slot.kind, Kind::Command) => {
                return Some(Wanted::Command {
                    deferred: true,
                    open: vec![],
                    of: Some(Box::new(slot)),
                });
            }
            Some(slot) => {
                slots.push(slot);
                return Some(Wanted::Argument(slots));
            }
            None => {}
        }
    }
    None
}

/// Returns the remaining parameters of a user-defined command.
fn call<'a>(definition: &Arc<Definition>, whole: usize, rest: &Arguments<'a>) -> Call<'a> {
    let parameters = definition.parameters.iter().enumerate();
    let by_name = |name: &str| rest.named.iter().any(|(given, _)| *given == name);
    let (named, written) = match rest.target {
        Target::Named(name, _) => (Some(name), Some(name)),
        Target::Next => (None, None),
    };
    let open = parameters.filter(|(_, p)| !by_name(&p.name) && written != Some(&*p.name));
    Call {
        definition: Arc::clone(definition),
        left: open.map(|(i, _)| i).skip(whole).collect(),
        named,
        in_list: rest.in_list,
    }
}
