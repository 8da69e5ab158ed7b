//! Draws a moment by the renderer of frames, for viewers that draw on the CPU.

use super::controls::Controls;
use super::shown::Shown;
use crate::render::{Image, Renderer, Settings};
use crate::scene::{Camera, Scene};
use std::sync::Arc;

/// Colour of the selected body.
const CHOSEN: [f32; 3] = [0.9, 0.65, 0.05];

/// Smallest visible width of lines (pixels): thinner ones would only be noise in the small pictures of a terminal.
const THIN: f32 = 0.5;

/// Renderer of frames, with data kept between pictures.
#[derive(Default)]
pub struct Draft {
    renderer: Option<Renderer>,
    /// The scene that is drawn, and the one it was made from.
    scene: Option<(Arc<Scene>, Scene)>,
}

impl Draft {
    /// Draws a moment from a viewer's camera.
    pub fn draw(
        &mut self,
        shown: &Shown,
        controls: &Controls,
        settings: Settings,
        camera: &Camera,
    ) -> Image {
        let fits = |renderer: &Renderer| {
            let of = |s: &Settings| (s.width, s.height, s.soft_shadows, s.shadow_map);
            of(renderer.settings()) == of(&settings)
        };
        let kept = self.renderer.take().filter(fits);
        let mut renderer = kept.unwrap_or_else(|| Renderer::new(settings));
        let own = self.scene.take();
        let own = own.filter(|(of, _)| Arc::ptr_eq(of, &shown.scene));
        let (of, mut scene) =
            own.unwrap_or_else(|| (Arc::clone(&shown.scene), (*shown.scene).clone()));
        scene.sun = controls.camera.sun(shown);
        for (i, (actor, as_it_is)) in scene.actors.iter_mut().zip(&of.actors).enumerate() {
            let is_chosen = controls.chosen == Some(i);
            actor.colour = if is_chosen { CHOSEN } else { as_it_is.colour };
        }
        scene.marks.clone_from(&shown.marks);
        let height = settings.height as f32;
        scene.marks.strokes.retain(|s| s.width * height > THIN);
        let image = renderer.render(&scene, &shown.poses, camera);
        self.scene = Some((of, scene));
        self.renderer = Some(renderer);
        image
    }
}
