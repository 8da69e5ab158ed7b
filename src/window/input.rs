//! Keys and mouse of the window: keys by the table of the viewer, a drag on a body as `pull` lines.

use crate::plot::decimals;
use crate::scene::Camera;
use crate::view::{Controls, Hit, Order, Remote, Shown, State, hit, ray};
use kiss3d::event::{self, Key, Modifiers, MouseButton, WindowEvent};
use std::time::{Duration, Instant};

/// Rotation of the camera by a drag over the height of the picture (rad).
const TURN: f64 = 3.0;

/// Relative change of distance by a step of the wheel.
const WHEEL: f64 = 0.01;

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
    /// Processes an event; returns whether the window stays open.
    pub fn take(&mut self, event: &WindowEvent, controls: &mut Controls, seen: &Seen) -> bool {
        match *event {
            WindowEvent::Close => return false,
            WindowEvent::Char(letter) => {
                let mut name = [0; 4];
                let name = match letter {
                    ' ' => "space",
                    letter => letter.encode_utf8(&mut name),
                };
                return controls.press(name, false, seen.shown, seen.remote);
            }
            WindowEvent::Key(key, event::Action::Press, modifiers) => {
                let many = modifiers.contains(Modifiers::Shift);
                return controls.press(named(key, many), many, seen.shown, seen.remote);
            }
            WindowEvent::MouseButton(button, event::Action::Press, _) => {
                self.drag = self.grasp(button, controls, seen);
            }
            WindowEvent::MouseButton(_, event::Action::Release, _) => self.let_go(seen),
            WindowEvent::CursorPos(x, y, _) => self.moved([x, y], controls, seen),
            WindowEvent::Scroll(_, by, _) => controls.camera.zoom(libm::exp(-WHEEL * by)),
            _ => {}
        }
        true
    }

    fn grasp(&self, button: MouseButton, controls: &mut Controls, seen: &Seen) -> Option<Drag> {
        if button != MouseButton::Button1 {
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

/// Returns the name of a key without a letter; empty for one without effect.
fn named(key: Key, shift: bool) -> &'static str {
    match key {
        Key::Left => "left",
        Key::Right => "right",
        Key::Up => "up",
        Key::Down => "down",
        Key::Home => "home",
        Key::End => "end",
        Key::Tab if shift => "shift-tab",
        Key::Tab => "tab",
        Key::Escape => "esc",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn places_are_written_as_one_would_type_them() {
        assert_eq!(place([0.0, -1.5, 1e-9]), "0 -1.5 0");
        assert_eq!(place([-1e-9, 0.00012345678, 20.0]), "0 0.0001235 20");
    }
}
