//! Built-in shapes.

use std::f64::consts::PI;

use nalgebra::{Matrix3, Vector3};

use super::polygons::fan;
use super::revolve::revolve;
use super::{ContactFeature, Mesh, box_corners};

/// Width of the bevel of `unit_cubeb`, measured on each face from the edge it cuts, as a part of the side.
///
/// The 1990 listing calls the shape "a beveled cube, size 1, centered at the origin" and does not give the width. A cube of
/// bevel w keeps 1 - 6 w^2 + 6 w^3 of its volume. The listing's boxes weigh 2.1755 g unbevelled, the thesis prints 2.1 g; w =
/// 0.05 gives 2.145 g, 0.075 gives 2.108 g, 0.08 gives 2.099 g, 0.10 gives 2.058 g. So 0.08 is the nearest round number.
pub const BEVEL: f64 = 0.08;

/// Facets round the z axis of every round shape; half as many from pole to pole. The vertices are on the true surface, within which
/// bodies have their mass.
pub(super) const SEGMENTS: u32 = 64;

/// A built-in shape: size 1, except for the capsule, centred at the origin, round ones about the z axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A cube of side 1.
    Cube,
    /// A cube of side 1, every edge cut at 45 degrees, [`BEVEL`] wide.
    BevelledCube,
    /// A sphere of diameter 1.
    Sphere,
    /// A cylinder of diameter 1 and height 1.
    Cylinder,
    /// A cone of diameter 1 at z = -0.5, with its tip at z = 0.5.
    Cone,
    /// A cylinder of diameter 1 and height 1 with half a sphere at either end; 2 high in all.
    Capsule,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Shape; 6] = [
        Shape::Cube,
        Shape::BevelledCube,
        Shape::Sphere,
        Shape::Cylinder,
        Shape::Cone,
        Shape::Capsule,
    ];

    /// Returns its name in scripts.
    pub const fn name(self) -> &'static str {
        match self {
            Shape::Cube => "unit_cube",
            Shape::BevelledCube => "unit_cubeb",
            Shape::Sphere => "unit_sphere",
            Shape::Cylinder => "unit_cylinder",
            Shape::Cone => "unit_cone",
            Shape::Capsule => "unit_capsule",
        }
    }

    /// Returns a description of the shape, in a sentence.
    pub const fn about(self) -> &'static str {
        match self {
            Shape::Cube => "A cube with sides of 1, centred at the origin.",
            Shape::BevelledCube => {
                "A cube with sides of 1 and bevelled edges, centred at the origin."
            }
            Shape::Sphere => "A ball of diameter 1, centred at the origin.",
            Shape::Cylinder => {
                "A cylinder of diameter 1 and height 1, centred at the origin; its axis is z."
            }
            Shape::Cone => {
                "A cone of diameter 1 and height 1, centred at the origin; its tip is at z = 0.5."
            }
            Shape::Capsule => {
                "A cylinder of diameter 1 and height 1 with a hemisphere on each end, so that it is 2 long; its axis is z. \
                 Different factors of `scale` make its ends egg-shaped: `get leg from capsule 4cm 1cm` has round ends."
            }
        }
    }

    /// Returns the shape named by a file name: the last part of a path, with or without `.obj` or `.stl`.
    pub fn by_name(path: &str) -> Option<Shape> {
        let file = path.rsplit('/').next().unwrap_or(path);
        let stem = match file.rsplit_once('.') {
            Some((stem, extension))
                if extension.eq_ignore_ascii_case("obj")
                    || extension.eq_ignore_ascii_case("stl") =>
            {
                stem
            }
            _ => file,
        };
        Shape::ALL.into_iter().find(|shape| shape.name() == stem)
    }

    /// Returns the contact features of the shape: the corners of the bounding box for a box, as every body had in 1990, and the
    /// true surface for a round shape, however many facets its mesh has.
    pub fn contact_features(self) -> Vec<ContactFeature> {
        let half = 0.5;
        let rim = |z: f64| ContactFeature::Rim {
            centre: Vector3::new(0.0, 0.0, z),
            u: Vector3::x() * half,
            v: Vector3::y() * half,
        };
        match self {
            Shape::Cube | Shape::BevelledCube => box_corners(&self.mesh())
                .into_iter()
                .map(ContactFeature::Point)
                .collect(),
            Shape::Sphere => vec![ball(0.0, 1.0)],
            Shape::Cylinder => vec![rim(-half), rim(half)],
            Shape::Cone => vec![
                rim(-half),
                ContactFeature::Point(Vector3::new(0.0, 0.0, half)),
            ],
            Shape::Capsule => capsule_contacts(2.0, 1.0),
        }
    }

    /// Returns the surface.
    pub fn mesh(self) -> Mesh {
        let half = 0.5;
        match self {
            Shape::Cube => cube(),
            Shape::BevelledCube => bevelled_cube(BEVEL),
            Shape::Sphere => sphere(SEGMENTS),
            Shape::Cylinder => revolve(
                &[(0.0, -half), (half, -half), (half, half), (0.0, half)],
                SEGMENTS,
            ),
            Shape::Cone => revolve(&[(0.0, -half), (half, -half), (0.0, half)], SEGMENTS),
            Shape::Capsule => capsule_mesh(2.0, 1.0),
        }
    }
}

