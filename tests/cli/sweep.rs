//! `corpus sweep`: the table, its order, what is told.

use super::{FIGURE, corpus, refused};
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use std::fs;
use tempfile::TempDir;

/// A falling figure: 9.8 m/s2 for some time.
fn falling() -> String {
    format!(
        "param time = 0.1s from 1ms to 1s\nparam push = 1 # of a seed\nparam name = \"x\"\n{FIGURE}rootmotion free\ngrav on\n\
         go {{time}}\nexpect trunk.vel[2] < -0.5m/s \"it is fast\"\nresult speed = -trunk.vel[2] to cm/s\nresult fast = trunk.vel[2] < -1m/s\nresult label = \"{{name}} {{push}}\"\n"
    )
}

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("fall.corpus"), falling()).unwrap();
    folder
}

fn sweep(folder: &TempDir, arguments: &str) -> assert_cmd::assert::Assert {
    let mut all = vec!["sweep", "fall.corpus", "-q"];
    all.extend(arguments.split_whitespace());
    corpus(folder).args(all).assert()
}

fn output(folder: &TempDir, arguments: &str) -> String {
    let swept = sweep(folder, arguments).code(0).stderr(is_empty());
    String::from_utf8(swept.get_output().stdout.clone()).unwrap()
}

const GRID: &str = "-D time=25ms..100ms:4 -D push=1..3";

#[test]
fn a_table_has_parameters_and_results_in_order() {
    let folder = folder();
    let table = output(&folder, GRID);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 2 + 12);
    assert_eq!(
        lines[0],
        "run,time,push,ended,speed,fast,label,failed,reason,warnings,evaluations,script"
    );
    assert!(lines[1].starts_with("\"#\",ms,1,,cm/s,,,,"), "{}", lines[1]);
    let cells = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    for (number, line) in lines[2..].iter().enumerate() {
        let cells = cells(line);
        let time = [25.0, 50.0, 75.0, 100.0][number / 3];
        assert_eq!(
            cells[..3],
            [
                (number + 1).to_string(),
                time.to_string(),
                (number % 3 + 1).to_string()
            ]
        );
        let speed: f64 = cells[4].parse().unwrap();
        assert!((speed - 0.98 * time).abs() < 1e-6, "{line}");
        assert_eq!(cells[3], if speed > 50.0 { "done" } else { "failed" });
        assert_eq!(cells[7], if speed > 50.0 { "" } else { "\"it is fast\"" });
    }
    assert!(lines[3].contains("\"x 2\""));
    // The same bytes with any number of threads, and in a file.
    for threads in ["1", "2", "5"] {
        let with = format!("{GRID} --threads {threads}");
        assert_eq!(output(&folder, &with), table);
    }
    let file = format!("{GRID} --out t.csv");
    assert_eq!(output(&folder, &file), "");
    assert_eq!(
        fs::read_to_string(folder.path().join("t.csv")).unwrap(),
        table
    );
}

#[test]
fn an_interrupted_table_is_continued_with_the_same_bytes() {
    let folder = folder();
    for name in ["t.csv", "t.jsonl"] {
        let arguments = format!("{GRID} --out {name}");
        output(&folder, &arguments);
        let path = folder.path().join(name);
        let whole = fs::read(&path).unwrap();
        let resume = format!("{arguments} --resume");
        // Cut within the head, at its end, within a row, at the end of a row, and not at all.
        let ends: Vec<usize> = (0..whole.len()).filter(|at| whole[*at] == b'\n').collect();
        for length in [0, 5, ends[1] + 1, ends[4] + 7, ends[6] + 1, whole.len()] {
            fs::write(&path, &whole[..length]).unwrap();
            output(&folder, &resume);
            assert_eq!(fs::read(&path).unwrap(), whole, "{name} {length}");
        }
        // Without `--resume`, nothing is lost.
        sweep(&folder, &arguments)
            .code(2)
            .stderr(contains("`--resume` continues it"));
        let other = format!("-D time=25ms..100ms:4 -D push=2..4 --resume --out {name}");
        sweep(&folder, &other).code(2).stderr(contains(
            "its row 1 has other parameters than this sweep, which has time=25ms, push=2",
        ));
        let fewer = format!("-D time=25ms -D push=1..3 --resume --out {name}");
        sweep(&folder, &fewer)
            .code(2)
            .stderr(contains("more than the 3 rows of this sweep"));
        let script = folder.path().join("fall.corpus");
        fs::write(&script, falling().replace("grav on", "grav on # 9.8")).unwrap();
        sweep(&folder, &resume).code(2).stderr(contains(
            "of another script, or the script was changed since",
        ));
        fs::write(&script, falling()).unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole);
    }
    let line = fs::read_to_string(folder.path().join("t.jsonl")).unwrap();
    let line: serde_json::Value = serde_json::from_str(line.lines().next().unwrap()).unwrap();
    assert_eq!(line["results"]["speed"]["unit"], "cm/s");
    assert_eq!(line["expectations"][0]["failed"], 1);
    assert!(line["energy"]["bug"]["kinetic_j"].as_f64().unwrap() > 0.0);
}

