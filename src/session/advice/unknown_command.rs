//! Reports of unknown commands, and of arguments that fit another command.

use super::misspelt::{ends_block, is_assigned, opener};
use super::words::line_of;
use crate::diagnostic::some_of;
use crate::diagnostic::{Diagnostic, quote};
use crate::session::bind::binder::Binder;
use crate::session::bind::fit::{Misfit, Slip};
use crate::session::bind::line::{BindContext, Line};
use crate::session::command::{Command, prompt_command, usage};
use crate::source::Span;

/// Makes the report of a line whose head is no command.
#[inline(never)]
pub(in crate::session) fn command(
    head: &str,
    line: Line,
    context: BindContext,
) -> Option<Diagnostic> {
    if ends_block(head) {
        let message = format!("there is no command {}", quote(head));
        let report = Diagnostic::error("E020", line.head, message);
        return Some(report.help("write `end`"));
    }
    if head.starts_with("//") || head.starts_with("--") || head.starts_with("/*") {
        let message = format!("there is no command {}", quote(head));
        let report = Diagnostic::error("E020", line.head, message);
        return Some(report.help("a comment starts with `#`"));
    }
    if let Some(function) = context.session.function(head) {
        let message = format!("`{head}` is a function, and a line starts with a command");
        let report = Diagnostic::error("E020", line.head, message);
        let report = report.note(function.place, "defined here");
        let help = format!(
            "use its value: `let x = {}`, `print {{{}}}`",
            function.usage(),
            function.usage()
        );
        return Some(report.help(help));
    }
    if let Some(command) = prompt_command(head) {
        let message = format!("`{head}` exists only at the prompt");
        let report = Diagnostic::error("E020", line.head, message);
        let what = command.summary.trim_end_matches('.');
        let help = format!(
            "in a terminal, `corpus repl SCRIPT` runs a script and opens the prompt; there `{head}` {}",
            lowered(what)
        );
        return Some(report.help(help));
    }
    if let Some(report) = two_words(head, line, context) {
        return Some(report);
    }
    let spelling = context.session.table.by_spelling(head);
    let rest = Span {
        start: line.head.end,
        ..line.span
    };
    let rest = context.session.sources.text(rest);
    let known = line_of(head, rest);
    let (meant, topic) = match known {
        Some(known) if known.is_topic => (None, Some(known.says)),
        known => (known.map(|known| known.says), None),
    };
    // A line with characters that no command has is hardly a command, unless it starts like one.
    let is_assignment =
        is_assigned(context.session.table, head, rest) && opener(head) != Some("define");
    if line.faulty && (spelling.is_none() && meant.is_none() || is_assignment) {
        return None;
    }
    let report = Diagnostic::error(
        "E020",
        line.head,
        format!("there is no command {}", quote(head)),
    );
    // At the prompt, the program's own commands are those of the prompt.
    let help = match context.session.sources.is_entry(line.head.source) {
        true => "help",
        false => "corpus help",
    };
    let did_you_mean =
        |command: &Command| format!("did you mean `{}`? usage: {}", command.name, usage(command));
    let related = context.session.table.by_search_word(head);
    let session = context.session;
    let has_value = line.arguments.is_empty()
        && (session.variable(head).is_some()
            || head.contains('.') && session.quantity(head).is_ok());
    if has_value {
        return Some(report.help(format!("`print {{{head}}}` shows its value")));
    }
    if let Some(meant) = meant {
        return Some(report.help(meant));
    }
    if let Some((owner, _)) = head.split_once('.')
        && (session.thing_called(owner).is_some() || session.variable(owner).is_some())
    {
        let shown = quote(&format!("print {{{head}}}"));
        return Some(report.help(match session.quantity(head) {
            Ok(_) => format!("{shown} shows its value"),
            Err(why) => {
                let near = why.help.split_inclusive('?').next().unwrap_or_default();
                format!("{}: {near}", why.message)
            }
        }));
    }
    if let Some(place) = defined_below(head, line, context) {
        return Some(report.help(format!(
            "it is defined in line {place}: move the definition above this line"
        )));
    }
    if let Some(says) = topic {
        return Some(report.help(format!("{says}\n`{help} {head}` lists the commands")));
    }
    let help = match (related.as_slice(), spelling) {
        ([one], _) => did_you_mean(one),
        ([], Some(near)) => did_you_mean(near),
        ([], None) => match context.session.thing_called(head) {
            Some(thing) => format!(
                "{} is {}; a line must start with a command (`{help}` lists them)",
                quote(head),
                thing.with_article()
            ),
            None => format!("`{help}` lists the commands"),
        },
        (many, _) => format!(
            "did you mean {}? `{help} {head}` describes them",
            some_of(many.iter().map(|command| command.name), "or")
        ),
    };
    Some(report.help(help))
}

/// Makes the report of a command in two words: `add body a a ...` for `addbody a a ...`.
fn two_words(head: &str, line: Line, context: BindContext) -> Option<Diagnostic> {
    let session = context.session;
    let second = line.arguments.first()?;
    let joined = [head, session.sources.text(second.span)].concat();
    let command = session.table.find(&joined.to_lowercase())?;
    let report = Diagnostic::error(
        "E020",
        line.head.to(second.span),
        format!("there is no command {}", quote(head)),
    );
    Some(report.help(format!(
        "write `{}` as one word\nusage: {}",
        command.name,
        usage(command)
    )))
}

/// Returns the line further down in the same file that defines a command of this name.
fn defined_below(head: &str, line: Line, context: BindContext) -> Option<usize> {
    let sources = &context.session.sources;
    let source = sources.get(line.head.source)?;
    let start = source.definition_after(head, line.head.end)?;
    Some(
        sources
            .place(Span::of(line.head.source, start as usize..start as usize))
            .line,
    )
}

/// Returns a sentence with a small first letter.
fn lowered(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|c| c.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

/// Finds a command whose name extends this one's by a letter or two, and whose form these arguments fit.
pub(in crate::session) fn longer_twin(
    command: &Command,
    line: Line,
    context: BindContext,
) -> Option<&'static Command> {
    let nearly = |other: &Command| {
        let rest = other.name.strip_prefix(command.name);
        rest.is_some_and(|rest| (1..=2).contains(&rest.len()))
    };
    use Misfit::{Name, Part, Range, Root, Unit};
    let has_shape = |other: &&'static Command| {
        other.forms.iter().any(|params| {
            let fit = Binder::new(other, context, line).fit(params);
            // A wrong name, or a part of a step in a wrong place, does not affect the form.
            let of_shape =
                |slip: &Slip| matches!(slip.misfit, Some(Unit | Name | Range | Part | Root));
            fit.mistakes.iter().all(of_shape)
        })
    };
    let commands = context.session.table.commands();
    commands
        .iter()
        .copied()
        .filter(|other| nearly(other))
        .find(has_shape)
}
