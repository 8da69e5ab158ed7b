//! Time of one evaluation: accelerations from a state and joint forces, including kinematics. `benches/pinocchio/compare.py`
//! compares it with that of Pinocchio, in one run.
//!
//! ```text
//! cargo bench --bench evaluation -- FIGURE.json SECONDS
//! ```
//!
//! prints the shortest time of a batch, divided by its evaluations, in ns, and the norm of the joint accelerations, by which
//! the script checks that both programs compute the same. Without a figure it uses the roach of `tests/vectors/roach.json`, for
//! a second.
#![allow(clippy::disallowed_methods, reason = "a bench")]

#[path = "../tests/vectors/mod.rs"]
mod vectors;

use corpus_dynamics::{Singular, Workspace, articulated_body, kinematics};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Number of evaluations in a batch, whose time is measured together.
const BATCH: u32 = 50;

fn main() -> Result<(), Singular> {
    // Cargo adds its own option.
    let mut words = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'));
    let case = match words.next().map(std::fs::read_to_string) {
        Some(Ok(text)) => vectors::figure(&text),
        Some(Err(error)) => {
            eprintln!("the figure cannot be read: {error}");
            std::process::exit(1);
        }
        None => vectors::roach(),
    };
    let seconds = words
        .next()
        .and_then(|word| word.parse().ok())
        .unwrap_or(1.0);
    let mut ws = Workspace::new(&case.model);
    ws.tau.copy_from_slice(&case.tau);
    let mut a = vec![0.0; case.model.layout().accelerations()];
    let mut best = f64::INFINITY;
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs_f64(seconds) {
        let start = Instant::now();
        for _ in 0..BATCH {
            kinematics(&case.model, black_box(&case.y), &mut ws);
            articulated_body(&case.model, &mut ws, black_box(case.gravity), &mut a)?;
        }
        best = best.min(start.elapsed().as_secs_f64() / f64::from(BATCH));
    }
    let square: f64 = a[6..].iter().map(|a| a * a).sum();
    println!("{:.1} ns {:.12e}", best * 1e9, square.sqrt());
    Ok(())
}
