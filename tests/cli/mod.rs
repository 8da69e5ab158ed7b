//! The program as a user sees it: exit codes, standard output and error, files.

mod diagrams;
#[cfg(unix)]
mod endings;
pub(super) mod evolve;
mod filming;
mod films;
mod findings;
mod optimise;
mod robots;
mod slips;
#[cfg(unix)]
mod streams;
mod sweep;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const FIGURE: &str = "\
addcorpus bug
get trunk from unit_cube
get leg from unit_cube
addbody trunk trunk 0 0 1 rotary 1000
addbody leg leg 0 1 0 rotary 1000
move leg 0.5 0 0
linkbodies trunk leg
setroot trunk
corpusinit
";

fn corpus(folder: &TempDir) -> Command {
    let mut command = Command::cargo_bin("corpus").unwrap();
    command.current_dir(folder.path());
    command
}

/// Expects a command line that is refused with a text, before anything is printed.
fn refused(run: assert_cmd::assert::Assert, text: &str) {
    run.code(2).stdout(is_empty()).stderr(contains(text));
}

/// Returns a folder with `good.corpus`, which moves, and `bad.corpus`, which has two errors.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("good.corpus", &format!("{FIGURE}! off it goes\ngo 5\n"));
    write("bad.corpus", "addbdy a b\ndt 0\ngo 5\n");
    folder
}

#[test]
fn a_good_script_runs_and_reports() {
    let folder = folder();
    for arguments in [&["run", "good.corpus"][..], &["good.corpus"]] {
        let run = corpus(&folder).args(arguments).assert().code(0);
        run.stdout(contains("off it goes").and(contains("2 bodies, 7 degrees of freedom")))
            .stderr(is_empty());
    }
}

/// The run of an imported robot, whose script has no `go`, printed nothing.
#[test]
fn a_figure_without_a_go_is_told_of() {
    let folder = folder();
    fs::write(folder.path().join("still.corpus"), FIGURE).unwrap();
    fs::write(folder.path().join("none.corpus"), "print 1\n").unwrap();
    let run = |arguments: &[&str]| corpus(&folder).args(arguments).assert().code(0);
    run(&["run", "still.corpus"]).stderr(contains("the script has no `go`"));
    run(&["run", "-q", "still.corpus"]).stderr(is_empty());
    run(&["run", "none.corpus"]).stderr(is_empty());
}

#[test]
fn a_bad_script_is_the_scripts_fault() {
    let folder = folder();
    for arguments in [
        &["run", "bad.corpus"][..],
        &["bad.corpus"],
        &["check", "bad.corpus"],
    ] {
        let run = corpus(&folder).args(arguments).assert().code(1);
        let told = contains("[E020]")
            .and(contains("[E027]"))
            .and(contains("2 errors"));
        run.stdout(is_empty()).stderr(told);
    }
}

#[test]
fn converge_tells_what_moves_and_leaves_nothing_behind() {
    let folder = folder();
    let rest = "integration implicit\ndt 100ms\nh {step}\nrootmotion fixed\njoint leg Q_type 2\njoint leg k 400\n\
                joint leg q 1rad\nrecord fall.csv {leg.dq}\ngo 0.5s\nprint {leg.q}\n";
    let script = format!("{FIGURE}param step = 50ms\n{rest}");
    fs::write(folder.path().join("fall.corpus"), script).unwrap();
    let run = |arguments: &[&str]| {
        let mut all = vec!["converge", "fall.corpus"];
        all.extend(arguments);
        corpus(&folder).args(all).assert()
    };
    let moves = contains("h 50ms").and(contains("h 12.5ms"));
    run(&[])
        .code(1)
        .stdout(moves.and(contains("change by more than 2 %")));
    run(&["--within", "60%"])
        .code(0)
        .stdout(contains("No number changes"));
    run(&["-D", "step=1ms"]).code(0);
    run(&["--json"]).code(1).stdout(contains("\"levels\""));
    for wrong in [["--within", "0"], ["--eps", "x"]] {
        run(&wrong).code(2);
    }
    assert!(!folder.path().join("fall.csv").exists());
    let mistaken = corpus(&folder).args(["converge", "bad.corpus"]).assert();
    mistaken.code(1).stderr(contains("[E020]"));
}

