//! Sweeps over the coupled bonds, one after another: where the search of Newton's method for the forces of rigid contacts begins, and what
//! is taken where it does not arrive.
//!
//! Each bond gets the force that it would have if all others kept theirs (block Gauss-Seidel; Jourdan, Alart & Jean, *Computer Methods in
//! Applied Mechanics and Engineering* 155, 1998, 31). No sweep is far from the truth, but many are needed to come near it.

use super::cones::MOST_RESISTANCE;
use super::mobility::product;
use super::*;
use crate::contact::ConeLaw;
use nalgebra::Matrix6;

/// Change of a force in a sweep, as a part of the largest, at which Newton's method takes over.
const SMALL: f64 = 1e-3;

/// Acceleration of a contact, as a part of the fastest change in the step, at which it counts as closed, and as one that sticks.
const CLOSED: f64 = 1e-3;

/// How bodies respond to the forces of bonds; scratch memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Spread {
    /// Of single bodies, the inverse inertia.
    inverses: Vec<Option<Matrix6<f64>>>,
    /// The mobility W of each bond with itself (1/kg).
    own: Vec<Matrix3<f64>>,
    /// The forces (N) and the resistances (kg) of all bonds before the forces of contacts are shared.
    kept: Vec<f64>,
    resistances: Vec<Matrix3<f64>>,
}

/// Returns the motion of a body per unit of force at an arm: angular part first.
fn reach(inverse: &Matrix6<f64>, arm: &Vector3<f64>, force: &Vector3<f64>) -> Vector6<f64> {
    let moment = arm.cross(force);
    let (m, f) = (moment, force);
    inverse * Vector6::new(m.x, m.y, m.z, f.x, f.y, f.z)
}

impl Bonds {
    /// Computes how bodies respond to the coupled bonds, and the accelerations x by the last forces of the rigid contacts. False if a
    /// body cannot be moved.
    pub(super) fn begin_sweeps(&mut self) -> bool {
        let mut spread = std::mem::take(&mut self.spread);
        spread.inverses.clear();
        for member in &self.members {
            let single = member.response.single_body().filter(|_| member.coupled);
            let inverse = single.map(|inertia| inertia.try_inverse());
            if inverse == Some(None) {
                return false;
            }
            spread.inverses.push(inverse.flatten());
        }
        self.spread = spread;
        self.x.fill(0.0);
        self.forces.clear();
        self.forces.resize(3 * self.coupled.len(), 0.0);
        let coupled = std::mem::take(&mut self.coupled);
        self.spread.own.clear();
        for (number, bond) in coupled.iter().enumerate() {
            let own = self.mobility_of(bond);
            self.spread.own.push(own);
            if let Some(of) = &bond.cone {
                self.add_force(bond, number, &of.last);
            }
        }
        self.coupled = coupled;
        true
    }

    /// Returns W of a bond with itself (1/kg).
    fn mobility_of(&self, bond: &Coupled) -> Matrix3<f64> {
        let mut own = Matrix3::zeros();
        let [one, two] = bond.members();
        let same = one == two && bond.fixed().is_none();
        for (side, node) in [one, two].into_iter().enumerate() {
            match bond.rows[side] {
                Rows::None => {}
                Rows::Arm(arm) => {
                    if let Some(inverse) = &self.spread.inverses[node] {
                        for (k, axis) in AXES.iter().enumerate() {
                            let moved = reach(inverse, &arm, axis);
                            let turning = Vector3::new(moved[0], moved[1], moved[2]);
                            let moving = Vector3::new(moved[3], moved[4], moved[5]);
                            let column = own.column(k) + moving + turning.cross(&arm);
                            own.set_column(k, &column);
                        }
                    }
                }
                rows @ Rows::Columns(_) => {
                    own += product(self.of(rows), self.of(rows));
                    if same && side == 0 {
                        let both = product(self.of(rows), self.of(bond.rows[1]));
                        own -= both + both.transpose();
                    }
                }
            }
        }
        own
    }

    /// Adds a force to that of a bond, and its effect to x.
    fn add_force(&mut self, bond: &Coupled, number: usize, force: &Vector3<f64>) {
        for (k, part) in force.iter().enumerate() {
            self.forces[3 * number + k] += part;
        }
        for ((node, rows), sign) in bond.members().into_iter().zip(bond.rows).zip(SIGNS) {
            let span = self.system.span(node);
            let x = &mut self.x[span];
            match rows {
                Rows::None => {}
                Rows::Arm(arm) => {
                    if let Some(inverse) = &self.spread.inverses[node] {
                        let moved = reach(inverse, &arm, &(force * sign));
                        x.iter_mut().zip(&moved).for_each(|(x, by)| *x += by);
                    }
                }
                Rows::Columns([start, end]) => {
                    let force = force * sign;
                    for of in &self.columns[start..end] {
                        x[of.index] += of.by.dot(&force);
                    }
                }
            }
        }
    }

