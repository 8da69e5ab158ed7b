//! The camera of a film: that of the script, or one that follows the figures.

use crate::scene::{Camera, CameraOperator, FollowSettings, Place, Pose, Scene, Viewpoint};

/// The camera of a film: that of the script, or one that follows the figures.
#[derive(Clone, Debug)]
pub(super) struct FilmCamera {
    settings: FollowSettings,
    /// Distance, as a multiple of the one from which the figures just fit.
    distance: f64,
    /// Name of the script's camera to use from start to end.
    named: Option<String>,
    operator: Option<CameraOperator>,
}

impl FilmCamera {
    /// Creates a camera; `settings` and `distance` apply if the script has no camera.
    pub fn new(settings: FollowSettings, distance: f64, named: Option<String>) -> Self {
        FilmCamera {
            settings,
            distance,
            named,
            operator: None,
        }
    }

    /// Returns the current viewpoint on a scene.
    fn viewpoint(&self, scene: &Scene) -> Viewpoint {
        let named = |name: &String| scene.cameras.iter().position(|c| c.name == *name);
        let camera = self.named.as_ref().map_or(scene.camera, named);
        match camera.and_then(|number| scene.cameras.get(number)) {
            Some(camera) => camera.viewpoint.clone(),
            None => Viewpoint {
                place: Place::Beside {
                    azimuth: None,
                    rate: 0.0,
                    elevation: None,
                    distance: self.distance,
                },
                ..Viewpoint::beside_all()
            },
        }
    }

    /// Returns the direction of a sun behind this camera: from the other side figures would be dark.
    pub fn sun(&self, scene: &Scene) -> [f32; 3] {
        self.viewpoint(scene)
            .sun(Scene::default().sun, &self.settings)
    }

    /// Returns the camera at a time (s), for figures at their poses. Times must rise from call to call.
    pub fn look(&mut self, time: f64, scene: &Scene, poses: &[Pose]) -> Camera {
        let viewpoint = self.viewpoint(scene);
        let operator = CameraOperator::kept(&mut self.operator, &viewpoint, self.settings);
        operator.look(time, scene, poses)
    }
}
