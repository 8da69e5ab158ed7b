//! What a check does not know it does not judge: each of these scripts is right, and was refused once.

use super::{BUG, prints, told};

const BALL: &str = "\
addcorpus c
get o from unit_sphere
addbody ball o 0 0 1 rotary 1000
setroot ball
corpusinit
rest 50cm
grav on
";

fn falling(script: &str) -> Vec<String> {
    prints(&format!("{BALL}{script}"))
}

#[test]
fn parameters_and_loop_values_from_the_world_are_not_known() {
    let call =
        "define f z\n  expect z < 0.9m \"fallen\"\n  if z < 0.9m\n    print below\n  end\nend\n";
    assert_eq!(falling(&format!("{call}go 0.3s\nf {{ball.z}}")), ["below"]);
    assert_eq!(
        falling(&format!("{call}go 0.3s\nf z={{ball.z}}")),
        ["below"]
    );
    let each = "go 0.3s\nfor z in {[ball.z ball.z]}\n  expect z < 0.9m\n  print z\nend";
    assert_eq!(falling(each), ["z", "z"]);
}

#[test]
fn what_events_and_lists_set_is_not_known_behind_a_go() {
    let events =
        "let n = 0\nevery 10ms\n  let n = n + 1\nend\nlet n = 0\ngo 0.1s\nexpect n > 5\nprint ran";
    assert_eq!(falling(events), ["ran"]);
    let lists = "addroach bug 2\nlet n = 0\nprocom 0\n  let n = n + 1\n..\nlet n = 0\ngaitgo on\ngo 0.5s\nexpect n > 2\nprint ran";
    assert_eq!(falling(lists), ["ran"]);
}

#[test]
fn timerflush_may_change_anything() {
    let script =
        "timer 0.5 joint leg_l q 1\ntime 0.5\ntimerflush\nexpect leg_l.q == 1rad\nprint done";
    assert_eq!(prints(&format!("{BUG}{script}")), ["done"]);
}

#[test]
fn branches_that_may_not_run_do_not_stand_in_each_others_way() {
    let twice = "go 1\nif ball.z > 40cm\n  get box from unit_cube\nelse\n  get box from unit_sphere\nend\nprint {world.frames}";
    assert_eq!(falling(twice), ["1"]);
    let other = "addcorpus d\nget p from unit_sphere\naddbody other p 0 0 1 rotary 1000\nsetroot other\ncorpusinit\nsetcorpus c\n\
                 go 1\nif d.com.z > 10m\n  setcorpus d\nend\nmaxv ball 3 3\nprint {ball.z > 0m}";
    assert_eq!(falling(other), ["true"]);
    let clock = "go 1\nif ball.z > 100m\n  go 1s\nend\nat 0.5s\n  print half\nend\nalarm 0.6 ! hallo\ngo 0.7s";
    assert_eq!(falling(clock), ["half", "hallo"]);
}

#[test]
fn a_command_may_set_itself_again() {
    let script = "define tick\n  print {world.time to ms}\n  after 10ms\n    tick\n  end\nend\ntick\ngo 35ms";
    assert_eq!(falling(script), ["0 ms", "10 ms", "20 ms", "30 ms"]);
    let script = "define settle\n  go 10\n  if ball.z > 0.98m\n    settle\n  else\n    print down\n  end\nend\nsettle";
    assert_eq!(falling(script), ["down"]);
}

#[test]
fn marks_of_timers_are_there() {
    let script = "timer 50ms mark mid\ngo 0.1s\nrewind mid\nprint {world.time < 60ms}";
    assert_eq!(falling(script).last().map(String::as_str), Some("true"));
    let wrong = told(&format!("{BALL}timer 50ms time 0.2\ngo 0.1s"));
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert!(wrong[0].starts_with("E029"), "{wrong:?}");
}

#[test]
fn names_numbers_and_counts_made_of_what_is_not_known_are_not_judged() {
    let names = "let n = 0\ngo 1\nif ball.z < 2m\n  let n = \"ball\"\nelse\n  let n = \"none\"\nend\nmaxv {n} 1 1\nprint {{n}.z > 0m}";
    assert_eq!(falling(names), ["true"]);
    let numbers =
        "go 10\ndt {choose(ball.speed > 0.01m/s, 1ms, 0s)}\ngo 5ms\nprint {world.dt to ms}";
    assert_eq!(falling(numbers), ["1 ms"]);
    let counts = "go 5\nrepeat world.frames - 3\n  print again\nend";
    assert_eq!(falling(counts), ["again", "again"]);
}
