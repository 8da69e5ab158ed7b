//! Events, in the order of time.

use super::{BUG, Mode, Session, prints, told};

#[test]
fn events_come_by_their_time_and_of_one_time_in_the_order_in_which_they_were_set() {
    let script = format!(
        "{BUG}after 2ms\n  print c\nend\nafter 1ms\n  print a\nend\nat 2ms\n  print d\nend\ntimer 2ms ! e\nat 1ms\n  print b\nend\n\
         every 2ms\n  print f\nend\ngo 4\n"
    );
    assert_eq!(prints(&script), ["a", "b", "c", "d", "e", "f"]);
    // What is due at the end of a `go` comes first in the next.
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
    assert_eq!(prints(&script), ["1 3 ms", "2 7 ms"]);
    // What held when it was set must first cease to.
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
            "E029 `go` cannot wait in a list, a timer or an event",
            "E015 there is no variable `nothing`",
            "E029 `addcorpus` cannot wait in a list, a timer or an event",
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

/// A session at a prompt: what each entry prints, and what is reported of it.
fn entered(entries: &[&str]) -> Vec<Vec<String>> {
    let lines = super::Lines::default();
    let printed = std::rc::Rc::clone(&lines.0);
    let mut session = Session::new(Mode::Run, Box::new(lines));
    let entry = |(i, text): (usize, &&str)| {
        let _ = session.run_text(&format!("entry {i}"), text);
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
        "there is no command `prnt` (this command is not made)"
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
            "`1 / 0` divides by zero (this ran at 0.02 s and is removed now, as its lines fail)"
        ]
    );
    assert_eq!(
        came[4],
        ["`1 / 0` divides by zero (this ran at 0.036 s and is removed now, as its lines fail)"]
    );
    assert_eq!(came[5], Vec::<String>::new());
    assert_eq!(came[6], ["86 ms 2"]);
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
