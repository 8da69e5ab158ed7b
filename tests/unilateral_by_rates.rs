//! Tests of what acts on one side only, by the methods that add up rates: those of Runge and Kutta.

use crate::support::{go_on, number, run, vector};

const RATES: [&str; 3] = [
    "integration rkf\neps 1e-10\n",
    "integration rkvar\neps 1e-10\n",
    "integration rkfixed\nh 0.2ms\n",
];

/// A joint under a constant torque bounces off the hard end of its range as the closed form says, each time with a part of its speed, and stays there;
/// to the bit again after a rewind.
#[test]
fn a_joint_bounces_off_a_hard_end_as_the_closed_form_says() {
    let (e, end): (f64, f64) = (0.6, 0.3);
    let a: f64 = 0.01 / ((0.2 * 0.2 + 0.02 * 0.02) / 12.0);
    let (mut time, mut speed) = ((2.0 * end / a).sqrt(), (2.0 * a * end).sqrt());
    let (mut now, mut at) = (0.6, end);
    now -= time;
    while speed * e > 0.02 * 1.3 {
        speed *= e;
        time = 2.0 * speed / a;
        if now < time {
            at = end - speed * now + 0.5 * a * now * now;
            break;
        }
        now -= time;
    }
    for method in RATES {
        let mut session = run(&format!(
            "addcorpus c\nbox base size=[4cm 4cm 4cm]\nbox arm size=[20cm 2cm 2cm]\naddbody base base axis=[0 0 1] joint=rotary mass=1kg\n\
             addbody arm arm axis=[0 0 1] joint=rotary mass=1kg\nlinkbodies base arm\nsetroot base\nrootmotion fixed\ncorpusinit\n\
             range arm -1rad 0.3rad hard restitution=0.6\ntorque arm 10mN*m\n{method}go 0.35s\nmark here\ngo 0.25s\n"
        ));
        let found = number(&session, "c.arm.q");
        assert!((found - at).abs() < 1e-10, "{method}: {found} {at}");
        go_on(&mut session, "rewind here\ngo 0.25s");
        assert_eq!(number(&session, "c.arm.q").to_bits(), found.to_bits());
        go_on(&mut session, "go 2s");
        assert!((number(&session, "c.arm.q") - end).abs() < 1e-15);
        assert!(number(&session, "c.arm.dq").abs() < 1e-15);
        assert!((number(&session, "c.work.dampers") - 0.003).abs() < 1e-12);
        assert!(number(&session, "c.work.numbers").abs() < 1e-14);
    }
}

/// A bob swings over its pivot until its rope goes slack, where v^2 = g z, and falls freely until the rope is taut: then the part of its speed along
/// the rope is lost.
#[test]
fn a_rope_goes_slack_where_the_closed_form_says() {
    for method in RATES {
        let mut session = run(&format!(
            "addcorpus c\nball bob radius=5cm\naddbody bob bob axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot bob\ncorpusinit\n\
             move bob 0 0 1m\nsetrootpos\nclose bob world rope at=[0 0 0] to=[0 0 2m] length=1m\ngrav on\nsetgrav 9.81\n\
             addv bob {{sqrt(3.5 * 9.81m/s2 * 1m)}} 0 0 0 0 0\n{method}dt 1ms\nlet missed = 0N\n\
             every 1ms\n  let load = bob.mass * (bob.speed^2 / 1m - 9.81m/s2 * (bob.z - 2m) / 1m)\n  \
             let missed = max(missed, abs(norm(world.attachment0.force) - max(load, 0N)))\nend\ngo 0.48s\nexpect missed < 1e-9N\n\
             expect abs(norm(bob.pos - [0m 0m 2m]) - 1m) < 1e-12m\nlet e0 = c.energy.kinetic + c.energy.weight\ngo 0.1s\n\
             expect abs(c.energy.kinetic + c.energy.weight - e0) < 1e-9J\nexpect abs(c.work.numbers) < 1e-9J\n"
        ));
        // It leaves the circle half a metre above the pivot, with v^2 = g / 2 across the rope.
        let [x, _, z] = vector(&session, "c.bob.pos");
        let [vx, _, vz] = vector(&session, "c.bob.vel");
        let v = (9.81_f64 * 0.5).sqrt();
        let since = (v * 0.75_f64.sqrt() - vz) / 9.81;
        let (x0, z0) = (0.75_f64.sqrt(), 2.5);
        assert!((vx + 0.5 * v).abs() < 1e-7, "{method}: {vx}");
        assert!((x - (x0 - 0.5 * v * since)).abs() < 1e-7, "{method}");
        let fallen = z0 + v * 0.75_f64.sqrt() * since - 0.5 * 9.81 * since * since;
        assert!((z - fallen).abs() < 1e-7, "{method}");
        let lost = "let e1 = c.energy.kinetic + c.energy.weight\nlet taut = false\ngo 1.5s\nexpect norm(bob.pos - [0m 0m 2m]) < 1m + 1e-12m\n\
                    expect c.energy.kinetic + c.energy.weight < e1 - 1J\nexpect abs(c.work.numbers) < 1e-9J";
        go_on(&mut session, lost);
    }
}

