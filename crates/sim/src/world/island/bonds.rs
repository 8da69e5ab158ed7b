//! Forces between bodies of different trees: computed from the states of both, and solved together in an implicit step.
//!
//! A linearly implicit step needs the force on a bond's first side as f = f0 - G (a - s), with a the relative acceleration of its two
//! points (see [`crate::world::midpoint`]). If both points move, G would couple two trees, or close a loop of one.
//! So each figure is first solved without bonds: with the acceleration a0 found there and W = J M^-1 J' over all bonds
//! ([`Response`]), a = a0 + W f gives (1 + G W) f = f0 - G (a0 - s), a small dense system, and f acts on both sides, equal and
//! opposite to the last bit.

mod mobility;

use super::super::contact::press;
use super::super::corpus::Corpus;
use super::super::step_events::Stage;
use super::gradients::{Arm, Gradients};
use crate::contact::PointForce;
use corpus_dynamics::{Carried, Motions, Response, carry};
use nalgebra::{Matrix3, Vector3};

/// One side of a bond: the point it acts on.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) enum Side {
    /// A fixed point in the world (m).
    Fixed(Vector3<f64>),
    /// A point of a body (axes of the dynamics) of a member of the island.
    Moving {
        member: usize,
        body: usize,
        point: Vector3<f64>,
    },
}

/// A force between two sides.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Bond {
    pub sides: [Side; 2],
    /// Force on the first side, in world axes.
    pub force: PointForce,
    /// Velocity of the point of each side (m/s, world).
    pub velocities: [Vector3<f64>; 2],
    /// Vector from the centre of the ball on each side to the point (m, world); zero if that side is no ball.
    pub arms: [Vector3<f64>; 2],
    /// Whether it is a contact of touching bodies, and not a spring of the script.
    pub is_collision: bool,
}

impl Bond {
    /// Whether both of its sides move.
    fn is_mutual(&self) -> bool {
        let moves = |side: &Side| matches!(side, Side::Moving { .. });
        self.sides.iter().all(moves)
    }
}

/// Returns the mean velocity of the two sides of a bond, weighted by the masses of their bodies (m/s, world); zero if one of
/// them does not move.
fn common_velocity(bond: &Bond, corpora: &[Corpus], members: &[usize]) -> Vector3<f64> {
    if !bond.is_mutual() {
        return Vector3::zeros();
    }
    let mut sum = (0.0, Vector3::zeros());
    for (side, velocity) in bond.sides.iter().zip(&bond.velocities) {
        if let Side::Moving { member, body, .. } = *side {
            let mass = corpora[members[member]].model.inertia(body).mass;
            sum.0 += mass;
            sum.1 += velocity * mass;
        }
    }
    match sum.0 > 0.0 {
        true => sum.1 / sum.0,
        false => Vector3::zeros(),
    }
}

/// A bond whose two sides move, in a stage of an implicit step.
#[derive(Clone, Copy, Debug)]
struct Coupled {
    sides: [Side; 2],
    /// f0 + G s (N).
    known: Vector3<f64>,
    /// G (kg).
    resistance: Matrix3<f64>,
    /// Index of the first row of each side.
    rows: [usize; 2],
}

/// Data of each member for the solution.
#[derive(Clone, Debug, Default)]
struct Member {
    response: Response,
    /// Bodies that carry a side of a coupled bond, or lie between such a body and the root.
    wanted: Vec<bool>,
    moving: Motions,
    coupled: bool,
}

/// The bonds of one evaluation, with scratch memory for their solution.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Bonds {
    pub all: Vec<Bond>,
    coupled: Vec<Coupled>,
    members: Vec<Member>,
    rows: Vec<f64>,
    matrix: Vec<f64>,
    forces: Vec<f64>,
    known: Vec<f64>,
    gradients: Gradients,
}

/// Largest number of coupled bonds that is solved by elimination.
const FEW: usize = 16;

