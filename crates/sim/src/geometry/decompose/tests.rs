use super::*;
use crate::geometry::Shape;
use crate::stop::StopSignal;
use nalgebra::{IsometryMatrix3, Point3};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the surface of unit cubes at some places.
fn cubes(places: &[[i32; 3]]) -> Mesh {
    let all: BTreeSet<[i32; 3]> = places.iter().copied().collect();
    let mut numbers = BTreeMap::new();
    let mut mesh = Mesh::default();
    for at in &all {
        for axis in 0..3 {
            for side in [0, 1] {
                let mut beyond = *at;
                beyond[axis] += 2 * side - 1;
                if all.contains(&beyond) {
                    continue;
                }
                let ring = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[u, v]| {
                    let mut corner = *at;
                    corner[axis] += side;
                    corner[(axis + 1) % 3] += u;
                    corner[(axis + 2) % 3] += v;
                    *numbers.entry(corner).or_insert_with(|| {
                        mesh.vertices.push(Vector3::from(corner.map(f64::from)));
                        mesh.vertices.len() as u32 - 1
                    })
                });
                let [a, b, c, d] = ring;
                let sides = match side {
                    1 => [[a, b, c], [a, c, d]],
                    _ => [[c, b, a], [d, c, a]],
                };
                mesh.triangles.extend(sides);
            }
        }
    }
    mesh
}

fn volume(corners: &[Vector3<f64>]) -> f64 {
    hull_mesh(corners).unwrap().signed_volume()
}

/// Whether a point is in the hull of corners.
fn holds(corners: &[Vector3<f64>], p: &Vector3<f64>) -> bool {
    let hull = hull_mesh(corners).unwrap();
    hull.faces()
        .all(|[a, b, c]| (b - a).cross(&(c - a)).dot(&(p - a)) <= 1e-9)
}

/// A table, an arch, a ring, a box without a lid, and a hollow cube: the parts fill them exactly.
#[test]
fn solids_of_cubes_become_boxes() {
    let grid = |nx: i32, ny: i32, nz: i32| {
        let xy = move |x| (0..ny).flat_map(move |y| (0..nz).map(move |z| [x, y, z]));
        (0..nx).flat_map(xy)
    };
    let solids: [(&str, Vec<[i32; 3]>, usize); 6] = [
        ("box", grid(2, 3, 1).collect(), 1),
        ("corner", vec![[0, 0, 0], [1, 0, 0], [0, 1, 0]], 2),
        (
            "table",
            grid(3, 3, 3)
                .filter(|[x, y, z]| *z == 2 || (x % 2 == 0 && y % 2 == 0))
                .collect(),
            5,
        ),
        (
            "ring",
            grid(3, 3, 1).filter(|p| *p != [1, 1, 0]).collect(),
            4,
        ),
        (
            "open box",
            grid(3, 3, 2).filter(|p| *p != [1, 1, 1]).collect(),
            5,
        ),
        (
            "hollow",
            grid(3, 3, 3).filter(|p| *p != [1, 1, 1]).collect(),
            10,
        ),
    ];
    for (name, places, count) in solids {
        let mesh = cubes(&places);
        mesh.check().unwrap();
        let found = decompose(&mesh, 1.0 - 1e-9, 64, &StopSignal::NEVER).unwrap();
        let total: f64 = found.parts.iter().map(|part| volume(part)).sum();
        assert!((total - places.len() as f64).abs() < 1e-9, "{name} {total}");
        assert!((found.filled - 1.0).abs() < 1e-9, "{name}");
        assert!(found.parts.len() <= count, "{name} {}", found.parts.len());
    }
}

#[test]
fn a_cup_stays_hollow() {
    let profile = [[0.05, 0.0], [0.05, 0.1], [0.045, 0.1], [0.045, 0.005]];
    let mesh = revolved(&profile, 32);
    mesh.check().unwrap();
    let found = decompose(&mesh, 0.95, 64, &StopSignal::NEVER).unwrap();
    assert!(found.filled > 0.9, "{}", found.filled);
    assert!(found.parts.len() < 40, "{}", found.parts.len());
    for z in 2..10 {
        for k in 0..20 {
            let angle = 0.3 * f64::from(k);
            let p = Vector3::new(
                angle.cos() * 0.042,
                angle.sin() * 0.042,
                0.01 * f64::from(z),
            );
            assert!(!found.parts.iter().any(|part| holds(part, &p)), "{p}");
        }
    }
}

