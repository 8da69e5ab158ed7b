//! Tests of rigid contact, ropes and hard joint ranges with steps of `auto`.

use crate::support::{go_on, number, run};

const WORLD: &str = "ground on\ngrav on\nsetgrav 9.81\ncontact rigid\nintegration auto\n";

/// A body `b` of a figure `c`, placed at a height.
fn body(shape: &str, turn: &str, height: &str) -> String {
    format!(
        "addcorpus c\n{shape}\naddbody b o axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot b\ncorpusinit\n\
         move o 0 0 {height}\n{turn}\nsetrootpos\n"
    )
}

/// A ball that falls 1 m returns to e^2 of the height each time, at the moments of the closed form, and comes to rest on the surface, by each law of
/// impact.
#[test]
fn a_ball_bounces_as_high_and_as_late_as_the_closed_form_says() {
    for law in ["newton", "poisson", "stronge"] {
        let ball = body("ball o radius=5cm", "", "105cm");
        let mut session = run(&format!(
            "{ball}{WORLD}restitution 0.8\nimpactlaw {law}\ndt {{1s / 60}}\ngo {{1.8 * sqrt(2m / 9.81m/s2)}}\n"
        ));
        assert!((number(&session, "c.b.z") - 0.69).abs() < 1e-5, "{law}");
        go_on(&mut session, "go {1.44 * sqrt(2m / 9.81m/s2)}");
        assert!((number(&session, "c.b.z") - 0.4596).abs() < 1e-5, "{law}");
        go_on(&mut session, "go 10s");
        assert!((number(&session, "c.b.z") - 0.05).abs() < 1e-8, "{law}");
        assert!(number(&session, "c.b.speed") < 1e-12);
        assert!((number(&session, "c.b.load") / number(&session, "c.b.mass") - 9.81).abs() < 1e-9);
    }
}

/// A box lands on a corner, tumbles, slides and comes to rest; where it lies converges with the tolerance, and no energy is made.
#[test]
fn where_a_tumbling_box_lies_converges_with_the_tolerance() {
    let fall = |tolerance: f64| {
        let shape = body(
            "box o size=[10cm 20cm 30cm]",
            "rotate o x 20deg\nrotate o y 35deg",
            "40cm",
        );
        let session = run(&format!(
            "{shape}{WORLD}groundfriction slide 0.5\nrestitution 0.3\ntolerance {tolerance}\ndt 50ms\ngo 1s\n\
             expect abs(c.work.numbers) < 5mJ\nexpect c.b.speed < 1um/s"
        ));
        ["c.b.x", "c.b.y"].map(|place| number(&session, place))
    };
    let exact = fall(1e-5);
    let error = |tolerance: f64| {
        let found = fall(tolerance);
        f64::hypot(found[0] - exact[0], found[1] - exact[1])
    };
    let errors = [3e-3, 3e-4].map(error);
    assert!(errors[0] < 3e-5 && errors[1] < 5e-6, "{errors:?}");
}

/// A block with a pendulum slides to rest: while no contact changes, the error of the steps is of second order.
#[test]
fn the_steps_on_a_contact_that_stays_are_of_second_order() {
    let slide = |part: f64| {
        let session = run(&format!(
            "addcorpus c\nbox o size=[20cm 20cm 10cm]\nbox rod from=[-1cm -1cm -20cm] to=[1cm 1cm 0]\n\
             for n in o rod\n  addbody {{n}} {{n}} axis=[0 1 0] joint=rotary density=1g/cm3\nend\nmove rod 0 0 30cm\nlinkbodies o rod\nsetroot o\n\
             corpusinit\nmove o 0 0 5cm\nsetrootpos\njoint rod q 40deg\n{WORLD}groundfriction slide 0.2\naddv o 3m/s 0 0 0 0 0\n\
             tolerance 1e-2\ndt {{10ms * {part}}}\ngo 0.2s\n"
        ));
        ["c.o.x", "c.rod.q"].map(|name| number(&session, name))
    };
    let exact = slide(0.01);
    let error = |part: f64| {
        let found = slide(part);
        [0, 1].map(|i| (found[i] - exact[i]).abs())
    };
    let (coarse, fine) = (error(0.4), error(0.1));
    for (coarse, fine) in coarse.iter().zip(fine) {
        assert!((10.0..24.0).contains(&(coarse / fine)), "{coarse} {fine}");
    }
}

