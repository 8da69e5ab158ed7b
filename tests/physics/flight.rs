//! Free flight: what nothing from outside can change stays as it is.

use crate::rig::*;
use crate::steps::WALKER;
use corpus::dynamics::Motion;
use corpus::session::Session;
use nalgebra::Vector3;

/// Seconds of flight.
const FLIGHT: f64 = 0.5;

/// Relative drifts of energy, linear momentum (beyond m g t), angular momentum about the mass centre, and of the mass
/// centre from its parabola.
struct Drift {
    energy: f64,
    linear: f64,
    angular: f64,
    centre: f64,
}

fn drift(before: &Motion, energy_before: f64, session: &mut Session, time: f64) -> Drift {
    let after = motion(session);
    let world = &session.here().world;
    let g = Vector3::new(
        0.0,
        0.0,
        if world.gravity_on {
            -world.gravity
        } else {
            0.0
        },
    );
    let expected = before.linear + g * (before.mass * time);
    let centre = before.centre + before.velocity() * time + g * (0.5 * time * time);
    // A sum that happens to be near zero is no measure: energies are compared with the kinetic one.
    let scale = before.kinetic_energy.max(energy_before.abs());
    Drift {
        energy: (energy(session) - energy_before).abs() / scale,
        linear: (after.linear - expected).norm() / before.linear.norm().max(expected.norm()),
        angular: (after.angular - before.angular).norm() / before.angular.norm(),
        centre: (after.centre - centre).norm() / (centre - before.centre).norm(),
    }
}

fn fly(figure: &str, settings: &str) -> Drift {
    let mut session = run(figure);
    fly_on(&mut session, settings)
}

fn fly_on(session: &mut Session, settings: &str) -> Drift {
    go_on(session, settings);
    let before = motion(session);
    let energy_before = energy(session);
    go_on(session, &format!("go {FLIGHT}s"));
    drift(&before, energy_before, session, FLIGHT)
}

fn assert_conserved(drift: &Drift, within: f64) {
    println!(
        "momentum {:e}, angular momentum {:e}, mass centre {:e}, energy {:e}",
        drift.linear, drift.angular, drift.centre, drift.energy
    );
    assert!(drift.energy < within, "energy {:e}", drift.energy);
    assert!(drift.linear < within, "momentum {:e}", drift.linear);
    assert!(
        drift.angular < within,
        "angular momentum {:e}",
        drift.angular
    );
    assert!(drift.centre < within, "mass centre {:e}", drift.centre);
}

#[test]
fn rkf_conserves_everything_without_gravity() {
    assert_conserved(&fly(ACROBAT, "integration rkf\neps 1e-9"), 1e-10);
}

#[test]
fn rkf_conserves_everything_but_weight_with_gravity() {
    let drift = fly(ACROBAT, "grav on\nintegration rkf\neps 1e-9");
    assert_conserved(&drift, 1e-10);
}

#[test]
fn limit_springs_cost_an_order_or_so() {
    // Where a limit spring sets in, the force has a corner that no Runge-Kutta step can see.
    let limits = "joint drawer Q_type 6\njoint drawer qmin -5mm\njoint drawer qmax 5mm\njoint drawer lk 2000\n";
    let drift = fly(&format!("{ACROBAT}{limits}"), "integration rkf\neps 1e-9");
    assert_conserved(&drift, 1e-9);
}

#[test]
fn rkvar_conserves_everything_but_weight() {
    let drift = fly(ACROBAT, "grav on\nintegration rkvar\neps 1e-10");
    assert_conserved(&drift, 1e-10);
}

#[test]
fn every_method_keeps_momenta_and_the_parabola_to_rounding() {
    // Seven bodies that turn at 7 rad/s and swing against each other for half a second; loose tolerances and long steps.
    for method in [
        "auto\ntolerance 0.03",
        "implicit",
        "euler",
        "rkfixed\nh 0.8ms",
        "rkf\neps 1e-3",
        "rkvar\neps 1e-3",
    ] {
        for gravity in ["grav off", "grav on"] {
            let drift = fly(ACROBAT, &format!("{gravity}\nintegration {method}"));
            println!(
                "{method}: momentum {:e}, angular {:e}, centre {:e}, energy {:e}",
                drift.linear, drift.angular, drift.centre, drift.energy
            );
            assert!(drift.linear < 1e-12, "{method}: {:e}", drift.linear);
            assert!(drift.angular < 1e-12, "{method}: {:e}", drift.angular);
            assert!(drift.centre < 1e-12, "{method}: {:e}", drift.centre);
            assert!(drift.energy < 2e-2, "{method}: {:e}", drift.energy);
        }
    }
}

