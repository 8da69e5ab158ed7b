//! The energy account of a figure: energy added, energy removed, and the energy that the integration lost or created.
//!
//! The energy of a figure changes by the work of its motors, of the ground and of external forces, and by its dampers:
//! dE/dt = P_motors - P_dampers + P_ground + P_friction + P_outer + P_collisions. Each power is known at every evaluation of the forces. Methods that
//! integrate rates (Runge-Kutta) integrate these with the state, to their own order. The others use the trapezoidal rule over
//! the accepted steps: for the ground's forces over the distances moved by the bodies; for dampers and actuators over those moved by the
//! joints; for forces between bodies, Simpson's rule with the middle stage of `auto`. The remainder of the balance is the error of the motion.

mod balance;
mod tally;

pub use balance::{Account, GroundForce, Works};

use super::contact::apply_ground;
use super::corpus::Corpus;
use super::push::apply_outer;
use super::system::Surroundings;
use super::watch::Stage;
use crate::dynamics::state::vector;
use crate::dynamics::{Motion, Workspace, kinematics_once, motion};
use nalgebra::{Matrix3, Vector3};
use tally::{JointWork, Tally, way, work};

/// How many powers are added up.
pub(super) const POWERS: usize = 8;
/// Which of them is that of outer forces.
pub(super) const OUTER: usize = 6;

/// A time that lies inside a span, where motors that come to rest at one of its ends still move.
fn within(time: f64, [from, to]: [f64; 2]) -> f64 {
    let margin = 1e-6 * (to - from);
    time.min(to - margin).max(from + margin)
}

/// What the account of a figure needs while it moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Book {
    /// Forces and powers of the evaluation under way.
    tally: Tally,
    /// Whether anybody wants to know them.
    listens: bool,
    /// Those of the last accepted state, and when that was (s).
    before: Tally,
    time: f64,
    /// Work (J) of what drives the root, in the last step that was tried.
    drive: f64,
    /// Power (W) of the bodies that this one touches, in the middle of the last step that was tried, where that is known.
    middle: Option<f64>,
    /// Work (J) that this one took from bodies that it touches by its motion together with them, in the last step that was tried.
    exchanged: f64,
    /// Whether `before` is the last evaluation that was taken in.
    is_kept: bool,
    /// Whether `before` is of the step under way.
    open: bool,
    /// Whether the next evaluation is of an accepted state.
    fresh: bool,
    /// What the account was as the advance began.
    good: Account,
    /// How often joints were set, and the state, as the last advance ended.
    joint_changes: u64,
    last: Vec<f64>,
    /// The motion of the whole at that state, if it is known.
    motion: Option<Motion>,
    /// The script has changed something since, of which nothing else tells.
    unsettled: bool,
}

impl Book {
    /// The state is accepted: the next evaluation is of it.
    pub fn accepted(&mut self) {
        self.fresh = true;
    }

    /// An evaluation begins. It is taken in if it is of an accepted state, or if works are added up beside the state.
    pub fn evaluates(&mut self, bodies: usize, by_rates: bool) {
        self.listens = by_rates || self.fresh;
        if self.listens {
            self.clear(bodies);
        }
    }

    fn clear(&mut self, bodies: usize) {
        self.is_kept = false;
        self.tally.clear(bodies);
    }

    /// The last evaluation that was taken in.
    fn latest(&self) -> &Tally {
        if self.is_kept {
            &self.before
        } else {
            &self.tally
        }
    }

    /// Requests the forces of the ground at this state.
    pub fn look(&mut self, bodies: usize) {
        self.listens = true;
        self.clear(bodies);
    }

    /// Whether forces of the ground are requested. If so, each force is also reported to [`Book::point`], as the law gives it
    /// for h = 0.
    #[inline]
    pub fn listens(&self) -> bool {
        self.listens
    }

    /// Takes in a force at a point of a body, and the point's velocity, in the body's axes. The point is so deep in the ground
    /// (m), endlessly where it is tied to it; `up` is the ground's normal there,
    /// `axes` leads to the world.
    pub fn point(
        &mut self,
        body: usize,
        point: (&Vector3<f64>, f64),
        moving: (&Vector3<f64>, &Vector3<f64>),
        up: &Vector3<f64>,
        axes: &Matrix3<f64>,
    ) {
        self.tally.point(body, point, moving, up, axes);
    }

