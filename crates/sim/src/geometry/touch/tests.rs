use super::*;
use crate::geometry::{ContactFeature, Shape};
use nalgebra::{Matrix3, Rotation3};

pub(super) fn solid(shape: Shape) -> Convex {
    Convex::of(&shape.mesh(), &shape.contact_features()).unwrap()
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    turned(x, y, z, [0.0; 3])
}

pub(super) fn turned(x: f64, y: f64, z: f64, angles: [f64; 3]) -> Pose {
    Pose {
        rotation: *Rotation3::from_euler_angles(angles[0], angles[1], angles[2]).matrix(),
        position: Vector3::new(x, y, z),
    }
}

fn meetings(a: &Convex, at_a: &Pose, b: &Convex, at_b: &Pose) -> Vec<ContactPoint> {
    let mut all = vec![];
    Overlap::default().find((a, at_a), (b, at_b), &mut Memory::default(), |m| {
        all.push(m)
    });
    all
}

#[test]
fn boxes_on_each_other_meet_at_four_corners() {
    let cube = solid(Shape::Cube);
    for shift in [0.0, 0.2] {
        let all = meetings(&cube, &at(0.0, 0.0, 0.0), &cube, &at(shift, 0.0, 0.99));
        assert_eq!(all.len(), 4, "{all:?}");
        for m in &all {
            // Where the faces do not cover each other, the depth is rounded.
            let rounded = if shift == 0.0 { 1e-12 } else { 1e-3 };
            assert!((m.depth - 0.01).abs() < rounded && (m.weight - 1.0).abs() < 1e-7);
            assert!((m.normal + Vector3::z()).norm() < rounded, "{all:?}");
        }
    }
    // Rotated against each other: four of eight corners.
    let all = meetings(
        &cube,
        &at(0.0, 0.0, 0.0),
        &cube,
        &turned(0.0, 0.0, 0.99, [0.0, 0.0, 0.4]),
    );
    let weight: f64 = all.iter().map(|m| m.weight).sum();
    assert!(all.len() == 4 && (weight - 4.0).abs() < 1e-12, "{all:?}");
}

/// Solids separated by sampling have no contact, and overlapping ones have; the forces on both are equal and opposite, seen
/// from either.
#[test]
fn crossed_edges_meet_and_what_is_apart_does_not() {
    let cube = solid(Shape::Cube);
    let quarter = std::f64::consts::FRAC_PI_4;
    let below = turned(0.0, 0.0, 0.0, [quarter, 0.0, 0.0]);
    let height = 2.0 * 0.5f64.sqrt();
    for (gap, touches) in [(0.01, false), (-0.01, true)] {
        let above = turned(0.0, 0.0, height + gap, [0.0, quarter, 0.0]);
        let all = meetings(&cube, &below, &cube, &above);
        assert_eq!(!all.is_empty(), touches, "{all:?}");
        if touches {
            let rounding = 2.0 * 2f64.ln() * 3f64.sqrt() / 3000.0;
            assert!((all[0].depth - 0.01 + rounding).abs() < 1e-9, "{all:?}");
            assert!((all[0].normal.z + 1.0).abs() < 1e-9);
            // The force is at the crossing.
            let away: f64 = all.iter().map(|m| m.weight * m.point.xy().norm()).sum();
            assert!(away < 1e-6, "{all:?}");
        }
    }
}

/// The force along the normals, as of a linear spring, does not jump as a box slides, tilts and rotates on another.
#[test]
fn nothing_jumps_as_a_box_moves_over_another() {
    let (cube, ball) = (solid(Shape::Cube), solid(Shape::Capsule));
    for (other, height, limit) in [(&cube, 0.995, 0.002), (&ball, 1.495, 0.002)] {
        let mut last: Option<Vector3<f64>> = None;
        for i in 0..4000 {
            let t = f64::from(i) / 4000.0;
            let pose = turned(
                0.3 * t,
                0.2 * t,
                height,
                [0.004 * (5.0 * t).sin(), 0.004 * (3.0 * t).cos(), 2.0 * t],
            );
            let all = meetings(&cube, &at(0.0, 0.0, 0.0), other, &pose);
            let force: Vector3<f64> = all.iter().map(|m| m.normal * (m.depth * m.weight)).sum();
            if let Some(last) = last {
                assert!((force - last).norm() < limit, "{t} {force} {last}");
            }
            last = Some(force);
        }
    }
}

