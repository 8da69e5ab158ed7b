//! The camera of a viewer as a camera of kiss3d.

use super::nodes::point;
use crate::scene::Camera;
use kiss3d::camera::Camera3d;
use kiss3d::event::WindowEvent;
use kiss3d::glamx::camera::rh::proj::opengl::perspective;
use kiss3d::glamx::{Mat4, Pose3, Quat, Vec3};
use kiss3d::window::Canvas;

/// Distances of the near and far planes, in units of the window: figures are about 1 long.
const PLANES: (f32, f32) = (0.02, 400.0);

/// A camera of kiss3d with the view of a camera of the scene.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eye {
    eye: Vec3,
    view: Pose3,
    projection: Mat4,
}

impl Eye {
    /// Creates the view of a camera, for a picture of this aspect ratio (width by height).
    pub fn new(camera: &Camera, aspect: f64, scale: f64) -> Self {
        let eye = point(camera.eye, scale);
        let ahead = (point(camera.target, scale) - eye).normalize_or(Vec3::X);
        let right = ahead.cross(Vec3::Z).normalize_or(Vec3::Y);
        let up = right.cross(ahead);
        // Rows are the axes of the camera, which looks along -z.
        let turn = Quat::from_mat3(&kiss3d::glamx::Mat3::from_cols(right, up, -ahead).transpose());
        let (near, far) = PLANES;
        let fov = camera.vertical_fov as f32;
        Eye {
            eye,
            view: Pose3::from_parts(-(turn * eye), turn),
            projection: perspective(fov, aspect as f32, near, far),
        }
    }
}

impl Camera3d for Eye {
    fn handle_event(&mut self, _: &Canvas, _: &WindowEvent) {}

    fn eye(&self) -> Vec3 {
        self.eye
    }

    fn view_transform(&self) -> Pose3 {
        self.view
    }

    fn transformation(&self) -> Mat4 {
        self.projection * self.view.to_mat4()
    }

    fn inverse_transformation(&self) -> Mat4 {
        self.transformation().inverse()
    }

    fn clip_planes(&self) -> (f32, f32) {
        PLANES
    }

    fn update(&mut self, _: &Canvas) {}

    fn view_transform_pair(&self, _pass: usize) -> (Pose3, Mat4) {
        (self.view, self.projection)
    }
}
