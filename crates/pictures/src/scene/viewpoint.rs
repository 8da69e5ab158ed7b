//! Cameras described by a script, and their positions in each frame.

use super::{BodyNumber, Bounds, Camera, FollowCamera, FollowSettings, Pose, Scene};

/// Position and target of a camera.
#[derive(Clone, Debug, PartialEq)]
pub struct Viewpoint {
    /// Position of the eye.
    pub place: Place,
    /// Target.
    pub target: Target,
    /// Angle between the lower and the upper border of the picture (rad); none for the default.
    pub vertical_fov: Option<f64>,
}

/// Position of an eye.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// Beside the target, moving with it as [`FollowCamera`] does.
    Beside {
        /// Azimuth at time 0, as [`FollowSettings::azimuth`]; none for the default.
        azimuth: Option<f64>,
        /// Rate of the azimuth (rad/s).
        rate: f64,
        /// Elevation, as [`FollowSettings::elevation`]; none for the default.
        elevation: Option<f64>,
        /// Distance as a multiple of the smallest one that shows all of the target.
        distance: f64,
    },
    /// At a point of the world (m).
    At([f64; 3]),
    /// At a point of a body, in the body's frame (m), turning with it.
    On(BodyNumber, [f64; 3]),
    /// On a smooth path through points of the world.
    Path(Vec<PathPoint>),
}

/// A point of a path, with its time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathPoint {
    /// Time (s).
    pub time: f64,
    /// Position of the eye (m).
    pub eye: [f64; 3],
}

/// Target of an eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// All figures.
    All,
    /// A figure, by its number in the world.
    Figure(usize),
    /// A body.
    Body(BodyNumber),
    /// A point: of the world, or of the body that carries the eye (m).
    Point([f64; 3]),
}

/// Moves a camera by a [`Viewpoint`] from frame to frame.
#[derive(Clone, Debug)]
pub struct CameraOperator {
    viewpoint: Viewpoint,
    settings: FollowSettings,
    follow: FollowCamera,
}

impl CameraOperator {
    /// Creates an operator; `settings` are those of the default camera, for everything that the viewpoint does not set.
    #[must_use]
    pub fn new(viewpoint: Viewpoint, settings: FollowSettings) -> Self {
        let mut settings = settings;
        if let Some(fov) = viewpoint.vertical_fov {
            settings.vertical_fov = fov;
        }
        if let Place::Beside {
            azimuth, elevation, ..
        } = viewpoint.place
        {
            settings.azimuth = azimuth.unwrap_or(settings.azimuth);
            settings.elevation = elevation.unwrap_or(settings.elevation);
        }
        CameraOperator {
            follow: FollowCamera::new(settings),
            viewpoint,
            settings,
        }
    }

    /// Returns the operator that follows a viewpoint already, or else a new one.
    pub fn kept<'o>(
        operator: &'o mut Option<Self>,
        viewpoint: &Viewpoint,
        settings: FollowSettings,
    ) -> &'o mut Self {
        let same = operator.take().filter(|o| o.viewpoint == *viewpoint);
        operator.insert(same.unwrap_or_else(|| Self::new(viewpoint.clone(), settings)))
    }

    /// Returns the camera at `time` (s); times must rise from call to call.
    pub fn look(&mut self, time: f64, scene: &Scene, poses: &[Pose]) -> Camera {
        let target = self.viewpoint.target;
        let around = |all: bool| {
            let meant = |i: usize| all || scene.actors.get(i).is_some_and(|a| target.is_of(a.of));
            scene.bounds(poses, meant)
        };
        let bounds = around(false).or_else(|| around(true)).unwrap_or_default();
        match &self.viewpoint.place {
            Place::Beside { rate, distance, .. } => {
                let (rate, distance) = (*rate, *distance);
                self.beside(time, &bounds, rate, distance)
            }
            Place::At(eye) => self.towards(*eye, time, &bounds),
            Place::On(body, eye) => {
                let carrier = scene.actors.iter().zip(poses);
                let carrier = carrier.filter(|(a, _)| a.of == Some(*body)).map(|(_, p)| p);
                let eye = *eye;
                carrier
                    .into_iter()
                    .find_map(|pose| self.carried(pose, eye, &bounds))
                    .unwrap_or_else(|| self.towards(eye, time, &bounds))
            }
            Place::Path(points) => {
                let eye = along(points, time);
                self.towards(eye, time, &bounds)
            }
        }
    }

    fn beside(&mut self, time: f64, bounds: &Bounds, rate: f64, distance: f64) -> Camera {
        self.follow.turn_to(self.settings.azimuth + rate * time);
        let camera = self.follow.follow(time, bounds);
        let eye = std::array::from_fn(|k| {
            camera.target[k] + (camera.eye[k] - camera.target[k]) * distance
        });
        Camera { eye, ..camera }
    }

    /// Returns the camera from a point of the world to the target, with smooth motion of the target.
    fn towards(&mut self, eye: [f64; 3], time: f64, bounds: &Bounds) -> Camera {
        let target = match self.viewpoint.target {
            Target::Point(point) => point,
            _ => self.follow.follow(time, bounds).target,
        };
        Camera {
            eye,
            target,
            vertical_fov: self.settings.vertical_fov,
        }
    }

    /// Returns the camera from a point of a body.
    fn carried(&self, pose: &Pose, eye: [f64; 3], bounds: &Bounds) -> Option<Camera> {
        let world = pose.to_world()?;
        let target = match self.viewpoint.target {
            Target::Point(point) => world(point),
            _ => bounds.centre,
        };
        Some(Camera {
            eye: world(eye),
            target,
            vertical_fov: self.settings.vertical_fov,
        })
    }
}