/// A slider-crank whose crank bounces between hard ends goes where `auto` takes it, with its loop closed.
#[test]
fn a_loop_with_a_hard_end_goes_where_auto_takes_it() {
    let swing = |method: &str| {
        let session = run(&format!(
            "addcorpus m\nbox base size=[2cm 2cm 2cm]\nbox crank from=[0 -5mm -5mm] to=[10cm 5mm 5mm]\nbox rod from=[0 -5mm -5mm] to=[30cm 5mm 5mm]\n\
             box piston size=[4cm 4cm 4cm]\nfor name in base crank rod piston\n  addbody {{name}} {{name}} axis=[0 1 0] joint=rotary density=1g/cm3\nend\n\
             move rod 10cm 0 0\nmove piston 30cm 0 0\nlinkbodies base crank\nlinkbodies crank rod\nlinkbodies rod piston\nsetroot base\n\
             rootmotion fixed\ncorpusinit\nclose piston world slider at=[0 0 0] axis=[1 0 0]\njoint crank q 30deg\nassemble\n\
             range crank -60deg 100deg hard restitution=0.7\ngrav on\n{method}go 1s\nexpect world.attachment0.gap < 1e-12m\nexpect m.work.dampers > 5mJ\n"
        ));
        ["m.crank.q", "m.crank.dq", "world.attachment0.force.z"].map(|name| number(&session, name))
    };
    let exact = swing("tolerance 1e-6\n");
    for method in RATES {
        let found = swing(method);
        for (one, two) in found.iter().zip(exact) {
            assert!((one - two).abs() < 1e-4, "{method}: {found:?} {exact:?}");
        }
    }
}

/// A body `b` of a figure `c` on rigid ground, placed at a height.
fn rigid(shape: &str, turn: &str, height: &str, more: &str) -> String {
    format!(
        "addcorpus c\n{shape}\naddbody b o axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot b\ncorpusinit\n\
         move o 0 0 {height}\n{turn}\nsetrootpos\nground on\ngrav on\nsetgrav 9.81\ncontact rigid\n{more}\n"
    )
}

/// A ball that falls 1 m returns to e^2 of the height each time, at the moments of the closed form, and comes to rest on rigid ground.
#[test]
fn a_ball_bounces_on_rigid_ground_as_the_closed_form_says() {
    for method in RATES {
        let more =
            format!("restitution 0.8\n{method}dt {{1s / 60}}\ngo {{1.8 * sqrt(2m / 9.81m/s2)}}");
        let mut session = run(&rigid("ball o radius=5cm", "", "105cm", &more));
        assert!((number(&session, "c.b.z") - 0.69).abs() < 1e-9, "{method}");
        go_on(&mut session, "mark here\ngo {1.44 * sqrt(2m / 9.81m/s2)}");
        let height = number(&session, "c.b.z");
        assert!((height - 0.4596).abs() < 1e-9, "{method}");
        go_on(&mut session, "rewind here\ngo {1.44 * sqrt(2m / 9.81m/s2)}");
        assert_eq!(number(&session, "c.b.z").to_bits(), height.to_bits());
        go_on(&mut session, "go 9s\nexpect abs(c.work.numbers) < 1e-10J");
        assert!((number(&session, "c.b.z") - 0.05).abs() < 1e-12);
        assert!((number(&session, "c.b.load") / number(&session, "c.b.mass") - 9.81).abs() < 1e-9);
    }
}

