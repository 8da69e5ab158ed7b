//! The convex parts of a body, in a tree of boxes: of two bodies of many parts, only those that are near each other are compared.

use super::convex::Convex;
use super::pose::Pose;
use nalgebra::{Matrix3, Vector3};

/// The convex parts of a body, in its axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    all: Vec<Convex>,
    /// Boxes about parts: the first about all of them.
    nodes: Vec<Node>,
}

/// A box along the axes of the body, about one part or two smaller boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Node {
    middle: Vector3<f64>,
    half: Vector3<f64>,
    of: Inside,
}

/// What is in a box.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Inside {
    Part(usize),
    /// The numbers of two boxes.
    Boxes([usize; 2]),
}

/// Pose of one body in the axes of another.
struct Relative {
    turn: Matrix3<f64>,
    /// The absolute values of the turn.
    reach: Matrix3<f64>,
    shift: Vector3<f64>,
}

impl Relative {
    fn of(at: &Pose, other: &Pose) -> Self {
        let turn = at.rotation.tr_mul(&other.rotation);
        Relative {
            turn,
            reach: turn.abs(),
            shift: at.rotation.tr_mul(&(other.position - at.position)),
        }
    }
}

impl Node {
    /// Returns a box about a part.
    fn about(part: usize, convex: &Convex) -> Self {
        let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
        let reach = |n: Vector3<f64>| n.dot(&convex.support(&n, &mut 0)) + convex.margin();
        let high = Vector3::from(axes.map(reach));
        let low = -Vector3::from(axes.map(|n| reach(-n)));
        Node {
            middle: (low + high) / 2.0,
            half: (high - low) / 2.0,
            of: Inside::Part(part),
        }
    }

    /// Returns by how much a face of either box separates it most from one of another body: a distance that they are apart at least.
    fn apart(&self, other: &Node, at: &Relative) -> f64 {
        let between = at.turn * other.middle + at.shift - self.middle;
        let back = at.turn.tr_mul(&between);
        let reach = self.half + at.reach * other.half;
        let others = other.half + at.reach.tr_mul(&self.half);
        let most = (between.abs() - reach).max();
        most.max((back.abs() - others).max())
    }
}

impl Parts {
    /// Returns the middle and the half extents of the box about all parts.
    #[must_use]
    pub fn bounds(&self) -> [Vector3<f64>; 2] {
        let first = self.nodes.first();
        first.map_or_else(Default::default, |first| [first.middle, first.half])
    }

    /// Arranges parts.
    #[must_use]
    pub fn new(all: Vec<Convex>) -> Self {
        let mut leaves: Vec<Node> = all
            .iter()
            .enumerate()
            .map(|(i, of)| Node::about(i, of))
            .collect();
        let mut nodes = Vec::with_capacity(2 * leaves.len());
        if !leaves.is_empty() {
            arrange(&mut leaves, &mut nodes);
        }
        Parts { all, nodes }
    }

    /// Returns the parts.
    #[must_use]
    pub fn all(&self) -> &[Convex] {
        &self.all
    }

    /// Visits the numbers of the parts of two bodies whose boxes are no farther from each other than `gap`, always in the same order.
    pub fn each_pair(
        &self,
        at: &Pose,
        other: &Parts,
        other_at: &Pose,
        gap: f64,
        mut show: impl FnMut(usize, usize),
    ) {
        if !(self.nodes.is_empty() || other.nodes.is_empty()) {
            let relative = Relative::of(at, other_at);
            self.visit(0, (other, 0), (&relative, gap), &mut show);
        }
    }

    /// Returns a distance that two bodies are apart at least; not positive if their boxes overlap.
    #[must_use]
    pub fn apart(&self, at: &Pose, other: &Parts, other_at: &Pose) -> f64 {
        match (self.nodes.first(), other.nodes.first()) {
            (Some(one), Some(two)) => one.apart(two, &Relative::of(at, other_at)),
            _ => f64::INFINITY,
        }
    }