/// Returns the surface of a capsule about the z axis, centred at the origin, with the given total length, and with half balls
/// of the given diameter at its ends. The length is larger than the diameter.
pub fn capsule_mesh(length: f64, diameter: f64) -> Mesh {
    let half = (length - diameter) / 2.0;
    let mut profile = arc(SEGMENTS / 4);
    let equator = SEGMENTS as usize / 4;
    for (radius, z) in &mut profile {
        *radius *= diameter;
        *z *= diameter;
    }
    for (_, z) in &mut profile[..=equator] {
        *z -= half;
    }
    // The equator occurs twice: once below the straight part and once above it.
    profile.insert(equator + 1, (diameter / 2.0, 0.0));
    for (_, z) in &mut profile[equator + 1..] {
        *z += half;
    }
    revolve(&profile, SEGMENTS)
}

/// Returns the contact features of such a capsule: the balls at its ends.
pub fn capsule_contacts(length: f64, diameter: f64) -> Vec<ContactFeature> {
    let half = (length - diameter) / 2.0;
    vec![ball(-half, diameter), ball(half, diameter)]
}

/// Returns the contact feature of a ball of the given diameter on the z axis.
fn ball(z: f64, diameter: f64) -> ContactFeature {
    ContactFeature::Ellipsoid {
        centre: Vector3::new(0.0, 0.0, z),
        axes: Matrix3::identity() * (diameter / 2.0),
    }
}

/// Returns a half circle of radius 1/2 from the bottom of the z axis to its top, each quarter in `n` equal steps.
fn arc(n: u32) -> Vec<(f64, f64)> {
    (0..=2 * n)
        .map(|i| {
            let (sin, cos) = libm::sincos(PI * f64::from(i) / f64::from(2 * n));
            let radius = if i == 0 || i == 2 * n { 0.0 } else { sin / 2.0 };
            (radius, if i == n { 0.0 } else { -cos / 2.0 })
        })
        .collect()
}

/// Returns a sphere of diameter 1 with `segments` facets round the z axis and half as many from pole to pole.
pub(super) fn sphere(segments: u32) -> Mesh {
    revolve(&arc(segments / 4), segments)
}

/// Returns corner `i` of the cube of half side 1: bit 0 of `i` is the side in x, bit 1 in y, bit 2 in z.
pub(super) fn cube_corner(i: usize) -> Vector3<f64> {
    let sign = |bit: usize| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
    Vector3::new(sign(0), sign(1), sign(2))
}