/// A block on a slope stays just below the critical angle, and above it slides as the closed form says, also where its corners share its weight.
#[test]
fn a_block_stays_below_the_critical_angle_and_slides_above() {
    for method in RATES {
        let slide = |part: f64| {
            let more = format!(
                "groundfriction slide 0.5\n{method}let a = atan(0.5 * {part})\ngravdirection {{sin(a)}} 0 {{-cos(a)}}\ngo 1s"
            );
            let block = rigid("box o size=[20cm 20cm 10cm]", "", "5cm", &more);
            number(&run(&block), "c.b.vel.x")
        };
        assert!(slide(0.9999).abs() < 1e-12, "{method}");
        // Steps that are fixed cannot follow how its sliding begins.
        if method.contains("rkfixed") {
            continue;
        }
        let a = (0.5_f64 * 1.01).atan();
        let wanted = 9.81 * (a.sin() - 0.5 * a.cos());
        let found = slide(1.01);
        assert!((found / wanted - 1.0).abs() < 1e-6, "{method}: {found}");
    }
}

/// A ball that slides ends up rolling at 5/7 of its speed, with the friction of rolling that is none.
#[test]
fn a_ball_that_slides_ends_up_rolling() {
    for method in RATES {
        let more = format!(
            "groundfriction slide 0.2\n{method}addv b 1m/s 0 0 0 0 0\ngo 0.05s\nexpect abs(c.b.vel.x - (1m/s - 0.2 * 9.81m/s2 * 0.05s)) < 1e-9m/s\n\
             go 1s\nexpect abs(c.b.vel.x - c.b.omega.y * 5cm / 1rad) < 1e-9m/s\nexpect abs(c.work.numbers) < 1e-9J"
        );
        let session = run(&rigid("ball o radius=5cm", "", "5cm", &more));
        let speed = number(&session, "c.b.vel.x");
        assert!((speed - 5.0 / 7.0).abs() < 1e-7, "{method}: {speed}");
    }
}

/// A box that lands on a corner, tumbles, slides and comes to rest lies where `auto` says, and its energy is accounted for.
#[test]
fn a_tumbling_box_lies_where_auto_says() {
    let fall = |method: &str| {
        let more = format!(
            "groundfriction slide 0.5\nrestitution 0.3\n{method}dt 50ms\ngo 1s\nexpect c.b.speed < 1um/s\nexpect abs(c.work.numbers) < 1e-4J"
        );
        let turn = "rotate o x 20deg\nrotate o y 35deg";
        let session = run(&rigid("box o size=[10cm 20cm 30cm]", turn, "40cm", &more));
        ["c.b.x", "c.b.y"].map(|place| number(&session, place))
    };
    let by_auto = fall("integration auto\ntolerance 1e-5\n");
    for method in RATES {
        let found = fall(method);
        for (one, two) in found.iter().zip(by_auto) {
            assert!((one - two).abs() < 1e-5, "{method}: {found:?} {by_auto:?}");
        }
    }
}

/// A ladder slides down between a smooth wall and a smooth floor, and leaves the wall at two thirds of the height from which it began.
#[test]
fn a_ladder_leaves_the_wall_by_rates() {
    for method in RATES {
        run(&format!(
            "scenery wall box size=[20cm 4m 6m] at=[-10cm 0 3m]\naddcorpus c\ncapsule o from=[-1m 0 0] to=[1m 0 0] radius=5mm\n\
             addbody b o axis=[0 1 0] joint=rotary density=1kg/m3\nsetroot b\ncorpusinit\nrotate o y 60deg\n\
             move o {{0.5m + 5mm}} 0 {{sin(60deg) * 1m + 5mm}}\nsetrootpos\ncollide all\nground on\ngrav on\nsetgrav 9.81\ncontact rigid\n\
             {method}groundfriction slide 0\ncollisionfric 0\ndt 1ms\nlet left = 0m\nwhen not c.b.touches(wall)\n  let left = c.b.z - 5mm\nend\n\
             let along = 0m/s\nwhen c.b.z < 57cm\n  let along = c.b.vel.x\nend\ngo 0.54s\n\
             expect abs(left - 2/3 * sin(60deg) * 1m) < 2mm\nexpect abs(c.b.vel.x - along) < 1um/s\n\
             expect abs(c.b.vel.x - 1.1898m/s) < 1mm/s\nexpect abs(c.work.numbers) < 1e-4 * c.energy.kinetic"
        ));
    }
}