/// Returns the position (m) and velocity (m/s) of a side in the world, at the states in the workspaces.
pub(super) fn motion(
    side: &Side,
    corpora: &[Corpus],
    members: &[usize],
) -> (Vector3<f64>, Vector3<f64>) {
    match *side {
        Side::Fixed(at) => (at, Vector3::zeros()),
        Side::Moving {
            member,
            body,
            point,
        } => {
            let workspace = &corpora[members[member]].step.workspace;
            let velocity = workspace.world_rotation(body) * workspace.point_velocity(body, point);
            (workspace.world_point(body, point), velocity)
        }
    }
}

const SIGNS: [f64; 2] = [1.0, -1.0];

impl Bonds {
    /// Returns the powers (W) of a bond on its two sides; with `apart`, those of their
    /// relative motion alone, without the power that the sides [exchange](Bonds::exchange).
    pub fn powers(bond: &Bond, corpora: &[Corpus], members: &[usize], apart: bool) -> [f64; 2] {
        let common = match apart {
            true => common_velocity(bond, corpora, members),
            false => Vector3::zeros(),
        };
        let mut powers = [0.0; 2];
        let sides = bond.sides.iter().zip(&bond.velocities).zip(SIGNS);
        for (power, ((side, velocity), sign)) in powers.iter_mut().zip(sides) {
            if let Side::Moving { .. } = side {
                *power = sign * bond.force.force.dot(&(velocity - common));
            }
        }
        powers
    }

    /// Finds the power (W) that each member takes from the others where bodies touch, by the common velocity of each pair. It
    /// uses the forces of the solution, which are those that changed the momenta. The law's force, integrated over the states
    /// of a collision, equals the transferred momentum only to the order of the method; the error would count as energy that
    /// one figure lost and the other gained, and it grows with the common speed.
    pub fn exchange(&self, corpora: &[Corpus], members: &[usize], powers: &mut Vec<f64>) {
        powers.clear();
        powers.resize(members.len(), 0.0);
        // An explicit step has no solution.
        let mut solved = self.forces.chunks_exact(3).take(self.coupled.len());
        for bond in self.all.iter().filter(|bond| bond.is_mutual()) {
            let force = match solved.next() {
                Some(force) => Vector3::new(force[0], force[1], force[2]),
                None => bond.force.force,
            };
            if !bond.is_collision {
                continue;
            }
            let power = force.dot(&common_velocity(bond, corpora, members));
            for (side, sign) in bond.sides.iter().zip(SIGNS) {
                if let Side::Moving { member, .. } = *side {
                    powers[member] += sign * power;
                }
            }
        }
    }

    /// Marks the bodies whose motion a second stage must know. Returns whether a member has any.
    pub fn mark(&self, corpus: &mut Corpus, member: usize) -> bool {
        let mut any = false;
        for side in self.all.iter().flat_map(|bond| bond.sides) {
            let Side::Moving {
                member: of, body, ..
            } = side
            else {
                continue;
            };
            if of != member {
                continue;
            }
            any = true;
            let mut next = Some(body);
            while let Some(body) = next {
                corpus.step.events.near[body] = true;
                next = corpus.model.parent(body);
            }
        }
        any
    }