/// The forces on both bodies are the derivatives of the depth by their poses: a force that depends on the depth conserves energy.
#[test]
fn the_points_of_a_contact_carry_the_derivative_of_its_depth() {
    let mesh = |shape: Shape| Convex::of(&shape.mesh(), &[]).unwrap();
    let [cylinder, cone, others @ ..] = round_solids();
    let [ellipsoid, stretched, sheared, funnel] = others;
    let solids = [
        solid(Shape::Cube),
        cylinder,
        mesh(Shape::Cone),
        ellipsoid,
        sheared,
        solid(Shape::Capsule),
        stretched,
        mesh(Shape::Sphere),
        cone,
        funnel,
    ];
    let mut touched = 0;
    for i in 0..400 {
        let t = f64::from(i);
        let (one, two) = (&solids[i as usize % 10], &solids[i as usize / 10 % 10]);
        let pose = turned(
            0.7 * t.sin(),
            0.7 * (1.3 * t).cos(),
            0.7 * (1.7 * t + 1.0).sin(),
            [t, 2.0 * t, 3.0 * t],
        );
        let fixed = turned(0.0, 0.0, 0.0, [0.3 * t, 0.1 * t, 0.2]);
        let all = meetings(one, &fixed, two, &pose);
        let Some(depth) = all.first().map(|m| m.depth) else {
            continue;
        };
        if let (Convex::Rounded { .. }, Convex::Rounded { .. }) = (one, two) {
            continue;
        }
        touched += 1;
        let points: f64 = all.iter().map(|m| m.weight).sum();
        // Of a linear function of the depth, times the number of points.
        let force: Vector3<f64> = all.iter().map(|m| -m.normal * m.weight).sum();
        let arm = |m: &ContactPoint| (m.point - pose.position).cross(&(-m.normal * m.weight));
        let moment: Vector3<f64> = all.iter().map(arm).sum();
        let h = 1e-7;
        for k in 0..6 {
            let mut moved = pose;
            let along = Vector3::from_fn(|i, _| f64::from(u8::from(i == k % 3)));
            let expected = if k < 3 {
                moved.position += along * h;
                force[k]
            } else {
                moved.rotation = Rotation3::new(along * h).matrix() * pose.rotation;
                moment[k - 3]
            };
            let after = meetings(one, &fixed, two, &moved);
            let after = after.first().map_or(0.0, |m| m.depth);
            let found = -points * (after - depth) / h;
            assert!(
                (found - expected).abs() < 1e-3,
                "{i} {k}: {found} {expected}"
            );
        }
    }
    assert!(touched > 100, "{touched}");
}

/// Where its segment is outside the cube, the depth of a capsule is its radius less the distance of both, up to the rounding of corners.
#[test]
fn long_capsules_meet_edges_at_their_distance() {
    let cube = solid(Shape::Cube);
    let mut touched = 0;
    for i in 0..3000 {
        let t = f64::from(i);
        let radius = 0.01 + 0.05 * (0.37 * t).sin().abs();
        let ends = [Vector3::new(0.0, 0.0, -1.5), Vector3::new(0.0, 0.0, 1.5)];
        let capsule = Convex::Rounded { ends, radius };
        let pose = turned(
            0.75 * t.sin(),
            0.75 * (1.3 * t).cos(),
            0.75 * (1.7 * t + 1.0).sin(),
            [t, 2.0 * t, 3.0 * t],
        );
        let distance = |part: f64| {
            let p = pose.of(&(ends[0] + (ends[1] - ends[0]) * part));
            p.map(|x| (x.abs() - 0.5).max(0.0)).norm()
        };
        let nearest = (0..=6000).map(|k| distance(f64::from(k) / 6000.0));
        let nearest = nearest.fold(f64::INFINITY, f64::min);
        if nearest < 1e-3 {
            continue;
        }
        let all = meetings(&cube, &at(0.0, 0.0, 0.0), &capsule, &pose);
        let depth = all.first().map_or(0.0, |m| m.depth);
        touched += usize::from(depth > 0.0);
        let exact = (radius - nearest).max(0.0);
        assert!((depth - exact).abs() < 2e-3, "{i}: {depth} {exact}");
        let force: f64 = all.iter().map(|m| m.weight).sum();
        assert!(all.is_empty() || (force - 2.0).abs() < 1e-6, "{i}: {force}");
    }
    assert!(touched > 30, "{touched}");
}