/// Turns an outline (radius, height) about z, and closes its ends on the axis.
fn revolved(outline: &[[f64; 2]], sides: u32) -> Mesh {
    let mut mesh = Mesh::default();
    for [radius, z] in outline {
        for k in 0..sides {
            let angle = std::f64::consts::TAU * f64::from(k) / f64::from(sides);
            mesh.vertices
                .push(Vector3::new(radius * angle.cos(), radius * angle.sin(), *z));
        }
    }
    let last = outline.len() as u32 - 1;
    let (bottom, top) = ((last + 1) * sides, (last + 1) * sides + 1);
    mesh.vertices.push(Vector3::z() * outline[0][1]);
    mesh.vertices
        .push(Vector3::z() * outline[outline.len() - 1][1]);
    for k in 0..sides {
        let after = (k + 1) % sides;
        for row in 0..last {
            let (low, high) = (row * sides, (row + 1) * sides);
            mesh.triangles.push([low + k, low + after, high + after]);
            mesh.triangles.push([low + k, high + after, high + k]);
        }
        mesh.triangles.push([bottom, after, k]);
        mesh.triangles
            .push([top, last * sides + k, last * sides + after]);
    }
    mesh
}

#[test]
fn a_convex_solid_stays_whole() {
    for shape in [Shape::Cube, Shape::Sphere, Shape::Cone] {
        let mesh = shape.mesh();
        let found = decompose(&mesh, 0.95, 64, &StopSignal::NEVER).unwrap();
        assert_eq!(found.parts.len(), 1);
        assert!((found.filled - 1.0).abs() < 1e-9);
    }
}

#[test]
fn a_thing_that_needs_more_parts_gets_the_most() {
    let places: Vec<[i32; 3]> = (0..20).flat_map(|k| [[k, 0, 0], [k, k % 2, 0]]).collect();
    let mesh = cubes(&places);
    let found = decompose(&mesh, 0.999, 6, &StopSignal::NEVER).unwrap();
    assert_eq!(found.parts.len(), 6);
    assert!(
        found.filled < 0.99 && found.filled > 0.6,
        "{}",
        found.filled
    );
}

/// Returns the cubes of nine columns, turned and moved, with how their corners are moved.
fn columns(heights: &[i32], turn: [f64; 3]) -> (Mesh, Vec<[i32; 3]>, IsometryMatrix3<f64>) {
    let columns = heights.iter().enumerate().flat_map(|(k, &high)| {
        let (x, y) = ((k % 3) as i32, (k / 3) as i32);
        (0..high).map(move |z| [x, y, z])
    });
    let places: Vec<[i32; 3]> = columns.collect();
    let motion = IsometryMatrix3::new(Vector3::new(0.3, -2.0, 1.0), turn.into());
    let mesh = cubes(&places).transform(motion.rotation.matrix(), &motion.translation.vector);
    (mesh, places, motion)
}

/// Two cubes that touch in an edge through which a cut has run are two parts, and a piece between the corners of caps stays in its part.
#[test]
fn parts_of_cut_edges_and_caps_fill_the_solid() {
    let turns = [
        (
            [2, 3, 3, 1, 3, 1, 2, 3, 3],
            [-1.8273026840139226, 2.5680839463910665, -1.4182261786442536],
        ),
        (
            [2, 1, 3, 1, 2, 2, 2, 1, 3],
            [-2.1191184948935886, -2.875901553179471, 2.0100597782190115],
        ),
    ];
    for (heights, turn) in turns {
        let (mesh, ..) = columns(&heights, turn);
        let found = decompose(&mesh, 1.0 - 1e-6, 64, &StopSignal::NEVER).unwrap();
        assert!(found.filled > 1.0 - 1e-6, "{}", found.filled);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    /// Whatever the solid, its parts fill it, and a point in it is in one of them.
    #[test]
    fn parts_fill_any_solid(heights in prop::collection::vec(1..4_i32, 9), turn in prop::array::uniform3(-3.0..3.0_f64)) {
        let (mesh, places, motion) = columns(&heights, turn);
        let found = decompose(&mesh, 1.0 - 1e-6, 64, &StopSignal::NEVER).unwrap();
        let total: f64 = found.parts.iter().map(|part| volume(part)).sum();
        prop_assert!((total - places.len() as f64).abs() < 1e-4, "{total} {}", places.len());
        for at in places {
            let p = motion * Point3::from(at.map(|k| f64::from(k) + 0.5));
            prop_assert!(found.parts.iter().any(|part| holds(part, &p.coords)));
        }
    }
}

#[test]
fn a_division_is_given_up_at_the_signal() {
    let mesh = cubes(&[[0, 0, 0], [1, 0, 0], [0, 1, 0]]);
    assert!(decompose(&mesh, 0.95, 64, &StopSignal::NEVER).is_some());
    assert!(decompose(&mesh, 0.95, 64, &StopSignal::new(|| true)).is_none());
}
