//! Chooses the moments that become frames, and their views.

use super::cast::Cast;
use super::sampler::{Sampler, Shot};
use crate::scene::{Camera, CameraOperator, FollowSettings, Place, Pose, Scene, Viewpoint};
use crate::session::Stage;
use std::ops::ControlFlow;

/// The camera of a film: that of the script, or one that follows the figures.
#[derive(Clone, Debug)]
pub struct Eye {
    settings: FollowSettings,
    distance: f64,
    named: Option<String>,
    operator: Option<CameraOperator>,
}

impl Eye {
    /// Creates a camera; `settings` and `distance`, a multiple of the distance from which the figures just fit, apply if the
    /// script has no camera.
    #[must_use]
    pub fn new(settings: FollowSettings, distance: f64) -> Self {
        Eye {
            settings,
            distance,
            named: None,
            operator: None,
        }
    }

    /// Uses the script's camera of this name from start to end.
    #[must_use]
    pub fn with_camera(self, name: Option<String>) -> Self {
        Eye {
            named: name,
            ..self
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

    /// Returns the camera at a time (s), for figures at their poses. Times must rise from call to call.
    pub fn look(&mut self, time: f64, scene: &Scene, poses: &[Pose]) -> Camera {
        let viewpoint = self.viewpoint(scene);
        let operator = CameraOperator::kept(&mut self.operator, &viewpoint, self.settings);
        operator.look(time, scene, poses)
    }
}

/// Takes frames of a stage as its clock advances.
pub struct Shoot {
    /// Times and poses of the frames.
    pub sampler: Sampler,
    eye: Eye,
    /// Direction of the sun, unless the script sets it.
    sun: Option<[f32; 3]>,
}

impl Shoot {
    /// Creates a shoot without frames.
    #[must_use]
    pub fn new(shot: Shot, eye: Eye) -> Self {
        Shoot {
            sampler: Sampler::new(shot),
            eye,
            sun: None,
        }
    }

    /// Updates the scene: the figures may have changed.
    pub fn set_up(&mut self, stage: &Stage) {
        let mut cast = Cast::of(stage);
        // The sun is behind the first camera: from the other side figures would be dark. Its direction is constant for the
        // whole film, so that shadows do not move when cameras change.
        if stage.look.light.direction.is_none() {
            let viewpoint = self.eye.viewpoint(&cast.scene);
            let behind = || viewpoint.sun(cast.scene.sun, &self.eye.settings);
            cast.scene.sun = *self.sun.get_or_insert_with(behind);
        }
        self.sampler.set_up(stage, cast);
    }

    /// Makes the frames up to the stage's clock, until `take` returns `Break`; `take` receives the number and the time (s) of a
    /// frame, what is seen, and the camera. Returns `Break` after the last frame.
    pub fn catch_up(
        &mut self,
        stage: &Stage,
        mut take: impl FnMut(u64, f64, &Scene, &[Pose], &Camera) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (eye, mut number) = (&mut self.eye, self.sampler.taken);
        self.sampler.catch_up(stage, |[time, begin], cast, poses| {
            cast.mark(stage);
            let seen = time.max(begin);
            let camera = eye.look(seen, &cast.scene, poses);
            take(number, seen, &cast.scene, poses, &camera)?;
            number += 1;
            ControlFlow::Continue(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Renderer, Settings};
    use crate::session::{Mode, Quiet};

    /// Returns the mean brightness of a box on the ground, seen from an azimuth (rad): 0 to 255.
    fn brightness(azimuth: f64) -> f64 {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let script = "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nrest";
        assert!(session.run_text("box", script).is_ok());
        let settings = FollowSettings {
            azimuth,
            ..FollowSettings::default()
        };
        let shot = Shot {
            from: 0.0,
            to: Some(0.0),
            interval: 1.0,
        };
        let mut shoot = Shoot::new(shot, Eye::new(settings, 1.0));
        shoot.set_up(session.here());
        let mut renderer = Renderer::new(Settings {
            width: 48,
            height: 27,
            threads: 1,
            ..Settings::default().draft()
        });
        let mut sum = 0.0;
        let flow = shoot.catch_up(session.here(), |_, _, scene, poses, camera| {
            let image = renderer.render(scene, poses, camera);
            // The centre of the picture, where the box is.
            for row in 11..16 {
                let middle = &image.rgb[3 * (row * image.width + 20)..3 * (row * image.width + 28)];
                sum += middle.iter().map(|c| f64::from(*c)).sum::<f64>() / 120.0;
            }
            ControlFlow::Continue(())
        });
        assert!(flow.is_break());
        assert_eq!(shoot.sampler.taken, 1);
        sum
    }

    #[test]
    fn shadows_stand_still_when_cameras_change() {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let script = "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nrest
            camera back follow b 180 20";
        assert!(
            session.run_text("box", script).is_ok(),
            "{:?}",
            session.diagnostics
        );
        let shot = Shot {
            from: 0.0,
            to: None,
            interval: 1.0,
        };
        let mut shoot = Shoot::new(shot, Eye::new(FollowSettings::default(), 1.0));
        let mut sun = |session: &crate::session::Session| {
            shoot.set_up(session.here());
            shoot.sampler.cast.as_ref().unwrap().scene.sun
        };
        let first = sun(&session);
        assert!(session.run_text("on", "camera default").is_ok());
        assert_eq!(sun(&session), first);
        assert!(
            session.run_text("on", "light sun 10 20").is_ok(),
            "{:?}",
            session.diagnostics
        );
        assert_ne!(sun(&session), first);
    }

    #[test]
    fn a_figure_is_as_bright_from_either_side() {
        // By quarter turns: the box looks the same after each.
        let usual = brightness(-0.9);
        for turn in 1..4 {
            let seen = brightness(-0.9 + f64::from(turn) * std::f64::consts::FRAC_PI_2);
            assert!((seen - usual).abs() < 0.03 * usual, "{seen} {usual}");
        }
    }
}