/// A shape whose faces are nearly in one plane is rounded, but never larger than it is.
#[test]
fn the_smoothed_depth_is_never_too_large() {
    let ring = |r: f64, z: f64| {
        (0..24).map(move |i| {
            let angle = f64::from(i) * std::f64::consts::TAU / 24.0;
            Vector3::new(r * angle.cos(), r * angle.sin(), z)
        })
    };
    let rings = (1..=8).map(|i| 0.125 * f64::from(i));
    let points: Vec<_> = rings
        .flat_map(|r| ring(r, -1e-3 * (1.0 - r * r)).chain(ring(r, 0.5 + 1e-3 * (1.0 - r * r))))
        .collect();
    let hull = Polytope::hull(&points).unwrap();
    // Its top is a face of 24 corners, but many others are nearly as high.
    assert!(hull.rounding > 40f64.ln(), "{}", hull.rounding);
    let lens = Convex::Polytope(Box::new(hull));
    let cube = solid(Shape::Cube);
    let highest = points.iter().map(|p| p.z).fold(f64::NEG_INFINITY, f64::max);
    let mut touched = 0;
    for i in 0..200 {
        let tilt = 1e-4 * f64::from(i % 20 - 10);
        let height = 1.0 + 1e-4 * f64::from(i / 20);
        let pose = turned(0.1, 0.05, height, [tilt, 0.5 * tilt, 0.3]);
        let corners = (0..8).map(|k| {
            let side = |bit: i32| f64::from(k >> bit & 1) - 0.5;
            pose.of(&Vector3::new(side(0), side(1), side(2))).z
        });
        // The exact depth is at most that along z.
        let exact = highest - corners.fold(f64::INFINITY, f64::min);
        let all = meetings(&lens, &at(0.0, 0.0, 0.0), &cube, &pose);
        let depth = all.first().map_or(0.0, |m| m.depth);
        touched += usize::from(depth > 0.0);
        assert!(depth <= exact.max(0.0) + 1e-12, "{i}: {depth} {exact}");
    }
    assert!(touched > 50, "{touched}");
}

#[test]
fn balls_meet_as_balls() {
    let ball = solid(Shape::Sphere);
    let all = meetings(&ball, &at(0.0, 0.0, 0.0), &ball, &at(0.0, 0.6, 0.78));
    let distance = 0.6f64.hypot(0.78);
    assert_eq!(all.len(), 1);
    assert!((all[0].depth - (1.0 - distance)).abs() < 1e-12);
    assert!((all[0].normal + Vector3::new(0.0, 0.6, 0.78) / distance).norm() < 1e-12);
    assert!(meetings(&ball, &at(0.0, 0.0, 0.0), &ball, &at(0.0, 0.7, 0.78)).is_empty());
    // On the face, over the edge and at the corner of a box.
    let cube = solid(Shape::Cube);
    for (x, y, z, depth) in [
        (0.1, 0.2, 0.9, 0.1),
        (0.0, 0.8, 0.8, 0.5 - 0.3 * 2f64.sqrt()),
        (0.7, 0.7, 0.7, 0.5 - 0.2 * 3f64.sqrt()),
    ] {
        let all = meetings(&ball, &at(x, y, z), &cube, &at(0.0, 0.0, 0.0));
        assert!((all[0].depth - depth).abs() < 1e-12, "{all:?}");
    }
}

