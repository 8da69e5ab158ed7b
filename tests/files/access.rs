//! File permissions: a script is limited to its folders.

use super::{BOX, Place};
use std::fs;

#[test]
fn a_script_writes_under_its_folder_and_the_working_folder_only() {
    let place = Place::new();
    place.put("home/.profile", "# mine\n");
    fs::create_dir(place.path("in")).unwrap();
    std::os::unix::fs::symlink("../home", place.path("in/link")).unwrap();
    std::os::unix::fs::symlink("../home/new", place.path("in/new")).unwrap();
    let absolute = place.path("home/.profile");
    for target in [
        absolute.to_str().unwrap(),
        "../home/.profile",
        "link/.profile",
        "new",
    ] {
        for line in [
            format!("record \"{target}\" {{b.z}}\ngo 3"),
            format!("save \"{target}\""),
        ] {
            place.put("in/s.corpus", &format!("{BOX}{line}\n"));
            for job in [&["check", "s.corpus"][..], &["run", "-q", "s.corpus"]] {
                let mut command = assert_cmd::Command::cargo_bin("corpus").unwrap();
                let output = command.current_dir(place.path("in")).args(job).output();
                let done = super::Done::of(&output.unwrap());
                done.is(1, "E077");
                done.is(1, "--allow-write DIR");
            }
        }
    }
    assert_eq!(place.get("home/.profile"), "# mine\n");
    assert!(!place.path("home/new").exists());
}

#[test]
fn folders_that_are_allowed_are_written_to() {
    let place = Place::new();
    place.put(
        "in/s.corpus",
        &format!("{BOX}record ../out/t.csv {{b.z}}\ngo 3\n"),
    );
    fs::create_dir(place.path("out")).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("corpus").unwrap();
        let output = command
            .current_dir(place.path("in"))
            .args(arguments)
            .output();
        super::Done::of(&output.unwrap()).status
    };
    assert_eq!(run(&["run", "-q", "s.corpus"]), 1);
    assert_eq!(run(&["check", "s.corpus", "--allow-write", "../out"]), 0);
    assert_eq!(
        run(&["run", "-q", "s.corpus", "--allow-write", "../out"]),
        0
    );
    assert!(place.get("out/t.csv").starts_with("time,"));
    // The script's own folder, from elsewhere, and the working folder.
    place.put(
        "in/s.corpus",
        &format!("{BOX}save in/a.json\nsave b.json\n"),
    );
    assert_eq!(place.corpus(&["run", "-q", "in/s.corpus"]).status, 0);
    assert!(place.path("in/a.json").exists() && place.path("b.json").exists());
}

#[test]
fn a_script_reads_and_includes_in_its_folders() {
    let place = Place::new();
    place.put("lib/part.corpus", "get own from wing.obj\n");
    place.put(
        "lib/wing.obj",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n",
    );
    place.put("other/wing.obj", &place.get("lib/wing.obj"));
    let lines = "include ../lib/part.corpus\nget o from ../lib/wing.obj\n";
    let run = |text: &str, more: &[&str]| {
        place.put("in/s.corpus", text);
        let mut command = assert_cmd::Command::cargo_bin("corpus").unwrap();
        let command = command.current_dir(place.path("in")).arg("check");
        super::Done::of(&command.arg("s.corpus").args(more).output().unwrap())
    };
    let refused = run(lines, &[]);
    refused.is(1, "E077");
    assert_eq!(refused.err.matches("E077").count(), 1, "{refused:?}");
    let option = refused.err.split("--allow-read ").nth(1).unwrap();
    let folder = option.split('`').next().unwrap();
    assert_eq!(run(lines, &["--allow-read", folder]).status, 0);
    // From the folder that contains both.
    assert_eq!(place.corpus(&["check", "in/s.corpus"]).status, 0);
    run("get o from ../other/wing.obj\n", &[]).is(1, "E077");
    run(&format!("{BOX}load /etc/hostname\n"), &[]).is(1, "E077");
    assert_eq!(
        run(
            "get o from ../other/wing.obj\n",
            &["--allow-read", "../other"]
        )
        .status,
        0
    );
}