#[test]
fn errors_of_first_order_halve_with_the_step() {
    let end = |settings: &str| state(&run(&format!("{ACROBAT}grav on\n{settings}\ngo 0.1s")));
    let exact = end("dt 1ms\nintegration rkf\neps 1e-11");
    for method in ["euler", "implicit"] {
        let error = |h: &str| {
            let settings = format!("dt 1ms\nintegration {method}\nh {h}");
            distance(&end(&settings), &exact)
        };
        let (coarse, fine) = (error("100us"), error("50us"));
        let ratio = coarse / fine;
        assert!((ratio - 2.0).abs() < 0.15, "{method}: {coarse:e} {fine:e}");
    }
}

/// The thesis' tumbling box: no torque, three different moments of inertia, spun about the middle one.
/// Expected values by Runge-Kutta on Euler's three equations, in steps of 0.2 ms.
#[test]
fn a_tumbling_box_turns_as_eulers_equations_say() {
    let mut session = run(&format!(
        "addcorpus c\nget o from unit_cube\nscale o 0.1 0.4 0.9\naddbody b o 0 0 1 rotary {}\nsetroot b\ncorpusinit\n\
         addv b 0 0 0 0.1 5 0.1\ndt 5ms\nintegration rkf\neps 1e-11\n",
        10.0 / 0.036
    ));
    let expected = [2.755840405, -3.735963519, -3.161809004];
    go_on(&mut session, "go 10s");
    let y = state(&session);
    let layout = corpus(&session).layout();
    let apart = distance(&y[layout.omega()], &expected);
    assert!(apart < 1e-8, "{:?}", &y[layout.omega()]);
}

/// The roach of 1990 itself, its dampers taken out, where its listing is at hand.
#[test]
fn the_roach_of_1990_conserves_everything_where_its_listing_is_at_hand() {
    let Ok(listing) = std::env::var("CORPUS_LISTING_1990") else {
        println!("CORPUS_LISTING_1990 names no listing");
        return;
    };
    let mut session = run(&format!(
        "include {listing}\ngroundk 0\naddv abdomen 0.1 -0.05 0.2 20 -30 40"
    ));
    for corpus in &mut session.here_mut().world.corpora {
        for body in 1..corpus.model.bodies() {
            corpus.joints[body].b = 0.0;
            corpus.joint_changed(body);
        }
    }
    for gravity in ["grav off", "grav on"] {
        let settings = format!("{gravity}\ndt 1ms\nintegration rkf\neps 1e-9");
        assert_conserved(&fly_on(&mut session, &settings), 1e-10);
    }
    // And the default method, at its default step, in the world's axes.
    let drift = fly_on(&mut session, "integration implicit");
    assert!(
        drift.linear < 1e-3 && drift.centre < 1e-3,
        "{:e}",
        drift.linear
    );
}

/// A figure that falls from rest has no angular momentum but for rounding, which has a
/// direction. Once, the explicit methods turned the figure towards that, by a quarter of a radian in 5 ms.
#[test]
fn what_falls_from_rest_is_not_turned_by_rounding() {
    let fall = |method: &str| run(&format!("{WALKER}grav on\nintegration {method}\ngo 30ms"));
    let reference = fall("auto\ntolerance 1e-4");
    let n = corpus(&reference).layout().velocity().start;
    for method in ["rkf\neps 1e-8", "rkvar\neps 1e-8", "rkfixed\nh 20us"] {
        let apart = distance(&state(&fall(method))[..n], &state(&reference)[..n]);
        assert!(apart < 1e-4, "{method}: {apart:e}");
    }
}

/// A pencil, 20 times as long as thick, that spins at 1e4 rad/s about no axis of its own, by methods whose fixed step turns it by
/// two radians. Once, the gyroscopic term fed its energy: to 19 times what it was within 0.3 s.
#[test]
fn a_pencil_spun_at_ten_thousand_radians_a_second_keeps_its_energy() {
    for method in [
        "auto",
        "implicit",
        "euler",
        "rkfixed",
        "rkvar\neps 1e-6",
        "rkf\neps 1e-6",
    ] {
        let mut session = run(&format!(
            "addcorpus c\nget o from unit_cube\nscale o 1cm 1cm 20cm\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\n\
             integration {method}\naddv b 0 0 0 6000 1000 7900\n"
        ));
        let before = motion(&session);
        go_on(&mut session, "go 0.3s");
        let after = motion(&session);
        let energy = after.kinetic_energy / before.kinetic_energy - 1.0;
        let turned = (after.angular - before.angular).norm() / before.angular.norm();
        println!("{method}: energy {energy:e}, angular momentum {turned:e}");
        assert!(energy.abs() < 1e-3, "{method}: {energy:e}");
        // Some methods take a hundred thousand steps.
        assert!(turned < 1e-11, "{method}: {turned:e}");
    }
}