/// A ball thrown at rigid ground on which it rolls on: the ground takes half of m w^2 along its normal, and friction m u^2 / 7 (Goldstein, *Classical
/// Mechanics*; the impulse of friction is 2 m u / 7, at a mean sliding of u / 2). So it is for each method.
#[test]
fn the_work_of_an_impact_is_divided_between_ground_and_friction() {
    for method in RATES.into_iter().chain(["integration auto\n"]) {
        let session = run(&format!(
            "addcorpus c\nball o radius=1cm\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nground on friction=1 restitution=0\n\
             grav on\ncontact rigid\n{method}rest 5mm\naddv b 0.3 0 0 0 0 0\ngo 0.1s\n"
        ));
        let mass = number(&session, "c.mass");
        let fallen = mass * number(&session, "world.gravity") * 5e-3;
        for (term, expected) in [
            ("c.work.ground", fallen),
            ("c.work.friction", mass * 0.09 / 7.0),
        ] {
            let found = number(&session, term);
            assert!(
                (found / expected - 1.0).abs() < 1e-6,
                "{method}{term}: {found} {expected}"
            );
        }
    }
}

/// The work of an impact belongs to what bears it: of a cam that strikes its follower, and of a rope that draws a ball off the ground, by `rkf` as by `auto`.
#[test]
fn the_works_of_an_impact_are_those_of_each_that_strikes() {
    let works = |method: &str| {
        let session = run(&format!(
            "addcorpus j\nbox base size=[4cm 4cm 4cm]\naddbody base base axis=[0 0 1] joint=rotary mass=1kg colliding=0\nsetroot base\n\
             cylinder cam radius=5cm from=[2cm -1cm 0] to=[2cm 1cm 0]\naddbody cam cam axis=[0 1 0] joint=rotary mass=0.5kg\n\
             box rod size=[12cm 2cm 2cm]\naddbody rod rod axis=[0 0 1] joint=sliding mass=0.3kg\nmove rod 0 0 6cm\nlinkbodies base cam\n\
             linkbodies base rod\nrootmotion fixed\ncorpusinit\nmove base 0 0 50cm\nsetrootpos\ndrive cam speed=-1rev/s\ncollide cam rod\n\
             collisionfric 0\ncollisione 0\ngrav on\nsetgrav 9.81\n\
             addcorpus shot\nball o radius=10cm\naddbody b o axis=[0 0 1] joint=rotary mass=2kg\nsetroot b\ncorpusinit\nmove o 1m 0 10cm\nsetrootpos\n\
             addcorpus crane\nbox mast size=[20cm 20cm 20cm]\naddbody mast mast axis=[0 0 1] joint=rotary mass=10kg colliding=0\nsetroot mast\n\
             box hook size=[5cm 5cm 5cm]\naddbody hook hook axis=[0 0 1] joint=sliding mass=1kg colliding=0\nlinkbodies mast hook\n\
             rootmotion fixed\ncorpusinit\nmove mast 1m 0 2m\nsetrootpos\nclose crane.hook shot.b rope at=[0 0 0] to=[0 0 0] length=1.92m\n\
             ground on\nrestitution 0\ncontact rigid\n{method}\njoint hook dq 2m/s\ngo 0.3s\n"
        ));
        let of = [
            "j.work.outer",
            "j.work.collisions",
            "shot.work.outer",
            "shot.work.ground",
            "crane.work.outer",
            "crane.work.ground",
        ];
        of.map(|path| number(&session, path))
    };
    let by_auto = works("integration auto\ntolerance 1e-6");
    assert!(
        by_auto[1] < -1e-4 && by_auto[2] > 0.1 && by_auto[4] < -0.1,
        "{by_auto:?}"
    );
    let by_rates = works("integration rkf\neps 1e-8");
    for (one, two) in by_auto.iter().zip(&by_rates) {
        assert!(
            (one - two).abs() < 1e-3 * one.abs().max(0.01),
            "{by_auto:?} {by_rates:?}"
        );
    }
}
