//! Simulations made to explode stop soon, say where and when, and keep a state that can be looked at.

use crate::rig::*;
use std::time::{Duration, Instant};

const METHODS: [&str; 5] = ["euler", "rkfixed", "rkvar", "rkf", "implicit"];

/// The walker, one of whose joints becomes absurdly strong after 12.4 ms while it is off its rest position.
fn exploding(method: &str) -> String {
    format!(
        "{}ground on\ngrav on\nrest 0\nintegration {method}\ntimer 12.4ms joint shank_fl ea 1e12\n\
         timer 12.4ms joint shank_fl e_q 0.2\ngo 0.5s",
        include_str!("../data/walker.corpus")
    )
}

#[test]
fn an_exploding_joint_is_named_with_its_time_and_the_state_before_is_kept() {
    for method in METHODS {
        let begun = Instant::now();
        let (session, code, message) = run_to_stop(&exploding(method));
        let took = begun.elapsed();
        println!("{method}: {message} ({took:?})");
        assert!(took < Duration::from_secs(10), "{method}: {took:?}");
        assert_eq!(code, "E060", "{message}");
        assert!(message.contains("`walker`"), "{message}");
        assert!(message.contains("0.01"), "{message}");
        let world = &session.here().world;
        assert!(state(&session).iter().all(|x| x.is_finite()), "{method}");
        assert!(
            world.time > 0.012 && world.time < 0.02,
            "{method}: {}",
            world.time
        );
        // The state is that before: the walker stands.
        assert!(
            (state(&session)[2] - 0.021).abs() < 5e-3,
            "{method}: {:?}",
            state(&session)
        );
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
