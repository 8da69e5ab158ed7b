//! Tests of closed loops.

use crate::support::{go_on, number, run, vector};
use corpus::session::{Mode, Quiet};

/// A parallelogram of two cranks of 20 cm and a coupler of 30 cm, closed by `by`.
pub fn four_bar(by: &str) -> String {
    format!(
        "addcorpus bar\nbox crank from=[-5mm -5mm -20cm] to=[5mm 5mm 0]\nbox rocker from=[-5mm -5mm -20cm] to=[5mm 5mm 0]\n\
         box base size=[30cm 2cm 2cm]\nbox coupler from=[0 -5mm -5mm] to=[30cm 5mm 5mm]\n\
         for name in base crank rocker coupler\n  addbody {{name}} {{name}} axis=[0 1 0] joint=rotary density=1g/cm3\nend\n\
         move crank -15cm 0 0\nmove rocker 15cm 0 0\nmove coupler 0 0 -20cm\nlinkbodies base crank\nlinkbodies base rocker\n\
         linkbodies crank coupler\nsetroot base\nrootmotion fixed\ncorpusinit\n{by}\n"
    )
}

/// A bob of 4.2 g that starts 1 m beside the origin, held by `by`.
fn pendulum(by: &str) -> String {
    format!(
        "addcorpus c\nball bob radius=1cm\naddbody bob bob axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot bob\ncorpusinit\n\
         move bob 1m 0 0\nsetrootpos\n{by}\ngrav on\nsetgrav 9.81\nlet widest = 0m\nevery 1ms\n  \
         let widest = max(widest, world.attachment0.gap)\nend\n"
    )
}

/// Whatever closes it, the loop stays closed, and its energy is kept: also where a hinge holds it more often than a plane needs.
#[test]
fn a_four_bar_keeps_its_loop_and_its_energy() {
    for by in [
        "close coupler rocker pin at=[30cm 0 0] to=[0 0 -20cm]",
        "close coupler rocker hinge at=[30cm 0 0] to=[0 0 -20cm] axis=[0 1 0]",
    ] {
        let script = format!(
            "{}joint crank q 60deg\nassemble\ngrav on\nlet widest = 0m\nevery 1ms\n  let widest = max(widest, world.attachment0.gap)\nend\n\
             let e0 = bar.energy.kinetic + bar.energy.weight\ngo 2s\nexpect widest < 1e-12m\n\
             expect abs(bar.energy.kinetic + bar.energy.weight - e0) < 1e-8J\nexpect abs(crank.q - rocker.q) < 1e-12rad",
            four_bar(by)
        );
        let mut session = run(&script);
        let force = vector(&session, "world.attachment0.force");
        assert!(force[1].abs() < 1e-12 && force[2] > 0.01, "{force:?}");
        go_on(&mut session, "mark here\ngo 0.3s");
        let end = number(&session, "crank.q");
        go_on(&mut session, "rewind here\ngo 0.3s");
        assert_eq!(number(&session, "crank.q").to_bits(), end.to_bits());
    }
}

/// A bob on a rod moves as one on a joint; and one body may turn about a point, or an axis, of the world.
#[test]
fn a_bob_on_a_rod_moves_as_on_a_joint() {
    let jointed = run(
        "addcorpus c\nball bob radius=1cm at=[1m 0 0]\nbox base size=[1cm 1cm 1cm]\n\
         for name in base bob\n  addbody {name} {name} axis=[0 1 0] joint=rotary density=1g/cm3\nend\nlinkbodies base bob\n\
         setroot base\nrootmotion fixed\ncorpusinit\njoint bob spring=0 damper=0\ngrav on\nsetgrav 9.81\ngo 2s\n",
    );
    let angle = number(&jointed, "bob.q");
    let mut ends = vec![];
    for by in [
        "close bob world rod at=[0 0 0] to=[0 0 0]",
        "close bob world pin at=[-1m 0 0] to=[0 0 0]",
        "close bob world hinge at=[-1m 0 0] axis=[0 1 0]",
    ] {
        let session = run(&format!(
            "{}go 2s\nexpect widest < 1e-12m\nexpect abs(c.energy) < 1e-7J",
            pendulum(by)
        ));
        ends.push(number(&session, "bob.x"));
    }
    // The pendulum of a point and of a ball that turns with its arm differ by their moments of inertia.
    assert!((ends[1] - ends[2]).abs() < 1e-6, "{ends:?}");
    assert!((ends[2] - angle.cos()).abs() < 1e-4, "{ends:?} {angle}");
    assert!((ends[0] - ends[1]).abs() < 1e-3, "{ends:?}");
}

