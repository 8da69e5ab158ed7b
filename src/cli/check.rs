//! `corpus check`: all that is wrong with scripts, without simulating.

use super::SCRIPT_FAULT;
use super::arguments::Check;
use super::play::{asked_for, give, load};
use super::report::show_findings;
use super::say::say_line;
use crate::diagnostic::to_json;
use crate::session::{Mode, Quiet, Session};

pub(super) fn check(job: &Check) -> u8 {
    let mut status = 0;
    for script in &job.scripts {
        let mut session = Session::new(Mode::Check, Box::new(Quiet));
        give(&mut session, &job.given);
        if let Err(unread) = load(&mut session, script) {
            status = unread;
            continue;
        }
        if !session.has_errors()
            && let Err(unasked) = asked_for(&session)
        {
            status = unasked;
            continue;
        }
        if job.json {
            say_line!(
                "{}",
                to_json(&session.sorted_diagnostics(), &session.sources)
            );
        } else {
            show_findings(&session, &[]);
        }
        if session.has_errors() {
            status = status.max(SCRIPT_FAULT);
        } else if !job.json && session.diagnostics.is_empty() {
            eprintln!("{}: nothing wrong", script.display());
        }
    }
    status
}
