//! `corpus render -o strip.png`: moments of a run in one picture.

use super::arguments::Render;
use super::failure::{Exit, unwritable, usage};
use super::play::Script;
use super::render::{nothing_there, overlays};
use super::watch::{FrameSink, Watch};
use crate::files::NewFile;
use crate::film::{FrameSettings, Moments, Overlay, Overlays, USUAL_MOMENTS, draw_strip, size_of};
use crate::record::{counted, prefixed};
use crate::session::{Observer, Stage};
use crate::terminal::{say_line, tell_line};
use std::io::Write;
use std::ops::ControlFlow;

impl FrameSink for Moments {
    fn start_go(&mut self, _: &Watch, stage: &Stage, _: f64) {
        Moments::start_go(self, stage);
    }

    fn frame(&mut self, watch: &mut Watch, stage: &Stage) -> ControlFlow<()> {
        self.see(stage)?;
        watch.frame(stage)
    }
}

/// Returns columns and number of the requested moments.
fn layout(job: &Render) -> (usize, usize) {
    match (job.sheet, job.strip) {
        (Some((columns, rows)), _) => (columns, columns * rows),
        (None, Some(count)) => (count, count),
        (None, None) if job.to == Some(job.from) => (1, 1),
        (None, None) => (USUAL_MOMENTS, USUAL_MOMENTS),
    }
}

/// Runs a script and writes a picture of its moments.
pub(super) fn picture(job: &Render, script: Script, frames: &FrameSettings) -> Exit {
    let (columns, count) = layout(job);
    let size = (frames.quality.width, frames.quality.height);
    if size_of(columns, count.div_ceil(columns), size).is_none() {
        let why = "the picture would be too large; choose a smaller --size or fewer moments";
        return Err(usage(why));
    }
    let mut file = NewFile::begin(&job.output).map_err(|why| unwritable("", &job.output, &why))?;
    let wanted = overlays(&job.overlay, Overlays::default());
    let mut overlay = Overlay::new(wanted, job.from, 1.0, 1e-3);
    let ends = [job.to, script.ends].into_iter().flatten();
    overlay.ends(ends.reduce(f64::min).unwrap_or(f64::INFINITY));
    let interrupt = script.interrupt.clone();
    let moments = Moments::new(count, job.from, job.to, overlay);
    let (played, moments) = script.play_into(moments)?;
    let end = moments.end();
    let moments = moments.chosen();
    if played.interrupted.is_some() {
        tell_line!("interrupted: {} is unchanged", job.output.display());
        return Ok(played.status());
    }
    if moments.is_empty() {
        let failure = nothing_there(job.from, end, played.has_figure());
        return if played.status() == 0 {
            Err(failure)
        } else {
            Ok(played.status())
        };
    }
    if moments.len() < count && played.status() == 0 {
        tell_line!(
            "the run has only {} at that time: {} would need a shorter frame (`dt`)",
            counted(moments.len() as u64, "frame"),
            counted(count as u64, "picture")
        );
    }
    let sheet = draw_strip(&moments, frames, Some(columns), &|| !interrupt.is_set());
    let Some(sheet) = sheet else {
        tell_line!("interrupted: {} is unchanged", job.output.display());
        return Ok(interrupt.status());
    };
    let mut bytes = vec![];
    sheet
        .encode_small_png(&mut bytes)
        .and_then(|()| file.write_all(&bytes))
        .and_then(|()| file.put_in_place())
        .map_err(|why| unwritable("", &job.output, &why))?;
    if !job.quiet {
        say_line!(
            "{}: {} in {}x{} pixels, {}",
            job.output.display(),
            counted(moments.len() as u64, "picture"),
            sheet.width,
            sheet.height,
            prefixed(bytes.len() as f64, "B", 3)
        );
    }
    Ok(played.status())
}
