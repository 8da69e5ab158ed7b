//! The `dump` and `load` commands of 1990: a figure continues from its files as it did without them, to the last bit, and a
//! damaged file is refused.

use crate::support::play::Play;
use corpus::session::{Mode, Quiet};
use serde_json::Value;
use std::fs;
use std::path::Path;

const WALKER: &str = include_str!("data/walker.corpus");

/// Sticky and sliding feet, gait, timers in timers, events of all kinds.
const AT_WORK: &str = "\
ground on
grav on
rest 0.5mm
bodygroundstick shank_fl on
bodygroundstick shank_br on
define knock body strength
  joint {body} dq {strength}
end
for side in fl br
  every 7ms
    joint shank_{side} lk 3
  end
  when shank_{side}.load > 1mN
    timer 3ms motor shank_{side} etarget 0.1 2ms
  end
end
let push = 0.5
timer 33ms knock hip_bl {push * 2}
timer 60ms timer 35ms joint hip_fr dq {hip_fl.dq}
at 0.071s
  let best = hip_fl.q
  after 20ms
    joint hip_br kq 0.01
  end
end
speed 2
gaitgo
";

const DUMP: &str = "dumps s\ndumpmotors m\ndumpcontacts c\ndumpas a\n";

fn walker(script: &str) -> Play {
    Play::new(&format!("{WALKER}{AT_WORK}{script}"))
}

/// Returns the changing state of the figure, as text in which different bits are different.
fn now(play: &mut Play) -> String {
    play.run("dumps now.s\ndumpmotors now.m\ndumpcontacts now.c\ndumpas now.a\n");
    let files = ["now.s", "now.m", "now.c", "now.a"].map(|name| play.file(name));
    files.concat()
}

fn take(play: &Play, from: &Path) {
    for name in ["s", "m", "c", "a"] {
        fs::copy(from.join(name), play.path(name)).unwrap();
    }
}

/// The run continues as without the files, in any order of loading them.
fn goes_on(build: &str, until: &str, on: &str, method: &str) {
    let method = format!("integration {method}\n");
    let mut play = Play::new(&format!("{build}{method}{until}{DUMP}"));
    let there = now(&mut play);
    play.run(on);
    let then = now(&mut play);
    assert!(there != then);
    let orders = [
        "loads s\nloadmotors m\nloadcontacts c\nloadas a\n",
        "loadcontacts c\nloadmotors m\nloads s\nloadas a\n",
        "loadmotors m\nloads s\nloadcontacts c\nloadas a\nupdatev\n",
    ];
    for order in orders {
        // Later in the same session; motors, springs and feet have changed by then.
        play.run("joint * b 1\ngaitgo off\n");
        play.run(order);
        assert!(now(&mut play) == there, "{method}{order}");
        play.run(on);
        assert!(now(&mut play) == then, "{method}{order}");
    }
    // In another session, which has not simulated anything.
    let mut other = Play::new(&format!("{build}{method}"));
    take(&other, play.folder.path());
    other.run(orders[0]);
    assert!(now(&mut other) == there, "another session, {method}");
    other.run(on);
    assert!(now(&mut other) == then, "another session, {method}");
}

#[test]
fn a_walk_goes_on_from_its_files_to_the_last_bit() {
    for method in ["auto", "implicit", "euler", "rkfixed", "rkf", "rkvar"] {
        let build = format!("{WALKER}{AT_WORK}");
        goes_on(&build, "go 40ms\n", "go 61.3ms\n", method);
    }
}

#[test]
fn the_roach_on_sticky_feet_goes_on_from_its_files() {
    let scripts = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/roach");
    let build = format!(
        "include {scripts}/roach.corpus\ninclude {scripts}/sticky-feet.corpus\nrest 1mm\nground on\ngrav on\n"
    );
    let mut play = Play::new(&format!("{build}go 0.1s\nspeed 1\ngaitgo\ngo 40ms\n{DUMP}"));
    assert!(play.file("c").contains("\"tied\""), "feet that stick");
    assert!(!play.session.here().timers.is_empty(), "timers that wait");
    play.run("go 30ms");
    let then = now(&mut play);
    play.run("loads s\nloadmotors m\nloadcontacts c\nloadas a\ngo 30ms\n");
    assert!(now(&mut play) == then);
}

/// A trunk in the air with joints of several kinds, which have springs, stops, dry friction, armatures and actuators.
const DRIVEN: &str = "\
addcorpus arms
for name in trunk held turned slid balled
  get {name} from unit_cube
  scale {name} 0.1 0.1 0.2
