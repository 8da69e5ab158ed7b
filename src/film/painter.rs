//! Whole frames: the views of a moment side by side, with overlays.

use super::overlay::Overlay;
use super::view::{Region, View, tiles};
use crate::draw::{Align, Canvas, Label, Paint};
use crate::render::{Image, Renderer, Settings};
use crate::scene::{Camera, Pose, Scene};

/// Draws frames.
pub struct Painter {
    size: (usize, usize),
    views: Vec<Seen>,
}

/// A view and its tile.
struct Seen {
    view: View,
    tile: Region,
    renderer: Renderer,
}

/// A moment to draw: the appearance of a scene to the cameras of all views.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// Time (s).
    pub time: f64,
    /// Scene.
    pub scene: &'a Scene,
    /// Poses of the actors.
    pub poses: &'a [Pose],
    /// One camera for each view.
    pub cameras: &'a [Camera],
    /// Overlay.
    pub overlay: &'a Overlay,
}

/// Grey level between tiles (sRGB).
const FRAME: u8 = 24;

impl Painter {
    /// Creates a painter for frames of a size and quality with several views; none if a view would have no pixels.
    #[must_use]
    pub fn new(quality: Settings, views: &[View]) -> Option<Painter> {
        let size = (quality.width, quality.height);
        let tiles = tiles(views.len(), size.0, size.1)?;
        let both = views.iter().zip(tiles);
        let views = both.map(|(view, tile)| Seen {
            view: view.clone(),
            tile,
            renderer: Renderer::new(Settings {
                width: tile.width,
                height: tile.height,
                ..quality
            }),
        });
        Some(Painter {
            size,
            views: views.collect(),
        })
    }

    /// Returns the aspect ratio, width over height, of each view.
    pub fn aspects(&self) -> impl Iterator<Item = f64> {
        self.views
            .iter()
            .map(|seen| seen.tile.width as f64 / seen.tile.height as f64)
    }

    /// Draws a moment, as long as `goes_on` returns true; returns no picture if it was cancelled.
    pub fn paint(&mut self, shown: Shown, goes_on: &(dyn Fn() -> bool + Sync)) -> Option<Image> {
        let mut whole = self.pictures(shown, goes_on)?;
        let mut canvas = Canvas::new(whole.width, whole.height, &mut whole.rgb);
        if self.views.len() > 1 && shown.overlay.names_views() {
            for seen in &self.views {
                let tile = seen.tile;
                let size = Overlay::line(self.size.1);
                let right = (tile.left + tile.width) as f32 - size;
                let bottom = (tile.top + tile.height) as f32 - 2.0 * size;
                let label = Label {
                    align: Align::Right,
                    halo: Some(Paint::BLACK.with_opacity(0.7)),
                    ..Label::new(size)
                };
                canvas.text([right, bottom], &seen.view.name, label);
            }
        }
        shown.overlay.draw(&mut canvas, shown.time);
        Some(whole)
    }

    /// Draws the pictures of all views into one.
    fn pictures(&mut self, shown: Shown, goes_on: &(dyn Fn() -> bool + Sync)) -> Option<Image> {
        let several = self.views.len() > 1;
        let mut whole = Image {
            width: self.size.0,
            height: self.size.1,
            rgb: vec![],
        };
        for (seen, camera) in self.views.iter_mut().zip(shown.cameras) {
            let image = seen
                .renderer
                .render_while(shown.scene, shown.poses, camera, goes_on)?;
            if !several {
                return Some(image);
            }
            whole.rgb.resize(3 * whole.width * whole.height, FRAME);
            whole.put(&image, seen.tile.left, seen.tile.top);
        }
        Some(whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::film::Overlays;
    use crate::scene::{Actor, Mesh};

    const SMALL: Settings = Settings {
        width: 64,
        height: 36,
        samples: 1,
        threads: 1,
        shadow_map: 64,
        soft_shadows: false,
        sky_directions: 0,
        rounding: 0.0,
    };

    fn scene() -> Scene {
        Scene {
            meshes: vec![Mesh::cuboid([1.0, 1.0, 1.0])],
            actors: vec![Actor {
                name: "box".into(),
                mesh: 0,
                colour: [0.8, 0.1, 0.1],
                ..Actor::default()
            }],
            ..Scene::default()
        }
    }

    fn camera(eye: [f64; 3]) -> Camera {
        Camera {
            eye,
            target: [0.0, 0.0, 0.5],
            vertical_fov: 0.6,
        }
    }

    fn views(names: &[&str]) -> Vec<View> {
        let follow = View::following(-0.9, 0.4);
        let named = names
            .iter()
            .map(|name| View::named(name, &follow, &[]).unwrap());
        named.collect()
    }

    #[test]
    fn one_view_without_overlays_is_the_renderer_s_picture() {
        let overlay = Overlay::new(Overlays::default(), 0.0, 1.0, 0.1);
        let (scene, poses) = (scene(), [Pose::at([0.0, 0.0, 0.5])]);
        let shown = Shown {
            time: 0.0,
            scene: &scene,
            poses: &poses,
            cameras: &[camera([3.0, -3.0, 2.0])],
            overlay: &overlay,
        };
        let mut painter = Painter::new(SMALL, &views(&["follow"])).unwrap();
        let painted = painter.paint(shown, &|| true).unwrap();
        let plain = Renderer::new(SMALL).render(&scene, &poses, &shown.cameras[0]);
        assert!(painted == plain);
        assert!(painter.paint(shown, &|| false).is_none());
        // Two views fill the frame.
        let mut both = Painter::new(SMALL, &views(&["follow", "top"])).unwrap();
        let two = Shown {
            cameras: &[camera([3.0, -3.0, 2.0]), camera([0.0, -0.1, 9.0])],
            ..shown
        };
        let painted = both.paint(two, &|| true).unwrap();
        assert_eq!((painted.width, painted.height), (64, 36));
        assert_eq!(painted.rgb.len(), 3 * 64 * 36);
    }

    #[test]
    fn a_picture_put_beyond_the_border_is_cut() {
        let plain = |width: usize, height: usize, shade: u8| Image {
            width,
            height,
            rgb: vec![shade; 3 * width * height],
        };
        let mut whole = plain(4, 3, 0);
        whole.put(&plain(3, 3, 9), 2, 1);
        let lit: Vec<usize> = (0..12).filter(|n| whole.rgb[3 * n] == 9).collect();
        assert_eq!(lit, [6, 7, 10, 11]);
        whole.put(&plain(2, 2, 7), 9, 9);
    }
}
