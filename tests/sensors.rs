//! Quantities that sensors read, compared with closed forms and differences.

use crate::support::play::Play;
use crate::support::{number, run};
use corpus::session::Session;
use nalgebra::Vector3;

fn vector(session: &Session, path: &str) -> Vector3<f64> {
    crate::support::vector(session, path).into()
}

const BOX: &str = "addcorpus c\nbox b size=[10cm 20cm 30cm]\naddbody b b axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot b\ncorpusinit\ngrav on\n";

#[test]
fn an_accelerometer_reads_weight_at_rest_and_nothing_in_free_fall() {
    let falling = run(&format!("{BOX}go 10ms"));
    assert!(vector(&falling, "b.accelerometer").norm() < 1e-9);
    let gravity = number(&falling, "world.gravity");
    assert!((vector(&falling, "b.acc") + gravity * Vector3::z()).norm() < 1e-9);
    let held = run(&format!("{BOX}rootmotion fixed"));
    assert!((vector(&held, "b.accelerometer") - gravity * Vector3::z()).norm() < 1e-9);
    assert!(vector(&held, "b.acc").norm() < 1e-9);
    // The force that holds it is its weight.
    let weight = number(&held, "c.mass") * gravity;
    assert!((vector(&held, "b.joint_force") - weight * Vector3::z()).norm() < 1e-9);
    let standing = run(&format!("{BOX}ground on\nrest\ngo 1s"));
    assert!((vector(&standing, "b.accelerometer").z / gravity - 1.0).abs() < 1e-2);
    assert!((number(&standing, "b.touch") / weight - 1.0).abs() < 1e-2);
    assert!((number(&standing, "b.altitude") - 0.15).abs() < 2e-3);
}

const ARM: &str = "addcorpus c\nbox post size=[2cm 2cm 2cm]\naddbody post post axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot post\n\
    capsule arm from=[0 0 0] to=[12cm 0 0] radius=1cm\naddbody arm arm axis=[0 1 0] joint=rotary density=1g/cm3\nlinkbodies post arm\n\
    capsule hand from=[0 0 0] to=[5cm 0 0] radius=5mm\naddbody hand hand axis=[0 0.5 1] joint=rotary density=1g/cm3\nmove hand 12cm 0 0\nlinkbodies arm hand\ncorpusinit\n\
    rootmotion fixed\ngrav on\nintegration rkf\neps 1e-11\ndt 0.1ms\njoint hand dq 4\n";

#[test]
fn accelerations_agree_with_differences_of_velocities() {
    let at = |frames: u32| run(&format!("{ARM}go {frames}"));
    let [before, now, after] = [999, 1000, 1001].map(at);
    let slope = |path: &str| (vector(&after, path) - vector(&before, path)) / 2e-4;
    for (acceleration, velocity) in [("hand.acc", "hand.vel"), ("hand.alpha", "hand.omega")] {
        let (a, b) = (vector(&now, acceleration), slope(velocity));
        assert!((a - b).norm() < 1e-4 * a.norm(), "{acceleration}: {a} {b}");
    }
    let joint = (number(&after, "hand.dq") - number(&before, "hand.dq")) / 2e-4;
    assert!((number(&now, "hand.ddq") / joint - 1.0).abs() < 1e-4);
    // The same length in its own axes.
    let lengths = ["hand.acc", "hand.acc_own"].map(|path| vector(&now, path).norm());
    assert!((lengths[0] - lengths[1]).abs() < 1e-9);
}

#[test]
fn a_joint_carries_the_mass_behind_it() {
    let session = run(&format!("{ARM}go 1000"));
    // Newton's law for the hand: the force of its joint and its weight accelerate its centre.
    let (mass, gravity) = (
        number(&session, "hand.mass"),
        number(&session, "world.gravity"),
    );
    let (acc, alpha, omega) = (
        vector(&session, "hand.acc"),
        vector(&session, "hand.alpha"),
        vector(&session, "hand.omega"),
    );
    let arm = vector(&session, "hand.com") - vector(&session, "hand.pos");
    let centre = acc + alpha.cross(&arm) + omega.cross(&omega.cross(&arm));
    let expected = mass * (centre + gravity * Vector3::z());
    let force = vector(&session, "hand.joint_force");
    assert!((force - expected).norm() < 1e-9, "{force} {expected}");
    // A hinge without springs carries no torque about its axis.
    let axis = Vector3::new(0.0, 0.5, 1.0);
    let pose = session.here().world.corpora[0].poses()[2].0;
    let torque = vector(&session, "hand.joint_torque");
    assert!(torque.norm() > 1e-6 && torque.dot(&(pose * axis)).abs() < 1e-12);
}

