//! `corpus render`: makes a film, frames, or a picture of several moments from a script.

use super::arguments::Render;
use super::failure::{Exit, Failure, in_order, unwritable, usage};
use super::picture;
use super::play::{Outputs, Played, Script};
use super::watch::{FrameSink, Watch};
use crate::film::encode::Ffmpeg;
use crate::film::{
    Film, FilmSettings, FilmWriter, FrameSettings, Kind, Overlays, SMOOTHING, SampleTimes, View,
    frame_name, has_camera, left_over, tiles,
};
use crate::record::{counted, prefixed};
use crate::render::Settings;
use crate::session::{Observer, Stage};
use crate::terminal::{SCRIPT_FAULT, say_line, tell_line};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

/// Largest number of frames of a film; more are a mistake.
const MOST_FRAMES: f64 = 1e8;

/// A film in progress.
struct Rendering {
    film: Film,
    /// The number of frames of the film, if there are too many.
    too_many: Option<f64>,
    /// Latest clock time (s).
    end: f64,
    begun: Instant,
}

impl Rendering {
    fn catch_up(&mut self, watch: &Watch, stage: &Stage) -> ControlFlow<()> {
        if self.too_many.is_some() {
            return ControlFlow::Break(());
        }
        self.end = stage.world.time;
        self.film.catch_up(stage, &|| !watch.interrupt.is_set())
    }
}

impl FrameSink for Rendering {
    fn start_go(&mut self, watch: &Watch, stage: &Stage, seconds: f64) {
        self.film.start_go(stage);
        let frames = self.film.frames_by(stage.world.time + seconds);
        if frames > MOST_FRAMES {
            self.too_many = Some(frames);
        }
        let _ = self.catch_up(watch, stage);
    }

    fn frame(&mut self, watch: &mut Watch, stage: &Stage) -> ControlFlow<()> {
        self.catch_up(watch, stage)?;
        let (frames, begun) = (self.film.frames(), self.begun);
        watch.progress.at_telling(stage.world.time, |_| {
            let speed = frames as f64 / begun.elapsed().as_secs_f64().max(1e-9);
            format!("{} | {speed:.1} frames/s", counted(frames, "frame"))
        });
        watch.pulse()
    }
}

pub(super) fn render(job: &Render) -> Exit {
    let kind = fitting_kind(job)?;
    let size = job.size.unwrap_or_else(|| kind.usual_size());
    let count = job.views.len().max(1);
    if tiles(count, size.0, size.1).is_none() {
        return Err(usage(format!(
            "{} do not fit into a frame of {}x{}; choose a larger --size",
            counted(count as u64, "view"),
            size.0,
            size.1
        )));
    }
    let mut outputs = Outputs::default();
    match kind {
        Kind::Folder => outputs.frames = Some(&job.output),
        _ => outputs.files = vec![("--output", &job.output, crate::files::Kind::Picture)],
    }
    let script = Script::checked(&job.script, &job.given, &outputs, job.quiet)?;
    let views = views(job, &script.cameras)?;
    if let Some(end) = script.ends.filter(|end| job.from > end + 1e-9 * end.abs()) {
        return Err(nothing_there(job.from, end, script.has_figure));
    }
    let frames = FrameSettings {
        quality: quality(size, job),
        views,
        distance: job.distance,
        smoothing: SMOOTHING / job.slow,
    };
    match kind {
        Kind::Picture => picture::picture(job, script, &frames),
        _ => film(job, kind, script, frames),
    }
}

/// Returns the kind of the output, if all options fit it.
fn fitting_kind(job: &Render) -> Result<Kind, Failure> {
    in_order("no frames", job.from, job.to)?;
    let kind = Kind::of(&job.output).map_err(usage)?;
    let shown = job.output.display();
    let of_pictures = [
        ("--strip", job.strip.is_some()),
        ("--sheet", job.sheet.is_some()),
    ];
    let asked = of_pictures.iter().find(|(_, given)| *given);
    if let Some((option, _)) = asked.filter(|_| kind != Kind::Picture) {
        return Err(usage(format!(
            "{option} makes one picture, but {shown} is not a picture; use `-o NAME.png`"
        )));
    }
    if let Some(most) = kind.fastest().filter(|most| job.fps > *most) {
        return Err(usage(format!(
            "this format has at most {most} frames per second, but --fps is {}; use `--fps {most}`, or another format",
            job.fps
        )));
    }
    if kind == Kind::Mp4 {
        // Checked before a long run, not after it.
        Ffmpeg::find().map_err(|why| usage(format!("cannot write {shown}: {why}")))?;
    }
    Ok(kind)
}

/// Returns the requested views.
fn views(job: &Render, cameras: &[String]) -> Result<Vec<View>, Failure> {
    let mut follow = View::following(job.azimuth, job.elevation);
    if let Some(name) = &job.camera {
        has_camera(name, cameras).map_err(|why| usage(format!("--camera: {why}")))?;
        follow.camera = Some(name.clone());
    }
    if job.views.is_empty() {
        return Ok(vec![follow]);
    }
    let named = job
        .views
        .iter()
        .map(|name| View::named(name, &follow, cameras));
    named.collect::<Result<_, _>>().map_err(usage)
}

