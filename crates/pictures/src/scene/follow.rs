//! A camera that moves with a figure.

use super::{Bounds, Camera, direction};

/// A camera that follows a point of the figure smoothly: it ignores the oscillation of single steps, does not lag behind a
/// steady walk, and always keeps the figure in the picture.
///
/// The filter is the critically damped second-order tracker, the continuous form of Morrison's fading-memory polynomial of
/// first degree (Brookner, Tracking and Kalman Filtering Made Easy, 1.2.6): with e the target relative to the smooth point and
/// w its velocity relative to the smooth velocity, e' = w - 2e/tau and w' = -e/tau^2. Its closed-form solution is used, so the
/// path does not depend on the frame rate when the target moves evenly between frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FollowCamera {
    settings: FollowSettings,
    state: Option<State>,
}

/// Direction and smoothing of a [`FollowCamera`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FollowSettings {
    /// Direction from the figure to the eye: angle about z from the world's x axis (rad). Default 52 degrees to the
    /// right of a figure that walks along x.
    pub azimuth: f64,
    /// Height of the eye above the horizon as seen from the figure (rad).
    pub elevation: f64,
    /// Angle between the lower and the upper border of the picture (rad), below a half-turn.
    pub vertical_fov: f64,
    /// Width of the picture over its height.
    pub aspect: f64,
    /// Time constant tau (s): several steps of the gait.
    pub smoothing: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct State {
    time: f64,
    target: [f64; 3],
    point: [f64; 3],
    velocity: [f64; 3],
    /// Radius, reach and half height (m): of the figure, and smoothed.
    target_size: [f64; 3],
    size: [f64; 3],
}

/// Largest distance of the target from the centre of the picture, and largest excess of the figure over the smoothed radius, in
/// radii: the picture is that much wider than the figure.
const SLACK: f64 = 0.07;

impl Default for FollowSettings {
    fn default() -> Self {
        FollowSettings {
            azimuth: -0.9,
            elevation: 0.28,
            vertical_fov: 0.68,
            aspect: 16.0 / 9.0,
            smoothing: 1.0,
        }
    }
}

impl FollowSettings {
    /// Returns the direction of the sun for which the camera sees its subject lit as from the default direction: `sun` (unit
    /// vector towards it) rotated about z by the same angle as the camera.
    #[must_use]
    pub fn sun(&self, sun: [f32; 3]) -> [f32; 3] {
        let (sine, cosine) = libm::sincos(self.azimuth - FollowSettings::default().azimuth);
        let (sine, cosine) = (sine as f32, cosine as f32);
        let [x, y, z] = sun;
        [cosine * x - sine * y, sine * x + cosine * y, z]
    }
}

impl FollowCamera {
    /// Creates a camera that has not seen the figure yet.
    pub fn new(settings: FollowSettings) -> Self {
        FollowCamera {
            settings,
            state: None,
        }
    }

    /// Returns the camera at `time` (s) for a figure within `figure`. Times must rise; after a step back in time it starts
    /// again. Ignores values that are not finite.
    pub fn follow(&mut self, time: f64, figure: &Bounds) -> Camera {
        let seen = State::at(time, figure);
        let state = match self.state {
            Some(last) if !seen.is_finite() => last,
            None if !seen.is_finite() => State::at(0.0, &Bounds::default()),
            Some(last) if time >= last.time => self.advance(last, seen),
            _ => seen,
        };
        self.state = seen.is_finite().then_some(state).or(self.state);
        self.look(&state)
    }

    /// Moves the eye to another azimuth (rad) from the next frame on.
    pub fn turn_to(&mut self, azimuth: f64) {
        self.settings.azimuth = azimuth;
    }

    fn advance(&self, last: State, seen: State) -> State {
        let step = seen.time - last.time;
        let tau = self.settings.smoothing.max(1e-9);
        if step == 0.0 {
            return last;
        }
        let fall = libm::exp(-step.max(0.0) / tau);
        let mut next = seen;
        for k in 0..3 {
            let speed = (seen.target[k] - last.target[k]) / step;
            // e = (A + B t) exp(-t/tau), w = e' + 2e/tau.
            let a = last.target[k] - last.point[k];
            let b = speed - last.velocity[k] - a / tau;
            let e = (a + b * step) * fall;
            let w = (b + (a + b * step) / tau) * fall;
            next.point[k] = seen.target[k] - e;
            next.velocity[k] = speed - w;
        }
        next.size = std::array::from_fn(|k| seen.size[k] + (last.size[k] - seen.size[k]) * fall);
        next
    }

    fn look(&self, state: &State) -> Camera {
        let (sin_elevation, cos_elevation) = libm::sincos(self.settings.elevation);
        let fov = self.settings.vertical_fov.clamp(1e-3, 3.0);
        let (sin_half, cos_half) = libm::sincos(0.5 * fov);
        let upright = cos_half / sin_half;
        let level = upright / self.settings.aspect.max(1e-3);
        // The limit: the figure stays in the picture in any case. It affects the view only, not the filter, which needs the
        // whole error to adapt to a new speed.
        let least = |k: usize| state.size[k].max(state.target_size[k] / (1.0 + SLACK));
        let [radius, reach, half_height] = [least(0), least(1), least(2)];
        let offset: [f64; 3] = std::array::from_fn(|k| state.target[k] - state.point[k]);
        let length = offset.iter().map(|c| c * c).sum::<f64>().sqrt();
        let slip = (length - SLACK * radius).max(0.0) / length.max(1e-300);
        let middle: [f64; 3] = std::array::from_fn(|k| state.point[k] + offset[k] * slip);
        // A point is within the border if its distance ahead is at least its distance from the centre line times the cotangent
        // of the half angle: the largest extent of the cylinder in the direction that sums both.
        let extent = |across: f64, along: f64| {
            (reach + 2.0 * SLACK * radius) * across
                + (half_height + 2.0 * SLACK * radius) * along.abs()
        };
        let beside = extent(
            (level * level + cos_elevation * cos_elevation).sqrt(),
            sin_elevation,
        );
        let over = |sign: f64| {
            let across = cos_elevation - sign * upright * sin_elevation;
            extent(across.abs(), sin_elevation + sign * upright * cos_elevation)
        };
        let away = beside.max(over(1.0)).max(over(-1.0));
        let direction = direction(self.settings.azimuth, self.settings.elevation);
        Camera {
            eye: std::array::from_fn(|k| middle[k] + away * direction[k]),
            target: middle,
            vertical_fov: fov,
        }
    }
}

