//! The depth of two polytopes as the least over the normals of all faces and across all pairs of edges.

use super::tests::{solid, turned};
use super::timings::ball_of;
use super::*;
use crate::geometry::Shape;
use proptest::prelude::*;

/// Returns the least depth (below zero: the largest distance between parallel planes that separate them), and its direction out of
/// the first.
fn least_of_all(
    (a, at_a): (&Polytope, &Pose),
    (b, at_b): (&Polytope, &Pose),
) -> (f64, Vector3<f64>) {
    let place =
        |of: &Polytope, at: &Pose| -> Vec<_> { of.corners.iter().map(|p| at.of(p)).collect() };
    let (p, q) = (place(a, at_a), place(b, at_b));
    let mut best = (f64::INFINITY, Vector3::zeros());
    let mut take = |n: Vector3<f64>| {
        let high = p.iter().map(|p| n.dot(p)).fold(f64::NEG_INFINITY, f64::max);
        let low = q.iter().map(|q| n.dot(q)).fold(f64::INFINITY, f64::min);
        if high - low < best.0 {
            best = (high - low, n);
        }
    };
    for (of, at, sign) in [(a, at_a, 1.0), (b, at_b, -1.0)] {
        for face in &of.faces {
            take(at.rotation * face.normal * sign);
        }
    }
    for one in a.edges() {
        let along = p[one[1] as usize] - p[one[0] as usize];
        for two in b.edges() {
            let across = along.cross(&(q[two[1] as usize] - q[two[0] as usize]));
            let length = across.norm();
            if length > 1e-9 * along.norm() {
                take(across / length);
                take(-across / length);
            }
        }
    }
    best
}

fn polytope(of: &Convex) -> &Polytope {
    match of {
        Convex::Polytope(of) => of,
        _ => panic!("a polytope"),
    }
}

fn solids() -> [Convex; 6] {
    let mesh = |shape: Shape| Convex::of(&shape.mesh(), &[]).unwrap();
    [
        solid(Shape::Cube),
        mesh(Shape::Cylinder),
        mesh(Shape::Cone),
        ball_of(12),
        ball_of(40),
        Convex::Polytope(Box::new(
            Polytope::hull(&[
                Vector3::zeros(),
                Vector3::x(),
                Vector3::y() * 0.3,
                Vector3::new(0.1, 0.2, 0.6),
            ])
            .unwrap(),
        )),
    ]
}

/// Returns the exact depth that the search finds, and its direction.
fn found(
    a: (&Convex, &Pose),
    b: (&Convex, &Pose),
    memory: &mut Memory,
) -> Option<(f64, Vector3<f64>)> {
    let mut overlap = Overlap::default();
    let pair = Pair::new(a, b, memory);
    overlap.exact(&pair, memory).ok()?;
    let (depth, n) = overlap.starts[0];
    Some((depth, a.1.rotation * n))
}

/// The search finds the least depth of all directions, from nothing and from any other pose.
#[test]
fn the_depth_is_the_least_of_all_faces_and_pairs_of_edges() {
    let solids = solids();
    let (mut touched, mut count) = (0, 0);
    for (i, a) in solids.iter().enumerate() {
        for (j, b) in solids.iter().enumerate() {
            let mut last = Memory::default();
            for k in 0..16 {
                let t = f64::from(k) + 0.3 * i as f64 + 0.7 * j as f64;
                let near = if k % 2 == 0 { 0.7 } else { 0.2 };
                let pose = turned(
                    near * t.sin(),
                    near * (1.3 * t).cos(),
                    near * (1.7 * t + 1.0).sin(),
                    [t, 2.0 * t, 3.0 * t],
                );
                let fixed = turned(0.1, -0.2, 0.3, [0.3 * t, 0.1 * t, 0.2]);
                let (depth, n) = least_of_all((polytope(a), &fixed), (polytope(b), &pose));
                for memory in [&mut Memory::default(), &mut last] {
                    count += 1;
                    let found = found((a, &fixed), (b, &pose), memory);
                    assert_eq!(found.is_some(), depth > 0.0, "{i} {j} {k}: {depth}");
                    let Some((found, along)) = found else {
                        continue;
                    };
                    touched += 1;
                    assert!(
                        (found - depth).abs() < 1e-12,
                        "{i} {j} {k}: {found} {depth} {n} {along}"
                    );
                }
                let mut overlap = Overlap::default();
                overlap.find((a, &fixed), (b, &pose), &mut last, |_| ());
            }
        }
    }
    assert!(touched > count / 2, "{touched} of {count}");
}

