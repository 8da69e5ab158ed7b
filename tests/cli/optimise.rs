//! `corpus optimise`: what it finds, that it goes on, what it tells.

use super::{corpus, refused};
use predicates::str::{contains, is_empty};
use std::fs;
use tempfile::TempDir;

/// A valley that is lowest at x = 3 cm, angle = 20 deg; noise of a seed; an expectation that keeps x below 2.5 cm.
const VALLEY: &str = "\
# The default values are far away.
param x = 9cm from 0cm to 10cm   # across
param angle = 60deg from -90deg to 90deg
param seed = 1
param power = 2
let a = (x - 3cm) / 1cm
let b = (angle - 20deg) / 10deg
result depth = -(a^power + b^2 + a * b / 2) + (random(seed) - 0.5) / 1000
result height = 1cm + x
result name = \"valley\"
expect x < 2.5cm \"it stays on the left\"
";

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("valley.corpus"), VALLEY).unwrap();
    folder
}

fn optimise(folder: &TempDir, arguments: &str) -> assert_cmd::assert::Assert {
    let mut all = vec!["optimise", "valley.corpus", "-q"];
    all.extend(arguments.split_whitespace());
    corpus(folder).args(all).assert()
}

fn output(folder: &TempDir, arguments: &str) -> String {
    let found = optimise(folder, arguments).code(0).stderr(is_empty());
    String::from_utf8(found.get_output().stdout.clone()).unwrap()
}

/// Returns the number after `NAME = ` in a text.
fn number(text: &str, name: &str) -> f64 {
    let (_, rest) = text.split_once(&format!("{name} = ")).unwrap();
    let digits = rest.trim_start_matches(|c: char| !c.is_ascii_digit() && c != '-');
    let end = digits.find(|c: char| !c.is_ascii_digit() && !"-.e".contains(c));
    digits[..end.unwrap_or(digits.len())].parse().unwrap()
}

#[test]
fn the_best_parameters_are_found_and_written_as_a_script() {
    let folder = folder();
    let found = output(&folder, "--for depth --runs 300 --out winner.corpus");
    assert!(
        (number(&found, "x") - 3.0).abs() < 0.01 && (number(&found, "angle") - 20.0).abs() < 0.1,
        "{found}"
    );
    let winner = fs::read_to_string(folder.path().join("winner.corpus")).unwrap();
    let mut lines = winner.lines().zip(VALLEY.lines());
    assert!(lines.next().is_some_and(|(new, old)| new == old));
    let (across, _) = lines.next().unwrap();
    assert!(
        across.starts_with("param x = ") && across.ends_with("cm from 0cm to 10cm   # across"),
        "{across}"
    );
    assert!(lines.skip(1).all(|(new, old)| new == old));
    let depth = number(&found, "depth");
    let run = corpus(&folder).args(["run", "winner.corpus"]).assert();
    let run = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(
        (number(&run, "result depth") - depth).abs() < 1e-4 * depth.abs().max(1e-4),
        "{run}{found}"
    );
    // Least, with an expectation to keep, and over several seeds.
    let least = output(&folder, "--least height --runs 60 --state l.json");
    assert!(number(&least, "height") < 1.2e-2, "{least}");
    let kept = output(&folder, "--for depth --keep left --runs 300 --state k.json");
    let x = number(&kept, "x");
    assert!(
        (2.4..2.5).contains(&x) && kept.contains("which does not meet the expectations"),
        "{kept}"
    );
    let noisy = output(
        &folder,
        "--for depth -D seed=1..3 --runs 300 --state n.json",
    );
    assert!((number(&noisy, "x") - 3.0).abs() < 0.2, "{noisy}");
}

#[test]
fn a_search_is_the_same_for_any_number_of_threads_and_when_it_is_continued() {
    let folder = folder();
    let state = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let with = |name: &str, more: &str| {
        output(
            &folder,
            &format!("--for depth --seed 4 --state {name} {more}"),
        )
    };
    let whole = with("one.json", "--runs 97 --threads 1");
    for threads in ["2", "5"] {
        let name = format!("{threads}.json");
        assert_eq!(
            with(&name, &format!("--runs 97 --threads {threads}")),
            whole
        );
        assert_eq!(state(&name), state("one.json"));
    }
    // Ended within generations, and continued.
    for runs in ["1", "20", "23", "60", "97"] {
        with("pieces.json", &format!("--runs {runs} --resume"));
    }
    assert_eq!(state("pieces.json"), state("one.json"));
    assert_eq!(with("pieces.json", "--runs 97 --resume"), whole);
    let other = output(&folder, "--for depth --seed 5 --runs 97 --state other.json");
    assert_ne!(other, whole);
    let told = |arguments: &str, text: &str| {
        optimise(&folder, arguments).code(2).stderr(contains(text));
    };
    let resumed = "--for depth --state one.json --resume";
    told(
        resumed,
        "cannot continue one.json: it is that of a search with another seed",
    );
    told(
        "--for height --state one.json --resume",
        "for other results",
    );
    told(
        "--for depth -D x=1cm --state one.json --resume",
        "over other parameters",
    );
    told(
        "--for depth --state one.json",
        "one.json is the state of an earlier search: `--resume` continues it",
    );
    fs::write(folder.path().join("bad.json"), "{\"script\": 1}").unwrap();
    told(
        "--for depth --state bad.json --resume",
        "it is no state of a search",
    );
    fs::write(
        folder.path().join("valley.corpus"),
        format!("{VALLEY}# more\n"),
    )
    .unwrap();
    told(
        resumed,
        "of another script, or the script was changed since",
    );
}

