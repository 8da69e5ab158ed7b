//! Sparse systems of blocks, one block for each member of an island: a symmetric one is factored by Cholesky's method into U'U in an order of least
//! degree, so that few blocks are filled (George & Liu, *Computer Solution of Large Sparse Positive Definite Systems*, 1981, chapters 2
//! and 5). One that is not symmetric, but has blocks in the same places on both sides of the diagonal, is factored into L U in the same
//! order, without exchanges of rows (Golub & Van Loan, *Matrix Computations*, 3.2).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// A block right of the diagonal: a column of blocks, by its place in the order, and the start of its values.
#[derive(Clone, Copy, Debug)]
struct Right {
    column: usize,
    values: usize,
}

/// A row of blocks of the factor.
#[derive(Clone, Debug, Default)]
struct Row {
    /// Its node.
    node: usize,
    /// Start of the values of its block on the diagonal.
    diagonal: usize,
    /// Its blocks right of the diagonal, in order.
    right: Range<usize>,
    /// Its updates of later rows: the starts of the values of the blocks for each two of its own, the later one first.
    updates: usize,
}

/// A sparse system of blocks, all of whose pivots are positive.
#[derive(Clone, Debug, Default)]
pub(super) struct SparseSystem {
    sizes: Vec<usize>,
    /// Start of each node's unknowns.
    starts: Vec<usize>,
    /// The nodes that are coupled, two by two, in order.
    links: Vec<[usize; 2]>,
    rows: Vec<Row>,
    /// Place of each node in the order of elimination.
    places: Vec<usize>,
    right: Vec<Right>,
    updates: Vec<usize>,
    values: Vec<f64>,
    /// Of a system that is not symmetric the blocks below the diagonal, each transposed, in the places of those right of it.
    lower: Vec<f64>,
    skewed: bool,
}

impl SparseSystem {
    /// Prepares a system of nodes with these numbers of unknowns, coupled by these links; all its values are zero. A system of
    /// the same form as the last one is not analysed again. A `skewed` one is not symmetric.
    pub fn prepare(&mut self, sizes: &[usize], links: &[[usize; 2]], skewed: bool) {
        if self.sizes != sizes || self.links != links {
            self.sizes.clear();
            self.sizes.extend_from_slice(sizes);
            self.links.clear();
            self.links.extend_from_slice(links);
            self.analyse();
        }
        self.values.fill(0.0);
        self.skewed = skewed;
        if skewed {
            self.lower.clear();
            self.lower.resize(self.values.len(), 0.0);
        }
    }

    /// Whether it is not symmetric.
    pub fn is_skewed(&self) -> bool {
        self.skewed
    }

