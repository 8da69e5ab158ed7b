//! `corpus completions`: shell completions for this program's command lines.

use super::arguments::{Arguments, Completions};
use super::values::OVERLAYS;
use crate::commands::COMMANDS;
use crate::diagnostic::codes::CODES;
use crate::film::View;
use crate::terminal::say;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{CommandFactory, ValueEnum, ValueHint};
use clap_complete::Shell;
use std::collections::BTreeSet;

pub(super) fn completions(job: &Completions) -> u8 {
    say!("{}", script(job.shell));
    0
}

/// Returns the completions of a shell: those by clap, and additions for the shell.
fn script(shell: Shell) -> String {
    let mut made = vec![];
    let mut command = match shell {
        // The optional first script is one word before those of a subcommand, which makes zsh count wrongly.
        Shell::Zsh => without_script(&told()),
        _ => told(),
    };
    clap_complete::generate(shell, &mut command, "corpus", &mut made);
    let made = String::from_utf8_lossy(&made).into_owned();
    match shell {
        Shell::Zsh => for_zsh(&made),
        Shell::Fish => made + &fish_words() + &fish_scripts(),
        Shell::Bash => for_bash(&made),
        _ => made,
    }
}

/// Functions for zsh: the first word, a subcommand or a script; a script; arguments of `plot`; a robot.
const ZSH_FUNCTIONS: &str = r#"
_corpus_first() {
    _corpus_commands
    _corpus_scripts
}

_corpus_scripts() {
    _files -g '*.corpus'
}

_corpus_plots() {
    compadd gait phase forces support energy
    _files -g '*.(corpus|csv)'
}

_corpus_robots() {
    _files -g '*.(urdf|xml)'
}
"#;

/// Returns the script for zsh with files of the right extensions; its functions come before their first call.
fn for_zsh(made: &str) -> String {
    const BEGIN: &str = "autoload -U is-at-least\n";
    let made = made.replace("\":: :_corpus_commands\"", "\":: :_corpus_first\"");
    let made = made.replacen(BEGIN, &format!("{BEGIN}{ZSH_FUNCTIONS}"), 1);
    let lines = made.lines().map(|line| {
        let name = line.trim_start_matches(['\'', '*', ':']);
        let files = match name.split(' ').next() {
            Some("script" | "scripts") => "_corpus_scripts",
            Some("words") => "_corpus_plots",
            Some("file") => "_corpus_robots",
            _ => return line.to_owned(),
        };
        // Only arguments without a dash begin with colons.
        match line.starts_with("'-") {
            true => line.to_owned(),
            false => line
                .replace(":_files'", &format!(":{files}'"))
                .replace(":_default'", &format!(":{files}'")),
        }
    });
    lines.map(|line| line + "\n").collect()
}

/// Functions for bash: where clap's completion offers only options, they add files of the right extensions, and folders.
const BASH_FUNCTIONS: &str = r#"
_corpus_words() {
    _corpus "$@"
    local IFS=$'\n' cur="$2" words=() word endings=(corpus)
    [[ "$cur" == -* ]] && return
    case "$3" in
        FOLDERS)
            COMPREPLY=($(compgen -d -- "$cur"))
            return
            ;;
    esac
    for word in "${COMPREPLY[@]}"; do
        [[ "$word" == -* ]] || words+=("$word")
    done
    COMPREPLY=("${words[@]}")
    if [[ "$COMP_CWORD" -gt 1 && "${#words[@]}" -gt 0 ]]; then
        return
    fi
    case "${COMP_WORDS[1]}" in
        import) endings=(urdf xml) ;;
        plot)
            endings=(corpus csv)
            COMPREPLY+=($(compgen -W $'gait\nphase\nforces\nsupport\nenergy' -- "$cur"))
            ;;
        completions | explain | help | lsp | man | new) return ;;
    esac
    for word in "${endings[@]}"; do
        COMPREPLY+=($(compgen -f -X "!*.$word" -- "$cur"))
    done
    COMPREPLY+=($(compgen -d -- "$cur"))
}
"#;

