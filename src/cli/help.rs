//! `corpus help`: the language, from its table.

use super::USAGE;
use super::arguments::Help;
use super::say::{say, say_line, tell_line};
use crate::command::{COMMANDS, PROMPT_COMMANDS, find, help_all, help_word, topics};

pub(super) fn help(job: &Help) -> u8 {
    match (&job.word, job.all) {
        (Some(word), _) => match help_word(word) {
            Ok(text) => say!("{text}"),
            Err(why) => {
                tell_line!("{why}");
                return USAGE;
            }
        },
        (None, false) => say!("{}", help_all()),
        (None, true) => {
            let of_table = COMMANDS.iter().map(|c| c.name);
            let of_prompt = PROMPT_COMMANDS.iter().map(|c| c.name);
            let names = of_table.chain(of_prompt.filter(|name| find(name).is_none()));
            for name in names.chain(topics().map(|t| t.name)) {
                if let Ok(text) = help_word(name) {
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
