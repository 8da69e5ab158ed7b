//! The energy account of a figure: energy added, energy removed, and the energy that the integration lost or created.
//!
//! The energy of a figure changes by the work of its motors, of the ground and of external forces, and by its dampers:
//! dE/dt = P_motors - P_dampers + P_ground + P_friction + P_outer + P_collisions. Each power is known at every evaluation of the forces. Methods that
//! integrate rates (Runge-Kutta) integrate these with the state, to their own order. The others use the trapezoidal rule over
//! the accepted steps: for the ground's forces over the distances moved by the bodies; for dampers and actuators over those moved by the
//! joints; for forces between bodies, Simpson's rule with the middle stage of `auto`. The remainder of the balance is the error of the motion.

mod balance;
mod end;
mod recorder;
mod step;
mod tally;

pub use balance::{Account, GroundForce, Works};
pub(super) use balance::{COLLISIONS, FRICTION, OUTER, POWERS};
pub(super) use recorder::Recorder;
use recorder::{Attempt, Impulse};

use super::contact::look_at_ground;
use super::corpus::Corpus;
use super::forces::Surroundings;
use super::push::apply_outer;
use super::step_events::Stage;
use crate::contact::FrictionLaw;
use corpus_dynamics::state::vector;
use corpus_dynamics::{Motion, kinematics_once, motion, potential_energy};
use nalgebra::Vector3;
use tally::{JointWork, PlainJoint};

/// Returns a time inside a span. There, motors that come to rest at one of its ends still move.
fn within(time: f64, [from, to]: [f64; 2]) -> f64 {
    let margin = 1e-6 * (to - from);
    time.min(to - margin).max(from + margin)
}

/// Records the impulses of the ground in an attempted step of `h` seconds, of which the last stage was just solved: velocities
/// change by the forces of this stage, which follow the accelerations that it finds.
pub(super) fn book_impulses(corpus: &mut Corpus, around: Surroundings, h: f64) {
    let (found, workspace) = (&corpus.contact.ground_contacts, &corpus.step.workspace);
    let book = &mut corpus.measured.recorder;
    book.forget_impulses();
    let mut impulses = book.memory();
    let has_stick_points = around.ground.is_none_or(|g| g.law == FrictionLaw::Stick);
    for (touching, load) in found.bodies.iter().zip(&found.loads) {
        let (body, rotation) = (touching.body, &touching.place.rotation);
        let force = load.force_at(workspace.acceleration(body, &around.gravity));
        let points = &found.points[touching.points.clone()];
        let up = rotation * points.first().map_or_else(Vector3::zeros, |near| near.up);
        impulses.push(Impulse {
            body,
            of: GroundForce::of(&(rotation * force * h), &up),
            slides: !has_stick_points && !corpus.contact.sticky[body],
        });
    }
    book.attempt.impulses = Some(impulses);
}

