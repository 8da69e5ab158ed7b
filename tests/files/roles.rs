//! An output never replaces an input or another output.

use super::{BOX, Done, Place, Running};
use std::fs;

/// Returns a cube as OBJ.
fn cube() -> String {
    let mut text = String::new();
    for n in 0..8 {
        text += &format!("v {} {} {}\n", n >> 2, n >> 1 & 1, n & 1);
    }
    for face in [
        "1 2 4 3", "5 7 8 6", "1 5 6 2", "3 4 8 7", "1 3 7 5", "2 6 8 4",
    ] {
        text += &format!("f {face}\n");
    }
    text
}

/// Check and run refuse a script and leave its files unchanged.
#[track_caller]
fn refused(place: &Place, code: &str, files: &[&str]) {
    let before: Vec<Vec<u8>> = files
        .iter()
        .map(|name| fs::read(place.path(name)).unwrap())
        .collect();
    place.corpus(&["check", "s.corpus"]).is(1, code);
    place.corpus(&["run", "-q", "s.corpus"]).is(1, code);
    for (name, before) in files.iter().zip(before) {
        assert_eq!(fs::read(place.path(name)).unwrap(), before, "{name}");
    }
}

#[test]
fn a_script_is_not_replaced() {
    for line in [
        "record s.corpus {b.z}\ngo 3",
        "save s.corpus",
        "save ./x/../s.corpus",
    ] {
        let place = Place::new();
        place.script("s.corpus", line);
        refused(&place, "E078", &["s.corpus"]);
    }
}

#[test]
fn an_included_script_a_mesh_and_a_loaded_state_are_not_replaced() {
    for (line, output) in [
        ("include part.corpus", "part.corpus"),
        ("get wing from wing.obj", "wing.obj"),
        ("load st.json", "st.json"),
    ] {
        for writes in [
            format!("record {output} {{b.z}}\ngo 3"),
            format!("save {output}"),
        ] {
            let place = Place::new();
            place.put("part.corpus", "print hello\n");
            place.put("wing.obj", &cube());
            place.script("s.corpus", "go 1\nsave st.json");
            assert_eq!(place.corpus(&["run", "-q", "s.corpus"]).status, 0);
            place.script("s.corpus", &format!("{line}\n{writes}"));
            refused(&place, "E078", &[output]);
            // In the other order, the output cannot be read.
            place.script("s.corpus", &format!("{writes}\n{line}"));
            if !(line.starts_with("load") && writes.starts_with("save")) {
                refused(&place, "E078", &[output]);
            }
        }
    }
}

#[test]
fn links_and_further_names_of_an_input_count() {
    for name in ["soft", "hard", "up/s.corpus"] {
        let place = Place::new();
        place.script("s.corpus", &format!("record {name} {{b.z}}\ngo 3"));
        std::os::unix::fs::symlink("s.corpus", place.path("soft")).unwrap();
        fs::hard_link(place.path("s.corpus"), place.path("hard")).unwrap();
        std::os::unix::fs::symlink(".", place.path("up")).unwrap();
        refused(&place, "E078", &["s.corpus"]);
    }
}

#[test]
fn two_outputs_do_not_share_a_file() {
    for (lines, code) in [
        ("record a.csv {b.z}\nrecord a.csv {b.x}", "E065"),
        ("record a.csv {b.z}\nrecord ./a.csv {b.x}", "E065"),
        ("record a.csv {b.z}\nsave a.csv", "E078"),
        ("save a.csv\nrecord a.csv {b.z}", "E078"),
    ] {
        let place = Place::new();
        place.script("s.corpus", &format!("{lines}\ngo 3"));
        refused(&place, code, &["s.corpus"]);
        assert_eq!(place.names(), ["s.corpus"]);
    }
    let place = Place::new();
    place.script(
        "s.corpus",
        "save a.json\ngo 3\nsave a.json\nload a.json\nsave a.json",
    );
    assert_eq!(place.corpus(&["run", "-q", "s.corpus"]).status, 0);
}

