//! Divergence of a simulation: its reason, body, joint and time.

use super::contact::Pinched;
use super::corpus::Corpus;
use corpus_dynamics::integrate::{Failure, Method, Settings};
use corpus_dynamics::{JointKind, Root, Workspace, kinematics, mass_matrix, solve_dense};
use nalgebra::{DMatrix, DVector};
use std::fmt;

/// A divergence: the reason, place and time at which a simulation stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// Time (s).
    pub time: f64,
    /// The figure.
    pub corpus: String,
    /// The body whose motion or joint diverged.
    pub body: String,
    /// Whether that body is the root, which has no joint.
    pub is_root: bool,
    /// Kind of failure.
    pub what: What,
    /// The other body, as `figure.body`, if two bodies overlap, or press each other.
    pub other: Option<String>,
    /// Facts that determine the advice.
    pub advice: Advice,
}

/// Forces and integration method at the failure, which determine the advice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Advice {
    /// The spring and the damper to weaken, in words of a script.
    pub strong: [Option<&'static str>; 2],
    /// The servo of the joint pulls it to a target that is absurdly far away.
    pub far: bool,
    /// Dry friction holds the joint, by a spring that requires short steps.
    pub held: bool,
    /// A torque set by the script acts in the joint.
    pub torque: bool,
    /// The ground acts on the figure, and may explain the failure.
    pub ground: bool,
    /// A `pull`, a push or an attachment acts on the figure and may explain the failure, and the ground does not act.
    pub outer: bool,
    /// Integration method.
    pub method: Option<Method>,
}

/// Kind of failure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// A position or speed became infinite or NaN.
    NotFinite,
    /// A body or joint turned or moved absurdly far in one frame.
    Runaway {
        /// The largest speed (rad/s or m/s).
        speed: f64,
    },
    /// A joint's springs or damper are too strong for any step size; the one that is not too strong is zero.
    TooStrong {
        /// Stiffness (N m/rad or N/m).
        stiffness: f64,
        /// Damping (N m s/rad or N s/m).
        damping: f64,
        /// Whether the joint slides, so that the units are those of forces.
        slides: bool,
    },
    /// The step that the tolerance requires is too small.
    StepTooSmall {
        /// The step (s).
        step: f64,
    },
    /// Axes of joints have aligned, so that a joint moves almost no inertia.
    GimbalLock {
        /// Effective inertia of the joint, as a part of the inertia that it carries.
        part: f64,
    },
    /// The tolerance is below the rounding error of the state.
    BelowRounding {
        /// The tolerance.
        eps: f64,
    },
    /// Two colliding bodies overlapped so far from the start that the force between them is excessive.
    Overlap {
        /// Depth of the overlap (m).
        depth: f64,
        /// Depth as a part of the thinner body.
        part: f64,
    },
    /// A body is pressed by another, whose motion is given, where nothing yields.
    Pinched {
        /// How deep it is in what does not yield (m).
        depth: f64,
    },
    /// One frame took too many evaluations.
    TooManyEvaluations {
        /// Number of evaluations.
        evaluations: u64,
    },
    /// It was asked to stop, and has not diverged.
    Stopped,
    /// The body is faster than `maxv` allows.
    SpeedLimit {
        /// Speed of the origin (m/s).
        linear: f64,
        /// Angular speed (rad/s).
        angular: f64,
    },
}

/// Largest motion of a joint in one frame (rad, or m for a slide); beyond it the simulation counts as diverged.
const FURTHEST_IN_A_FRAME: f64 = 1e3;

/// Effective inertia, as a part of the inertia that a joint carries, below which the joint is in gimbal lock. Chains and legs
/// in other poses stay above a thousandth.
const GIMBAL_LOCK: f64 = 1e-4;

/// Distance of a servo from its target (rad or m) that is a mistake.
const FAR: f64 = 100.0;

/// Depth of an overlap, as a part of the thinner body, beyond which it did not arise by collision.
const DEEP: f64 = 0.1;

/// Acceleration of bodies by collision springs at a point (m/s2) beyond which their overlap did not arise by collision: with the default
/// springs, an impact must have at least 26 m/s for it.
const VIOLENT: f64 = 1e6;

/// An overlap of two bodies at a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overlapping {
    /// Depth (m).
    pub depth: f64,
    /// Thickness of the thinner body (m).
    pub thickness: f64,
    /// Relative acceleration of the bodies by the springs at the point (m/s2).
    pub acceleration: f64,
}

impl Overlapping {
    /// Returns how excessive the overlap is: above one, it did not arise by collision.
    pub fn excess(&self) -> f64 {
        let part = self.depth / self.thickness;
        (part / DEEP).max(self.acceleration / VIOLENT)
    }
}

