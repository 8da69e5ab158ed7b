//! Times of the search for contacts, printed: `cargo test --release -p corpus-sim --lib timings -- --ignored --nocapture`.

use super::*;
use crate::geometry::{Polytope, Shape};
use nalgebra::Rotation3;
use std::time::Instant;

const POSES: usize = 60;
/// The least of that many short times counts: others work on the machine.
const TIMES: usize = 100;

fn turned(at: [f64; 3], angles: [f64; 3]) -> Pose {
    Pose {
        rotation: *Rotation3::from_euler_angles(angles[0], angles[1], angles[2]).matrix(),
        position: at.into(),
    }
}

fn of(shape: Shape) -> Convex {
    Convex::of(&shape.mesh(), &shape.contact_features()).unwrap()
}

/// The hull of points spread evenly over a ball of diameter 1.
pub(super) fn ball_of(corners: u32) -> Convex {
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let points: Vec<_> = (0..corners)
        .map(|i| {
            let z = 1.0 - 2.0 * (f64::from(i) + 0.5) / f64::from(corners);
            let (r, angle) = ((1.0 - z * z).sqrt(), golden * f64::from(i));
            Vector3::new(r * angle.cos(), r * angle.sin(), z) * 0.5
        })
        .collect();
    Convex::Polytope(Box::new(Polytope::hull(&points).unwrap()))
}

/// Face on face, deep in any pose, and apart.
fn poses(kind: &str, i: usize) -> Pose {
    let t = i as f64;
    match kind {
        "on face" => turned([0.1 * t.sin(), 0.1 * t.cos(), 0.99], [0.0, 0.0, 0.1 * t]),
        "aligned" => turned([0.0, 0.0, 0.99], [0.0; 3]),
        "deep" => turned(
            [
                0.4 * t.sin(),
                0.4 * (1.3 * t).cos(),
                0.4 * (1.7 * t + 1.0).sin(),
            ],
            [t, 2.0 * t, 3.0 * t],
        ),
        "shallow" => {
            let d = Vector3::new(t.sin(), (1.3 * t).cos(), (1.7 * t + 1.0).sin()).normalize();
            turned((d * 0.99).into(), [t, 2.0 * t, 3.0 * t])
        }
        _ => turned([0.2 * t.sin(), 0.3 * t.cos(), 1.5], [t, 2.0 * t, 3.0 * t]),
    }
}

fn time(name: &str, kind: &str, a: &Convex, b: &Convex, rounds: usize) {
    let only = std::env::var("ONLY").unwrap_or_default();
    if !format!("{name} {kind}").contains(&only) {
        return;
    }
    let fixed = turned([0.0; 3], [0.0; 3]);
    let all: Vec<Pose> = (0..POSES).map(|i| poses(kind, i)).collect();
    let mut overlap = Overlap::default();
    let mut points = 0;
    let start = Instant::now();
    for _ in 0..rounds {
        for pose in &all {
            overlap.find((a, &fixed), (b, pose), &mut Memory::default(), |_| {
                points += 1
            });
        }
    }
    let cold = start.elapsed().as_nanos() as f64 / (rounds * POSES) as f64;
    // As in a run: each pose a little later, with its memory.
    let mut memories: Vec<_> = all.iter().map(|_| Default::default()).collect();
    let mut warm = f64::INFINITY;
    for times in 0..=TIMES {
        let start = Instant::now();
        for round in 0..rounds {
            for (pose, memory) in all.iter().zip(&mut memories) {
                let steps = (times * rounds + round) as f64;
                let moved = Pose {
                    position: pose.position + Vector3::new(1e-6, 2e-6, -1e-6) * steps,
                    ..*pose
                };
                overlap.find((a, &fixed), (b, &moved), memory, |_| ());
            }
        }
        if times > 0 {
            warm = warm.min(start.elapsed().as_nanos() as f64 / (rounds * POSES) as f64);
        }
    }
    let points = points as f64 / (rounds * POSES) as f64;
    println!("{name:22} {kind:8} cold {cold:10.0} ns, warm {warm:10.0} ns, {points:.1} points");
}

#[test]
#[ignore = "prints times"]
fn timings() {
    let (cube, cylinder, cone) = (of(Shape::Cube), of(Shape::Cylinder), of(Shape::Cone));
    let (sphere, capsule) = (of(Shape::Sphere), of(Shape::Capsule));
    let hulls = [30, 100, 300].map(ball_of);
    for kind in ["aligned", "on face", "deep", "apart"] {
        time("boxes", kind, &cube, &cube, 10);
        time("cylinders", kind, &cylinder, &cylinder, 3);
        time("box, cylinder", kind, &cube, &cylinder, 3);
    }
    for kind in ["shallow", "deep", "apart"] {
        for (name, hull, n) in [
            ("30", &hulls[0], 3),
            ("100", &hulls[1], 2),
            ("300", &hulls[2], 1),
        ] {
            time(&format!("hulls of {name}"), kind, hull, hull, n);
        }
        time("box, ball", kind, &cube, &sphere, 10);
        time("box, capsule", kind, &cube, &capsule, 10);
        time("hull of 300, ball", kind, &hulls[2], &sphere, 5);
        time("hull of 300, capsule", kind, &hulls[2], &capsule, 3);
        time("cones", kind, &cone, &cone, 3);
    }
}
