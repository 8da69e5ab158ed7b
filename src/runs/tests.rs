//! Runs of a script as a function of its parameters.

use super::{Ended, Limits, Row, Script, run};
use crate::lang::value::show;
use crate::stop::StopSignal;

/// A ball that falls from a height.
const BALL: &str = "\
param height = 1m from 10cm to 2m
param time = 0.1s
addcorpus c
get o from unit_cube
scale o 1cm 1cm 1cm
addbody ball o 0 0 1 rotary 1000
setroot ball
corpusinit
move o 0 0 {height}
setrootpos
grav on
go {time}
expect ball.z > 0.5m \"it is still high\"
result fallen = height - ball.z to cm
result high = ball.z > 50cm
";

fn with(text: &str, parameters: &[(&str, &str)], limits: &Limits) -> Row {
    let script = Script::of_text("ball", text);
    let given = parameters
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_string()));
    run(&script, &given.collect::<Vec<_>>(), limits)
}

fn ended(text: &str, parameters: &[(&str, &str)], limits: &Limits) -> (Ended, String) {
    let row = with(text, parameters, limits);
    (row.ended, row.reason)
}

#[test]
fn a_run_gives_results_with_units_and_both_sides_of_expectations() {
    let row = with(BALL, &[], &Limits::default());
    assert_eq!((row.ended, row.reason.as_str()), (Ended::Done, ""));
    let results: Vec<String> = row
        .results
        .iter()
        .map(|(n, v)| format!("{n} {}", show(v)))
        .collect();
    // 9.8 * 0.1^2 / 2 m.
    assert_eq!(results, ["fallen 4.9 cm", "high true"]);
    assert!((row.number("fallen").unwrap() - 0.049).abs() < 1e-9);
    assert!(row.report.evaluations > 0 && row.report.wall_s == 0.0);
    assert!((row.report.corpora[0].energy.kinetic_j - 0.001 * 9.8 * 0.049).abs() < 1e-6);
    let row = with(BALL, &[("height", "0.4m")], &Limits::default());
    assert_eq!(row.ended, Ended::Failed);
    assert_eq!(row.reason, "ball.z > 0.5m: ball.z is 0.351 m");
    let failed: Vec<_> = row.failed().collect();
    assert_eq!(
        (failed[0].name(), failed[0].place.as_str()),
        ("it is still high", "ball:13")
    );
    assert_eq!(failed[0].sides.len(), 2);
}

#[test]
fn each_end_of_a_run_is_told() {
    let free = Limits::default();
    let told = |parameters: &[(&str, &str)]| ended(BALL, parameters, &free);
    assert_eq!(
        told(&[("hight", "1m")]),
        (
            Ended::Mistake,
            "ball has no parameter `hight`; did you mean `height`?".to_owned()
        )
    );
    let (end, reason) = told(&[("height", "3m")]);
    assert_eq!(end, Ended::Mistake);
    assert_eq!(
        reason,
        "ball:1: [E064] `height` is from 0.1m to 2m, but the command line gives `3m`"
    );
    assert_eq!(told(&[("height", "3s")]).0, Ended::Mistake);
    let limits = |evaluations, seconds| Limits {
        evaluations,
        seconds,
        ..Limits::default()
    };
    let long: &[(&str, &str)] = &[("time", "1000s")];
    assert_eq!(
        ended(BALL, long, &limits(Some(50), None)).0,
        Ended::OutOfEvaluations
    );
    assert_eq!(
        ended(BALL, long, &limits(None, Some(0.01))).0,
        Ended::OutOfSeconds
    );
    let endless = "let a = 0\nwhile true\n  let a = a + 1\nend";
    assert_eq!(
        ended(endless, &[], &limits(None, Some(0.01))).0,
        Ended::OutOfSeconds
    );
    let budget = limits(Some(1000), None);
    let told =
        "the lines of the script took most of the limit of evaluations: a loop may be endless";
    for endless in [
        endless,
        "while true\nend",
        "let a = 0\nwhile true\n  let a = sum([i for i in 0..100000])\nend",
        "define again n\n  repeat {n}\n    let b = 1\n  end\nend\nwhile true\n  again 10\nend",
    ] {
        assert_eq!(
            ended(endless, &[], &budget),
            (Ended::OutOfEvaluations, told.to_owned()),
            "{endless}"
        );
    }
    let back = BALL.replace(
        "go {time}",
        "mark here\nwhile true\n  go 1\n  rewind here\nend",
    );
    assert_eq!(ended(&back, &[], &budget).0, Ended::OutOfEvaluations);
    let stop = Limits {
        stop: StopSignal::new(|| true),
        ..Limits::default()
    };
    assert_eq!(ended(BALL, long, &stop).0, Ended::Stopped);
    assert_eq!(ended("result a = 1\nfoo", &[], &free).0, Ended::Mistake);
    let diverges = BALL.replace("go {time}", "maxv ball 1 1\ngo 1s");
    assert_eq!(ended(&diverges, &[], &free).0, Ended::Diverged);
    let missing = Script::new(std::path::Path::new("nowhere.corpus"));
    let row = run(&missing, &[], &free);
    assert!(
        row.reason.starts_with("cannot read nowhere.corpus: "),
        "{}",
        row.reason
    );
}