#[test]
fn options_do_not_replace_what_is_read_or_written() {
    let place = Place::new();
    place.put("part.corpus", "print hello\n");
    place.script("s.corpus", "include part.corpus\nrecord t.csv {b.z}\ngo 3");
    let text = place.get("s.corpus");
    for option in ["--report", "--state", "--last-good"] {
        let run = place.corpus(&["run", "-q", "s.corpus", option, "s.corpus"]);
        run.is(2, "it is the script");
        let run = place.corpus(&["run", "-q", "s.corpus", option, "part.corpus"]);
        run.is(1, "E078");
        let run = place.corpus(&["run", "-q", "s.corpus", option, "t.csv"]);
        run.is(1, &format!("is written by `{option}`"));
    }
    for (a, b) in [("--report", "--state"), ("--state", "--last-good")] {
        let run = place.corpus(&["run", "-q", "s.corpus", a, "x.json", b, "./x.json"]);
        run.is(2, "cannot write ./x.json: it is written by");
    }
    assert_eq!(place.get("s.corpus"), text);
    assert_eq!(place.get("part.corpus"), "print hello\n");
    assert_eq!(place.names(), ["part.corpus", "s.corpus"]);
}

#[test]
fn frames_do_not_replace_what_a_script_writes() {
    let place = Place::new();
    place.script("s.corpus", "save frame_00000.png\ngo 3");
    let arguments = ["render", "-q", "s.corpus", "-o", ".", "--size", "32x32"];
    place
        .corpus(&arguments)
        .is(1, "is a frame of a film of this run");
    assert_eq!(place.names(), ["s.corpus"]);
}

