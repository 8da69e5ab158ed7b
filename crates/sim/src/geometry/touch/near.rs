//! The points at which two solids touch or nearly touch, each with its own depth: for contacts without springs.
//!
//! The direction is that of the exact depth or distance. Of what faces along it on either side, the common part is taken; at its corners
//! the distance of both faces is measured. So a box on its edge has two points in the ground plane and two above it.

use super::clip::{Place, area, minus};
use super::convex::Convex;
use super::memory::{Memory, MemoryKind};
use super::pose::{ContactPoint, Pose};
use super::smooth::Axes;
use super::support::{Pair, Side};
use super::{Overlap, rounded};
use nalgebra::Vector3;

/// Smallest cosine of the angle between the direction and the normal of a face that is seen from it.
const SEEN: f64 = 1e-3;

/// What the points of a contact are less deep than the solids, as a part of the size, that is rounding.
const SHALLOW: f64 = 1e-12;

/// Height of a face above a plane across the direction, as a function of the place in that plane.
#[derive(Clone, Copy, Debug)]
struct Height {
    from: Place,
    value: f64,
    slope: Place,
}

impl Height {
    fn at(&self, place: Place) -> f64 {
        let [x, y] = minus(place, self.from);
        self.value + self.slope[0] * x + self.slope[1] * y
    }
}

impl Overlap {
    /// Finds the points at which two solids are nearer to each other than `reach`: at most four. The depth of a point that is apart is
    /// below zero. With the same memory it shows the same bits; with another one, the same up to rounding.
    pub fn find_near(
        &mut self,
        (a, at_a): (&Convex, &Pose),
        (b, at_b): (&Convex, &Pose),
        reach: f64,
        memory: &mut Memory,
        mut show: impl FnMut(ContactPoint),
    ) {
        if let (
            Convex::Rounded { ends, radius },
            Convex::Rounded {
                ends: others,
                radius: other,
            },
        ) = (a, b)
        {
            let sides = ((ends, *radius, at_a), (others, *other, at_b));
            rounded::on_rounded(sides.0, sides.1, reach, &mut show);
            return;
        }
        let Some(mut pair) = Self::pair((a, at_a), (b, at_b), reach, memory) else {
            return;
        };
        if !self.overlaps(&pair, memory) {
            return;
        }
        let Some((_, first)) = self.starts.first().copied() else {
            return;
        };
        let mut n = first;
        if pair.sides.iter().any(is_round) {
            n = self.exact_of_round(&mut pair);
        }
        memory.kind = MemoryKind::Overlapping;
        memory.direction = n.into();
        pair.margin -= reach;
        self.show_near(&pair, &n, reach, at_a, &mut show);
    }

    /// Returns the direction of least exact depth of two solids of which one is round: among those to which the directions lead where the search
    /// began, and the normals of the faces there.
    fn exact_of_round(&self, pair: &mut Pair) -> Vector3<f64> {
        let mut best = (f64::INFINITY, Vector3::z());
        for (least, start) in &self.starts {
            // Near it the depth is no less.
            if *least >= best.0 {
                continue;
            }
            let n = pair.nearest_from(start, self.features);
            let faces = pair.sides.iter().zip([1.0, -1.0]);
            let faces = faces.map(|(side, sign)| side.facing(&(n * sign)).map(|face| face * sign));
            for n in faces.flatten().chain([n, *start]) {
                let depth = pair.height(&n);
                if depth < best.0 {
                    best = (depth, n);
                }
            }
        }
        best.1
    }

