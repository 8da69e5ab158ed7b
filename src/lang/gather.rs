//! Puts lines together: rows to their head, the lines of a list into its block.

use super::mistake::{Kind, Mistake};
use super::parser::{Line, Vocabulary};
use super::syntax::{Argument, Block, Statement};
use crate::source::Span;

/// Takes a script line by line.
///
/// A list holds no lists, so a head that opens one inside another says that the first was forgotten open.
pub(super) struct Gatherer<'a> {
    text: &'a str,
    vocabulary: &'a dyn Vocabulary,
    done: Vec<Statement>,
    open: Option<Open>,
    mistakes: Vec<Mistake>,
    /// The line before was a row that belongs to nothing: one report is enough for all that follow it.
    after_stray_row: bool,
    /// A line since the last list had no head, and may have been meant to open the next one.
    maybe_opened: bool,
}

/// A list whose end is not met yet.
struct Open {
    opener: Statement,
    inside: Vec<Statement>,
}

impl Open {
    fn close(self, end: Span) -> Statement {
        let block = Block {
            statements: self.inside,
            end,
        };
        Statement {
            block: Some(block),
            ..self.opener
        }
    }
}

impl<'a> Gatherer<'a> {
    pub fn new(text: &'a str, vocabulary: &'a dyn Vocabulary) -> Self {
        Gatherer {
            text,
            vocabulary,
            done: vec![],
            open: None,
            mistakes: vec![],
            after_stray_row: false,
            maybe_opened: false,
        }
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
        self.give_up_open();
        (self.done, self.mistakes)
    }

    /// Whether a list waits for its end.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
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
        self.vocabulary.takes_rows(self.text_of(last.head))
            && (bare.is_empty() || bare.starts_with('#'))
            && !last_line.trim().is_empty()
    }

    fn statement(&mut self, statement: Statement) {
        if self.vocabulary.opens_block(self.text_of(statement.head)) {
            self.give_up_open();
            self.maybe_opened = false;
            self.open = Some(Open {
                opener: statement,
                inside: vec![],
            });
        } else {
            self.list().push(statement);
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
            statement.block.is_none() && vocabulary.takes_rows(head)
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
        match self.open.take() {
            Some(open) => self.done.push(open.close(end)),
            None if self.maybe_opened => {}
            None => self.mistakes.push(Mistake {
                span: end,
                kind: Kind::NothingOpen,
            }),
        }
        self.maybe_opened = false;
    }

    /// Reports the open list and keeps what it holds.
    fn give_up_open(&mut self) {
        if let Some(open) = self.open.take() {
            let opener = &open.opener;
            let end = open.inside.last().map_or(opener.span, |last| last.span);
            self.mistakes.push(Mistake {
                span: opener.head,
                kind: Kind::NeverClosed(end.after()),
            });
            self.done.push(open.close(end.after()));
        }
    }

    /// Where the next statement goes.
    fn list(&mut self) -> &mut Vec<Statement> {
        match &mut self.open {
            Some(open) => &mut open.inside,
            None => &mut self.done,
        }
    }

    fn text_of(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }
}