proptest! {
    /// Seen from either solid, depth, normal and force are the same.
    #[test]
    fn either_solid_sees_the_same_contact(
        at in prop::array::uniform3(-0.8..0.8),
        angles in prop::array::uniform3(-3.0..3.0),
        i in 0usize..8,
        j in 0usize..8,
    ) {
        let mut solids = solids().to_vec();
        solids.extend([solid(Shape::Sphere), solid(Shape::Capsule)]);
        let (a, b) = (&solids[i], &solids[j]);
        let fixed = turned(0.0, 0.0, 0.0, [0.0; 3]);
        let pose = turned(at[0], at[1], at[2], angles);
        let see = |a, b| {
            let mut all = vec![];
            Overlap::default().find(a, b, &mut Memory::default(), |contact| all.push(contact));
            let force: Vector3<f64> = all.iter().map(|m: &ContactPoint| m.normal * (m.depth * m.weight)).sum();
            let place: Vector3<f64> = all.iter().map(|m| m.point * m.weight).sum();
            (all.first().map_or(0.0, |m| m.depth), force, place)
        };
        let (one, two) = (see((a, &fixed), (b, &pose)), see((b, &pose), (a, &fixed)));
        prop_assert!((one.0 - two.0).abs() < 1e-9, "{one:?} {two:?}");
        prop_assert!((one.1 + two.1).norm() < 1e-6, "{one:?} {two:?}");
        prop_assert!((one.2 - two.2).norm() < 1e-5, "{one:?} {two:?}");
    }
}

/// Solids whose faces and edges lie exactly along or on each other, or whose middles coincide.
#[test]
fn the_depth_is_exact_where_faces_and_edges_coincide() {
    let mut solids = solids().to_vec();
    // A box that is none to the search: its corners are moved by less than what counts.
    let cube = [0, 1, 2, 3, 4, 5, 6, 7].map(|k| {
        Vector3::from_fn(|i, _| f64::from(k >> i & 1) - 0.5) * (1.0 + 1e-11 * f64::from(k))
    });
    solids.push(Convex::Polytope(Box::new(Polytope::hull(&cube).unwrap())));
    let quarter = std::f64::consts::FRAC_PI_2;
    let fixed = turned(0.0, 0.0, 0.0, [0.0; 3]);
    let mut touched = 0;
    for (i, a) in solids.iter().enumerate() {
        for (j, b) in solids.iter().enumerate() {
            for k in 0..64 {
                let part = |shift: u32| [0.0, 0.25, 0.5, 0.999_999][(k >> shift & 3) as usize];
                let angle = f64::from(k % 5) * quarter / 2.0;
                let pose = turned(
                    part(0),
                    part(2),
                    part(4),
                    [0.0, angle * f64::from(k & 1), angle],
                );
                let (depth, _) = least_of_all((polytope(a), &fixed), (polytope(b), &pose));
                let found = found((a, &fixed), (b, &pose), &mut Memory::default());
                let Some((found, _)) = found else {
                    assert!(depth < 1e-9, "{i} {j} {k}: {depth}");
                    continue;
                };
                touched += 1;
                assert!((found - depth).abs() < 1e-9, "{i} {j} {k}: {found} {depth}");
            }
        }
    }
    assert!(touched > 500, "{touched}");
}