/// Returns the four corners of the side of the cube across `axis` towards `side` (0 or 1), counter-clockwise from outside.
fn cube_side(axis: usize, side: usize) -> [usize; 4] {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let corner = |a: usize, b: usize| side << axis | a << u | b << v;
    let mut corners = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
    if side == 0 {
        corners.reverse();
    }
    corners
}

/// Returns a cube of side 1, centred at the origin.
fn cube() -> Mesh {
    let mut mesh = Mesh {
        vertices: (0..8).map(|i| cube_corner(i) / 2.0).collect(),
        triangles: Vec::new(),
    };
    for (axis, side) in sides() {
        push_polygon(&mut mesh, &cube_side(axis, side));
    }
    mesh
}

/// Returns a cube of side 1, centred at the origin, with every edge cut at 45 degrees so that `w` of each face is removed; `0 <
/// w < 1/2`.
///
/// Each corner of the cube becomes four vertices: one on each of its three faces, `w` away from both edges there, and the
/// point where the three bevels meet, `w / 2` away from all three faces.
fn bevelled_cube(w: f64) -> Mesh {
    let mut vertices = Vec::new();
    for i in 0..8 {
        let corner = cube_corner(i);
        for axis in 0..3 {
            let mut vertex = corner * (0.5 - w);
            vertex[axis] = corner[axis] * 0.5;
            vertices.push(vertex);
        }
        vertices.push(corner * (0.5 - w / 2.0));
    }
    let mut mesh = Mesh {
        vertices,
        triangles: Vec::new(),
    };
    let on_face = |corner: usize, axis: usize| 4 * corner + axis;
    let meeting = |corner: usize| 4 * corner + 3;

    for (axis, side) in sides() {
        let face = cube_side(axis, side);
        push_polygon(&mut mesh, &face.map(|corner| on_face(corner, axis)));

        // The bevel beyond each edge of this face in the direction of rising corners; the neighbour has the same edge in the
        // falling direction, so each bevel is made once.
        for (i, &from) in face.iter().enumerate() {
            let to = face[(i + 1) % 4];
            if from < to {
                let along = (from ^ to).trailing_zeros() as usize;
                let other = 3 - axis - along;
                push_polygon(
                    &mut mesh,
                    &[
                        on_face(to, axis),
                        on_face(from, axis),
                        meeting(from),
                        on_face(from, other),
                        on_face(to, other),
                        meeting(to),
                    ],
                );
            }
        }
    }
    mesh
}

/// Returns the six sides of a cube: axis, and 0 or 1 for its low or high end.
fn sides() -> impl Iterator<Item = (usize, usize)> {
    (0..3).flat_map(|axis| [(axis, 0), (axis, 1)])
}

