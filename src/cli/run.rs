//! `corpus run`: runs a script, shows its progress and its report.

use super::arguments::Run;
use super::failure::{Exit, Failure, unwritable, usage};
use super::play::{Outputs, Played, REPORT, Script, asked_for, comes_by_pipe, piped};
use super::report::show as show_reports;
use super::watch::Watch;
use crate::drive::{Driving, drive};
use crate::files::{self, Kind, NewFile};
use crate::lang::value::show;
use crate::record::counted;
use crate::session::state::saved_world;
use crate::session::{RunReport, ScriptResult, Session};
use crate::terminal::{Interrupt, Progress, USAGE, say, say_line, tell_line};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

pub(super) fn run(job: &Run) -> Exit {
    let named = [
        (REPORT, &job.report, Kind::Report),
        ("--state", &job.state, Kind::World),
        ("--last-good", &job.last_good, Kind::World),
    ];
    let outputs = Outputs {
        files: named
            .into_iter()
            .filter_map(|(option, path, kind)| Some((option, path.as_deref()?, kind)))
            .collect(),
        frames: None,
    };
    // `--json` answers line by line also what comes from a file.
    if comes_by_pipe(&job.script) || job.json && job.script == Path::new("-") {
        return driven(job, &outputs);
    }
    if job.json {
        return Err(usage(
            "--json answers commands from a pipe: `corpus run - --json`; to run a script file, send `include FILE` first",
        ));
    }
    // Its warnings are shown below, with the report.
    let prepare = |session: &mut Session| session.options.compares_starts = !job.quiet;
    let script = Script::checked_with(&job.script, &job.given, &outputs, job.quiet, prepare)?;
    can_report(job)?;
    let begun = Instant::now();
    let played = script.play(job.last_good.clone(), |watch| Box::new(watch))?;
    Ok(finish(played, begun.elapsed().as_secs_f64(), job))
}

/// Whether the report and the state can be written. The last good state is seldom written: where that cannot be, it is no
/// reason not to run.
fn can_report(job: &Run) -> Result<(), Failure> {
    let sure = [&job.report, &job.state].into_iter().flatten();
    let failed = sure.filter_map(|path| Some(writable(path).err()?.tell()));
    failed.max().map_or(Ok(()), |status| Err(status.into()))
}

/// Runs commands as they arrive through a pipe.
fn driven(job: &Run, outputs: &Outputs) -> Exit {
    can_report(job)?;
    let interrupt = Interrupt::listen(0);
    let last_good = job.last_good.clone();
    let mut watch = Watch::new(job.quiet, interrupt.clone(), last_good, &job.script);
    if job.json {
        (watch.progress, watch.quiet) = (Progress::new(true), false);
    }
    let mut session = piped(&job.given, outputs, watch)?;
    session.options.compares_starts = !job.quiet;
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
        return Err(usage(format!("cannot read -: {why}")));
    }
    asked_for(&session)?;
    if ended.errors > 0 && !job.json {
        tell_line!("{}", counted(ended.errors as u64, "error"));
    }
    let played = Played {
        session,
        errors: ended.errors,
        interrupted: ended.interrupted.then(|| interrupt.status()),
    };
    let status = finish(played, begun.elapsed().as_secs_f64(), job);
    Ok(match ended.refused && !ended.interrupted {
        true => USAGE,
        false => status,
    })
}

fn finish(mut played: Played, wall: f64, job: &Run) -> u8 {
    let interrupted = played.interrupted.is_some();
    let mut report = RunReport::of_all(&mut played.session.stages, wall, interrupted);
    report.results = played.session.results.to_json();
    let named = played.session.results.named.iter();
    let told = |result: &ScriptResult| format!("result {} = {}", result.name, show(&result.value));
    let results: Vec<String> = named.map(told).collect();
    let saved = job.state.is_some().then(|| saved_world(&played.session).0);
    let stage = played.session.here_mut();
    if played.interrupted.is_some() {
        tell_line!("interrupted at {:.6} s", stage.world.time);
    }
    if !job.quiet && !job.json && report.frames > 0 {
        say!("{report}");
    }
    if !job.quiet && !job.json {
        for result in &results {
            say_line!("{result}");
        }
    }
    let is_within_first = stage.simulated == 0.0 && stage.world.time > 0.0;
    let is_unmoved = report.frames == 0 && !stage.world.corpora.is_empty();
    if is_unmoved && !job.quiet && !job.json && played.errors == 0 && !interrupted {
        // A `rewind` to the start forgets the frames before it.
        match played.session.activity.has_gone {
            true if is_within_first => {
                tell_line!("no report: the script ends within the first frame")
            }
            true => tell_line!("no report: the script ends at the start, after a `rewind`"),
            false => tell_line!("nothing was simulated: the script has no `go`"),
        }
    }
    if !job.quiet && !job.json && !interrupted {
        tell_of_events_at_the_end(&played.session);
    }
    if !job.quiet && !job.json {
        let warnings = played.session.accuracy.new_warnings();
        show_reports(&warnings, &played.session.sources);
    }
    let mut status = played.status();
    if let Some(path) = &job.report {
        let written = serde_json::to_string_pretty(&report).map_err(std::io::Error::other);
        status = status.max(status_of(
            written
                .and_then(|text| files::write(path, (files::inert_json(&text) + "\n").as_bytes())),
            path,
        ));
    }
    if let (Some(path), Some(saved)) = (&job.state, saved) {
        status = status.max(status_of(saved.write(path), path));
    }
    status
}

/// Names the events that were due exactly at the end of the last `go`: only another one would run them.
fn tell_of_events_at_the_end(session: &Session) {
    for stage in &session.stages {
        let timers = stage.timers.numbered().into_iter().map(|(_, timer)| timer);
        let once = timers.filter(|timer| timer.every.is_none() && timer.phase.is_none());
        for timer in once.take_while(|timer| timer.due <= stage.world.time) {
            let head = timer.closure.head;
            let source = session.sources.get(head.source);
            tell_line!(
                "{}:{}: this event was due at the end of the last `go` and did not run; it runs at the start of the next `go`, or with `timerflush`",
                source.map_or("", |source| source.name.as_str()),
                session.sources.place(head).line
            );
        }
    }
}

/// Tries whether a file can be written, before a long run and not after it: also whether the disk has room for a page.
pub(super) fn writable(path: &Path) -> Result<(), Failure> {
    let tried = NewFile::begin(path).and_then(|mut file| {
        let is_device = file.keeps_nothing();
        if is_device {
            Ok(())
        } else {
            file.write_all(&[b' '; 4096])
        }
    });
    tried.map_err(|why| unwritable("", path, &why))
}

/// Tells what could not be written; gives the status to exit with.
fn status_of(written: std::io::Result<()>, path: &Path) -> u8 {
    written.map_or_else(|why| unwritable("", path, &why).tell(), |()| 0)
}
