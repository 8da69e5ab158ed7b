//! Help for arguments of the wrong kind: the line that was probably meant.

use super::words::line_of;
use crate::diagnostic::quote;
use crate::diagnostic::suggest::nearest;
use crate::lang::dimension::Dimension;
use crate::lang::syntax::{Argument, ArgumentKind};
use crate::lang::units::parse_unit;
use crate::lang::value::{Datum, Unknown};
use crate::session::bind::binder::Binder;
use crate::session::command::{Command, Kind, Param};

/// Extensions of the files that `record`, `plot` and `film` write.
const OUTPUTS: [&str; 6] = [".csv", ".svg", ".png", ".gif", ".mp4", ".txt"];

/// Whether a text is the name of a file that a command writes.
pub(in crate::session) fn is_output(text: &str) -> bool {
    let text = text.trim_matches('"');
    OUTPUTS.iter().any(|ending| text.ends_with(ending))
}

/// Returns the words with which the forms of a command may start.
fn first_words(command: &'static Command) -> impl Iterator<Item = &'static str> {
    let firsts = command.forms.iter().filter_map(|form| form.first());
    firsts
        .flat_map(|param| match param.kind {
            Kind::Choice(words) => words,
            _ => &[],
        })
        .copied()
}

impl Binder<'_> {
    /// Returns help for a word in place of an argument of another kind: a unit after a space, a file name too late in the line,
    /// a named argument without `=`, an expression without braces.
    #[inline(never)]
    pub(in crate::session) fn slip(&self, argument: &Argument) -> Option<String> {
        if !matches!(argument.kind, ArgumentKind::Word) {
            return None;
        }
        let text = self.text(argument.span);
        let all = self.line.arguments;
        let at = all.iter().position(|a| a.span == argument.span)?;
        let before = at.checked_sub(1).and_then(|i| all.get(i));
        if let Some(number) = before
            && matches!(number.kind, ArgumentKind::Number { unit: None, .. })
            && parse_unit(text).is_ok()
        {
            let joined = [self.text(number.span), text].concat();
            let joined = quote(&joined);
            return Some(format!(
                "a unit directly follows its number, without a space: write {joined}"
            ));
        }
        if let Some(joined) = self.joined_name(text, at) {
            return Some(joined);
        }
        if before.is_some() && is_output(text) {
            let rest = all.iter().filter(|a| a.span != argument.span);
            let rest: Vec<&str> = rest.map(|a| self.text(a.span)).collect();
            if let (Some(first), "plot") = (rest.first(), self.command.name)
                && !first_words(self.command).any(|word| word == *first)
                && let Some(near) = nearest(first, first_words(self.command))
            {
                let line = [&["plot", near], rest.get(1..).unwrap_or_default(), &[text]].concat();
                return Some(format!("did you mean {}?", quote(&line.join(" "))));
            }
            let starts_with_file = |form: &&&[Param]| {
                form.first()
                    .is_some_and(|param| matches!(param.kind, Kind::Path))
            };
            let mut forms = self.command.forms.iter();
            let is_whole = rest
                .first()
                .is_some_and(|first| first_words(self.command).any(|word| word == *first));
            if !forms.any(|form| starts_with_file(&form)) {
                let mut params = self.command.forms.iter().copied().flatten();
                let file = params.find(|param| matches!(param.kind, Kind::Path))?;
                let named = quote(&format!("{}={text}", file.name));
                return file.optional.then(|| format!("write {named}"));
            }
            // `plot energy a.svg`: the file is where it belongs.
            if is_whole {
                return None;
            }
            let line = format!("{} {text} {}", self.command.name, rest.join(" "));
            return Some(format!("the file comes first: {}", quote(&line)));
        }
        let (thing, quantity) = text.split_once('.')?;
        if let ("get", Some(before)) = (self.command.name, before) {
            let path = format!("\"{} {text}\"", self.text(before.span));
            return Some(format!(
                "a path with spaces needs double quotes: {}",
                quote(&path)
            ));
        }
        let is_name = |part: &str| part.starts_with(|c: char| c.is_ascii_alphabetic());
        (is_name(thing) && is_name(quantity)).then(|| {
            format!(
                "write an expression in braces: {}",
                quote(&format!("{{{text}}}"))
            )
        })
    }

    /// Whether the value of an argument is a number with a unit, and no other argument of the line is a file.
    pub(in crate::session) fn is_no_path(&self, argument: &Argument) -> bool {
        let is_file = |a: &Argument| is_output(self.text(a.span));
        let has_file = self.line.arguments.iter().any(is_file);
        let fillers = self.command.forms.iter().copied().flatten();
        let mut fillers = fillers.filter_map(|param| match param.kind {
            Kind::Filler(word) => Some(word),
            _ => None,
        });
        let text = self.text(argument.span);
        match argument.kind {
            // `film 20ms f.gif`, `film every 20ms f.gif`
            ArgumentKind::Number {
                unit: Some(unit), ..
            } if has_file => {
                return parse_unit(self.text(unit)).is_ok();
            }
            ArgumentKind::Word if has_file && fillers.any(|word| word == text) => return true,
            _ => {}
        }
        let dimension = match &argument.kind {
            ArgumentKind::Value(Datum::Number(number)) => number.dimension,
            ArgumentKind::Value(Datum::Unknown(Unknown::Number(dimension))) => *dimension,
            _ => return false,
        };
        dimension != Dimension::NONE && !has_file
    }

    /// Returns help for the name of a parameter that a space separates from its value.
    #[inline(never)]
    fn joined_name(&self, text: &str, at: usize) -> Option<String> {
        let value = self.line.arguments.get(at + 1)?;
        let mut params = self.command.forms.iter().flat_map(|form| form.iter());
        let takes = params.any(|param| param.is_called(text) && self.takes(param, text, value));
        let joined = quote(&format!("{text}={}", self.text(value.span)));
        takes.then(|| format!("write a named argument with `=` and without spaces: {joined}"))
    }

    /// Whether a value fits a parameter that is given by this name, its own or that of its group.
    fn takes(&self, param: &Param, name: &str, value: &Argument) -> bool {
        use ArgumentKind::{Computed, List};
        match param.kind {
            Kind::Choice([word]) if *word == name => false,
            _ if param.name != name => matches!(value.kind, Computed(_) | List(_)),
            _ => matches!(value.kind, Computed(_) | List(_)) || self.accepts(param, value),
        }
    }

    /// Returns help for an argument that belongs to another command, or needs quotes or a word before it.
    #[inline(never)]
    pub(in crate::session) fn instead(&self, param: &Param, argument: &Argument) -> Option<String> {
        let text = self.text(argument.span);
        if matches!(param.kind, Kind::Reason) && matches!(argument.kind, ArgumentKind::Word) {
            let quoted = quote(&format!("\"{text}\""));
            return Some(format!("write a text in double quotes: {quoted}"));
        }
        let arguments = self.line.arguments.iter();
        let rest: Vec<&str> = arguments.map(|a| self.text(a.span)).collect();
        line_of(self.command.name, &rest.join(" ")).map(|(says, _)| says)
    }
}