/// Returns the requested overlays.
pub(super) fn overlays(chosen: &[Overlays], usual: Overlays) -> Overlays {
    if chosen.is_empty() {
        return usual;
    }
    let has = |part: fn(&Overlays) -> bool| chosen.iter().any(part);
    Overlays {
        clock: has(|o| o.clock),
        steps: has(|o| o.steps),
        dials: has(|o| o.dials),
    }
}

/// Returns size and quality of pictures.
fn quality((width, height): (usize, usize), job: &Render) -> Settings {
    let settings = Settings::of(width, height);
    match (job.draft, job.full) {
        (true, _) => settings.draft(),
        (_, true) => settings.full(),
        _ => settings,
    }
}

/// Returns the error of a film that would start after the end of the run.
pub(super) fn nothing_there(from: f64, end: f64, has_figure: bool) -> Failure {
    let why = if end > 0.0 {
        format!(
            "no frames: --from is {from} s, and the script ends at {}",
            seconds(end)
        )
    } else if has_figure {
        "no frames: the script simulates nothing; add `go 1s` at its end".to_owned()
    } else {
        "no frames: the script assembles no figure with `corpusinit`".to_owned()
    };
    Failure::new(SCRIPT_FAULT, why)
}

/// Formats a time without digits due to rounding.
fn seconds(time: f64) -> String {
    crate::session::si((time * 1e9).round() / 1e9, "s")
}

fn film(job: &Render, kind: Kind, script: Script, frames: FrameSettings) -> Exit {
    let size = (frames.quality.width, frames.quality.height);
    let what = match kind {
        Kind::Folder => "frames to ",
        _ => "",
    };
    let refused = |why: std::io::Error| unwritable(what, &job.output, &why);
    let output = FilmWriter::open(kind, &job.output, size, job.fps).map_err(refused)?;
    let usual = Overlays {
        clock: kind.is_animation(),
        ..Overlays::default()
    };
    let settings = FilmSettings {
        frames,
        times: SampleTimes {
            from: job.from,
            to: job.to,
            interval: 1.0 / (job.fps * job.slow),
        },
        ends: script.ends,
        slow: job.slow,
        overlays: overlays(&job.overlay, usual),
    };
    let film = Film::new(&settings, output).ok_or_else(|| usage("the views do not fit"))?;
    let rendering = Rendering {
        film,
        too_many: None,
        end: 0.0,
        begun: Instant::now(),
    };
    let (played, mut rendering) = script.play_into(rendering)?;
    let is_complete = played.interrupted.is_none() && rendering.too_many.is_none();
    let finished = rendering.film.finish(is_complete);
    let frames = rendering.film.frames();
    if played.interrupted.is_none() {
        finished.map_err(refused)?;
    }
    if let Some(wanted) = rendering.too_many {
        return Err(usage(format!(
            "the film would have {wanted:.1e} frames; use a lower --fps or --slow"
        )));
    }
    if frames == 0 && played.status() == 0 {
        return Err(nothing_there(job.from, rendering.end, played.has_figure()));
    }
    if played.interrupted.is_some() {
        let output = job.output.display();
        match kind {
            Kind::Folder => tell_line!("interrupted: {} are in {output}", counted(frames, "frame")),
            _ => tell_line!("interrupted: {output} is unchanged"),
        }
    }
    if !job.quiet && (kind == Kind::Folder || played.interrupted.is_none()) {
        say_done(job, kind, size, &rendering);
    }
    if rendering.film.misses_legs() {
        tell_line!("the script has no gait (`addroach`), so --overlay cannot show steps");
    }
    if kind == Kind::Folder {
        tell_older(&job.output, frames, &played);
    }
    Ok(played.status())
}

/// Prints what was made, and how fast.
fn say_done(job: &Render, kind: Kind, size: (usize, usize), rendering: &Rendering) {
    let frames = rendering.film.frames();
    let took = rendering.begun.elapsed().as_secs_f64();
    let speed = frames as f64 / took.max(1e-9);
    let output = job.output.display();
    let counted = counted(frames, "frame");
    if kind == Kind::Folder {
        say_line!("{counted} in {took:.1} s ({speed:.1} frames/s), in {output}");
        return;
    }
    let bytes = std::fs::metadata(&job.output).map_or(0, |meta| meta.len());
    say_line!(
        "{output}: {counted} of {}x{}, {:.1} s of film, {}, in {took:.1} s ({speed:.1} frames/s)",
        size.0,
        size.1,
        frames as f64 / job.fps,
        prefixed(bytes as f64, "B", 3)
    );
}

/// Warns of frames in the folder that a longer, earlier film has left.
fn tell_older(folder: &Path, frames: u64, played: &Played) {
    let older = left_over(folder, frames);
    if older > 0 && played.interrupted.is_none() {
        tell_line!(
            "{} still contains {}, from {} on",
            folder.display(),
            counted(older, "older frame"),
            frame_name(frames)
        );
    }
}
