//! The scenes of "Grinning Evil Death" and of chapter 5 that are scripts: each ends in `expect`s, which must hold.

use super::program::{run, run_text, text_of};

#[test]
fn dropped_it_jumps() {
    run("drop-and-jump.corpus");
}

#[test]
fn middle_legs_that_work_backwards_make_it_bounce() {
    run("backward-middle-legs.corpus");
}

#[test]
fn it_turns_over_without_friction_and_rights_itself() {
    // Which begins with the flip.
    let done = run("righting.corpus");
    assert!(done.roach().root_clearance_m > 6e-3);
}

#[test]
fn steady_programs_walk_ahead_where_those_of_1990_go_backwards() {
    let text = text_of("steady-walk.corpus");
    assert!(text.contains("param walk = 2s"));
    let done = run_text(&text.replace("param walk = 2s", "param walk = 0.8s"));
    done.goes_forward(0.03, 0.08);
}
