//! Typical errors of newcomers.

use super::{BUG, Mode, prints, ran, told};

#[test]
fn equality_but_for_rounding() {
    let script = "let x = 5cm + 2mm\nprint {x == 52mm} {x ~ 52mm} {x ~ 53mm} {x ~ 53mm within 2%} {x ~ 53mm +- 0.1mm} {x ~ 53mm ± 2mm}";
    assert_eq!(prints(script), ["false true false true false true"]);
    let script = "let v = [3cm 4cm 0m]\nprint {v ~ [3cm 4cm 1um] within 1%} {2 ~ 2 + 1 +- 1} {not 2 ~ 3} {5 +-3}";
    assert_eq!(prints(script), ["true true true 2"]);
    let script = "let within = 3\nprint {within ~ 3 within 1%}";
    assert_eq!(prints(script), ["true"]);
}

#[test]
fn an_expectation_tells_the_difference_and_how_to_allow_for_rounding() {
    let (_, reports) = ran(Mode::Run, "let x = 5cm + 2mm\nexpect x == 52mm");
    assert_eq!(reports, ["E063 expectation failed: x == 52mm"]);
    let mut session = crate::commands::session(Mode::Run, Box::new(crate::session::Quiet));
    let _ = session.run_text(
        "t",
        "let x = 5cm + 2mm\nexpect x == 52mm\nexpect x ~ 53mm within 1%",
    );
    let help = |i: usize| session.diagnostics[i].help.clone().unwrap();
    assert!(
        help(0).contains("the difference is") && help(0).ends_with("write `x ~ 52mm`"),
        "{}",
        help(0)
    );
    assert!(
        help(1).contains("the difference is 1 mm, 1.88679 %"),
        "{}",
        help(1)
    );
}

#[test]
fn a_tolerance_must_fit_what_is_compared() {
    assert_eq!(
        told("expect 1m ~ 2m within 3")[0],
        "E014 the tolerance is a number without a unit, but the compared values are a length (m)"
    );
    assert_eq!(
        told("expect 1m ~ 2s")[0],
        "E014 cannot compare a length (m) with a time (s)"
    );
    assert_eq!(told("expect 1m ~ 2m +- (0m - 1mm)").len(), 1);
}

#[test]
fn units_go_on_behind_a_star() {
    let apart = "print {0.2N/m * 1s} {3N * 1m * 1s / 1rad} {2N * (1s)^2 / 1m} {-0.5mN * 1mm}";
    assert_eq!(
        prints("print {0.2N*s/m} {3N*m*s/rad} {2N*s^2/m} {-0.5mN*mm}"),
        prints(apart)
    );
    // A variable of that name has precedence.
    assert_eq!(prints("let s = 3\nprint {2m*s}"), ["6 m"]);
    // A blank ends a unit, and a quotient before it is ambiguous.
    assert_eq!(told("print {2N * s}").len(), 1);
    assert_eq!(told("print {1/2N*s}").len(), 1);
}

#[test]
fn energies_are_shown_in_joules_and_torques_in_newton_metres() {
    for (value, shown) in [
        ("2J", "2 J"),
        ("2N*m", "2 N*m"),
        ("0.5 * 2kg * (3m/s)^2", "9 J"),
        ("2kg * 10m/s2 * 1m", "20 J"),
        ("1m * (10m/s2 * 2kg)", "20 J"),
        ("3W * 2s", "6 J"),
        ("0.5 * 4N/m * (1m)^2", "2 J"),
        // A force and a length may be a torque, and so may a sum that contains one.
        ("2N * 1m", "2 N*m"),
        ("2N * 1m - 1kg * 1m/s2 * 1m", "1 N*m"),
        ("cross([1m 0m 0m], [0N 2N 0N])", "[0 0 2] N*m"),
        ("3N*m/rad * 1rad", "3 N*m"),
        ("2J + 1kg * 1m/s2 * 1m", "3 J"),
        ("0 - max(2J, 3J)", "-3 J"),
        ("2N * 1m to J", "2 J"),
        ("6J / 2 / 3N", "1 m"),
        ("[1J (2N*m)]", "[1J 2N*m]"),
    ] {
        assert_eq!(prints(&format!("print {{{value}}}")), [shown], "{value}");
    }
    let figure = format!("{BUG}print {{bug.kinetic}} {{bug.energy.springs}} {{world.work.motors}}");
    assert_eq!(prints(&figure), ["0 J 0 J 0 J"]);
}