/// A bead on a rod that turns freely: energy and angular momentum are kept while it slides outwards.
#[test]
fn a_bead_slides_along_a_turning_rod() {
    let session = run(
        "addcorpus rod\ncylinder rod from=[0 0 0] to=[2m 0 0] radius=1cm\naddbody rod rod axis=[0 0 1] joint=rotary mass=3kg\n\
         box base size=[1cm 1cm 1cm]\naddbody base base axis=[0 0 1] joint=rotary density=1g/cm3\nlinkbodies base rod\nsetroot base\n\
         rootmotion fixed\ncorpusinit\naddcorpus bead\nball bead radius=3cm\naddbody bead bead axis=[0 0 1] joint=rotary mass=1kg\n\
         setroot bead\ncorpusinit\nmove bead 20cm 0 0\nsetrootpos\nclose bead rod.rod slider at=[0 0 0] axis=[1 0 0]\n\
         setcorpus rod\njoint rod dq 5\nsetcorpus bead\naddv bead 0 1 0 0 0 5\nmark start\n\
         let e0 = bead.energy.kinetic + rod.energy.kinetic\nlet l0 = bead.angular_momentum.z + rod.angular_momentum.z\ngo 0.5s\n\
         expect world.attachment0.gap < 1e-12m\n\
         expect abs(bead.energy.kinetic + rod.energy.kinetic - e0) < 1e-5 * e0\n\
         expect abs(bead.work.numbers) < 1e-4 * e0 and abs(rod.work.numbers) < 1e-4 * e0\n\
         expect bead.work.outer > 0.1 * e0 \"the rod drives the bead\"",
    );
    let r = number(&session, "bead.x").hypot(number(&session, "bead.y"));
    let turning = number(&session, "rod.rod.dq");
    // (I + m r^2) w is kept, with the moment of inertia of the rod, and of the bead, which turns with it.
    let own = 3.0 * (4.0 / 3.0 + 0.0001 / 4.0) + 0.4 * 0.0009;
    let kept = (own + r * r) * turning;
    let before = (own + 0.04) * 5.0;
    assert!((kept - before).abs() < 1e-5 * before, "{kept} {before}");
    assert!(r > 1.0, "{r}");
}

/// Two boxes welded in flight move as one: their momentum is kept, and so is the place of one beside the other.
#[test]
fn welded_boxes_fly_as_one() {
    let session = run(
        "for i in 0..2\n  addcorpus f{i}\n  box o{i} size=[10cm 20cm 30cm]\n  addbody b o{i} axis=[0 0 1] joint=rotary density=1g/cm3\n  \
         setroot b\n  corpusinit\n  move o{i} {i * 15cm} 0 0\n  setrootpos\nend\nclose f0.b f1.b weld at=[5cm 0 0]\n\
         setcorpus f0\naddv b 1 0.5 0 3 1 2\ngo 1s\nexpect world.attachment0.gap < 1e-12m\n\
         expect abs(norm(f0.b.pos - f1.b.pos) - 15cm) < 1e-12m\nexpect norm(f0.b.omega - f1.b.omega) < 1e-9rad/s",
    );
    let [one, two] = ["f0", "f1"].map(|of| vector(&session, &format!("{of}.momentum")));
    let sum = [0, 1, 2].map(|i| one[i] + two[i]);
    for (sum, expected) in sum.into_iter().zip([6.0, 3.0, 0.0]) {
        assert!((sum - expected).abs() < 1e-11, "{sum} {expected}");
    }
}

/// A door at rest on one hinge of the world: the load is its weight, and what breaks is told.
#[test]
fn a_load_is_that_of_statics_and_breaks_what_is_weaker() {
    let door = "addcorpus c\nbox door from=[0 -1cm 0] to=[80cm 1cm 2m]\naddbody door door axis=[0 0 1] joint=rotary mass=20kg\nsetroot door\n\
                corpusinit\ngrav on\nsetgrav 9.81\nclose door world hinge at=[0 0 1m] axis=[0 0 1]";
    let session = run(&format!("{door}\ngo 0.2s"));
    let force = vector(&session, "world.attachment0.force");
    assert!((force[2] - 20.0 * 9.81).abs() < 1e-6, "{force:?}");
    assert!((number(&session, "door.outer_force.z") - 20.0 * 9.81).abs() < 1e-6);
    let session = run(&format!(
        "{door} break=100N\ngo 0.2s\nexpect world.attachment0.broken"
    ));
    assert!(number(&session, "door.z") < -0.1);
}

/// Each mistake in a loop is told by its own report.
#[test]
fn loops_that_cannot_be_held_are_refused() {
    let two = "close coupler rocker hinge at=[30cm 0 0] to=[0 0 -20cm] axis=[0 1 0]\n";
    let bob = |by: &str| pendulum(by) + "go 0.1s";
    let cases = [
        (four_bar("close crank crank pin at=[0 0 0]"), "E026"),
        (four_bar("close coupler rocker hinge at=[0 0 0] axis=[0 0 0]"), "E027"),
        (four_bar("close coupler rocker hinge at=[0 0 0]"), "E021"),
        (four_bar("close coupler rocker pin at=[0 0 0] axis=[1 0 0]"), "E091"),
        (four_bar("close coupler rocker weld at=[0 0 0] length=1cm"), "E091"),
        (four_bar("close base world pin at=[0 0 0]"), "E053"),
        (four_bar(&format!("{two}joint crank q 60deg\ngo 0.1s")), "E096"),
        (four_bar(&format!("{two}integration euler\ngo 0.1s")), "E096"),
        (four_bar("close coupler world pin at=[30cm 0 0] to=[0 0 10m]\nassemble"), "E096"),
        (bob("close bob world rod at=[0 0 0] to=[1m 0 0]"), "E021"),
        ("addcorpus c\nbox o size=[1 1 1]\naddbody b o 0 0 1 rotary 1\nsetroot b\nclose b world pin at=[0 0 0]".into(), "E051"),
    ];
    for (script, code) in cases {
        let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
        assert!(session.run_text("test", &script).is_err(), "{script}");
        let codes: Vec<_> = session.diagnostics.iter().map(|d| d.code).collect();
        assert!(codes.contains(&code), "{codes:?}: {script}");
    }
}

