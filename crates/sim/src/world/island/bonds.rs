//! Forces between bodies of different trees: computed from the states of both, and solved together in an implicit step.
//!
//! A linearly implicit step needs the force on a bond's first side as f = f0 - G (a - s), with a the relative acceleration of its two
//! points (see [`crate::world::midpoint`]). If both points move, G would couple two trees, or close a loop of one.
//! So each figure is first solved without bonds: with the acceleration a0 found there and W = J M^-1 J' over all bonds
//! ([`Response`]), a = a0 + W f gives (1 + G W) f = f0 - G (a0 - s), which is solved for the accelerations by W f ([`super::sparse`]); and f acts
//! on both sides, equal and opposite to the last bit. In a step of `auto`, M contains the friction on the ground, which follows the normal force,
//! and is not symmetric.

mod anderson;
mod cones;
mod energy;
mod lines;
mod mobility;
mod solution;
mod sweeps;

use super::super::contact::press;
use super::super::corpus::Corpus;
use super::super::step_events::Stage;
use super::sparse::SparseSystem;
use crate::contact::{Cone, Constraint, PointForce};
use anderson::Anderson;
use cones::Conical;
pub use cones::Residual;
use corpus_dynamics::{Carried, Column, Motions, Response, carry};
pub(super) use lines::{Line, Moved, forces_of};
use nalgebra::{Matrix3, Vector3, Vector6};
use solution::Rows;
use sweeps::Spread;

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
    /// The joint of a body of a member, whose motion counts times a factor: the first component of vectors, the others are zero.
    Joint {
        member: usize,
        body: usize,
        factor: f64,
    },
}

impl Side {
    /// Returns the member that it moves, and the body.
    pub fn mover(&self) -> Option<(usize, usize)> {
        match *self {
            Side::Fixed(_) => None,
            Side::Moving { member, body, .. } | Side::Joint { member, body, .. } => {
                Some((member, body))
            }
        }
    }
}

/// How a bond acts in an implicit step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::world) enum Holding {
    /// By its stiffness and damping.
    Soft,
    /// So that the relative acceleration of its points is that of points that stay together, which its damping resists in kg.
    Hard(Constraint),
    /// As a correction of positions or velocities.
    Correction,
    /// As a rigid contact, which bore a force (N, on the first side) in the last step.
    Cone(Cone, Vector3<f64>),
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
    /// Whether it holds two points together, or corrects their state.
    pub hold: Holding,
    /// Whether it is a contact of touching bodies, and not a spring of the script.
    pub is_collision: bool,
}

impl Bond {
    /// Whether it is a cone: of a rigid contact, or of what only pulls.
    pub fn is_conical(&self) -> bool {
        matches!(self.hold, Holding::Cone(..))
    }

    /// Whether both of its sides move, or it drives a joint.
    fn is_mutual(&self) -> bool {
        let is_joint = |side: &Side| matches!(side, Side::Joint { .. });
        self.sides.iter().all(|side| side.mover().is_some()) || self.sides.iter().any(is_joint)
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
    /// Of a rigid contact, what it adds.
    cone: Option<Conical>,
    /// The response of each side to its force.
    rows: [Rows; 2],
}

impl Coupled {
    /// Returns the members of its sides; for a fixed side that of the other.
    fn members(&self) -> [usize; 2] {
        let [one, two] = self
            .sides
            .map(|side| side.mover().map(|(member, _)| member));
        [one.or(two), two.or(one)].map(Option::unwrap_or_default)
    }
}

/// Data of each member for the solution.
#[derive(Clone, Debug, Default)]
struct Member {
    response: Response,
    /// Bodies that carry a side of a coupled bond, or lie between such a body and the root.
    wanted: Vec<bool>,
    moving: Motions,
    /// Motions by the rates of the velocities alone, for rigid contacts.
    starting: Motions,
    /// Of a single body, without the coupled bonds: the acceleration of its origin (m/s2), its angular acceleration (rad/s2) and
    /// its angular velocity (rad/s), world.
    single: Option<[Vector3<f64>; 3]>,
    coupled: bool,
    /// The number of each of its coordinates among the unknowns.
    numbers: Vec<usize>,
}

/// The bonds of one evaluation, with scratch memory for their solution.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Bonds {
    pub all: Vec<Bond>,
    coupled: Vec<Coupled>,
    members: Vec<Member>,
    columns: Vec<Column>,
    forces: Vec<f64>,
    system: SparseSystem,
    sizes: Vec<usize>,
    links: Vec<[usize; 2]>,
    known: Vec<Vector3<f64>>,
    x: Vec<f64>,
    /// R x of each bond.
    moves: Vec<Vector3<f64>>,
    residual: Vec<f64>,
    /// Scratch memory for the columns of one side of a bond relative to the other.
    difference: Vec<Column>,
    /// Scratch memory of the search for rigid contacts: a step of Newton's method, and where it starts.
    change: Vec<f64>,
    start: Vec<f64>,
    spread: Spread,
    /// The sliding of the rigid contacts at the last estimate, its change by it, and the sequence of both.
    slips: Vec<f64>,
    changes: Vec<f64>,
    sequence: Anderson,
    /// The length of the step (s), for rigid contacts.
    h: f64,
    /// How far the forces of rigid contacts are from their law.
    pub residual_of_cones: Residual,
    /// Whether the forces of rigid contacts must be as exact as those of a step whose error is measured: what a search leaves would count as its error.
    pub is_exact: bool,
}

