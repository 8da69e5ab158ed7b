//! Tests of joints whose position is a formula of time.

use crate::support::{go_on, number, reports, run};
use corpus::session::RunReport;
use std::f64::consts::TAU;

/// An arm of 1 kg on a hinge that is level, whose centre is 10 cm below it, with the inertia 0.02 kg*m2 about it.
const ARM: &str = "addcorpus c\nbox base size=[4cm 4cm 4cm]\nbox arm from=[-1cm -1cm -20cm] to=[1cm 1cm 0]\n\
    for name in base arm\n  addbody {name} {name} axis=[0 1 0] joint=rotary density=1g/cm3\nend\n\
    inertia arm [0.01 0.01 0.01] at=[0 0 -10cm] mass=1kg\nlinkbodies base arm\nsetroot base\nrootmotion fixed\ncorpusinit\ngrav on\nsetgrav 10\n";

/// A carriage on a vertical rail that carries a bob on a massless bar of 0.5 m.
const SUPPORT: &str = "addcorpus c\nbox base size=[4cm 4cm 4cm]\nbox carriage size=[4cm 4cm 4cm]\nbox bob from=[-1cm -1cm -51cm] to=[1cm 1cm -49cm]\n\
    addbody base base axis=[0 1 0] joint=rotary density=1g/cm3\naddbody carriage carriage axis=[0 0 1] joint=sliding density=1g/cm3\n\
    addbody bob bob axis=[0 1 0] joint=rotary density=1g/cm3\ninertia bob [1e-9 1e-9 1e-9] at=[0 0 -50cm] mass=100g\n\
    linkbodies base carriage\nlinkbodies carriage bob\nsetroot base\nrootmotion fixed\ncorpusinit\ngrav on\nsetgrav 10\n";

const SWING: &str = "drive arm position={30deg * sin(2 * pi * 1Hz * time)}\n";

/// The angle of the arm, its speed and the torque I q" + m g l sin q at a time (s).
fn swing(time: f64) -> [f64; 3] {
    let amplitude = 30_f64.to_radians();
    let (s, c) = (TAU * time).sin_cos();
    let q = amplitude * s;
    [
        q,
        amplitude * TAU * c,
        -0.02 * TAU * TAU * q + 10.0 * 0.1 * q.sin(),
    ]
}

/// It is where the formula says, by every method, and the torque is that of a driven pendulum, half a step late by those that step.
#[test]
fn a_driven_pendulum_needs_the_torque_of_the_closed_form() {
    for (method, late) in [
        ("auto", 1.0),
        ("implicit", 1.0),
        ("rkf", 0.0),
        ("rkfixed", 0.0),
        ("rkvar", 0.0),
    ] {
        let session = run(&format!(
            "{ARM}integration {method}\n{SWING}dt 2ms\ngo 0.3s\n"
        ));
        let [q, rate, torque] = swing(0.3);
        assert!((number(&session, "c.arm.q") - q).abs() < 1e-12, "{method}");
        assert!(
            (number(&session, "c.arm.dq") - rate).abs() < 1e-8,
            "{method}"
        );
        let found = number(&session, "world.attachment0.torque");
        let most = 1e-8 + late * 1e-3;
        assert!((found - torque).abs() <= most, "{method}: {found} {torque}");
        // The work is the change of the energy.
        let energy = 0.5 * 0.02 * rate * rate + 10.0 * 0.1 * (1.0 - q.cos());
        let begin = 0.5 * 0.02 * swing(0.0)[1].powi(2);
        let work = number(&session, "c.work.outer");
        let most = if late > 0.0 { 3e-3 } else { 1e-6 };
        assert!(
            (work - (energy - begin)).abs() < most * begin,
            "{method}: {work} {}",
            energy - begin
        );
        assert!(
            number(&session, "c.work.numbers").abs() < most * begin,
            "{method}"
        );
    }
}

