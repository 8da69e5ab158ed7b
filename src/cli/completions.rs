//! `corpus completions`: what shells must know to complete this program's command lines.

use super::USAGE;
use super::arguments::{Arguments, Completions};
use crate::command::COMMANDS;
use crate::diagnostic::codes::CODES;
use clap::CommandFactory;
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::io::Write;

pub(super) fn completions(job: &Completions) -> u8 {
    let mut script = vec![];
    clap_complete::generate(job.shell, &mut told(), "corpus", &mut script);
    match std::io::stdout().write_all(&script) {
        Ok(()) => 0,
        Err(why) => {
            eprintln!("cannot write: {why}");
            USAGE
        }
    }
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