#[test]
fn what_is_wrong_with_a_search_is_told() {
    let folder = folder();
    let told = |arguments: &str, text: &str| refused(optimise(&folder, arguments), text);
    told(
        "--for dept",
        "the script gives no result `dept`; did you mean `depth`?",
    );
    told("--for name", "the result `name` is a text");
    told(
        "--for depth --keep belly",
        "no expectation with `belly`; it expects `it stays on the left`",
    );
    told("--for depth -D y=1", "no parameter `y`");
    told(
        "--for depth -D x=1cm -D angle=1deg",
        "no parameter with a range to search",
    );
    told(
        "--for depth --out valley.corpus",
        "cannot write valley.corpus: it is a script of this run",
    );
    told(
        "--for depth --out no/w.corpus",
        "create the folder no first",
    );
    told(
        "--for depth -D seed=1..9 --runs 3",
        "each candidate takes 9 runs",
    );
    told("", "--for");
    // Nothing that the search reads or writes is overwritten.
    fs::write(folder.path().join("part.corpus"), "param w = 1 from 0 to 3").unwrap();
    let text = format!("{VALLEY}include part.corpus\nresult w = floor(w)\nrepeat {{w}}\nend\n");
    fs::write(folder.path().join("valley.corpus"), text).unwrap();
    told(
        "--for w --out part.corpus",
        "cannot write part.corpus: it is",
    );
    told(
        "--for w --out a.json --state a.json",
        "cannot write a.json: it is",
    );
    // Numbers that are not whole are a mistake in `repeat`.
    let mut whole = corpus(&folder);
    whole.args([
        "optimise",
        "valley.corpus",
        "--for",
        "w",
        "--runs",
        "15",
        "--state",
        "w.json",
    ]);
    whole.args([
        "--keep",
        "x < 2.5cm",
        "-D",
        "x=1cm",
        "-D",
        "angle=0",
        "--out",
        "w.corpus",
    ]);
    let told =
        contains("15 runs, 14 that did not reach the end of the script (the first: valley.corpus:");
    whole.assert().code(0).stderr(told);
    fs::write(folder.path().join("valley.corpus"), VALLEY).unwrap();
    let fails = optimise(
        &folder,
        "--for depth -D power=-1..1:2 --keep left --runs 6 -D x=9cm",
    )
    .code(1);
    fails.stderr(contains("none of 6 runs met the expectations of --keep"));
    // A mistake that only a run finds: every run makes it.
    let breaks = "get ball from unit_sphere\naddbody ball ball 0 0 1 rotary 1000\nsetroot ball\ncorpusinit\ngrav on\ngo 1ms\nlet bad = 1 / (ball.x - ball.x)\n";
    let text = format!("addcorpus one\n{breaks}{VALLEY}");
    fs::write(folder.path().join("valley.corpus"), text).unwrap();
    let all = optimise(&folder, "--for depth --runs 20 --state f.json")
        .code(1)
        .stdout(is_empty());
    all.stderr(contains(
        "none of 20 runs reached the end of the script with the result `depth`; the first: valley.corpus:8: [E014]",
    ));
}

/// Results and expectations of branches that the default values do not take can be searched for.
#[test]
fn results_of_branches_are_found() {
    let folder = folder();
    let text = "param way = \"slow\"\nparam n = 1 from 0 to 9\nif way == \"fast\"\n  result high = n\n  expect n < 5 \"low\"\nend\n\
                if n > 3 # rarely\n  result rare = n\nend\nif n > 9\n  result never = n\nend\n";
    fs::write(folder.path().join("valley.corpus"), text).unwrap();
    let found = output(
        &folder,
        "--for high --keep low -D way=fast --runs 60 --state a.json",
    );
    assert!(number(&found, "high") > 4.9, "{found}");
    let found = output(&folder, "--least rare --runs 60 --state b.json");
    assert!((3.0..3.2).contains(&number(&found, "rare")), "{found}");
    refused(
        optimise(&folder, "--for never"),
        "no run with the tried parameters reaches the line of the result `never` (valley.corpus:11, within `if n > 9`)",
    );
    refused(
        optimise(&folder, "--for high"),
        "reaches the line of the result `high` (valley.corpus:4",
    );
}

/// A hill whose height, slope and width depend on two parameters.
const HILL: &str = "\
param a = 0.5 from 0 to 1
param b = 0.5 from 0 to 1
param seed = 1
result low = a^2 + b
result lower = (a - 1)^2 + b
result height = a * 10cm to cm
result wide = b
result name = \"hill\"
";

