//! Simulations made to explode stop soon, say where and when, and keep a state that can be looked at.

use crate::rig::*;
use std::time::{Duration, Instant};

const METHODS: [&str; 5] = ["euler", "rkfixed", "rkvar", "rkf", "implicit"];

/// The walker, one of whose joints is given something absurd after 12.4 ms.
fn exploding(method: &str, absurd: &[&str]) -> String {
    let mut script = format!(
        "{}ground on\ngrav on\nrest 0\nintegration {method}\n",
        include_str!("../data/walker.corpus")
    );
    for command in absurd {
        script += &format!("timer 12.4ms joint shank_fl {command}\n");
    }
    script + "go 0.5s"
}

fn assert_stops_at_the_joint(method: &str, absurd: &[&str]) -> f64 {
    let begun = Instant::now();
    let (session, code, message) = run_to_stop(&exploding(method, absurd));
    let took = begun.elapsed();
    println!("{method} {absurd:?}: {message} ({took:?})");
    assert!(took < Duration::from_secs(10), "{method}: {took:?}");
    assert_eq!(code, "E060", "{message}");
    assert!(
        message.contains("the joint of `shank_fl` of `walker`"),
        "{method}: {message}"
    );
    let y = state(&session);
    assert!(y.iter().all(|x| x.is_finite()), "{method}: {y:?}");
    // The state is that before: the walker stands.
    assert!((y[2] - 0.021).abs() < 5e-3, "{method}: {y:?}");
    let time = session.here().world.time;
    assert!(
        message.contains(&format!("{time:.6} s")),
        "{time}: {message}"
    );
    time
}

#[test]
fn a_joint_beyond_any_step_is_named_with_its_time_and_the_state_before_is_kept() {
    for method in METHODS {
        for absurd in [&["ea 1e12"][..], &["ea 1e12", "e_q 0.2"], &["b 1e12"]] {
            let time = assert_stops_at_the_joint(method, absurd);
            assert!((time - 0.0124).abs() < 1e-9, "{method}: {time}");
        }
    }
}

#[test]
fn a_fixed_step_that_is_lost_names_the_joint_that_went_first() {
    // Not beyond any step, but far beyond these; once, the root was blamed.
    for method in ["rkfixed", "euler"] {
        assert_stops_at_the_joint(method, &["ea 100", "e_q 0.2"]);
    }
}

#[test]
fn maxv_stops_what_gets_too_fast() {
    for method in METHODS {
        let script = format!(
            "{}grav on\nmaxv trunk 0.5 100\nintegration {method}\ngo 1s",
            include_str!("../data/walker.corpus")
        );
        let (session, code, message) = run_to_stop(&script);
        assert_eq!(code, "E060");
        assert!(
            message.contains("`trunk`") && message.contains("maxv"),
            "{message}"
        );
        // 0.5 m/s is reached after 51 ms of fall.
        let time = session.here().world.time;
        assert!((time - 0.5 / 9.8).abs() < 2.0 / 1200.0, "{method}: {time}");
        assert!(message.contains("0.051"), "{message}");
    }
}
