//! Creatures that cannot be measured: those with parts that overlap when all joints are at zero.

use super::grow::Creature;
use crate::geometry::{Convex, Memory, Overlap, Polytope, Pose, frustum_contacts, frustum_mesh};
use nalgebra::Vector3;

impl Creature<'_> {
    /// Returns two parts that overlap, by their numbers. Parts that a joint connects may.
    #[must_use]
    pub fn overlap(&self) -> Option<[usize; 2]> {
        let solids: Vec<Option<(Convex, Pose)>> =
            (0..self.parts.len()).map(|part| self.solid(part)).collect();
        let pairs = (0..solids.len()).flat_map(|a| (a + 1..solids.len()).map(move |b| [a, b]));
        let is_free = |[a, b]: &[usize; 2]| {
            self.parts[*a].parent != Some(*b) && self.parts[*b].parent != Some(*a)
        };
        let mut search = Overlap::default();
        { pairs.filter(is_free) }.find(|[a, b]| {
            let (Some((a, at_a)), Some((b, at_b))) = (&solids[*a], &solids[*b]) else {
                return false;
            };
            let mut touches = false;
            let memory = &mut Memory::default();
            search.find((a, at_a), (b, at_b), memory, |_| touches = true);
            touches
        })
    }

    /// Returns why it cannot be measured, if it cannot.
    #[must_use]
    pub fn fault(&self) -> Option<&'static str> {
        if self.parts.len() < 2 {
            return Some("a single part");
        }
        self.overlap().map(|_| "overlap at the start")
    }

    /// Returns the shape of a part, and where it is; none if it is flat.
    fn solid(&self, part: usize) -> Option<(Convex, Pose)> {
        let (size, frame) = (self.size(part), self.parts[part].frame);
        let corner = |number: u32| {
            let end = |bit: u32| f64::from(number >> bit & 1);
            let middle = Vector3::new(0.5, 0.5, 0.0);
            (Vector3::new(end(0), end(1), end(2)) - middle).component_mul(&size)
        };
        let mut at = Pose {
            rotation: frame.rotation.to_rotation_matrix().into_inner(),
            position: frame.translation.vector,
        };
        if let Some(radii) = self.radii(part) {
            // Its joint is in its lower face, and its own origin in its middle.
            at.position += at.rotation * Vector3::new(0.0, 0.0, size.z / 2.0);
            let touching = frustum_contacts(size.z, radii);
            return Some((Convex::of(&frustum_mesh(size.z, radii), &touching)?, at));
        }
        let corners: Vec<Vector3<f64>> = (0..8).map(corner).collect();
        Polytope::hull(&corners).map(|solid| (Convex::Polytope(Box::new(solid)), at))
    }
}