    fn visit(
        &self,
        number: usize,
        (other, second): (&Parts, usize),
        at: (&Relative, f64),
        show: &mut dyn FnMut(usize, usize),
    ) {
        let (one, two) = (&self.nodes[number], &other.nodes[second]);
        let (relative, gap) = at;
        if one.apart(two, relative) > gap {
            return;
        }
        // The larger of both is opened.
        let first_is_larger = one.half.norm_squared() >= two.half.norm_squared();
        let (first, last) = match (one.of, two.of) {
            (Inside::Part(i), Inside::Part(j)) => return show(i, j),
            (Inside::Boxes(_), Inside::Boxes(inner)) if !first_is_larger => (None, Some(inner)),
            (Inside::Boxes(inner), _) => (Some(inner), None),
            (_, Inside::Boxes(inner)) => (None, Some(inner)),
        };
        for i in first.into_iter().flatten() {
            self.visit(i, (other, second), at, show);
        }
        for j in last.into_iter().flatten() {
            self.visit(number, (other, j), at, show);
        }
    }
}

/// Adds a box about some boxes, and those within, in halves along its longest side; returns its number.
fn arrange(leaves: &mut [Node], nodes: &mut Vec<Node>) -> usize {
    let number = nodes.len();
    if let [leaf] = *leaves {
        nodes.push(leaf);
        return number;
    }
    let mut low = Vector3::repeat(f64::INFINITY);
    let mut high = -low;
    for leaf in &*leaves {
        low = low.inf(&(leaf.middle - leaf.half));
        high = high.sup(&(leaf.middle + leaf.half));
    }
    let (middle, half) = ((low + high) / 2.0, (high - low) / 2.0);
    let along = half.imax();
    leaves.sort_by(|a, b| a.middle[along].total_cmp(&b.middle[along]));
    nodes.push(Node {
        middle,
        half,
        of: Inside::Part(0),
    });
    let (one, two) = leaves.split_at_mut(leaves.len() / 2);
    let inner = [arrange(one, nodes), arrange(two, nodes)];
    nodes[number].of = Inside::Boxes(inner);
    number
}

#[cfg(test)]
mod tests {
    use super::super::tests::turned;
    use super::*;
    use crate::geometry::{ContactPoint, Memory, Overlap};

    /// Forty balls in a curve, and as many in another.
    fn chain(bend: f64) -> Parts {
        let ball = |i: u32| {
            let t = 0.15 * f64::from(i);
            let centre = Vector3::new((bend * t).cos(), (bend * t).sin(), 0.4 * t);
            Convex::Rounded {
                ends: [centre, centre + Vector3::x() * 0.02],
                radius: 0.1,
            }
        };
        Parts::new((0..40).map(ball).collect())
    }

    #[test]
    fn the_tree_finds_every_pair_that_touches() {
        let (one, two) = (chain(1.0), chain(1.7));
        let (mut touching, mut tried) = (0, 0);
        for k in 0..30 {
            let t = f64::from(k);
            let at = turned(0.0, 0.1 * t, 0.0, [0.1 * t, 0.2, 0.0]);
            let other = turned(0.5 * t.sin(), 0.0, 0.5 * t.cos(), [t, 2.0 * t, 0.3]);
            let mut found = vec![];
            one.each_pair(&at, &two, &other, 0.0, |i, j| found.push((i, j)));
            tried += found.len();
            for (i, a) in one.all().iter().enumerate() {
                for (j, b) in two.all().iter().enumerate() {
                    let mut touches = false;
                    Overlap::default().find(
                        (a, &at),
                        (b, &other),
                        &mut Memory::default(),
                        |_: ContactPoint| touches = true,
                    );
                    touching += usize::from(touches);
                    assert!(!touches || found.contains(&(i, j)), "{k}: {i} {j}");
                }
            }
        }
        assert!(touching > 30, "{touching}");
        assert!(tried < 30 * 1600 / 10, "{tried} {touching}");
    }
}
