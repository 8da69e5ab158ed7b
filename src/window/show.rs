//! The loop of a window: draws what a session publishes, and passes events on.

use super::input::{Input, Seen};
use crate::draw::{Align, Canvas, Label, Paint};
use crate::render::{Image, Settings};
use crate::scene::Camera;
use crate::view::{Controls, Frames, Mode, Remote, Shown, help, joint_line, status_line};
use softbuffer::{Context, Surface};
use std::num::NonZeroU32;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::platform::run_on_demand::EventLoopExtRunOnDemand;
use winit::window::{Window, WindowId};

/// Time between two looks for a new moment.
const GLANCE: Duration = Duration::from_millis(8);

/// Lines of text in the height of a window.
const LINES: f32 = 34.0;

/// Size of a diagram as a part of the window, with its least and largest sides, and its distance from the edges (pixels).
const PART: [f64; 2] = [0.48, 0.64];
const LEAST: [f64; 2] = [280.0, 230.0];
const MOST: [f64; 2] = [720.0, 520.0];
const EDGE: usize = 8;

/// Pixels of a window.
type Pixels = Surface<Rc<Window>, Rc<Window>>;

/// Returns the source of the events of all windows.
pub(super) fn event_loop() -> Result<EventLoop<()>, String> {
    EventLoop::new().map_err(|why| format!("the display cannot be reached: {why}"))
}

/// Shows what a session publishes until the window is closed.
///
/// # Errors
/// The window cannot be opened.
pub(super) fn show(
    events: &mut EventLoop<()>,
    remote: &Remote,
    size: (u32, u32),
    opened: &Sender<Result<(), String>>,
) -> Result<(), String> {
    let mut showing = Showing {
        remote,
        size,
        opened,
        window: None,
        failed: None,
        controls: Controls::looking_by(remote.camera.clone()),
        input: Input::default(),
        frames: Frames::default(),
        shown: None,
        camera: None,
        seen: 0,
        title: String::new(),
        last: Instant::now(),
        stale: true,
    };
    let ran = events.run_app_on_demand(&mut showing);
    match (ran, showing.failed) {
        (Err(why), _) => Err(why.to_string()),
        (_, Some(why)) => Err(why),
        _ => Ok(()),
    }
}

struct Showing<'a> {
    remote: &'a Remote,
    size: (u32, u32),
    opened: &'a Sender<Result<(), String>>,
    window: Option<(Rc<Window>, Pixels)>,
    /// Why the window cannot be shown.
    failed: Option<String>,
    controls: Controls,
    input: Input,
    frames: Frames,
    shown: Option<Arc<Shown>>,
    camera: Option<Camera>,
    /// Number of the moment that was seen last.
    seen: u64,
    title: String,
    /// Time of the last picture.
    last: Instant,
    /// Whether the picture must be drawn again.
    stale: bool,
}

impl ApplicationHandler for Showing<'_> {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.window.is_some() {
            return;
        }
        match open(events, self.size) {
            Ok(window) => {
                self.window = Some(window);
                // The requesting thread may have continued.
                let _ = self.opened.send(Ok(()));
            }
            Err(why) => {
                self.failed = Some(why);
                events.exit();
            }
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some((window, _)) = &self.window else {
            return;
        };
        let size = window.inner_size();
        let seen = Seen {
            shown: self.shown.as_deref(),
            camera: self.camera,
            size: [f64::from(size.width.max(1)), f64::from(size.height.max(1))],
            remote: self.remote,
        };
        self.stale |= !matches!(event, WindowEvent::CursorMoved { .. }) || self.input.drags();
        if !self.input.take(&event, &mut self.controls, &seen) {
            events.exit();
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        if self.remote.screen.is_closed() {
            return events.exit();
        }
        if let Some((seen, shown)) = self.remote.screen.newer(self.seen) {
            self.controls.see(&shown);
            (self.seen, self.shown, self.stale) = (seen, Some(shown), true);
        }
        if self.stale || self.controls.camera.mode == Mode::Orbit {
            self.stale = false;
            if let Err(why) = self.draw() {
                self.failed = Some(why);
                return events.exit();
            }
        }
        events.set_control_flow(ControlFlow::WaitUntil(Instant::now() + GLANCE));
    }
}

fn open(
    events: &ActiveEventLoop,
    (width, height): (u32, u32),
) -> Result<(Rc<Window>, Pixels), String> {
    let attributes = Window::default_attributes()
        .with_title("corpus")
        .with_inner_size(PhysicalSize::new(width, height));
    let window = Rc::new(
        events
            .create_window(attributes)
            .map_err(|e| e.to_string())?,
    );
    let context = Context::new(Rc::clone(&window)).map_err(|e| e.to_string())?;
    let pixels = Surface::new(&context, Rc::clone(&window)).map_err(|e| e.to_string())?;
    Ok((window, pixels))
}

