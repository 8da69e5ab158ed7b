use std::f64::consts::PI;

use nalgebra::Rotation3;

use super::super::{BEVEL, Shape};
use super::*;

/// Computes them in another way: each triangle and the origin span a signed tetrahedron, whose second moments are known (Tonon
/// 2004).
fn by_tetrahedra(mesh: &Mesh) -> MassProperties {
    let mut volume = 0.0;
    let mut first = Vector3::zeros();
    let mut second = Matrix3::zeros();
    for [a, b, c] in mesh.faces() {
        let v = a.cross(&b).dot(&c) / 6.0;
        let s = a + b + c;
        volume += v;
        first += v / 4.0 * s;
        let corners = a * a.transpose() + b * b.transpose() + c * c.transpose();
        second += v / 20.0 * (corners + s * s.transpose());
    }
    let centre = first / volume;
    second -= volume * centre * centre.transpose();
    MassProperties {
        volume,
        centre,
        inertia: Matrix3::from_diagonal_element(second.trace()) - second,
    }
}

fn assert_near(found: &MassProperties, expected: &MassProperties, relative: f64) {
    let size = expected.volume.cbrt();
    let volume = (found.volume - expected.volume).abs() / expected.volume;
    let centre = (found.centre - expected.centre).amax() / size;
    let inertia = (found.inertia - expected.inertia).amax() / expected.inertia.amax();
    assert!(
        volume < relative && centre < relative && inertia < relative,
        "{found:?}\n{expected:?}"
    );
}

fn stretched(mesh: &Mesh, x: f64, y: f64, z: f64) -> Mesh {
    mesh.transform(
        &Matrix3::from_diagonal(&Vector3::new(x, y, z)),
        &Vector3::zeros(),
    )
}

fn diagonal(volume: f64, centre_z: f64, x: f64, y: f64, z: f64) -> MassProperties {
    MassProperties {
        volume,
        centre: Vector3::new(0.0, 0.0, centre_z),
        inertia: Matrix3::from_diagonal(&Vector3::new(x, y, z)),
    }
}

#[test]
fn a_box() {
    let (x, y, z) = (1.63e-2, 1.25e-2, 0.706e-2);
    let v = x * y * z;
    let side = |a: f64, b: f64| v * (a * a + b * b) / 12.0;
    let expected = diagonal(v, 0.0, side(y, z), side(z, x), side(x, y));
    let found = mass_properties(&stretched(&Shape::Cube.mesh(), x, y, z));
    assert_near(&found, &expected, 1e-14);
}

#[test]
fn a_tetrahedron_at_the_origin() {
    let mesh = Mesh {
        vertices: vec![
            Vector3::zeros(),
            Vector3::x() * 2.0,
            Vector3::y() * 3.0,
            Vector3::z() * 5.0,
        ],
        triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
    };
    assert_eq!(mesh.check(), Ok(()));
    // Second moments about the centre: 3/80 a^2 V on the diagonal, -1/80 a b V off it.
    let (a, b, c, v) = (2.0, 3.0, 5.0, 5.0);
    let expected = MassProperties {
        volume: v,
        centre: Vector3::new(a, b, c) / 4.0,
        inertia: v / 80.0
            * Matrix3::new(
                3.0 * (b * b + c * c),
                a * b,
                a * c,
                a * b,
                3.0 * (a * a + c * c),
                b * c,
                a * c,
                b * c,
                3.0 * (a * a + b * b),
            ),
    };
    assert_near(&mass_properties(&mesh), &expected, 1e-14);
}

#[test]
fn a_bevelled_cube() {
    // Removed: 12 prisms of w^2 / 2, which overlap at the 8 corners; by inclusion and exclusion 1 - 6 w^2 + 6 w^3 is left.
    let w = BEVEL;
    let volume = 1.0 - 6.0 * w * w + 6.0 * w * w * w;
    // The moment integral(x^2): slices of the square |y|, |z| <= 1/2 with its corners cut off by w, and within w of the end a
    // smaller one. Simpson's rule is exact there: each slice's area is a polynomial of second degree in x.
    let slice = |x: f64| {
        let half = 0.5f64.min(1.0 - w - x);
        // The corner |y| + |z| > 1 - w of the square of that half side.
        let corner = (2.0 * half - (1.0 - w)).max(0.0);
        4.0 * half * half - 2.0 * corner * corner
    };
    let simpson = |from: f64, to: f64| {
        let n = 200;
        let h = (to - from) / f64::from(n);
        let f = |i: i32| {
            let x = from + h * f64::from(i);
            x * x * slice(x)
        };
        let inner: f64 = (1..n)
            .map(|i| f(i) * if i % 2 == 0 { 2.0 } else { 4.0 })
            .sum();
        h / 3.0 * (f(0) + inner + f(n))
    };
    let x2 = 2.0
        * (simpson(0.0, 0.5 - w) + simpson(0.5 - w, 0.5 - w / 2.0) + simpson(0.5 - w / 2.0, 0.5));
    let expected = diagonal(volume, 0.0, 2.0 * x2, 2.0 * x2, 2.0 * x2);
    assert_near(
        &mass_properties(&Shape::BevelledCube.mesh()),
        &expected,
        1e-9,
    );
}

