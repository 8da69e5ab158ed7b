//! Pairs of edges of two polytopes as separating directions.

use super::Overlap;
use crate::geometry::convex::Polytope;
use crate::geometry::mesh::bounds;
use nalgebra::{Matrix3, Vector3};

/// Result of the edge test.
pub(super) enum Found {
    /// No overlap: a direction from the first to the second that separates them.
    Apart(Vector3<f64>),
    /// The least depth, and its direction out of the first.
    Best(Option<(f64, Vector3<f64>)>),
}

/// Sine of the smallest angle between edges that are tested: more parallel ones separate nothing that faces do not.
const PARALLEL: f64 = 1e-6;

/// Largest number of pairs of edges that is tested without a search for near ones.
const FEW: usize = 10_000;

impl Overlap {
    /// Tests the pairs of edges that may be nearest to each other; the faces have found the depth `faces`.
    pub(super) fn edges(
        &mut self,
        a: &Polytope,
        b: &Polytope,
        turn: &Matrix3<f64>,
        faces: f64,
    ) -> Found {
        let many = a.edges.len() * b.edges.len() > FEW;
        let margin = many.then_some(2.0 * faces + 0.02 * a.size.min(b.size));
        let Overlap { corners, near, .. } = self;
        let [near_a, near_b] = near;
        near_edges(a, &a.corners, corners, margin, near_a);
        near_edges(b, corners, &a.corners, margin, near_b);
        let mut best: Option<(f64, Vector3<f64>)> = None;
        for &i in &*near_a {
            let edge = &a.edges[i as usize];
            let [p, p_end] = edge.ends.map(|k| a.corners[k as usize]);
            let along = p_end - p;
            let [n1, n2] = edge.normals;
            let across = n2.cross(&n1);
            for &j in &*near_b {
                let other = &b.edges[j as usize];
                let [m1, m2] = other.normals.map(|n| -(turn * n));
                // Whether the arcs (n1, n2) and (m1, m2) of the sphere of normals cross.
                let (c, d) = (m1.dot(&across), m2.dot(&across));
                if c * d >= 0.0 {
                    continue;
                }
                let beyond = m2.cross(&m1);
                let (e, f) = (n1.dot(&beyond), n2.dot(&beyond));
                if e * f >= 0.0 || c * f <= 0.0 {
                    continue;
                }
                let [q, q_end] = other.ends.map(|k| corners[k as usize]);
                let away = q_end - q;
                let axis = along.cross(&away);
                let length = axis.norm();
                if length <= PARALLEL * along.norm() * away.norm() {
                    continue;
                }
                let mut axis = axis / length;
                if axis.dot(&(p - a.middle)) < 0.0 {
                    axis = -axis;
                }
                let depth = axis.dot(&(p - q));
                if depth < 0.0 {
                    return Found::Apart(axis);
                }
                if best.is_none_or(|best| depth < best.0) {
                    best = Some((depth, axis));
                }
            }
        }
        Found::Best(best)
    }
}

/// Collects the numbers of the edges of a polytope, with the corners `corners`, that come within a margin of the bounding box
/// of the other.
fn near_edges(
    of: &Polytope,
    corners: &[Vector3<f64>],
    others: &[Vector3<f64>],
    margin: Option<f64>,
    near: &mut Vec<u32>,
) {
    near.clear();
    let all = 0..of.edges.len() as u32;
    let (Some(margin), Some((low, high))) = (margin, bounds(others)) else {
        near.extend(all);
        return;
    };
    near.extend(all.filter(|&i| {
        let [p, q] = of.edges[i as usize].ends.map(|k| corners[k as usize]);
        let (least, most) = (p.inf(&q), p.sup(&q));
        (0..3).all(|k| least[k] <= high[k] + margin && most[k] >= low[k] - margin)
    }));
}