/// Adds a convex polygon as a fan.
fn push_polygon(mesh: &mut Mesh, corners: &[usize]) {
    let triangles = fan(corners).map(|corners| corners.map(|corner| corner as u32));
    mesh.triangles.extend(triangles);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_a_solid_centred_at_the_origin() {
        for shape in Shape::ALL {
            let mesh = shape.mesh();
            assert_eq!(mesh.check(), Ok(()), "{shape:?}");
            let (low, high) = mesh.bounds().unwrap();
            let height = if shape == Shape::Capsule { 1.0 } else { 0.5 };
            assert!(
                (high - Vector3::new(0.5, 0.5, height)).amax() < 1e-15,
                "{shape:?}"
            );
            assert!((low + high).amax() < 1e-15, "{shape:?}");
            // One surface without holes: Euler's formula.
            let edges = mesh.triangles.len() * 3 / 2;
            assert_eq!(mesh.vertices.len() + mesh.triangles.len(), edges + 2);
        }
    }

    #[test]
    fn features_of_contact_reach_as_far_as_the_mesh() {
        for shape in Shape::ALL {
            let (mesh, features) = (shape.mesh(), shape.contact_features());
            for k in 0..30 {
                let k = f64::from(k);
                let up = Vector3::new(k.sin(), (1.7 * k).cos(), (2.3 * k).sin()).normalize();
                let corners = mesh.vertices.iter().map(|p| up.dot(p));
                let corners = corners.fold(f64::INFINITY, f64::min);
                let features = features.iter().map(|f| up.dot(&f.centre()) - f.reach(&up));
                let features = features.fold(f64::INFINITY, f64::min);
                // A facet's centre is inside the true surface; the corners of the bevelled cube are outside its mesh.
                let outside = if shape == Shape::BevelledCube {
                    0.1
                } else {
                    2e-3
                };
                assert!(features < corners + 1e-12, "{shape:?} {features} {corners}");
                assert!(
                    features > corners - outside,
                    "{shape:?} {features} {corners}"
                );
            }
        }
    }

    #[test]
    fn a_capsule_of_a_size_has_round_ends_and_its_volume() {
        let (length, diameter) = (0.04, 0.01);
        let mesh = capsule_mesh(length, diameter);
        assert_eq!(mesh.check(), Ok(()));
        let (low, high) = mesh.bounds().unwrap();
        assert!((high - Vector3::new(0.005, 0.005, 0.02)).amax() < 1e-15);
        assert!((low + high).amax() < 1e-15);
        let r: f64 = diameter / 2.0;
        let true_volume = PI * r * r * (length - diameter) + 4.0 / 3.0 * PI * r.powi(3);
        assert!((mesh.signed_volume() / true_volume - 1.0).abs() < 3e-3);
        let [bottom, top] = capsule_contacts(length, diameter).try_into().unwrap();
        let down = -Vector3::z();
        let ends = |f: &ContactFeature| f.centre().z.abs() + f.reach(&down);
        assert!((ends(&bottom) - 0.02).abs() < 1e-15 && (ends(&top) - 0.02).abs() < 1e-15);
    }

    #[test]
    fn every_bevel_keeps_the_volume_it_should() {
        for w in [0.01, 0.05, 0.075, BEVEL, 0.1, 0.25, 0.49] {
            let mesh = bevelled_cube(w);
            assert_eq!(mesh.check(), Ok(()));
            let expected = 1.0 - 6.0 * w * w + 6.0 * w * w * w;
            assert!((mesh.signed_volume() - expected).abs() < 1e-14, "{w}");
        }
    }

    #[test]
    fn every_bevel_face_is_flat_at_45_degrees() {
        let mut across = 0;
        for [a, b, c] in bevelled_cube(BEVEL).faces() {
            let n = (b - a).cross(&(c - a)).normalize().abs();
            let tilted = n
                .iter()
                .filter(|x| (**x - 0.5f64.sqrt()).abs() < 1e-12)
                .count();
            let straight = n.iter().filter(|x| (**x - 1.0).abs() < 1e-12).count();
            assert!(
                (tilted, straight) == (2, 0) || (tilted, straight) == (0, 1),
                "{n}"
            );
            across += usize::from(tilted == 2);
        }
        assert_eq!(across, 12 * 4);
    }

    #[test]
    fn names_are_found_with_and_without_a_path_and_an_extension() {
        for shape in Shape::ALL {
            assert_eq!(Shape::by_name(shape.name()), Some(shape));
        }
        assert_eq!(
            Shape::by_name("../data/unit_cubeb"),
            Some(Shape::BevelledCube)
        );
        assert_eq!(Shape::by_name("data/unit_cube.obj"), Some(Shape::Cube));
        assert_eq!(Shape::by_name("unit_cone.STL"), Some(Shape::Cone));
        for unknown in [
            "",
            "cube",
            "unit_cube.ply",
            "unit_cube/",
            "unit_cube.obj.stl",
            "é",
        ] {
            assert_eq!(Shape::by_name(unknown), None, "{unknown}");
        }
    }
}
