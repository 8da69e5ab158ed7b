//! Masses and inertias as numbers, meshes by option, and armatures, through scripts.

use crate::support::{number, reports, run};
use corpus::session::Session;

/// In an earlier version moments given by name were reported as missing, with three of them and with six.
#[test]
fn moments_can_be_given_by_their_name() {
    for (line, product) in [
        ("inertia a moments=[0.3 0.4 0.5]", 0.0),
        ("inertia a mass=2kg moments=[0.3 0.4 0.5] at=[0 0 1cm]", 0.0),
        ("inertia a moments=[0.3 0.4 0.5 0.01 0.02 0.03]", 0.01),
        (
            "inertia a moments=[0.3 0.4 0.5] products=[0.01 0.02 0.03]",
            0.01,
        ),
    ] {
        let session = run(&format!(
            "addcorpus c\nget a from unit_cube\naddbody a a 0 0 1 rotary 1000\n{line}\nsetroot a\ncorpusinit"
        ));
        let inertia = session.here().world.corpora[0].model.inertia(0);
        let found = inertia.about_centre;
        assert!((found.m22 - 0.4).abs() < 1e-15, "{line}: {found}");
        assert!((found.m12 - product).abs() < 1e-15, "{line}: {found}");
    }
    let told = reports(
        "addcorpus c\nget a from unit_cube\naddbody a a 0 0 1 rotary 1000\ninertia a moments=[1 1]",
    );
    assert!(
        told[0].contains("`moments` takes 3 values, found 2"),
        "{told:?}"
    );
    let told = reports(
        "addcorpus c\nget a from unit_cube\naddbody a a 0 0 1 rotary 1000\ninertia a mass=2kg",
    );
    assert!(told[0].contains("are missing"), "{told:?}");
}

#[test]
fn a_mass_gives_the_density() {
    let session = run(
        "addcorpus c\nget o from unit_cube\nscale o 2cm 3cm 4cm\naddbody a o 0 0 1 rotary 2kg\n\
         get p from unit_cube\nmove p 0 0 0.5\naddpart p p a mass=500g\nsetroot a\ncorpusinit",
    );
    assert_eq!(number(&session, "a.mass"), 2.5);
    let inertia = session.here().world.corpora[0].model.inertia(0);
    assert!((inertia.centre.z - 0.1).abs() < 1e-15);
    // A box of 2 kg and a cube of 0.5 kg, 0.1 m below and 0.4 m above their common centre.
    let xx = 2.0 / 12.0 * (0.03f64.powi(2) + 0.04f64.powi(2)) + 2.0 * 0.01;
    let expected = xx + 0.5 / 6.0 + 0.5 * 0.16;
    assert!((inertia.about_centre.m11 - expected).abs() < 1e-12);
}

const OPEN: &str = "addcorpus c\nget o from unit_cube\naddbody a o 0 0 1 rotary 1000\n";

#[test]
fn numbers_take_the_place_of_the_shape_and_later_parts_join_them() {
    let session = run(&format!(
        "{OPEN}inertia a [0.3 0.4 0.5 0.01 0.02 0.03] at=[0 0 1cm] mass=2kg\n\
         get p from unit_cube\naddpart p p a mass=1kg\nsetroot a\ncorpusinit"
    ));
    let inertia = session.here().world.corpora[0].model.inertia(0);
    assert_eq!(inertia.mass, 3.0);
    assert!((inertia.centre.z - 0.02 / 3.0).abs() < 1e-15);
    let i = inertia.about_centre;
    assert_eq!([i.m12, i.m13, i.m23], [0.01, 0.02, 0.03]);
    assert!((i.m33 - 0.5 - 1.0 / 6.0).abs() < 1e-15);
}