    /// Applies the bonds at the states in the workspaces: at once in an explicit step and against sides that do not move, the
    /// others by [`Bonds::solve`]. Records the powers of collisions in the accounts, with `apart` those of [`Bonds::powers`].
    pub fn apply(
        &mut self,
        (corpora, members): (&mut [Corpus], &[usize]),
        h: f64,
        stage: Stage,
        apart: bool,
    ) {
        self.coupled.clear();
        for bond in &self.all {
            let both = bond.is_mutual();
            let powers = match bond.is_collision {
                true => Self::powers(bond, corpora, members, apart),
                false => [0.0; 2],
            };
            let mut relative = [Vector3::zeros(), Vector3::zeros()];
            let sides = bond.sides.iter().zip(SIGNS).zip(powers);
            for (((side, sign), power), arm) in sides.zip(&bond.arms) {
                let Side::Moving {
                    member,
                    body,
                    point,
                } = *side
                else {
                    continue;
                };
                let corpus = &mut corpora[members[member]];
                let axes = corpus.step.workspace.world_rotation(body);
                let velocity = corpus.step.workspace.point_velocity(body, point);
                let force = axes.tr_mul(&(bond.force.force * sign));
                match both && bond.is_collision {
                    true => corpus.step.events.pushed |= stage != Stage::Look,
                    false => corpus.step.events.acted |= stage != Stage::Look,
                }
                if corpus.measured.recorder.listens() {
                    match bond.is_collision {
                        true => corpus.measured.recorder.collision(power),
                        false => corpus.measured.recorder.outer(force.dot(&velocity)),
                    }
                }
                if h == 0.0 {
                    corpus.step.workspace.apply_force(body, point, force);
                    continue;
                }
                if !both {
                    let own = PointForce {
                        force,
                        ..bond.force.in_axes(&axes)
                    };
                    let arm = axes.tr_mul(arm);
                    press(corpus, body, (point, arm), &velocity, &own, (h, stage));
                    continue;
                }
                let (ahead, known) = match stage {
                    Stage::Second => {
                        let angular = corpus.step.workspace.angular_velocity(body);
                        let known = corpus
                            .step
                            .events
                            .known
                            .of(&corpus.step.workspace, body)
                            .at(&point)
                            + angular.cross(&velocity);
                        (
                            corpus
                                .step
                                .events
                                .ahead
                                .of(&corpus.step.workspace, body)
                                .at(&point),
                            known,
                        )
                    }
                    // On a round body the place of contact moves over the body, by arm x omega.
                    _ => {
                        let angular = corpus.step.workspace.angular_velocity(body);
                        let travel = axes.tr_mul(arm).cross(&angular);
                        (velocity, -angular.cross(&travel))
                    }
                };
                relative[0] += axes * ahead * sign;
                relative[1] += axes * known * sign;
            }
            if h > 0.0 && both {
                let resistance = bond.force.resistance(h);
                self.coupled.push(Coupled {
                    sides: bond.sides,
                    known: bond.force.ahead(h, &relative[0]) + resistance * relative[1],
                    resistance,
                    rows: [0; 2],
                });
            }
        }
    }

    /// Adds the effect of the coupled bonds to the accelerations of the members, which were found without them.
    pub fn solve(&mut self, corpora: &mut [Corpus], members: &[usize]) {
        if self.coupled.is_empty() {
            return;
        }
        if self.find_rows(corpora, members).is_none() {
            for &i in members {
                corpora[i].step.acceleration.fill(f64::NAN);
            }
            return;
        }
        let count = 3 * self.coupled.len();
        self.forces.clear();
        for bond in &self.coupled {
            let free = self.free_acceleration(corpora, members, bond);
            let known = bond.known - bond.resistance * free;
            self.forces.extend(known.iter());
        }
        let mut forces = std::mem::take(&mut self.forces);
        if self.coupled.len() <= FEW || !self.by_gradients(corpora, members, &mut forces) {
            self.eliminate_all(corpora, members, count, &mut forces);
        }
        self.push_all(corpora, members, &forces);
        self.forces = forces;
    }

    /// Solves for the coupled bonds by conjugate gradients; leaves `forces` unchanged if that fails.
    fn by_gradients(
        &mut self,
        corpora: &[Corpus],
        members: &[usize],
        forces: &mut Vec<f64>,
    ) -> bool {
        let gradients = &mut self.gradients;
        gradients.starts.clear();
        gradients.starts.push(0);
        let mut end = 0;
        for &i in members {
            end += corpora[i].step.acceleration.len();
            gradients.starts.push(end);
        }
        gradients.arms.clear();
        gradients.resistances.clear();
        for (number, bond) in self.coupled.iter().enumerate() {
            gradients.resistances.push(bond.resistance);
            for ((side, &rows), sign) in bond.sides.iter().zip(&bond.rows).zip(SIGNS) {
                if let Side::Moving { member, .. } = *side {
                    gradients.arms.push(Arm {
                        bond: number,
                        member,
                        rows,
                        sign,
                    });
                }
            }
        }
        self.known.clone_from(forces);
        let found = gradients.solve(&self.rows, forces);
        if !found {
            forces.clone_from(&self.known);
        }
        found
    }

