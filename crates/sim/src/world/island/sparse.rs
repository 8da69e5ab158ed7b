//! Sparse symmetric systems of blocks, one block for each member of an island: factored by Cholesky's method in an order of least degree,
//! so that few blocks are filled (George & Liu, *Computer Solution of Large Sparse Positive Definite Systems*, 1981, chapters 2 and 5).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// A block below the diagonal: a row of blocks, by its place in the order, and the start of its values.
#[derive(Clone, Copy, Debug)]
struct Below {
    row: usize,
    values: usize,
}

/// A column of blocks of the factor.
#[derive(Clone, Debug, Default)]
struct Column {
    /// Its node.
    node: usize,
    /// Start of the values of its block on the diagonal.
    diagonal: usize,
    /// Its blocks below the diagonal, in order.
    below: Range<usize>,
    /// Its updates of later columns: the starts of the values of the blocks for each two of its own, row by row.
    updates: usize,
}

/// A sparse symmetric positive definite system of blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct SparseSystem {
    sizes: Vec<usize>,
    /// Start of each node's unknowns.
    starts: Vec<usize>,
    /// The nodes that are coupled, two by two, in order.
    links: Vec<[usize; 2]>,
    columns: Vec<Column>,
    /// Place of each node in the order of elimination.
    places: Vec<usize>,
    below: Vec<Below>,
    updates: Vec<usize>,
    values: Vec<f64>,
}

impl SparseSystem {
    /// Prepares a system of nodes with these numbers of unknowns, coupled by these links; all its values are zero. A system of
    /// the same form as the last one is not analysed again.
    pub fn prepare(&mut self, sizes: &[usize], links: &[[usize; 2]]) {
        if self.sizes != sizes || self.links != links {
            self.sizes.clear();
            self.sizes.extend_from_slice(sizes);
            self.links.clear();
            self.links.extend_from_slice(links);
            self.analyse();
        }
        self.values.fill(0.0);
    }

    /// Returns the number of unknowns.
    pub fn dimension(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// Returns the range of the unknowns of a node.
    pub fn span(&self, node: usize) -> Range<usize> {
        self.starts[node]..self.starts[node + 1]
    }

    /// Returns the block of two coupled nodes, or of one with itself, by rows, and whether the rows are those of the first.
    pub fn block(&mut self, one: usize, two: usize) -> (&mut [f64], bool) {
        let is_first = self.places[one] >= self.places[two];
        let (row, column) = if is_first { (one, two) } else { (two, one) };
        let (row, column) = (self.places[row], &self.columns[self.places[column]]);
        let from = match row == self.places[column.node] {
            true => column.diagonal,
            false => {
                let below = &self.below[column.below.clone()];
                let found = below.binary_search_by_key(&row, |of| of.row);
                found.map_or(column.diagonal, |i| below[i].values)
            }
        };
        let length = self.sizes[one] * self.sizes[two];
        (&mut self.values[from..from + length], is_first)
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
        self.columns.clear();
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
            self.columns.push(Column {
                node,
                ..Column::default()
            });
            fronts.push(front);
        }
        self.below.clear();
        let mut values = 0;
        for (column, front) in self.columns.iter_mut().zip(&fronts) {
            let size = self.sizes[column.node];
            column.diagonal = values;
            values += size * size;
            let first = self.below.len();
            self.below.extend(front.iter().map(|node| Below {
                row: self.places[*node],
                values: 0,
            }));
            let own = &mut self.below[first..];
            own.sort_unstable_by_key(|of| of.row);
            column.below = first..first + front.len();
        }
        for i in 0..self.columns.len() {
            let column = &self.columns[i];
            let size = self.sizes[column.node];
            for of in &mut self.below[column.below.clone()] {
                of.values = values;
                values += self.sizes[self.columns[of.row].node] * size;
            }
        }
        self.values.clear();
        self.values.resize(values, 0.0);
        self.updates.clear();
        for i in 0..self.columns.len() {
            self.columns[i].updates = self.updates.len();
            let own = &self.below[self.columns[i].below.clone()];
            for (k, row) in own.iter().enumerate() {
                for column in &own[..=k] {
                    let into = &self.columns[column.row];
                    let below = &self.below[into.below.clone()];
                    let found = below.binary_search_by_key(&row.row, |of| of.row);
                    self.updates
                        .push(found.map_or(into.diagonal, |at| below[at].values));
                }
            }
        }
    }

    /// Factors the matrix. Returns false if it is not positive definite.
    pub fn factor(&mut self) -> bool {
        for i in 0..self.columns.len() {
            let column = &self.columns[i];
            let size = self.sizes[column.node];
            let diagonal = column.diagonal..column.diagonal + size * size;
            if !factor_block(&mut self.values[diagonal.clone()], size) {
                return false;
            }
            let own = &self.below[column.below.clone()];
            // Blocks below the diagonal are stored after all blocks on it.
            for of in own {
                let rows = self.sizes[self.columns[of.row].node];
                let (before, values) = self.values.split_at_mut(of.values);
                let lower = &before[diagonal.clone()];
                for row in values[..rows * size].chunks_exact_mut(size) {
                    forward(lower, row);
                }
            }
            let mut updates = self.updates[column.updates..].iter();
            for (k, row) in own.iter().enumerate() {
                for other in &own[..=k] {
                    let Some(&into) = updates.next() else { break };
                    let sizes = [row, other].map(|of| self.sizes[self.columns[of.row].node]);
                    update(
                        &mut self.values,
                        into,
                        [row.values, other.values],
                        sizes,
                        size,
                    );
                }
            }
        }
        true
    }

