//! Tests of dry friction of joints against closed forms: where motion stops, and that a held joint does not move.

use crate::support::play::Play;
use crate::support::{go_on, number, run};
use std::f64::consts::PI;

const METHODS: [&str; 6] = ["auto", "implicit", "euler", "rkfixed", "rkvar", "rkf"];

/// Returns a bar of 1 m and 2 kg on a post, with the joint that `kind` makes.
fn on_post(kind: &str) -> String {
    format!(
        "addcorpus c\nget p from unit_cube\naddbody post p 0 0 1 rotary 1000\n\
         get o from unit_cube\nscale o 0.2 0.3 1\nmove o 0 0 0.5\naddbody arm o axis=[1 0 0] joint=rotary mass=2kg\n\
         {kind}linkbodies post arm\nsetroot post\ncorpusinit\nrootmotion fixed\n"
    )
}

/// A mass on a spring: from one turning point to the next takes half a period, and each is nearer by 2 f / k. Where the spring
/// force is less than f, it sticks.
#[test]
fn a_mass_on_a_spring_turns_and_sticks_where_coulombs_law_says() {
    let slide = on_post("jointkind arm sliding axis=[1 0 0]\n");
    let script = format!(
        "{slide}joint arm q 0.1\njoint arm spring linear\njoint arm k 200\njoint arm dry 3\n"
    );
    let half = PI / 10.0;
    for method in METHODS {
        let mut session = run(&format!(
            "{script}dt {}\nintegration {method}\n",
            half / 400.0
        ));
        let near = match method {
            "implicit" | "euler" => 1e-3,
            _ => 3e-5,
        };
        for expected in [-0.07, 0.04, -0.01, -0.01] {
            go_on(&mut session, "go 400");
            let q = number(&session, "arm.q");
            assert!((q - expected).abs() < near, "{method}: {q} {expected}");
        }
        let stuck = number(&session, "arm.q");
        go_on(&mut session, "go 2s");
        let drift = number(&session, "arm.q") - stuck;
        assert!(drift.abs() < 1e-12, "{method}: {drift}");
    }
}

/// In an earlier version a joint crept under a load that its dry friction holds: by 1e-4 rad/s, near the largest.
#[test]
fn a_pendulum_that_friction_holds_does_not_drift() {
    let script = format!(
        "{}grav on\njoint arm q 0.5\njoint arm dry 6\n",
        on_post("jointkind arm rotary axis=[1 0 0]\n")
    );
    let mut session = run(&format!("{script}dt 20ms\ngo 1s"));
    let held = number(&session, "arm.q");
    assert!((held - 0.5).abs() < 1e-9, "{held}");
    go_on(&mut session, "go 600s");
    let drift = number(&session, "arm.q") - held;
    assert!(drift.abs() < 1e-9, "{drift}");
    for method in METHODS {
        let mut session = run(&format!("{script}integration {method}\ndt 5ms\ngo 1s"));
        let held = number(&session, "arm.q");
        go_on(&mut session, "go 2s");
        let drift = number(&session, "arm.q") - held;
        // Steps of an explicit method with a tolerance are limited by stability, within that tolerance.
        let near = match method {
            "rkvar" | "rkf" => 1e-7,
            _ => 1e-9,
        };
        assert!(drift.abs() < near, "{method}: {drift}");
    }
}

/// Shaken by less than the friction, it moves to and fro without drift.
#[test]
fn what_is_shaken_by_less_than_friction_goes_nowhere() {
    let script = format!(
        "{}joint arm spring bias\njoint arm dry 3\nevery 20ms\n  joint arm bias {{1.5 + 1.4 * sin(30rad/s * world.time)}}\nend\n",
        on_post("jointkind arm sliding axis=[1 0 0]\n")
    );
    let session = run(&format!("{script}go 3s"));
    let q = number(&session, "arm.q");
    assert!(q.abs() < 1e-5 && q > 0.0, "{q}");
}

