//! Tests of driven roots: against other ways to the same motion, closed forms, and reaction forces.

use crate::support::{number, reports, run, vector};
use corpus::session::{Mode, Quiet, Session};

#[track_caller]
fn near(a: &[f64], b: &[f64], error: f64, told: &str) {
    for (x, y) in a.iter().zip(b) {
        assert!((x - y).abs() < error, "{told}: {a:?} {b:?}");
    }
}

/// A support with two bars, one linked to the other, by hinges across.
const PENDULUM: &str = "addcorpus c\nget s from unit_cube\nscale s 0.1 0.1 0.1\naddbody s s 0 0 1 rotary 1000\n\
    get a from unit_cube\nscale a 0.04 0.04 0.3\nmove a 0 0 -0.15\naddbody a a 0 1 0 rotary 1000\nlinkbodies s a\n\
    get d from unit_cube\nscale d 0.04 0.04 0.2\nmove d 0 0 -0.1\naddbody d d 1 0 0 rotary 1000\nmove d 0 0 -0.3\nlinkbodies a d\n\
    setroot s\ncorpusinit\njoint a q 0.5rad\njoint d q -0.3rad\ngrav on\n";

const METHODS: [(&str, f64); 2] = [
    ("integration auto", 2e-4),
    ("integration rkf\neps 1e-9", 1e-7),
];

/// On a support with the acceleration a, the effective gravity is g - a (the principle of equivalence).
#[test]
fn a_pendulum_on_an_accelerated_support_swings_as_under_other_gravity() {
    for (method, error) in METHODS {
        let driven = run(&format!(
            "{PENDULUM}{method}\nsetgrav 9.8\nrootmotion accelerated 3 1 2\ngo 0.6s"
        ));
        let g = [-3.0, -1.0, -11.8_f64];
        let size = g.iter().map(|x| x * x).sum::<f64>().sqrt();
        let held = run(&format!(
            "{PENDULUM}{method}\nsetgrav {size}\ngravdirection {} {} {}\nrootmotion fixed\ngo 0.6s",
            g[0], g[1], g[2]
        ));
        for joint in ["a.q", "d.q"] {
            let (q, p) = (number(&driven, joint), number(&held, joint));
            assert!((q - p).abs() < error, "{method} {joint}: {q} {p}");
        }
        // 0.5 a t^2 and a t.
        near(&vector(&driven, "s.pos"), &[0.54, 0.18, 0.36], 1e-9, method);
        near(&vector(&driven, "s.vel"), &[1.8, 0.6, 1.2], 1e-9, method);
        let (f, p) = (
            vector(&driven, "c.root_force"),
            vector(&held, "c.root_force"),
        );
        near(&f, &p, 60.0 * error, method);
        let (t, p) = (
            vector(&driven, "c.root_torque"),
            vector(&held, "c.root_torque"),
        );
        near(&t, &p, 60.0 * error, method);
    }
}

/// The force is mass times the difference from free fall, for a figure that moves as one body.
#[test]
fn what_lifts_a_box_is_its_mass_times_its_acceleration_and_its_weight() {
    let session = run(
        "addcorpus c\nget o from unit_cube\nscale o 0.1 0.2 0.3\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\ngrav on\n\
         rootmotion accelerated 1 0 2 0 0 4\ngo 0.5s",
    );
    let (mass, g) = (
        number(&session, "c.mass"),
        number(&session, "world.gravity"),
    );
    near(
        &vector(&session, "c.root_force"),
        &[mass, 0.0, mass * (g + 2.0)],
        1e-9,
        "force",
    );
    // I alpha about the vertical, m (a2 + b2) / 12.
    let torque = mass * (0.01 + 0.04) / 12.0 * 4.0;
    near(
        &vector(&session, "c.root_torque"),
        &[0.0, 0.0, torque],
        1e-9,
        "torque",
    );
    near(
        &vector(&session, "b.omega"),
        &[0.0, 0.0, 2.0],
        1e-9,
        "turning",
    );
    assert!((number(&session, "b.yaw") - 0.5).abs() < 1e-6);
}

/// A rotor at a constant rate: its bob pulls outwards with m r omega^2, on a bearing beside its centre.
#[test]
fn a_root_that_turns_steadily_is_pulled_outwards() {
    let session = run(
        "addcorpus c\nget o from unit_cube\nscale o 0.1 0.1 0.1\nmove o 0.5 0 0\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\n\
         rootmotion moving 0 0 0 0 0 {2 * pi}\ngo 1s",
    );
    let pull = number(&session, "c.mass") * 0.5 * (2.0 * std::f64::consts::PI).powi(2);
    near(
        &vector(&session, "c.root_force"),
        &[-pull, 0.0, 0.0],
        2e-3 * pull,
        "after a turn",
    );
    near(&vector(&session, "b.pos"), &[0.0; 3], 1e-9, "it stays");
}

