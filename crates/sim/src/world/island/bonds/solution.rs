//! The system of the coupled bonds, and its solution.

use super::*;

impl Bonds {
    /// Solves for the forces of the coupled bonds. With k = f0 + G s - G a0, f = k - G R x, and x the accelerations by f, for which the
    /// inertia is M (1 for a figure of several bodies), (M + R'G R) x = R'k: sparse, since each bond couples two members. Where the friction
    /// of a figure on the ground follows its normal force, M is not symmetric, and R' is not the transpose of R.
    pub(super) fn find_forces(&mut self, corpora: &[Corpus], members: &[usize]) -> bool {
        self.link(corpora, members);
        self.assemble();
        let mut known = std::mem::take(&mut self.known);
        known.clear();
        for bond in &self.coupled {
            let free = self.free_acceleration(corpora, members, bond);
            known.push(bond.known - bond.resistance * free);
        }
        self.known = known;
        if !self.system.factor() {
            return false;
        }
        self.x.clear();
        self.x.resize(self.system.dimension(), 0.0);
        self.residual.clone_from(&self.x);
        self.forces.clear();
        self.forces
            .extend(self.known.iter().flat_map(|k| k.iter().copied()));
        // Once more with the residual R'f - M x: stiff bonds lose digits in the first solution.
        let mut first = 0.0;
        for round in 0..2 {
            self.find_residual();
            let size = largest(&self.residual);
            if round == 0 {
                first = size;
            } else if size <= ROUNDING * first {
                break;
            }
            let mut change = std::mem::take(&mut self.residual);
            self.system.solve(&mut change);
            self.x.iter_mut().zip(&change).for_each(|(x, dx)| *x += dx);
            self.residual = change;
            self.forces_of_accelerations();
        }
        true
    }

    /// Finds which members the coupled bonds join, and numbers their unknowns.
    pub(super) fn link(&mut self, corpora: &[Corpus], members: &[usize]) {
        self.number(corpora, members);
        self.links.clear();
        let links = self.coupled.iter().map(|bond| {
            let [a, b] = bond.members();
            [a.min(b), a.max(b)]
        });
        self.links.extend(links);
        self.links.sort_unstable();
        self.links.dedup();
    }

    /// Numbers those coordinates of each member that a column has: the bonds do not move the others.
    fn number(&mut self, corpora: &[Corpus], members: &[usize]) {
        for (member, &i) in self.members.iter_mut().zip(members) {
            member.numbers.clear();
            let length = corpora[i].step.acceleration.len();
            member.numbers.resize(length, 0);
        }
        let columns = |bond: &Coupled| {
            let sides = bond.members().into_iter().zip(bond.rows);
            sides.filter_map(|(member, rows)| match rows {
                Rows::Columns([start, end]) => Some((member, start..end)),
                Rows::None | Rows::Arm(_) => None,
            })
        };
        for (member, range) in self.coupled.iter().flat_map(columns) {
            let numbers = &mut self.members[member].numbers;
            self.columns[range]
                .iter()
                .for_each(|of| numbers[of.index] = 1);
        }
        self.sizes.clear();
        for member in &mut self.members {
            let mut size = 0;
            for number in &mut member.numbers {
                size += std::mem::replace(number, size);
            }
            let single = member.response.single_body().filter(|_| member.coupled);
            self.sizes.push(single.map_or(size.max(1), |_| 6));
        }
        for (member, range) in self.coupled.iter().flat_map(columns) {
            let numbers = &self.members[member].numbers;
            let columns = self.columns[range].iter_mut();
            columns.for_each(|of| of.index = numbers[of.index]);
        }
    }

    /// Makes the system M + R'G R.
    pub(super) fn assemble(&mut self) {
        let is_skewed = |member: &Member| member.coupled && member.response.is_skewed();
        let skewed = self.members.iter().any(is_skewed);
        self.system.prepare(&self.sizes, &self.links, skewed);
        for (node, (&size, member)) in self.sizes.iter().zip(&self.members).enumerate() {
            let (block, _) = self.system.block(node, node);
            match member.response.single_body().filter(|_| member.coupled) {
                Some(inertia) => block.copy_from_slice(inertia.transpose().as_slice()),
                None => (0..size).for_each(|i| block[i * (size + 1)] = 1.0),
            }
        }
        let coupled = std::mem::take(&mut self.coupled);
        for pair in coupled.chunk_by(Coupled::joins_the_same) {
            self.add_pair(pair);
        }
        self.coupled = coupled;
    }

