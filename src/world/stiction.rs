//! Dry friction of joints over a fixed step.
//!
//! Each joint with dry friction either holds or slides to one side during the step. With the resistance T at the end of the step as
//! [`crate::control::dry_friction`] defines it and the largest force f, the choice is right if |T| <= f where it holds, and if T is at least f
//! to that side where it slides. Resistances are monotone in the speeds and the mass matrix is positive, so exactly one choice for all joints is
//! right. It is found by changing those that are wrong, first all at once, then one at a time, the first one first (Murty, *Note on a
//! Bard-type scheme for solving the complementarity problem*, Opsearch 11, 1974). Each try costs one pass of the articulated-body method.
//!
//! The resistances found stay the same throughout the step, at all its stages. A joint that holds so comes to rest at the stretch of its spring that bears
//! its load.

use super::corpus::Corpus;

/// Tries in which all wrong choices are changed at once.
const AT_ONCE: u64 = 8;
/// Tries after which the choice is taken as it is, for each joint with friction and beside [`AT_ONCE`].
const TRIES_OF_A_JOINT: u64 = 4;
/// Part of the largest force by which a resistance may be beyond it, by rounding.
const ROUNDING: f64 = 1e-9;

/// A joint with dry friction during a fixed step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gripped {
    /// Its number, that of its body minus one.
    joint: usize,
    /// The largest force f (N m or N).
    limit: f64,
    /// The resistance T that nothing limits: the first number, and the second times the speed at the end of the step.
    unlimited: [f64; 2],
    /// Speed at the begin of the step (rad/s or m/s).
    rate: f64,
    /// The side to which it slides, 1 or -1; 0 where it holds.
    side: f64,
    /// Force on the joint without its friction (N m or N), and what is added to its inertia for an implicit step (kg m2 or kg).
    tau: f64,
    inertia: f64,
}

impl Gripped {
    /// The resistance that nothing limits, if the joint has this acceleration in a step of `h` seconds.
    fn trial(&self, acceleration: f64, h: f64) -> f64 {
        let [start, slope] = self.unlimited;
        start + slope * (self.rate + h * acceleration)
    }

    /// The side to which it must slide with that resistance.
    fn side_for(&self, trial: f64) -> f64 {
        let most = self.limit * (1.0 + ROUNDING);
        let least = self.limit * (1.0 - ROUNDING);
        match self.side {
            0.0 if trial.abs() > most => 1f64.copysign(trial),
            0.0 => 0.0,
            side if side * trial < least => 0.0,
            side => side,
        }
    }
}

impl Corpus {
    /// Whether a joint has dry friction.
    pub(super) fn has_dry_friction(&self) -> bool {
        self.forces[1..].iter().any(|law| !law.dry.is_none())
    }

    /// Begins to find the friction of a step of `h` seconds from `y`: takes it away from all joints, so that the other forces can be evaluated.
    pub(super) fn begin_friction(&mut self, h: f64, y: &[f64]) {
        let layout = self.layout();
        let states = y[layout.q()].iter().zip(&y[layout.qd()]);
        self.gripped.clear();
        for (joint, (law, (&q, &qd))) in self.forces[1..].iter_mut().zip(states).enumerate() {
            if law.dry.is_none() {
                continue;
            }
            law.dry.impose(None);
            let force = law.dry.respond(q, qd).force;
            let limit = law.dry.limit();
            let unlimited = law.dry.unlimited(q, h);
            law.dry.impose(Some(0.0));
            self.gripped.push(Gripped {
                joint,
                limit,
                unlimited,
                rate: qd,
                side: if force.abs() >= limit {
                    -force.signum()
                } else {
                    0.0
                },
                tau: 0.0,
                inertia: 0.0,
            });
        }
    }

    /// Keeps the other forces, which are in the workspace.
    pub(super) fn keep_other_forces(&mut self) {
        for gripped in &mut self.gripped {
            gripped.tau = self.workspace.tau[gripped.joint];
            gripped.inertia = self.workspace.joint_inertia[gripped.joint];
        }
    }

    /// Adds the friction that is chosen for a step of `h` seconds to the other forces.
    pub(super) fn apply_friction(&mut self, h: f64) {
        for gripped in &self.gripped {
            let [resistance, slope] = match gripped.side {
                0.0 => [gripped.trial(0.0, h), gripped.unlimited[1]],
                side => [side * gripped.limit, 0.0],
            };
            self.workspace.tau[gripped.joint] = gripped.tau - resistance;
            self.workspace.joint_inertia[gripped.joint] = gripped.inertia + h * slope;
        }
    }

    /// Changes choices that are wrong by the accelerations found, all or only the first one. Tells whether there was one.
    pub(super) fn change_friction(&mut self, h: f64, all: bool) -> bool {
        let mut changed = false;
        for gripped in &mut self.gripped {
            let trial = gripped.trial(self.acceleration[6 + gripped.joint], h);
            let side = gripped.side_for(trial);
            if side != gripped.side {
                gripped.side = side;
                changed = true;
                if !all {
                    return true;
                }
            }
        }
        changed
    }

    /// Imposes the friction that was found, until the end of the step.
    pub(super) fn impose_friction(&mut self, h: f64) {
        for gripped in &self.gripped {
            let resistance = match gripped.side {
                0.0 => {
                    let trial = gripped.trial(self.acceleration[6 + gripped.joint], h);
                    trial.clamp(-gripped.limit, gripped.limit)
                }
                side => side * gripped.limit,
            };
            self.forces[gripped.joint + 1].dry.impose(Some(resistance));
        }
    }

    /// Returns to the law of friction.
    pub(super) fn release_friction(&mut self) {
        for gripped in self.gripped.drain(..) {
            self.forces[gripped.joint + 1].dry.impose(None);
        }
    }
}

/// Finds the friction of a step of `h` seconds with so many joints that have it. `solve` finds accelerations for the present choice and tells whether
/// that was wrong; it is told whether to change all that is wrong. Tells how often it was called.
pub(super) fn choose(joints: usize, mut solve: impl FnMut(bool) -> bool) -> u64 {
    let most = AT_ONCE + TRIES_OF_A_JOINT * joints as u64;
    let mut tries = 0;
    while tries < most {
        tries += 1;
        if !solve(tries <= AT_ONCE) {
            break;
        }
    }
    tries
}