/// The work of the drive equals the energy that the figure gains.
#[test]
fn the_work_of_the_drive_is_in_the_account() {
    for (method, error) in METHODS {
        let session = run(&format!(
            "{PENDULUM}{method}\nrootmotion accelerated 3 1 2 0.5 1 2\ngo 0.6s"
        ));
        let (made, put_in) = (
            number(&session, "c.work.numbers"),
            number(&session, "c.work.outer"),
        );
        assert!(put_in > 1.0, "{method}: {put_in}");
        assert!(
            made.abs() < 20.0 * error * put_in,
            "{method}: {made} of {put_in}"
        );
    }
}

#[test]
fn a_driven_root_comes_back_bit_for_bit() {
    let begin = format!("{PENDULUM}rootmotion accelerated 3 1 2 0.5 1 2\ngo 0.1s\n");
    let states = |s: &Session| s.here().world.corpora[0].y.clone();
    let straight = run(&format!("{begin}go 0.1s\ngo 0.1s"));
    let rewound = run(&format!(
        "{begin}go 0.1s\nmark there\nrootmotion free\ngo 0.1s\nrewind there\ngo 0.1s"
    ));
    assert_eq!(states(&straight), states(&rewound));
    let folder = env!("CARGO_TARGET_TMPDIR");
    for (out, back) in [("dumps", "loads"), ("save", "load")] {
        let file = format!("\"driven_{out}.json\"");
        let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
        session.files.output = folder.into();
        let script = format!(
            "{begin}go 0.1s\n{out} {file}\nrootmotion fixed\ngo 0.1s\n{back} {file}\ngo 0.1s"
        );
        let done = session.run_text("test", &script);
        assert!(done.is_ok(), "{out}: {:#?}", session.diagnostics);
        assert_eq!(states(&straight), states(&session), "{out}");
        assert_eq!(
            session.here().world.corpora[0].model.root(),
            straight.here().world.corpora[0].model.root(),
            "{out}"
        );
    }
}

#[test]
fn wrong_uses_are_told() {
    let first = |lines: &str| reports(&format!("{PENDULUM}{lines}"))[0].clone();
    assert!(
        first("rootmotion moving 1 2").starts_with("E0"),
        "{}",
        first("rootmotion moving 1 2")
    );
    assert!(first("rootmotion accelerated 1kg 0 0").contains("1kg"));
    assert!(first("rootmotion sideways").contains("sideways"));
    assert_eq!(
        first("rootmotion accelerated 1e200 0 0"),
        "E027 this would take `c` beyond the largest supported value, 1e100 m, m/s or rad"
    );
    assert_eq!(
        first("rootmotion moving 1 0 0\npull s to 0 0 1"),
        "E053 the root of `c` is driven, so a pull cannot move it"
    );
    assert!(!reports("rootmotion moving 1 0 0").is_empty());
}

/// What drives a root does the work of the force with which it pushes, however bodies touch.
#[test]
fn a_driven_root_works_on_what_it_pushes() {
    for contact in ["rigid", "lcp", "springs", "impulses"] {
        for integration in ["auto", "implicit"] {
            let session = run(&format!(
                "addcorpus piston\nbox bo size=[10cm 50cm 50cm]\naddbody p bo 0 0 1 rotary mass=1kg\nsetroot p\ncorpusinit\n\
                 move bo -20cm 0 26cm\nsetrootpos\nrootmotion moving 0.5 0 0\n\
                 addcorpus c\nbox o size=[20cm 20cm 20cm]\naddbody b o 0 0 1 rotary mass=2kg\nsetroot b\ncorpusinit\n\
                 move o 0 0 10cm\nsetrootpos\ncollide all\ncollisionfric 0\ncollisione 0\nground on friction=0.4\n\
                 contact {contact}\nintegration {integration}\ngrav on\ngo 0.4s\n"
            ));
            // It is hit at 0.1 s, and slides on the ground from then on.
            let weight = 2.0 * number(&session, "world.gravity");
            let work = 2.0 * 0.25 + 0.4 * weight * 0.5 * 0.3;
            let told = format!("{contact} {integration}");
            let outer = number(&session, "piston.work.outer");
            assert!((outer / work - 1.0).abs() < 0.02, "{told}: {outer} {work}");
            let numbers = number(&session, "world.work.numbers");
            assert!(numbers.abs() < 2e-2 * work, "{told}: {numbers}");
            let mut codes = session.diagnostics.iter().map(|report| report.code);
            assert!(codes.all(|code| code != "W015" && code != "W039"), "{told}");
        }
    }
}