/// A root that is driven stays where it is driven, whatever loop it bears.
#[test]
fn a_driven_root_is_not_moved_by_a_loop() {
    let script = four_bar("close coupler rocker hinge at=[30cm 0 0] to=[0 0 -20cm] axis=[0 1 0]")
        .replace(
            "rootmotion fixed\ncorpusinit",
            "corpusinit\nrootmotion accelerated 1 0 0",
        );
    let session = run(&format!(
        "{script}go 1s\nexpect world.attachment0.gap < 1e-12m"
    ));
    let moved = number(&session, "base.x");
    assert!((moved - 0.5).abs() < 1e-9, "{moved}");
}

/// A straight arm cannot begin to bend by itself; and where nothing can move, `assemble` tells it.
#[test]
fn a_straight_arm_is_assembled_and_a_single_body_is_not() {
    let arm = "addcorpus c\nbox base size=[1cm 1cm 1cm]\nbox a from=[-1cm -1cm 0] to=[1cm 1cm 20cm]\nbox b from=[-1cm -1cm 0] to=[1cm 1cm 20cm]\n\
               for name in base a b\n  addbody {name} {name} axis=[0 1 0] joint=rotary density=1g/cm3\nend\nmove b 0 0 20cm\n\
               linkbodies base a\nlinkbodies a b\nsetroot base\nrootmotion fixed\ncorpusinit\n\
               close b world pin at=[0 0 20cm] to=[0 0 30cm]\nassemble\nexpect world.attachment0.gap < 1e-12m";
    run(arm);
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    let alone = pendulum("close bob world pin at=[0 0 0] to=[0 0 0]\nassemble");
    assert!(session.run_text("test", &alone).is_err());
    assert_eq!(session.diagnostics.first().unwrap().code, "E096");
}

/// Loops that contradict each other are told after the `go` that opened them; impulses of collisions are refused beside loops.
#[test]
fn loops_that_open_are_told() {
    let hub = "addcorpus d\nbox hub size=[10cm 10cm 10cm]\naddbody hub hub axis=[0 0 1] joint=rotary mass=1kg\nsetroot hub\ncorpusinit\n\
               rootmotion moving 1m/s 0 0\naddcorpus u\nbox b size=[20cm 2cm 2cm]\naddbody b b axis=[0 1 0] joint=rotary mass=1kg\nsetroot b\n\
               corpusinit\nmove b 15cm 0 0\nsetrootpos\nclose u.b d.hub pin at=[-10cm 0 0]\nclose u.b world pin at=[10cm 0 0]";
    for (script, code) in [
        (format!("{hub}\ngo 0.1s"), "E096"),
        (
            pendulum("close bob world rod at=[0 0 0] to=[0 0 0]") + "collisionanalysis on\ngo 0.1s",
            "E096",
        ),
        (
            pendulum("") + "at 0.1s\n  close bob world pin at=[0 0 0] to=[2m 0 0]\nend\ngo 0.2s",
            "E096",
        ),
    ] {
        let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
        let done = session.run_text(
            "test",
            &script.replace(
                "let widest = max(widest, world.attachment0.gap)",
                "let widest = 0m",
            ),
        );
        let codes: Vec<_> = session.diagnostics.iter().map(|d| d.code).collect();
        assert!(
            done.is_err() && codes.contains(&code),
            "{codes:?}: {script}"
        );
    }
}

/// Velocities of one joint of a linkage contradict its loop: this is told, and the energy of the impact is the script's.
#[test]
fn velocities_that_contradict_a_loop_are_told_and_made_to_fit() {
    let script = four_bar(
        "close coupler rocker hinge at=[30cm 0 0] to=[0 0 -20cm] axis=[0 1 0]\njoint crank dq 5\ngo 0.1s",
    );
    let session = run(&script);
    let codes: Vec<_> = session.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, ["W050"]);
    let [set, numbers, kinetic] = ["work.set", "work.numbers", "energy.kinetic"]
        .map(|of| number(&session, &format!("bar.{of}")));
    assert!(
        set < -0.01 * kinetic && numbers.abs() < 1e-4 * kinetic,
        "{set} {numbers} {kinetic}"
    );
    assert!((number(&session, "crank.dq") - number(&session, "rocker.dq")).abs() < 1e-9);
}

