//! Recognises boxes, balls, cylinders and capsules, which other formats have too, by their meshes: an object made by `get`, `box`,
//! `ball`, `cylinder` or `capsule` has the mesh of a built-in shape, mapped by an affine map.

use crate::figure::{Object, Transform};
use crate::geometry::{ContactFeature, Mesh, Shape, capsule_mesh};
use crate::robot::{Form, Placement, Turn};
use nalgebra::{Matrix3, Vector3};

/// Largest deviation of the axes of a shape from right angles, and of its corners from their places, as a part of its size.
const SQUARE: f64 = 1e-9;

/// A shape of other formats, with its own size.
#[derive(Clone, Copy, Debug)]
enum Simple {
    Box,
    Ball,
    Cylinder,
    /// Diameter and total length.
    Capsule([f64; 2]),
}

/// Converts an object to a shape of other formats; none if it is sheared, or has another mesh.
pub(super) fn simple(object: &Object) -> Option<(Form, Placement)> {
    let (shape, own) = recognised(object)?;
    let transform = own.then(&object.transform);
    let sizes = Vector3::from_fn(|i, _| transform.linear.column(i).norm());
    let mut axes = Matrix3::from_fn(|i, j| transform.linear[(i, j)] / sizes[j]);
    let skew = (axes.transpose() * axes - Matrix3::identity()).amax();
    if skew.is_nan() || skew > SQUARE {
        return None;
    }
    // All of these are symmetric.
    if axes.determinant() < 0.0 {
        axes.set_column(2, &-axes.column(2));
    }
    let placement = Placement {
        turns: Turn::of_matrix(&axes).into_iter().collect(),
        translation: transform.translation,
    };
    let even = |a: f64, b: f64| (a - b).abs() <= SQUARE * a.abs();
    let round = even(sizes.x, sizes.y);
    let [x, y, z]: [f64; 3] = sizes.into();
    let form = match shape {
        Simple::Box => Form::Box([x, y, z]),
        Simple::Ball if round && even(x, z) => Form::Ellipsoid([x; 3]),
        Simple::Ball => Form::Ellipsoid([x, y, z]),
        Simple::Cylinder => round.then_some(Form::Cylinder(x, z))?,
        Simple::Capsule([d, l]) => (round && even(x, z)).then_some(Form::Capsule(d * x, l * x))?,
    };
    Some((form, placement))
}

/// Returns the shape whose mesh an object has, and the map from its own frame to modelling space.
fn recognised(object: &Object) -> Option<(Simple, Transform)> {
    let mesh = &*object.mesh;
    for shape in Shape::ALL {
        let simple = match shape {
            Shape::Cube | Shape::BevelledCube => Simple::Box,
            Shape::Sphere => Simple::Ball,
            Shape::Cylinder => Simple::Cylinder,
            Shape::Capsule | Shape::Cone => continue,
        };
        if let Some(map) = map_between(&shape.mesh(), mesh) {
            return Some((simple, map));
        }
    }
    let [d, l] = capsule_size(object)?;
    let map = map_between(&capsule_mesh(l, d), mesh)?;
    Some((Simple::Capsule([d, l]), map))
}

/// Returns diameter and total length of an object that touches as a capsule does.
fn capsule_size(object: &Object) -> Option<[f64; 2]> {
    let [
        ContactFeature::Ellipsoid { centre: a, axes },
        ContactFeature::Ellipsoid { centre: b, .. },
    ] = object.contacts.as_slice()
    else {
        return None;
    };
    let d = 2.0 * axes.column(0).norm();
    let l = (b - a).norm() + d;
    (d > 0.0 && l > d && l.is_finite()).then_some([d, l])
}

/// Returns the affine map that takes a mesh to another one with the same triangles; none if there is none.
fn map_between(from: &Mesh, to: &Mesh) -> Option<Transform> {
    if from.vertices.len() != to.vertices.len() || from.triangles.len() != to.triangles.len() {
        return None;
    }
    let corners = spread(&from.vertices)?;
    let edges = |mesh: &Mesh| -> Option<(Vector3<f64>, Matrix3<f64>)> {
        let [origin, a, b, c] = corners.map(|i| mesh.vertices.get(i).copied());
        let origin = origin?;
        let columns = [a? - origin, b? - origin, c? - origin];
        Some((origin, Matrix3::from_columns(&columns)))
    };
    let ((start, before), (end, after)) = (edges(from)?, edges(to)?);
    let linear = after * before.try_inverse()?;
    let translation = end - linear * start;
    let mapped = from.transform(&linear, &translation);
    if mapped.triangles != to.triangles {
        return None;
    }
    let size = to.size();
    let pairs = mapped.vertices.iter().zip(&to.vertices);
    let apart = pairs.map(|(p, q)| (p - q).amax()).fold(0.0, f64::max);
    (apart <= SQUARE * size).then_some(Transform {
        linear,
        translation,
    })
}

