//! Default colours of figures.
//!
//! A figure with limbs on its sides has cool colours on its left and warm ones on its right, a different one for each limb from
//! the front to the back, so that legs on the far side can be distinguished from those on the near one. Its middle is grey and
//! sand. Other figures use one sequence of colours from body to body. All are of the set by Okabe and Ito ("Color Universal
//! Design", 2008), which people with red-green colour blindness can distinguish; linked bodies always differ.

use super::colour::of_code;

/// Properties of a body that determine its default colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    /// Parent, an earlier body; none for the root.
    pub parent: Option<usize>,
    /// Its centre at the start, in the axes of the root (m): x ahead, y to the left.
    pub middle: [f64; 3],
}

/// Sequences of colours for limbs, from the front to the back: on the left, on the right. A second figure has the second pair.
const LIMBS: [[[u32; 3]; 2]; 2] = [
    [
        [0x0072b2, 0x56b4e9, 0x009e73],
        [0xd55e00, 0xe69f00, 0xcc79a7],
    ],
    [
        [0x009e73, 0x0072b2, 0x56b4e9],
        [0xcc79a7, 0xd55e00, 0xe69f00],
    ],
];
/// Colours of the middle of such a figure, alternating outwards.
const MIDDLE: [u32; 2] = [0x66707c, 0xd8c69a];
/// Sequence of colours of figures without limbs.
const ROW: [u32; 6] = [0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xd55e00];
/// Smallest distance from the middle of a body on a side, as a part of the farthest one.
const BESIDE: f64 = 0.15;
/// Largest distance of the centres of twins, one of them mirrored, as a part of the figure's size.
const TWINS: f64 = 0.05;

/// Returns linear RGB of each body of a figure, whose number in the world is `figure`.
#[must_use]
pub fn palette(members: &[Member], figure: usize) -> Vec<[f32; 3]> {
    // A figure that walks along y has its sides along x.
    let across = if twins(members, 0) > twins(members, 1) {
        0
    } else {
        1
    };
    let limbs = limbs(members, across);
    if limbs.iter().all(Option::is_none) {
        return row(members, figure);
    }
    let pair = &LIMBS[figure % LIMBS.len()];
    let mut depth = vec![0usize; members.len()];
    let mut colours = Vec::with_capacity(members.len());
    for (i, member) in members.iter().enumerate() {
        let parent = member.parent.filter(|p| *p < i);
        if let Some(parent) = parent.filter(|p| limbs[*p] == limbs[i]) {
            depth[i] = depth[parent] + 1;
        }
        let odd = depth[i] % 2 == 1;
        colours.push(match limbs[i] {
            None => of_code(MIDDLE[usize::from(odd)]),
            Some(limb) => {
                let row = &pair[usize::from(limb.right)];
                let colour = of_code(row[limb.rank % row.len()]);
                // Mixed with a part of white.
                let white = if odd { 0.26 } else { 0.0 };
                colour.map(|c| c + (1.0 - c) * white)
            }
        });
    }
    colours
}

/// The limb of a body.
#[derive(Clone, Copy, PartialEq)]
struct Limb {
    right: bool,
    /// Number of limbs of this side before it.
    rank: usize,
}

/// Returns the number of bodies on the sides that have a twin on the opposite side.
fn twins(members: &[Member], across: usize) -> usize {
    let middle = members.first().map_or(0.0, |root| root.middle[across]);
    let near = TWINS * size(members);
    let beside: Vec<[f64; 3]> = members
        .iter()
        .map(|m| m.middle)
        .filter(|p| (p[across] - middle).abs() > 2.0 * near)
        .collect();
    let is_twin = |p: &[f64; 3], q: &[f64; 3]| {
        let mut mirrored = *p;
        mirrored[across] = 2.0 * middle - p[across];
        (0..3).all(|k| (mirrored[k] - q[k]).abs() < near)
    };
    let has_twin = |p: &&[f64; 3]| beside.iter().any(|q| is_twin(p, q));
    beside.iter().filter(has_twin).count()
}

/// Returns the longest side of the bounding box of all centres (m).
fn size(members: &[Member]) -> f64 {
    let side = |k: usize| {
        let of = members.iter().map(|m| m.middle[k]);
        let (low, high) = of.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| {
            (l.min(x), h.max(x))
        });
        high - low
    };
    (0..3).map(side).fold(0.0, f64::max)
}

