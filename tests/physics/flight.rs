//! Free flight: quantities that only external forces change are conserved.

use crate::physics::rig::*;
use crate::physics::steps::WALKER;
use corpus::dynamics::Motion;
use corpus::session::Session;
use nalgebra::Vector3;

/// Duration of the flight (s).
const FLIGHT: f64 = 0.5;

/// Relative drifts of energy, linear momentum (beyond m g t), angular momentum about the centre of mass, and of the centre of
/// mass from its parabola.
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
        if world.gravity.on {
            -world.gravity.strength
        } else {
            0.0
        },
    );
    let expected = before.linear + g * (before.mass * time);
    let centre = before.centre + before.velocity() * time + g * (0.5 * time * time);
    // A sum near zero is no scale: energies are compared with the kinetic one.
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
    // At the onset of a limit spring the force has a kink that no Runge-Kutta step can see.
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

/// The thesis' tumbling box: no torque, three different moments of inertia, spun about the middle one. Expected values by
/// Runge-Kutta on Euler's three equations, in steps of 0.2 ms.
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

/// The roach of 1990 itself, without its dampers.
#[test]
#[ignore = "needs the listing of 1990, named by CORPUS_LISTING_1990"]
fn the_roach_of_the_listing_conserves_everything() {
    let listing = std::env::var("CORPUS_LISTING_1990").unwrap();
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

/// A figure that falls from rest has no angular momentum except for rounding, which has a direction. In an earlier version the
/// explicit methods turned the figure towards it, by a quarter of a radian in 5 ms.
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

/// A pencil, 20 times as long as thick, that spins at 1e4 rad/s about an axis that is not its own, by methods whose fixed step
/// turns it by two radians. In an earlier version the gyroscopic term added energy: up to 19 times the initial energy within
/// 0.3 s.
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

/// Returns a script of bars in a chain that turn against each other, spun about their length or across it; with springs in the
/// joints or without.
fn chain(bars: usize, spring: bool, across: bool, spin: f64) -> String {
    let mut script = "addcorpus c\npostmult\n".to_owned();
    let axes = ["0 0 1", "0 1 0", "1 0.5 0.2"];
    for i in 0..bars {
        let axis = axes[i % 3];
        script += &format!(
            "get b{i} from unit_cube\nscale b{i} 10cm 2cm 1cm\naddbody b{i} b{i} {axis} rotary 1000\n"
        );
    }
    for i in 1..bars {
        script += &format!("move b{i} 10cm 0 0\nlinkbodies b{} b{i}\n", i - 1);
    }
    script += "setroot b0\ncorpusinit\n";
    for i in (1..bars).filter(|_| spring) {
        script += &format!("joint b{i} Q_type 2\njoint b{i} k 0.5\n");
    }
    let (x, z) = if across {
        (spin / 30.0, spin)
    } else {
        (spin, spin / 30.0)
    };
    script + &format!("addv b0 0 0 0 {x} {} {z}\n", spin / 20.0)
}

/// Two hinged bars that spin about their length tumble and oscillate: in an earlier version, below a tenth of a radian in a
/// eight times what it was within a second. The midpoint method in parts of a step fed them 3e-7 for each radian at 1000 rad/s.
#[test]
fn two_bars_keep_their_energy_with_fixed_steps() {
    for (spin, time) in [(50.0, "1s"), (200.0, "1s"), (1e3, "0.5s")] {
        for (method, spring) in [("implicit", false), ("implicit", true), ("euler", false)] {
            let mut session = run(&chain(2, spring, false, spin));
            let had = energy(&mut session);
            let before = motion_of(&session.here().world.corpora[0]);
            go_on(&mut session, &format!("integration {method}\ngo {time}"));
            let gained = energy(&mut session) / had - 1.0;
            let after = motion_of(&session.here().world.corpora[0]);
            let turned = (after.angular - before.angular).norm() / before.angular.norm();
            println!(
                "{spin} rad/s, {method}, spring {spring}: {gained:e}, angular momentum {turned:e}"
            );
            assert!(gained.abs() < 1e-5, "{spin} rad/s, {method}: {gained:e}");
            assert!(turned < 1e-9, "{spin} rad/s, {method}: {turned:e}");
        }
    }
}

/// First-order methods evaluated the gyroscopic forces of a chain at the start of a step, which added energy: in an earlier
/// version, at 10 000 rad/s a chain had ten thousand times its energy after a tenth of a second, or flew apart.
#[test]
fn chains_that_spin_fast_keep_energy_and_momentum() {
    for (bars, spring, across) in [
        (2, false, false),
        (2, true, true),
        (5, false, true),
        (5, true, false),
    ] {
        for spin in [300.0, 1e3, 1e4] {
            for method in ["auto", "implicit", "euler", "rkf", "rkvar"] {
                // A spring half a turn from rest is not a matter of spin, and `implicit` removes energy from oscillations.
                if method == "implicit" && spring && spin < 1e4 {
                    continue;
                }
                let mut session = run(&chain(bars, spring, across, spin));
                let (before, had) = (motion(&session), energy(&mut session));
                let time = if spin < 1e4 { 0.03 } else { 0.01 };
                go_on(&mut session, &format!("integration {method}\ngo {time}s"));
                let (after, has) = (motion(&session), energy(&mut session));
                let energy = has / had - 1.0;
                let angular = (after.angular - before.angular).norm() / before.angular.norm();
                let linear = (after.linear - before.linear).norm() / (before.mass * spin * 0.1);
                let scene = format!(
                    "{bars} bars, springs {spring}, across {across}, {spin} rad/s, {method}"
                );
                println!("{scene}: energy {energy:e}, momentum {linear:e}, angular {angular:e}");
                assert!(energy.abs() < 0.01, "{scene}: energy {energy:e}");
                assert!(angular < 1e-11, "{scene}: angular {angular:e}");
                assert!(linear < 1e-11, "{scene}: linear {linear:e}");
            }
        }
    }
}
