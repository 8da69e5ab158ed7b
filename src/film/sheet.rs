//! Strips and contact sheets: moments side by side in one picture, each with its caption, on a white background.

use super::camera::FilmCamera;
use super::moments::Moment;
use super::renderer::{FrameRenderer, FrameSettings, GoesOn};
use super::view::{FOLLOW, View};
use super::way::ways;
use crate::draw::{Align, Canvas, Label, Paint};
use crate::render::Image;
use crate::scene::{Bounds, Camera, FollowCamera, FollowSettings};

/// The colour of captions.
const INK: Paint = Paint::solid([52, 54, 60]);

/// Largest number of pixels of a sheet; more are a mistake.
pub const LARGEST: usize = 1 << 28;

/// Layout of a sheet of pictures of one size (pixels).
struct Measures {
    gap: usize,
    caption: usize,
}

impl Measures {
    fn of(height: usize) -> Measures {
        Measures {
            gap: (height / 40).clamp(1, 24),
            caption: (height / 9).clamp(12, 40),
        }
    }
}

/// Returns width and height of a sheet of columns and rows of pictures of one size; none if it would be too large.
#[must_use]
pub fn size_of(
    columns: usize,
    rows: usize,
    (width, height): (usize, usize),
) -> Option<(usize, usize)> {
    let Measures { gap, caption } = Measures::of(height);
    let across = columns
        .checked_mul(width.checked_add(gap)?)?
        .checked_sub(gap)?;
    let down = rows.checked_mul(height.checked_add(caption)?)?;
    let fits = across.checked_mul(down)? <= LARGEST;
    fits.then_some((across, down))
}

/// Arranges pictures of one size, with captions, in rows.
#[must_use]
pub fn compose(cells: &[(Image, String)], columns: usize) -> Option<Image> {
    let (first, _) = cells.first()?;
    let columns = columns.clamp(1, cells.len());
    let Measures { gap, caption } = Measures::of(first.height);
    let rows = cells.len().div_ceil(columns);
    let (width, height) = size_of(columns, rows, (first.width, first.height))?;
    let mut sheet = Image {
        width,
        height,
        rgb: vec![255; 3 * width * height],
    };
    for (number, (image, text)) in cells.iter().enumerate() {
        let left = number % columns * (first.width + gap);
        let top = number / columns * (first.height + caption);
        sheet.put(image, left, top);
        let mut canvas = Canvas::new(width, height, &mut sheet.rgb);
        let size = 0.78 * caption as f32;
        let label = Label {
            paint: INK,
            align: Align::Middle,
            ..Label::new(size)
        };
        let middle = left as f32 + 0.5 * first.width as f32;
        let line = (top + first.height) as f32 + 0.08 * caption as f32;
        canvas.text([middle, line], text, label);
    }
    Some(sheet)
}

/// Draws moments with their times as captions, all to the same scale, with the way of each figure since the first, as long as
/// `goes_on` returns true; none if it was cancelled.
#[must_use]
pub(super) fn draw_moments(
    moments: &[Moment],
    settings: &FrameSettings,
    goes_on: GoesOn,
) -> Option<Vec<(Image, String)>> {
    let mut renderer = FrameRenderer::new(settings)?;
    let bounds = one_scale(moments);
    let mut cells = vec![];
    for ((moment, bounds), way) in moments.iter().zip(&bounds).zip(ways(moments)) {
        let mut scene = (*moment.scene).clone();
        scene.marks.strokes.extend(way);
        renderer.set_sun(&mut scene);
        let overlay = moment.overlay.without_clock();
        let camera = |view: &View, aspect| camera(view, aspect, settings.distance, moment, bounds);
        let image = renderer.draw_by(
            moment.time,
            &scene,
            &moment.poses,
            &overlay,
            goes_on,
            camera,
        )?;
        cells.push((image, moment.overlay.clock(moment.time)));
    }
    Some(cells)
}

