//! Trials: the slightly different worlds in which each creature of a generation is measured.

use super::dice::Dice;
use super::population::Settings;
use super::task::Task;

/// Returns the parameters of the trials of a generation: the same for all of its creatures.
#[must_use]
pub fn trials(settings: &Settings, generation: usize) -> Vec<Vec<(String, String)>> {
    let done = (generation as f64 / settings.schedule.max(1) as f64).min(1.0);
    let of_trial = |trial: usize| {
        let mut dice = Dice::new([settings.seed ^ 0x7A1A, generation as u64, trial as u64]);
        let mut near = |x: f64, part: f64| x * (1.0 + part * (2.0 * dice.uniform() - 1.0));
        let mut given: Vec<(&str, String)> = vec![];
        match settings.task {
            Task::HitBall | Task::RandomBall => {
                // The ball moves away from generation to generation.
                given.push(("reach", format!("{:.4}m", near(0.25 + 0.5 * done, 0.02))));
                if settings.task == Task::RandomBall {
                    let aside = 0.2 * done * (2.0 * dice.uniform() - 1.0);
                    given.push(("aside", format!("{aside:.4}m")));
                }
            }
            Task::Walk | Task::JumpUp | Task::JumpAway | Task::Script(_) => {
                // Jumps begin with little weight.
                let weight = match settings.task {
                    Task::JumpUp | Task::JumpAway => 0.3 + 0.7 * done,
                    _ => 1.0,
                };
                given.push(("gravity", format!("{:.4}m/s2", near(9.81 * weight, 0.02))));
                given.push(("friction", format!("{:.4}", near(1.0, 0.1))));
                given.push(("restitution", format!("{:.4}", near(0.1, 0.3))));
                given.push(("gap", format!("{:.5}m", near(1e-3, 0.5))));
                // What depends on a law of contact is no way to walk.
                let law = if trial % 3 == 1 { "rigid" } else { "springs" };
                given.push(("law", law.to_owned()));
                given.push(("progress", format!("{done:.4}")));
            }
        }
        { given.into_iter() }
            .filter(|(name, _)| settings.task.has_param(name))
            .map(|(name, text)| (name.to_owned(), text))
            .collect()
    };
    let mut all: Vec<Vec<_>> = (0..settings.trials).map(of_trial).collect();
    // A script without these parameters does the same in each trial.
    all.dedup();
    all
}
