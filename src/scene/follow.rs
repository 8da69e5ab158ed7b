//! A camera that travels with a figure.

use super::Camera;
use super::elementary::{decay, sin_cos};

/// Follows a point of the figure smoothly: blind to the bobbing of single steps, without lag behind a steady walk, and
/// never so far off that the figure leaves the picture.
///
/// The filter is the critically damped second-order tracker, the continuous form of Morrison's fading-memory polynomial
/// of first degree (Brookner, Tracking and Kalman Filtering Made Easy, 1.2.6): with e the target seen from the smooth
/// point and w its velocity seen from the smooth velocity, e' = w - 2e/tau and w' = -e/tau^2. Its closed solution is used, so
/// the path does not depend on the frame rate when the target moves evenly between frames.
#[derive(Clone, Debug, PartialEq)]
pub struct FollowCamera {
    /// Direction from the figure to the eye: angle about z from the world's x axis (rad). Default 52 degrees to the
    /// right of a figure that walks along x.
    pub azimuth: f64,
    /// Height of the eye above the horizon as seen from the figure (rad).
    pub elevation: f64,
    /// From the figure to the eye, in multiples of the figure's radius; raised where the figure would not fit.
    pub distance: f64,
    /// Angle between the lower and the upper border of the picture (rad), below a half-turn.
    pub vertical_fov: f64,
    /// Width of the picture over its height.
    pub aspect: f64,
    /// Time constant tau (s): several steps of the gait.
    pub smoothing: f64,
    state: Option<State>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct State {
    time: f64,
    target: [f64; 3],
    point: [f64; 3],
    velocity: [f64; 3],
    target_radius: f64,
    radius: f64,
}

/// How far the target may be from the middle of the picture, and how much the figure may outgrow the smooth radius, in
/// radii: the picture is made that much wider than the figure.
const SLACK: f64 = 0.12;

impl Default for FollowCamera {
    fn default() -> Self {
        FollowCamera {
            azimuth: -0.9,
            elevation: 0.42,
            distance: 3.4,
            vertical_fov: 0.62,
            aspect: 16.0 / 9.0,
            smoothing: 1.0,
            state: None,
        }
    }
}

impl FollowCamera {
    /// The camera at `time` (s) for a figure whose middle is at `target` (m) and that reaches `radius` (m) from there.
    /// Call it with rising times; after a step back in time it starts afresh. What is not finite is passed over.
    pub fn follow(&mut self, time: f64, target: [f64; 3], radius: f64) -> Camera {
        let sound = time.is_finite() && radius.is_finite() && target.iter().all(|c| c.is_finite());
        let state = match self.state {
            Some(last) if !sound => last,
            None if !sound => State::at(0.0, [0.0; 3], 1.0),
            Some(last) if time >= last.time => self.advance(last, time, target, radius),
            _ => State::at(time, target, radius),
        };
        self.state = sound.then_some(state).or(self.state);
        self.look(&state)
    }

    /// Forgets where the figure was: the next call starts there at rest.
    pub fn reset(&mut self) {
        self.state = None;
    }

    fn advance(&self, last: State, time: f64, target: [f64; 3], radius: f64) -> State {
        let step = time - last.time;
        let tau = self.smoothing.max(1e-9);
        if step == 0.0 {
            return last;
        }
        let fall = decay(step / tau);
        let mut next = State { time, ..last };
        for k in 0..3 {
            let speed = (target[k] - last.target[k]) / step;
            // e = (A + B t) exp(-t/tau), w = e' + 2e/tau.
            let a = last.target[k] - last.point[k];
            let b = speed - last.velocity[k] - a / tau;
            let e = (a + b * step) * fall;
            let w = (b + (a + b * step) / tau) * fall;
            next.point[k] = target[k] - e;
            next.velocity[k] = speed - w;
        }
        next.target = target;
        next.target_radius = radius;
        next.radius = radius + (last.radius - radius) * fall;
        next
    }

