//! Simulates a figure with four legs of two joints each; a controller written in Rust sets the joint torques at every frame.
//!
//! `cargo run --release --example walker`
#![allow(clippy::disallowed_methods, reason = "an example for readers")]

use corpus::figure::{BodySpec, Figure, FigureError, Object, Transform};
use corpus::geometry::Shape;
use corpus::world::{Corpus, World};
use nalgebra::Vector3;
use std::error::Error;
use std::f64::consts::TAU;

/// A joint that the controller moves: its body, mean angle and amplitude (rad), and its phase in the stride.
struct Drive {
    body: usize,
    middle: f64,
    swing: f64,
    phase: f64,
}

/// Names, hip positions and phases of the legs: diagonally opposite legs step together.
const LEGS: [(&str, f64, f64, f64); 4] = [
    ("front_left", 0.2, 0.13, 0.0),
    ("front_right", 0.2, -0.13, 0.5),
    ("hind_left", -0.2, 0.13, 0.5),
    ("hind_right", -0.2, -0.13, 0.0),
];

fn build() -> Result<Figure, FigureError> {
    let mut figure = Figure::new("walker".into());
    let limb = |name: &str| BodySpec {
        axis: Vector3::y(),
        ..BodySpec::new(name)
    };
    let trunk = Object::of(Shape::Cube).sized(0.5, 0.2, 0.1);
    let trunk = figure.add(BodySpec::new("trunk"), &trunk)?;
    figure.bodies[trunk].placement = Transform::translation(Vector3::new(0.0, 0.0, 0.36));
    let bone = Object::of(Shape::Capsule);
    let thigh = bone.clone().sized(0.04, 0.04, 0.08).at(0.0, 0.0, -0.08);
    let shin = bone.sized(0.03, 0.03, 0.08).at(0.0, 0.0, -0.08);
    for (name, x, y, _) in LEGS {
        let hip = Transform::translation(Vector3::new(x, y, 0.0));
        let upper = figure.hang(trunk, hip, limb(&format!("{name}_hip")), &thigh)?;
        let knee = Transform::translation(Vector3::new(0.0, 0.0, -0.16));
        figure.hang(upper, knee, limb(&format!("{name}_knee")), &shin)?;
    }
    Ok(figure)
}

fn drives(corpus: &Corpus) -> Vec<Drive> {
    let drive = |name: String, middle, swing, phase| {
        let body = corpus.body(&name)?;
        Some(Drive {
            body,
            middle,
            swing,
            phase,
        })
    };
    let legs = LEGS.iter().flat_map(|(name, _, _, phase)| {
        [
            drive(format!("{name}_hip"), 0.4, 0.15, *phase),
            drive(format!("{name}_knee"), -0.8, 0.25, *phase + 0.25),
        ]
    });
    legs.flatten().collect()
}

/// A proportional-derivative controller: a torque towards the current target position of the joint.
fn control(corpus: &mut Corpus, drives: &[Drive], time: f64) {
    for drive in drives {
        let stride = TAU * (3.0 * time + drive.phase);
        let target = drive.middle + drive.swing * time.min(1.0) * stride.sin();
        let torque = 60.0 * (target - corpus.q(drive.body)) - 0.8 * corpus.qd(drive.body);
        corpus.set_joint_bias(drive.body, torque.clamp(-40.0, 40.0));
    }
}

/// Time (s), distance travelled (m) and height (m) of the trunk, every half second for 5 s.
pub fn walk() -> Result<Vec<[f64; 3]>, Box<dyn Error>> {
    let mut world = World {
        ground_on: true,
        dt: 0.001,
        ..World::default()
    };
    world.gravity.on = true;
    let walker = world.add(&build()?)?;
    let drives = drives(&world.corpora[walker]);
    let mut seen = vec![];
    for frame in 1..=5000 {
        let time = world.time;
        control(&mut world.corpora[walker], &drives, time);
        world.step()?;
        if frame % 500 == 0 {
            let (_, at) = world.corpora[walker].root_pose();
            seen.push([world.time, at.x, at.z]);
        }
    }
    Ok(seen)
}

fn main() -> Result<(), Box<dyn Error>> {
    for [time, ahead, height] in walk()? {
        println!("{time:.1} s: {ahead:+.3} m ahead, trunk at {height:.3} m");
    }
    Ok(())
}
