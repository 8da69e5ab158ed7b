//! The order in which the articulated-body passes visit the bodies, and which two they process at
//! once.
//!
//! Subtrees with the same structure and parent, such as a left and a right leg, are processed
//! side by side: two bodies in one [`Limb`], one in each lane of its numbers. All other bodies are
//! processed one by one. Limbs are sorted by their distance from the root, so that neighbours in
//! the row do not depend on each other's results.

use std::collections::BTreeMap;

use super::algebra::{Pair, Planar, Real, Rigid, STRAIGHT, Vec3};
use super::link::JointKind;
use super::model::Joint;

/// Where a limb is kept: among the single ones (0 is the root) or the pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    One(usize),
    Two(usize),
}

/// The constants of one body, or of two of a shape.
#[derive(Clone, Copy, Debug)]
pub struct Limb<T> {
    /// Bodies by lane; a single one stands in both places.
    pub bodies: [usize; 2],
    pub kind: JointKind,
    pub parent: Slot,
    /// Nothing hangs on it.
    pub leaf: bool,
    /// The passes from the leaves reach the parent through this limb first.
    pub first: bool,
    pub phi: Option<Planar<T>>,
    pub alpha: Planar<T>,
    pub place: Vec3<T>,
    /// 1 / |axis|
    pub unscale: T,
    /// Inertia of the joint itself.
    pub armature: T,
    pub rigid: Rigid<T>,
}

/// All limbs except the root.
#[derive(Clone, Debug)]
pub struct Limbs {
    /// Parents before children; in no slot twice.
    pub order: Vec<Slot>,
    /// Limb k has the slot One(k + 1).
    pub ones: Vec<Limb<f64>>,
    /// Limb k has the slot Two(k).
    pub twos: Vec<Limb<Pair>>,
}

impl Limbs {
    pub fn new(joints: &[Joint], rigid: &[Rigid<f64>]) -> Limbs {
        let mut children = vec![Vec::new(); rigid.len()];
        for (i, joint) in joints.iter().enumerate() {
            children[joint.parent].push(i + 1);
        }
        let shapes = shapes(joints, &mut children);
        let mut limbs = Limbs {
            order: Vec::new(),
            ones: Vec::new(),
            twos: Vec::new(),
        };
        let mut level = vec![([0, 0], Slot::One(0))];
        while !level.is_empty() {
            let mut next = Vec::new();
            for ([a, b], parent) in level {
                for bodies in match_up(&children, &shapes, a, b) {
                    let slot = if bodies[0] == bodies[1] {
                        limbs.ones.push(limb(bodies, parent, joints, rigid));
                        Slot::One(limbs.ones.len())
                    } else {
                        limbs.twos.push(limb(bodies, parent, joints, rigid));
                        Slot::Two(limbs.twos.len() - 1)
                    };
                    limbs.order.push(slot);
                    next.push((bodies, slot));
                }
            }
            level = next;
        }
        limbs.mark_ends();
        limbs
    }

    /// Finds `leaf` and `first`.
    fn mark_ends(&mut self) {
        let mut ones = vec![false; self.ones.len() + 1];
        let mut twos = vec![false; self.twos.len()];
        for &slot in self.order.iter().rev() {
            let (leaf, parent) = match slot {
                Slot::One(k) => (!ones[k], self.ones[k - 1].parent),
                Slot::Two(k) => (!twos[k], self.twos[k].parent),
            };
            let reached = match parent {
                Slot::One(k) => &mut ones[k],
                Slot::Two(k) => &mut twos[k],
            };
            let first = !std::mem::replace(reached, true);
            match slot {
                Slot::One(k) => (self.ones[k - 1].leaf, self.ones[k - 1].first) = (leaf, first),
                Slot::Two(k) => (self.twos[k].leaf, self.twos[k].first) = (leaf, first),
            }
        }
    }
}

/// A number for each body's subtree, the same for the same kinds of joints in the same tree;
/// sorts the children of each body by it.
fn shapes(joints: &[Joint], children: &mut [Vec<usize>]) -> Vec<usize> {
    let mut known = BTreeMap::new();
    let mut shapes = vec![0; children.len()];
    for body in (1..children.len()).rev() {
        children[body].sort_by_key(|&c| (shapes[c], c));
        let below: Vec<usize> = children[body].iter().map(|&c| shapes[c]).collect();
        let sliding = joints[body - 1].kind == JointKind::Sliding;
        let next = known.len();
        shapes[body] = *known.entry((sliding, below)).or_insert(next);
    }
    children[0].sort_by_key(|&c| (shapes[c], c));
    shapes
}

