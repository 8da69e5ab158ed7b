//! Tests of impact laws.

use crate::support::{go_on, number, run, vector};

const LAWS: [&str; 4] = ["newton", "poisson", "stronge", "chatterjee"];

fn codes(session: &corpus::session::Session) -> Vec<&'static str> {
    session.diagnostics.iter().map(|d| d.code).collect()
}

/// A ball that hits rigid ground, or a fixed plate by impulses, leaves it rolling by each law: at 5/7 of its speed, and at e of its fall.
#[test]
fn a_ball_leaves_an_impact_rolling_by_each_law() {
    let ball = "addcorpus c\nball b radius=10cm\naddbody b b 0 0 1 rotary 1g/cm3\nsetroot b\ncorpusinit\nmove b 0 0 101mm\nsetrootpos\n";
    let plate = "scenery plate box size=[4m 4m 10cm] at=[0 0 -5cm]\n";
    let worlds = [
        (
            "ground on\ncontact rigid\ngroundfriction slide 0.5\nrestitution 0.8\n",
            "",
        ),
        (
            "collide all\ncontact rigid\ncollisionfric 0.5\ncollisione 0.64\n",
            plate,
        ),
        (
            "collide all\ncontact impulses\ncollisionfric 0.5\ncollisione 0.64\n",
            plate,
        ),
    ];
    for (world, plate) in worlds {
        for law in LAWS {
            let script = format!(
                "{plate}{ball}{world}grav off\nimpactlaw {law}\naddv b 2m/s 0 -3m/s 0 0 0\ngo 5ms\n"
            );
            let session = run(&script);
            let [vx, _, vz] = vector(&session, "c.b.vel");
            assert!((vz - 2.4).abs() < 1e-6, "{law} {world} {vz}");
            // The bodies touch in the middle of the gap that the step closes, which changes the arm of friction: 5/7 is that of the radius.
            let arm = vx / number(&session, "c.b.omega.y");
            assert!((arm - 0.1).abs() < 1e-3, "{law} {world} {arm}");
            let rolls = 2.0 * arm * arm / (arm * arm + 0.4 * 0.01);
            assert!((vx - rolls).abs() < 1e-4, "{law} {world} {vx} {rolls}");
            assert!(
                number(&session, "c.work.numbers").abs() < 1e-9,
                "{law} {world}"
            );
            assert!(codes(&session).is_empty(), "{law} {:?}", codes(&session));
        }
    }
}

/// Two limbs and a trunk that tumble over rigid ground: no law adds energy beyond the error of the steps, and the impulses of the
/// ground are those of the momentum, up to that error.
#[test]
fn figures_gain_no_energy_by_any_law() {
    for law in LAWS {
        let script = format!(
            "addcorpus c\nbox a size=[10cm 10cm 10cm]\nbox l size=[40cm 4cm 4cm]\nbox r size=[40cm 4cm 4cm]\naddbody a a 0 0 1 rotary 1g/cm3\n\
             move l 20cm 0 0\nmove r -20cm 0 0\naddbody l l 0 1 0 rotary 1g/cm3\naddbody r r 0 1 0 rotary 1g/cm3\nlinkbodies a l\nlinkbodies a r\n\
             setroot a\ncorpusinit\nrotate a y 30\nmove a 0 0 30cm\nsetrootpos\nground on\ngrav on\ncontact rigid\nimpactlaw {law}\nrestitution 0.9\n\
             addv a 1m/s 0 -2m/s 0 0 0\n"
        );
        let mut session = run(&script);
        let before = number(&session, "c.energy");
        let momentum = vector(&session, "c.momentum");
        go_on(&mut session, "go 0.4s");
        let (after, lost) = (
            number(&session, "c.energy"),
            number(&session, "c.work.numbers"),
        );
        assert!(after < before, "{law}: {before} {after}");
        assert!(lost.abs() < 0.03 * before, "{law}: {lost} of {before}");
        let (now, pushed) = (
            vector(&session, "c.momentum"),
            vector(&session, "c.impulse"),
        );
        let gained = now[0] - momentum[0];
        assert!(
            (gained - pushed[0]).abs() < 5e-3 * momentum[0].abs(),
            "{law}: {gained} {pushed:?}"
        );
    }
}

