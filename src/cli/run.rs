//! `corpus run`: runs a script, shows its progress and its report.

use super::arguments::Run;
use super::play::{Outputs, Played, REPORT, Script, asked_for, comes_by_pipe, piped, stem};
use super::render::unwritable;
use super::report::show;
use super::watch::{LastGood, Watch};
use crate::drive::{Driving, drive};
use crate::files::{self, NewFile};
use crate::record::counted;
use crate::session::{RunReport, SavedState};
use crate::terminal::USAGE;
use crate::terminal::{Interrupt, Progress};
use crate::terminal::{say, tell_line};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

pub(super) fn run(job: &Run) -> u8 {
    let named = [
        (REPORT, &job.report),
        ("--state", &job.state),
        ("--last-good", &job.last_good),
    ];
    let outputs = Outputs {
        files: named
            .into_iter()
            .filter_map(|(option, path)| Some((option, path.as_deref()?)))
            .collect(),
        frames: None,
    };
    if comes_by_pipe(&job.script) {
        return driven(job, &outputs);
    }
    if job.json {
        tell_line!(
            "--json answers commands from a pipe: `corpus run - --json`; to run a script file, send `include FILE` first"
        );
        return USAGE;
    }
    let script = match Script::checked(&job.script, &job.given, &outputs, job.quiet) {
        Ok(script) => script,
        Err(status) => return status,
    };
    // The last valid state is seldom written: a target that cannot be written does not prevent the run.
    let sure = [&job.report, &job.state].into_iter().flatten();
    if sure.filter(|path| !is_writable(path)).count() > 0 {
        return USAGE;
    }
    let begun = Instant::now();
    match script.play(job.last_good.clone(), |watch| Box::new(watch)) {
        Ok(played) => finish(played, begun.elapsed().as_secs_f64(), job),
        Err(status) => status,
    }
}

/// Runs commands as they arrive through a pipe.
fn driven(job: &Run, outputs: &Outputs) -> u8 {
    let sure = [&job.report, &job.state].into_iter().flatten();
    if sure.filter(|path| !is_writable(path)).count() > 0 {
        return USAGE;
    }
    let interrupt = Interrupt::listen(0);
    let last_good = job.last_good.clone();
    let watch = Watch {
        progress: Progress::new(job.quiet || job.json),
        interrupt: interrupt.clone(),
        quiet: job.quiet && !job.json,
        last_good: last_good.map_or_else(|| LastGood::Beside(stem(&job.script)), LastGood::Named),
    };
    let mut session = match piped(&job.given, outputs, watch) {
        Ok(session) => session,
        Err(status) => return status,
    };
    let driving = Driving {
        name: "standard input",
        typed: false,
        json: job.json,
        every: job.every,
        quiet: job.quiet,
        interrupt: interrupt.clone(),
    };
    let begun = Instant::now();
    let ended = drive(&mut session, std::io::stdin().lock(), &driving);
    if let Some(why) = ended.unreadable {
        tell_line!("cannot read -: {why}");
        return USAGE;
    }
    if let Err(status) = asked_for(&session) {
        return status;
    }
    if ended.errors > 0 && !job.json {
        tell_line!("{}", counted(ended.errors as u64, "error"));
    }
    let played = Played {
        session,
        errors: ended.errors,
        interrupted: ended.interrupted.then(|| interrupt.status()),
    };
    finish(played, begun.elapsed().as_secs_f64(), job)
}

fn finish(mut played: Played, wall: f64, job: &Run) -> u8 {
    let interrupted = played.interrupted.is_some();
    let report = RunReport::of_all(&mut played.session.stages, wall, interrupted);
    let stage = played.session.here_mut();
    let saved = SavedState::of(&stage.world);
    if played.interrupted.is_some() {
        tell_line!("interrupted at {:.6} s", stage.world.time);
    }
    if !job.quiet && !job.json && report.frames > 0 {
        say!("{report}");
    }
    if !job.quiet && !job.json {
        show(
            &played.session.gathered.energy_warnings,
            &played.session.sources,
        );
    }
    let mut status = played.status();
    if let Some(path) = &job.report {
        let written = serde_json::to_string_pretty(&report).map_err(std::io::Error::other);
        status = status.max(told(
            written.and_then(|text| files::write(path, (text + "\n").as_bytes())),
            path,
        ));
    }
    if let Some(path) = &job.state {
        status = status.max(told(saved.write(path), path));
    }
    status
}

/// Whether a file can be written, tested before a long run: also whether the disk has space for a page.
pub(super) fn is_writable(path: &Path) -> bool {
    let tried = NewFile::begin(path).and_then(|mut file| {
        let is_device = file.keeps_nothing();
        if is_device {
            Ok(())
        } else {
            file.write_all(&[b' '; 4096])
        }
    });
    told(tried, path) == 0
}

fn told(written: std::io::Result<()>, path: &Path) -> u8 {
    match written {
        Ok(()) => 0,
        Err(why) => {
            tell_line!("{}", unwritable("", path, &why).1);
            USAGE
        }
    }
}
