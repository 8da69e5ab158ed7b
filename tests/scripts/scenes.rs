//! The scenes of "Grinning Evil Death" and of chapter 5 that are scripts: each ends in `expect`s, which must hold.

use super::program::{run, run_text, text_of};

#[test]
fn dropped_it_jumps() {
    run("drop-and-jump.corpus");
}

#[test]
fn cereal_jumps_about() {
    run("../cereal.corpus");
}

#[test]
fn middle_legs_that_work_backwards_make_it_bounce() {
    run("backward-middle-legs.corpus");
}

#[test]
fn it_turns_over_without_friction_and_rights_itself() {
    // A script that begins with the flip.
    let done = run("righting.corpus");
    assert!(done.roach().root_clearance_m > 6e-3);
}

/// A shorter walk than that of the script, which `scripts/terrain` measures.
#[test]
fn it_walks_over_bumps_by_the_give_of_its_legs() {
    let text = text_of("uneven-terrain.corpus");
    assert!(text.contains("param walk = 2s"));
    let done = run_text(&text.replace("param walk = 2s", "param walk = 0.5s"));
    done.goes_forward(0.012, 0.04);
    done.never_falls(2e-3);
}

/// From half way up, so that it takes a fifth of the time.
#[test]
fn it_comes_to_the_top_of_a_hill() {
    let text = text_of("hill.corpus");
    for known in ["-6cm", "param walk = 4s"] {
        assert!(text.contains(known), "{known}");
    }
    let text = text
        .replace("-6cm", "-2cm")
        .replace("param walk = 4s", "param walk = 1s");
    run_text(&text).goes_forward(0.01, 0.04);
}

#[test]
fn steady_programs_walk_ahead_where_those_of_1990_go_backwards() {
    let text = text_of("steady-walk.corpus");
    assert!(text.contains("param walk = 2s"));
    let done = run_text(&text.replace("param walk = 2s", "param walk = 0.8s"));
    done.goes_forward(0.015, 0.05);
}

/// With delays of steps without end it came 0.19 cm far.
#[test]
fn it_walks_on_when_reflexes_act() {
    let text = text_of("disturbed.corpus");
    let changes = [
        ("param disturbance = 0", "param disturbance = 5"),
        ("param reflexes = false", "param reflexes = true"),
    ];
    let text = changes.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    run_text(&text).goes_forward(0.03, 0.045);
}

#[test]
fn a_police_car_brakes_in_front_of_it() {
    run("police-car.corpus");
}

#[test]
fn it_twitches_in_its_pod_and_stands() {
    run("space-pod.corpus");
}

/// One wire and a shorter walk than that of the script.
#[test]
fn it_breaks_a_wire() {
    let text = text_of("wires.corpus");
    for known in ["param wires = 3", "param walk = 1.2s", "abdomen.x > 3cm"] {
        assert!(text.contains(known), "{known}");
    }
    let text = text
        .replace("param wires = 3", "param wires = 1")
        .replace("param walk = 1.2s", "param walk = 0.5s")
        .replace("abdomen.x > 3cm", "abdomen.x > 1cm");
    run_text(&text);
}