/// Nothing stops what is driven: it goes through the ground and through walls without a force, which is told, and its account stays a number.
#[test]
fn a_driven_root_goes_through_what_cannot_yield() {
    for integration in ["auto", "implicit"] {
        for (at, way) in [
            ("move bo 0 0 30cm", "0 0 -0.5"),
            ("move bo 0 0 26cm", "0.5 0 0"),
        ] {
            let session = run(&format!(
                "addcorpus piston\nbox bo size=[10cm 50cm 50cm]\naddbody p bo 0 0 1 rotary mass=1kg\nsetroot p\ncorpusinit\n\
                 {at}\nsetrootpos\nrootmotion moving {way}\nscenery wall box size=[10cm 50cm 50cm] at=[20cm 0 26cm]\ncollide all\n\
                 ground on\ngrav on\ncontact rigid\nintegration {integration}\ngo 0.4s\n"
            ));
            let told = session.accuracy.warnings();
            let codes: Vec<&str> = told.iter().map(|of| of.code).collect();
            assert_eq!(codes, ["W058"], "{integration} {way}");
            // What drives it bears its weight.
            let fallen = if way == "0 0 -0.5" { 0.2 } else { 0.0 };
            let weight = number(&session, "piston.mass") * number(&session, "world.gravity");
            for of in ["outer", "numbers", "ground", "collisions"] {
                let borne = if of == "outer" { weight * fallen } else { 0.0 };
                let work = number(&session, &format!("piston.work.{of}")) + borne;
                assert!(work.abs() < 1e-9, "{integration} {way} {of}: {work}");
            }
        }
    }
}

/// The springs of the ground cannot stop what is driven, which is told.
#[test]
fn a_driven_root_deep_in_the_springs_of_the_ground_is_told() {
    for (span, codes) in [("0.2s", &[][..]), ("1s", &["W038"])] {
        let session = run(&format!(
            "addcorpus piston\nbox bo size=[10cm 50cm 50cm]\naddbody p bo 0 0 1 rotary mass=1kg\nsetroot p\ncorpusinit\n\
             move bo 0 0 30cm\nsetrootpos\nrootmotion moving 0 0 -0.5\nground on\ngrav on\ngo {span}\n"
        ));
        let told = session.accuracy.warnings();
        let found: Vec<&str> = told.iter().map(|of| of.code).collect();
        assert_eq!(found, codes, "{span}");
        let says = "`piston.p`, whose motion is given, is 450 mm deep in the ground at 1 s, and 500 mm thick";
        assert!(told.iter().all(|of| of.message.starts_with(says)));
    }
}

/// A marble under a plate that comes down is pressed out past its edge where nothing holds it; in the middle nothing yields, which ends the run with
/// the names of both and the moment.
#[test]
fn a_marble_is_pressed_out_or_pinched() {
    for integration in ["auto", "implicit", "rkf"] {
        let script = |aside: &str| {
            format!(
                "addcorpus plate\nbox bo size=[10cm 10cm 2cm]\naddbody p bo 0 0 1 rotary mass=1kg\nsetroot p\ncorpusinit\n\
                 move bo 0 0 5cm\nsetrootpos\nrootmotion moving 0 0 -0.1\naddcorpus m\nball o radius=1cm\n\
                 addbody b o 0 0 1 rotary density=2.5g/cm3\nsetroot b\ncorpusinit\nmove o {aside} 0 1cm\nsetrootpos\ncollide all\n\
                 ground on friction=0\ncollisionfric 0\ngrav on\ncontact rigid\nintegration {integration}\ngo 0.25s\n"
            )
        };
        run(&format!(
            "{}expect m.b.x > 6cm\nexpect abs(m.b.z - 1cm) < 10um\n",
            script("5.5cm")
        ));
        let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
        assert!(session.run_text("pinched", &script("1cm")).is_err());
        let told = &session.diagnostics[session.diagnostics.len() - 1];
        assert_eq!(told.code, "E060");
        let says = "`plate.p`, whose motion is given, presses `m.b` at 0.20";
        assert!(told.message.starts_with(says), "{}", told.message);
    }
}