/// The children of one body two by two where shapes agree, else alone; or those of two bodies of
/// one shape, each with its like.
fn match_up(children: &[Vec<usize>], shapes: &[usize], a: usize, b: usize) -> Vec<[usize; 2]> {
    if a != b {
        let both = children[a].iter().zip(&children[b]);
        return both.map(|(&a, &b)| [a, b]).collect();
    }
    let mut row = children[a].iter().peekable();
    let mut matched = Vec::new();
    while let Some(&one) = row.next() {
        let other = row.next_if(|&&other| shapes[other] == shapes[one]);
        matched.push([one, *other.unwrap_or(&one)]);
    }
    matched
}

fn limb<T: Real>(
    bodies: [usize; 2],
    parent: Slot,
    joints: &[Joint],
    rigid: &[Rigid<f64>],
) -> Limb<T> {
    let joint = |k: usize| &joints[bodies[k] - 1];
    let bent = (0..2).any(|k| joint(k).phi.is_some());
    Limb {
        bodies,
        kind: joint(0).kind,
        parent,
        leaf: true,
        first: true,
        phi: bent.then(|| Planar::from_lanes(|k| joint(k).phi.unwrap_or(STRAIGHT))),
        alpha: Planar::from_lanes(|k| joint(k).alpha),
        place: Vec3::from_lanes(|k| joint(k).place),
        unscale: T::from_lanes(|k| 1.0 / joint(k).scale),
        armature: T::from_lanes(|k| joint(k).armature),
        rigid: Rigid::from_lanes(|k| rigid[bodies[k]]),
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{Matrix3, Vector3};

    use super::super::link::{Link, RigidInertia, Root};
    use super::super::model::Model;
    use super::*;

    fn limbs(parents: &[usize], sliding: &[usize]) -> Limbs {
        let link = |(i, &parent): (usize, &usize)| Link {
            parent,
            rotation: Matrix3::identity(),
            translation: Vector3::x(),
            joint: match sliding.contains(&(i + 1)) {
                true => JointKind::Sliding,
                false => JointKind::Rotary,
            },
            axis: Vector3::z(),
            inertia: RigidInertia::point(1.0),
        };
        let links: Vec<Link> = parents.iter().enumerate().map(link).collect();
        let model = Model::new(Root::Free, RigidInertia::point(1.0), &links).unwrap();
        model.limbs().clone()
    }

    fn pairs(limbs: &Limbs) -> Vec<[usize; 2]> {
        limbs.twos.iter().map(|l| l.bodies).collect()
    }

    #[test]
    fn legs_of_one_shape_go_side_by_side() {
        // 1: trunk; 2-3 and 4-5: legs; 6: a tail on the root.
        let limbs = limbs(&[0, 1, 2, 1, 4, 0], &[]);
        assert_eq!(pairs(&limbs), [[2, 4], [3, 5]]);
        assert_eq!(limbs.ones.len(), 2);
        assert_eq!(limbs.twos[1].parent, Slot::Two(0));
        assert_eq!([limbs.twos[0].leaf, limbs.twos[1].leaf], [false, true]);
        assert!(limbs.twos.iter().all(|l| l.first));
    }

    #[test]
    fn other_joints_or_other_shapes_go_alone() {
        assert!(pairs(&limbs(&[0, 0], &[2])).is_empty());
        assert!(pairs(&limbs(&[0, 0, 2], &[])).is_empty());
        // Three legs: the third is left over. Children in another order still match.
        assert_eq!(pairs(&limbs(&[0, 0, 0], &[])), [[1, 2]]);
        assert_eq!(
            pairs(&limbs(&[0, 0, 1, 1, 2, 2], &[4, 5])),
            [[1, 2], [3, 6], [4, 5]]
        );
    }

    #[test]
    fn every_body_is_visited_once_after_its_parent() {
        let limbs = limbs(&[0, 0, 1, 2, 1, 2, 3, 4, 0, 9, 10, 9], &[]);
        let mut seen = vec![0];
        for slot in &limbs.order {
            let (bodies, lanes) = match *slot {
                Slot::One(k) => (limbs.ones[k - 1].bodies, 1),
                Slot::Two(k) => (limbs.twos[k].bodies, 2),
            };
            for &body in &bodies[..lanes] {
                let parent = [0, 0, 1, 2, 1, 2, 3, 4, 0, 9, 10, 9][body - 1];
                assert!(seen.contains(&parent) && !seen.contains(&body));
                seen.push(body);
            }
        }
        assert_eq!(seen.len(), 13);
    }
}