#[test]
fn the_mirror_image_of_numbers_is_mirrored() {
    let session = run(
        "addcorpus c\nget o from unit_cube\naddbody a o 0 0 1 rotary 1000\nget leg_l from unit_cube\naddbody leg_l leg_l 0 0 1 rotary 1000\n\
         inertia leg_l [0.3 0.4 0.5 0.01 0.02 0.03] at=[1cm 2cm 3cm] mass=2kg\nmove leg_l 0 1 0\nlinkbodies a leg_l\n\
         mirror leg_l leg_r y\nsetroot a\ncorpusinit",
    );
    let corpus = &session.here().world.corpora[0];
    let of = |name: &str| {
        let at = corpus.names.iter().position(|n| n == name).unwrap();
        *corpus.model.inertia(at)
    };
    let (left, right) = (of("leg_l"), of("leg_r"));
    assert_eq!(right.mass, left.mass);
    assert_eq!(right.centre.as_slice(), [0.01, -0.02, 0.03]);
    let (l, r) = (left.about_centre, right.about_centre);
    assert_eq!([r.m12, r.m13, r.m23], [-l.m12, l.m13, -l.m23]);
}

#[test]
fn impossible_inertias_are_told_by_the_value_that_breaks_the_rule() {
    let told = reports(&format!("{OPEN}inertia a [0.1 0.2 0.5]"));
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(
        told[0],
        "E043 the principal moments are 0.1, 0.2 and 0.5 kg*m2, but the largest may not be above the sum of the others, 0.3"
    );
    let told = reports(&format!("{OPEN}inertia a [-0.1 0.2 0.2]"));
    assert!(told[0].ends_with("but none may be below zero"), "{told:?}");
    for mass in ["0kg", "-1kg"] {
        let told = reports(&format!(
            "addcorpus c\nget o from unit_cube\naddbody a o axis=[0 0 1] joint=rotary mass={mass}"
        ));
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].starts_with("E027 `mass` must be a mass (kg) above zero"),
            "{told:?}"
        );
    }
    let told = reports(
        "addcorpus c\nget o from unit_cube\naddbody a o axis=[0 0 1] joint=rotary mass=1kg inertial=0",
    );
    assert!(
        told[0].starts_with("E043 the shape has no mass"),
        "{told:?}"
    );
    let session = run(&format!(
        "{OPEN}inertia a repair [0.1 0.2 0.5]\nsetroot a\ncorpusinit"
    ));
    let i = session.here().world.corpora[0]
        .model
        .inertia(0)
        .about_centre;
    for (found, expected) in i.diagonal().iter().zip([0.2, 0.3, 0.5]) {
        assert!((found - expected).abs() < 1e-12, "{i}");
    }
}

/// Runs a pendulum of 1 kg on a fixed root.
fn pendulum(izz: f64, lines: &str) -> Session {
    run(&format!(
        "addcorpus c\nget o from unit_cube\naddbody a o 0 0 1 rotary 1000\nget p from unit_cube\naddbody b p 0 1 0 rotary 1000\n\
         inertia b [0.1 {izz} 0.1] at=[0.5 0 0] mass=1kg\nlinkbodies a b\nsetroot a\ncorpusinit\nrootmotion fixed\n\
         grav on\nintegration rkf\ntolerance 1e-12\n{lines}go 1s"
    ))
}

#[test]
fn an_armature_is_the_inertia_of_the_joint() {
    let with = pendulum(0.1, "joint b armature 0.05\n");
    let heavier = pendulum(0.15, "");
    let without = pendulum(0.1, "");
    let apart = number(&with, "b.q") - number(&heavier, "b.q");
    assert!(apart.abs() < 1e-9, "{apart:e}");
    assert!((number(&with, "b.q") - number(&without, "b.q")).abs() > 1e-2);
    assert_eq!(number(&with, "b.armature"), 0.05);
    let energy = |s: &Session| number(s, "c.energy.kinetic") + number(s, "c.energy.weight");
    assert!((energy(&with) - energy(&heavier)).abs() < 1e-8);
}
