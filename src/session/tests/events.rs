//! Events, in the order of time.

use super::{BUG, Mode, prints, ran, told};

#[test]
fn events_come_by_their_time_and_of_one_time_in_the_order_in_which_they_were_set() {
    let script = format!(
        "{BUG}after 2ms\n  print c\nend\nafter 1ms\n  print a\nend\nat 2ms\n  print d\nend\ntimer 2ms ! e\nat 1ms\n  print b\nend\n\
         every 2ms\n  print f\nend\ngo 4\n"
    );
    assert_eq!(prints(&script), ["a", "b", "c", "d", "e", "f"]);
    // An event due at the end of a `go` comes first in the next.
    assert_eq!(prints(&format!("{script}print g\ngo 1"))[6..], ["g", "f"]);
}

#[test]
fn events_keep_the_locals_that_they_were_set_with() {
    let script = format!(
        "{BUG}let all = \"\"\nfor i in 1..4\n  after {{i*1ms}}\n    let all = all + text(i)\n  end\nend\nlet i = 9\ngo 5\nprint {{all}} {{i}}"
    );
    assert_eq!(prints(&script), ["123 9"]);
    let script = format!(
        "{BUG}define later word\n  let own = word + \"!\"\n  after 1ms\n    print {{word}} {{own}}\n  end\nend\nlater a\nlater b\ngo 3"
    );
    assert_eq!(prints(&script), ["a a!", "b b!"]);
}

#[test]
fn when_runs_each_time_its_condition_becomes_true() {
    let script = format!(
        "{BUG}let n = 0\nwhen world.time > 2.5ms and world.time < 4.5ms or world.time > 6.5ms\n  let n = n + 1\n  print {{n}} {{world.time to ms}}\nend\ngo 10"
    );
    assert_eq!(prints(&script), ["1 2.5 ms", "2 6.5 ms"]);
    // If the condition is already true, it must become false first.
    assert_eq!(
        prints(&format!(
            "{BUG}when world.time < 3.5ms\n  print x\nend\ngo 9"
        )),
        Vec::<String>::new()
    );
}

#[test]
fn events_set_events() {
    let script = format!(
        "{BUG}after 1ms\n  after 1ms\n    print {{world.time to ms}}\n  end\n  at 4ms\n    print at 4\n  end\nend\ngo 6"
    );
    assert_eq!(prints(&script), ["2 ms", "at 4"]);
}

#[test]
fn events_are_checked_and_hold_only_what_can_wait() {
    let script = format!(
        "{BUG}every 1ms\n  go 1\n  print {{nothing}}\nend\nwhen true\n  addcorpus x\nend\njoint leg_l b 1\nprint {{leg_l.b}}"
    );
    assert_eq!(
        told(&script),
        [
            "E029 `go` cannot be used in a motor program, a timer or an event",
            "E015 there is no variable `nothing`",
            "E029 `addcorpus` cannot be used in a motor program, a timer or an event",
        ]
    );
}

#[test]
fn values_that_change_while_time_passes_are_not_judged_by_a_check() {
    let script = format!(
        "{BUG}go 5\nlet t = world.time\nif t > 3ms\n  print late\nelse\n  print early\nend\nlet x = 1/(t/1s)\nexpect t > 3ms\nlet n = 0\nwhile n < t/1ms\n  let n = n + 1\nend\nprint {{n}}"
    );
    assert_eq!(prints(&script), ["late", "5"]);
}

/// Runs a session at a prompt; returns what each entry prints, and its reports.
fn entered(entries: &[&str]) -> Vec<Vec<String>> {
    let lines = super::Lines::default();
    let printed = lines.0.clone();
    let mut session = crate::commands::session(Mode::Run, Box::new(lines));
    let entry = |(i, text): (usize, &&str)| {
        let _ = session.run_entry(&format!("entry {i}"), text);
        let told = session.sorted_diagnostics();
        session.diagnostics.clear();
        session.trust();
        let notes = |d: &crate::diagnostic::Diagnostic| {
            let notes = d.notes.iter().map(|(_, note)| format!(" ({note})"));
            notes.collect::<String>()
        };
        let told = told.iter().map(|d| format!("{}{}", d.message, notes(d)));
        printed.take().into_iter().chain(told).collect()
    };
    entries.iter().enumerate().map(entry).collect()
}

#[test]
fn a_bad_event_is_refused_where_it_is_entered() {
    let came = entered(&[
        super::BUG,
        "every 10ms\n  mottor leg_l\n  joint leg_l kk 3\n  go 1s\nend",
        "when world.time > 1ms\n  print {1cm + 1s}\nend",
        "define foo a\n  prnt {a}\nend",
        "define fine a\n  print {a}\n  motor {a} etarget 1 1\nend",
        "go 20ms",
    ]);
    let told: Vec<usize> = came.iter().map(Vec::len).collect();
    assert_eq!(told, [0, 3, 1, 1, 0, 0], "{came:?}");
    assert_eq!(
        came[1][0],
        "there is no command `mottor` (this event is not set)"
    );
    assert_eq!(
        came[3][0],
        "there is no command `prnt` (this command is not defined)"
    );
}