    /// Shows the points of the common part of what faces along a direction.
    fn show_near(
        &mut self,
        pair: &Pair,
        n: &Vector3<f64>,
        reach: f64,
        at: &Pose,
        show: &mut dyn FnMut(ContactPoint),
    ) {
        let [a, b] = &pair.sides;
        let radii = [a, b].map(|side| side.solid.margin());
        let axes = Axes::along(n);
        let tops = [a.support(n).0, b.support(&-n).0];
        let centre = (tops[0] + tops[1]) / 2.0;
        let [one, two] = &mut self.outlines;
        a.face(n, (&axes, &centre), one);
        b.face(&-n, (&axes, &centre), two);
        let place = |point: &Vector3<f64>| {
            let from = point - centre;
            [axes.u.dot(&from), axes.v.dot(&from)]
        };
        let [top, bottom] = tops.map(|top| (place(&top), n.dot(&(top - centre))));
        let above = height(a, n, (&axes, &centre), top);
        let below = height(b, &-n, (&axes, &centre), bottom);
        let depth = |place: Place| above.at(place) - below.at(place) + pair.margin;
        self.clip.common(one, two, pair.size);
        let point = |place: Place| {
            let middle = (above.at(place) + radii[0] + below.at(place) - radii[1]) / 2.0;
            at.of(&(centre + axes.u * place[0] + axes.v * place[1] + n * middle))
        };
        let normal = at.rotation * -n;
        let mut tell = |place: Place, depth: f64| {
            show(ContactPoint {
                point: point(place),
                normal,
                depth,
                weight: 1.0,
                round: [0.0; 2],
            });
        };
        self.clip.keep(|place| depth(place) > -reach);
        let (points, count) = self.clip.four(pair.size);
        let whole = above.value - below.value + pair.margin;
        let deepest = points[..count].iter().map(|place| depth(*place));
        let deepest = deepest.fold(f64::NEG_INFINITY, f64::max);
        // Two edges across each other have nothing in common, and the outlines of round faces are cut a little short. Flat faces that
        // have nothing in common are beside each other.
        let meet = one.len().min(two.len()) < 3 || pair.sides.iter().any(is_round);
        let mut first = None;
        if meet && whole > deepest + SHALLOW * pair.size && whole > -reach {
            let own = if one.len() <= two.len() {
                top.0
            } else {
                bottom.0
            };
            let at = crossing(one, two).unwrap_or(own);
            tell(at, whole);
            let far = |place: &Place| minus(*place, at).iter().map(|x| x * x).sum::<f64>();
            first = (0..count).min_by(|i, j| far(&points[*i]).total_cmp(&far(&points[*j])));
        }
        for (i, &place) in points[..count].iter().enumerate() {
            if first != Some(i) {
                tell(place, depth(place));
            }
        }
    }
}

fn is_round(side: &Side) -> bool {
    matches!(side.solid, Convex::Round(_))
}

/// Returns the height of what faces along a direction, above the plane across it through a point.
fn height(
    side: &Side,
    n: &Vector3<f64>,
    (axes, centre): (&Axes, &Vector3<f64>),
    (from, value): (Place, f64),
) -> Height {
    let level = Height {
        from,
        value,
        slope: [0.0; 2],
    };
    if let Some(normal) = side.facing(n) {
        // n p is constant on a face: its height changes by -(n_u x + n_v y) / n_n.
        let slope = [axes.u, axes.v].map(|axis| -normal.dot(&axis) / normal.dot(&axes.n));
        return match normal.dot(n) > SEEN {
            true => Height { slope, ..level },
            false => level,
        };
    }
    let mut ends = [Vector3::zeros(); 2];
    let mut count = 0;
    side.each_of_face(n, |point| {
        if let Some(end) = ends.get_mut(count) {
            *end = point - centre;
        }
        count += 1;
    });
    let along = ends[1] - ends[0];
    let way = [axes.u, axes.v].map(|axis| axis.dot(&along));
    let squared = way[0] * way[0] + way[1] * way[1];
    match count == 2 && squared > 0.0 {
        true => Height {
            slope: way.map(|of| of * axes.n.dot(&along) / squared),
            ..level
        },
        false => level,
    }
}

/// Returns the place where two segments cross, if they do.
fn crossing(one: &[Place], two: &[Place]) -> Option<Place> {
    let (&[p, q], &[from, to]) = (one, two) else {
        return None;
    };
    let (own, other, between) = (minus(q, p), minus(to, from), minus(from, p));
    let across = area(own, other);
    let (s, t) = (area(between, other) / across, area(between, own) / across);
    let within = (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t);
    within.then(|| [p[0] + s * own[0], p[1] + s * own[1]])
}

#[cfg(test)]
mod tests {
    use super::super::tests::{round_solids, solid, turned};
    use super::super::timings::ball_of;
    use super::*;
    use crate::geometry::Shape;

    /// Returns the points of a solid at a place and turned, above a cube about the origin.
    fn above_cube(shape: Shape, place: [f64; 3], angles: [f64; 3]) -> Vec<ContactPoint> {
        let (cube, other) = (solid(Shape::Cube), solid(shape));
        let [x, y, z] = place;
        let poses = [turned(0.0, 0.0, 0.0, [0.0; 3]), turned(x, y, z, angles)];
        let mut all = vec![];
        let sides = ((&cube, &poses[0]), (&other, &poses[1]));
        let mut memory = Memory::default();
        Overlap::default().find_near(sides.0, sides.1, 0.05, &mut memory, |point| all.push(point));
        all
    }

    /// Faces have their exact distance at four corners, also where they do not cover each other, whether they overlap or not.
    #[test]
    fn faces_have_their_distance_at_four_corners() {
        for gap in [0.01, 0.0, -0.01] {
            for shift in [0.0, 0.2] {
                let all = above_cube(Shape::Cube, [shift, 0.1, 1.0 + gap], [0.0; 3]);
                assert_eq!(all.len(), 4);
                for of in all {
                    assert!(
                        (of.depth + gap).abs() < 1e-14 && (of.normal + Vector3::z()).norm() < 1e-14
                    );
                    assert!((of.point.z - (0.5 + gap / 2.0)).abs() < 1e-14);
                }
            }
        }
        assert!(above_cube(Shape::Cube, [0.0, 0.0, 1.06], [0.0; 3]).is_empty());
        // Beside each other: nothing is between their faces.
        assert!(above_cube(Shape::Cube, [1.02, 1.02, 1.02], [0.0; 3]).is_empty());
    }

