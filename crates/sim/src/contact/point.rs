//! Force at a point, with the derivatives that a linearly implicit step needs.

use nalgebra::{Matrix3, Vector3};

/// Constants of a spring and a damper side by side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpringDamper {
    /// Spring constant (N/m).
    pub k: f64,
    /// Damping constant (N s/m).
    pub b: f64,
}

impl SpringDamper {
    /// Returns these constants less those of `o`.
    #[inline]
    fn less(self, o: SpringDamper) -> Self {
        SpringDamper {
            k: self.k - o.k,
            b: self.b - o.b,
        }
    }

    /// Returns h^2 k + h b (kg).
    #[inline]
    fn resistance(self, h: f64) -> f64 {
        h * (h * self.k + self.b)
    }
}

/// A force at a point of a body, with its change as the point moves: f(x + dx, v + dv) = force - K dx - D dv, to first order.
/// K and D have the form c 1 + c1 d1 d1' + c2 d2 d2' with the same directions d1, d2, and are positive semidefinite, but for friction that
/// follows the normal force: its term d n'K or d n'D is not symmetric. Body axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointForce {
    /// Force on the body (N).
    pub force: Vector3<f64>,
    /// Constants in every direction.
    pub all_round: SpringDamper,
    /// Unit directions, and the constants that are added along them.
    pub along: [(Vector3<f64>, SpringDamper); 2],
    /// d: the force across the first direction, the normal n, by which a sliding point is dragged per force along it.
    pub dragged: Vector3<f64>,
}

impl PointForce {
    /// Returns zero force without derivatives.
    #[must_use]
    #[inline]
    pub fn none() -> Self {
        PointForce::all_round(Vector3::zeros(), SpringDamper::default())
    }

    /// Returns a force with the same constants in every direction.
    #[must_use]
    #[inline]
    pub fn all_round(force: Vector3<f64>, all_round: SpringDamper) -> Self {
        let along = [(Vector3::zeros(), SpringDamper::default()); 2];
        PointForce {
            force,
            all_round,
            along,
            dragged: Vector3::zeros(),
        }
    }

    /// Returns a force with the constants `along` in the unit direction d, and `across` in all directions across it.
    #[must_use]
    #[inline]
    pub fn directed(
        force: Vector3<f64>,
        d: &Vector3<f64>,
        along: SpringDamper,
        across: SpringDamper,
    ) -> Self {
        let mut directed = PointForce::all_round(force, across);
        directed.along[0] = (*d, along.less(across));
        directed
    }

    /// Returns the force with the constants `along` in another unit direction, which is across the first one.
    #[must_use]
    #[inline]
    pub fn and_along(mut self, d: &Vector3<f64>, along: SpringDamper) -> Self {
        self.along[1] = (*d, along.less(self.all_round));
        self
    }

    /// Returns the constants along the first direction.
    #[inline]
    fn normal(&self) -> SpringDamper {
        let (all, (_, more)) = (self.all_round, self.along[0]);
        SpringDamper {
            k: all.k + more.k,
            b: all.b + more.b,
        }
    }

    /// Whether friction on a sliding point follows the normal force.
    #[must_use]
    #[inline]
    pub fn is_dragged(&self) -> bool {
        self.dragged != Vector3::zeros()
    }

    /// Returns the force with derivatives as if friction did not follow the normal force: they are symmetric.
    #[must_use]
    #[inline]
    pub fn undragged(mut self) -> Self {
        self.dragged = Vector3::zeros();
        self
    }

    /// Returns the force at the end of a step of `h` seconds at the velocity `v` (m/s) of the point: force - h K v.
    #[must_use]
    #[inline]
    pub fn ahead(&self, h: f64, v: &Vector3<f64>) -> Vector3<f64> {
        let [(d1, c1), (d2, c2)] = &self.along;
        let mut kv = v * self.all_round.k + d1 * (c1.k * d1.dot(v)) + d2 * (c2.k * d2.dot(v));
        if self.is_dragged() {
            kv += self.dragged * (self.normal().k * d1.dot(v));
        }
        self.force - kv * h
    }