/// A slider-crank, whose loop is not linear in its joints: its energy is kept with order two, and its guide exactly.
#[test]
fn a_slider_crank_keeps_its_energy_with_order_two() {
    let crank = "addcorpus m\nbox base size=[2cm 2cm 2cm]\nbox crank from=[0 -5mm -5mm] to=[10cm 5mm 5mm]\nbox rod from=[0 -5mm -5mm] to=[30cm 5mm 5mm]\n\
                 box piston size=[4cm 4cm 4cm]\nfor name in base crank rod piston\n  addbody {name} {name} axis=[0 1 0] joint=rotary density=1g/cm3\nend\n\
                 move rod 10cm 0 0\nmove piston 30cm 0 0\nlinkbodies base crank\nlinkbodies crank rod\nlinkbodies rod piston\nsetroot base\n\
                 rootmotion fixed\ncorpusinit\nclose piston world slider at=[0 0 0] axis=[1 0 0]\njoint crank q 30deg\nassemble\njoint crank dq 20\n\
                 grav on\ngo 1ms\nlet e0 = m.energy.kinetic + m.energy.weight\ngo 5s\nlet change = (m.energy.kinetic + m.energy.weight - e0) / e0\n\
                 expect abs(piston.z) < 1e-12m and world.attachment0.gap < 1e-12m";
    for (tolerance, most) in [(3e-3, 1e-3), (1e-4, 1.5e-4), (1e-5, 3e-5)] {
        let session = run(&format!(
            "tolerance {tolerance}\n{crank}\nexpect abs(change) < {most}"
        ));
        assert!(session.diagnostics.iter().all(|d| d.code == "W050"));
    }
}

/// Mechanisms of the benchmarks end where these say: their scripts expect it.
#[test]
fn mechanisms_of_the_benchmarks_end_where_they_should() {
    for name in ["andrews", "bricard"] {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/mechanisms");
        let session = run(&format!("include {script}/{name}.corpus\n"));
        assert!(session.diagnostics.is_empty(), "{:?}", session.diagnostics);
    }
}

/// A base with a wheel and a pinion, of 1e-4 and 5e-5 kg*m2, joined by `by`.
pub fn gears(by: &str, pinion: &str) -> String {
    format!(
        "addcorpus c\nbox base size=[20cm 2cm 2cm]\ncylinder wheel radius=6cm from=[0 -1cm 0] to=[0 1cm 0]\n\
         cylinder pinion radius=3cm from=[0 -1cm 0] to=[0 1cm 0]\naddbody base base axis=[0 1 0] joint=rotary density=1g/cm3\n\
         addbody wheel wheel axis=[0 1 0] joint=rotary density=1g/cm3\naddbody pinion pinion {pinion} density=1g/cm3\n\
         inertia wheel [1e-4 1e-4 1e-4] at=[0 0 0] mass=100g\ninertia pinion [1e-4 5e-5 1e-4] at=[0 0 0] mass=100g\nmove wheel -3cm 0 0\n\
         move pinion 6cm 0 0\nlinkbodies base wheel\nlinkbodies base pinion\nsetroot base\ncorpusinit\n{by}\n"
    )
}

/// A motor of t turns a wheel and by a gear of the ratio r a pinion: as if the wheel had the inertia I1 + r^2 I2. Also where all of it flies.
#[test]
fn a_gear_turns_two_wheels() {
    let drive = "close pinion wheel gear ratio=-2\ntorque wheel 1mN*m\n";
    let turning = "axis=[0 1 0] joint=rotary";
    for (first, order) in [
        ("rootmotion fixed\n", 2),
        ("rootmotion fixed\nintegration implicit\n", 1),
    ] {
        let session = run(&(gears(&format!("{first}{drive}"), turning) + "go 0.5s\n"));
        let wanted = 0.5 * 1e-3 / (1e-4 + 4.0 * 5e-5) * 0.25;
        let off = (number(&session, "c.wheel.q") - wanted).abs();
        assert!(off < if order == 2 { 1e-12 } else { 1e-3 }, "{off}");
        assert!(
            (number(&session, "c.pinion.q") + 2.0 * number(&session, "c.wheel.q")).abs() < 1e-12
        );
        let torque = number(&session, "world.attachment0.torque");
        assert!(
            (torque + 5e-5 * 2.0 * 1e-3 / 3e-4).abs() < 1e-10,
            "{torque}"
        );
    }
    let mut session = run(&gears(drive, turning));
    go_on(&mut session, "addv base 0 0 0 0.3 1 2\n");
    let before = vector(&session, "c.angular_momentum");
    go_on(&mut session, "go 0.5s\n");
    for (a, b) in before.iter().zip(vector(&session, "c.angular_momentum")) {
        assert!((a - b).abs() < 1e-9, "{before:?} {b}");
    }
    assert!(number(&session, "c.work.numbers").abs() < 1e-9);
}

/// A pinion of radius 2 cm drives a rack: a joint that slides follows one that turns; the run goes on to the bit after a rewind and by a file.
#[test]
fn a_rack_follows_its_pinion_and_is_read_back() {
    let by = "rootmotion fixed\nclose pinion wheel gear ratio=2cm break=1N\ntorque wheel 1mN*m\ngo 0.1s\nmark one\n";
    let mut session = run(&gears(by, "axis=[1 0 0] joint=sliding"));
    let folder = tempfile::tempdir().unwrap();
    session.files.output = folder.path().to_owned();
    go_on(&mut session, "save state.json\ngo 0.1s\n");
    let end = number(&session, "c.pinion.q");
    let wanted = 0.5 * 1e-3 / (1e-4 + 0.02 * 0.02 * 0.1) * 0.04 * 0.02;
    assert!((end - wanted).abs() < 1e-12, "{end} {wanted}");
    for back in ["rewind one", "load state.json"] {
        go_on(&mut session, &format!("{back}\ngo 0.1s\n"));
        assert_eq!(
            number(&session, "c.pinion.q").to_bits(),
            end.to_bits(),
            "{back}"
        );
    }
    go_on(&mut session, "torque wheel 1N*m\ngo 10ms\n");
    assert!(matches!(
        session.quantity("world.attachment0.broken"),
        Ok(corpus::session::Reading::Flag(true))
    ));
}

