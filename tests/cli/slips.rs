//! Slips on the command line and in what comes through a pipe.

use super::{FIGURE, corpus, folder};
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use std::fs;

#[test]
fn an_unknown_option_is_not_advised_as_a_value() {
    let folder = folder();
    let mut run = corpus(&folder);
    let run = run.args(["run", "good.corpus", "--verbose"]).assert();
    let told = contains("--verbose").and(contains("-- --verbose").not());
    run.code(2).stdout(is_empty()).stderr(told);
}

#[test]
fn a_script_name_with_a_blank_is_quoted() {
    let folder = folder();
    let new = corpus(&folder).args(["new", "my beast"]).assert().code(0);
    new.stdout(contains("corpus run 'my beast.corpus'"));
}

#[test]
fn the_code_of_a_number_is_suggested() {
    let folder = folder();
    let explain = corpus(&folder).args(["explain", "20"]).assert().code(2);
    explain.stderr(contains("did you mean `E020` or `W020`?"));
}

#[test]
fn a_script_without_its_extension_is_suggested() {
    let folder = folder();
    let run = corpus(&folder).args(["run", "good"]).assert().code(2);
    run.stderr(contains("did you mean good.corpus?"));
}

#[test]
fn a_table_takes_no_options_of_scripts() {
    let folder = folder();
    fs::write(folder.path().join("fall.csv"), "time,z\ns,m\n0,1\n1,0\n").unwrap();
    for option in [
        &["--of", "trunk.z"][..],
        &["--every", "1ms"],
        &["--from", "0.5"],
    ] {
        let mut plot = corpus(&folder);
        plot.args(["plot", "fall.csv", "-o", "z.svg"]).args(option);
        let told = format!("a table takes no `{}`", option[0]);
        plot.assert().code(2).stderr(contains(told));
    }
}

#[test]
fn an_export_has_the_format_of_its_name() {
    let folder = folder();
    let export = |arguments: &[&str]| {
        let mut export = corpus(&folder);
        export.args(["export", "good.corpus", "-o"]).args(arguments);
        export.assert()
    };
    export(&["x.urdf", "--slow", "3"])
        .code(2)
        .stderr(contains("omit --slow"));
    export(&["x.urdf", "--to", "2s"])
        .code(2)
        .stderr(contains("choose the pose with `--from 2`"));
    export(&["x.bvh"])
        .code(0)
        .stdout(contains("joint").and(contains("shape").not()));
}

#[test]
fn an_import_keeps_scripts_of_the_user() {
    let folder = folder();
    let robot = "<robot name=\"r\"><link name=\"base\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link></robot>";
    fs::write(folder.path().join("r.urdf"), robot).unwrap();
    let import = |output: &str| {
        let mut import = corpus(&folder);
        import.args(["import", "r.urdf", "-o", output]).assert()
    };
    import("good.corpus")
        .code(2)
        .stderr(contains("was not written by `corpus import`"));
    import("r.corpus").code(0);
    import("r.corpus").code(0);
}

#[test]
fn a_run_that_ends_after_a_rewind_has_a_go() {
    let folder = folder();
    let script = format!("{FIGURE}mark start\ngo 0.1s\nrewind start\n");
    fs::write(folder.path().join("back.corpus"), script).unwrap();
    let run = corpus(&folder).args(["run", "back.corpus"]).assert();
    run.code(0).stderr(contains("after a `rewind`"));
}

#[test]
fn a_film_of_no_figure_needs_a_figure() {
    let folder = folder();
    fs::write(folder.path().join("none.corpus"), "print 1\n").unwrap();
    let render = corpus(&folder)
        .args(["render", "none.corpus", "-o", "a.png"])
        .assert();
    render.code(1).stderr(contains("assembles no figure"));
}

#[test]
fn a_name_that_is_taken_in_a_pipe_is_not_included_twice() {
    let folder = folder();
    let text = "get cube from unit_cube\nprint hi\nget cube from unit_cube\n";
    let run = corpus(&folder).arg("-").write_stdin(text).assert();
    run.stderr(contains("E024").and(contains("include").not()));
}

#[test]
fn a_unit_three_times_on_a_line_is_one_error() {
    let folder = folder();
    let script = "addcorpus bug\nbox trunk size=[1inch 1inch 1inch]\n";
    fs::write(folder.path().join("inch.corpus"), script).unwrap();
    let check = corpus(&folder).args(["check", "inch.corpus"]).assert();
    check
        .code(1)
        .stderr(contains("1 error\n").and(contains("also in").not()));
}
