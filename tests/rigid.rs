//! Tests of rigid contact.

use crate::support::{go_on, number, run, vector};

/// A body `b` of a figure `name`: a box of 10 cm, at a place in cm, turned before.
fn body(name: &str, turn: &str, at: [f64; 3]) -> String {
    let [x, y, z] = at;
    format!(
        "addcorpus {name}\nbox b size=[10cm 10cm 10cm]\n{turn}\naddbody b b 0 0 1 rotary 1g/cm3\nsetroot b\ncorpusinit\n\
         move b {x}cm {y}cm {z}cm\nsetrootpos\n"
    )
}

const WORLD: &str = "ground on\ngrav on\nsetgrav 9.81\ncontact rigid\n";

#[test]
fn a_cube_rests_without_sinking_in_and_its_load_is_its_weight() {
    let session = run(&format!(
        "{}{WORLD}go 0.2s\n",
        body("c", "", [0.0, 0.0, 5.0])
    ));
    assert!((number(&session, "c.b.z") - 0.05).abs() < 1e-12);
    assert!((number(&session, "c.b.load") - 9.81).abs() < 1e-9);
    assert!((number(&session, "c.b.touch") - 9.81).abs() < 1e-9);
    assert_eq!(
        vector(&session, "c.b.acc").map(|x| x.abs() < 1e-9),
        [true; 3]
    );
}

/// Below the critical angle nothing moves, above it a cube slides by g (sin a - mu cos a).
#[test]
fn a_cube_on_a_slope_sticks_below_the_critical_angle_and_slides_above_it() {
    for (part, slides) in [(0.9999, false), (1.0001, true), (1.5, true)] {
        let angle = (0.5_f64 * part).atan();
        let tilt = [angle.sin(), 0.0, angle.cos()];
        let script = format!(
            "{}groundnormal {} {} {}\n{WORLD}groundfriction slide 0.5\n",
            body(
                "c",
                &format!("rotate b y {}", angle.to_degrees()),
                [100.0 * 0.05 * tilt[0], 0.0, 100.0 * 0.05 * tilt[2]]
            ),
            tilt[0],
            tilt[1],
            tilt[2],
        );
        let session = run(&format!("{script}go 1s\n"));
        let speed = number(&session, "c.b.speed");
        let wanted = 9.81 * (angle.sin() - 0.5 * angle.cos());
        match slides {
            true => assert!(
                (speed - wanted).abs() < 1e-6 * wanted.max(1.0),
                "{speed} {wanted}"
            ),
            false => assert!(speed < 1e-12, "{speed}"),
        }
    }
}

/// Three boxes on each other stand as they were put, to less than a nanometre, and each bears what is above it.
#[test]
fn a_stack_stands() {
    let all: String = [5.0, 15.0, 25.0]
        .iter()
        .enumerate()
        .map(|(i, z)| body(&format!("c{i}"), "", [0.0, 0.0, *z]))
        .collect();
    let session = run(&format!("{all}{WORLD}collide all\ngo 0.5s\n"));
    for (i, z) in [0.05, 0.15, 0.25].iter().enumerate() {
        assert!((number(&session, &format!("c{i}.b.z")) - z).abs() < 1e-9);
    }
    assert!((number(&session, "c0.b.load") - 3.0 * 9.81).abs() < 1e-6);
    let push = vector(&session, "c1.b.push");
    assert!((push[2] - 9.81).abs() < 1e-6, "{push:?}");
}

/// A ball that is thrown along the ground slides until it rolls: at 5/7 of its speed.
#[test]
fn a_ball_that_slides_comes_to_roll() {
    let script = format!(
        "addcorpus c\nball b radius=10cm\naddbody b b 0 0 1 rotary 1g/cm3\nsetroot b\ncorpusinit\nmove b 0 0 10cm\nsetrootpos\n{WORLD}\
         addv b 2m/s 0 0 0 0 0\ngo 1s\n"
    );
    let session = run(&script);
    let [vx, _, vz] = vector(&session, "c.b.vel");
    assert!(
        (vx - 10.0 / 7.0).abs() < 1e-3 && vz.abs() < 1e-9,
        "{vx} {vz}"
    );
    assert!((number(&session, "c.b.omega.y") - vx / 0.1).abs() < 1e-6);
}

