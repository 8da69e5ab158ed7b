//! The command line: arguments, one file for each subcommand, exit status.

mod arguments;
mod check;
mod completions;
mod explain;
mod format;
mod help;
mod man;
mod progress;
mod render;
mod report;
mod run;
mod watch;

use arguments::{Arguments, Job};
use clap::Parser;
use std::process::ExitCode;

/// The script cannot do what it says.
const SCRIPT_FAULT: u8 = 1;
/// The command line makes no sense, or a file cannot be written.
const USAGE: u8 = 2;

/// What the program does, from the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { USAGE } else { 0 });
        }
    };
    let status = match (arguments.job, arguments.script) {
        (Some(Job::Run(job)), _) => run::run(&job),
        (Some(Job::Render(job)), _) => render::render(&job),
        (Some(Job::Check(job)), _) => check::check(&job),
        (Some(Job::Format(job)), _) => format::format(&job),
        (Some(Job::Explain(job)), _) => explain::explain(&job),
        (Some(Job::Completions(job)), _) => completions::completions(&job),
        (Some(Job::Man), _) => man::man(),
        (Some(Job::Help(job)), _) => help::help(&job),
        (None, Some(script)) => run::run(&arguments::Run::plain(script)),
        (None, None) => help::overview(),
    };
    ExitCode::from(status)
}