#[test]
fn drawn_points_take_the_range_of_the_script() {
    let folder = folder();
    for option in ["--random", "--sobol"] {
        let of = |more: &str| output(&folder, &format!("-D time=.. {option} 5 --seed {more}"));
        let table = of("3");
        assert_eq!(table.lines().count(), 7);
        assert_eq!(table, of("3 --threads 1"));
        assert_ne!(table, of("4"));
    }
}

/// Each run gives other results: none is lost without a word.
#[test]
fn results_of_branches_have_columns() {
    let folder = folder();
    let text = "param n = 3 from 1 to 4\nfor i in 0..n\n  result r{i} = i\nend\nif n > 2\n  result last = n\nend\n";
    fs::write(folder.path().join("fall.corpus"), text).unwrap();
    let table = output(&folder, "-D n=3,1");
    assert!(
        table.starts_with("run,n,ended,r0,r1,r2,last,failed,"),
        "{table}"
    );
    // A name that only a run knows, of values between those that are checked.
    let text = "param n = 3 from 1 to 4\nfor i in 0..n\n  result r{i} = i\nend\n";
    fs::write(folder.path().join("fall.corpus"), text).unwrap();
    let odd = sweep(&folder, "-D n=1,3,2").code(0);
    odd.stdout(contains("run,n,ended,r0,r1,failed,"))
        .stderr(contains("no column for the result `r2`"));
    let lines = sweep(&folder, "-D n=1,3,2 --out t.jsonl").code(0);
    lines.stderr(is_empty());
    // A result that only values between the first and the last give.
    let text = "param n = 1 from 0 to 9\nif n > 2 and n < 4\n  result middle = n\nend\n";
    fs::write(folder.path().join("fall.corpus"), text).unwrap();
    let table = output(&folder, "-D n=1..9");
    assert!(table.starts_with("run,n,ended,middle,failed,"), "{table}");
    let without = corpus(&folder)
        .args(["sweep", "fall.corpus", "-D", "n=1..2"])
        .assert();
    without.code(0).stderr(contains(
        "none of the checked runs reaches the line of `middle` (fall.corpus:3, within `if n > 2 and n < 4`)",
    ));
}