/// A ball bounces in a bowl of triangles, where it touches several at once with friction, and rolls on at its bottom; none of its energy is made.
#[test]
fn a_ball_bounces_and_rolls_in_a_bowl_of_triangles() {
    let session = run(
        "addtrigrid bowl formula spacing=5mm size=20cm {(x^2 + y^2) / 50cm}\ngroundtype trigrid bowl\naddcorpus c\nball o radius=1cm\n\
         addbody b o axis=[0 1 0] joint=rotary density=1g/cm3\nsetroot b\ncorpusinit\nmove o 5cm 0 6cm\nsetrootpos\nground on\ngrav on\n\
         contact rigid\nintegration auto\ngo 0.01s\nlet e0 = c.energy.kinetic + c.energy.weight\nlet most = 0J\n\
         every 1ms\n  let most = max(most, c.energy.kinetic + c.energy.weight)\nend\ngo 1s\nexpect most < 1.001 * e0\n",
    );
    assert!((0.0099..0.016).contains(&number(&session, "c.b.z")));
}

/// What pulls or stops on one side only needs no other method.
#[test]
fn ropes_and_hard_ranges_act_in_the_steps_of_the_default() {
    // A bob falls freely until the rope is taut; along the rope it then does not move.
    let mut session = run(
        "addcorpus c\nball bob radius=5cm\naddbody bob bob axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot bob\ncorpusinit\n\
         move bob 60cm 0 1m\nsetrootpos\nclose bob world rope at=[0 0 0] to=[0 0 1m] length=1m\ngrav on\nsetgrav 9.81\n\
         go {sqrt(1.6m / 9.81m/s2) - 1ms}\n",
    );
    let time = f64::sqrt(1.6 / 9.81) - 1e-3;
    assert!((number(&session, "c.bob.z") - 1.0 + 4.905 * time * time).abs() < 1e-5);
    let fall = number(&session, "c.bob.speed");
    go_on(&mut session, "go 2ms");
    let swings = number(&session, "c.bob.speed");
    assert!((swings - 0.6 * fall).abs() < 0.01 * fall, "{fall} {swings}");
    go_on(
        &mut session,
        "go 1s\nexpect norm(bob.pos - [0m 0m 1m]) < 1m + 1um",
    );
    // A bar falls to the end of its range and bounces.
    let session = run(
        "addcorpus c\nbox base size=[4cm 4cm 4cm]\nbox bar from=[0 -1cm -1cm] to=[20cm 1cm 1cm]\n\
         for n in base bar\n  addbody {n} {n} axis=[0 1 0] joint=rotary density=1g/cm3\nend\nlinkbodies base bar\nsetroot base\nrootmotion fixed\n\
         corpusinit\nrange bar -90deg 30deg hard restitution=0.5\ngrav on\nsetgrav 9.81\nlet widest = 0rad\nlet fastest = 0rad/s\nlet back = 0rad/s\n\
         every 1ms\n  let widest = max(widest, c.bar.q)\n  let fastest = max(fastest, c.bar.dq)\n  let back = min(back, c.bar.dq)\nend\ngo 0.3s\n\
         expect widest < 30deg + 1e-6rad\nexpect abs(back + 0.5 * fastest) < 0.02 * fastest\nexpect fastest > 5rad/s\n",
    );
    assert!(number(&session, "c.bar.q") < 30f64.to_radians());
}

/// The same bits after a rewind amid bounces.
#[test]
fn a_rewind_amid_bounces_gives_the_same_bits() {
    let shape = body("box o size=[10cm 20cm 30cm]", "rotate o x 20deg", "30cm");
    let mut session = run(&format!(
        "{shape}{WORLD}restitution 0.5\ngo 0.25s\nmark here\ngo 0.3s\n"
    ));
    let end = number(&session, "c.b.x");
    go_on(&mut session, "rewind here\ngo 0.3s");
    assert_eq!(number(&session, "c.b.x").to_bits(), end.to_bits());
}

/// A ladder slides down between a smooth wall and a smooth floor: it leaves the wall at two thirds of the height from which it began, and then nothing
/// pushes or pulls it along.
#[test]
fn a_ladder_leaves_the_wall_at_two_thirds_of_its_height() {
    run(&format!(
        "scenery wall box size=[20cm 4m 6m] at=[-10cm 0 3m]\naddcorpus c\ncapsule o from=[-1m 0 0] to=[1m 0 0] radius=5mm\n\
         addbody b o axis=[0 1 0] joint=rotary density=1kg/m3\nsetroot b\ncorpusinit\nrotate o y 60deg\n\
         move o {{0.5m + 5mm}} 0 {{sin(60deg) * 1m + 5mm}}\nsetrootpos\ncollide all\n{WORLD}groundfriction slide 0\ncollisionfric 0\ndt 1ms\n\
         let left = 0m\nwhen not c.b.touches(wall)\n  let left = c.b.z - 5mm\nend\n\
         let along = 0m/s\nwhen c.b.z < 57cm\n  let along = c.b.vel.x\nend\ngo 0.54s\n\
         expect abs(left - 2/3 * sin(60deg) * 1m) < 2mm\nexpect abs(c.b.vel.x - along) < 1um/s\n\
         expect abs(c.b.vel.x - 1.1898m/s) < 1mm/s\nexpect abs(c.work.numbers) < 1e-4 * c.energy.kinetic"
    ));
}