    /// Returns the effective mass of the contact against an acceleration of the point in a step of `h` seconds: G = h^2 K + h D
    /// (kg).
    #[must_use]
    #[inline]
    pub fn resistance(&self, h: f64) -> Matrix3<f64> {
        let [c, c1, c2] = [self.all_round, self.along[0].1, self.along[1].1];
        let mut g = self.sum(c.resistance(h), [c1.resistance(h), c2.resistance(h)]);
        if self.is_dragged() {
            let n = self.along[0].0 * self.normal().resistance(h);
            g += self.dragged * n.transpose();
        }
        g
    }

    /// Returns the stiffness K (N/m), without the term of friction that follows the normal force.
    #[must_use]
    pub fn stiffness(&self) -> Matrix3<f64> {
        let [(_, c1), (_, c2)] = self.along;
        self.sum(self.all_round.k, [c1.k, c2.k])
    }

    /// Returns the damping D (N s/m), without that term.
    #[must_use]
    pub fn damping(&self) -> Matrix3<f64> {
        let [(_, c1), (_, c2)] = self.along;
        self.sum(self.all_round.b, [c1.b, c2.b])
    }

    /// Returns the matrix c 1 + c1 d1 d1' + c2 d2 d2'.
    #[inline]
    fn sum(&self, c: f64, [c1, c2]: [f64; 2]) -> Matrix3<f64> {
        let [(d1, _), (d2, _)] = &self.along;
        let (e1, e2) = (d1 * c1, d2 * c2);
        let at = |i: usize, j: usize| e1[i] * d1[j] + e2[i] * d2[j];
        let (xy, xz, yz) = (at(0, 1), at(0, 2), at(1, 2));
        let (xx, yy, zz) = (c + at(0, 0), c + at(1, 1), c + at(2, 2));
        Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz)
    }

    /// Returns the same force and derivatives in other axes, given the rotation from those to the present ones.
    #[must_use]
    pub fn in_axes(&self, axes: &Matrix3<f64>) -> Self {
        PointForce {
            force: axes.tr_mul(&self.force),
            all_round: self.all_round,
            along: self.along.map(|(d, c)| (axes.tr_mul(&d), c)),
            dragged: axes.tr_mul(&self.dragged),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resistance_and_force_ahead_are_those_of_a_spring_and_a_damper() {
        let d = Vector3::new(0.6, 0.0, 0.8);
        let along = SpringDamper { k: 300.0, b: 3.0 };
        let across = SpringDamper { k: 0.0, b: 2.0 };
        let push = PointForce::directed(d, &d, along, across);
        let g = push.resistance(0.1);
        assert!((g * d - d * 3.3).norm() < 1e-15);
        assert!((g * Vector3::y() - Vector3::y() * 0.2).norm() < 1e-15);
        assert!((push.ahead(0.1, &(d * 2.0)) - d * -59.0).norm() < 1e-13);
    }

    #[test]
    fn constants_are_those_of_their_directions_in_any_axes() {
        let [n, t, u] = [[0.6, 0.0, 0.8], [0.8, 0.0, -0.6], [0.0, 1.0, 0.0]].map(Vector3::from);
        let (normal, across, along) = (
            SpringDamper { k: 300.0, b: 3.0 },
            SpringDamper { k: 20.0, b: 2.0 },
            SpringDamper { k: 1.0, b: 0.5 },
        );
        let force = PointForce::directed(n, &n, normal, across).and_along(&t, along);
        let axes = Matrix3::from_columns(&[t, u, n]);
        for (force, [n, t, u]) in [
            (force, [n, t, u]),
            (
                force.in_axes(&axes),
                [n, t, u].map(|d| axes.transpose() * d),
            ),
        ] {
            for (d, c) in [(n, normal), (t, along), (u, across)] {
                assert!(
                    (force.stiffness() * d - d * c.k).norm() < 1e-12,
                    "{d} {c:?}"
                );
                assert!((force.damping() * d - d * c.b).norm() < 1e-13, "{d} {c:?}");
            }
            let v = n * 0.2 - t + u * 0.7;
            let expected = force.force - force.stiffness() * v * 0.01;
            assert!((force.ahead(0.01, &v) - expected).norm() < 1e-14);
        }
    }
}
