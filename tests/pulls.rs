//! Pulls: springs between a point of a body and a place.

use corpus::integrate::Method;
use corpus::session::{Mode, Quiet, Session};

const BALL: &str = "addcorpus c
    get o from unit_sphere
    scale o 0.02 0.02 0.02
    addbody ball o 0 0 1 rotary 1000
    setroot ball
    corpusinit
    ";

fn after(script: &str) -> Session {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    let result = session.run_text("script", script);
    assert!(result.is_ok(), "{:?}", session.diagnostics);
    session
}

/// Without a damper the ball oscillates about the goal: x = x0 cos(sqrt(k/m) t).
#[test]
fn a_ball_on_a_spring_swings_by_the_closed_form_and_its_account_is_even() {
    for method in Method::names() {
        let mut session = after(&format!("{BALL}integration {method}"));
        let mass = session.here().world.corpora[0].model.total_mass();
        let k = mass * (2.0 * std::f64::consts::PI * 2.0f64).powi(2);
        // Half of a period at 2 Hz, from a centimetre beside the goal.
        let line = format!("pull ball to 0.01 0 0 k={k} b=0\ngo 0.25s");
        assert!(
            session.run_text("on", &line).is_ok(),
            "{:?}",
            session.diagnostics
        );
        let corpus = &session.here().world.corpora[0];
        let x = corpus.poses()[0].1.x;
        let error = if matches!(method, "euler" | "implicit") {
            5e-4
        } else {
            2e-5
        };
        assert!((x - 0.02).abs() < error, "{method}: {x}");
        let account = corpus.account();
        let most = account.moved().max(0.5 * k * 1e-4);
        assert!(
            account.numbers().abs() < 0.02 * most,
            "{method}: {account:?}"
        );
    }
}

#[test]
fn a_pull_at_a_point_turns_the_body_and_is_in_no_body_s_load() {
    let mut session = after(&format!("{BALL}pull ball at 0 0.01 0 to 0.005 0.01 0"));
    assert!(session.run_text("on", "go 20ms").is_ok());
    let corpus = &session.here().world.corpora[0];
    let [at, goal] = corpus.pull_ends().unwrap();
    assert!(at.x > 1e-4 && at.x < goal.x, "{at}");
    let turned = corpus.y[corpus.layout().omega().start + 2];
    assert!(turned < -0.1, "{turned}");
    session.here_mut().world.observe();
    let corpus = &session.here().world.corpora[0];
    assert_eq!(corpus.observed().bodies[0].load, 0.0);
}

#[test]
fn a_pull_holds_the_weight_and_lets_go() {
    let script = format!("{BALL}grav on\npull ball to 0 0 0.1\ngo 2s");
    let mut session = after(&script);
    let height = |session: &Session| session.here().world.corpora[0].poses()[0].1.z;
    let (k, _) = session.here().world.corpora[0].usual_pull();
    let weight = session.here().world.corpora[0].model.total_mass() * 9.8;
    let z = height(&session);
    assert!((z - (0.1 - weight / k)).abs() < 1e-4, "{z}");
    assert!(session.run_text("off", "pull ball off\ngo 0.1s").is_ok());
    assert!((height(&session) - (z - 0.049)).abs() < 1e-3);
    // After a rewind to a time when it was pulled, it is pulled again.
    assert!(session.run_text("back", "rewind 0.15s").is_ok());
    assert!(session.here().world.corpora[0].pull().is_some());
}
