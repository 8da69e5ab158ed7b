//! The pipeline of an island: forces on all members, bonds between them, accelerations. Corpora that interact are one island; every other
//! corpus is an island of its own.

use super::super::account::{book_evaluation, book_impulses};
use super::super::attachment::Attachment;
use super::super::contact::{CollisionFaults, ContactMethod, DeepOverlap, PairBody, Prevented};
use super::super::corpus::Corpus;
use super::super::flight::{Before, Turn, before_flight, keep_momenta, keep_pushed};
use super::super::forces::{Surroundings, apply_forces, solve};
use super::super::midpoint;
use super::super::pull::find_pulled;
use super::super::root_motion::drive_power;
use super::super::step_events::Stage;
use super::super::stiction::{Searched, choose};
use super::bonds::{Bond, Bonds, Holding, Side, motion};
use super::forces::IslandForces;
use crate::contact::{ConeLaw, Ground, ImpactRule, Placed, Stabilization};
use crate::control::Trajectory;
use crate::stop::StopSignal;
use corpus_dynamics::kinematics_once;
use nalgebra::{Matrix3, Vector3};
use std::ops::Range;

/// An unbroken attachment, with the members on which it acts.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Tie {
    /// Its number.
    pub number: usize,
    pub sides: [Side; 2],
    /// Axes of its frame on each side: of the body in the dynamics, or of the world.
    pub axes: [Matrix3<f64>; 2],
}

impl Tie {
    /// Returns the places of its points at the states in the workspaces.
    pub fn ends(&self, corpora: &[Corpus], members: &[usize]) -> [Placed; 2] {
        [0, 1].map(|side| {
            let (at, velocity) = motion(&self.sides[side], corpora, members);
            let (spin, axes) = match self.sides[side] {
                Side::Fixed(_) | Side::Joint { .. } => (Vector3::zeros(), self.axes[side]),
                Side::Moving { member, body, .. } => {
                    let workspace = &corpora[members[member]].step.workspace;
                    let turned = workspace.world_rotation(body);
                    (
                        turned * workspace.angular_velocity(body),
                        turned * self.axes[side],
                    )
                }
            };
            Placed {
                at,
                velocity,
                spin,
                axes,
            }
        })
    }
}

/// Returns a side moved by an offset in the world (m).
pub(super) fn shifted(
    side: &Side,
    offset: &Vector3<f64>,
    corpora: &[Corpus],
    members: &[usize],
) -> Side {
    match *side {
        Side::Fixed(at) => Side::Fixed(at + offset),
        Side::Joint { .. } => *side,
        Side::Moving {
            member,
            body,
            point,
        } => {
            let axes = corpora[members[member]].step.workspace.world_rotation(body);
            Side::Moving {
                member,
                body,
                point: point + axes.tr_mul(offset),
            }
        }
    }
}

/// The members of an island for the duration of an advance.
pub(in crate::world) struct Island<'a> {
    pub corpora: &'a mut [Corpus],
    /// Indices of the members.
    pub members: &'a [usize],
    /// Start of each member's state, and the end of the last one.
    pub offsets: &'a [usize],
    pub forces: &'a mut IslandForces,
    pub attachments: &'a mut [Attachment],
    /// The formulas that joints follow.
    pub trajectories: &'a [Trajectory],
    pub broken: &'a mut Vec<usize>,
    pub faults: &'a mut CollisionFaults,
    pub before: &'a mut Vec<Option<Before>>,
    pub around: Surroundings<'a>,
    /// The speed over which restitution falls from 1 to its value (m/s).
    pub ramp: f64,
    /// Law of the contact forces.
    pub law: &'a Ground,
    /// How bodies act on each other.
    pub method: ContactMethod,
    /// How they bounce.
    pub impact: ImpactRule,
    /// How friction is bounded where they are rigid.
    pub cones: ConeLaw,
    /// How closed loops are kept from drifting apart.
    pub stabilization: Stabilization,
    /// Whether the advance should stop.
    pub stop: &'a StopSignal,
    /// Whether it is one corpus without bonds.
    pub is_alone: bool,
}

/// Returns the side of a bond for a touching body.
pub(super) fn side_of(spot: &PairBody, corpora: &[Corpus], at: &Vector3<f64>) -> Side {
    match spot.member.filter(|_| spot.moves) {
        Some(member) => Side::Moving {
            member,
            body: spot.body,
            point: spot.point(corpora, at),
        },
        None => Side::Fixed(*at),
    }
}