    /// Takes in the power of an outer force (W).
    pub fn outer(&mut self, power: f64) {
        self.tally.powers.outer += power;
    }

    /// Takes in the power of a body that this one touches (W).
    pub fn collision(&mut self, power: f64) {
        self.tally.powers.collisions += power;
    }

    /// Takes in the work (J) of what drives the root in a step that is tried.
    pub fn drives(&mut self, work: f64) {
        self.drive = work;
    }

    /// Takes in the power (W) of the bodies that this one touches in the middle of a step that is tried.
    pub fn collides(&mut self, power: f64) {
        self.middle = Some(power);
    }

    /// Takes in the work (J) that this one takes from bodies that it touches, by its motion together with them, in a step that is tried.
    pub fn exchanges(&mut self, work: f64) {
        self.exchanged = work;
    }

    /// Powers of the last evaluation that was taken in.
    pub fn powers(&self) -> [f64; POWERS] {
        self.latest().powers.array()
    }

    /// Force of the ground on a body at that evaluation.
    pub fn ground_on(&self, body: usize) -> GroundForce {
        let force = self.latest().contact.get(body);
        force.copied().unwrap_or_default()
    }

    /// Adds up to the present moment where the evaluation that has just been made is of an accepted state.
    fn evaluated(&mut self, ws: &Workspace, account: &mut Account, time: f64, by_rates: bool) {
        self.listens = false;
        if !std::mem::take(&mut self.fresh) {
            return;
        }
        if self.open {
            let half = 0.5 * (time - self.time);
            if !by_rates {
                self.add_works(ws, account, half);
                account.works.outer += self.drive;
                account.works.collisions += self.exchanged;
            }
            account.push(&self.before, half);
            account.push(&self.tally, half);
        }
        self.time = time;
        self.open = true;
        std::mem::swap(&mut self.before, &mut self.tally);
        self.is_kept = true;
    }

    /// Adds the works of a step that is twice `half` seconds long.
    fn add_works(&self, ws: &Workspace, account: &mut Account, half: f64) {
        let (before, now) = (&self.before.powers, &self.tally.powers);
        for powers in [before, now] {
            let others = Works {
                ground: 0.0,
                friction: 0.0,
                collisions: 0.0,
                ..*powers
            };
            account.works.add(&others, half);
        }
        // Simpson's rule where the middle is known: springs that rise by powers of e are no straight lines over a step.
        let ends = before.collisions + now.collisions;
        account.works.collisions += match self.middle {
            Some(middle) => half / 3.0 * (ends + 4.0 * middle),
            None => half * ends,
        };
        let by_ways = self.add_ways(ws, &mut account.works);
        let by_powers = half * (before.ground + before.friction + now.ground + now.friction);
        account.doubt += 0.5 * (by_ways - by_powers).abs();
        account.doubt += self.add_joint_ways(&mut account.works, half);
    }

    /// Puts the works of dampers and actuators along the ways of the joints in the place of those by their powers: what a stiff stop or
    /// dry friction brings to rest within a step moves on by a little, not for the whole step. Tells how much of it is in doubt (J).
    fn add_joint_ways(&self, works: &mut Works, half: f64) -> f64 {
        let joints = self.before.joints.iter().zip(&self.tally.joints);
        joints.fold(0.0, |doubt, (before, now)| {
            let by_power = |first: f64, last: f64| half * (first * before.rate + last * now.rate);
            let way = now.way_since(before);
            let damping = now.damping_after(before);
            works.dampers -=
                0.5 * (before.damping + damping) * way - by_power(before.damping, now.damping);
            works.motors +=
                0.5 * (before.driving + now.driving) * way - by_power(before.driving, now.driving);
            let stopped = now.stop_work_since(before);
            works.dampers -= stopped - by_power(before.stop, now.stop);
            let unsure = (damping - before.damping) * way;
            doubt + 0.5 * unsure.abs() + 0.5 * ((now.stop - before.stop) * way).abs()
        })
    }

