//! The other unknown names of a line: its evaluation stops at the first one.

use crate::diagnostic::Diagnostic;
use crate::lang::evaluate::{Names, evaluate};
use crate::lang::syntax::{ArgumentKind, Expression, ExpressionKind, Piece, Statement};
use crate::session::Session;
use crate::session::command::Kind;
use crate::session::index::expressions;
use crate::session::lookup::Lookup;

/// Reports the unknown names of a line, if one of them is among the reports from this number on.
pub(in crate::session) fn report_further_names(
    session: &mut Session,
    statement: &Statement,
    from: usize,
) {
    if session.diagnostics.len() == from {
        return;
    }
    let mut found = vec![];
    let is_function = session
        .table
        .find(session.sources.text(statement.head))
        .is_some_and(|command| {
            command
                .forms
                .iter()
                .any(|form| form.iter().any(|p| matches!(p.kind, Kind::Function)))
        });
    for argument in &statement.arguments {
        // The body of a function has names of its own.
        if is_function && matches!(argument.kind, ArgumentKind::Computed(_)) {
            continue;
        }
        expressions(argument, &mut |expression| {
            unknown_names(expression, &Lookup::new(session), &mut found);
        });
    }
    let reports = session.diagnostics.get(from..).unwrap_or_default();
    let is_told = |name: &&Diagnostic| reports.iter().any(|report| report.span == name.span);
    let told = found.iter().filter(is_told);
    let mut told: Vec<String> = told.map(|name| name.message.clone()).collect();
    if told.is_empty() {
        return;
    }
    // The parts of a name with a `-` have one report.
    found.retain(|report| Lookup::new(session).hyphenated(report.span).is_none());
    for report in found {
        if !told.contains(&report.message) {
            told.push(report.message.clone());
            session.report(report);
        }
    }
}

/// Collects the reports of the names of an expression that have no value.
fn unknown_names(expression: &Expression, names: &Lookup, found: &mut Vec<Diagnostic>) {
    let Err(report) = evaluate(expression, names) else {
        return;
    };
    match &expression.kind {
        ExpressionKind::Name => found.push(*report),
        // What it asks about are names, and no values.
        ExpressionKind::Call { function, .. }
            if names.question(names.text(*function)).is_some() => {}
        ExpressionKind::SpelledCall(call) => {
            for piece in &*call.function {
                if let Piece::Computed(inner) = piece {
                    unknown_names(inner, names, found);
                }
            }
        }
        _ => expression.parts(&mut |part| unknown_names(part, names, found)),
    }
}
