//! Draws a picture of one moment.

use super::cast::Cast;
use crate::render::{Image, Renderer, Settings};
use crate::scene::{CameraOperator, FollowSettings, Viewpoint};
use crate::session::{Snap, Stage};

/// Draws the current state of a stage, in full quality.
#[must_use]
pub fn still(stage: &Stage, snap: Snap) -> Image {
    let mut cast = Cast::of(stage);
    let mut poses = vec![];
    cast.place(stage, &mut poses);
    cast.mark(stage);
    let settings = FollowSettings {
        aspect: snap.width as f64 / snap.height.max(1) as f64,
        ..FollowSettings::default()
    };
    let named = snap
        .camera
        .and_then(|camera| cast.scene.cameras.get(camera));
    let viewpoint = named.map_or_else(Viewpoint::beside_all, |camera| camera.viewpoint.clone());
    if stage.look.light.direction.is_none() {
        cast.scene.sun = viewpoint.sun(cast.scene.sun, &settings);
    }
    let camera =
        CameraOperator::new(viewpoint, settings).look(stage.world.time, &cast.scene, &poses);
    let mut renderer = Renderer::new(Settings::of(snap.width, snap.height).full());
    renderer.render(&cast.scene, &poses, &camera)
}