/// A load above the largest force makes it slide, by the difference. In an earlier version the spring of a joint at rest was not stretched at
/// first and held less: it gained half of its stretch times the force, 3.9 mm/s for this mass, and more with a longer axis.
#[test]
fn a_load_above_the_largest_force_slides() {
    for length in [1.0, 2.5] {
        let slide = on_post("").replace(
            "axis=[1 0 0] joint=rotary",
            &format!("axis=[{length} 0 0] joint=sliding"),
        );
        let (dry, bias) = (3.0 * length, 5.0 * length);
        for method in METHODS {
            let session = run(&format!(
                "{slide}joint arm dry {dry}\njoint arm spring bias\njoint arm bias {bias}\nintegration {method}\ndt 4ms\ngo 1s"
            ));
            let moved = length * number(&session, "arm.q");
            let speed = length * number(&session, "arm.dq");
            println!("{length} {method}: {:e} {:e}", moved - 0.5, speed - 1.0);
            let near = match method {
                "implicit" | "euler" => 1e-3,
                _ => 1e-6,
            };
            assert!((moved - 0.5).abs() < near, "{length} {method}: {moved}");
            assert!((speed - 1.0).abs() < 1e-6, "{length} {method}: {speed}");
        }
    }
}

/// A load that is applied later stretches the spring first, which then holds less than the largest force: the energy gained is half of its stretch
/// times the force. The stretch is an angle or a way, so that the length of the axis changes nothing.
#[test]
fn joints_with_longer_axes_yield_at_the_same_stretch() {
    let ends = [1.0, 2.5].map(|length| {
        let slide = on_post("").replace(
            "axis=[1 0 0] joint=rotary",
            &format!("axis=[{length} 0 0] joint=sliding"),
        );
        let (dry, bias) = (3.0 * length, 5.0 * length);
        let session = run(&format!(
            "{slide}joint arm dry {dry}\nintegration rkf\neps 1e-9\ngo 1ms\njoint arm spring bias\njoint arm bias {bias}\ngo 0.1s"
        ));
        [length * number(&session, "arm.q"), length * number(&session, "arm.dq")]
    });
    println!("{ends:?}");
    for (one, other) in ends[0].iter().zip(&ends[1]) {
        assert!((one / other - 1.0).abs() < 1e-4, "{ends:?}");
    }
}

/// The energy decreases by the work of friction.
#[test]
fn what_friction_takes_is_in_the_account() {
    let slide = on_post("jointkind arm sliding axis=[1 0 0]\n");
    for method in METHODS {
        let session = run(&format!(
            "{slide}joint arm q 0.1\njoint arm spring linear\njoint arm k 200\njoint arm dry 3\ndt 1ms\nintegration {method}\ngo 1.5s"
        ));
        let account = session.here().world.corpora[0].account();
        // From 0.1 m to 0.01 m of the spring.
        let lost = 0.5 * 200.0 * (0.01 - 0.0001);
        let taken = account.works.dampers;
        assert!(
            (taken / lost - 1.0).abs() < 2e-2,
            "{method}: {taken} {lost}"
        );
    }
}

/// The friction of a light joint could stop it many times within a frame; methods with a tolerance find where it stops.
#[test]
fn a_light_joint_stops_where_friction_stops_it() {
    let script = "addcorpus c\nget p from unit_cube\naddbody post p 0 0 1 rotary 1000\n\
        get o from unit_cube\nscale o 2cm 2mm 2mm\nmove o 1cm 0 0\naddbody arm o axis=[0 0 1] joint=rotary mass=1g\n\
        linkbodies post arm\nsetroot post\ncorpusinit\nrootmotion fixed\njoint arm dry 1mN*m\njoint arm dq 1\n";
    for method in ["auto", "rkvar", "rkf"] {
        let session = run(&format!("{script}integration {method}\ngo 1s"));
        let (q, qd) = (number(&session, "arm.q"), number(&session, "arm.dq"));
        // By Coulomb's law it stops after 7e-5 rad.
        assert!((4e-5..9e-5).contains(&q), "{method}: {q}");
        assert!(qd.abs() < 1e-6, "{method}: {qd}");
    }
}

