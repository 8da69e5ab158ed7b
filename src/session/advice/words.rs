//! Words that start a line in other programs, and words of the field that are no commands: one table of what serves them here,
//! for reports of unknown commands and for `corpus help WORD`.

use crate::diagnostic::escaped;
use regex_lite::Regex;
use std::sync::LazyLock;

/// An answer to some words.
pub struct Word {
    /// The words, separated by commas; a plural also matches.
    words: &'static str,
    /// Pattern of the rest of the line; empty for any. The group `at` is a word that the command does not take.
    rest: &'static str,
    /// What to write, with `${group}`; or whether such a thing exists, in sentences.
    pub says: &'static str,
    /// Names of the commands and topics that serve it, for `corpus help`.
    pub see: &'static [&'static str],
}

const fn line(words: &'static str, rest: &'static str, says: &'static str) -> Word {
    let see = &[];
    Word {
        words,
        rest,
        says,
        see,
    }
}

const fn topic(words: &'static str, says: &'static str, see: &'static [&'static str]) -> Word {
    let rest = "";
    Word {
        words,
        rest,
        says,
        see,
    }
}

const WAIT: &str = "wait, sleep, pause, delay, simulate, sim, run, advance, play";
const DEFINE: &str = "fn, func, function, def, sub, proc, macro";
const IMPORT: &str = "import, use, from, using, require_once, source";

