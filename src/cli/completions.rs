//! `corpus completions`: what shells must know to complete this program's command lines.

use super::arguments::{Arguments, Completions};
use super::say::say;
use crate::command::COMMANDS;
use crate::diagnostic::codes::CODES;
use clap::CommandFactory;
use clap::builder::{PossibleValue, PossibleValuesParser};

pub(super) fn completions(job: &Completions) -> u8 {
    let mut script = vec![];
    clap_complete::generate(job.shell, &mut told(), "corpus", &mut script);
    say!("{}", String::from_utf8_lossy(&script));
    0
}

/// The command line, with the words that `help` and `explain` know. They take others too, so this is not the command
/// line that is parsed.
fn told() -> clap::Command {
    // `!` means something of its own to shells.
    let words = COMMANDS.iter().filter(|command| command.name != "!");
    let words = words.map(|command| PossibleValue::new(command.name).help(command.summary));
    let codes = CODES
        .iter()
        .map(|code| PossibleValue::new(code.code).help(code.title));
    Arguments::command()
        .mut_subcommand("help", |help| {
            help.mut_arg("word", |word| {
                word.value_parser(PossibleValuesParser::new(words))
            })
        })
        .mut_subcommand("explain", |explain| {
            explain.mut_arg("code", |code| {
                code.value_parser(PossibleValuesParser::new(codes))
            })
        })
}