#[test]
fn a_mistake_in_the_last_line_costs_no_run() {
    let folder = folder();
    let script = format!("{FIGURE}! begun\ngo 5\nmotor leg\n");
    let late = folder.path().join("late.corpus");
    fs::write(&late, &script).unwrap();
    let run = corpus(&folder).args(["run", "late.corpus"]).assert();
    run.code(1).stdout(is_empty()).stderr(contains("[E021]"));
    // A file is also read as a whole in this way.
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_corpus"))
        .args(["run", "-"])
        .stdin(fs::File::open(&late).unwrap())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert!(run.stdout.is_empty(), "{run:?}");
    // Lines from a pipe run one by one, and the rest continues.
    let run = corpus(&folder)
        .args(["run", "-"])
        .write_stdin(script.as_str())
        .assert();
    run.code(1)
        .stdout(contains("begun").and(contains("5 frames")))
        .stderr(contains("[E021]").and(contains("standard input")));
}

#[test]
fn what_cannot_be_read_is_a_wrong_use() {
    let folder = folder();
    fs::write(folder.path().join("binary"), [0x67, 0xff, 0x00]).unwrap();
    for job in ["run", "check"] {
        for (script, why) in [
            ("nothing.corpus", "there is no such file"),
            ("binary", "it is not text"),
            (".", "it is a folder"),
        ] {
            let run = corpus(&folder).args([job, script]).assert().code(2);
            run.stdout(is_empty())
                .stderr(contains(why).and(contains(script)));
        }
        let run = corpus(&folder)
            .args([job, "-"])
            .write_stdin([0xff].as_slice())
            .assert();
        run.code(2).stderr(contains("it is not text"));
    }
}

#[test]
fn wrong_uses() {
    let folder = folder();
    for arguments in [
        &["run"][..],
        &["check"],
        &["run", "good.corpus", "--fast"],
        &["run", "good.corpus", "bad.corpus"],
        &["help", "nonsense"],
        &["explain", "E999"],
    ] {
        let run = corpus(&folder).args(arguments).assert().code(2);
        run.stdout(is_empty()).stderr(is_empty().not());
    }
}

#[test]
fn warnings_come_once_and_before_the_run() {
    let folder = folder();
    // One that checking finds, and one that only a run finds.
    let script =
        format!("{FIGURE}motor leg etarget 60 50ms\naddroach bug\ntimer 1ms speed 0.5\ngo 5\n");
    fs::write(folder.path().join("odd.corpus"), script).unwrap();
    let told = |arguments: &[&str]| {
        let run = corpus(&folder).args(arguments).assert().code(0);
        String::from_utf8(run.get_output().stderr.clone()).unwrap()
    };
    let run = told(&["run", "odd.corpus"]);
    for code in ["[W004]", "[W005]", "[W006]"] {
        assert_eq!(run.matches(code).count(), 1, "{code} in {run}");
    }
    let check = told(&["check", "odd.corpus"]);
    assert!(
        check.contains("[W005]") && !check.contains("no mistakes found"),
        "{check}"
    );
    assert_eq!(told(&["run", "--quiet", "odd.corpus"]), "");
}

#[test]
fn a_word_that_is_neither_subcommand_nor_script() {
    let folder = folder();
    for (arguments, told) in [
        (
            &["rendr", "good.corpus"][..],
            "`rendr`; did you mean `render`?",
        ),
        (&["rendr"], "`rendr`; did you mean `render`?"),
        (
            &["nothing.corpus"],
            "there is no subcommand or script `nothing.corpus`",
        ),
        (&[""], "there is no subcommand or script"),
    ] {
        let run = corpus(&folder).args(arguments).assert().code(2);
        run.stdout(is_empty()).stderr(contains(told));
    }
    // A script may have such a name.
    fs::write(folder.path().join("rendr"), "! here").unwrap();
    let run = corpus(&folder).arg("rendr").assert().code(0);
    run.stdout("here\n");
}

#[test]
fn values_of_options_say_what_is_wrong_with_them() {
    let folder = folder();
    for (option, value, told) in [
        ("--slow", "-1", "expected a number above zero"),
        ("--fps", "-30", "expected a number above zero"),
        ("--distance", "-1", "expected a number above zero"),
        ("--size", "-1x5", "expected a size such as 1280x720"),
        ("--azimuth", "-90mm", "found a length"),
        ("--elevation", "-up", "an angle such as 30"),
        ("--from", "-soon", "a time such as 0.5"),
        ("--to", "5deg", "found an angle"),
    ] {
        let arguments = ["render", "good.corpus", "-o", "frames", option, value];
        let run = corpus(&folder).args(arguments).assert().code(2);
        run.stderr(
            contains(told)
                .and(contains("--'").not())
                .and(contains("'-- ").not()),
        );
    }
}