/// Records the evaluation just made at (time, y), if the account is recorded. It uses the forces at that state, not those that
/// an implicit step uses in their place.
pub(super) fn book_evaluation(corpus: &mut Corpus, around: Surroundings, time: f64, y: &[f64]) {
    if !corpus.measured.recorder.listens {
        return;
    }
    let layout = corpus.layout();
    let within = within(time, around.span);
    let (q, qd) = (&y[layout.q()], &y[layout.qd()]);
    let laws = &corpus.laws.forces[1..];
    corpus
        .laws
        .springs
        .stretch(&corpus.step.workspace, laws, time, q);
    let (tally, balls) = (&mut corpus.measured.recorder.tally, corpus.model.balls());
    let laws = laws.iter().zip(corpus.laws.springs.iter());
    let rows = laws.zip(q.iter().zip(qd)).enumerate();
    for (i, ((law, spring), (&q, &qd))) in rows {
        let response = law.respond_stretched(spring, q, qd);
        let motor = law.motor_power(within, spring);
        let is_of_ball = || balls.iter().any(|ball| (*ball..ball + 3).contains(&i));
        if law.has_damper_only() && !is_of_ball() {
            let joint = PlainJoint {
                q,
                rate: qd,
                damping: response.by_velocity * qd,
                force: response.force,
            };
            tally.plain_joint(joint, motor);
            continue;
        }
        let (stop, beyond) = law.stop_damping(q, qd);
        let stop_spring = match beyond == 0.0 {
            true => 0.0,
            false => law.stop_force(beyond, 0.0),
        };
        let joint = JointWork {
            joint: i,
            q,
            way: None,
            rate: qd,
            damping: law.damping_force(&response, q, qd) - stop,
            dry: law.dry_force(q, qd),
            dry_stays: law.dry.is_imposed(),
            stop,
            stop_spring,
            beyond,
            driving: law.driving_force(q, qd),
            force: response.force - stop - stop_spring,
        };
        tally.joint(joint, motor);
    }
    for i in 0..corpus.model.balls().len() {
        let Some(&ball) = corpus.model.balls().get(i) else {
            continue;
        };
        let more = corpus.ball_correction(ball, time, y);
        let motors = corpus.ball_motor_power(ball, [time, within], y);
        let tally = &mut corpus.measured.recorder.tally;
        tally.powers.motors += motors;
        for (i, force) in more.iter().enumerate() {
            tally.correct_ball(ball + i, *force);
        }
        // The rates of a ball joint are not the derivatives of its positions.
        let theta = vector(y, layout.q().start + ball);
        tally.turn_ball(&corpus.measured.recorder.before, ball, &theta);
    }
    let (book, account) = (&mut corpus.measured.recorder, &mut corpus.measured.account);
    book.tally.transfer_of_others();
    if !around.by_rates && around.ground.is_some() {
        book.tally.poses.take(&corpus.step.workspace);
    }
    book.evaluated(&corpus.step.workspace, account, time, around.by_rates);
}

impl Corpus {
    /// Whether the script has changed the figure since the last advance.
    pub(super) fn is_unsettled(&self) -> bool {
        let book = &self.measured.recorder;
        book.end.unsettled || book.end.y != self.y || book.end.joint_changes != self.laws.changes
    }

    /// Continues from an account that was stored with the state.
    pub(super) fn restore_account(&mut self, account: &Account, unsettled: bool) {
        self.measured.account.clone_from(account);
        let book = &mut self.measured.recorder;
        book.end.motion = None;
        book.end.y.clone_from(&self.y);
        book.end.joint_changes = self.laws.changes;
        book.end.unsettled = unsettled;
    }

    /// Starts an advance: records what the script has changed since the last one.
    pub(super) fn open_account(&mut self, time: f64, gravity: Vector3<f64>) {
        let set = self.is_unsettled() || self.measured.account.gravity != gravity;
        match self.measured.account.energy {
            Some(before) if set => {
                let energy = self.energy(time, gravity);
                self.measured.account.set += energy - before;
                self.measured.account.energy = Some(energy);
            }
            Some(_) => {}
            None => {
                let energy = self.energy(time, gravity);
                self.measured.account.first = energy;
                self.measured.account.energy = Some(energy);
            }
        }
        self.measured.account.gravity = gravity;
        if set || self.contact.placed {
            self.measured.account.ground_kept = None;
        }
        // Reserved here, so that a step allocates nothing.
        self.measured.account.impulses.reserve(self.model.bodies());
        self.measured.recorder.forget_impulses();
        let bodies = self.model.bodies();
        self.measured.recorder.reserve_impulses(bodies);
        self.measured.recorder.end.joint_changes = self.laws.changes;
        self.measured.recorder.end.unsettled = false;
        self.measured.recorder.open = false;
        self.measured.recorder.attempt = Attempt::default();
        self.measured.recorder.fresh = true;
        self.measured
            .recorder
            .good
            .clone_from(&self.measured.account);
    }