end
addbody trunk trunk 0 0 1 rotary mass=2kg
for name in held turned balled
  addbody {name} {name} 0 1 0 rotary mass=0.3kg
end
addbody slid slid 1 0 0 sliding mass=0.2kg
jointkind balled ball
move held 0.2 0 0
move turned -0.2 0 0
move slid 0 0.3 0.1
move balled 0 -0.3 0
for name in held turned slid balled
  linkbodies trunk {name}
end
setroot trunk
corpusinit
rootmotion fixed
grav on
";

/// Each parameter of a joint and each setting of an actuator, with a value of its own.
const SETTINGS: &str = "\
joint held dq 1
joint held dry 5
joint held armature 0.002
joint balled.* dry 0.01
joint balled.ry armature 0.003
joint turned spring damper+linear+limits+bias+exponential
joint turned springtype distalmass
joint turned b 0.02
joint turned k 0.3
joint turned kq 0.1
joint turned ea 0.05
joint turned eB 2
joint turned e_q 0.3
joint turned qmin -0.05
joint turned qmax 0.1
joint turned lk 3
joint turned lb 0.01
joint turned bias 0.02
joint turned armature 0.001
joint turned dry 0.01
torque turned 0.004 gear=3 limit=0.1
servo turned target=0.5 kp=0.4 kd=0.01
joint slid dry 0.4
servo slid target=5cm kp=30 kd=0.2 limit=2
";

/// The same parameters with other values.
const OTHERS: &str = "\
joint * spring none
joint * springtype none
for name in b k ea eB lk lb armature dry
  joint turned {name} 0.5
end
joint turned kq 0.2
joint turned e_q 0
joint turned qmin -1
joint turned qmax 1
joint turned bias 0
joint held dry 0
joint held armature 0.1
joint balled.* dry 0
joint balled.ry armature 0
torque turned 0 gear=1 limit=9
torque held 0.01
servo turned off
servo slid target=1cm kp=3 kd=0.1 limit=7
joint slid dry 0
joint slid armature 0.2
";

#[test]
fn every_parameter_of_joints_and_actuators_is_restored_to_the_last_bit() {
    for method in ["auto", "implicit", "euler"] {
        let build = format!("{DRIVEN}integration {method}\n");
        let mut play = Play::new(&format!("{build}{SETTINGS}go 0.15s\n{DUMP}"));
        let there = now(&mut play);
        let figure = &play.session.here().world.corpora[0];
        let held = figure.body("held").map(|body| figure.force_law(body).dry);
        let held = held.and_then(|dry| dry.anchor());
        assert!(held.is_some_and(|anchor| anchor != 0.0), "{held:?}");
        play.run("go 0.1s");
        let then = now(&mut play);
        let parts = ["loads s\n", "loadmotors m\n", "loadcontacts c\n"];
        for [a, b, c] in [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ] {
            let order = [parts[a], parts[b], parts[c], "loadas a\n"].concat();
            play.run(&format!("{OTHERS}go 30ms\n"));
            play.run(&order);
            assert!(now(&mut play) == there, "{method}: {order}");
            play.run("go 0.1s");
            assert!(now(&mut play) == then, "{method}: {order}");
            // In another session, where no joint has friction or an actuator.
            let mut other = Play::new(&build);
            take(&other, play.folder.path());
            other.run(&order);
            other.run("go 0.1s");
            assert!(
                now(&mut other) == then,
                "another session, {method}: {order}"
            );
        }
    }
}

#[test]
fn a_part_alone_leaves_the_rest_as_it_is() {
    let mut play = walker("go 40ms\ndumps s\ndumpmotors m\ndumpcontacts c\n");
    play.run("go 30ms\njoint hip_fl k 3\n");
    let rest_of = |play: &Play| {
        let world = &play.session.here().world;
        world.corpora[0].motor(1).rest_position(world.time)
    };
    let (rest, later) = (rest_of(&play), play.session.here().world.time);
    play.run("loads s");
    assert!(play.session.here().world.time < later);
    assert!(
        (rest_of(&play) - rest).abs() < 1e-9,
        "motors go on as they were"
    );
    assert_eq!(play.session.here().world.corpora[0].joints[1].k, 3.0);
    let state = play.session.here().world.corpora[0].y.clone();
    play.run("loadmotors m");
    assert_eq!(play.session.here().world.corpora[0].joints[1].k, 0.0);
    assert_eq!(play.session.here().world.corpora[0].y, state);
    play.run("bodygroundstick shank_fl off\nloadcontacts c\n");
    let corpus = &play.session.here().world.corpora[0];
    assert!(
        corpus
            .names
            .iter()
            .zip(&corpus.contact.sticky)
            .any(|(n, s)| n == "shank_fl" && *s)
    );
    assert_eq!(corpus.y, state);
}

