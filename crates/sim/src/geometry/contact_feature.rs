//! Contact features: the parts of a shape that may touch a plane, which are corners, ellipsoids, and the rims of cylinders and
//! cones.
//!
//! Each kind is closed under linear maps: a scaled, sheared or rotated ball is an ellipsoid, and a rim stays an ellipse. So the
//! features of a built-in shape may be mapped by any transform, and the lowest point of each is known in closed form by its
//! support function (Ericson, *Real-Time Collision Detection*, 2005, section 5.1 and 9.5), whatever the resolution of the mesh.

use nalgebra::{Matrix3, Vector3};

use super::symmetry::{mirrored, mirrored_matrix};

/// Number of contact points of a rim: the lowest one and those a quarter, half and three quarters round from there. The force
/// of a linear spring on four points spread evenly over an ellipse, and its moment, do not depend on where the first one is.
pub const RIM_POINTS: usize = 4;

/// Smallest inclination (rad) of a rim against the ground with a well-defined lowest point; below it, the contact points move
/// to fixed positions on the rim.
const LEVEL: f64 = 1e-3;

/// Cosine and sine of the multiples of an eighth of a turn.
const EIGHTHS: [[f64; 2]; 8] = {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    [
        [1.0, 0.0],
        [half, half],
        [0.0, 1.0],
        [-half, half],
        [-1.0, 0.0],
        [-half, -half],
        [0.0, -1.0],
        [half, -half],
    ]
};

/// A contact feature: a part of a surface that may touch a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ContactFeature {
    /// A corner.
    Point(Vector3<f64>),
    /// The points `centre + axes x` with |x| = 1.
    Ellipsoid {
        /// Its centre.
        centre: Vector3<f64>,
        /// Matrix that maps the unit sphere to it, apart from the centre.
        axes: Matrix3<f64>,
    },
    /// The points `centre + u cos(a) + v sin(a)`.
    Rim {
        /// Its centre.
        centre: Vector3<f64>,
        /// Vector from the centre to the rim.
        u: Vector3<f64>,
        /// Vector from the centre to the rim a quarter turn further.
        v: Vector3<f64>,
    },
}

/// The point of a feature that is nearest to a plane, or one near it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearPoint {
    /// The point.
    pub point: Vector3<f64>,
    /// Change of the point per radian that the body turns about (x, y, z): the contact point moves over the surface. With w the
    /// angular velocity, the point moves at `travel * w` relative to the body. None for a corner, which does not move.
    pub travel: Option<Matrix3<f64>>,
}

impl ContactFeature {
    /// Returns the largest number of contact points with a plane.
    #[must_use]
    pub fn points(&self) -> usize {
        match self {
            ContactFeature::Point(_) | ContactFeature::Ellipsoid { .. } => 1,
            ContactFeature::Rim { .. } => RIM_POINTS,
        }
    }

    /// Returns its image under `x -> matrix x + translation`.
    #[must_use]
    pub fn transform(&self, matrix: &Matrix3<f64>, translation: &Vector3<f64>) -> Self {
        match *self {
            ContactFeature::Point(p) => ContactFeature::Point(matrix * p + translation),
            ContactFeature::Ellipsoid { centre, axes } => ContactFeature::Ellipsoid {
                centre: matrix * centre + translation,
                axes: matrix * axes,
            },
            ContactFeature::Rim { centre, u, v } => ContactFeature::Rim {
                centre: matrix * centre + translation,
                u: matrix * u,
                v: matrix * v,
            },
        }
    }

    /// Returns its mirror image: the sign of one coordinate changed.
    #[must_use]
    pub fn mirrored(&self, axis: usize) -> Self {
        let image = |p: &Vector3<f64>| mirrored(p, axis);
        match self {
            ContactFeature::Point(p) => ContactFeature::Point(image(p)),
            ContactFeature::Ellipsoid { centre, axes } => ContactFeature::Ellipsoid {
                centre: image(centre),
                // M A M is the same ellipsoid as M A, and equals A if A is diagonal.
                axes: mirrored_matrix(axes, axis),
            },
            ContactFeature::Rim { centre, u, v } => ContactFeature::Rim {
                centre: image(centre),
                u: image(u),
                v: image(v),
            },
        }
    }

    /// Returns its centre.
    #[must_use]
    pub fn centre(&self) -> Vector3<f64> {
        match *self {
            ContactFeature::Point(centre)
            | ContactFeature::Ellipsoid { centre, .. }
            | ContactFeature::Rim { centre, .. } => centre,
        }
    }

    /// Returns the corner, if it is one.
    #[must_use]
    pub fn corner(&self) -> Option<Vector3<f64>> {
        match self {
            ContactFeature::Point(p) => Some(*p),
            _ => None,
        }
    }

