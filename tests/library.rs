//! The library without the language: the examples in Rust are correct.

#[allow(dead_code)]
#[path = "../examples/pendulum.rs"]
mod pendulum;
#[allow(dead_code)]
#[path = "../examples/walker.rs"]
mod walker;

use corpus::figure::{BodySpec, Figure, FigureError, Object, Transform};
use corpus::geometry::Shape;
use corpus::session::{Mode, Quiet, Session};
use corpus::world::World;

/// A rod of length 1 on its end: theta'' = -(m g l / 2) / I sin theta, I = m (4 * 1^2 + 0.02^2) / 12 about the joint, here by RK4.
#[test]
fn the_pendulum_swings_as_its_equation_says() {
    let inertia = (4.0 + 0.02 * 0.02) / 12.0;
    let rate = |angle: f64| -9.8 * 0.5 / inertia * angle.sin();
    let (mut angle, mut speed, h) = (0.5_f64, 0.0_f64, 1e-4);
    for (time, seen) in pendulum::swing().unwrap() {
        for _ in 0..100 {
            let (a1, b1) = (speed, rate(angle));
            let (a2, b2) = (speed + h / 2.0 * b1, rate(angle + h / 2.0 * a1));
            let (a3, b3) = (speed + h / 2.0 * b2, rate(angle + h / 2.0 * a2));
            let (a4, b4) = (speed + h * b3, rate(angle + h * a3));
            angle += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
            speed += h / 6.0 * (b1 + 2.0 * b2 + 2.0 * b3 + b4);
        }
        assert!((seen - angle).abs() < 1e-3, "{time} s: {seen}, {angle}");
    }
}

#[test]
fn the_walker_walks_on_its_legs() {
    let seen = walker::walk().unwrap();
    assert!(seen.iter().all(|[_, _, height]| *height > 0.25), "{seen:?}");
    assert!(seen.last().unwrap()[1] > 0.4, "{seen:?}");
}

#[test]
fn a_figure_that_cannot_be_is_told() {
    let cube = Object::of(Shape::Cube);
    let mut world = World::default();
    let mut figure = Figure::new("figure".into());
    assert_eq!(world.add(&figure), Err(FigureError::NoBodies));
    let place = Transform::identity();
    let lost = figure.hang(3, place, BodySpec::new("lost"), &cube);
    assert_eq!(lost, Err(FigureError::NoParent("lost".into())));
    figure.add(BodySpec::new("trunk"), &cube).unwrap();
    figure.add(BodySpec::new("loose"), &cube).unwrap();
    assert_eq!(
        world.add(&figure),
        Err(FigureError::Unlinked(vec!["loose".into()]))
    );
}

/// A session that has begun on one thread goes on with another one, with the same bits.
#[test]
fn a_session_moves_to_another_thread() {
    let begin = "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\naddv b 1 2 3 0.1 0.2 0.3\ngrav on\ngo 0.05s";
    let bits = |session: Session| {
        let state = session.here().world.corpora[0].y.iter();
        state.map(|x| x.to_bits()).collect::<Vec<_>>()
    };
    let begun = || {
        let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
        assert!(session.run_text("begin", begin).is_ok());
        session
    };
    let go_on = |mut session: Session| {
        assert!(session.run_text("end", "go 0.1s").is_ok());
        session
    };
    let moved = begun();
    let there = std::thread::spawn(move || bits(go_on(moved)));
    assert_eq!(there.join().unwrap(), bits(go_on(begun())));
}