#[test]
fn a_frame_at_a_time_and_an_angle_with_units() {
    let folder = folder();
    let render = |arguments: &[&str]| {
        let mut command = corpus(&folder);
        command.args(["render", "good.corpus", "--draft", "--size", "32x18"]);
        command.args(arguments).assert()
    };
    let arguments = [
        "-o",
        "frames",
        "--from",
        "1ms",
        "--to",
        "0.001s",
        "--azimuth",
        "-90deg",
    ];
    render(&arguments).code(0).stdout(contains("1 frame in"));
    let frame = |name: &str| fs::read(folder.path().join(name).join("frame_00000.png")).unwrap();
    render(&[
        "-o",
        "bare",
        "--from",
        "0.001",
        "--to",
        "0.001",
        "--azimuth",
        "-90",
    ])
    .code(0);
    assert_eq!(frame("frames"), frame("bare"));
    // A file where the folder should be.
    let run = render(&["-o", "good.corpus"]).code(2);
    run.stdout(contains("off it goes").not())
        .stderr(contains("good.corpus: there is a file of this name"));
}

#[test]
fn quiet_is_quiet() {
    let folder = folder();
    let run = corpus(&folder)
        .args(["run", "--quiet", "good.corpus"])
        .assert();
    run.code(0).stdout(is_empty()).stderr(is_empty());
    let run = corpus(&folder).args(["run", "-q", "bad.corpus"]).assert();
    run.code(1).stdout(is_empty()).stderr(contains("[E020]"));
}

#[test]
fn reports_and_states_are_written() {
    let folder = folder();
    let arguments = [
        "run",
        "good.corpus",
        "--report",
        "report.json",
        "--state",
        "state.json",
    ];
    corpus(&folder).args(arguments).assert().code(0);
    let report = json(&folder.path().join("report.json"));
    for key in [
        "simulated_s",
        "wall_s",
        "realtime_factor",
        "frames",
        "steps",
        "rejected_steps",
        "evaluations",
        "energy_j",
    ] {
        assert!(report[key].is_number(), "{key} of {report}");
    }
    assert_eq!(report["frames"], 5);
    assert_eq!(report["corpora"][0]["name"], "bug");
    let state = json(&folder.path().join("state.json"));
    assert_eq!(
        state["figures"][0]["bodies"],
        serde_json::json!(["trunk", "leg"])
    );
}

#[test]
fn what_cannot_be_written_is_told() {
    let folder = folder();
    for option in ["--report", "--state"] {
        let arguments = ["run", "good.corpus", option, "no/such/folder.json"];
        let run = corpus(&folder).args(arguments).assert().code(2);
        run.stderr(contains("cannot write no/such/folder.json"));
    }
    // It is tested before anything is simulated, so that a long run is not lost.
    let arguments = ["run", "-", "--report", "no/such/folder.json"];
    let diverging = diverging("euler", "joint leg kq 1\njoint leg k 1e15");
    let run = corpus(&folder)
        .args(arguments)
        .write_stdin(diverging)
        .assert();
    run.code(2)
        .stderr(contains("cannot write").and(contains("[E060]").not()));
}

#[test]
fn standard_input_is_a_script() {
    let folder = folder();
    let script = format!("{FIGURE}go 5\n");
    let run = corpus(&folder)
        .args(["run", "-"])
        .write_stdin(script.clone())
        .assert();
    run.code(0).stdout(contains("5 frames"));
    let run = corpus(&folder)
        .args(["check", "-"])
        .write_stdin(script)
        .assert();
    run.code(0);
    // An incomplete end is an error, not ignored.
    let run = corpus(&folder)
        .args(["run", "-"])
        .write_stdin("procom 0\n! step")
        .assert();
    run.code(1)
        .stderr(contains("[E008]").and(contains("standard input:1:1")));
    let run = corpus(&folder).args(["run", "-"]).write_stdin("").assert();
    run.code(0).stdout(is_empty()).stderr(is_empty());
}

#[test]
fn figures_of_one_body_have_one_body() {
    let folder = folder();
    let figure: String = FIGURE
        .lines()
        .filter(|line| !line.contains("leg"))
        .map(|line| format!("{line}\n"))
        .collect();
    let run = corpus(&folder)
        .args(["run", "-"])
        .write_stdin(format!("{figure}go 5\n"))
        .assert();
    run.code(0)
        .stdout(contains("bug: 1 body, 6 degrees of freedom"));
}

