//! Dry friction of joints over a fixed step.
//!
//! Each joint with dry friction either holds or slides to one side during the step. With the resistance T at the end of the
//! step as [`crate::control::dry_friction`] defines it and the largest force f, the choice is right if |T| <= f where it holds,
//! and if T is at least f to that side where it slides. Resistances are monotone in the speeds and the mass matrix is positive
//! definite, so exactly one choice for all joints is right. It is found by changing those that are wrong, first all at once,
//! then one at a time, the first one first (Murty, *Note on a Bard-type scheme for solving the complementarity problem*,
//! Opsearch 11, 1974). Each try costs one pass of the articulated-body method.
//!
//! The resistances found stay the same throughout the step, at all its stages. So a joint that holds comes to rest at the
//! stretch of its spring that bears its load.

use super::corpus::{Corpus, Gripped};

/// Number of tries in which all wrong choices are changed at once.
const AT_ONCE: u64 = 8;
/// Further tries per joint with friction, after [`AT_ONCE`]; then the choice is accepted as it is.
const TRIES_OF_A_JOINT: u64 = 4;

/// The joints whose friction is searched for. The others keep their law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Searched {
    /// All joints with dry friction.
    All,
    /// Those at rest whose load is not known yet.
    Unloaded,
}

impl Corpus {
    /// Whether a joint has dry friction.
    pub(super) fn has_dry_friction(&self) -> bool {
        self.laws.forces[1..].iter().any(|law| !law.dry.is_none())
    }

    /// Starts the search for the friction of a step of `h` seconds from `y`: removes friction from the joints, so that the
    /// other forces can be evaluated.
    pub(super) fn begin_friction(&mut self, searched: Searched, h: f64, y: &[f64]) {
        let layout = self.layout();
        let states = y[layout.q()].iter().zip(&y[layout.qd()]);
        self.laws.gripped.clear();
        for (joint, (law, (&q, &qd))) in self.laws.forces[1..].iter_mut().zip(states).enumerate() {
            let is_loaded = searched == Searched::Unloaded && !law.dry.is_unloaded();
            if law.dry.is_none() || is_loaded {
                continue;
            }
            law.dry.impose(None);
            let force = law.dry.respond(q, qd).force;
            let limit = law.dry.limit();
            let unlimited = law.dry.unlimited(q, h);
            law.dry.impose(Some(0.0));
            self.laws.gripped.push(Gripped {
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

    /// Stores the other forces, which are in the workspace.
    pub(super) fn keep_other_forces(&mut self) {
        for gripped in &mut self.laws.gripped {
            gripped.tau = self.step.workspace.tau[gripped.joint];
            gripped.inertia = self.step.workspace.joint_inertia[gripped.joint];
        }
    }

    /// Adds the chosen friction of a step of `h` seconds to the other forces.
    pub(super) fn apply_friction(&mut self, h: f64) {
        for gripped in &self.laws.gripped {
            let [resistance, slope] = match gripped.side {
                0.0 => [gripped.trial(0.0, h), gripped.unlimited[1]],
                side => [side * gripped.limit, 0.0],
            };
            self.step.workspace.tau[gripped.joint] = gripped.tau - resistance;
            self.step.workspace.joint_inertia[gripped.joint] = gripped.inertia + h * slope;
        }
    }

    /// Changes wrong choices by the accelerations found, all or only the first one. Returns whether there was one.
    pub(super) fn change_friction(&mut self, h: f64, all: bool) -> bool {
        let mut changed = false;
        for gripped in &mut self.laws.gripped {
            let trial = gripped.trial(self.step.acceleration[6 + gripped.joint], h);
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

    /// Imposes the friction found, until the end of the step.
    pub(super) fn impose_friction(&mut self, h: f64) {
        for gripped in &self.laws.gripped {
            let resistance = match gripped.side {
                0.0 => {
                    let trial = gripped.trial(self.step.acceleration[6 + gripped.joint], h);
                    trial.clamp(-gripped.limit, gripped.limit)
                }
                side => side * gripped.limit,
            };
            self.laws.forces[gripped.joint + 1]
                .dry
                .impose(Some(resistance));
        }
    }

    /// Restores the law of friction.
    pub(super) fn release_friction(&mut self) {
        for gripped in self.laws.gripped.drain(..) {
            self.laws.forces[gripped.joint + 1].dry.impose(None);
        }
    }
}

/// Finds the friction of a step of `h` seconds for the given number of joints with friction. `solve` computes accelerations for
/// the present choice, changes all wrong choices or only the first one as its argument says, and returns whether there was one.
/// Returns the number of calls.
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
