//! Frames: the views of a moment side by side, with overlays.

use super::camera::FilmCamera;
use super::overlay::Overlay;
use super::scene::WorldScene;
use super::view::{Region, View, tiles};
use crate::draw::{Align, Canvas, Label, Paint};
use crate::render::{Image, Renderer, Settings};
use crate::scene::{Camera, FollowSettings, Pose, Scene};
use crate::session::{Snap, Stage};
use std::io;
use std::path::Path;

/// Function that is called regularly to find out whether to continue drawing.
pub type GoesOn<'a> = &'a (dyn Fn() -> bool + Sync);

/// Appearance of frames.
#[derive(Clone, Debug)]
pub struct FrameSettings {
    /// Size and quality.
    pub quality: Settings,
    /// Views; at least one.
    pub views: Vec<View>,
    /// Distance of the cameras, as a multiple of the distance from which the figures just fit.
    pub distance: f64,
    /// Time constant of the cameras' motion (s of simulated time).
    pub smoothing: f64,
}

impl FrameSettings {
    /// Returns the settings of frames of a size and quality with one view.
    #[must_use]
    pub fn of(quality: Settings, view: View) -> Self {
        FrameSettings {
            quality,
            views: vec![view],
            distance: 1.0,
            smoothing: 1.0,
        }
    }
}

/// Draws frames.
pub struct FrameRenderer {
    size: (usize, usize),
    views: Vec<ViewRenderer>,
    /// Direction of the sun, unless the script sets it: behind the first camera, and constant, so that shadows do not move when cameras
    /// change.
    sun: Option<[f32; 3]>,
}

/// A view with its tile of the frame.
struct ViewRenderer {
    view: View,
    tile: Region,
    camera: FilmCamera,
    renderer: Renderer,
}

/// Grey level between tiles (sRGB).
const BETWEEN: u8 = 24;

impl FrameRenderer {
    /// Creates a renderer of frames; none if a view would have no pixels.
    #[must_use]
    pub fn new(settings: &FrameSettings) -> Option<Self> {
        let quality = settings.quality;
        let tiles = tiles(settings.views.len(), quality.width, quality.height)?;
        let views = settings.views.iter().zip(tiles).map(|(view, tile)| {
            let follow = FollowSettings {
                azimuth: view.azimuth,
                elevation: view.elevation,
                aspect: tile.width as f64 / tile.height as f64,
                smoothing: settings.smoothing,
                ..FollowSettings::default()
            };
            ViewRenderer {
                view: view.clone(),
                tile,
                camera: FilmCamera::new(follow, settings.distance, view.camera.clone()),
                renderer: Renderer::new(Settings {
                    width: tile.width,
                    height: tile.height,
                    ..quality
                }),
            }
        });
        Some(FrameRenderer {
            size: (quality.width, quality.height),
            views: views.collect(),
            sun: None,
        })
    }

    /// Draws the scene at a time (s) with the actors at their poses, as long as `goes_on` returns true; none if it was cancelled. Times
    /// must rise from call to call.
    pub fn draw(
        &mut self,
        time: f64,
        scene: &mut Scene,
        poses: &[Pose],
        overlay: &Overlay,
        goes_on: GoesOn,
    ) -> Option<Image> {
        self.set_sun(scene);
        self.draw_from(time, scene, poses, overlay, goes_on, |view| {
            view.camera.look(time, scene, poses)
        })
    }

    /// Puts the sun behind the first camera, unless the script has set it.
    pub(super) fn set_sun(&mut self, scene: &mut Scene) {
        if let Some(first) = self.views.first().filter(|_| !scene.has_fixed_sun) {
            scene.sun = *self.sun.get_or_insert_with(|| first.camera.sun(scene));
        }
    }

    /// Draws the scene from other cameras, which a function of view and aspect ratio (width over height) returns.
    pub(super) fn draw_by(
        &mut self,
        time: f64,
        scene: &Scene,
        poses: &[Pose],
        overlay: &Overlay,
        goes_on: GoesOn,
        camera: impl Fn(&View, f64) -> Camera,
    ) -> Option<Image> {
        self.draw_from(time, scene, poses, overlay, goes_on, |view| {
            let Region { width, height, .. } = view.tile;
            camera(&view.view, width as f64 / height as f64)
        })
    }

