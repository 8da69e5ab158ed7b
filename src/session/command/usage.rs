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

/// Most forms of a command that a report lists.
const MOST_USAGES: usize = 3;

/// Returns the usage of a command: all of its forms if there are few, otherwise only this one.
pub fn usage_of(command: &Command, form: &[Param]) -> String {
    let (name, forms) = (command.name, usage_lines(command).len());
    if command.forms.len() <= MOST_USAGES {
        return usage(command);
    }
    let (line, _) = usage_line(command, form);
    format!("{line} (`corpus help {name}` lists all {forms} forms)")
}

/// Returns the lists that give several arguments of the command under one name: `at=[x y z]`.
#[must_use]
pub fn named_lists(command: &Command) -> Vec<String> {
    let mut lists = vec![];
    for form in command.forms {
        for number in 0..form.len() {
            let Some(list) = list_of(form, number) else {
                continue;
            };
            let list = format!("`{list}`");
            if !lists.contains(&list) {
                lists.push(list);
            }
        }
    }
    lists
}

/// Returns the parameters that a list fills under one name, from the first one on.
#[must_use]
pub fn group_at(form: &[Param], first: usize) -> &[Param] {
    let group = form.get(first..).unwrap_or_default();
    let kind = group.first().map(|param| param.kind.to_string());
    let mut rest = group.iter().skip(1);
    let others = rest.position(|p| p.group.is_some() || Some(p.kind.to_string()) != kind);
    let end = others.map_or(group.len(), |at| at + 1);
    group.get(..end).unwrap_or_default()
}

/// Returns the list that a parameter begins: `at=[x y z]`; none if it begins none.
fn list_of(form: &[Param], first: usize) -> Option<String> {
    let name = form.get(first)?.group?;
    let names: Vec<&str> = group_at(form, first).iter().map(|p| p.name).collect();
    Some(format!("{name}=[{}]", names.join(" ")))
}

/// Returns the usage line of one form with named lists, `box name from=[x1 y1 z1] to=[x2 y2 z2]`; none if it has no lists.
#[must_use]
pub fn named_usage_line(command: &Command, form: &[Param]) -> Option<String> {
    form.iter()
        .find(|param| param.group.is_some() && !param.named)?;
    let mut line = command.name.to_owned();
    let mut at = 0;
    while let Some(param) = form.get(at) {
        line.push(' ');
        at += match list_of(form, at) {
            Some(list) if param.optional => {
                line += &format!("[{list}]");
                group_at(form, at).len()
            }
            Some(list) => {
                line += &list;
                group_at(form, at).len()
            }
            None => {
                line += &placeholder(param);
                1
            }
        };
    }
    Some(line)
}

/// Returns the usage line of one form, with the byte range of each parameter.
#[must_use]
pub fn usage_line(command: &Command, form: &[Param]) -> (String, Vec<Range<usize>>) {
    let mut line = command.name.to_owned();
    let mut places: Vec<Range<usize>> = vec![];
    for (i, param) in form.iter().enumerate() {
        // The others are named in the same words.
        if param.named
            && let Some(before) = i.checked_sub(1)
            && form[before].named
        {
            places.push(places[before].clone());
            continue;
        }
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

/// Returns a parameter as in usage lines: its name or its few words, in brackets if it is optional; the same for all parameters
/// that are given only by name.
#[must_use]
pub fn placeholder(param: &Param) -> String {
    let name = match param.kind {
        _ if param.named => "name=value ...".to_owned(),
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
    let mut described: Vec<(&Param, String)> = vec![];
    for param in command.forms.iter().copied().flatten() {
        let is_described = described
            .iter()
            .any(|(p, _)| (p.name, p.doc) == (param.name, param.doc));
        if !is_described && !matches!(param.kind, Kind::Filler(_)) {
            let may = if param.optional { "; optional" } else { "" };
            described.push((param, format!("{}{may}", param.kind)));
        }
    }
    described
}
