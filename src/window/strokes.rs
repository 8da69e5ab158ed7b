//! Lines of markers among the bodies, which hide them.

use super::nodes::{DISPLAYED, colour, point};
use crate::scene::{Pose, Stroke};
use crate::view::Shown;
use kiss3d::glamx::Vec3;
use kiss3d::window::Window;

/// Smallest opacity of a visible line: the window draws lines opaquely, so fainter ones are omitted.
const FAINT: f32 = 0.3;

/// Length of an arrow's head and half its width, as parts of the arrow.
const HEAD: [f32; 2] = [0.25, 0.12];

/// Draws the lines of a moment; `scale` is that of the window.
pub(super) fn draw_strokes(window: &mut Window, shown: &Shown, scale: f64) {
    let height = window.height() as f32;
    for stroke in shown.marks.strokes.iter().filter(|s| !s.on_top) {
        let width = (stroke.width * height).max(1.0);
        let tint = colour(stroke.colour.map(|c| c * DISPLAYED));
        let mut line = |from, to| window.draw_line(from, to, tint, width, false);
        let points = points(stroke, &shown.poses, scale);
        let segments = points.len().saturating_sub(1);
        for (i, pair) in points.windows(2).enumerate() {
            let part = (i + 1) as f32 / segments as f32;
            let opacity = stroke.first_opacity + (stroke.opacity - stroke.first_opacity) * part;
            if opacity >= FAINT {
                line(pair[0], pair[1]);
            }
        }
        if let (true, [.., from, to]) = (stroke.arrow, points.as_slice()) {
            let along = to - from;
            let across = along.cross(Vec3::Z).normalize_or(Vec3::X) * along.length() * HEAD[1];
            let neck = to - along * HEAD[0];
            line(*to, neck + across);
            line(*to, neck - across);
        }
    }
}

/// Returns the points of a line in units of the window.
fn points(stroke: &Stroke, poses: &[Pose], scale: f64) -> Vec<Vec3> {
    let pose = match stroke.on {
        Some(actor) => poses.get(actor).copied(),
        None => Some(Pose::default()),
    };
    let Some(world) = pose.as_ref().and_then(Pose::to_world) else {
        return vec![];
    };
    let points = stroke.points.iter();
    points.map(|p| point(world(*p), scale)).collect()
}