/// The first row that matches decides.
#[rustfmt::skip]
const TABLE: &[Word] = &[
    line("elif, elsif, elseif", "", "write `else if CONDITION`"),
    line(WAIT, r"^(?<time>[-.\d]+)$", "write `go ${time}s`: time passes in `go`"),
    line(WAIT, r"^(?<time>NUMBER)$", "write `go ${time}`: time passes in `go`"),
    line(WAIT, r"^(?<part>\*\S+)", "a list never waits: `timer ${part} COMMAND` runs a command later"),
    line("run", r"\S", "`include FILE` runs another script, `go 1s` simulates a second"),
    line(WAIT, "", "`go 1s` simulates a second; `after 1s` runs lines later"),
    line("step, tick", r"^(?<count>NUMBER)$", "write `go ${count}`: a number without a unit counts frames, and a time needs its unit, such as `go 1s`"),
    line("step, tick", "", "`go 1` simulates a frame, `go 1s` a second"),
    line("gravity, gravitation", r"^(?<switch>on|off)$", "write `grav ${switch}`"),
    line("gravity, gravitation", r"^-(?<strength>NUMBER)$", "write `setgrav ${strength}` (a positive value points downwards), and `grav on` to switch it on"),
    line("gravity, gravitation", r"^(?<strength>NUMBER)$", "write `setgrav ${strength}`, and `grav on` to switch it on"),
    line("gravity, gravitation", r"^(?<direction>\S+ \S+ \S+)$", "`setgrav` sets its strength, `gravdirection ${direction}` its direction"),
    line("gravity, gravitation", "", "`grav on` switches it on, `setgrav 9.81m/s2` sets its strength"),
    line("friction", r"^(?<value>NUMBER)$", "write `groundfriction stick ${value}`"),
    line("friction", "", "`groundfriction stick 0.5` sets the friction of the ground, which is the same for all bodies; `joint NAME dry 1mN*m` sets the friction of a joint"),
    line("damping, damper", "JOINT", "write `joint ${body}${body2} b ${value}${value2}`"),
    line("damping, damper", "", "write `joint NAME b 1e-6`"),
    line("stiffness, spring", "JOINT", "write `joint ${body}${body2} k ${value}${value2}`; `joint NAME spring damper+linear` switches it on"),
    line("stiffness, spring", "", "write `joint NAME k 2e-4`; `joint NAME spring damper+linear` switches it on"),
    line("position, pos, angle", "JOINT", "write `joint ${body}${body2} q ${value}${value2}`"),
    line("position, pos, angle", "", "write `joint NAME q 30deg`"),
    line("velocity, vel", "JOINT", "write `joint ${body}${body2} dq ${value}${value2}`; `addv` changes the velocity of the root"),
    line("velocity, vel", "", "write `joint NAME dq 1rad/s`; `addv` changes the velocity of the root"),
    line("mass, density", "", "`addbody NAME OBJECT 0 1 0 rotary 1g/cm3` gives a body its density, or `mass=2kg` its mass"),
    line(DEFINE, r"^(?<name>\w+)\W+(?<first>\w+)\W*$", "write `define ${name} ${first}`, the lines of the command, and `end`"),
    line(DEFINE, r"^(?<name>\w+)", "write `define ${name}` and the names of its parameters with spaces between them, then the lines of the command, and `end`"),
    line(DEFINE, "", "write `define NAME`, the lines of the command, and `end`"),
    line("assert, require, ensure", r"^(?<condition>.+)$", "write `expect ${condition}`"),
    line("assert, require, ensure", "", "write `expect x > 0`"),
    line("foreach", r"^(?<values>.+)$", "write `for ${values}`"),
    line("foreach", "", "write `for i in 0..4`"),
    line("loop", r"^(?<count>\S+)$", "write `repeat ${count}`"),
    line("loop", "", "`repeat 3` runs its lines three times, `while x < 3` runs them while the condition is true"),
    line("until", "", "`while not CONDITION` runs its lines until the condition is true"),
    line("unless", r"^(?<condition>.+)$", "write `if not (${condition})`"),
    line("unless", "", "write `if not (x > 0)`"),
    line("break, continue", "", "a loop always runs all of its lines: use `while` with a condition to end it, and `if` to skip lines"),
    line("hinge, revolute", r"\S", "`addbody NAME OBJECT 0 1 0 rotary 1g/cm3` makes a body with this joint, `linkbodies TRUNK NAME` attaches it to its parent"),
    line("prismatic, slider", r"\S", "`addbody NAME OBJECT 0 1 0 sliding 1g/cm3` makes a body with this joint, `linkbodies TRUNK NAME` attaches it to its parent"),
    line("gear, mimic", r"^(?<both>NAME NAME)\b", "write `close ${both} gear ratio=-2`: the joint of the first moves that many times as far as that of the second"),
    line("gear, mimic", "", "`close BODY OTHER gear ratio=-2` keeps the ratio of two joints"),
    line("link, connect, parent", r"^(?<both>\S+ \S+)$", "write `linkbodies ${both}`: first the parent, then the child"),
    line("link, connect, parent", "", "`linkbodies TRUNK LEG` attaches a leg to a trunk"),
    line("body, part, segment, bone, limb", "", "`addbody NAME OBJECT 0 1 0 rotary 1g/cm3` makes a body from an object; `get NAME from unit_cube` makes an object"),
    line("model, figure, robot, creature", r"^(?<name>.+)$", "write `addcorpus ${name}`"),
    line("model, figure, robot, creature", "", "write `addcorpus NAME`"),
    line("render, video, movie", "", "`film FILE` records a film in a script; `corpus render SCRIPT -o FILE` does so from the shell"),
    line("floor, plane", "^off$", "write `ground off`"),
    line("floor, plane", "", "write `ground on`"),
    line(IMPORT, r#"^["'<]*(?<stem>[^\s"'<>;]+)\.(?<ext>xml|urdf|mjcf|xacro|sdf)\b"#, "in a shell, `corpus import ${stem}.${ext} -o ${stem}.corpus` converts a robot to a script; then write `include ${stem}.corpus`"),
    line(IMPORT, r#"^["'<]*(?<file>(?:[^\s"'<>;]*/)?(?<stem>[^\s"'<>;/]+)\.(?:obj|stl|ply|dae|gltf|glb|msh))\b"#, "write `get ${stem} from ${file}`: it makes an object of a mesh"),
    line(IMPORT, r#"^["'<]*(?<file>[^\s"'<>;]+\.(?:corpus|txt))\b"#, "write `include ${file}`"),
    line(IMPORT, "", "`include FILE` runs another script, `get NAME from FILE` reads a mesh, and in a shell `corpus import FILE` converts a robot; functions such as `sin` need no import"),
    line("set, assign", r"^gravity\b", "`grav on` switches it on, `setgrav 9.81m/s2` sets its strength"),
    line("set, assign", r"^\S+\.(?<quantity>\w+)", "a quantity is not set directly: `corpus help ${quantity}` lists the commands"),
    line("set, assign", r"^(?<name>\S+)(?: to)? (?<value>\S+)$", "write `let ${name} = ${value}`"),
    line("set, assign", r"^(?<line>\S+ \S+ \S+)$", "write `joint ${line}`"),
    line("set, assign", "", "`let x = 3` sets a variable, `joint NAME q 30deg` a parameter of a joint"),
    line("on, upon", r"(?<name>\w+)(?:\.contact)?$", "`when CONDITION`, lines and `end` run the lines each time a condition becomes true, such as `when ${name}.contact`"),
    line("on, upon", "", "`when CONDITION`, lines and `end` run the lines each time a condition becomes true, such as `when NAME.contact`"),
    // Commands of this language with arguments of another one.
    line("after, at, every", r"\S \d", "a name is optional; the commands of a block are on the lines below it, up to a line `end`"),
    line("rotateaxis", r"^(?<line>.*\b[xyz]\b.*)$", "write `rotate ${line}`"),
    line("grav", r"^-?\d", "`setgrav 9.81` sets the strength of gravity (a positive value points downwards), `grav on` switches it on"),
    line("ground", r"^(?:at |to |height |z )?(?<height>NUMBER)", "`groundz ${height}` sets the height of the ground, `ground on` switches it on"),
    line("ground, groundtype", r"(?:^|\s)(?<name>NAME)$", "`groundtype trigrid ${name}` selects the terrain of that name as the ground; `addtrigrid` makes terrain"),
    line("collision", r"^(?<one>NAME) (?:on|off)$", "`collide ${one} OTHER` enables collisions between two bodies, `collide all` between all"),
    line("collision", r"^(?<both>all|NAME NAME)\b(?: on| off)?$", "`collide ${both}` enables collisions between bodies"),
    line("collision", r"^(?<one>NAME)", "`collide ${one} OTHER` enables collisions between two bodies, `collide all` between all"),
    line("get", r"^(?<shape>unit_\w+) (?:as|to|for) (?<name>NAME)$", "the name comes first: write `get ${name} from ${shape}`"),
    line("get", r"^(?<name>NAME) (?:from )?(?<at>ball|sphere) (?:r=|radius=)?(?<size>NUMBER)$", "write `ball ${name} radius=${size}`"),
    line("get", r"^(?<name>NAME) (?:from )?(?<at>ball|sphere)\b", "write `ball ${name} radius=5mm`"),
    line("get", r"^(?<name>NAME) (?:from )?(?<at>box|cuboid|block) (?:size=)?\[?(?<size>NUMBER NUMBER [-.\d{][^\]\s]*)\]?$", "write `box ${name} size=[${size}]`"),
    line("get", r"^(?<name>NAME) (?:from )?(?<at>box|cuboid|block)\b", "write `box ${name} size=[2cm 2cm 2cm]`"),
    line("joint", r"^(?<body>\S+) (?:limit|limits|range|bounds|stops)\b", "`range ${body} -30deg 30deg` sets both ends of the range"),
    line("groundfriction", r"^(?<value>NUMBER.*)$", "name the law first: `groundfriction stick ${value}` or `groundfriction slide ${value}`"),
    line("delete, remove, del, rm, erase, destroy, kill", "", "`closeobj NAME` removes an object, `cancel NAME` an event, `detach NUMBER` an attachment; bodies and figures cannot be removed"),
    topic("tendon, cable, rope, ligament, bungee, string", "`close A B rope` keeps two points of bodies at most a length apart, and `attach` is a spring with a damper between two points. Neither wraps around bodies. `jointspring` is a spring in a joint.", &["close", "attach", "jointspring", "joint"]),
    topic("grf, ground reaction force, reaction force, force plate, cop, centre of pressure, center of pressure, zmp, zero moment point", "`leg.force` is the force of the ground on a body, `leg.load` its normal part, `leg.contact` whether it touches; `plot forces` draws the forces of the feet, `plot support` their support polygon. The centre of pressure is the mean of the feet's positions, weighted by their loads.", &["plot", "record", "quantities", "ground"]),
    topic("kinematic, kinematics, forward kinematic, forward kinematics", "Positions and velocities of bodies are quantities: `foot.pos`, `foot.vel`, `foot.omega`. `jacobian` prints how the joints move a point, `joint NAME q 30deg` sets an angle.", &["quantities", "jacobian", "joint", "setjointp"]),
    topic("mjcf, mujoco, sdf, xml, xacro", "In a shell, `corpus import robot.xml -o robot.corpus` converts a robot in URDF or MJCF to a script, and `corpus export` writes a figure as MJCF, URDF or SDF.", &["include"]),
    topic("stride, stride length, stride frequency, stride time, step length, step frequency, swing phase, stance phase", "A stride is a cycle of the gait: `cycletime` and `speed` set how long it takes, `swing` and `stance` the motor programs of its two parts. The quantities of a gait, such as its duty factors, are in `help quantities`.", &["cycletime", "speed", "dlegtime", "swing", "stance", "quantities"]),
    topic("noise, white noise, gaussian, disturbance, perturbation", "`normal(seed)` is a pseudorandom number with a normal distribution, `random(seed)` a uniform one: each depends on its arguments only, such as a seed and the time. `push` and `pull` disturb a body.", &["functions", "push", "pull"]),
    topic("power, joint power, mechanical power, joule, watt", "The power of a joint is `leg.Q * leg.dq`, in W; `energy` prints where energy went, `record` writes both over time.", &["energy", "record", "quantities"]),
    topic("setpoint, set point, desired position, target position, reference", "`servo NAME target=30deg` sets the target of a joint's controller, `motor` moves the rest position of its exponential spring.", &["servo", "motor"]),
    topic("termination, rollout, trial", "`terminate` declares what ends an episode of a controller. A run is one script: `mark` and `rewind` start again from a moment, and another program drives repeated runs through a pipe (`corpus run - --json`).", &["terminate", "mark", "rewind", "param"]),
    topic("muscle", "There is no model of muscles. `servo` and `torque` drive a joint, `motor` moves the rest position of its exponential spring, and `attach` is a spring between points of two bodies.", &["motor", "servo", "torque", "attach"]),
    topic("swim, swimming, swimmer, fish, fin, fly, flying, flight, flap, wing, bird, fluid, liquid, air, drag, lift, buoyancy, wind, aerodynamic, hydrodynamic, viscosity, ocean", "There is no fluid: water, air and wind do not act on bodies. A script can compute drag, lift and buoyancy, and apply them with `push` in a block of `every` (`help water`).", &["water", "push", "every"]),
    topic("sensor, imu, gyro, gyroscope, encoder, odometry, sense, touch sensor, force sensor, contact sensor, rangefinder", "Sensors need no declaration: an expression reads the quantities of a body, such as `trunk.gyro`, `trunk.accelerometer`, `leg.q`, `leg.contact` and `leg.load` (`help quantities`). `normal(seed)` models noise.", &["quantities", "record", "print", "every"]),
    topic("dof, degree of freedom, degrees of freedom, freejoint, floating base, hinge, revolute, prismatic, slider", "A body has one degree of freedom relative to its parent, that of the joint in `addbody` (`rotary` or `sliding`). `addjoint` adds one, `jointkind` makes a ball joint, a weld and other kinds; `rootmotion` makes the root free or fixed.", &["addbody", "addjoint", "jointkind", "rootmotion"]),
    topic("pid, pd, controller, control, feedback, p controller", "`servo` is a PD controller: `kp` is its stiffness, `kd` its damping. There is no integral term; a block of `every` that sets `torque` computes any other law.", &["servo", "torque", "every"]),
    topic("cpg, central pattern generator, pattern generator, oscillator, rhythm", "`gait` adds coupled oscillators, one for each leg, which start the motor programs of `swing` and `stance`. Other rhythms are computed from `world.time` in a block of `every`.", &["gait", "gaitgo", "swing", "stance", "every"]),
    topic("trot, gallop, canter, bound, tripod, amble, crawl, jog, locomotion, walking, running, run cycle, footfall", "A gait has no name here: its times decide it. On each side the legs step from back to front, each `dlegtime` before the next one, and the sides alternate by half a cycle. With four legs, a `dlegtime` of half a cycle, as after `metabolism`, is a trot, and one of a whole cycle a pace; six legs walk in tripods after `metabolism`. In a gallop and a bound the sides do not alternate: drive the legs by `servo` in a block of `every`.", &["gait", "dlegtime", "cycletime", "metabolism", "pace", "speed", "servo"]),
    topic("ik, inverse kinematic, inverse kinematics, reach, end effector, foot placement", "There is no inverse kinematics. An expression computes the angles of a leg with two joints by `acos` and `atan2`, and `pull` draws a foot to a point. (`inverse` is inverse dynamics: joint forces from a motion.)", &["pull", "jacobian", "functions", "inverse"]),
    topic("optimise, optimize, optimisation, optimization, optimizer, optimiser, sweep, tune, tuning, learn, learning, train, training, evolve, evolution, batch, montecarlo", "`param stride = 20deg from 5deg to 40deg` declares what may be varied, `result speed = VALUE` what is measured, and `expect` what must hold. In a shell, `corpus sweep SCRIPT -D NAME=A..B:N` runs a script with many values and writes a table, and `corpus optimise SCRIPT --for speed` searches for the best ones. Another program can do the same by `corpus run -D NAME=VALUE SCRIPT --report FILE`.", &["param", "result", "expect"]),
    topic("python, numpy, api, binding, bindings", "`pip install ./python` in a clone of the project installs the Python module `corpus`: `run`, `World`, and `Env` for Gymnasium from the lines `observe`, `action`, `reward`, `terminate` and `decide` of a script.", &["observe", "action", "result"]),
    topic("matlab, julia, ros, remote, socket", "A program in any language drives a session through a pipe: `corpus run - --json` reads commands line by line and answers each with a line of JSON. `record` and `save` write files that it can read.", &["record", "save", "param"]),
    topic("keyframe, keyframes, key, pose, animate, animation, playback, replay, trajectory, home, qpos", "There are no keyframes. `joint NAME q ANGLE` sets a pose, a `define` gives it a name, and `mark` and `rewind`, or `save` and `load`, store and restore a whole state. To move to a pose, give each `servo` a new target in a block of `at` or `after`.", &["joint", "define", "mark", "rewind", "save", "load", "servo", "at"]),
    topic("weld, fix, fixed, glue, constraint, equality", "`rootmotion fixed` fixes the root in space, `jointkind NAME fixed` welds a body to its parent, and `attach` ties points of two bodies by springs.", &["rootmotion", "jointkind", "attach"]),
    topic("timestep, time step, stepsize, step size, substep, option, solver", "`integration auto` chooses its steps; `tolerance` sets its accuracy, and `dt` the duration of a frame. With `integration rkfixed`, `h` sets the step.", &["dt", "h", "tolerance", "integration"]),
];

static PATTERNS: LazyLock<Vec<Option<Regex>>> = LazyLock::new(|| {
    let compiled = |row: &Word| {
        let joint = "^(?:(?<body>NAME) (?<value>NUMBER)|(?<value2>NUMBER) (?<body2>NAME))$";
        let rest = row.rest.replace("JOINT", joint);
        let rest = rest.replace("NAME", r"[^-.\d{\s]\S*");
        Regex::new(&rest.replace("NUMBER", r"[-.\d{]\S*")).ok()
    };
    TABLE.iter().map(compiled).collect()
});

impl Word {
    /// Whether this row is about a word in small letters.
    fn has(&self, word: &str) -> bool {
        let mut words = self.words.split(", ");
        words.any(|one| one == word || word.strip_suffix('s') == Some(one))
    }
}

/// Returns an example of the command that makes a shape that `get` does not have.
pub(crate) fn shape_command(shape: &str) -> Option<&'static str> {
    Some(match shape {
        "ball" | "sphere" => "ball NAME radius=5mm",
        "box" | "cuboid" | "block" => "box NAME size=[2cm 2cm 2cm]",
        "cylinder" => "cylinder NAME from=[0 0 0] to=[0 0 -2cm] radius=5mm",
        _ => return None,
    })
}

/// Finds what serves a word of other simulators or of the field.
#[must_use]
pub fn word(word: &str) -> Option<&'static Word> {
    let word = word.to_lowercase();
    TABLE
        .iter()
        .find(|row| !row.see.is_empty() && row.has(&word))
}

/// What serves a line.
pub(in crate::session) struct Served {
    /// The line to write instead, or whether such a thing exists.
    pub says: String,
    /// Whether it is a topic of `corpus help`.
    pub is_topic: bool,
    /// A word of the line that the command does not take.
    pub at: Option<String>,
}

/// Returns what serves a line with this head and rest.
pub(in crate::session) fn line_of(head: &str, rest: &str) -> Option<Served> {
    let head = head.to_lowercase();
    let rest = rest.trim();
    let rows = TABLE.iter().zip(PATTERNS.iter());
    let mut rows = rows.filter(|(row, _)| row.has(&head));
    rows.find_map(|(row, pattern)| {
        let groups = pattern.as_ref()?.captures(rest)?;
        let mut says = String::new();
        groups.expand(row.says, &mut says);
        Some(Served {
            says: escaped(&says).into_owned(),
            is_topic: !row.see.is_empty(),
            at: groups.name("at").map(|at| at.as_str().to_owned()),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_small_and_capital_letters_and_as_plurals() {
        for one in ["tendon", "Tendons", "IMU", "optimise", "degrees of freedom"] {
            assert!(word(one).is_some(), "{one}");
        }
        assert!(word("tend").is_none() && word("").is_none());
    }

    #[test]
    fn every_pattern_is_valid_and_no_topic_is_there_twice() {
        assert!(PATTERNS.iter().all(Option::is_some));
        let topics = || TABLE.iter().filter(|row| !row.see.is_empty());
        for one in topics().flat_map(|row| row.words.split(", ")) {
            assert_eq!(topics().filter(|row| row.has(one)).count(), 1, "{one}");
        }
    }
}
