//! User-defined commands.

use super::{prints, told};

const SHOW: &str = "define tell a b=2 c=[3 4]\n  print {a} {b} {c}\nend\n";

#[test]
fn arguments_come_by_place_and_by_name() {
    for (call, printed) in [
        ("tell 1", "1 2 [3 4]"),
        ("tell 1 5", "1 5 [3 4]"),
        ("tell 1 5 6", "1 5 6"),
        ("tell a=1", "1 2 [3 4]"),
        ("tell c=1 a=2", "2 2 1"),
        ("tell b=5 1", "1 5 [3 4]"),
        ("tell 1 c=[0 0 1]", "1 2 [0 0 1]"),
        ("tell x", "x 2 [3 4]"),
        ("tell \"x y\" {1 + 1} [a b]", "x y 2 [\"a\" \"b\"]"),
        ("tell 5mm 1g/cm3 -1", "0.005 m 1000 kg/m3 -1"),
        ("tell leg_{1 + 1}", "leg_2 2 [3 4]"),
        ("tell ../a.obj", "../a.obj 2 [3 4]"),
    ] {
        assert_eq!(prints(&format!("{SHOW}{call}")), [printed], "{call}");
    }
}

#[test]
fn what_does_not_fit_is_told() {
    for (call, report) in [
        ("tell", "E021 `tell`: `a` is missing"),
        (
            "tell 1 2 3 4",
            "E022 `tell` takes 3 arguments, found one more: `4`",
        ),
        ("tell 1 d=2", "E062 `tell` has no parameter `d`"),
        ("tell 1 b=2 b=3", "E062 `b` is given twice"),
        ("tell 1 a=2", "E062 `a` is given twice"),
        (
            "tell *0.5",
            "E028 `*0.5` is a fraction of a step or stance, which only `motor` and `timer` accept",
        ),
        ("tell {x}", "E015 there is no variable `x`"),
    ] {
        assert_eq!(told(&format!("{SHOW}{call}")), [report], "{call}");
    }
}

#[test]
fn calls_may_stand_in_calls_but_not_without_end() {
    let script = "define down n\n  if n > 0\n    print {n}\n    down {n - 1}\n  end\nend\ndown 3";
    assert_eq!(prints(script), ["3", "2", "1"]);
    let endless = "define again\n  again\nend\nagain";
    assert_eq!(
        told(endless),
        ["E016 blocks and calls are nested more than 2000 deep"]
    );
    assert_eq!(told("define a\n  b\nend\ndefine b\n  a\nend\na").len(), 1);
}

/// The largest nesting of calls, loops and blocks, in a thread of 2 MiB.
#[test]
fn the_stack_holds_the_deepest_script() {
    let worker = std::thread::Builder::new().stack_size(2 << 20);
    let run = || {
        for script in [
            "define again n\n  for i in 0..1\n    if true\n      again {n + i}\n    end\n  end\nend\nagain 0",
            "define again\n  again\nend\nagain",
            "define a\n  repeat 1\n    b\n  end\nend\ndefine b\n  while true\n    a\n  end\nend\na",
            &format!(
                "define again n\n  again {{n{}}}\nend\nagain 0",
                " + 0".repeat(200)
            ),
            &format!(
                "define again n\n  again {{{}n{}}}\nend\nagain 0",
                "-(".repeat(31),
                ")".repeat(31)
            ),
        ] {
            let told = told(script);
            assert_eq!(told.len(), 1, "{told:?} of {script}");
            assert!(told[0].starts_with("E016"), "{told:?}");
        }
        // An event that sets itself again is not nested in itself.
        for script in [
            "define a\n  after 1ms\n    a\n  end\nend\na",
            "define a\n  when world.time > 1s\n    every 1ms\n      a\n    end\n  end\nend\na",
        ] {
            assert_eq!(told(script), Vec::<String>::new());
        }
        let nested = format!(
            "{}print deep\n{}",
            "repeat 1\n".repeat(64),
            "end\n".repeat(64)
        );
        assert_eq!(prints(&nested), ["deep"]);
        let within = format!("define deep\n{nested}end\n")
            .replace(&"repeat 1\n".repeat(64), &"repeat 1\n".repeat(63));
        let within = within.replace(&"end\n".repeat(64), &"end\n".repeat(63));
        assert_eq!(prints(&format!("{within}deep")), ["deep"]);
        let deep = format!("print {{{}1{}}}", "-(".repeat(30), ")".repeat(30));
        assert_eq!(prints(&deep), ["1"]);
        let timers = format!("{}! x", "timer 1 ".repeat(60));
        assert_eq!(prints(&timers), Vec::<String>::new());
    };
    worker.spawn(run).unwrap().join().unwrap();
}
