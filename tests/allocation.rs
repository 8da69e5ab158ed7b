//! Steps take no memory: neither of their own nor for contacts, anchors and the account of energy.
#![allow(clippy::unwrap_used, reason = "tests")]

use corpus::session::{Mode, Quiet, Session};

const WALKER: &str = include_str!("data/walker.corpus");

/// How often memory is taken in a tenth of a second of a walk by a method, once it has gone on for a while.
fn taken_by(method: &str) -> u64 {
    let script = format!(
        "{WALKER}ground on\ngrav on\nrest 0.5mm\nbodygroundstick shank_fl on\nbodygroundstick shank_br on\n\
         {method}\nspeed 2\ngaitgo\ngo 0.3s"
    );
    let mut session = Session::new(Mode::Run, Box::new(Quiet));
    assert!(
        session.run_text("walk", &script).is_ok(),
        "{:?}",
        session.diagnostics
    );
    let world = &mut session.here_mut().world;
    let start = world.time;
    let counted = allocation_counter::measure(|| {
        for frame in 1..=50 {
            world.advance(start + f64::from(frame) * 2e-3).unwrap();
        }
    });
    counted.count_total
}

#[test]
fn steps_take_no_memory() {
    let counts = [
        "integration auto",
        "integration implicit",
        "integration euler\nh 1us",
        "integration rkfixed\nh 10us",
        "integration rkf\neps 1",
        "integration rkvar\neps 1",
    ]
    .map(|method| (method, taken_by(method)));
    assert!(counts.iter().all(|(_, count)| *count == 0), "{counts:?}");
}

#[test]
fn what_takes_memory_is_counted() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1u8; 100])));
    assert_eq!(counted.count_total, 1);
}
