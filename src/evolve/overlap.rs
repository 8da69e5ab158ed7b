//! Creatures that cannot be measured: those with parts that overlap when all joints are at zero.

use super::grow::Creature;
use nalgebra::{Point3, Vector3};

/// A box: its middle, and half of its sides as vectors.
type Box3 = (Point3<f64>, [Vector3<f64>; 3]);

impl Creature<'_> {
    /// Returns two parts that overlap, by their numbers. Parts that a joint connects may.
    #[must_use]
    pub fn overlap(&self) -> Option<[usize; 2]> {
        let boxes: Vec<Box3> = (0..self.parts.len()).map(|part| self.solid(part)).collect();
        let pairs = (0..boxes.len()).flat_map(|a| (a + 1..boxes.len()).map(move |b| [a, b]));
        let is_free = |[a, b]: &[usize; 2]| {
            self.parts[*a].parent != Some(*b) && self.parts[*b].parent != Some(*a)
        };
        { pairs.filter(is_free) }.find(|[a, b]| overlap(&boxes[*a], &boxes[*b]))
    }

    /// Returns why it cannot be measured, if it cannot.
    #[must_use]
    pub fn fault(&self) -> Option<&'static str> {
        if self.parts.len() < 2 {
            return Some("a single part");
        }
        self.overlap().map(|_| "overlap at the start")
    }

    fn solid(&self, part: usize) -> Box3 {
        let (size, frame) = (self.size(part), self.parts[part].frame);
        let half = |axis: usize| frame.rotation * (Vector3::ith(axis, size[axis] / 2.0));
        let middle = frame * Point3::new(0.0, 0.0, size.z / 2.0);
        (middle, [half(0), half(1), half(2)])
    }
}

/// Whether no plane separates two boxes (Gottschalk, Lin and Manocha 1996: the normals of the faces, and those of pairs of edges).
fn overlap((a, of_a): &Box3, (b, of_b): &Box3) -> bool {
    let edges = of_a.iter().flat_map(|x| of_b.iter().map(|y| x.cross(y)));
    let mut normals = of_a.iter().chain(of_b).copied().chain(edges);
    let separates = |normal: Vector3<f64>| {
        // Two parallel edges have no normal.
        let Some(normal) = normal.try_normalize(1e-9) else {
            return false;
        };
        let reach =
            |half: &[Vector3<f64>; 3]| half.iter().map(|x| x.dot(&normal).abs()).sum::<f64>();
        (b - a).dot(&normal).abs() > reach(of_a) + reach(of_b)
    };
    !normals.any(separates)
}
