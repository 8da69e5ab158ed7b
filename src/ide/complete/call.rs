//! Calls of user-defined commands.

use super::Candidate;
use super::place::Call;
use super::slot::parameter;
use crate::lang::value::{Datum, show};
use crate::session::{Definition, Parameter};

impl Call<'_> {
    fn parameter(&self, number: usize) -> Option<&Parameter> {
        self.definition.parameters.get(number)
    }

    /// Returns the names of parameters that are not given yet. Other candidates depend on the command.
    pub(super) fn candidates(&self) -> Vec<Candidate> {
        if self.named.is_some() || self.in_list {
            return vec![];
        }
        let left = self.left.iter().filter_map(|i| self.parameter(*i));
        left.map(|p| {
            let doc = p.default.as_ref().map_or_else(String::new, unless_given);
            parameter(&p.name, doc)
        })
        .collect()
    }

    /// Returns the number of the parameter whose value is being written; none if all are given.
    pub(super) fn active(&self) -> Option<usize> {
        match self.named {
            Some(name) => {
                let mut parameters = self.definition.parameters.iter();
                parameters.position(|p| *p.name == *name)
            }
            None => self.left.first().copied(),
        }
    }

    /// Returns the rest of the usage, and its description.
    pub(super) fn rest(&self) -> Option<String> {
        if self.in_list {
            return None;
        }
        if let Some(name) = self.named {
            let parameter = self.parameter(self.active()?)?;
            return Some(match &parameter.default {
                Some(default) => format!("   {}", unless_given(default)),
                None => format!("   {name} of `{}`", self.definition.name),
            });
        }
        let left = self.left.iter().filter_map(|i| self.parameter(*i));
        let usage: Vec<String> = left.map(placeholder).collect();
        if usage.is_empty() {
            return None;
        }
        let usage = usage.join(" ");
        Some(match about(&self.definition) {
            Some(about) => format!("{usage}   {about}"),
            None => usage,
        })
    }
}

fn unless_given(default: &Datum) -> String {
    format!("default: {}", show(default))
}

fn placeholder(parameter: &Parameter) -> String {
    match parameter.default {
        None => parameter.name.to_string(),
        Some(_) => format!("[{}]", parameter.name),
    }
}

/// Returns the usage of a command without its name.
pub(super) fn usage_of(definition: &Definition) -> String {
    let usage: Vec<String> = definition.parameters.iter().map(placeholder).collect();
    usage.join(" ")
}

fn about(definition: &Definition) -> Option<&str> {
    let mut lines = definition.comment.iter().map(String::as_str);
    lines.find(|line| !line.is_empty())
}
