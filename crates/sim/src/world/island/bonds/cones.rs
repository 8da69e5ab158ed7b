//! Rigid contacts among the bonds of a step: the forces at which every contact obeys its law (see [`Cone`]).
//!
//! A contact's force f is the one of its cone that is nearest to f - rho (u + (b + s) n) / h, with its velocity u after a step of h seconds and
//! s = mu |u_t|, the size of its sliding. Where the f on the right and s are those of the last estimate, the accelerations x by all bonds are
//! those at which M x = R' f(x): the gradient of a convex function, whose least value Newton's method finds with the derivative of the nearest
//! force of the cone (Qi & Sun, *Mathematical Programming* 58, 1993, 353). Its force is the next estimate. This is the method of multipliers
//! (Rockafellar, *SIAM Journal on Control* 12, 1974, 268): with a large rho it arrives after two or three estimates, and contacts of
//! which some are redundant share their load in one way. The sliding of an estimate gives the s of the next one (Acary, Cadoux, Lemarechal &
//! Malick, *ZAMM* 91, 2011, 155), which [`Anderson`] extrapolates. In a pyramid, instead of s, the most that friction bears follows from the
//! normal force of the last estimate.

use super::solution::largest;
use super::*;
use crate::contact::{ConeLaw, SOFTNESS};

/// The mass rho with which a contact resists, in parts of that which moves at its point: at the first estimate, from one to the next, and
/// at most. With a small one it is soon known which contacts bear and stick, with a large one the forces are soon exact.
const FIRST_RESISTANCE: f64 = 10.0;
const MORE: f64 = 10.0;
pub(super) const MOST_RESISTANCE: f64 = 1e4;

/// Most estimates of the forces, and most steps of Newton's method for each.
const MOST_ESTIMATES: usize = 20;
const MOST_STEPS: usize = 25;

/// Most sweeps before them, and those where they do not arrive.
const FIRST_SWEEPS: usize = 20;
const LAST_SWEEPS: usize = 200;

/// Error of a velocity after the step, as a part of the fastest change in it, that counts as none.
const PRECISION: f64 = 1e-11;

/// The error that is small enough, as a part of the fastest motion of a contact at the start: so what hardly moves is found exactly, and comes
/// to rest. It is enough as a part of the fastest change, too, where further estimates would not help.
const ENOUGH: f64 = 1e-5;

/// The number of estimates that aim at no error.
const SOON: usize = 4;

/// What is left by an estimate, as a part of what the one before has left, above which resistance was too small.
const SLOW: f64 = 0.5;

/// The same error where the forces must be exact, and the sweeps there where they do not arrive: so many for all contacts together.
const EXACT: f64 = 1e-9;
const EXACT_SWEEPS: usize = 20_000;

/// The error, as a part of the same, of which a run tells.
const TOLD: f64 = 1e-3;

/// Rounding of the residual, in parts of the precision of its largest part.
const ROUNDED: f64 = 32.0;

/// Part of the first slope that is flat enough for the end of a step, and the most ends that are tried.
const FLAT: f64 = 0.5;
const MOST_PARTS: usize = 12;

/// A rigid contact in a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conical {
    pub cone: Cone,
    /// The mass that moves at its point, and rho (kg).
    pub moved: f64,
    pub mass: f64,
    /// The last estimate of the force, and the most that friction bears in a pyramid (N).
    pub last: Vector3<f64>,
    pub most: f64,
    /// The last estimate of mu |u_t| / h by Coulomb's law (m/s2).
    pub slip: f64,
    /// The acceleration at which it would neither close nor slide, without the coupled bonds (m/s2): -(u + b n) / h - a0.
    pub toward: Vector3<f64>,
}

/// How far the forces of rigid contacts are from their law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Residual {
    /// The largest change of velocity per second of the step that they leave (m/s2).
    pub left: f64,
    /// Whether it is so large that a run tells of it.
    pub missed: bool,
    /// The energy (J) that Newton's law of impact would have added; zero if none.
    pub prevented: f64,
}