#[test]
fn a_dropped_ball_bounces_by_its_restitution() {
    let script = format!(
        "addcorpus c\nball b radius=10cm\naddbody b b 0 0 1 rotary 1g/cm3\nsetroot b\ncorpusinit\nmove b 0 0 1.1m\nsetrootpos\n{WORLD}\
         restitution 0.8\nlet top = 0m\ngo 0.5s\nevery 1ms\n  let top = max(top, c.b.z)\nend\ngo 0.5s\n\
         expect abs(top - 74cm) < 1cm\n"
    );
    run(&script);
}

/// A box 5 mm deep in the ground is lifted out gently.
#[test]
fn a_box_deep_in_the_ground_leaves_slowly() {
    let session = run(&format!(
        "{}{WORLD}let top = 0m\nevery 1ms\n  let top = max(top, c.b.z)\nend\ngo 1s\nexpect top < 50.1mm\n",
        body("c", "", [0.0, 0.0, 4.5])
    ));
    assert!((number(&session, "c.b.z") - 0.05).abs() < 1e-6);
}

#[test]
fn a_run_rewinds_to_the_bit_amid_rigid_contacts() {
    let all: String = (0..4)
        .map(|i| {
            let z = 8.0 + 14.0 * f64::from(i);
            body(&format!("c{i}"), "rotate b y 20", [f64::from(i), 0.0, z])
        })
        .collect();
    let mut session = run(&format!(
        "{all}{WORLD}collide all\ngo 0.3s\nmark here\ngo 0.2s\n"
    ));
    let read = |session: &_| [0, 1, 2, 3].map(|i| number(session, &format!("c{i}.b.z")).to_bits());
    let end = read(&session);
    go_on(&mut session, "rewind here\ngo 0.2s");
    assert_eq!(read(&session), end);
    assert!(end.iter().all(|z| f64::from_bits(*z) > 0.04));
}

/// The forces of a step are those of nobody else's choice: other orders of the figures give the same motion.
#[test]
fn the_order_of_figures_does_not_matter() {
    let parts = [
        body("a", "rotate b y 20", [0.0, 0.0, 8.0]),
        body("d", "rotate b x 10", [2.0, 1.0, 22.0]),
    ];
    let heights = [[0, 1], [1, 0]].map(|order| {
        let all: String = order.map(|i: usize| parts[i].clone()).concat();
        let session = run(&format!("{all}{WORLD}collide all\ngo 0.2s\n"));
        ["a.b.z", "d.b.z"].map(|name| number(&session, name))
    });
    for (one, two) in heights[0].iter().zip(heights[1]) {
        assert!((one - two).abs() < 1e-6, "{heights:?}");
    }
}

#[test]
fn methods_that_cannot_find_the_forces_are_refused() {
    let mut session = run(&format!("{}{WORLD}", body("c", "", [0.0, 0.0, 5.0])));
    assert!(session.run_text("more", "integration euler").is_err());
    assert_eq!(session.diagnostics.last().map(|d| d.code), Some("E097"));
}

/// A sticky foot bears the force at which its spring would break, m 2 (e^2 - 1) at each corner, and lets go beyond it; at a wall too.
#[test]
fn a_sticky_foot_is_held_up_to_its_strength() {
    let strength = 4.0 * 2.0 * 2f64.exp_m1();
    for (part, holds) in [(0.99, true), (1.01, false)] {
        let lift = part * strength + 9.81;
        let session = run(&format!(
            "{}{WORLD}bodygroundstick b on\npush b 0 0 {lift} for 0.1s\ngo 0.1s\n",
            body("c", "", [0.0, 0.0, 5.0])
        ));
        let height = number(&session, "c.b.z") - 0.05;
        assert_eq!(height.abs() < 1e-9, holds, "{part}: {height}");
    }
    // Gravity along the surface: friction alone would bear 0.7 of the weight if anything pressed.
    let session = run(&format!(
        "{}{WORLD}bodygroundstick b on\ngravdirection 1 0 0\ngo 0.5s\n",
        body("c", "", [0.0, 0.0, 5.0])
    ));
    assert!(number(&session, "c.b.x").abs() < 1e-9);
}