/// Returns the limb of each body: a body on a side whose parent is in the middle begins one, with all its distal bodies.
fn limbs(members: &[Member], across: usize) -> Vec<Option<Limb>> {
    let middle = members.first().map_or(0.0, |root| root.middle[across]);
    let away = |m: &Member| m.middle[across] - middle;
    let most = members.iter().map(|m| away(m).abs()).fold(0.0, f64::max);
    let least = (BESIDE * most).max(TWINS * size(members));
    // The first body of the limb of each body.
    let mut first: Vec<Option<usize>> = vec![None; members.len()];
    for (i, member) in members.iter().enumerate() {
        let parent = member.parent.filter(|p| *p < i);
        let inherited = parent.and_then(|p| first[p]);
        let begins = parent.is_some() && away(member).abs() > least;
        first[i] = inherited.or(begins.then_some(i));
    }
    // The left of a figure that walks along y is towards negative x.
    let right = |i: usize| (away(&members[i]) < 0.0) == (across == 1);
    let ahead = |i: usize| members[i].middle[1 - across];
    let begins = |i: usize| first[i] == Some(i);
    let rank = |limb: usize| {
        let others = (0..members.len()).filter(|o| begins(*o) && right(*o) == right(limb));
        let before = |o: &usize| ahead(*o) > ahead(limb) || ahead(*o) == ahead(limb) && *o < limb;
        others.filter(before).count()
    };
    let limb = |i: &usize| Limb {
        right: right(*i),
        rank: rank(*i),
    };
    first.iter().map(|f| f.as_ref().map(limb)).collect()
}

/// Returns the colours of a figure without limbs.
fn row(members: &[Member], figure: usize) -> Vec<[f32; 3]> {
    let mut chosen: Vec<usize> = Vec::with_capacity(members.len());
    let mut children = vec![0usize; members.len()];
    for (i, member) in members.iter().enumerate() {
        let at = match member.parent.filter(|p| *p < i) {
            None => figure % ROW.len(),
            Some(parent) => {
                children[parent] += 1;
                // Any step but a whole turn gives a colour other than the parent's.
                let step = 1 + (children[parent] - 1) % (ROW.len() - 1);
                (chosen[parent] + step) % ROW.len()
            }
        };
        chosen.push(at);
    }
    chosen.iter().map(|at| of_code(ROW[*at])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(parent: Option<usize>, middle: [f64; 3]) -> Member {
        Member { parent, middle }
    }

    /// Makes a trunk with a head, and `pairs` pairs of legs of two bodies each along an axis.
    fn walker(pairs: usize, along_y: bool) -> Vec<Member> {
        let turned = |p: [f64; 3]| if along_y { [-p[1], p[0], p[2]] } else { p };
        let mut members = vec![
            member(None, turned([0.0; 3])),
            member(Some(0), turned([1.0, 0.0, 0.0])),
        ];
        for pair in 0..pairs {
            let x = 0.5 - pair as f64 * 0.4;
            for y in [0.3, -0.3] {
                members.push(member(Some(0), turned([x, y, 0.0])));
                members.push(member(Some(members.len() - 1), turned([x, 2.0 * y, -0.3])));
            }
        }
        members
    }

    #[test]
    fn bodies_that_hang_on_each_other_differ() {
        let chain: Vec<Member> = (0..9)
            .map(|i: usize| member(i.checked_sub(1), [i as f64, 0.0, 0.0]))
            .collect();
        let star: Vec<Member> = (0..9)
            .map(|i: usize| member((i > 0).then_some(0), [0.0, 0.0, i as f64]))
            .collect();
        for members in [walker(3, false), walker(4, true), chain, star] {
            for figure in 0..3 {
                let colours = palette(&members, figure);
                for (i, member) in members.iter().enumerate() {
                    let parent = member.parent.map(|p| colours[p]);
                    assert_ne!(Some(colours[i]), parent, "{i}");
                }
            }
        }
    }

    #[test]
    fn left_is_cool_right_is_warm_whichever_way_it_walks() {
        for along_y in [false, true] {
            let colours = palette(&walker(3, along_y), 0);
            let (left, right) = (colours[2], colours[4]);
            assert!(left[2] > left[0], "{left:?}");
            assert!(right[0] > right[2], "{right:?}");
            // Six legs in six colours.
            let mut upper: Vec<[f32; 3]> = (0..6).map(|leg| colours[2 + 2 * leg]).collect();
            upper.sort_by(|a, b| a.partial_cmp(b).unwrap());
            upper.dedup();
            assert_eq!(upper.len(), 6);
        }
    }

    #[test]
    fn figures_of_one_body_differ() {
        let one = [member(None, [0.0; 3])];
        assert_ne!(palette(&one, 0), palette(&one, 1));
        assert!(palette(&[], 0).is_empty());
    }
}