    /// Returns the number of unknowns.
    pub fn dimension(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// Returns the range of the unknowns of a node.
    pub fn span(&self, node: usize) -> Range<usize> {
        self.starts[node]..self.starts[node + 1]
    }

    /// Returns the block of two coupled nodes, or of one with itself, by rows, and whether the rows are those of the first. Of a block
    /// on the diagonal only the upper half counts, if the system is symmetric.
    pub fn block(&mut self, one: usize, two: usize) -> (&mut [f64], bool) {
        let (span, is_first) = self.place_of(one, two);
        (&mut self.values[span], is_first)
    }

    /// Returns the block on the other side of the diagonal of a system that is not symmetric, transposed: the rows are those of
    /// [`SparseSystem::block`].
    pub fn mirrored(&mut self, one: usize, two: usize) -> &mut [f64] {
        let (span, _) = self.place_of(one, two);
        &mut self.lower[span]
    }

    /// Returns where the values of a block are, and whether its rows are those of the first node.
    fn place_of(&self, one: usize, two: usize) -> (Range<usize>, bool) {
        let is_first = self.places[one] <= self.places[two];
        let (row, column) = if is_first { (one, two) } else { (two, one) };
        let (row, column) = (&self.rows[self.places[row]], self.places[column]);
        let from = match column == self.places[row.node] {
            true => row.diagonal,
            false => {
                let right = &self.right[row.right.clone()];
                let found = right.binary_search_by_key(&column, |of| of.column);
                found.map_or(row.diagonal, |i| right[i].values)
            }
        };
        let length = self.sizes[one] * self.sizes[two];
        (from..from + length, is_first)
    }

    /// Finds the order of elimination and the form of the factor.
    fn analyse(&mut self) {
        let nodes = self.sizes.len();
        self.starts.clear();
        self.starts.push(0);
        let mut end = 0;
        for size in &self.sizes {
            end += size;
            self.starts.push(end);
        }
        let mut near: Vec<Vec<usize>> = vec![vec![]; nodes];
        for &[a, b] in self.links.iter().filter(|[a, b]| a != b) {
            near[a].push(b);
            near[b].push(a);
        }
        for list in &mut near {
            list.sort_unstable();
            list.dedup();
        }
        self.rows.clear();
        self.places.clear();
        self.places.resize(nodes, usize::MAX);
        let mut fronts: Vec<Vec<usize>> = Vec::with_capacity(nodes);
        let degrees = near
            .iter()
            .zip(0..)
            .map(|(list, node)| Reverse((list.len(), node)));
        let mut waiting: BinaryHeap<Reverse<(usize, usize)>> = degrees.collect();
        let mut merged = vec![];
        while let Some(Reverse((degree, node))) = waiting.pop() {
            if self.places[node] != usize::MAX || near[node].len() != degree {
                continue;
            }
            self.places[node] = fronts.len();
            let front = std::mem::take(&mut near[node]);
            for &other in &front {
                merged.clear();
                merged.extend(front.iter().chain(&near[other]).copied());
                merged.sort_unstable();
                merged.dedup();
                merged.retain(|of| *of != node && *of != other);
                near[other].clear();
                near[other].extend_from_slice(&merged);
                waiting.push(Reverse((merged.len(), other)));
            }
            self.rows.push(Row {
                node,
                ..Row::default()
            });
            fronts.push(front);
        }
        self.right.clear();
        let mut values = 0;
        for (row, front) in self.rows.iter_mut().zip(&fronts) {
            let size = self.sizes[row.node];
            row.diagonal = values;
            values += size * size;
            let first = self.right.len();
            self.right.extend(front.iter().map(|node| Right {
                column: self.places[*node],
                values: 0,
            }));
            let own = &mut self.right[first..];
            own.sort_unstable_by_key(|of| of.column);
            row.right = first..first + front.len();
        }
        for row in &self.rows {
            let size = self.sizes[row.node];
            for of in &mut self.right[row.right.clone()] {
                of.values = values;
                values += self.sizes[self.rows[of.column].node] * size;
            }
        }
        self.values.clear();
        self.values.resize(values, 0.0);
        self.updates.clear();
        for i in 0..self.rows.len() {
            self.rows[i].updates = self.updates.len();
            let own = &self.right[self.rows[i].right.clone()];
            for (k, later) in own.iter().enumerate() {
                for earlier in &own[..=k] {
                    let into = &self.rows[earlier.column];
                    let right = &self.right[into.right.clone()];
                    let found = right.binary_search_by_key(&later.column, |of| of.column);
                    self.updates
                        .push(found.map_or(into.diagonal, |at| right[at].values));
                }
            }
        }
    }

    /// Factors the matrix. Returns false if a pivot is not positive.
    pub fn factor(&mut self) -> bool {
        for row in &self.rows {
            let size = self.sizes[row.node];
            let diagonal = row.diagonal..row.diagonal + size * size;
            let block = &mut self.values[diagonal.clone()];
            let is_factored = match self.skewed {
                true => factor_skewed_block(block, size),
                false => factor_block(block, size),
            };
            if !is_factored {
                return false;
            }
            let own = &self.right[row.right.clone()];
            // Blocks right of the diagonal are stored after all blocks on it.
            for of in own {
                let columns = self.sizes[self.rows[of.column].node];
                let (before, values) = self.values.split_at_mut(of.values);
                let upper = &before[diagonal.clone()];
                let values = &mut values[..size * columns];
                match self.skewed {
                    true => {
                        divide_by_lower(upper, values, size, columns);
                        let lower = &mut self.lower[of.values..][..size * columns];
                        divide(upper, lower, size, columns);
                    }
                    false => divide(upper, values, size, columns),
                }
            }
            let mut updates = self.updates[row.updates..].iter();
            for (k, later) in own.iter().enumerate() {
                for earlier in &own[..=k] {
                    let Some(&into) = updates.next() else { break };
                    let both = [earlier, later];
                    let sizes = both.map(|of| self.sizes[self.rows[of.column].node]);
                    let from = both.map(|of| of.values);
                    match self.skewed {
                        true => {
                            let halves = [&mut *self.values, &mut *self.lower];
                            update_skewed(halves, into, from, sizes, size);
                        }
                        false => update(&mut self.values, into, from, sizes, size),
                    }
                }
            }
        }
        true
    }

    /// Solves for a right-hand side in place, by the factors.
    pub fn solve(&self, x: &mut [f64]) {
        for row in &self.rows {
            let size = self.sizes[row.node];
            let own = self.span(row.node);
            let upper = &self.values[row.diagonal..row.diagonal + size * size];
            let below = match self.skewed {
                true => {
                    divide_by_lower(upper, &mut x[own.clone()], size, 1);
                    &self.lower
                }
                false => {
                    divide(upper, &mut x[own.clone()], size, 1);
                    &self.values
                }
            };
            for of in &self.right[row.right.clone()] {
                let other = self.span(self.rows[of.column].node);
                let block = below[of.values..].chunks_exact(other.len());
                for (at, row) in own.clone().zip(block) {
                    let value = x[at];
                    subtract(&mut x[other.clone()], value, row);
                }
            }
        }
        for row in self.rows.iter().rev() {
            let size = self.sizes[row.node];
            let own = self.span(row.node);
            for of in &self.right[row.right.clone()] {
                let other = self.span(self.rows[of.column].node);
                let block = self.values[of.values..].chunks_exact(other.len());
                for (at, row) in own.clone().zip(block) {
                    let sum: f64 = row.iter().zip(&x[other.clone()]).map(|(a, b)| a * b).sum();
                    x[at] -= sum;
                }
            }
            let upper = &self.values[row.diagonal..row.diagonal + size * size];
            let x = &mut x[own];
            for (k, row) in upper.chunks_exact(size).enumerate().rev() {
                let known = row[k + 1..].iter().zip(&x[k + 1..]);
                let sum: f64 = known.map(|(a, b)| a * b).sum();
                x[k] = (x[k] - sum) / row[k];
            }
        }
    }
}

/// Subtracts the product of the transpose of one block with another from a third.
fn update(
    values: &mut [f64],
    into: usize,
    [a, b]: [usize; 2],
    [rows, columns]: [usize; 2],
    size: usize,
) {
    let (a, b) = (a..a + size * rows, b..b + size * columns);
    // The block that changes is stored before or behind the others, which belong to one row.
    let from = a.start.min(b.start);
    let both = from..a.end.max(b.end);
    let (into, both) = split(values, into..into + rows * columns, both);
    let (a, b) = (
        &both[a.start - from..a.end - from],
        &both[b.start - from..b.end - from],
    );
    match (rows, columns) {
        (6, 6) => subtract_product(into, a, b, 6, 6),
        _ => subtract_product(into, a, b, rows, columns),
    }
}

/// Factors a block into U'U, in its upper triangle. Returns false if it is not positive definite.
fn factor_block(a: &mut [f64], size: usize) -> bool {
    for k in 0..size {
        let (above, rest) = a.split_at_mut((k + 1) * size);
        let row = &mut above[k * size..];
        let pivot = row[k];
        if pivot.is_nan() || pivot <= 0.0 {
            return false;
        }
        let root = pivot.sqrt();
        row[k] = root;
        row[k + 1..].iter_mut().for_each(|x| *x /= root);
        for (i, other) in (k + 1..size).zip(rest.chunks_exact_mut(size)) {
            subtract(&mut other[i..], row[i], &row[i..]);
        }
    }
    true
}

/// Factors a block into L U, with a diagonal of L of 1, in its place. Returns false if a pivot is not positive.
fn factor_skewed_block(a: &mut [f64], size: usize) -> bool {
    for k in 0..size {
        let (above, rest) = a.split_at_mut((k + 1) * size);
        let row = &above[k * size..];
        let pivot = row[k];
        if pivot.is_nan() || pivot <= 0.0 {
            return false;
        }
        for other in rest.chunks_exact_mut(size) {
            other[k] /= pivot;
            let value = other[k];
            subtract(&mut other[k + 1..], value, &row[k + 1..]);
        }
    }
    true
}

/// Solves L X = B in place, with a diagonal of L of 1.
fn divide_by_lower(lower: &[f64], b: &mut [f64], size: usize, columns: usize) {
    for (k, of) in lower.chunks_exact(size).enumerate() {
        let (before, row) = b.split_at_mut(k * columns);
        for (value, other) in of[..k].iter().zip(before.chunks_exact(columns)) {
            subtract(&mut row[..columns], *value, other);
        }
    }
}

/// Subtracts from a block of a system that is not symmetric, and from the one on the other side of the diagonal, the products of the two
/// blocks of a row that is eliminated: each of one half with the other of the other half.
fn update_skewed(
    [upper, lower]: [&mut [f64]; 2],
    into: usize,
    [a, b]: [usize; 2],
    [rows, columns]: [usize; 2],
    size: usize,
) {
    let (a, b) = (a..a + size * rows, b..b + size * columns);
    let into = into..into + rows * columns;
    let (block, of_upper) = split(upper, into.clone(), b.clone());
    subtract_product(block, &lower[a.clone()], of_upper, rows, columns);
    if a != b {
        let (block, of_lower) = split(lower, into, b);
        subtract_product(block, &upper[a], of_lower, rows, columns);
    }
}

/// Returns two blocks that do not overlap.
fn split(values: &mut [f64], into: Range<usize>, other: Range<usize>) -> (&mut [f64], &[f64]) {
    match into.start < other.start {
        true => {
            let (low, high) = values.split_at_mut(other.start);
            (&mut low[into], &high[..other.len()])
        }
        false => {
            let (low, high) = values.split_at_mut(into.start);
            (&mut high[..into.len()], &low[other])
        }
    }
}

/// Solves U'X = B in place.
#[inline]
fn divide(upper: &[f64], b: &mut [f64], size: usize, columns: usize) {
    for (k, of) in upper.chunks_exact(size).enumerate() {
        let (row, rest) = b[k * columns..].split_at_mut(columns);
        row.iter_mut().for_each(|x| *x /= of[k]);
        for (value, other) in of[k + 1..].iter().zip(rest.chunks_exact_mut(columns)) {
            subtract(other, *value, row);
        }
    }
}

/// Subtracts a multiple of a row from another. Most joints of a figure are not on the way from a point to the root: many are zero.
#[inline(always)]
fn subtract(from: &mut [f64], value: f64, row: &[f64]) {
    if value != 0.0 {
        from.iter_mut().zip(row).for_each(|(x, a)| *x -= value * a);
    }
}

/// Subtracts A'B from a block; A and B have as many columns as it has rows and columns.
#[inline(always)]
fn subtract_product(into: &mut [f64], a: &[f64], b: &[f64], rows: usize, columns: usize) {
    for (a, b) in a.chunks_exact(rows).zip(b.chunks_exact(columns)) {
        for (into, value) in into.chunks_exact_mut(columns).zip(a) {
            into.iter_mut().zip(b).for_each(|(x, b)| *x -= value * b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A system of blocks of several sizes on a grid: the residual of its solution is rounding, and a second one of the same form
    /// is solved too.
    #[test]
    fn a_grid_of_blocks_is_solved() {
        let (wide, high) = (5, 4);
        let sizes: Vec<usize> = (0..wide * high).map(|i| [6, 3, 6, 7][i % 4]).collect();
        let at = |x: usize, y: usize| y * wide + x;
        let across = (0..high).flat_map(|y| (1..wide).map(move |x| [at(x - 1, y), at(x, y)]));
        let up = (1..high).flat_map(|y| (0..wide).map(move |x| [at(x, y - 1), at(x, y)]));
        let mut links: Vec<[usize; 2]> = across.chain(up).collect();
        links.sort_unstable();
        let mut system = SparseSystem::default();
        let mut seed = 1u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(seed) / f64::from(u32::MAX) - 0.5
        };
        for skewed in [false, true, false] {
            system.prepare(&sizes, &links, skewed);
            let n = system.dimension();
            let mut dense = vec![vec![0.0; n]; n];
            for node in 0..sizes.len() {
                let span = system.span(node);
                let (block, _) = system.block(node, node);
                for r in 0..sizes[node] {
                    for c in 0..sizes[node] {
                        let value = if r == c {
                            20.0
                        } else if skewed && r > c {
                            -0.7
                        } else {
                            0.3
                        };
                        block[r * sizes[node] + c] = value;
                        dense[span.start + r][span.start + c] = value;
                    }
                }
            }
            for &[a, b] in &links {
                let (one, two) = (system.span(a), system.span(b));
                let (block, is_first) = system.block(b, a);
                for r in 0..sizes[b] {
                    for c in 0..sizes[a] {
                        let value = random();
                        match is_first {
                            true => block[r * sizes[a] + c] = value,
                            false => block[c * sizes[b] + r] = value,
                        }
                        dense[two.start + r][one.start + c] = value;
                        dense[one.start + c][two.start + r] = value;
                    }
                }
                if skewed {
                    let block = system.mirrored(b, a);
                    for r in 0..sizes[b] {
                        for c in 0..sizes[a] {
                            let value = random();
                            let (row, column) = (two.start + r, one.start + c);
                            match is_first {
                                true => {
                                    block[r * sizes[a] + c] = value;
                                    dense[column][row] = value;
                                }
                                false => {
                                    block[c * sizes[b] + r] = value;
                                    dense[row][column] = value;
                                }
                            }
                        }
                    }
                }
            }
            let known: Vec<f64> = (0..n).map(|_| random()).collect();
            let mut x = known.clone();
            assert!(system.factor());
            system.solve(&mut x);
            for (row, b) in dense.iter().zip(&known) {
                let sum: f64 = row.iter().zip(&x).map(|(a, x)| a * x).sum();
                assert!((sum - b).abs() < 1e-14, "{sum} {b}");
            }
        }
    }

    #[test]
    fn an_indefinite_system_is_refused() {
        let mut system = SparseSystem::default();
        system.prepare(&[1, 1], &[[0, 1]], false);
        for (node, value) in [(0, 1.0), (1, 1.0)] {
            system.block(node, node).0[0] = value;
        }
        system.block(0, 1).0[0] = 2.0;
        assert!(!system.factor());
    }
}
