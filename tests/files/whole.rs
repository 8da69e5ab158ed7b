//! Files are written whole or not at all.

use super::{BOX, Place};
use std::fs;

#[test]
fn a_full_disk_leaves_the_script_that_is_laid_out() {
    let place = Place::new();
    let text = "for i in 0..2\n".to_owned() + &"print hello {i}\n".repeat(500) + "end\n";
    place.put("s.corpus", &text);
    place
        .on_full_disk(4, &["fmt", "s.corpus"])
        .is(2, "cannot write s.corpus: file too large");
    assert_eq!(place.get("s.corpus"), text);
    assert_eq!(place.names(), ["s.corpus"]);
}

#[test]
fn a_full_disk_is_told_before_a_long_run() {
    for option in ["--report", "--state"] {
        let place = Place::new();
        place.script("s.corpus", "go 3");
        place.put("old.json", "old");
        let arguments = ["run", "s.corpus", option, "old.json"];
        place
            .on_full_disk(0, &arguments)
            .is(2, "cannot write old.json");
        assert_eq!(place.get("old.json"), "old");
        assert_eq!(place.names(), ["old.json", "s.corpus"]);
    }
}

#[test]
fn a_state_that_does_not_fit_leaves_the_one_before() {
    let place = Place::new();
    place.script("s.corpus", "go 3\nsave state.json");
    assert_eq!(place.corpus(&["run", "-q", "s.corpus"]).status, 0);
    let before = place.get("state.json");
    let events = "for i in 0..99\n  after 1s\n    print {i}\n  end\nend\ngo 3\nsave state.json";
    place.script("s.corpus", events);
    let run = place.on_full_disk(8, &["run", "-q", "s.corpus"]);
    run.is(2, "E065");
    run.is(2, "the old contents of the file are unchanged");
    assert_eq!(place.get("state.json"), before);
}

#[test]
fn a_divergence_names_no_state_that_was_not_written() {
    let place = Place::new();
    place.script("s.corpus", "grav on\nmaxv b 0.1 100\ngo 1s");
    let run = place.on_full_disk(0, &["run", "-q", "s.corpus"]);
    run.is(1, "cannot write the last valid state to s.last-good.json");
    assert!(!run.err.contains("is in s.last-good.json"), "{run:?}");
    assert_eq!(place.names(), ["s.corpus"]);
}

#[test]
fn a_last_good_state_that_was_loaded_is_not_replaced() {
    let place = Place::new();
    place.script("s.corpus", "grav on\ngo 3\nsave s.last-good.json");
    assert_eq!(place.corpus(&["run", "-q", "s.corpus"]).status, 0);
    let before = place.get("s.last-good.json");
    place.script(
        "s.corpus",
        "load s.last-good.json\ngrav on\nmaxv b 0.1 100\ngo 1s",
    );
    place
        .corpus(&["run", "-q", "s.corpus"])
        .is(1, "is in s.last-good-2.json");
    assert_eq!(place.get("s.last-good.json"), before);
}

#[test]
fn frames_are_whole_or_not_there() {
    let place = Place::new();
    place.script("s.corpus", "go 3");
    let arguments = [
        "render", "s.corpus", "-o", "f", "--size", "320x240", "--draft",
    ];
    place
        .on_full_disk(4, &arguments)
        .is(2, "cannot write frames to f");
    let left = fs::read_dir(place.path("f")).map_or(0, |folder| folder.count());
    assert_eq!(left, 0, "a folder without frames, or none");
    assert_eq!(place.corpus(&arguments).status, 0);
    for entry in fs::read_dir(place.path("f")).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        assert!(bytes.ends_with(b"IEND\xaeB`\x82"));
    }
}

