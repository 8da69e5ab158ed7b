//! Volume, centre and inertia of a polyhedron of unit density.
//!
//! B. Mirtich, *Fast and accurate computation of polyhedral mass properties*, Journal of Graphics Tools 1(2), 1996. Volume
//! integrals become face integrals by the divergence theorem, face integrals become integrals over the face's projection along
//! its largest normal component, and those become sums over edges by Green's theorem (his three steps, in that order). The
//! letters are his: `alpha, beta, gamma` the axes of the projection, `P` projection, `F` face, `T` volume integrals.

use nalgebra::{Matrix3, Vector3};

use super::Mesh;

/// Volume, centre and inertia of a solid of unit density. Multiplication by the density gives the mass and the inertia.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// Volume (m^3).
    pub volume: f64,
    /// Centre of mass (m), in the mesh's frame.
    pub centre: Vector3<f64>,
    /// Inertia about the centre, along the axes of the mesh's frame (m^5); products of inertia with the sign of a tensor,
    /// `-integral(x y)`.
    pub inertia: Matrix3<f64>,
}

impl MassProperties {
    /// Returns those of the solid's image under `x -> matrix x + shift`.
    #[must_use]
    pub fn transform(&self, matrix: &Matrix3<f64>, shift: &Vector3<f64>) -> Self {
        let stretch = matrix.determinant().abs();
        // The integral of x x' about the centre.
        let half = Matrix3::from_diagonal_element(self.inertia.trace() / 2.0);
        let second = stretch * (matrix * (half - self.inertia) * matrix.transpose());
        MassProperties {
            volume: stretch * self.volume,
            centre: matrix * self.centre + shift,
            inertia: Matrix3::from_diagonal_element(second.trace()) - second,
        }
    }
}

/// Computes the mass properties of a mesh that passed [`Mesh::check`]; meaningless for any other.
///
/// # Panics
/// If a triangle's index is out of range.
pub fn mass_properties(mesh: &Mesh) -> MassProperties {
    // About the centre of the mesh instead of its origin: far from it the differences of large integrals would lose digits.
    let middle = mesh.middle();
    let mut t = VolumeIntegrals::default();
    for corners in mesh.faces() {
        t.add(&corners.map(|corner| corner - middle));
    }

    let volume = t.one;
    let r = t.first / volume;
    let [x2, y2, z2] = t.second.into();
    let [xy, yz, zx] = t.products.into();
    #[rustfmt::skip]
    let about_middle = Matrix3::new(
        y2 + z2, -xy,     -zx,
        -xy,     z2 + x2, -yz,
        -zx,     -yz,     x2 + y2,
    );
    // Steiner's theorem, from the centre of the mesh to the centre of mass.
    let steiner = Matrix3::from_diagonal_element(r.norm_squared()) - r * r.transpose();
    MassProperties {
        volume,
        centre: middle + r,
        inertia: about_middle - volume * steiner,
    }
}

/// Volume integrals `T_1`, `(T_x, T_y, T_z)`, `(T_x2, T_y2, T_z2)` and `(T_xy, T_yz, T_zx)`.
#[derive(Default)]
struct VolumeIntegrals {
    one: f64,
    first: Vector3<f64>,
    second: Vector3<f64>,
    products: Vector3<f64>,
}

impl VolumeIntegrals {
    /// Adds the contribution of one face, by the divergence theorem.
    fn add(&mut self, corners: &[Vector3<f64>; 3]) {
        let [a, b, c] = corners;
        let Some(n) = (b - a).cross(&(c - a)).try_normalize(0.0) else {
            return;
        };
        let gamma = n.iamax();
        let axes = [(gamma + 1) % 3, (gamma + 2) % 3, gamma];
        let f = FaceIntegrals::new(corners, &n, axes);
        for (k, axis) in axes.into_iter().enumerate() {
            if axis == 0 {
                self.one += n.x * f.first[k];
            }
            self.first[axis] += n[axis] * f.second[k] / 2.0;
            self.second[axis] += n[axis] * f.third[k] / 3.0;
            self.products[axis] += n[axis] * f.products[k] / 2.0;
        }
    }
}

/// Integrals over one face, along `alpha, beta, gamma`: `F_alpha`, `F_alpha2`, `F_alpha3` and `F_alpha2_beta`.
struct FaceIntegrals {
    first: [f64; 3],
    second: [f64; 3],
    third: [f64; 3],
    products: [f64; 3],
}

