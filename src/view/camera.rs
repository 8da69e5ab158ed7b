//! The camera of a viewer: it follows the figures, is fixed, orbits them, starts where the user puts it, or is one of the
//! script's.

use super::shown::Shown;
use crate::scene::{self, Bounds, CameraOperator, FollowCamera, FollowSettings, NamedCamera};

/// Automatic motion of the camera.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Moves with the figures.
    #[default]
    Follow,
    /// Zero motion.
    Fixed,
    /// Orbits the figures while it follows them.
    Orbit,
}

/// Period of an orbit in [`Mode::Orbit`] (s of the viewer).
const ROUND: f64 = 20.0;

/// Lowest and highest elevation of the camera above the horizon (rad).
const ELEVATIONS: [f64; 2] = [-0.15, 1.5];

/// Time constant of following (s of the viewer).
const SMOOTHING: f64 = 1.0;

/// Camera of a viewer.
#[derive(Clone, Debug)]
pub struct Camera {
    /// Automatic motion.
    pub mode: Mode,
    /// Direction from the figures to the eye about z, from the x axis (rad).
    azimuth: f64,
    /// Height above the horizon (rad).
    elevation: f64,
    /// Distance, as a multiple of the one from which everything is visible.
    distance: f64,
    aspect: f64,
    speed: f64,
    follow: FollowCamera,
    /// Target in the centre of the picture (m), and its default distance (m).
    target: [f64; 3],
    away: f64,
    seen: bool,
    /// Name of the script's camera to use, if it has one of this name.
    named: Option<String>,
    /// Operator of that camera.
    operator: Option<CameraOperator>,
}

impl Default for Camera {
    fn default() -> Self {
        let FollowSettings {
            azimuth, elevation, ..
        } = FollowSettings::default();
        Camera {
            mode: Mode::default(),
            azimuth,
            elevation,
            distance: 1.0,
            aspect: 0.0,
            speed: 0.0,
            follow: FollowCamera::default(),
            target: [0.0; 3],
            away: 1.0,
            seen: false,
            named: None,
            operator: None,
        }
    }
}

impl Camera {
    /// Uses the script's camera of a name, as soon as there is one.
    #[must_use]
    pub fn with_name(name: Option<String>) -> Self {
        Camera {
            named: name,
            ..Camera::default()
        }
    }

    /// Selects the next camera of the script, and after the last one the viewer's own; returns its description.
    pub fn next_named(&mut self, shown: Option<&Shown>) -> String {
        let cameras = shown.map_or(&[][..], |shown| &shown.scene.cameras);
        if cameras.is_empty() {
            self.named = None;
            return "the script has no cameras (`camera NAME follow` makes one)".to_owned();
        }
        let now = cameras.iter().position(|camera| self.is_named(camera));
        self.named = cameras
            .get(now.map_or(0, |now| now + 1))
            .map(|camera| camera.name.clone());
        match &self.named {
            Some(name) => format!("camera `{name}` of the script"),
            None => "the viewer's own camera".to_owned(),
        }
    }

    fn is_named(&self, camera: &NamedCamera) -> bool {
        self.named.as_ref() == Some(&camera.name)
    }

    /// Turns about the figures: to the left by one angle, up by the other (rad). Leaves a camera of the script.
    pub fn turn(&mut self, left: f64, up: f64) {
        self.named = None;
        self.swing(left, up);
    }

    fn swing(&mut self, left: f64, up: f64) {
        let [low, high] = ELEVATIONS;
        self.azimuth = (self.azimuth - left).rem_euclid(std::f64::consts::TAU);
        self.elevation = (self.elevation + up).clamp(low, high);
    }

    /// Increases the distance by a factor. Leaves a camera of the script.
    pub fn zoom(&mut self, by: f64) {
        self.named = None;
        self.distance = (self.distance * by).clamp(0.05, 50.0);
    }