impl Showing<'_> {
    /// Draws the latest moment.
    fn draw(&mut self) -> Result<(), String> {
        let (Some((window, _)), Some(shown)) = (&self.window, self.shown.clone()) else {
            return Ok(());
        };
        let title = format!("corpus | {}", status_line(&shown));
        if title != self.title {
            window.set_title(&title);
            self.title = title;
        }
        let size = window.inner_size();
        let sides = (NonZeroU32::new(size.width), NonZeroU32::new(size.height));
        let (Some(width), Some(height)) = sides else {
            return Ok(());
        };
        let begun = Instant::now();
        let passed = begun.duration_since(self.last).as_secs_f64();
        self.last = begun;
        let image = self.picture(&shown, [size.width as usize, size.height as usize], passed);
        if let Some((_, pixels)) = &mut self.window {
            pixels.resize(width, height).map_err(|e| e.to_string())?;
            let mut buffer = pixels.buffer_mut().map_err(|e| e.to_string())?;
            let colours = image.rgb.as_chunks::<3>().0;
            for (to, [r, g, b]) in buffer.iter_mut().zip(colours) {
                *to = u32::from_be_bytes([0, *r, *g, *b]);
            }
            buffer.present().map_err(|e| e.to_string())?;
        }
        self.stale |= self.frames.took(begun.elapsed().as_secs_f64());
        Ok(())
    }

    /// Returns the picture of a moment, with texts and diagram.
    fn picture(&mut self, shown: &Shown, [width, height]: [usize; 2], passed: f64) -> Image {
        let aspect = width as f64 / height as f64;
        let camera = self.controls.camera.look(shown, aspect, passed);
        self.camera = Some(camera);
        let coarse = self.frames.coarse;
        let settings = Settings {
            soft_shadows: !self.controls.flat,
            ..Settings::of(width.div_ceil(coarse), height.div_ceil(coarse)).draft()
        };
        let image = self.frames.draw(shown, &self.controls, settings, &camera);
        let mut image = image.enlarged(coarse, width, height);
        if let Some(diagram) = &shown.diagram {
            let side = |k: usize, room: usize| (room as f64 * PART[k]).clamp(LEAST[k], MOST[k]);
            match diagram.picture([side(0, width) as usize, side(1, height) as usize]) {
                // Below the word for help.
                Ok(drawn) => {
                    let left = width.saturating_sub(EDGE + drawn.width);
                    image.put(&drawn, left, 4 * EDGE);
                }
                Err(why) => self.controls.note = Some(format!("{}: {why}", diagram.heading())),
            }
        }
        self.write_over(&mut image, shown);
        image
    }

    /// Writes status, messages and help over a picture.
    fn write_over(&self, image: &mut Image, shown: &Shown) {
        let (width, height) = (image.width as f32, image.height as f32);
        let line = (height / LINES).max(12.0);
        let mut canvas = Canvas::new(image.width, image.height, &mut image.rgb);
        let mut write = |at: [f32; 2], align: Align, text: &str| {
            let label = Label {
                align,
                halo: Some(Paint::BLACK.with_opacity(0.6)),
                ..Label::new(line)
            };
            canvas.text(at, text, label);
        };
        let joint = shown.joint.as_ref().map(joint_line);
        let note = self.controls.note.clone();
        let message = note.unwrap_or_else(|| shown.message.to_string());
        let below = [Some(status_line(shown)), joint, Some(message)];
        let below = below.into_iter().flatten().filter(|text| !text.is_empty());
        for (up, text) in below.collect::<Vec<_>>().iter().rev().enumerate() {
            let y = height - line * (up as f32 + 1.4);
            write([0.4 * line, y], Align::Left, text);
        }
        if !self.controls.help {
            write([width - 0.4 * line, 0.2 * line], Align::Right, "? help");
            return;
        }
        // In two columns.
        let all = help();
        let rows = all.len().div_ceil(2);
        for (i, (keys, does)) in all.iter().enumerate() {
            let x = if i < rows { 0.4 * line } else { 0.5 * width };
            let y = line * ((i % rows) as f32 + 0.4);
            write([x, y], Align::Left, keys);
            write([x + 5.0 * line, y], Align::Left, does);
        }
        let mouse =
            "mouse: drag a body to pull it, drag the ground to turn the camera, wheel to zoom";
        write([0.4 * line, line * (rows as f32 + 0.8)], Align::Left, mouse);
    }
}
