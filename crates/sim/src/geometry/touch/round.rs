//! Round solids: the convex hull of one or two features that are not both corners, such as a cylinder, a cone, an ellipsoid or a
//! stretched capsule, each exactly as round as it is.
//!
//! Their support function is smooth but at flat faces and rims. A feature c + A x, with |x| = 1, reaches n c + |A' n|. The smoothed
//! support function of a rim is n c + sqrt(|A' n|^2 + e^2) - e, which is exact for the flat face within it; over both features the
//! maximum is replaced as over the corners of a polytope: 1/c ln sum e^(c s). With e = ln 2 / c, the side of a cylinder, where both
//! rims reach equally far, is exact as well: what each of them is less there, both together are more. Their centres of pressure are
//! within the disc of the rim, and on the line between both features.

use super::smooth::{Axes, SHARPNESS, Smooth};
use crate::geometry::ContactFeature;
use nalgebra::{Matrix3, Vector3};
use std::f64::consts::LN_2;

/// The convex hull of one or two features.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    features: Vec<Feature>,
    middle: Vector3<f64>,
    /// Length of the diagonal of its bounding box.
    size: f64,
    /// Sharpness times what the smoothed support function would be more than the exact one, at most.
    excess: f64,
}

/// A feature c + A x, with |x| = 1; the columns that a corner or a rim does not have are zero.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Feature {
    of: ContactFeature,
    centre: Vector3<f64>,
    axes: Matrix3<f64>,
    /// Smallest radius of a rim.
    radius: Option<f64>,
}

/// How far a feature reaches along a direction.
#[derive(Clone, Copy, Debug)]
struct Reach {
    height: f64,
    q: Vector3<f64>,
    length: f64,
}

/// Smallest height of the second feature above the plane of a rim, as a part of the size.
const FLAT: f64 = 1e-9;

/// Part of the smoothing of a cylinder's side by which its radius is at least larger.
const THICK: f64 = 2.0;

/// Excess of a smoothed support function that is rounding.
const ROUNDING: f64 = 1e-9;

impl Feature {
    fn of(of: &ContactFeature) -> Self {
        let (axes, radius) = match of {
            ContactFeature::Point(_) => (Matrix3::zeros(), None),
            ContactFeature::Ellipsoid { axes, .. } => (*axes, None),
            ContactFeature::Rim { u, v, .. } => {
                // The smaller singular value of both columns.
                let (uu, uv, vv) = (u.norm_squared(), u.dot(v), v.norm_squared());
                let half = libm::hypot(0.5 * (uu - vv), uv);
                let least = (0.5 * (uu + vv) - half).max(0.0).sqrt();
                let axes = Matrix3::from_columns(&[*u, *v, Vector3::zeros()]);
                (axes, Some(least))
            }
        };
        Feature {
            of: *of,
            centre: of.centre(),
            axes,
            radius,
        }
    }

    /// Returns the normal of a rim.
    fn normal(&self) -> Option<Vector3<f64>> {
        let [u, v] = [0, 1].map(|k| self.axes.column(k));
        self.radius.map(|_| u.cross(&v).normalize())
    }

    /// Returns how far it reaches along a direction n, with A' n and its length.
    fn reach(&self, n: &Vector3<f64>) -> Reach {
        let q = self.axes.tr_mul(n);
        let length = q.norm();
        Reach {
            height: n.dot(&self.centre) + length,
            q,
            length,
        }
    }

    /// Returns the farthest point.
    fn farthest(&self, reach: &Reach) -> Vector3<f64> {
        match reach.length > 0.0 {
            true => self.centre + self.axes * (reach.q / reach.length),
            false => self.centre,
        }
    }

    /// Returns the radii of curvature there: the matrix by which that point moves as n turns, zero at a corner.
    fn curvature(&self, reach: &Reach) -> Matrix3<f64> {
        if reach.length <= 0.0 {
            return Matrix3::zeros();
        }
        let top = self.axes * (reach.q / reach.length);
        (self.axes * self.axes.transpose() - top * top.transpose()) / reach.length
    }

    /// Returns the e of a rim: at its smallest radius r, sqrt(r^2 + e^2) - e is r - less.
    fn softness(&self, less: f64) -> f64 {
        self.radius.map_or(0.0, |radius| {
            let part = less / radius.max(THICK * less);
            less * (1.0 - 0.5 * part) / (1.0 - part)
        })
    }

