//! A killed program leaves the old files or the new ones, never a part.

use super::{BOX, Place};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Returns the number of times at which the program is killed; `CORPUS_KILLS` sets it.
fn kills() -> u32 {
    let asked = std::env::var("CORPUS_KILLS").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(12)
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok()
}

#[test]
fn killed_at_any_moment_files_are_old_or_new() {
    let place = Place::new();
    let events = "for i in 0..40\n  after 100s\n    print {i}\n  end\nend\n";
    let lines = "record t.csv {b.z} {b.vel}\nrepeat 200\n  go 1\n  save st.json\nend\n";
    place.put("s.corpus", &format!("{BOX}grav on\n{events}{lines}"));
    let old = r#"{"corpus_world": "old", "simulated_s": 0, "realtime_factor": 0}"#;
    for kill in 0..kills() {
        for name in ["st.json", "r.json", "end.json"] {
            place.put(name, old);
        }
        place.put("t.csv", "time\ns\n");
        let program = assert_cmd::cargo::cargo_bin("corpus");
        let mut child = Command::new(program)
            .current_dir(place.path("."))
            .args([
                "run", "-q", "s.corpus", "--report", "r.json", "--state", "end.json",
            ])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // From the first microseconds to after the end, more often early.
        let moment = Duration::from_micros(200) * (1 + kill * kill % 97) * (1 + kill);
        std::thread::sleep(moment.min(Duration::from_millis(400)));
        let _ = child.kill();
        child.wait().unwrap();
        for name in ["st.json", "r.json", "end.json"] {
            let text = place.get(name);
            assert!(is_json(&text), "{name}: {text}");
        }
        let table = place.get("t.csv");
        assert!(
            table == "time\ns\n" || table.lines().count() == 203,
            "{table}"
        );
    }
    // The remains do not affect the next run, and it removes them.
    let done = place.corpus(&[
        "run", "-q", "s.corpus", "--report", "r.json", "--state", "end.json",
    ]);
    assert_eq!(done.status, 0, "{done:?}");
    assert_eq!(
        place.names(),
        ["end.json", "r.json", "s.corpus", "st.json", "t.csv"]
    );
}

#[test]
fn a_script_being_laid_out_survives_a_kill() {
    let place = Place::new();
    let text = "print    hello\n".repeat(20_000);
    let laid_out = "print hello\n".repeat(20_000);
    for kill in 0..kills() {
        place.put("s.corpus", &text);
        let program = assert_cmd::cargo::cargo_bin("corpus");
        let mut child = Command::new(program)
            .current_dir(place.path("."))
            .args(["fmt", "s.corpus"])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(3 * u64::from(kill % 40)));
        let _ = child.kill();
        child.wait().unwrap();
        let now = place.get("s.corpus");
        assert!(now == text || now == laid_out, "{} bytes", now.len());
    }
}