    /// Adds the works of the ground's forces along the ways of the bodies since the last accepted state. Along these, and not by
    /// the velocities, which in a method of first order are not those of the ways: springs give back what they took. Tells
    /// what the ground has taken in all (J).
    fn add_ways(&self, ws: &Workspace, works: &mut Works) -> f64 {
        let mut taken = 0.0;
        let (before, now) = (&self.before, &self.tally);
        let new = now.touched.iter();
        let new = new.filter(|body| !before.touched.contains(body));
        for &body in before.touched.iter().chain(new) {
            let poses = before.poses.of(ws, body).zip(now.poses.of(ws, body));
            let pushes = before.pushes.get(body).zip(now.pushes.get(body));
            let Some(((from, to), (first, last))) = poses.zip(pushes) else {
                continue;
            };
            let mut way = way(&from, &to);
            // Where the contact begins or ends on the way, the rest of it is none of the ground's.
            let part = match (before.touched.contains(&body), now.touched.contains(&body)) {
                (false, _) => last.part_of(&way),
                (_, false) => first.part_of(&way),
                _ => 1.0,
            };
            way = way.map(|way| way * part);
            let across = work(&first.normal, &last.normal, &way);
            let along = work(&first.friction, &last.friction, &way);
            works.ground -= across;
            works.friction -= along;
            taken -= across + along;
        }
        taken
    }
}

/// Takes in the evaluation that has just been made at (time, y), if anybody wants to know it. It is of the forces at that
/// state, and not of those that an implicit step puts in their place.
pub(super) fn book_evaluation(corpus: &mut Corpus, around: Surroundings, time: f64, y: &[f64]) {
    if !corpus.book.listens {
        return;
    }
    let layout = corpus.layout();
    let within = within(time, around.span);
    let (q, qd) = (&y[layout.q()], &y[layout.qd()]);
    let laws = &corpus.forces[1..];
    corpus.springs.stretch(&corpus.workspace, laws, time, q);
    let laws = laws.iter().zip(corpus.springs.iter());
    for ((law, spring), (&q, &qd)) in laws.zip(q.iter().zip(qd)) {
        let response = law.respond_stretched(spring, q, qd);
        let (stop, beyond) = law.stop_damping(q, qd);
        let dry = law.dry_force(q, qd);
        let joint = JointWork {
            q,
            way: None,
            rate: qd,
            damping: law.damping_force(&response, q, qd) - stop,
            dry,
            dry_stays: law.dry.is_imposed(),
            stop,
            beyond,
            driving: law.driving_force(q, qd),
        };
        let tally = &mut corpus.book.tally;
        tally.joint(response.force, joint, law.motor_power(within, spring));
    }
    for i in 0..corpus.model.balls().len() {
        let Some(&ball) = corpus.model.balls().get(i) else {
            continue;
        };
        let more = corpus.ball_correction(ball, time, y);
        let tally = &mut corpus.book.tally;
        for (force, qd) in more.iter().zip(&y[layout.qd().start + ball..]) {
            tally.transferred(force * qd);
        }
        // The rates of a ball are not those of its positions.
        let theta = vector(y, layout.q().start + ball);
        tally.turn_ball(&corpus.book.before, ball, &theta);
    }
    let (book, account) = (&mut corpus.book, &mut corpus.account);
    if !around.by_rates && around.ground.is_some() {
        book.tally.poses.take(&corpus.workspace);
    }
    book.evaluated(&corpus.workspace, account, time, around.by_rates);
}

impl Corpus {
    /// Whether the script has changed the figure since the last advance.
    pub(super) fn is_unsettled(&self) -> bool {
        let book = &self.book;
        book.unsettled || book.last != self.y || book.joint_changes != self.joint_changes
    }

    /// Goes on from an account that was kept with the state.
    pub(super) fn restore_account(&mut self, account: &Account, unsettled: bool) {
        self.account.clone_from(account);
        let book = &mut self.book;
        book.motion = None;
        book.last.clone_from(&self.y);
        book.joint_changes = self.joint_changes;
        book.unsettled = unsettled;
    }

    /// What the script has just set, its actuators put in (J): it is a work of motors, and not of the script.
    pub(super) fn book_actuator(&mut self, energy: f64) {
        if let Some(before) = &mut self.account.energy {
            *before += energy;
            self.account.works.motors += energy;
            self.book.unsettled = true;
        }
    }

    /// An advance begins: what the script has changed since the last one is taken in.
    pub(super) fn open_account(&mut self, time: f64, gravity: Vector3<f64>) {
        let set = self.is_unsettled() || self.account.gravity != gravity;
        match self.account.energy {
            Some(before) if set => {
                let energy = self.energy(time, gravity);
                self.account.set += energy - before;
                self.account.energy = Some(energy);
            }
            Some(_) => {}
            None => {
                let energy = self.energy(time, gravity);
                self.account.first = energy;
                self.account.energy = Some(energy);
            }
        }
        self.account.gravity = gravity;
        // So that nothing is allocated in a step.
        self.account.impulses.reserve(self.model.bodies());
        self.book.joint_changes = self.joint_changes;
        self.book.unsettled = false;
        self.book.open = false;
        self.book.drive = 0.0;
        self.book.middle = None;
        self.book.exchanged = 0.0;
        self.book.fresh = true;
        self.book.good.clone_from(&self.account);
    }