#[test]
fn a_device_that_is_full_is_told() {
    let place = Place::new();
    place.script("s.corpus", "go 3");
    if place.path("/dev/full").exists() {
        for option in ["--report", "--state"] {
            let run = place.corpus(&["run", "-q", "s.corpus", option, "/dev/full"]);
            run.is(2, "cannot write /dev/full");
        }
    }
    let report = place.corpus(&["run", "-q", "s.corpus", "--report", "/dev/stdout"]);
    assert!(
        report.status == 0 && report.out.contains("\"frames\": 3"),
        "{report:?}"
    );
}

#[test]
fn a_folder_that_cannot_be_written_to_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    place.script("s.corpus", "go 3\nrecord d/t.csv {b.z}\ngo 3\n");
    place.put("d/t.csv", "time\ns\n");
    fs::set_permissions(place.path("d"), fs::Permissions::from_mode(0o555)).unwrap();
    let is_root = fs::write(place.path("d/try"), "").is_ok();
    let table = place.corpus(&["run", "-q", "s.corpus"]);
    let state = place.corpus(&["run", "-q", "s.corpus", "--state", "d/state.json"]);
    fs::set_permissions(place.path("d"), fs::Permissions::from_mode(0o755)).unwrap();
    if is_root {
        // Permissions do not apply to the superuser.
        assert_eq!((table.status, state.status), (0, 0));
    } else {
        table.is(2, "E065");
        state.is(2, "cannot write d/state.json: permission denied");
        assert_eq!(place.get("d/t.csv"), "time\ns\n");
    }
}

#[test]
fn a_read_only_file_is_not_replaced() {
    let place = Place::new();
    place.script("s.corpus", "  go   3");
    let mut only = fs::metadata(place.path("s.corpus")).unwrap().permissions();
    only.set_readonly(true);
    fs::set_permissions(place.path("s.corpus"), only).unwrap();
    place
        .corpus(&["fmt", "s.corpus"])
        .is(2, "cannot write s.corpus: it is read-only");
    assert_eq!(place.get("s.corpus"), format!("{BOX}  go   3\n"));
}

#[test]
fn a_report_of_an_earlier_run_does_not_outlast_a_failed_one() {
    let place = Place::new();
    place.script("s.corpus", "go 3");
    let arguments = ["run", "-q", "s.corpus", "--report", "r.json"];
    assert_eq!(place.corpus(&arguments).status, 0);
    place.put("s.corpus", "no such command\n");
    assert_eq!(place.corpus(&arguments).status, 1);
    assert!(!place.path("r.json").exists());
    // A file that is no report may be named by mistake.
    place.put("mine.json", "{}");
    let arguments = ["run", "-q", "s.corpus", "--report", "mine.json"];
    assert_eq!(place.corpus(&arguments).status, 1);
    assert_eq!(place.get("mine.json"), "{}");
}

#[test]
fn links_to_outputs_stay_links() {
    let place = Place::new();
    place.script("s.corpus", "go 3");
    place.put("there/state.json", r#"{"corpus_world": 0}"#);
    std::os::unix::fs::symlink("there/state.json", place.path("state.json")).unwrap();
    let arguments = ["run", "-q", "s.corpus", "--state", "state.json"];
    assert_eq!(place.corpus(&arguments).status, 0);
    let link = fs::symlink_metadata(place.path("state.json")).unwrap();
    assert!(link.is_symlink());
    assert!(place.get("there/state.json").contains("time_s"));
}

#[test]
fn a_state_that_was_only_tried_to_be_saved_and_did_not_fit_was_told_by_nobody() {
    let place = Place::new();
    let waiting = "for i in 0..100\n  after 100s\n    print {i}\n  end\nend\n";
    place.script(
        "s.corpus",
        &format!("{waiting}try\n  save st.json\nend\nprint {{1 + 1}}"),
    );
    let old = r#"{"corpus_world": "old"}"#;
    place.put("st.json", old);
    let done = place.on_full_disk(4, &["run", "-q", "s.corpus"]);
    done.is(2, "cannot write `st.json`");
    assert_eq!(place.get("st.json"), old);
}
