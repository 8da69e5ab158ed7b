//! Mirrored bodies and joints compared with matrices, and mirror images of mirror images.

use super::*;
use crate::geometry::Shape;
use nalgebra::Matrix3;
use std::f64::consts::FRAC_PI_4;

const SAME: Mirror = Mirror {
    axis: 1,
    opposite: false,
};
const OPPOSITE: Mirror = Mirror {
    axis: 1,
    opposite: true,
};

fn m() -> Matrix3<f64> {
    Matrix3::from_diagonal(&Vector3::new(1.0, -1.0, 1.0))
}

#[test]
fn a_transform_is_mirrored_on_both_sides() {
    let t = Transform::rotation(Vector3::new(1.0, 2.0, 3.0), 0.7)
        .then(&Transform::translation(Vector3::new(4.0, 5.0, 6.0)));
    let image = SAME.transform(&t);
    assert_eq!(image.linear, m() * t.linear * m());
    assert_eq!(image.translation, m() * t.translation);
    assert!(image.is_rigid());
    let bits = |t: Transform| t.linear.map(f64::to_bits);
    let (left, right) = (FRAC_PI_4, -FRAC_PI_4);
    let about_x = |angle| Transform::rotation(Vector3::x(), angle);
    assert_eq!(bits(SAME.transform(&about_x(left))), bits(about_x(right)));
}

/// For any axis, a mirrored joint at the same value (`opposite`: at the opposite one) gives the mirrored pose.
#[test]
fn a_mirrored_joint_moves_as_the_mirror_image() {
    let axis = Vector3::new(0.3, -0.5, 0.8);
    let turned = m() * Transform::rotation(axis, 0.4).linear * m();
    for (mirror, value) in [(SAME, 0.4), (OPPOSITE, -0.4)] {
        let image = mirror.joint_axis(JointKind::Rotary, &axis);
        let found = Transform::rotation(image, value).linear;
        assert!((found - turned).norm() < 1e-15);
        let slide = mirror.joint_axis(JointKind::Sliding, &axis);
        assert_eq!(slide, m() * axis, "a slide by the same length");
    }
}

fn part(name: &str) -> PartSpec {
    PartSpec {
        name: name.into(),
        density: 300.0,
        mass: None,
        inertial: true,
        colliding: true,
    }
}

/// Makes a cone with its tip along x, and a ball that is fixed to it, off centre.
fn lopsided() -> Body {
    let mut cone = Object::new("cone".into(), Arc::new(Shape::Cone.mesh()), vec![]);
    cone.transform = Transform::rotation(Vector3::new(0.2, 1.0, 0.3), 1.3);
    cone.contacts = Shape::Cone.contact_features();
    let spec = BodySpec {
        name: "left".into(),
        axis: Vector3::new(1.0, 2.0, 0.0),
        joint: JointKind::Rotary,
        form: crate::figure::JointForm::Single,
        density: 500.0,
        mass: None,
        inertial: true,
        colliding: true,
    };
    let mut body = Body::new(spec, &cone).unwrap();
    let mut ball = Object::new("ball".into(), Arc::new(Shape::Sphere.mesh()), vec![]);
    ball.transform = Transform::translation(Vector3::new(0.1, 0.7, 0.2));
    body.add_part(part("wart"), &ball).unwrap();
    body
}

fn figure() -> Figure {
    let mut figure = Figure::new("f".into());
    figure.bodies = vec![lopsided(), lopsided(), lopsided()];
    let placement = Transform::rotation(Vector3::x(), 0.3);
    figure.link(0, 1, placement).unwrap();
    figure
        .link(1, 2, Transform::translation(Vector3::new(0.0, 1.0, 0.5)))
        .unwrap();
    figure
}

fn twins() -> Vec<Twin> {
    [1, 2]
        .map(|of| Twin {
            of,
            name: format!("right{of}"),
            object: format!("cone{of}"),
            parts: vec![(format!("wart{of}"), format!("ball{of}"))],
        })
        .to_vec()
}

#[test]
fn a_branch_has_the_mirrored_masses_and_hangs_as_it_did() {
    let figure = figure();
    for axis in 0..3 {
        let mirror = Mirror {
            axis,
            opposite: false,
        };
        let mut sign = Matrix3::identity();
        sign[(axis, axis)] = -1.0;
        let images = figure.images(&mirror, &twins()).unwrap();
        assert_eq!(images.len(), 2);
        for (image, of) in images.iter().zip(&figure.bodies[1..]) {
            let (found, of_this) = (&image.inertia, &of.inertia);
            assert!((found.mass - of_this.mass).abs() < 1e-13 * of_this.mass);
            assert!((found.centre - sign * of_this.centre).norm() < 1e-14);
            let wanted = sign * of_this.about_centre * sign;
            assert!((found.about_centre - wanted).norm() < 1e-13 * wanted.norm());
            let up = Vector3::new(0.3, -0.8, 0.5).normalize();
            for (found, of) in image.contacts.iter().zip(&of.contacts) {
                let point = found.near_point(&(sign * up), 0).point;
                let wanted = sign * of.near_point(&up, 0).point;
                assert!((point - wanted).norm() < 1e-14);
            }
            assert!(mirror.is_image(image, of));
            assert_eq!(image.mesh.check(), Ok(()));
        }
        assert_eq!([images[0].parent, images[1].parent], [Some(0), Some(3)]);
        assert_eq!(images[1].spec.name, "right2");
        assert_eq!(images[1].shape.name, "cone2");
        assert_eq!(images[0].parts[0].spec, part("wart1"));
    }
}

#[test]
fn the_image_of_the_image_is_the_body() {
    let figure = figure();
    let mut both = figure.clone();
    both.bodies
        .extend(figure.images(&OPPOSITE, &twins()).unwrap());
    let back: Vec<Twin> = twins()
        .into_iter()
        .map(|t| Twin { of: t.of + 2, ..t })
        .collect();
    let again = both.images(&OPPOSITE, &back).unwrap();
    for (again, first) in again.iter().zip(&figure.bodies[1..]) {
        assert_eq!(again.mesh, first.mesh);
        assert_eq!(again.inertia, first.inertia);
        assert_eq!(again.placement, first.placement);
        assert_eq!(again.spec.axis, first.spec.axis);
    }
}

#[test]
fn a_frame_that_stands_otherwise_is_no_image() {
    let figure = figure();
    let mut image = figure.images(&SAME, &twins()).unwrap().remove(0);
    assert!(SAME.is_image(&image, &figure.bodies[1]));
    assert!(!SAME.is_image(&figure.bodies[1], &figure.bodies[1]));
    image.placement.translation.x += 1e-3;
    assert!(!SAME.is_image(&image, &figure.bodies[1]));
}
