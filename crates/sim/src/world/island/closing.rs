//! Closed loops in a step: the loads that hold them, and the projection of positions and velocities after it.

use super::bonds::{Bond, Holding, Side};
use super::pipeline::{Island, shifted};
use crate::contact::{ClosureKind, Held, Joined, PointForce, Stabilization};
use crate::world::account::{OUTER, POWERS};
use crate::world::forces::solve;
use crate::world::step_events::Stage;
use corpus_dynamics::state::{root_orientation, vector};
use corpus_dynamics::{Carried, Drive, Motions, Root, carry, motion, potential_energy};
use nalgebra::Vector3;

/// Most corrections of positions after a step: each leaves the square of the gap, or a part of it that the resistance allows.
pub(super) const MOST_CORRECTIONS: usize = 10;

/// Gap that is not corrected, as a part of the distance of the points from the origin.
pub(super) const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Speed at which the points of a loop may move apart, as a part of their own: and by a method of Runge and Kutta whose steps are not projected.
const FITTING: f64 = 1e-6;
const SET: f64 = 1e-3;

impl Island<'_> {
    /// Whether a closed loop acts on the members.
    pub fn has_loops(&self) -> bool {
        let mut ties = self.forces.ties.iter();
        ties.any(|tie| self.attachments[tie.number].law.is_loop())
    }

    /// Finds the loads of closed loops, from the bonds and accelerations of the stage last solved: f + G (s - a), with the relative
    /// acceleration a of their points.
    pub fn find_loads(&mut self) {
        self.forces.loads.clear();
        self.forces.loads_power.clear();
        if !self.has_loops() {
            return;
        }
        self.forces.loads_power.resize(self.members.len(), [0.0; 2]);
        let forces = &mut *self.forces;
        forces
            .motions
            .resize_with(self.members.len(), Motions::default);
        for (motions, &i) in forces.motions.iter_mut().zip(self.members) {
            let corpus = &self.corpora[i];
            let a = &corpus.step.acceleration;
            let root = Carried {
                angular: Vector3::new(a[0], a[1], a[2]),
                linear: Vector3::new(a[3], a[4], a[5]),
            };
            motions.fit(&corpus.model);
            let all = &mut forces.wanted;
            all.clear();
            all.resize(corpus.model.bodies(), true);
            let workspace = &corpus.step.workspace;
            carry(&corpus.model, workspace, all, root, &a[6..], 1.0, motions);
        }
        for bond in &forces.bonds.all {
            let Holding::Hard(constraint) = bond.hold else {
                continue;
            };
            let mut accelerations = [Vector3::zeros(); 2];
            for (side, of) in bond.sides.iter().zip(&mut accelerations) {
                if let Side::Joint {
                    member,
                    body,
                    factor,
                } = *side
                {
                    let a = &self.corpora[self.members[member]].step.acceleration;
                    of.x = factor * a[5 + body];
                }
                if let Side::Moving {
                    member,
                    body,
                    point,
                } = *side
                {
                    let workspace = &self.corpora[self.members[member]].step.workspace;
                    let turning = workspace.angular_velocity(body);
                    let classical = forces.motions[member].of(workspace, body).at(&point)
                        + turning.cross(&workspace.point_velocity(body, point));
                    *of = workspace.world_rotation(body) * classical;
                }
            }
            let relative = accelerations[0] - accelerations[1];
            let load =
                bond.force.force + bond.force.resistance(1.0) * (constraint.drift - relative);
            forces.loads.push(constraint.axes.tr_mul(&load).into());
            let motions = bond.velocities.into_iter().zip(accelerations);
            let sides = bond.sides.iter().zip(motions).zip([1.0, -1.0]);
            for ((side, (velocity, acceleration)), sign) in sides {
                if let Some((member, _)) = side.mover() {
                    let [power, rate] = &mut forces.loads_power[member];
                    *power += sign * load.dot(&velocity);
                    *rate += sign * load.dot(&acceleration);
                }
            }
        }
    }

    /// Records the work of closed loops in a step of `h` seconds, by the loads last found, whose powers are those `later` seconds before the
    /// middle of the step: in an impact the velocities change within it.
    pub fn tell_loads(&mut self, h: f64, later: f64) {
        for ([power, rate], &i) in self.forces.loads_power.iter().zip(self.members) {
            let work = h * (power + later * rate);
            self.corpora[i].measured.recorder.is_led(work);
        }
    }

    /// Sets the time (s) of the state that is evaluated next, and what joints follow to it.
    pub fn set_time(&mut self, time: f64) {
        self.forces.manifolds.set_time(time);
        for tie in &self.forces.ties {
            if let Joined::Closure(closure) = &mut self.attachments[tie.number].law {
                closure.follow(self.trajectories, time);
            }
        }
    }

    /// Lets joints follow the mean accelerations of a step of `h` seconds from a time (s): by them a step of first order ends with the speeds of
    /// its end.
    pub fn follow_mean(&mut self, of: (f64, f64)) {
        for tie in &self.forces.ties {
            if let Joined::Closure(closure) = &mut self.attachments[tie.number].law {
                closure.follow_mean(self.trajectories, of);
            }
        }
    }

    /// Records jumps of what joints follow, in a step of `h` seconds that ends at a time (s).
    pub fn find_jumps(&mut self, time: f64, h: f64) {
        for tie in &self.forces.ties {
            let Joined::Closure(closure) = &self.attachments[tie.number].law else {
                continue;
            };
            let trajectory = closure
                .trajectory()
                .and_then(|of| self.trajectories.get(of));
            if let Some((time, height)) =
                trajectory.and_then(|trajectory| trajectory.jump(time - h, time))
            {
                self.faults.jumps(height, time, tie.number);
            }
        }
    }

    /// Stores the loads of the step that was accepted, which ends at a time (s).
    pub fn keep_loads(&mut self, time: f64) {
        let mut loads = self.forces.loads.iter();
        for tie in &self.forces.ties {
            if let Joined::Closure(closure) = &mut self.attachments[tie.number].law {
                let points = closure.points();
                let own = closure.loads.iter_mut().take(points);
                own.zip(&mut loads).for_each(|(own, load)| *own = *load);
                if let ClosureKind::Roll { .. } = closure.kind
                    && let [[.., up], ..] = closure.loads
                    && up < 0.0
                {
                    self.faults.lifts(-up, time, tie.number);
                }
            }
        }
    }

    /// Projects the result of a step, if that is how loops are kept from drifting apart.
    pub fn close_loops(&mut self, y: &mut [f64]) {
        if self.stabilization != Stabilization::Projection {
            // What acts on one side is always projected.
            if self.has_rows() {
                self.project_held(y, false);
            }
            return;
        }
        let mut ties = self.forces.ties.iter();
        let follows = ties.any(|tie| match &self.attachments[tie.number].law {
            Joined::Closure(closure) => closure.trajectory().is_some(),
            Joined::Spring(_) => false,
        });
        if !follows {
            self.project(y);
            return;
        }
        // What a formula changes at once, as at a kink, is work of the drive.
        self.tell_energies(y, -1.0);
        self.project(y);
        self.tell_energies(y, 1.0);
    }

    /// Records the kinetic energy and that of weight in a state as work of loops, times a factor; methods that add up rates have it in the state.
    fn tell_energies(&mut self, y: &mut [f64], by: f64) {
        self.place(y);
        let gravity = self.around.gravity;
        let states = self.states();
        for (member, &i) in self.members.iter().enumerate() {
            let corpus = &mut self.corpora[i];
            let motion = motion(&corpus.model, &corpus.step.workspace);
            let energy = motion.kinetic_energy + potential_energy(&motion, gravity);
            match y.get_mut(states + member * POWERS + OUTER) {
                Some(outer) if self.around.by_rates => *outer += by * energy,
                _ => corpus.measured.recorder.is_led(by * energy),
            }
        }
    }

    /// Projects a state to that in which all loops are closed, and no point of them moves apart: by the smallest motion, in the
    /// metric of the kinetic energy.
    fn project(&mut self, y: &mut [f64]) {
        if self.has_rows() {
            self.project_held(y, true);
            return;
        }
        if !self.has_loops() {
            return;
        }
        let mut still = std::mem::take(&mut self.forces.still);
        for _ in 0..MOST_CORRECTIONS {
            let mut open = false;
            self.aim(y, |_, gap, size| {
                open |= gap.norm() > ROUNDING * size;
                -gap
            });
            if !open {
                break;
            }
            self.find_correction(y, &mut still);
            self.add_moves(y, &mut still);
        }
        self.aim(y, |held, _, _| held.velocities[1] - held.velocities[0]);
        self.find_correction(y, &mut still);
        self.add_changes(y);
        self.forces.still = still;
    }

    /// Makes the velocities that a script has set fit the loops, at a time (s): as by a plastic impact, whose energy is that of the
    /// script.
    pub fn fit_velocities(&mut self, y: &mut [f64], time: f64) {
        if !self.has_loops() {
            return;
        }
        // Without projection the error of the steps is slip, too, which is not to be hidden.
        let drifts = self.has_rows() && self.stabilization != Stabilization::Projection;
        let fitting = if drifts { SET } else { FITTING };
        if self.slip(y) <= fitting {
            return;
        }
        // The first leaves what the resistance allows.
        self.project(y);
        self.project(y);
        let gravity = self.around.gravity;
        for (member, &i) in self.members.iter().enumerate() {
            let span = self.span(member);
            let corpus = &mut self.corpora[i];
            corpus.y.copy_from_slice(&y[span]);
            corpus.open_account(time, gravity);
        }
    }

    /// Returns the largest speed at which points of loops move apart in a state, as a part of their own.
    fn slip(&mut self, y: &[f64]) -> f64 {
        self.place(y);
        let slips = self.forces.ties.iter().map(|tie| {
            let ends = tie.ends(self.corpora, self.members);
            match &self.attachments[tie.number].law {
                Joined::Closure(closure) => closure.slip(&ends),
                Joined::Spring(_) => 0.0,
            }
        });
        slips.fold(0.0, f64::max)
    }

    /// Makes the bonds that move the points of all loops, in a state, by what `target` returns for each, of its gap and its distance
    /// from the origin (m).
    pub(super) fn aim(
        &mut self,
        y: &[f64],
        mut target: impl FnMut(&Held, Vector3<f64>, f64) -> Vector3<f64>,
    ) {
        self.place(y);
        let bonds = &mut self.forces.bonds.all;
        bonds.clear();
        let (corpora, members) = (&*self.corpora, self.members);
        for tie in &self.forces.ties {
            let ends = tie.ends(corpora, members);
            self.attachments[tie.number]
                .law
                .each(&ends, self.ramp, |held| {
                    let Some(constraint) = held.constraint else {
                        return;
                    };
                    let size = (ends[0].at + held.offsets[0]).norm() + held.offsets[0].norm();
                    let aim = target(&held, constraint.gap, size);
                    let side =
                        |i: usize| shifted(&tie.sides[i], &held.offsets[i], corpora, members);
                    bonds.push(Bond {
                        sides: [side(0), side(1)],
                        force: PointForce {
                            force: held.force.resistance(1.0) * aim,
                            ..held.force
                        },
                        velocities: held.velocities,
                        arms: [Vector3::zeros(); 2],
                        hold: Holding::Correction,
                        is_collision: false,
                    });
                });
        }
    }

    /// Finds the velocities that the bonds give in a second to the state `still`, which is `y` at rest.
    fn find_correction(&mut self, y: &[f64], still: &mut Vec<f64>) {
        self.lie(y, still);
        let of = (&mut *self.corpora, self.members);
        self.forces.bonds.apply(of, 1.0, Stage::Look, false);
        self.accelerate_still();
        self.forces.bonds.solve(self.corpora, self.members);
    }

    /// Makes the state `still`, which is `y` at rest, without forces.
    pub(super) fn lie(&mut self, y: &[f64], still: &mut Vec<f64>) {
        still.clear();
        still.extend_from_slice(&y[..self.states()]);
        for (member, &i) in self.members.iter().enumerate() {
            let velocities = self.corpora[i].layout().velocity();
            still[self.span(member)][velocities].fill(0.0);
        }
        self.place(still);
        for &i in self.members {
            let workspace = &mut self.corpora[i].step.workspace;
            workspace.tau.fill(0.0);
            workspace.joint_inertia.fill(0.0);
        }
    }

    /// Finds the accelerations at a state at rest.
    pub(super) fn accelerate_still(&mut self) {
        for &i in self.members {
            let corpus = &mut self.corpora[i];
            let root = corpus.model.root();
            // A driven root stays where it is driven.
            if let Root::Driven(_) = root {
                let still = Drive {
                    linear: [0.0; 3],
                    angular: [0.0; 3],
                };
                corpus.model.set_root(Root::Driven(still));
            }
            solve(corpus, Vector3::zeros());
            corpus.model.set_root(root);
        }
    }

    /// Adds the changes that were found to the velocities of a state.
    pub(super) fn add_changes(&self, y: &mut [f64]) {
        for (member, &i) in self.members.iter().enumerate() {
            let corpus = &self.corpora[i];
            let y = &mut y[self.span(member)];
            let velocities = y[corpus.layout().velocity()].iter_mut();
            let changes = corpus.step.acceleration.iter();
            velocities.zip(changes).for_each(|(v, by)| *v += by);
        }
    }

    /// Moves the places of a state by the velocities found for `still`, the same at rest, in a second.
    pub(super) fn add_moves(&self, y: &mut [f64], still: &mut [f64]) {
        for (member, &i) in self.members.iter().enumerate() {
            let corpus = &self.corpora[i];
            let (layout, span) = (corpus.layout(), self.span(member));
            let (y, still) = (&mut y[span.clone()], &mut still[span]);
            let by = &corpus.step.acceleration;
            corpus.model.semi_implicit_update(still, by, 1.0);
            // The velocity of the root is given in its axes, which turn.
            let before = root_orientation(y);
            let positions = ..layout.velocity().start;
            y[positions].copy_from_slice(&still[positions]);
            let v = before * vector(y, layout.v().start);
            let v = root_orientation(y).inverse_transform_vector(&v);
            y[layout.v()].copy_from_slice(v.as_slice());
        }
    }
}
