use super::super::shown::Shown;
use super::*;
use crate::session::{Common, Mode, Quiet, Session, Stop};
use std::sync::mpsc::{Sender, channel};

const BALL: &str = "addcorpus c
    get o from unit_sphere
    addbody ball o 0 0 1 rotary 1000
    setroot ball
    corpusinit
    grav on
    ";

struct Looked {
    session: Session,
    connection: Common<Connection>,
    messages: Sender<Order>,
    screen: Arc<Screen>,
}

impl Looked {
    fn at(script: &str) -> Self {
        let (messages, inbox) = channel();
        let connection = Common::new(Connection::new(inbox));
        let player = Player::new(Box::new(Quiet), connection.clone());
        let mut session = crate::commands::session(Mode::Run, Box::new(player));
        let result = session.run_text("script", script);
        assert!(result.is_ok(), "{:?}", session.diagnostics);
        let screen = Arc::new(Screen::default());
        connection.lock().open(Arc::clone(&screen), 1000.0);
        Looked {
            session,
            connection,
            messages,
            screen,
        }
    }

    fn orders(&self, orders: &[Order]) {
        for order in orders {
            self.messages.send(order.clone()).unwrap();
        }
    }

    fn next(&self) -> Order {
        self.connection.lock().next(self.session.here())
    }

    fn shown(&self) -> Arc<Shown> {
        self.screen.newer(0).unwrap().1
    }
}

#[test]
fn lines_run_between_frames_and_are_told_with_their_time() {
    let mut looked = Looked::at(BALL);
    looked.orders(&[
        Order::Line("pull ball to 0 0 1".into()),
        Order::Line("go 5".into()),
        Order::Line("pull bell to 0 0 1".into()),
    ]);
    assert!(looked.session.run_text("on", "go 10").is_ok());
    assert!(looked.session.here().world.corpora[0].pull().is_some());
    let connection = looked.connection.lock();
    let dt = looked.session.here().world.dt;
    assert_eq!(connection.ran, [(dt, "pull ball to 0 0 1".to_owned())]);
    assert!(
        connection.display.message.contains("bell"),
        "{}",
        connection.display.message
    );
    assert!(looked.session.diagnostics.is_empty());
}

#[test]
fn a_dragged_run_comes_again_by_alarms_to_the_same_bits() {
    let mut looked = Looked::at(BALL);
    looked.orders(&[Order::Line("pull ball at 0 0.5 0 to 1 0 1".into())]);
    assert!(looked.session.run_text("on", "go 50").is_ok());
    let (time, line) = looked.connection.lock().ran[0].clone();
    let mut again = crate::commands::session(Mode::Run, Box::new(Quiet));
    let script = format!("{BALL}alarm {time:?} {line}\ngo 50");
    assert!(
        again.run_text("again", &script).is_ok(),
        "{:?}",
        again.diagnostics
    );
    let y = |session: &Session| session.here().world.corpora[0].y.clone();
    assert_eq!(y(&looked.session), y(&again));
}

#[test]
fn a_go_of_the_prompt_ends_where_it_is_paused_and_a_script_is_held() {
    let mut looked = Looked::at(BALL);
    looked.connection.lock().holds = false;
    looked.orders(&[Order::Toggle]);
    let stopped = looked.session.run_text("on", "go 1000s");
    assert!(matches!(stopped, Err(Stop::Interrupted)));
    assert_eq!(looked.session.here().frames, 1);
    // Paused, two frames forward, and on to the end.
    looked.connection.lock().holds = true;
    looked.orders(&[Order::Toggle, Order::Step(1), Order::Step(1), Order::Toggle]);
    assert!(looked.session.run_text("on", "go 10").is_ok());
    assert_eq!(looked.session.here().frames, 11);
}

#[test]
fn the_past_is_shown_without_changing_anything_and_can_be_gone_back_to() {
    let looked = Looked::at(&format!("{BALL}go 120"));
    let dt = looked.session.here().world.dt;
    looked.orders(&[Order::Scrub(-0.05), Order::Reload]);
    assert!(matches!(looked.next(), Order::Reload));
    let shown = looked.shown();
    assert_eq!(shown.state, State::Past);
    assert!((shown.time - 0.05).abs() < dt && (shown.behind - 0.05).abs() < dt);
    let fallen = 0.5 * 9.8 * shown.time * shown.time;
    assert!((shown.poses[0].position[2] + fallen).abs() < 1e-6);
    assert_eq!(looked.session.here().frames, 120);
    looked.orders(&[Order::Here]);
    let Order::Line(line) = looked.next() else {
        panic!("no line");
    };
    assert!(line.starts_with("rewind 0.05"), "{line}");
    // Before the first moment there is nothing.
    looked.orders(&[Order::Scrub(-5.0), Order::Reload]);
    let _ = looked.next();
    assert_eq!(looked.shown().time, 0.0);
}

/// Of the frames five seconds ago, not all are stored.
#[test]
fn each_step_through_the_past_shows_another_moment() {
    let looked = Looked::at(&format!("{BALL}go 10s"));
    let mut times = vec![];
    for step in [
        Order::Scrub(-5.0),
        Order::Step(-1),
        Order::Step(-1),
        Order::Step(1),
    ] {
        looked.orders(&[step, Order::Reload]);
        let _ = looked.next();
        times.push(looked.shown().time);
    }
    assert!((times[0] - 5.0).abs() < 0.02, "{times:?}");
    assert!(times[0] > times[1] && times[1] > times[2], "{times:?}");
    assert!(times[2] > 4.95, "{times:?}");
    assert_eq!(times[1], times[3]);
}

#[test]
fn what_is_published_is_told_in_a_line() {
    let looked = Looked::at(&format!("{BALL}go 120"));
    looked.orders(&[Order::Choose(Some(0)), Order::Faster(0.5), Order::Close]);
    assert!(matches!(looked.next(), Order::Close));
    let shown = looked.shown();
    let line = crate::view::status_line(&shown);
    assert!(line.starts_with("ready | 0.1000 s | 500x | "), "{line}");
    assert_eq!(shown.joint.as_ref().unwrap().body, "ball");
    assert_eq!(shown.joint.as_ref().unwrap().slides, None);
}

/// An arm to the left that turns about x, and one ahead that turns about y.
const ARMS: &str = "addcorpus c
    get o from unit_cube
    get l from unit_cube
    move l 0 0.5 0
    get a from unit_cube
    move a 0.5 0 0
    addbody box o 0 0 1 rotary 1000
    addbody left l 1 0 0 rotary 1000
    addbody ahead a 0 1 0 rotary 1000
    linkbodies box left
    linkbodies box ahead
    setroot box
    corpusinit
    go 1
    ";

#[test]
fn the_way_of_a_positive_angle_is_told() {
    let mut looked = Looked::at(ARMS);
    looked.session.observe();
    for (actor, way) in [(1, "up"), (2, "down")] {
        looked.orders(&[Order::Choose(Some(actor)), Order::Reload]);
        assert!(matches!(looked.next(), Order::Reload));
        let joint = looked.shown().joint.clone().unwrap();
        assert_eq!(joint.onward, Some(way), "{}", joint.body);
    }
}
