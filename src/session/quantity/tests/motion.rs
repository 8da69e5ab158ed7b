//! Positions, velocities, energy and momenta.

use super::*;
use crate::dynamics::state;
use nalgebra::UnitQuaternion;

/// Velocities equal differences of positions, with the state moved by hand along its rates.
#[test]
fn velocities_are_rates_of_positions() {
    let mut session = walking("");
    let h = 1e-6;
    let start = session.here().world.corpora[0].y.clone();
    let layout = session.here().world.corpora[0].layout();
    let bodies = session.here().world.corpora[0].names.clone();
    let mut rates = vec![0.0; layout.len()];
    state::rates(layout, &start, &mut rates);
    let mut moved = |by: f64| {
        let corpus = &mut session.here_mut().world.corpora[0];
        corpus.y = start
            .iter()
            .zip(&rates)
            .map(|(y, rate)| y + by * rate)
            .collect();
        corpus.y[layout.velocity()].copy_from_slice(&start[layout.velocity()]);
        session.observe();
        let centre = vector(&session, "walker.com");
        let places: Vec<_> = bodies
            .iter()
            .map(|b| vector(&session, &format!("{b}.pos")))
            .collect();
        let turns: Vec<_> = session.here().world.corpora[0]
            .observed()
            .bodies
            .iter()
            .map(|b| b.rotation)
            .collect();
        (centre, places, turns)
    };
    let (back, ahead) = (moved(-h), moved(h));
    moved(0.0);
    let velocity = vector(&session, "walker.vel");
    assert!(velocity.norm() > 0.01);
    assert!((velocity - (ahead.0 - back.0) / (2.0 * h)).norm() < 1e-6);
    let heading = number(&session, "walker.heading");
    close(
        number(&session, "walker.forward_speed"),
        velocity.dot(&Vector3::new(heading.cos(), heading.sin(), 0.0)),
        1e-12,
    );
    for (b, name) in bodies.iter().enumerate() {
        let velocity = vector(&session, &format!("{name}.vel"));
        assert!(
            (velocity - (ahead.1[b] - back.1[b]) / (2.0 * h)).norm() < 1e-6,
            "{name}"
        );
        close(
            number(&session, &format!("{name}.speed")),
            velocity.norm(),
            1e-15,
        );
        // R' R^T is the cross product with omega.
        let middle = session.here().world.corpora[0].observed().bodies[b].rotation;
        let spin = (ahead.2[b] - back.2[b]) / (2.0 * h) * middle.transpose();
        let omega = Vector3::new(spin[(2, 1)], spin[(0, 2)], spin[(1, 0)]);
        assert!(
            (vector(&session, &format!("{name}.omega")) - omega).norm() < 1e-5,
            "{name}"
        );
        assert_eq!(number(&session, &format!("{name}.vel.y")), velocity.y);
        assert_eq!(
            number(&session, &format!("{name}.z")),
            vector(&session, &format!("{name}.pos")).z
        );
    }
}

#[test]
fn energy_is_that_of_the_closed_form_and_of_the_report() {
    let script = format!("{BRICK}move o 0 0 3\nsetrootpos\ngrav on\naddv b 1 -2 2 3 0 0");
    let session = run(&script);
    // 1 kg; about x (0.2^2 + 0.05^2)/12 kg m2.
    let kinetic = 0.5 * 9.0 + 0.5 * (0.04 + 0.0025) / 12.0 * 9.0;
    close(number(&session, "c.kinetic"), kinetic, 1e-12);
    close(number(&session, "c.energy"), kinetic + 9.8 * 3.0, 1e-9);
    close(number(&session, "c.momentum.y"), -2.0, 1e-12);
    let mut session = walking("");
    let told = number(&session, "walker.energy");
    let world = &mut session.here_mut().world;
    let time = world.time;
    let gravity = world.gravity.vector();
    assert_eq!(told, world.corpora[0].energy(time, gravity));
}

#[test]
fn a_tumbling_brick_keeps_its_angular_momentum() {
    let mut session = run(&format!(
        "{BRICK}addv b 0.3 0 0 4 0.2 9\nintegration rkf\neps 1e-10"
    ));
    let angular = |session: &Session| vector(session, "c.angular_momentum");
    let about = Vector3::new(0.0425, 0.0125, 0.05) / 12.0;
    let first = angular(&session);
    assert!((first - about.component_mul(&Vector3::new(4.0, 0.2, 9.0))).norm() < 1e-12);
    let omega = vector(&session, "b.omega");
    go_on(&mut session, "go 0.7s");
    assert!((angular(&session) - first).norm() < 1e-7 * first.norm());
    assert!((vector(&session, "b.omega") - omega).norm() > 1.0);
}

/// Checks directions, tilt and quaternion with nalgebra's Euler angles, and with rotated vectors.
fn axes_are_those_of_the_angles(session: &Session) {
    let angle = |name: &str| number(session, &format!("b.{name}"));
    let turn = UnitQuaternion::from_euler_angles(angle("roll"), angle("pitch"), angle("yaw"));
    let axes = [Vector3::x(), Vector3::y(), Vector3::z()].map(|axis| turn * axis);
    for (name, axis) in ["forward", "left", "up"].into_iter().zip(&axes) {
        let told = vector(session, &format!("b.{name}"));
        assert!((told - axis).norm() < 1e-12, "{name}: {told}");
    }
    close(angle("tilt"), axes[2].z.acos(), 1e-12);
    let parts = ["qw", "qx", "qy", "qz"].map(angle);
    let sign = if turn.w < 0.0 { -1.0 } else { 1.0 };
    for (told, part) in parts.iter().zip([turn.w, turn.i, turn.j, turn.k]) {
        close(*told, sign * part, 1e-12);
    }
}

#[test]
fn what_lies_on_its_back_is_tilted_by_a_half_turn() {
    for (degrees, tilt) in [(0.0, 0.0), (90.0, 90.0), (170.0, 170.0), (190.0, 170.0)] {
        let session = run(&format!("{BRICK}rotate o x {degrees}\nsetrootpos"));
        close(number(&session, "b.tilt"), f64::to_radians(tilt), 1e-12);
        let up = vector(&session, "b.up");
        close(up.z, f64::to_radians(degrees).cos(), 1e-12);
        assert!(number(&session, "b.qw") >= 0.0);
    }
}

#[test]
fn angles_are_those_of_the_turns_that_were_made() {
    let turned =
        "rotate o x 20\nrotate o y 10\nrotate o z -30\nmove o 1 2 3\nsetrootpos\ngroundz 0.5";
    let session = run(&format!("{BRICK}{turned}"));
    for (path, degrees) in [
        ("b.roll", 20.0),
        ("b.pitch", 10.0),
        ("b.yaw", -30.0),
        ("c.heading", -30.0),
    ] {
        close(number(&session, path), f64::to_radians(degrees), 1e-12);
    }
    assert!((vector(&session, "b.com") - Vector3::new(1.0, 2.0, 3.0)).norm() < 1e-12);
    axes_are_those_of_the_angles(&session);
    let (sx, cx) = 20f64.to_radians().sin_cos();
    let (sy, cy) = 10f64.to_radians().sin_cos();
    let half = 0.05 * sy + cy * (0.1 * sx + 0.025 * cx);
    close(number(&session, "b.height"), 2.5 - half, 1e-12);
    close(number(&session, "c.height"), 2.5 - half, 1e-12);
}
