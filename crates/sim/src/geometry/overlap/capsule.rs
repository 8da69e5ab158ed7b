//! Overlap of a capsule with a polytope: that of its segment, by the [smoothed](super::smoothed) depth, plus its radius.

use super::clip::Clip;
use super::smoothed::{Corners, Pair};
use super::{Best, ContactPoint, Pose, lowest, most_along, patch};
use crate::geometry::convex::Polytope;
use nalgebra::Vector3;

/// The number of points that the contact counts as: the ends of the capsule.
const POINTS: f64 = 2.0;

/// Finds the contact of a capsule with a polytope.
pub(super) fn on_polytope(
    clip: &mut Clip,
    (ends, radius, at): (&[Vector3<f64>; 2], f64, &Pose),
    (of, of_at): (&Polytope, &Pose),
    show: &mut dyn FnMut(ContactPoint),
) {
    // In the axes of the polytope.
    let ends = ends.map(|p| of_at.rotation.tr_mul(&(at.of(&p) - of_at.position)));
    let (mut faces, mut edges) = (Best::none(), Best::none());
    for (i, face) in of.faces.iter().enumerate() {
        let depth = face.offset - lowest(&ends, &face.normal);
        if depth + radius < 0.0 {
            return;
        }
        faces.take(depth, i);
    }
    for i in 0..of.edges.len() {
        let Some((depth, _)) = crossing(of, i, &ends) else {
            continue;
        };
        if depth + radius < 0.0 {
            return;
        }
        edges.take(depth, i);
    }
    let of_faces = faces.0.map(|(depth, i)| (depth, of.faces[i].normal));
    let of_edges = edges.0.into_iter();
    let of_edges = of_edges
        .filter(|(depth, _)| depth.is_finite())
        .filter_map(|(_, i)| crossing(of, i, &ends));
    let starts = of_faces.into_iter().chain(of_edges);
    let segment = Corners::segment(&ends, radius);
    let pair = Pair::new(Corners::of(of, &of.corners), segment);
    let Some((apart, n)) = pair.least_of(starts) else {
        return;
    };
    let depth = apart + radius;
    if depth.is_nan() || depth <= 0.0 {
        return;
    }
    let face = most_along(of.faces.iter().map(|face| face.normal), &n);
    clip.begin(ends.into_iter());
    clip.to(of.outline(face, &of.corners), &n, of.size);
    // Half way between the surfaces, and not between the polytope and the segment.
    let centre = pair.centre(&n) - n * (radius / 2.0);
    patch::share(clip, (&n, &centre), of.size, |point, part| {
        show(ContactPoint {
            point: of_at.of(&point),
            normal: of_at.rotation * n,
            depth,
            weight: POINTS * part,
            round: [radius - depth / 2.0, 0.0],
        });
    });
}

/// Returns the depth of a segment along the normal of an edge and of its own direction, and this normal, out of the polytope; none
/// if the segment and the edge cannot be nearest to each other: if its plane does not pass between both faces of the edge.
fn crossing(of: &Polytope, edge: usize, ends: &[Vector3<f64>; 2]) -> Option<(f64, Vector3<f64>)> {
    let edge = of.edges.get(edge)?;
    let along = ends[1] - ends[0];
    let [one, two] = edge.normals.map(|n| along.dot(&n));
    if one * two >= 0.0 {
        return None;
    }
    let [p, q] = edge.ends.map(|i| of.corners[i as usize]);
    let axis = (q - p).cross(&along);
    let length = axis.norm();
    if length <= f64::MIN_POSITIVE {
        return None;
    }
    let outwards = axis.dot(&(p - of.middle)).signum();
    let axis = axis * (outwards / length);
    Some((axis.dot(&p) - lowest(ends, &axis), axis))
}
