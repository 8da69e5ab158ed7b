//! `corpus export -o robot.xml`: exports a script's figures to robot formats.

use super::{EXPORT, nothing, play};
use crate::cli::arguments::Export;
use crate::cli::failure::{Exit, Failure, replaceable, unwritable, usage};
use crate::cli::import::summary;
use crate::cli::play::stem;
use crate::cli::watch::{FrameSink, Watch};
use crate::export::{Format, LeftOut, Model, robot};
use crate::files::{self, Kind, sealed};
use crate::session::{Observer, Stage};
use crate::terminal::{SCRIPT_FAULT, USAGE, reason, say_line, tell_line};
use std::ops::ControlFlow;
use std::path::Path;

/// The figures of a run at a moment.
struct ModelSink {
    name: String,
    from: f64,
    model: Option<Model>,
}

impl ModelSink {
    /// Takes the figures, if it is time.
    fn take(&mut self, stage: &Stage) -> ControlFlow<()> {
        if self.model.is_none() && stage.world.time >= self.from - 1e-12 {
            self.model = Some(robot(stage, &self.name));
        }
        match self.model {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}

impl FrameSink for ModelSink {
    fn start_go(&mut self, _: &Watch, stage: &Stage, _: f64) {
        let _ = self.take(stage);
    }

    fn frame(&mut self, watch: &mut Watch, stage: &Stage) -> ControlFlow<()> {
        watch.frame(stage)?;
        self.take(stage)
    }
}

pub(super) fn export(job: &Export, format: Format) -> Exit {
    let sink = ModelSink {
        name: stem(&job.script),
        from: job.from,
        model: None,
    };
    let (played, ModelSink { name, model, .. }) = play(job, format, sink)?;
    let status = played.status();
    if model.is_none() && job.from > played.session.here().world.time + 1e-12 {
        let why = format!(
            "nothing to export: the script ends before {} s, or simulates nothing with `go`",
            job.from
        );
        return nothing(status, &why);
    }
    // A script without `go` has its figures all the same.
    let model = model.unwrap_or_else(|| robot(played.session.here(), &name));
    if model.description.robots.is_empty() {
        let why = "nothing to export: the script assembles no figure with `corpusinit`";
        return nothing(status, why);
    }
    let refused = model.refused(format);
    if !refused.is_empty() {
        refused
            .iter()
            .for_each(|told| tell_line!("cannot export: {told}"));
        return Ok(SCRIPT_FAULT);
    }
    write(job, format, &model)?;
    Ok(status)
}

fn write(job: &Export, format: Format, model: &Model) -> Result<(), Failure> {
    let stem = job.output.file_stem().unwrap_or_default();
    let folder = format!("{}_shapes", stem.to_string_lossy());
    let made = model.write(format, &folder).ok_or(USAGE)?;
    let around = job.output.parent().unwrap_or(Path::new(""));
    if !made.shapes.is_empty()
        && let Err(why) = std::fs::create_dir_all(around.join(&folder))
    {
        let why = format!("cannot create the folder {folder}: {}", reason(&why));
        return Err(usage(why));
    }
    let shapes = made
        .shapes
        .iter()
        .map(|(path, bytes)| (around.join(path), bytes.as_slice()));
    let text = sealed(&made.text, EXPORT);
    let all: Vec<_> = shapes
        .chain([(job.output.clone(), text.as_bytes())])
        .collect();
    for (path, _) in all.iter().filter(|(path, _)| *path != job.output) {
        replaceable(path, Kind::Stl)?;
    }
    for (path, bytes) in all {
        files::write(&path, bytes).map_err(|why| unwritable("", &path, &why))?;
    }
    if job.quiet {
        return Ok(());
    }
    if !made.left_out.is_empty() {
        tell_line!("not supported by the format:");
        let lines = LeftOut::grouped(&made.left_out);
        lines.iter().for_each(|line| tell_line!("  {line}"));
    }
    let robots = &model.description.robots;
    say_line!("{}: {}", job.output.display(), summary(robots));
    Ok(())
}
