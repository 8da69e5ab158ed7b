//! Events between steps: timers and motors at their exact time, rejected steps without effect, and the linearly implicit method
//! compared with a converged one.

use crate::physics::rig::*;

/// A drawer of 1 kg on a fixed post, without ground.
const DRAWER: &str = "addcorpus c\npostmult\nget post from unit_cube\nget drawer from unit_cube\nscale drawer 0.1 0.1 0.1\n\
    addbody post post 0 0 1 rotary 1000\naddbody drawer drawer 1 0 0 sliding 1000\nlinkbodies post drawer\nsetroot post\n\
    rootmotion fixed\ncorpusinit\ndt 10ms\n";

pub const WALKER: &str = include_str!("../data/walker.corpus");

#[test]
fn a_timer_within_a_frame_fires_at_its_exact_time() {
    // 6 N from 23.7 ms on; frames are 10 ms.
    let script = |method: &str| {
        format!(
            "{DRAWER}joint drawer Q_type 8\nintegration {method}\ntimer 23.7ms joint drawer bias 6\ngo 50ms"
        )
    };
    let pushed: f64 = 0.05 - 0.0237;
    for method in ["auto", "rkf", "rkvar", "rkfixed", "euler", "implicit"] {
        let (way, speed) = joint(&run(&script(method)), "drawer");
        assert!((speed - 6.0 * pushed).abs() < 1e-12, "{method}: {speed}");
        if method.starts_with("rk") {
            assert!(
                (way - 3.0 * pushed * pushed).abs() < 1e-12,
                "{method}: {way}"
            );
        }
    }
}

/// Integrates q'' = -ea sgn(x) (exp(eB |x|) - 1) - b q', x = q - rest(t), by Runge-Kutta in small steps that end at every kink.
fn drawer_under_motor() -> (f64, f64) {
    let rest = |t: f64| 0.05 * ((t - 0.0137) / 0.02).clamp(0.0, 1.0);
    let slope = |t: f64, (q, v): (f64, f64)| {
        let x: f64 = q - rest(t);
        (v, -(3.0 * (20.0 * x.abs()).exp_m1()).copysign(x) - 4.0 * v)
    };
    let h = 1e-6;
    let mut y = (0.0, 0.0);
    for i in 0..60_000 {
        let t = f64::from(i) * h;
        let on = |k: (f64, f64), h: f64| (y.0 + h * k.0, y.1 + h * k.1);
        let k1 = slope(t, y);
        let k2 = slope(t + h / 2.0, on(k1, h / 2.0));
        let k3 = slope(t + h / 2.0, on(k2, h / 2.0));
        let k4 = slope(t + h, on(k3, h));
        let sum = |a: f64, b: f64, c: f64, d: f64| h / 6.0 * (a + 2.0 * (b + c) + d);
        y = (
            y.0 + sum(k1.0, k2.0, k3.0, k4.0),
            y.1 + sum(k1.1, k2.1, k3.1, k4.1),
        );
    }
    y
}

#[test]
fn a_motor_started_within_a_frame_runs_from_its_exact_time() {
    let expected = drawer_under_motor();
    for (method, within) in [
        ("rkf\neps 1e-10", 1e-7),
        ("rkvar\neps 1e-10", 1e-7),
        ("implicit\nh 10us", 1e-3),
        ("auto", 3e-3),
    ] {
        let session = run(&format!(
            "{DRAWER}joint drawer Q_type 17\njoint drawer ea 3\njoint drawer eB 20\njoint drawer b 4\n\
             integration {method}\ntimer 13.7ms motor drawer etarget 0.05 20ms\ngo 60ms"
        ));
        let (q, v) = joint(&session, "drawer");
        let apart = distance(&[q, v], &[expected.0, expected.1]);
        assert!(apart < within, "{method}: {q} {v}, expected {expected:?}");
    }
}

/// Drops the walker on a hard ground, with its motors and feet active.
fn drop(settings: &str, time: &str) -> corpus::session::Session {
    run(&format!(
        "{WALKER}ground on\ngrav on\nrest 0.5mm\n{settings}\nmotor hip_fl etarget 0.3 15ms\n\
         timer 11.3ms motor shank_br etarget -0.4 7.7ms\ngo {time}"
    ))
}

#[test]
fn refused_steps_leave_no_trace() {
    for sticky in [
        "groundfriction slide\n",
        "groundfriction stick\n",
        "groundfriction slide\nbodygroundstick shank_fr on\nbodygroundstick shank_bl on\n",
    ] {
        for method in ["rkf", "rkvar"] {
            let end = |h: &str| {
                drop(
                    &format!("{sticky}integration {method}\neps 1e-6\nh {h}"),
                    "40ms",
                )
            };
            let (eager, careful) = (end("800us"), end("1us"));
            let refused = eager.here().world.counters.rejected;
            assert!(refused > 10, "{method}: {refused} refused");
            // Positions only: feet are tied, and stick points set, at accepted steps, which differ by microns.
            let n = corpus(&eager).layout().velocity().start;
            let apart = distance(&state(&eager)[..n], &state(&careful)[..n]);
            let slides = sticky == "groundfriction slide\n";
            let within = if slides { 1e-6 } else { 3e-3 };
            assert!(apart < within, "{method} {sticky}: {apart:e}");
        }
    }
}

#[test]
fn a_run_in_parts_is_the_run_in_one() {
    // All state between commands is stored. Frames of 2^-10 s, so that the clock's sums are exact: a last bit of the time is a
    // last bit of the state.
    for method in ["auto", "rkf", "rkvar", "rkfixed", "euler", "implicit"] {
        let settings = format!("dt 0.0009765625\nintegration {method}");
        let whole = drop(&settings, "36");
        let mut parts = drop(&settings, "12");
        go_on(&mut parts, "go 6\ngo 1\ngo 17");
        assert_eq!(state(&whole), state(&parts), "{method}");
    }
}

#[test]
fn the_implicit_method_comes_nearer_to_a_converged_one_in_step_with_h() {
    let n = |session: &corpus::session::Session| corpus(session).layout().velocity().start;
    let converged = drop("groundfriction slide\nintegration rkf\neps 1e-6", "60ms");
    let error = |h: &str| {
        let end = drop(
            &format!("groundfriction slide\nintegration implicit\nh {h}"),
            "60ms",
        );
        distance(&state(&end)[..n(&end)], &state(&converged)[..n(&converged)])
    };
    let errors = ["80us", "40us", "20us", "10us"].map(error);
    for pair in errors.windows(2) {
        let ratio = pair[0] / pair[1];
        assert!((1.5..2.7).contains(&ratio), "{errors:?}");
    }
    // At the usual quarter of a frame, it is a hundredth of a radian off after the fall.
    let usual = error("208us");
    assert!(usual < 2e-2, "{usual}");
}
