//! Overlap of two convex solids: points, separating direction, and depth.
//!
//! Polytopes are separated by the directions of their faces and of pairs of their edges (separating axes; Gottschalk, Lin &
//! Manocha, *OBBTree*, SIGGRAPH 1996; the relevant pairs of edges are those whose arcs cross on the Gauss map: Gregorius, *The
//! separating axis test between convex polyhedra*, GDC 2013). The direction of least depth separates them; where two directions
//! are nearly as good, both count, so that the force does not jump as one replaces the other. In the direction of a face, the
//! opposite face is clipped to it (Sutherland & Hodgman 1974), and each corner of the result counts by the angle by which the
//! outline turns there: four in all, whatever the number of corners.

mod clip;
mod edges;
mod rounded;

use super::convex::{Convex, Face, Polytope};
use nalgebra::{Matrix3, Vector3};

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
pub struct Meeting {
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
    /// Corners, normals and offsets of the second polytope in the axes of the first.
    corners: Vec<Vector3<f64>>,
    normals: Vec<Vector3<f64>>,
    offsets: Vec<f64>,
    near: [Vec<u32>; 2],
    clip: clip::Clip,
}

/// Factor of depth by which a direction of the second solid's faces, or of edges, must be better than one of the first's faces.
const WORSE: f64 = 1.3;

/// Ratio to the least depth beyond which a direction does not count.
const FADES: f64 = 1.25;

/// Kind of separating direction of two polytopes.
#[derive(Clone, Copy, Debug)]
enum Parting {
    First(usize),
    Second(usize),
    Edges(Vector3<f64>, Vector3<f64>),
}

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
        mut show: impl FnMut(Meeting),
    ) {
        match (a, b) {
            (Convex::Polytope(a), Convex::Polytope(b)) => {
                self.polytopes((a, at_a), (b, at_b), apart, &mut show);
            }
            (Convex::Rounded { ends, radius }, Convex::Polytope(b)) => {
                rounded::on_polytope((ends, *radius, at_a), (b, at_b), &mut show);
            }
            (Convex::Polytope(a), Convex::Rounded { ends, radius }) => {
                rounded::on_polytope((ends, *radius, at_b), (a, at_a), &mut |meeting| {
                    show(Meeting {
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

    fn polytopes(
        &mut self,
        (a, at_a): (&Polytope, &Pose),
        (b, at_b): (&Polytope, &Pose),
        apart: &mut Option<Vector3<f64>>,
        show: &mut dyn FnMut(Meeting),
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
        self.offsets.clear();
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
            self.offsets.push(offset);
        }
        let faces = first.0[0].0.min(second.0[0].0);
        let edges = match self.edges(a, b, &turn, faces) {
            edges::Found::Apart(direction) => {
                *apart = Some(direction);
                return;
            }
            edges::Found::Best(best) => best,
        };
        let mut ways = [(f64::INFINITY, 0.0, Parting::First(0)); 5];
        for k in 0..2 {
            let (depth, face) = first.0[k];
            ways[k] = (depth, depth, Parting::First(face));
            let (depth, face) = second.0[k];
            ways[2 + k] = (WORSE * depth, depth, Parting::Second(face));
        }
        if let Some((depth, axis, point)) = edges {
            ways[4] = (WORSE * depth, depth, Parting::Edges(axis, point));
        }
        let least = ways.iter().map(|way| way.0).fold(f64::INFINITY, f64::min);
        let weight = |way: f64| {
            if !way.is_finite() || least <= 0.0 {
                return f64::from(u8::from(way == least));
            }
            let x = ((FADES - way / least) / (FADES - 1.0)).clamp(0.0, 1.0);
            x * x * (3.0 - 2.0 * x)
        };
        let whole: f64 = ways.iter().map(|way| weight(way.0)).sum();
        for (way, depth, parting) in ways {
            let weight = weight(way) / whole;
            if weight <= 0.0 {
                continue;
            }
            let mut out = |point: Vector3<f64>, normal: Vector3<f64>, depth: f64, part: f64| {
                show(Meeting {
                    point: at_a.of(&point),
                    normal: at_a.rotation * normal,
                    depth,
                    weight: weight * part,
                    round: [0.0; 2],
                });
            };
            let Overlap { corners, clip, .. } = self;
            match parting {
                Parting::First(face) => {
                    let Face { normal, offset, .. } = a.faces[face];
                    let facing = most_against(self.normals.iter(), &normal);
                    clip.begin(b.outline(facing, corners));
                    clip.to(a.outline(face, &a.corners), &normal, a.size);
                    clip.below(&normal, offset, a.size, |point, depth, part| {
                        out(point, -normal, depth, part);
                    });
                }
                Parting::Second(face) => {
                    let (normal, offset) = (self.normals[face], self.offsets[face]);
                    let facing = most_against(a.faces.iter().map(|f| &f.normal), &normal);
                    clip.begin(a.outline(facing, &a.corners));
                    clip.to(b.outline(face, corners), &normal, b.size);
                    clip.below(&normal, offset, b.size, |point, depth, part| {
                        out(point, normal, depth, part);
                    });
                }
                Parting::Edges(axis, point) => out(point, -axis, depth, 1.0),
            }
        }
    }
}

/// Returns the normal most opposite to a direction.
fn most_against<'a>(
    normals: impl Iterator<Item = &'a Vector3<f64>>,
    direction: &Vector3<f64>,
) -> usize {
    let mut best = (f64::INFINITY, 0);
    for (i, normal) in normals.enumerate() {
        let along = normal.dot(direction);
        if along < best.0 {
            best = (along, i);
        }
    }
    best.1
}

#[cfg(test)]
mod tests;