#[test]
fn an_event_that_fails_is_removed_and_go_goes_on() {
    let came = entered(&[
        super::BUG,
        "let n = 0",
        "every 10ms\n  let n = n + 1\n  print {1 / (n - 2)}\nend\nwhen world.time > 35ms\n  print {1 / (n - 2)}\nend",
        "go 50ms",
        "go 50ms",
        "go 50ms",
        "print {world.time to ms} {n}",
    ]);
    assert_eq!(
        came[3],
        [
            "-1",
            "`1 / 0` divides by zero (this event ran at 0.02 s and is now removed, because its lines fail)"
        ]
    );
    assert_eq!(
        came[4],
        [
            "`1 / 0` divides by zero (this event ran at 0.035 s and is now removed, because its lines fail)"
        ]
    );
    assert_eq!(came[5], Vec::<String>::new());
    assert_eq!(came[6], ["85 ms 2"]);
}

#[test]
fn a_failing_command_tells_each_time_why() {
    let came = entered(&["define bad x\n  print {1 / x}\nend", "bad 0", "bad 0"]);
    assert_eq!(came[1], came[2]);
    assert_eq!(came[1], ["`1 / 0` divides by zero (in `bad`, called here)"]);
}

#[test]
fn rewind_tells_at_the_prompt_where_one_is() {
    let came = entered(&[
        super::BUG,
        "go 20ms",
        "rewind 5ms",
        "mark\ngo 5ms",
        "rewind",
    ]);
    assert_eq!(came[2], ["back at 0.015 s"]);
    assert_eq!(came[4], ["back at 0.015 s"]);
}

#[test]
fn d6_the_quantities_of_a_body_are_read_when_the_line_runs_whatever_a_variable_is_called() {
    let set = "timer 50ms joint leg_l kq {leg_l.kq + 0.5}\ntimer 40ms joint leg_l kq 1\n";
    let rest = "go 100\nprint {leg_l.kq}";
    let script = format!("{BUG}let leg_l = 5\n{set}{rest}");
    assert_eq!(prints(&script), ["1.5 rad"]);
    let script = format!("{BUG}define set leg_l\n{set}end\nset 5\n{rest}");
    assert_eq!(prints(&script), ["1.5 rad"]);
    // Members of a variable are those at the time when the line is set.
    let members =
        "let v = [1 2 3]\ntimer 5ms joint leg_l kq {v.x}\nlet v = [7 8 9]\ngo 10\nprint {leg_l.kq}";
    assert_eq!(prints(&format!("{BUG}{members}")), ["1 rad"]);
}

#[test]
fn e2_what_comes_by_periods_goes_on_when_the_clock_is_set() {
    let script = format!(
        "{BUG}let n = 0\nevery 1ms\n  let n = n + 1\nend\nafter 3.5ms\n  print once\nend\ngo 2\nprint {{n}}\ntime 1s\ngo 1\nprint {{n}}\n\
         time 0\ngo 3\nprint {{n}}"
    );
    assert_eq!(prints(&script), ["1", "once", "2", "5"]);
}

#[test]
fn b6_periods_without_end_are_refused() {
    for line in ["every 1e-300s\nend", "record x.csv every 1e-300s {leg_l.q}"] {
        let told = told(&format!("{BUG}{line}"));
        let [one] = told.as_slice() else {
            panic!("{told:?}");
        };
        let expected = "E027 a period of 1e-300 s is less than a millionth of a frame";
        assert!(one.starts_with(expected), "{one}");
    }
    let late = told(&format!("{BUG}time 1e12\nevery 1us\nend"));
    let expected =
        "E027 a period of 1e-6 s is shorter than the rounding of the clock, which is at 1e12 s";
    assert!(late[0].starts_with(expected), "{late:?}");
    let short = told(&format!("{BUG}every 1us\nend"));
    assert_eq!(short, Vec::<String>::new());
}

#[test]
fn an_event_that_sets_itself_again_for_the_same_moment_is_told() {
    let again = format!(
        "{BUG}define again\n  after 0s\n    again\n  end\nend\nafter 5ms\n  again\nend\ngo 10"
    );
    let (_, told) = ran(Mode::Run, &again);
    assert_eq!(
        told,
        ["E016 this event repeats without end at 0.005 s, and the clock does not advance"]
    );
}

#[test]
fn an_event_with_a_name_lacks_its_end_like_any_other() {
    for head in ["every 1ms \"e\"", "after 1ms \"e\"", "at 1ms \"e\""] {
        let reports = told(&format!("{BUG}{head}\n  print tick\ngo 3ms"));
        assert!(
            reports.len() == 1 && reports[0].starts_with("E008"),
            "{head}: {reports:?}"
        );
    }
    // Indentation has no meaning.
    let indented =
        format!("{BUG}if true\n    every 1ms \"e\"\n      print x\n    end\nprint y\nend");
    assert_eq!(prints(&indented), ["y"]);
}

#[test]
fn a_push_lasts_its_time_after_the_clock_was_set() {
    for clock in ["-3s", "0", "10s"] {
        let script = format!(
            "{BUG}push trunk impulse 0 1mN*s 0 for 8ms\ngo 2\ntime {clock}\ngo 1s\nprint {{abs(bug.momentum.y / (1N * 1s) - 0.001) < 1e-9}}"
        );
        assert_eq!(prints(&script), ["true"], "{clock}");
    }
}

#[test]
fn a_failed_expectation_in_a_try_is_an_error() {
    let mut session = crate::commands::session(Mode::Run, Box::<super::Lines>::default());
    let _ = session.run_text("test", "try\n  expect 1 > 2\nend\n");
    let severities: Vec<_> = session
        .sorted_diagnostics()
        .iter()
        .map(|d| d.severity)
        .collect();
    assert_eq!(severities, [crate::diagnostic::Severity::Error]);
}
