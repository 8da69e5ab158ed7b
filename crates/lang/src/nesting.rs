//! Open blocks while a script is read, and the choice of the one that lacks its end. Indentation has no meaning; it only
//! determines which of several heads to report.

use super::lexer::Token;
use super::mistake::{Kind, Mistake};
use super::syntax::{Argument, ArgumentKind, Block, Branch, Statement};
use super::vocabulary::Follows;
use crate::source::Span;
use chumsky::input::Emitter;
use std::sync::Arc;

/// Heads whose line has only a time: text after it was meant as the lines of the block.
const TIMED: &[&str] = &["after", "at", "every"];

/// Deepest nesting of blocks: more than needed, and safe for the stack.
const DEEPEST: usize = 64;

/// Contribution of a line to a script.
#[derive(Clone)]
pub(super) enum Line {
    Statement(Statement),
    /// A block without end, and the lines that were meant to follow it according to their indentation.
    Unclosed(Vec<Statement>),
    /// Unreadable text, which is reported.
    Nothing,
}

/// End of the lines of a block.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Ending {
    /// Its own end.
    At(Span),
    /// The end of an enclosing block.
    Missing,
    EndOfText,
}

/// An `else` with its condition and lines.
pub(super) type Else = ((Span, Option<Argument>), Vec<Statement>);

/// A block under construction.
pub(super) struct Body {
    head: Statement,
    lines: Vec<Statement>,
    /// Each `else` with its condition and lines.
    pub branches: Vec<Else>,
}

impl Body {
    pub fn new(head: Statement, lines: Vec<Statement>) -> Self {
        Body {
            head,
            lines,
            branches: vec![],
        }
    }

    /// Returns the lines of the last branch.
    fn last_lines(&mut self) -> &mut Vec<Statement> {
        match self.branches.last_mut() {
            Some((_, lines)) => lines,
            None => &mut self.lines,
        }
    }

    /// Returns the last of these lines, or the head.
    fn last(&mut self) -> Span {
        let head = self.head.span;
        self.last_lines().last().map_or(head, |last| last.span)
    }

    /// Returns the statement with its blocks.
    fn ended(self, end: Span) -> Statement {
        let mut end = end;
        let branches = self.branches.into_iter().rev();
        let branches = branches.map(|((head, condition), statements)| {
            let block = Arc::new(Block { statements, end });
            end = head.ending(head.start);
            Branch {
                head,
                condition,
                block,
            }
        });
        let mut branches: Vec<_> = branches.collect();
        branches.reverse();
        let statements = self.lines;
        Statement {
            block: Some(Arc::new(Block { statements, end })),
            branches,
            ..self.head
        }
    }
}

/// An open block.
#[derive(Clone, Copy)]
struct Open {
    head: Span,
    follows: Follows,
    /// Whether the lines of the block are on that of its head: `after 1s print hello`.
    holds_its_lines: bool,
    /// Whether a `.` was reported that was meant to end it.
    has_dots: bool,
}

/// The open blocks around a line.
#[derive(Default)]
pub(super) struct Nesting<'t> {
    text: &'t str,
    /// Open blocks, innermost last.
    open: Vec<Open>,
    /// Whether a line since the last block had no head, and may have been meant to open the next one.
    maybe_opened: bool,
    /// The first of the open blocks whose end is indented like that of an enclosing one, and the place where its own end is
    /// then missing.
    forgotten: Option<(Span, Span)>,
    /// An end that is indented more than the head of its block, which is the second span.
    too_early: Option<(Span, Span)>,
    /// Number of open blocks beyond the nesting limit.
    too_deep: usize,
    /// The head that was reported as never closed, if no other report followed.
    told: Option<Span>,
    /// Open blocks at the end of the text, innermost first.
    pub open_at_end: Vec<(Span, Follows)>,
    /// Whether the head responsible for them was reported.
    is_blamed: bool,
}

impl<'t> Nesting<'t> {
    /// Creates the state before the first line of a text.
    pub fn new(text: &'t str) -> Self {
        Nesting {
            text,
            ..Nesting::default()
        }
    }

    // ---- Ends of lines ----

    /// Whether a line with this first token ends the lines of the innermost block.
    pub fn ends_lines(&self, token: Token) -> bool {
        let Some(innermost) = self.open.last() else {
            return false;
        };
        let is_list = |open: &Open| open.follows == Follows::List;
        match token {
            Token::End => self.too_deep == 0,
            Token::Dots => self.open.iter().any(is_list),
            Token::Else => innermost.follows == Follows::Branches,
            // A list of commands contains no other list: its end was forgotten.
            Token::Head(shape) => shape.follows == Follows::List && is_list(innermost),
            _ => false,
        }
    }

    /// Whether this is the end of the innermost block, and not of an enclosing one.
    pub fn is_its_end(&self, token: Token, end: Span) -> bool {
        let Some((innermost, around)) = self.open.split_last() else {
            return false;
        };
        let is_of_outer = || {
            let stands = self.indent(end);
            let is_of = |outer: &Open| self.indent(outer.head) == stands;
            stands < self.indent(innermost.head) && around.iter().any(is_of)
        };
        match token {
            Token::Dots => innermost.follows == Follows::List,
            _ => self.too_deep == 0 && !(innermost.holds_its_lines && is_of_outer()),
        }
    }

    /// Whether the nesting limit is reached.
    pub fn is_full(&self) -> bool {
        self.open.len() >= DEEPEST
    }

    // ---- Blocks ----