#[test]
fn wrong_gears_are_told() {
    for (wrong, says) in [
        ("close pinion wheel gear ratio=0", "ratio of 0"),
        ("close pinion pinion gear ratio=2", "cannot follow itself"),
        ("close pinion base gear ratio=2", "root"),
        ("close pinion wheel gear ratio=2cm", "`ratio`"),
        ("close pinion wheel gear", "ratio"),
    ] {
        let mut session = run(&gears("rootmotion fixed", "axis=[0 1 0] joint=rotary"));
        assert!(session.run_text("wrong", wrong).is_err(), "{wrong}");
        let said = &session.diagnostics.last().unwrap().message;
        assert!(said.contains(says), "{wrong}: {said}");
    }
}

/// A base with an arm of 1 kg and 20 cm that turns about y.
const ARM: &str = "addcorpus c\nbox base size=[4cm 4cm 4cm]\nbox arm from=[0 -1cm -1cm] to=[20cm 1cm 1cm]\naddbody base base axis=[0 1 0] joint=rotary mass=1kg\n\
                   addbody arm arm axis=[0 1 0] joint=rotary mass=1kg\nlinkbodies base arm\nsetroot base\nrootmotion fixed\ncorpusinit\n";

/// A joint falls on the hard end of its range and stays there to rounding; its momentum is that of a plastic impact.
#[test]
fn a_hard_range_is_not_passed() {
    let script = format!(
        "{ARM}range arm -1rad 0.3rad hard\nintegration implicit\ngrav on\nlet most = 0rad\nevery 1ms\n  let most = max(most, arm.q)\nend\n"
    );
    let session = run(&(script.clone() + "go 1s\nexpect most < 0.3001rad\n"));
    assert!((number(&session, "c.arm.q") - 0.3).abs() < 1e-12);
    assert!(number(&session, "c.arm.dq").abs() < 1e-12);
    assert!(number(&session, "c.work.dampers") > 0.01);
    let involved = number(&session, "c.work.dampers");
    assert!(number(&session, "c.work.numbers").abs() < 0.02 * involved);
    // Pushed away from the other end, and held there.
    let session = run(&(script + "torque arm -5N*m\ngo 1s\n"));
    assert!((number(&session, "c.arm.q") + 1.0).abs() < 1e-12);
}

/// A joint returns from a hard end with the part of its speed that `range` says, whatever it carries: all of its energy at 1, none of it more.
#[test]
fn a_joint_bounces_off_a_hard_end() {
    for (e, steps) in [(0.0, "1ms"), (0.6, "1ms"), (0.6, "0.1ms"), (1.0, "1ms")] {
        let session = run(&format!(
            "{ARM}range arm -1rad 0.3rad hard restitution={e}\nintegration implicit\ndt {steps}\njoint arm dq 2\ngo 0.3s\n"
        ));
        let speed = number(&session, "c.arm.dq");
        assert!((speed + 2.0 * e).abs() < 1e-9, "{e} {speed}");
    }
    let two = ARM.replace(
        "linkbodies base arm\n",
        "box tip from=[0 -1cm -1cm] to=[10cm 1cm 1cm]\naddbody tip tip axis=[0 1 0] joint=rotary mass=0.2kg\nmove tip 20cm 0 0\n\
         linkbodies base arm\nlinkbodies arm tip\n",
    );
    let session = run(&format!(
        "{two}range arm -1rad 0.3rad hard restitution=1\nintegration implicit\ndt 0.1ms\njoint arm dq 2\nlet before = c.energy.kinetic\ngo 0.2s\n\
         expect arm.dq < 0rad/s\nexpect abs(tip.dq) > 0.1rad/s\nexpect abs(c.energy.kinetic / before - 1) < 1e-3\n"
    ));
    assert!(number(&session, "c.arm.q") < 0.3);
}

/// The impulses of a ground of springs are those of its forces, also where a joint has a hard end.
#[test]
fn a_hard_range_leaves_the_impulses_of_the_ground() {
    let script = |range: &str| {
        format!(
            "addcorpus c\nbox base size=[10cm 10cm 10cm]\nbox arm from=[0 -1cm -1cm] to=[20cm 1cm 1cm]\naddbody base base axis=[0 1 0] joint=rotary mass=1kg\n\
             addbody arm arm axis=[0 1 0] joint=rotary mass=100g\nlinkbodies base arm\nsetroot base\ncorpusinit\nmove base 0 0 5cm\nsetrootpos\n{range}\n\
             ground on\ngrav on\nintegration implicit\ngo 1s\n"
        )
    };
    let [with, without] = ["range arm -2rad 2rad hard", ""].map(|range| {
        let session = run(&script(range));
        vector(&session, "c.impulse")
    });
    assert!(
        (with[2] - without[2]).abs() < 1e-3 * without[2],
        "{with:?} {without:?}"
    );
}

