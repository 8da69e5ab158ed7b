//! The main loop of a window, and pictures without a window.

use super::eye::Eye;
use super::input::{Input, Seen};
use super::nodes::{DISPLAYED, EXPOSURE, Nodes};
use super::overlay::{Overlay, pixels};
use super::rate::Rate;
use super::strokes::draw_strokes;
use crate::render::{Image, Settings};
use crate::scene::{Camera, Marks};
use crate::view::{Controls, Frames, Mode, Remote, Shown, status_line};
use kiss3d::pollster::block_on;
use kiss3d::post_processing::Tonemap;
use kiss3d::window::{CanvasSetup, NumSamples, Window};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

/// Time to wait for a new moment before testing keys again.
const GLANCE: Duration = Duration::from_millis(8);

fn setup() -> CanvasSetup {
    CanvasSetup {
        samples: NumSamples::One,
        ..CanvasSetup::default()
    }
}

/// Shows what a session publishes until the window is closed.
///
/// # Errors
/// None from this function: kiss3d panics if it cannot continue.
pub(super) fn show(
    remote: &Remote,
    (width, height): (u32, u32),
    opened: &Sender<Result<(), String>>,
) -> Result<(), String> {
    let mut window = block_on(Window::new_with_setup("corpus", width, height, setup()));
    // The requesting thread may have continued.
    let _ = opened.send(Ok(()));
    let mut showing = Showing {
        remote,
        controls: Controls::looking_by(remote.camera.clone()),
        input: Input::default(),
        nodes: None,
        frames: Frames::default(),
        shown: None,
        camera: None,
        seen: 0,
        title: String::new(),
        rate: Rate::new(),
    };
    showing.run(&mut window);
    Ok(())
}

struct Showing<'a> {
    remote: &'a Remote,
    controls: Controls,
    input: Input,
    nodes: Option<Nodes>,
    frames: Frames,
    shown: Option<Arc<Shown>>,
    camera: Option<Camera>,
    /// Number of the moment that was seen last.
    seen: u64,
    title: String,
    rate: Rate,
}