/// A cylinder, a cone, an ellipsoid, a capsule that is wider than thick, a sheared cylinder, and a cone without its tip.
pub(super) fn round_solids() -> [Convex; 6] {
    let image = |shape: Shape, matrix: Matrix3<f64>| {
        let features = shape.contact_features();
        let features: Vec<_> = features
            .iter()
            .map(|of| of.transform(&matrix, &Vector3::new(0.1, 0.0, -0.1)))
            .collect();
        Convex::of(&shape.mesh(), &features).unwrap()
    };
    let rim = |z: f64, radius: f64| ContactFeature::Rim {
        centre: Vector3::new(0.0, 0.0, z),
        u: Vector3::x() * radius,
        v: Vector3::y() * radius,
    };
    [
        solid(Shape::Cylinder),
        solid(Shape::Cone),
        image(
            Shape::Sphere,
            Matrix3::new(1.0, 0.2, 0.0, 0.0, 0.7, 0.1, 0.0, 0.0, 0.4),
        ),
        image(
            Shape::Capsule,
            Matrix3::from_diagonal(&Vector3::new(1.0, 0.5, 0.7)),
        ),
        image(
            Shape::Cylinder,
            Matrix3::new(1.0, 0.2, 0.3, 0.0, 0.7, 0.0, 0.1, 0.0, 0.6),
        ),
        Convex::of(&Shape::Cone.mesh(), &[rim(-0.3, 0.5), rim(0.3, 0.2)]).unwrap(),
    ]
}

/// A ball that came first onto the side of a cylinder met it at a point that was no number: solids of every kind meet in both orders,
/// with the same force on the same line.
#[test]
fn solids_of_every_kind_meet_in_both_orders() {
    let mut solids = round_solids().to_vec();
    solids.extend([Shape::Cube, Shape::Capsule, Shape::Sphere].map(solid));
    solids.push(super::timings::ball_of(20));
    let mut touched = 0;
    for (i, a) in solids.iter().enumerate() {
        for (j, b) in solids.iter().enumerate() {
            for k in 0..30 {
                let t = f64::from(k) + 0.3 * i as f64 + 0.7 * j as f64;
                // Also square to each other, and along an axis.
                let turn = if k < 6 { 0.0 } else { t };
                let way = if k < 6 {
                    0.15 * f64::from(k)
                } else {
                    0.6 * t.sin()
                };
                let pose = turned(
                    0.3 * (1.3 * turn).sin(),
                    way,
                    0.3 * (1.7 * turn).sin(),
                    [turn, 2.0 * turn, 3.0 * turn],
                );
                let fixed = at(0.0, 0.0, 0.0);
                let sum = |all: &[ContactPoint]| {
                    let weight: f64 = all.iter().map(|m| m.weight).sum();
                    let centre = all.iter().map(|m| m.point * m.weight).sum::<Vector3<f64>>();
                    let first = all.first()?;
                    Some((first.depth, first.normal, centre / weight))
                };
                let (one, two) = (meetings(a, &fixed, b, &pose), meetings(b, &pose, a, &fixed));
                for point in one.iter().chain(&two) {
                    let numbers = [point.depth, point.weight, point.point.norm()];
                    assert!(
                        numbers.iter().all(|x| x.is_finite()),
                        "{i} {j} {k}: {point:?}"
                    );
                    assert!((point.normal.norm() - 1.0).abs() < 1e-12, "{i} {j} {k}");
                }
                let (Some(one), Some(two)) = (sum(&one), sum(&two)) else {
                    assert_eq!(one.len(), two.len(), "{i} {j} {k}");
                    continue;
                };
                touched += 1;
                assert!((one.0 - two.0).abs() < 1e-9, "{i} {j} {k}: {one:?} {two:?}");
                // Of two directions with the same depth, either may be found.
                if (one.1 + two.1).norm() < 1e-5 {
                    assert!(
                        (one.2 - two.2).norm() < 1e-4,
                        "{i} {j} {k}: {one:?} {two:?}"
                    );
                }
            }
        }
    }
    assert!(touched > 1500, "{touched}");
}