/// A bob falls until its rope is taut, and hangs on it: the load is its weight. Before that it falls freely.
#[test]
fn a_rope_holds_only_when_it_is_taut() {
    let script = "addcorpus c\nball bob radius=2cm\naddbody bob bob axis=[0 0 1] joint=rotary mass=1kg\nsetroot bob\ncorpusinit\n\
                  close bob world rope at=[0 0 0] to=[0 0 1m] length=1.5m\nintegration implicit\ngrav on\nsetgrav 9.81\ngo 0.3s\n";
    let mut session = run(script);
    assert!((number(&session, "c.bob.z") + 0.5 * 9.81 * 0.09).abs() < 2e-3);
    assert_eq!(vector(&session, "world.attachment0.force"), [0.0; 3]);
    go_on(&mut session, "go 1s\n");
    assert!((number(&session, "c.bob.z") + 0.5).abs() < 1e-9);
    let [x, y, z] = vector(&session, "world.attachment0.force");
    assert!(x.abs() + y.abs() < 1e-9 && (z - 9.81).abs() < 1e-6, "{z}");
    // Two bodies in free space that fly apart: momentum stays.
    let script = "addcorpus one\nball a radius=2cm\naddbody a a axis=[0 0 1] joint=rotary mass=1kg\nsetroot a\ncorpusinit\naddcorpus two\nball b radius=2cm\n\
                  addbody b b axis=[0 0 1] joint=rotary mass=3kg\nsetroot b\ncorpusinit\nmove b 1m 0 0\nsetrootpos\n\
                  close one.a two.b rope at=[0 0 0] to=[0 0 0] length=1.2m\nintegration implicit\naddv b 1m/s 0.2m/s 0 0 0 0\ngo 2s\n";
    let session = run(script);
    let [a, b] = ["one.momentum", "two.momentum"].map(|of| vector(&session, of));
    for (i, wanted) in [3.0, 0.6, 0.0].iter().enumerate() {
        assert!((a[i] + b[i] - wanted).abs() < 1e-9, "{a:?} {b:?}");
    }
    let apart = vector(&session, "world.attachment0.force");
    assert!(apart[0] > 0.0, "{apart:?}");
    assert!(number(&session, "world.attachment0.length") < 1.2 + 1e-3);
}

/// A drive turns an arm at its speed whatever its weight does, and its torque is that of the weight.
#[test]
fn a_drive_gives_a_joint_its_speed() {
    for method in ["auto", "implicit"] {
        let mut session = run(&format!(
            "{ARM}integration {method}\ndrive arm speed=2rev/s\ngrav on\nsetgrav 10\ngo 1s\n"
        ));
        let turn = std::f64::consts::TAU;
        assert!(
            (number(&session, "c.arm.q") - 2.0 * turn).abs() < 1e-6,
            "{method}"
        );
        assert!(
            (number(&session, "c.arm.dq") - 2.0 * turn).abs() < 1e-12,
            "{method}"
        );
        // The arm is level again, within the half step in which the torque is taken.
        let torque = number(&session, "world.attachment0.torque");
        assert!(
            (torque + 1.0 * 10.0 * 0.1).abs() < 1e-2,
            "{method} {torque}"
        );
        go_on(&mut session, "drive arm speed=-1rad/s\ngo 0.1s\n");
        assert!((number(&session, "c.arm.dq") + 1.0).abs() < 1e-12);
        assert!(session.quantity("world.attachment1.torque").is_err());
        go_on(&mut session, "drive arm off\ngo 0.1s\n");
        assert!((number(&session, "c.arm.dq") + 1.0).abs() > 0.1);
    }
}

/// The positions of a ball are not the integrals of its speeds: nothing that relies on that takes its axes.
#[test]
fn axes_of_a_ball_are_refused() {
    let ball = ARM.replace("linkbodies", "jointkind arm ball\nlinkbodies");
    for wrong in [
        "drive arm.ry speed=1rad/s",
        "range arm.rx -1rad 1rad hard",
        "close arm.rz arm.rx gear ratio=2",
    ] {
        let mut session = run(&ball);
        assert!(session.run_text("wrong", wrong).is_err(), "{wrong}");
        let said = &session.diagnostics.last().unwrap().message;
        assert!(said.contains("axis of a ball"), "{wrong}: {said}");
    }
    let mut session = run(&ARM.replace(
        "linkbodies",
        "jointkind arm universal second=[1 0 0]\nlinkbodies",
    ));
    go_on(
        &mut session,
        "drive arm.q2 speed=1rad/s\ngo 0.1s\nexpect abs(arm.q2.q - 0.1rad) < 1e-6rad\n",
    );
}

