//! Tests of `surface`: friction and restitution of bodies' own.

use crate::support::{go_on, number, run};

/// Returns a box of 8 cm that slides at 1 m/s.
fn puck(name: &str, z: f64) -> String {
    format!(
        "addcorpus {name}\nbox p size=[8cm 8cm 2cm] at=[0 0 {z}]\naddbody p p 0 0 1 rotary 900\nsetroot p\ncorpusinit\naddv p 1 0 0 0 0 0\n"
    )
}

fn ball(name: &str) -> String {
    format!(
        "addcorpus {name}\nball b radius=2cm at=[0 0 52cm]\naddbody b b 0 0 1 rotary 1000\nsetroot b\ncorpusinit\n"
    )
}

const FLOOR: &str = "scenery floor box size=[4m 1m 10cm] at=[0 0 -5cm]\ncollide all\n";

/// What slides stops after v^2 / (2 mu g), with the friction of the body, of the scenery below it, or the geometric mean of both.
#[test]
fn what_slides_obeys_the_friction_of_its_surface() {
    let cases = [
        ("ground on\n", "surface p friction=0.2\n", 0.2),
        (FLOOR, "surface p friction=0.2\n", 0.2),
        (FLOOR, "surface floor friction=0.3\n", 0.3),
        (
            FLOOR,
            "surface p friction=0.1\nsurface floor friction=0.4\n",
            0.2,
        ),
        (FLOOR, "surface p friction=0.1\nsurface p off\n", 0.7),
        (FLOOR, "surface p friction=0\n", 0.0),
    ];
    for law in ["springs", "rigid"] {
        for (below, surfaces, mu) in cases {
            let script = format!(
                "{}{below}{surfaces}grav on\nsetgrav 10\ncontact {law}\n",
                puck("puck", 0.01)
            );
            let session = run(&(script + "go 0.2s\n"));
            let stops: f64 = if mu > 0.5 {
                0.5 / (mu * 10.0)
            } else {
                0.2 - 0.5 * mu * 10.0 * 0.04
            };
            let x = number(&session, "puck.p.com.x");
            assert!((x - stops).abs() < 1.5e-3, "{law} {surfaces} {x} {stops}");
        }
    }
}

/// A ball returns to the square of the restitution of its surface, by every law of contact.
#[test]
fn what_falls_bounces_by_the_restitution_of_its_surface() {
    for (law, below, e) in [
        ("springs", "ground on\n", 0.5),
        ("rigid", "ground on\n", 0.5),
        ("springs", FLOOR, 0.5),
        ("rigid", FLOOR, 0.5),
        ("rigid\nimpactlaw stronge", FLOOR, 0.5),
        ("impulses", FLOOR, 0.5),
    ] {
        let mut session = run(&format!(
            "{}{below}surface b restitution={e}\ngrav on\nsetgrav 10\ncontact {law}\nh 0.1ms\ngo 0.32s\n",
            ball("one")
        ));
        // It lands at sqrt(2 h / g) and rises for e sqrt(2 h / g).
        let mut highest = 0.0_f64;
        for _ in 0..30 {
            go_on(&mut session, "go 10ms\n");
            highest = highest.max(number(&session, "one.b.com.z") - 0.02);
        }
        assert!((highest - 0.5 * e * e).abs() < 4e-3, "{law} {highest}");
    }
}

/// Rewinding brings the surface back that was there; twins get it from `mirror`.
#[test]
fn a_surface_is_part_of_the_state() {
    let script = format!(
        "{}ground on\ngrav on\nmark start\nsurface p friction=0.1\ngo 0.2s\n",
        puck("puck", 0.01)
    );
    let mut session = run(&script);
    let far = number(&session, "puck.p.com.x");
    go_on(&mut session, "rewind start\ngo 0.2s\n");
    let near = number(&session, "puck.p.com.x");
    assert!(near < far - 0.05, "{near} {far}");
    go_on(
        &mut session,
        "rewind start\nsurface p friction=0.1\ngo 0.2s\n",
    );
    assert_eq!(number(&session, "puck.p.com.x").to_bits(), far.to_bits());
}
