use super::{help_all, help_in, help_word, topics};
use crate::commands::{TABLE, find};
use crate::lang::value::functions::FUNCTIONS;
use crate::session::{Mode, QUANTITIES, Quiet};

fn told(word: &str) -> String {
    help_word(&TABLE, word).unwrap_or_else(|why| panic!("{word}: {why}"))
}

#[test]
fn topics_are_made_from_their_tables() {
    let functions = told("functions");
    assert!(FUNCTIONS.iter().all(|f| functions.contains(&f.usage())));
    let quantities = told("quantities");
    assert!(QUANTITIES.iter().all(|q| quantities.contains(q.field)));
    let units = told("units");
    assert!(units.contains("km") && units.contains("a force (N)") && units.contains("mW"));
    assert!(told("expression").contains("highest to lowest precedence"));
}

#[test]
fn every_topic_is_listed_and_tells_something() {
    let all = help_all(&TABLE);
    for topic in topics(&TABLE) {
        assert!(all.contains(&format!("  {}", topic.name)), "{}", topic.name);
        assert!(told(topic.name).lines().count() > 2, "{}", topic.name);
        assert!(topic.summary.ends_with('.'));
    }
    for word in ["end", "camera", "render", "watch", "edit"] {
        assert!(find(word).is_some() || told(word).len() > 100, "{word}");
    }
    assert!(told("watch").contains("exists only at the prompt"));
}

#[test]
fn functions_quantities_and_units_by_their_names() {
    assert!(told("clamp").contains("clamp(x, low, high)"));
    assert!(told("yaw").contains("of a figure"));
    assert!(told("mN").contains("a unit of a force (N)"));
    assert!(told("unit_capsule").contains("2 long") && told("pi").contains("pi = 3.14"));
    assert!(help_word(&TABLE, "xyzzy").is_err());
}

#[test]
fn words_of_other_simulators_name_what_serves_them() {
    for (word, serves) in [
        ("tendon", "attach"),
        ("swim", "push"),
        ("fly", "water"),
        ("fluid", "water"),
        ("sensor", "quantities"),
        ("imu", "quantities"),
        ("dof", "jointkind"),
        ("degrees of freedom", "rootmotion"),
        ("pid", "servo"),
        ("cpg", "gait"),
        ("trot", "dlegtime"),
        ("gallop", "servo"),
        ("ik", "jacobian"),
        ("optimise", "param"),
        ("optimize", "param"),
        ("python", "observe"),
        ("keyframe", "mark"),
        ("animate", "rewind"),
    ] {
        let line = format!("\n  {serves:<18} ");
        assert!(told(word).contains(&line), "{word}: {}", told(word));
    }
}

/// Words of robotics and of biomechanics.
const FIELD: &str = "torque, PD, PID, gain, stiffness, damping, friction, restitution, contact, GRF, ground reaction force, \
    kinematics, forward kinematics, inverse kinematics, IK, URDF, MJCF, actuator, muscle, tendon, stride, stride length, \
    step length, duty factor, cadence, stance, swing, CoM, center of mass, centre of mass, CoP, centre of pressure, ZMP, inertia, \
    moment of inertia, moment arm, degrees of freedom, DoF, limits, joint limits, trajectory, timestep, solver, integrator, \
    step size, render, export, sweep, seed, noise, sensor, IMU, gyroscope, encoder, force plate, hinge, revolute, prismatic, \
    ball, gravity, collision, terrain, slope, density, velocity, acceleration, jacobian, dynamics, inverse dynamics, power, work, \
    energy, momentum, impulse, setpoint, controller, feedback, CPG, oscillator, phase, frequency, gait, walk, trot, foot, slip, \
    spring, damper, armature, gear, motor, servo, camera, video, csv, mesh, stl, orientation, quaternion, euler, roll, reset, episode";

#[test]
fn words_of_the_field_have_help() {
    assert!(FIELD.split(", ").count() >= 100);
    for word in FIELD.split(", ") {
        assert!(told(word).lines().count() > 1, "{word}: {}", told(word));
    }
}

#[test]
fn what_the_script_defines_comes_first() {
    let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
    let script = "# A step of that height.\ndefine step height width=2cm\ngo 1\nend";
    assert!(session.run_text("script", script).is_ok());
    let help = help_in(&session, "step").unwrap();
    assert!(help.contains("step height [width]") && help.contains("A step of that height."));
    let all = help_in(&session, "").unwrap();
    assert!(
        all.starts_with("Commands of this script\n  step  "),
        "{all}"
    );
    assert!(
        help_in(&session, "stepp")
            .unwrap_err()
            .contains("did you mean `step`?")
    );
}
