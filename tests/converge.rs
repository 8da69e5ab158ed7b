//! Accuracy of numbers: runs with smaller and smaller steps agree with known values.

use corpus::converge::{Comparison, Level, Plan, Row, run};
use corpus::session::Quiet;

const PENDULUM: &str = concat!(
    include_str!("data/rod.corpus"),
    "joint rod q 0.5rad\ngrav on\n"
);

/// A box on a ground with small losses, and the height to which it bounces.
const BOX: &str = "\
addcorpus c
get cube from unit_cube
scale cube 1cm 1cm 1cm
addbody cube cube 0 0 1 rotary 2g/cm3
setroot cube
corpusinit
rest 1cm
ground on
grav on
grounde 1
let top = 0m
let down = false
when cube.height < 0m
  let down = true
end
every 1ms
  if down
    let top = max(top, cube.height)
  end
end
";

fn compared(script: &str) -> Comparison {
    let plan = Plan::default();
    let folder = tempfile::tempdir().unwrap();
    let runs = Level::ALL.map(|level| {
        let observer = || -> Box<dyn corpus::session::Observer> { Box::new(Quiet) };
        run(level, &plan, folder.path(), observer, |session| {
            Ok(session.run_text("test.corpus", script))
        })
        .unwrap()
    });
    Comparison::of(&runs, &plan)
}

fn row<'a>(comparison: &'a Comparison, used: &str, name: &str) -> &'a Row {
    let mut rows = comparison.rows.iter();
    rows.find(|row| row.used == used && row.name == name)
        .unwrap_or_else(|| panic!("no {used} {name}\n{comparison}"))
}

#[test]
fn orders_of_the_methods_are_seen_in_a_pendulum() {
    for (method, order) in [("implicit", 1.0), ("euler", 1.0), ("rkfixed", 4.0)] {
        let script = format!(
            "{PENDULUM}integration {method}\ndt 10ms\nh 10ms\ngo 0.7s\nprint it is at {{rod.q}}\nresult angle = rod.q\n"
        );
        let comparison = compared(&script);
        let seen = row(&comparison, "print", "rod.q");
        assert_eq!(row(&comparison, "result", "rod.q").values, seen.values);
        let found = seen.order.unwrap();
        assert!((found - order).abs() < 0.35, "{method}: {comparison}");
        // The reported error is right: the second method knows the answer.
        let best = seen.values[3].unwrap();
        let error = (seen.values[0].unwrap() - best).abs() / seen.scale;
        assert!((seen.errors[0].unwrap() - error).abs() < 1e-12);
    }
}

#[test]
fn a_tolerance_is_divided_where_there_is_one() {
    let script = format!(
        "{PENDULUM}integration rkf\neps 1e-4\ngo 0.7s\nexpect abs(rod.q - 0.3rad) < 1rad\n"
    );
    let comparison = compared(&script);
    assert!(
        comparison.levels[0].starts_with("eps 0.0001"),
        "{comparison}"
    );
    assert!(comparison.is_converged(), "{comparison}");
}

#[test]
fn a_bounce_that_the_step_decides_is_no_number() {
    let script = format!("{BOX}integration implicit\ngo 110ms\nprint it comes up to {{top}}\n");
    let comparison = compared(&script);
    assert!(!comparison.is_converged(), "{comparison}");
    let top = row(&comparison, "print", "top");
    assert!(top.moved > 0.02, "{comparison}");
    assert!(
        comparison.advice.contains("change by more than 2 %"),
        "{comparison}"
    );
    // By the second method it returns to its initial height.
    assert!((top.values[3].unwrap() - 0.01).abs() < 2e-4, "{comparison}");
}

#[test]
fn columns_are_held_row_by_row_and_nothing_is_left_behind() {
    let before = std::env::current_dir().unwrap().join("fall.csv").exists();
    let script = format!(
        "{PENDULUM}integration rkf\nrecord fall.csv every 10ms {{rod.q}} {{rod.dq}}\ngo 0.2s\n"
    );
    let comparison = compared(&script);
    for name in ["rod.q", "rod.dq"] {
        let column = row(&comparison, "record", name);
        assert!(column.largest.unwrap() < 1e-3, "{comparison}");
    }
    assert_eq!(
        before,
        std::env::current_dir().unwrap().join("fall.csv").exists()
    );
}

