//! Round bodies on the ground: their depth shows how many points carry them, and where.

use crate::physics::rig::*;
use corpus::session::Session;

const G: f64 = 9.8;

/// Runs a shape of 1 kg on a ground of linear springs, `k` N/m at each point of contact, until it has settled.
fn settled(shape: &str) -> Session {
    run(&format!(
        "addcorpus c\nget o from {shape}\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nground on\ngrav on\n\
         groundscale total\ngroundea 0\ngroundk 1e4\ngrounde 1\ngroundb 60\nrest 0\ngo 2s"
    ))
}

/// Returns the depth of the lowest point.
fn depth(session: &Session) -> f64 {
    -corpus(session).touching_heights().unwrap()[0]
}

#[test]
fn each_shape_stands_on_the_points_it_has() {
    let shapes = [
        ("unit_sphere", 1.0),
        // On its side.
        ("unit_capsule\nrotate o x 90", 2.0),
        ("unit_capsule\nscale o 0.2 0.2 0.3\nrotate o y 90", 2.0),
        ("unit_cylinder\nrotate o x 90", 2.0),
        // On its base.
        ("unit_cylinder", 4.0),
        ("unit_cylinder\nscale o 0.5 0.3 0.1", 4.0),
        ("unit_cone", 4.0),
        // An ellipsoid on its flat side.
        ("unit_sphere\nscale o 0.4 0.3 0.1", 1.0),
    ];
    for (shape, points) in shapes {
        let session = settled(shape);
        let (found, expected) = (depth(&session), G / (points * 1e4));
        assert!(
            (found - expected).abs() < 1e-3 * expected,
            "{shape}: {found:e} {expected:e}"
        );
        assert!(
            session.here().world.corpora[0].y[3] > 1.0 - 1e-6,
            "{shape} fell over"
        );
    }
}

/// The height of the centre of an inclined body when it is put down.
#[test]
fn the_lowest_point_of_a_slanting_shape_is_that_of_the_true_surface() {
    let (sin, cos) = 0.4_f64.sin_cos();
    let shapes = [
        (
            "unit_sphere\nscale o 0.4 0.3 0.1",
            (0.2 * sin).hypot(0.05 * cos),
        ),
        ("unit_cylinder\nscale o 0.2 0.2 0.6", 0.3 * cos + 0.1 * sin),
        ("unit_capsule\nscale o 0.2 0.2 0.2", 0.1 * cos + 0.1),
        ("unit_cone\nscale o 0.2 0.2 0.6", 0.3 * cos + 0.1 * sin),
    ];
    for (shape, height) in shapes {
        let session = run(&format!(
            "addcorpus c\nget o from {shape}\nrotate o y {{0.4rad}}\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nrest 0"
        ));
        let found = corpus(&session).y[2];
        assert!((found - height).abs() < 1e-9, "{shape}: {found} {height}");
    }
}

/// A coin that rolls on its rim leans into a curve and continues for a while; with hull corners it would soon stop.
#[test]
fn a_coin_rolls_on_its_rim() {
    let session = run(
        "addcorpus c\nget o from unit_cylinder\nscale o 0.1 0.1 0.005\nrotate o x 90\naddbody b o 0 0 1 rotary 1000\n\
         setroot b\ncorpusinit\nground on\ngrav on\ngroundfriction stick 0.5\nrest 0\naddv b 2 0 0 0 40 0\ngo 2s",
    );
    let y = state(&session);
    assert!((y[0] - 4.0).abs() < 0.04, "{}", y[0]);
    assert!(y[1].abs() < 1e-3 && y[2] > 0.0495, "{y:?}");
}

/// A ball keeps the set part of its speed on a ground so hard that the weight's work in it is negligible; a coefficient of
/// restitution of 0.8 is 0.64 of the height.
#[test]
fn a_bounce_returns_what_was_asked() {
    let scene = |restitution: &str| {
        format!(
            "addcorpus c\nget o from unit_sphere\nscale o 0.1 0.1 0.1\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\n\
             ground on\ngrav on\ngroundea 0\ngroundk 1e7\n{restitution}\nrest 1m\nintegration rkf\neps 1e-8\ndt 0.5ms\n"
        )
    };
    for (asked, height) in [
        ("restitution 0.8", 0.64),
        ("grounde 0.64", 0.64),
        ("restitution 0.5", 0.25),
        ("grounde 1", 1.0),
    ] {
        let mut session = run(&scene(asked));
        let mut highest = 0.0_f64;
        let fall = (2.0 / G).sqrt();
        go_on(&mut session, &format!("go {}s", fall + 0.01));
        for _ in 0..200 {
            go_on(&mut session, "go 5ms");
            highest = highest.max(-depth(&session));
            if motion(&session).velocity().z < 0.0 {
                break;
            }
        }
        assert!(
            (highest - height).abs() < 0.01 * height,
            "{asked}: {highest}"
        );
    }
}