    /// Returns the support function: largest distance from its centre along a direction, times the length of the direction.
    #[must_use]
    #[inline]
    pub fn reach(&self, direction: &Vector3<f64>) -> f64 {
        match self {
            ContactFeature::Point(_) => 0.0,
            ContactFeature::Ellipsoid { axes, .. } => axes.tr_mul(direction).norm(),
            ContactFeature::Rim { u, v, .. } => libm::hypot(u.dot(direction), v.dot(direction)),
        }
    }

    /// Returns eight points spread evenly around a rim, beginning at the one that is farthest along a unit vector; `turn` is 1 or -1. None
    /// of another feature.
    pub(super) fn around(&self, n: &Vector3<f64>, turn: f64) -> impl Iterator<Item = Vector3<f64>> {
        let rim = match *self {
            ContactFeature::Rim { centre, u, v } => Some((centre, u, v)),
            _ => None,
        };
        let n = *n;
        rim.into_iter().flat_map(move |(centre, u, v)| {
            let [cos, sin] = farthest_on_rim(&u, &v, &n);
            let (along, across) = (u * cos + v * sin, v * cos - u * sin);
            let place = move |[x, y]: [f64; 2]| centre + along * x + across * (turn * y);
            EIGHTHS.into_iter().map(place)
        })
    }

    /// Returns a point that may touch the ground, whose unit normal is `up`: number 0 is the lowest one, the others are further
    /// points of a rim. `number` is below [`ContactFeature::points`].
    #[must_use]
    pub fn near_point(&self, up: &Vector3<f64>, number: usize) -> NearPoint {
        match *self {
            ContactFeature::Point(point) => NearPoint {
                point,
                travel: None,
            },
            ContactFeature::Ellipsoid { centre, axes } => lowest_of_ellipsoid(&centre, &axes, up),
            ContactFeature::Rim { centre, u, v } => point_of_rim(&centre, &u, &v, up, number),
        }
    }
}

/// Returns the lowest point of an ellipsoid: with n the normal and q = A' n, it is c - A q / |q|.
///
/// As the body turns by dw, n changes by n x dw in its axes; so dq = A' [n x] dw, and the point moves by -A (1 - e e') dq / |q|
/// with e = q / |q|.
fn lowest_of_ellipsoid(centre: &Vector3<f64>, axes: &Matrix3<f64>, up: &Vector3<f64>) -> NearPoint {
    let q = axes.tr_mul(up);
    let length = q.norm();
    let e = q / length;
    let turned = axes.tr_mul(&up.cross_matrix()) / length;
    NearPoint {
        point: centre - axes * e,
        travel: Some(-(axes * (turned - e * (e.tr_mul(&turned))))),
    }
}

/// Returns the tilt below which a rim is level, times its radius.
fn level(u: &Vector3<f64>, v: &Vector3<f64>) -> f64 {
    LEVEL * u.norm().max(v.norm())
}

/// Returns cosine and sine of the angle at which a rim reaches farthest along a unit vector n: of w = (u.n, v.n). If the rim is
/// level within [`LEVEL`], enough of the fixed direction (1, 0) is added to w that it always has a length.
fn farthest_on_rim(u: &Vector3<f64>, v: &Vector3<f64>, n: &Vector3<f64>) -> [f64; 2] {
    let (wu, wv) = (u.dot(n), v.dot(n));
    let (x, y) = ((level(u, v) - libm::hypot(wu, wv)).max(0.0) + wu, wv);
    let length = libm::hypot(x, y);
    match length > 0.0 {
        true => [x / length, y / length],
        false => [1.0, 0.0],
    }
}

