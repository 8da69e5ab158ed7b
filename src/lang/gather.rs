//! Groups lines: rows with their head, the lines of a block with the head that opens it.

use super::mistake::{Kind, Mistake};
use super::parser::{Follows, Line, Vocabulary};
use super::syntax::{Argument, ArgumentKind, Block, Branch, Statement};
use crate::source::Span;
use std::sync::Arc;

/// Heads whose line holds one time and nothing else: what stands behind it was meant to be the lines of the block.
const TIMED: &[&str] = &["after", "at", "every"];

/// Blocks in blocks in blocks: far more than anybody reads, far less than the stack holds.
const DEEPEST: usize = 64;

/// Takes a script line by line.
///
/// A list of commands holds no further list, so a head that opens one directly inside another says that the first was
/// forgotten open.
pub(super) struct Gatherer<'a> {
    text: &'a str,
    vocabulary: &'a dyn Vocabulary,
    done: Vec<Statement>,
    /// Blocks whose end is not met yet, innermost last.
    open: Vec<Open>,
    mistakes: Vec<Mistake>,
    /// The line before was a row that belongs to nothing: one report is enough for all that follow it.
    after_stray_row: bool,
    /// A line since the last block had no head, and may have been meant to open the next one.
    maybe_opened: bool,
    /// The first block in those that are open whose end stands as if it were that of one around it, and where its own is
    /// missed then. Only told of if an end is missing: what lines are indented by means nothing.
    forgotten: Option<(Span, Span)>,
    /// An end that stands further in than the head of its block, which is the second one.
    too_early: Option<(Span, Span)>,
    /// Blocks that are open in the deepest one that is kept.
    too_deep: usize,
}

/// A block whose end is not met yet.
struct Open {
    opener: Statement,
    follows: Follows,
    inside: Vec<Statement>,
    /// The `else` that `inside` belongs to; none for the first block.
    branch: Option<(Span, Option<Argument>)>,
}

impl Open {
    /// Puts what was gathered since the last `else` where it belongs.
    fn end_branch(&mut self, end: Span) {
        let statements = std::mem::take(&mut self.inside);
        let block = Arc::new(Block { statements, end });
        match self.branch.take() {
            None => self.opener.block = Some(block),
            Some((head, condition)) => self.opener.branches.push(Branch {
                head,
                condition,
                block,
            }),
        }
    }

    /// The last of its statements, or its own head.
    fn last(&self) -> Span {
        let last = self.inside.last();
        last.map_or(self.opener.span, |last| last.span)
    }

    fn close(mut self, end: Span) -> Statement {
        self.end_branch(end);
        self.opener
    }
}

impl<'a> Gatherer<'a> {
    pub fn new(text: &'a str, vocabulary: &'a dyn Vocabulary) -> Self {
        Gatherer {
            text,
            vocabulary,
            done: vec![],
            open: vec![],
            mistakes: vec![],
            after_stray_row: false,
            maybe_opened: false,
            forgotten: None,
            too_early: None,
            too_deep: 0,
        }
    }

    /// Makes room for so many lines.
    pub fn expect_lines(&mut self, count: usize) {
        self.done.reserve(count);
    }

    pub fn line(&mut self, line: Line) {
        let after_stray_row = std::mem::take(&mut self.after_stray_row);
        match line {
            Line::Statement(statement) => self.statement(statement),
            Line::Row(row) => self.row(row, after_stray_row),
            Line::Close(end) => self.close(end),
            Line::Nothing => self.maybe_opened = true,
        }
    }

    /// The statements, and the mistakes that only show between lines, in source order.
    pub fn finish(mut self) -> (Vec<Statement>, Vec<Mistake>) {
        if let (Some((span, end)), Some(outermost)) = (self.forgotten, self.open.first())
            && span > outermost.opener.head
        {
            let kind = Kind::BlockNeverClosed(end);
            self.mistakes.push(Mistake { span, kind });
            self.close_all();
        }
        while !self.open.is_empty() {
            self.give_up_open();
        }
        (self.done, self.mistakes)
    }

    /// Closes what is open without a word.
    fn close_all(&mut self) {
        while let Some(mut open) = self.open.pop() {
            let behind = self.behind(&mut open);
            let end = open.last();
            let closed = open.close(end.after());
            self.list().push(closed);
            self.list().extend(behind);
        }
    }

