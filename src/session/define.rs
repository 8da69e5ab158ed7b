//! User-defined commands.

use super::index::written;
use super::scope::{Locals, Reach, Variable};
use super::{Closure, Session, Stop};
use crate::lang::value::Datum;
use crate::session::command::Bound;
use crate::source::Span;
use std::sync::Arc;

/// A parameter of a user-defined command.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Name of the parameter.
    pub name: Arc<str>,
    /// Default value.
    pub default: Option<Datum>,
    /// Source position of its name.
    pub place: Span,
}

/// A user-defined command.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Source position of its name.
    pub place: Span,
    /// Its parameters.
    pub parameters: Arc<[Parameter]>,
    /// Its lines, which run in the environment of the call.
    pub lines: Closure,
    /// The comment above it, line by line, without the `#`.
    pub comment: Vec<String>,
}

impl Definition {
    /// Returns its usage line: `leg name at [turn]`.
    #[must_use]
    pub fn usage(&self) -> String {
        let parameters = self.parameters.iter().map(|p| match p.default {
            None => format!(" {}", p.name),
            Some(_) => format!(" [{}]", p.name),
        });
        format!("{}{}", self.name, parameters.collect::<String>())
    }

    /// Returns its help text.
    #[must_use]
    pub fn help(&self) -> String {
        let mut text = format!("usage: {}\n", self.usage());
        for line in &self.comment {
            text += &format!("\n{line}");
        }
        if self.comment.is_empty() {
            text += "\nA command of this script, without a comment above its `define`.";
        }
        let defaults = self
            .parameters
            .iter()
            .filter_map(|p| Some((p, p.default.as_ref()?)));
        for (parameter, default) in defaults {
            text += &format!(
                "\nDefault of {}: {}.",
                parameter.name,
                crate::lang::value::show(default)
            );
        }
        text + "\n"
    }
}

/// Returns the comment directly above a place in a text, line by line.
#[must_use]
pub fn comment_above(text: &str, start: usize) -> Vec<String> {
    let above = text.get(..start).unwrap_or_default();
    let mut lines = above.lines().rev();
    if !above.ends_with('\n') && !above.is_empty() {
        // The blanks before the place itself.
        lines.next();
    }
    let comments = lines.map_while(|line| line.trim_start().strip_prefix('#'));
    let mut comment: Vec<String> = comments
        .map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned())
        .collect();
    comment.reverse();
    comment
}

impl Session {
    /// Finds the user-defined command of that name.
    #[must_use]
    pub fn definition(&self, name: &str) -> Option<&Arc<Definition>> {
        self.own.definitions.get(name)
    }

    /// Returns all user-defined commands.
    pub fn definitions(&self) -> impl Iterator<Item = &Arc<Definition>> {
        self.own.definitions.values()
    }

    /// Stores a user-defined command.
    pub(crate) fn define(&mut self, definition: Definition) {
        let name = definition.name.clone();
        self.own.definitions.insert(name, Arc::new(definition));
    }

    /// Runs a user-defined command.
    ///
    /// # Errors
    /// The error of its lines.
    pub(crate) fn call(
        &mut self,
        definition: &Arc<Definition>,
        data: &[Datum],
        bound: &Bound,
    ) -> Result<(), Stop> {
        let at = bound.span;
        // During a check of its own lines it is not known whether the recursion ends.
        if self.check.is_uncertain() && self.activity.calling.contains(&definition.place) {
            return Ok(());
        }
        let parameters = definition.parameters.iter();
        let names: Locals = parameters
            .zip(data)
            .enumerate()
            .map(|(number, (parameter, datum))| {
                let given = bound.spans.get(number + 1);
                let variable = Variable {
                    datum: datum.clone(),
                    place: parameter.place,
                    written: match (given, datum) {
                        (Some(given), Datum::Text(text)) => written(self, *given, text),
                        _ => None,
                    },
                };
                self.index
                    .iter_mut()
                    .for_each(|index| index.value(&variable));
                (Arc::clone(&parameter.name), variable)
            })
            .collect();
        let before = self.diagnostics.len();
        self.check.add_call(definition.place);
        self.own.scopes.enter(Reach::Call, names);
        self.activity.calling.push(definition.place);
        let result = self.run_closure(&definition.lines, at);
        self.activity.calling.pop();
        self.own.scopes.leave();
        self.annotate(before, result, at, || {
            format!("in `{}`, called here", definition.name)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::comment_above;

    #[test]
    fn the_comment_is_what_stands_directly_above() {
        let text = "# far\n\n# One leg:\n#  coxa and femur.\n  define leg";
        let at = text.find("define").unwrap();
        assert_eq!(comment_above(text, at), ["One leg:", " coxa and femur."]);
        assert_eq!(comment_above("define x", 0), Vec::<String>::new());
        assert_eq!(comment_above("go 1\ndefine x", 5), Vec::<String>::new());
        assert_eq!(comment_above("#a\ndefine x", 3), ["a"]);
    }
}
