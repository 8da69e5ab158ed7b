//! Resolution of paths, and reports of unknown ones.

use super::*;

fn session(mode: Mode, script: &str) -> Session {
    let mut session = crate::commands::session(mode, Box::new(Quiet));
    // A script with errors is one of the cases.
    let _ = session.run_text("test", script);
    session.observe();
    session
}

fn figure(name: &str, body: &str, mass: f64) -> String {
    format!(
        "addcorpus {name}\nget {body} from unit_cube\naddbody {body} {body} 0 0 1 rotary {mass}\nget {body}2 from unit_cube\n\
         addbody {body}2 {body}2 0 0 1 sliding 1\nlinkbodies {body} {body}2\nsetroot {body}\n"
    )
}

fn measured(session: &Session, path: &str) -> (f64, Dimension) {
    match session.quantity(path) {
        Ok(Reading::Number(x, dimension)) => (x, dimension),
        other => panic!("{path}: {other:?}"),
    }
}

fn refused(session: &Session, path: &str) -> NoReading {
    match session.quantity(path) {
        Err(no) => no,
        other => panic!("{path}: {other:?}"),
    }
}

#[test]
fn the_nearest_thing_that_has_the_field_is_meant() {
    let script = figure("one", "shared", 10.0)
        + "corpusinit\n"
        + &figure("two", "shared", 20.0)
        + "corpusinit\naddroach one 6";
    let session = session(Mode::Run, &script);
    assert!(session.diagnostics.is_empty(), "{:?}", session.diagnostics);
    same(measured(&session, "shared.mass").0, 20.0);
    same(measured(&session, "one.shared.mass").0, 10.0);
    same(measured(&session, "one.mass").0, 11.0);
    same(measured(&session, "two.shared.pos.x").0, 0.0);
    assert_eq!(measured(&session, "one.shared2.q").1, Dimension::LENGTH);
    assert_eq!(measured(&session, "one.shared2.dq").1, Dimension::SPEED);
    assert_eq!(measured(&session, "one.shared2.Q").1, Dimension::FORCE);
    // `one` is a corpus and a gait.
    same(measured(&session, "one.speed").0, 1.0);
    same(
        measured(&session, "one.leg5.phase").0,
        0.5 + 2.0 * 0.05 / 0.1 - 1.0,
    );
    same(measured(&session, "world.gravity").0, 0.0);
}

fn same(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} {b}");
}

#[test]
fn what_lines_build_later_is_meant_from_then_on() {
    let mut session = session(Mode::Run, &figure("one", "box", 10.0));
    same(measured(&session, "one.mass").0, 11.0);
    same(measured(&session, "box.mass").0, 10.0);
    let no = refused(&session, "one.box2.q");
    assert!(no.message.contains("not assembled"), "{no:?}");
    go_on(&mut session, "jointkind box2 ball");
    let no = refused(&session, "one.box2.q");
    assert!(no.message.contains("3 degrees of freedom"), "{no:?}");
    // A body of the current figure comes before a figure.
    go_on(&mut session, &figure("two", "one", 20.0));
    same(measured(&session, "one.mass").0, 20.0);
    let no = refused(&session, "box.mass");
    assert!(no.help.contains("`one.box`"), "{no:?}");
}

#[test]
fn before_corpusinit_only_what_is_built_is_known() {
    let session = session(Mode::Run, &figure("one", "box", 10.0));
    same(measured(&session, "box.mass").0, 10.0);
    same(measured(&session, "one.mass").0, 11.0);
    for path in ["box.z", "box2.q", "one.com", "one.box.load"] {
        let no = refused(&session, path);
        assert!(
            no.message.contains(path) && no.message.contains("`one` is not assembled"),
            "{no:?}"
        );
        assert!(no.help.contains("`corpusinit`") && !no.follows, "{no:?}");
    }
}

#[test]
fn slips_are_answered_with_what_was_meant() {
    let script = figure("one", "box", 1.0)
        + "corpusinit\n"
        + &figure("two", "ball", 1.0)
        + "corpusinit\naddroach gait 6";
    let session = session(Mode::Run, &script);
    for (path, message, help) in [
        ("bal.z", "`bal`", "did you mean `ball`?"),
        ("box.z", "`box`", "write `one.box`"),
        (
            "zebra.z",
            "`zebra`",
            "this script has `ball`, `ball2`, `one`, `two`, `gait`, `world`",
        ),
        (
            "ball.laod",
            "`ball` has no quantity `laod`",
            "did you mean `ball.load`? `corpus help quantities`",
        ),
        ("ball.vle.x", "`vle.x`", "did you mean `ball.vel`?"),
        ("ball.wheels", "`wheels`", "its quantities are x y z pos"),
        ("ball", "`ball` is a name", "its quantities are x y z pos"),
        ("ball.", "`ball` is a name", "its quantities are x y z pos"),
        (
            "one.box",
            "`one.box` is a name",
            "its quantities are x y z pos",
        ),
        (
            "one.box.lod",
            "`one.box` has no quantity `lod`",
            "did you mean `one.box.load`?",
        ),
        (
            "one.comm",
            "`one` has no quantity `comm`",
            "did you mean `one.com`?",
        ),
        (
            "gait.leg3.fase",
            "`leg3.fase`",
            "did you mean `gait.leg3.phase`?",
        ),
        ("gait.leg6.phase", "no leg 6", "its legs are 0 to 5"),
        ("world.tme", "`tme`", "did you mean `world.time`?"),
        ("ball.q", "the root of `two`", "x y z pos"),
        (
            "ball.vel.w",
            "`ball.vel` is a vector and has no `w`",
            "`.x`, `.y` and `.z`",
        ),
        (
            "ball.z.x",
            "`ball.z` is a number and has no `x`",
            "write `ball.z` alone",
        ),
        (
            "ball.contact.x",
            "true or false",
            "write `ball.contact` alone",
        ),
        ("", "``", "this script has"),
    ] {
        let no = refused(&session, path);
        assert!(no.message.contains(message), "{path}: {no:?}");
        assert!(no.help.contains(help), "{path}: {no:?}");
        assert!(!no.follows, "{path}");
    }
}

#[test]
fn what_follows_from_a_mistake_says_so() {
    let script = "addcorpus one\nget box from unit_cub\naddbody box box 0 0 1 rotary 1000\nsetroot box\ncorpusinit\n";
    let session = session(Mode::Check, script);
    assert!(session.has_errors());
    assert!(refused(&session, "box.z").follows);
    assert!(refused(&session, "one.com").follows);
    assert!(!refused(&session, "zebra.z").follows);
}

#[test]
fn a_body_may_have_the_name_of_a_quantity_of_its_figure() {
    let script = "addcorpus load\nball load radius=1cm\naddbody load load axis=[0 0 1] joint=rotary mass=1kg\nsetroot load\ncorpusinit\n\
         move load 0 0 2m\nsetrootpos\nground on\naddcorpus other\n";
    let session = run(script);
    close(number(&session, "load.load.z"), 2.0, 1e-12);
    close(number(&session, "load.load.pos.z"), 2.0, 1e-12);
    // The force of the ground on the figure.
    close(number(&session, "load.load"), 0.0, 1e-12);
    assert!(session.quantity("load.load.nothing").is_err());
}
