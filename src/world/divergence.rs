//! Divergence of a simulation: which body, which joint, when.

use super::corpus::Corpus;
use crate::control::joint_force::Response;
use crate::dynamics::{Workspace, kinematics, mass_matrix, solve_dense};
use crate::integrate::{Failure, Method, Settings};
use nalgebra::{DMatrix, DVector};
use std::fmt;

/// Reason and place at which a simulation stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// Time (s).
    pub time: f64,
    /// The figure.
    pub corpus: String,
    /// The body whose motion or joint it was.
    pub body: String,
    /// Whether that body is the root, which has no joint.
    pub is_root: bool,
    /// Kind of failure.
    pub what: What,
    /// The other body, as `figure.body`, where two are in each other.
    pub other: Option<String>,
    /// Facts on which advice depends.
    pub advice: Advice,
}

/// Forces and integration method at the failure, on which the advice depends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Advice {
    /// Springs or dampers act in the joint.
    pub springs: bool,
    /// Dry friction holds the joint, by a spring that asks for short steps.
    pub held: bool,
    /// The ground acts on the figure.
    pub ground: bool,
    /// Integration method.
    pub method: Option<Method>,
}

/// Kind of failure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// A position or speed became infinite or no number.
    NotFinite,
    /// Something turned or moved absurdly far in one frame.
    Runaway {
        /// The largest speed (rad/s or m/s).
        speed: f64,
    },
    /// A joint's springs or damper are so strong that no step can follow them.
    TooStrong {
        /// Stiffness (N m/rad or N/m).
        stiffness: f64,
        /// Damping (N m s/rad or N s/m).
        damping: f64,
    },
    /// The step that the tolerance asks for is too small.
    StepTooSmall {
        /// The step (s).
        step: f64,
    },
    /// Axes of joints have come into line, so that a joint moves next to nothing.
    GimbalLock {
        /// The inertia that the joint feels, as a part of what it carries.
        part: f64,
    },
    /// The tolerance is finer than numbers of the state's size.
    BelowRounding {
        /// The tolerance.
        eps: f64,
        /// The least one that makes sense.
        least: f64,
    },
    /// Two bodies that collide were deep in each other before, so that what pushes them apart is beyond all bounds.
    Overlap {
        /// How deep (m).
        depth: f64,
        /// That as a part of the thinner one.
        part: f64,
    },
    /// One frame took too many evaluations.
    TooManyEvaluations {
        /// How many.
        evaluations: u64,
    },
    /// The body is faster than `maxv` allows.
    SpeedLimit {
        /// m/s.
        linear: f64,
        /// rad/s.
        angular: f64,
    },
}

/// A joint that turns further than this in one frame (rad, or m for a slide) is not simulated but thrown about.
const FURTHEST_IN_A_FRAME: f64 = 1e3;

/// A joint that feels less than this part of the inertia that it carries is in a gimbal lock. Chains and legs in other poses
/// stay above a thousandth.
const GIMBAL_LOCK: f64 = 1e-4;

/// Bodies that are deeper in each other than this part of the thinner one did not come there by colliding.
const DEEP: f64 = 0.1;

/// Errors below so many units in the last place of the largest number cannot be told from its rounding.
const ROUNDING: f64 = 4.0;

impl Divergence {
    pub(super) fn speed_limit(corpus: &Corpus, body: usize, linear: f64, angular: f64) -> Self {
        Self::at(corpus, body, 0.0, What::SpeedLimit { linear, angular })
    }

    pub(super) fn too_strong(corpus: &Corpus, body: usize, time: f64, response: Response) -> Self {
        let what = What::TooStrong {
            stiffness: response.by_position.abs(),
            damping: response.by_velocity.abs(),
        };
        Self::at(corpus, body, time, what)
    }

    fn at(corpus: &Corpus, body: usize, time: f64, what: What) -> Self {
        Divergence {
            time,
            corpus: corpus.name.clone(),
            body: corpus.names[body].clone(),
            is_root: body == 0,
            what,
            other: None,
            advice: Advice::default(),
        }
    }

    /// What two bodies that were in each other when an advance began, at `time` (s), are the cause of.
    pub(super) fn overlap(
        of: [(&Corpus, usize); 2],
        time: f64,
        depth: f64,
        thickness: f64,
    ) -> Option<Self> {
        let part = depth / thickness;
        let [(corpus, body), (other, at)] = of;
        (part > DEEP).then(|| Divergence {
            other: other
                .names
                .get(at)
                .map(|name| format!("{}.{name}", other.name)),
            ..Self::at(corpus, body, time, What::Overlap { depth, part })
        })
    }
}

/// A length as people read it.
fn told_length(metres: f64) -> String {
    match metres {
        1.0.. => format!("{metres:.3} m"),
        _ => format!("{:.3} mm", 1e3 * metres),
    }
}

