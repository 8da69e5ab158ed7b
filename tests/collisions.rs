//! Collision between bodies: against conservation laws, closed forms, the ground, and by one integrator against another.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use corpus::session::{Mode, Quiet, Reading, Session};

fn run(script: &str) -> Session {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    go_on(&mut session, script);
    session
}

#[track_caller]
fn go_on(session: &mut Session, script: &str) {
    let done = session.run_text("test", script);
    assert!(done.is_ok(), "{:#?}", session.diagnostics);
    session.observe();
}

#[track_caller]
fn number(session: &Session, path: &str) -> f64 {
    match session.quantity(path) {
        Ok(Reading::Number(x, _)) => x,
        other => panic!("{path}: {other:?}"),
    }
}

#[track_caller]
fn vector(session: &Session, path: &str) -> [f64; 3] {
    match session.quantity(path) {
        Ok(Reading::Vector(v, _)) => v,
        other => panic!("{path}: {other:?}"),
    }
}

/// A figure of one body `b`: a shape of 10 cm and 1000 kg/m3, with its middle there.
fn solid(name: &str, shape: &str, [x, y, z]: [f64; 3]) -> String {
    format!(
        "addcorpus {name}\nget o from {shape}\nscale o 0.1 0.1 0.1\naddbody b o 0 0 1 rotary 1000\nsetroot b\n\
         corpusinit\nmove o {x} {y} {z}\nsetrootpos\n"
    )
}

fn two(shape: &str, gap: [f64; 3]) -> String {
    format!("{}{}collide one two\n", solid("one", shape, [0.0; 3]), solid("two", shape, gap))
}

/// Equal balls and boxes head-on: they exchange their velocities with restitution 1, and of the energy of their approach
/// a part `e` comes back otherwise.
#[test]
fn equal_bodies_exchange_their_velocities() {
    for shape in ["unit_sphere", "unit_cube"] {
        for e in [1.0, 0.5, 0.0, 1.5] {
            let script = format!(
                "{}collisione {e}\naddv b -1 0 0 0 0 0\ngo 0.1s",
                two(shape, [0.15, 0.0, 0.0])
            );
            let session = run(&script);
            let m = number(&session, "one.mass");
            let (one, two) = (vector(&session, "one.momentum"), vector(&session, "two.momentum"));
            assert!((one[0] + two[0] + m).abs() < 1e-12, "{shape} {e} {one:?} {two:?}");
            let parts = (two[0] - one[0]) / m;
            assert!((parts * parts - e).abs() < 0.01 * e.max(0.1), "{shape} {e} {parts}");
            assert!(one[1].abs() + one[2].abs() < 1e-12, "{one:?}");
            let energy = number(&session, "world.work.collisions");
            let expected = -0.25 * m * (1.0 - e);
            assert!((energy - expected).abs() < 0.01 * m, "{shape} {e} {energy} {expected}");
        }
    }
}
