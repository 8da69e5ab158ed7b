//! `corpus export`: exports a script's motion to other formats.

mod robot;

use super::arguments::Export;
use super::play::{Outputs, Script};
use super::render::unwritable;
use super::run::is_writable;
use super::values::EndOrFormat;
use super::watch::Watch;
use crate::export::{Clip, Format, Moments, Recorder, bvh, glb, gltf, page};
use crate::files;
use crate::record::counted;
use crate::session::{Observer, Stage};
use crate::terminal::{SCRIPT_FAULT, USAGE};
use crate::terminal::{say_line, tell_line};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;

/// Observer of a run that takes its samples.
struct Taker {
    watch: Watch,
    recorder: Rc<RefCell<Recorder>>,
}

impl Observer for Taker {
    fn inner(&mut self) -> Option<&mut dyn Observer> {
        Some(&mut self.watch)
    }

    fn going(&mut self, stage: &Stage, seconds: f64) {
        self.watch.going(stage, seconds);
        let mut recorder = self.recorder.borrow_mut();
        recorder.set_up(stage, seconds);
        let _ = recorder.catch_up(stage);
    }

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        self.watch.frame(stage)?;
        self.recorder.borrow_mut().catch_up(stage)
    }
}

pub(super) fn export(job: &Export) -> u8 {
    let (end, format) = match job.to {
        Some(EndOrFormat::End(end)) => (Some(end), None),
        Some(EndOrFormat::Format(format)) => (None, Some(format)),
        None => (None, None),
    };
    let format = match format.map_or_else(|| Format::of(&job.output), Ok) {
        Ok(format) => format,
        Err(why) => {
            tell_line!("{why}");
            return USAGE;
        }
    };
    if format.is_robot() {
        return robot::export(job, format);
    }
    if let Some(to) = end.filter(|to| *to < job.from) {
        tell_line!(
            "nothing to export: --to {to} comes before --from {}",
            job.from
        );
        return USAGE;
    }
    let outputs = Outputs {
        files: vec![("--output", job.output.as_path())],
        frames: None,
    };
    let script = match Script::checked(&job.script, &job.given, &outputs, job.quiet) {
        Ok(script) => script,
        Err(status) => return status,
    };
    if !is_writable(&job.output) {
        return USAGE;
    }
    let moments = Moments {
        from: job.from,
        to: end,
        interval: 1.0 / job.fps,
    };
    let name = job.script.file_stem().map(|stem| stem.to_string_lossy());
    let name = name.filter(|name| name != "-").unwrap_or("script".into());
    let recorder = Rc::new(RefCell::new(Recorder::new(&name, moments)));
    let shared = Rc::clone(&recorder);
    let played = script.play(None, |watch| {
        Box::new(Taker {
            watch,
            recorder: shared,
        })
    });
    let played = match played {
        Ok(played) => played,
        Err(status) => return status,
    };
    let status = played.status();
    let interrupted = played.interrupted.is_some();
    drop(played);
    let Ok(recorder) = Rc::try_unwrap(recorder) else {
        tell_line!("the run failed before its end");
        return SCRIPT_FAULT;
    };
    let recorder = recorder.into_inner();
    if recorder.too_many {
        tell_line!("too many samples; use a lower --fps, or a shorter time with --from and --to");
        return USAGE;
    }
    if recorder.other_world {
        tell_line!("only the first simulated world is exported");
    }
    let clip = recorder.finish();
    if clip.frames.is_empty() {
        if status == 0 {
            tell_line!(
                "nothing to export: the script ends before {} s, or simulates nothing with `go`",
                job.from
            );
            return SCRIPT_FAULT;
        }
        return status;
    }
    if interrupted {
        tell_line!("interrupted; the file contains the motion up to that moment");
    }
    status.max(write(job, format, &clip))
}

fn write(job: &Export, format: Format, clip: &Clip) -> u8 {
    let (bytes, left_out) = match encoded(job, format, clip) {
        Ok(made) => made,
        Err(why) => {
            tell_line!("{why}");
            return USAGE;
        }
    };
    if let Err(why) = files::write(&job.output, &bytes) {
        tell_line!("{}", unwritable("", &job.output, &why).1);
        return USAGE;
    }
    if !job.quiet {
        left_out.iter().for_each(|told| tell_line!("{told}"));
        say_line!("{}", told(&job.output, clip, bytes.len()));
    }
    0
}

/// Returns the bytes of the file, and the features that it omits.
fn encoded(job: &Export, format: Format, clip: &Clip) -> Result<(Vec<u8>, Vec<String>), String> {
    let plain = |text: String| Ok((text.into_bytes(), vec![]));
    match format {
        Format::Gltf => plain(gltf(clip, job.slow)),
        Format::Html => plain(page(clip, job.slow)),
        Format::Glb => match glb(clip, job.slow) {
            Some(bytes) => Ok((bytes, vec![])),
            None => Err("a .glb file is limited to 4 GiB; use a lower --fps".to_owned()),
        },
        Format::Bvh => {
            let written = bvh(clip, job.slow)?;
            Ok((written.text.into_bytes(), written.left_out))
        }
        Format::Mjcf | Format::Urdf | Format::Sdf => {
            Err("robot formats do not contain motion".to_owned())
        }
    }
}

fn told(path: &Path, clip: &Clip, bytes: usize) -> String {
    format!(
        "{}: {}, {}, {:.1} kB",
        path.display(),
        counted(clip.scene.actors.len() as u64, "shape"),
        counted(clip.frames.len() as u64, "moment"),
        bytes as f64 / 1000.0
    )
}
