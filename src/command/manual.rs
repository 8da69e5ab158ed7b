//! The manual of the commands as Markdown, from the table.

use super::help::usage_lines;
use super::{COMMANDS, Command, Group, Kind, told_of};
use std::fmt::Write as _;

/// `docs/commands.md`.
#[must_use]
pub fn manual() -> String {
    let mut out = String::from(
        "# Commands\n\nMade from the table of commands by `CORPUS_UPDATE=1 cargo test --test docs`; changes belong there.\n",
    );
    for group in Group::ALL {
        let _ = writeln!(out, "\n## {}", group.title());
        for command in COMMANDS.iter().filter(|c| c.group == *group) {
            let _ = write!(out, "\n### `{}`\n\n{}", command.name, manual_entry(command));
        }
    }
    out
}

/// What the manual says of a command below its heading.
#[must_use]
pub fn manual_entry(command: &Command) -> String {
    let mut out = format!("{}\n", command.summary);
    for line in usage_lines(command) {
        let _ = writeln!(out, "\n    {line}");
    }
    for line in command.details.lines() {
        let _ = writeln!(out, "\n{line}");
    }
    if let Some(follows) = told_of(command.follows) {
        let _ = writeln!(out, "\n{follows}");
    }
    let mut told: Vec<(&str, &str)> = vec![];
    for param in command.forms.iter().flat_map(|f| f.iter()) {
        if matches!(param.kind, Kind::Filler(_)) || told.contains(&(param.name, param.doc)) {
            continue;
        }
        if told.is_empty() {
            out += "\n";
        }
        told.push((param.name, param.doc));
        let may = if param.optional {
            "; may be left out"
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "- *{}*: {} ({}{may})",
            param.name, param.doc, param.kind
        );
    }
    for example in command.examples {
        let _ = writeln!(
            out,
            "\n```corpus\n{}\n```\n\n{}.",
            example.code,
            sentence(example.shows)
        );
    }
    out
}

/// With a capital letter.
fn sentence(phrase: &str) -> String {
    let mut letters = phrase.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
