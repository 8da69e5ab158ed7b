//! `corpus export`: exports a script's motion to other formats.

mod robot;

use super::arguments::Export;
use super::failure::{Exit, Failure, in_order, unwritable, usage};
use super::play::{Outputs, Played, Script, stem};
use super::run::writable;
use super::watch::{FrameSink, Watch};
use crate::export::{Clip, Format, Recorder, bvh, glb, gltf, page};
use crate::files::{self, Kind};
use crate::film::SampleTimes;
use crate::record::counted;
use crate::session::{Observer, Stage};
use crate::terminal::{SCRIPT_FAULT, say_line, tell_line};
use std::ops::ControlFlow;
use std::path::Path;

/// The writer of robots.
const EXPORT: &str = "`corpus export`";

impl FrameSink for Recorder {
    fn start_go(&mut self, _: &Watch, stage: &Stage, seconds: f64) {
        Recorder::start_go(self, stage, seconds);
        let _ = self.catch_up(stage);
    }

    fn frame(&mut self, watch: &mut Watch, stage: &Stage) -> ControlFlow<()> {
        watch.frame(stage)?;
        self.catch_up(stage)
    }
}

pub(super) fn export(job: &Export) -> Exit {
    let (end, format) = (job.to, Format::of(&job.output).map_err(usage)?);
    if format.is_robot() && job.slow != 1.0 {
        return Err(usage("a robot format contains no motion; omit --slow"));
    }
    if let Some(end) = end.filter(|_| format.is_robot()) {
        return Err(usage(format!(
            "a robot format contains no motion; omit --to, or choose the pose with `--from {end}`"
        )));
    }
    if format.is_robot() {
        return robot::export(job, format);
    }
    in_order("nothing to export", job.from, end)?;
    let times = SampleTimes {
        from: job.from,
        to: end,
        interval: 1.0 / job.fps,
    };
    let (played, recorder) = play(job, format, Recorder::new(&stem(&job.script), times))?;
    let status = played.status();
    let interrupted = played.interrupted.is_some();
    let has_figure = played.has_figure();
    drop(played);
    if recorder.too_many {
        return Err(usage(
            "too many samples; use a lower --fps, or a shorter time with --from and --to",
        ));
    }
    if recorder.other_world {
        tell_line!("only the first simulated world is exported");
    }
    let clip = recorder.finish();
    if clip.frames.is_empty() {
        let why = match has_figure {
            true => format!(
                "nothing to export: the script ends before {} s, or simulates nothing with `go`",
                job.from
            ),
            false => {
                "nothing to export: the script assembles no figure with `corpusinit`".to_owned()
            }
        };
        return nothing(status, why);
    }
    if interrupted {
        tell_line!("interrupted; the file contains the motion up to that moment");
    }
    let (bytes, left_out) = encoded(job, format, &clip).map_err(usage)?;
    files::write(&job.output, &bytes).map_err(|why| unwritable("", &job.output, &why))?;
    if !job.quiet {
        left_out.iter().for_each(|line| tell_line!("{line}"));
        say_line!("{}", summary(&job.output, format, &clip, bytes.len()));
    }
    Ok(status)
}

/// Checks the script and runs it, if the output can be written.
fn play<T: FrameSink + Send + 'static>(
    job: &Export,
    format: Format,
    sink: T,
) -> Result<(Played, T), Failure> {
    let kind = match format {
        Format::Html => Kind::Page,
        Format::Gltf | Format::Glb => Kind::Gltf,
        Format::Bvh => Kind::Bvh,
        Format::Mjcf | Format::Urdf | Format::Sdf => Kind::Sealed(EXPORT),
    };
    let outputs = Outputs {
        files: vec![("--output", job.output.as_path(), kind)],
        frames: None,
    };
    let script = Script::checked(&job.script, &job.given, &outputs, job.quiet)?;
    writable(&job.output)?;
    Ok(script.play_into(sink)?)
}

/// The end of an export without contents, after a script with a status.
fn nothing(status: u8, why: impl Into<String>) -> Exit {
    match status {
        0 => Err(Failure::new(SCRIPT_FAULT, why)),
        status => Ok(status),
    }
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
        Format::Bvh => bvh(clip, job.slow).map(|(text, left_out)| (text.into_bytes(), left_out)),
        Format::Mjcf | Format::Urdf | Format::Sdf => {
            Err("robot formats do not contain motion".to_owned())
        }
    }
}

fn summary(path: &Path, format: Format, clip: &Clip, bytes: usize) -> String {
    // A BVH file has no shapes.
    let contents = match format {
        Format::Bvh => counted(clip.bones.len() as u64, "joint"),
        _ => counted(clip.scene.actors.len() as u64, "shape"),
    };
    format!(
        "{}: {contents}, {}, {:.1} kB",
        path.display(),
        counted(clip.frames.len() as u64, "frame"),
        bytes as f64 / 1000.0
    )
}
