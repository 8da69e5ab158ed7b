//! Reports of arguments of another kind than their parameters take.

use super::binder::Binder;
use super::fit::Misfit;
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::dimension::Dimension;
use crate::lang::syntax::{Argument, ArgumentKind};
use crate::lang::units::parse_unit;
use crate::lang::value::{Datum, Unknown};
use crate::session::command::{Kind, Param, Value};

/// Extensions of the files that `record`, `plot` and `film` write.
const OUTPUTS: [&str; 6] = [".csv", ".svg", ".png", ".gif", ".mp4", ".txt"];

/// Whether a text is the name of a file that a command writes.
pub(in crate::session) fn is_output(text: &str) -> bool {
    let text = text.trim_matches('"');
    OUTPUTS.iter().any(|ending| text.ends_with(ending))
}

impl Binder<'_> {
    /// Reports that an argument is not what the parameter takes.
    pub fn unfit(&mut self, param: &Param, argument: &Argument, near: Option<&str>) {
        let span = argument.span;
        let message = self.must_be(param, argument);
        let near = near.map(|near| format!("did you mean `{near}`?"));
        let help = near
            .or_else(|| self.slip(argument))
            .or_else(|| self.quoted_word(param, argument))
            .or_else(|| of_names(param.kind))
            .or_else(|| {
                let is_word = matches!(argument.kind, ArgumentKind::Word);
                let quoted = || quote(&format!("\"{}\"", self.text(span)));
                let is_reason = is_word && matches!(param.kind, Kind::Reason);
                is_reason.then(|| format!("write a text in double quotes: {}", quoted()))
            });
        match help {
            Some(help) => {
                let report = Diagnostic::error("E023", span, message).help(help);
                self.wrong_with(Misfit::Kind, report);
            }
            None => self.wrong(Misfit::Kind, span, message),
        }
    }

    /// Help for a word in place of an argument of another kind: a path with spaces, a fraction of a step with one, an expression
    /// without braces.
    #[inline(never)]
    fn slip(&self, argument: &Argument) -> Option<String> {
        let text = self.text(argument.span);
        let all = self.line.arguments;
        let at = all.iter().position(|a| a.span == argument.span)?;
        let before = at.checked_sub(1).and_then(|i| all.get(i));
        if argument.kind != ArgumentKind::Word || before.is_some() && is_output(text) {
            return None;
        }
        if text == "*"
            && let Some(number) = all.get(at + 1)
        {
            let joined = quote(&["*", self.text(number.span)].concat());
            return Some(format!(
                "a fraction of the step must not contain spaces: write {joined}"
            ));
        }
        let (thing, quantity) = text.split_once('.')?;
        if let ("get", Some(before)) = (self.command.name, before) {
            let path = quote(&format!("\"{} {text}\"", self.text(before.span)));
            return Some(format!("a path with spaces needs double quotes: {path}"));
        }
        let is_name = |part: &str| part.starts_with(|c: char| c.is_ascii_alphabetic());
        let braces = || quote(&format!("{{{text}}}"));
        (is_name(thing) && is_name(quantity))
            .then(|| format!("write an expression in braces: {}", braces()))
    }

    /// Whether an argument cannot be a path: a number with a unit, if no other argument of the line is a file.
    pub(in crate::session) fn is_no_path(&self, argument: &Argument) -> bool {
        let has_file = self
            .line
            .arguments
            .iter()
            .any(|a| is_output(self.text(a.span)));
        let mut params = self.command.forms.iter().copied().flatten();
        let text = self.text(argument.span);
        let dimension = match &argument.kind {
            // `film 20ms f.gif`, `film every 20ms f.gif`
            ArgumentKind::Number {
                unit: Some(unit), ..
            } if has_file => {
                return parse_unit(self.text(*unit)).is_ok();
            }
            ArgumentKind::Word => {
                return params
                    .any(|param| matches!(param.kind, Kind::Filler(word) if word == text));
            }
            ArgumentKind::Value(Datum::Number(number)) => number.dimension,
            ArgumentKind::Value(Datum::Unknown(Unknown::Number(dimension))) => *dimension,
            _ => return false,
        };
        dimension != Dimension::NONE && !has_file
    }

    /// Help for a word in quotes where the word itself is wanted.
    #[inline(never)]
    fn quoted_word(&self, param: &Param, argument: &Argument) -> Option<String> {
        let word = self.unquoted(argument);
        let takes_patterns = matches!(param.kind, Kind::Pattern | Kind::TwinPattern);
        let is_plain = |c: char| {
            let of_pattern = takes_patterns && matches!(c, '*' | '?');
            c.is_alphanumeric() || of_pattern || matches!(c, '_' | '-')
        };
        let takes_words = takes_patterns
            || matches!(
                param.kind,
                Kind::Old(_)
                    | Kind::New(_)
                    | Kind::Jointed
                    | Kind::AnyBody
                    | Kind::Choice(_)
                    | Kind::Switch
            );
        let is_word = argument.kind == ArgumentKind::Quoted
            && word.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && word.chars().all(is_plain);
        (takes_words && is_word).then(|| format!("write it without quotes: {}", quote(&word)))
    }

    /// Formats "`density` must be a density (kg/m3) above zero, found `rotary`".
    pub fn must_be(&self, param: &Param, argument: &Argument) -> String {
        let found = self.shown(argument);
        match param.kind {
            Kind::Choice([word]) => return format!("the word `{word}` is missing before {found}"),
            // This name says nothing.
            Kind::Choice(_) if param.name == "what" => {
                return format!("expected {}, found {found}", param.kind);
            }
            _ => {}
        }
        format!(
            "`{}` must be {}, found {found}",
            self.label(param),
            param.kind
        )
    }

    /// Returns the name of a parameter in reports; for a `value`, the name of the thing that has the value.
    pub fn label(&self, param: &Param) -> &'static str {
        match (param.name, self.values.as_slice()) {
            ("value", [.., Value::Word(word)]) => word,
            ("value" | "state", []) => self.command.name,
            (name, _) => name,
        }
    }
}

/// Returns help for something that is not a name in place of a new name.
fn of_names(kind: Kind) -> Option<String> {
    let help = match kind {
        Kind::New(_) | Kind::NewCommand => {
            "a name is one word without quotes or spaces, and starts with a letter or `_`"
        }
        Kind::Mark => "the name of a mark starts with a letter or `_`, or is in double quotes",
        _ => return None,
    };
    Some(help.to_owned())
}