    /// Selects the next automatic motion.
    pub fn next_mode(&mut self) -> &'static str {
        self.named = None;
        self.mode = match self.mode {
            Mode::Follow => Mode::Fixed,
            Mode::Fixed => Mode::Orbit,
            Mode::Orbit => Mode::Follow,
        };
        match self.mode {
            Mode::Follow => "the camera follows",
            Mode::Fixed => "the camera is fixed",
            Mode::Orbit => "the camera circles",
        }
    }

    /// Resets the camera.
    pub fn reset(&mut self) {
        *self = Camera::default();
    }

    /// Returns the camera for a moment and a picture of this aspect ratio (width by height); `passed` is the time since the
    /// last picture (s of the viewer).
    pub fn look(&mut self, shown: &Shown, aspect: f64, passed: f64) -> scene::Camera {
        if self.mode == Mode::Orbit {
            self.swing(std::f64::consts::TAU * passed.min(1.0) / ROUND, 0.0);
        }
        let settings = FollowSettings {
            aspect,
            smoothing: SMOOTHING * shown.speed,
            ..FollowSettings::default()
        };
        if self.aspect != aspect || self.speed != shown.speed {
            (self.aspect, self.speed) = (aspect, shown.speed);
            self.follow = FollowCamera::new(settings);
            self.operator = None;
        }
        if let Some(named) = self.named_in(shown) {
            let operator = CameraOperator::kept(&mut self.operator, &named.viewpoint, settings);
            return operator.look(shown.time, &shown.scene, &shown.poses);
        }
        if self.mode != Mode::Fixed || !self.seen {
            let bounds: Bounds = shown
                .scene
                .bounds(&shown.poses, |_| true)
                .unwrap_or_default();
            let camera = self.follow.follow(shown.time, &bounds);
            let away: [f64; 3] = std::array::from_fn(|k| camera.eye[k] - camera.target[k]);
            self.target = camera.target;
            self.away = away.iter().map(|c| c * c).sum::<f64>().sqrt();
            self.seen = true;
        }
        let away = self.away * self.distance;
        let direction = scene::direction(self.azimuth, self.elevation);
        scene::Camera {
            eye: std::array::from_fn(|k| self.target[k] + away * direction[k]),
            target: self.target,
            vertical_fov: FollowSettings::default().vertical_fov,
        }
    }

    /// Returns the script's camera to use, if there is one.
    fn named_in<'s>(&self, shown: &'s Shown) -> Option<&'s NamedCamera> {
        shown
            .scene
            .cameras
            .iter()
            .find(|camera| self.is_named(camera))
    }

    /// Returns the direction of the sun for this view: behind the eye, as in films, unless the script has set it.
    #[must_use]
    pub fn sun(&self, shown: &Shown) -> [f32; 3] {
        let sun = shown.scene.sun;
        if shown.scene.has_fixed_sun {
            return sun;
        }
        let settings = FollowSettings {
            azimuth: self.azimuth,
            ..FollowSettings::default()
        };
        match self.named_in(shown) {
            Some(camera) => camera.viewpoint.sun(sun, &FollowSettings::default()),
            None => settings.sun(sun),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Place, Pose, Scene, Target, Viewpoint};
    use crate::view::State;
    use std::sync::Arc;

    /// Returns a moment with two cameras: one is fixed, one moves along the x axis.
    fn shown() -> Shown {
        let camera = |name: &str, eye: [f64; 3]| NamedCamera {
            name: name.to_owned(),
            viewpoint: Viewpoint {
                place: Place::At(eye),
                target: Target::Point([0.0; 3]),
                vertical_fov: Some(0.5),
            },
        };
        let scene = Scene {
            cameras: vec![
                camera("near", [1.0, 0.0, 0.0]),
                camera("far", [9.0, 0.0, 0.0]),
            ],
            ..Scene::default()
        };
        Shown {
            scene: Arc::new(scene),
            poses: vec![Pose::at([0.0; 3])],
            owners: [].into(),
            current: "".into(),
            time: 0.0,
            behind: 0.0,
            kept: 0.0,
            speed: 1.0,
            state: State::Idle,
            figures_moving: vec![],
            marks: Default::default(),
            joint: None,
            diagram: None,
            message: "".into(),
            frame: 0.01,
            loaded: 0,
        }
    }

    #[test]
    fn a_key_goes_through_the_cameras_of_the_script_and_back_to_the_own_one() {
        let shown = shown();
        let mut camera = Camera::default();
        let own = camera.look(&shown, 1.0, 0.0).eye;
        let mut eyes = vec![];
        for _ in 0..3 {
            let told = camera.next_named(Some(&shown));
            let seen = camera.look(&shown, 1.0, 0.0);
            eyes.push((told, seen.eye, seen.vertical_fov));
        }
        let is = |i: usize, word: &str, eye: [f64; 3]| {
            let (told, seen, _): &(String, [f64; 3], f64) = &eyes[i];
            assert!(told.contains(word), "{told}");
            assert_eq!(*seen, eye);
        };
        is(0, "near", [1.0, 0.0, 0.0]);
        is(1, "far", [9.0, 0.0, 0.0]);
        is(2, "own", own);
        assert_eq!(eyes[0].2, 0.5);
    }

    #[test]
    fn a_camera_that_is_named_first_is_left_when_the_user_turns_it() {
        let shown = shown();
        let mut camera = Camera::with_name(Some("far".to_owned()));
        assert_eq!(camera.look(&shown, 1.0, 0.0).eye, [9.0, 0.0, 0.0]);
        camera.turn(0.1, 0.0);
        assert_ne!(camera.look(&shown, 1.0, 0.0).eye, [9.0, 0.0, 0.0]);
        // A missing camera is remembered: a reloaded script may make it.
        let mut camera = Camera::with_name(Some("later".to_owned()));
        assert_eq!(
            camera.look(&shown, 1.0, 0.0).eye,
            Camera::default().look(&shown, 1.0, 0.0).eye
        );
        assert!(Camera::default().next_named(None).contains("no cameras"));
    }

    #[test]
    fn a_sun_that_the_script_has_put_somewhere_stays_there() {
        let mut shown = shown();
        let mut camera = Camera::default();
        camera.turn(1.0, 0.0);
        assert_ne!(camera.sun(&shown), shown.scene.sun);
        shown.scene = Arc::new(Scene {
            has_fixed_sun: true,
            ..(*shown.scene).clone()
        });
        assert_eq!(camera.sun(&shown), shown.scene.sun);
    }
}