#[test]
fn round_shapes_approach_their_closed_forms() {
    let r = 0.5;
    let ball = 4.0 / 3.0 * PI * r * r * r;
    let rod = PI * r * r;
    let cone = rod / 3.0;
    let cone_side = 3.0 / 80.0 * cone * (4.0 * r * r + 1.0);
    // Two half balls at the ends of a rod of height one.
    let capsule_side =
        rod * (r * r / 4.0 + 1.0 / 12.0) + ball * (2.0 / 5.0 * r * r + 1.0 / 4.0 + 3.0 / 8.0 * r);
    let capsule_along = rod * r * r / 2.0 + ball * 2.0 / 5.0 * r * r;
    for (shape, expected) in [
        (Shape::Sphere, {
            let i = 2.0 / 5.0 * ball * r * r;
            diagonal(ball, 0.0, i, i, i)
        }),
        (Shape::Cylinder, {
            let i = rod * (3.0 * r * r + 1.0) / 12.0;
            diagonal(rod, 0.0, i, i, rod * r * r / 2.0)
        }),
        (
            Shape::Cone,
            diagonal(cone, -0.25, cone_side, cone_side, 0.3 * cone * r * r),
        ),
        (
            Shape::Capsule,
            diagonal(rod + ball, 0.0, capsule_side, capsule_side, capsule_along),
        ),
    ] {
        let mesh = shape.mesh();
        let found = mass_properties(&mesh);
        assert_near(&found, &expected, 8e-3);
        assert!(found.volume < expected.volume, "facets cut off some volume");
    }
}

#[test]
fn a_finer_sphere_comes_nearer_by_the_square() {
    let ball = PI / 6.0;
    let missing = |segments: u32| {
        let mesh = super::super::shapes::sphere(segments);
        assert_eq!(mesh.check(), Ok(()));
        let found = mass_properties(&mesh);
        let inertia = (found.inertia[(0, 0)] - ball / 10.0).abs() / (ball / 10.0);
        ((ball - found.volume) / ball, inertia)
    };
    let (coarse, coarse_inertia) = missing(32);
    let (fine, fine_inertia) = missing(64);
    assert!((coarse / fine - 4.0).abs() < 0.05, "{}", coarse / fine);
    assert!((coarse_inertia / fine_inertia - 4.0).abs() < 0.1);
}

#[test]
fn both_ways_agree_on_turned_stretched_and_moved_shapes() {
    for (i, shape) in Shape::ALL.into_iter().enumerate() {
        let turn = Rotation3::from_euler_angles(0.4 + i as f64, -0.7, 1.9).into_inner();
        let matrix = turn * Matrix3::new(1.0, 0.2, 0.0, 0.0, 0.4, -0.3, 0.1, 0.0, 2.5);
        let mesh = shape
            .mesh()
            .transform(&matrix, &Vector3::new(0.3, -0.2, 0.9));
        assert_near(&mass_properties(&mesh), &by_tetrahedra(&mesh), 1e-12);
    }
}

#[test]
fn moving_turning_and_scaling_do_what_they_should() {
    let mesh = stretched(&Shape::BevelledCube.mesh(), 1.0, 2.0, 3.0);
    let at_home = mass_properties(&mesh);
    let r = Rotation3::from_euler_angles(0.3, 1.1, -2.0).into_inner();
    let t = Vector3::new(100.0, -50.0, 20.0);
    let s = 1e-3;
    let found = mass_properties(&mesh.transform(&(r * s), &t));
    let expected = MassProperties {
        volume: at_home.volume * s.powi(3),
        centre: t,
        inertia: r * at_home.inertia * r.transpose() * s.powi(5),
    };
    // Coordinates near 100 represent a body of 1e-3 with eleven digits.
    assert_near(&found, &expected, 1e-10);
}

#[test]
fn a_mirrored_solid_weighs_the_same() {
    let mesh = stretched(&Shape::Cone.mesh(), 1.0, 2.0, 3.0);
    let mirror = Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, -1.0));
    let found = mass_properties(&mesh.transform(&mirror, &Vector3::zeros()));
    let mut expected = mass_properties(&mesh);
    expected.centre.z = -expected.centre.z;
    assert_near(&found, &expected, 1e-13);
}

#[test]
fn the_roach_weighs_what_the_thesis_prints() {
    // Sides (cm) of the 33 boxes, density 1000 kg/m^3: the trunk, and one side's legs.
    let trunk = [
        [1.63, 1.25, 0.706],
        [1.06, 0.875, 0.529],
        [0.265, 0.25, 0.635],
    ];
    let legs = [
        [0.21, 0.49, 0.21],
        [0.11, 0.6, 0.11],
        [0.053, 0.6, 0.053],
        [0.035, 0.035, 0.035],
        [0.035, 0.18, 0.035],
        [0.18, 0.6, 0.18],
        [0.071, 0.42, 0.071],
        [0.053, 0.95, 0.053],
        [0.035, 0.035, 0.035],
        [0.035, 0.2, 0.035],
        [0.25, 0.56, 0.25],
        [0.11, 0.35, 0.11],
        [0.071, 1.41, 0.071],
        [0.035, 0.035, 0.035],
        [0.035, 0.35, 0.035],
    ];
    let grams = |shape: Shape| -> f64 {
        let weight =
            |[x, y, z]: &[f64; 3]| mass_properties(&stretched(&shape.mesh(), *x, *y, *z)).volume;
        trunk.iter().map(weight).sum::<f64>() + 2.0 * legs.iter().map(weight).sum::<f64>()
    };
    assert!(
        (grams(Shape::Cube) - 2.1755).abs() < 5e-5,
        "{}",
        grams(Shape::Cube)
    );
    assert!(
        (grams(Shape::BevelledCube) - 2.10).abs() < 2e-3,
        "{}",
        grams(Shape::BevelledCube)
    );
}