    fn look(&self, state: &State) -> Camera {
        let (sin_azimuth, cos_azimuth) = sin_cos(self.azimuth);
        let (sin_elevation, cos_elevation) = sin_cos(self.elevation);
        let fov = self.vertical_fov.clamp(1e-3, 3.0);
        let (sin_half, cos_half) = sin_cos(0.5 * fov);
        // The narrower half angle: a ball of radius R is wholly seen from R / sin(half angle).
        let across = (sin_half / cos_half * self.aspect.max(1e-3)).min(sin_half / cos_half);
        let narrow = across / (1.0 + across * across).sqrt();
        let fits = (1.0 + 2.0 * SLACK) / narrow;
        // The leash: the figure stays in the picture whatever it does. It bends the view only, not the filter, which
        // needs the whole error to learn a new speed.
        let radius = state.radius.max(state.target_radius / (1.0 + SLACK));
        let offset: [f64; 3] = std::array::from_fn(|k| state.target[k] - state.point[k]);
        let length = offset.iter().map(|c| c * c).sum::<f64>().sqrt();
        let slip = (length - SLACK * radius).max(0.0) / length.max(1e-300);
        let middle: [f64; 3] = std::array::from_fn(|k| state.point[k] + offset[k] * slip);
        let away = radius * self.distance.max(fits);
        let direction = [
            cos_elevation * cos_azimuth,
            cos_elevation * sin_azimuth,
            sin_elevation,
        ];
        Camera {
            eye: std::array::from_fn(|k| middle[k] + away * direction[k]),
            target: middle,
            vertical_fov: fov,
        }
    }
}

impl State {
    fn at(time: f64, target: [f64; 3], radius: f64) -> State {
        State {
            time,
            target,
            point: target,
            velocity: [0.0; 3],
            target_radius: radius,
            radius,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A roach of 15 mm radius at 0.1 m/s whose middle bobs by 1 mm at 5 steps a second.
    fn walk(time: f64) -> [f64; 3] {
        [
            0.1 * time,
            0.0,
            0.004 + 0.001 * (std::f64::consts::TAU * 5.0 * time).sin(),
        ]
    }

    #[test]
    fn steps_do_not_shake_it_and_a_steady_walk_leaves_no_lag() {
        let mut camera = FollowCamera::default();
        let (mut low, mut high) = (f64::MAX, f64::MIN);
        for frame in 0..900 {
            let time = f64::from(frame) / 60.0;
            let view = camera.follow(time, walk(time), 0.015);
            if time > 12.0 {
                low = low.min(view.target[2]);
                high = high.max(view.target[2]);
                assert!((view.target[0] - walk(time)[0]).abs() < 1e-4);
            }
        }
        assert!(
            high - low < 0.002 * 0.15,
            "bobbing comes through: {}",
            high - low
        );
    }

    #[test]
    fn a_start_from_rest_keeps_the_figure_in_the_picture() {
        let mut camera = FollowCamera::default();
        for frame in 0..300 {
            let time = f64::from(frame) / 60.0;
            let target = walk(time * 10.0);
            let view = camera.follow(time, target, 0.015);
            let eye: [f64; 3] = std::array::from_fn(|k| view.target[k] - view.eye[k]);
            let away = eye.iter().map(|c| c * c).sum::<f64>().sqrt();
            let off = (0..3)
                .map(|k| (target[k] - view.target[k]).powi(2))
                .sum::<f64>()
                .sqrt();
            assert!((0.015 + off) / away < (0.5 * view.vertical_fov).sin());
        }
    }

    #[test]
    fn path_does_not_depend_on_the_frame_rate() {
        let run = |steps: u32| {
            let mut camera = FollowCamera::default();
            camera.follow(0.0, [0.0; 3], 1.0);
            (1..=steps).fold([0.0; 3], |_, i| {
                let t = f64::from(i) / f64::from(steps);
                camera.follow(t, [0.05 * t, 0.0, 0.0], 1.0).target
            })
        };
        let (coarse, fine) = (run(3), run(1000));
        assert!((coarse[0] - fine[0]).abs() < 1e-12);
        assert!(
            (fine[0] - 0.05).abs() > 1e-3,
            "the test should see the filter at work"
        );
    }

    #[test]
    fn bad_input_leaves_the_last_view() {
        let mut camera = FollowCamera::default();
        let good = camera.follow(0.0, [1.0, 0.0, 0.0], 1.0);
        assert_eq!(camera.follow(f64::NAN, [0.0; 3], 1.0), good);
        assert_eq!(camera.follow(1.0, [f64::INFINITY; 3], 1.0), good);
        assert_eq!(camera.follow(0.0, [1.0, 0.0, 0.0], 1.0), good);
        assert_eq!(
            camera.follow(-1.0, [5.0, 0.0, 0.0], 1.0).target,
            [5.0, 0.0, 0.0]
        );
    }
}