#[test]
fn what_lies_at_paths_that_the_script_names_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().canonicalize().unwrap();
    std::fs::create_dir(here.join("in")).unwrap();
    let there = |name: &str| here.join(name).display().to_string();
    let files = [
        there("fall.csv"),
        there("in/../up.csv"),
        there("state.json"),
    ];
    for file in &files {
        std::fs::write(file, "kept").unwrap();
    }
    let [table, up, state] = &files;
    let script = format!(
        "{PENDULUM}record \"{table}\" {{rod.q}}\nrecord \"{up}\" {{rod.dq}}\ngo 50ms\nsave \"{state}\"\n\
         go 10ms\nload \"{state}\"\nprint {{rod.q}}\n"
    );
    let plan = Plan::default();
    let scratch = tempfile::tempdir().unwrap();
    for level in Level::ALL {
        let quiet = || -> Box<dyn corpus::session::Observer> { Box::new(Quiet) };
        let ended = run(level, &plan, scratch.path(), quiet, |session| {
            session.files.access.allow_writing(&here);
            Ok(session.run_text("test.corpus", &script))
        });
        assert_eq!(ended.unwrap().stopped, None);
    }
    for file in &files {
        assert_eq!(std::fs::read_to_string(file).unwrap(), "kept", "{file}");
    }
    assert!(scratch.path().read_dir().unwrap().next().is_some());
}

#[test]
fn a_condition_that_holds_in_some_runs_only_moves() {
    // At this step the first-order method has an error of 8 mrad.
    let script = format!(
        "{PENDULUM}integration implicit\ndt 10ms\nh 10ms\ngo 0.7s\nexpect rod.q < 0.468rad\n"
    );
    let comparison = compared(&script);
    let mut remarks = comparison.moving().filter_map(|row| row.remark.as_deref());
    assert_eq!(
        remarks.next(),
        Some("true in some runs only"),
        "{comparison}"
    );
}

#[test]
fn a_script_that_names_no_method_is_compared_at_smaller_tolerances() {
    let script = format!("{BOX}go 110ms\nprint it comes up to {{top}}\n");
    let comparison = compared(&script);
    let levels = ["tolerance 0.003", "tolerance 0.001", "tolerance 0.0003"];
    assert_eq!(comparison.levels[..3], levels, "{comparison}");
    assert!(comparison.is_converged(), "{comparison}");
    let top = row(&comparison, "print", "top");
    assert!(top.errors[0].unwrap() < 2e-3, "{comparison}");
}

#[test]
fn a_script_that_stops_is_told_to() {
    let comparison = compared("addcorpus c\ngo 5\n");
    assert!(!comparison.is_converged());
    assert!(
        comparison.advice.contains("does not run to its end"),
        "{comparison}"
    );
}

/// In an earlier version, large early values made later small ones seem accurate: a column is judged by its largest value, but
/// numbers printed one after the other each by itself.
#[test]
fn what_is_printed_last_is_judged_by_its_own_size() {
    let script = format!(
        "{PENDULUM}integration implicit\ndt 10ms\nh 10ms\nlet told = 100rad\nrepeat 2\n  print {{told}}\n  go 0.7s\n  let told = rod.q\nend\n\
         print {{told}}\n"
    );
    let comparison = compared(&script);
    let last = comparison
        .rows
        .iter()
        .find(|row| row.used == "print")
        .unwrap();
    assert!(last.scale < 1.0, "{}", last.scale);
}

#[test]
fn an_expectation_that_holds_in_no_run_is_told() {
    let comparison = compared(&format!("{PENDULUM}go 10ms\nexpect rod.q > 1rad\n"));
    assert_eq!(comparison.failed.len(), 1, "{:?}", comparison.failed);
    assert!(!comparison.is_converged());
    assert!(
        comparison
            .to_string()
            .contains("expect rod.q > 1rad: the condition is false in all runs")
    );
}

#[test]
fn the_height_of_the_root_is_above_the_ground_only_where_there_is_level_ground() {
    for (ground, name) in [
        (
            "ground on\nrest 1cm\n",
            "smallest height of the root above the ground",
        ),
        ("", "smallest height of the root above z = 0 m"),
        (
            "groundnormal 0 1 5\nground on\nrest 1cm\n",
            "smallest height of the root above z = 0 m",
        ),
    ] {
        let comparison = compared(&format!("{PENDULUM}{ground}go 10ms\n"));
        row(&comparison, "report", name);
    }
}