    /// Adds R'G R of the bonds of two members to the system, whose sides are equally far from each other.
    fn add_pair(&mut self, bonds: &[Coupled]) {
        let mut sum = Stiffness::default();
        let mut between = None;
        let [a, b] = bonds.first().map_or([0; 2], Coupled::members);
        for bond in bonds {
            // An open contact.
            if bond.resistance == Matrix3::zeros() {
                continue;
            }
            match bond.rows {
                [Rows::Arm(r), Rows::Arm(s)] if a != b => {
                    sum.add(&r, &bond.resistance);
                    between = Some(r - s);
                }
                _ => self.add_to_system(bond),
            }
        }
        let Some(d) = between else {
            return;
        };
        let (own, across, other) = sum.of_sides(&d);
        for (node, part) in [(a, own), (b, other)] {
            part.add_to(self.system.block(node, node).0, 1.0);
        }
        let (block, is_first) = self.system.block(a, b);
        let across = match is_first {
            true => across,
            false => across.transposed(),
        };
        across.add_to(block, -1.0);
        // Bonds themselves are symmetric.
        if self.system.is_skewed() {
            across.add_to(self.system.mirrored(a, b), -1.0);
        }
    }

    /// Adds R'G R of a bond to the system.
    fn add_to_system(&mut self, bond: &Coupled) {
        let g = &bond.resistance;
        let [one, two] = bond.members();
        let symmetric = !self.system.is_skewed();
        if one == two {
            // The rows of a bond between two bodies of one figure are the differences of those of its sides.
            let size = self.sizes[one];
            let mut of_arm = [NO_COLUMN; 6];
            if let Some(side) = bond.fixed() {
                let columns = bond.rows[1 - side].write(&self.columns, &mut of_arm);
                let (block, _) = self.system.block(one, one);
                add_product(block, [columns; 2], g, size, symmetric);
                return;
            }
            subtract(
                [0, 1].map(|side| bond.rows[side].of(&self.columns)),
                &mut self.difference,
            );
            let (block, _) = self.system.block(one, one);
            add_product(block, [&self.difference; 2], g, size, symmetric);
            return;
        }
        for (one, two) in [(0, 0), (1, 1), (0, 1), (1, 0)] {
            let [a, b] = [one, two].map(|side| bond.members()[side]);
            let (block, is_first) = self.system.block(a, b);
            let g = g * (SIGNS[one] * SIGNS[two]);
            let mut of_arms = [[NO_COLUMN; 6]; 2];
            let [arms, others] = &mut of_arms;
            let columns = [
                bond.rows[one].write(&self.columns, arms),
                bond.rows[two].write(&self.columns, others),
            ];
            if is_first {
                add_product(block, columns, &g, self.sizes[b], symmetric && a == b);
            } else if !symmetric {
                // Of two blocks that mirror each other, a symmetric system has only one.
                let block = self.system.mirrored(a, b);
                add_transposed_product(block, columns, &g, self.sizes[a]);
            }
        }
    }

    /// Computes R'f - M x.
    pub(super) fn find_residual(&mut self) {
        for (node, member) in (0..self.sizes.len()).zip(&self.members) {
            let span = self.system.span(node);
            let (residual, x) = (&mut self.residual[span.clone()], &self.x[span]);
            match member.response.single_body().filter(|_| member.coupled) {
                Some(inertia) => {
                    for (r, row) in residual.iter_mut().zip(inertia.row_iter()) {
                        *r = -row.iter().zip(x).map(|(a, b)| a * b).sum::<f64>();
                    }
                }
                None => residual.iter_mut().zip(x).for_each(|(r, x)| *r = -x),
            }
        }
        for (bond, force) in self.coupled.iter().zip(self.forces.chunks_exact(3)) {
            let force = Vector3::from_column_slice(force);
            // Most rigid contacts of a figure that walks are open.
            if force == Vector3::zeros() {
                continue;
            }
            for ((node, &rows), sign) in bond.members().into_iter().zip(&bond.rows).zip(SIGNS) {
                let residual = &mut self.residual[self.system.span(node)];
                let force = force * sign;
                match rows {
                    Rows::None => {}
                    Rows::Columns([start, end]) => {
                        for of in &self.columns[start..end] {
                            residual[of.index] += of.of.dot(&force);
                        }
                    }
                    Rows::Arm(arm) => {
                        let moment = arm.cross(&force);
                        let parts = moment.iter().chain(force.iter());
                        residual.iter_mut().zip(parts).for_each(|(r, f)| *r += f);
                    }
                }
            }
        }
    }

