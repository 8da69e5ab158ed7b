//! Tasks: what creatures are selected for.

use crate::runs::Script;
use std::path::Path;

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

/// The file that this line names, which no one needs to write.
pub(super) const INCLUDED: &str = "creature.corpus";

/// Whether a line stands for the creature.
fn stands_for_creature(line: &str) -> bool {
    let code = line.split('#').next().unwrap_or_default();
    let words: Vec<&str> = code.split_whitespace().collect();
    matches!(words[..], ["include", file] if file.trim_matches('"') == INCLUDED)
}

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
        let places = text.lines().filter(|line| stands_for_creature(line));
        match places.count() {
            0 => {
                let why = format!("has no line `{INCLUDE}`, where each creature is put in");
                return Err(why);
            }
            1 => {}
            _ => {
                let why = format!("has several lines `{INCLUDE}`: a trial is of one creature");
                return Err(why);
            }
        }
        let gives = |line: &str| {
            let mut words = line.split(|c: char| c == '=' || c.is_whitespace());
            let mut words = words.by_ref().filter(|word| !word.is_empty());
            words.next() == Some("result") && words.next() == Some("fitness")
        };
        if !text.lines().any(gives) {
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
            Task::Script(text) => {
                let put_in = |line: &str| match stands_for_creature(line) {
                    true => creature.to_owned(),
                    false => format!("{line}\n"),
                };
                return text.lines().map(put_in).collect();
            }
        };
        format!("{WEIGHT}{creature}{GROUND}{end}")
    }

    /// Returns the script of a trial of a creature. That of a person includes the creature, so that reports have its own lines.
    #[must_use]
    pub fn trial(&self, name: &Path, creature: &str, parts: usize) -> Script {
        match self {
            Task::Script(text) => Script::of_text(&name.display().to_string(), text)
                .with_file(&name.with_file_name(INCLUDED), creature),
            _ => Script::of_text(&name.display().to_string(), &self.script(creature, parts)),
        }
    }
}
