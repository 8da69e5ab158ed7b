//! `corpus completions`: shell completions for this program's command lines.

use super::arguments::{Arguments, Completions};
use super::values::OVERLAYS;
use crate::commands::COMMANDS;
use crate::diagnostic::codes::CODES;
use crate::film::View;
use crate::terminal::say;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{CommandFactory, ValueEnum};
use clap_complete::Shell;

pub(super) fn completions(job: &Completions) -> u8 {
    let mut script = vec![];
    let mut command = match job.shell {
        // The script that may stand alone is one word before those of a subcommand, by which zsh counts wrong.
        Shell::Zsh => without_script(&told()),
        _ => told(),
    };
    clap_complete::generate(job.shell, &mut command, "corpus", &mut script);
    let script = String::from_utf8_lossy(&script);
    match job.shell {
        Shell::Zsh => say!("{}", for_zsh(&script)),
        Shell::Fish => say!("{}{}", script, fish_words()),
        _ => say!("{script}"),
    }
    0
}

/// The first word for zsh: a subcommand or a script.
const ZSH_FIRST: &str = r#"
_corpus_first() {
    _corpus_commands
    _files -g '*.corpus'
}
"#;

/// The script for zsh with scripts beside the subcommands; the function comes before it is first called.
fn for_zsh(script: &str) -> String {
    const BEGIN: &str = "autoload -U is-at-least\n";
    let script = script.replace("\":: :_corpus_commands\"", "\":: :_corpus_first\"");
    script.replacen(BEGIN, &format!("{BEGIN}{ZSH_FIRST}"), 1)
}

/// The same command line without the script that may stand alone.
fn without_script(command: &clap::Command) -> clap::Command {
    clap::Command::new("corpus")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true)
        .subcommands(command.get_subcommands().cloned())
}

/// What `help` and `explain` know, for fish, to which nothing is told of arguments without a dash.
fn fish_words() -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('\'', "\\'");
    let line = |subcommand: &str, word: &str, doc: &str| {
        format!(
            "complete -c corpus -n \"__fish_seen_subcommand_from {subcommand}\" -f -a '{}' -d '{}'\n",
            quoted(word),
            quoted(doc)
        )
    };
    let words = COMMANDS.iter().filter(|command| command.name != "!");
    let words = words.map(|command| line("help", command.name, command.summary));
    let codes = CODES
        .iter()
        .map(|code| line("explain", code.code, code.title));
    let shells = Shell::value_variants().iter();
    let shells = shells.map(|shell| line("completions", &shell.to_string(), ""));
    words.chain(codes).chain(shells).collect()
}

/// The command line, with the words that `help`, `explain` and some options know. They take others too, so this is not the command
/// line that is parsed.
fn told() -> clap::Command {
    // `!` means something of its own to shells.
    let words = COMMANDS.iter().filter(|command| command.name != "!");
    let words = words.map(|command| PossibleValue::new(command.name).help(command.summary));
    let codes = CODES
        .iter()
        .map(|code| PossibleValue::new(code.code).help(code.title));
    let views = PossibleValuesParser::new(View::names());
    let overlays = PossibleValuesParser::new(OVERLAYS.map(|(name, _)| name));
    Arguments::command()
        .mut_subcommand("render", |render| {
            let render = render.mut_arg("views", |view| view.value_parser(views));
            render.mut_arg("overlay", |overlay| overlay.value_parser(overlays))
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zsh_completes_a_script_or_a_subcommand_first() {
        let mut script = vec![];
        clap_complete::generate(
            Shell::Zsh,
            &mut without_script(&told()),
            "corpus",
            &mut script,
        );
        let script = for_zsh(&String::from_utf8(script).unwrap());
        let [defined, used] =
            ["_corpus_first() {", "\":: :_corpus_first\""].map(|t| script.find(t));
        assert!(defined.is_some() && defined < used, "{script}");
        // The words of a subcommand are counted from its own.
        assert!(!script.contains("$line[2]"), "{script}");
    }

    #[test]
    fn fish_is_told_the_words_of_help() {
        let words = fish_words();
        assert!(
            words.contains("__fish_seen_subcommand_from help\" -f -a 'motor'"),
            "{words}"
        );
        assert!(words.contains("-f -a 'E012'"));
        assert!(words.contains("from completions\" -f -a 'zsh'"));
    }
}
