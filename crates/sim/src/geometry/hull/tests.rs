use nalgebra::Rotation3;
use proptest::prelude::*;

use super::*;

/// Whether every point is inside every plane through three hull corners that has all corners on one side.
fn all_inside(points: &[Vector3<f64>], corners: &[usize], slack: f64) -> bool {
    let at = |i: usize| points[corners[i]];
    for i in 0..corners.len() {
        for j in i + 1..corners.len() {
            for k in j + 1..corners.len() {
                let Some(n) = (at(j) - at(i)).cross(&(at(k) - at(i))).try_normalize(1e-9) else {
                    continue;
                };
                let height = |p: &Vector3<f64>| n.dot(&(p - at(i)));
                let corner_heights = || corners.iter().map(|&c| height(&points[c]));
                let up = corner_heights().all(|h| h <= slack);
                let down = corner_heights().all(|h| h >= -slack);
                let beyond = |p: &Vector3<f64>| {
                    (up && height(p) > 10.0 * slack) || (down && height(p) < -10.0 * slack)
                };
                if points.iter().any(beyond) {
                    return false;
                }
            }
        }
    }
    true
}

/// Whether a corner is outside the hull of the others: it is strictly highest in some direction. Found by Gilbert's iteration
/// towards the nearest point of the others' hull.
fn stands_out(points: &[Vector3<f64>], corner: usize) -> bool {
    let p = points[corner];
    let others = || {
        points
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != corner)
            .map(|(_, q)| *q)
    };
    let Some(mut nearest) = others().next() else {
        return true;
    };
    for _ in 0..100_000 {
        let direction = p - nearest;
        let highest = others()
            .max_by(|a, b| a.dot(&direction).total_cmp(&b.dot(&direction)))
            .unwrap();
        if highest.dot(&direction) < p.dot(&direction) {
            return true;
        }
        let step = highest - nearest;
        let t = (direction.dot(&step) / step.norm_squared()).clamp(0.0, 1.0);
        nearest += t * step;
    }
    false
}

fn grid_cube(n: i32) -> Vec<Vector3<f64>> {
    let line = || 0..=n;
    line()
        .flat_map(|x| line().flat_map(move |y| line().map(move |z| (x, y, z))))
        .map(|(x, y, z)| Vector3::new(f64::from(x), f64::from(y), f64::from(z)))
        .collect()
}

#[test]
fn a_grid_of_points_has_the_eight_corners_of_the_cube_wherever_it_stands() {
    let points = grid_cube(6);
    let expected: Vec<usize> = (0..points.len())
        .filter(|&i| points[i].iter().all(|x| *x == 0.0 || *x == 6.0))
        .collect();
    assert_eq!(hull_vertices(&points), Some(expected.clone()));

    // Moved and stretched along the axes; also with every point twice.
    let moved: Vec<_> = points
        .iter()
        .map(|p| Vector3::new(1e3 + 0.1 * p.x, -3e-3 * p.y, 7.0 + p.z))
        .collect();
    assert_eq!(hull_vertices(&moved), Some(expected.clone()));
    let twice: Vec<_> = points.iter().chain(&points).copied().collect();
    assert_eq!(hull_vertices(&twice), Some(expected));
}

#[test]
fn a_turned_grid_keeps_its_corners() {
    // By rounding, points on the faces may protrude slightly, so there may be more; the corners must be among them.
    let turn = Rotation3::from_euler_angles(0.5, 0.3, 1.0);
    let points: Vec<_> = grid_cube(4).iter().map(|p| turn * p).collect();
    let corners = hull_vertices(&points).unwrap();
    for (i, p) in grid_cube(4).iter().enumerate() {
        if p.iter().all(|x| *x == 0.0 || *x == 4.0) {
            assert!(corners.contains(&i));
        }
        if p.iter().all(|x| *x > 0.0 && *x < 4.0) {
            assert!(!corners.contains(&i));
        }
    }
}

