//! Markers over the bodies: forces, axes, pulls, names, and lines of text.

use super::convert::{colour, point};
use crate::scene::Camera;
use crate::view::{Controls, Shown, help, joint_line, project, status_line};
use kiss3d::glamx::{Vec2, Vec3};
use kiss3d::text::Font;
use kiss3d::window::Window;
use std::sync::Arc;

const FORCE: [f32; 3] = [0.95, 0.75, 0.0];
const PUSH: [f32; 3] = [0.66, 0.11, 0.0];
const PULL: [f32; 3] = [0.85, 0.1, 0.6];
const AXES: [[f32; 3]; 3] = [[0.85, 0.1, 0.05], [0.1, 0.6, 0.1], [0.1, 0.25, 0.9]];
const INK: [f32; 3] = [0.02, 0.02, 0.03];

/// Height of letters (pixels of a window of default size).
const LETTERS: f32 = 28.0;

/// Smallest opacity of a visible line: the window draws lines opaquely, so fainter ones are omitted.
const FAINT: f32 = 0.3;

/// Length of the arrow of a force equal to a figure's weight, as a part of its radius.
const WEIGHT: f64 = 1.5;

/// Length of axes, as a part of a figure's radius.
const AXIS: f64 = 0.25;

/// Draws markers and texts of a moment.
pub(super) struct Marks {
    font: Arc<Font>,
}

impl Marks {
    pub fn new() -> Self {
        Marks {
            font: Font::default(),
        }
    }

    /// Draws markers in space; `scale` is that of the window.
    pub fn in_space(&self, window: &mut Window, shown: &Shown, controls: &Controls, scale: f64) {
        let height = window.height() as f32;
        strokes(shown, scale, height, |from, to, tint, width| {
            window.draw_line(from, to, colour(tint), width, false);
        });
        in_space(shown, controls, scale, |from, to, tint, width| {
            window.draw_line(from, to, colour(tint), width, false);
        });
    }

    /// Writes the texts of the script beside their bodies.
    pub fn labels(&self, window: &mut Window, shown: &Shown, camera: &Camera) {
        let height = window.height() as f32;
        for label in &shown.marks.labels {
            let at = placed(shown, label.on, label.at);
            if let Some(at) = at.and_then(|at| on_screen(window, camera, at)) {
                // A capital letter is about half as high as a line of the font.
                self.text(window, &label.text, at, 2.0 * label.size * height);
            }
        }
    }

    /// Draws markers in space over a finished picture.
    pub fn on_sheet(
        &self,
        window: &mut Window,
        shown: &Shown,
        controls: &Controls,
        scale: f64,
        camera: &Camera,
    ) {
        in_space(shown, controls, scale, |from, to, tint, thick| {
            let seen = |at: Vec3| {
                let at = at.to_array().map(|c| f64::from(c) / scale);
                on_screen(window, camera, at).map(Vec2::from_array)
            };
            if let (Some(from), Some(to)) = (seen(from), seen(to)) {
                window.draw_line_2d(from, to, colour(tint), thick);
            }
        });
    }

    /// Draws markers over the picture.
    pub fn on_picture(
        &self,
        window: &mut Window,
        shown: &Shown,
        controls: &Controls,
        camera: &Camera,
    ) {
        let (width, height) = (window.width() as f32, window.height() as f32);
        let letters = LETTERS * (height / 720.0).clamp(0.6, 3.0);
        let line = 0.8 * letters;
        if controls.names {
            for (owner, pose) in shown.owners.iter().zip(&shown.poses) {
                if let Some(at) = on_screen(window, camera, pose.position) {
                    self.text(window, &owner[1], at, 0.75 * letters);
                }
            }
        }
        let mut below = vec![status_line(shown)];
        let joint = shown.joint.as_ref().map(joint_line);
        below.extend(joint);
        let note = controls.note.clone();
        let told = note.unwrap_or_else(|| shown.message.to_string());
        below.extend(Some(told).filter(|t| !t.is_empty()));
        for (i, text) in below.iter().enumerate() {
            let up = (below.len() - i) as f32;
            self.text(
                window,
                text,
                [0.4 * letters, height - line * (up + 0.4)],
                letters,
            );
        }
        if controls.help {
            // In two columns, above the lines at the bottom.
            let rows = help().len().div_ceil(2);
            for (i, (keys, does)) in help().iter().enumerate() {
                let x = if i < rows { 0.0 } else { 0.5 * width };
                let y = line * ((i % rows) as f32 + 0.4);
                self.text(window, keys, [x + 0.4 * letters, y], letters);
                self.text(window, does, [x + 4.4 * letters, y], letters);
            }
            let mouse =
                "mouse: drag a body to pull it, drag the ground to turn the camera, wheel to zoom";
            let y = line * (rows as f32 + 0.8);
            self.text(window, mouse, [0.4 * letters, y], letters);
        } else {
            self.text(
                window,
                "? help",
                [width - 3.2 * letters, 0.2 * letters],
                letters,
            );
        }
    }