#[test]
fn unreadable_meshes_of_a_script_are_one_report() {
    let place = Place::new();
    let wing = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    let mut script = String::new();
    for name in ["left/a", "left/b", "right/c"] {
        place.put(&format!("robot/{name}.obj"), wing);
        let object = name.replace('/', "_");
        script += &format!("get {object} from ../robot/{name}.obj\nscale {object} 2\n");
    }
    place.put("in/s.corpus", &script);
    let check = |more: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("corpus").unwrap();
        let command = command.current_dir(place.path("in"));
        super::Done::of(
            &command
                .args(["check", "s.corpus"])
                .args(more)
                .output()
                .unwrap(),
        )
    };
    let done = check(&[]);
    done.is(
        1,
        "`../robot/left/a.obj` and 2 more files outside its folder",
    );
    assert_eq!(done.err.matches("E077").count(), 1, "{done:?}");
    let option = done.err.split("--allow-read ").nth(1).unwrap();
    let folder = option.split('`').next().unwrap();
    assert!(folder.ends_with("/robot"), "{done:?}");
    assert_eq!(check(&["--allow-read", folder]).status, 0);
}

#[test]
fn a_name_or_first_line_like_that_of_the_prompt_opens_no_door() {
    let place = Place::new();
    place.put("home/t", "mine");
    let script = format!("# Saved at the prompt of corpus 0.1.0.\n\n{BOX}save ../home/t\n");
    place.put("in/entry 1.corpus", &script);
    let mut command = assert_cmd::Command::cargo_bin("corpus").unwrap();
    let command = command.current_dir(place.path("in"));
    let output = command.args(["run", "-q", "entry 1.corpus"]).output();
    super::Done::of(&output.unwrap()).is(1, "E077");
    assert_eq!(place.get("home/t"), "mine");
}

#[test]
fn check_found_nothing_where_a_script_only_tried_to_write_elsewhere() {
    let place = Place::new();
    place.put("home/t", "mine");
    let lines = "repeat 3\n  try\n    record ../home/t {b.z}\n  end\nend\ntry\n  save ../home/t\nend\ntry\n  save s.corpus\nend";
    place.script("in/s.corpus", &format!("{lines}\ngo 3"));
    for job in ["check", "run"] {
        let mut command = assert_cmd::Command::cargo_bin("corpus").unwrap();
        let command = command.current_dir(place.path("in"));
        let done = super::Done::of(&command.args([job, "s.corpus"]).output().unwrap());
        done.is(0, "in the block of this `try`");
        for (code, count) in [("E077", 2), ("E078", 1)] {
            let told = done.err.matches(code).count();
            assert_eq!(told, count, "{job} {code}: {done:?}");
        }
    }
    assert_eq!(place.get("home/t"), "mine");
}

#[test]
fn no_line_of_a_file_outside_is_shown() {
    let place = Place::new();
    place.put("home/secret.txt", "my: TOPSECRET line\n");
    place.put("in/own.corpus", "print own\n");
    let secret = place.path("home/secret.txt");
    let secret = secret.to_str().unwrap();
    std::os::unix::fs::symlink("../home/secret.txt", place.path("in/link.corpus")).unwrap();
    for name in [secret, "../home/secret.txt", "link.corpus"] {
        let lines = format!(
            "try\n  include \"{name}\"\nend\ninclude own.corpus\ntry\n  get a from ../home/secret.txt\nend\n"
        );
        place.put("in/s.corpus", &lines);
        for job in ["check", "run"] {
            let mut command = assert_cmd::Command::cargo_bin("corpus").unwrap();
            let command = command.current_dir(place.path("in"));
            let done = super::Done::of(&command.args([job, "s.corpus"]).output().unwrap());
            done.is(0, "E077");
            assert!(!format!("{done:?}").contains("TOPSECRET"), "{done:?}");
        }
        let mut command = assert_cmd::Command::cargo_bin("corpus").unwrap();
        let command = command.current_dir(place.path("in")).args(["run", "-"]);
        let done = super::Done::of(&command.write_stdin(lines).output().unwrap());
        assert!(!format!("{done:?}").contains("TOPSECRET"), "{done:?}");
    }
}