impl Target {
    /// Whether the target includes an actor of this body.
    fn is_of(self, body: Option<BodyNumber>) -> bool {
        match self {
            Target::All | Target::Point(_) => true,
            Target::Figure(figure) => body.is_some_and(|b| b.figure == figure),
            Target::Body(meant) => body == Some(meant),
        }
    }
}

impl Viewpoint {
    /// Returns the default camera: beside all figures.
    #[must_use]
    pub fn beside_all() -> Self {
        Viewpoint {
            place: Place::Beside {
                azimuth: None,
                rate: 0.0,
                elevation: None,
                distance: 1.0,
            },
            target: Target::All,
            vertical_fov: None,
        }
    }

    /// Returns the direction (unit vector, world) of a sun over the right shoulder of the initial camera, where `sun` is that
    /// for the default camera.
    #[must_use]
    pub fn sun(&self, sun: [f32; 3], settings: &FollowSettings) -> [f32; 3] {
        let azimuth = match self.place {
            Place::Beside { azimuth, .. } => azimuth.unwrap_or(settings.azimuth),
            _ => settings.azimuth,
        };
        FollowSettings {
            azimuth,
            ..*settings
        }
        .sun(sun)
    }
}

/// Returns the position on the path through some points at a time (s): Catmull and Rom's spline, whose velocity at a point is
/// the mean from the previous to the next point. Before the first and after the last point it is constant.
fn along(points: &[PathPoint], time: f64) -> [f64; 3] {
    let next = points.partition_point(|p| p.time <= time);
    let at = |i: usize| points.get(i).copied();
    let (Some(a), Some(b)) = (next.checked_sub(1).and_then(at), at(next)) else {
        let rest = if next == 0 {
            points.first()
        } else {
            points.last()
        };
        return rest.map_or([0.0; 3], |p| p.eye);
    };
    let span = b.time - a.time;
    let slope = |from: Option<PathPoint>, to: Option<PathPoint>, k: usize| match (from, to) {
        (Some(from), Some(to)) if to.time > from.time => {
            (to.eye[k] - from.eye[k]) / (to.time - from.time) * span
        }
        _ => 0.0,
    };
    let before = next.checked_sub(2).and_then(at);
    let t = (time - a.time) / span;
    std::array::from_fn(|k| {
        let (p, q) = (a.eye[k], b.eye[k]);
        let m = slope(before.or(Some(a)), Some(b), k);
        let n = slope(Some(a), at(next + 1).or(Some(b)), k);
        let (t2, t3) = (t * t, t * t * t);
        (2.0 * t3 - 3.0 * t2 + 1.0) * p
            + (t3 - 2.0 * t2 + t) * m
            + (3.0 * t2 - 2.0 * t3) * q
            + (t3 - t2) * n
    })
}

/// Returns the unit vector at `azimuth` and `elevation` (rad).
#[must_use]
pub fn direction(azimuth: f64, elevation: f64) -> [f64; 3] {
    let (sine, cosine) = libm::sincos(azimuth);
    let (up, level) = libm::sincos(elevation);
    [level * cosine, level * sine, up]
}

