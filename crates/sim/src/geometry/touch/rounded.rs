//! Overlap of balls and capsules with each other, and of balls with polytopes.

use super::polytope::{Face, Polytope};
use super::{ContactPoint, Pose};
use nalgebra::Vector3;

/// Smallest distance of points with a direction.
const NO_LENGTH: f64 = 1e-300;

/// Preference for the centres of two segments over their nearest points, which only matters if they are parallel.
const MIDDLE: f64 = 1e-6;

/// Finds the contact of two balls or capsules: at most one point, where their segments are nearest to each other.
pub(super) fn on_rounded(
    (ends, radius, at): (&[Vector3<f64>; 2], f64, &Pose),
    (others, other, other_at): (&[Vector3<f64>; 2], f64, &Pose),
    show: &mut dyn FnMut(ContactPoint),
) {
    let a = ends.map(|p| at.of(&p));
    let b = others.map(|p| other_at.of(&p));
    let (s, t) = nearest(&a, &b);
    let (p, q) = (a[0] + (a[1] - a[0]) * s, b[0] + (b[1] - b[0]) * t);
    push_apart((&p, radius), (&q, other), show);
}

/// Adds a contact that pushes the first ball away from the second.
fn push_apart(
    (p, radius): (&Vector3<f64>, f64),
    (q, other): (&Vector3<f64>, f64),
    show: &mut dyn FnMut(ContactPoint),
) {
    let from = p - q;
    let distance = from.norm();
    let depth = radius + other - distance;
    if depth <= 0.0 {
        return;
    }
    let normal = match distance > NO_LENGTH {
        true => from / distance,
        // With equal centres, any direction separates them.
        false => Vector3::z(),
    };
    show(ContactPoint {
        point: q + normal * (other - depth / 2.0),
        normal,
        depth,
        weight: 1.0,
        round: [radius - depth / 2.0, (other - depth / 2.0).max(0.0)],
    });
}

/// Returns the nearest points of two segments, as parts of their lengths (Ericson, *Real-Time Collision Detection*, 2005,
/// 5.1.9); for parallel ones near the centres.
fn nearest(a: &[Vector3<f64>; 2], b: &[Vector3<f64>; 2]) -> (f64, f64) {
    let (along, away) = (a[1] - a[0], b[1] - b[0]);
    let (aa, ab, bb) = (along.norm_squared(), along.dot(&away), away.norm_squared());
    // From the centres, with a small part of both lengths added.
    let from = (a[0] + a[1] - b[0] - b[1]) / 2.0;
    let (ra, rb) = (along.dot(&from), away.dot(&from));
    let within = |x: f64| x.clamp(-0.5, 0.5);
    let (ka, kb) = (aa * (1.0 + MIDDLE), bb * (1.0 + MIDDLE));
    if aa <= 0.0 {
        let t = if bb > 0.0 { within(rb / bb) } else { 0.0 };
        return (0.0, t + 0.5);
    }
    if bb <= 0.0 {
        return (within(-ra / aa) + 0.5, 0.0);
    }
    let determinant = ka * kb - ab * ab;
    let s = within((ab * rb - kb * ra) / determinant);
    let t = within((ab * s + rb) / kb);
    let s = within((ab * t - ra) / ka);
    (s + 0.5, t + 0.5)
}

/// Finds the contact of a ball with a polytope.
pub(super) fn on_polytope(
    (centre, radius, at): (&Vector3<f64>, f64, &Pose),
    (of, of_at): (&Polytope, &Pose),
    show: &mut dyn FnMut(ContactPoint),
) {
    // In the axes of the polytope.
    let centre = of_at.rotation.tr_mul(&(at.of(centre) - of_at.position));
    if let Some(meeting) = ball_on_polytope(&centre, radius, of) {
        show(ContactPoint {
            point: of_at.of(&meeting.point),
            normal: of_at.rotation * meeting.normal,
            ..meeting
        });
    }
}

/// Finds the contact of a ball with a polytope. If its centre is outside, it is pushed away from its nearest point; if inside,
/// out through the nearest face.
fn ball_on_polytope(centre: &Vector3<f64>, radius: f64, of: &Polytope) -> Option<ContactPoint> {
    let mut highest: Option<(f64, &Face)> = None;
    for face in &of.faces {
        let height = face.normal.dot(centre) - face.offset;
        if height >= radius {
            return None;
        }
        if highest.is_none_or(|(best, _)| height > best) {
            highest = Some((height, face));
        }
    }
    let meeting = |point: Vector3<f64>, normal: Vector3<f64>, depth: f64| ContactPoint {
        point,
        normal,
        depth,
        weight: 1.0,
        round: [radius - depth / 2.0, 0.0],
    };
    let (height, face) = highest?;
    if height <= 0.0 {
        let point = centre - face.normal * ((height + radius) / 2.0);
        return Some(meeting(point, face.normal, radius - height));
    }
    let mut best = (f64::INFINITY, Vector3::zeros());
    for face in &of.faces {
        let height = face.normal.dot(centre) - face.offset;
        if height <= 0.0 {
            continue;
        }
        let near = nearest_on_face(centre, height, face, of);
        let distance = (centre - near).norm();
        if distance < best.0 {
            best = (distance, near);
        }
    }
    let (distance, near) = best;
    let depth = radius - distance;
    (depth > 0.0).then(|| {
        let normal = (centre - near) / distance;
        meeting(near - normal * (depth / 2.0), normal, depth)
    })
}

/// Returns the point of a face nearest to one that is `height` above its plane.
fn nearest_on_face(point: &Vector3<f64>, height: f64, face: &Face, of: &Polytope) -> Vector3<f64> {
    let ring = of.ring(face);
    let foot = point - face.normal * height;
    let corner = |i: usize| of.corners[ring[i % ring.len()] as usize];
    let mut within = true;
    let mut best = (f64::INFINITY, foot);
    for i in 0..ring.len() {
        let (from, to) = (corner(i), corner(i + 1));
        let side = to - from;
        let arm = foot - from;
        if side.cross(&face.normal).dot(&arm) <= 0.0 {
            continue;
        }
        within = false;
        let part = (side.dot(&arm) / side.norm_squared()).clamp(0.0, 1.0);
        let near = from + side * part;
        let distance = (near - point).norm_squared();
        if distance < best.0 {
            best = (distance, near);
        }
    }
    match within {
        true => foot,
        false => best.1,
    }
}
