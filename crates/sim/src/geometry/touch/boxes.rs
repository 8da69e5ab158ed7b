//! Depth of two boxes, and of a ball and a box, along all directions in which it may be least.

use super::cuboid::Cuboid;
use super::smoothed::{MOST_STARTS, SAME_DIRECTION};
use super::support::{Pair, Side};
use nalgebra::{Matrix3, Vector3};

/// Sine of the smallest angle between edges that are tested: more parallel ones separate nothing that faces do not.
const PARALLEL: f64 = 1e-6;

/// Finds the depth of the centre of a ball in a box, and its direction out of the ball: toward the nearest point of the box, or from
/// within against the nearest face.
///
/// # Errors
/// The direction, if the box is farther from the centre than the margin.
pub(super) fn depth_of_ball(
    pair: &Pair,
    [ball, of]: [&Side; 2],
    cuboid: &Cuboid,
) -> Result<(f64, Vector3<f64>), Vector3<f64>> {
    let from = ball.point(&ball.solid.middle()) - of.point(&cuboid.middle);
    let mut outside = Vector3::zeros();
    let mut within = (f64::INFINITY, Vector3::zeros());
    for (axis, half) in cuboid.axes.iter().zip(cuboid.half) {
        let axis = of.turned(axis);
        let along = axis.dot(&from);
        let beyond = along - along.clamp(-half, half);
        outside += axis * beyond;
        let depth = half - along.abs();
        if depth < within.0 {
            within = (depth, axis * -along.signum());
        }
    }
    let distance = outside.norm();
    if distance <= 0.0 {
        return Ok(within);
    }
    let toward = outside / -distance;
    match distance < pair.margin {
        true => Ok((-distance, toward)),
        false => Err(toward),
    }
}

/// Finds the directions of least depth of two boxes: those of their faces and across pairs of their edges (Gottschalk, Lin &
/// Manocha, *OBBTree*, SIGGRAPH 1996); the least first, then those within the rounding of the smoothed depth.
///
/// # Errors
/// A direction that separates them.
pub(super) fn depths(
    pair: &Pair,
    [a, b]: [&Cuboid; 2],
    found: &mut Vec<(f64, Vector3<f64>)>,
) -> Result<(), Vector3<f64>> {
    let between = pair.sides[1].point(&b.middle) - a.middle;
    let others = b.axes.map(|axis| pair.sides[1].turned(&axis));
    let cosines = Matrix3::from_fn(|i, j| a.axes[i].dot(&others[j]));
    let reach = cosines.abs();
    let (own, its) = (Vector3::from(a.half), Vector3::from(b.half));
    let reaches = [own + reach * its, its + reach.tr_mul(&own)];
    let mut all = [(f64::INFINITY, Vector3::zeros()); 15];
    let mut take = |place: usize, axis: Vector3<f64>, reach: f64| {
        let along = axis.dot(&between);
        let n = if along < 0.0 { -axis } else { axis };
        let depth = reach - along.abs();
        all[place] = (depth, n);
        if depth + pair.margin < 0.0 {
            Err(n)
        } else {
            Ok(())
        }
    };
    for (i, axis) in a.axes.iter().enumerate() {
        take(i, *axis, reaches[0][i])?;
    }
    for (j, axis) in others.iter().enumerate() {
        take(3 + j, *axis, reaches[1][j])?;
    }
    for (i, one) in a.axes.iter().enumerate() {
        for (j, other) in others.iter().enumerate() {
            let cosine = cosines[(i, j)];
            let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
            if sine <= PARALLEL {
                continue;
            }
            let [i1, i2, j1, j2] = [(i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3];
            let both = own[i1] * reach[(i2, j)]
                + own[i2] * reach[(i1, j)]
                + its[j1] * reach[(i, j2)]
                + its[j2] * reach[(i, j1)];
            take(6 + 3 * i + j, one.cross(other) / sine, both / sine)?;
        }
    }
    let mut least = all[0];
    for one in &all[1..] {
        if one.0 < least.0 {
            least = *one;
        }
    }
    found.push(least);
    let limit = least.0 + pair.rounding();
    for (depth, n) in all {
        let same = |(_, of): &(f64, Vector3<f64>)| of.dot(&n) > SAME_DIRECTION;
        if depth <= limit && !found.iter().any(same) {
            found.push((depth, n));
        }
    }
    found.truncate(MOST_STARTS);
    Ok(())
}
