//! Actions of a viewer's keys, shared by the window and the terminal.

use super::camera::Camera;
use super::keys::Action;
use super::link::{Order, Remote};
use super::shown::Shown;

/// Rotation by a press of a camera key (rad).
const TURN: f64 = 0.1;

/// Factor of distance by a press of a zoom key.
const ZOOM: f64 = 1.15;

/// Factor of speed by a press of a speed key.
const FASTER: f64 = 1.5;

/// Step in time by a press of a time key (s of the viewer).
const LEAP: f64 = 0.1;

/// State of a viewer.
#[derive(Debug, Default)]
pub struct Controls {
    /// Camera.
    pub camera: Camera,
    /// Whether names are shown.
    pub names: bool,
    /// Whether axes are shown.
    pub axes: bool,
    /// Whether forces of the ground and pushes are shown.
    pub forces: bool,
    /// Whether shadows are omitted.
    pub flat: bool,
    /// Whether the window draws by the renderer of frames instead of the graphics driver.
    pub light: bool,
    /// Whether help is shown.
    pub help: bool,
    /// The selected actor.
    pub chosen: Option<usize>,
    /// Message on the last key, if nothing else shows its effect.
    pub note: Option<String>,
    loaded: u32,
}

impl Controls {
    /// Starts with a camera of the script.
    #[must_use]
    pub fn looking_by(camera: Option<String>) -> Self {
        Controls {
            camera: Camera::with_name(camera),
            ..Controls::default()
        }
    }

    /// Performs the action of a key; returns whether the viewer stays open.
    pub fn act(
        &mut self,
        action: Action,
        many: bool,
        shown: Option<&Shown>,
        remote: &Remote,
    ) -> bool {
        let speed = shown.map_or(1.0, |shown| shown.speed);
        let leap = LEAP * speed * if many { 10.0 } else { 1.0 };
        self.note = None;
        match action {
            Action::Toggle => remote.order(Order::Toggle),
            Action::StepOn => remote.order(Order::Step(1)),
            Action::StepBack => remote.order(Order::Step(-1)),
            Action::Faster => remote.order(Order::Faster(FASTER)),
            Action::Slower => remote.order(Order::Faster(1.0 / FASTER)),
            Action::RealTime => remote.order(Order::RealTime),
            Action::Back => remote.order(Order::Scrub(-leap)),
            Action::Forward => remote.order(Order::Scrub(leap)),
            Action::First => remote.order(Order::First),
            Action::Newest => remote.order(Order::Newest),
            Action::Here => remote.order(Order::Here),
            Action::Reload => remote.order(Order::Reload),
            Action::TurnLeft => self.camera.turn(TURN, 0.0),
            Action::TurnRight => self.camera.turn(-TURN, 0.0),
            Action::Raise => self.camera.turn(0.0, TURN),
            Action::Lower => self.camera.turn(0.0, -TURN),
            Action::Nearer => self.camera.zoom(1.0 / ZOOM),
            Action::Farther => self.camera.zoom(ZOOM),
            Action::CameraMode => self.note = Some(self.camera.next_mode().to_owned()),
            Action::NextCamera => self.note = Some(self.camera.next_named(shown)),
            Action::CameraReset => self.camera.reset(),
            Action::NextBody => self.next_body(shown, remote, 1),
            Action::BodyBefore => self.next_body(shown, remote, -1),
            Action::NoBody => self.choose(None, remote),
            Action::Names => self.names = !self.names,
            Action::Axes => self.axes = !self.axes,
            Action::Forces => self.forces = !self.forces,
            Action::Shadows => self.flat = !self.flat,
            Action::Light => self.light = !self.light,
            Action::Diagram => remote.order(Order::Diagram),
            Action::Help => self.help = !self.help,
            Action::Quit => return false,
        }
        true
    }

    /// Updates to a new moment: the bodies of a reloaded world are different ones, the camera is kept.
    pub fn see(&mut self, shown: &Shown) {
        if shown.loaded != self.loaded {
            self.loaded = shown.loaded;
            self.chosen = None;
        }
    }

    /// Selects an actor, whose joint is then shown.
    pub fn choose(&mut self, actor: Option<usize>, remote: &Remote) {
        self.chosen = actor;
        remote.order(Order::Choose(actor));
    }

    fn next_body(&mut self, shown: Option<&Shown>, remote: &Remote, by: isize) {
        let count = shown.map_or(0, |shown| shown.scene.actors.len());
        if count == 0 {
            return;
        }
        let next = match self.chosen {
            None if by < 0 => count - 1,
            None => 0,
            Some(now) => (now as isize + by).rem_euclid(count as isize) as usize,
        };
        self.choose(Some(next), remote);
    }
}