/// The depth of round solids is the least over all directions, and never more.
#[test]
fn the_depth_of_round_solids_is_the_least_of_all_directions() {
    let mut solids = round_solids().to_vec();
    solids.extend([
        solid(Shape::Cube),
        solid(Shape::Capsule),
        solid(Shape::Sphere),
    ]);
    let directions: Vec<Vector3<f64>> = (0..4000)
        .map(|i| {
            let z = 1.0 - 2.0 * (f64::from(i) + 0.5) / 4000.0;
            let (r, angle) = ((1.0 - z * z).sqrt(), 2.399_963_229_728_653 * f64::from(i));
            Vector3::new(r * angle.cos(), r * angle.sin(), z)
        })
        .collect();
    let mut touched = 0;
    for (i, a) in solids.iter().enumerate().take(6) {
        for (j, b) in solids.iter().enumerate() {
            for k in 0..12 {
                let t = f64::from(k) + 0.3 * i as f64 + 0.7 * j as f64;
                let near = if k % 2 == 0 { 0.6 } else { 0.25 };
                let pose = turned(
                    near * t.sin(),
                    near * (1.3 * t).cos(),
                    near * (1.7 * t + 1.0).sin(),
                    [t, 2.0 * t, 3.0 * t],
                );
                let fixed = turned(0.0, 0.0, 0.0, [0.3 * t, 0.1 * t, 0.2]);
                let pair = Pair::new((a, &fixed), (b, &pose), &Memory::default());
                let height = |n: &Vector3<f64>| pair.height(n) + pair.margin;
                let sampled = directions.iter().map(height).fold(f64::INFINITY, f64::min);
                let all = meetings(a, &fixed, b, &pose);
                let depth = all.first().map_or(0.0, |m| m.depth);
                let rounding = pair.rounding();
                assert!(
                    depth <= sampled.max(0.0) + ROUGH * pair.size,
                    "{i} {j} {k}: {depth} {sampled}"
                );
                assert!(
                    depth >= sampled - 0.03 - rounding,
                    "{i} {j} {k}: {depth} {sampled}"
                );
                touched += usize::from(depth > 0.0);
                // Never more than along its own direction.
                if let Some(contact) = all.first() {
                    let n = fixed.rotation.tr_mul(&-contact.normal);
                    let exact = height(&n);
                    assert!(depth <= exact + 1e-9, "{i} {j} {k}: {depth} {exact}");
                    assert!(
                        depth >= exact - rounding - 1e-12,
                        "{i} {j} {k}: {depth} {exact}"
                    );
                }
            }
        }
    }
    assert!(touched > 200, "{touched}");
}

/// A coin rests on its face at four points, exactly; on its side it touches a box along a line, and another one at a point.
#[test]
fn a_coin_touches_as_what_it_is() {
    let features: Vec<_> = Shape::Cylinder
        .contact_features()
        .iter()
        .map(|of| {
            of.transform(
                &Matrix3::from_diagonal(&Vector3::new(2.0, 2.0, 0.2)),
                &Vector3::zeros(),
            )
        })
        .collect();
    let coin = Convex::of(&Shape::Cylinder.mesh(), &features).unwrap();
    let table = solid(Shape::Cube);
    let fixed = at(0.0, 0.0, -0.5);
    let flat = meetings(&coin, &at(0.0, 0.0, 0.099), &coin, &at(0.0, 0.0, -0.1));
    assert_eq!(flat.len(), 4);
    for contact in &flat {
        assert!((contact.depth - 1e-3).abs() < 1e-12, "{flat:?}");
        assert!((contact.normal - Vector3::z()).norm() < 1e-12);
        assert!((contact.weight - 1.0).abs() < 1e-9);
        assert!((contact.point.xy().norm() - 1.0).abs() < 1e-9);
    }
    let quarter = std::f64::consts::FRAC_PI_2;
    for angle in [0.0, 0.1, 1.0, 2.0] {
        // It has rolled by an angle.
        let side = turned(0.0, 0.0, 0.999, [quarter, 0.0, 0.0]);
        let spin = *Rotation3::from_euler_angles(0.0, 0.0, angle).matrix();
        let side = Pose {
            rotation: side.rotation * spin,
            ..side
        };
        let all = meetings(&coin, &side, &table, &fixed);
        assert_eq!(all.len(), 2, "{all:?}");
        for contact in &all {
            assert!((contact.depth - 1e-3).abs() < 1e-9, "{all:?}");
            assert!(contact.point.x.abs() < 1e-9 && (contact.weight - 2.0).abs() < 1e-6);
        }
        // Crossed on another one.
        let other = turned(0.0, 0.0, -1.0, [quarter, 0.0, quarter]);
        let all = meetings(&coin, &side, &coin, &other);
        assert_eq!(all.len(), 1, "{all:?}");
        assert!((all[0].depth - 1e-3).abs() < 1e-9, "{all:?}");
    }
}

