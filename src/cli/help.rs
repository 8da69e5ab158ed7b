//! `corpus help`: help on the language, from its table of commands.

use super::arguments::Help;
use super::failure::{Exit, usage};
use crate::commands::{COMMANDS, TABLE, find};
use crate::help::{help_all, help_word, topics};
use crate::session::command::PROMPT_COMMANDS;
use crate::terminal::{say, say_line};

pub(super) fn help(job: &Help) -> Exit {
    let words = (!job.word.is_empty()).then(|| job.word.join(" "));
    match (&words, job.all) {
        (Some(word), _) => say!("{}", help_word(&TABLE, word).map_err(usage)?),
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
    Ok(0)
}

/// Prints the overview for a call without arguments.
#[cfg(not(feature = "repl"))]
pub(super) fn overview() -> u8 {
    let _ = <super::Arguments as clap::CommandFactory>::command().print_help();
    0
}