/// Returns the camera that the view names or the script has chosen by then, or else one that shows the figures within some
/// bounds.
fn camera(view: &View, aspect: f64, distance: f64, moment: &Moment, bounds: &Bounds) -> Camera {
    let settings = FollowSettings {
        azimuth: view.azimuth,
        elevation: view.elevation,
        aspect,
        ..FollowSettings::default()
    };
    let by_script = view.name == FOLLOW && moment.scene.camera.is_some();
    if by_script || view.camera.is_some() {
        let mut camera = FilmCamera::new(settings, distance, view.camera.clone());
        return camera.look(moment.time, &moment.scene, &moment.poses);
    }
    let near = FollowCamera::new(settings).follow(0.0, bounds);
    Camera {
        eye: std::array::from_fn(|k| near.target[k] + (near.eye[k] - near.target[k]) * distance),
        ..near
    }
}

/// Largest vertical motion of a figure that is visible in the pictures, in parts of its radius; beyond it, pictures follow the
/// figure up and down.
const RISES: f64 = 3.0;

/// Largest distance of the figures from the middle of their way that is visible in the pictures, in parts of their reach: all
/// pictures show the same place, in which the figures move. Beyond it, pictures follow the figures.
const RANGES: f64 = 1.0;

/// Ratio of sizes beyond which a moment has its own scale: its figures would be too small.
const SPECK: f64 = 3.0;