impl std::error::Error for Divergence {}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Divergence {
            time, corpus, body, ..
        } = self;
        let place = if self.is_root {
            format!("the root `{body}` of `{corpus}`")
        } else {
            format!("the joint of `{body}` of `{corpus}`")
        };
        match self.what {
            What::NotFinite => write!(
                f,
                "the simulation diverged at {time:.6} s: {place} reached an infinite speed"
            ),
            What::Runaway { speed } => write!(
                f,
                "the simulation diverged at {time:.6} s: from {place} on, speeds reached {speed:.3e} per second"
            ),
            What::TooStrong { stiffness, damping } => write!(
                f,
                "the simulation is too stiff at {time:.6} s: {place} has springs of {stiffness:.1e} and a damper of {damping:.1e} (SI), \
                 which no step size can resolve"
            ),
            What::StepTooSmall { step } => write!(
                f,
                "the simulation is too stiff at {time:.6} s: {place} needs steps below {step:.1e} s"
            ),
            What::TooManyEvaluations { evaluations } => write!(
                f,
                "the simulation is too stiff at {time:.6} s: {place} took {evaluations} evaluations in one frame"
            ),
            What::Overlap { depth, part } => write!(
                f,
                "the bodies `{corpus}.{body}` and `{}` overlap by {} at {time:.6} s, {:.0} % of the thinner one: no step size can resolve the collision force",
                self.other.as_deref().unwrap_or_default(),
                told_length(depth),
                100.0 * part
            ),
            What::GimbalLock { part } => write!(
                f,
                "the simulation stopped at {time:.6} s in a gimbal lock: the axis of {place} is parallel to another one, so its effective inertia is only \
                 {part:.0e} of the inertia that it carries"
            ),
            What::BelowRounding { eps, .. } => write!(
                f,
                "the simulation stopped at {time:.6} s: `eps` {eps:.0e} is smaller than the rounding error of numbers of this size"
            ),
            What::SpeedLimit { linear, angular } => write!(
                f,
                "the body `{body}` of `{corpus}` is faster at {time:.6} s than `maxv` allows: {linear:.4} m/s and {angular:.4} rad/s"
            ),
        }
    }
}

/// What tells why an integrator failed: the figure at its last good state.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub corpus: &'a Corpus,
    /// The state.
    pub y: &'a [f64],
    pub settings: &'a Settings,
}

impl Scene<'_> {
    fn tell(&self, body: usize, time: f64, what: What) -> Divergence {
        let corpus = self.corpus;
        let layout = corpus.layout();
        let (springs, held) = match body {
            0 => (false, false),
            _ => {
                let (q, qd) = (self.y[layout.q()][body - 1], self.y[layout.qd()][body - 1]);
                let law = corpus.force_law(body);
                let response = law.respond_without_friction(time, q, qd);
                let springs = response.by_position != 0.0 || response.by_velocity != 0.0;
                (springs, law.dry.holds(q, qd))
            }
        };
        Divergence {
            advice: Advice {
                springs,
                held,
                ground: corpus.watch.acted,
                method: Some(self.settings.method),
            },
            ..Divergence::at(corpus, body, time, what)
        }
    }

    /// The part of what a joint carries that it feels, and the joint's body: the least of the joint and its neighbours
    /// along the figure, if it is next to nothing.
    fn find_gimbal_lock(&self, body: usize) -> Option<(usize, f64)> {
        let model = &self.corpus.model;
        let mut workspace = Workspace::new(model);
        kinematics(model, self.y, &mut workspace);
        let size = model.layout().accelerations();
        let mut matrix = DMatrix::zeros(size, size);
        mass_matrix(model, &workspace, &mut matrix);
        let near = |k: &usize| {
            *k == body || model.parent(*k) == Some(body) || model.parent(body) == Some(*k)
        };
        let parts = (1..model.bodies()).filter(near).map(|k| {
            // What a force on this joint alone accelerates, while all others give way: 1 / (M^-1)_kk.
            let mut force = DVector::zeros(size);
            force[5 + k] = 1.0;
            // A matrix that cannot be solved is that of the lock itself.
            let moved = solve_dense(model, &matrix, &force).map_or(f64::INFINITY, |a| a[5 + k]);
            (k, 1.0 / (moved * matrix[(5 + k, 5 + k)]))
        });
        let least = parts.min_by(|a, b| a.1.total_cmp(&b.1))?;
        (least.1 < GIMBAL_LOCK).then_some(least)
    }

    /// Describes an integrator's failure in terms of bodies.
    pub fn failed(&self, failure: &Failure) -> Divergence {
        let (corpus, time) = (self.corpus, failure.time());
        let body = corpus.body_of(failure.component());
        let eps = self.settings.tolerance;
        let largest = self.y.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let least = ROUNDING * f64::EPSILON * largest;
        let sums = matches!(self.settings.method, Method::Rkf | Method::Rkvar);
        if sums && eps < least && !matches!(failure, Failure::NotFinite { .. }) {
            return self.tell(body, time, What::BelowRounding { eps, least });
        }
        if let Some((body, part)) = self.find_gimbal_lock(body) {
            return self.tell(body, time, What::GimbalLock { part });
        }
        let what = match *failure {
            Failure::NotFinite { .. } => What::NotFinite,
            Failure::StepTooSmall { .. } => What::StepTooSmall {
                step: self.settings.smallest_step,
            },
            Failure::TooManyEvaluations { evaluations, .. } => {
                What::TooManyEvaluations { evaluations }
            }
        };
        self.tell(body, time, what)
    }

    /// Blames a runaway on what changed fastest before it (`rate`, of the last good state): once speeds are absurd
    /// everywhere, the fastest is as likely as not at the other end of the figure.
    pub fn ran_away(&self, rate: &[f64], time: f64, speed: f64) -> Divergence {
        let component = (0..rate.len()).max_by(|a, b| rate[*a].abs().total_cmp(&rate[*b].abs()));
        let body = self.corpus.body_of(component.unwrap_or(0));
        match self.find_gimbal_lock(body) {
            Some((body, part)) => self.tell(body, time, What::GimbalLock { part }),
            None => self.tell(body, time, What::Runaway { speed }),
        }
    }
}

/// The fastest speed of a finite state that no simulation reaches: a joint that spins thousands of times within one frame.
pub(super) fn find_runaway(corpus: &Corpus, y: &[f64], dt: f64) -> Option<f64> {
    let speeds = &y[corpus.layout().velocity()];
    let fastest = speeds.iter().fold(0.0_f64, |f, speed| f.max(speed.abs()));
    (fastest * dt > FURTHEST_IN_A_FRAME).then_some(fastest)
}