#[test]
fn what_is_wrong_with_a_sweep_is_told() {
    let folder = folder();
    let told = |arguments: &str, text: &str| refused(sweep(&folder, arguments), text);
    told(
        "-D tme=1ms",
        "-D: the script has no parameter `tme`; did you mean `time`?",
    );
    told("-D push=..:4", "the script gives `push` no range");
    told("-D time=1ms..9ms", "say how many values: `time=1ms..9ms:8`");
    told(
        "--out t.txt",
        "the name of a table ends with .csv or .jsonl",
    );
    told("--out no/t.csv", "create the folder no first");
    told("--sobol 3", "give parameters their values by -D");
    // A value outside of the range is found before anything runs.
    let outside = sweep(&folder, "-D time=0.5s..2s:3").code(2);
    outside
        .stdout(is_empty())
        .stderr(contains("`time` is from"));
    fs::write(folder.path().join("table.csv"), "a,b\n1,2\n").unwrap();
    told(
        "--out table.csv --resume",
        "it is not a table of this sweep: its columns are different",
    );
    let text = falling().replace("result label", "result run");
    fs::write(folder.path().join("fall.corpus"), text).unwrap();
    told("", "the table would have two columns `run`");
    fs::write(folder.path().join("fall.corpus"), "foo\n").unwrap();
    sweep(&folder, "").code(1).stderr(contains("[E020]"));
    // All runs fail in the same way.
    let text = falling().replace("go {time}", "go {time}\nlet x = 1 / (trunk.x - trunk.x)");
    fs::write(folder.path().join("fall.corpus"), text).unwrap();
    let all = sweep(&folder, "-D push=1..3").code(1);
    all.stdout(contains("mistake")).stderr(contains(
        "none of 3 runs reached the end of the script; the first: fall.corpus:",
    ));
    // A run that never ends is ended by its budget.
    let text = falling().replace("go {time}", "while push > 1\n  let y = 1\nend\ngo {time}");
    fs::write(folder.path().join("fall.corpus"), text).unwrap();
    let hangs = sweep(&folder, "-D push=1..2 --seconds 0.5").code(0);
    hangs.stdout(contains(",done,").and(contains(",out-of-seconds,")));
    let hangs = sweep(&folder, "-D push=1..2 --evaluations 2000").code(0);
    hangs.stdout(contains(",done,").and(contains(
        ",out-of-evaluations,,,,,\"the lines of the script took most of",
    )));
    let long = falling().replace("go {time}", "go 1000s");
    fs::write(folder.path().join("fall.corpus"), long).unwrap();
    sweep(&folder, "--evaluations 100")
        .code(1)
        .stdout(contains(",out-of-evaluations,"));
}

/// A full disk ends a sweep; the rows so far stay, and a line that was not written whole is removed.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let folder = folder();
    std::os::unix::fs::symlink("/dev/full", folder.path().join("full.csv")).unwrap();
    sweep(&folder, "--out full.csv")
        .code(2)
        .stderr(contains("cannot write full.csv: no space left on device"));
}

#[test]
fn files_of_the_script_are_left_out_and_told_once() {
    let folder = folder();
    let text = falling().replace("go {time}", "record fall.csv {trunk.z}\ngo {time}");
    fs::write(folder.path().join("fall.corpus"), text).unwrap();
    let swept = corpus(&folder)
        .args(["sweep", "fall.corpus", "-D", "push=1..4"])
        .assert();
    let told = contains("the script writes files; in many runs they are left out").count(1);
    swept.code(0).stderr(told.and(contains("4 runs")));
    assert!(!folder.path().join("fall.csv").exists());
}