/// Rate of a joint's own force, times the longest step, beyond which it explains a failure at the root that nothing outside the
/// figure explains: below it, a step follows the force easily.
const FAST: f64 = 1.0;

/// The same where the ground, or something else outside the figure, may also explain the failure. The roach of 1990 stays below 12 as it
/// walks and falls.
const FASTER_THAN_OUTSIDE: f64 = 30.0;

/// Error, in units in the last place of the largest number, that cannot be distinguished from rounding.
const ROUNDING: f64 = 4.0;

impl Corpus {
    /// Finds a body that is faster than its limit.
    pub(super) fn beyond_speed_limit(&mut self) -> Option<Divergence> {
        corpus_dynamics::kinematics(&self.model, &self.y, &mut self.step.workspace);
        for limit in &self.imposed.speed_limits {
            let angular = self.step.workspace.angular_velocity(limit.body).norm();
            let linear = self.step.workspace.linear_velocity(limit.body).norm();
            if linear > limit.linear || angular > limit.angular {
                return Some(Divergence::speed_limit(self, limit.body, linear, angular));
            }
        }
        None
    }
}

impl Divergence {
    fn speed_limit(corpus: &Corpus, body: usize, linear: f64, angular: f64) -> Self {
        Self::at(corpus, body, 0.0, What::SpeedLimit { linear, angular })
    }

    /// Returns the divergence of a joint whose stiffness and damping are too strong; either is zero if it is not.
    pub(super) fn too_strong(
        corpus: &Corpus,
        body: usize,
        time: f64,
        [stiffness, damping]: [f64; 2],
    ) -> Self {
        let (q, qd) = (corpus.q(body), corpus.qd(body));
        let [spring, damper] = corpus.force_law(body).strongest(time, q, qd);
        let what = What::TooStrong {
            stiffness,
            damping,
            slides: corpus.model.joint_kind(body) == Some(JointKind::Sliding),
        };
        let advice = Advice {
            strong: [
                (stiffness > 0.0).then_some(spring.0),
                (damping > 0.0).then_some(damper.0),
            ],
            ..Advice::default()
        };
        Divergence {
            advice,
            ..Self::at(corpus, body, time, what)
        }
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

    /// Returns the end of an advance that was asked to stop, at `time` (s).
    pub(super) fn stopped(time: f64) -> Self {
        Divergence {
            time,
            corpus: String::new(),
            body: String::new(),
            is_root: true,
            what: What::Stopped,
            other: None,
            advice: Advice::default(),
        }
    }

    /// Returns the divergence caused by two bodies that overlapped when an advance began, at `time` (s).
    pub(super) fn overlap(
        of: [(&Corpus, usize); 2],
        time: f64,
        overlapping: Overlapping,
    ) -> Option<Self> {
        let depth = overlapping.depth;
        let part = depth / overlapping.thickness;
        let [(corpus, body), (other, at)] = of;
        (overlapping.excess() > 1.0).then(|| Divergence {
            other: other
                .names
                .get(at)
                .map(|name| format!("{}.{name}", other.name)),
            ..Self::at(corpus, body, time, What::Overlap { depth, part })
        })
    }
}

impl Divergence {
    /// Returns that of a body which a driven root presses where nothing yields.
    pub(super) fn pinched(corpora: &[Corpus], found: &Pinched) -> Self {
        let [(corpus, body), (other, root)] = found.bodies;
        let (corpus, other) = (&corpora[corpus], &corpora[other]);
        let what = What::Pinched { depth: found.depth };
        Divergence {
            other: Some(format!("{}.{}", other.name, other.names[root])),
            ..Self::at(corpus, body, found.time, what)
        }
    }
}

/// Formats a small part of a whole; zero as `0`.
fn told_part(part: f64) -> String {
    match part {
        0.0 => "0".to_owned(),
        _ => format!("{part:.0e}"),
    }
}

/// Formats a part of a whole in percent.
fn told_percent(part: f64) -> String {
    match 100.0 * part {
        percent if percent < 0.05 => "less than 0.1".to_owned(),
        percent if percent < 0.95 => format!("{percent:.1}"),
        percent => format!("{percent:.0}"),
    }
}

/// Formats a length with a readable unit.
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
            What::Stopped => write!(f, "the simulation was stopped at {time:.6} s"),
            What::NotFinite => write!(
                f,
                "the simulation diverged at {time:.6} s: {place} reached an infinite speed"
            ),
            What::Runaway { speed } => write!(
                f,
                "the simulation diverged at {time:.6} s: the speed grew first at {place}; the largest speed in the \
                 figure was {speed:.3e} (rad/s or m/s)"
            ),
            What::TooStrong {
                stiffness,
                damping,
                slides,
            } => {
                let [k, b] = match slides {
                    true => ["N/m", "N*s/m"],
                    false => ["N*m/rad", "N*m*s/rad"],
                };
                let springs = format!("a stiffness of {stiffness:.1e} {k} at its position");
                let damper = format!("a damping of {damping:.1e} {b}");
                let whose = match (stiffness > 0.0, damping > 0.0) {
                    (true, false) => format!("the springs of {place} have {springs}"),
                    (false, true) => format!("the damper of {place} has {damper}"),
                    _ => {
                        format!("the springs and the damper of {place} have {springs} and {damper}")
                    }
                };
                write!(
                    f,
                    "the simulation is too stiff at {time:.6} s: {whose}, too strong for any step size"
                )
            }
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
                "the bodies `{corpus}.{body}` and `{}` overlap by {} at {time:.6} s, which is {} % of the \
                 thickness of the thinner one: the collision force is too large for any step size",
                self.other.as_deref().unwrap_or_default(),
                told_length(depth),
                told_percent(part)
            ),
            What::Pinched { depth } => write!(
                f,
                "`{}`, whose motion is given, presses `{corpus}.{body}` at {time:.6} s where nothing yields: rigid contact cannot keep bodies \
                 apart that overlap by {}",
                self.other.as_deref().unwrap_or_default(),
                told_length(depth)
            ),
            What::GimbalLock { part } => write!(
                f,
                "the simulation stopped at {time:.6} s in a gimbal lock: the axis of {place} is parallel to the axis \
                 of another joint, so the effective inertia at this axis is {} of the inertia of the \
                 bodies that the joint moves",
                told_part(part)
            ),
            What::BelowRounding { eps } => write!(
                f,
                "the simulation stopped at {time:.6} s: `eps` {eps:.0e} is smaller than the rounding error of the \
                 positions and velocities"
            ),
            What::SpeedLimit { linear, angular } => write!(
                f,
                "the body `{body}` of `{corpus}` is faster at {time:.6} s than `maxv` allows: it moves at {linear:.4} m/s and turns at {angular:.4} rad/s"
            ),
        }
    }
}

