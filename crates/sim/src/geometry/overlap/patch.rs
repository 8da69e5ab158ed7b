//! The points at which two faces share a force on a given line.

use super::clip::Clip;
use super::newton::{across, downhill};
use nalgebra::Vector3;

/// Most steps of the search for the shares.
const MOST_STEPS: usize = 30;

/// First limit of a step of t.
const FIRST_REACH: f64 = 4.0;

/// Largest t: the force is then at a corner or a side of the common part.
const LARGEST: f64 = 1e5;

/// Smallest share of a point.
const SMALLEST_SHARE: f64 = 1e-9;

/// Distance of the centre of the shares from the line, as a part of the size, at which the search ends.
const PRECISION: f64 = 1e-9;

/// A corner of the common part: its place across the force, relative to the line and in parts of the size, and its weight.
type Corner = ([f64; 2], f64);

/// Visits the points at which two faces push each other along `n`, with the share of each in the force, whose line leads through
/// `centre`.
///
/// The points are the corners of the common part of both faces, seen along n. Of all shares whose centre is on the line, those
/// are chosen that differ least from the weights w of the corners, in the sense of relative entropy: w e^(t x) at the place x, with
/// a vector t (Jaynes, *Information theory and statistical mechanics*, Physical Review 106, 1957). All points are then moved by
/// what is left, so that the centre is exact.
pub(super) fn share(
    clip: &mut Clip,
    (n, centre): (&Vector3<f64>, &Vector3<f64>),
    size: f64,
    mut show: impl FnMut(Vector3<f64>, f64),
) {
    let axes = across(n);
    let place = |point: &Vector3<f64>| axes.map(|axis| axis.dot(&(point - centre)) / size);
    let corners = clip.weighed(n, size);
    if corners.is_empty() {
        show(*centre, 1.0);
        return;
    }
    let all = corners
        .iter()
        .map(|(point, weight)| (place(point), *weight));
    let (t, shares) = fitting(all.clone());
    for (at, weight) in all {
        let share = shares.of(t, (at, weight));
        if share > SMALLEST_SHARE {
            let away = [0, 1].map(|k| axes[k] * ((at[k] - shares.centre[k]) * size));
            show(centre + away[0] + away[1], share);
        }
    }
}

/// The shares w e^(t x) for a t.
struct Shares {
    /// The largest exponent, and the sum relative to it.
    highest: f64,
    sum: f64,
    centre: [f64; 2],
    /// Covariance (xx, xy, yy).
    spread: [f64; 3],
}

fn exponent(t: [f64; 2], [x, y]: [f64; 2]) -> f64 {
    t[0] * x + t[1] * y
}

impl Shares {
    fn with(t: [f64; 2], all: impl Iterator<Item = Corner> + Clone) -> Self {
        let exponents = all.clone().map(|(at, _)| exponent(t, at));
        let highest = exponents.fold(f64::NEG_INFINITY, f64::max);
        let (mut sum, mut first, mut second) = (0.0, [0.0; 2], [0.0; 3]);
        for ([x, y], weight) in all {
            let part = weight * libm::exp(exponent(t, [x, y]) - highest);
            sum += part;
            first = [first[0] + part * x, first[1] + part * y];
            second[0] += part * x * x;
            second[1] += part * x * y;
            second[2] += part * y * y;
        }
        let [x, y] = first.map(|of| of / sum);
        let [xx, xy, yy] = second.map(|of| of / sum);
        Shares {
            highest,
            sum,
            centre: [x, y],
            spread: [xx - x * x, xy - x * y, yy - y * y],
        }
    }

    fn of(&self, t: [f64; 2], (at, weight): Corner) -> f64 {
        weight * libm::exp(exponent(t, at) - self.highest) / self.sum
    }

    /// The function of t whose slope is the centre; it is convex.
    fn potential(&self) -> f64 {
        self.highest + libm::log(self.sum)
    }
}

/// Finds the t for which the centre of the shares is at zero, by Newton's method with a limited step.
fn fitting(all: impl Iterator<Item = Corner> + Clone) -> ([f64; 2], Shares) {
    let mut t = [0.0; 2];
    let mut shares = Shares::with(t, all.clone());
    let mut reach = FIRST_REACH;
    for _ in 0..MOST_STEPS {
        let [x, y] = shares.centre;
        if libm::hypot(x, y) < PRECISION || libm::hypot(t[0], t[1]) > LARGEST {
            break;
        }
        let step = downhill(shares.centre, shares.spread, 1.0);
        let length = libm::hypot(step[0], step[1]);
        let part = (reach / length).min(1.0);
        let next = [t[0] + part * step[0], t[1] + part * step[1]];
        let found = Shares::with(next, all.clone());
        if found.potential() <= shares.potential() {
            if part < 1.0 {
                reach *= 3.0;
            }
            (t, shares) = (next, found);
        } else {
            reach = 0.3 * reach.min(length);
            if reach < f64::EPSILON {
                break;
            }
        }
    }
    (t, shares)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shares of the corners of a square lie about the centre that is asked for, also at a corner and beyond it.
    #[test]
    fn shares_have_the_centre_that_is_asked_for() {
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        for (x, y) in [(0.5, 0.5), (0.9, 0.2), (1.0, 0.3), (1.0, 1.0), (1.1, 0.5)] {
            let mut clip = Clip::default();
            clip.begin(square.iter().map(|(x, y)| Vector3::new(*x, *y, 0.0)));
            let centre = Vector3::new(x, y, 0.25);
            let (mut whole, mut sum, mut count) = (0.0, Vector3::zeros(), 0);
            share(&mut clip, (&Vector3::z(), &centre), 1.0, |point, part| {
                whole += part;
                sum += point * part;
                count += 1;
            });
            assert!((whole - 1.0).abs() < 1e-7, "{whole}");
            assert!((sum - centre).norm() < 1e-7, "{sum} {centre}");
            assert!((1..=4).contains(&count));
        }
    }
}