    /// Computes f = k - G R x.
    pub(super) fn forces_of_accelerations(&mut self) {
        let mut forces = std::mem::take(&mut self.forces);
        forces.clear();
        for (bond, known) in self.coupled.iter().zip(&self.known) {
            let force = known - bond.resistance * self.acceleration(bond);
            forces.extend(force.iter());
        }
        self.forces = forces;
    }

    /// Returns R x of a bond: the relative acceleration of its points by the coupled bonds (m/s2, world).
    pub(super) fn acceleration(&self, bond: &Coupled) -> Vector3<f64> {
        self.side_acceleration(bond, 0) - self.side_acceleration(bond, 1)
    }

    /// Returns the acceleration of one side of a bond by the coupled bonds (m/s2, world).
    pub(super) fn side_acceleration(&self, bond: &Coupled, side: usize) -> Vector3<f64> {
        let x = &self.x[self.system.span(bond.members()[side])];
        match bond.rows[side] {
            Rows::None => Vector3::zeros(),
            Rows::Columns([start, end]) => {
                let columns = self.columns[start..end].iter();
                columns.map(|of| of.by * x[of.index]).sum()
            }
            Rows::Arm(arm) => {
                let turning = Vector3::from_column_slice(&x[..3]);
                Vector3::from_column_slice(&x[3..]) + turning.cross(&arm)
            }
        }
    }
}

/// Returns the largest size of some numbers.
pub(super) fn largest(of: &[f64]) -> f64 {
    of.iter().fold(0.0, |most: f64, x| most.max(x.abs()))
}

impl Coupled {
    /// Returns the number of its side that does not move, if one does not.
    pub(super) fn fixed(&self) -> Option<usize> {
        let fixed = |side: &Side| matches!(side, Side::Fixed(_));
        self.sides.iter().position(fixed)
    }

    /// Whether another bond joins the same members, and the points of its sides are as far from each other: those of a contact are
    /// at one place.
    fn joins_the_same(&self, other: &Self) -> bool {
        let apart = |bond: &Self| match bond.rows {
            [Rows::Arm(r), Rows::Arm(s)] => r - s,
            _ => Vector3::zeros(),
        };
        let (one, two) = (apart(self), apart(other));
        self.members() == other.members() && (one - two).norm() <= 1e-12 * one.norm()
    }
}

/// How a side moves with the unknown accelerations of its member.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rows {
    /// Not at all.
    None,
    /// By its columns, from an index on to another.
    Columns([usize; 2]),
    /// As a point of a single body, by its arm from the body's origin (m, world).
    Arm(Vector3<f64>),
}

/// A column of no point.
const NO_COLUMN: Column = Column {
    index: 0,
    by: Vector3::new(0.0, 0.0, 0.0),
    of: Vector3::new(0.0, 0.0, 0.0),
};

impl Rows {
    /// Returns the columns of a side, none of an arm.
    pub(super) fn of<'a>(&self, all: &'a [Column]) -> &'a [Column] {
        match *self {
            Rows::Columns([start, end]) => &all[start..end],
            Rows::None | Rows::Arm(_) => &[],
        }
    }

    /// Returns the columns of a side; those of an arm in the memory given.
    fn write<'a>(&self, all: &'a [Column], own: &'a mut [Column; 6]) -> &'a [Column] {
        let Rows::Arm(arm) = *self else {
            return self.of(all);
        };
        for (index, column) in own.iter_mut().enumerate() {
            let mut unit = Vector3::zeros();
            unit[index % 3] = 1.0;
            let by = match index < 3 {
                true => unit.cross(&arm),
                false => unit,
            };
            *column = Column { index, by, of: by };
        }
        own
    }
}

impl Bonds {
    /// Returns the columns of a side.
    pub(super) fn of(&self, rows: Rows) -> &[Column] {
        rows.of(&self.columns)
    }
}

