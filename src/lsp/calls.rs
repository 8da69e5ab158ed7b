//! Calls of user-defined commands: the parameter at a position.

use crate::commands::{TABLE, find};
use crate::lang::lexer::{Token, lex};
use crate::session::command::Kind;
use crate::session::{Definition, Session};
use crate::source::Span;
use std::sync::Arc;

/// An incomplete call at the end of a line.
pub(super) struct Call {
    pub definition: Arc<Definition>,
    /// Index of the parameter at the end; none if all are given.
    pub active: Option<usize>,
    /// For each parameter, whether the call has an argument for it.
    pub given: Vec<bool>,
    /// Whether the name of a parameter is valid at the end: not in a list, nor within a value.
    pub takes_name: bool,
}

/// Returns the incomplete call at the end of a line, if its head, or the command that is its argument, is user-defined.
pub(super) fn call_at_end(line: &str, session: &Session) -> Option<Call> {
    let tokens = lex(0, line, &TABLE);
    let text = |span: Span| line.get(span.range()).unwrap_or_default();
    let head = tokens.first().map(|(_, span)| text(*span))?;
    let first = match find(head) {
        None => 0,
        Some(command) => {
            let form = command.forms.first()?;
            let holds = form.iter().any(|param| matches!(param.kind, Kind::Command));
            let is_call = |(token, span): &(Token, Span)| {
                *token == Token::Word && session.definition(text(*span)).is_some()
            };
            tokens.iter().position(is_call).filter(|_| holds)?
        }
    };
    let (head, arguments) = tokens.get(first..)?.split_first()?;
    let definition = Arc::clone(session.definition(text(head.1))?);
    let written = arguments.last().unwrap_or(head).1.range().end;
    let in_comment = line.get(written..)?.contains('#');
    if head.1.range().end == line.len() || in_comment {
        return None;
    }
    let mut given = vec![false; definition.parameters.len()];
    let (mut depth, mut end) = (0_u32, head.1.end);
    let mut active = None;
    let mut is_named = false;
    for (token, span) in arguments {
        let begins = depth == 0 && (span.start > end || *token == Token::Named);
        if begins {
            is_named = *token == Token::Named;
            let named = text(*span).trim_end_matches('=');
            active = match token {
                Token::Named => definition.parameters.iter().position(|p| *p.name == *named),
                _ => given.iter().position(|given| !given),
            };
            if let Some(slot) = active.and_then(|at| given.get_mut(at)) {
                *slot = true;
            }
        }
        match token {
            Token::Open | Token::OpenList => depth += 1,
            Token::Close | Token::CloseList => depth = depth.saturating_sub(1),
            _ => {}
        }
        end = span.end;
    }
    let is_between = depth == 0 && (end as usize) < line.len();
    if is_between {
        active = given.iter().position(|given| !given);
    } else if let Some(slot) = active.and_then(|at| given.get_mut(at)) {
        *slot = false;
    }
    Some(Call {
        definition,
        active,
        given,
        takes_name: is_between || depth == 0 && !is_named,
    })
}
