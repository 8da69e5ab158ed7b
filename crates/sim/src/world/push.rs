//! Forces at points of bodies, for a time or until removed, and instantaneous impulses.

use super::corpus::{Corpus, Push, rounding};
use super::pull::apply_pull;
use super::step_events::Stage;
use corpus_dynamics::{Root, articulated_body, kinematics_once, motion};
use nalgebra::{Matrix3, Vector3};

impl Corpus {
    /// Shifts the ends of all pushes in time by `by` (s), after the clock was set forward.
    pub(super) fn shift_pushes(&mut self, by: f64) {
        let ends = self.imposed.pushes.iter_mut().map(|push| &mut push.until);
        ends.flatten().for_each(|end| *end += by);
    }
}

/// Applies the external forces on a figure, other than the ground, at the state in the workspace: a pull, and pushes. For h > 0
/// includes the linearly implicit terms; a push has none, because its force does not depend on the motion of the point.
pub(super) fn apply_outer(corpus: &mut Corpus, h: f64, stage: Stage) {
    apply_pull(corpus, h, stage);
    for i in 0..corpus.imposed.pushes.len() {
        let Some(push) = corpus.imposed.pushes.get(i).copied() else {
            continue;
        };
        let turn = corpus.model.turn(push.body);
        let point = turn * push.point;
        let force = match push.turns {
            true => turn * push.force,
            false => corpus
                .step
                .workspace
                .world_rotation(push.body)
                .tr_mul(&push.force),
        };
        let velocity = corpus.step.workspace.point_velocity(push.body, point);
        corpus.step.events.acted |= stage != Stage::Look;
        if corpus.measured.recorder.listens() {
            corpus.measured.recorder.outer(force.dot(&velocity));
        }
        corpus.step.workspace.apply_force(push.body, point, force);
    }
}

impl Corpus {
    /// Returns the current pushes.
    #[must_use]
    pub fn pushes(&self) -> &[Push] {
        &self.imposed.pushes
    }

    /// Returns the point at which each push acts (m, world) and its force (N, world), for given poses of the bodies.
    pub fn pushing<'a>(
        &'a self,
        poses: &'a [(Matrix3<f64>, Vector3<f64>)],
    ) -> impl Iterator<Item = [Vector3<f64>; 2]> + 'a {
        self.imposed.pushes.iter().filter_map(|push| {
            let (rotation, origin) = poses.get(push.body)?;
            let force = match push.turns {
                true => rotation * push.force,
                false => push.force,
            };
            Some([origin + rotation * push.point, force])
        })
    }

    /// Adds a push to the current ones.
    pub fn push(&mut self, push: Push) {
        if push.body < self.model.bodies() {
            self.imposed.pushes.push(push);
            // Discards the step size: with the push it may be far too long.
            self.step.memory = None;
        }
    }

    /// Ends the pushes on a body.
    pub fn end_pushes(&mut self, body: usize) {
        self.imposed.pushes.retain(|push| push.body != body);
        self.step.memory = None;
    }

    /// Returns the next time (s) before `to` at which a push ends: the force jumps there, so no step may extend across it.
    pub(super) fn next_end_of_push(&self, to: f64) -> Option<f64> {
        let ends = self.imposed.pushes.iter().filter_map(|push| push.until);
        ends.filter(|end| *end < to - rounding(to))
            .min_by(f64::total_cmp)
    }

    /// Ends the pushes whose end is at or before a time (s).
    pub(super) fn end_pushes_by(&mut self, time: f64) {
        let before = self.imposed.pushes.len();
        let lasts = |push: &Push| push.until.is_none_or(|until| until > time + rounding(time));
        self.imposed.pushes.retain(lasts);
        if self.imposed.pushes.len() != before {
            self.step.memory = None;
        }
    }

    /// Applies an instantaneous impulse (N s, world axes) to a point of a body (m, its own frame): velocities change by M^-1
    /// J'p, in all joints that can move. M^-1 J'p is the acceleration of the figure at rest under the force p (Featherstone
    /// 2008, 7.3), by the articulated-body method. The work p . (v + v') / 2 counts as external; if the root is driven, the
    /// change of the kinetic energy, in which the root's drive has a part. Returns whether the result is
    /// finite; otherwise the state is unchanged.
    #[must_use]
    pub fn blow(
        &mut self,
        (body, point): (usize, &Vector3<f64>),
        impulse: &Vector3<f64>,
        (time, gravity): (f64, Vector3<f64>),
    ) -> bool {
        if body >= self.model.bodies() {
            return true;
        }
        let unsettled = self.is_unsettled();
        let layout = self.layout();
        let at = self.model.turn(body) * point;
        let mut y = self.y.clone();
        kinematics_once(&self.model, &y, &mut self.step.workspace);
        let along = self.step.workspace.world_rotation(body).tr_mul(impulse);
        let before = self.step.workspace.point_velocity(body, at);
        let energy = motion(&self.model, &self.step.workspace).kinetic_energy;
        y[layout.velocity()].fill(0.0);
        kinematics_once(&self.model, &y, &mut self.step.workspace);
        self.step.workspace.tau.fill(0.0);
        self.step.workspace.joint_inertia.fill(0.0);
        self.step.workspace.apply_force(body, at, along);
        // A driven root keeps its motion.
        let root = self.model.root();
        if root != Root::Free {
            self.model.set_root(Root::Fixed);
        }
        let mut change = std::mem::take(&mut self.step.acceleration);
        let none = Vector3::zeros();
        let solved = articulated_body(&self.model, &mut self.step.workspace, none, &mut change);
        self.model.set_root(root);
        let sound = solved.is_ok()
            && self.attempt(|corpus| {
                for (rate, change) in corpus.y[layout.velocity()].iter_mut().zip(&change) {
                    *rate += change;
                }
            });
        self.step.acceleration = change;
        if !sound {
            return false;
        }
        kinematics_once(&self.model, &self.y, &mut self.step.workspace);
        let after = self.step.workspace.point_velocity(body, at);
        let work = match root {
            Root::Driven(_) => motion(&self.model, &self.step.workspace).kinetic_energy - energy,
            _ => along.dot(&(before + after)) / 2.0,
        };
        self.was_struck(work, unsettled, (time, gravity));
        self.step.memory = None;
        true
    }
}