    fn text(&self, window: &mut Window, text: &str, [x, y]: [f32; 2], letters: f32) {
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        window.draw_text(&text, Vec2::new(x, y), letters, &self.font, colour(INK));
    }
}

/// Returns the position of a point of the world (m) in a window (pixels); none behind the camera.
fn on_screen(window: &Window, camera: &Camera, at: [f64; 3]) -> Option<[f32; 2]> {
    let (width, height) = (f64::from(window.width()), f64::from(window.height()));
    let [x, y] = project(camera, width / height, at)?;
    let at = [(x + 1.0) / 2.0 * width, (1.0 - y) / 2.0 * height];
    Some(at.map(|c| c as f32))
}

/// Returns a point of an actor, or of the world, in the world (m).
fn placed(shown: &Shown, on: Option<usize>, at: [f64; 3]) -> Option<[f64; 3]> {
    let Some(actor) = on else { return Some(at) };
    Some(shown.poses.get(actor)?.to_world()?(at))
}

/// Visits the lines of the script's markers: from, to, colour and width (pixels). `height` is that of the picture.
fn strokes(
    shown: &Shown,
    scale: f64,
    height: f32,
    mut line: impl FnMut(Vec3, Vec3, [f32; 3], f32),
) {
    for stroke in &shown.marks.strokes {
        let points = stroke.points.iter();
        let points = points.filter_map(|p| Some(point(placed(shown, stroke.on, *p)?, scale)));
        let points: Vec<Vec3> = points.collect();
        let width = (stroke.width * height).max(1.0);
        let last = points.len().saturating_sub(2);
        for (i, pair) in points.windows(2).enumerate() {
            let part = (i + 1) as f32 / (last + 1) as f32;
            let opacity = stroke.first_opacity + (stroke.opacity - stroke.first_opacity) * part;
            if opacity < FAINT {
                continue;
            }
            line(pair[0], pair[1], stroke.colour, width);
            if stroke.arrow && i == last {
                head(pair[0], pair[1], |from, to| {
                    line(from, to, stroke.colour, width)
                });
            }
        }
    }
}

/// Visits the two lines of an arrow's head.
fn head(from: Vec3, to: Vec3, mut line: impl FnMut(Vec3, Vec3)) {
    let along = to - from;
    let across = along.cross(Vec3::Z).normalize_or(Vec3::X) * along.length() * 0.12;
    let neck = to - along * 0.25;
    line(to, neck + across);
    line(to, neck - across);
}

/// Visits the lines of forces, pulls and axes: from, to, colour and width (pixels).
fn in_space(
    shown: &Shown,
    controls: &Controls,
    scale: f64,
    mut line: impl FnMut(Vec3, Vec3, [f32; 3], f32),
) {
    let mut arrow = |from: [f64; 3], to: [f64; 3], tint: [f32; 3], width: f32| {
        let (from, to) = (point(from, scale), point(to, scale));
        line(from, to, tint, width);
        head(from, to, |from, to| line(from, to, tint, width));
    };
    if controls.forces {
        let length = WEIGHT / (scale * shown.weight.max(1e-300));
        let tip =
            |at: [f64; 3], force: [f64; 3]| std::array::from_fn(|k| at[k] + force[k] * length);
        for load in &shown.loads {
            arrow(load.at, tip(load.at, load.force), FORCE, 3.0);
        }
        for push in &shown.pushes {
            arrow(push.at, tip(push.at, push.force), PUSH, 3.0);
        }
    }
    for [at, goal] in &shown.pulls {
        arrow(*at, *goal, PULL, 3.0);
    }
    if controls.axes {
        let world = (
            [0.0; 3],
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        );
        let own = shown
            .poses
            .iter()
            .filter_map(|pose| Some((pose.position, pose.rotation()?)));
        for (at, rotation) in std::iter::once(world).chain(own) {
            for (axis, tint) in AXES.iter().enumerate() {
                let tip = std::array::from_fn(|k| at[k] + rotation[k][axis] * AXIS / scale);
                arrow(at, tip, *tint, 2.0);
            }
        }
    }
}
