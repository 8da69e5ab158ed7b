//! Runs the program itself.

use assert_cmd::Command;
use corpus::session::{CorpusReport, RunReport};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::{is_empty, starts_with};
use std::path::{Path, PathBuf};

/// Returns the folder of the roach.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/roach")
}

/// Results of a run of the program.
pub struct Done {
    pub report: RunReport,
    /// Bytes of the state at the end.
    pub state: Vec<u8>,
    /// Lines on standard output.
    pub said: Vec<String>,
}

impl Done {
    /// Returns the report on the only figure in the last `go`.
    pub fn roach(&self) -> &CorpusReport {
        assert_eq!(self.report.corpora.len(), 1);
        &self.report.corpora[0]
    }

    /// Panics unless the mean speed along the heading is within the bounds (m/s).
    pub fn goes_forward(&self, least: f64, most: f64) {
        let speed = self.roach().forward_speed_m_s.unwrap_or(f64::NAN);
        assert!((least..most).contains(&speed), "forward at {speed} m/s");
    }

    /// Panics if the abdomen came nearer to the ground than this (m).
    pub fn never_falls(&self, clearance: f64) {
        let least = self.roach().least_root_clearance_m;
        assert!(least > clearance, "belly at {least} m");
    }
}

/// Runs a text as a script in the folder of the roach.
pub fn run_text(text: &str) -> Done {
    let kept = tempfile::tempdir().unwrap();
    let (report, state) = (kept.path().join("report"), kept.path().join("state"));
    let mut corpus = Command::new(env!("CARGO_BIN_EXE_corpus"));
    corpus.args(["run", "-", "--report"]).arg(&report);
    // The listing of 1990 lies elsewhere.
    let listing = std::env::var_os("CORPUS_LISTING_1990").map(PathBuf::from);
    if let Some(elsewhere) = listing.as_deref().and_then(Path::parent) {
        corpus.arg("--allow-read").arg(elsewhere);
    }
    let run = corpus
        .current_dir(folder())
        .arg("--state")
        .arg(&state)
        .write_stdin(text)
        .assert()
        .success()
        // A drop on the ground by a first-order method loses energy, with a warning; and legs press through the soft links of a wire.
        .stderr(
            is_empty()
                .or(starts_with("[W015]"))
                .or(starts_with("[W038]")),
        );
    let said = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    Done {
        report: serde_json::from_slice(&std::fs::read(report).unwrap()).unwrap(),
        state: std::fs::read(state).unwrap(),
        said: said.lines().map(str::to_owned).collect(),
    }
}

/// Runs a script of the folder.
pub fn run(name: &str) -> Done {
    run_text(&text_of(name))
}

/// Returns the text of a script of the folder.
pub fn text_of(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).unwrap()
}

/// Returns a script of the folder with a short walk, if it walks.
pub fn shortened(name: &str) -> String {
    text_of(name).replace("param walk = 4s", "param walk = 0.7s")
}

#[test]
fn nothing_is_wrong_with_any_script() {
    let mut scripts: Vec<PathBuf> = ["", "longhand"]
        .iter()
        .flat_map(|part| std::fs::read_dir(folder().join(part)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .collect();
    scripts.sort();
    assert!(scripts.len() > 10, "{scripts:?}");
    for script in scripts {
        // Included parts are checked by the scripts that include them.
        let part = [
            "fast.corpus",
            "springs.corpus",
            "gait.corpus",
            "sticky-feet.corpus",
            "paced.corpus",
            "steady.corpus",
            "reflexes.corpus",
        ];
        if part.iter().any(|p| script.ends_with(p)) {
            continue;
        }
        Command::new(env!("CARGO_BIN_EXE_corpus"))
            .arg("check")
            .arg(&script)
            .assert()
            .success()
            .stderr(format!("{}: no mistakes found\n", script.display()));
    }
}