/// Residual of a solution that needs no second one, as a part of that without forces.
const ROUNDING: f64 = 1e-14;

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
        Side::Joint {
            member,
            body,
            factor,
        } => {
            let corpus = &corpora[members[member]];
            let [q, rate] = corpus.step.workspace.joint(&corpus.model, body);
            (Vector3::x() * (factor * q), Vector3::x() * (factor * rate))
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
            if side.mover().is_some() {
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
        let soft = |bond: &&Bond| !matches!(bond.hold, Holding::Cone(..));
        for bond in self.all.iter().filter(|bond| bond.is_mutual()).filter(soft) {
            let force = match solved.next() {
                Some(force) => Vector3::new(force[0], force[1], force[2]),
                None => bond.force.force,
            };
            if !bond.is_collision {
                continue;
            }
            let power = force.dot(&common_velocity(bond, corpora, members));
            for (side, sign) in bond.sides.iter().zip(SIGNS) {
                if let Some((member, _)) = side.mover() {
                    powers[member] += sign * power;
                }
            }
        }
    }

    /// Marks the bodies whose motion a second stage must know. Returns whether a member has any.
    pub fn mark(&self, corpus: &mut Corpus, member: usize) -> bool {
        let mut any = false;
        for side in self.all.iter().flat_map(|bond| bond.sides) {
            let Some((of, body)) = side.mover() else {
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
            if let Holding::Cone(cone, last) = bond.hold {
                self.coupled.push(Coupled::conical(bond, cone, last, h));
                self.h = h;
                self.mark_touched(bond, corpora, members);
                Self::draw(bond, corpora, members);
                continue;
            }
            let both = bond.is_mutual();
            let powers = match bond.is_collision {
                true => Self::powers(bond, corpora, members, apart),
                false => [0.0; 2],
            };
            let mut relative = [Vector3::zeros(), Vector3::zeros()];
            let drift = match bond.hold {
                Holding::Hard(constraint) => constraint.drift,
                _ => Vector3::zeros(),
            };
            relative[1] = drift;
            // The resistance of a hard bond acts on the whole acceleration of each stage, of an explicit method too.
            let (h, stage) = match bond.hold != Holding::Soft && (h > 0.0 || stage != Stage::Look) {
                true => (1.0, Stage::First),
                false => (h, stage),
            };
            let sides = bond.sides.iter().zip(SIGNS).zip(powers);
            for (((side, sign), power), arm) in sides.zip(&bond.arms) {
                if let Side::Joint { member, .. } = *side {
                    let events = &mut corpora[members[member]].step.events;
                    events.acted |= stage != Stage::Look;
                    events.looped |= bond.hold != Holding::Soft;
                    continue;
                }
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
                corpus.step.events.looped |= bond.hold != Holding::Soft;
                if corpus.measured.recorder.listens() && bond.hold == Holding::Soft {
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
                    let mut own = bond.force.in_axes(&axes);
                    if !corpus.step.events.couples {
                        own = own.undragged();
                    }
                    let own = PointForce {
                        force: force + own.resistance(h) * axes.tr_mul(&(drift * sign)),
                        ..own
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
                // The friction between bodies needs no more steps without the derivative by its normal force.
                let force = bond.force.undragged();
                let resistance = force.resistance(h);
                self.coupled.push(Coupled {
                    sides: bond.sides,
                    known: force.ahead(h, &relative[0]) + resistance * relative[1],
                    resistance,
                    cone: None,
                    rows: [Rows::None; 2],
                });
            }
        }
    }

    /// Applies the force that acts at a rigid contact whatever its cone finds: that by which a foot sticks. Both together are the force of a cone
    /// with an offset.
    fn draw(bond: &Bond, corpora: &mut [Corpus], members: &[usize]) {
        if bond.force.force == Vector3::zeros() {
            return;
        }
        for (side, sign) in bond.sides.iter().zip(SIGNS) {
            if let Side::Moving {
                member,
                body,
                point,
            } = *side
            {
                let workspace = &mut corpora[members[member]].step.workspace;
                let force = workspace.world_rotation(body).tr_mul(&bond.force.force) * sign;
                workspace.apply_force(body, point, force);
            }
        }
    }

    /// Adds the effect of the coupled bonds to the accelerations of the members, which were found without them.
    pub fn solve(&mut self, corpora: &mut [Corpus], members: &[usize]) {
        if self.coupled.is_empty() {
            return;
        }
        let solved = self.find_rows(corpora, members, true).is_some()
            && match self.coupled.iter().any(|bond| bond.cone.is_some()) {
                true => self.find_forces_in_cones(corpora, members, self.h),
                false => self.find_forces(corpora, members),
            };
        if !solved {
            for &i in members {
                let step = &mut corpora[i].step;
                step.acceleration.fill(f64::NAN);
                step.events.jammed |= step.events.couples;
            }
            return;
        }
        let forces = std::mem::take(&mut self.forces);
        self.push_all(corpora, members, &forces);
        self.forces = forces;
    }

    /// Applies forces to the sides of the coupled bonds, three numbers for each, and adds their effect to the accelerations of
    /// the members.
    pub fn push_all(&mut self, corpora: &mut [Corpus], members: &[usize], forces: &[f64]) {
        for (member, body, at, force) in loads(&self.coupled, corpora, members, forces) {
            self.members[member].response.push(body, &at, &force);
        }
        for (bond, force) in self.coupled.iter().zip(forces.chunks_exact(3)) {
            for (side, sign) in bond.sides.iter().zip(SIGNS) {
                if let Side::Joint {
                    member,
                    body,
                    factor,
                } = *side
                {
                    let force = sign * factor * force[0];
                    self.members[member].response.drive(body, force);
                }
            }
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
        Side::Fixed(_) | Side::Joint { .. } => None,
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