#[test]
fn angles_that_were_meant_in_degrees_are_warned_of() {
    let warned = |text: &str| {
        let (_, reports) = ran(Mode::Run, &format!("{BUG}{text}"));
        reports
            .iter()
            .filter(|report| report.starts_with("W020"))
            .count()
    };
    assert_eq!(warned("let x = sin(30)"), 1);
    assert_eq!(warned("print {sin(30)} and {cos(1)}"), 1);
    assert_eq!(warned("expect leg_l.q < 30"), 1);
    assert_eq!(warned("when leg_l.q > 5\n  print x\nend\ngo 5"), 1);
    assert_eq!(warned("motor leg_l 0 {sin(30)} 0.1"), 1);
    assert_eq!(warned("repeat {5 * cos(60)}\nend"), 1);
    for fine in [
        "let x = sin(1)",
        "let x = sin(30deg)",
        "let n = 30\nlet x = sin(n)",
        "expect leg_l.q < 3",
        "expect leg_l.q < 6.28",
        "expect leg_l.q < 30deg",
        "expect leg_l.dq < 30",
        "expect leg_l.q == 0",
    ] {
        assert_eq!(warned(fine), 0, "{fine}");
    }
}

#[test]
fn a_capsule_has_the_size_that_it_is_given() {
    let script = "addcorpus c\nget rod from capsule 4cm 1cm\naddbody rod rod 0 0 1 rotary 1g/cm3\nsetroot rod\ncorpusinit\n\
                  let true_volume = pi * (5mm)^2 * 3cm + 4/3 * pi * (5mm)^3\nexpect rod.mass / 1g/cm3 ~ true_volume within 0.5%\nrest 1mm\nprint {rod.z to mm}";
    assert_eq!(prints(script), ["21 mm"]);
    assert_eq!(
        told("get rod from capsule 1cm 1cm")[0],
        "E027 a capsule must be longer than it is thick"
    );
    // The one of old scripts keeps its length.
    let script = "addcorpus c\nget rod from unit_capsule\naddbody rod rod 0 0 1 rotary 1g/cm3\nsetroot rod\ncorpusinit\nrest 0\nprint {rod.z}";
    assert_eq!(prints(script), ["1 m"]);
}

#[test]
fn slips_of_newcomers_are_told_with_what_to_write() {
    let help = |text: &str| {
        let quiet = Box::new(crate::session::Quiet);
        let mut session = crate::commands::session(Mode::Run, quiet);
        let _ = session.run_text("t", &format!("{BUG}{text}"));
        let helps = session.diagnostics.iter().flat_map(|d| d.help.clone());
        helps.collect::<Vec<_>>().join(" ")
    };
    for (text, wanted) in [
        ("joint leg_l stiffness 2", "did you mean `k`?"),
        ("joint leg_l angle 2", "did you mean `q`?"),
        ("print {leg_l.angle}", "did you mean `leg_l.q`?"),
        ("motor leg_l etarget leg_l.q 1s", "`{leg_l.q}`"),
        ("addbody b o 0 0 1 rotary 1 g/cm3", "write `1g/cm3`"),
        ("if leg_l.q > 1 then\ngo 1\nend", "remove the word"),
        (
            "when leg_l.q > 1 print x",
            "when leg_l.q > 1\n  COMMAND\nend",
        ),
        ("joint leg_l.q 30deg", "write `joint leg_l q 30deg`"),
        ("joint leg_l q = 30deg", "remove it: `joint leg_l q 30deg`"),
        ("leg_l.q = 30deg", "`joint leg_l q 30deg`"),
        ("var x = 3", "write `let x = 3`"),
        ("x := 3", "write `let x = 3`"),
        ("every 10 ms\nend", "write `10ms`"),
        ("go 1 second", "write `1s`"),
        ("move trunk x 1cm", "write `move trunk 1cm 0 0`"),
        ("camera follow", "`camera NAME follow`"),
        ("print leg_l.q", "write `print {leg_l.q}`"),
    ] {
        let told = help(text);
        assert!(told.contains(wanted), "{text}: {told}");
    }
}