#[test]
fn several_results_have_a_pareto_set() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("valley.corpus"), HILL).unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let with = |name: &str, more: &str| {
        let files = format!("--state {name}.json --table {name}.csv");
        output(
            &folder,
            &format!("--least low --least lower {files} {more}"),
        )
    };
    let whole = with("whole", "--runs 1001 --threads 1");
    assert!(whole.contains("no run is better in one of low, lower and as good in the others"));
    // Of (a^2, (a - 1)^2), the sum of the roots is 1.
    let table = read("whole.csv");
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("kept,low,lower,a,b"));
    assert_eq!(lines.next(), Some("\"#\",1,1,1,1"));
    let rows: Vec<Vec<f64>> = lines
        .map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect())
        .collect();
    assert!(rows.len() > 20 && whole.lines().count() == rows.len() + 1);
    for row in &rows {
        assert!(
            (row[1].sqrt() + row[2].sqrt() - 1.0).abs() < 0.02,
            "{row:?}"
        );
    }
    assert!(rows.windows(2).all(|two| two[0][1] < two[1][1]));
    for runs in ["1", "30", "500", "1001"] {
        with("pieces", &format!("--runs {runs} --resume --threads 3"));
    }
    assert_eq!(read("pieces.json"), read("whole.json"));
    assert_eq!(read("pieces.csv"), table);
    let told = |arguments: &str, text: &str| refused(optimise(&folder, arguments), text);
    told("--for low --least low", "the result `low` is named twice");
    told(
        "--least low --least lower --out w.corpus",
        "use --table in place of --out",
    );
    told(
        "--least low --table t.csv",
        "add --archive, or name several results",
    );
    told(
        "--least low --for wide --archive height=0cm..9cm:3",
        "name one result",
    );
}

#[test]
fn an_archive_keeps_the_best_of_each_cell() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("valley.corpus"), HILL).unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let with = |name: &str, more: &str| {
        let files = format!("--state {name}.json --table {name}.csv");
        let archive = "--archive height=0cm..10cm:5,wide=0..1:4";
        output(&folder, &format!("--least low {archive} {files} {more}"))
    };
    let whole = with("whole", "--runs 1201 --threads 1 --out winner.corpus");
    assert!(
        whole.contains("20 of 20 cells of the archive are filled"),
        "{whole}"
    );
    assert!(read("winner.corpus").contains("result lower"));
    let table = read("whole.csv");
    assert!(
        table.starts_with("cell,height,wide,kept,low,a,b\n\"#\",cm,1,\"#\",1,1,1\n0,1,0.125,"),
        "{table}"
    );
    for line in table.lines().skip(2) {
        let row: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
        // The best of a cell is in its lower corner.
        let best = ((row[1] - 1.0) / 10.0).powi(2) + row[2] - 0.125;
        assert!((best - 1e-9..best + 0.1).contains(&row[4]), "{line}");
    }
    for runs in ["30", "500", "1201"] {
        with("pieces", &format!("--runs {runs} --resume --threads 3"));
    }
    assert_eq!(read("pieces.json"), read("whole.json"));
    let drawn = corpus(&folder)
        .args(["plot", "whole.csv", "-o", "map.svg"])
        .assert();
    drawn.code(0);
    assert!(read("map.svg").contains("low"));
    let told = |arguments: &str, text: &str| refused(optimise(&folder, arguments), text);
    told(
        "--least low --archive hight=0cm..1cm:2",
        "did you mean `height`?",
    );
    told(
        "--least low --archive height=9cm..1cm:2",
        "must be below the second",
    );
    told(
        "--least low --archive low=0..1:2",
        "the result `low` is named twice",
    );
    told(
        "--least low --archive height=0cm..1cm:2 --state whole.json --resume",
        "with other expectations or another archive",
    );
}

#[test]
fn runs_of_a_generation_that_is_not_whole_count() {
    let folder = folder();
    let several = |name: &str, more: &str| {
        let line =
            format!("--for depth --least height --state {name}.json --table {name}.csv {more}");
        let found = output(&folder, &line);
        (
            found,
            fs::read_to_string(folder.path().join(format!("{name}.csv"))).unwrap(),
        )
    };
    let (found, table) = several("a", "--runs 40");
    let points = table.lines().count() - 2;
    assert!(
        points > 2 && found.starts_with(&format!("{points} points")),
        "{found}"
    );
    let (found, _) = several("b", "--runs 1");
    assert!(found.starts_with("1 point"), "{found}");
    // More runs go on as if there had been no end.
    assert_eq!(
        several("a", "--runs 70 --resume"),
        several("c", "--runs 70")
    );
    let archive = |more: &str| {
        output(
            &folder,
            &format!("--for depth --archive height=0cm..11cm:4 {more}"),
        )
    };
    let found = archive("--runs 30 --state d.json");
    assert!(
        !found.contains("0 of 4 cells") && found.contains(" of 4 cells"),
        "{found}"
    );
}
