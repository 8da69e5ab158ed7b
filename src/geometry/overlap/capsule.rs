//! Overlap of a capsule with a polytope: that of its segment, by the [smoothed](super::smoothed) depth, plus its radius.

use super::clip::Clip;
use super::smoothed::{Corners, Pair};
use super::{Best, Meeting, Pose, most_along, patch};
use crate::geometry::convex::Polytope;
use nalgebra::Vector3;

/// The number of points that the contact counts as: the ends of the capsule.
const POINTS: f64 = 2.0;

/// Finds the contact of a capsule with a polytope.
pub(super) fn on_polytope(
    clip: &mut Clip,
    (ends, radius, at): (&[Vector3<f64>; 2], f64, &Pose),
    (of, of_at): (&Polytope, &Pose),
    show: &mut dyn FnMut(Meeting),
) {
    // In the axes of the polytope.
    let ends = ends.map(|p| of_at.rotation.tr_mul(&(at.of(&p) - of_at.position)));
    let mut best = Best::none();
    for (i, face) in of.faces.iter().enumerate() {
        let lowest = face.normal.dot(&ends[0]).min(face.normal.dot(&ends[1]));
        let depth = face.offset + radius - lowest;
        if depth < 0.0 {
            return;
        }
        best.take(depth, i);
    }
    let segment = Corners::segment(&ends, radius);
    let pair = Pair::new(Corners::of(of, &of.corners), segment);
    let limit = best.0[0].0 + pair.rounding();
    let near = best.0.iter().filter(|(depth, _)| *depth <= limit);
    let found = near.map(|(_, face)| pair.least(&of.faces[*face].normal));
    let Some((apart, n)) = found.min_by(|a, b| a.0.total_cmp(&b.0)) else {
        return;
    };
    let depth = apart + radius;
    if depth <= 0.0 {
        return;
    }
    let face = most_along(of.faces.iter().map(|face| face.normal), &n);
    clip.begin(ends.into_iter());
    clip.to(of.outline(face, &of.corners), &n, of.size);
    // Half way between the surfaces, and not between the polytope and the segment.
    let centre = pair.centre(&n) - n * (radius / 2.0);
    patch::share(clip, (&n, &centre), of.size, |point, part| {
        show(Meeting {
            point: of_at.of(&point),
            normal: of_at.rotation * n,
            depth,
            weight: POINTS * part,
            round: [radius - depth / 2.0, 0.0],
        });
    });
}