#[test]
fn commands_of_other_programs_are_told_as_a_line_to_write() {
    let quiet = || Box::new(crate::session::Quiet);
    for (text, wanted) in [
        ("wait 1s", "write `go 1s`"),
        ("simulate 2", "write `go 2s`"),
        ("step 100", "write `go 100`"),
        ("gravity off", "write `grav off`"),
        ("gravity 9.81", "write `setgrav 9.81`"),
        ("friction 0.5", "write `groundfriction stick 0.5`"),
        ("damping leg_l 0.1", "write `joint leg_l b 0.1`"),
        ("stiffness 2 leg_l", "write `joint leg_l k 2`"),
        ("position leg_l 30deg", "write `joint leg_l q 30deg`"),
        ("assert leg_l.q > 0", "write `expect leg_l.q > 0`"),
        ("foreach i in 0..4", "write `for i in 0..4`"),
        ("loop 3", "write `repeat 3`"),
        ("link trunk leg_l", "write `linkbodies trunk leg_l`"),
        ("floor on", "write `ground on`"),
        ("robot bug2", "write `addcorpus bug2`"),
        ("def walk(speed):", "write `define walk speed`"),
    ] {
        let mut session = crate::commands::session(Mode::Check, quiet());
        let _ = session.run_text("t", &format!("{BUG}{text}"));
        let report = session.diagnostics.iter().find(|d| d.code == "E020");
        let help = report.and_then(|d| d.help.clone()).unwrap_or_default();
        assert!(help.contains(wanted), "{text}: {help}");
        // The suggested line begins with a command.
        let line = wanted.split('`').nth(1).unwrap_or_default();
        let head = line.split(' ').next().unwrap_or_default();
        assert!(crate::commands::find(head).is_some(), "{wanted}");
    }
}

#[test]
fn one_argument_more_or_less_is_one_report() {
    for (text, wanted) in [
        (
            "addbody b o 0 1 rotary 1g/cm3",
            "E021 `x`, `y` or `z` is missing before `rotary`",
        ),
        (
            "addbody b o rotary 1g/cm3",
            "E021 `x`, `y` and `z` are missing before `rotary`",
        ),
        (
            "addbody b 0 1 0 rotary 1g/cm3",
            "E021 `object` is missing before `0`",
        ),
        (
            "addbody b o 0 1 0 1g/cm3",
            "E021 `joint` is missing before `1g/cm3`: `rotary` or `sliding`",
        ),
        (
            "rotate o 30deg",
            "E021 `axis` is missing before `30deg`: `x`, `y` or `z`",
        ),
        (
            "camera follow trunk",
            "E021 `name` is missing before `follow`",
        ),
        (
            "joint leg_l 30deg",
            "E021 `parameter` is missing before `30deg`",
        ),
        ("go for 1s", "E022 `for` is one word too many"),
        (
            "restitution trunk 0.5",
            "E022 `trunk` is one argument too many",
        ),
        // An unknown name is not an extra argument.
        ("joint lag_l k 2", "E025 there is no body `lag_l`"),
    ] {
        let script = format!("{BUG}get o from unit_cube\n{text}");
        let (_, reports) = ran(Mode::Check, &script);
        assert_eq!(reports, [wanted], "{text}");
    }
}

#[test]
fn calls_of_a_command_whose_name_is_taken_are_not_told_again() {
    let script = format!("{BUG}define pull a b\n  print {{a}}\nend\npull leg_l leg_r\npull 3");
    let (_, reports) = ran(Mode::Check, &script);
    assert_eq!(reports, ["E061 `pull` is a command of the language"]);
}

#[test]
fn one_factor_scales_along_all_axes() {
    let script = "addcorpus c\nget o from unit_cube\nscale o 2cm\naddbody o o 0 0 1 rotary 1g/cm3\nsetroot o\ncorpusinit\nprint {o.mass to g}";
    assert_eq!(prints(script), ["8 g"]);
}

#[test]
fn events_take_bare_expressions_names_and_can_be_cancelled() {
    let script = format!(
        "{BUG}let period = 2ms\nevery period \"beat\"\n  print tick {{world.time to ms}}\nend\nafter 2 * period + 1ms \"end\"\n  cancel beat\n  events\nend\ngo 10"
    );
    assert_eq!(
        prints(&script),
        ["tick 2 ms", "tick 4 ms", "no pending events"]
    );
    let script = format!(
        "{BUG}after max(1ms, 2ms)\n  print a\nend\nat world.time + 3ms\n  print b\nend\nwhen world.time > 1ms \"w\"\n  print w\nend\ncancel w\ngo 5"
    );
    assert_eq!(prints(&script), ["a", "b"]);
    let script = format!("{BUG}timer 1ms ! a\ntimer 2ms ! b\ncancel 1\ngo 5");
    assert_eq!(prints(&script), ["b"]);
    let script = format!("{BUG}timer 1ms ! a\nevery 1ms\n  print x\nend\ncancel all\ngo 5\nevents");
    assert_eq!(prints(&script), ["no pending events"]);
    let (_, reports) = ran(
        Mode::Run,
        &format!("{BUG}every 1ms \"beat\"\n  let x = 1\nend\ncancel baet"),
    );
    assert_eq!(reports, ["E025 no pending event has the name `baet`"]);
}