    /// Solves for a right-hand side in place, by the factors.
    pub fn solve(&self, x: &mut [f64]) {
        for column in &self.columns {
            let size = self.sizes[column.node];
            let own = self.span(column.node);
            let lower = &self.values[column.diagonal..column.diagonal + size * size];
            forward(lower, &mut x[own.clone()]);
            for of in &self.below[column.below.clone()] {
                let other = self.span(self.columns[of.row].node);
                let block = self.values[of.values..].chunks_exact(size);
                for (row, at) in block.zip(other) {
                    let sum: f64 = row.iter().zip(&x[own.clone()]).map(|(a, b)| a * b).sum();
                    x[at] -= sum;
                }
            }
        }
        for column in self.columns.iter().rev() {
            let size = self.sizes[column.node];
            let own = self.span(column.node);
            for of in &self.below[column.below.clone()] {
                let other = self.span(self.columns[of.row].node);
                let block = self.values[of.values..].chunks_exact(size);
                for (row, at) in block.zip(other) {
                    let value = x[at];
                    for (x, a) in x[own.clone()].iter_mut().zip(row) {
                        *x -= a * value;
                    }
                }
            }
            let lower = &self.values[column.diagonal..column.diagonal + size * size];
            backward(lower, &mut x[own]);
        }
    }
}

/// Subtracts the product of one block with the transpose of another from a third.
fn update(
    values: &mut [f64],
    into: usize,
    [a, b]: [usize; 2],
    [rows, columns]: [usize; 2],
    size: usize,
) {
    let (a, b) = (a..a + rows * size, b..b + columns * size);
    let into = into..into + rows * columns;
    // The block that changes is stored before or behind the others, which belong to one column.
    let (into, a, b) = if into.start < a.start.min(b.start) {
        let (low, high) = values.split_at_mut(a.start.min(b.start));
        let from = low.len();
        let part = |range: Range<usize>| range.start - from..range.end - from;
        (&mut low[into], &high[part(a)], &high[part(b)])
    } else {
        let (low, high) = values.split_at_mut(into.start);
        (&mut high[..into.len()], &low[a], &low[b])
    };
    match (rows, size, columns) {
        (6, 6, 6) => subtract_product(into, a, b, 6, 6),
        _ => subtract_product(into, a, b, size, columns),
    }
}

/// Factors a block into L L', in its lower triangle. Returns false if it is not positive definite.
fn factor_block(a: &mut [f64], size: usize) -> bool {
    for i in 0..size {
        let (above, rest) = a.split_at_mut(i * size);
        let row = &mut rest[..size];
        for j in 0..i {
            let other = &above[j * size..];
            let sum: f64 = row[..j].iter().zip(other).map(|(x, y)| x * y).sum();
            row[j] = (row[j] - sum) / other[j];
        }
        let squares: f64 = row[..i].iter().map(|x| x * x).sum();
        let pivot = row[i] - squares;
        if pivot.is_nan() || pivot <= 0.0 {
            return false;
        }
        row[i] = pivot.sqrt();
    }
    true
}

/// Solves L x = b in place.
#[inline]
fn forward(lower: &[f64], x: &mut [f64]) {
    let size = x.len();
    for i in 0..size {
        let row = &lower[i * size..][..=i];
        let sum: f64 = row.iter().zip(&x[..i]).map(|(a, b)| a * b).sum();
        x[i] = (x[i] - sum) / row[i];
    }
}

/// Solves L' x = b in place.
#[inline]
fn backward(lower: &[f64], x: &mut [f64]) {
    let size = x.len();
    for i in (0..size).rev() {
        let row = &lower[i * size..][..=i];
        x[i] /= row[i];
        let value = x[i];
        for (x, a) in x[..i].iter_mut().zip(row) {
            *x -= a * value;
        }
    }
}

/// Subtracts A B' from a block; both have rows of that size.
#[inline(always)]
fn subtract_product(into: &mut [f64], a: &[f64], b: &[f64], size: usize, columns: usize) {
    for (into, a) in into.chunks_exact_mut(columns).zip(a.chunks_exact(size)) {
        for (x, b) in into.iter_mut().zip(b.chunks_exact(size)) {
            let sum: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
            *x -= sum;
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
        for _ in 0..2 {
            system.prepare(&sizes, &links);
            let n = system.dimension();
            let mut dense = vec![vec![0.0; n]; n];
            for node in 0..sizes.len() {
                let span = system.span(node);
                let (block, _) = system.block(node, node);
                for r in 0..sizes[node] {
                    for c in 0..sizes[node] {
                        let value = if r == c { 20.0 } else { 0.3 };
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
        system.prepare(&[1, 1], &[[0, 1]]);
        for (node, value) in [(0, 1.0), (1, 1.0)] {
            system.block(node, node).0[0] = value;
        }
        system.block(0, 1).0[0] = 2.0;
        assert!(!system.factor());
    }
}