    /// Returns the smoothed support function; `less` is how much less a corner of the solid is.
    fn smooth(&self, axes: &Axes, less: f64) -> Smooth {
        let soft = self.softness(less);
        let q = self.axes.tr_mul(&axes.n);
        let length = (q.norm_squared() + soft * soft).sqrt();
        let along = axes.n.dot(&self.centre);
        if length <= 0.0 {
            return Smooth {
                value: along - less,
                centre: self.centre,
                second: [0.0; 3],
            };
        }
        let e = q / length;
        let [x, y] = [axes.u, axes.v].map(|axis| self.axes.tr_mul(&axis));
        let (xe, ye) = (x.dot(&e), y.dot(&e));
        Smooth {
            value: along + length - if soft > 0.0 { soft } else { less },
            centre: self.centre + self.axes * e,
            second: [
                x.norm_squared() - xe * xe,
                x.dot(&y) - xe * ye,
                y.norm_squared() - ye * ye,
            ]
            .map(|of| of / length),
        }
    }
}

impl Round {
    /// Returns the convex hull of some features; none if that is flat, or not of this kind.
    pub(super) fn of(features: &[ContactFeature]) -> Option<Round> {
        let features: Vec<Feature> = features.iter().map(Feature::of).collect();
        let is_round = |feature: &Feature| feature.of.corner().is_none();
        if features.len() > 2 || !features.iter().any(is_round) {
            return None;
        }
        let mut round = Round {
            middle: features.iter().map(|of| of.centre).sum::<Vector3<f64>>()
                / features.len() as f64,
            features,
            size: 0.0,
            excess: 0.0,
        };
        let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
        let widths = axes.map(|axis| round.height(&axis) + round.height(&-axis));
        round.size = Vector3::from(widths).norm();
        let is_solid = |feature: &Feature| match feature.normal() {
            // Something else is beside the plane of a rim.
            Some(n) => {
                let along = n.dot(&feature.centre);
                let above = (round.height(&n) - along).max(round.height(&-n) + along);
                feature.radius > Some(FLAT * round.size) && above > FLAT * round.size
            }
            None => feature.of.corner().is_some() || feature.axes.determinant() != 0.0,
        };
        if !(round.size.is_finite() && round.features.iter().all(is_solid)) {
            return None;
        }
        let c = SHARPNESS / round.size;
        let mut tests = vec![];
        for feature in &round.features {
            let [u, v] = [0, 1].map(|k| feature.axes.column(k).normalize());
            let all = feature.normal().map(|n| [n, -n, u, v]);
            tests.extend(all.into_iter().flatten());
        }
        let excess = tests.iter().map(|n| {
            let smoothed = round.smooth(&Axes::along(n), c).value;
            c * (smoothed - round.height(n))
        });
        let excess = excess.fold(0.0, f64::max);
        round.excess = if excess > ROUNDING { excess } else { 0.0 };
        Some(round)
    }

    /// Returns the number of points that a contact counts as, as on the ground.
    pub(super) fn points(&self) -> f64 {
        match self.features.iter().any(|feature| feature.radius.is_some()) {
            true => 4.0,
            false => self.features.len() as f64,
        }
    }

    /// Whether it is an ellipsoid alone.
    pub(super) fn is_ellipsoid(&self) -> bool {
        matches!(&self.features[..], [one] if one.radius.is_none())
    }

    pub(super) fn middle(&self) -> Vector3<f64> {
        self.middle
    }

    pub(super) fn size(&self) -> f64 {
        self.size
    }

    /// Returns how much less the smoothed support function is than the exact one, at most, times the sharpness.
    pub(super) fn rounding(&self) -> f64 {
        let less = self.less(SHARPNESS / self.size);
        let soft = self.features.iter().map(|feature| feature.softness(less));
        self.excess + soft.fold(less, f64::max) * SHARPNESS / self.size
    }

    /// Returns the largest distance from the origin.
    pub(super) fn radius(&self) -> f64 {
        let far = |feature: &Feature| feature.centre.norm() + feature.axes.norm();
        self.features.iter().map(far).fold(0.0, f64::max)
    }

    /// Returns the smallest distance of two parallel planes that enclose it.
    pub(super) fn thickness(&self) -> f64 {
        let width = |n: Vector3<f64>| self.height(&n) + self.height(&-n);
        let mut least = f64::INFINITY;
        for feature in &self.features {
            let square = feature.axes * feature.axes.transpose();
            let directions = square.symmetric_eigen().eigenvectors;
            for k in 0..3 {
                least = least.min(width(directions.column(k).into()));
            }
        }
        least
    }

    fn height(&self, n: &Vector3<f64>) -> f64 {
        self.top(n).1.height
    }