/// State used to explain a failed integration: the figure at its last valid state.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub corpus: &'a Corpus,
    /// The state.
    pub y: &'a [f64],
    pub settings: &'a Settings,
    /// A time (s) in which no joint should turn many times: the frame, or a shorter step.
    pub longest: f64,
}

impl Scene<'_> {
    fn tell(&self, body: usize, time: f64, what: What) -> Divergence {
        let corpus = self.corpus;
        let layout = corpus.layout();
        let watch = &corpus.step.events;
        // A joint's own force, if it is much too fast for the steps, explains the failure alone.
        let alone =
            body != 0 && self.rate_of_joint(body, time) * self.longest > FASTER_THAN_OUTSIDE;
        let servo = corpus.joints[body].actuator.servo;
        let far = |q: f64| servo.is_some_and(|servo| (servo.target - q).abs() > FAR);
        let (strong, far, held) = match body {
            0 => ([None; 2], false, false),
            _ => {
                let (q, qd) = (self.y[layout.q()][body - 1], self.y[layout.qd()][body - 1]);
                let law = corpus.force_law(body);
                let at = law.moved_to_stop(q, qd.abs() * self.longest);
                let [spring, damper] = law.strongest(time, at, qd);
                let inertia = corpus.position_inertia(body);
                let rates = [(spring.1 / inertia).sqrt(), damper.1 / inertia];
                // The faster one is to blame.
                let strong = match rates[0] >= rates[1] {
                    true => [(spring.1 > 0.0).then_some(spring.0), None],
                    false => [None, (damper.1 > 0.0).then_some(damper.0)],
                };
                (strong, far(q), law.dry.holds(q, qd))
            }
        };
        Divergence {
            advice: Advice {
                strong,
                far,
                held,
                torque: corpus.joints[body].actuator.torque != 0.0,
                ground: watch.grounded && !alone,
                outer: watch.acted && !watch.grounded && !alone,
                method: Some(self.settings.method),
            },
            ..Divergence::at(corpus, body, time, what)
        }
    }

    /// Returns the body to name for a failure at a body: of the root, which has no springs of its own, the joint whose force is too
    /// fast for the steps, if there is one.
    fn blamed(&self, body: usize, time: f64) -> usize {
        if body != 0 {
            return body;
        }
        let outside = self.corpus.step.events.acted || self.corpus.step.events.grounded;
        let least = if outside { FASTER_THAN_OUTSIDE } else { FAST };
        let joints = (1..self.corpus.model.bodies()).map(|k| (k, self.rate_of_joint(k, time)));
        let fast = joints.filter(|(_, rate)| rate * self.longest > least);
        let fastest = fast.max_by(|a, b| a.1.total_cmp(&b.1));
        fastest.map_or(0, |(joint, _)| joint)
    }

    /// Returns the rate (1/s) at which a joint's own force changes its motion: that of its springs and stops, of its dampers, or of
    /// the acceleration by its force, whichever is largest. As the inertia is that of the distal bodies, it is an order of magnitude.
    fn rate_of_joint(&self, body: usize, time: f64) -> f64 {
        let (corpus, layout) = (self.corpus, self.corpus.layout());
        let (q, qd) = (self.y[layout.q()][body - 1], self.y[layout.qd()][body - 1]);
        let law = corpus.force_law(body);
        let inertia = corpus.position_inertia(body);
        let at = law.moved_to_stop(q, qd.abs() * self.longest);
        let response = law.respond(time, at, qd);
        let size = match corpus.model.joint_kind(body) {
            Some(JointKind::Sliding) => corpus.extent(),
            _ => 1.0,
        };
        let rates = [
            (response.by_position.abs() / inertia).sqrt(),
            response.by_velocity.abs() / inertia,
            (response.force.abs() / (inertia * size)).sqrt(),
        ];
        rates.into_iter().fold(0.0, f64::max)
    }

    /// Finds a joint in gimbal lock: the least effective inertia, as a part of the inertia carried, of the joint and its
    /// neighbours along the figure, with the joint's body.
    fn find_gimbal_lock(&self, body: usize) -> Option<(usize, f64)> {
        let mut model = self.corpus.model.clone();
        if matches!(model.root(), Root::Driven(_)) {
            // Its acceleration is known, as that of a fixed one.
            model.set_root(Root::Fixed);
        }
        let model = &model;
        if !self.y.iter().all(|x| x.is_finite()) {
            return None;
        }
        let mut workspace = Workspace::new(model);
        kinematics(model, self.y, &mut workspace);
        let size = model.layout().accelerations();
        let mut matrix = DMatrix::zeros(size, size);
        mass_matrix(model, &workspace, &mut matrix);
        let near = |k: &usize| {
            *k == body || model.parent(*k) == Some(body) || model.parent(body) == Some(*k)
        };
        let parts = (1..model.bodies()).filter(near).map(|k| {
            // Acceleration by a force on this joint alone, while all others yield: 1 / (M^-1)_kk.
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
        // In a gimbal lock the speeds grow, and with them their rounding errors.
        if let Some((body, part)) = self.find_gimbal_lock(body) {
            return self.tell(body, time, What::GimbalLock { part });
        }
        let sums = matches!(self.settings.method, Method::Rkf | Method::Rkvar);
        if sums && eps < least && !matches!(failure, Failure::NotFinite { .. }) {
            return self.tell(body, time, What::BelowRounding { eps });
        }
        let body = self.blamed(body, time);
        let what = match *failure {
            Failure::NotFinite { .. } => What::NotFinite,
            Failure::StepTooSmall { .. } => What::StepTooSmall {
                step: self.settings.smallest_step,
            },
            Failure::TooManyEvaluations { evaluations, .. } => {
                What::TooManyEvaluations { evaluations }
            }
            Failure::Stopped { .. } => What::Stopped,
        };
        self.tell(body, time, what)
    }

    /// Attributes a runaway to the component that changed fastest before it (`rate`, of the last valid state): once speeds are
    /// absurd everywhere, the fastest component may be at the other end of the figure.
    pub fn ran_away(&self, rate: &[f64], time: f64, speed: f64) -> Divergence {
        let component = (0..rate.len()).max_by(|a, b| rate[*a].abs().total_cmp(&rate[*b].abs()));
        let body = self.corpus.body_of(component.unwrap_or(0));
        match self.find_gimbal_lock(body) {
            Some((body, part)) => self.tell(body, time, What::GimbalLock { part }),
            None => self.tell(self.blamed(body, time), time, What::Runaway { speed }),
        }
    }
}

/// Finds the largest speed of a finite state, if it is beyond any valid simulation: a joint that turns thousands of times
/// within one frame.
pub(super) fn find_runaway(corpus: &Corpus, y: &[f64], dt: f64) -> Option<f64> {
    let speeds = &y[corpus.layout().velocity()];
    let fastest = speeds.iter().fold(0.0_f64, |f, speed| f.max(speed.abs()));
    (fastest * dt > FURTHEST_IN_A_FRAME).then_some(fastest)
}
