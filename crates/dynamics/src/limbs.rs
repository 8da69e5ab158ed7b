//! The order in which the passes visit the bodies, and the groups that they process together.
//!
//! Subtrees with the same structure and parent, such as the legs of an animal, are processed side by side: up to eight bodies
//! in one [`Limb`], one in each lane of its numbers. All other bodies are processed one by one. Limbs are sorted by their
//! distance from the root, so that consecutive limbs do not depend on each other's results.

use std::collections::BTreeMap;

use super::algebra::{Lanes, Planar, Real, Rigid, STRAIGHT, Vec3};
use super::link::JointKind;
use super::model::Joint;

/// Location of a limb: among those of one body (0 is the root), of up to four, or of up to eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    One(usize),
    Four(usize),
    Eight(usize),
}

/// Location of a body: a slot, and its lane in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    pub slot: Slot,
    pub lane: usize,
}

/// The parent of a limb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parent {
    /// One body, the same for all lanes.
    One(usize),
    /// A limb with as many bodies, lane by lane.
    Alike(usize),
}

/// Constants of one body, or of several with the same structure.
#[derive(Clone, Copy, Debug)]
pub struct Limb<T> {
    /// Bodies by lane; unused lanes repeat the first body.
    pub bodies: [usize; 8],
    /// Number of bodies.
    pub count: usize,
    pub kind: JointKind,
    pub parent: Parent,
    /// Whether the passes from the leaves reach the parent through this limb first.
    pub first: bool,
    pub phi: Option<Planar<T>>,
    pub alpha: Planar<T>,
    pub place: Vec3<T>,
    /// Rotary: theta at q = 0, rad. Sliding: the constant theta.
    pub offset: T,
    /// Length of the axis, |axis|.
    pub scale: T,
    /// Its inverse, 1 / |axis|.
    pub unscale: T,
    /// Armature of the joint.
    pub armature: T,
    pub rigid: Rigid<T>,
}

/// All limbs except the root.
#[derive(Clone, Debug, Default)]
pub struct Limbs {
    /// Slots with parents before children; each slot once.
    pub order: Vec<Slot>,
    /// Limbs of one body: limb k has the slot One(k + 1).
    pub ones: Vec<Limb<f64>>,
    /// Limbs of up to four bodies: limb k has the slot Four(k).
    pub fours: Vec<Limb<Lanes<4>>>,
    /// Limbs of up to eight bodies: limb k has the slot Eight(k).
    pub eights: Vec<Limb<Lanes<8>>>,
}

impl Limbs {
    pub fn new(joints: &[Joint], rigid: &[Rigid<f64>]) -> Limbs {
        let mut children = vec![Vec::new(); rigid.len()];
        for (i, joint) in joints.iter().enumerate() {
            children[joint.parent].push(i + 1);
        }
        let shapes = shapes(joints, &mut children);
        let mut limbs = Limbs::default();
        let mut level = vec![(vec![0], Slot::One(0))];
        while !level.is_empty() {
            let mut next = Vec::new();
            for (above, slot) in level {
                for bodies in match_up(&children, &shapes, &above) {
                    let slot = limbs.push(&bodies, slot, joints, rigid);
                    next.push((bodies, slot));
                }
            }
            level = next;
        }
        limbs.mark_ends();
        limbs
    }

    /// Returns limbs of one body each, in the order of the bodies' numbers.
    pub fn one_by_one(joints: &[Joint], rigid: &[Rigid<f64>]) -> Limbs {
        let mut limbs = Limbs::default();
        for (i, joint) in joints.iter().enumerate() {
            limbs.push(&[i + 1], Slot::One(joint.parent), joints, rigid);
        }
        limbs.mark_ends();
        limbs
    }

    fn push(
        &mut self,
        bodies: &[usize],
        parent: Slot,
        joints: &[Joint],
        rigid: &[Rigid<f64>],
    ) -> Slot {
        let slot = match bodies.len() {
            5.. => {
                self.eights.push(limb(bodies, parent, joints, rigid));
                Slot::Eight(self.eights.len() - 1)
            }
            2.. => {
                self.fours.push(limb(bodies, parent, joints, rigid));
                Slot::Four(self.fours.len() - 1)
            }
            _ => {
                self.ones.push(limb(bodies, parent, joints, rigid));
                Slot::One(self.ones.len())
            }
        };
        self.order.push(slot);
        slot
    }

    /// Returns the bodies in a slot, by lanes.
    pub fn bodies(&self, slot: Slot) -> &[usize] {
        match slot {
            Slot::One(k) => &self.ones[k - 1].bodies[..1],
            Slot::Four(k) => &self.fours[k].bodies[..self.fours[k].count],
            Slot::Eight(k) => &self.eights[k].bodies[..self.eights[k].count],
        }
    }

    /// Returns the seat of each body, for a number of bodies.
    pub fn seats(&self, bodies: usize) -> Vec<Seat> {
        let mut seats = vec![
            Seat {
                slot: Slot::One(0),
                lane: 0
            };
            bodies
        ];
        for &slot in &self.order {
            for (lane, &body) in self.bodies(slot).iter().enumerate() {
                seats[body] = Seat { slot, lane };
            }
        }
        seats
    }

