//! Functions that a script defines.

use super::{BUG, prints, told};

#[test]
fn a_function_reads_its_arguments_the_script_and_itself() {
    let script = "let k = 2\nfunction f(x, y=1) = k * x + y\nlet k = 3\nprint {f(1)} {f(1, 5)} {f(y=5, x=1)} {[f(i) for i in 0..3]}";
    assert_eq!(prints(script), ["4 8 8 [1 4 7]"]);
    let script = "function fib(n)\n  if n < 2\n    return n\n  end\n  return fib(n - 1) + fib(n - 2)\nend\nprint {fib(15)}";
    assert_eq!(prints(script), ["610"]);
    // It has its own variables: those of its caller are not seen, and none is changed.
    let script = "let n = 1\nfunction next(a)\n  let n = n + a\n  return n\nend\ndefine c n\n  print {next(1)} {n}\nend\nc 7\nprint {n}";
    assert_eq!(prints(script), ["2 7", "1"]);
}

#[test]
fn functions_are_values() {
    let script = "function twice(f, x) = f(f(x))\nfunction add(x) = x + 3\nlet g = add\nprint {twice(g, 1)} {map(add, 0..3)} {twice(abs, -2)} {reduce(max, [1 5 2], 0)}";
    assert_eq!(prints(script), ["7 [3 4 5] 2 5"]);
    // A parameter may have the name of a function of the language, and so may a loop variable.
    let script = "function call(sqrt, x) = sqrt(x)\nfunction add(x) = x + 3\nprint {call(add, 1)} {[abs(1) for abs in [add]]} {sqrt(4)}";
    assert_eq!(prints(script), ["4 [4] 2"]);
    // What a function uses at the place of its definition, it keeps.
    let script = "define keep_it n\n  function plus(x) = x + n\n  set f = plus\nend\nfunction f(x) = x\nkeep_it 4\nprint {f(1)}";
    assert_eq!(prints(script), ["5"]);
}

#[test]
fn lists_and_records_change_in_functions() {
    let script = "function squares(n)\n  let all = []\n  for i in 0..n\n    let all = append(all, i^2)\n  end\n  let all[0] = -1\n  let r = {list: all, n: n}\n  let r.list[1] = 9\n  let q_{n} = r.n\n  return [r.list q_4]\nend\nprint {squares(4)}";
    assert_eq!(prints(script), ["[[-1 9 4 9] 4]"]);
    // The list of the caller stays as it is.
    let script = "let a = [1 2]\nfunction more(a)\n  let a = append(a, 3)\n  return len(a)\nend\nprint {more(a)} {len(a)}";
    assert_eq!(prints(script), ["3 2"]);
    // A part below a component, and a parameter with the name of the function that appends.
    let script = "function f()\n  let r = {p: [1 [2 3]]}\n  let r.p[1][0] = 9\n  return r.p\nend\nfunction g(append, a)\n  let a = append(a, 3)\n  return a\nend\nfunction h(a, x) = [x a[0]]\nprint {f()} {g(h, [1 2])}";
    assert_eq!(prints(script), ["[1 [9 3]] [3 1]"]);
}

#[test]
fn pending_lines_read_the_world_through_functions_anew() {
    // The one that is called reads it through another one, or gets that as an argument.
    let functions =
        "function now() = world.time\nfunction time_of(x) = now() + x\nfunction apply(f) = f()\n";
    for call in [
        "now()",
        "time_of(0s)",
        "apply(now)",
        "map(time_of, [0s])[0]",
        "apply([now][0])",
        "apply(({f: now}).f)",
    ] {
        let script = format!("{functions}{BUG}timer 2ms print {{{call} to ms}}\ngo 3");
        assert_eq!(prints(&script), ["2 ms"], "{call}");
        let script = format!(
            "{functions}{BUG}timer 2ms servo leg_l kp=1 target={{{call} / 1s}}\ngo 3\nprint {{leg_l.target * 1000}}"
        );
        assert_eq!(prints(&script), ["2 rad"], "{call}");
    }
}

#[test]
fn quantities_of_a_body_given_by_name_are_read() {
    let script = format!(
        "{BUG}function height(leg) = leg.z - trunk.z\nprint {{height(\"leg_l\") to mm}} {{[height(\"leg_{{s}}\") / 1m for s in [\"l\" \"r\"]]}}"
    );
    assert_eq!(prints(&script), ["0 mm [0 0]"]);
}

#[test]
fn a_function_that_nothing_calls_may_be_for_other_scripts() {
    let script = "function load(leg) = roach.leg0.phase * gain + leg.load\nprint yes";
    assert_eq!(prints(script), ["yes"]);
    assert_eq!(
        told("function f(x) = x + nosuch\nprint {f(1)}"),
        ["E015 there is no variable `nosuch`"]
    );
    assert_eq!(
        told("function f() = 1m + 1s\nprint yes"),
        ["E014 cannot add a length (m) and a time (s)"]
    );
}

#[test]
fn deep_expressions_in_deep_calls_are_safe() {
    let ones = " + 1".repeat(190);
    let script = format!("function f(n) = f(n + 1){ones}\nprint {{f(0)}}");
    assert_eq!(
        told(&script),
        ["E016 calls of functions are nested more than 500 deep"]
    );
    let (open, close) = ("(1 + ".repeat(20), ")".repeat(20));
    let script = format!(
        "function f(n) = {open}choose(n > 400, 1, 2) + g(n){close}\nfunction g(n)\n  if n > 400\n    return 0\n  end\n  return {open}f(n + 2){close}\nend\nprint {{f(0) > 1}}"
    );
    assert_eq!(prints(&script), ["true"]);
    // Functions that hold each other are as deep as calls at most.
    let script = "function f(x) = x\ndefine wrap inner\n  function outer(x) = inner(x)\n  set f = outer\nend\nrepeat 600\n  wrap {f}\nend";
    assert_eq!(
        told(script),
        ["E016 functions are nested more than 500 deep in each other"]
    );
}