#[test]
fn wrong_stops_are_told() {
    for (wrong, says) in [
        ("range arm 0.5rad 1rad hard", "outside this range"),
        ("range arm -1rad 1rad hard restitution=1.5", "at most 1"),
        ("range arm -1rad 1rad hard stiffness=5N*m/rad", "`hard`"),
        (
            "range arm -1rad 1rad hard\nintegration euler\ngo 1ms",
            "hard joint range",
        ),
        (
            "close arm world rope at=[20cm 0 0] to=[1m 0 0] length=10cm",
            "shorter than the distance",
        ),
        (
            "close arm world rope at=[20cm 0 0] to=[1m 0 0]\nintegration euler\ngo 1ms",
            "a rope",
        ),
        (
            "close arm world rope at=[20cm 0 0] to=[1m 0 0]\nrootmotion free\nmove base 0 2m 0\nsetrootpos\nintegration implicit\ngo 1ms",
            "farther apart",
        ),
        ("drive base speed=1rad/s", "root"),
        ("drive arm speed=1m/s", "speed"),
    ] {
        let mut session = run(ARM);
        assert!(session.run_text("wrong", wrong).is_err(), "{wrong}");
        let said = &session.diagnostics.last().unwrap().message;
        assert!(said.contains(says), "{wrong}: {said}");
    }
}

/// A ball on a slope rolls with 1/(1 + k) of the acceleration of one that slides, with k = I/(m r^2), 2/5; one on a turntable runs in a circle, at
/// k/(1 + k) of the table's rate.
#[test]
fn a_rolling_ball_goes_where_the_closed_forms_say() {
    let ball = "addcorpus d\nball b radius=10cm\naddbody b b axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot b\ncorpusinit\n";
    let roll = |method: &str, limit: &str| {
        let session = run(&format!(
            "{ball}move b 0 0 10cm\nsetrootpos\nroll b on world\ngrav on\ngravdirection 1 0 -9\nsetgrav {{sqrt(82)}}\n{method}\ngo 1s\n\
             expect abs(d.b.vel.x - 2 * d.b.x / 1s) < {limit}\nexpect abs(d.b.vel.x - d.b.omega.y * 10cm / 1rad) < 1e-12m/s"
        ));
        number(&session, "d.b.x")
    };
    let part = 2.0 * roll("integration auto", "1e-9m/s");
    // The ball is a polyhedron of many faces.
    assert!((part - 5.0 / 7.0).abs() < 1e-3, "{part}");
    let coarse = 2.0 * roll("integration implicit\nh 0.1ms", "1mm/s");
    assert!((coarse - part).abs() < 1e-3, "{coarse}");
    let session = run(&format!(
        "addcorpus c\nbox foot size=[2cm 2cm 2cm]\nbox table size=[4m 4m 2cm]\n\
         for n in foot table\n  addbody {{n}} {{n}} axis=[0 0 1] joint=rotary density=1g/cm3\nend\nlinkbodies foot table\nsetroot foot\n\
         rootmotion fixed\ncorpusinit\njoint table dq 7\ndrive table speed=7rad/s\n{ball}move b 50cm 0 11cm\nsetrootpos\n\
         roll b on c.table radius=10cm\naddv b 0.5m/s 0 0 35 5 0\ngrav on\ngo {{1s * pi / (7 * (1 - {part}))}}\n"
    ));
    // Half a round of a circle of radius v / rate.
    let rate = 7.0 * (1.0 - part);
    let [x, y] = ["d.b.x", "d.b.y"].map(|name| number(&session, name));
    assert!(
        (x - 0.5).abs() < 1e-5 && (y - 2.0 * 0.5 / rate).abs() < 1e-5,
        "{x} {y}"
    );
}

/// A yo-yo unrolls along a string, which pushes nothing aside: a = g / (1 + I / (m r^2)). That it does not roll off is no fault.
#[test]
fn a_yoyo_falls_slowly() {
    let session = run(
        "addcorpus c\nball yoyo radius=3cm\naddbody yoyo yoyo axis=[0 1 0] joint=rotary density=1g/cm3\n\
         inertia yoyo [1e-4 9e-5 1e-4] mass=100g\nsetroot yoyo\ncorpusinit\ngrav on\nsetgrav 10\nroll yoyo on world radius=3mm axis=[0 1 0] normal=[1 0 0]\ngo 0.5s\n",
    );
    let fall = 0.5 * 10.0 / (1.0 + 9e-5 / (0.1 * 0.003 * 0.003)) * 0.25;
    assert!((number(&session, "c.yoyo.z") + fall).abs() < 1e-9);
    let told = session.diagnostics.iter().find(|told| told.code == "W052");
    assert!(told.is_none(), "{told:?}");
}

/// A wheel that leans rolls in a curve; its energy is kept, and the speed of its rim on the ground is zero.
#[test]
fn a_leaning_wheel_keeps_its_energy() {
    let session = run(
        "addcorpus c\ncylinder wheel radius=10cm from=[0 -1cm 0] to=[0 1cm 0]\naddbody wheel wheel axis=[0 1 0] joint=rotary density=1g/cm3\n\
         setroot wheel\ncorpusinit\nmove wheel 0 0 10cm\nsetrootpos\nroll wheel on world radius=10cm axis=[0 1 0]\naddv wheel 1m/s 0 0 0.5 10 0\n\
         grav on\nsetgrav 9.81\ngo 1us\nlet e0 = c.energy.kinetic + c.energy.weight\ngo 2s\n\
         expect abs(c.energy.kinetic + c.energy.weight - e0) < 1e-4 * e0\nexpect world.attachment0.gap < 1e-12m\nexpect abs(c.wheel.y) > 1cm\n",
    );
    assert!(number(&session, "c.wheel.z") < 0.1);
}