#[cfg(test)]
mod tests {
    use super::super::{Actor, Mesh};
    use super::*;

    const FIRST: BodyNumber = BodyNumber { figure: 0, body: 0 };
    const SECOND: BodyNumber = BodyNumber { figure: 1, body: 0 };

    fn scene() -> (Scene, Vec<Pose>) {
        let actor = |of| Actor {
            of: Some(of),
            ..Actor::default()
        };
        let scene = Scene {
            meshes: vec![Mesh::cuboid([1.0; 3])],
            actors: vec![actor(FIRST), actor(SECOND)],
            ..Scene::default()
        };
        (scene, vec![Pose::at([0.0; 3]), Pose::at([10.0, 0.0, 0.0])])
    }

    fn look(place: Place, target: Target, time: f64) -> Camera {
        let (scene, poses) = scene();
        let viewpoint = Viewpoint {
            place,
            target,
            vertical_fov: Some(0.5),
        };
        CameraOperator::new(viewpoint, FollowSettings::default()).look(time, &scene, &poses)
    }

    fn beside(rate: f64, distance: f64) -> Place {
        Place::Beside {
            azimuth: Some(0.0),
            rate,
            elevation: Some(0.0),
            distance,
        }
    }

    #[test]
    fn what_is_meant_is_in_the_middle() {
        let x = |target| look(Place::At([0.0, -9.0, 1.0]), target, 0.0).target[0];
        assert_eq!(x(Target::All), 5.0);
        assert_eq!(x(Target::Figure(1)), 10.0);
        assert_eq!(x(Target::Body(FIRST)), 0.0);
        assert_eq!(x(Target::Point([3.0, 0.0, 0.0])), 3.0);
        // With an unknown target all figures stay in view.
        assert_eq!(x(Target::Figure(7)), 5.0);
    }

    #[test]
    fn an_orbit_goes_round_and_keeps_its_distance() {
        let quarter = std::f64::consts::FRAC_PI_2;
        let start = look(beside(quarter, 2.0), Target::Figure(0), 0.0).eye;
        let later = look(beside(quarter, 2.0), Target::Figure(0), 1.0).eye;
        assert!(start[0] > 1.0 && start[1].abs() < 1e-9);
        assert!((later[1] - start[0]).abs() < 1e-9 && later[0].abs() < 1e-9);
        let near = look(beside(0.0, 1.0), Target::Figure(0), 0.0).eye;
        assert!((start[0] / near[0] - 2.0).abs() < 1e-9);
    }

    #[test]
    fn an_eye_on_a_body_turns_with_it() {
        let (scene, mut poses) = scene();
        let h = 0.5f64.sqrt();
        poses[1].orientation = [h, 0.0, 0.0, h];
        let viewpoint = Viewpoint {
            place: Place::On(SECOND, [1.0, 0.0, 0.5]),
            target: Target::Point([2.0, 0.0, 0.5]),
            vertical_fov: None,
        };
        let camera =
            CameraOperator::new(viewpoint, FollowSettings::default()).look(0.0, &scene, &poses);
        let near = |a: [f64; 3], b: [f64; 3]| (0..3).all(|k| (a[k] - b[k]).abs() < 1e-9);
        assert!(near(camera.eye, [10.0, 1.0, 0.5]), "{camera:?}");
        assert!(near(camera.target, [10.0, 2.0, 0.5]), "{camera:?}");
    }

    #[test]
    fn a_path_passes_its_points_in_time_and_rests_at_its_ends() {
        let point = |time: f64, x: f64| PathPoint {
            time,
            eye: [x, 0.0, 1.0],
        };
        let points = [point(1.0, 0.0), point(2.0, 3.0), point(4.0, 1.0)];
        for p in points {
            assert!((along(&points, p.time)[0] - p.eye[0]).abs() < 1e-12);
        }
        assert_eq!(along(&points, -3.0), points[0].eye);
        assert_eq!(along(&points, 9.0), points[2].eye);
        assert_eq!(along(&[], 1.0), [0.0; 3]);
        // The speed does not jump between two pieces.
        let speed = |t: f64| (along(&points, t + 1e-6)[0] - along(&points, t)[0]) / 1e-6;
        assert!((speed(2.0 - 2e-6) - speed(2.0)).abs() < 1e-3);
    }
}
