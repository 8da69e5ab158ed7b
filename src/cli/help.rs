//! `corpus help`: help on the language, from its table of commands.

use super::arguments::Help;
use crate::commands::TABLE;
use crate::commands::{COMMANDS, find};
use crate::help::{help_all, help_word, topics};
use crate::session::command::PROMPT_COMMANDS;
use crate::terminal::USAGE;
use crate::terminal::{say, say_line, tell_line};

pub(super) fn help(job: &Help) -> u8 {
    let words = (!job.word.is_empty()).then(|| job.word.join(" "));
    match (&words, job.all) {
        (Some(word), _) => match help_word(&TABLE, word) {
            Ok(text) => say!("{text}"),
            Err(why) => {
                tell_line!("{why}");
                return USAGE;
            }
        },
        (None, false) => say!("{}", help_all(&TABLE)),
        (None, true) => {
            let of_table = COMMANDS.iter().map(|c| c.name);
            let of_prompt = PROMPT_COMMANDS.iter().map(|c| c.name);
            let names = of_table.chain(of_prompt.filter(|name| find(name).is_none()));
            for name in names.chain(topics(&TABLE).map(|t| t.name)) {
                if let Ok(text) = help_word(&TABLE, name) {
                    say_line!("{text}");
                }
            }
        }
    }
    0
}

/// Prints the overview for a call without arguments.
#[cfg(not(feature = "repl"))]
pub(super) fn overview() -> u8 {
    let _ = <super::Arguments as clap::CommandFactory>::command().print_help();
    0
}