#[test]
fn plain_names_stand_beside_those_of_1990() {
    let script = format!(
        "{BUG}gait walk 2\nmetabolism 10ms\nswing 0\n  print up\nend\nstance 0\n  print down\n..\npace 1\ngaitgo\ngo 30"
    );
    let printed = prints(&script);
    assert!(
        printed.contains(&"up".to_owned()) && printed.contains(&"down".to_owned()),
        "{printed:?}"
    );
    assert_eq!(
        prints(&format!(
            "{BUG}metabolism 10ms\npace 0.5\nspeed\npace 25Hz\nspeed\npace"
        )),
        ["speed = 2", "speed = 2", "pace = 0.5, 0.04 s per cycle"]
    );
    assert_eq!(
        prints(&format!(
            "{BUG}joint leg_l spring linear+damper\njoint leg_l Q_type\njoint leg_l spring\njoint leg_l Q_type exponential\njoint leg_l Q_type"
        )),
        [
            "leg_l.Q_type = 3",
            "leg_l.spring = damper+linear",
            "leg_l.Q_type = 16"
        ]
    );
    let (_, reports) = ran(
        Mode::Check,
        &format!("{BUG}joint leg_l spring linaer+damper"),
    );
    assert_eq!(reports.len(), 1, "{reports:?}");
}

#[test]
fn a_script_that_defines_a_plain_name_means_its_own() {
    let script = "define swing a b\n  print {a} {b}\nend\ndefine pace x\n  print own {x}\nend\nswing 1 2\npace 3\nprint on";
    assert_eq!(prints(script), ["1 2", "own 3", "on"]);
    assert_eq!(told("define scale x\n  print {x}\nend").len(), 1);
}

#[test]
fn braces_without_every_are_columns_unless_they_are_a_constant_time() {
    let folder = tempfile::tempdir().unwrap();
    let header = |line: &str| {
        let script = format!("{BUG}let x = 3\nlet period = 2ms\nrecord t.csv {line}\ngo 4");
        let quiet = Box::new(crate::session::Quiet);
        let mut session = crate::commands::session(Mode::Run, quiet);
        session.files.output = folder.path().to_owned();
        let done = session.run_text("test", &script);
        assert!(
            done.is_ok() && session.diagnostics.is_empty(),
            "{line}: {:?}",
            session.diagnostics
        );
        let file = folder.path().join("t.csv");
        let text = std::fs::read_to_string(&file).unwrap();
        (
            text.lines().next().unwrap().to_owned(),
            text.lines().count(),
        )
    };
    assert_eq!(header("{x} {trunk.z}").0, "time,x,trunk.z");
    assert_eq!(
        header("{world.time} {trunk.z}").0,
        "time,world.time,trunk.z"
    );
    assert_eq!(header("every {period} {x}").0, "time,x");
    assert_eq!(header("{period} {x}"), header("every {period} {x}"));
    assert_eq!(header("every 2ms {trunk.z to mm}").0, "time,trunk.z");
}

#[test]
fn a_joint_in_the_air_is_warned_of() {
    let figure = |place: &str| {
        format!(
            "addcorpus c\nget a from unit_cube\nscale a 1cm 1cm 4cm\naddbody a a 0 0 1 rotary 1g/cm3\nget b from unit_cube\nscale b 1cm 1cm 2cm\naddbody b b 0 1 0 rotary 1g/cm3\n{place}\nlinkbodies a b\nsetroot a\ncorpusinit"
        )
    };
    let found = told(&figure("move b 0 0 -6cm"));
    assert_eq!(
        found,
        ["W021 the joint of `b` is 40 mm away from the shape of `a`"]
    );
    assert_eq!(told(&figure("move b 0 0 -2cm")), Vec::<String>::new());
}

#[test]
fn a_time_without_its_unit_is_told_what_to_write() {
    let help = |line: &str| {
        let mut session = crate::commands::session(Mode::Check, Box::new(crate::session::Quiet));
        let _ = session.run_text("t", &format!("{BUG}{line}"));
        session.diagnostics[0].help.clone().unwrap()
    };
    assert_eq!(
        help("rewind 0.1"),
        "a time needs a unit: `rewind 0.1s` goes back by 0.1 seconds"
    );
    assert_eq!(
        help("go 0.5"),
        "a number without a unit counts frames; a time needs a unit: `go 0.5s`"
    );
}