#[test]
fn a_file_that_is_not_valid_is_refused_and_changes_nothing() {
    let mut play = walker(&format!("go 20ms\n{DUMP}"));
    let before = now(&mut play);
    for (name, load) in [
        ("s", "loads"),
        ("m", "loadmotors"),
        ("c", "loadcontacts"),
        ("a", "loadas"),
    ] {
        let text = play.file(name);
        for length in (0..text.len() - 2).step_by(text.len() / 9) {
            fs::write(play.path("cut"), &text[..length]).unwrap();
            let told = play.refused(&format!("{load} cut"));
            let place = "E068 `cut` is not a valid file of `dump";
            assert!(told.starts_with(place), "{told}");
        }
        let edits = [
            (
                "\"figure\":",
                "\"shape\":",
                "a value is missing or of the wrong kind: line ",
            ),
            (
                "\"time_s\": 0",
                "\"time_s\": x",
                "it is not JSON: line 3, column ",
            ),
            (
                "\"time_s\": 0",
                "\"time_s\": 1e99, \"was\": 0",
                "its time is invalid",
            ),
        ];
        for (from, to, why) in edits {
            fs::write(play.path("edited"), text.replacen(from, to, 1)).unwrap();
            let told = play.refused(&format!("{load} edited"));
            assert!(
                told.starts_with("E068 `edited`") && told.contains(why),
                "{told}"
            );
        }
    }
    let told = play.refused("loads m");
    assert!(
        told.starts_with(
            "E068 `m` is not a valid file of `dumps`: it is a file of `dumpmotors` | `dumps FILE` writes such a file"
        ),
        "{told}"
    );
    let told = play.refused("loads nowhere");
    assert!(told.starts_with("E030 cannot read `nowhere`: "), "{told}");
    assert!(now(&mut play) == before, "nothing has changed");
}

#[test]
fn files_of_another_figure_say_what_differs() {
    let mut play = walker(&format!("go 20ms\n{DUMP}"));
    let one = "addcorpus NAME\nget a from unit_cube\nget b from unit_cube\naddbody trunk a 0 0 1 rotary 1000\n\
               addbody tail b 0 0 1 rotary 1000\nlinkbodies trunk tail\nsetroot trunk\ncorpusinit\n";
    let mut other = Play::new(&one.replace("NAME", "walker"));
    take(&other, play.folder.path());
    let before = now(&mut other);
    for load in ["loads s", "loadmotors m", "loadcontacts c", "loadas a"] {
        let told = other.refused(load);
        assert!(
            told.contains(
                "does not belong to this figure: `walker` has a body `hip_fl` in the file, but not here"
            ),
            "{told}"
        );
        assert!(told.starts_with("E069"), "{told}");
    }
    assert!(now(&mut other) == before);
    let mut named = Play::new(&one.replace("NAME", "dog"));
    take(&named, play.folder.path());
    let told = named.refused("loads s");
    assert!(
        told.contains("the file belongs to `walker`, but the current figure is `dog`"),
        "{told}"
    );
    // The same figure in another state has other accelerations.
    play.run("go 1ms");
    let told = play.refused("loadas a");
    assert!(
        told.starts_with("E069") && told.contains("differ from those of the current state"),
        "{told}"
    );
}