#[test]
fn a_run_writes_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("writes.corpus");
    let writes = "record walk.csv {ball.z}\nplot z.svg {ball.z}\nfilm walk.gif\nsnap ball.png\nsave state.json\nprint it is written";
    let text = BALL.replace("go {time}", &format!("{writes}\ngo {{time}}"));
    std::fs::write(&path, &text).unwrap();
    let row = run(&Script::new(&path), &[], &Limits::default());
    assert_eq!((row.ended, row.reason.as_str()), (Ended::Done, ""));
    assert!(row.has_discarded);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    for name in ["walk.csv", "z.svg", "walk.gif", "ball.png", "state.json"] {
        assert!(!std::path::Path::new(name).exists(), "{name}");
    }
    let plain = with(BALL, &[], &Limits::default());
    assert_eq!(row.number("fallen"), plain.number("fallen"));
    assert!(!plain.has_discarded);
    let loads = BALL.replace("go {time}", "save a.json\ngo {time}\nload a.json");
    let (end, reason) = ended(&loads, &[], &Limits::default());
    assert_eq!(end, Ended::Mistake);
    assert!(
        reason.ends_with("cannot read `a.json`: this run writes no files"),
        "{reason}"
    );
}

/// Frames are stored only where a script goes back in time; that changes no bits.
#[test]
fn a_run_goes_back_in_time() {
    let back = BALL.replace("go {time}", "go {time}\nrewind 50ms\ngo 50ms");
    let bits = |text: &str| {
        let row = with(text, &[], &Limits::default());
        assert_eq!((row.ended, row.reason.as_str()), (Ended::Done, ""));
        row.number("fallen").unwrap().to_bits()
    };
    assert_eq!(bits(&back), bits(BALL));
    // Also where the word is in a file that is only read then.
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("back.corpus"), "rewind 50ms\ngo 50ms").unwrap();
    let path = folder.path().join("ball.corpus");
    let including = BALL.replace("go {time}", "go {time}\ninclude back.corpus");
    std::fs::write(&path, including).unwrap();
    let row = run(&Script::new(&path), &[], &Limits::default());
    assert_eq!((row.ended, row.reason.as_str()), (Ended::Done, ""));
}

#[test]
fn a_check_knows_parameters_and_results() {
    let mut script = Script::of_text("ball", BALL);
    let session = script.check(&[]).unwrap();
    assert!(!session.has_errors(), "{:?}", session.diagnostics);
    let parameters = script.parameters.iter();
    let parameters: Vec<_> = parameters
        .map(|p| (&*p.name, p.range, p.unit.as_str()))
        .collect();
    assert_eq!(
        parameters,
        [("height", Some([0.1, 2.0]), "m"), ("time", None, "s")]
    );
    let results = script
        .results
        .iter()
        .map(|r| (r.name.as_str(), r.unit.as_str()));
    assert_eq!(
        results.collect::<Vec<_>>(),
        [("fallen", "cm"), ("high", "")]
    );
    let mut other = Script::of_text("ball", &BALL.replace("10cm", "11cm"));
    other.check(&[]).unwrap();
    assert_ne!(script.fingerprint, other.fingerprint);
}
