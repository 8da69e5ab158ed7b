//! Standing, walking and jumping: with the results of the roach of 1990 and of the prototype.

use super::film::{Frame, film};
use super::program::{run, run_text, text_of};

#[test]
fn dropped_it_stands() {
    for height in ["1mm", "1cm", "5cm"] {
        let text = text_of("drop.corpus");
        assert!(text.contains("param height = 1cm"));
        let done = run_text(&text.replace("= 1cm", &format!("= {height}")));
        let roach = done.roach();
        assert!((done.report.simulated_s - 4.0).abs() < 1e-9);
        let clear = roach.root_clearance_m;
        assert!((6e-3..9e-3).contains(&clear), "{height}: {clear} m");
        assert!(roach.distance_m < 0.5e-3, "creeps {} m", roach.distance_m);
    }
}

#[test]
fn tripod_on_sliding_feet() {
    let done = run("tripod.corpus");
    done.goes_forward(0.05, 0.085);
    done.never_falls(3e-3);
    // Two announcements and the report: motor programs print nothing.
    assert_eq!(done.said.len(), 8, "{:?}", done.said);
}

#[test]
fn the_gait_that_was_searched_is_half_as_fast_again() {
    let done = run("fast-walk.corpus");
    done.goes_forward(0.125, 0.14);
    done.never_falls(5.5e-3);
}

#[test]
fn tripod_on_sticky_feet_goes_straight() {
    let done = run("sticky.corpus");
    done.goes_forward(0.075, 0.09);
    done.never_falls(3e-3);
    let turning = done.roach().yaw_rate_rad_s.to_degrees();
    assert!(turning.abs() < 10.0, "{turning} degrees/s");
}

/// Returns start and end (s) of each whole step of a leg.
fn steps(frames: &[Frame], leg: usize) -> Vec<(f64, f64)> {
    let mut steps: Vec<(f64, f64)> = vec![];
    for pair in frames.windows(2) {
        match (pair[0].stepping[leg], pair[1].stepping[leg]) {
            (false, true) => steps.push((pair[1].time, f64::INFINITY)),
            (true, false) => {
                if let Some(step) = steps.last_mut() {
                    step.1 = pair[1].time;
                }
            }
            _ => {}
        }
    }
    steps.retain(|s| s.1.is_finite());
    steps
}

#[test]
fn wave_gait_is_slow_and_lifts_one_leg_at_a_time() {
    let done = run("wave.corpus");
    done.goes_forward(0.015, 0.025);
    done.never_falls(2e-3);

    let frames = film("wave.corpus");
    for frame in &frames {
        let up = |leg: usize| frame.stepping[leg];
        for (a, b) in [(0, 2), (2, 4), (1, 3), (3, 5), (0, 1), (2, 3), (4, 5)] {
            assert!(!(up(a) && up(b)), "legs {a} and {b} at {} s", frame.time);
        }
    }
    let one_frame = 1.01 / 1200.0;
    let back = steps(&frames, 4);
    assert!(back.len() > 10);
    for (this, next) in back.iter().zip(&back[1..]) {
        let cycle = next.0 - this.0;
        assert!((cycle - 0.3).abs() < one_frame);
        let duty = 1.0 - (this.1 - this.0) / cycle;
        assert!((duty - 5.0 / 6.0).abs() * cycle < one_frame, "duty {duty}");
        for (leg, degrees) in [(2, 60.0), (0, 120.0), (5, 180.0), (3, 240.0), (1, 300.0)] {
            let Some(step) = steps(&frames, leg).into_iter().find(|s| s.0 > this.0) else {
                continue;
            };
            let late = step.0 - this.0 - degrees / 360.0 * cycle;
            assert!(late.abs() < one_frame, "leg {leg} at {} s", step.0);
        }
    }
}

#[test]
fn wave_becomes_tripod_on_the_way() {
    let done = run("speedup.corpus");
    done.goes_forward(0.075, 0.09);
    done.never_falls(3e-3);
    assert!(done.roach().yaw_rate_rad_s.to_degrees().abs() < 10.0);

    let frames = film("speedup.corpus");
    let mean_in_the_air = |from: f64, to: f64| {
        let then: Vec<_> = frames
            .iter()
            .filter(|f| (from..to).contains(&f.time))
            .collect();
        let legs: usize = then
            .iter()
            .map(|f| f.stepping.iter().filter(|s| **s).count())
            .sum();
        legs as f64 / then.len() as f64
    };
    // Six legs, 50 ms of a cycle of 300 ms, of about 200 ms half-way, of 100 ms.
    for (from, to, legs) in [(0.6, 1.5, 1.0), (3.1, 3.9, 1.5), (5.7, 9.5, 3.0)] {
        let mean = mean_in_the_air(from, to);
        assert!(
            (mean - legs).abs() < 0.1 * legs,
            "{mean} legs from {from} s"
        );
    }
    let belly = frames.iter().filter(|f| f.time > 0.3).map(|f| f.belly);
    let least = belly.fold(f64::INFINITY, f64::min);
    assert!(least > 2e-3, "belly at {least} m");
}

#[test]
fn a_jump_leaves_the_ground_lands_and_stands() {
    let frames = film("jump.corpus");
    let highest = |from: f64, to: f64, what: fn(&Frame) -> f64| {
        let then = frames.iter().filter(|f| (from..to).contains(&f.time));
        then.map(what).fold(f64::NEG_INFINITY, f64::max)
    };
    let standing = highest(0.4, 0.5, |f| f.belly);
    assert!(highest(0.4, 0.5, |f| f.lowest) < 0.0, "feet bear");
    let feet = highest(0.5, 0.7, |f| f.lowest);
    assert!(feet > 1e-3, "feet at {feet} m");
    let rise = highest(0.5, 0.7, |f| f.belly) - standing;
    assert!(rise > 4e-3, "rises by {rise} m");
    assert!(highest(1.5, 2.5, |f| f.lowest) < 0.0, "feet bear again");

    let done = run("jump.corpus");
    let roach = done.roach();
    assert!((6e-3..9e-3).contains(&roach.root_clearance_m));
    assert!(roach.distance_m < 0.5e-3, "creeps {} m", roach.distance_m);
}
