//! Mass properties of a mesh, computed by MuJoCo's methods.

use crate::dynamics::RigidInertia;
use crate::geometry::{Mesh, hull_mesh, mass_properties};
use nalgebra::{Matrix3, Vector3};

/// Method that computes the volume of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Pyramids over each face with their apex at the centre of the surface, all counted as positive.
    Legacy,
    /// The volume that the surface encloses.
    Exact,
    /// The convex hull.
    Convex,
    /// The surface itself, with a thickness of 1.
    Shell,
}

/// Returns the mass properties at 1 kg/m3 (1 kg/m2 for a shell), in the frame of the mesh; none if it encloses nothing.
pub(crate) fn mesh_inertia(mesh: &Mesh, way: Way) -> Option<RigidInertia> {
    let found = match way {
        Way::Exact => of_solid(mesh),
        Way::Convex => of_solid(&hull_mesh(&mesh.vertices)?),
        Way::Legacy => pyramids(mesh),
        Way::Shell => surface(mesh).inertia(),
    };
    let sound = found.mass > 0.0 && found.about_centre.iter().all(|x| x.is_finite());
    sound.then_some(found)
}

fn of_solid(mesh: &Mesh) -> RigidInertia {
    let found = mass_properties(mesh);
    RigidInertia {
        mass: found.volume,
        centre: found.centre,
        about_centre: found.inertia,
    }
}

/// Sums over simplices: mass, first moments, and second moments about the origin.
#[derive(Default)]
struct Sums {
    mass: f64,
    first: Vector3<f64>,
    second: Matrix3<f64>,
}

impl Sums {
    /// Adds a simplex of a mass with these corners: the integral of x x' over it is mass / (n (n + 1)) times the sum of the corners'
    /// products and the product of their sum, with n corners.
    fn add(&mut self, mass: f64, corners: &[Vector3<f64>]) {
        let n = corners.len() as f64;
        let sum: Vector3<f64> = corners.iter().sum();
        let squares: Matrix3<f64> = corners.iter().map(|c| c * c.transpose()).sum();
        self.mass += mass;
        self.first += sum * (mass / n);
        self.second += (squares + sum * sum.transpose()) * (mass / (n * (n + 1.0)));
    }

    fn inertia(&self) -> RigidInertia {
        let centre = self.first / self.mass;
        let about = self.second - centre * centre.transpose() * self.mass;
        RigidInertia {
            mass: self.mass,
            centre,
            about_centre: Matrix3::identity() * about.trace() - about,
        }
    }
}

/// Returns the sums over the surface, each triangle with the mass of its area.
fn surface(mesh: &Mesh) -> Sums {
    let mut sums = Sums::default();
    for [a, b, c] in mesh.faces() {
        let area = (b - a).cross(&(c - a)).norm() / 2.0;
        sums.add(area, &[a, b, c]);
    }
    sums
}

fn pyramids(mesh: &Mesh) -> RigidInertia {
    let surface = surface(mesh);
    let tip = surface.first / surface.mass;
    let mut sums = Sums::default();
    for [a, b, c] in mesh.faces() {
        let [a, b, c] = [a - tip, b - tip, c - tip];
        let volume = a.dot(&b.cross(&c)).abs() / 6.0;
        sums.add(volume, &[Vector3::zeros(), a, b, c]);
    }
    let found = sums.inertia();
    RigidInertia {
        centre: found.centre + tip,
        ..found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;

    #[test]
    fn all_ways_but_the_shell_agree_on_a_convex_solid() {
        let by = Matrix3::new(0.2, 0.1, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.3);
        let mesh = Shape::Cone
            .mesh()
            .transform(&by, &Vector3::new(3.0, 2.0, -1.0));
        let exact = mesh_inertia(&mesh, Way::Exact).unwrap();
        for way in [Way::Legacy, Way::Convex] {
            let found = mesh_inertia(&mesh, way).unwrap();
            assert!((found.mass / exact.mass - 1.0).abs() < 1e-12);
            assert!((found.centre - exact.centre).amax() < 1e-12);
            assert!((found.about_centre - exact.about_centre).amax() < 1e-12);
        }
    }

    #[test]
    fn the_shell_of_a_cube_has_the_moments_of_six_squares() {
        let shell = mesh_inertia(&Shape::Cube.mesh(), Way::Shell).unwrap();
        assert!((shell.mass - 6.0).abs() < 1e-12);
        // Two squares across give 1/6 each, and four beside give 1/12 + 1/4 each.
        let wanted = 2.0 / 6.0 + 4.0 * (1.0 / 12.0 + 1.0 / 4.0);
        assert!((shell.about_centre[(2, 2)] - wanted).abs() < 1e-12);
    }
}
