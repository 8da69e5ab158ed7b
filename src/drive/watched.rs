//! Watched quantities, whose values are part of every answer.

use super::observer::Output;
use crate::commands::{TABLE, find};
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::lexer::{Token, lex};
use crate::lang::parser::parse;
use crate::lang::pattern::{is_pattern, matches};
use crate::lang::syntax::{Argument, ArgumentKind, Expression, ExpressionKind};
use crate::session::command::Thing;
use crate::session::{Common, Session, Stop};
use crate::source::{SourceId, Span};
use std::sync::Arc;

/// Operation on the list of watched quantities.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Watch,
    Unwatch,
}

/// Returns the verb at the start of a line, unless the script has a command of that name.
pub(super) fn verb(text: &str, session: &Session) -> Option<Verb> {
    let head = text.split_whitespace().next()?;
    let verb = match head {
        "watch" => Verb::Watch,
        "unwatch" => Verb::Unwatch,
        _ => return None,
    };
    (find(head).is_none() && session.definition(head).is_none()).then_some(verb)
}

/// Executes a line with such a verb; returns lines to print.
///
/// # Errors
/// An expression has no value, or is not watched.
pub(super) fn obey(
    session: &mut Session,
    source: SourceId,
    verb: Verb,
    output: &Common<Output>,
) -> Result<Vec<String>, Stop> {
    let text = session.sources.get(source).map(|s| Arc::clone(&s.text));
    let parsed = parse(source, text.as_deref().unwrap_or_default(), &TABLE);
    if let Some(report) = parsed.diagnostics.into_iter().next() {
        return Err(report.into());
    }
    let arguments = parsed.statements.first().map_or(&[][..], |s| &s.arguments);
    let mut told = vec![];
    match verb {
        Verb::Unwatch if arguments.is_empty() => output.lock().watched.clear(),
        Verb::Unwatch => {
            for argument in arguments {
                let text = session.sources.text(argument.span);
                let wanted = text.trim_matches(['{', '}']).trim().to_owned();
                let watched = &mut output.lock().watched;
                let before = watched.len();
                watched.retain(|(name, _)| {
                    *name != wanted && !(is_pattern(&wanted) && matches(&wanted, name).is_some())
                });
                if watched.len() == before {
                    let message = format!("{} is not watched", quote(&wanted));
                    let report = Diagnostic::error("E025", argument.span, message);
                    return Err(report
                        .help("`watch` without arguments lists the watched quantities")
                        .into());
                }
            }
        }
        Verb::Watch => {
            for argument in arguments {
                for (name, expression) in asked(session, argument)? {
                    session.value_of(&expression)?;
                    output.lock().watch(&name, expression);
                }
            }
            // Their current values.
            let expressions = output.lock().expressions().unwrap_or_default();
            let values = session.values_of(&expressions);
            for ((name, _), value) in output.lock().watched.iter().zip(values) {
                let value = value.map(|value| crate::lang::value::show(&value));
                told.push(format!(
                    "{name} = {}",
                    value.as_deref().unwrap_or("not known now")
                ));
            }
        }
    }
    Ok(told)
}

/// Returns the expressions of an argument, with their names.
pub(crate) fn asked(
    session: &mut Session,
    argument: &Argument,
) -> Result<Vec<(String, Arc<Expression>)>, Stop> {
    let span = argument.span;
    let text = session.sources.text(span).to_owned();
    let of = |kind, span| Arc::new(Expression { kind, span });
    match &argument.kind {
        ArgumentKind::Computed(expression) => {
            let inner = session.sources.text(expression.span).trim().to_owned();
            Ok(vec![(inner, Arc::clone(expression))])
        }
        ArgumentKind::Spelled(pieces) => Ok(vec![(
            text,
            of(ExpressionKind::Spelled(Arc::clone(pieces)), span),
        )]),
        ArgumentKind::Word if is_pattern(&text) => {
            let (pattern, field) = text.split_once('.').unwrap_or((&text, ""));
            let mut found = vec![];
            for thing in [Thing::Body, Thing::Corpus, Thing::Roach, Thing::Neuron] {
                let names = session.names(thing).into_iter();
                for name in names.filter(|name| matches(pattern, name).is_some()) {
                    let path = format!("{name}.{field}");
                    let source = session.sources.add("watch", path.as_str(), None);
                    let place = Span::whole(source, &path);
                    found.push((path, of(ExpressionKind::Name, place)));
                }
                if !found.is_empty() {
                    return Ok(found);
                }
            }
            let message = format!("no name matches {}", quote(pattern));
            let help = "patterns match bodies, figures, gaits and neurons";
            Err(Diagnostic::error("E025", span, message).help(help).into())
        }
        ArgumentKind::Word if is_name(&text) => Ok(vec![(text, of(ExpressionKind::Name, span))]),
        _ => {
            let message = format!("expected a quantity, found {}", quote(&text));
            let help = "for example `abdomen.z`, or an expression in braces: `{abdomen.z to mm}`";
            Err(Diagnostic::error("E023", span, message).help(help).into())
        }
    }
}

/// Whether a word can be a name in an expression.
fn is_name(word: &str) -> bool {
    let line = format!("if {word}");
    let tokens: Vec<Token> = lex(0, &line, &TABLE).into_iter().map(|(t, _)| t).collect();
    matches!(
        tokens.as_slice(),
        [Token::Word, Token::Open, Token::Name, Token::Close]
    )
}
