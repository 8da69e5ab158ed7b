//! Scopes of names.

use super::{prints, told};

#[test]
fn names_at_the_top_are_seen_everywhere() {
    assert_eq!(
        prints("let x = 1\nif true\n  let x = 2\n  let y = 3\nend\nprint {x} {y}"),
        ["2 3"]
    );
    assert_eq!(
        prints("let x = 1\ndefine tell\n  print {x}\nend\nlet x = 2\ntell"),
        ["2"]
    );
}

#[test]
fn names_within_a_define_belong_to_the_call() {
    let script = "let x = 1\ndefine change\n  let x = 2\n  let y = 3\n  print {x} {y}\nend\nchange\nprint {x}";
    assert_eq!(prints(script), ["2 3", "1"]);
    let script = "define change\n  let y = 3\nend\nchange\nprint {y}";
    assert_eq!(told(script), ["E015 there is no variable `y`"]);
    // Blocks in it belong to the same call.
    assert_eq!(
        prints("define f\n  if true\n    let y = 3\n  end\n  print {y}\nend\nf"),
        ["3"]
    );
}

#[test]
fn a_call_sees_nothing_of_its_caller() {
    let script = "define inner\n  print {x}\nend\ndefine outer x\n  inner\nend\nouter 1";
    assert_eq!(told(script), ["E015 there is no variable `x`"]);
    let script = "define inner\n  print {i}\nend\nfor i in 0..2\n  inner\nend";
    assert_eq!(told(script), ["E015 there is no variable `i`"]);
    let script = "let x = 7\ndefine inner\n  print {x}\nend\ndefine outer x\n  inner\n  print {x}\nend\nouter 1";
    assert_eq!(prints(script), ["7", "1"]);
}

#[test]
fn counters_live_in_their_loop() {
    assert_eq!(
        told("for i in 0..2\n  print {i}\nend\nprint {i}"),
        ["E015 there is no variable `i`"]
    );
    assert_eq!(
        prints("let i = 9\nfor i in 0..2\n  print {i}\nend\nprint {i}"),
        ["0", "1", "9"]
    );
    // A name that is not the loop variable outlives the loop.
    assert_eq!(
        prints("for i in 0..3\n  let last = i\nend\nprint {last}"),
        ["2"]
    );
    // Each pass starts with its own value.
    assert_eq!(
        prints("for i in 0..2\n  print {i}\n  let i = 7\n  print {i}\nend"),
        ["0", "7", "1", "7"]
    );
}

#[test]
fn a_parameter_may_get_another_value() {
    let script = "define f x\n  let x = x + 1\n  print {x}\nend\nlet x = 5\nf x\nf {x}\nprint {x}";
    assert_eq!(
        told(script),
        ["E014 cannot add a text and a number without a unit"]
    );
    assert_eq!(prints(&script.replace("f x\nf {x}", "f {x}")), ["6", "5"]);
}
