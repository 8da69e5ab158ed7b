//! Pairs of overlapping boxes, by hierarchical hashing (Mirtich, *Impulse-based dynamic simulation of rigid body systems*, 1996, 2.4;
//! Fontijne 2000, 2.3).
//!
//! Boxes are entered in grids by their size, with cells of a power of two that no box exceeds: a box is in at most eight cells of its own
//! grid, and meets those of a coarser one in at most eight of its cells. Cells are found by a hash, so space has no bounds. The time
//! is proportional to the boxes and the pairs found.

use nalgebra::Vector3;

/// A box in a cell of a grid.
#[derive(Clone, Copy, Debug)]
struct Entry {
    level: i32,
    cell: [i64; 3],
    number: u32,
    /// The entry after it with the same hash.
    next: u32,
}

/// Number of boxes up to which all pairs are compared: that takes less time than the cells of so few.
const FEW: usize = 64;

/// No entry.
const NONE: u32 = u32::MAX;

/// Search for pairs, with its scratch memory.
#[derive(Clone, Debug, Default)]
pub(super) struct HashGrid {
    /// Boxes by their size, the largest first.
    order: Vec<(i32, u32)>,
    levels: Vec<i32>,
    heads: Vec<u32>,
    entries: Vec<Entry>,
    pairs: Vec<[u32; 2]>,
}

impl HashGrid {
    /// Returns the pairs last found.
    pub fn pairs(&self) -> &[[u32; 2]] {
        &self.pairs
    }

    /// Finds all pairs of boxes that overlap, by their numbers. A box that is not finite overlaps none.
    pub fn find(&mut self, boxes: &[[Vector3<f64>; 2]]) {
        self.pairs.clear();
        if boxes.len() <= FEW {
            for (one, a) in boxes.iter().zip(0..).filter(|(of, _)| size(of).is_finite()) {
                let before = boxes.iter().zip(0..a);
                let near = before.filter(|(of, _)| overlap(one, of) && size(of).is_finite());
                self.pairs.extend(near.map(|(_, b)| [b, a]));
            }
            return;
        }
        self.entries.clear();
        self.order.clear();
        for (of, number) in boxes.iter().zip(0..) {
            let size = size(of);
            if size.is_finite() {
                self.order.push((level_of(size), number));
            }
        }
        self.order.sort_unstable_by(|a, b| b.cmp(a));
        self.levels.clear();
        self.levels
            .extend(self.order.iter().map(|(level, _)| *level));
        self.levels.dedup();
        self.heads.clear();
        self.heads
            .resize((4 * self.order.len()).next_power_of_two(), NONE);
        for i in 0..self.order.len() {
            let (own, number) = self.order[i];
            let [low, high] = boxes[number as usize];
            for k in 0..self.levels.len() {
                let level = self.levels[k];
                if level < own {
                    break;
                }
                let [from, to] = [low, high].map(|corner| cell(&corner, level));
                for cell in cells(from, to) {
                    self.meet_in((level, cell), number, boxes);
                }
            }
            let [from, to] = [low, high].map(|corner| cell(&corner, own));
            for cell in cells(from, to) {
                let place = self.place(own, &cell);
                self.entries.push(Entry {
                    level: own,
                    cell,
                    number,
                    next: self.heads[place],
                });
                self.heads[place] = (self.entries.len() - 1) as u32;
            }
        }
    }

    fn meet_in(
        &mut self,
        (level, within): (i32, [i64; 3]),
        number: u32,
        boxes: &[[Vector3<f64>; 2]],
    ) {
        let one = &boxes[number as usize];
        let mut next = self.heads[self.place(level, &within)];
        while let Some(entry) = self.entries.get(next as usize) {
            next = entry.next;
            if entry.level != level || entry.cell != within {
                continue;
            }
            let other = &boxes[entry.number as usize];
            // Of the cells that both share, the one with the lower corner of their overlap counts.
            if overlap(one, other) && cell(&one[0].sup(&other[0]), level) == within {
                self.pairs.push([entry.number, number]);
            }
        }
    }

    fn place(&self, level: i32, cell: &[i64; 3]) -> usize {
        let mixed = cell.iter().fold(i64::from(level) as u64, |sum, x| {
            (sum.rotate_left(21) ^ *x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        });
        (mixed >> 32) as usize & (self.heads.len() - 1)
    }
}

/// Returns the largest extent of a box.
fn size([low, high]: &[Vector3<f64>; 2]) -> f64 {
    (high - low).max()
}

/// Whether two boxes overlap.
fn overlap([low, high]: &[Vector3<f64>; 2], [l, h]: &[Vector3<f64>; 2]) -> bool {
    (0..3).all(|k| l[k] <= high[k] && low[k] <= h[k])
}

/// Returns the exponent of the smallest power of two that is larger than a size.
fn level_of(size: f64) -> i32 {
    libm::frexp(size.max(f64::MIN_POSITIVE)).1
}

/// Returns the cell of a point.
fn cell(at: &Vector3<f64>, level: i32) -> [i64; 3] {
    [at.x, at.y, at.z].map(|x| libm::floor(libm::ldexp(x, -level)) as i64)
}

/// Returns the cells from one to another.
fn cells(from: [i64; 3], to: [i64; 3]) -> impl Iterator<Item = [i64; 3]> {
    (from[0]..=to[0]).flat_map(move |x| {
        (from[1]..=to[1]).flat_map(move |y| (from[2]..=to[2]).map(move |z| [x, y, z]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn boxes() -> impl Strategy<Value = Vec<[Vector3<f64>; 2]>> {
        let centre = prop::array::uniform3(-3.0..3.0_f64);
        let size = (prop::array::uniform3(0.0..1.0_f64), -8..3_i32);
        let one = (centre, size).prop_map(|(centre, (half, power))| {
            let (centre, half) = (Vector3::from(centre), Vector3::from(half));
            let half = half * libm::exp2(f64::from(power));
            [centre - half, centre + half]
        });
        prop::collection::vec(one, 0..3 * FEW)
    }

    proptest! {
        #[test]
        fn the_pairs_are_those_of_all_comparisons(boxes in boxes()) {
            let mut grid = HashGrid::default();
            for _ in 0..2 {
                grid.find(&boxes);
                let pairs = grid.pairs().iter().map(|[a, b]| [*a.min(b), *a.max(b)]);
                let mut found: Vec<[u32; 2]> = pairs.collect();
                found.sort_unstable();
                let overlap = |a: &[Vector3<f64>; 2], b: &[Vector3<f64>; 2]| {
                    (0..3).all(|k| a[0][k] <= b[1][k] && b[0][k] <= a[1][k])
                };
                let numbers = 0..boxes.len() as u32;
                let all = numbers.flat_map(|a| (0..a).map(move |b| [b, a]));
                let of = |i: u32| &boxes[i as usize];
                let mut expected: Vec<[u32; 2]> =
                    all.filter(|[a, b]| overlap(of(*a), of(*b))).collect();
                expected.sort_unstable();
                prop_assert_eq!(&found, &expected);
            }
        }
    }

    #[test]
    fn boxes_far_away_and_without_bounds_have_no_pairs() {
        let far = Vector3::repeat(1e300);
        let nowhere = Vector3::repeat(f64::NAN);
        let one = Vector3::repeat(1.0);
        let boxes = [
            [-one, one],
            [far, far],
            [nowhere, one],
            [-far, one * f64::INFINITY],
        ];
        let mut grid = HashGrid::default();
        grid.find(&boxes);
        assert!(grid.pairs().is_empty());
    }
}