/// Writes the columns of one point relative to another of the same figure.
fn subtract([one, two]: [&[Column]; 2], into: &mut Vec<Column>) {
    into.clear();
    let mut others = two.iter().peekable();
    let negative = |of: &Column| Column {
        index: of.index,
        by: -of.by,
        of: -of.of,
    };
    for of in one {
        while let Some(other) = others.next_if(|other| other.index < of.index) {
            into.push(negative(other));
        }
        let same = others.next_if(|other| other.index == of.index);
        into.push(same.map_or(*of, |other| Column {
            index: of.index,
            by: of.by - other.by,
            of: of.of - other.of,
        }));
    }
    into.extend(others.map(negative));
}

/// Adds A'G B of the columns of two points, A' by forces and B by accelerations, to a block whose rows are `width` long; with `upper` only to
/// the upper half.
fn add_product(
    block: &mut [f64],
    [a, b]: [&[Column]; 2],
    g: &Matrix3<f64>,
    width: usize,
    upper: bool,
) {
    for (i, one) in a.iter().enumerate() {
        let arm = g.tr_mul(&one.of);
        let row = &mut block[one.index * width..][..width];
        let from = if upper { i } else { 0 };
        for two in &b[from..] {
            row[two.index] += arm.dot(&two.by);
        }
    }
}

/// Adds A'G B as [`add_product`] does, to a block that is stored transposed.
fn add_transposed_product(
    block: &mut [f64],
    [a, b]: [&[Column]; 2],
    g: &Matrix3<f64>,
    width: usize,
) {
    for two in b {
        let arm = g * two.by;
        let row = &mut block[two.index * width..][..width];
        for one in a {
            row[one.index] += one.of.dot(&arm);
        }
    }
}

/// R'G R of the points of two single bodies, by the arms r from the origin of one of them, with the rows [-r x, 1]: the sums of
/// r x G (r x)', r x G and G.
#[derive(Clone, Copy, Debug, Default)]
struct Stiffness {
    turning: Matrix3<f64>,
    mixed: Matrix3<f64>,
    moving: Matrix3<f64>,
}

/// A block of 6 x 6, angular part first: four of 3 x 3.
struct Block([[Matrix3<f64>; 2]; 2]);

/// Returns the matrix with the columns r x c of the columns c.
fn crossed(r: &Vector3<f64>, of: &Matrix3<f64>) -> Matrix3<f64> {
    Matrix3::from_columns(&[
        r.cross(&of.column(0)),
        r.cross(&of.column(1)),
        r.cross(&of.column(2)),
    ])
}

impl Stiffness {
    /// Adds a point with a symmetric G.
    fn add(&mut self, r: &Vector3<f64>, g: &Matrix3<f64>) {
        let mixed = crossed(r, g);
        // A (r x)' = (r x A')'.
        self.turning += crossed(r, &mixed.transpose());
        self.mixed += mixed;
        self.moving += g;
    }

    /// Returns the blocks of the first body, of the first by the second, and of the second, whose arms are s = r - d.
    fn of_sides(&self, d: &Vector3<f64>) -> (Block, Block, Block) {
        let (mixed, moving) = (self.mixed, self.moving);
        let other = mixed - crossed(d, &moving);
        let across = self.turning - crossed(d, &mixed.transpose()).transpose();
        let turning = across - crossed(d, &other.transpose());
        (
            Block([[self.turning, mixed], [mixed.transpose(), moving]]),
            Block([[across, mixed], [other.transpose(), moving]]),
            Block([[turning, other], [other.transpose(), moving]]),
        )
    }
}

impl Block {
    fn transposed(&self) -> Self {
        let [[a, b], [c, d]] = &self.0;
        Block([
            [a.transpose(), c.transpose()],
            [b.transpose(), d.transpose()],
        ])
    }

    /// Adds it, times a sign, to a block by rows.
    fn add_to(&self, block: &mut [f64], sign: f64) {
        for (rows, [left, right]) in block.chunks_exact_mut(18).zip(&self.0) {
            for (i, row) in rows.chunks_exact_mut(6).enumerate() {
                for j in 0..3 {
                    row[j] += sign * left[(i, j)];
                    row[3 + j] += sign * right[(i, j)];
                }
            }
        }
    }
}