impl Coupled {
    /// Takes a rigid contact, in a step of `h` seconds.
    pub(super) fn conical(bond: &Bond, cone: Cone, last: Vector3<f64>, h: f64) -> Self {
        let velocity = bond.velocities[0] - bond.velocities[1];
        Coupled {
            sides: bond.sides,
            known: cone.aim(&velocity, h),
            resistance: Matrix3::zeros(),
            cone: Some(Conical {
                cone,
                moved: 0.0,
                mass: 0.0,
                last,
                most: cone.friction * last.dot(&cone.normal).max(0.0),
                slip: 0.0,
                toward: Vector3::zeros(),
            }),
            rows: [Rows::None; 2],
        }
    }
}

impl Bonds {
    /// Returns the forces (N, on the first side) of the rigid contacts, as last found, in their order.
    pub fn forces_of_cones(&self) -> impl Iterator<Item = Vector3<f64>> + '_ {
        let all = self.coupled.iter().zip(self.forces.chunks_exact(3));
        let cones = all.filter(|(bond, _)| bond.cone.is_some());
        cones.map(|(_, force)| Vector3::from_column_slice(force))
    }

    /// Returns the accelerations of both sides of the rigid contacts (m/s2, world), as last found, in their order.
    pub fn changes_of_cones<'a>(
        &'a self,
        corpora: &'a [Corpus],
        members: &'a [usize],
    ) -> impl Iterator<Item = [Vector3<f64>; 2]> + 'a {
        let cones = self.coupled.iter().filter(|bond| bond.cone.is_some());
        cones.map(|bond| {
            [0, 1].map(|k| {
                if let (Side::Joint { .. }, Some(of)) = (&bond.sides[k], &bond.cone) {
                    // Its other side is fixed.
                    return bond.known - of.toward + self.side_acceleration(bond, k);
                }
                let free = self.starting_acceleration(corpora, members, &bond.sides[k]);
                free + self.side_acceleration(bond, k)
            })
        })
    }

    /// Returns the acceleration of a side without the coupled bonds, by which its velocity changes in a step (m/s2, world).
    pub(super) fn starting_acceleration(
        &self,
        corpora: &[Corpus],
        members: &[usize],
        side: &Side,
    ) -> Vector3<f64> {
        if let Side::Joint {
            member,
            body,
            factor,
        } = *side
        {
            let own = &corpora[members[member]].step.acceleration;
            return Vector3::x() * (factor * own[5 + body]);
        }
        let Side::Moving {
            member,
            body,
            point,
        } = *side
        else {
            return Vector3::zeros();
        };
        let workspace = &corpora[members[member]].step.workspace;
        let starting = self.members[member].starting.of(workspace, body);
        workspace.world_rotation(body) * starting.at(&point)
    }

    /// Records that a rigid contact acts on its bodies.
    pub(super) fn mark_touched(&self, bond: &Bond, corpora: &mut [Corpus], members: &[usize]) {
        let both = bond.is_mutual();
        for side in &bond.sides {
            if let Some((member, _)) = side.mover() {
                let events = &mut corpora[members[member]].step.events;
                let both = both && matches!(side, Side::Moving { .. });
                events.pushed |= both;
                events.acted |= !both;
                events.grounded |= !both && !bond.is_collision;
            }
        }
    }

    /// Solves for the forces of the coupled bonds where some of them are rigid contacts.
    pub(super) fn find_forces_in_cones(
        &mut self,
        corpora: &[Corpus],
        members: &[usize],
        h: f64,
    ) -> bool {
        self.link(corpora, members);
        self.system.prepare(&self.sizes, &self.links, false);
        self.begin_cones(corpora, members);
        self.x.clear();
        self.x.resize(self.system.dimension(), 0.0);
        self.residual.clone_from(&self.x);
        let fastest = self.coupled.iter().filter_map(|bond| bond.cone);
        let fastest = fastest.map(|of| of.toward.norm()).fold(0.0, f64::max);
        let mut cones = self.coupled.iter().filter_map(|bond| bond.cone);
        if cones.any(|of| of.cone.law == ConeLaw::Todorov) {
            return self.find_soft_forces();
        }
        if !(self.begin_sweeps() && self.arrive(fastest)) {
            return false;
        }
        self.residual_of_cones.prevented = 0.0;
        match self.bounces() {
            true => self.keep_energy(corpora, members, fastest, h),
            false => true,
        }
    }

    /// Finds the forces of soft contacts: those of one estimate from no force, whose mass is that of their softness.
    fn find_soft_forces(&mut self) -> bool {
        self.residual_of_cones = Residual::default();
        for (bond, known) in self.coupled.iter_mut().zip(&mut self.known) {
            let Some(of) = &mut bond.cone else { continue };
            (of.last, of.most) = (Vector3::zeros(), 0.0);
            of.mass = match of.cone.law {
                ConeLaw::Todorov => of.moved / SOFTNESS,
                // The end of a range and a rope stay as hard as one estimate makes them.
                _ => of.moved * MOST_RESISTANCE,
            };
            *known = of.toward * of.mass;
        }
        self.lower()
    }

    /// Improves the estimate of the forces until it is exact, where velocities change by `fastest` (m/s2) in the step.
    pub(super) fn arrive(&mut self, fastest: f64) -> bool {
        let (enough, last_sweeps) = match self.is_exact {
            true => (
                EXACT,
                (EXACT_SWEEPS / self.coupled.len().max(1)).max(LAST_SWEEPS),
            ),
            false => (ENOUGH, LAST_SWEEPS),
        };
        // Near the forces of the last step, sweeps would only lose digits.
        if self.missed() > ENOUGH * fastest {
            self.sweep(FIRST_SWEEPS);
            self.share(fastest);
        }
        let motion = self
            .fastest_motion()
            .clamp(PRECISION / enough * fastest, fastest);
        let mut resistance = FIRST_RESISTANCE;
        self.sequence.restart();
        let mut before = f64::INFINITY;
        for number in 0..MOST_ESTIMATES {
            self.estimate(resistance);
            if !self.lower() {
                return false;
            }
            let left = self.take_estimate();
            let is_slow = left > SLOW * before;
            // Contacts that contradict each other would let the forces grow without end.
            let is_last = is_slow && resistance >= MOST_RESISTANCE;
            let allowed = match number < SOON && !is_slow {
                true => PRECISION * fastest,
                false => enough * if is_last { fastest } else { motion },
            };
            if left <= allowed {
                break;
            }
            resistance = match is_slow {
                true => MOST_RESISTANCE,
                false => (resistance * MORE).min(MOST_RESISTANCE),
            };
            before = left;
            if number > 0 {
                self.extrapolate();
            }
        }
        let mut left = self.missed();
        if left > enough * fastest {
            self.sweep(last_sweeps);
            left = self.missed();
        }
        self.residual_of_cones.left = left;
        self.residual_of_cones.missed = left > TOLD * fastest;
        true
    }

    /// Returns the fastest motion of a rigid contact at the start of the step, by its velocity and what it still has to move (m/s2 of the step).
    fn fastest_motion(&self) -> f64 {
        let cones = self.coupled.iter().filter(|bond| bond.cone.is_some());
        cones.map(|bond| bond.known.norm()).fold(0.0, f64::max)
    }

    /// Replaces the sliding of the last estimate by one that is nearer to its limit.
    fn extrapolate(&mut self) {
        self.sequence.advance(&mut self.slips, &self.changes);
        let cones = self
            .coupled
            .iter_mut()
            .filter_map(|bond| bond.cone.as_mut());
        let sliding = cones.filter(|of| of.cone.law == ConeLaw::Coulomb);
        for (of, slip) in sliding.zip(&self.slips) {
            of.slip = slip.max(0.0);
        }
    }

    /// Finds what each rigid contact needs to know.
    fn begin_cones(&mut self, corpora: &[Corpus], members: &[usize]) {
        let mut coupled = std::mem::take(&mut self.coupled);
        self.known.clear();
        for bond in &mut coupled {
            let free = self.free_acceleration(corpora, members, bond);
            let turning = match bond.cone.and_then(|of| of.cone.turning) {
                Some(over) => self.turning(corpora, members, &bond.sides) + over,
                None => Vector3::zeros(),
            };
            match &mut bond.cone {
                None => self.known.push(bond.known - bond.resistance * free),
                Some(conical) => {
                    conical.toward = bond.known - free - turning;
                    conical.moved = 1.0 / self.own_mobility(&bond.rows, bond.sides);
                    self.known.push(Vector3::zeros());
                }
            }
        }
        self.coupled = coupled;
    }

    /// Returns by how much the point of one side becomes faster each second than that of the other (m/s2, world) as their bodies turn:
    /// what their accelerations are more than those by which [`Bonds::starting_acceleration`] changes velocities.
    fn turning(&self, corpora: &[Corpus], members: &[usize], sides: &[Side; 2]) -> Vector3<f64> {
        let mut sum = Vector3::zeros();
        for (side, sign) in sides.iter().zip(SIGNS) {
            if let Side::Moving {
                member,
                body,
                point,
            } = *side
            {
                let (own, workspace) = (
                    &self.members[member],
                    &corpora[members[member]].step.workspace,
                );
                let angular = workspace.angular_velocity(body);
                let [moving, starting] =
                    [&own.moving, &own.starting].map(|of| of.of(workspace, body).at(&point));
                let turning = angular.cross(&workspace.point_velocity(body, point));
                let change = moving - starting + turning;
                sum += workspace.world_rotation(body) * change * sign;
            }
        }
        sum
    }

    /// Returns the mean mobility of the points of a bond (1/kg): a third of the trace of W.
    fn own_mobility(&self, rows: &[Rows; 2], sides: [Side; 2]) -> f64 {
        let mut sum = 0.0;
        for (rows, side) in rows.iter().zip(sides) {
            let Some((member, _)) = side.mover() else {
                continue;
            };
            match *rows {
                Rows::None => {}
                Rows::Columns([start, end]) => {
                    let own = &self.columns[start..end];
                    sum += own.iter().map(|of| of.by.norm_squared()).sum::<f64>();
                }
                Rows::Arm(arm) => {
                    if let Some(inertia) = self.members[member].response.single_body() {
                        let mass = inertia[(3, 3)];
                        let turning = inertia.fixed_view::<3, 3>(0, 0).trace() / 3.0;
                        sum += 3.0 / mass + 2.0 * arm.norm_squared() / turning;
                    }
                }
            }
        }
        sum / 3.0
    }

    /// Computes the trials of the rigid contacts from the last estimate of their forces.
    fn estimate(&mut self, resistance: f64) {
        for (bond, known) in self.coupled.iter_mut().zip(&mut self.known) {
            if let Some(of) = &mut bond.cone {
                of.mass = resistance * of.moved;
                *known = of.last + (of.toward - of.cone.normal * of.slip) * of.mass;
            }
        }
    }

    /// Finds the accelerations x at which M x = R' f(x).
    fn lower(&mut self) -> bool {
        self.respond();
        let least = ROUNDED * f64::EPSILON * self.largest_part();
        let mut first = 0.0;
        for round in 0..MOST_STEPS {
            let size = largest(&self.residual);
            if round == 0 {
                first = size;
            }
            if size <= least.max(ROUNDING * first) || size.is_nan() {
                return !size.is_nan();
            }
            self.set_resistances();
            self.assemble();
            if !self.system.factor() {
                return false;
            }
            let mut change = std::mem::take(&mut self.change);
            change.clone_from(&self.residual);
            self.system.solve(&mut change);
            self.step_along(&change);
            self.change = change;
        }
        true
    }

    /// Returns the largest part of the residual before all cancel: its rounding is that of the trials, which the rows of a figure of several
    /// bodies turn into parts of their own unit.
    fn largest_part(&self) -> f64 {
        let all = self.coupled.iter().zip(&self.known);
        let parts = all.map(|(bond, known)| {
            let mobility = bond.cone.map_or(0.0, |of| 1.0 / of.moved);
            let row = bond.rows.iter().map(|rows| match rows {
                Rows::None => 0.0,
                Rows::Columns(_) => mobility.sqrt(),
                Rows::Arm(arm) => arm.norm().max(1.0),
            });
            known.amax() * row.fold(1.0, f64::max)
        });
        parts.fold(0.0, f64::max)
    }

    /// Changes x by that part of `change`, at most all of it, at which the function no longer falls steeply. The slopes are those of the
    /// residual: differences of the function's values would be rounding where the forces are nearly right.
    fn step_along(&mut self, change: &[f64]) {
        let mut start = std::mem::take(&mut self.start);
        start.clone_from(&self.x);
        let falling =
            |residual: &[f64]| -> f64 { residual.iter().zip(change).map(|(r, by)| r * by).sum() };
        let first = falling(&self.residual);
        // The slope falls at the first part and rises at the second one.
        let (mut low, mut high) = ((0.0, first), None);
        let mut part = 1.0;
        for _ in 0..MOST_PARTS {
            for ((x, from), by) in self.x.iter_mut().zip(&start).zip(change) {
                *x = from + part * by;
            }
            self.respond();
            let slope = falling(&self.residual);
            if slope >= -FLAT * first && (part == 1.0 || slope <= FLAT * first) {
                break;
            }
            match slope > 0.0 {
                true => low = (part, slope),
                false => high = Some((part, slope)),
            }
            let Some((end, rise)) = high else { break };
            let root = low.1 / (low.1 - rise);
            part = low.0 + (end - low.0) * root.clamp(0.1, 0.9);
        }
        self.start = start;
    }

    /// Computes all forces at x, and the residual R'f - M x.
    fn respond(&mut self) {
        let mut forces = std::mem::take(&mut self.forces);
        let mut moves = std::mem::take(&mut self.moves);
        forces.clear();
        moves.clear();
        for (bond, known) in self.coupled.iter().zip(&self.known) {
            let by = self.acceleration(bond);
            moves.push(by);
            let force = match &bond.cone {
                None => known - bond.resistance * by,
                Some(of) => of.cone.nearest(&(known - by * of.mass), of.most),
            };
            forces.extend(force.iter());
        }
        (self.forces, self.moves) = (forces, moves);
        self.find_residual();
    }

    /// Sets the resistances of the rigid contacts to the derivatives of their forces.
    fn set_resistances(&mut self) {
        let all = self.coupled.iter_mut().zip(&self.known).zip(&self.moves);
        for ((bond, known), by) in all {
            if let Some(of) = &bond.cone {
                let trial = known - by * of.mass;
                bond.resistance = of.cone.derivative(&trial, of.most) * of.mass;
            }
        }
    }

    /// Takes the forces as the last estimate, and the motions by them. Returns the largest change of velocity per second of the step (m/s2) that they leave: of a
    /// contact that moves, or whose friction is not that of its sliding.
    pub(super) fn take_estimate(&mut self) -> f64 {
        let mut left = 0.0_f64;
        self.slips.clear();
        self.changes.clear();
        let forces = self.forces.chunks_exact(3);
        for ((bond, force), by) in self.coupled.iter_mut().zip(forces).zip(&self.moves) {
            let Some(of) = &mut bond.cone else { continue };
            let force = Vector3::from_column_slice(force);
            left = left.max((force - of.last).norm() / of.mass);
            match of.cone.law {
                ConeLaw::Coulomb => {
                    let change = of.slip_at(by) - of.slip;
                    left = left.max(change.abs());
                    self.slips.push(of.slip);
                    self.changes.push(change);
                    of.slip += change;
                }
                ConeLaw::Pyramid => {
                    let along = force.dot(&of.cone.normal);
                    let most = of.cone.friction * along.max(0.0);
                    let rubs = (force - of.cone.normal * along).norm();
                    if rubs >= most.min(of.most) * (1.0 - PRECISION) {
                        left = left.max((most - of.most).abs() / of.moved);
                    }
                    of.most = most;
                }
                ConeLaw::Anitescu | ConeLaw::Todorov => {}
            }
            of.last = force;
        }
        left
    }
}

impl Conical {
    /// Returns mu |u_t| / h (m/s2) where the bonds move the contact by this acceleration.
    pub(super) fn slip_at(&self, by: &Vector3<f64>) -> f64 {
        let u = by - self.toward;
        let n = &self.cone.normal;
        self.cone.friction * (u - n * n.dot(&u)).norm()
    }
}
