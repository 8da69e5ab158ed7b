//! The renderer: draws a scene to pixels, without a display, a graphics card or a system package.
//!
//! A frame goes through these steps: meshes are prepared once (`surface`), bodies placed (`frame`), the lights' depth maps
//! drawn (`shadow`, `occlusion`), triangles projected and sorted into tiles (`tile`), and every tile rasterised (`raster`) and
//! lit (`shade`). The picture is the same, bit for bit, on any number of threads.

mod adjacency;
mod clip;
mod depth_map;
mod faces;
mod frame;
mod ground;
mod image;
mod occlusion;
mod overlay;
mod parallel;
mod prepared;
mod raster;
mod settings;
mod shade;
mod shade_floor;
mod shadow;
mod sky;
mod surface;
mod tile;
mod tone;
mod vector;
mod view;

pub use faces::Faces;
pub use image::Image;
pub use settings::Settings;

use crate::draw::Canvas;
use crate::scene::{Camera, Marks, Pose, Scene};
use frame::{Frame, Shapes};
use overlay::Overlay;
use prepared::{Prepared, prepare, refine};
use shadow::{Probes, SunShadow};
use std::sync::LazyLock;
use tile::{TILE, Tiles};
use tone::Tone;
use view::View;

/// Draws scenes. Keeps prepared meshes and buffers between frames; pictures do not depend on earlier ones.
pub struct Renderer {
    settings: Settings,
    tone: Tone,
    probes: Probes,
    shade: SunShadow,
    prepared: Vec<Prepared>,
}

impl Renderer {
    /// Creates a renderer for pictures of one size and quality; settings out of range are clamped.
    pub fn new(settings: Settings) -> Renderer {
        Renderer {
            settings: settings.clamped(),
            tone: Tone::new(),
            probes: Probes::new(),
            shade: SunShadow::new(),
            prepared: Vec::new(),
        }
    }

    /// Returns the current settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Draws the scene with its actors at `poses`, which are in the order of the actors. Actors without a pose, with a
    /// pose that is not finite or with an unknown mesh are omitted; a camera that is not finite gives a black picture.
    pub fn render(&mut self, scene: &Scene, poses: &[Pose], camera: &Camera) -> Image {
        let Settings { width, height, .. } = self.settings;
        let whole = self.render_while(scene, poses, camera, &|| true);
        whole.unwrap_or_else(|| Image {
            width,
            height,
            rgb: vec![0; 3 * width * height],
        })
    }

    /// Draws as [`Renderer::render`] does, while `goes_on` returns true, which is checked before each tile; `None` if it was
    /// stopped.
    pub fn render_while(
        &mut self,
        scene: &Scene,
        poses: &[Pose],
        camera: &Camera,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Option<Image> {
        let Settings {
            width,
            height,
            threads,
            rounding,
            ..
        } = self.settings;
        prepare(&mut self.prepared, &scene.meshes, rounding);
        let origin = camera.target;
        let view = View::new(camera, origin, width, height);
        let halvings = view.map_or(vec![], |view| {
            let prepared = &mut self.prepared;
            refine(prepared, &view, origin, &scene.actors, poses, rounding)
        });
        let mut rgb = vec![0; 3 * width * height];
        let shapes = self.prepared.iter().zip(halvings);
        let shapes: Vec<Shapes> = shapes
            .map(|(prepared, times)| Shapes {
                seen: prepared.halved(times),
                caster: &prepared.surface,
            })
            .collect();
        let frame = Frame::new(
            self.settings,
            scene,
            &shapes,
            poses,
            camera,
            &mut self.shade,
            &self.probes,
        );
        if let Some(frame) = &frame {
            let tiles = Tiles::new(frame);
            let marked = !scene.marks.is_empty();
            // Nearer objects hide lines: distances are kept only if there are lines.
            let mut depths = vec![0.0; if marked { width * height } else { 0 }];
            let mut bands = depths.chunks_mut(width * TILE);
            let bands = rgb
                .chunks_mut(3 * width * TILE)
                .enumerate()
                .map(|(band, rows)| (band, rows, bands.next().unwrap_or_default()))
                .collect();
            parallel::for_each(
                threads,
                bands,
                |(band, rows, depths): (usize, &mut [u8], &mut [f32])| {
                    tiles.draw_band(band * TILE, rows, depths, &self.tone, goes_on);
                },
            );
            if marked {
                let canvas = Canvas::new(width, height, &mut rgb);
                let view = &frame.view;
                Overlay::new(view, origin, canvas, &depths, &self.tone).draw(&scene.marks, poses);
            }
        }
        goes_on().then_some(Image { width, height, rgb })
    }
}

/// Draws markers alone, as [`Renderer::render`] draws them, but nothing hides them; `poses` are those of the scene's actors.
pub fn draw_marks(canvas: Canvas, marks: &Marks, poses: &[Pose], camera: &Camera) {
    static TONE: LazyLock<Tone> = LazyLock::new(Tone::new);
    let origin = camera.target;
    if let Some(view) = View::new(camera, origin, canvas.width(), canvas.height()) {
        Overlay::new(&view, origin, canvas, &[], &TONE).draw(marks, poses);
    }
}
