//! `corpus help`: the language, from its table.

use super::USAGE;
use super::arguments::Help;
use super::say::{say, say_line};
use crate::command::{COMMANDS, help_all, help_word};

pub(super) fn help(job: &Help) -> u8 {
    match (&job.word, job.all) {
        (Some(word), _) => match help_word(word) {
            Ok(text) => say!("{text}"),
            Err(why) => {
                eprintln!("{why}");
                return USAGE;
            }
        },
        (None, false) => say!("{}", help_all()),
        (None, true) => {
            for command in COMMANDS {
                if let Ok(text) = help_word(command.name) {
                    say_line!("{text}");
                }
            }
        }
    }
    0
}

/// What the program says when it is called without anything.
#[cfg(not(feature = "repl"))]
pub(super) fn overview() -> u8 {
    let _ = <super::Arguments as clap::CommandFactory>::command().print_help();
    0
}
