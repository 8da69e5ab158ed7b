//! Help for arguments of the wrong kind: the line that was probably meant.

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
        if self.command.name == "rotateaxis" && matches!(text, "x" | "y" | "z") {
            let all: Vec<&str> = all.iter().map(|a| self.text(a.span)).collect();
            let line = quote(&format!("rotate {}", all.join(" ")));
            return Some(format!("write {line}"));
        }
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
        let is_number = matches!(argument.kind, ArgumentKind::Number { .. });
        let is_word = matches!(argument.kind, ArgumentKind::Word);
        let rest: Vec<&str> = self
            .line
            .arguments
            .iter()
            .map(|a| self.text(a.span))
            .collect();
        let rest = rest.join(" ");
        Some(match (self.command.name, param.kind) {
            (_, Kind::Reason) if is_word => {
                format!(
                    "write a text in double quotes: {}",
                    quote(&format!("\"{text}\""))
                )
            }
            ("after" | "at" | "every", _) if is_number => format!(
                "a name is optional; the commands of `{}` are on the lines below it, up to a line `end`",
                self.command.name
            ),
            ("push", Kind::Choice(_)) if is_number && text.ends_with('s') => {
                format!(
                    "the word `for` is before the time: {}",
                    quote(&format!("for {text}"))
                )
            }
            ("grav", _) if is_number => {
                let strength = text.trim_start_matches('-');
                let why = match strength == text {
                    true => "",
                    false => " (a positive value points downwards)",
                };
                format!(
                    "{} sets the strength of gravity{why}, `grav on` switches it on",
                    quote(&format!("setgrav {strength}"))
                )
            }
            ("ground", _) if is_number => format!(
                "{} sets the height of the ground, `ground on` switches it on",
                quote(&format!("groundz {text}"))
            ),
            ("ground" | "groundtype", _) if is_word => format!(
                "{} selects the terrain of that name as the ground; `addtrigrid` makes terrain",
                quote(&format!("groundtype trigrid {text}"))
            ),
            ("collision", _) if is_word => {
                let all = self.line.arguments.iter().map(|a| self.text(a.span));
                let names: Vec<&str> = all.filter(|name| !matches!(*name, "on" | "off")).collect();
                match names.as_slice() {
                    ["all"] | [_, _] => format!(
                        "{} enables collisions between bodies",
                        quote(&format!("collide {}", names.join(" ")))
                    ),
                    [one, ..] => format!(
                        "{} enables collisions between two bodies, `collide all` between all",
                        quote(&format!("collide {one} OTHER"))
                    ),
                    [] => return None,
                }
            }
            ("joint", Kind::Choice(_))
                if is_word && matches!(text, "limit" | "limits" | "range" | "bounds" | "stops") =>
            {
                let body = self.line.arguments.first()?;
                let ends = self.line.arguments.get(2..).unwrap_or_default();
                let ends: Vec<&str> = ends.iter().map(|a| self.text(a.span)).collect();
                let ends = match ends.as_slice() {
                    [_, _] => ends.join(" "),
                    _ => "-30deg 30deg".to_owned(),
                };
                let line = format!("range {} {ends}", self.text(body.span));
                format!("{} sets both ends of the range", quote(&line))
            }
            ("groundfriction", _) if is_number => format!(
                "name the law first: {} or {}",
                quote(&format!("groundfriction stick {rest}")),
                quote(&format!("groundfriction slide {rest}"))
            ),
            _ => return None,
        })
    }
}