/// A linkage that falls on the ground keeps its loop, and its energy but for the impacts.
#[test]
fn a_closed_loop_lies_on_rigid_ground() {
    let bars = "addcorpus bar\nbox crank from=[-5mm -5mm -20cm] to=[5mm 5mm 0]\nbox rocker from=[-5mm -5mm -20cm] to=[5mm 5mm 0]\n\
                box base size=[30cm 2cm 2cm]\nbox coupler from=[0 -5mm -5mm] to=[30cm 5mm 5mm]\nfor name in base crank rocker coupler\n  \
                addbody {name} {name} axis=[0 1 0] joint=rotary density=1g/cm3\nend\nmove crank -15cm 0 0\nmove rocker 15cm 0 0\n\
                move coupler 0 0 -20cm\nlinkbodies base crank\nlinkbodies base rocker\nlinkbodies crank coupler\nsetroot base\ncorpusinit\n\
                close coupler rocker pin at=[30cm 0 0] to=[0 0 -20cm]\nmove base 0 0 30cm\nsetrootpos\njoint crank q 20deg\nassemble\n";
    for step in ["1/1200 s", "1/2400 s"] {
        let session =
            run(&format!("{bars}{WORLD}h {{{step}}}\ngo 0.8s\n").replace(" s}", " * 1s}"));
        let at_most = 0.3;
        assert!(number(&session, "world.attachment0.gap") < 1e-12);
        assert!(number(&session, "bar.energy") < at_most, "{step}");
        assert!(number(&session, "coupler.z") > 4e-3);
    }
}

/// A leg that hits its stop, and a body that turns fast, are held by the ground all the same.
#[test]
fn joint_stops_and_fast_turns_do_not_let_a_body_through_the_ground() {
    let leg = "addcorpus c\nbox b size=[20cm 20cm 4cm]\nbox l from=[-1cm -1cm -10cm] to=[1cm 1cm 0]\naddbody b b 0 0 1 rotary 1g/cm3\n\
               addbody l l axis=[0 1 0] joint=rotary density=1g/cm3\nmove l 0 0 -2cm\nlinkbodies b l\nsetroot b\ncorpusinit\n\
               range l -5deg 5deg\njoint l dq 3\nmove b 0 0 14cm\nsetrootpos\n";
    let session = run(&format!("{leg}{WORLD}go 1s\n"));
    assert!(number(&session, "c.l.height") > -1e-5);
    let spin = "addv b 0 0 0 0 300rad/s 0\n";
    let session = run(&format!(
        "{}{WORLD}{spin}go 0.5s\n",
        body("c", "", [0.0, 0.0, 12.0])
    ));
    assert!(number(&session, "c.b.height") > -2e-3);
}

#[test]
fn an_oblique_impact_adds_no_energy_and_nothing_is_too_fast_for_a_thin_plate() {
    let rod = "addcorpus c\nbox b size=[1m 2cm 2cm]\nrotate b y 60\naddbody b b 0 0 1 rotary 1g/cm3\nsetroot b\ncorpusinit\n\
               move b 0 0 1.2m\nsetrootpos\n";
    let session = run(&format!(
        "{rod}{WORLD}restitution 1\ngroundfriction slide 0.3\nlet e0 = c.energy\nlet most = 0J\nevery 1ms\n  \
         let most = max(most, c.energy)\nend\ngo 2s\nexpect most < 1.002 * e0\n"
    ));
    let warned = session.accuracy.warnings();
    assert!(warned.iter().any(|d| d.code == "W039"), "{warned:?}");
    let session = run(
        "addcorpus c\nball b radius=1cm\naddbody b b 0 0 1 rotary 1g/cm3\nsetroot b\ncorpusinit\nmove b 0 0 1m\nsetrootpos\n\
         scenery plate box size=[1m 1m 1mm] at=[0 0 0]\ncollide all\ncontact rigid\naddv b 0 0 -1000m/s 0 0 0\ngo 20ms\n",
    );
    let [_, _, vz] = vector(&session, "c.b.vel");
    assert!((vz - 1000.0 * 0.5_f64.sqrt()).abs() < 1e-5, "{vz}");
}

/// A body that a step stops exactly, without a way, is not at rest with the force of that step.
#[test]
fn what_is_stopped_at_once_bears_its_weight_afterwards() {
    let mut session = run(&format!(
        "{}{WORLD}restitution 0\ngo 0.1s\n",
        body("c", "", [0.0, 0.0, 5.0])
    ));
    go_on(&mut session, "addv b 0 0 -1m/s 0 0 0\ngo 0.1s\n");
    assert!((number(&session, "c.b.load") - 9.81).abs() < 1e-6);
    assert!((number(&session, "c.b.z") - 0.05).abs() < 1e-9);
}

