//! `corpus run`: a script, its progress and its report.

use super::USAGE;
use super::arguments::Run;
use super::play::{Played, Script};
use super::say::{reason, say, tell_line};
use crate::record::{RunReport, SavedState};
use std::path::{Path, PathBuf};
use std::time::Instant;

pub(super) fn run(job: &Run) -> u8 {
    let script = match Script::checked(&job.script, &job.given, job.quiet) {
        Ok(script) => script,
        Err(status) => return status,
    };
    if !(writable(job.report.as_ref()) && writable(job.state.as_ref())) {
        return USAGE;
    }
    let begun = Instant::now();
    match script.play(job.last_good.clone(), |watch| Box::new(watch)) {
        Ok(played) => finish(played, begun.elapsed().as_secs_f64(), job),
        Err(status) => status,
    }
}

fn finish(mut played: Played, wall: f64, job: &Run) -> u8 {
    let interrupted = played.interrupted.is_some();
    let report = RunReport::of_all(&mut played.session.stages, wall, interrupted);
    let stage = played.session.here_mut();
    let saved = SavedState::of(stage);
    if played.interrupted.is_some() {
        tell_line!("interrupted at {:.6} s", stage.world.time);
    }
    if !job.quiet && report.frames > 0 {
        say!("{report}");
    }
    let mut status = played.status();
    if let Some(path) = &job.report {
        let written = serde_json::to_string_pretty(&report).map_err(std::io::Error::other);
        status = status.max(told(
            written.and_then(|text| std::fs::write(path, text + "\n")),
            path,
        ));
    }
    if let Some(path) = &job.state {
        status = status.max(told(saved.write(path), path));
    }
    status
}

/// Whether a file can be written, tried before a long run and not after it.
fn writable(path: Option<&PathBuf>) -> bool {
    let Some(path) = path else { return true };
    let opened = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(path);
    told(opened.map(|_| ()), path) == 0
}

fn told(written: std::io::Result<()>, path: &Path) -> u8 {
    match written {
        Ok(()) => 0,
        Err(why) => {
            tell_line!("cannot write {}: {}", path.display(), reason(&why));
            USAGE
        }
    }
}