#[test]
fn no_colour_where_there_is_no_terminal() {
    let folder = folder();
    for no_color in [false, true] {
        let mut command = corpus(&folder);
        if no_color {
            command.env("NO_COLOR", "1");
        }
        let output = command.args(["run", "bad.corpus"]).output().unwrap();
        assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b));
    }
}

#[test]
fn help_and_explanations() {
    let folder = folder();
    let told = |arguments: &[&str], text: &str| {
        let run = corpus(&folder).args(arguments).assert().code(0);
        run.stdout(contains(text)).stderr(is_empty());
    };
    told(&["--help"], "Usage: corpus");
    told(&["help"], "Objects and transforms");
    told(&["help", "motor"], "motor body etarget target time");
    told(&["help", "!"], "Prints the rest of the line");
    told(&["help", "spring"], "jointmatchexp");
    told(&["help", "--all"], "xformcenter x y z");
    told(&["explain", "e010"], "E010: unknown unit");
    told(&["--version"], "corpus");
    let run = corpus(&folder).args(["help", "motr"]).assert().code(2);
    run.stderr(contains("did you mean `motor`?"));
}

#[test]
fn nothing_was_known_of_quit() {
    let folder = folder();
    for word in ["quit", "exit"] {
        let run = corpus(&folder).args(["help", word]).assert().code(0);
        run.stdout(contains("Ends the prompt"));
        let run = corpus(&folder)
            .args(["check", "-"])
            .write_stdin(word)
            .assert();
        run.code(1).stderr(contains("exists only at the prompt"));
    }
}

#[test]
fn help_on_if_said_the_same_of_else_twice() {
    let run = corpus(&folder()).args(["help", "if"]).assert().code(0);
    run.stdout(contains("else if CONDITION").count(1));
}

/// Returns a script that diverges.
fn diverging(method: &str, settings: &str) -> String {
    format!(
        "{FIGURE}rootmotion fixed\nintegration {method}\njoint leg Q_type 18\n{settings}\ngo 1\ngo 0.2s\n"
    )
}

#[test]
fn a_simulation_out_of_hand_stops_and_keeps_its_last_good_state() {
    const SPRING: &str = "joint leg ea 1e12\njoint leg eB 40\njoint leg e_q 1";
    for (method, settings) in [
        ("euler", SPRING),
        ("rkfixed", SPRING),
        ("rkf", SPRING),
        ("rkvar", SPRING),
        ("implicit", SPRING),
    ] {
        let folder = TempDir::new().unwrap();
        fs::write(
            folder.path().join("wild.corpus"),
            diverging(method, settings),
        )
        .unwrap();
        let run = corpus(&folder)
            .args(["run", "wild.corpus"])
            .assert()
            .code(1);
        let told = contains("[E060]")
            .and(contains("the joint of `leg` of `bug`"))
            .and(contains(" s: "))
            .and(contains("is in wild.last-good.json"));
        run.stderr(told);
        finite_state(&folder.path().join("wild.last-good.json"));
    }
}

#[test]
fn the_last_good_state_goes_where_it_is_wanted() {
    let folder = TempDir::new().unwrap();
    fs::write(
        folder.path().join("wild.corpus"),
        diverging("euler", "joint leg k 1e15\njoint leg q 1"),
    )
    .unwrap();
    let arguments = ["run", "wild.corpus", "--last-good", "kept.json"];
    corpus(&folder).args(arguments).assert().code(1);
    finite_state(&folder.path().join("kept.json"));
    let arguments = ["run", "wild.corpus", "--last-good", "no/kept.json"];
    let run = corpus(&folder).args(arguments).assert().code(1);
    run.stderr(contains(
        "cannot write the last valid state to no/kept.json",
    ));
}

fn json(path: &Path) -> serde_json::Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn finite_state(path: &Path) {
    let state = json(path);
    assert!(
        state["state"]["world"]["time_s"]
            .as_f64()
            .is_some_and(f64::is_finite),
        "{state}"
    );
    assert_eq!(
        state["figures"][0]["bodies"],
        serde_json::json!(["trunk", "leg"])
    );
    // Seven numbers of a pose, six of a velocity, two of a joint. A non-finite number would be null.
    let numbers = state["state"]["world"]["corpora"][0]["state"]
        .as_array()
        .unwrap();
    assert_eq!(numbers.len(), 15);
    assert!(numbers.iter().all(serde_json::Value::is_number), "{state}");
}
