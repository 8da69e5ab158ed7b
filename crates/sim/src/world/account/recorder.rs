//! The powers and forces of the evaluations of a figure, from which its account is computed.

use super::balance::{Account, GroundForce, POWERS, Works};
use super::end::EndOfAdvance;
use super::tally::Tally;
use crate::world::corpus::GroundTouch;
use corpus_dynamics::Workspace;
use nalgebra::{Matrix3, Vector3};

/// The impulse of the ground on a body in a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Impulse {
    pub body: usize,
    /// In N s.
    pub of: GroundForce,
    /// Whether its friction is only that of sliding: no part of it is the force of a spring.
    pub slides: bool,
}

/// What an attempted step adds to the account besides the powers at its ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Attempt {
    /// Work (J) of the driven root and of closed loops.
    pub drive: f64,
    /// Power (W) of the touching bodies in the middle, where it is known.
    pub middle: Option<f64>,
    /// Work (J) that this figure took from touching bodies by their common motion.
    pub exchanged: f64,
    /// Works (J) of rigid contact.
    pub pushed: Works,
    /// Impulses of the ground on bodies (N s), where they are known.
    pub impulses: Option<Vec<Impulse>>,
}

impl Attempt {
    /// Returns the impulse of the ground on a body (N s) on which the ground's friction only slides, if it is known.
    pub fn sliding_impulse(&self, body: usize) -> Option<GroundForce> {
        let mut all = self.impulses.iter().flatten();
        let own = all.find(|impulse| impulse.body == body)?;
        own.slides.then_some(own.of)
    }
}

/// Bookkeeping of the energy account while a figure moves.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Recorder {
    /// Forces and powers of the current evaluation.
    pub(super) tally: Tally,
    /// Whether the account is recorded.
    pub(super) listens: bool,
    /// Points in the ground when last looked at.
    pub(super) ground_touches: Vec<GroundTouch>,
    /// Forces and powers of the last accepted state, and its time (s).
    pub(super) before: Tally,
    pub(super) time: f64,
    /// The last attempted step.
    pub(super) attempt: Attempt,
    /// The weighted sum of parts of it.
    pub(super) parts: Attempt,
    /// Memory for the next impulses.
    pub(super) spare: Vec<Vec<Impulse>>,
    /// Whether `before` is the last recorded evaluation.
    pub(super) is_kept: bool,
    /// Whether `before` belongs to the current step.
    pub(super) open: bool,
    /// Whether the next evaluation is at an accepted state.
    pub(super) fresh: bool,
    /// The account at the start of the advance.
    pub(super) good: Account,
    /// The end of the last advance.
    pub(super) end: EndOfAdvance,
}

impl Recorder {
    /// Marks the state as accepted: the next evaluation is at this state.
    pub fn accepted(&mut self) {
        self.fresh = true;
    }

    /// Starts an evaluation. It is recorded at an accepted state, or if works are integrated with the state.
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