    /// Sets `first` of all limbs.
    fn mark_ends(&mut self) {
        let mut ones = vec![false; self.ones.len() + 1];
        let mut fours = vec![false; self.fours.len()];
        let mut eights = vec![false; self.eights.len()];
        for &slot in self.order.iter().rev() {
            match slot {
                Slot::One(k) => {
                    let limb = &mut self.ones[k - 1];
                    let (Parent::One(parent) | Parent::Alike(parent)) = limb.parent;
                    limb.first = !std::mem::replace(&mut ones[parent], true);
                }
                Slot::Four(k) => mark(&mut self.fours[k], &mut fours, &mut ones),
                Slot::Eight(k) => mark(&mut self.eights[k], &mut eights, &mut ones),
            }
        }
    }
}

/// Sets `first` of a limb, given the limbs of its width and the single ones that were already reached.
fn mark<T>(limb: &mut Limb<T>, alike: &mut [bool], ones: &mut [bool]) {
    let reached = match limb.parent {
        Parent::One(parent) => &mut ones[parent],
        Parent::Alike(parent) => &mut alike[parent],
    };
    limb.first = !std::mem::replace(reached, true);
}

/// Assigns a number to each body's subtree, equal for subtrees with the same kinds of joints; sorts the children of each body
/// by it.
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

/// Groups the children of one body with the same shape, others alone; or those of several bodies of one shape, each with its
/// counterparts.
fn match_up(children: &[Vec<usize>], shapes: &[usize], above: &[usize]) -> Vec<Vec<usize>> {
    let first = &children[above[0]];
    if above.len() > 1 {
        let alike = |k| above.iter().map(|&a: &usize| children[a][k]).collect();
        return (0..first.len()).map(alike).collect();
    }
    let mut matched = Vec::new();
    for row in first.chunk_by(|&a, &b| shapes[a] == shapes[b]) {
        matched.extend(row.chunks(8).map(<[usize]>::to_vec));
    }
    matched
}

fn limb<T: Real>(row: &[usize], parent: Slot, joints: &[Joint], rigid: &[Rigid<f64>]) -> Limb<T> {
    let bodies = std::array::from_fn(|k| *row.get(k).unwrap_or(&row[0]));
    let joint = |k: usize| &joints[bodies[k] - 1];
    let bent = (0..T::LANES).any(|k| joint(k).phi.is_some());
    Limb {
        bodies,
        count: row.len(),
        kind: joint(0).kind,
        parent: match parent {
            Slot::One(k) => Parent::One(k),
            Slot::Four(k) | Slot::Eight(k) => Parent::Alike(k),
        },
        first: true,
        phi: bent.then(|| Planar::from_lanes(|k| joint(k).phi.unwrap_or(STRAIGHT))),
        alpha: Planar::from_lanes(|k| joint(k).alpha),
        place: Vec3::from_lanes(|k| joint(k).place),
        offset: T::from_lanes(|k| joint(k).offset),
        scale: T::from_lanes(|k| joint(k).scale),
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

    /// Returns the bodies of limbs with several bodies.
    fn groups(limbs: &Limbs) -> Vec<&[usize]> {
        let several = limbs
            .order
            .iter()
            .filter(|slot| !matches!(slot, Slot::One(_)));
        several.map(|slot| limbs.bodies(*slot)).collect()
    }

    #[test]
    fn legs_of_one_shape_go_side_by_side() {
        // Body 1: trunk; 2-3 and 4-5: legs; 6: a tail on the root.
        let limbs = limbs(&[0, 1, 2, 1, 4, 0], &[]);
        assert_eq!(groups(&limbs), [[2, 4], [3, 5]]);
        assert_eq!(limbs.ones.len(), 2);
        assert_eq!(limbs.fours[1].parent, Parent::Alike(0));
        assert!(limbs.fours.iter().all(|l| l.first));
    }

    #[test]
    fn other_joints_or_other_shapes_go_alone() {
        assert!(groups(&limbs(&[0, 0], &[2])).is_empty());
        assert!(groups(&limbs(&[0, 0, 2], &[])).is_empty());
        // Three legs; children in another order still match.
        assert_eq!(groups(&limbs(&[0, 0, 0], &[])), [[1, 2, 3]]);
        assert_eq!(
            groups(&limbs(&[0, 0, 1, 1, 2, 2], &[4, 5])),
            [[1, 2], [3, 6], [4, 5]]
        );
    }

    #[test]
    fn legs_go_in_groups_of_up_to_eight() {
        let limbs = limbs(&[0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6], &[]);
        assert_eq!(groups(&limbs), [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]);
        assert!(limbs.ones.is_empty() && limbs.fours.is_empty());
        let many = super::tests::limbs(&[0; 11], &[]);
        assert_eq!(
            [many.eights.len(), many.fours.len(), many.ones.len()],
            [1, 1, 0]
        );
    }

    #[test]
    fn every_body_is_visited_once_after_its_parent() {
        let limbs = limbs(&[0, 0, 1, 2, 1, 2, 3, 4, 0, 9, 10, 9], &[]);
        let parents = [0, 0, 1, 2, 1, 2, 3, 4, 0, 9, 10, 9];
        let mut seen = vec![0];
        for slot in &limbs.order {
            for &body in limbs.bodies(*slot) {
                assert!(seen.contains(&parents[body - 1]) && !seen.contains(&body));
                seen.push(body);
            }
        }
        let seats = limbs.seats(13);
        assert!((0..13).all(|b| (0..b).all(|other| seats[b] != seats[other])));
        assert_eq!(seen.len(), 13);
    }
}
