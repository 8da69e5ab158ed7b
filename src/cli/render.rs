//! `corpus render`: a script as PNG frames.

use super::arguments::Render;
use super::play::{Outputs, Script};
use super::say::{reason, say_line, tell_line};
use super::watch::{Interrupt, Watch};
use super::{SCRIPT_FAULT, USAGE};
use crate::diagnostic::suggest::nearest;
use crate::files::Ledger;
use crate::film::{Eye, FrameWriter, Shoot, Shot};
use crate::record::counted;
use crate::render::{Renderer, Settings};
use crate::scene::FollowSettings;
use crate::session::{Observer, Snap, Stage};
use std::cell::RefCell;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

/// Time constant of the camera (s of film): calm, but not left behind.
const CALM: f64 = 2.0;

/// Watches a run and takes pictures of it.
struct Camera {
    watch: Watch,
    shared: Rc<RefCell<Set>>,
}

/// What outlives the run.
struct Set {
    shoot: Shoot,
    renderer: Renderer,
    writer: FrameWriter,
    /// Most frames that are wanted.
    most: u64,
    /// The frames that it would be, if those are more.
    too_many: Option<f64>,
}

impl Set {
    /// Draws and writes the frames that are due, until a signal comes; `Break` after the last one.
    fn catch_up(&mut self, stage: &Stage, interrupt: &Interrupt) -> ControlFlow<()> {
        let Set {
            shoot,
            renderer,
            writer,
            ..
        } = self;
        if self.too_many.is_some() {
            return ControlFlow::Break(());
        }
        let mut writes = true;
        let goes_on = || !interrupt.is_set();
        shoot.catch_up_while(stage, |number, scene, poses, camera| {
            let image = renderer.render_while(scene, poses, camera, &goes_on);
            writes = image.is_some_and(|image| writer.write(number, image));
            if writes {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        if writes && shoot.next_time().is_some() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

impl Observer for Camera {
    fn print(&mut self, line: &str) {
        self.watch.print(line);
    }

    fn going(&mut self, stage: &Stage, seconds: f64) {
        self.watch.going(stage, seconds);
        let mut set = self.shared.borrow_mut();
        let frames = set.shoot.frames_by(stage.world.time + seconds);
        if frames > set.most as f64 {
            set.too_many = Some(frames);
        }
        set.shoot.set_up(stage);
        let _ = set.catch_up(stage, &self.watch.interrupt);
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        self.watch.pulse()
    }

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        let mut set = self.shared.borrow_mut();
        set.catch_up(stage, &self.watch.interrupt)?;
        self.watch.frame(stage)
    }

    fn snap(&mut self, stage: &Stage, snap: Snap, file: &Path) -> io::Result<()> {
        self.watch.snap(stage, snap, file)
    }

    fn diverged(&mut self, stage: &Stage, files: &Ledger) -> Option<String> {
        self.watch.diverged(stage, files)
    }
}

pub(super) fn render(job: &Render) -> u8 {
    if job.to.is_some_and(|to| to < job.from) {
        tell_line!(
            "no frames: --to {} comes before --from {}",
            job.to.unwrap_or(0.0),
            job.from
        );
        return USAGE;
    }
    let outputs = Outputs {
        files: vec![],
        frames: Some(&job.output),
    };
    let script = match Script::checked(&job.script, &job.given, &outputs, job.quiet) {
        Ok(script) => script,
        Err(status) => return status,
    };
    if let Some(name) = &job.camera
        && let Err(why) = has_camera(name, &script.cameras)
    {
        tell_line!("--camera: {why}");
        return USAGE;
    }
    let writer = match FrameWriter::new(job.output.clone()) {
        Ok(writer) => writer,
        Err(why) => {
            let why = reason(&why);
            tell_line!("cannot write frames to {}: {why}", job.output.display());
            return USAGE;
        }
    };
    let set = Rc::new(RefCell::new(Set {
        shoot: shoot(job),
        renderer: Renderer::new(quality(job)),
        writer,
        most: job.max_frames,
        too_many: None,
    }));
    let begun = Instant::now();
    let shared = Rc::clone(&set);
    let played = match script.play(None, |watch| Box::new(Camera { watch, shared })) {
        Ok(played) => played,
        Err(status) => return status,
    };
    let mut set = set.borrow_mut();
    if let Err(why) = set.writer.finish() {
        let why = reason(&why);
        tell_line!("cannot write frames to {}: {why}", job.output.display());
        return USAGE;
    }
    let frames = set.shoot.taken;
    if let Some(wanted) = set.too_many {
        tell_line!(
            "this would be {} frames, and at most {} are written: a lower --fps or --slow makes fewer, `--max-frames {}` allows them",
            shown(wanted),
            set.most,
            shown(wanted)
        );
        return USAGE;
    }
    if played.interrupted.is_some() {
        tell_line!("interrupted");
    }
    if !job.quiet {
        let seconds = begun.elapsed().as_secs_f64();
        say_line!(
            "{} in {seconds:.1} s ({:.1} frames/s), in {}",
            counted(frames, "frame"),
            frames as f64 / seconds.max(1e-9),
            job.output.display()
        );
    }
    let older = FrameWriter::left_over(&job.output, frames);
    if older > 0 {
        tell_line!(
            "{} still holds {}, from {} on",
            job.output.display(),
            counted(older, "older frame"),
            FrameWriter::name(frames)
        );
    }
    if frames == 0 && played.status() == 0 {
        tell_line!(
            "no frames: the script ends before {} s, or nothing in it moves by `go`",
            job.from
        );
        return SCRIPT_FAULT;
    }
    played.status()
}

/// Whether a script makes the camera that is wanted.
fn has_camera(name: &str, cameras: &[String]) -> Result<(), String> {
    if name == "default" || cameras.iter().any(|camera| camera == name) {
        return Ok(());
    }
    let missing = format!("the script has no camera `{name}`");
    let known = cameras.iter().map(String::as_str);
    Err(match nearest(name, known) {
        Some(near) => format!("{missing}; did you mean `{near}`?"),
        None if cameras.is_empty() => {
            format!("{missing}, nor any other; `camera {name} follow` in the script makes one")
        }
        None => format!("{missing}; it has {}", cameras.join(", ")),
    })
}

/// A count of frames in digits, or by its magnitude where those are no longer read.
fn shown(frames: f64) -> String {
    if frames < 1e9 {
        format!("{frames:.0}")
    } else {
        format!("{frames:.1e}")
    }
}

fn shoot(job: &Render) -> Shoot {
    let (width, height) = job.size;
    let settings = FollowSettings {
        azimuth: job.azimuth,
        elevation: job.elevation,
        aspect: width as f64 / height as f64,
        smoothing: CALM / job.slow,
        ..FollowSettings::default()
    };
    let shot = Shot {
        from: job.from,
        to: job.to,
        interval: 1.0 / (job.fps * job.slow),
    };
    let eye = Eye::new(settings, job.distance).with_camera(job.camera.clone());
    Shoot::new(shot, eye)
}

fn quality(job: &Render) -> Settings {
    let (width, height) = job.size;
    let settings = Settings {
        width,
        height,
        ..Settings::default()
    };
    match (job.draft, job.full) {
        (true, _) => settings.draft(),
        (_, true) => settings.full(),
        _ => settings,
    }
}