/// No other start of the search leads to a smaller smoothed depth: where the least passes from one direction to another, as solids
/// move, the depth does not jump.
#[test]
fn the_smoothed_depth_is_the_least_from_anywhere() {
    let mut solids = round_solids().to_vec();
    let flat = Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, 0.1));
    let features = Shape::Cylinder.contact_features();
    let features: Vec<_> = features
        .iter()
        .map(|of| of.transform(&flat, &Vector3::zeros()))
        .collect();
    solids.push(Convex::of(&Shape::Cylinder.mesh(), &features).unwrap());
    solids.extend([solid(Shape::Cube), solid(Shape::Capsule)]);
    solids.extend([
        super::timings::ball_of(20),
        Convex::of(&Shape::Cone.mesh(), &[]).unwrap(),
    ]);
    let directions: Vec<Vector3<f64>> = (0..150)
        .map(|i| {
            let z = 1.0 - 2.0 * (f64::from(i) + 0.5) / 150.0;
            let (r, angle) = ((1.0 - z * z).sqrt(), 2.399_963_229_728_653 * f64::from(i));
            Vector3::new(r * angle.cos(), r * angle.sin(), z)
        })
        .collect();
    let (mut touched, mut missed) = (0, 0);
    for (i, a) in solids.iter().enumerate() {
        for (j, b) in solids.iter().enumerate() {
            for k in 0..4 {
                let t = f64::from(k) + 0.3 * i as f64 + 0.7 * j as f64;
                let near = [0.15, 0.35, 0.5, 0.6][k as usize % 4];
                let pose = turned(
                    near * t.sin(),
                    near * (1.3 * t).cos(),
                    near * (1.7 * t + 1.0).sin(),
                    [t, 2.0 * t, 3.0 * t],
                );
                let fixed = turned(0.0, 0.0, 0.0, [0.3 * t, 0.1 * t, 0.2]);
                let mut memory = Memory::default();
                let pair = Pair::new((a, &fixed), (b, &pose), &memory);
                if let (Convex::Rounded { .. }, Convex::Rounded { .. }) = (a, b) {
                    continue;
                }
                let Some(found) = Overlap::default().least(&pair, &mut memory) else {
                    continue;
                };
                touched += 1;
                let others = directions.iter().map(|n| pair.least(n, None).depth);
                let least = others.fold(f64::INFINITY, f64::min);
                if found.depth > least + 1e-9 {
                    missed += 1;
                    println!(
                        "{i} {j} {k}: {} {least} {:e}",
                        found.depth,
                        found.depth - least
                    );
                }
            }
        }
    }
    println!("{missed} of {touched}");
    assert!(missed == 0);
}

/// A direction that separated two solids before leaves no trace in their contact: it is not stored with the state of a world.
#[test]
fn what_was_apart_meets_as_if_it_had_not_been() {
    let mut solids = round_solids().to_vec();
    solids.extend([Shape::Cube, Shape::Capsule, Shape::Sphere].map(solid));
    solids.push(super::timings::ball_of(40));
    let (fixed, mut touched) = (at(0.0, 0.0, 0.0), 0);
    for (i, a) in solids.iter().enumerate() {
        for (j, b) in solids.iter().enumerate() {
            let t = 0.3 * i as f64 + 0.7 * j as f64;
            let far = turned(2.0 * t.sin(), 2.0 * t.cos(), 1.5, [t, 0.0, 0.0]);
            let near = turned(0.3 * t.sin(), 0.2, 0.3 * t.cos(), [t, 2.0 * t, 3.0 * t]);
            let mut overlap = Overlap::default();
            let mut memory = Memory::default();
            overlap.find((a, &fixed), (b, &far), &mut memory, |_| ());
            let mut again = vec![];
            overlap.find((a, &fixed), (b, &near), &mut memory, |m| again.push(m));
            touched += usize::from(!again.is_empty());
            assert_eq!(again, meetings(a, &fixed, b, &near), "{i} {j}");
        }
    }
    assert!(touched > 60, "{touched}");
}