    /// Makes sweeps, at most so many, and takes their forces as the last estimate.
    pub(super) fn sweep(&mut self, most: usize) {
        let coupled = std::mem::take(&mut self.coupled);
        for _ in 0..most {
            let (mut changed, mut largest) = (0.0_f64, 0.0_f64);
            for (number, bond) in coupled.iter().enumerate() {
                let by = self.acceleration(bond);
                let own = self.spread.own[number];
                let before = Vector3::from_column_slice(&self.forces[3 * number..][..3]);
                let force = match &bond.cone {
                    Some(of) => of.cone.alone(&before, &(by - of.toward), &own),
                    None => {
                        let wanted = self.known[number] - bond.resistance * by - before;
                        let stiff = Matrix3::identity() + bond.resistance * own;
                        before
                            + stiff
                                .try_inverse()
                                .map_or(wanted, |inverse| inverse * wanted)
                    }
                };
                let change = force - before;
                changed = changed.max(change.amax());
                largest = largest.max(force.amax());
                self.add_force(bond, number, &change);
            }
            if changed <= SMALL * largest {
                break;
            }
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        moves.extend(coupled.iter().map(|bond| self.acceleration(bond)));
        (self.coupled, self.moves) = (coupled, moves);
        self.take_estimate();
    }

    /// Shares the forces of the last estimate among the contacts that could bear them: takes, of all forces of closed contacts that move the bodies as
    /// those do, the ones whose sum of squares, each by the mass at its point, is least. So none press against each other. Where some of these
    /// would pull or be more than friction bears, the last estimate stays. `fastest` is the fastest change of velocity in the step (m/s2).
    pub(super) fn share(&mut self, fastest: f64) {
        let most = self.missed() + CLOSED * fastest;
        self.spread.kept.clone_from(&self.forces);
        let mut coupled = std::mem::take(&mut self.coupled);
        self.spread.resistances.clear();
        for (number, bond) in coupled.iter_mut().enumerate() {
            self.spread.resistances.push(bond.resistance);
            let by = self.acceleration(bond);
            if let Some(of) = &bond.cone {
                bond.resistance = of.bearing(&by, CLOSED * fastest);
            } else {
                bond.resistance = Matrix3::zeros();
                self.forces[3 * number..][..3].fill(0.0);
            }
        }
        self.coupled = coupled;
        self.x.fill(0.0);
        self.find_residual();
        self.assemble();
        let shared = self.system.factor() && self.take_shared(most);
        if !shared {
            self.forces.clone_from(&self.spread.kept);
            self.missed();
        }
        let kept = self.spread.resistances.iter();
        for (bond, resistance) in self.coupled.iter_mut().zip(kept) {
            bond.resistance = *resistance;
        }
    }

    /// Takes the forces that the factors find for the residual as the last estimate, if they miss the law by no more than `most` (m/s2). Returns whether
    /// they do not.
    fn take_shared(&mut self, most: f64) -> bool {
        self.x.clone_from(&self.residual);
        self.system.solve(&mut self.x);
        let coupled = std::mem::take(&mut self.coupled);
        for (number, bond) in coupled.iter().enumerate() {
            let own = 3 * number..3 * number + 3;
            match &bond.cone {
                Some(of) => {
                    let force = bond.resistance * self.acceleration(bond);
                    let force = of.cone.nearest(&force, of.most);
                    self.forces[own].copy_from_slice(force.as_slice());
                }
                None => self.forces[own.clone()].copy_from_slice(&self.spread.kept[own]),
            }
        }
        self.coupled = coupled;
        if self.missed() > most {
            return false;
        }
        for (bond, force) in self.coupled.iter_mut().zip(self.forces.chunks_exact(3)) {
            if let Some(of) = &mut bond.cone {
                of.last = Vector3::from_column_slice(force);
            }
        }
        true
    }

    /// Returns the largest acceleration (m/s2) by which contacts miss their law at the forces, whose accelerations x are computed anew, and takes
    /// their sliding as the last estimate.
    pub(super) fn missed(&mut self) -> f64 {
        let mut coupled = std::mem::take(&mut self.coupled);
        let forces = std::mem::take(&mut self.forces);
        self.x.fill(0.0);
        self.forces.resize(forces.len(), 0.0);
        for ((number, bond), force) in coupled.iter().enumerate().zip(forces.chunks_exact(3)) {
            self.add_force(bond, number, &Vector3::from_column_slice(force));
        }
        let mut left = 0.0_f64;
        for (number, bond) in coupled.iter_mut().enumerate() {
            let moves = self.acceleration(bond);
            let Some(of) = &mut bond.cone else { continue };
            if of.cone.law == ConeLaw::Coulomb {
                of.slip = of.slip_at(&moves);
            }
            let before = Vector3::from_column_slice(&forces[3 * number..][..3]);
            let own = self.spread.own[number];
            let by = moves - of.toward;
            let change = of.cone.alone(&before, &by, &own) - before;
            left = left.max((own * change).norm());
        }
        self.forces = forces;
        self.coupled = coupled;
        left
    }
}

impl Conical {
    /// Returns the resistance (kg) of the contact in the directions in which it bears, where the bonds move it by this acceleration: against all motion
    /// where it sticks, against the direction of its force where it slides, and none where it is open.
    fn bearing(&self, by: &Vector3<f64>, closed: f64) -> Matrix3<f64> {
        let n = &self.cone.normal;
        let u = by - self.toward;
        let opening = u.dot(n);
        let slip = u - n * opening;
        let within = match self.last == Vector3::zeros() && opening.abs() > closed {
            true => Matrix3::zeros(),
            false if slip.norm() <= closed => Matrix3::identity(),
            false => {
                let push = (n - slip.normalize() * self.cone.friction).normalize();
                push * push.transpose()
            }
        };
        within * (self.moved * MOST_RESISTANCE)
    }
}

const AXES: [Vector3<f64>; 3] = [
    Vector3::new(1.0, 0.0, 0.0),
    Vector3::new(0.0, 1.0, 0.0),
    Vector3::new(0.0, 0.0, 1.0),
];