#[test]
fn all_points_of_a_sphere_are_corners() {
    let mesh = super::super::Shape::Sphere.mesh();
    let expected: Vec<usize> = (0..mesh.vertices.len()).collect();
    assert_eq!(hull_vertices(&mesh.vertices), Some(expected));
}

#[test]
fn flat_straight_single_and_broken_sets_have_none() {
    let plane: Vec<_> = grid_cube(3)
        .iter()
        .map(|p| Vector3::new(p.x, p.y, 2.0 * p.x - p.y))
        .collect();
    assert_eq!(hull_vertices(&plane), None);
    let turn = Rotation3::from_euler_angles(0.5, 0.3, 1.0);
    let turned: Vec<_> = plane.iter().map(|p| turn * p * 0.1).collect();
    assert_eq!(hull_vertices(&turned), None);
    let line: Vec<_> = (0..9)
        .map(|i| Vector3::new(1.0, 2.0, 3.0) * f64::from(i))
        .collect();
    assert_eq!(hull_vertices(&line), None);
    assert_eq!(hull_vertices(&[Vector3::x(); 5]), None);
    assert_eq!(hull_vertices(&[]), None);
    let mut broken = grid_cube(1);
    broken[2].x = f64::NAN;
    assert_eq!(hull_vertices(&broken), None);
    broken[2].x = f64::MAX;
    broken[3].x = -f64::MAX;
    assert_eq!(hull_vertices(&broken), None);
}

#[test]
fn a_large_cloud_is_done_in_time_and_right() {
    // Points of a ball by a low-discrepancy sequence; not all points beyond 0.999 of the radius can be inside.
    let count = 50_000;
    let golden = [
        0.819_172_513_396_164_4,
        0.671_043_606_703_789_3,
        0.549_700_477_901_970_3,
    ];
    let points: Vec<Vector3<f64>> = (0..count)
        .map(|i| Vector3::from(golden.map(|g| (g * f64::from(i)).fract() * 2.0 - 1.0)))
        .filter(|p| p.norm() <= 1.0)
        .collect();
    let corners = hull_vertices(&points).unwrap();
    assert!(
        corners.len() > 300 && corners.len() < 2000,
        "{}",
        corners.len()
    );
    // In every direction the farthest of all points is a corner.
    for direction in points.iter().step_by(7) {
        let farthest = (0..points.len())
            .max_by(|a, b| {
                points[*a]
                    .dot(direction)
                    .total_cmp(&points[*b].dot(direction))
            })
            .unwrap();
        assert!(corners.binary_search(&farthest).is_ok());
    }
}

fn coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![(-1.0..1.0), (-2i32..3).prop_map(|i| f64::from(i) / 2.0)]
}

proptest! {
    #[test]
    fn every_point_is_inside_and_every_corner_stands_out(
        raw in prop::collection::vec([coordinate(), coordinate(), coordinate()], 4..24)
    ) {
        let points: Vec<Vector3<f64>> = raw.into_iter().map(Vector3::from).collect();
        if let Some(corners) = hull_vertices(&points) {
            prop_assert!(corners.len() >= 4);
            prop_assert!(corners.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert!(all_inside(&points, &corners, 1e-8));
        }
    }

    #[test]
    fn whole_numbers_give_exactly_the_corners(
        raw in prop::collection::vec([-3i32..4, -3i32..4, -3i32..4], 4..20)
    ) {
        let mut unique = raw;
        unique.sort_unstable();
        unique.dedup();
        let points: Vec<Vector3<f64>> = unique
            .iter()
            .map(|p| Vector3::from(p.map(f64::from)))
            .collect();
        if let Some(corners) = hull_vertices(&points) {
            prop_assert!(all_inside(&points, &corners, 1e-8));
            for &corner in &corners {
                prop_assert!(stands_out(&points, corner), "{corner} of {points:?}");
            }
        }
    }
}