/// theta" = -(g + z") / l sin(theta): by the method of Runge and Kutta.
fn mathieu(end: f64, rate: f64) -> f64 {
    let slope = |t: f64, [q, v]: [f64; 2]| {
        let lift = 0.02 * rate * rate * (rate * t).cos();
        [v, -(10.0 + lift) / 0.5 * q.sin()]
    };
    let (mut t, mut y, h) = (0.0, [0.3, 0.0], 1e-4);
    while t < end - h / 2.0 {
        let add = |k: [f64; 2], by: f64| [y[0] + by * k[0], y[1] + by * k[1]];
        let k1 = slope(t, y);
        let k2 = slope(t + h / 2.0, add(k1, h / 2.0));
        let k3 = slope(t + h / 2.0, add(k2, h / 2.0));
        let k4 = slope(t + h, add(k3, h));
        for i in 0..2 {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
        t += h;
    }
    y[0]
}

/// A pendulum whose support moves to and fro as Mathieu's equation says; by equal steps of `auto` with order two.
#[test]
fn a_pendulum_on_a_moving_support_follows_mathieu() {
    let rate = 30.0;
    let after = |by: &str| {
        let session = run(&format!(
            "{SUPPORT}{by}drive carriage position={{2cm * (1 - cos(30Hz * time))}}\njoint bob q 0.3rad\ngo 1s\n"
        ));
        number(&session, "c.bob.q")
    };
    let wanted = mathieu(1.0, rate);
    let found = after("integration rkf\neps 1e-9\n");
    assert!((found - wanted).abs() < 1e-7, "{found} {wanted}");
    let [coarse, fine] =
        [4e-3, 1e-3].map(|dt| (after(&format!("dt {dt}\ntolerance 0.03\n")) - wanted).abs());
    assert!(coarse < 1e-2 && coarse / fine > 10.0, "{coarse} {fine}");
}

/// It goes on to the bit after a rewind, and from a file in which the formula is.
#[test]
fn a_formula_goes_on_after_a_rewind_and_by_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for method in ["auto", "implicit", "rkf"] {
        let mut session = run(&format!(
            "{ARM}integration {method}\nlet size = 20deg\ndrive arm position={{size * (1 - exp(-time / 1s)) * sin(5Hz * world.time)}}\ngo 0.1s\nmark one\n"
        ));
        session.files.output = folder.path().to_owned();
        go_on(&mut session, "let size = 0deg\nsave state.json\ngo 0.2s\n");
        let [end, rate] = ["c.arm.q", "c.arm.dq"].map(|of| number(&session, of).to_bits());
        for back in [
            "rewind one",
            "load state.json",
            "drive arm off\ngo 10ms\nload state.json",
        ] {
            go_on(&mut session, &format!("{back}\ngo 0.2s\n"));
            assert_eq!(
                number(&session, "c.arm.q").to_bits(),
                end,
                "{method} {back}"
            );
            assert_eq!(
                number(&session, "c.arm.dq").to_bits(),
                rate,
                "{method} {back}"
            );
        }
    }
}

/// It is replaced by another formula or by a speed under the same number, and breaks where it needs more.
#[test]
fn a_formula_is_replaced_and_breaks() {
    let mut session = run(&format!("{ARM}{SWING}go 0.25s\n"));
    go_on(
        &mut session,
        "drive arm position={30deg + 10deg * (time - 0.25s)^2 / (1s)^2}\ngo 0.1s\nexpect abs(arm.q - 30.1deg) < 1e-12rad\n\
         drive arm speed=1rad/s\ngo 0.1s\nexpect abs(arm.dq - 1rad/s) < 1e-12rad/s\n",
    );
    assert!(session.quantity("world.attachment1.torque").is_err());
    let session = run(&format!(
        "{ARM}drive arm position={{1rad * (time / 1s)^2}} break=1N*m\ngo 1.5s\nexpect world.attachment0.broken\n"
    ));
    // 0.04 + sin(q) = 1, with q = t^2
    let broke = number(&session, "world.attachment0.broke_at");
    assert!((broke - 0.96_f64.asin().sqrt()).abs() < 2e-3, "{broke}");
}

/// A joint must begin where its formula is; `assemble` places it there.
#[test]
fn a_joint_that_is_elsewhere_is_told_and_assembled() {
    let far = format!("{ARM}drive arm position={{20deg * cos(time * 1Hz)}}\n");
    let told = reports(&format!("{far}go 0.1s\n"));
    assert!(told.is_empty(), "{told:?}");
    let mut session =
        corpus::commands::session(corpus::session::Mode::Run, Box::new(corpus::session::Quiet));
    assert!(
        session
            .run_text("test", &format!("{far}go 0.1s\n"))
            .is_err()
    );
    let said = &session.diagnostics.last().unwrap().message;
    assert!(said.contains("20.0000 deg"), "{said}");
    let session = run(&format!(
        "{far}assemble\nexpect abs(arm.q - 20deg) < 1e-12rad\ngo 0.1s\nexpect abs(arm.q - 20deg * cos(0.1)) < 1e-12rad\n"
    ));
    assert!(session.diagnostics.is_empty(), "{:?}", session.diagnostics);
}