    /// Solves for the coupled bonds by elimination.
    fn eliminate_all(
        &mut self,
        corpora: &[Corpus],
        members: &[usize],
        count: usize,
        forces: &mut [f64],
    ) {
        self.matrix.clear();
        self.matrix.resize(count * count, 0.0);
        for (i, bond) in self.coupled.iter().enumerate() {
            for (j, other) in self.coupled.iter().enumerate() {
                let mut block = bond.resistance * self.mobility(corpora, members, bond, other);
                if i == j {
                    block += Matrix3::identity();
                }
                for (r, c) in (0..3).flat_map(|r| (0..3).map(move |c| (r, c))) {
                    self.matrix[(3 * i + r) * count + 3 * j + c] = block[(r, c)];
                }
            }
        }
        eliminate(&mut self.matrix, forces);
    }

    /// Applies forces to the sides of the coupled bonds, three numbers for each, and adds their effect to the accelerations of
    /// the members.
    pub fn push_all(&mut self, corpora: &mut [Corpus], members: &[usize], forces: &[f64]) {
        for (member, body, at, force) in loads(&self.coupled, corpora, members, forces) {
            self.members[member].response.push(body, &at, &force);
        }
        for (own, &i) in self.members.iter_mut().zip(members) {
            let corpus = &mut corpora[i];
            if own.coupled {
                own.response.add_to(
                    &corpus.model,
                    &mut corpus.step.workspace,
                    &mut corpus.step.acceleration,
                );
            }
        }
    }

    /// Sums the forces (N) and their moments about the world's origin (N m) that the coupled bonds exert on each member, as
    /// last solved.
    pub fn add_up(&self, corpora: &[Corpus], members: &[usize], sums: &mut Vec<[Vector3<f64>; 2]>) {
        sums.clear();
        sums.resize(members.len(), [Vector3::zeros(); 2]);
        for (member, _, at, force) in loads(&self.coupled, corpora, members, &self.forces) {
            sums[member][0] += force;
            sums[member][1] += at.cross(&force);
        }
    }
}

/// Returns the load of each bond on each moving side: its member and body, the position in the world and the force (N). Each
/// bond has three numbers.
fn loads<'a>(
    bonds: &'a [Coupled],
    corpora: &'a [Corpus],
    members: &'a [usize],
    forces: &'a [f64],
) -> impl Iterator<Item = (usize, usize, Vector3<f64>, Vector3<f64>)> + 'a {
    let sides = bonds
        .iter()
        .zip(forces.chunks_exact(3))
        .flat_map(|(bond, force)| {
            let force = Vector3::new(force[0], force[1], force[2]);
            let signed = move |sign: f64| force * sign;
            bond.sides.iter().zip(SIGNS.map(signed))
        });
    sides.filter_map(|(side, force)| match *side {
        Side::Fixed(_) => None,
        Side::Moving {
            member,
            body,
            point,
        } => {
            let at = corpora[members[member]]
                .step
                .workspace
                .world_point(body, point);
            Some((member, body, at, force))
        }
    })
}

/// Solves a x = b in place, a by rows: Gaussian elimination with partial pivoting (Golub & Van Loan, algorithm 3.4.1). A
/// singular system gives NaN.
fn eliminate(a: &mut [f64], b: &mut [f64]) {
    let n = b.len();
    for k in 0..n {
        let pivot = (k..n)
            .max_by(|i, j| a[i * n + k].abs().total_cmp(&a[j * n + k].abs()))
            .unwrap_or(k);
        if pivot != k {
            for c in k..n {
                a.swap(k * n + c, pivot * n + c);
            }
            b.swap(k, pivot);
        }
        let (upper, lower) = a.split_at_mut((k + 1) * n);
        let top = &upper[k * n..];
        for (i, row) in lower.chunks_exact_mut(n).enumerate() {
            if row[k] == 0.0 {
                continue;
            }
            let factor = row[k] / top[k];
            for (x, y) in row[k + 1..].iter_mut().zip(&top[k + 1..]) {
                *x -= factor * y;
            }
            b[k + 1 + i] -= factor * b[k];
        }
    }
    for k in (0..n).rev() {
        let row = &a[k * n..(k + 1) * n];
        let known: f64 = row[k + 1..]
            .iter()
            .zip(&b[k + 1..])
            .map(|(x, y)| x * y)
            .sum();
        b[k] = (b[k] - known) / row[k];
    }
}