    /// Takes out of a block that is never closed what its indents say was meant to stand behind it.
    fn behind(&self, open: &mut Open) -> Vec<Statement> {
        let outside = self.indent(open.opener.head);
        let is_inside = |statement: &Statement| self.indent(statement.head) > outside;
        let has_indents = open.inside.first().is_some_and(is_inside);
        if !has_indents && !self.holds_its_lines(&open.opener) {
            return vec![];
        }
        let first = open.inside.iter().position(|s| !is_inside(s));
        open.inside.split_off(first.unwrap_or(open.inside.len()))
    }

    /// Whether a head has the lines of its block on its own line: `after 1s print hello`.
    fn holds_its_lines(&self, opener: &Statement) -> bool {
        TIMED.contains(&self.text_of(opener.head)) && opener.arguments.len() > 1
    }

    /// Whether a block waits for its end.
    pub fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Whether the last statement takes rows, has no argument on the line of its head and no empty line after its rows.
    pub fn waits_for_rows(&self) -> bool {
        let Some(last) = self.done.last() else {
            return false;
        };
        let behind = self.text.get(last.head.range().end..).unwrap_or_default();
        let (same_line, below) = behind.split_once(['\n', '\r']).unwrap_or((behind, "."));
        let last_line = below.rsplit(['\n', '\r']).next().unwrap_or_default();
        let bare = same_line.trim_start();
        self.follows(last.head) == Follows::Rows
            && (bare.is_empty() || bare.starts_with('#'))
            && !last_line.trim().is_empty()
    }

    fn statement(&mut self, statement: Statement) {
        if self.text_of(statement.head) == "else" {
            return self.branch(statement);
        }
        let follows = self.follows(statement.head);
        match follows {
            Follows::Nothing | Follows::Rows => return self.list().push(statement),
            Follows::List if matches!(self.open.last(), Some(o) if o.follows == Follows::List) => {
                self.give_up_open();
            }
            _ => {}
        }
        self.maybe_opened = false;
        if self.open.len() == DEEPEST && self.too_deep == 0 {
            self.mistakes.push(Mistake {
                span: statement.head,
                kind: Kind::BlocksTooDeep,
            });
        }
        if self.open.len() >= DEEPEST {
            // Its own end is not that of the block around it.
            return self.too_deep += 1;
        }
        if self.open.is_empty() {
            self.too_early = None;
        }
        self.open.push(Open {
            opener: statement,
            follows,
            inside: vec![],
            branch: None,
        });
    }

    /// `else`, or `else if condition`.
    fn branch(&mut self, statement: Statement) {
        let head = statement.head;
        let mut arguments = statement.arguments.into_iter();
        let condition = match (arguments.next(), arguments.next(), arguments.next()) {
            (None, ..) => None,
            (Some(word), Some(condition), None)
                if self.text_of(word.span) == "if"
                    && matches!(
                        condition.kind,
                        ArgumentKind::Computed(_) | ArgumentKind::Bad
                    ) =>
            {
                Some(condition)
            }
            (Some(other), ..) => {
                if !other.is_faulty() {
                    self.mistakes.push(Mistake {
                        span: other.span,
                        kind: Kind::AfterElse,
                    });
                }
                Some(Argument {
                    kind: ArgumentKind::Bad,
                    span: other.span,
                })
            }
        };
        match self.open.last_mut() {
            Some(open) if open.follows == Follows::Branches => {
                if let Some((first, None)) = &open.branch {
                    let kind = Kind::SecondElse(*first);
                    self.mistakes.push(Mistake { span: head, kind });
                }
                let end = Span {
                    end: head.start,
                    ..head
                };
                open.end_branch(end);
                open.branch = Some((head, condition));
            }
            _ if self.maybe_opened => {}
            _ => self.mistakes.push(Mistake {
                span: head,
                kind: Kind::ElseWithoutIf,
            }),
        }
    }

