//! Smoothed support functions: their values and derivatives in a direction.

use super::newton::across;
use nalgebra::Vector3;

/// Sharpness c of the smoothed depth of two polytopes, as a multiple of the inverse size of the smaller one.
pub(super) const SHARPNESS: f64 = 3000.0;

/// A direction, with two across it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes {
    pub n: Vector3<f64>,
    pub u: Vector3<f64>,
    pub v: Vector3<f64>,
}

impl Axes {
    /// Takes a unit vector.
    pub fn along(n: &Vector3<f64>) -> Self {
        let [u, v] = across(n);
        Axes { n: *n, u, v }
    }
}

/// Smoothed support function in a direction, with its derivatives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Smooth {
    pub value: f64,
    /// ds/dn: the centre of pressure.
    pub centre: Vector3<f64>,
    /// Second derivatives across the direction (uu, uv, vv).
    pub second: [f64; 3],
}

/// Weighted sums over points, relative to one of them: less is lost by rounding.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    sum: f64,
    first: Vector3<f64>,
    second: [f64; 3],
}

impl Sums {
    /// Adds a point.
    pub fn take(&mut self, part: f64, arm: &Vector3<f64>, axes: &Axes) {
        let (x, y) = (axes.u.dot(arm), axes.v.dot(arm));
        self.sum += part;
        self.first += arm * part;
        self.second[0] += part * x * x;
        self.second[1] += part * x * y;
        self.second[2] += part * y * y;
    }

    /// Returns (ln sum - rounding) / c with its derivatives.
    pub fn smooth(&self, origin: &Vector3<f64>, axes: &Axes, rounding: f64, c: f64) -> Smooth {
        let mean = self.first / self.sum;
        let (x, y) = (axes.u.dot(&mean), axes.v.dot(&mean));
        let [xx, xy, yy] = self.second.map(|of| of / self.sum);
        Smooth {
            value: axes.n.dot(origin) + (libm::log(self.sum) - rounding) / c,
            centre: origin + mean,
            second: [xx - x * x, xy - x * y, yy - y * y].map(|of| c * of),
        }
    }
}
