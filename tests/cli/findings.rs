//! Findings: as JSON, by a check before a run, and on files that the system refuses.

use super::{FIGURE, corpus, finite_state, folder, json};
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use std::fs;

#[test]
fn findings_as_json() {
    let folder = folder();
    let check = |script| {
        let run = corpus(&folder).args(["check", "--json", script]).assert();
        let output = run.stderr(is_empty()).get_output().clone();
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (output.status.code(), found)
    };
    let (status, found) = check("bad.corpus");
    assert_eq!(status, Some(1));
    assert_eq!(found.as_array().map(Vec::len), Some(2));
    assert_eq!(found[0]["code"], "E020");
    assert_eq!(found[0]["file"], "bad.corpus");
    assert_eq!(
        (found[1]["line"].as_u64(), found[1]["column"].as_u64()),
        (Some(2), Some(4))
    );
    assert_eq!(check("good.corpus"), (Some(0), serde_json::json!([])));
}

#[test]
fn a_file_that_is_not_a_script_has_one_report() {
    let folder = folder();
    for (name, text, told) in [
        ("t.csv", "t,x\n0,1\n1,2\n", "`t.csv` is a table"),
        (
            "README.md",
            "# Title\n\nSome (more) text, in lines.\n",
            "a page of text",
        ),
        (
            "r.urdf",
            "<robot name=\"r\">\n</robot>\n",
            "corpus import r.urdf -o r.corpus",
        ),
        ("s.json", "{\n  \"a\": 1\n}\n", "a JSON file"),
        (
            "o.obj",
            "v 0 0 1\nv 0 1 0\nf 1 2 3\n",
            "get NAME from o.obj",
        ),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
        for job in ["check", "run"] {
            let run = corpus(&folder).args([job, name]).assert().code(1);
            run.stderr(contains(told).and(contains("1 error\n")));
        }
    }
    // A name alone does not make a script something else.
    fs::write(folder.path().join("notes.md"), "print hello\n").unwrap();
    let run = corpus(&folder).args(["check", "notes.md"]).assert();
    run.code(0);
}

#[test]
fn a_wrong_parameter_is_told_with_the_script_that_lacks_it() {
    let folder = folder();
    fs::write(
        folder.path().join("with.corpus"),
        "param side = 3\nprint {side}\n",
    )
    .unwrap();
    let scripts = ["with.corpus", "good.corpus"];
    let mut command = corpus(&folder);
    let run = command
        .args(["check", "-D", "side=4"])
        .args(scripts)
        .assert();
    run.code(2)
        .stderr(contains("good.corpus has no parameter `side`"));
}