    /// An advance has ended at the present state, with works that were added up beside it; forces between bodies put in
    /// `outer` (W) there: attachments, and bodies that touch.
    pub(super) fn close_account(
        &mut self,
        around: Surroundings,
        works: Option<[f64; POWERS]>,
        outer: [f64; 2],
    ) {
        let time = around.span[1];
        let numbers = self.book.good.numbers();
        let y = std::mem::take(&mut self.y);
        kinematics_once(&self.model, &y, &mut self.workspace);
        let motion = motion(&self.model, &self.workspace);
        self.book.accepted();
        self.book.look(self.model.bodies());
        if let Some(ground) = around.ground {
            apply_ground(self, ground, 0.0, Stage::Look);
        }
        apply_outer(self, 0.0, Stage::Look);
        self.book.outer(outer[0]);
        self.book.collision(outer[1]);
        book_evaluation(self, around, time, &y);
        self.y = y;
        self.book.open = false;
        if let Some(works) = works {
            self.account.works.add(&Works::from_array(works), 1.0);
        }
        let energy = self.energy_of(&motion, time, around.gravity);
        self.book.last.clone_from(&self.y);
        self.book.motion = Some(motion);
        let account = &mut self.account;
        account.energy = Some(energy);
        account.most_kinetic = account.most_kinetic.max(motion.kinetic_energy);
        let change = account.numbers() - numbers;
        if change.abs() > account.worst.0.abs() {
            account.worst = (change, time);
            self.account.worst_body = self.hardest_worked(time);
        }
    }

    /// Velocities have jumped as bodies collided, which has added so much energy (J).
    pub(super) fn jumped(&mut self, energy: f64) {
        self.account.works.collisions += energy;
    }

    /// Velocities have jumped as somebody struck the figure, who has put in so much energy (J). The script had changed the figure before
    /// or not, since it last moved; `gravity` is that of now.
    pub(super) fn was_struck(
        &mut self,
        work: f64,
        unsettled: bool,
        (time, gravity): (f64, Vector3<f64>),
    ) {
        match &mut self.account.energy {
            Some(energy) => *energy += work,
            None => {
                // The account begins with this.
                let energy = self.energy(time, gravity);
                self.account.first = energy - work;
                self.account.energy = Some(energy);
                self.account.gravity = gravity;
            }
        }
        self.account.works.outer += work;
        if !unsettled {
            self.book.last.clone_from(&self.y);
            self.book.motion = None;
        }
    }

    /// An advance has failed: nothing of it counts.
    pub(super) fn drop_account(&mut self) {
        self.account.clone_from(&self.book.good);
        self.book.last.clone_from(&self.y);
        self.book.motion = None;
    }

    /// The body on which the largest power acts at the state in the workspace, by its joint or by the ground.
    fn hardest_worked(&self, time: f64) -> usize {
        let power = |body: usize| {
            let joint = match body {
                0 => 0.0,
                _ => {
                    let (q, qd) = (self.q(body), self.qd(body));
                    self.forces[body].respond(time, q, qd).force * qd
                }
            };
            let force = self.book.ground_on(body);
            let velocity =
                self.workspace.world_rotation(body) * self.workspace.linear_velocity(body);
            let ground = force.whole().dot(&velocity);
            joint.abs().max(ground.abs())
        };
        (0..self.model.bodies())
            .max_by(|a, b| power(*a).total_cmp(&power(*b)))
            .unwrap_or(0)
    }

    /// The motion of the whole, if the figure is still as the last advance left it.
    pub(super) fn motion_at_end(&self) -> Option<Motion> {
        self.book.motion.filter(|_| !self.is_unsettled())
    }

    /// Force of the ground on a body at the end of the last frame (N), or when last observed.
    #[must_use]
    pub fn ground_force(&self, body: usize) -> GroundForce {
        self.book.ground_on(body)
    }

    /// The energy account up to the end of the last frame.
    #[must_use]
    pub fn account(&self) -> &Account {
        &self.account
    }
}
