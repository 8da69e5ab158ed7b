//! The diagrams of gaits show the same as Figures 12 and 13 of McKenna (1990): the drawn data are measured.

use super::program::folder;
use corpus::diagnostic::draw;
use corpus::plot::Walk;
use corpus::session::{Mode, Quiet};

/// Returns the gait that a script draws; its expectations must hold.
fn drawn(script: &str, file: &str) -> Walk {
    let kept = tempfile::tempdir().unwrap();
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    session.files.output = kept.path().to_owned();
    let ran = session.run_file(&folder().join(script)).unwrap();
    let reports = draw(&session.diagnostics, &session.sources, false);
    assert!(ran.is_ok() && session.diagnostics.is_empty(), "{reports}");
    let svg = std::fs::read_to_string(kept.path().join(file)).unwrap();
    for label in ["L1", "L2", "L3", "R1", "R2", "R3", "time (s)"] {
        assert!(svg.contains(&format!(">{label}<")), "{label}");
    }
    session.here().outputs.plots[0].walk().unwrap()
}

#[test]
fn wave_tetrapod_and_tripod() {
    for (name, duty, middle, front, tripod) in [
        ("wave", 5.0 / 6.0, 60.0, 120.0, 0.0),
        ("tetrapod", 2.0 / 3.0, 120.0, 240.0, 0.0),
        ("tripod", 0.5, 180.0, 0.0, 1.0),
    ] {
        let walk = drawn(&format!("{name}-diagram.corpus"), &format!("{name}.svg"));
        let measures = walk.measures();
        assert!(measures.is_steady());
        for leg in &measures.legs {
            assert!((leg.duty.unwrap() - duty).abs() < 0.01, "{name}: {leg:?}");
        }
        // Opposite legs step half a cycle apart.
        for (leg, phase) in [
            (4, 0.0),
            (2, middle),
            (0, front),
            (5, 180.0),
            (3, middle + 180.0),
            (1, front + 180.0),
        ] {
            let found = measures.legs[leg].phase.unwrap() * 360.0;
            let away = (found - phase).rem_euclid(360.0);
            assert!(away.min(360.0 - away) < 4.0, "{name}: leg {leg} at {found}");
        }
        let found = measures.tripod.unwrap();
        assert!((found - tripod).abs() < 0.05, "{name}: {found}");
    }
}

#[test]
fn from_the_wave_to_the_tripod() {
    let walk = drawn("wave-to-tripod.corpus", "wave-to-tripod.svg");
    let [shortest, longest] = walk.measures().cycles.unwrap();
    assert!(shortest < 0.105 && longest > 0.295, "{shortest} {longest}");
}
