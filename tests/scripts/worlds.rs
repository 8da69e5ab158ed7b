//! The scenes of Fontijne (2000) in `scripts/worlds`: each ends in `expect`s, which must hold.

use corpus::diagnostic::draw;
use corpus::session::{Mode, Quiet};
use std::path::Path;

/// Panics if a scene reports anything but these warnings, with other values of some of its parameters.
#[track_caller]
fn holds(name: &str, given: &[(&str, &str)], warned: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scripts/worlds/{name}.corpus"));
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    for (parameter, value) in given {
        session.parameters.give(parameter, value);
    }
    let result = session.run_file(&path).unwrap();
    let reports = draw(&session.diagnostics, &session.sources, false);
    let told = format!("{name} {given:?}:\n{reports}");
    assert!(
        result.is_ok() && session.parameters.unused(&session.sources).is_empty(),
        "{told}"
    );
    let known = |code: &str| warned.contains(&code);
    assert!(session.diagnostics.iter().all(|d| known(d.code)), "{told}");
}

#[test]
fn cubes_slide_on_slopes_above_the_critical_angle() {
    holds("slope", &[], &[]);
    holds("slope", &[("margin", "1.0001")], &[]);
    holds("slope", &[("friction", "0.7")], &[]);
}

#[test]
fn balls_bounce_to_the_square_of_their_restitution() {
    holds("balls", &[], &[]);
}

#[test]
fn tossed_coins_gain_no_energy_and_do_not_sink_in() {
    holds("coins", &[], &["W039"]);
}

#[test]
fn a_ball_on_a_chain_swings_through_a_wall() {
    holds("demolition", &[], &["W015"]);
}

#[test]
fn dominos_fall_one_after_another_at_a_speed_of_their_own() {
    holds("dominos", &[], &["W015", "W051"]);
}

#[test]
fn a_car_drives_through_a_loop() {
    holds("car", &[], &[]);
}

#[test]
fn a_marble_passes_ridges_gear_wheels_and_trapdoors() {
    holds("marble", &[], &["W017"]);
}
