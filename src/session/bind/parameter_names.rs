//! Names of arguments: those that match no parameter, and what they were meant as.

use super::binder::Binder;
use super::fit::Misfit;
use crate::diagnostic::quote;
use crate::diagnostic::suggest::nearest;
use crate::lang::syntax::{ArgumentKind, Named};
use crate::session::command::{Command, Kind, Param};

/// Names of parameters in other simulators or in other commands, and in this one.
const USUAL_NAMES: &[(&str, &str)] = &[
    ("diameter", "radius"),
    ("d", "radius"),
    ("r", "radius"),
    ("kv", "kd"),
    ("d", "kd"),
    ("damping", "kd"),
    ("p", "kp"),
    ("stiffness", "kp"),
    ("gain", "kp"),
    ("k", "kp"),
    ("b", "kd"),
    ("position", "target"),
    ("pos", "target"),
    ("angle", "target"),
    ("ref", "target"),
    ("setpoint", "target"),
    ("goal", "target"),
    ("pos", "at"),
    ("position", "at"),
    ("center", "at"),
    ("centre", "at"),
    ("max", "limit"),
    ("forcerange", "limit"),
    ("torque", "limit"),
    ("k", "spring"),
    ("stiffness", "spring"),
    ("b", "damper"),
    ("damping", "damper"),
    ("kq", "rest"),
    ("target", "rest"),
    ("qmin", "low"),
    ("min", "low"),
    ("lower", "low"),
    ("qmax", "high"),
    ("max", "high"),
    ("upper", "high"),
    ("stiffness", "k"),
    ("spring", "k"),
    ("damping", "b"),
    ("damper", "b"),
    ("length", "rest"),
    ("limit", "range"),
    ("limits", "range"),
    ("lk", "stop_stiffness"),
    ("lb", "stop_damping"),
    ("ea", "strength"),
    ("eB", "rise"),
    ("e_q", "exponential_rest"),
    ("dry", "friction"),
    ("mu", "friction"),
    ("q", "position"),
    ("angle", "position"),
    ("pos", "position"),
];

/// Returns the name of a parameter of a command that another name was meant as; none of those that have an argument.
pub(in crate::session) fn meant_name(
    command: &Command,
    given: &[&str],
    name: &str,
) -> Option<&'static str> {
    let params = command.forms.iter().copied().flatten();
    let own = params
        .filter(|p| !matches!(p.kind, Kind::Filler(_)))
        .filter(|p| !given.iter().any(|given| p.is_called(given)))
        .flat_map(|p| [Some(p.name), p.group])
        .flatten();
    let usual = |own: &&str| USUAL_NAMES.contains(&(name, own));
    let usual = own.clone().find(usual);
    let usual = usual.or_else(|| nearest(name, own.clone()));
    // A name that is cut off.
    usual.or_else(|| {
        own.clone()
            .find(|own| name.len() > 2 && own.starts_with(name))
    })
}

impl<'a> Binder<'a> {
    /// Returns the name of a named argument: that of the parameter with which it is tried, or the written one.
    pub(in crate::session) fn name_of(&self, named: &Named) -> &'a str {
        named.own.unwrap_or_else(|| self.text(named.name))
    }

    /// Returns the argument that excludes one of this name: it is named too, and the form that has the parameter `name` does not
    /// have its own.
    fn excluded(&self, params: &[Param], name: &str) -> Option<&str> {
        let mut forms = self.command.forms.iter();
        let form = forms.find(|form| form.iter().any(|p| p.is_called(name)))?;
        let named = self.line.named.iter().map(|named| self.name_of(named));
        let has = |form: &[Param], name| form.iter().any(|p| p.is_called(name));
        named
            .into_iter()
            .find(|other| has(params, other) && !has(form, other))
    }

    /// Whether a form of the command has this word before further arguments, as `at` of `push`.
    fn has_word(&self, word: &str) -> bool {
        let mut params = self.command.forms.iter().flat_map(|form| form.iter());
        params.any(|param| match param.kind {
            Kind::Filler(own) => own == word,
            Kind::Choice(words) => *words == [word],
            _ => false,
        })
    }

    /// Reports argument names that match no parameter. Returns whether there are any.
    pub(in crate::session) fn unused_names(&mut self, params: &'static [Param]) -> bool {
        let before = self.findings.mistakes.len();
        // They belong to a command on the line of an event, which is reported.
        let is_event = matches!(self.command.name, "after" | "at" | "every");
        let second = self.line.arguments.get(1).map(|argument| &argument.kind);
        if is_event && matches!(second, Some(ArgumentKind::Word)) {
            return false;
        }
        let given = self.line.named.iter().map(|named| self.name_of(named));
        let given: Vec<&str> = given.collect();
        for (i, named) in self.line.named.iter().enumerate() {
            let name = given[i];
            if given[..i].contains(&name) {
                let message = format!("{} is given twice", quote(name));
                let help = "remove one of them";
                self.refuse(Misfit::ParameterName, named.name, message, help);
            } else if !params.iter().any(|p| p.is_called(name)) {
                let message = match self.excluded(params, name) {
                    Some(other) => format!(
                        "`{}` takes {} or {}, but not both",
                        self.command.name,
                        quote(other),
                        quote(name)
                    ),
                    None => format!("`{}` has no parameter {}", self.command.name, quote(name)),
                };
                let help = match meant_name(self.command, &given, name) {
                    Some(own @ "radius") if matches!(name, "diameter" | "d") => {
                        format!("did you mean `{own}`, half of the diameter?")
                    }
                    Some(own) => format!("did you mean `{own}`?"),
                    None if self.has_word(name) => {
                        let value = self.text(named.value.span);
                        let value = value.trim_start_matches('[').trim_end_matches(']');
                        format!(
                            "write {} and its values without `=`: {}",
                            quote(name),
                            quote(&format!("{name} {value}"))
                        )
                    }
                    None => format!("usage: {}", self.named_usage()),
                };
                self.refuse(Misfit::ParameterName, named.name, message, help);
            }
        }
        self.findings.mistakes.len() > before
    }
}
