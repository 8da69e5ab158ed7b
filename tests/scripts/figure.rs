//! The project's script builds the figure of 1990.

use super::facts::{assert_same, build, facts, is_programmed};
use super::program::folder;
use std::path::{Path, PathBuf};

/// Largest relative difference: the project's script has millimetres where that of 1990 multiplied factors.
pub const TOLERANCE: f64 = 1e-12;

/// Returns the file with facts of the figure of the listing of 1990. [`super::listing`] describes how they were made.
pub fn stored() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/figure_1990.json")
}

#[test]
fn our_script_builds_the_figure_of_1990() {
    let text = std::fs::read_to_string(stored()).unwrap();
    let expected = serde_json::from_str(&text).unwrap();
    let ours = facts(&build(&folder().join("roach.corpus")));
    assert_same(&ours, &expected, TOLERANCE, "");
}

#[test]
fn it_has_the_size_that_the_thesis_tells() {
    let session = build(&folder().join("roach.corpus"));
    let stage = session.here();
    let corpus = &stage.world.corpora[0];
    assert_eq!(corpus.names.len(), 33);
    assert_eq!(corpus.model.degrees_of_freedom(), 38);
    let mass = corpus.model.total_mass();
    assert!((2.06e-3..2.18e-3).contains(&mass), "{mass} kg");
    let length = trunk_length(&session);
    assert!((0.029..0.030).contains(&length), "{length} m");
    assert_eq!(stage.definitions.roaches[0].programs.len(), 6);
    assert!(
        stage.definitions.roaches[0]
            .programs
            .iter()
            .all(is_programmed)
    );
}

/// Returns the distance from the foremost to the hindmost point of abdomen, thorax and head (m).
pub fn trunk_length(session: &corpus::session::Session) -> f64 {
    let stage = session.here();
    let corpus = &stage.world.corpora[0];
    let (mut back, mut front) = (f64::INFINITY, f64::NEG_INFINITY);
    for (b, (rotation, origin)) in corpus.poses().iter().enumerate() {
        if !["abdomen", "thorax", "head"].contains(&corpus.names[b].as_str()) {
            continue;
        }
        let contacts =
            &stage.definitions.drafts[0].figure.bodies[corpus.numbering.order[b]].contacts;
        for point in contacts.iter().filter_map(|feature| feature.corner()) {
            let x = (rotation * point + origin).x;
            (back, front) = (back.min(x), front.max(x));
        }
    }
    front - back
}

#[test]
fn a_difference_is_found() {
    let a = serde_json::json!({ "m": [1.0, 0.0], "n": "x", "p": 2.0 });
    let differs = |other: serde_json::Value| {
        let a = a.clone();
        std::panic::catch_unwind(move || assert_same(&a, &other, TOLERANCE, "")).is_err()
    };
    assert!(!differs(
        serde_json::json!({ "m": [1.0, 1e-13], "n": "x", "p": 2.0 })
    ));
    assert!(differs(
        serde_json::json!({ "m": [1.0, 1e-11], "n": "x", "p": 2.0 })
    ));
    assert!(differs(
        serde_json::json!({ "m": [1.0, 0.0], "n": "y", "p": 2.0 })
    ));
    assert!(differs(
        serde_json::json!({ "m": [1.0, 0.0], "n": "x", "p": 2.1 })
    ));
    assert!(differs(serde_json::json!({ "m": [1.0, 0.0], "n": "x" })));
}