/// Returns the bounds of the figures at each moment, enlarged to the largest, and to their motion over all moments.
fn one_scale(moments: &[Moment]) -> Vec<Bounds> {
    let bounds: Vec<Bounds> = moments
        .iter()
        .map(|moment| {
            moment
                .scene
                .bounds(&moment.poses, |_| true)
                .unwrap_or_default()
        })
        .collect();
    let most = |of: &dyn Fn(&Bounds) -> f64| bounds.iter().map(of).fold(0.0, f64::max);
    let (mut reach, radius, mut half_height) = (
        most(&|b| b.reach),
        most(&|b| b.radius),
        most(&|b| b.half_height),
    );
    // Middle and half of the range of one coordinate, with a margin at both ends.
    let range = |axis: usize, margin: &dyn Fn(&Bounds) -> f64| {
        let low = bounds.iter().map(|b| b.centre[axis] - margin(b));
        let high = bounds.iter().map(|b| b.centre[axis] + margin(b));
        let (low, high) = (
            low.fold(f64::INFINITY, f64::min),
            high.fold(f64::NEG_INFINITY, f64::max),
        );
        (0.5 * (low + high), 0.5 * (high - low))
    };
    let (x, y) = (range(0, &|_| 0.0).0, range(1, &|_| 0.0).0);
    let (z, rises) = range(2, &|b| b.half_height);
    let ranges = most(&|b| libm::hypot(b.centre[0] - x, b.centre[1] - y));
    let (stays, shows_rise) = (ranges <= RANGES * reach, rises <= RISES * radius);
    if shows_rise {
        half_height = rises;
    }
    if stays {
        reach = most(&|b| b.reach + libm::hypot(b.centre[0] - x, b.centre[1] - y));
    }
    bounds
        .iter()
        .map(|own| {
            if radius > SPECK * own.radius {
                return *own;
            }
            let [own_x, own_y, own_z] = own.centre;
            let (x, y) = if stays { (x, y) } else { (own_x, own_y) };
            Bounds {
                centre: [x, y, if shows_rise { z } else { own_z }],
                radius: radius.max(libm::hypot(reach, half_height)),
                reach,
                half_height,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(shade: u8) -> (Image, String) {
        let image = Image {
            width: 40,
            height: 30,
            rgb: vec![shade; 3 * 1200],
        };
        (image, "0.1 s".into())
    }

    #[test]
    fn pictures_lie_in_rows_above_their_captions() {
        let cells: Vec<(Image, String)> = [10, 20, 30].map(plain).to_vec();
        let sheet = compose(&cells, 2).unwrap();
        assert_eq!((sheet.width, sheet.height), (81, 84));
        assert_eq!(size_of(2, 2, (40, 30)), Some((81, 84)));
        let shade = |x: usize, y: usize| sheet.rgb[3 * (y * sheet.width + x)];
        assert_eq!([shade(0, 0), shade(41, 0), shade(0, 42)], [10, 20, 30]);
        // The white background between them, and where a picture is missing.
        assert_eq!([shade(40, 5), shade(60, 50)], [255, 255]);
        let has_ink = |top: usize| (top..top + 12).any(|y| (0..40).any(|x| shade(x, y) < 128));
        assert!(has_ink(30) && has_ink(72));
        assert!(compose(&[], 3).is_none());
    }

    #[test]
    fn the_camera_of_the_script_takes_the_pictures() {
        use crate::film::{Overlay, Overlays};
        use crate::scene::{NamedCamera, Place, Scene, Target, Viewpoint};
        let beside = Viewpoint::beside_all();
        let scene = Scene {
            cameras: vec![NamedCamera {
                name: "gate".to_owned(),
                viewpoint: Viewpoint {
                    place: Place::At([1.0, 2.0, 3.0]),
                    target: Target::Point([0.0; 3]),
                    ..beside
                },
            }],
            camera: Some(0),
            ..Scene::default()
        };
        let mut moment = Moment {
            time: 0.0,
            scene: std::sync::Arc::new(scene.clone()),
            poses: vec![],
            overlay: Overlay::new(Overlays::default(), 0.0, 1.0, 0.1),
        };
        let follow = View::following(0.0, 0.3);
        let side = View::named("side", &follow, &[]).unwrap();
        let gate = View::named("gate", &follow, &["gate".to_owned()]).unwrap();
        let eye =
            |view: &View, moment: &Moment| camera(view, 1.0, 1.0, moment, &Bounds::default()).eye;
        assert_eq!(eye(&follow, &moment), [1.0, 2.0, 3.0]);
        assert_ne!(eye(&side, &moment), [1.0, 2.0, 3.0]);
        moment.scene = std::sync::Arc::new(Scene {
            camera: None,
            ..scene
        });
        assert_ne!(eye(&follow, &moment), [1.0, 2.0, 3.0]);
        assert_eq!(eye(&gate, &moment), [1.0, 2.0, 3.0]);
    }

    #[test]
    fn figures_have_one_scale_unless_they_would_be_specks() {
        use crate::film::{Overlay, Overlays};
        use crate::scene::{Actor, Mesh, Pose, Scene};
        let scene = std::sync::Arc::new(Scene {
            meshes: vec![Mesh::cuboid([1.0, 1.0, 1.0])],
            actors: (0..2)
                .map(|_| Actor {
                    name: String::new(),
                    mesh: 0,
                    colour: [0.5; 3],
                    ..Actor::default()
                })
                .collect(),
            ..Scene::default()
        });
        let moment = |apart: f64, height: f64| Moment {
            time: 0.0,
            scene: std::sync::Arc::clone(&scene),
            poses: vec![Pose::at([0.0, 0.0, height]), Pose::at([apart, 0.0, height])],
            overlay: Overlay::new(Overlays::default(), 0.0, 1.0, 0.1),
        };
        let bounds = one_scale(&[moment(1.0, 0.0), moment(2.0, 1.0)]);
        assert_eq!(bounds[0].reach, bounds[1].reach);
        assert_eq!((bounds[0].centre[2], bounds[1].centre[2]), (0.5, 0.5));
        assert!((bounds[0].half_height - 1.0).abs() < 1e-6);
        // The centres are half a metre apart: both pictures show the place between them.
        assert_eq!((bounds[0].centre[0], bounds[1].centre[0]), (0.75, 0.75));
        assert!((bounds[0].reach - (1.5f64.hypot(0.5) + 0.25)).abs() < 1e-6);
        let bounds = one_scale(&[moment(1.0, 0.0), moment(90.0, 0.0)]);
        assert!(bounds[0].radius < 2.0 && bounds[1].radius > 40.0);
    }

    #[test]
    fn sheets_beyond_reason_are_none() {
        assert_eq!(size_of(1000, 1000, (320, 240)), None);
        assert_eq!(size_of(usize::MAX, 2, (320, 240)), None);
        assert_eq!(size_of(0, 1, (320, 240)), None);
    }
}