/// Boxes that rest on each other by impulses do not sink in: slow approaches are returned the more, the deeper they are.
#[test]
fn boxes_rest_on_impulses() {
    let boxes: String = (0..3)
        .map(|i| {
            format!(
                "addcorpus c{i}\nbox b size=[10cm 10cm 10cm]\naddbody b b 0 0 1 rotary 1g/cm3\nsetroot b\ncorpusinit\nmove b 0 0 {}cm\nsetrootpos\n",
                5 + 10 * i
            )
        })
        .collect();
    for e in [0.0, 0.5] {
        let session = run(&format!(
            "scenery plate box size=[4m 4m 10cm] at=[0 0 -5cm]\n{boxes}collide all\ncontact impulses\ncollisione {e}\ngrav on\ngo 2s\n"
        ));
        for (i, z) in [0.05, 0.15, 0.25].iter().enumerate() {
            let at = vector(&session, &format!("c{i}.b.pos"));
            assert!(
                (at[2] - z).abs() < 1e-3 && at[0].hypot(at[1]) < 2e-3,
                "{e} {i} {at:?}"
            );
        }
        assert!(codes(&session).is_empty(), "{:?}", codes(&session));
    }
}

/// Nor do they on the springs of the ground, which bear the lowest box alone: the weight of all presses it up against the next one in each step.
#[test]
fn a_stack_on_springs_rests_on_impulses() {
    let boxes = |i: i32| {
        format!(
            "addcorpus c{i}\nbox b size=[10cm 10cm 10cm]\naddbody b b 0 0 1 rotary 1g/cm3\nsetroot b\ncorpusinit\nmove b 0 0 {}cm\nsetrootpos\n",
            5 + 10 * i
        )
    };
    let boxes: String = (0..5).map(boxes).collect();
    let session = run(&format!(
        "{boxes}ground on\ncollide all\ncontact impulses\ncollisione 0.3\nintegration auto\ngrav on\ngo 0.25s\n"
    ));
    for i in 1..5 {
        let [above, below] = [i, i - 1].map(|i| number(&session, &format!("c{i}.b.z")));
        let overlap = 0.1 - (above - below);
        assert!(overlap.abs() < 2e-4, "{i} {overlap}");
    }
}

/// What collides slowly, but is not pressed together by gravity, gets no more than its law returns.
#[test]
fn a_slow_impact_gains_nothing() {
    let ball = |name: &str, x: f64| {
        format!(
            "addcorpus {name}\nball {name} radius=10cm\naddbody {name} {name} 0 0 1 rotary mass=1kg\nsetroot {name}\ncorpusinit\nmove {name} {x}cm 0 0\nsetrootpos\n"
        )
    };
    let session = run(&format!(
        "{}{}collide all\ncontact impulses\ncollisione 0.25\ngrav on\nsetcorpus a\naddv a 2cm/s 0 0 0 0 0\ngo 1s\n",
        ball("a", 0.0),
        ball("b", 20.5)
    ));
    let [a, b] = ["a.a.vel", "b.b.vel"].map(|of| vector(&session, of));
    assert!((b[0] - a[0] - 0.01).abs() < 1e-9, "{a:?} {b:?}");
}

/// The law is part of the state, and a law that counts for nothing is told.
#[test]
fn a_law_is_kept_and_one_without_effect_is_told() {
    let start = "addcorpus c\nball b radius=10cm\naddbody b b 0 0 1 rotary 1g/cm3\nsetroot b\ncorpusinit\nmove b 0 0 20cm\nsetrootpos\nground on\ngrav on\n";
    let session = run(&format!("{start}impactlaw stronge\ngo 10ms\n"));
    assert_eq!(codes(&session), ["W053"]);
    let session = run(&format!(
        "{start}contact rigid\ngroundfriction slide 5\nimpactlaw chatterjee tangential=-0.5\naddv b 2m/s 0 -3m/s 0 0 0\nmark one\n\
         impactlaw newton\nrewind one\ngo 50ms\n"
    ));
    // The ball turns 2/7 of the change of its sliding into speed: it slides at half of its 2 m/s.
    let vx = vector(&session, "c.b.vel")[0];
    assert!((vx - (2.0 - 2.0 / 7.0)).abs() < 3e-3, "{vx}");
}

