//! `corpus completions`: shell completions for this program's command lines, by `clap_complete`.

use super::arguments::{Arguments, Completions};
use super::values::OVERLAYS;
use crate::commands::COMMANDS;
use crate::diagnostic::codes::CODES;
use crate::film::View;
use crate::terminal::say;
use clap::CommandFactory;
use clap::builder::{PossibleValue, PossibleValuesParser};

pub(super) fn completions(job: &Completions) -> u8 {
    let mut made = vec![];
    clap_complete::generate(job.shell, &mut command(), "corpus", &mut made);
    say!("{}", String::from_utf8_lossy(&made));
    0
}

/// Returns the command line, with the words of `help`, `explain` and some options. Those accept other words too, so this is not
/// the command line that is parsed.
fn command() -> clap::Command {
    // `!` has its own meaning in shells.
    let words = COMMANDS.iter().filter(|command| command.name != "!");
    let words = words.map(|command| PossibleValue::new(command.name).help(command.summary));
    let codes = CODES
        .iter()
        .map(|code| PossibleValue::new(code.code).help(code.title));
    let with = |command: clap::Command, argument: &str, words: PossibleValuesParser| {
        command.mut_arg(argument, |argument| argument.value_parser(words))
    };
    let views = PossibleValuesParser::new(View::names());
    let overlays = PossibleValuesParser::new(OVERLAYS.map(|(name, _)| name));
    let command = Arguments::command()
        .mut_subcommand("render", |render| {
            with(with(render, "views", views), "overlay", overlays)
        })
        .mut_subcommand("help", |help| {
            with(help, "word", PossibleValuesParser::new(words))
        })
        .mut_subcommand("explain", |explain| {
            with(explain, "code", PossibleValuesParser::new(codes))
        });
    // Without the optional script before the subcommands, from which clap's completions for zsh count the words of all others.
    clap::Command::new("corpus")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true)
        .subcommands(command.get_subcommands().cloned())
}