    /// Returns the last recorded evaluation.
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
        self.ground_touches.clear();
        self.clear(bodies);
    }

    /// Records a point in the ground, of a state that is only looked at.
    pub fn touches_ground(&mut self, touch: GroundTouch) {
        self.ground_touches.push(touch);
    }

    /// Records a point on rigid ground and its force, of a state that is only looked at.
    pub fn rests_on(&mut self, force: GroundForce, touch: GroundTouch) {
        self.tally.rests_on(touch.body, &force);
        self.ground_touches.push(touch);
    }

    /// Records the works of rigid contact (J) in a step.
    pub fn is_pushed(&mut self, works: Works) {
        self.attempt.pushed = works;
    }

    /// Records the impulses of rigid ground (N s) in a step; those of a ground of springs follow from its forces.
    pub fn is_borne(&mut self, impulses: impl Iterator<Item = (usize, GroundForce)>) {
        let mut all = self.memory();
        all.extend(impulses.map(|(body, of)| Impulse {
            body,
            of,
            slides: false,
        }));
        self.attempt.impulses = Some(all);
    }

    /// Returns an empty list of impulses.
    pub(super) fn memory(&mut self) -> Vec<Impulse> {
        let mut all = self.spare.pop().unwrap_or_default();
        all.clear();
        all
    }

    /// Reserves memory for impulses on a number of bodies, in the parts of a step too.
    pub(super) fn reserve_impulses(&mut self, bodies: usize) {
        self.spare.resize_with(3, Vec::new);
        for all in &mut self.spare {
            all.clear();
            all.reserve(bodies);
        }
    }

    /// Starts an attempt of a step: what one that was rejected has recorded is forgotten.
    pub fn attempts(&mut self) {
        // That of an accepted one is added to the account by the next evaluation.
        if !self.fresh {
            self.forget_impulses();
            self.attempt = Attempt::default();
        }
    }

    /// Takes what was recorded as part of an attempt that is a weighted sum of several, and starts the next part.
    pub fn weighs(&mut self, by: f64) {
        let part = std::mem::take(&mut self.attempt);
        let sum = &mut self.parts;
        sum.drive += by * part.drive;
        sum.exchanged += by * part.exchanged;
        sum.pushed.add(&part.pushed, by);
        if let Some(impulses) = part.impulses {
            let mut all = match self.parts.impulses.take() {
                Some(all) => all,
                None => self.memory(),
            };
            all.extend(impulses.iter().map(|impulse| {
                let mut of = GroundForce::default();
                of.add(&impulse.of, by);
                Impulse { of, ..*impulse }
            }));
            self.parts.impulses = Some(all);
            self.spare.push(impulses);
        }
    }

    /// Ends an attempt whose parts have been weighed.
    pub fn adds_parts(&mut self) {
        self.attempt = std::mem::take(&mut self.parts);
    }

    /// Returns the points in the ground when last looked at.
    pub fn ground_touches(&self) -> &[GroundTouch] {
        &self.ground_touches
    }

    /// Whether forces of the ground are requested. If so, each force is also reported to [`Recorder::point`], as the law gives it
    /// for h = 0.
    #[inline]
    pub fn listens(&self) -> bool {
        self.listens
    }

    /// Records a force at a point of a body, by the numbers of both, and the point's velocity, in the body's axes. The depth of the
    /// point in the ground is in m, infinite where it is tied to the ground; `up` is the ground's normal there, with the part of the
    /// force that acts from the first contact on; `axes` rotates body axes to world axes.
    pub fn point(
        &mut self,
        numbers: (usize, usize),
        point: (&Vector3<f64>, f64),
        moving: (&Vector3<f64>, &Vector3<f64>),
        up: (&Vector3<f64>, f64),
        axes: &Matrix3<f64>,
    ) {
        self.tally.point(numbers, point, moving, up, axes);
    }

    /// Records the power of an external force (W).
    pub fn outer(&mut self, power: f64) {
        self.tally.powers.outer += power;
    }

    /// Records the power of a touching body (W).
    pub fn collision(&mut self, power: f64) {
        self.tally.powers.collisions += power;
    }

    /// Records the work (J) of the driven root in an attempted step.
    pub fn drives(&mut self, work: f64) {
        self.attempt.drive = work;
    }

    /// Records the work (J) of closed loops in an attempted step, beside that of the driven root.
    pub fn is_led(&mut self, work: f64) {
        self.attempt.drive += work;
    }

    /// Records the power (W) of the touching bodies in the middle of an attempted step.
    pub fn collides(&mut self, power: f64) {
        self.attempt.middle = Some(power);
    }

    /// Records that the impulses of the ground in an attempted step are not known, only its forces at both ends.
    pub fn forget_impulses(&mut self) {
        if let Some(impulses) = self.attempt.impulses.take() {
            self.spare.push(impulses);
        }
    }

    /// Records the work (J) that this figure takes from touching bodies, by their common motion, in an attempted step.
    pub fn exchanges(&mut self, work: f64) {
        self.attempt.exchanged = work;
    }

    /// Returns the powers of the last recorded evaluation.
    pub fn powers(&self) -> [f64; POWERS] {
        self.latest().powers.array()
    }

    /// Returns the force of the ground on a body at that evaluation.
    pub fn ground_on(&self, body: usize) -> GroundForce {
        let force = self.latest().contact.get(body);
        force.copied().unwrap_or_default()
    }

    /// Returns the most energy that the springs of the ground along its normal can hold at the last recorded evaluation (J).
    pub fn held_by_ground(&self) -> f64 {
        self.latest().held_by_ground()
    }

    /// Adds the impulses of the ground on a figure that does not move for `span` seconds.
    pub fn stays(&self, account: &mut Account, span: f64) {
        account.push(self.latest(), span);
    }

    /// Records the energy (J) of a change of actuators by the script: it counts as work of motors, not of the script.
    pub fn book_actuator(&mut self, account: &mut Account, energy: f64) {
        if let Some(before) = &mut account.energy {
            *before += energy;
            account.works.motors += energy;
            self.end.unsettled = true;
        }
    }

    /// Integrates up to the current time if the last evaluation was at an accepted state.
    pub(super) fn evaluated(
        &mut self,
        ws: &Workspace,
        account: &mut Account,
        time: f64,
        by_rates: bool,
    ) {
        self.listens = false;
        if !std::mem::take(&mut self.fresh) {
            return;
        }
        let attempt = std::mem::take(&mut self.attempt);
        if self.open {
            let half = 0.5 * (time - self.time);
            if !by_rates {
                self.add_works(ws, account, half, &attempt);
                account.works.outer += attempt.drive;
                account.works.collisions += attempt.exchanged;
                account.works.add(&attempt.pushed, 1.0);
            }
            match attempt.impulses {
                Some(impulses) => {
                    for impulse in &impulses {
                        account.add_impulse(impulse.body, &impulse.of, 1.0);
                    }
                    self.spare.push(impulses);
                }
                None => {
                    account.push(&self.before, half);
                    account.push(&self.tally, half);
                }
            }
        }
        self.time = time;
        self.open = true;
        std::mem::swap(&mut self.before, &mut self.tally);
        self.is_kept = true;
    }
}
