//! Tests each integrator on pendulums with known motion.

use crate::physics::rig::*;
use std::f64::consts::FRAC_PI_2;

/// Complete elliptic integral of the first kind, modulus sin 45 degrees.
const K: f64 = 1.854_074_677_301_372;

/// A rod of 1 m that swings about its end from horizontal, with the inertia of its shape only.
const ROD: &str = "addcorpus c\npostmult\nget pivot from unit_cube\nscale pivot 0.1 0.1 0.1\nget rod from unit_cube\n\
    move rod 0 0 -0.5\nscale rod 0.06 0.08 1\naddbody pivot pivot 0 0 1 rotary 1000\naddbody rod rod 0 1 0 rotary 700\n\
    linkbodies pivot rod\nsetroot pivot\nrootmotion fixed\ncorpusinit\nsetgrav 9.81\ngrav on\njoint rod q 90deg\n";

/// Returns the length of the point pendulum with the period of the rod: I / (m d) about the pivot, d to the centre of mass.
fn reduced_length() -> f64 {
    (1.0 / 12.0 + 0.06 * 0.06 / 12.0 + 0.25) / 0.5
}

/// Returns the quarter of the period: T = 4 K sqrt(L / g).
fn quarter() -> f64 {
    K * (reduced_length() / 9.81_f64).sqrt()
}

/// Returns the distance from the closed form after a quarter period in `n` steps: at the bottom, with all the energy in the
/// speed.
fn error_at_the_bottom(settings: &str, n: u32) -> f64 {
    let dt = quarter() / f64::from(n);
    let session = run(&format!("{ROD}dt {dt:e}\n{settings}\nh {dt:e}\ngo {n}"));
    let (q, qd) = joint(&session, "rod");
    let speed = (2.0 * 9.81 / reduced_length()).sqrt();
    q.abs().max((qd + speed).abs())
}

#[test]
fn every_method_has_its_order() {
    // With a huge tolerance the adaptive methods use the given step.
    for (settings, order, n) in [
        ("integration euler", 1.0, 200),
        ("integration implicit", 1.0, 200),
        ("integration rkfixed", 4.0, 20),
        ("integration rkvar\neps 1e9", 5.0, 10),
        ("integration rkf\neps 1e9", 5.0, 20),
    ] {
        let (coarse, fine) = (
            error_at_the_bottom(settings, n),
            error_at_the_bottom(settings, 2 * n),
        );
        let found = (coarse / fine).log2();
        assert!(
            (found - order).abs() < 0.35,
            "{settings}: {found} ({coarse:e}, {fine:e})"
        );
    }
}

#[test]
fn a_rod_comes_back_after_the_period_of_the_closed_form() {
    let period = 4.0 * quarter();
    // sin 45 degrees goes with K in the closed form; the point pendulum of 1 m has its known period.
    assert!((4.0 * K / 9.81_f64.sqrt() - 2.367_841_947_576_237).abs() < 1e-12);
    let dt = period / 100.0;
    let session = run(&format!(
        "{ROD}dt {dt:e}\nintegration rkf\neps 1e-11\ngo 100"
    ));
    let (q, qd) = joint(&session, "rod");
    assert!((q - FRAC_PI_2).abs() < 1e-9 && qd.abs() < 1e-8, "{q} {qd}");
}

/// Two points of 1 kg on massless rods of 1 m (Tedrake, *Underactuated Robotics*, appendix on multi-body dynamics), from
/// horizontal at rest. The points are cubes of 0.1 mm. Expected values by Runge-Kutta on the
/// Lagrangian equations printed there, in steps of 0.1 ms.
#[test]
fn a_double_pendulum_swings_as_its_lagrangian_says() {
    let mut session = run(
        "addcorpus c\npostmult\nget pivot from unit_cube\nget upper from unit_cube\nget lower from unit_cube\n\
         scale pivot 0.1 0.1 0.1\nscale upper 1e-4 1e-4 1e-4\nmove upper 0 0 -1\nscale lower 1e-4 1e-4 1e-4\n\
         move lower 0 0 -1\naddbody pivot pivot 0 0 1 rotary 1000\naddbody upper upper 0 -1 0 rotary 1e12\n\
         addbody lower lower 0 -1 0 rotary 1e12\nlinkbodies pivot upper\nmove lower 0 0 -1\nlinkbodies upper lower\n\
         setroot pivot\nrootmotion fixed\ncorpusinit\njoint upper q 90deg\nsetgrav 9.81\ngrav on\ndt 2ms\n\
         integration rkf\neps 1e-11\n",
    );
    for (until, upper, lower) in [
        (1, -0.625087700, -0.409497386),
        (5, -0.627186705, -0.674128845),
    ] {
        let from = session.here().world.time.round() as i32;
        go_on(&mut session, &format!("go {}s", until - from));
        let found = [joint(&session, "upper").0, joint(&session, "lower").0];
        let apart = distance(&found, &[upper, lower]);
        // The remainder is the inertia of the cubes about themselves, 1.7e-9 of their inertia about the pivot.
        assert!(apart < 1e-7, "{until} s: {found:?}");
    }
}