/// A bob swings over its pivot until its rope goes slack: the load is what turns it, but in a step that closes a gap of rounding, and the energy stays.
#[test]
fn a_rope_bears_what_turns_its_bob_until_it_goes_slack() {
    let mut session = run(
        "addcorpus c\nball bob radius=5cm\naddbody bob bob axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot bob\ncorpusinit\n\
         move bob 0 0 1m\nsetrootpos\nclose bob world rope at=[0 0 0] to=[0 0 2m] length=1m\ngrav on\nsetgrav 9.81\n\
         addv bob {sqrt(3.5 * 9.81m/s2 * 1m)} 0 0 0 0 0\ndt 1ms\nlet missed = 0\n\
         every 1ms\n  let load = bob.mass * (bob.speed^2 / 1m - 9.81m/s2 * (bob.z - 2m) / 1m)\n  \
         let missed = missed + choose(abs(norm(world.attachment0.force) - max(load, 0N)) > 0.1N, 1, 0)\nend\ngo 0.48s\nexpect missed <= 1\n\
         expect norm(bob.pos - [0m 0m 2m]) > 1m - 1um\n",
    );
    // It goes slack where v^2 = g (z - 2 m), half a metre above the pivot, and is free then.
    go_on(
        &mut session,
        "go 0.1s\nexpect norm(bob.pos - [0m 0m 2m]) < 999mm\nexpect abs(c.work.numbers) < 50uJ\n\
         expect abs(c.energy.kinetic + c.energy.weight - 14.1254J) < 0.2mJ",
    );
}

/// A crate that starts far below a rigid surface comes up without being thrown.
#[test]
fn what_starts_deep_in_rigid_ground_is_not_thrown_up() {
    for (method, depth) in [("auto", "-5mm"), ("auto", "-70cm"), ("implicit", "-70cm")] {
        let crate_in_ground = body("box o size=[20cm 20cm 20cm]", "", depth);
        run(&format!(
            "{crate_in_ground}{WORLD}integration {method}\nlet top = 0m\nevery 5ms\n  let top = max(top, c.b.z)\nend\ngo 3s\n\
             expect top < 100.5mm\nexpect top > 99mm\nexpect abs(c.b.z - 10cm) < 0.1mm"
        ));
    }
}

/// A coin rolls round on its rim, on the ground and on a plate: the place of contact moves round the rim, which neither sinks in nor lifts off, and
/// little energy is lost.
#[test]
fn a_coin_rolls_on_the_ground_as_on_a_plate() {
    let roll = |floor: &str, touch: &str| {
        let session = run(&format!(
            "{floor}addcorpus coin\ncylinder o from=[0 0 -1mm] to=[0 0 1mm] radius=1cm\naddbody c o axis=[0 0 1] joint=rotary density=8g/cm3\n\
             setroot c\ncorpusinit\nrotate o y 15\nmove o 0 0 {{1cm * sin(15deg) + 1mm * cos(15deg)}}\nsetrootpos\n\
             let spin = sqrt(4 * 9.81 * sin(15deg) / 0.01)\naddv c 0 0 0 {{spin * cos(15deg)}} 0 {{-spin * sin(15deg)}}\n\
             {touch}\ngrav on\nsetgrav 9.81\ncontact rigid\nintegration auto\ngroundfric 0.3\ncollisionfric 0.3\nrestitution 0\ngo 0.3s\n\
             expect abs(coin.work.numbers) < 0.1uJ\n"
        ));
        let height = number(&session, "coin.c.height");
        assert!(height.abs() < 1e-6, "{height}");
        ["coin.c.x", "coin.c.y", "coin.c.z"].map(|name| number(&session, name))
    };
    let ground = roll("", "ground on");
    let plate = roll(
        "scenery floor box size=[1m 1m 10cm] at=[0 0 -5cm]\n",
        "collide all",
    );
    for (one, two) in ground.iter().zip(plate) {
        assert!((one - two).abs() < 1e-5, "{ground:?} {plate:?}");
    }
}

/// What tumbles and bounces close above the ground, so that only some parts of a step find a contact, neither gains nor loses energy of its own.
#[test]
fn what_tumbles_close_above_the_ground_keeps_its_energy() {
    for (shape, height) in [
        (
            "frustum o from=[-10cm 0 0] to=[10cm 0 0] radius=2cm end=1cm",
            "25mm",
        ),
        (
            "get o from unit_cone\nscale o 0.05 0.05 0.1\nrotate o y 60deg",
            "8cm",
        ),
        ("ball o radius=2cm", "25mm"),
    ] {
        let falls = body(shape, "", height);
        run(&format!(
            "{falls}{WORLD}restitution 0.5\naddv b 10cm/s 0 0 0 0 0\ngo 0.5s\n\
             expect abs(c.work.numbers) < 2e-5 * (c.work.ground + c.work.friction)"
        ));
    }
}
