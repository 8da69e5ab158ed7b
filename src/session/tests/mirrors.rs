//! Motor programs copied to the other side of a figure.

use super::{BUG, prints};

/// Runs the programs of the left leg, copied to the right one; the left leg then has none. Returns what `last` prints when both
/// have stepped.
fn right_only(lines: &str, last: &str) -> Vec<String> {
    prints(&right_only_script(
        lines,
        "",
        &format!("go 2s\nprint {last}"),
    ))
}

fn right_only_script(lines: &str, options: &str, last: &str) -> String {
    let before = "define stiffen leg value\n  joint {leg} eB {value}\nend\n";
    format!(
        "{BUG}{before}procom 0\n{lines}\n..\nmirror leg_l leg_r y {options}\nprocom 0\n..\nspeed 1\ngaitgo\n{last}\n"
    )
}

#[test]
fn d1_a_line_that_reads_the_world_is_copied_to_the_other_leg() {
    let printed = right_only(
        "joint leg_l kq {leg_l.kq + 0.1}",
        "{leg_l.kq > 0} {leg_r.kq > 0}",
    );
    assert_eq!(printed, ["false true"]);
}

#[test]
fn d2_the_lines_of_a_loop_are_copied_to_the_other_leg() {
    let printed = right_only(
        "for s in l l\n  joint leg_{s} eB 5\n  if leg_l.eB < 100\n    motor leg_{s} etarget 0.1 *1\n  end\nend",
        "{leg_l.eB} {leg_r.eB} {leg_l.e_q > 0} {leg_r.e_q > 0}",
    );
    assert_eq!(printed, ["0 5 false true"]);
}

#[test]
fn d3_calls_and_events_are_copied_to_the_other_leg() {
    for line in [
        "stiffen leg_l 5",
        "after 1ms\n  joint leg_l eB 5\nend",
        "after 1ms\n  timer 1ms stiffen leg_l 5\nend",
        "timer 1ms timer *0.1 joint leg_l eB 5",
        "timer 1ms timer 1ms joint leg_l eB {5 + 0 * leg_l.eB}",
        "after 1ms\n  when leg_l.eB < 1\n  end\n  every 1ms\n    joint leg_l eB 5\n  end\nend",
    ] {
        let printed = right_only(line, "{leg_l.eB} {leg_r.eB}");
        assert_eq!(printed, ["0 5"], "{line}");
    }
}

#[test]
fn d8_a_pattern_is_copied_for_each_of_its_bodies() {
    let legs = "\
addcorpus bug
for name in trunk leg_l0 leg_l1 leg_r0 leg_r1
  get {name} from unit_cube
  addbody {name} {name} axis=[1 0 0] rotary 1g/cm3
end
linkbodies trunk leg_l0
linkbodies trunk leg_l1
linkbodies trunk leg_r0
linkbodies trunk leg_r1
setroot trunk
corpusinit
joint leg_?? Q_type 17
addroach bug 2
dt 1ms
";
    let printed = prints(&format!(
        "{legs}procom 0\n  joint leg_l? b 7\n..\nmirror leg_l* leg_r* y\nprocom 0\n..\nspeed 1\ngaitgo\ngo 2s\n\
         print {{leg_l0.b}} {{leg_l1.b}} {{leg_r0.b}} {{leg_r1.b}}"
    ));
    assert_eq!(printed, ["0 0 7 7"]);
}

#[test]
fn values_of_opposite_sign_are_turned_wherever_they_are_computed() {
    for line in [
        "joint leg_l kq {leg_l.kq + 0.1}\njoint leg_l qmin {leg_l.qmin - 1}",
        "if leg_l.kq >= 0\n  joint leg_l kq {leg_l.kq + 0.1}\n  joint leg_l qmin {leg_l.qmin - 1}\nend",
    ] {
        let script = right_only_script(
            &format!("{line}\nprint {{leg_l.kq}} {{leg_l.qmin}}"),
            "opposite",
            "go 2s\nprint {leg_r.kq < 0} {leg_r.qmin} {leg_r.qmax > 2}",
        );
        let limits = "joint leg_l qmin -2\njoint leg_l qmax 3\nprocom";
        let printed = prints(&script.replacen("procom", limits, 1));
        assert_eq!(printed[0], "0.1 rad -3 rad", "{line}");
        let last = printed.last().map(String::as_str);
        assert_eq!(last, Some("true -3 rad true"), "{line}");
    }
}

#[test]
fn a_copy_that_is_copied_back_is_the_first() {
    let script = format!(
        "{BUG}procom 0\n  joint leg_l kq {{leg_l.kq + 0.1}}\n..\nmirror leg_l leg_r y\nprocom 0\n..\nmirror leg_r leg_l y\nprocom 1\n..\n\
         speed 1\ngaitgo\ngo 2s\nprint {{leg_l.kq > 0}} {{leg_r.kq > 0}}"
    );
    assert_eq!(prints(&script), ["true false"]);
}

#[test]
fn a_program_of_the_other_side_is_known_by_the_lines_of_its_blocks() {
    // The programs of leg 1 stay: they refer to the twins, and not to the branch.
    let script = format!(
        "{BUG}for n in 0..2\n  for side in l r\n    if (n == 0) == (side == \"l\")\n      procom {{n}}\n        if true\n          joint leg_{{side}} eB 5\n        end\n      ..\n    end\n  end\nend\n\
         retcom 0\n  joint leg_l b 7\n..\nmirror leg_l leg_r y\nspeed 1\ngaitgo\ngo 2s\nprint {{leg_l.eB}} {{leg_r.eB}} {{leg_l.b}} {{leg_r.b}}"
    );
    assert_eq!(prints(&script), ["5 5 7 7"]);
}