#[test]
fn one_render_at_a_time_writes_to_a_folder() {
    let place = Place::new();
    place.script("s.corpus", "go 1000s");
    let arguments = [
        "render", "-q", "s.corpus", "-o", "f", "--size", "32x32", "--draft", "--to", "0.1",
    ];
    let program = assert_cmd::cargo::cargo_bin("corpus");
    let first = std::process::Command::new(program)
        .current_dir(place.path("."))
        .args([
            "render", "-q", "s.corpus", "-o", "f", "--size", "32x32", "--draft", "--to", "600",
        ])
        .spawn();
    let first = Running(first.unwrap());
    let begun = std::time::Instant::now();
    while !place.path("f/frame_00000.png").exists() {
        assert!(begun.elapsed().as_secs() < 30, "no frame");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let second = place.corpus(&arguments);
    drop(first);
    second.is(2, "another process is writing there");
    // The lock of a killed program has no effect.
    assert_eq!(place.corpus(&arguments).status, 0);
}

#[test]
fn a_branch_that_does_not_run_is_in_nobodys_way() {
    let place = Place::new();
    let lines =
        "grav on\ngo 3\nif b.z > 1m\n  record t.csv {b.z}\nelse\n  record t.csv {b.x}\nend\ngo 3";
    place.put("s.corpus", &format!("{BOX}{lines}\n"));
    assert_eq!(place.corpus(&["check", "s.corpus"]).status, 0);
    assert_eq!(place.corpus(&["run", "-q", "s.corpus"]).status, 0);
}

#[test]
fn a_file_that_grows_took_the_place_of_an_included_script() {
    for line in ["save x.json", "record x.json {b.z}\ngo 3"] {
        let place = Place::new();
        place.put(".x.json.part", "let k = 1\n");
        place.script("s.corpus", &format!("include .x.json.part\n{line}"));
        refused(&place, "E078", &["s.corpus", ".x.json.part"]);
    }
    let place = Place::new();
    place.script("s.corpus", "record t.csv {b.z}\nsave .t.csv.part\ngo 3");
    refused(&place, "E077", &["s.corpus"]);
}

#[test]
fn a_file_that_grows_emptied_another_one_by_a_further_name_of_it() {
    let place = Place::new();
    place.put("other/canary", "sings");
    let old = r#"{"corpus_world": "old"}"#;
    place.put("own/st.json", old);
    for name in [".t.csv.part", ".st.json.part", ".corpus.lock"] {
        fs::hard_link(place.path("other/canary"), place.path("own").join(name)).unwrap();
    }
    for line in ["record t.csv {b.z}", "save st.json"] {
        place.script("own/s.corpus", &format!("{line}\ngo 3"));
        let mut command = assert_cmd::Command::cargo_bin("corpus").unwrap();
        let command = command.current_dir(place.path("own"));
        let output = command.args(["run", "-q", "s.corpus"]).output().unwrap();
        Done::of(&output).is(2, "is a link or not a regular file");
        assert_eq!(place.get("other/canary"), "sings");
        assert_eq!(place.get("own/st.json"), old);
    }
}

#[test]
fn a_script_that_came_by_standard_input_was_replaced() {
    let place = Place::new();
    let run = |text: &str, arguments: &[&str]| {
        place.script("s.corpus", text);
        let input = fs::File::open(place.path("s.corpus")).unwrap();
        let program = assert_cmd::cargo::cargo_bin("corpus");
        let mut command = std::process::Command::new(program);
        let command = command.current_dir(place.path(".")).stdin(input);
        let done = Done::of(&command.args(arguments).output().unwrap());
        assert!(place.get("s.corpus").ends_with(&format!("{text}\n")));
        done
    };
    for line in ["save s.corpus", "record s.corpus {b.z}"] {
        run(line, &["run", "-q", "-"]).is(1, "E078");
        run(line, &["check", "-"]).is(1, "E078");
        run(line, &[]).is(1, "E078");
    }
    for option in ["--report", "--state"] {
        run("go 3", &["run", "-q", "-", option, "s.corpus"]).is(2, "it is the script");
    }
}

#[test]
fn what_was_printed_to_a_file_was_lost_to_another_output() {
    let place = Place::new();
    let run = |text: &str, arguments: &[&str]| {
        place.script("s.corpus", text);
        let out = fs::File::create(place.path("out")).unwrap();
        let program = assert_cmd::cargo::cargo_bin("corpus");
        let mut command = std::process::Command::new(program);
        let command = command.current_dir(place.path(".")).stdout(out);
        Done::of(
            &command
                .args(["run", "s.corpus"])
                .args(arguments)
                .output()
                .unwrap(),
        )
    };
    for line in ["save out", "record out {b.z}"] {
        run(&format!("print hello\n{line}"), &[]).is(1, "it is the standard output of this run");
    }
    for option in ["--report", "--state"] {
        run("print hello", &[option, "out"]).is(2, "it is the standard output of this run");
    }
    // Naming it explicitly is intended.
    let done = run("print hello\ngo 3", &["--report", "/dev/stdout"]);
    assert_eq!(done.status, 0, "{done:?}");
    let text = place.get("out");
    assert!(
        text.starts_with("hello") && text.contains("\"wall_s\""),
        "{text}"
    );
}

#[test]
fn a_frame_that_was_a_link_led_to_the_script() {
    let place = Place::new();
    place.script("s.corpus", "go 30");
    let before = place.get("s.corpus");
    fs::create_dir(place.path("f")).unwrap();
    std::os::unix::fs::symlink("../s.corpus", place.path("f/frame_00001.png")).unwrap();
    let arguments = [
        "render", "-q", "s.corpus", "-o", "f", "--size", "8x8", "--draft",
    ];
    place
        .corpus(&arguments)
        .is(2, "frame_00001.png is a link there");
    assert_eq!(place.get("s.corpus"), before);
    fs::remove_file(place.path("f/frame_00001.png")).unwrap();
    assert_eq!(place.corpus(&arguments).status, 0);
}
