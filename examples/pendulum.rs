//! Simulates a pendulum from Rust, without a script: builds it, releases it, and reads its angle while it swings.
//!
//! `cargo run --release --example pendulum`

use corpus::figure::{BodySpec, Figure, Object, Transform};
use corpus::geometry::Shape;
use corpus::world::World;
use nalgebra::Vector3;
use std::error::Error;

/// Time (s) and angle (rad) of a rod of one metre that is released at 0.5 rad, every 10 ms for 2 s.
pub fn swing() -> Result<Vec<(f64, f64)>, Box<dyn Error>> {
    let mut figure = Figure::new("pendulum".into());
    let post = figure.add(BodySpec::new("post"), &Object::of(Shape::Cube))?;
    let rod = BodySpec {
        axis: Vector3::y(),
        ..BodySpec::new("rod")
    };
    // The joint is at the origin of the rod's frame; the rod extends down from the joint.
    let shape = Object::of(Shape::Cube)
        .sized(0.02, 0.02, 1.0)
        .at(0.0, 0.0, -0.5);
    figure.hang(post, Transform::identity(), rod, &shape)?;

    let mut world = World {
        dt: 0.01,
        ..World::default()
    };
    world.gravity.on = true;
    let pendulum = world.add_fixed(&figure)?;
    let rod = world.corpora[pendulum].body("rod").ok_or("no rod")?;
    world.corpora[pendulum].set_q(rod, 0.5);
    let mut seen = vec![];
    for _ in 0..200 {
        world.step()?;
        seen.push((world.time, world.corpora[pendulum].q(rod)));
    }
    Ok(seen)
}

fn main() -> Result<(), Box<dyn Error>> {
    for (time, angle) in swing()?.iter().skip(19).step_by(20) {
        println!("{time:.2} s: {angle:+.4} rad");
    }
    Ok(())
}