    fn row(&mut self, row: Vec<Argument>, after_stray_row: bool) {
        let (Some(first), Some(last)) = (row.first(), row.last()) else {
            return;
        };
        let (first, last) = (first.span, last.span);
        let (text, vocabulary) = (self.text, self.vocabulary);
        let head = self.list().last_mut().filter(|statement| {
            let head = text.get(statement.head.range()).unwrap_or_default();
            statement.block.is_none() && vocabulary.shape(head).follows == Follows::Rows
        });
        match head {
            Some(statement) if !after_stray_row => {
                statement.span = statement.span.to(last);
                statement.arguments.extend(row);
            }
            _ => {
                self.after_stray_row = true;
                if !after_stray_row {
                    self.mistakes.push(Mistake {
                        span: first,
                        kind: Kind::Row,
                    });
                }
            }
        }
    }

    fn close(&mut self, end: Span) {
        let dots = self.text_of(end) != "end";
        if self.too_deep > 0 && !dots {
            return self.too_deep -= 1;
        }
        if dots && self.open.iter().any(|open| open.follows == Follows::List) {
            // What ends the list ends what stands open in it.
            while matches!(self.open.last(), Some(open) if open.follows != Follows::List) {
                self.give_up_open();
            }
        }
        while !dots && self.is_of_outer(end) {
            self.give_up_open();
        }
        match self.open.pop() {
            Some(open) if open.follows != Follows::List && dots => {
                // Its own end is still to come.
                self.mistakes.push(Mistake {
                    span: end,
                    kind: Kind::DotsForBlock(open.opener.head),
                });
                self.open.push(open);
            }
            Some(open) => {
                self.look_at_indents(&open, end);
                let closed = open.close(end);
                self.list().push(closed);
                if self.open.is_empty() {
                    self.forgotten = None;
                }
            }
            None if self.maybe_opened => {}
            None => {
                let kind = Kind::NothingOpen(self.too_early.take());
                self.mistakes.push(Mistake { span: end, kind });
            }
        }
        self.maybe_opened = false;
    }

    /// Whether an end stands as that of a block around one that has its lines on its own line.
    fn is_of_outer(&self, end: Span) -> bool {
        let Some((open, around)) = self.open.split_last() else {
            return false;
        };
        let stands = self.indent(end);
        let of_outer = |outer: &Open| self.indent(outer.opener.head) == stands;
        self.holds_its_lines(&open.opener)
            && stands < self.indent(open.opener.head)
            && around.iter().any(of_outer)
    }

    /// Remembers an end that stands as if it were that of another block, in case one turns out to be missing or too many.
    fn look_at_indents(&mut self, open: &Open, end: Span) {
        let head = open.opener.head;
        let (stands, should) = (self.indent(end), self.indent(head));
        let of_outer = |outer: &Open| self.indent(outer.opener.head) == stands;
        if stands < should && self.forgotten.is_none() && self.open.iter().any(of_outer) {
            self.forgotten = Some((head, open.last().after()));
        }
        if stands > should && self.too_early.is_none() {
            self.too_early = Some((end, head));
        }
    }

    /// How far the line of a place is indented.
    fn indent(&self, place: Span) -> usize {
        let before = self.text.get(..place.start as usize).unwrap_or_default();
        let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
        line.len() - line.trim_start_matches([' ', '\t']).len()
    }

    /// Reports the innermost open block and keeps what it holds.
    fn give_up_open(&mut self) {
        let Some(mut open) = self.open.pop() else {
            return;
        };
        let behind = self.behind(&mut open);
        let opener = &open.opener;
        let end = open.last();
        let kind = if open.follows == Follows::List {
            Kind::NeverClosed(end.after())
        } else {
            Kind::BlockNeverClosed(end.after())
        };
        // Blocks around it are open because of it, as often as not.
        let is_told = self.mistakes.last();
        let is_told = is_told.is_some_and(|last| {
            last.is_unclosed() && last.span >= opener.head && last.span.start < end.end
        });
        // What is wrong with a line that holds those of its block is told where it is bound.
        if !is_told && !self.holds_its_lines(opener) {
            self.mistakes.push(Mistake {
                span: opener.head,
                kind,
            });
        }
        let closed = open.close(end.after());
        self.list().push(closed);
        self.list().extend(behind);
    }

    /// Where the next statement goes.
    fn list(&mut self) -> &mut Vec<Statement> {
        match self.open.last_mut() {
            Some(open) => &mut open.inside,
            None => &mut self.done,
        }
    }

    fn follows(&self, head: Span) -> Follows {
        self.vocabulary.shape(self.text_of(head)).follows
    }

    fn text_of(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }
}