#[test]
fn findings_as_json_were_one_document_for_each_script() {
    let folder = folder();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("clean.corpus", "print hello\n");
    let scripts = [
        "bad.corpus",
        "clean.corpus",
        "none.corpus",
        "bad.corpus",
        ".",
    ];
    let mut command = corpus(&folder);
    let run = command.args(["check", "--json"]).args(scripts).assert();
    let output = run.code(2).stderr(is_empty()).get_output().clone();
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let of = |key: &str| -> Vec<String> {
        let found = found.as_array().unwrap().iter();
        found.map(|f| f[key].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(of("code"), ["E020", "E027", "E030", "E020", "E027", "E030"]);
    let files = of("file");
    assert_eq!(files[2], "none.corpus");
    assert_eq!(files[5], ".");
    assert_eq!(
        of("message")[2],
        "cannot read none.corpus: there is no such file"
    );
}

#[test]
fn an_expect_that_a_check_can_decide_kept_the_script_from_running() {
    let folder = folder();
    let script = format!("expect 1 == 2 \"no\"\nprint and on it goes\n{FIGURE}go 5\n");
    let arguments = [
        "run",
        "-",
        "--report",
        "report.json",
        "--state",
        "state.json",
    ];
    let run = corpus(&folder)
        .args(arguments)
        .write_stdin(script.as_str())
        .assert();
    let run = run.code(1).stdout(contains("and on it goes"));
    let told = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert_eq!(told.matches("[E063]").count(), 1, "{told}");
    assert!(told.ends_with("1 error\n"), "{told}");
    assert_eq!(json(&folder.path().join("report.json"))["frames"], 5);
    finite_state(&folder.path().join("state.json"));

    let run = corpus(&folder)
        .args(["run", "--quiet", "-"])
        .write_stdin("expect 1 == 2\n")
        .assert();
    run.code(1).stderr(contains("[E063]").count(1));
    let run = corpus(&folder)
        .args(["render", "-", "-o", "frames", "--draft", "--size", "32x18"])
        .write_stdin(script.as_str())
        .assert();
    run.code(1).stdout(contains("frames/s"));
    assert!(folder.path().join("frames/frame_00000.png").exists());

    // Another error prevents the run, which would have tested the expectation.
    fs::write(
        folder.path().join("both.corpus"),
        "expect 1 == 2\nprint on it goes\nmov a\n",
    )
    .unwrap();
    let run = corpus(&folder).args(["run", "both.corpus"]).assert();
    run.code(1)
        .stdout(is_empty())
        .stderr(contains("[E063]").not().and(contains("1 error")));
}

#[test]
#[cfg(unix)]
fn the_numbers_of_the_system_were_told_with_what_it_refuses() {
    let folder = folder();
    // A link to itself cannot be opened.
    let round = folder.path().join("round.corpus");
    std::os::unix::fs::symlink("round.corpus", round).unwrap();
    for arguments in [
        &["run", "round.corpus"][..],
        &["check", "round.corpus"],
        &["fmt", "round.corpus"],
        &["run", "good.corpus", "--report", "round.corpus"],
    ] {
        let run = corpus(&folder).args(arguments).assert().code(2);
        let told = contains("round.corpus: too many levels of symbolic links\n");
        run.stderr(told.and(contains("os error").not()));
    }
}

#[test]
fn an_unknown_name_is_one_report_on_the_terminal_and_each_use_in_json() {
    let folder = folder();
    let script =
        "addcorpus c\nmove tail 1 0 0\nrotate tail x 3deg\nmove other 1 0 0\nmove tail 0 0 1\n";
    fs::write(folder.path().join("names.corpus"), script).unwrap();
    let told = corpus(&folder).args(["check", "names.corpus"]).assert();
    let told = told.code(1).stderr(contains("also in line 3, line 5"));
    let errors = String::from_utf8(told.get_output().stderr.clone()).unwrap();
    assert_eq!(errors.matches("[E025]").count(), 2, "{errors}");
    assert!(
        errors.contains("no object `other`") && errors.contains("4 errors"),
        "{errors}"
    );
    let found = corpus(&folder)
        .args(["check", "--json", "names.corpus"])
        .assert();
    let found: serde_json::Value = serde_json::from_slice(&found.get_output().stdout).unwrap();
    assert_eq!(found.as_array().map(Vec::len), Some(4));
}

#[test]
fn commands_from_a_file_are_answered_one_by_one_with_json() {
    let folder = folder();
    let path = folder.path().join("commands.corpus");
    fs::write(&path, "let x = 3\nprint {x}\nnobody.z\n").unwrap();
    let mut command = corpus(&folder);
    command.args(["run", "-", "--json"]);
    let run = command.pipe_stdin(&path).unwrap().assert();
    let output = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let answers: Vec<serde_json::Value> = output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 3, "{output}");
    assert_eq!(answers[1]["printed"][0], "3");
    assert_eq!(answers[2]["reports"][0]["code"], "E015");
}

#[test]
fn what_the_command_line_asks_for_in_vain_is_told_with_what_to_do() {
    let folder = folder();
    fs::write(folder.path().join("still.corpus"), "addcorpus c\n").unwrap();
    for (arguments, told) in [
        (
            ["plot", "gate-speed", "still.corpus"].as_slice(),
            "there is no diagram and no script `gate-speed`; the diagrams are gait, phase",
        ),
        (
            &["export", "still.corpus", "-o", "e.html"],
            "nothing to export: the script assembles no figure with `corpusinit`",
        ),
        (&["new", "nowhere/beast"], "create the folder nowhere first"),
    ] {
        let run = corpus(&folder).args(arguments).assert();
        run.failure().stderr(contains(told));
    }
}

/// What a body at rest has exchanged is rounding, and its parts would be those of rounding.
#[test]
fn the_report_of_what_rests_has_no_parts_of_rounding() {
    let folder = folder();
    let script = "addcorpus c\nbox o size=[10cm 10cm 10cm]\naddbody b o axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot b\ncorpusinit\n\
                  move o 0 0 5cm\nsetrootpos\nground on\ngrav on\ncontact rigid\n";
    for method in ["implicit", "auto", "rkf"] {
        let path = folder.path().join("rests.corpus");
        fs::write(path, format!("{script}integration {method}\ngo 1s\n")).unwrap();
        let run = corpus(&folder).args(["run", "rests.corpus"]).assert();
        run.success()
            .stdout(contains("first moved: 0 J created by the integration\n"));
    }
}
