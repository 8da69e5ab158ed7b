//! Events, in the order of time.

use super::{BUG, prints, told};

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
