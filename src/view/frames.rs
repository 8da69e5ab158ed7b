//! Draws moments for viewers by the renderer of films, as coarsely as the machine needs.

use super::controls::Controls;
use super::shown::Shown;
use crate::render::{Image, Renderer, Settings};
use crate::scene::{Camera, Marks, Scene};
use std::sync::Arc;

/// Colour of the selected body.
pub const CHOSEN: [f32; 3] = [0.9, 0.65, 0.05];

/// Time for drawing and showing a picture (s) beyond which it is made coarser, and the largest number of pixels of the display per side
/// of a pixel of the picture.
const SLOW: f64 = 0.06;
const COARSEST: usize = 4;

/// Time (s) below which a picture may be four times as large, and the number of consecutive ones that counts.
const FAST: f64 = 0.2 * SLOW;
const MANY: u32 = 30;

/// Number of consecutive slow pictures that counts, so that a single one does not.
const IN_A_ROW: u32 = 4;

/// Draws moments, with data kept between pictures.
pub struct Frames {
    renderer: Option<Renderer>,
    /// The scene that is drawn, and the one it was made from.
    scene: Option<(Arc<Scene>, Scene)>,
    /// Numbers of consecutive slow and fast pictures.
    slow: u32,
    fast: u32,
    /// Pixels of the display per side of a pixel of the picture.
    pub coarse: usize,
}

impl Default for Frames {
    fn default() -> Self {
        Frames {
            renderer: None,
            scene: None,
            slow: 0,
            fast: 0,
            coarse: 1,
        }
    }
}

impl Frames {
    /// Draws a moment from a viewer's camera, with some of its markers.
    pub fn draw(
        &mut self,
        shown: &Shown,
        marks: Marks,
        controls: &Controls,
        settings: Settings,
        camera: &Camera,
    ) -> Image {
        let fits = |renderer: &Renderer| {
            let of = |s: &Settings| (s.width, s.height, s.soft_shadows, s.shadow_map);
            of(renderer.settings()) == of(&settings)
        };
        let kept = self.renderer.take().filter(fits);
        let renderer = self
            .renderer
            .insert(kept.unwrap_or_else(|| Renderer::new(settings)));
        let own = self.scene.take();
        let own = own.filter(|(of, _)| Arc::ptr_eq(of, &shown.scene));
        let (of, scene) = self
            .scene
            .insert(own.unwrap_or_else(|| (Arc::clone(&shown.scene), (*shown.scene).clone())));
        scene.sun = controls.camera.sun(shown);
        for (i, (actor, as_it_is)) in scene.actors.iter_mut().zip(&of.actors).enumerate() {
            let is_chosen = controls.chosen == Some(i);
            actor.colour = if is_chosen { CHOSEN } else { as_it_is.colour };
        }
        scene.marks = marks;
        renderer.render(scene, &shown.poses, camera)
    }

    /// Notes the time (s) that a picture took. Returns whether the next ones will be coarser or finer.
    pub fn took(&mut self, seconds: f64) -> bool {
        self.slow = if seconds > SLOW { self.slow + 1 } else { 0 };
        self.fast = if seconds < FAST { self.fast + 1 } else { 0 };
        let before = self.coarse;
        if self.slow >= IN_A_ROW && self.coarse < COARSEST {
            (self.slow, self.coarse) = (0, self.coarse + 1);
        } else if self.fast >= MANY && self.coarse > 1 {
            (self.fast, self.coarse) = (0, self.coarse - 1);
        }
        self.coarse != before
    }
}
