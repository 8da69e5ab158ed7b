use super::super::system::Running;
use crate::integrate::System;
use crate::session::{Mode, Quiet};
use crate::world::Corpus;
use nalgebra::Vector3;

/// Four rods in a free chain, with springs between them; it tumbles and its joints move.
const CHAIN: &str = "addcorpus c\npostmult\nget a from unit_cube\nget b from unit_cube\nget c from unit_cube\nget d from unit_cube\n\
    scale a 0.1 0.02 0.03\nmove b 0.5 0 0\nscale b 0.1 0.02 0.03\nmove c 0.5 0 0\nscale c 0.1 0.03 0.02\nmove d 0.5 0 0\n\
    scale d 0.1 0.02 0.02\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 1 0 rotary 1000\naddbody c c 0 0 1 rotary 1000\n\
    addbody d d 0 1 1 rotary 1000\nmove b 0.05 0 0\nlinkbodies a b\nmove c 0.1 0 0\nlinkbodies b c\nmove d 0.1 0 0\n\
    linkbodies c d\nsetroot a\ncorpusinit\n";

fn chain(more: &str) -> Corpus {
    let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
    let script = format!(
        "{CHAIN}joint b dq 3\njoint c dq -5\njoint d q 0.4\naddv a 0.1 -0.3 0.2 2 -3 5\n{more}"
    );
    session.run_text("test", &script).unwrap();
    session.here_mut().world.corpora.remove(0)
}

/// Returns the state at 0.1 s after `n` equal steps.
fn after(corpus: &Corpus, n: u32) -> Vec<f64> {
    let mut corpus = corpus.clone();
    let (mut y, mut out) = (corpus.y.clone(), corpus.y.clone());
    let mut running = Running::new(&mut corpus, None, Vector3::new(0.0, 0.0, -9.8));
    let h = 0.1 / f64::from(n);
    for i in 0..n {
        running.midpoint_step(f64::from(i) * h, h, None, &y, &mut out);
        y.copy_from_slice(&out);
    }
    y
}

fn order(corpus: &Corpus, n: u32) -> f64 {
    let exact = after(corpus, 64 * n);
    let error = |n| {
        let end = after(corpus, n);
        let apart = end.iter().zip(&exact).map(|(a, b)| (a - b).abs());
        apart.fold(0.0, f64::max)
    };
    (error(n) / error(2 * n)).log2()
}

#[test]
fn a_tumbling_chain_is_followed_with_order_two() {
    for springs in [
        "",
        "joint b Q_type 3\njoint b k 0.1\njoint b b 0.001\njoint d Q_type 16\njoint d ea 0.01\njoint d eB 5\n",
    ] {
        let found = order(&chain(springs), 100);
        assert!((found - 2.0).abs() < 0.15, "{found}");
    }
}

/// Order two also holds on linear stiff ground without loss of contact: the terms of the contact are correct.
#[test]
fn a_box_that_rocks_on_stiff_ground_is_followed_with_order_two() {
    let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
    let script = "addcorpus c\nget o from unit_cube\nscale o 0.2 0.2 0.1\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\n\
        rest -0.7mm\naddv b 0.02 0.01 -0.005 0.05 -0.05 0.1\ngroundscale none\ngroundea 0\ngroundk 20000\ngroundb 100\n\
        grounde 1\ngroundfric 0.3\ngroundslip 1m/s";
    session.run_text("test", script).unwrap();
    let ground = session.here().world.ground.clone();
    let mut corpus = session.here_mut().world.corpora.remove(0);
    let mut after = |n: u32| {
        let (mut y, mut out) = (corpus.y.clone(), corpus.y.clone());
        let mut running = Running::new(&mut corpus, Some(&ground), Vector3::new(0.0, 0.0, -9.8));
        let h = 0.02 / f64::from(n);
        for i in 0..n {
            running.midpoint_step(f64::from(i) * h, h, None, &y, &mut out);
            y.copy_from_slice(&out);
        }
        y
    };
    let exact = after(6400);
    let mut error = |n| {
        let end = after(n);
        let apart = end.iter().zip(&exact).map(|(a, b)| (a - b).abs());
        apart.fold(0.0, f64::max)
    };
    let (coarse, fine) = (error(100), error(200));
    let found = (coarse / fine).log2();
    assert!((found - 2.0).abs() < 0.2, "{found}: {coarse:e} {fine:e}");
}

#[test]
fn a_step_may_not_turn_anything_far() {
    let mut corpus = chain("");
    Running::new(&mut corpus, None, Vector3::zeros());
    let still = super::longest_step(&corpus, &corpus.model.layout().rest());
    // The extent of the chain is slightly more than 0.35 m.
    assert!((still - super::error::LONGEST * (0.35_f64 / 9.81).sqrt()).abs() < 0.1 * still);
    let at = corpus.layout().omega().start;
    corpus.y[at] = 1e4;
    assert!(super::longest_step(&corpus, &corpus.y) <= 4e-6);
}
