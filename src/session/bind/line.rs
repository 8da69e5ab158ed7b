//! A line that is bound, and its context.

use super::fit::Slip;
use crate::lang::syntax::{Argument, ArgumentKind, Block, Branch, Named, Statement};
use crate::lang::value::Datum;
use crate::session::Session;
use crate::session::command::{Body, Bound, Command};
use crate::source::Span;
use std::sync::Arc;

/// Context of a statement.
#[derive(Clone, Copy)]
pub struct BindContext<'a> {
    /// The session.
    pub session: &'a Session,
    /// Whether it is in a list of `procom` or `retcom`.
    pub in_list: bool,
    /// Whether only commands that act on an assembled figure are valid: in a list, in a timer, during a `go`.
    pub deferred: bool,
    /// Whether it is bound now to run later, possibly many times.
    pub later: bool,
    /// Number of enclosing timers.
    pub depth: usize,
}

impl<'a> BindContext<'a> {
    /// Creates the context of a statement that runs at once.
    #[must_use]
    pub fn new(session: &'a Session) -> Self {
        BindContext {
            session,
            in_list: false,
            deferred: false,
            later: false,
            depth: 0,
        }
    }
}

/// Errors with their kinds of mismatch.
pub(in crate::session) type Slips = Vec<Slip>;

/// A command line, or the part of one that is itself a command.
#[derive(Clone, Copy)]
pub(in crate::session) struct Line<'a> {
    pub head: Span,
    /// Arguments given by position.
    pub arguments: &'a [Argument],
    /// Arguments given by name.
    pub named: &'a [&'a Named],
    pub block: Option<&'a Arc<Block>>,
    pub branches: &'a [Branch],
    pub span: Span,
    /// Whether an error in its arguments was reported before.
    pub faulty: bool,
}

impl Line<'_> {
    /// Returns the statement to bind again when it runs, if that is later and it reads the world.
    pub(super) fn again(self, reads_world: bool, context: BindContext) -> Option<Arc<Statement>> {
        (reads_world && context.later).then(|| {
            Arc::new(Statement {
                head: self.head,
                arguments: self.arguments.to_vec(),
                block: self.block.cloned(),
                branches: self.branches.to_vec(),
                span: self.span,
            })
        })
    }

    /// Returns a call of a command without its values.
    pub(super) fn bound(self, command: &'static Command, context: BindContext) -> Bound {
        let body = self.block.map(|block| {
            Arc::new(Body {
                block: Arc::clone(block),
                branches: self.branches.to_vec(),
            })
        });
        Bound {
            command,
            form: 0,
            values: vec![],
            spans: vec![],
            head: self.head,
            span: self.span,
            corpus: context.session.here().definitions.current,
            list: None,
            body,
            each: Arc::default(),
            later: None,
        }
    }
}

/// Whether it can be a name: a word, or a computed text.
pub(super) fn is_name(argument: &Argument) -> bool {
    matches!(
        argument.kind,
        ArgumentKind::Word | ArgumentKind::Written(_) | ArgumentKind::Value(Datum::Text(_))
    )
}

/// Whether it is a word or a text in quotes.
pub(super) fn is_text(argument: &Argument) -> bool {
    is_name(argument) || argument.kind == ArgumentKind::Quoted
}
