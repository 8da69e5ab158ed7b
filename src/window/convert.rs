//! Converts data of the scene for kiss3d.

use crate::scene::Pose;
use kiss3d::color::Color;
use kiss3d::glamx::{Pose3, Quat, Vec3};

/// Converts a point to units of the window.
pub(super) fn point(p: [f64; 3], scale: f64) -> Vec3 {
    let [x, y, z] = p.map(|c| (c * scale) as f32);
    Vec3::new(x, y, z)
}

/// Converts a pose to units of the window; none if it is invalid.
pub(super) fn pose(pose: &Pose, scale: f64) -> Option<Pose3> {
    pose.rotation()?;
    let [w, x, y, z] = pose.orientation.map(|c| c as f32);
    Some(Pose3::from_parts(
        point(pose.position, scale),
        Quat::from_xyzw(x, y, z, w).normalize(),
    ))
}

/// Converts an opaque colour (linear RGB).
pub(super) fn colour([r, g, b]: [f32; 3]) -> Color {
    Color::new(r, g, b, 1.0)
}
