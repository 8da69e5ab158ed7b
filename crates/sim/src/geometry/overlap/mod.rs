//! Overlap of two convex solids: points, separating direction, and depth.
//!
//! Polytopes are separated by the directions of their faces and of pairs of their edges (separating axes; Gottschalk, Lin &
//! Manocha, *OBBTree*, SIGGRAPH 1996; the relevant pairs of edges are those whose arcs cross on the Gauss map: Gregorius, *The
//! separating axis test between convex polyhedra*, GDC 2013). If none separates them, the directions of least depth are where the
//! search for the least [smoothed] depth begins. Its force is the derivative of an energy, and is shared by the corners of the
//! common part of two faces ([`patch`]).

mod capsule;
mod clip;
mod edges;
mod newton;
mod patch;
mod rounded;
mod smoothed;

use super::convex::{Convex, Polytope};
use nalgebra::{Matrix3, Vector3};
use smoothed::{Corners, Pair};

/// Pose of a solid: its axes and its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Rotation from the axes of the solid to those of the world.
    pub rotation: Matrix3<f64>,
    /// Its origin in the world.
    pub position: Vector3<f64>,
}

impl Pose {
    fn of(&self, point: &Vector3<f64>) -> Vector3<f64> {
        self.rotation * point + self.position
    }
}

/// A contact point of two solids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// The point, half way between both surfaces (world).
    pub point: Vector3<f64>,
    /// The direction in which the first solid is pushed (world).
    pub normal: Vector3<f64>,
    /// Depth of the overlap at that point.
    pub depth: f64,
    /// Weight of the point: the number of points that it counts as.
    pub weight: f64,
    /// Distance from the contact point inwards to the centre of the ball of each solid; 0 for a corner, edge or face.
    pub round: [f64; 2],
}

/// Scratch memory for the search.
#[derive(Clone, Debug, Default)]
pub struct Overlap {
    /// Corners and normals of the second polytope in the axes of the first.
    corners: Vec<Vector3<f64>>,
    normals: Vec<Vector3<f64>>,
    near: [Vec<u32>; 2],
    clip: clip::Clip,
}

/// The number of points that the contact of two polytopes counts as.
const POINTS: f64 = 4.0;

/// The best two of several directions: depth and index.
#[derive(Clone, Copy, Debug)]
struct Best([(f64, usize); 2]);

impl Best {
    fn none() -> Self {
        Best([(f64::INFINITY, 0); 2])
    }

    fn take(&mut self, depth: f64, which: usize) {
        if depth < self.0[0].0 {
            self.0 = [(depth, which), self.0[0]];
        } else if depth < self.0[1].0 {
            self.0[1] = (depth, which);
        }
    }
}

/// Returns the lowest height of some points along a direction.
fn lowest(points: &[Vector3<f64>], direction: &Vector3<f64>) -> f64 {
    let heights = points.iter().map(|p| direction.dot(p));
    heights.fold(f64::INFINITY, f64::min)
}

impl Overlap {
    /// Finds the overlap of two solids. `apart` stores a separating direction for the next call: it saves work and does not
    /// affect the result.
    pub fn find(
        &mut self,
        (a, at_a): (&Convex, &Pose),
        (b, at_b): (&Convex, &Pose),
        apart: &mut Option<Vector3<f64>>,
        mut show: impl FnMut(ContactPoint),
    ) {
        match (a, b) {
            (Convex::Polytope(a), Convex::Polytope(b)) => {
                self.polytopes((a, at_a), (b, at_b), apart, &mut show);
            }
            (Convex::Rounded { ends, radius }, Convex::Polytope(b)) => {
                self.rounded((ends, *radius, at_a), (b, at_b), &mut show);
            }
            (Convex::Polytope(a), Convex::Rounded { ends, radius }) => {
                self.rounded((ends, *radius, at_b), (a, at_a), &mut |meeting| {
                    show(ContactPoint {
                        normal: -meeting.normal,
                        round: [meeting.round[1], meeting.round[0]],
                        ..meeting
                    });
                });
            }
            (
                Convex::Rounded { ends, radius },
                Convex::Rounded {
                    ends: others,
                    radius: other,
                },
            ) => rounded::on_rounded((ends, *radius, at_a), (others, *other, at_b), &mut show),
        }
    }

