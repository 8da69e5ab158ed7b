//! Tasks: what creatures are selected for.

/// A task.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Moves along x.
    Walk,
    /// Jumps straight up.
    JumpUp,
    /// Jumps and comes down elsewhere.
    JumpAway,
    /// Hits a ball upwards, without weight, from a fixed root.
    HitBall,
    /// The same with a ball at another place in each trial.
    RandomBall,
    /// A script with the line `include creature.corpus` and a result `fitness`.
    Script(String),
}

/// The line that stands for the creature in the script of a task.
pub const INCLUDE: &str = "include creature.corpus";

const WEIGHT: &str = "param gravity = 9.81m/s2
param friction = 1
param restitution = 0.1
param gap = 1mm
param law = \"springs\"
param time = 10s
";

const GROUND: &str = "
ground on
contact {law}
groundfric {friction}
restitution {restitution}
setgrav {gravity}
grav on
rest {gap}
go 2s  # settles without control, so that falling over gains nothing
let start = creature.com
let highest = 0m
live
every 20ms
  set highest = max(highest, creature.height)
end
go {time}
let way = creature.com - start
";

const WALK: &str = "let aside = abs(way.y)
# What leaves the ground by a third of its length has jumped.
let walks = highest < creature_length / 3
let fitness = 0
if walks
  set fitness = max(0, way.x / creature_length) / (1 + aside / creature_length)
end
result lengths = way.x / creature_length
result fitness = fitness
";

const UP: &str = "let away = sqrt(way.x^2 + way.y^2)
result height = highest to cm
result fitness = max(0, highest / creature_length) / (1 + away / creature_length)
";

const AWAY: &str = "let away = sqrt(way.x^2 + way.y^2)
result height = highest to cm
result distance = away to cm
result fitness = max(0, highest / creature_length) * away / creature_length
";

const BALL: &str = "
rootmotion fixed
addcorpus target
ball ball radius=10cm
addbody ball ball 0 0 1 rotary 50kg/m3
setroot ball
corpusinit
move ball {reach} {aside} 0
setrootpos
collide target creature
setcorpus creature
camera near follow creature 60 15 2
live
go {time}
result height = target.com.z to cm
";

const BALL_PARAMS: &str = "param reach = 50cm
param aside = 0cm
param time = 5s
";

impl Task {
    /// Returns the task of a word.
    #[must_use]
    pub fn of(word: &str) -> Option<Task> {
        Some(match word {
            "walk" => Task::Walk,
            "jump-up" => Task::JumpUp,
            "jump-away" => Task::JumpAway,
            "hit-ball" => Task::HitBall,
            "random-ball" => Task::RandomBall,
            _ => return None,
        })
    }

    /// Returns the task of a script.
    ///
    /// # Errors
    /// What it lacks, as a sentence without its subject.
    pub fn of_script(text: String) -> Result<Task, String> {
        let has = |is_it: fn(&str) -> bool| text.lines().any(|line| is_it(line.trim()));
        if !has(|line| line == INCLUDE) {
            return Err(format!(
                "has no line `{INCLUDE}`, where each creature is put in"
            ));
        }
        if !has(|line| line.starts_with("result fitness")) {
            return Err("gives no result `fitness`; write for example `result fitness = creature.com.x / 1m`".to_owned());
        }
        Ok(Task::Script(text))
    }

    /// The words of the tasks.
    pub const WORDS: [&'static str; 5] =
        ["walk", "jump-up", "jump-away", "hit-ball", "random-ball"];

    /// Returns the expressions of the world sensors; `PART` stands for the part of the neuron, or the first part for one of the whole
    /// creature.
    #[must_use]
    pub fn sensors(&self) -> &'static [&'static str] {
        match self {
            Task::HitBall | Task::RandomBall => &[
                "target.com.x / 1m",
                "target.com.y / 1m",
                "target.com.z / 1m",
                // Photo sensors: how far an axis of the part points to the ball.
                "sight(PART.forward, PART.com)",
                "sight(PART.left, PART.com)",
                "sight(PART.up, PART.com)",
            ],
            _ => &["a1.pitch / 1rad", "a1.roll / 1rad", "a1.yaw / 1rad"],
        }
    }

    /// Returns whether its script has a parameter.
    #[must_use]
    pub fn has_param(&self, name: &str) -> bool {
        let declares = |line: &str| {
            let rest = line.trim().strip_prefix("param ");
            rest.and_then(|rest| rest.split(['=', ' ']).next()) == Some(name)
        };
        self.script("", 1).lines().any(declares)
    }

    /// Returns the script of the task for a creature of a number of parts.
    #[must_use]
    pub fn script(&self, creature: &str, parts: usize) -> String {
        let end = match self {
            Task::Walk => WALK,
            Task::JumpUp => UP,
            Task::JumpAway => AWAY,
            Task::HitBall | Task::RandomBall => {
                let shared = format!("result fitness = max(0, target.com.z / 10cm) / {parts}\n");
                return format!("{BALL_PARAMS}{creature}{BALL}{shared}");
            }
            Task::Script(text) => return text.replace(INCLUDE, creature),
        };
        format!("{WEIGHT}{creature}{GROUND}{end}")
    }
}
