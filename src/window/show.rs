//! The main loop of a window, and pictures without a window.

use super::eye::Eye;
use super::input::{Input, Seen};
use super::marks::Marks;
use super::nodes::{Nodes, set_air, set_tones};
use super::pane::Pane;
use super::rate::Rate;
use super::sheet::{pixels, sheet};
use crate::render::{Image, Settings};
use crate::scene::Camera;
use crate::view::{Controls, Draft, Mode, Remote, Shown, status_line};
use kiss3d::pollster::block_on;
use kiss3d::scene::{SceneNode2d, SceneNode3d};
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
    set_air(&mut window);
    // The requesting thread may have continued.
    let _ = opened.send(Ok(()));
    Showing::new(remote).run(&mut window);
    Ok(())
}

struct Showing<'a> {
    remote: &'a Remote,
    controls: Controls,
    input: Input,
    marks: Marks,
    pane: Pane,
    nodes: Option<Nodes>,
    draft: Draft,
    /// Whether the tones of the window are those of the light mode.
    is_light: bool,
    shown: Option<Arc<Shown>>,
    camera: Option<Camera>,
    seen: u64,
    title: String,
    rate: Rate,
}

impl<'a> Showing<'a> {
    fn new(remote: &'a Remote) -> Self {
        Showing {
            remote,
            controls: Controls::looking_by(remote.camera.clone()),
            input: Input::default(),
            marks: Marks::new(),
            pane: Pane::new(),
            nodes: None,
            draft: Draft::default(),
            is_light: false,
            shown: None,
            camera: None,
            seen: 0,
            title: String::new(),
            rate: Rate::new(),
        }
    }

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
                stays &= self.input.take(&event.value, &mut self.controls, &seen);
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
            if !self.draw(window, passed) {
                return;
            }
            stale = self.is_too_slow(last.elapsed().as_secs_f64());
        }
    }

    /// Draws the latest moment. Returns whether the window stays open.
    fn draw(&mut self, window: &mut Window, passed: f64) -> bool {
        let Some(shown) = self.shown.clone() else {
            let mut nothing = SceneNode3d::empty();
            return block_on(
                window.render_3d(&mut nothing, &mut kiss3d::camera::FixedView3d::new()),
            );
        };
        if self.nodes.as_ref().is_none_or(|nodes| !nodes.fit(&shown)) {
            self.nodes = Some(Nodes::new(&shown));
        }
        let Some(nodes) = &mut self.nodes else {
            return true;
        };
        let aspect = f64::from(window.width()) / f64::from(window.height().max(1));
        let camera = self.controls.camera.look(&shown, aspect, passed);
        self.camera = Some(camera);
        nodes.place(
            &shown.poses,
            camera.target,
            self.controls.camera.sun(&shown),
        );
        nodes.choose(self.controls.chosen);
        // The window title shows the speed, too.
        self.rate.count();
        let title = format!("corpus | {}{}", status_line(&shown), self.rate.text);
        if title != self.title {
            window.set_title(&title);
            self.title = title;
        }
        if self.controls.light != self.is_light {
            self.is_light = self.controls.light;
            set_tones(window, !self.is_light);
            // Who has pressed `g` has chosen: a slow picture after it must not undo that.
            self.rate.judged = true;
        }
        self.pane.update(&shown, [window.width(), window.height()]);
        if let Some(why) = self.pane.why_not() {
            self.controls.note = Some(why.to_owned());
        }
        let nodes_scale = nodes.scale;
        let marks = &self.marks;
        let mut sheets = SceneNode2d::empty();
        if self.is_light {
            let settings = Settings {
                soft_shadows: !self.controls.flat,
                ..Settings::of(window.width() as usize, window.height() as usize).draft()
            };
            let image = self.draft.draw(&shown, &self.controls, settings, &camera);
            sheets.add_child(sheet(&image, [0.0, 0.0]));
            marks.on_sheet(window, &shown, &self.controls, nodes_scale, &camera);
        } else {
            window.set_shadows_enabled(!self.controls.flat);
            marks.in_space(window, &shown, &self.controls, nodes_scale);
            marks.labels(window, &shown, &camera);
        }
        if let Some(pane) = self.pane.sheet() {
            let mut pane = pane.clone();
            pane.detach();
            sheets.add_child(pane);
        }
        marks.on_picture(window, &shown, &self.controls, &camera);
        let mut eye = Eye::new(&camera, aspect, nodes_scale);
        let mut flat = pixels();
        let has_sheets = !sheets.data().children().is_empty();
        block_on(window.render(
            (!self.is_light).then_some(&mut nodes.root),
            has_sheets.then_some(&mut sheets),
            Some(&mut eye),
            Some(&mut flat),
            None,
            None,
        ))
    }

    /// Switches to the light mode if pictures take too long, once: the user may switch back. Returns whether it did.
    fn is_too_slow(&mut self, took: f64) -> bool {
        if self.rate.judged || self.controls.light || self.shown.is_none() {
            return false;
        }
        let is_slow = self.rate.judge(took);
        if is_slow {
            self.controls.light = true;
            let note = "drawing is slow, so light drawing is on (`g` turns it off)";
            self.controls.note = Some(note.to_owned());
        }
        is_slow
    }
}

/// Draws a picture of a moment as the window does, with the markers of its script, but without a window.
///
/// # Errors
/// There is no graphics driver.
pub fn picture(
    shown: &Shown,
    camera: &Camera,
    (width, height): (u32, u32),
) -> Result<Image, String> {
    let mut image = None;
    super::display::quietly(|| {
        let mut window = block_on(Window::new_headless_with_setup(width, height, setup()));
        set_air(&mut window);
        let mut nodes = Nodes::new(shown);
        nodes.place(&shown.poses, camera.target, shown.scene.sun);
        let aspect = f64::from(width) / f64::from(height);
        let mut eye = Eye::new(camera, aspect, nodes.scale);
        let marks = Marks::new();
        for _ in 0..2 {
            marks.in_space(&mut window, shown, &Controls::default(), nodes.scale);
            block_on(window.render_3d(&mut nodes.root, &mut eye));
        }
        image = Some(window.snap_image().into_raw());
        Ok(())
    })?;
    Ok(Image {
        width: width as usize,
        height: height as usize,
        rgb: image.unwrap_or_default(),
    })
}