    /// Returns the number of the feature that reaches farthest along a direction, and how far.
    fn top(&self, n: &Vector3<f64>) -> (usize, Reach) {
        let one = self.features[0].reach(n);
        let [_, two] = &self.features[..] else {
            return (0, one);
        };
        let two = two.reach(n);
        if two.height > one.height {
            (1, two)
        } else {
            (0, one)
        }
    }

    /// Returns the farthest point along a direction, and the number of its feature.
    pub(super) fn support(&self, n: &Vector3<f64>) -> (u32, Vector3<f64>) {
        let (top, reach) = self.top(n);
        (top as u32, self.features[top].farthest(&reach))
    }

    /// Returns the farthest point of a feature along a unit vector, and its radii of curvature there; none where it is flat.
    pub(super) fn feature(
        &self,
        number: u32,
        n: &Vector3<f64>,
    ) -> Option<(Vector3<f64>, Matrix3<f64>)> {
        let feature = self.features.get(number as usize)?;
        let reach = feature.reach(n);
        let is_flat = reach.length <= FLAT * self.size && feature.radius.is_some();
        (!is_flat).then(|| (feature.farthest(&reach), feature.curvature(&reach)))
    }

    /// Returns how much less the smoothed support function is at a corner.
    fn less(&self, c: f64) -> f64 {
        if self.features.len() > 1 {
            LN_2 / c
        } else {
            0.0
        }
    }

    /// Returns the smoothed support function.
    pub(super) fn smooth(&self, axes: &Axes, c: f64) -> Smooth {
        let less = self.less(c);
        let one = self.features[0].smooth(axes, less);
        let [_, two] = self.features[..] else {
            return one;
        };
        let two = two.smooth(axes, less);
        let (high, low) = if one.value >= two.value {
            (one, two)
        } else {
            (two, one)
        };
        let other = libm::exp(c * (low.value - high.value));
        let part = other / (1.0 + other);
        let arm = low.centre - high.centre;
        let (x, y) = (axes.u.dot(&arm), axes.v.dot(&arm));
        let spread = c * part * (1.0 - part);
        let across = [x * x, x * y, y * y];
        Smooth {
            value: high.value + (libm::log1p(other) - self.excess) / c,
            centre: high.centre + arm * part,
            second: [0, 1, 2].map(|k| {
                high.second[k] + (low.second[k] - high.second[k]) * part + spread * across[k]
            }),
        }
    }

    /// Returns the normals of flat faces, outwards.
    pub(super) fn flats(&self) -> impl Iterator<Item = Vector3<f64>> + '_ {
        self.features.iter().filter_map(|feature| {
            let n = feature.normal()?;
            let along = n.dot(&feature.centre);
            let outwards = [n, -n].into_iter().zip([along, -along]);
            let mut outwards =
                outwards.filter(|(n, along)| self.height(n) <= along + FLAT * self.size);
            outwards.next().map(|(n, _)| n)
        })
    }

    /// Returns the radii of curvature where it is farthest along a unit vector n, as the matrix by which that point moves as n turns.
    pub(super) fn curvature(&self, n: &Vector3<f64>) -> Matrix3<f64> {
        let (top, reach) = self.top(n);
        self.features[top].curvature(&reach)
    }

    /// Returns the outward normal of the flat face that faces along a direction, if the whole rim is farther there than anything else.
    pub(super) fn facing(&self, n: &Vector3<f64>) -> Option<Vector3<f64>> {
        let (top, reach) = self.top(n);
        let [one, two] = &self.features[..] else {
            return None;
        };
        let other = if top == 0 { two } else { one };
        let normal = self.features[top].normal()?;
        let is_flat = reach.height - 2.0 * reach.length > other.reach(n).height;
        is_flat.then(|| if normal.dot(n) < 0.0 { -normal } else { normal })
    }

    /// Visits the outline of what faces along a direction: of a flat face, counter-clockwise from outside, or a segment, or a point.
    pub(super) fn face(&self, n: &Vector3<f64>, mut show: impl FnMut(Vector3<f64>)) {
        let (top, reach) = self.top(n);
        let feature = &self.features[top];
        let [one, two] = &self.features[..] else {
            show(feature.farthest(&reach));
            return;
        };
        if self.facing(n).is_some() {
            let turned = feature.normal().is_some_and(|normal| normal.dot(n) < 0.0);
            let turn = if turned { -1.0 } else { 1.0 };
            feature.of.around(n, turn).for_each(show);
            return;
        }
        let other = if top == 0 { two } else { one };
        show(feature.farthest(&reach));
        show(other.farthest(&other.reach(n)));
    }
}
