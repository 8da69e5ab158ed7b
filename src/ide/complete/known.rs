//! Known values while a line is being typed.

use crate::commands::TABLE;
use crate::lang::evaluate::{Names, evaluate};
use crate::lang::parser::parse;
use crate::lang::syntax::ArgumentKind;
use crate::lang::value::{Datum, ValueError};
use crate::session::{Lookup, Session};
use crate::source::Span;

/// Reads an expression that is not in the session's sources.
struct Reader<'a> {
    line: &'a str,
    session: Lookup<'a>,
}

impl Names for Reader<'_> {
    fn text(&self, span: Span) -> &str {
        self.line.get(span.range()).unwrap_or_default()
    }

    fn variable(&self, name: &str) -> Option<Datum> {
        self.session.variable(name)
    }

    fn quantity(&self, path: &str) -> Result<Datum, ValueError> {
        self.session.quantity(path)
    }

    fn variables(&self) -> Vec<String> {
        vec![]
    }

    fn thing(&self, name: &str) -> Option<String> {
        self.session.thing(name)
    }
}

/// Evaluates an expression in the current state; returns none if it has no value.
pub(super) fn value_of(expression: &str, session: &Session) -> Option<Datum> {
    if expression.trim().is_empty() || expression.contains(['\n', '\r']) {
        return None;
    }
    let line = format!("let it = {expression}");
    let parsed = parse(0, &line, &TABLE);
    if !parsed.diagnostics.is_empty() {
        return None;
    }
    let [statement] = parsed.statements.as_slice() else {
        return None;
    };
    let ArgumentKind::Computed(expression) = &statement.arguments.get(1)?.kind else {
        return None;
    };
    let reader = Reader {
        line: &line,
        session: Lookup::new(session),
    };
    evaluate(expression, &reader).ok()
}