/// A rotor of 1.3e-5 kg m2 with a friction of 1 mN m, whose spring no fixed step of a millisecond follows: in an earlier
/// version it was reversed in every step. By Coulomb's law it stops after I w / f, at the angle I w^2 / (2 f).
#[test]
fn a_light_rotor_stops_after_i_w_over_f_with_fixed_steps() {
    let (speed, friction) = (10.0, 1e-3);
    let inertia = 0.1 * ((0.02 * 0.02 + 0.002 * 0.002) / 12.0 + 0.01 * 0.01);
    let deceleration = friction / inertia;
    let (time, angle) = (speed / deceleration, speed * speed / (2.0 * deceleration));
    for method in ["implicit", "euler", "rkfixed"] {
        for step in [1e-3, 4e-3, 16e-3] {
            let mut session = run(&format!(
                "addcorpus c\nget p from unit_cube\naddbody post p 0 0 1 rotary 1000\n\
                 get o from unit_cube\nscale o 2cm 2mm 2mm\nmove o 1cm 0 0\naddbody arm o axis=[0 0 1] joint=rotary mass=100g\n\
                 linkbodies post arm\nsetroot post\ncorpusinit\nrootmotion fixed\njoint arm dry {friction}\njoint arm dq {speed}\n\
                 integration {method}\nh {step}\ndt {step}\ngo {}s\n",
                time - step
            ));
            let rate = number(&session, "arm.dq");
            assert!(rate > 0.0, "{method} {step}: {rate}");
            go_on(&mut session, &format!("go {}s", 3.0 * step));
            let (q, rate) = (number(&session, "arm.q"), number(&session, "arm.dq"));
            // Order one, or an arrest within one step of a method of higher order.
            let near = match method {
                "rkfixed" => deceleration * step * step,
                _ => 0.51 * speed * step,
            };
            assert!(
                (q - angle).abs() < near + 2e-5,
                "{method} {step}: {q} {angle}"
            );
            assert!((rate * step).abs() < 2e-5, "{method} {step}: {rate}");
            go_on(&mut session, "go 1s");
            let stopped = number(&session, "arm.q");
            assert!((stopped - q).abs() < 2e-5, "{method} {step}: {stopped} {q}");
            go_on(&mut session, "go 60s");
            let moved = number(&session, "arm.q") - stopped;
            assert!(moved.abs() < 1e-14, "{method} {step}: {moved}");
            let account = session.here().world.corpora[0].account();
            let (taken, energy) = (account.works.dampers, 0.5 * inertia * speed * speed);
            let near = match method {
                "rkfixed" => 1e-6,
                _ => 2.0 * step / time,
            };
            assert!(
                (taken / energy - 1.0).abs() < near,
                "{method} {step}: {taken} {energy}"
            );
        }
    }
}

/// Held at 30 degrees by fixed steps too, with steps far above those that follow its spring.
#[test]
fn a_held_pendulum_does_not_move_in_ten_minutes_with_fixed_steps() {
    let script = format!(
        "{}grav on\njoint arm q 30deg\njoint arm dry 6\n",
        on_post("jointkind arm rotary axis=[1 0 0]\n")
    );
    for method in ["implicit", "euler", "rkfixed"] {
        for (step, time) in [("2ms", "20s"), ("10ms", "60s"), ("40ms", "600s")] {
            let mut session = run(&format!(
                "{script}integration {method}\nh {step}\ndt {step}\ngo 2s"
            ));
            let held = number(&session, "arm.q");
            assert!((held - PI / 6.0).abs() < 1e-5, "{method} {step}: {held}");
            go_on(&mut session, &format!("go {time}"));
            let moved = number(&session, "arm.q") - held;
            // The remaining motion of a higher-order method after two seconds.
            assert!(moved.abs() < 1e-12, "{method} {step}: {moved}");
        }
    }
}

/// Two joints in a chain, of which one slides and then both are held: a wrong choice for one changes that of the other. The
/// tight adaptive method gives the reference.
#[test]
fn joints_in_a_row_stop_where_the_adaptive_method_says() {
    let script = "addcorpus c\nget p from unit_cube\naddbody post p 0 0 1 rotary 1000\nget o from unit_cube\nscale o 20cm 2cm 2cm\n\
        move o 10cm 0 0\naddbody one o axis=[0 0 1] joint=rotary mass=100g\nget r from unit_cube\nscale r 20cm 2cm 2cm\nmove r 10cm 0 0\n\
        addbody two r axis=[0 0 1] joint=rotary mass=50g\n\
        move r 20cm 0 0\nlinkbodies one two\nlinkbodies post one\nsetroot post\ncorpusinit\nrootmotion fixed\n\
        joint one dry 0.02\njoint two dry 0.005\njoint one dq 8\njoint two dq -11\n";
    let places = |lines: &str| {
        let session = run(&format!("{script}{lines}go 3s"));
        assert!(number(&session, "one.dq").abs() < 1e-9);
        assert!(number(&session, "two.dq").abs() < 1e-9);
        [number(&session, "one.q"), number(&session, "two.q")]
    };
    let expected = places("integration rkf\neps 1e-8\n");
    for method in ["implicit", "euler", "rkfixed"] {
        let error = |step: f64| {
            let found = places(&format!("integration {method}\nh {step}\ndt 10ms\n"));
            let errors = found.iter().zip(&expected).map(|(a, b)| (a - b).abs());
            errors.fold(0.0, f64::max)
        };
        let (coarse, fine) = (error(1e-3), error(2.5e-4));
        assert!(
            coarse < 5e-2 && fine < 0.5 * coarse.max(1e-4),
            "{method}: {coarse} {fine}"
        );
    }
}