#[test]
fn wrong_formulas_are_told() {
    for (wrong, says) in [
        ("drive arm position={2cm * sin(1Hz * time)}", "angle"),
        ("drive arm position={time}", "angle"),
        ("drive arm position={[1 2]}", "angle"),
        ("drive arm position={30deg * normal(time / 1s)}", "normal"),
        ("drive arm position={nonsense * 1deg}", "nonsense"),
        ("drive base position={1deg}", "root"),
    ] {
        let told = reports(&format!("{ARM}{wrong}\n"));
        assert!(
            told.first().is_some_and(|first| first.contains(says)),
            "{wrong}: {told:?}"
        );
    }
    let ball = ARM.replace("linkbodies", "jointkind arm ball\nlinkbodies");
    let told = reports(&format!("{ball}drive arm.ry position={{1deg}}\n"));
    assert!(told[0].contains("axis of a ball"), "{told:?}");
}

/// A formula that jumps takes the joint with it, which is told; a kink is not.
#[test]
fn a_jump_of_a_formula_is_told() {
    for method in ["auto", "implicit", "rkf"] {
        let session = run(&format!(
            "{ARM}integration {method}\ndrive arm position={{choose(time < 0.55s, 0deg, 10deg)}}\ngo 1s\nexpect abs(arm.q - 10deg) < 1e-12rad\n"
        ));
        let told = session.accuracy.warnings();
        assert_eq!(told.len(), 1, "{method}: {told:?}");
        assert!(
            told[0].code == "W057" && told[0].message.contains("10.0000 deg"),
            "{told:?}"
        );
        let session = run(&format!(
            "{ARM}integration {method}\ndrive arm position={{clamp((time - 0.2s) / 1s, 0, 0.3) * 1rad}}\ngo 1s\nexpect abs(arm.q - 0.3rad) < 1e-12rad\n"
        ));
        assert!(
            session.accuracy.warnings().is_empty(),
            "{method}: {:?}",
            session.accuracy.warnings()
        );
    }
}

/// What a joint follows is what the language says at that time, for all that a formula may have: two evaluations of one text.
#[test]
fn a_formula_has_the_values_of_the_language() {
    let formulas = [
        "T + 2 - T * 3 / (1 + T) - T^2 + T^1.5 + 2^T + T^T",
        "abs(T - 0.5) + sign(T - 0.5) - (-T)",
        "acos(T) / 1rad + asin(T) / 1rad + atan(3 * T) / 1rad",
        "atan2(T, T - 0.5) / 1rad + hypot(T, 2 * T)",
        "cbrt(T) + sqrt(T) + exp(T) + ln(T + 1) + log10(T + 0.1)",
        "sin(3 * T) + cos(2 * T) + tan(T)",
        "ceil(7 * T) + floor(5 * T) + round(9 * T) + mod(T, 0.07)",
        "min(T, 0.1, 2 * T) + max(T, 0.3) + clamp(T, 0.1, 0.2) + lerp(1, 3, T)",
        "choose(T < 0.2, 1, 2) + choose(T >= 0.3 and T <= 9, 4, 8) + choose(not (T > 0.1) or T == 7, 16, 32) + choose(T != 1, 1, 2)",
    ];
    for formula in formulas {
        let said = |time: &str| format!("1cm * ({})", formula.replace('T', time));
        run(&format!(
            "{SUPPORT}integration implicit\ngo 50ms\ndrive carriage position={{{}}}\nassemble\ngo 0.31s\n\
             let wanted = {}\nexpect abs(carriage.q - wanted) < 1e-12m",
            said("(time / 1s)"),
            said("(world.time / 1s)")
        ));
    }
}

/// The work of a drive is not one of the joints, so the report gives no cost of transport where one moves a figure.
#[test]
fn a_driven_figure_has_no_cost_of_transport() {
    let cost = |drive: &str| {
        let pushed =
            "addv base 1m/s 0 0 0 0 0\njoint arm spring=1 damper=0.01\njoint arm q 30deg\n";
        let free = ARM.replace("rootmotion fixed\n", "");
        let mut session = run(&format!("{free}grav on\n{pushed}{drive}go 0.1s\n"));
        RunReport::of_all(&mut session.stages, 1.0, false).corpora[0].cost_of_transport
    };
    assert!(cost("").is_some());
    assert_eq!(
        cost("drive arm position={30deg * cos(2 * pi * 1Hz * time)}\n"),
        None
    );
}