    /// Opens a block.
    pub fn enter(&mut self, head: &Statement, follows: Follows) {
        self.maybe_opened = false;
        if self.open.is_empty() {
            self.too_early = None;
        }
        let name = self.text.get(head.head.range()).unwrap_or_default();
        // `when x > 1 print x` is an error in the condition.
        let is_faulty = head.arguments.iter().any(Argument::is_faulty);
        // A text after the time is the name of the event.
        let is_name = |argument: &Argument| matches!(argument.kind, ArgumentKind::Quoted);
        let after_time = match &head.arguments[..] {
            [_, name] if is_name(name) => false,
            arguments => TIMED.contains(&name) && arguments.len() > 1,
        };
        self.open.push(Open {
            head: head.head,
            follows,
            holds_its_lines: after_time || name == "when" && is_faulty,
            has_dots: false,
        });
    }

    /// Closes the innermost block.
    pub fn leave(&mut self, mut body: Body, end: Ending, emitter: &mut Emitter<Mistake>) -> Line {
        let Some(open) = self.open.pop() else {
            return Line::Nothing;
        };
        self.too_deep = 0;
        if let Ending::At(end) = end {
            self.look_at_indents(open, end, body.last());
            self.maybe_opened = false;
            return Line::Statement(body.ended(end));
        }
        let after = self.after(open, body.last_lines());
        let last = body.last();
        let ends = after.first().map(|first| first.head);
        if let Some(mistake) = self.unclosed(open, last, ends, end) {
            self.tell(mistake, emitter);
        }
        let mut statements = vec![body.ended(last.after())];
        statements.extend(after);
        Line::Unclosed(statements)
    }

    /// Skips a block beyond the nesting limit: its own end is not that of the enclosing block.
    pub fn leave_out(&mut self, head: Span, emitter: &mut Emitter<Mistake>) {
        self.maybe_opened = false;
        if self.too_deep == 0 {
            self.tell(Mistake::new(head, Kind::BlocksTooDeep), emitter);
        }
        self.too_deep += 1;
    }

    /// Records that the line before could not be read.
    pub fn may_have_opened(&mut self) {
        self.maybe_opened = true;
    }

    /// Reports an end without a block.
    pub fn stray_end(&mut self, end: Span, emitter: &mut Emitter<Mistake>) {
        let is_dots = self.text.get(end.range()) != Some("end");
        if self.too_deep > 0 && !is_dots {
            return self.too_deep -= 1;
        }
        let maybe_opened = std::mem::take(&mut self.maybe_opened);
        let kind = match self.open.last_mut() {
            Some(open) => {
                open.has_dots = true;
                Kind::DotsForBlock(open.head)
            }
            None if maybe_opened => return,
            None => Kind::NothingOpen(self.too_early.take()),
        };
        self.tell(Mistake { span: end, kind }, emitter);
    }

    /// Reports an `else` if the innermost block is not that of an `if`.
    pub fn stray_else(&mut self, head: Span, emitter: &mut Emitter<Mistake>) {
        if !self.maybe_opened {
            self.tell(Mistake::new(head, Kind::ElseWithoutIf), emitter);
        }
    }

    fn tell(&mut self, mistake: Mistake, emitter: &mut Emitter<Mistake>) {
        self.told = mistake.is_unclosed().then_some(mistake.span);
        emitter.emit(mistake);
    }

    // ---- Missing ends ----

    /// Returns the head to report for a block without an end, if any; `last` is the last of its lines, `after` the first line
    /// that by its indentation is not one of them.
    fn unclosed(
        &mut self,
        open: Open,
        last: Span,
        after: Option<Span>,
        ending: Ending,
    ) -> Option<Mistake> {
        let head = open.head;
        if ending == Ending::EndOfText {
            self.open_at_end.push((head, open.follows));
            let outermost = self.open.first().map_or(head, |outermost| outermost.head);
            if let Some((span, end)) = self.forgotten
                && span > outermost
            {
                let kind = Kind::BlockNeverClosed(end);
                let is_blamed = std::mem::replace(&mut self.is_blamed, true);
                return (!is_blamed).then_some(Mistake { span, kind });
            }
        }
        // Enclosing blocks are often open only because of it. An error in a line that contains the lines of its block is
        // reported where it is bound.
        let is_inside = |told: Span| told >= head && after.is_none_or(|after| told < after);
        if self.told.is_some_and(is_inside) || open.holds_its_lines || open.has_dots {
            return None;
        }
        let kind = match open.follows {
            Follows::List => Kind::NeverClosed(last.after()),
            _ => Kind::BlockNeverClosed(last.after()),
        };
        Some(Mistake { span: head, kind })
    }

    /// Moves lines out of an unclosed block that were meant to follow it according to their indentation.
    fn after(&self, open: Open, lines: &mut Vec<Statement>) -> Vec<Statement> {
        let outside = self.indent(open.head);
        let is_inside = |statement: &Statement| self.indent(statement.head) > outside;
        let has_indents = lines.first().is_some_and(is_inside);
        if !has_indents && !open.holds_its_lines {
            return vec![];
        }
        let first = lines.iter().position(|s| !is_inside(s));
        lines.split_off(first.unwrap_or(lines.len()))
    }

    /// Records an end that is indented like that of another block, in case an end is missing or extra.
    fn look_at_indents(&mut self, open: Open, end: Span, last: Span) {
        let (stands, should) = (self.indent(end), self.indent(open.head));
        let is_of = |outer: &Open| self.indent(outer.head) == stands;
        if stands < should && self.forgotten.is_none() && self.open.iter().any(is_of) {
            self.forgotten = Some((open.head, last.after()));
        }
        if stands > should && self.too_early.is_none() {
            self.too_early = Some((end, open.head));
        }
        if self.open.is_empty() {
            self.forgotten = None;
        }
    }

    /// Returns the indentation of the line of a place.
    fn indent(&self, place: Span) -> usize {
        let before = self.text.get(..place.start as usize).unwrap_or_default();
        let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
        line.len() - line.trim_start_matches([' ', '\t']).len()
    }
}