impl Showing<'_> {
    fn run(&mut self, window: &mut Window) {
        let mut last = Instant::now();
        let mut stale = true;
        loop {
            window.canvas_mut().poll_events();
            let mut stays = true;
            for mut event in window.events().iter() {
                event.inhibited = true;
                let seen = Seen {
                    shown: self.shown.as_deref(),
                    camera: self.camera,
                    size: [f64::from(window.width()), f64::from(window.height())],
                    remote: self.remote,
                };
                let was_light = self.controls.light;
                stays &= self.input.take(&event.value, &mut self.controls, &seen);
                // Who has pressed `g` has chosen: a slow picture after it must not undo that.
                self.rate.judged |= self.controls.light != was_light;
                stale = true;
            }
            if !stays || self.remote.screen.is_closed() {
                return;
            }
            if let Some((seen, shown)) = self.remote.screen.wait_for(self.seen, GLANCE) {
                self.controls.see(&shown);
                (self.seen, self.shown, stale) = (seen, Some(shown), true);
            }
            if !stale && self.controls.camera.mode != Mode::Orbit {
                continue;
            }
            let passed = last.elapsed().as_secs_f64();
            last = Instant::now();
            if let Some(shown) = self.shown.clone()
                && !self.draw(window, &shown, passed)
            {
                return;
            }
            stale = self.judge(last.elapsed().as_secs_f64());
        }
    }

    /// Draws a moment. Returns whether the window stays open.
    fn draw(&mut self, window: &mut Window, shown: &Shown, passed: f64) -> bool {
        // The window title shows the speed, too.
        self.rate.count();
        let title = format!("corpus | {}{}", status_line(shown), self.rate.text);
        if title != self.title {
            window.set_title(&title);
            self.title = title;
        }
        let (width, height) = (window.width() as usize, window.height() as usize);
        let aspect = width as f64 / height.max(1) as f64;
        let camera = self.controls.camera.look(shown, aspect, passed);
        self.camera = Some(camera);
        let mut overlay = Overlay::new(width, height);
        let is_light = self.controls.light;
        let kept = self.nodes.take().filter(|nodes| nodes.fit(shown));
        let nodes = self
            .nodes
            .insert(kept.unwrap_or_else(|| Nodes::new(shown, window)));
        if is_light {
            let coarse = self.frames.coarse;
            let settings = Settings {
                soft_shadows: !self.controls.flat,
                ..Settings::of(width.div_ceil(coarse), height.div_ceil(coarse)).draft()
            };
            let among = shown.marks.strokes.iter().filter(|s| !s.on_top);
            let marks = Marks {
                strokes: among.cloned().collect(),
                ..Marks::default()
            };
            let image = self
                .frames
                .draw(shown, marks, &self.controls, settings, &camera);
            overlay.put(&image.enlarged(coarse, width, height), 0, 0);
            // A finished picture is unchanged.
            set_tones(window, Tonemap::None, 1.0);
        } else {
            let sun = self.controls.camera.sun(shown);
            nodes.place(&shown.poses, camera.target, sun);
            nodes.choose(self.controls.chosen);
            window.set_shadows_enabled(!self.controls.flat);
            set_tones(window, Tonemap::Aces, EXPOSURE);
            draw_strokes(window, shown, nodes.scale);
        }
        // Sharp over a coarse picture, too: in its pixels texts could not be read.
        overlay.mark(shown, &camera);
        if let Err(why) = overlay.diagram(shown) {
            self.controls.note = Some(why);
        }
        overlay.write(shown, &self.controls);
        let mut eye = Eye::new(&camera, aspect, nodes.scale);
        block_on(window.render(
            (!is_light).then_some(&mut nodes.root),
            Some(&mut overlay.sheet(if is_light { 1.0 } else { DISPLAYED })),
            Some(&mut eye),
            Some(&mut pixels()),
            None,
            None,
        ))
    }

    /// Judges the time (s) that a picture took: switches to the light mode if pictures take too long, once, because the user may
    /// switch back; makes light pictures coarser or finer. Returns whether the next picture is another one.
    fn judge(&mut self, took: f64) -> bool {
        if self.controls.light {
            return self.frames.took(took);
        }
        let is_slow = !self.rate.judged && self.shown.is_some() && self.rate.judge(took);
        if is_slow {
            self.controls.light = true;
            let note = "drawing is slow, so light drawing is on (`g` turns it off)";
            self.controls.note = Some(note.to_owned());
        }
        is_slow
    }
}

/// Maps light to display colours.
fn set_tones(window: &mut Window, map: Tonemap, exposure: f32) {
    window.set_tonemap(map);
    window.set_exposure(exposure);
}

/// Draws a picture of a moment as the window does, with its markers, but without a window.
///
/// # Errors
/// There is no graphics driver.
pub fn picture(
    shown: &Shown,
    camera: &Camera,
    (width, height): (u32, u32),
) -> Result<Image, String> {
    let mut rgb = vec![];
    super::panics::caught(|| {
        let mut window = block_on(Window::new_headless_with_setup(width, height, setup()));
        let mut nodes = Nodes::new(shown, &mut window);
        nodes.place(&shown.poses, camera.target, shown.scene.sun);
        set_tones(&mut window, Tonemap::Aces, EXPOSURE);
        let mut eye = Eye::new(camera, f64::from(width) / f64::from(height), nodes.scale);
        for _ in 0..2 {
            draw_strokes(&mut window, shown, nodes.scale);
            let mut overlay = Overlay::new(width as usize, height as usize);
            overlay.mark(shown, camera);
            block_on(window.render(
                Some(&mut nodes.root),
                Some(&mut overlay.sheet(DISPLAYED)),
                Some(&mut eye),
                Some(&mut pixels()),
                None,
                None,
            ));
        }
        rgb = window.snap_image().into_raw();
        Ok(())
    })?;
    Ok(Image {
        width: width as usize,
        height: height as usize,
        rgb,
    })
}