impl FaceIntegrals {
    /// Computes the integrals by projection: on the face `gamma = -(n_alpha alpha + n_beta beta + w) / n_gamma`.
    fn new(
        corners: &[Vector3<f64>; 3],
        n: &Vector3<f64>,
        [alpha, beta, gamma]: [usize; 3],
    ) -> Self {
        let p = ProjectionIntegrals::new(corners, alpha, beta);
        let w = -n.dot(&corners[0]);
        let (na, nb) = (n[alpha], n[beta]);
        let k1 = 1.0 / n[gamma];
        let k2 = k1 * k1;
        let k3 = k2 * k1;
        let k4 = k3 * k1;

        // The plane's linear form g = n_alpha alpha + n_beta beta, its square and its cube, over the projection.
        let g = na * p.a + nb * p.b;
        let gg = na * na * p.aa + 2.0 * na * nb * p.ab + nb * nb * p.bb;
        let ggg =
            na * na * na * p.aaa + 3.0 * na * nb * (na * p.aab + nb * p.abb) + nb * nb * nb * p.bbb;
        let c = -k2 * (g + w * p.one);
        let cc = k3 * (gg + w * (2.0 * g + w * p.one));
        let ccc = -k4 * (ggg + w * (3.0 * gg + w * (3.0 * g + w * p.one)));
        let bbc = -k2 * (na * p.abb + nb * p.bbb + w * p.bb);
        let cca = k3
            * (na * na * p.aaa
                + 2.0 * na * nb * p.aab
                + nb * nb * p.abb
                + w * (2.0 * (na * p.aa + nb * p.ab) + w * p.a));
        FaceIntegrals {
            first: [k1 * p.a, k1 * p.b, c],
            second: [k1 * p.aa, k1 * p.bb, cc],
            third: [k1 * p.aaa, k1 * p.bbb, ccc],
            products: [k1 * p.aab, bbc, cca],
        }
    }
}

/// Integrals `P_1`, `P_alpha`, `P_beta`, ... over the projection of one face; negative if the projection is clockwise.
#[derive(Default)]
struct ProjectionIntegrals {
    one: f64,
    a: f64,
    b: f64,
    aa: f64,
    ab: f64,
    bb: f64,
    aaa: f64,
    aab: f64,
    abb: f64,
    bbb: f64,
}

impl ProjectionIntegrals {
    /// Computes the integrals by Green's theorem, as a sum over the edges.
    fn new(corners: &[Vector3<f64>; 3], alpha: usize, beta: usize) -> Self {
        let mut p = ProjectionIntegrals::default();
        for (e, corner) in corners.iter().enumerate() {
            let next = &corners[(e + 1) % 3];
            let a = [corner[alpha], next[alpha]];
            let b = [corner[beta], next[beta]];
            let delta_a = a[1] - a[0];
            let delta_b = b[1] - b[0];
            p.one += delta_b * powers(1, a) / 2.0;
            p.a += delta_b * powers(2, a) / 6.0;
            p.b -= delta_a * powers(2, b) / 6.0;
            p.aa += delta_b * powers(3, a) / 12.0;
            p.ab += delta_b * weighted_powers(2, a, b) / 24.0;
            p.bb -= delta_a * powers(3, b) / 12.0;
            p.aaa += delta_b * powers(4, a) / 20.0;
            p.aab += delta_b * weighted_powers(3, a, b) / 60.0;
            p.abb -= delta_a * weighted_powers(3, b, a) / 60.0;
            p.bbb -= delta_a * powers(4, b) / 20.0;
        }
        p
    }
}

/// Returns `sum(x1^i x0^(n - i), i = 0..=n)`.
fn powers(n: i32, [x0, x1]: [f64; 2]) -> f64 {
    (0..=n).map(|i| x1.powi(i) * x0.powi(n - i)).sum()
}

/// Returns `sum(x1^i x0^(n - i) ((i + 1) y1 + (n - i + 1) y0), i = 0..=n)`.
fn weighted_powers(n: i32, [x0, x1]: [f64; 2], [y0, y1]: [f64; 2]) -> f64 {
    let weight = |i: i32| f64::from(i + 1) * y1 + f64::from(n - i + 1) * y0;
    (0..=n)
        .map(|i| x1.powi(i) * x0.powi(n - i) * weight(i))
        .sum()
}

#[cfg(test)]
mod tests;