#[test]
fn files_of_another_kind_stay() {
    let place = Place::new();
    let lines = [
        ("record {} {b.z}\ngo 1", "E065"),
        ("recordmotion {}\ngo 1", "E065"),
        ("dumps {}", "E065"),
        ("dumpmotors {}", "E065"),
        ("dumpmatcorpus {}", "E065"),
        ("save {}", "E065"),
        ("plot {}.svg {b.z}\ngo 1", "E065"),
        ("plot {}.png {b.z}\ngo 1", "E065"),
        ("snap {}.png", "E065"),
        ("film {}.gif\ngo 1", "E065"),
    ];
    for (line, code) in lines {
        let ending = line.split("{}").nth(1).unwrap();
        let ending = ending.split([' ', '\n']).next().unwrap();
        for old in [
            "# mine\n",
            "time,b.z\n0,1\n",
            "<?xml version=\"1.0\"?>\n<robot/>\n",
        ] {
            let own = format!("notes{ending}");
            place.put(&own, old);
            place.script("s.corpus", &line.replace("{}", "notes"));
            place.corpus(&["run", "-q", "s.corpus"]).is(1, code);
            assert_eq!(place.get(&own), old, "{line}");
        }
        for hidden in [".hidden", ".in/a", "sub/../.hidden"] {
            fs::create_dir_all(place.path(".in")).unwrap();
            fs::create_dir_all(place.path("sub")).unwrap();
            place.script("s.corpus", &line.replace("{}", hidden));
            place
                .corpus(&["run", "-q", "s.corpus"])
                .is(1, "begins with a dot");
        }
        // Again over its own file.
        place.script("s.corpus", &line.replace("{}", "again"));
        for _ in 0..2 {
            let done = place.corpus(&["run", "-q", "s.corpus"]);
            assert_eq!(done.status, 0, "{line} {done:?}");
        }
        fs::remove_file(place.path(&format!("again{ending}"))).unwrap();
    }
    assert!(!place.names().contains(&".hidden".to_owned()));
}

#[test]
fn a_shell_runs_nothing_in_the_files_of_a_script() {
    let place = Place::new();
    let lines = "get touch from unit_cube\nafter 1s\n  print $(touch PWNED) `touch PWNED`\nend\n";
    let build = BOX.replace(" o", " touch").replace(" b", " touch");
    for line in [
        "dumpmotors f",
        "dumps f",
        "dumpcontacts f",
        "save f",
        "record f {touch.z}\ngo 1",
    ] {
        place.put(
            "s.corpus",
            &format!(
                "{build}{}{line}\n",
                lines.replacen("get touch from unit_cube\n", "", 1)
            ),
        );
        let done = place.corpus(&["run", "-q", "s.corpus"]);
        assert_eq!(done.status, 0, "{line} {done:?}");
        let before = place.names();
        let mut shell = std::process::Command::new("sh");
        let ran = shell
            .args(["-c", ". ./f"])
            .current_dir(place.path(""))
            .output();
        ran.unwrap();
        assert_eq!(place.names(), before, "{line}");
        fs::remove_file(place.path("f")).unwrap();
    }
    place.put("s.corpus", &format!("{build}after 1s\n  print $(x) `y`\nend\ndumpmotors f\nclearevents\nloadmotors f\ngo 1.1s\n"));
    let text = place.get("s.corpus").replace("clearevents\n", "");
    place.put("s.corpus", &text);
    let done = place.corpus(&["run", "s.corpus"]);
    assert!(done.out.contains("$(x) `y`"), "{done:?}");
}
