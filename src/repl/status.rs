//! The line after a `go`: clock, speed of the simulation, speed of the figures, height of their roots.

use crate::dynamics::Root;
use crate::session::Stage;

/// Returns the line `0.100 s | 28x real time | 7.7 cm/s | root 6.9 mm above the ground`; with names if several figures move. `done` is the
/// simulated and `wall` the real time that it took (s).
pub(super) fn status(stage: &Stage, done: f64, wall: f64) -> String {
    let world = &stage.world;
    let mut parts = vec![
        format!("{:.3} s", world.time),
        format!("{}x real time", two_digits(done / wall.max(1e-9))),
    ];
    let moving: Vec<usize> = (0..world.corpora.len())
        .filter(|i| world.corpora[*i].integrated)
        .collect();
    for &i in &moving {
        let root = stage
            .definitions
            .drafts
            .iter()
            .find(|d| d.running == Some(i))
            .map(|d| d.root);
        let Some(travel) = stage.travels.get(i).filter(|_| root == Some(Root::Free)) else {
            continue;
        };
        // A value that rounds to zero has no sign.
        let speed = (travel.speed() * 1e3).round() / 10.0 + 0.0;
        let mut told = vec![format!("{speed:.1} cm/s")];
        if world.ground_on {
            told.push(clearance(travel.root_bottom() - world.ground.height));
        }
        if moving.len() > 1 {
            parts.push(format!("{} {}", world.corpora[i].name, told.join(", ")));
        } else {
            parts.extend(told);
        }
    }
    parts.join(" | ")
}

/// Formats the distance of the root from the ground (m).
fn clearance(height: f64) -> String {
    if height < 0.0 {
        format!("root {:.1} mm below the ground", -height * 1e3)
    } else {
        format!("root {:.1} mm above the ground", height * 1e3)
    }
}

/// Formats a factor with about two digits.
fn two_digits(x: f64) -> String {
    match x {
        x if x >= 10.0 => format!("{x:.0}"),
        x if x >= 1.0 => format!("{x:.1}"),
        x if x >= 0.01 => format!("{x:.2}"),
        x => format!("{x:.1e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Mode, Quiet};

    fn after(script: &str) -> String {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let result = session.run_text("script", script);
        assert!(result.is_ok(), "{:?}", session.diagnostics);
        status(session.here(), 0.1, 0.05)
    }

    const BOX: &str =
        "get o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\n";

    #[test]
    fn one_figure_or_several_held_or_free() {
        let flying = format!("addcorpus c\n{BOX}addv b 0.5 0 0 0 0 0\ngo 0.1s");
        assert_eq!(after(&flying), "0.100 s | 2.0x real time | 50.0 cm/s");
        let standing = format!("addcorpus c\n{BOX}rest 1\nground on\ngo 0.1s");
        let standing = after(&standing);
        assert!(
            standing.ends_with("| 0.0 cm/s | root 1000.0 mm above the ground"),
            "{standing}"
        );
        let hung = format!("addcorpus c\n{BOX}rootmotion fixed\ngo 0.1s");
        assert_eq!(after(&hung), "0.100 s | 2.0x real time");
        let two = format!("addcorpus c\n{BOX}addcorpus d\n{BOX}go 0.1s");
        assert_eq!(
            after(&two),
            "0.100 s | 2.0x real time | c 0.0 cm/s | d 0.0 cm/s"
        );
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(clearance(-0.0003), "root 0.3 mm below the ground");
        assert_eq!(two_digits(28.4), "28");
        assert_eq!(two_digits(2.84), "2.8");
        assert_eq!(two_digits(0.284), "0.28");
        assert_eq!(two_digits(0.0001), "1.0e-4");
    }
}
