//! Suppresses errors caused by a misspelt head of a block or form.

use crate::lang::parser::Read;
use crate::lang::syntax::Statement;
use crate::lang::vocabulary::{Rest, Vocabulary};
use crate::session::Session;
use crate::session::bind::Head;
use crate::session::command::{Follows, Table};
use std::collections::BTreeSet;

/// Records unknown heads, also in a list, before they are reported.
pub(in crate::session) fn note_misspelt(session: &mut Session, statement: &Statement) {
    match session.head(session.sources.text(statement.head)) {
        Head::Unknown => {
            session.check.add_misspelt(statement.head);
        }
        // A command that is missing on its line was meant to be on the lines below.
        Head::Command(command)
            if session.table.shape(command.name).rest == Rest::Command
                && statement.arguments.len() == 1 =>
        {
            session.check.add_misspelt(statement.head);
        }
        Head::Command(command) if command.follows == Follows::List => {
            for line in statement.block.iter().flat_map(|block| &block.statements) {
                note_misspelt(session, line);
            }
        }
        _ => {}
    }
}

/// Removes errors caused by the misspelt head of a block: its `end` has no partner, and its expression was read as
/// arguments.
pub(in crate::session) fn excuse_misspelt(session: &Session, read: &mut Read) {
    const BRANCHES: [&str; 3] = ["elif", "elsif", "elseif"];
    // Lines whose expressions were read as arguments, and heads whose blocks were not opened.
    let mut lines = BTreeSet::new();
    let (mut openers, mut closers) = (vec![], vec![]);
    for span in session.check.misspelt() {
        if span.source != read.source {
            continue;
        }
        let head = session.sources.text(*span);
        let is_branch = BRANCHES.contains(&head);
        // Its lines were meant as a block.
        if session.table.shape(head).rest == Rest::Command {
            openers.push(*span);
            continue;
        }
        // `repeat`, lines, `until CONDITION`.
        if head == "until" {
            closers.push(*span);
        }
        if ends_block(head) {
            closers.push(*span);
            continue;
        }
        let nearest = || session.table.nearest_command(head);
        let meant = opener(head).or_else(|| nearest().map(|command| command.name));
        let meant = meant.unwrap_or_default();
        let shape = session.table.shape(meant);
        let is_other = !matches!(shape.rest, Rest::Arguments | Rest::Moment | Rest::Command);
        let is_definition = opener(head) == Some("define");
        let is_assigned = || is_assigned(session.table, head, session.sources.after(*span));
        if is_branch || is_definition || is_other && !is_assigned() {
            lines.insert(session.sources.place(*span).line);
        }
        if !is_branch && !matches!(shape.follows, Follows::Nothing | Follows::Rows) {
            openers.push(*span);
        }
    }
    if !lines.is_empty() || !openers.is_empty() || !closers.is_empty() {
        read.excuse(&openers, &closers, |at| {
            lines.contains(&session.sources.place(at).line)
        });
    }
}

/// Whether a word ends a block in other languages.
pub(super) fn ends_block(head: &str) -> bool {
    const HEADS: [&str; 15] = [
        "if", "for", "while", "repeat", "loop", "def", "define", "function", "func", "fn", "do",
        "when", "every", "after", "at",
    ];
    let word = head
        .strip_prefix("end")
        .map(|rest| rest.trim_start_matches('_'));
    matches!(head, "fi" | "done" | "od" | "wend") || word.is_some_and(|word| HEADS.contains(&word))
}

/// Returns the command for a word that opens a block in other languages.
pub(in crate::session) fn opener(head: &str) -> Option<&'static str> {
    Some(match head.to_lowercase().as_str() {
        "loop" => "repeat",
        "foreach" => "for",
        "until" => "while",
        "unless" => "if",
        "fn" | "func" | "function" | "def" | "sub" | "proc" | "macro" => "define",
        _ => return None,
    })
}

/// Whether a head is rather a variable, to which the text after it assigns a value. After a misspelt `let` there is a name before
/// the `=`.
pub(super) fn is_assigned(table: &Table, head: &str, text: &str) -> bool {
    let meant = table.by_spelling(head);
    let rest = meant.map(|meant| table.shape(meant.name).rest);
    let names = matches!(rest, Some(Rest::Assignment | Rest::Parameter));
    assigns(text)
        && !(names
            && text
                .trim_start()
                .starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// Whether a text has an `=` that is not part of a comparison.
fn assigns(text: &str) -> bool {
    let bytes = text.as_bytes();
    let at = |at: Option<usize>| at.and_then(|at| bytes.get(at)).copied().unwrap_or_default();
    bytes.iter().enumerate().any(|(i, byte)| {
        let compares = b"=!<>".contains(&at(i.checked_sub(1))) || at(Some(i + 1)) == b'=';
        *byte == b'=' && !compares
    })
}
