//! Events at their times: `when` against closed forms.

use crate::physics::rig::*;
use corpus::lang::value::Datum;
use corpus::session::Session;

fn number(session: &Session, name: &str) -> f64 {
    match &session.variable(name).unwrap().datum {
        Datum::Number(quantity) => quantity.value,
        other => panic!("{name} is {other:?}"),
    }
}

const BALL: &str = "addcorpus c\nget o from unit_sphere\naddbody ball o 0 0 1 rotary 1000\nsetroot ball\ncorpusinit\nrest 2m\n\
                    grav on\nlet fell = 0s\n";

#[test]
fn what_a_fall_brings_about_is_done_at_its_time_whatever_the_frame() {
    // The centre of the ball falls from 2.5 m.
    for (height, dt) in [
        (1.0, "0.833ms"),
        (1.0, "10ms"),
        (0.123, "40ms"),
        (2.4, "3ms"),
    ] {
        let session = run(&format!(
            "{BALL}dt {dt}\nwhen ball.z < {height}m\n  let fell = world.time\n  let speed = ball.speed\nend\ngo 0.8s"
        ));
        let expected = (2.0 * (2.5 - height) / 9.8_f64).sqrt();
        let found = number(&session, "fell");
        assert!((found - expected).abs() < 1e-7, "{dt}: {found} {expected}");
        let speed = number(&session, "speed");
        assert!((speed - 9.8 * expected).abs() < 1e-6, "{dt}: {speed}");
        // The fall continues as without the event.
        let y = state(&session)[2];
        assert!((y - (2.5 - 4.9 * 0.64)).abs() < 1e-9, "{dt}: {y}");
    }
}

/// Changes by the lines apply from the event on, and the next event is found in the rest of the frame.
#[test]
fn several_events_in_a_frame_come_in_their_order() {
    let session = run(&format!(
        "{BALL}dt 0.2s\nlet count = 0\nlet first = 0s\nlet turned = 0s\n\
         when ball.z < 2.4m\n  let first = world.time\n  let count = count + 1\n  setgrav 4.9\nend\n\
         when ball.z < 2.2m\n  let fell = world.time\n  let count = 10 * count\nend\n\
         when world.time > 0.35s\n  let turned = world.time\nend\ngo 0.4s"
    ));
    let first = (0.2_f64 / 9.8).sqrt();
    // From there on with half the weight: 0.2 m more.
    let speed = 9.8 * first;
    let second = first + ((speed * speed + 2.0 * 4.9 * 0.2).sqrt() - speed) / 4.9;
    assert!((number(&session, "first") - first).abs() < 1e-6);
    assert!((number(&session, "fell") - second).abs() < 1e-6);
    assert!((number(&session, "turned") - 0.35).abs() < 1e-6);
    assert_eq!(number(&session, "count"), 10.0);
}

/// The search for such a moment left the world a millionth of a frame before the end, and its lines ran in the next `go`.
#[test]
fn a_condition_that_becomes_true_at_the_end_of_a_frame_is_noticed_there() {
    let session = run(&format!(
        "{BALL}dt 10ms\nlet came = 0s\nwhen world.time >= 20ms\n  let came = world.time\nend\ngo 2\nlet end = world.time"
    ));
    assert_eq!(number(&session, "came"), 0.02);
    assert_eq!(number(&session, "end"), 0.02);
}

/// Conditions were evaluated before the frame was counted.
#[test]
fn a_condition_on_the_number_of_frames_is_noticed_at_the_end_of_its_frame() {
    for method in ["auto", "rkf"] {
        let session = run(&format!(
            "{BALL}integration {method}\ndt 10ms\nlet came = 0s\nwhen world.frames >= 3\n  let came = world.time\nend\ngo 3"
        ));
        assert!((number(&session, "came") - 0.03).abs() < 1e-15);
    }
}

#[test]
fn what_lines_before_a_frame_bring_about_is_done_at_once() {
    let session = run(&format!(
        "{BALL}let flag = 0\nwhen flag == 1 and ball.z > 0m\n  let fell = world.time\nend\nafter 7.5ms\n  let flag = 1\nend\n\
         dt 5ms\ngo 0.1s"
    ));
    assert!((number(&session, "fell") - 7.5e-3).abs() < 1e-12);
}

/// Old scripts keep their bits: their conditions are evaluated at the end of a frame.
#[test]
fn a_script_that_names_a_method_looks_once_a_frame() {
    for method in ["implicit", "euler", "rkfixed", "rkf", "rkvar"] {
        let session = run(&format!(
            "{BALL}integration {method}\ndt 10ms\nwhen ball.z < 1m\n  let fell = world.time\nend\ngo 0.8s"
        ));
        assert!((number(&session, "fell") - 0.56).abs() < 1e-9, "{method}");
    }
}

/// Lines that make their own condition false run each time, but not without end within a frame.
#[test]
fn a_condition_that_its_own_lines_end_comes_true_again() {
    let run = |period: &str| {
        let session = run(&format!(
            "{BALL}let count = 0\nlet due = 0s\nwhen world.time > due\n  let due = due + {period}\n  let count = count + 1\nend\n\
             dt 10ms\ngo 0.1s"
        ));
        assert!((session.here().world.time - 0.1).abs() < 1e-12);
        number(&session, "count")
    };
    assert_eq!(run("4ms"), 25.0);
    // Twenty times in the first frame, and once more at its end; then it lags behind, and stays true.
    assert_eq!(run("10us"), 21.0);
}
