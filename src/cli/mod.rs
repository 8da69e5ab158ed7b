//! The command line: arguments, one file for each subcommand, exit status.

mod arguments;
mod check;
mod completions;
mod converge;
mod evolve;
mod explain;
mod export;
mod failure;
mod format;
mod help;
mod import;
mod man;
mod new;
mod optimise;
mod picture;
mod play;
mod plot;
mod render;
mod report;
mod run;
mod sweep;
mod values;
#[cfg(feature = "repl")]
mod view;
mod watch;

use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{escaped, quote};
#[cfg(feature = "repl")]
use crate::terminal::Trust;
use crate::terminal::{USAGE, leave, tell_line};
use arguments::{Arguments, Job};
use clap::{CommandFactory, Parser};
use failure::{Exit, Failure};
use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    if let Some(told) = no_such_thing(std::env::args_os().nth(1).as_deref()) {
        tell_line!("{told}");
        return ExitCode::from(USAGE);
    }
    let parsed = Arguments::try_parse_from(with_run(std::env::args_os().collect()));
    let arguments = match parsed.map_err(without_escape) {
        Ok(arguments) => arguments,
        Err(error) if has_controls() => {
            // Colours cannot be distinguished from control characters in the arguments.
            tell_line!("{}", error.render());
            return ExitCode::from(USAGE);
        }
        Err(error) => match (error.print(), error.use_stderr()) {
            (_, true) => return ExitCode::from(USAGE),
            (Ok(()), false) => return ExitCode::SUCCESS,
            (Err(why), false) => leave(&why),
        },
    };
    let done = match (arguments.job, arguments.script) {
        (Some(Job::Run(job)), _) => run::run(&job),
        (Some(Job::Render(job)), _) => render::render(&job),
        (Some(Job::Plot(job)), _) => plot::plot(&job),
        (Some(Job::Export(job)), _) => export::export(&job),
        (Some(Job::Import(job)), _) => import::import(&job),
        #[cfg(feature = "repl")]
        (Some(Job::View(job)), _) => Ok(view::view(job)),
        (Some(Job::Check(job)), _) => Ok(check::check(&job)),
        (Some(Job::Converge(job)), _) => converge::converge(&job),
        (Some(Job::Sweep(job)), _) => sweep::sweep(&job),
        (Some(Job::Optimise(job)), _) => optimise::optimise(&job),
        (Some(Job::Evolve(job)), _) => evolve::evolve(&job),
        (Some(Job::Format(job)), _) => Ok(format::format(&job)),
        (Some(Job::Explain(job)), _) => explain::explain(&job),
        (Some(Job::Completions(job)), _) => Ok(completions::completions(&job)),
        (Some(Job::Man), _) => Ok(man::man()),
        (Some(Job::New(job)), _) => Ok(new::new(&job)),
        #[cfg(feature = "repl")]
        (Some(Job::Repl(job)), _) => Ok(view::beside_window(move || {
            crate::repl::open(job.script.as_deref(), &job.trust, (job.json, job.every))
        })),
        #[cfg(feature = "lsp")]
        (Some(Job::Lsp(_)), _) => Ok(crate::lsp::serve()),
        (Some(Job::Help(job)), _) => help::help(&job),
        (None, Some(script)) => run::run(&arguments::Run::plain(script)),
        (None, None) => alone(),
    };
    ExitCode::from(done.unwrap_or_else(Failure::tell))
}

/// Removes the advice to write an unknown option after `--`: no subcommand takes it there.
fn without_escape(mut error: clap::Error) -> clap::Error {
    if error.kind() == clap::error::ErrorKind::UnknownArgument {
        use clap::error::{ContextKind, ContextValue};
        if let Some(ContextValue::StyledStrs(mut tips)) = error.remove(ContextKind::Suggested) {
            tips.retain(|tip| !tip.to_string().starts_with("to pass "));
            if !tips.is_empty() {
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
            }
        }
    }
    error
}

/// Returns the arguments, with `run` inserted before a script that has options after it: `corpus walk.corpus --quiet`.
fn with_run(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let is_script = |word: &OsString| {
        let command = Arguments::command();
        let known = command
            .get_subcommands()
            .any(|known| **word == *known.get_name());
        !known && Path::new(word).is_file()
    };
    if arguments.len() > 2 && arguments.get(1).is_some_and(is_script) {
        arguments.insert(1, "run".into());
    }
    arguments
}

/// Whether an argument contains terminal control characters, which a message would repeat.
fn has_controls() -> bool {
    let mut arguments = std::env::args_os();
    arguments.any(|argument| {
        let argument = argument.to_string_lossy();
        argument.contains(char::is_control) || escaped(&argument) != argument
    })
}

/// Runs the program without arguments: opens the prompt on a terminal; otherwise runs standard input as a script, from a pipe
/// line by line.
fn alone() -> Exit {
    if !std::io::stdin().is_terminal() {
        return run::run(&arguments::Run::plain("-".into()));
    }
    #[cfg(feature = "repl")]
    {
        let open = || crate::repl::open(None, &Trust::default(), (false, None));
        Ok(view::beside_window(open))
    }
    #[cfg(not(feature = "repl"))]
    {
        Ok(help::overview())
    }
}

/// Returns a message about a first argument that is not an option, a subcommand or a script.
fn no_such_thing(first: Option<&OsStr>) -> Option<String> {
    let first = first?;
    let command = Arguments::command();
    let known = || command.get_subcommands().map(clap::Command::get_name);
    let word = first.to_string_lossy();
    if word.starts_with('-') || known().any(|name| name == word) || Path::new(first).exists() {
        return None;
    }
    let mut told = format!("there is no subcommand or script {}", quote(&word));
    if let Some(near) = nearest(&word, known()) {
        told += &format!("; did you mean `{near}`?");
    }
    Some(told)
}