#[test]
fn a_run_prints_its_results() {
    let folder = folder();
    let run = corpus(&folder)
        .args([
            "run",
            "fall.corpus",
            "-D",
            "time=0.1s",
            "--report",
            "r.json",
        ])
        .assert();
    run.code(0).stdout(contains(
        "result speed = 98 cm/s\nresult fast = false\nresult label = x 1\n",
    ));
    let report = fs::read_to_string(folder.path().join("r.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["results"]["speed"]["unit"], "cm/s");
    let run = corpus(&folder)
        .args(["run", "fall.corpus", "-D", "time=2s"])
        .assert();
    run.code(1)
        .stderr(contains("[E064]").and(contains("but the command line gives `2s`")));
}

#[test]
fn the_table_of_a_sweep_is_drawn() {
    let folder = folder();
    output(
        &folder,
        "-D time=25ms..100ms:4 -D push=1..3 -D name=a,b --out t.csv",
    );
    let plot = |arguments: &str| {
        let all = ["plot", "t.csv"]
            .into_iter()
            .chain(arguments.split_whitespace());
        corpus(&folder).args(all).assert()
    };
    let drawn = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    // Two parameters with numbers have more than one: a map.
    plot("-o map.svg").code(0);
    assert!(drawn("map.svg").contains("speed over time and push"));
    plot("time push fast -o map.png").code(0);
    assert!(fs::metadata(folder.path().join("map.png")).unwrap().len() > 1000);
    plot("time speed -o lines.svg").code(0);
    assert!(drawn("lines.svg").contains("speed (cm/s)"));
    plot("push speed -o spread.svg").code(0);
    assert!(drawn("spread.svg").contains("opacity"));
    plot("time speed --terminal")
        .code(0)
        .stdout(contains("speed"));
    // A run that failed is no run of the others' mean.
    plot("time speed -o lines.svg").code(0).stderr(contains(
        "12 of 24 runs left out: they did not end with `done`",
    ));
    // Any columns of it, as of other tables.
    plot("speed evaluations -o other.svg").code(0);
    let told = |arguments: &str, text: &str| {
        plot(&format!("{arguments} -o x.svg"))
            .code(2)
            .stderr(contains(text));
    };
    told("time push", "a map shows one result over two parameters");
    told(
        "time push name speed",
        "a diagram has at most two parameters",
    );
    told("time spead", "did you mean `speed`?");
    told("name speed", "is not a number");
    plot("--terminal")
        .code(2)
        .stderr(contains("a map of colours cannot be drawn in a terminal"));
    let lines = corpus(&folder)
        .args(["plot", "t.jsonl", "-o", "x.svg"])
        .assert();
    lines.code(2).stderr(contains("JSON lines are not drawn"));
}

#[test]
fn a_mistake_at_some_values_is_a_row_and_one_at_all_is_refused() {
    let folder = folder();
    let put = |text: &str| fs::write(folder.path().join("fall.corpus"), text).unwrap();
    let told = |values: &str| {
        let swept = sweep(&folder, values).code(0);
        let table = String::from_utf8(swept.get_output().stdout.clone()).unwrap();
        let ended = table
            .lines()
            .skip(2)
            .map(|line| line.split(',').nth(2).unwrap_or_default().to_owned());
        ended.collect::<Vec<_>>().join(" ")
    };
    // The default value divides by zero.
    put(
        "param n = 0\nlet a = 6 / n\nif n > 2\n  print a is {a}m\n  let b = [1 2][n]\nend\nresult part = a\n",
    );
    assert_eq!(told("-D n=0,1,2,3"), "mistake done done mistake");
    assert_eq!(told("-D n=0,1,0"), "mistake done mistake");
    assert_eq!(told("-D n=1,2"), "done done");
    sweep(&folder, "-D n=0,4")
        .code(1)
        .stderr(contains("divides by zero"));
    sweep(&folder, "-D n=0")
        .code(1)
        .stderr(contains("divides by zero"));
    put("param n = 1\nlet a = 6 / n\nprinnt {a}\nresult part = a\n");
    sweep(&folder, "-D n=1..5")
        .code(1)
        .stderr(contains("prinnt"));
}

#[test]
fn results_after_the_end_of_the_check_are_found() {
    let folder = folder();
    let text = "param n = 120000 from 1 to 1000000\nlet s = 0\nfor i in 1..n\n  set s = s + 1\nend\nresult sum = s * 1cm to mm\nexpect s > 0 \"it counts\"\n";
    fs::write(folder.path().join("fall.corpus"), text).unwrap();
    let table = sweep(&folder, "-D n=110000,120000").code(0);
    let table = String::from_utf8(table.get_output().stdout.clone()).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert!(
        lines[0].starts_with("run,n,ended,sum,") && lines[1].contains(",mm,"),
        "{table}"
    );
    assert!(
        lines[2].contains("done,1099990,") && lines[3].contains("done,1199990,"),
        "{table}"
    );
    corpus(&folder)
        .args([
            "optimise",
            "fall.corpus",
            "-q",
            "--for",
            "sum",
            "--keep",
            "counts",
            "--runs",
            "1",
        ])
        .assert()
        .code(0)
        .stdout(contains("sum = 1200000 mm"));
}