impl State {
    /// Returns the state at rest around `figure`.
    fn at(time: f64, figure: &Bounds) -> State {
        let size = [figure.radius, figure.reach, figure.half_height];
        State {
            time,
            target: figure.centre,
            point: figure.centre,
            velocity: [0.0; 3],
            target_size: size,
            size,
        }
    }

    fn is_finite(&self) -> bool {
        let all = |a: [f64; 3]| a.iter().all(|c| c.is_finite());
        self.time.is_finite() && all(self.target) && all(self.target_size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the bounds of a roach of 15 mm radius at 0.1 m/s whose centre oscillates by 1 mm at 5 steps per second.
    fn walk(time: f64) -> Bounds {
        let bob = 0.001 * (std::f64::consts::TAU * 5.0 * time).sin();
        Bounds {
            centre: [0.1 * time, 0.0, 0.004 + bob],
            radius: 0.015,
            reach: 0.0145,
            half_height: 0.004,
        }
    }

    fn ball(centre: [f64; 3]) -> Bounds {
        Bounds {
            centre,
            ..Bounds::default()
        }
    }

    #[test]
    fn steps_do_not_shake_it_and_a_steady_walk_leaves_no_lag() {
        let mut camera = FollowCamera::default();
        let (mut low, mut high) = (f64::MAX, f64::MIN);
        for frame in 0..900 {
            let time = f64::from(frame) / 60.0;
            let view = camera.follow(time, &walk(time));
            if time > 12.0 {
                low = low.min(view.target[2]);
                high = high.max(view.target[2]);
                assert!((view.target[0] - walk(time).centre[0]).abs() < 1e-4);
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
            let figure = walk(time * 10.0);
            let view = camera.follow(time, &figure);
            let back: [f64; 3] = std::array::from_fn(|k| view.eye[k] - view.target[k]);
            let away = dot(back, back).sqrt();
            let back = back.map(|c| c / away);
            let flat = back[0].hypot(back[1]);
            let right = [-back[1] / flat, back[0] / flat, 0.0];
            let up = [-back[2] * back[0] / flat, -back[2] * back[1] / flat, flat];
            let half = (0.5 * view.vertical_fov).tan();
            // Every point of the figure's cylinder is within the picture.
            for turn in 0..32 {
                let (s, c) = (f64::from(turn) * 0.2).sin_cos();
                for height in [-figure.half_height, figure.half_height] {
                    let rim = [c * figure.reach, s * figure.reach, height];
                    let p = std::array::from_fn(|k| figure.centre[k] + rim[k] - view.eye[k]);
                    let ahead = -dot(p, back);
                    assert!(dot(p, up).abs() < half * ahead, "frame {frame}");
                    assert!(
                        dot(p, right).abs() < half * 16.0 / 9.0 * ahead,
                        "frame {frame}"
                    );
                }
            }
        }
    }

    fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }

    #[test]
    fn path_does_not_depend_on_the_frame_rate() {
        let run = |steps: u32| {
            let mut camera = FollowCamera::default();
            camera.follow(0.0, &ball([0.0; 3]));
            (1..=steps).fold([0.0; 3], |_, i| {
                let t = f64::from(i) / f64::from(steps);
                camera.follow(t, &ball([0.05 * t, 0.0, 0.0])).target
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
    fn the_sun_stays_behind_the_eye() {
        let sun = [0.38, -0.46, 0.80];
        assert_eq!(FollowSettings::default().sun(sun), sun);
        let lit = |azimuth: f64| {
            let settings = FollowSettings {
                azimuth,
                ..FollowSettings::default()
            };
            let [x, y, z] = settings.sun(sun).map(f64::from);
            assert!((x * x + y * y + z * z - 1.0).abs() < 0.01);
            assert_eq!(z as f32, sun[2]);
            // Across the line of sight, and along it from the eye on.
            let (s, c) = azimuth.sin_cos();
            [c * y - s * x, c * x + s * y]
        };
        let usual = lit(-0.9);
        assert!(usual[1] > 0.5, "{usual:?}");
        for azimuth in [-3.0, 0.0, 0.7, 1.6, 2.4] {
            let here = lit(azimuth);
            assert!(
                (0..2).all(|k| (here[k] - usual[k]).abs() < 1e-6),
                "{azimuth}"
            );
        }
    }

    #[test]
    fn bad_input_leaves_the_last_view() {
        let mut camera = FollowCamera::default();
        let good = camera.follow(0.0, &ball([1.0, 0.0, 0.0]));
        assert_eq!(camera.follow(f64::NAN, &ball([0.0; 3])), good);
        assert_eq!(camera.follow(1.0, &ball([f64::INFINITY; 3])), good);
        assert_eq!(camera.follow(0.0, &ball([1.0, 0.0, 0.0])), good);
        assert_eq!(
            camera.follow(-1.0, &ball([5.0, 0.0, 0.0])).target,
            [5.0, 0.0, 0.0]
        );
    }
}