#[test]
fn noise_is_the_same_each_time() {
    let session = |seed: u32| {
        run(&format!(
            "{BOX}go 3\nlet seen = b.accelerometer.z + 0.1m/s2 * normal({seed}, world.time / 1s)\n"
        ))
    };
    let seen = |session: &Session| format!("{:?}", session.variable("seen").unwrap().datum);
    assert_eq!(seen(&session(1)), seen(&session(1)));
    assert_ne!(seen(&session(1)), seen(&session(2)));
}

#[test]
fn sensors_read_attachments() {
    let hung = run(&format!(
        "{BOX}attach b world 0 0 15cm 0 0 15cm 1e4 0 0 1 b=500\ngo 1s"
    ));
    let weight = number(&hung, "c.mass") * number(&hung, "world.gravity");
    let up = weight * Vector3::z();
    assert!(vector(&hung, "b.acc").norm() < 1e-6);
    assert!((vector(&hung, "b.accelerometer") - up / number(&hung, "c.mass")).norm() < 1e-6);
    assert!((vector(&hung, "b.outer_force") - up).norm() < 1e-5 * weight);
    // A spring is no touch.
    assert_eq!(number(&hung, "b.touch"), 0.0);
    // While it moves, the acceleration is the rate of the velocity.
    let tied = |frames: u32| {
        run(&format!(
            "{ARM}attach arm world 12cm 0 0 12cm 3cm 3cm 30 0 0 1 b=0.1\nattach hand post 5cm 0 0 0 0 0 5 0 0 1\ngo {frames}"
        ))
    };
    let [before, now, after] = [499, 500, 501].map(tied);
    for (acceleration, velocity) in [("hand.acc", "hand.vel"), ("arm.alpha", "arm.omega")] {
        let slope = (vector(&after, velocity) - vector(&before, velocity)) / 2e-4;
        let read = vector(&now, acceleration);
        assert!(
            (read - slope).norm() < 1e-3 * slope.norm(),
            "{acceleration}: {read} {slope}"
        );
    }
}

#[test]
fn sensors_read_bodies_that_touch() {
    let floor = "addcorpus floor\nbox slab size=[1m 1m 10cm]\naddbody slab slab axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot slab\n\
                 rootmotion fixed\ncorpusinit\nmove slab 0 0 -5cm\nsetrootpos\n";
    let lying = run(&format!(
        "{floor}{BOX}move b 0 0 15cm\nsetrootpos\ncollide all\ngo 2s"
    ));
    let gravity = number(&lying, "world.gravity");
    let weight = number(&lying, "c.mass") * gravity;
    assert!(vector(&lying, "b.acc").norm() < 1e-3 * gravity);
    let outer = vector(&lying, "b.outer_force");
    assert!((outer - weight * Vector3::z()).norm() < 1e-3 * weight);
    assert!((number(&lying, "b.touch") / weight - 1.0).abs() < 1e-3);
    assert!((number(&lying, "floor.slab.touch") / weight - 1.0).abs() < 1e-3);
    let held = vector(&lying, "floor.root_force").z;
    let both = weight + number(&lying, "floor.mass") * gravity;
    assert!((held / both - 1.0).abs() < 1e-3, "{held} {both}");
}

/// Two weights of 3 kg and 1 kg that slide upright on a fixed base of 1 kg, held by `by`.
fn weights(by: &str) -> String {
    format!(
        "addcorpus c\nbox base size=[10cm 10cm 10cm]\nbox w1 size=[5cm 5cm 5cm]\nbox w2 size=[5cm 5cm 5cm]\n\
         addbody base base 0 0 1 rotary mass=1kg\naddbody w1 w1 0 0 1 sliding mass=3kg\naddbody w2 w2 0 0 1 sliding mass=1kg\n\
         move w1 -20cm 0 0\nmove w2 20cm 0 0\nlinkbodies base w1\nlinkbodies base w2\nsetroot base\nrootmotion fixed\ncorpusinit\n\
         grav on\nsetgrav 9.8\n{by}\n"
    )
}

#[test]
fn sensors_read_what_acts_in_joints() {
    let held = [29.4, 9.8];
    for (by, acceleration, forces) in [
        ("close w1 w2 gear ratio=-1", 4.9, [14.7, 14.7]),
        ("drive w1 speed=0\ndrive w2 speed=0", 0.0, held),
        ("range w1 -1mm 1mm hard\nrange w2 -1mm 1mm hard", 0.0, held),
    ] {
        for integration in ["auto", "implicit"] {
            let session = run(&weights(&format!(
                "integration {integration}\n{by}\ngo 0.5s"
            )));
            let is = |path: &str, wanted: f64| {
                let found = vector(&session, path);
                let told = format!("{by} {integration} {path}: {found} {wanted}");
                assert!((found - wanted * Vector3::z()).norm() < 1e-5, "{told}");
            };
            is("w1.acc", -acceleration);
            is("w2.acc", acceleration);
            assert!((number(&session, "w1.ddq") + acceleration).abs() < 1e-5);
            is("w1.joint_force", forces[0]);
            is("w2.joint_force", forces[1]);
            // The weight of the base and what both weights lean on it.
            is("c.root_force", 9.8 + forces[0] + forces[1]);
            if by.contains("hard") {
                assert!((number(&session, "w1.Q") - forces[0]).abs() < 1e-5);
            } else {
                is("world.attachment0.force", forces[0]);
            }
        }
    }
}

