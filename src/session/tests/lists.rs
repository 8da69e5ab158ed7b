//! Lists of motor programs, and lines that are bound before they run.

use super::{BUG, prints, told};

/// Returns a script with one step of leg 0 in each run, and its program in place of the braces.
fn program(lines: &str) -> String {
    format!(
        "{BUG}let k = 1\nlet side = \"l\"\nprocom 0\n{lines}\n..\nlet k = 2\nlet side = \"r\"\nspeed 1\ngaitgo\ngo 2s\n"
    )
}

fn first(lines: &str) -> String {
    prints(&program(lines)).first().cloned().unwrap_or_default()
}

#[test]
fn names_of_the_script_are_read_when_a_list_runs_unless_they_are_bound_before() {
    // Text is evaluated when it is printed, arguments when the list is read.
    assert_eq!(first("print {k} {side}"), "2 r");
    assert_eq!(
        first("joint leg_{side} b {k}\nprint {leg_l.b} {leg_r.b}"),
        "1 0"
    );
}

#[test]
fn loops_in_lists_run_each_time() {
    let printed = prints(&program(
        "for s in l r\n  joint leg_{s} b 0.5\n  print {s} {leg_{s}.b}\nend",
    ));
    assert_eq!(printed[..2], ["l 0.5", "r 0.5"]);
}

#[test]
fn locals_of_a_loop_around_a_list_are_kept() {
    let script = format!(
        "{BUG}for i in 0..2\n  procom {{i}}\n    print leg {{i}}\n  ..\nend\nspeed 1\ngaitgo\ngo 2s\n"
    );
    let printed = prints(&script);
    assert!(
        printed.contains(&"leg 0".to_owned()) && printed.contains(&"leg 1".to_owned()),
        "{printed:?}"
    );
}

#[test]
fn a_line_that_reads_the_world_reads_it_when_it_runs() {
    let script = format!(
        "{BUG}timer 5ms joint leg_l b {{world.time/1s}}\nlet b = 7\ntimer 6ms joint leg_r b {{b}}\nlet b = 8\ngo 10\nprint {{leg_l.b}} {{leg_r.b}}"
    );
    assert_eq!(prints(&script), ["0.005 7"]);
    let script = program(
        "joint leg_l ea 1e-9\njoint leg_l eB 1\nmotor leg_l etarget {world.time/1s*1rad} *0.5\ntimer *0.5 print {leg_l.e_q > 0rad}",
    );
    assert!(!prints(&script).is_empty());
    // The local variable has its value of that time.
    let script = format!(
        "{BUG}for x in 3 4\n  timer 5ms joint leg_l b {{x + world.time/1s}}\nend\ngo 10\nprint {{leg_l.b}}"
    );
    assert_eq!(prints(&script), ["4.005"]);
}

#[test]
fn lists_are_checked_to_their_last_line() {
    let told = told(&program(
        "print {nothing}\nfor s in l x\n  joint leg_{s} b 1\nend\nif k > 1m\nend\ntimer 1 print {leg_l.loda}",
    ));
    assert_eq!(
        told,
        [
            "E015 there is no variable `nothing`",
            "E025 there is no body `leg_x`",
            "E014 cannot compare a number without a unit with a length (m)",
            "E015 `leg_l` has no quantity `loda`",
        ]
    );
}

#[test]
fn a_loop_over_a_sum_or_product_runs_over_its_elements() {
    let print = "\n  print {x}\nend";
    assert_eq!(prints(&format!("for x in 2 * [1 2]{print}")), ["2", "4"]);
    let sum = format!("let l = [1 2]\nfor x in l + [5 6]{print}");
    assert_eq!(prints(&sum), ["6", "8"]);
    assert_eq!(prints(&format!("for x in + -{print}")), ["+", "-"]);
}