/// A cube that slides under each bound of friction: where it comes to rest, and what it weighs there.
#[test]
fn friction_is_bounded_as_each_law_says() {
    let slide = |law: &str| {
        run(&format!(
            "{}{}contact {law}\ngroundfriction slide 0.5\ngo 50ms\naddv b 1m/s 1m/s 0 0 0 0\ngo 0.1s\n",
            body("c", "", [0.0, 0.0, 5.0]),
            WORLD.replace("contact rigid\n", "")
        ))
    };
    let speed = |session: &corpus::session::Session| {
        let [x, y, z] = vector(session, "c.b.vel");
        [x.hypot(y), z]
    };
    let after = 2.0_f64.sqrt() - 0.5 * 9.81 * 0.1;
    // A cone: against the sliding; the pyramid's corner along x or y bears as much, its side only 1/sqrt 2 of it.
    let [coulomb, _] = speed(&slide("rigid"));
    assert!((coulomb - after).abs() < 1e-6, "{coulomb} {after}");
    let [pyramid, _] = speed(&slide("lcp"));
    assert!(
        (pyramid - (2.0_f64.sqrt() - 0.5 * 9.81 * 0.1 / 2.0_f64.sqrt())).abs() < 1e-3,
        "{pyramid}"
    );
    // What begins to slide at once lifts off at mu u_t.
    let session = slide("anitescu");
    let z = number(&session, "c.b.z");
    assert!(z > 0.052, "{z}");
    // A soft contact slows it as well, and creeps under the friction that holds it.
    let session = slide("todorov");
    let [soft, _] = speed(&session);
    assert!((soft - after).abs() < 0.1, "{soft}");
    let creeps = |law: &str, tilt: f64| {
        let script = format!(
            "{}groundnormal {} 0 {}\n{}contact {law}\ngroundfriction slide 0.5\ngo 2s\n",
            body(
                "c",
                &format!("rotate b y {}", tilt.to_degrees()),
                [5.0 * tilt.sin(), 0.0, 5.0 * tilt.cos()]
            ),
            tilt.sin(),
            tilt.cos(),
            WORLD.replace("contact rigid\n", "")
        );
        let at = vector(&run(&script), "c.b.vel");
        at[0].hypot(at[2])
    };
    for law in ["rigid", "lcp", "anitescu"] {
        assert!(creeps(law, 0.3) < 1e-9, "{law} {}", creeps(law, 0.3));
    }
    assert!(creeps("todorov", 0.3) > 1e-4);
}

/// The steps of a coin that rolls on its rim leave an overlap, which they take away again: Euler's disk stays on the ground.
#[test]
fn a_coin_that_rolls_on_its_rim_does_not_sink_in() {
    let session = run(
        "addcorpus coin\ncylinder o from=[0 0 -1mm] to=[0 0 1mm] radius=1cm\naddbody c o axis=[0 0 1] joint=rotary density=8g/cm3\n\
         setroot c\ncorpusinit\nrotate o y 15\nmove o 0 0 {1cm * sin(15deg) + 1mm * cos(15deg)}\nsetrootpos\n\
         let spin = sqrt(4 * 9.8 * sin(15deg) / 0.01)\naddv c 0 0 0 {spin * cos(15deg)} 0 {-spin * sin(15deg)}\n\
         ground on\ngrav on\ncontact rigid\ngroundfric 0.3\nrestitution 0\ngo 0.4s\n",
    );
    let height = number(&session, "coin.c.height");
    assert!(height > -60e-6 && height < 1e-6, "{height}");
}

/// Where legs could bear a load in many ways, they share it, however the table came to stand: a symmetric one stands evenly on all, without
/// pressing them apart.
#[test]
fn a_symmetric_table_stands_evenly_on_its_legs() {
    let leg = |i: usize, x: f64, y: f64| {
        format!(
            "capsule l{i} from=[0 0 0] to=[0 0 -30cm] radius=2cm\naddbody l{i} l{i} 0 0 1 rotary mass=0.5kg\njointkind l{i} weld\n\
             move l{i} {x}cm {y}cm 0\nlinkbodies top l{i}\n"
        )
    };
    let legs: String = [(15.0, 15.0), (15.0, -15.0), (-15.0, 15.0), (-15.0, -15.0)]
        .iter()
        .enumerate()
        .map(|(i, &(x, y))| leg(i, x, y))
        .collect();
    let session = run(&format!(
        "addcorpus t\nbox top size=[40cm 40cm 4cm]\naddbody top top 0 0 1 rotary mass=2kg\nsetroot top\n{legs}corpusinit\n{WORLD}rest 1cm\ngo 1s\n"
    ));
    for i in 0..4 {
        let [x, y, z] = vector(&session, &format!("l{i}.force"));
        assert!((z - 9.81).abs() < 0.01, "{i}: {z}");
        assert!(x.hypot(y) < 0.01, "{i}: {x} {y}");
    }
}

