//! Newton's step for the minimum of a function of two variables.

use nalgebra::Vector3;

/// Returns two directions across a unit vector, perpendicular to each other.
pub(super) fn across(n: &Vector3<f64>) -> [Vector3<f64>; 2] {
    let other = match n.x.abs() < 0.6 {
        true => Vector3::x(),
        false => Vector3::y(),
    };
    let u = n.cross(&other).normalize();
    [u, n.cross(&u)]
}

pub(super) fn length([x, y]: [f64; 2]) -> f64 {
    (x * x + y * y).sqrt()
}

/// Returns Newton's step from the slope and the second derivatives (xx, xy, yy), which are made positive by a shift where they are
/// not (Nocedal & Wright, *Numerical Optimization*, 2006, 3.4); `scale` is their typical value.
pub(super) fn downhill(slope: [f64; 2], [xx, xy, yy]: [f64; 3], scale: f64) -> [f64; 2] {
    let (mean, half) = (0.5 * (xx + yy), length([0.5 * (xx - yy), xy]));
    let smallest = 1e-9 * scale;
    let shift = (smallest - (mean - half)).max(0.0);
    let (xx, yy) = (xx + shift, yy + shift);
    let determinant = xx * yy - xy * xy;
    [
        (xy * slope[1] - yy * slope[0]) / determinant,
        (xy * slope[0] - xx * slope[1]) / determinant,
    ]
}
