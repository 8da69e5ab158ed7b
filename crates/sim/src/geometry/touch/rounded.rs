//! Contact of balls and capsules with each other.

use super::pose::{ContactPoint, Pose};
use nalgebra::Vector3;

/// Smallest distance of points with a direction.
const NO_LENGTH: f64 = 1e-300;

/// Preference for the centres of two segments over their nearest points, which only matters if they are parallel.
const MIDDLE: f64 = 1e-6;

/// Finds the contact of two balls or capsules that are nearer to each other than `reach`: at most one point, where their segments are
/// nearest to each other.
pub(super) fn on_rounded(
    (ends, radius, at): (&[Vector3<f64>; 2], f64, &Pose),
    (others, other, other_at): (&[Vector3<f64>; 2], f64, &Pose),
    reach: f64,
    show: &mut dyn FnMut(ContactPoint),
) {
    let a = ends.map(|p| at.of(&p));
    let b = others.map(|p| other_at.of(&p));
    let (s, t) = nearest(&a, &b);
    let (p, q) = (a[0] + (a[1] - a[0]) * s, b[0] + (b[1] - b[0]) * t);
    push_apart((&p, radius), (&q, other), reach, show);
}

/// Adds a contact that pushes the first ball away from the second.
fn push_apart(
    (p, radius): (&Vector3<f64>, f64),
    (q, other): (&Vector3<f64>, f64),
    reach: f64,
    show: &mut dyn FnMut(ContactPoint),
) {
    let from = p - q;
    let distance = from.norm();
    let depth = radius + other - distance;
    if depth <= -reach {
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
