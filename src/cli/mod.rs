//! The command line: arguments, one file for each subcommand, exit status.

pub(crate) mod arguments;
mod check;
mod completions;
mod converge;
mod explain;
mod export;
mod format;
mod gallery;
mod help;
mod man;
mod picture;
pub(crate) mod play;
mod plot;
pub(crate) mod progress;
mod render;
mod report;
mod run;
pub(crate) mod say;
mod scratch;
mod values;
#[cfg(feature = "repl")]
mod view;
pub(crate) mod watch;

use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{escaped, quote};
use arguments::{Arguments, Job};
use clap::{CommandFactory, Parser};
use say::tell_line;
use std::ffi::OsStr;
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

/// The script cannot do what it says.
pub(crate) const SCRIPT_FAULT: u8 = 1;
/// The command line makes no sense, or a file cannot be written.
pub(crate) const USAGE: u8 = 2;

/// What the program does, from the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    if let Some(told) = no_such_thing(std::env::args_os().nth(1).as_deref()) {
        tell_line!("{told}");
        return ExitCode::from(USAGE);
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if has_controls() => {
            // Colours cannot be told from what the arguments hold.
            tell_line!("{}", error.render());
            return ExitCode::from(USAGE);
        }
        Err(error) => match (error.print(), error.use_stderr()) {
            (_, true) => return ExitCode::from(USAGE),
            (Ok(()), false) => return ExitCode::SUCCESS,
            (Err(why), false) => say::leave(&why),
        },
    };
    let status = match (arguments.job, arguments.script) {
        (Some(Job::Run(job)), _) => run::run(&job),
        (Some(Job::Render(job)), _) => render::render(&job),
        (Some(Job::Plot(job)), _) => plot::plot(&job),
        (Some(Job::Export(job)), _) => export::export(&job),
        (Some(Job::Gallery(job)), _) => gallery::gallery(&job),
        #[cfg(feature = "repl")]
        (Some(Job::View(job)), _) => view::view(job),
        (Some(Job::Check(job)), _) => check::check(&job),
        (Some(Job::Converge(job)), _) => converge::converge(&job),
        (Some(Job::Format(job)), _) => format::format(&job),
        (Some(Job::Explain(job)), _) => explain::explain(&job),
        (Some(Job::Completions(job)), _) => completions::completions(&job),
        (Some(Job::Man), _) => man::man(),
        #[cfg(feature = "repl")]
        (Some(Job::Repl(job)), _) => {
            view::beside_window(move || crate::repl::open(job.script.as_deref(), &job.trust))
        }
        #[cfg(feature = "lsp")]
        (Some(Job::Lsp(_)), _) => crate::lsp::serve(),
        (Some(Job::Help(job)), _) => help::help(&job),
        (None, Some(script)) => run::run(&arguments::Run::plain(script)),
        (None, None) => alone(),
    };
    ExitCode::from(status)
}

/// Whether an argument holds what changes a terminal, which a message would repeat.
fn has_controls() -> bool {
    let mut arguments = std::env::args_os();
    arguments.any(|argument| {
        let argument = argument.to_string_lossy();
        argument.contains(char::is_control) || escaped(&argument) != argument
    })
}

/// Without arguments: the prompt on a terminal; anything else is read whole and run as a script.
fn alone() -> u8 {
    if !std::io::stdin().is_terminal() {
        return run::run(&arguments::Run::plain("-".into()));
    }
    #[cfg(feature = "repl")]
    {
        view::beside_window(|| crate::repl::open(None, &arguments::Trust::default()))
    }
    #[cfg(not(feature = "repl"))]
    {
        help::overview()
    }
}

/// What to tell of a first argument that is neither an option nor a subcommand nor a script.
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