/// Returns four points that are far from lying in one plane, by their numbers: the first point, and each time the one farthest
/// from all before it.
fn spread(points: &[Vector3<f64>]) -> Option<[usize; 4]> {
    let origin = points.first()?;
    let farthest = |distance: &dyn Fn(Vector3<f64>) -> f64| {
        let mut best = (0, 0.0);
        for (number, point) in points.iter().enumerate() {
            let distance = distance(point - origin);
            if distance > best.1 {
                best = (number, distance);
            }
        }
        points.get(best.0).map(|point| (best.0, point - origin))
    };
    let (a, along) = farthest(&|p| p.norm())?;
    let (b, across) = farthest(&|p| p.cross(&along).norm())?;
    let normal = along.cross(&across);
    let (c, _) = farthest(&|p| p.dot(&normal).abs())?;
    Some([0, a, b, c])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    /// Returns the forms of the objects that a script makes.
    fn forms(script: &str) -> Vec<Option<Form>> {
        let observer = Box::new(crate::session::Quiet);
        let mut session = crate::commands::session(crate::session::Mode::Run, observer);
        let done = session.run_text("shapes", script);
        assert!(done.is_ok(), "{:?}", session.diagnostics);
        let objects = session.here().definitions.objects.iter();
        objects
            .map(|scoped| simple(&scoped.object).map(|(form, _)| form))
            .collect()
    }

    fn numbers(form: &Form) -> Vec<f64> {
        match form {
            Form::Box(sizes) | Form::Ellipsoid(sizes) => sizes.to_vec(),
            Form::Cylinder(d, l) | Form::Capsule(d, l) => vec![*d, *l],
            Form::Mesh(..) => vec![],
        }
    }

    #[test]
    fn objects_of_all_commands_are_recognised_wherever_they_are() {
        for place in [
            "",
            "move a 1 -2 0.3\n",
            "rotate a x 30\nrotate a z -70\nmove a 3 0 1\n",
        ] {
            for (line, wanted) in [
                (
                    "box a size=[30cm 12cm 10cm] at=[0 0 5cm]",
                    Form::Box([0.3, 0.12, 0.1]),
                ),
                ("box a from=[1 2 3] to=[0 4 -1]", Form::Box([1.0, 2.0, 4.0])),
                ("get a from unit_cubeb size=4cm", Form::Box([0.04; 3])),
                (
                    "ball a radius=9cm at=[0 0 12cm]",
                    Form::Ellipsoid([0.18; 3]),
                ),
                (
                    "get a from unit_sphere size=4cm",
                    Form::Ellipsoid([0.04; 3]),
                ),
                (
                    "cylinder a from=[0 -1cm 0] to=[0 1cm 3cm] radius=8cm",
                    Form::Cylinder(0.16, libm::sqrt(0.0013)),
                ),
                (
                    "capsule a from=[0 0 0] to=[0 3cm -4cm] radius=6cm",
                    Form::Capsule(0.12, 0.17),
                ),
                ("get a from capsule 30cm 10cm", Form::Capsule(0.1, 0.3)),
                (
                    "get a from unit_capsule size=4cm",
                    Form::Capsule(0.02, 0.04),
                ),
            ] {
                let script = format!("addcorpus c\n{line}\n{place}");
                let found = forms(&script);
                let [Some(form)] = found.as_slice() else {
                    panic!("{script}: {found:?}");
                };
                let same_kind = std::mem::discriminant(form) == std::mem::discriminant(&wanted);
                let (found, wanted) = (numbers(form), numbers(&wanted));
                let close = found
                    .iter()
                    .zip(&wanted)
                    .all(|(a, b)| (a - b).abs() < 1e-12);
                assert!(same_kind && close, "{script}: {form:?}");
            }
        }
    }

    #[test]
    fn a_ball_that_is_turned_stays_a_ball() {
        let found =
            forms("addcorpus c\nball a radius=9cm at=[0 0 12cm]\nrotate a x 30\nrotate a y 7\n");
        let [Some(Form::Ellipsoid([x, y, z]))] = found.as_slice() else {
            panic!("{found:?}");
        };
        assert!(x == y && y == z, "{x} {y} {z}");
    }

    #[test]
    fn other_shapes_are_meshes() {
        for line in [
            "get a from unit_cone",
            "capsule a from=[0 0 0] to=[0 0 1] radius=1\nscale a 1 1 2",
            "cylinder a from=[0 0 0] to=[0 0 1] radius=1\nscale a 1 2 1",
            "box a size=[1 1 1]\nrotate a z 45\nscale a 1 2 1",
        ] {
            let found = forms(&format!("addcorpus c\n{line}\n"));
            assert_eq!(found, [None], "{line}");
        }
        let mut mesh = Shape::Cube.mesh();
        mesh.vertices[3].x += 0.1;
        assert!(simple(&Object::new("a".into(), Arc::new(mesh), vec![])).is_none());
    }
}