/// Returns the script for bash, in which a function of this module calls clap's.
fn for_bash(made: &str) -> String {
    let made = made.replace(
        "complete -F _corpus ",
        "complete -F _corpus_words -o filenames ",
    );
    let functions = BASH_FUNCTIONS.replace("FOLDERS", &options_of_folders().join(" | "));
    match made
        .rfind("\nif [[ ")
        .and_then(|at| made.split_at_checked(at))
    {
        Some((before, after)) => [before, &functions, after].concat(),
        None => made,
    }
}

/// Returns completions for fish that list scripts before other files.
fn fish_scripts() -> String {
    let line = |subcommands: &str, endings: &[&str], words: &str| {
        let endings = endings
            .iter()
            .map(|ending| format!("(__fish_complete_suffix .{ending})"));
        let files: Vec<String> = endings.collect();
        format!(
            "complete -c corpus -n \"__fish_corpus_using_subcommand {subcommands}\" -k -f -a \"{words}{}\"\n",
            files.join(" ")
        )
    };
    let first = "complete -c corpus -n \"__fish_corpus_needs_command\" -k -f -a \"(__fish_complete_suffix .corpus)\"\n";
    [
        first,
        &line(
            "run render export view check converge fmt repl",
            &["corpus"],
            "",
        ),
        &line("import", &["urdf", "xml"], ""),
        &line(
            "plot",
            &["corpus", "csv"],
            "gait phase forces support energy ",
        ),
    ]
    .concat()
}

/// Returns the command line without the optional first script.
fn without_script(command: &clap::Command) -> clap::Command {
    clap::Command::new("corpus")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true)
        .subcommands(command.get_subcommands().cloned())
}

/// Returns the words of `help` and `explain` for fish, which clap does not pass to it for arguments without a dash.
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

/// Returns the command line, with the words of `help`, `explain` and some options. Those accept other words too, so this is not
/// the command line that is parsed.
fn told() -> clap::Command {
    // `!` has its own meaning in shells.
    let words = COMMANDS.iter().filter(|command| command.name != "!");
    let words = words.map(|command| PossibleValue::new(command.name).help(command.summary));
    let codes = CODES
        .iter()
        .map(|code| PossibleValue::new(code.code).help(code.title));
    let views = PossibleValuesParser::new(View::names());
    let overlays = PossibleValuesParser::new(OVERLAYS.map(|(name, _)| name));
    Arguments::command()
        .mut_subcommands(|job| job.mut_args(takes_folder))
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

/// Returns the options that take a folder.
fn options_of_folders() -> Vec<String> {
    let command = told();
    let options = command.get_subcommands().flat_map(clap::Command::get_opts);
    let folders = options.filter(|option| option.get_value_hint() == ValueHint::DirPath);
    let names = folders
        .filter_map(clap::Arg::get_long)
        .map(|name| format!("--{name}"));
    let names: BTreeSet<String> = names.collect();
    names.into_iter().collect()
}

/// Adds the hint that an argument takes a folder, if it does.
fn takes_folder(argument: clap::Arg) -> clap::Arg {
    let names = argument.get_value_names().unwrap_or_default();
    match names {
        [only] if only == "DIR" => argument.value_hint(ValueHint::DirPath),
        _ => argument,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zsh_completes_a_script_or_a_subcommand_first() {
        let script = script(Shell::Zsh);
        let [defined, used] =
            ["_corpus_first() {", "\":: :_corpus_first\""].map(|t| script.find(t));
        assert!(defined.is_some() && defined < used, "{script}");
        // The words of a subcommand are counted from its own.
        assert!(!script.contains("$line[2]"), "{script}");
    }

    #[test]
    fn every_argument_that_is_a_script_completes_to_scripts() {
        let script = script(Shell::Zsh);
        for argument in ["':script -- ", "'::script -- ", "'*::scripts -- "] {
            let lines: Vec<&str> = script.lines().filter(|l| l.starts_with(argument)).collect();
            assert!(!lines.is_empty(), "{argument}");
            for line in lines {
                assert!(line.contains(":_corpus_scripts'"), "{line}");
            }
        }
        assert!(script.contains(":DIR:_files -/'"), "{script}");
    }

    #[test]
    fn bash_asks_a_function_that_knows_files() {
        let script = script(Shell::Bash);
        let [defined, used] =
            ["\n_corpus_words() {", "complete -F _corpus_words "].map(|t| script.find(t));
        assert!(defined.is_some() && defined < used, "{script}");
        assert!(!script.contains("complete -F _corpus "), "{script}");
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
