//! A check does not reject values that it does not know: these scripts are valid, and an earlier version rejected them.

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
    let each = "go 0.3s\nfor z in {[ball.z ball.z]}\n  expect z < 0.9m\n  print seen\nend";
    assert_eq!(falling(each), ["seen", "seen"]);
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
fn settings_that_lines_may_not_have_changed_make_no_mistakes() {
    for script in [
        "after 10ms\n  integrate c off\nend\ngo 1ms\nprint ran",
        "after 5ms\n  rootmotion fixed\nend\ngo 1ms\npush ball 1mN 0 0 for 1ms\ngo 1ms\nprint ran",
        "go 1ms\nif ball.z > 100m\n  rootmotion fixed\nend\npush ball 1mN 0 0 for 1ms\ngo 1ms\nprint ran",
        "go 1ms\nif ball.z > 100m\n  integrate c off\nend\ngo 1ms\nprint ran",
    ] {
        assert_eq!(falling(script), ["ran"], "{script}");
    }
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

#[test]
fn a_frame_of_a_measured_length_leaves_the_clock_unknown() {
    let falls = "go 10ms\nlet step = 1ms * abs(ball.vel.z) / 1m * 1s\n";
    let at = format!("{falls}dt {{step}}\ngo 2\nat 1s\n  print late\nend\nprint done");
    assert_eq!(falling(&at), ["done"]);
    let alarm =
        format!("{falls}if step > 0s\n  dt {{step}}\nend\ngo 5\nalarm 0.5 ! late\nprint done");
    assert_eq!(falling(&alarm), ["done"]);
    let frames = "go 10ms\nlet n = round(world.frames / 4)\niter {n}\ngo 2\nrewind 3ms\nprint done";
    assert_eq!(falling(frames), ["done"]);
    let event = "go 10ms\nafter 1ms\n  dt {abs(ball.vel.z) / 1m * 1ms * 1s}\nend\ngo 20\ngo 100\nat 0.05s\n  print late\nend\nprint done";
    assert_eq!(falling(event), ["done"]);
}

#[test]
fn a_gait_of_a_measured_number_of_legs_has_any() {
    let legs = "go 10ms\nlet n = round(-10 * ball.vel.z / 1m * 1s) + 2\naddroach r {n}\n";
    assert_eq!(
        falling(&format!("{legs}procom 2\nprint hi\n..\nprint done")),
        ["done"]
    );
    let named = format!("{legs}for i in 0..n\n  retcom {{i}}\n  print hi\n  ..\nend\nprint done");
    assert_eq!(falling(&named), ["done"]);
    let leg = "addroach r 4\ngo 10ms\nlet n = round(-10 * ball.vel.z / 1m * 1s)\nprocom {n}\nprint hi\n..\nprint done";
    assert_eq!(falling(leg), ["done"]);
    // The gait is known to exist.
    let none = told(&format!(
        "{BALL}go 10ms\nprocom {{round(ball.z / 1m)}}\nprint hi\n.."
    ));
    assert!(none.len() == 1 && none[0].starts_with("E054"), "{none:?}");
}

#[test]
fn loops_of_a_measured_number_of_passes_are_gone_through() {
    let n = "go 50ms\nlet n = round(-20 * ball.vel.z / 1m * 1s)\n";
    for (lines, last) in [
        (
            "for i in 0..n\n  get ball_{i} from unit_sphere\nend",
            "ball_3",
        ),
        (
            "for i in list(0..n)\n  get ball_{i} from unit_sphere\nend",
            "ball_3",
        ),
        (
            "let names = list(0..n)\nfor i in names\n  get ball_{i} from unit_sphere\nend",
            "ball_3",
        ),
        (
            "let i = 0\nrepeat n\n  get ball_{i} from unit_sphere\n  let i = i + 1\nend",
            "ball_3",
        ),
        (
            "let i = 0\nwhile i < n\n  let i = i + 1\n  get ball_{i} from unit_sphere\nend",
            "ball_3",
        ),
        (
            "let name = \"ball_\"\nrepeat n\n  let name = name + \"x\"\nend\nget {name} from unit_sphere",
            "ball_xxxxxxxxxx",
        ),
    ] {
        let script = format!("{n}{lines}\nscale {last} 2 2 2\nprint {{n > 3}}");
        assert!(!falling(&script).is_empty(), "{script}");
    }
    // Errors in them are reported.
    let wrong = told(&format!(
        "{BALL}{n}for i in 0..n\n  scale nosuch 1 1 1\nend"
    ));
    assert!(
        wrong.len() == 1 && wrong[0].starts_with("E025"),
        "{wrong:?}"
    );
}

#[test]
fn kinds_of_values_that_are_not_known_are_held_against_what_is_wanted() {
    for (line, code) in [
        ("let q = ball.z + 1s", "E014"),
        ("dt {ball.z}", "E012"),
        ("if ball.z\n  print yes\nend", "E014"),
        ("repeat ball.z\n  print yes\nend", "E027"),
        ("for i in {ball.z}\n  print yes\nend", "E023"),
        ("print {sqrt(ball.z, 1)}", "E014"),
        ("print {ball.z to kg}", "E014"),
        ("print {ball.vel.x + 1kg}", "E014"),
        ("go {ball.z}", "E012"),
        // A list of unknown length may fill any number of places, but there are too many arguments even without it.
        (
            "addv ball {list(0..round(ball.z / 1mm))} 1 2 3 4 5 6 7",
            "E022",
        ),
        ("dt {list(0..round(ball.z / 1mm))} 1s 2s", "E02"),
        ("print {len(list(0..round(ball.z / 1mm))) + 1s}", "E014"),
    ] {
        let found = told(&format!("{BALL}go 10ms\n{line}"));
        assert!(
            found.len() == 1 && found[0].starts_with(code),
            "{line}: {found:?}"
        );
    }
}

#[test]
fn a_failed_definition_makes_no_further_reports() {
    let script = "let x = 1\nlet x = 1 / 0\nlet y = x + 2\nrepeat y\n  get o_{x} from unit_cube\nend\nscale o_1 {y} 1 1\nprint {y / nothing}";
    let found = told(&format!("{BALL}{script}"));
    let codes: Vec<&str> = found.iter().filter_map(|f| f.get(..4)).collect();
    assert_eq!(codes, ["E014", "E015"], "{found:?}");
}