/// The axes of a ball joint, which creep instead of having a spring, do not oscillate either.
#[test]
fn a_ball_joint_comes_to_rest_with_fixed_steps() {
    let script = "addcorpus c\nget p from unit_cube\naddbody post p 0 0 1 rotary 1000\n\
        get o from unit_cube\nscale o 2cm 2mm 2mm\nmove o 1cm 0 0\naddbody arm o axis=[0 0 1] joint=rotary mass=100g\njointkind arm ball\n\
        linkbodies post arm\nsetroot post\ncorpusinit\nrootmotion fixed\njoint arm.* dry 1mN*m\njoint arm.rz dq 3\n";
    for method in ["implicit", "euler", "rkfixed"] {
        let session = run(&format!(
            "{script}integration {method}\nh 4ms\ndt 4ms\ngo 1s"
        ));
        for rate in ["arm.rx", "arm.ry", "arm.rz"] {
            let rate = number(&session, &format!("{rate}.dq"));
            assert!(rate.abs() < 1e-4, "{method}: {rate}");
        }
    }
}

/// In an earlier version an explicit method with a tolerance continued below `hmin` where friction holds a light joint.
#[test]
fn rkf_stops_where_friction_needs_steps_below_hmin() {
    let script = "addcorpus c\nget p from unit_cube\naddbody post p 0 0 1 rotary 1000\n\
        get o from unit_cube\nscale o 2cm 2mm 2mm\nmove o 1cm 0 0\naddbody arm o axis=[0 0 1] joint=rotary mass=1g\n\
        linkbodies post arm\nsetroot post\ncorpusinit\nrootmotion fixed\njoint arm dry 1mN*m\nhmin 1ms\n";
    for method in ["rkf", "rkvar"] {
        let report = Play::new("").refused(&format!("{script}integration {method}\ngo 1s"));
        for told in [
            "E060",
            "the joint of `arm` of `c`",
            "`hmin`",
            "`armature`",
            "`integration auto`",
        ] {
            assert!(report.contains(told), "{method}: {report}");
        }
        assert!(!report.contains("`eps`"), "{report}");
    }
}

/// Joints of figures that are integrated together, and of one on the ground, are held as those of others.
#[test]
fn friction_holds_joints_of_tied_figures_and_on_the_ground() {
    let figure = |name: &str| {
        format!(
            "addcorpus {name}\nget trunk from unit_cube\nscale trunk 0.4 0.4 0.1\naddbody trunk trunk 0 0 1 rotary mass=8kg\n\
             get arm from unit_cube\nscale arm 5cm 5cm 40cm\nmove arm 0 0 20cm\naddbody arm arm axis=[1 0 0] joint=rotary mass=0.5kg\n\
             move arm 0 0 5cm\nlinkbodies trunk arm\nsetroot trunk\ncorpusinit\njoint arm q 30deg\njoint arm dry 2\n"
        )
    };
    for method in ["implicit", "euler", "rkfixed"] {
        let script = format!(
            "{}{}move trunk 1 0 0\nsetrootpos\nrest 0\nsetcorpus one\nrest 0\nattach one.trunk two.trunk 0 0 0 0 0 0 5 0 0 1 rest=1\n\
             ground on\ngrav on\nintegration {method}\nh 1ms\ndt 5ms\n",
            figure("one"),
            figure("two")
        );
        let mut session = run(&format!("{script}go 0.5s"));
        let held = ["one.arm.q", "two.arm.q"].map(|path| number(&session, path));
        go_on(&mut session, "go 1s");
        for (path, held) in ["one.arm.q", "two.arm.q"].iter().zip(held) {
            let q = number(&session, path);
            assert!((held - PI / 6.0).abs() < 2e-5, "{method} {path}: {held}");
            assert!((q - held).abs() < 1e-7, "{method} {path}: {}", q - held);
        }
    }
}
