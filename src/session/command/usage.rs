//! The usage line of a command.

use super::{Command, Kind, Param};
use std::ops::Range;

/// Returns all forms of the command, joined: `joint body parameter [value]`.
#[must_use]
pub fn usage(command: &Command) -> String {
    usage_lines(command).join("  or  ")
}

/// Returns all usage lines of the command, without duplicates.
#[must_use]
pub fn usage_lines(command: &Command) -> Vec<String> {
    let one = |form: &&[Param]| usage_line(command, form).0;
    let mut lines: Vec<String> = command.forms.iter().map(one).collect();
    lines.dedup();
    lines
}

/// Returns the lists that give several arguments of the command under one name: `at=[x y z]`.
#[must_use]
pub fn named_lists(command: &Command) -> Vec<String> {
    let mut lists = vec![];
    for form in command.forms {
        for (number, first) in form.iter().enumerate() {
            let Some(name) = first.group else { continue };
            let kind = first.kind.to_string();
            let rest = form.iter().skip(number + 1);
            let rest = rest.take_while(|p| p.group.is_none() && p.kind.to_string() == kind);
            let names: Vec<&str> = std::iter::once(first).chain(rest).map(|p| p.name).collect();
            let list = format!("`{name}=[{}]`", names.join(" "));
            if !lists.contains(&list) {
                lists.push(list);
            }
        }
    }
    lists
}

/// Returns the usage line of one form, with the byte range of each parameter.
#[must_use]
pub fn usage_line(command: &Command, form: &[Param]) -> (String, Vec<Range<usize>>) {
    let mut line = command.name.to_owned();
    let mut places = vec![];
    for param in form {
        line.push_str(match param.kind {
            Kind::Assigned => " = ",
            Kind::Items => " in ",
            _ => " ",
        });
        let start = line.len();
        line += &placeholder(param);
        places.push(start..line.len());
    }
    (line, places)
}

/// Returns a parameter as in usage lines: its name or its few words, in brackets if it is optional.
#[must_use]
pub fn placeholder(param: &Param) -> String {
    let name = match param.kind {
        Kind::Filler(word) => word.to_owned(),
        Kind::Choice(words) if words.len() <= 6 => words.join("|"),
        Kind::Switch => "on|off".to_owned(),
        _ => param.name.to_owned(),
    };
    if param.optional {
        format!("[{name}]")
    } else {
        name
    }
}

/// Returns the parameters of all forms to describe, each description once, with the kind of their arguments.
#[must_use]
pub fn described(command: &Command) -> Vec<(&'static Param, String)> {
    let mut told: Vec<(&Param, String)> = vec![];
    for param in command.forms.iter().copied().flatten() {
        let is_told = told
            .iter()
            .any(|(p, _)| (p.name, p.doc) == (param.name, param.doc));
        if !is_told && !matches!(param.kind, Kind::Filler(_)) {
            let may = if param.optional { "; optional" } else { "" };
            told.push((param, format!("{}{may}", param.kind)));
        }
    }
    told
}