/// Returns a point of a rim: with w = (u.n, v.n), the lowest point is c - (u w1 + v w2) / |w|.
fn point_of_rim(
    centre: &Vector3<f64>,
    u: &Vector3<f64>,
    v: &Vector3<f64>,
    up: &Vector3<f64>,
    number: usize,
) -> NearPoint {
    let (wu, wv) = (u.dot(up), v.dot(up));
    let (tilt, level) = (libm::hypot(wu, wv), level(u, v));
    let [cos, sin] = farthest_on_rim(u, v, &-up);
    let (a, b) = match number % RIM_POINTS {
        0 => (cos, sin),
        1 => (-sin, cos),
        2 => (-cos, -sin),
        _ => (sin, -cos),
    };
    let along = v * a - u * b;
    let travel = (tilt > level).then(|| {
        // The angle of the lowest point changes by (wu dwv - wv dwu) / |w|^2, with dw = (u, v) . (n x dw).
        let (du, dv) = (u.cross(up), v.cross(up));
        along * ((dv * wu - du * wv) / (tilt * tilt)).transpose()
    });
    NearPoint {
        point: centre + u * a + v * b,
        travel,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Rotation3;

    fn features() -> [ContactFeature; 2] {
        let centre = Vector3::new(0.3, -0.2, 0.5);
        let skew = Matrix3::new(0.5, 0.1, 0.0, -0.2, 0.3, 0.1, 0.0, 0.05, 0.8);
        [
            ContactFeature::Ellipsoid { centre, axes: skew },
            ContactFeature::Rim {
                centre,
                u: skew.column(0).into_owned(),
                v: skew.column(1).into_owned(),
            },
        ]
    }

    /// Returns points of the feature, close to each other.
    fn cloud(feature: &ContactFeature) -> Vec<Vector3<f64>> {
        let angles =
            |n: u32| (0..n).map(move |i| std::f64::consts::TAU * f64::from(i) / f64::from(n));
        match *feature {
            ContactFeature::Point(p) => vec![p],
            ContactFeature::Rim { centre, u, v } => angles(2000)
                .map(|a| centre + u * a.cos() + v * a.sin())
                .collect(),
            ContactFeature::Ellipsoid { centre, axes } => angles(400)
                .flat_map(|a| {
                    angles(400).map(move |b| {
                        centre + axes * Vector3::new(a.cos() * b.cos(), a.cos() * b.sin(), a.sin())
                    })
                })
                .collect(),
        }
    }

    #[test]
    fn no_point_is_lower_than_the_lowest() {
        for feature in features() {
            let cloud = cloud(&feature);
            for k in 0..20 {
                let k = f64::from(k);
                let up = Vector3::new(k.sin(), (1.7 * k).cos(), (2.3 * k).sin()).normalize();
                let lowest = up.dot(&feature.near_point(&up, 0).point);
                let sampled = cloud
                    .iter()
                    .map(|p| up.dot(p))
                    .fold(f64::INFINITY, f64::min);
                assert!(lowest <= sampled + 1e-12, "{feature:?}");
                assert!(lowest > sampled - 1e-4, "{feature:?} {lowest} {sampled}");
                let reached = up.dot(&feature.centre()) - feature.reach(&up);
                assert!((reached - lowest).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn the_point_travels_over_the_body_as_the_body_turns() {
        let up = Vector3::new(0.3, 0.5, 0.9).normalize();
        let w = Vector3::new(0.4, -0.7, 0.2);
        let d = 1e-6;
        // In the axes of a body that turns by w, a fixed vector turns by -w.
        let later = Rotation3::new(-w * d) * up;
        for feature in features() {
            for number in 0..feature.points() {
                let now = feature.near_point(&up, number);
                let then = feature.near_point(&later, number);
                let found = (then.point - now.point) / d;
                assert!(
                    (found - now.travel.unwrap() * w).norm() < 1e-5,
                    "{feature:?} {number}"
                );
            }
        }
    }

    #[test]
    fn a_level_rim_touches_at_four_fixed_points_and_a_tilted_one_at_its_lowest() {
        let rim = ContactFeature::Rim {
            centre: Vector3::zeros(),
            u: Vector3::x() * 0.5,
            v: Vector3::y() * 0.5,
        };
        for tilt in [0.0, 1e-9, -1e-9] {
            let up = Vector3::new(tilt, 0.0, 1.0);
            assert!((rim.near_point(&up, 0).point - Vector3::x() * 0.5).norm() < 1e-5);
            assert!((rim.near_point(&up, 3).point + Vector3::y() * 0.5).norm() < 1e-5);
        }
        let up = Vector3::new(0.01, 0.0, 1.0).normalize();
        assert!((rim.near_point(&up, 0).point + Vector3::x() * 0.5).norm() < 1e-12);
    }

    #[test]
    fn images_of_features_are_features_of_images() {
        let matrix = Matrix3::new(0.0, -2.0, 0.3, 1.0, 0.2, 0.0, 0.0, 0.5, 0.7);
        let shift = Vector3::new(1.0, 2.0, 3.0);
        let up = Vector3::new(-0.2, 0.8, 0.5).normalize();
        for feature in features() {
            let image = feature.transform(&matrix, &shift);
            let lowest = cloud(&feature)
                .iter()
                .map(|p| up.dot(&(matrix * p + shift)))
                .fold(f64::INFINITY, f64::min);
            let found = up.dot(&image.near_point(&up, 0).point);
            assert!((found - lowest).abs() < 1e-4, "{found} {lowest}");
            for axis in 0..3 {
                let mut across = up;
                across[axis] = -across[axis];
                let (here, there) = (
                    feature.near_point(&up, 0),
                    feature.mirrored(axis).near_point(&across, 0),
                );
                assert!((mirrored(&here.point, axis) - there.point).norm() < 1e-14);
            }
        }
    }
}