/// Two boxes that push each other by springs, on rigid ground: it bears both, and its friction is that of both.
#[test]
fn rigid_ground_bears_what_presses_by_springs() {
    let mut session = run(&format!(
        "{}{}{}collide all\ncontact springs bodies\ngroundfriction slide 0.5\ncollisionfric 2\ngo 1s\n",
        body("low", "", [0.0, 0.0, 5.0]),
        body("high", "", [0.0, 0.0, 15.0]),
        WORLD.replace("contact rigid", "contact rigid ground"),
    ));
    assert!((number(&session, "low.b.load") / 19.62 - 1.0).abs() < 1e-6);
    assert!(number(&session, "low.b.acc.z").abs() < 1e-5);
    assert!(number(&session, "world.work.numbers").abs() < 1e-3);
    go_on(&mut session, "setcorpus low\npush b 11 0 0\ngo 0.5s");
    let [x, ..] = vector(&session, "low.force");
    assert!((x / -9.81 - 1.0).abs() < 1e-3, "{x}");
}

/// The forces of convex friction are not found by the default method, which these lines replace, and say so.
#[test]
fn methods_that_cannot_find_the_forces_of_convex_friction_are_refused() {
    for law in ["todorov", "anitescu"] {
        let figure = body("c", "rotate b y 20", [0.0, 0.0, 10.0]);
        let session = run(&format!("{figure}{WORLD}contact {law}\ngo 0.1s\n"));
        assert_eq!(session.here().world.settings.method.name(), "implicit");
        for lines in ["integration auto", "integration rkf"] {
            let mut session = run(&format!("{figure}{WORLD}contact {law}\n"));
            assert!(session.run_text("more", lines).is_err());
            let told = session.diagnostics.last().unwrap();
            assert_eq!(told.code, "E097");
            let help = told.help.as_deref().unwrap();
            assert!(told.message.contains(law), "{}", told.message);
            assert!(help.starts_with("write `integration implicit`"), "{help}");
        }
    }
}

/// Springs after rigid contact find the method that they had; one that a line has named stays.
#[test]
fn springs_after_rigid_contact_return_to_the_method_before() {
    for (lines, method) in [
        ("contact rigid", "implicit"),
        ("contact rigid\ncontact springs", "auto"),
        ("contact lcp\ncontact springs ground", "implicit"),
        (
            "contact rigid\ncontact springs ground\ncontact impulses bodies",
            "auto",
        ),
        (
            "contact rigid\nintegration implicit\ncontact springs",
            "implicit",
        ),
        (
            "integration implicit\ncontact rigid\ncontact springs",
            "implicit",
        ),
        ("contact rigid\nintegration auto\ncontact springs", "auto"),
    ] {
        let session = run(lines);
        let settings = &session.here().world.settings;
        assert_eq!(settings.method.name(), method, "{lines}");
        assert_eq!(
            settings.step.is_some(),
            method == "implicit" && !lines.contains("integration")
        );
    }
    let apex = |lines: &str| {
        let session = run(&format!(
            "{lines}
            addcorpus c
            ball o radius=5cm
            addbody b o 0 0 1 rotary 1000
            setroot b
            corpusinit
            move o 0 0 1m
            setrootpos
            ground on
            restitution 0.8
            grav on
            go 0.8s"
        ));
        number(&session, "c.b.z")
    };
    assert_eq!(apex(""), apex("contact rigid\ncontact springs"));
}

/// The wheels of a car share its weight while drives turn them, too.
#[test]
fn driven_wheels_share_the_weight_of_a_car() {
    let wheels = ["lf", "lb", "rf", "rb"]
        .iter()
        .zip([(7, 7), (-7, 7), (7, -7), (-7, -7)]);
    let built: String = wheels
        .map(|(name, (x, y))| {
            format!(
                "cylinder {name} from=[0 -1cm 0] to=[0 1cm 0] radius=3cm\naddbody {name} {name} 0 1 0 rotary mass=100g\nmove {name} {x}cm {y}cm -2cm\n\
                 linkbodies body {name}\n"
            )
        })
        .collect();
    let session = run(&format!(
        "addcorpus car\nbox body size=[20cm 10cm 4cm]\naddbody body body 0 0 1 rotary mass=1kg\nsetroot body\n{built}corpusinit\n{WORLD}groundfric 0.8\n\
         rest 0\ngo 0.1s\ndrive lf 10rad/s\ndrive lb 10rad/s\ndrive rf 10rad/s\ndrive rb 10rad/s\ngo 0.5s\n"
    ));
    assert!((number(&session, "body.vel.x") - 0.3).abs() < 1e-5);
    for wheel in ["lf", "lb", "rf", "rb"] {
        let load = number(&session, &format!("{wheel}.load"));
        assert!(
            (load / (1.4 * 9.81 / 4.0) - 1.0).abs() < 0.01,
            "{wheel}: {load}"
        );
    }
}

