//! Dry friction of joints against closed forms: where it stops what swings, and that what it holds stays.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod running;

use running::{go_on, number, run};
use std::f64::consts::PI;

const METHODS: [&str; 6] = ["auto", "implicit", "euler", "rkfixed", "rkvar", "rkf"];

/// A bar of 1 m and 2 kg that stands on a post, by the joint that `kind` makes.
fn on_post(kind: &str) -> String {
    format!(
        "addcorpus c\nget p from unit_cube\naddbody post p 0 0 1 rotary 1000\n\
         get o from unit_cube\nscale o 0.2 0.3 1\nmove o 0 0 0.5\naddbody arm o axis=[1 0 0] joint=rotary mass=2kg\n\
         {kind}linkbodies post arm\nsetroot post\ncorpusinit\nrootmotion fixed\n"
    )
}

/// A mass on a spring: from one turning point to the next takes half a period, and each is nearer by 2 f / k. Where the spring
/// pulls less than f, it stays.
#[test]
fn a_mass_on_a_spring_turns_and_sticks_where_coulombs_law_says() {
    let slide = on_post("jointkind arm sliding axis=[1 0 0]\n");
    let script = format!(
        "{slide}joint arm q 0.1\njoint arm spring linear\njoint arm k 200\njoint arm dry 3\n"
    );
    let half = PI / 10.0;
    for method in METHODS {
        let mut session = run(&format!(
            "{script}dt {}\nintegration {method}\n",
            half / 400.0
        ));
        let near = match method {
            "implicit" | "euler" => 1e-3,
            _ => 3e-5,
        };
        for expected in [-0.07, 0.04, -0.01, -0.01] {
            go_on(&mut session, "go 400");
            let q = number(&session, "arm.q");
            assert!((q - expected).abs() < near, "{method}: {q} {expected}");
        }
        let stuck = number(&session, "arm.q");
        go_on(&mut session, "go 2s");
        let drift = number(&session, "arm.q") - stuck;
        assert!(drift.abs() < 1e-12, "{method}: {drift}");
    }
}

/// A joint crept under a load that its dry friction holds: by 1e-4 rad/s, near the largest.
#[test]
fn a_pendulum_that_friction_holds_does_not_drift() {
    let script = format!(
        "{}grav on\njoint arm q 0.5\njoint arm dry 6\n",
        on_post("jointkind arm rotary axis=[1 0 0]\n")
    );
    let mut session = run(&format!("{script}dt 20ms\ngo 1s"));
    let held = number(&session, "arm.q");
    assert!((held - 0.5).abs() < 1e-5, "{held}");
    go_on(&mut session, "go 600s");
    let drift = number(&session, "arm.q") - held;
    assert!(drift.abs() < 1e-9, "{drift}");
    for method in METHODS {
        let mut session = run(&format!("{script}integration {method}\ndt 5ms\ngo 1s"));
        let held = number(&session, "arm.q");
        go_on(&mut session, "go 2s");
        let drift = number(&session, "arm.q") - held;
        // Steps of an explicit method with a tolerance end at its limit of stability, within that tolerance.
        let near = match method {
            "rkvar" | "rkf" => 1e-7,
            _ => 1e-9,
        };
        assert!(drift.abs() < near, "{method}: {drift}");
    }
}

/// Shaken by less than friction holds, it moves to and fro and goes nowhere.
#[test]
fn what_is_shaken_by_less_than_friction_goes_nowhere() {
    let script = format!(
        "{}joint arm spring bias\njoint arm dry 3\nevery 20ms\n  joint arm bias {{1.5 + 1.4 * sin(30rad/s * world.time)}}\nend\n",
        on_post("jointkind arm sliding axis=[1 0 0]\n")
    );
    let session = run(&format!("{script}go 3s"));
    let q = number(&session, "arm.q");
    assert!(q.abs() < 1e-5 && q > 0.0, "{q}");
}

/// A load above the largest force makes it slide, by what is left. Before the spring has yielded it holds less than that:
/// that is half of its stretch times the force, 3.9 mm/s for this mass, if the load comes at once.
#[test]
fn a_load_above_the_largest_force_slides() {
    let script = on_post("jointkind arm sliding axis=[1 0 0]\n");
    let script = format!("{script}joint arm dry 3\njoint arm spring bias\njoint arm bias 5\ngo 1s");
    let session = run(&script);
    let q = number(&session, "arm.q");
    assert!((q - 0.5).abs() < 2e-3, "{q}");
    assert!((number(&session, "arm.dq") - 1.0).abs() < 4e-3);
}

/// What friction takes is what the energy loses.
#[test]
fn what_friction_takes_is_in_the_account() {
    let slide = on_post("jointkind arm sliding axis=[1 0 0]\n");
    for method in METHODS {
        let session = run(&format!(
            "{slide}joint arm q 0.1\njoint arm spring linear\njoint arm k 200\njoint arm dry 3\ndt 1ms\nintegration {method}\ngo 1.5s"
        ));
        let account = session.here().world.corpora[0].account();
        // From 0.1 m to 0.01 m of the spring.
        let lost = 0.5 * 200.0 * (0.01 - 0.0001);
        let taken = account.works.dampers;
        assert!(
            (taken / lost - 1.0).abs() < 2e-2,
            "{method}: {taken} {lost}"
        );
    }
}

/// The friction of a light joint could stop it many times within a frame; methods with a tolerance see where it stops.
#[test]
fn a_light_joint_stops_where_friction_stops_it() {
    let script = "addcorpus c\nget p from unit_cube\naddbody post p 0 0 1 rotary 1000\n\
        get o from unit_cube\nscale o 2cm 2mm 2mm\nmove o 1cm 0 0\naddbody arm o axis=[0 0 1] joint=rotary mass=1g\n\
        linkbodies post arm\nsetroot post\ncorpusinit\nrootmotion fixed\njoint arm dry 1mN*m\njoint arm dq 1\n";
    for method in ["auto", "rkvar", "rkf"] {
        let session = run(&format!("{script}integration {method}\ngo 1s"));
        let (q, qd) = (number(&session, "arm.q"), number(&session, "arm.dq"));
        // By Coulomb's law it stops after 7e-5 rad.
        assert!((4e-5..9e-5).contains(&q), "{method}: {q}");
        assert!(qd.abs() < 1e-6, "{method}: {qd}");
    }
}
