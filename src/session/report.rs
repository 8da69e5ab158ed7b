//! Makes the report at the end of a run from the worlds of a script.

use super::Stage;
use crate::record::Travel;
use crate::run::{CorpusReport, ReflexReport, RunReport};

impl RunReport {
    /// Makes the report on a world whose clock started at 0.
    #[must_use]
    pub fn of(stage: &mut Stage, simulated_s: f64, wall_s: f64, interrupted: bool) -> Self {
        let world = &mut stage.world;
        let counters = world.counters();
        let (time, gravity) = (world.time, world.gravity_vector());
        let (ground, name, travels) = (world.ground.height, &stage.name, &stage.travels);
        let energies = world.corpora.iter_mut().map(|c| c.energy(time, gravity));
        let energy_j = energies.sum();
        let corpora = world.corpora.iter_mut().enumerate().map(|(i, corpus)| {
            let travel = travels.get(i).cloned();
            let travel = travel.unwrap_or_else(|| Travel::begin(corpus, time));
            CorpusReport::of(corpus, &travel, name, time, gravity, ground)
        });
        let gaits = stage.roaches.iter();
        let gaits = gaits.map(|roach| (roach.name.as_str(), &roach.gait));
        RunReport {
            simulated_s,
            wall_s,
            realtime_factor: if wall_s > 0.0 {
                simulated_s / wall_s
            } else {
                0.0
            },
            frames: stage.frames,
            steps: counters.steps,
            rejected_steps: counters.rejected,
            evaluations: counters.evaluations,
            energy_j,
            interrupted,
            corpora: corpora.collect(),
            reflexes: ReflexReport::of_gaits(gaits),
        }
    }

    /// Makes the report on all worlds of a script: sums of counters and energies, and all figures.
    #[must_use]
    pub fn of_all(stages: &mut [Stage], wall_s: f64, interrupted: bool) -> Self {
        let of_one = |stage: &mut Stage| {
            let simulated = stage.simulated;
            RunReport::of(stage, simulated, wall_s, interrupted)
        };
        let mut all = stages.iter_mut().map(of_one);
        let Some(first) = all.next() else {
            return of_one(&mut Stage::new(""));
        };
        let mut whole = all.fold(first, RunReport::and);
        if wall_s > 0.0 {
            whole.realtime_factor = whole.simulated_s / wall_s;
        }
        whole
    }
}