/// A box that rests on rigid ground, which it does not enter, is supported as one on springs.
#[test]
fn what_rests_on_rigid_ground_is_supported_by_it() {
    for way in ["springs", "rigid", "todorov"] {
        let world = WORLD.replace("rigid", way);
        let session = run(&format!(
            "addcorpus c\nbox b size=[4cm 2cm 1cm] at=[0 0 5mm]\naddbody b b 0 0 1 rotary 1g/cm3\nsetroot b\ncorpusinit\n{world}go 50ms\n"
        ));
        let margin = number(&session, "c.margin");
        assert!((margin - 0.01).abs() < 1e-4, "{way}: {margin}");
    }
}

/// A bounce takes no time: what asks for contact sees it all the same, once for each.
#[test]
fn each_bounce_is_seen_as_a_contact() {
    let ball = "addcorpus c\nball b radius=5cm\naddbody b b axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot b\ncorpusinit\n\
                move b 0 0 25cm\nsetrootpos\n";
    let floor =
        "scenery floor box from=[-1m -1m -10cm] to=[1m 1m 0]\ncollide all\ncollisione 0.64\n";
    // Timers divide the frames.
    let often = "every 0.3ms\n  let seen = c.b.contact\nend\n";
    for method in [
        "integration auto",
        "integration implicit",
        "integration rkf",
        "integration rkfixed\nh 0.1ms",
        "integration auto\nimpactlaw poisson",
        "integration rkf\nimpactlaw stronge",
    ] {
        for (on, asks) in [
            ("ground on\n", "c.b.contact"),
            (floor, "c.b.touches(floor)"),
        ] {
            for often in ["", often] {
                run(&format!(
                    "{ball}{on}grav on\nsetgrav 9.81\ncontact rigid\nrestitution 0.8\n{method}\nlet n = 0\nlet first = 0s\nlet seen = false\n{often}\
                     when {asks}\n  let n = n + 1\n  if n == 1\n    let first = world.time\n  end\nend\ngo 0.95s\n\
                     expect n == 3\nexpect abs(first - sqrt(0.4m / 9.81m/s2)) < 1ms\n"
                ));
            }
        }
    }
}

/// Forces in which nothing but rounding is left are exact: a crate that falls with the nut beneath it needs none.
#[test]
fn rounding_is_not_told_as_a_force_that_misses_its_law() {
    let session = run(&format!(
        "addcorpus j\nbox base size=[10cm 10cm 10cm]\naddbody base base axis=[0 0 1] joint=rotary mass=1kg colliding=0\nsetroot base\n\
         cylinder screw radius=2cm from=[0 0 0] to=[0 0 20cm]\naddbody screw screw axis=[0 0 1] joint=rotary mass=0.5kg colliding=0\n\
         box nut size=[20cm 20cm 2cm]\naddbody nut nut axis=[0 0 1] joint=sliding mass=0.5kg\nmove nut 0 0 20cm\nlinkbodies base screw\n\
         linkbodies base nut\nrootmotion fixed\ncorpusinit\nclose nut screw gear ratio=5mm\ncollisionfric 0.5\ncollisione 0\n\
         addcorpus load\nbox o size=[20cm 20cm 20cm]\naddbody b o axis=[0 0 1] joint=rotary mass=20kg\nsetroot b\ncorpusinit\n\
         move o 0 0 31cm\nsetrootpos\n{WORLD}integration auto\ncollide b j.nut\nsetcorpus j\ntorque screw 1.2N*m\ngo 0.2s\n"
    ));
    // (I + (m + M) p^2) a = T - (m + M) g p
    let all = 0.5 * 0.5 * 0.02_f64.powi(2) + 20.5 * 0.005_f64.powi(2);
    let wanted = (1.2 - 20.5 * 9.81 * 0.005) / all * 0.005 * 0.2;
    assert!((number(&session, "load.b.vel.z") - wanted).abs() < 1e-6 * wanted);
    let told = session.accuracy.warnings();
    assert!(told.iter().all(|told| told.code != "W051"), "{told:?}");
}
