//! The six equations of a free root.

use super::algebra::{Articulated, Skew, Vec3};

/// Solves I^A a = -p^A for the root (Featherstone 2008, table 9.4) by Cholesky's method without square roots; none if the
/// inertia is not positive definite, or NaN.
pub(super) fn solve_root(
    inertia: &Articulated<f64>,
    pn: Vec3<f64>,
    pf: Vec3<f64>,
) -> Option<(Vec3<f64>, Vec3<f64>)> {
    let (i, h, m) = (&inertia.i, &inertia.h, &inertia.m);
    // Lower triangle, by rows.
    let mut l = [
        [i.xx, 0.0, 0.0, 0.0, 0.0, 0.0],
        [i.xy, i.yy, 0.0, 0.0, 0.0, 0.0],
        [i.xz, i.yz, i.zz, 0.0, 0.0, 0.0],
        [h.x.x, h.y.x, h.z.x, m.xx, 0.0, 0.0],
        [h.x.y, h.y.y, h.z.y, m.xy, m.yy, 0.0],
        [h.x.z, h.y.z, h.z.z, m.xz, m.yz, m.zz],
    ];
    let mut x = [-pn.x, -pn.y, -pn.z, -pf.x, -pf.y, -pf.z];
    let mut d_inverse = [0.0; 6];
    for k in 0..6 {
        let d = l[k][k];
        if d.is_nan() || d <= 0.0 {
            return None;
        }
        d_inverse[k] = 1.0 / d;
        for row in k + 1..6 {
            let factor = l[row][k] * d_inverse[k];
            for below in &mut l[row..] {
                below[row] -= below[k] * factor;
            }
        }
        for row in k + 1..6 {
            l[row][k] *= d_inverse[k];
            x[row] -= l[row][k] * x[k];
        }
    }
    for k in (0..6).rev() {
        x[k] *= d_inverse[k];
        for below in k + 1..6 {
            x[k] -= l[below][k] * x[below];
        }
    }
    Some((Vec3::new(x[0], x[1], x[2]), Vec3::new(x[3], x[4], x[5])))
}

/// Solves (S + K) a = -p^A for a root whose inertia has a skew part K, by L U without exchanges of rows; none if a pivot is not positive,
/// or NaN.
pub(super) fn solve_skewed_root(
    inertia: &Articulated<f64>,
    skew: &Skew<f64>,
    pn: Vec3<f64>,
    pf: Vec3<f64>,
) -> Option<(Vec3<f64>, Vec3<f64>)> {
    let (mut m, mut x) = ([[0.0; 6]; 6], [-pn.x, -pn.y, -pn.z, -pf.x, -pf.y, -pf.z]);
    for column in 0..6 {
        let mut unit = [0.0; 6];
        unit[column] = 1.0;
        let [ax, ay, az, bx, by, bz] = unit;
        let (a, b) = (Vec3::new(ax, ay, az), Vec3::new(bx, by, bz));
        let ((mut n, mut f), (kn, kf)) = (inertia.times(a, b), skew.times(a, b));
        n += kn;
        f += kf;
        for (row, value) in [n.x, n.y, n.z, f.x, f.y, f.z].into_iter().enumerate() {
            m[row][column] = value;
        }
    }
    for k in 0..6 {
        let upper = m[k];
        if upper[k].is_nan() || upper[k] <= 0.0 {
            return None;
        }
        for row in k + 1..6 {
            let factor = m[row][k] / upper[k];
            for (value, above) in m[row][k..].iter_mut().zip(&upper[k..]) {
                *value -= factor * above;
            }
            x[row] -= factor * x[k];
        }
    }
    for k in (0..6).rev() {
        let known: f64 = (k + 1..6).map(|column| m[k][column] * x[column]).sum();
        x[k] = (x[k] - known) / m[k][k];
    }
    Some((Vec3::new(x[0], x[1], x[2]), Vec3::new(x[3], x[4], x[5])))
}
