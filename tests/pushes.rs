//! Pushes: forces that act on a body for a time.

use corpus::integrate::Method;
use corpus::session::{Mode, Quiet, Session};
use nalgebra::Vector3;

/// A bar of 1 kg and 1 m linked to another by a hinge across, in space.
const TWO: &str = "addcorpus c\nget a from unit_cube\nscale a 0.1 0.1 1\naddbody a a 0 0 1 rotary 100\n\
    get d from unit_cube\nscale d 0.1 0.1 1\nmove d 0 0 -0.5\naddbody d d 1 0 0 rotary 100\nmove d 0 0 -0.5\nlinkbodies a d\n\
    setroot a\ncorpusinit\n";

fn after(script: &str) -> Session {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    let result = session.run_text("script", script);
    assert!(result.is_ok(), "{script}: {:?}", session.diagnostics);
    session.observe();
    session
}

fn momentum(session: &Session) -> Vector3<f64> {
    session.here().world.corpora[0].observed().motion.linear
}

/// The total momentum is force times time, for each method: no step extends across the end of a push, which is in the middle of
/// a frame here.
#[test]
fn momentum_is_force_times_time() {
    for method in Method::names() {
        let session = after(&format!(
            "{TWO}integration {method}\npush d 2N 0 -1N at 0.05 0 -1 for 10.3ms\ngo 30ms"
        ));
        let error = momentum(&session) - Vector3::new(2.0, 0.0, -1.0) * 10.3e-3;
        assert!(error.norm() < 2e-7, "{method}: {error}");
        let account = session.here().world.corpora[0].account();
        assert!(account.works.outer > 1e-4);
        let part = account.numbers().abs() / account.works.outer;
        let most = if matches!(method, "euler" | "implicit") {
            0.03
        } else {
            1e-4
        };
        assert!(part < most, "{method}: {account:?}");
    }
}

/// An impulse is the limit of a push of the same momentum as its duration goes to zero.
#[test]
fn a_blow_is_the_limit_of_short_pushes() {
    let at = "at 0.05 0.02 -1";
    let blow = after(&format!(
        "{TWO}addv a 0 0 0 1 2 3\njoint d q 0.4rad\npush d impulse 0.02N*s 0.03N*s 0 {at}\ngo 1us"
    ));
    let short = after(&format!(
        "{TWO}addv a 0 0 0 1 2 3\njoint d q 0.4rad\nintegration rkf\neps 1e-9\npush d impulse 0.02N*s 0.03N*s 0 {at} for 1us\ngo 1us"
    ));
    let (one, other) = (
        &blow.here().world.corpora[0],
        &short.here().world.corpora[0],
    );
    let velocity = one.layout().velocity();
    for (a, b) in one.y[velocity.clone()].iter().zip(&other.y[velocity]) {
        assert!((a - b).abs() < 1e-5, "{a} {b}");
    }
    let (one, other) = (one.account(), other.account());
    let rest = (one.works.outer - other.works.outer).abs();
    assert!(rest < 1e-5 * other.works.outer.abs(), "{one:?} {other:?}");
    assert!(one.numbers().abs() < 1e-12, "{one:?}");
}

#[test]
fn a_push_along_the_axes_of_the_body_turns_with_it() {
    // With an arm of half a metre: the body spins up, and the mean force goes to zero.
    let script =
        "addcorpus c\nget a from unit_cube\naddbody a a 0 0 1 rotary 6\nsetroot a\ncorpusinit\n";
    let session = after(&format!(
        "{script}push a 0 2N 0 at 0.5 0 0 axes=body\ngo 1s"
    ));
    // I = m a2 / 6 = 1 kg m2, so that omega = 1 rad/s2 t, and the force turns by t2 / 2.
    let y = &session.here().world.corpora[0];
    let omega = y.y[y.layout().omega().start + 2];
    assert!((omega - 1.0).abs() < 1e-4, "{omega}");
    // The momentum is 2 N times the integrals of -sin(t2 / 2) and cos(t2 / 2): Fresnel integrals.
    let error = momentum(&session) - Vector3::new(-0.327_428_1, 1.950_575_4, 0.0);
    assert!(error.norm() < 2e-4, "{error}");
}

#[test]
fn pushes_add_up_end_and_come_back() {
    let mut session = after(&format!(
        "{TWO}push a 1N 0 0\npush a 0 1N 0 for 20ms\ngo 10ms"
    ));
    let moment = momentum(&session);
    assert!(
        session
            .run_text("on", "go 20ms\npush a off\ngo 10ms")
            .is_ok()
    );
    session.observe();
    let error = momentum(&session) - Vector3::new(30e-3, 20e-3, 0.0);
    assert!(error.norm() < 2e-7, "{error}");
    assert!(session.here().world.corpora[0].pushes().is_empty());
    assert!(session.run_text("back", "rewind 30ms").is_ok());
    session.observe();
    assert_eq!(session.here().world.corpora[0].pushes().len(), 2);
    assert_eq!(momentum(&session), moment);
}

/// On a round body the velocity at the place of contact changes by more than the acceleration of the body's point there: the
/// normal force of a ball that rolls steadily equals its weight, and is not reduced by the upward acceleration of its points.
#[test]
fn a_ball_that_rolls_is_pressed_by_its_weight() {
    let script = "addcorpus c\nget o from unit_sphere\nscale o 0.2 0.2 0.2\naddbody b o 0 0 1 rotary 1000\nsetroot b\n\
        corpusinit\nground on\ngrav on\nrest 0\ngo 1s\naddv b 10 0 0 0 100 0\ngo 0.1s";
    let session = after(script);
    let corpus = &session.here().world.corpora[0];
    let weight = 9.8 * corpus.model.total_mass();
    let load = corpus.observed().bodies[0].load;
    assert!((load - weight).abs() < 1e-3 * weight, "{load} {weight}");
}