    fn rounded(
        &mut self,
        (ends, radius, at): (&[Vector3<f64>; 2], f64, &Pose),
        of: (&Polytope, &Pose),
        show: &mut dyn FnMut(ContactPoint),
    ) {
        match ends[0] == ends[1] {
            true => rounded::on_polytope((&ends[0], radius, at), of, show),
            false => capsule::on_polytope(&mut self.clip, (ends, radius, at), of, show),
        }
    }

    fn polytopes(
        &mut self,
        (a, at_a): (&Polytope, &Pose),
        (b, at_b): (&Polytope, &Pose),
        apart: &mut Option<Vector3<f64>>,
        show: &mut dyn FnMut(ContactPoint),
    ) {
        let turn = at_a.rotation.tr_mul(&at_b.rotation);
        let shift = at_a.rotation.tr_mul(&(at_b.position - at_a.position));
        self.corners.clear();
        self.corners
            .extend(b.corners.iter().map(|c| turn * c + shift));
        if let Some(direction) = apart {
            let highest = -lowest(&a.corners, &-*direction);
            if lowest(&self.corners, direction) > highest {
                return;
            }
        }
        *apart = None;
        let mut first = Best::none();
        for (i, face) in a.faces.iter().enumerate() {
            let depth = face.offset - lowest(&self.corners, &face.normal);
            if depth < 0.0 {
                *apart = Some(face.normal);
                return;
            }
            first.take(depth, i);
        }
        let mut second = Best::none();
        self.normals.clear();
        for (i, face) in b.faces.iter().enumerate() {
            let normal = turn * face.normal;
            let offset = face.offset + normal.dot(&shift);
            let depth = offset - lowest(&a.corners, &normal);
            if depth < 0.0 {
                *apart = Some(-normal);
                return;
            }
            second.take(depth, i);
            self.normals.push(normal);
        }
        let faces = first.0[0].0.min(second.0[0].0);
        let edges = match self.edges(a, b, &turn, faces) {
            edges::Found::Apart(direction) => {
                *apart = Some(direction);
                return;
            }
            edges::Found::Best(best) => best,
        };
        let own = first.0.map(|(depth, face)| (depth, a.faces[face].normal));
        let others = (second.0).map(|(depth, face)| (depth, -self.normals[face]));
        let starts = own.into_iter().chain(others).chain(edges);
        let Overlap { corners, clip, .. } = self;
        let pair = Pair::new(Corners::of(a, &a.corners), Corners::of(b, corners));
        let Some((depth, n)) = pair.least_of(starts) else {
            return;
        };
        if depth.is_nan() || depth <= 0.0 {
            return;
        }
        let own = most_along(a.faces.iter().map(|face| face.normal), &n);
        let facing = most_along(self.normals.iter().copied(), &-n);
        clip.begin(b.outline(facing, corners));
        clip.to(a.outline(own, &a.corners), &n, a.size);
        let force = (&n, &pair.centre(&n));
        patch::share(clip, force, a.size.min(b.size), |point, part| {
            show(ContactPoint {
                point: at_a.of(&point),
                normal: at_a.rotation * -n,
                depth,
                weight: POINTS * part,
                round: [0.0; 2],
            });
        });
    }
}

/// Returns the normal that points most along a direction.
fn most_along(normals: impl Iterator<Item = Vector3<f64>>, direction: &Vector3<f64>) -> usize {
    let mut best = (f64::NEG_INFINITY, 0);
    for (i, normal) in normals.enumerate() {
        let along = normal.dot(direction);
        if along > best.0 {
            best = (along, i);
        }
    }
    best.1
}

#[cfg(test)]
mod tests;