    /// A tilted box has each corner at its own height.
    #[test]
    fn a_tilted_box_is_nearest_along_its_edge() {
        let tilt: f64 = 0.02;
        let low = 0.5 * (tilt.sin() + tilt.cos());
        let all = above_cube(Shape::Cube, [0.0, 0.0, 0.5 + low + 0.003], [0.0, tilt, 0.0]);
        let mut depths: Vec<f64> = all.iter().map(|of| of.depth).collect();
        depths.sort_by(f64::total_cmp);
        assert_eq!(depths.len(), 4);
        assert!((depths[3] + 0.003).abs() < 1e-12 && (depths[2] + 0.003).abs() < 1e-12);
        // The other edge is a box's width farther along the slope, cut at the cube.
        assert!(depths[0] < -0.02 && (depths[0] - depths[1]).abs() < 1e-12);
    }

    /// Round solids: a ball at one point, a cylinder on its side along a line, and on its end at four points.
    #[test]
    fn round_solids_have_the_points_of_their_kind() {
        let half = std::f64::consts::FRAC_PI_2;
        for (shape, angles, count) in [
            (Shape::Sphere, [0.0; 3], 1),
            (Shape::Cylinder, [half, 0.0, 0.0], 2),
            (Shape::Cylinder, [0.0; 3], 4),
        ] {
            for gap in [0.004, -0.004] {
                let all = above_cube(shape, [0.1, 0.05, 1.0 + gap], angles);
                assert_eq!(all.len(), count, "{shape:?} {gap} {all:?}");
                for of in &all {
                    assert!((of.depth + gap).abs() < 1e-9, "{shape:?} {gap} {all:?}");
                    assert!((of.normal + Vector3::z()).norm() < 1e-6, "{all:?}");
                }
            }
        }
    }

    /// A direction found by the smoothed depth turned by 4e-3 rad, and the point moved by 0.1 mm, where an ellipsoid of 2 cm on the edge of
    /// a box began to overlap it.
    #[test]
    fn nothing_jumps_where_round_solids_begin_to_overlap() {
        let rounds = round_solids();
        let mut others = rounds.to_vec();
        others.extend([Shape::Cube, Shape::Capsule, Shape::Sphere].map(solid));
        others.push(ball_of(20));
        let mut pressed = 0;
        for (i, a) in rounds.iter().enumerate() {
            for (j, b) in others.iter().enumerate() {
                for k in 0..20 {
                    let t = f64::from(k) + 0.3 * i as f64 + 0.7 * j as f64;
                    let fixed = turned(0.0, 0.0, 0.0, [0.3 * t, 0.1 * t, 0.2]);
                    let [x, y, z] = [t.sin(), (1.3 * t).cos(), (1.7 * t + 1.0).sin()];
                    let mut pose = turned(2.0 * x, 2.0 * y, 2.0 * z, [t, 2.0 * t, 3.0 * t]);
                    let deepest = |pose: &Pose| {
                        let mut all = vec![];
                        let sides = ((a, &fixed), (b, pose));
                        let mut memory = Memory::default();
                        let mut overlap = Overlap::default();
                        overlap
                            .find_near(sides.0, sides.1, 5.0, &mut memory, |point| all.push(point));
                        all.sort_by(|p, q| q.depth.total_cmp(&p.depth));
                        (all[0].depth, all[0].normal)
                    };
                    let overlap = 1e-6;
                    let (mut apart, mut before) = deepest(&pose);
                    if apart > -0.1 {
                        continue;
                    }
                    for gap in [1e-2, 1e-4, overlap] {
                        pose.position += before * (-apart - gap);
                        (apart, before) = deepest(&pose);
                    }
                    let what = format!("{i} {j} {k}: {apart}");
                    assert!((apart + overlap).abs() < 1e-11, "{what}");
                    pose.position += before * (2.0 * overlap);
                    let (depth, after) = deepest(&pose);
                    let what = format!("{i} {j} {k}: {depth} {before} {after}");
                    // Two tips overlap less in another direction.
                    assert!(depth < overlap + 1e-11, "{what}");
                    if depth > (1.0 - 1e-5) * overlap {
                        pressed += 1;
                        assert!((after - before).norm() < 1e-3, "{what}");
                    }
                }
            }
        }
        assert!(pressed > 600, "{pressed}");
    }
}
