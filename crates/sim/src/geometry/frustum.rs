//! Frustums: cones without their tips, the limbs of Arnold (1997).

use std::f64::consts::PI;

use nalgebra::{Matrix3, Vector3};

use super::revolve::revolve;
use super::shapes::SEGMENTS;
use super::{ContactFeature, MassProperties, Mesh};

/// Returns the surface of a frustum about the z axis, centred at the origin, with the given length and the radii of its lower and its
/// upper face.
#[must_use]
pub fn frustum_mesh(length: f64, [low, high]: [f64; 2]) -> Mesh {
    let half = length / 2.0;
    let profile = [(0.0, -half), (low, -half), (high, half), (0.0, half)];
    revolve(&profile, SEGMENTS)
}

/// Returns the contact features of such a frustum: its rims.
#[must_use]
pub fn frustum_contacts(length: f64, [low, high]: [f64; 2]) -> Vec<ContactFeature> {
    let rim = |radius: f64, z: f64| ContactFeature::Rim {
        centre: Vector3::new(0.0, 0.0, z),
        u: Vector3::x() * radius,
        v: Vector3::y() * radius,
    };
    vec![rim(low, -length / 2.0), rim(high, length / 2.0)]
}

/// Returns the exact mass properties of such a frustum: integrals of the discs of radius R + (r - R) t, t from 0 to 1.
#[must_use]
pub fn frustum_properties(length: f64, [low, high]: [f64; 2]) -> MassProperties {
    let (ll, lh, hh) = (low * low, low * high, high * high);
    let sum = ll + lh + hh;
    let volume = PI * length * sum / 3.0;
    let centre = length * (ll + 2.0 * lh + 3.0 * hh) / (4.0 * sum);
    // Integrals of z^2, from the lower face, and of x^2.
    let along = PI * length * length * length * (ll + 3.0 * lh + 6.0 * hh) / 30.0;
    let across = PI * length * (ll * ll + lh * sum + hh * hh) / 20.0;
    let along = along - volume * centre * centre;
    MassProperties {
        volume,
        centre: Vector3::new(0.0, 0.0, centre - length / 2.0),
        inertia: Matrix3::from_diagonal(&Vector3::new(
            across + along,
            across + along,
            2.0 * across,
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::mass_properties;

    fn near(found: &MassProperties, wanted: &MassProperties, relative: f64) {
        let size = wanted.volume.cbrt();
        let volume = (found.volume / wanted.volume - 1.0).abs();
        let centre = (found.centre - wanted.centre).amax() / size;
        let inertia = (found.inertia - wanted.inertia).amax() / wanted.inertia.amax();
        assert!(
            volume < relative && centre < relative && inertia < relative,
            "{found:?}\n{wanted:?}"
        );
    }

    #[test]
    fn a_frustum_is_a_cone_without_its_tip() {
        // The integrals of fine slices, a second route.
        let (length, radii) = (0.7, [0.3, 0.1]);
        let found = frustum_properties(length, radii);
        let (mut volume, mut first, mut second, mut across) = (0.0, 0.0, 0.0, 0.0);
        let count = 20_000;
        for slice in 0..count {
            let t = (f64::from(slice) + 0.5) / f64::from(count);
            let (z, r) = (length * (t - 0.5), radii[0] + (radii[1] - radii[0]) * t);
            let disc = PI * r * r * length / f64::from(count);
            volume += disc;
            first += disc * z;
            second += disc * z * z;
            across += disc * r * r / 4.0;
        }
        let centre = first / volume;
        let inertia = across + second - volume * centre * centre;
        let wanted = MassProperties {
            volume,
            centre: Vector3::new(0.0, 0.0, centre),
            inertia: Matrix3::from_diagonal(&Vector3::new(inertia, inertia, 2.0 * across)),
        };
        near(&found, &wanted, 1e-7);
        // Its mesh has plane facets; a cylinder is one of equal radii.
        near(&mass_properties(&frustum_mesh(length, radii)), &found, 5e-3);
        let cylinder = frustum_properties(2.0, [0.5, 0.5]);
        assert!((cylinder.volume - PI / 2.0).abs() < 1e-15);
        let wanted = cylinder.volume * (3.0 * 0.25 + 4.0) / 12.0;
        assert!((cylinder.inertia[(0, 0)] - wanted).abs() < 1e-15);
    }

    #[test]
    fn mass_properties_follow_a_linear_map() {
        let mesh = frustum_mesh(0.7, [0.3, 0.1]);
        let map = Matrix3::new(1.0, 0.2, 0.0, -0.4, 2.0, 0.1, 0.3, 0.0, 0.5);
        let shift = Vector3::new(0.3, -1.0, 2.0);
        for map in [
            map,
            map * Matrix3::from_diagonal(&Vector3::new(1.0, -1.0, 1.0)),
        ] {
            let found = mass_properties(&mesh).transform(&map, &shift);
            let moved = mesh.transform(&map, &shift);
            let mut wanted = mass_properties(&moved);
            // A mirrored mesh is inside out.
            if wanted.volume < 0.0 {
                wanted.volume = -wanted.volume;
                wanted.inertia = -wanted.inertia;
            }
            near(&found, &wanted, 1e-12);
        }
    }
}