#[test]
fn sensors_read_the_torque_of_a_hard_end() {
    let crank = "addcorpus c\nbox base size=[4cm 4cm 4cm]\nbox crank from=[0 -1cm -1cm] to=[1m 1cm 1cm]\n\
        addbody base base axis=[0 1 0] joint=rotary mass=1kg\naddbody crank crank axis=[0 1 0] joint=rotary mass=1kg\n\
        linkbodies base crank\nsetroot base\nrootmotion fixed\ncorpusinit\ngrav on\nrange crank -30deg 30deg hard\n";
    let session = run(&format!("{crank}go 2s"));
    let torque = -number(&session, "world.gravity") * 0.5 * 30_f64.to_radians().cos();
    for path in ["crank.joint_torque", "c.root_torque"] {
        let found = vector(&session, path);
        assert!((found - torque * Vector3::y()).norm() < 1e-6, "{path}");
    }
    assert!((number(&session, "crank.Q") - torque).abs() < 1e-6);
    assert!(number(&session, "crank.ddq").abs() < 1e-6);
    // A soft range has no such end, and what was moved away from it has left it.
    for line in [
        "range crank -30deg 30deg\njoint crank q 0",
        "joint crank q 0",
    ] {
        let session = run(&format!("{crank}go 2s\n{line}"));
        assert_eq!(number(&session, "crank.Q"), 0.0, "{line}");
    }
}

/// The force of a hard end is part of a saved state.
#[test]
fn a_hard_end_bears_the_same_after_a_rewind() {
    let mut play = Play::new(&weights("range w1 -1mm 1mm hard\ngo 0.5s\nmark"));
    let before = number(&play.session, "w1.Q");
    play.run("joint w1 q 0");
    assert_eq!(number(&play.session, "w1.Q"), 0.0);
    play.run("rewind");
    assert_eq!(number(&play.session, "w1.Q"), before);
}

/// What breaks by its load tells that load.
#[test]
fn what_breaks_by_its_load_tells_it() {
    for (by, told) in [
        ("drive w1 speed=0 break=10N", "under a force of 29."),
        (
            "close base w2 pin at=[20cm 0 0] break=5N",
            "under a force of 9.",
        ),
    ] {
        let play = Play::new(&weights(&format!("{by}\ngo 0.1s")));
        let printed = play.take_printed().join("\n");
        assert!(printed.contains(told), "{printed}");
    }
}

#[test]
fn sensors_read_ropes_and_drives_that_turn() {
    let session = run(
        "addcorpus c\nball bob radius=1cm\naddbody bob bob axis=[0 0 1] joint=rotary mass=1kg\nsetroot bob\ncorpusinit\nmove bob 0 0 1m\n\
         setrootpos\nclose bob world rope at=[0 0 0] to=[0 0 2m] length=1m\ngrav on\ngo 0.2s",
    );
    assert!(vector(&session, "bob.acc").norm() < 1e-9);
    let wheels = "addcorpus c\nbox base size=[20cm 2cm 2cm]\ncylinder wheel radius=6cm from=[0 -1cm 0] to=[0 1cm 0]\n\
        cylinder pinion radius=3cm from=[0 -1cm 0] to=[0 1cm 0]\nfor n in base wheel pinion\n  addbody {n} {n} 0 1 0 rotary 1g/cm3\nend\n\
        move wheel -3cm 0 0\nmove pinion 6cm 0 0\nlinkbodies base wheel\nlinkbodies base pinion\nsetroot base\ncorpusinit\nrootmotion fixed\n\
        close pinion wheel gear ratio=-2\ntorque wheel 1mN*m\ngo 0.1s";
    let session = run(wheels);
    // Its inertia is that of the wheel, and four times that of the pinion, which is a sixteenth of it.
    let inertia = 0.5 * number(&session, "wheel.mass") * 0.06 * 0.06;
    let wanted = 1e-3 / (1.25 * inertia);
    let found = vector(&session, "wheel.alpha");
    assert!((found.y / wanted - 1.0).abs() < 2e-2, "{found} {wanted}");
    let pinion = vector(&session, "pinion.alpha");
    assert!((pinion + 2.0 * found).norm() < 1e-5, "{pinion}");
    let torque = number(&session, "world.attachment0.torque");
    assert!((vector(&session, "pinion.joint_torque").y - torque).abs() < 1e-9);
}
