//! `corpus check`: finds errors in scripts without simulating.

use super::arguments::Check;
use super::play::{asked_for, load};
use super::report::show_findings;
use crate::diagnostic::{harmless, to_json};
use crate::film::Checker;
use crate::session::Mode;
use crate::terminal::{SCRIPT_FAULT, USAGE, give, say_line, tell_line};
use std::path::Path;

pub(super) fn check(job: &Check) -> u8 {
    let mut status = 0;
    // Findings of all scripts, as JSON.
    let mut found = vec![];
    for script in &job.scripts {
        let checker = Checker { tries_files: false };
        let mut session = crate::commands::session(Mode::Check, Box::new(checker));
        give(&mut session, &job.given);
        if let Err(why) = load(&mut session, script) {
            status = USAGE;
            if job.json {
                found.push(unread(script, &why));
            } else {
                tell_line!("{why}");
            }
            continue;
        }
        if job.json {
            let findings = to_json(&session.sorted_diagnostics(), &session.sources);
            let inner = findings.strip_prefix('[').and_then(|f| f.strip_suffix(']'));
            found.extend(inner.filter(|f| !f.is_empty()).map(str::to_owned));
        }
        if !session.has_errors()
            && let Err(unasked) = asked_for(&session)
        {
            status = unasked;
            continue;
        }
        if !job.json {
            show_findings(&session, &[]);
        }
        if session.has_errors() {
            status = status.max(SCRIPT_FAULT);
        } else if !job.json && session.diagnostics.is_empty() {
            tell_line!("{}: no mistakes found", script.display());
        }
    }
    if job.json {
        say_line!("[{}]", found.join(","));
    }
    status
}

/// Formats a script that cannot be read as a finding at its first place: that of an `include` has the same code.
fn unread(script: &Path, why: &str) -> String {
    let finding = serde_json::json!({
        "code": "E030",
        "severity": "error",
        "file": script.display().to_string(),
        "line": 1,
        "column": 1,
        "end_line": 1,
        "end_column": 1,
        "message": why,
        "notes": [],
        "help": null,
        "included_from": [],
    });
    harmless(&finding.to_string())
}