#[test]
fn forces_are_those_that_one_reads() {
    let mut play = walker("go 60ms\ndumpQs q\ndumpcontactforces f\ndumpas a\n");
    let read = |play: &Play, name: &str| -> Value {
        let file: Value = serde_json::from_str(&play.file(name)).unwrap();
        file["part"].clone()
    };
    for (body, force) in read(&play, "q")["joint_forces"].as_object().unwrap() {
        let q = force["value"].as_f64().unwrap();
        play.run(&format!("expect abs({body}.Q - {q:?}J) < 1e-15J\n"));
    }
    // The weight, the ground and the acceleration of the centre of mass agree: by differences of the momentum.
    let ground = &read(&play, "f")["contact_forces"]["bodies_on_the_ground"];
    let bodies = ground.as_object().unwrap();
    let up: f64 = bodies
        .values()
        .map(|of| of["force_N"][2].as_f64().unwrap())
        .sum();
    assert!(bodies.values().any(|of| of["touches"] == true) && up > 0.0);
    let world = &mut play.session.here_mut().world;
    world.observe();
    let motion = world.corpora[0].observed().motion;
    let rates = world.accelerations(0);
    let h = 1e-7;
    let velocity = world.corpora[0].layout().velocity().start;
    let layout = world.corpora[0].layout();
    let mut moved = world.clone();
    let y = moved.corpora[0].y.clone();
    let mut rate = vec![0.0; y.len()];
    corpus::dynamics::state::derivative(layout, &y, &rates, &mut rate);
    for (x, rate) in moved.corpora[0].y.iter_mut().zip(&rate) {
        *x += h * rate;
    }
    assert_eq!(rate.len() - velocity, rates.len());
    moved.observe();
    let after = moved.corpora[0].observed().motion;
    let force = (after.linear.z - motion.linear.z) / h;
    let expected = up - motion.mass * world.gravity.acting();
    assert!(
        (force - expected).abs() < 1e-3 * expected.abs().max(up),
        "{force} {expected}"
    );
}

#[test]
fn objects_stand_where_the_bodies_are() {
    let objects: String = WALKER
        .lines()
        .filter(|line| {
            let head = line.split(' ').next().unwrap();
            matches!(head, "get" | "scale" | "addcorpus" | "postmult")
                || (head == "move" && !line.contains("mm"))
        })
        .map(|line| format!("{line}\n"))
        .collect();
    let mut play = walker("go 60ms\ndumpmatcorpus pose.corpus\n");
    let script = play.file("pose.corpus");
    let placed = Play::new(&format!("{objects}{script}"));
    let stage = play.session.here_mut();
    let (figure, world) = (
        stage.definitions.drafts[0].figure.clone(),
        &stage.world.corpora[0],
    );
    let mut seen = 0;
    for (number, (rotation, position)) in world.poses().iter().enumerate() {
        let body = &figure.bodies[world.numbering.order[number]];
        let object = placed.session.here().definitions.objects.iter();
        let object = &object
            .clone()
            .find(|o| o.object.name == body.shape.name)
            .unwrap()
            .object;
        for (own, theirs) in body.mesh.vertices.iter().zip(&object.mesh.vertices) {
            let expected = rotation * own + position;
            let found = object.transform.point(theirs);
            assert!(
                (expected - found).norm() < 1e-14,
                "{} {expected} {found}",
                body.spec.name
            );
            seen += 1;
        }
    }
    assert!(seen > 50);
}

#[test]
fn a_check_knows_what_will_have_been_written() {
    let mut session = corpus::commands::session(Mode::Check, Box::new(Quiet));
    let folder = tempfile::tempdir().unwrap();
    session.files.output = folder.path().to_owned();
    let script = format!(
        "{WALKER}{AT_WORK}go 10ms\n{DUMP}go 10ms\nloads s\nloadmotors m\nloadcontacts c\nloadas a\ngo 1ms\n"
    );
    assert!(session.run_text("script", &script).is_ok());
    assert!(!session.has_errors(), "{:?}", session.diagnostics);
    assert!(!folder.path().join("s").exists());
    // But not one that no command writes.
    assert!(session.run_text("more", "loads elsewhere\n").is_ok() || session.has_errors());
    assert!(session.has_errors());
}

/// In an earlier version the accelerations were those on the ground as it was.
#[test]
fn accelerations_are_those_on_the_ground_of_now() {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    let script = "addcorpus c\nget o from unit_cube\naddbody a o 0 0 1 rotary 1000\nsetroot a\ncorpusinit\ngrav on\nground on\nrest 0\ngo 0.5s\n";
    assert!(
        session.run_text("box", script).is_ok(),
        "{:?}",
        session.diagnostics
    );
    let world = &mut session.here_mut().world;
    assert!(world.accelerations(0)[5].abs() < 0.1);
    world.ground.height = -5.0;
    assert!((world.accelerations(0)[5] + 9.8).abs() < 1e-9);
    let felt = world.felt(&world.corpora[0], 0).unwrap();
    assert!(felt.proper.norm() < 1e-9, "{}", felt.proper);
}