    /// Ends an advance at the current state, with works that were integrated with it; `outer` holds the power (W) of forces
    /// between bodies there: attachments, and touching bodies.
    pub(super) fn close_account(
        &mut self,
        around: Surroundings,
        works: Option<[f64; POWERS]>,
        outer: [f64; 2],
    ) {
        let time = around.span[1];
        let numbers = self.measured.recorder.good.numbers();
        let y = std::mem::take(&mut self.y);
        kinematics_once(&self.model, &y, &mut self.step.workspace);
        let motion = motion(&self.model, &self.step.workspace);
        self.measured.recorder.accepted();
        self.measured.recorder.look(self.model.bodies());
        if let Some(ground) = around.ground {
            look_at_ground(self, ground);
        }
        apply_outer(self, 0.0, Stage::Look);
        self.measured.recorder.outer(outer[0]);
        self.measured.recorder.collision(outer[1]);
        book_evaluation(self, around, time, &y);
        self.y = y;
        self.measured.recorder.open = false;
        if let Some(works) = works {
            self.measured
                .account
                .works
                .add(&Works::from_array(works), 1.0);
        }
        self.compare_ground(around);
        let energy = motion.kinetic_energy
            + potential_energy(&motion, around.gravity)
            + self.stretched_energy(time);
        self.measured.recorder.end.y.clone_from(&self.y);
        self.measured.recorder.end.motion = Some(motion);
        let account = &mut self.measured.account;
        account.energy = Some(energy);
        account.most_kinetic = account.most_kinetic.max(motion.kinetic_energy);
        let change = account.numbers() - numbers;
        if change.abs() > account.worst.0.abs() {
            account.worst = (change, time);
            self.measured.account.worst_body = self.hardest_worked(time);
        }
    }

    /// Compares the energy that a ground of springs has removed, at the state in the workspace, with what it must have kept.
    fn compare_ground(&mut self, around: Surroundings) {
        if around.ground.is_none_or(|ground| ground.rigid) {
            return;
        }
        // A surface that rises lifts what stands on it, and what the springs of held points have is not counted.
        let is_held = self.contact.holds.iter().any(Option::is_some);
        let is_plain = !is_held && self.contact.sunk.is_none();
        let held = is_plain.then(|| self.measured.recorder.held_by_ground());
        self.measured.account.compare_ground(held);
    }

    /// Records the energy (J) added when velocities jumped in a collision.
    pub(super) fn jumped(&mut self, energy: f64) {
        self.measured.account.works.collisions += energy;
    }

    /// Records the energy (J) added when velocities jumped by an impulse from outside. The flag says whether the script had
    /// changed the figure since it last moved; `gravity` is the current one.
    pub(super) fn was_struck(
        &mut self,
        work: f64,
        unsettled: bool,
        (time, gravity): (f64, Vector3<f64>),
    ) {
        match &mut self.measured.account.energy {
            Some(energy) => *energy += work,
            None => {
                // The account starts here.
                let energy = self.energy(time, gravity);
                self.measured.account.first = energy - work;
                self.measured.account.energy = Some(energy);
                self.measured.account.gravity = gravity;
            }
        }
        self.measured.account.works.outer += work;
        if !unsettled {
            self.measured.recorder.end.y.clone_from(&self.y);
            self.measured.recorder.end.motion = None;
        }
    }

    /// Discards the account of an advance that failed.
    pub(super) fn drop_account(&mut self) {
        self.measured
            .account
            .clone_from(&self.measured.recorder.good);
        self.measured.recorder.end.y.clone_from(&self.y);
        self.measured.recorder.end.motion = None;
    }

    /// Finds the body with the largest power of its joint or of the ground, at the state in the workspace.
    fn hardest_worked(&self, time: f64) -> usize {
        let power = |body: usize| {
            let joint = match body {
                0 => 0.0,
                _ => {
                    let (q, qd) = (self.q(body), self.qd(body));
                    self.laws.forces[body].respond(time, q, qd).force * qd
                }
            };
            let force = self.measured.recorder.ground_on(body);
            let velocity = self.step.workspace.world_rotation(body)
                * self.step.workspace.linear_velocity(body);
            let ground = force.whole().dot(&velocity);
            joint.abs().max(ground.abs())
        };
        (0..self.model.bodies())
            .max_by(|a, b| power(*a).total_cmp(&power(*b)))
            .unwrap_or(0)
    }

    /// Returns the motion of the whole figure, if the figure is unchanged since the last advance.
    pub(super) fn motion_at_end(&self) -> Option<Motion> {
        self.measured
            .recorder
            .end
            .motion
            .filter(|_| !self.is_unsettled())
    }

    /// Returns the force of the ground on a body at the end of the last frame (N), or when last observed.
    #[must_use]
    pub fn ground_force(&self, body: usize) -> GroundForce {
        self.measured.recorder.ground_on(body)
    }

    /// Returns the energy account up to the end of the last frame.
    #[must_use]
    pub fn account(&self) -> &Account {
        &self.measured.account
    }
}
