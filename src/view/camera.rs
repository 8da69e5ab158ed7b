//! The camera of a viewer: it follows, stands still or turns round the figures, from where the user puts it.

use super::shown::Shown;
use crate::scene::{self, Bounds, FollowCamera, FollowSettings};

/// How the camera moves by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// With the figures.
    #[default]
    Follow,
    /// Not at all.
    Fixed,
    /// Round the figures while it follows them.
    Orbit,
}

/// A turn round the figures takes so long in [`Mode::Orbit`] (s of the viewer).
const ROUND: f64 = 20.0;

/// The highest and lowest the camera stands above the horizon (rad).
const ELEVATIONS: [f64; 2] = [-0.15, 1.5];

/// Time constant of following, in seconds of the viewer.
const CALM: f64 = 1.0;

/// Where a viewer looks from.
#[derive(Clone, Debug)]
pub struct Camera {
    /// How it moves by itself.
    pub mode: Mode,
    /// Direction from the figures to the eye about z, from the x axis (rad).
    azimuth: f64,
    /// Height above the horizon (rad).
    elevation: f64,
    /// Distance, in parts of that from which all is seen.
    distance: f64,
    aspect: f64,
    speed: f64,
    follow: FollowCamera,
    /// What is in the middle (m), and how far off it is by itself (m).
    target: [f64; 3],
    away: f64,
    seen: bool,
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
        }
    }
}

impl Camera {
    /// Turns about the figures: to the left by one angle, up by the other (rad).
    pub fn turn(&mut self, left: f64, up: f64) {
        let [low, high] = ELEVATIONS;
        self.azimuth = (self.azimuth - left).rem_euclid(std::f64::consts::TAU);
        self.elevation = (self.elevation + up).clamp(low, high);
    }

    /// Goes farther off by a factor.
    pub fn zoom(&mut self, by: f64) {
        self.distance = (self.distance * by).clamp(0.05, 50.0);
    }

    /// The next way to move by itself.
    pub fn next_mode(&mut self) -> &'static str {
        self.mode = match self.mode {
            Mode::Follow => Mode::Fixed,
            Mode::Fixed => Mode::Orbit,
            Mode::Orbit => Mode::Follow,
        };
        match self.mode {
            Mode::Follow => "the camera follows",
            Mode::Fixed => "the camera stands still",
            Mode::Orbit => "the camera turns round",
        }
    }

    /// As at first.
    pub fn reset(&mut self) {
        *self = Camera::default();
    }

    /// Where to look from at a moment, for a picture so many times as wide as high; `passed` is the time since the last
    /// picture (s of the viewer).
    pub fn look(&mut self, shown: &Shown, aspect: f64, passed: f64) -> scene::Camera {
        if self.mode == Mode::Orbit {
            self.turn(std::f64::consts::TAU * passed.min(1.0) / ROUND, 0.0);
        }
        if self.aspect != aspect || self.speed != shown.speed {
            (self.aspect, self.speed) = (aspect, shown.speed);
            self.follow = FollowCamera::new(FollowSettings {
                aspect,
                smoothing: CALM * shown.speed,
                ..FollowSettings::default()
            });
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
        let (elevation, azimuth) = (self.elevation, self.azimuth);
        let away = self.away * self.distance;
        let direction = [
            elevation.cos() * azimuth.cos(),
            elevation.cos() * azimuth.sin(),
            elevation.sin(),
        ];
        scene::Camera {
            eye: std::array::from_fn(|k| self.target[k] + away * direction[k]),
            target: self.target,
            vertical_fov: FollowSettings::default().vertical_fov,
        }
    }

    /// The sun for this view: behind the eye, as in films.
    #[must_use]
    pub fn sun(&self, sun: [f32; 3]) -> [f32; 3] {
        let settings = FollowSettings {
            azimuth: self.azimuth,
            ..FollowSettings::default()
        };
        settings.sun(sun)
    }
}
