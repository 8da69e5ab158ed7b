//! Help from the table.

use super::{COMMANDS, Command, Group, find, nearest_command, told_of};
use std::fmt::Write as _;
use std::ops::Range;

/// Every way to call the command, one after the other: `joint body parameter [value]`.
#[must_use]
pub fn usage(command: &Command) -> String {
    usage_lines(command).join("  or  ")
}

/// Every way to call the command.
pub(super) fn usage_lines(command: &Command) -> Vec<String> {
    let one = |form: &&[super::Param]| usage_line(command, form).0;
    command.forms.iter().map(one).collect()
}

/// One way to call the command, and which bytes of it are which parameter.
#[must_use]
pub fn usage_line(command: &Command, form: &[super::Param]) -> (String, Vec<Range<usize>>) {
    let mut line = command.name.to_owned();
    let mut places = vec![];
    for param in form {
        line.push_str(match param.kind {
            super::Kind::Assigned => " = ",
            super::Kind::Items => " in ",
            _ => " ",
        });
        let start = line.len();
        line += &placeholder(param);
        places.push(start..line.len());
    }
    (line, places)
}

/// The widest line of a page, in characters.
const WIDTH: usize = 100;

/// Adds a text in lines that are not too long; all but the first begin with `indent` blanks.
fn wrap(out: &mut String, text: &str, indent: usize) {
    for line in text.lines() {
        let words = line.trim_start();
        let margin = line.len() - words.len();
        let _ = write!(out, "{:margin$}", "");
        let mut column = margin;
        for word in words.split(' ') {
            let length = word.chars().count();
            if column > margin && column + 1 + length > WIDTH {
                let _ = write!(out, "\n{:indent$}{word}", "");
                column = indent + length;
            } else {
                let gap = usize::from(column > margin);
                let _ = write!(out, "{:gap$}{word}", "");
                column += gap + length;
            }
        }
        out.push('\n');
    }
}

/// A parameter as usage lines show it: its name or its few words, in brackets if it may be left out.
pub(super) fn placeholder(param: &super::Param) -> String {
    let name = match param.kind {
        super::Kind::Filler(word) => word.to_owned(),
        super::Kind::Choice(words) if words.len() <= 6 => words.join("|"),
        super::Kind::Switch => "on|off".to_owned(),
        _ => param.name.to_owned(),
    };
    if param.optional {
        format!("[{name}]")
    } else {
        name
    }
}

/// All that the table says of a command.
fn page(command: &Command) -> String {
    let mut out = String::new();
    for line in usage_lines(command) {
        let _ = writeln!(out, "{line}");
    }
    out.push('\n');
    wrap(&mut out, command.summary, 0);
    wrap(&mut out, command.details, 0);
    if let Some(follows) = told_of(command.follows) {
        wrap(&mut out, follows, 0);
    }
    let params: Vec<_> = command
        .forms
        .iter()
        .flat_map(|f| f.iter())
        .filter(|p| !matches!(p.kind, super::Kind::Filler(_)))
        .collect();
    if !params.is_empty() {
        out += "\n";
    }
    let mut told: Vec<&str> = vec![];
    for p in params {
        if told.contains(&p.name) && command.forms.len() == 1 {
            continue;
        }
        told.push(p.name);
        let may = if p.optional { "; may be left out" } else { "" };
        let told = format!("  {:<12} {} ({}{may})", p.name, p.doc, p.kind);
        wrap(&mut out, &told, 15);
    }
    for example in command.examples {
        let _ = writeln!(out, "\n  # {}", example.shows);
        for line in example.code.lines() {
            let _ = writeln!(out, "  {line}");
        }
    }
    out
}

/// The list of all commands, by chapters.
#[must_use]
pub fn help_all() -> String {
    let mut out = String::new();
    for group in Group::ALL {
        let _ = writeln!(out, "{}", group.title());
        for c in COMMANDS.iter().filter(|c| c.group == *group) {
            let _ = writeln!(out, "  {:<18} {}", c.name, c.summary);
        }
        out += "\n";
    }
    out += "`corpus help WORD` tells all about one of them, or finds those that have to do with a word.\n";
    out
}

/// Help on a word: a command's page, or the commands that have to do with the word.
///
/// # Errors
/// Nothing is known of the word; the text says what is near.
pub fn help_word(word: &str) -> Result<String, String> {
    if let Some(command) = find(word) {
        return Ok(page(command));
    }
    let lower = word.trim().to_lowercase();
    if lower.is_empty() {
        return Ok(help_all());
    }
    let related: Vec<&&Command> = COMMANDS
        .iter()
        .filter(|c| {
            c.search.iter().any(|s| s.to_lowercase() == lower)
                || c.name.to_lowercase().contains(&lower)
                || [c.summary, c.details].iter().any(|t| {
                    t.to_lowercase()
                        .split(|ch: char| !ch.is_alphanumeric())
                        .any(|w| w == lower)
                })
        })
        .collect();
    if !related.is_empty() {
        let mut out = format!("`{word}` has to do with:\n");
        for c in related {
            let _ = writeln!(out, "  {:<18} {}", c.name, c.summary);
        }
        return Ok(out);
    }
    Err(match nearest_command(word) {
        Some(near) => format!(
            "there is no command `{word}`; did you mean `{}`?",
            near.name
        ),
        None => format!("nothing is known of `{word}`; `corpus help` lists the commands"),
    })
}
