//! Words of other simulators and of the field that are no commands of this language, with what serves them here.

/// Words with one answer.
pub struct Kin {
    /// The words, separated by commas; a plural also matches.
    words: &'static str,
    /// Whether it exists, and what to use, in sentences.
    pub says: &'static str,
    /// Names of the commands and topics that serve it.
    pub see: &'static [&'static str],
}

impl Kin {
    /// Whether this entry answers a word in small letters.
    fn answers(&self, word: &str) -> bool {
        let mut words = self.words.split(", ");
        words.any(|one| one == word || word.strip_suffix('s') == Some(one))
    }
}

/// Finds what serves a word.
#[must_use]
pub fn kin(word: &str) -> Option<&'static Kin> {
    let word = word.to_lowercase();
    KIN.iter().find(|kin| kin.answers(&word))
}

const KIN: &[Kin] = &[
    Kin {
        words: "tendon, cable, rope, ligament, bungee, string",
        says: "There are no tendons that wrap around bodies. `attach` is a spring with a damper between points of two bodies, and `jointspring` is a spring in a joint.",
        see: &["attach", "jointspring", "joint"],
    },
    Kin {
        words: "muscle",
        says: "There is no model of muscles. `servo` and `torque` drive a joint, `motor` moves the rest position of its exponential spring, and `attach` is a spring between points of two bodies.",
        see: &["motor", "servo", "torque", "attach"],
    },
    Kin {
        words: "swim, swimming, swimmer, fish, fin, fly, flying, flight, flap, wing, bird, fluid, liquid, air, drag, lift, buoyancy, wind, aerodynamic, hydrodynamic, viscosity, ocean",
        says: "There is no fluid: water, air and wind do not act on bodies. A script can compute drag, lift and buoyancy, and apply them with `push` in a block of `every` (`help water`).",
        see: &["water", "push", "every"],
    },
    Kin {
        words: "sensor, imu, gyro, gyroscope, encoder, odometry, sense, touch sensor, force sensor, contact sensor, rangefinder",
        says: "Sensors need no declaration: an expression reads the quantities of a body, such as `trunk.gyro`, `trunk.accelerometer`, `leg.q`, `leg.contact` and `leg.load` (`help quantities`). `normal(seed)` models noise.",
        see: &["quantities", "record", "print", "every"],
    },
    Kin {
        words: "dof, degree of freedom, degrees of freedom, freejoint, floating base, hinge, revolute, prismatic, slider",
        says: "A body has one degree of freedom relative to its parent, that of the joint in `addbody` (`rotary` or `sliding`). `addjoint` adds one, `jointkind` makes a ball joint, a weld and other kinds; `rootmotion` makes the root free or fixed.",
        see: &["addbody", "addjoint", "jointkind", "rootmotion"],
    },
    Kin {
        words: "pid, pd, controller, control, feedback, p controller",
        says: "`servo` is a PD controller: `kp` is its stiffness, `kd` its damping. There is no integral term; a block of `every` that sets `torque` computes any other law.",
        see: &["servo", "torque", "every"],
    },
    Kin {
        words: "cpg, central pattern generator, pattern generator, oscillator, rhythm",
        says: "`gait` adds coupled oscillators, one for each leg, which start the motor programs of `swing` and `stance`. Other rhythms are computed from `world.time` in a block of `every`.",
        see: &["gait", "gaitgo", "swing", "stance", "every"],
    },
    Kin {
        words: "trot, gallop, canter, bound, tripod, amble, crawl, jog, locomotion, walking, running, run cycle, footfall",
        says: "A gait has no name here: its times decide it. On each side the legs step from back to front, each `dlegtime` before the next one, and the sides alternate by half a cycle. With four legs, a `dlegtime` of half a cycle, as after `metabolism`, is a trot, and one of a whole cycle a pace; six legs walk in tripods after `metabolism`. In a gallop and a bound the sides do not alternate: drive the legs by `servo` in a block of `every`.",
        see: &[
            "gait",
            "dlegtime",
            "cycletime",
            "metabolism",
            "pace",
            "speed",
            "servo",
        ],
    },
    Kin {
        words: "ik, inverse kinematic, inverse kinematics, reach, end effector, foot placement",
        says: "There is no inverse kinematics. An expression computes the angles of a leg with two joints by `acos` and `atan2`, and `pull` draws a foot to a point. (`inverse` is inverse dynamics: joint forces from a motion.)",
        see: &["pull", "jacobian", "functions", "inverse"],
    },
    Kin {
        words: "optimise, optimize, optimisation, optimization, optimizer, optimiser, sweep, tune, tuning, learn, learning, train, training, evolve, evolution, reward, rl, reinforcement, policy, batch, montecarlo",
        says: "There is no optimiser. `param` declares what another program may vary: `corpus run -D NAME=VALUE SCRIPT` runs the script with another value, and with `--json` it prints the report for that program.",
        see: &["param", "expect", "record"],
    },
    Kin {
        words: "python, numpy, matlab, julia, ros, gym, api, binding, bindings, remote, socket",
        says: "There is no library for other languages. A program in any language drives a session through a pipe: `corpus run - --json` reads commands line by line and answers each with a line of JSON. `record` and `save` write files that it can read.",
        see: &["record", "save", "param"],
    },
    Kin {
        words: "keyframe, keyframes, key, pose, animate, animation, playback, replay, trajectory, home, qpos",
        says: "There are no keyframes. `joint NAME q ANGLE` sets a pose, a `define` gives it a name, and `mark` and `rewind`, or `save` and `load`, store and restore a whole state. To move to a pose, give each `servo` a new target in a block of `at` or `after`.",
        see: &[
            "joint", "define", "mark", "rewind", "save", "load", "servo", "at",
        ],
    },
    Kin {
        words: "weld, fix, fixed, glue, constraint, equality",
        says: "`rootmotion fixed` fixes the root in space, `jointkind NAME fixed` welds a body to its parent, and `attach` ties points of two bodies by springs.",
        see: &["rootmotion", "jointkind", "attach"],
    },
    Kin {
        words: "timestep, time step, stepsize, step size, substep, option, solver",
        says: "`integration auto` chooses its steps; `tolerance` sets its accuracy, and `dt` the duration of a frame. With `integration rkfixed`, `h` sets the step.",
        see: &["dt", "h", "tolerance", "integration"],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_small_and_capital_letters_and_as_plurals() {
        for word in [
            "tendon",
            "Tendons",
            "IMU",
            "optimise",
            "optimize",
            "degrees of freedom",
        ] {
            assert!(kin(word).is_some(), "{word}");
        }
        assert!(kin("tend").is_none() && kin("").is_none());
    }

    #[test]
    fn no_word_has_two_answers() {
        for (i, one) in KIN.iter().enumerate() {
            for word in one.words.split(", ") {
                let others = KIN.iter().skip(i + 1);
                assert!(
                    others.into_iter().all(|other| !other.answers(word)),
                    "{word}"
                );
            }
        }
    }
}