#[test]
fn wrong_numbers_are_refused() {
    let start = "addcorpus c\nball b radius=10cm\naddbody b b 0 0 1 rotary 1g/cm3\nsetroot b\ncorpusinit\nmove b 0 0 20cm\nsetrootpos\nground on\ngrav on\ncontact rigid\n";
    for (wrong, says) in [
        ("impactlaw chatterjee tangential=1.5", "would add energy"),
        ("impactlaw poisson tangential=0.5", "no restitution along"),
        (
            "restitution 1.2\nimpactlaw stronge\ngo 0.1s",
            "`restitution` is above 1",
        ),
        ("impactlaw mirtich", "`stronge`"),
    ] {
        let mut session = run(start);
        assert!(session.run_text("wrong", wrong).is_err(), "{wrong}");
        let said = &session.diagnostics.last().unwrap().message;
        assert!(said.contains(says), "{wrong}: {said}");
    }
}

/// A tower that falls is struck at more points than the laws of work and impulse follow: they return Newton's speed, which is told.
#[test]
fn an_impact_of_too_many_points_is_told() {
    let boxes: String = (0..8)
        .map(|i| {
            let z = 51.0 + 99.99 * f64::from(i);
            format!(
                "addcorpus c{i}\nbox b size=[10cm 10cm 10cm]\naddbody b b 0 0 1 rotary 1g/cm3\nsetroot b\ncorpusinit\nmove b 0 0 {z}mm\nsetrootpos\n\
                 addv b 0 0 -1m/s 0 0 0\n"
            )
        })
        .collect();
    let tells = |law: &str| {
        let mut session = run(&format!(
            "{boxes}ground on\ngrav on\ncontact rigid\ncollide all\nrestitution 0.5\nimpactlaw {law}\ngo 3ms\n"
        ));
        assert!(number(&session, "c7.b.vel.z") > -0.5);
        let warned = session.accuracy.new_warnings();
        warned.iter().any(|found| found.code == "W055")
    };
    assert!(tells("stronge") && tells("poisson") && !tells("newton"));
}

/// A ball that bounces off rigid ground hits the one above it at once: both impacts are in the same step, and where they are elastic no energy is lost.
#[test]
fn a_ball_that_bounces_hits_the_next_one_in_the_same_step() {
    let ball = |name: &str, radius: f64, mass: f64, height: f64| {
        format!(
            "addcorpus {name}\nball o{name} radius={radius}cm\naddbody b{name} o{name} 0 0 1 rotary mass={mass}kg\nsetroot b{name}\n\
             corpusinit\nmove o{name} 0 0 {height}cm\nsetrootpos\n"
        )
    };
    for law in ["poisson", "stronge", "chatterjee"] {
        let session = run(&format!(
            "{}{}collide all\ncollisione 1\ncollisionfric 0\nground on restitution=1 friction=0\ncontact rigid\nimpactlaw {law}\ngrav on\ngo 0.4s",
            ball("big", 10.0, 4.0, 60.0),
            ball("small", 5.0, 0.5, 75.0)
        ));
        let energy =
            number(&session, "world.energy.kinetic") + number(&session, "world.energy.weight");
        let before = 9.8 * (4.0 * 0.6 + 0.5 * 0.75);
        // Steps of first order lose two thousandths by themselves.
        assert!((energy / before - 1.0).abs() < 5e-3, "{law}: {energy}");
    }
}

/// A blow goes through a row of balls that touch to the last one, by each law other than Newton's, as it does by impulses.
#[test]
fn a_blow_through_a_row_of_balls_loses_no_energy() {
    for law in ["poisson", "stronge", "chatterjee"] {
        let balls = ["-5cm", "2cm", "4cm"].iter().enumerate().map(|(i, x)| {
            format!(
                "addcorpus c{i}\nball o{i} radius=1cm\naddbody b{i} o{i} 0 1 0 rotary mass=100g\nsetroot b{i}\ncorpusinit\n\
                 move o{i} {x} 0 10cm\nsetrootpos\n"
            )
        });
        let session = run(&format!(
            "{}collide all\ncollisione 1\ncollisionfric 0\ncontact rigid\nimpactlaw {law}\nsetcorpus c0\naddv b0 1m/s 0 0 0 0 0\ngo 0.2s",
            balls.collect::<String>()
        ));
        let energy = number(&session, "world.energy.kinetic");
        assert!((energy / 0.05 - 1.0).abs() < 1e-5, "{law}: {energy}");
    }
}