    fn draw_from(
        &mut self,
        time: f64,
        scene: &Scene,
        poses: &[Pose],
        overlay: &Overlay,
        goes_on: GoesOn,
        camera: impl Fn(&mut ViewRenderer) -> Camera,
    ) -> Option<Image> {
        let several = self.views.len() > 1;
        let mut frame = Image {
            width: self.size.0,
            height: self.size.1,
            rgb: vec![BETWEEN; 3 * self.size.0 * self.size.1],
        };
        for view in &mut self.views {
            let camera = camera(view);
            let image = view.renderer.render_while(scene, poses, &camera, goes_on)?;
            if !several {
                frame = image;
                break;
            }
            frame.put(&image, view.tile.left, view.tile.top);
        }
        let mut canvas = Canvas::new(frame.width, frame.height, &mut frame.rgb);
        for view in self
            .views
            .iter()
            .filter(|_| several && overlay.names_views())
        {
            let (tile, size) = (view.tile, Overlay::line(self.size.1));
            let right = (tile.left + tile.width) as f32 - size;
            let bottom = (tile.top + tile.height) as f32 - 2.0 * size;
            let label = Label {
                align: Align::Right,
                halo: Some(Paint::BLACK.with_opacity(0.7)),
                ..Label::new(size)
            };
            canvas.text([right, bottom], &view.view.name, label);
        }
        overlay.draw(&mut canvas, time);
        Some(frame)
    }
}

/// Writes a picture of the current state of a stage, in full quality.
///
/// # Errors
/// The file cannot be written.
pub fn still(stage: &Stage, snap: Snap, file: &Path) -> io::Result<()> {
    let mut world = WorldScene::of(stage);
    let mut poses = vec![];
    world.place(stage, &mut poses);
    world.mark(stage);
    world.scene.camera = snap.camera;
    let quality = Settings::of(snap.width, snap.height).full();
    let renderer = FrameRenderer::new(&FrameSettings::of(quality, View::default()));
    let drawn = renderer.and_then(|mut renderer| {
        let (time, overlay) = (stage.world.time, Overlay::none());
        renderer.draw(time, &mut world.scene, &poses, &overlay, &|| true)
    });
    match drawn {
        Some(image) => image.write_png(file),
        None => Err(io::Error::other("it has no pixels")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Mode, Quiet, Session};

    fn boxed(more: &str) -> Session {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let script = "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nrest\n";
        let ran = session.run_text("box", &format!("{script}{more}"));
        assert!(ran.is_ok(), "{:?}", session.diagnostics);
        session
    }

    fn renderer(azimuth: f64) -> FrameRenderer {
        let quality = Settings {
            threads: 1,
            ..Settings::of(48, 27).draft()
        };
        let view = View::following(azimuth, View::default().elevation);
        FrameRenderer::new(&FrameSettings::of(quality, view)).unwrap()
    }

    /// Returns the mean brightness of a box on the ground, seen from an azimuth (rad): 0 to 255.
    fn brightness(azimuth: f64) -> f64 {
        let session = boxed("");
        let mut world = WorldScene::of(session.here());
        let mut poses = vec![];
        world.place(session.here(), &mut poses);
        let mut renderer = renderer(azimuth);
        let overlay = Overlay::none();
        let image = renderer.draw(0.0, &mut world.scene, &poses, &overlay, &|| true);
        let image = image.unwrap();
        // The centre of the picture, where the box is.
        let rows = (11..16).map(|row| &image.rgb[3 * (row * 48 + 20)..3 * (row * 48 + 28)]);
        rows.flatten().map(|c| f64::from(*c)).sum::<f64>() / 120.0
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

    #[test]
    fn shadows_stand_still_when_cameras_change() {
        let mut session = boxed("camera back follow b 180 20");
        let mut renderer = renderer(-0.9);
        let mut sun = |session: &Session| {
            let mut scene = WorldScene::of(session.here()).scene;
            renderer.set_sun(&mut scene);
            scene.sun
        };
        let first = sun(&session);
        assert!(session.run_text("on", "camera default").is_ok());
        assert_eq!(sun(&session), first);
        assert!(session.run_text("on", "light sun 10 20").is_ok());
        assert_ne!(sun(&session), first);
    }
}
