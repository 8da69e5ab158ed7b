//! When a simulation leaves the ground of reason: which body, which joint, when.

use super::corpus::Corpus;
use crate::control::joint_force::Response;
use crate::integrate::{Failure, Settings};
use std::fmt;

/// Why a simulation stopped, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// When (s).
    pub time: f64,
    /// The figure.
    pub corpus: String,
    /// The body whose motion or joint it was.
    pub body: String,
    /// Whether that body is the root, which has no joint.
    pub is_root: bool,
    /// What happened.
    pub what: What,
}

/// What happened.
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
        }
    }

    /// What to do about it.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self.what {
            What::SpeedLimit { .. } => {
                "raise the limit with `maxv`, or look for what drives the body"
            }
            What::StepTooSmall { .. } | What::TooManyEvaluations { .. } => {
                "soften the springs that act there, raise `eps`, or use `integration implicit`, which keeps stiff springs in hand"
            }
            What::TooStrong { .. } => {
                "lower the strengths of that joint (ea, eB, k, b), or bring it nearer to where its springs rest"
            }
            What::NotFinite | What::Runaway { .. } => {
                "lower the strengths that act there (ea, eB, k, b, the ground's), or take a shorter step: a smaller `dt` or `h`"
            }
        }
    }
}

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
                 which no step can follow"
            ),
            What::StepTooSmall { step } => {
                write!(
                    f,
                    "the simulation is too stiff at {time:.6} s: {place} asks for steps below {step:.1e} s"
                )
            }
            What::TooManyEvaluations { evaluations } => {
                write!(
                    f,
                    "the simulation is too stiff at {time:.6} s: {place} took {evaluations} evaluations in one frame"
                )
            }
            What::SpeedLimit { linear, angular } => write!(
                f,
                "the body `{body}` of `{corpus}` is faster at {time:.6} s than `maxv` allows: {linear:.4} m/s and {angular:.4} rad/s"
            ),
        }
    }
}

/// The body that a component of the joined states belongs to.
fn locate(corpora: &[Corpus], mut component: usize) -> Option<(&Corpus, usize)> {
    for corpus in corpora.iter().filter(|c| c.integrated) {
        if component < corpus.y.len() {
            return Some((corpus, corpus.body_of(component)));
        }
        component -= corpus.y.len();
    }
    None
}

/// An integrator's failure, told in terms of bodies.
pub(super) fn from_failure(
    failure: &Failure,
    corpora: &[Corpus],
    settings: &Settings,
) -> Divergence {
    let what = match *failure {
        Failure::NotFinite { .. } => What::NotFinite,
        Failure::StepTooSmall { .. } => What::StepTooSmall {
            step: settings.smallest_step,
        },
        Failure::TooManyEvaluations { evaluations, .. } => What::TooManyEvaluations { evaluations },
    };
    match locate(corpora, failure.component()) {
        Some((corpus, body)) => Divergence::at(corpus, body, failure.time(), what),
        None => nowhere(failure.time(), what),
    }
}

/// The fastest speed of a finite state that no simulation reaches: a joint that spins thousands of times within one frame.
pub(super) fn find_runaway(corpora: &[Corpus], y: &[f64], dt: f64) -> Option<f64> {
    let mut rest = y;
    let mut fastest: f64 = 0.0;
    for corpus in corpora.iter().filter(|c| c.integrated) {
        let (own, others) = rest.split_at(corpus.y.len());
        let speeds = &own[corpus.layout().velocity()];
        fastest = speeds.iter().fold(fastest, |f, speed| f.max(speed.abs()));
        rest = others;
    }
    (fastest * dt > FURTHEST_IN_A_FRAME).then_some(fastest)
}

/// Blames a runaway on what changed fastest before it (`rate`, of the last good states): once speeds are absurd
/// everywhere, the fastest is as likely as not at the other end of the figure.
pub(super) fn from_runaway(corpora: &[Corpus], rate: &[f64], time: f64, speed: f64) -> Divergence {
    let component = (0..rate.len()).max_by(|a, b| rate[*a].abs().total_cmp(&rate[*b].abs()));
    let what = What::Runaway { speed };
    component.and_then(|c| locate(corpora, c)).map_or_else(
        || nowhere(time, what),
        |(corpus, body)| Divergence::at(corpus, body, time, what),
    )
}

/// Of no body: there is none.
fn nowhere(time: f64, what: What) -> Divergence {
    Divergence {
        time,
        corpus: String::new(),
        body: String::new(),
        is_root: true,
        what,
    }
}