impl Island<'_> {
    pub fn span(&self, member: usize) -> Range<usize> {
        self.offsets[member]..self.offsets[member + 1]
    }

    pub fn states(&self) -> usize {
        self.offsets.last().copied().unwrap_or(0)
    }

    /// Finds the bonds at the states in the workspaces, in a step of `h` seconds; marks contacts as seen by that stage of
    /// it.
    pub fn find_bonds(&mut self, h: f64, stage: Stage) {
        self.forces.bonds.all.clear();
        for tie in &*self.forces.ties {
            let law = &self.attachments[tie.number].law;
            if self.forces.is_free && law.is_loop() {
                continue;
            }
            let (corpora, members) = (&*self.corpora, self.members);
            let bonds = &mut self.forces.bonds.all;
            law.each(&tie.ends(corpora, members), self.ramp, |held| {
                let hold = held.constraint.map_or(Holding::Soft, |mut constraint| {
                    let apart = held.velocities[0] - held.velocities[1];
                    self.stabilization.stabilize(&mut constraint, &apart, h);
                    Holding::Hard(constraint)
                });
                let side = |i: usize| shifted(&tie.sides[i], &held.offsets[i], corpora, members);
                bonds.push(Bond {
                    sides: [side(0), side(1)],
                    force: held.force,
                    velocities: held.velocities,
                    arms: [Vector3::zeros(); 2],
                    hold,
                    is_collision: false,
                });
            });
        }
        if h > 0.0 && stage == Stage::First && self.has_rigid_contact() {
            self.find_rigid(h);
        }
        if self.forces.manifolds.is_empty() || self.method == ContactMethod::Rigid {
            return;
        }
        self.forces.manifolds.look(self.corpora, stage);
        if self.method != ContactMethod::Springs {
            return;
        }
        for number in 0..self.forces.manifolds.touched().len() {
            let touched = self.forces.manifolds.touched()[number];
            let contact = self.forces.manifolds.contact(&touched, self.law, h);
            if stage == Stage::First {
                self.forces.manifolds.record_trial(&touched, &contact);
            }
            let side = |spot: &PairBody| side_of(spot, self.corpora, &contact.point);
            let sides = contact.spots.each_ref().map(side);
            for spot in contact.spots.iter().filter(|spot| spot.moves) {
                self.corpora[spot.corpus].step.events.rises(contact.rise);
            }
            self.forces.bonds.all.push(Bond {
                sides,
                force: contact.force,
                velocities: contact.velocities,
                arms: contact.arms,
                hold: Holding::Soft,
                is_collision: true,
            });
        }
        if stage == Stage::First {
            self.forces.manifolds.evaluated();
        }
    }

    /// Evaluates the kinematics of a state in the workspaces.
    pub fn place(&mut self, y: &[f64]) {
        for (member, &i) in self.members.iter().enumerate() {
            let y = &y[self.offsets[member]..self.offsets[member + 1]];
            let corpus = &mut self.corpora[i];
            kinematics_once(&corpus.model, y, &mut corpus.step.workspace);
        }
    }

    pub fn solve(&mut self) {
        for &i in self.members {
            solve(&mut self.corpora[i], self.around.gravity);
        }
        self.forces.bonds.solve(self.corpora, self.members);
    }

    /// Solves a stage of a midpoint step. Returns false if friction jams a figure: then the step must be repeated without its coupling
    /// to the normal force.
    pub fn solve_stage(&mut self) -> bool {
        let members = self.members;
        let jammed = |corpora: &[Corpus]| {
            let jams = |i: &&usize| corpora[**i].step.events.jammed;
            members.iter().filter(jams).count()
        };
        let before = jammed(self.corpora);
        self.solve();
        jammed(self.corpora) == before
    }

    /// Decides for each member whether the derivatives of its friction by the normal force are part of the stage whose bonds were just
    /// found. They make its inertia unsymmetric, which the search for rigid contacts cannot have.
    fn couple(&mut self) {
        let couples = self.around.is_auto && !self.forces.bonds.all.iter().any(Bond::is_conical);
        for &i in self.members {
            let events = &mut self.corpora[i].step.events;
            events.couples = couples && !events.jammed;
        }
    }

    /// Computes the accelerations of all members at (time, y), for a linearly implicit step of `h` seconds or explicitly for h = 0.
    pub fn accelerate(&mut self, time: f64, y: &[f64], h: f64) {
        let around = self.around;
        self.apply_forces((time, h), y, true);
        for (member, &i) in self.members.iter().enumerate() {
            let y = &y[self.span(member)];
            book_evaluation(&mut self.corpora[i], around, time, y);
        }
        self.solve();
    }

    /// Applies the forces on all members at (time, y), for a linearly implicit step of `h` seconds or explicitly for h = 0; with
    /// `books` the accounts record them.
    pub fn apply_forces(&mut self, (time, h): (f64, f64), y: &[f64], books: bool) {
        let around = self.around;
        for (member, &i) in self.members.iter().enumerate() {
            let y = &y[self.span(member)];
            apply_forces(&mut self.corpora[i], around, (time, h), y, books);
        }
        self.set_time(time);
        if h > 0.0 {
            self.follow_mean((time, h));
        }
        self.apply_bonds(h, Stage::First, !around.by_rates);
    }

    /// Finds the friction of joints in a step of `h` seconds from `(time, y)`, and imposes it; the other forces are those of a
    /// linearly implicit step of `g` seconds, or explicit for g = 0. Returns the number of evaluations.
    pub fn find_friction(
        &mut self,
        searched: Searched,
        time: f64,
        [h, g]: [f64; 2],
        y: &[f64],
    ) -> u64 {
        for (member, &i) in self.members.iter().enumerate() {
            let y = &y[self.span(member)];
            self.corpora[i].begin_friction(searched, h, y);
            self.corpora[i].step.events.begin(true);
        }
        self.apply_forces((time, g), y, false);
        for &i in self.members {
            self.corpora[i].keep_other_forces();
        }
        let gripped = |&i: &usize| self.corpora[i].laws.gripped.len();
        let joints = self.members.iter().map(gripped).sum();
        let tries = choose(joints, |all| {
            for &i in self.members {
                self.corpora[i].apply_friction(h);
            }
            self.solve();
            let mut changed = false;
            for &i in self.members {
                if all || !changed {
                    changed |= self.corpora[i].change_friction(h, all);
                }
            }
            changed
        });
        for &i in self.members {
            self.corpora[i].impose_friction(h);
        }
        tries
    }

    /// Stretches the springs of joints that dry friction holds at rest, and whose load is not known yet, so that they bear it.
    pub fn load_held_joints(&mut self, time: f64, y: &[f64]) {
        let members = self.members.iter();
        let steps = members.filter_map(|&i| self.corpora[i].loaded_step());
        let Some(h) = steps.reduce(f64::max) else {
            return;
        };
        self.find_friction(Searched::Unloaded, time, [h, 0.0], y);
        for &i in self.members {
            self.corpora[i].take_loads();
        }
    }

    /// Computes the power of the bonds on each member at the present states, for the account (W).
    pub fn look(&mut self, outer: &mut Vec<[f64; 2]>) {
        outer.clear();
        outer.resize(self.members.len(), [0.0; 2]);
        if self.is_alone {
            return;
        }
        for &i in self.members {
            let corpus = &mut self.corpora[i];
            corpus.place();
        }
        self.find_bonds(0.0, Stage::Look);
        // The work of loops is that of their loads in each step.
        let soft = |bond: &&Bond| bond.hold == Holding::Soft;
        for bond in self.forces.bonds.all.iter().filter(soft) {
            let apart = bond.is_collision && !self.around.by_rates;
            let powers = Bonds::powers(bond, self.corpora, self.members, apart);
            for (side, power) in bond.sides.iter().zip(powers) {
                if let Some((member, _)) = side.mover() {
                    outer[member][usize::from(bond.is_collision)] += power;
                }
            }
        }
    }

    /// Makes a step of one stage.
    pub fn step(&mut self, time: f64, h: f64, y: &mut [f64], implicit: bool) {
        for &i in self.members {
            let corpus = &mut self.corpora[i];
            corpus.step.events.begin(true);
            corpus.measured.recorder.attempts();
        }
        self.forces.manifolds.begin();
        self.accelerate(time, y, if implicit { h } else { 0.0 });
        self.find_loads();
        self.tell_exchange(h);
        let is_rigid = implicit && self.has_rigid_contact();
        if is_rigid {
            self.keep_rigid(h);
        }
        for member in 0..self.members.len() {
            let i = self.members[member];
            let y = &mut y[self.offsets[member]..self.offsets[member + 1]];
            let driven = drive_power(&self.corpora[i], y);
            let events = &self.corpora[i].step.events;
            // The parts of an extrapolated step have the same error also where only one of them finds a force.
            let is_part = self.forces.bonds.is_exact;
            match is_rigid && (is_part || events.acted || events.pushed) {
                true => self.move_touched(member, h, y),
                false => self.move_untouched(member, h, y, is_rigid),
            }
            let corpus = &mut self.corpora[i];
            let work = 0.5 * h * (driven + drive_power(corpus, y));
            corpus.measured.recorder.drives(work);
        }
        self.tell_loads(h, 0.5 * h);
        self.set_time(time + h);
        self.close_loops(y);
    }

    /// Moves a member on which no rigid contact acts by a step of one stage.
    fn move_untouched(&mut self, member: usize, h: f64, y: &mut [f64], is_rigid: bool) {
        let around = self.around;
        let corpus = &mut self.corpora[self.members[member]];
        // The accelerations by bonds are added to those of joints only.
        if !corpus.step.events.pushed && around.ground.is_some() && !is_rigid {
            book_impulses(corpus, around, h);
        }
        let before = before_flight(corpus, h, y).filter(|_| !corpus.step.events.pushed);
        let mut start = std::mem::take(&mut corpus.step.start);
        start.copy_from_slice(y);
        let model = &corpus.model;
        model.semi_implicit_update(y, &corpus.step.acceleration, h);
        if let Some(before) = before {
            let turn = Turn::Symmetric;
            keep_momenta(corpus, &before, &around.gravity, h, &start, y, turn);
        }
        corpus.step.start = start;
    }

    /// Solves the first stage of a midpoint step, and computes the forces of the second. Returns false if friction jams a figure in
    /// the first stage.
    pub fn two_stages(&mut self, (time, h): (f64, f64), y: &[f64]) -> bool {
        let around = self.around;
        let g = midpoint::linear(h);
        self.set_time(time);
        if !self.is_alone {
            self.place(y);
        }
        self.find_bonds(g, Stage::First);
        self.couple();
        for (member, &i) in self.members.iter().enumerate() {
            let y = &y[self.span(member)];
            midpoint::first_forces(&mut self.corpora[i], around, (time, h), y);
        }
        let of = (&mut *self.corpora, self.members);
        self.forces.bonds.apply(of, g, Stage::First, true);
        self.before.clear();
        for (member, &i) in self.members.iter().enumerate() {
            let y = &y[self.span(member)];
            let known = midpoint::first_known(&mut self.corpora[i], around, (time, h), y);
            self.before.push(known);
        }
        if !self.solve_stage() {
            return false;
        }
        for (member, &i) in self.members.iter().enumerate() {
            let y = &y[self.span(member)];
            midpoint::second_state(&mut self.corpora[i], around, (time, h), y);
        }
        self.set_time(time + 0.5 * h);
        self.find_bonds(g, Stage::Second);
        self.forces.manifolds.keep_middle();
        self.tell_middle();
        self.couple();
        for (member, &i) in self.members.iter().enumerate() {
            let corpus = &mut self.corpora[i];
            let tied = self.forces.bonds.mark(corpus, member);
            let foreseen = find_pulled(corpus) || tied || corpus.step.events.near.contains(&true);
            midpoint::second_forces(corpus, around, h, foreseen);
        }
        let of = (&mut *self.corpora, self.members);
        self.forces.bonds.apply(of, g, Stage::Second, true);
        true
    }

    /// Finds the bonds at the states in the workspaces, and applies them; `apart` as in [`Bonds::apply`].
    fn apply_bonds(&mut self, h: f64, stage: Stage, apart: bool) {
        self.find_bonds(h, stage);
        let of = (&mut *self.corpora, self.members);
        self.forces.bonds.apply(of, h, stage, apart);
    }

    /// Computes the result of a midpoint step from the accelerations of its second stage.
    pub fn finish(&mut self, (time, h): (f64, f64), y: &[f64], out: &mut [f64]) {
        let around = self.around;
        self.find_loads();
        self.tell_exchange(h);
        self.set_time(time + h);
        let pushes = &mut self.forces.pushes;
        self.forces.bonds.add_up(self.corpora, self.members, pushes);
        for (member, &i) in self.members.iter().enumerate() {
            let span = self.offsets[member]..self.offsets[member + 1];
            let (y, out) = (&y[span.clone()], &mut out[span]);
            let before = self.before[member];
            let corpus = &mut self.corpora[i];
            self.before[member] = midpoint::finish(corpus, around, h, y, before, out);
            corpus.contact.set_time(time + h);
            if self.is_alone {
                continue;
            }
            if !corpus.step.events.pushed {
                continue;
            }
            // The accelerations by bonds were added to those of joints only.
            corpus.measured.recorder.forget_impulses();
            let free = !corpus.step.events.acted;
            if let (Some(before), true, Some(push)) = (before, free, self.forces.pushes.get(member))
            {
                keep_pushed(corpus, &before, &around.gravity, h, *push, out);
            }
        }
        self.tell_loads(h, 0.0);
    }

    /// Records in the accounts the powers of touching bodies in the middle of a step.
    pub fn tell_middle(&mut self) {
        if self.forces.manifolds.is_empty() {
            return;
        }
        let mut powers = std::mem::take(&mut self.forces.exchanged);
        powers.clear();
        powers.resize(self.members.len(), 0.0);
        for bond in self.forces.bonds.all.iter().filter(|b| b.is_collision) {
            let of_sides = Bonds::powers(bond, self.corpora, self.members, true);
            for (side, power) in bond.sides.iter().zip(of_sides) {
                if let Some((member, _)) = side.mover() {
                    powers[member] += power;
                }
            }
        }
        for (&power, &i) in powers.iter().zip(self.members) {
            self.corpora[i].measured.recorder.collides(power);
        }
        self.forces.exchanged = powers;
    }

    /// Records in the accounts the work that touching bodies exchange by their common motion in a step of `h` seconds, by the
    /// forces last solved for.
    pub fn tell_exchange(&mut self, h: f64) {
        if self.forces.manifolds.is_empty() {
            return;
        }
        let mut powers = std::mem::take(&mut self.forces.exchanged);
        self.forces
            .bonds
            .exchange(self.corpora, self.members, &mut powers);
        for (power, &i) in powers.iter().zip(self.members) {
            self.corpora[i].measured.recorder.exchanges(h * power);
        }
        self.forces.exchanged = powers;
    }

    /// Records collisions that the laws cannot follow, at an accepted state. Methods with fixed steps have searched at the start of
    /// the step.
    pub fn note_faults(&mut self, time: f64) {
        if let Some((pair, [depth, thickness])) = self.forces.manifolds.deepest() {
            self.faults.overlaps(DeepOverlap {
                pair,
                depth,
                thickness,
                time,
            });
        }
        if let Some((pair, energy)) = self.forces.impulses.prevented.take() {
            self.faults.prevents(Prevented { pair, energy, time });
        }
        let crowd = self.forces.impulses.take_crowd();
        if crowd > 0 {
            self.faults.crowds(crowd, time);
        }
    }
}

/// Runs a test on the island of one corpus.
#[cfg(test)]
pub(in crate::world) fn alone<T>(
    corpus: &mut Corpus,
    ground: Option<&Ground>,
    gravity: Vector3<f64>,
    test: impl FnOnce(&mut Island) -> T,
) -> T {
    let around = Surroundings {
        ground,
        gravity,
        span: [0.0; 2],
        by_rates: false,
        is_auto: true,
    };
    let offsets = [0, corpus.y.len()];
    test(&mut Island {
        corpora: std::slice::from_mut(corpus),
        members: &[0],
        offsets: &offsets,
        forces: &mut IslandForces::default(),
        attachments: &mut [],
        trajectories: &[],
        broken: &mut vec![],
        faults: &mut CollisionFaults::default(),
        before: &mut vec![],
        around,
        ramp: 0.0,
        law: &Ground::default(),
        method: ContactMethod::Springs,
        impact: ImpactRule::default(),
        cones: ConeLaw::default(),
        stabilization: Stabilization::default(),
        stop: &StopSignal::default(),
        is_alone: true,
    })
}
