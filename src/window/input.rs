//! Keys and mouse of the window: keys by the table of the viewer, a drag on a body as `pull` lines.

use crate::plot::decimals;
use crate::scene::Camera;
use crate::view::{Controls, Hit, Order, Remote, Shown, State, hit, ray};
use std::time::{Duration, Instant};
use winit::event::{ElementState, KeyEvent, MouseButton, MouseScrollDelta, WindowEvent};
use winit::keyboard::{Key, NamedKey};

/// Rotation of the camera by a drag over the height of the picture (rad).
const TURN: f64 = 3.0;

/// Relative change of distance by a step of the wheel, and the distance on a touchpad that is one (pixels).
const WHEEL: f64 = 0.1;
const STEP: f64 = 20.0;

/// Time between two lines of a drag.
const BETWEEN: Duration = Duration::from_millis(33);

/// Smallest motion of a drag; a smaller one is a click (pixels).
const STILL: f64 = 4.0;

/// Target of a mouse drag.
#[derive(Clone, Copy, Debug)]
enum Drag {
    /// A body, from a position in the window.
    Body(Hit, [f64; 2]),
    /// The camera.
    Camera,
}

/// State of keys and mouse.
#[derive(Default)]
pub(super) struct Input {
    cursor: [f64; 2],
    drag: Option<Drag>,
    pulls: bool,
    sent: Option<Instant>,
    shift: bool,
}

/// Data for handling an event.
pub(super) struct Seen<'a> {
    pub shown: Option<&'a Shown>,
    pub camera: Option<Camera>,
    /// Width and height (pixels).
    pub size: [f64; 2],
    pub remote: &'a Remote,
}

impl Seen<'_> {
    /// Returns the ray through a position in the window.
    fn ray(&self, [x, y]: [f64; 2]) -> Option<([f64; 3], [f64; 3])> {
        let camera = self.camera?;
        let aspect = self.size[0] / self.size[1];
        let place = [2.0 * x / self.size[0] - 1.0, 1.0 - 2.0 * y / self.size[1]];
        Some((camera.eye, ray(&camera, aspect, place)))
    }
}

impl Input {
    /// Whether the mouse drags something.
    pub fn drags(&self) -> bool {
        self.drag.is_some()
    }

    /// Processes an event; returns whether the window stays open.
    pub fn take(&mut self, event: &WindowEvent, controls: &mut Controls, seen: &Seen) -> bool {
        match event {
            WindowEvent::CloseRequested => return false,
            WindowEvent::ModifiersChanged(modifiers) => self.shift = modifiers.state().shift_key(),
            WindowEvent::KeyboardInput { event, .. } if event.state == ElementState::Pressed => {
                let name = named(event, self.shift);
                return controls.press(name, self.shift, seen.shown, seen.remote);
            }
            WindowEvent::MouseInput { state, button, .. } => match state {
                ElementState::Pressed => self.drag = self.grasp(*button, controls, seen),
                ElementState::Released => self.let_go(seen),
            },
            WindowEvent::CursorMoved { position, .. } => {
                self.moved([position.x, position.y], controls, seen);
            }
            WindowEvent::MouseWheel { delta, .. } => {
                let steps = match delta {
                    MouseScrollDelta::LineDelta(_, y) => f64::from(*y),
                    MouseScrollDelta::PixelDelta(by) => by.y / STEP,
                };
                controls.camera.zoom(libm::exp(-WHEEL * steps));
            }
            _ => {}
        }
        true
    }

    fn grasp(&self, button: MouseButton, controls: &mut Controls, seen: &Seen) -> Option<Drag> {
        if button != MouseButton::Left {
            return Some(Drag::Camera);
        }
        let shown = seen.shown?;
        let (eye, direction) = seen.ray(self.cursor)?;
        let found = hit(&shown.scene, &shown.poses, eye, direction);
        let Some(found) = found else {
            return Some(Drag::Camera);
        };
        controls.choose(Some(found.actor), seen.remote);
        Some(Drag::Body(found, self.cursor))
    }

    fn moved(&mut self, to: [f64; 2], controls: &mut Controls, seen: &Seen) {
        let by = [to[0] - self.cursor[0], to[1] - self.cursor[1]];
        self.cursor = to;
        match self.drag {
            None => {}
            Some(Drag::Camera) => {
                let part = TURN / seen.size[1];
                controls.camera.turn(by[0] * part, by[1] * part);
            }
            Some(Drag::Body(grasped, from)) => {
                let far = libm::hypot(to[0] - from[0], to[1] - from[1]) > STILL;
                if self.pulls || far {
                    self.pull(&grasped, controls, seen);
                }
            }
        }
    }

    /// Sends the goal of the pull: in the plane through the grasped point that faces the camera.
    fn pull(&mut self, grasped: &Hit, controls: &mut Controls, seen: &Seen) {
        if self.sent.is_some_and(|sent| sent.elapsed() < BETWEEN) {
            return;
        }
        let (Some(shown), Some(camera)) = (seen.shown, seen.camera) else {
            return;
        };
        let Some((eye, direction)) = seen.ray(self.cursor) else {
            return;
        };
        let Some([figure, body]) = shown.owners.get(grasped.actor) else {
            return;
        };
        if **figure != *shown.current {
            if shown.state == State::Running {
                controls.note = Some(format!(
                    "use `setcorpus {figure}` first: another figure is current"
                ));
                return;
            }
            seen.remote
                .order(Order::Line(format!("setcorpus {figure}")));
        }
        let ahead: [f64; 3] = std::array::from_fn(|k| camera.target[k] - camera.eye[k]);
        let along = |v: [f64; 3]| (0..3).map(|k| v[k] * ahead[k]).sum::<f64>();
        let to: [f64; 3] = std::array::from_fn(|k| grasped.point[k] - eye[k]);
        let far = along(to) / along(direction);
        let goal = std::array::from_fn(|k| eye[k] + far * direction[k]);
        let line = format!("pull {body} at {} to {}", place(grasped.own), place(goal));
        seen.remote.order(Order::Line(line));
        (self.pulls, self.sent) = (true, Some(Instant::now()));
    }

    fn let_go(&mut self, seen: &Seen) {
        if let (Some(Drag::Body(grasped, _)), true) = (self.drag, self.pulls) {
            let owner = seen.shown.and_then(|shown| shown.owners.get(grasped.actor));
            if let Some([_, body]) = owner {
                seen.remote.order(Order::Line(format!("pull {body} off")));
            }
        }
        (self.drag, self.pulls, self.sent) = (None, false, None);
    }
}

/// Formats three coordinates to a tenth of a micrometre, as one would type them.
fn place(at: [f64; 3]) -> String {
    at.map(|c| decimals(c, 7)).join(" ")
}

/// Returns the name of a key; empty for one without effect.
fn named(event: &KeyEvent, shift: bool) -> &str {
    match &event.logical_key {
        Key::Character(letter) => letter,
        Key::Named(NamedKey::Space) => "space",
        Key::Named(NamedKey::ArrowLeft) => "left",
        Key::Named(NamedKey::ArrowRight) => "right",
        Key::Named(NamedKey::ArrowUp) => "up",
        Key::Named(NamedKey::ArrowDown) => "down",
        Key::Named(NamedKey::Home) => "home",
        Key::Named(NamedKey::End) => "end",
        Key::Named(NamedKey::Tab) if shift => "shift-tab",
        Key::Named(NamedKey::Tab) => "tab",
        Key::Named(NamedKey::Escape) => "esc",
        _ => "",
    }
}
