//! Whole sessions, compared with independent results: closed forms, differences of positions, balances of force, and
//! output of other commands.

mod ground;
mod motion;
mod names;
mod parts;

use super::*;
use crate::session::{Mode, Observer, Quiet};
use nalgebra::Vector3;

const WALKER: &str = include_str!("../../../../tests/data/walker.corpus");

/// A brick of 0.1 x 0.2 x 0.05 m and 1 kg in the air.
const BRICK: &str = "addcorpus c\nget o from unit_cube\nscale o 0.1 0.2 0.05\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\n";

fn run_watched(script: &str, observer: Box<dyn Observer>) -> Session {
    let mut session = crate::commands::session(Mode::Run, observer);
    go_on(&mut session, script);
    session
}

fn run(script: &str) -> Session {
    run_watched(script, Box::new(Quiet))
}

fn go_on(session: &mut Session, script: &str) {
    if session.run_text("test", script).is_err() {
        panic!("{:#?}", session.diagnostics);
    }
    session.observe();
}

fn walking(more: &str) -> Session {
    run(&format!(
        "{WALKER}\nground on\ngrav on\nrest 0.1mm\n{more}\nspeed 1.5\ngaitgo\ngo 0.3s"
    ))
}

fn number(session: &Session, path: &str) -> f64 {
    match session.quantity(path) {
        Ok(Reading::Number(x, _)) => x,
        other => panic!("{path}: {other:?}"),
    }
}

fn vector(session: &Session, path: &str) -> Vector3<f64> {
    match session.quantity(path) {
        Ok(Reading::Vector(v, _)) => v.into(),
        other => panic!("{path}: {other:?}"),
    }
}

fn flag(session: &Session, path: &str) -> bool {
    match session.quantity(path) {
        Ok(Reading::Flag(flag)) => flag,
        other => panic!("{path}: {other:?}"),
    }
}

#[track_caller]
fn close(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance, "{a} {b}");
}

#[test]
fn everything_in_the_table_can_be_read_as_what_it_says_it_is() {
    let tie = "attach shank_fl world 0 0 0 0 0 0 1e-6 0 0 1\n".repeat(4);
    let session = walking(&format!("{tie}neuron neuron wave {{1}}"));
    for quantity in QUANTITIES {
        let name = match quantity.owner {
            Owner::Body | Owner::Joint => "shank_fl",
            Owner::Corpus => "walker",
            Owner::Gait => "gait",
            Owner::Neuron => "neuron",
            Owner::World => "world",
        };
        let path = format!("{name}.{}", quantity.field.replace('#', "3"));
        let right = match (session.quantity(&path), quantity.measured) {
            (Ok(Reading::Number(x, d)), Measured::Number(dimension)) => {
                d == dimension && x.is_finite()
            }
            (Ok(Reading::Number(_, d)), Measured::Joint { turning, .. }) => d == turning,
            (Ok(Reading::Vector(_, d)), Measured::Vector(dimension)) => d == dimension,
            (Ok(Reading::Contacts(_)), Measured::Contacts) | (Err(_), Measured::Question) => true,
            (Ok(Reading::Flag(_)), Measured::Flag) | (Ok(Reading::Text(_)), Measured::Text) => true,
            _ => false,
        };
        assert!(right, "{path}: {:?}", session.quantity(&path));
        assert!(quantity.doc.ends_with('.'), "{path}");
        let twins = QUANTITIES
            .iter()
            .filter(|other| other.field == quantity.field && other.owner == quantity.owner);
        assert_eq!(twins.count(), 1, "{path}");
    }
}