/// Without projection a rod grows longer by the errors of the steps; Baumgarte's stabilization keeps it nearly, and projection exactly.
#[test]
fn stabilization_says_how_far_loops_drift() {
    let gap = |how: &str| {
        let by = format!("close bob world rod at=[0 0 0] to=[0 0 0]\nstabilization {how}");
        number(
            &run(&format!("{}go 5s\n", pendulum(&by))),
            "world.attachment0.gap",
        )
    };
    let gaps = ["none", "baumgarte rate=50Hz", "projection"].map(gap);
    assert!(
        gaps[0] > 3.0 * gaps[1] && gaps[1] > 1e-12 && gaps[2] < 1e-13,
        "{gaps:?}"
    );
    // By rates, alone and beside rigid ground.
    for beside in ["", "contact rigid\nground height=-5m\nground on\n"] {
        let by_rates = |how: &str| {
            let by =
                format!("close bob world rod at=[0 0 0] to=[0 0 0]\nstabilization {how}\n{beside}");
            let method = "integration rkfixed\nh 10ms\ndt 10ms\n";
            let script = format!("{}{method}go 5s\n", pendulum(&by));
            number(&run(&script), "world.attachment0.gap")
        };
        let gaps = ["none", "baumgarte rate=5Hz", "projection"].map(by_rates);
        assert!(
            gaps[0] > 3.0 * gaps[1] && gaps[1] > 1e-12 && gaps[2] < 1e-13,
            "{beside} {gaps:?}"
        );
    }
    let mut session = run(&pendulum("close bob world rod at=[0 0 0] to=[0 0 0]"));
    for (line, code) in [
        ("stabilization none rate=1Hz", "E053"),
        ("stabilization baumgarte rate=0Hz", "E027"),
        ("roll c.bob on c.bob radius=1cm", "E026"),
        ("roll c.bob on world radius=1cm axis=[0 0 1]", "E027"),
        ("roll c.bob on world", "E021"),
        ("contact compliant bodies", "E053"),
        ("groundfriction stick 0.5 static=0.7", "E091"),
        ("groundfriction stribeck 0.5 static=0.4", "E053"),
    ] {
        assert!(session.run_text("more", line).is_err(), "{line}");
        let told = session.diagnostics.last().map(|d| d.code);
        assert_eq!(told, Some(code), "{line}");
    }
}

/// A drive that works against what cannot give way is told: a hard range, a rope, a pin.
#[test]
fn a_drive_against_what_cannot_give_way_is_told() {
    for (against, says) in [
        ("range arm -1rad 0.3rad hard", "hard end of the range"),
        (
            "close arm world rope at=[20cm 0 0] to=[20cm 0 0] length=5cm",
            "the rope of",
        ),
        ("close arm world pin at=[20cm 0 0] to=[20cm 0 0]", "a loop"),
    ] {
        for method in ["auto", "implicit", "rkf"] {
            let script = format!("{ARM}integration {method}\n{against}\ndrive arm speed=1rad/s\n");
            let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
            assert!(
                session
                    .run_text("test", &format!("{script}go 1s\n"))
                    .is_err(),
                "{method} {against}"
            );
            let said = &session.diagnostics.last().unwrap().message;
            assert!(
                said.starts_with("the drive of `c.arm` works against") && said.contains(says),
                "{method}: {said}"
            );
            // As soon as they meet.
            let time = session.here().world.time;
            assert!(time < 0.31, "{method} {against}: {time}");
        }
    }
    let session = run(&format!(
        "{ARM}range arm -1rad 0.3rad hard\ndrive arm speed=1rad/s break=10N*m\ngo 1s\nexpect world.attachment0.broken and abs(arm.q - 0.3rad) < 0.1rad\n"
    ));
    assert!(session.diagnostics.is_empty(), "{:?}", session.diagnostics);
}

/// Two boxes that are welded fall on rigid ground: what the weld bears in the impact is work on both, with nothing left over.
#[test]
fn the_work_of_a_loop_in_an_impact_is_exact() {
    for method in ["auto", "implicit"] {
        let session = run(&format!(
            "addcorpus c\nbox o size=[10cm 10cm 10cm]\naddbody b o 0 0 1 rotary mass=1kg\nsetroot b\ncorpusinit\nmove o 0 0 50cm\nsetrootpos\n\
             addcorpus d\nbox o size=[10cm 10cm 10cm]\naddbody b o 0 0 1 rotary mass=1kg\nsetroot b\ncorpusinit\nmove o 0 0 70cm\nsetrootpos\n\
             close c.b d.b weld at=[0 0 5cm]\nground on\ncontact rigid\nintegration {method}\ngrav on\ngo 0.5s\n"
        ));
        assert!(number(&session, "d.work.outer") < -1.0);
        for figure in ["c", "d"] {
            let left = number(&session, &format!("{figure}.work.numbers"));
            assert!(left.abs() < 0.05, "{method} {figure}: {left}");
        }
        let told = session.accuracy.warnings();
        assert!(told.is_empty(), "{told:?}");
    }
}
